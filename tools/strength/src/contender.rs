//! Contenders: living and frozen commanders and rivals by their names.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hotgates_ai::Doctrine;
use hotgates_engine::{Battle, RankId};
use hotgates_frozen::FrozenCommander;
use hotgates_play::{BuiltInName, CommanderName, Player, Seat, ThinkingLimit};
use hotgates_rivals::rival_by_name;

use crate::Failure;

/// A commander that plays in a match: `warden:general+500` of today, `warden@mine.ron` with the
/// doctrine of a file, or `warden:general@1+500` as frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contender(Seat);

/// Name in the place of a doctrine's that stands for a frozen commander.
const FROZEN: &str = "1";

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::from_name(text)
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.name().fmt(f)
    }
}

impl Contender {
    /// Returns the contender of a name; a doctrine in it is read from its file.
    ///
    /// # Errors
    /// Why the doctrine cannot be read, or what is wrong with it.
    pub fn from_name(text: &str) -> Result<Self, String> {
        let seat = Seat::from_name(text);
        let Some(file) = seat.missing_doctrine().filter(|name| *name != FROZEN) else {
            return Ok(Self(seat));
        };
        let source = std::fs::read_to_string(file).map_err(|why| format!("doctrine `{file}`: {why}"))?;
        let doctrine = Doctrine::from_ron(&source).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            format!("doctrine `{file}`: {}", faults.join("; "))
        })?;
        Ok(Self(seat.with_doctrine(Arc::new(doctrine))))
    }

    /// Returns the name without a doctrine that stands for a frozen commander, and the frozen
    /// commander's name.
    fn frozen_name(&self) -> Option<(&BuiltInName, String)> {
        match self.0.name() {
            CommanderName::BuiltIn(name) if name.doctrine.as_deref() == Some(FROZEN) => {
                Some((name, format!("{}@1", name.commander)))
            }
            _ => None,
        }
    }

    /// Returns the contender as a player of a battle; `seed` is for chance of its own.
    ///
    /// # Errors
    /// When there is no commander of the name, or no such rank.
    pub fn make_player(&self, battle: &Battle, seed: u64) -> Result<Player, Failure> {
        let rank_of = |name: &BuiltInName| -> Result<Option<RankId>, Failure> {
            let known =
                |rank: &String| battle.rules().rank(rank).ok_or_else(|| format!("unknown rank `{rank}`"));
            Ok(name.rank.as_ref().map(known).transpose()?)
        };
        if let CommanderName::BuiltIn(name) = self.0.name()
            && let Some(rival) = rival_by_name(&name.commander, seed)
        {
            let player = Player::new(rival, rank_of(name)?);
            return Ok(match steps_of_name(name) {
                Some(steps) => player.with_steps(steps),
                None => player,
            });
        }
        let Some((name, frozen)) = self.frozen_name() else {
            return Ok(self.0.make_player(battle, seed)?);
        };
        let commander = FrozenCommander::from_name(&frozen, seed)
            .ok_or_else(|| format!("no commander `{frozen}` is frozen"))?;
        let rank = rank_of(name)?;
        Ok(Player::new(Box::new(commander.with_rank(rank).with_steps(steps_of_name(name))), rank))
    }
}

/// Returns the steps of a half-turn that a name asks for.
const fn steps_of_name(name: &BuiltInName) -> Option<u64> {
    match name.limit {
        Some(ThinkingLimit::Steps(steps)) => Some(steps),
        Some(ThinkingLimit::Seconds(_)) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::Ruleset;

    use super::*;

    #[test]
    fn frozen_commanders_are_told_by_their_number() {
        let frozen = |text| Contender::from_name(text).unwrap().frozen_name().map(|(_, frozen)| frozen);
        assert_eq!(frozen("hunter:general@1+500").as_deref(), Some("hunter@1"));
        assert_eq!(frozen("warden@classic"), None);
        assert_eq!(frozen("warden:general"), None);
    }

    #[test]
    fn a_doctrine_is_read_from_its_file() {
        let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/doctrine/assets/classic.ron");
        let name = format!("strategist:general@{shipped}+500");
        let contender = Contender::from_name(&name).unwrap();
        assert_eq!((contender.to_string(), contender.frozen_name()), (name, None));
        assert_eq!(contender.0.check_contestant(&Ruleset::classic()), Ok(()));
        let missing = Contender::from_name("warden@no such.ron").unwrap_err();
        assert!(missing.starts_with("doctrine `no such.ron`: "), "{missing}");
        let broken = Contender::from_name(concat!("warden@", env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        assert!(broken.is_err());
    }
}
