//! States as text, such as `3P1DL+1D`.

use super::error::RiverError;
use super::rules::RiverRules;
use super::state::{BoatLoad, RiverMoment, Shore};

impl RiverRules {
    /// Returns the state that `text` writes. The state need not be legal, only possible.
    ///
    /// ```
    /// use hotgates_academy::river::RiverRules;
    ///
    /// let moment = RiverRules::classic().parse_moment("3P1DL+1D").unwrap();
    /// assert_eq!((moment.priests, moment.devils, moment.load.devils), (3, 1, 1));
    /// ```
    ///
    /// # Errors
    /// A text of another shape, or more people than there are.
    pub fn parse_moment(&self, text: &str) -> Result<RiverMoment, RiverError> {
        let not_a_state = || RiverError::NotAState { text: text.chars().take(40).collect() };
        let (banks, load) = match text.split_once('+') {
            Some((banks, load)) => (banks, Some(load)),
            None => (text, None),
        };
        let (side, people) = match banks.strip_suffix(['L', 'l']) {
            Some(people) => (Shore::Left, people),
            None => (Shore::Right, banks.strip_suffix(['R', 'r']).ok_or_else(not_a_state)?),
        };
        let (priests, devils) = parse_people(people, true).ok_or_else(not_a_state)?;
        let load = match load.map(|load| parse_people(load, false)) {
            Some(Some((priests, devils))) => (priests, devils),
            Some(None) => return Err(not_a_state()),
            None => (0, 0),
        };
        let fits = priests + load.0 <= u32::from(self.priests)
            && devils + load.1 <= u32::from(self.devils)
            && load.0 + load.1 <= u32::from(self.boat);
        let small = |n| u8::try_from(n).ok().filter(|_| fits);
        let moment = (|| {
            let load = BoatLoad { priests: small(load.0)?, devils: small(load.1)? };
            Some(RiverMoment { priests: small(priests)?, devils: small(devils)?, side, load })
        })();
        moment.ok_or_else(|| RiverError::ImpossibleState {
            text: text.chars().take(40).collect(),
            priests: self.priests,
            devils: self.devils,
            boat: self.boat,
        })
    }
}

/// Returns the numbers in `3P2D`; with `all` both must be there, without it at least one.
fn parse_people(text: &str, all: bool) -> Option<(u32, u32)> {
    let text = text.to_ascii_uppercase();
    let (priests, rest) = match text.split_once('P') {
        Some((priests, rest)) => (Some(parse_number(priests)?), rest),
        None => (None, text.as_str()),
    };
    let devils = match rest {
        "" => None,
        rest => Some(parse_number(rest.strip_suffix('D')?)?),
    };
    match (priests, devils) {
        (Some(priests), Some(devils)) => Some((priests, devils)),
        (None, None) => None,
        _ if all => None,
        (priests, devils) => Some((priests.unwrap_or(0), devils.unwrap_or(0))),
    }
}

/// Reads a number of at most four digits and nothing else.
fn parse_number(text: &str) -> Option<u32> {
    let plain = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
