//! Contenders: living and frozen commanders and rivals by their names.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use hotgates_engine::{Battle, RankId};
use hotgates_frozen::FrozenCommander;
use hotgates_play::{BuiltInName, CommanderName, Player, Seat};
use hotgates_rivals::rival_by_name;

use crate::Failure;

/// A commander that plays in a match: `warden:general+500` of today, or `warden:general@1+500` as
/// frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contender(CommanderName);

impl FromStr for Contender {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(CommanderName::from(text)))
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Contender {
    /// Returns the contender of a name.
    pub fn named(text: &str) -> Self {
        Self(CommanderName::from(text))
    }

    /// Returns the name without a doctrine that stands for a frozen commander, and the frozen
    /// commander's name.
    fn frozen_name(&self) -> Option<(&BuiltInName, String)> {
        match &self.0 {
            CommanderName::BuiltIn(name) if name.doctrine.as_deref() == Some("1") => {
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
        if let CommanderName::BuiltIn(name) = &self.0
            && let Some(rival) = rival_by_name(&name.commander, seed)
        {
            let player = Player::new(rival, rank_of(name)?);
            return Ok(match name.steps {
                Some(steps) => player.with_steps(steps),
                None => player,
            });
        }
        let Some((name, frozen)) = self.frozen_name() else {
            return Ok(Seat::from_name(self.0.clone()).make_player(battle, seed)?);
        };
        let commander = FrozenCommander::from_name(&frozen, seed)
            .ok_or_else(|| format!("no commander `{frozen}` is frozen"))?;
        let rank = rank_of(name)?;
        Ok(Player::new(Box::new(commander.with_rank(rank).with_steps(name.steps)), rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frozen_commanders_are_told_by_their_number() {
        let frozen = |text| Contender::named(text).frozen_name().map(|(_, frozen)| frozen);
        assert_eq!(frozen("hunter:general@1+500").as_deref(), Some("hunter@1"));
        assert_eq!(frozen("warden@classic"), None);
        assert_eq!(frozen("warden:general"), None);
    }
}
