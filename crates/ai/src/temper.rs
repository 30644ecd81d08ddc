//! Tempers: how a hunter may go about a half-turn.

use std::sync::Arc;

use hotgates_doctrine::Doctrine;

/// How a hunter goes about a half-turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Temper {
    /// As its doctrine has it.
    #[default]
    Usual,
    /// Strikes only where the enemy's answers leave it a gain.
    Cautious,
    /// Marches on whatever the enemy may do to those who stop near it.
    Headlong,
    /// Goes by the shortest path, however long its queue.
    Straight,
    /// Has its guns shell the enemy and keeps all others out of reach meanwhile.
    Bombarding,
}

impl Temper {
    /// Returns the doctrine by which a hunter of this temper weighs things.
    pub(crate) fn change_doctrine(self, usual: &Arc<Doctrine>) -> Arc<Doctrine> {
        let mut doctrine = Arc::clone(usual);
        match self {
            Self::Usual | Self::Straight => {}
            Self::Cautious | Self::Bombarding => {
                let doctrine = Arc::make_mut(&mut doctrine);
                (doctrine.answers.hunter, doctrine.boldness) = (1000, 0);
            }
            Self::Headlong => Arc::make_mut(&mut doctrine).answers.march = 0,
        }
        doctrine
    }
}
