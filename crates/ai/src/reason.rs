//! Reasons: why an order was given, as data. Text is made from it when somebody wants to read it.

use std::fmt::Write;

use hotgates_engine::{Battle, Cell, Side, UnitId, View, WHOLE};

use crate::position::Role;

/// What an attack is expected to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// Who attacks.
    pub unit: UnitId,
    /// From where.
    pub from: Cell,
    /// Who is attacked.
    pub target: UnitId,
    /// Whether by fire.
    pub ranged: bool,
    /// Men that the target loses at mean rolls.
    pub dealt: u16,
    /// Men that the attacker loses at mean rolls.
    pub taken: u16,
    /// What that is worth: men dealt less men taken, each weighed by the losses he could deal, in ‰ of a man.
    pub worth: i64,
}

/// Why an order was given: which rule produced it, the numbers that decided, what was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Drawn by lot.
    Lot {
        /// From how many legal orders.
        of: usize,
    },
    /// The best exchange there was.
    Attack {
        /// What is expected of it.
        exchange: Exchange,
        /// The next best, which was refused.
        instead: Option<Exchange>,
    },
    /// Going to where the best exchange can be had.
    Approach {
        /// What is expected of the attack from there.
        exchange: Exchange,
        /// The next best, which was refused.
        instead: Option<Exchange>,
    },
    /// A castle can be taken this turn.
    TakeCastle {
        /// Where it lies.
        castle: Cell,
        /// What the way costs, in MP.
        cost: u32,
    },
    /// Going after the nearest enemy.
    Pursue {
        /// What the whole way to it costs, in MP.
        cost: u32,
    },
    /// No enemy can be reached: going to the nearest castle.
    MarchOnCastle {
        /// What the whole way costs, in MP.
        cost: u32,
    },
    /// Keeping away from an enemy that could strike.
    KeepAway {
        /// From whom.
        enemy: UnitId,
        /// How far away it will be, in hexes.
        distance: u32,
    },
    /// Going to a position.
    Deploy {
        /// What the position is for.
        role: Role,
        /// Positions filled when all moves of the plan are made.
        filled: usize,
        /// Of how many.
        of: usize,
    },
    /// Going out of the way, or towards a position that cannot be filled yet.
    MakeWay {
        /// Positions filled when all moves of the plan are made.
        filled: usize,
        /// Of how many.
        of: usize,
    },
    /// A commander's own words, for one that reasons in ways not listed here.
    Own(String),
    /// Nothing is left to do.
    Done {
        /// Units that have points left.
        idle: usize,
    },
}

impl Reason {
    /// The reason to end the half-turn.
    pub(crate) fn done(view: View<'_>, side: Side) -> Self {
        Self::Done { idle: view.living(side).filter(|&unit| view.unit(unit).left.0 > 0).count() }
    }

    /// The reason in words, for the position in which the order was given.
    pub fn text(&self, battle: &Battle) -> String {
        let at = |cell: Cell| battle.grid().coord(cell);
        match self {
            Self::Lot { of } => format!("drawn by lot from {of} orders"),
            Self::Attack { exchange, instead } => {
                format!("{}{}", exchange.text(battle), rather_than(battle, *instead))
            }
            Self::Approach { exchange, instead } => {
                let from = at(exchange.from);
                format!("from {from}, {}{}", exchange.text(battle), rather_than(battle, *instead))
            }
            Self::TakeCastle { castle, cost } => {
                format!("the castle at {} can be taken this turn for {cost} MP", at(*castle))
            }
            Self::Pursue { cost } => format!("the nearest enemy is {cost} MP away"),
            Self::MarchOnCastle { cost } => {
                format!("no enemy can be reached; the nearest castle is {cost} MP away")
            }
            Self::KeepAway { enemy, distance } => {
                format!("keeps {distance} hexes away from {}", label(battle, *enemy))
            }
            Self::Deploy { role, filled, of } => {
                format!("{}; {filled} of {of} positions will be filled", role.text())
            }
            Self::MakeWay { filled, of } => {
                format!("on the way to a position; {filled} of {of} positions will be filled")
            }
            Self::Own(words) => words.clone(),
            Self::Done { idle: 0 } => "every unit has spent its points".to_owned(),
            Self::Done { idle } => format!("{idle} units have nothing better to do"),
        }
    }
}

impl Exchange {
    /// The attack in words, with its exact odds in this position.
    fn text(&self, battle: &Battle) -> String {
        let men = |count: u32| (count + WHOLE / 2) / WHOLE;
        let verb = if self.ranged { "firing at" } else { "attacking" };
        let Some(odds) = battle.odds_from(self.unit, self.from, self.target) else {
            return format!("{verb} {}", label(battle, self.target));
        };
        let mut text = format!(
            "{verb} {} costs it about {} of {} men",
            label(battle, self.target),
            men(odds.expected_target_losses()),
            battle.unit(self.target).strength.0
        );
        if !self.ranged {
            let _ = write!(text, " and us {}", men(odds.expected_attacker_losses()));
        }
        if odds.target_destroyed() > 0 {
            let percent = (odds.target_destroyed() * 100 + WHOLE / 2) / WHOLE;
            let _ = write!(text, ", with {percent} % to destroy it");
        }
        text
    }
}

fn rather_than(battle: &Battle, refused: Option<Exchange>) -> String {
    refused.map_or_else(String::new, |refused| format!("; rather than {}", refused.text(battle)))
}

fn label(battle: &Battle, unit: UnitId) -> String {
    let info = battle.info(unit);
    format!("{}'s {}", info.side, info.label)
}
