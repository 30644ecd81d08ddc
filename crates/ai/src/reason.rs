//! Reasons for orders, as data. Text is made of a reason when somebody wants to read it.

use std::fmt::Write;

use hotgates_engine::{Battle, Cell, GoalId, Permille, Side, UnitId, View, WorkId, count_words};

use crate::measures::{percent_in_words, unit_label};
use crate::position::PositionRole;
use crate::strategist::ForeseenPlan;

/// Expected result of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The attacker.
    pub unit: UnitId,
    /// The cell that the attacker attacks from.
    pub from: Cell,
    /// The unit that is attacked.
    pub target: UnitId,
    /// `true` if the attack is fire, not melee.
    pub ranged: bool,
    /// Men that the target loses at mean rolls.
    pub dealt: u16,
    /// Men that the attacker loses at mean rolls.
    pub taken: u16,
    /// Worth of the exchange: men dealt less men taken, each weighed by the losses that he could
    /// deal, in ‰ of a man.
    pub worth: i64,
}

/// Gain of a side by a work of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkGain {
    /// Own units get sooner to what they are to take.
    Sooner {
        /// Number of units.
        units: u16,
        /// Turns that each gains on the average, rounded, at least 1.
        turns: u16,
    },
    /// Enemy units get later to what they are to take.
    Later {
        /// Number of units.
        units: u16,
        /// Turns that each loses on the average, rounded, at least 1.
        turns: u16,
    },
    /// The ground covers a unit of the side.
    Cover {
        /// The unit.
        unit: UnitId,
        /// Men of the unit that the cover saves, if the enemy strikes.
        men: u16,
    },
}

/// The reason for an order: the rule that produced it, the numbers that decided, and the
/// alternative that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The order was drawn by lot.
    Lot {
        /// Number of legal orders that the lot was drawn from.
        of: usize,
    },
    /// The attack is the best exchange there was.
    Attack {
        /// Expected result of the attack.
        exchange: Exchange,
        /// The next best exchange, which was refused.
        instead: Option<Exchange>,
    },
    /// The move goes to where the best exchange can be had.
    Approach {
        /// Expected result of the attack from the end of the move.
        exchange: Exchange,
        /// The next best exchange, which was refused.
        instead: Option<Exchange>,
    },
    /// A castle, or a hex of a goal, can be taken this turn.
    TakeCastle {
        /// Cell of the castle or hex.
        castle: Cell,
        /// Cost of the path, in MP.
        cost: u32,
    },
    /// A goal has the unit leave the map.
    LeaveMap {
        /// The goal.
        goal: GoalId,
    },
    /// The move goes to where a goal has the unit leave the map.
    MarchToExit {
        /// The goal.
        goal: GoalId,
        /// Cost of the path, in MP.
        cost: u32,
    },
    /// The move goes to a hex of a goal: to the nearest, which is nearer than any enemy, or, where the enemy has
    /// more points, to the nearest that nobody stands on.
    MarchOnGoal {
        /// Cost of the path, in MP.
        cost: u32,
    },
    /// The move goes after the nearest enemy.
    Pursue {
        /// Cost of the whole path to the enemy, in MP.
        cost: u32,
    },
    /// The move goes to a castle by a longer way, since others queue for the shortest.
    GoRound {
        /// Cost of the whole path to the castle by this way, in MP.
        cost: u32,
    },
    /// Dusk would save the castles: the move goes past the enemy to the nearest.
    Hurry {
        /// Cost of the whole path around the enemy, in MP.
        cost: u32,
        /// Turns that are left, the present one counted.
        turns: u32,
    },
    /// No enemy can be reached: the move goes to the nearest castle.
    MarchOnCastle {
        /// Cost of the whole path, in MP.
        cost: u32,
    },
    /// The move keeps away from an enemy that could strike.
    KeepAway {
        /// The enemy that the unit keeps away from.
        enemy: UnitId,
        /// Distance to the enemy after the move, in hexes.
        distance: u32,
    },
    /// The unit turns to where the enemies that can strike it next cost it least.
    Face {
        /// Worth of their strikes that the turn takes away, in men of the unit.
        men: u16,
    },
    /// The unit works on the ground.
    Work {
        /// The work.
        work: WorkId,
        /// Gain by the work.
        gain: WorkGain,
    },
    /// The move goes to where the unit is to work.
    GoToWork {
        /// The work.
        work: WorkId,
        /// Cell that is to be worked on.
        at: Cell,
        /// Gain by the work.
        gain: WorkGain,
    },
    /// The move goes up to where a work of another unit opens a way.
    AwaitWork {
        /// The work.
        work: WorkId,
        /// Cell that is worked on.
        at: Cell,
    },
    /// The move reckons with an enemy out of sight that may be near.
    Suppose {
        /// The enemy.
        enemy: UnitId,
    },
    /// The move goes to a position.
    Deploy {
        /// Purpose of the position.
        role: PositionRole,
        /// Number of positions filled when all moves of the plan are made.
        filled: usize,
        /// Number of all positions.
        of: usize,
    },
    /// The unit makes way, or goes towards a position that cannot be filled yet.
    MakeWay {
        /// Number of positions filled when all moves of the plan are made.
        filled: usize,
        /// Number of all positions.
        of: usize,
    },
    /// The best of the plans that were played forward has it so.
    Foreseen(ForeseenPlan),
    /// The rest of the battle was solved: the order is the best there is.
    Solved {
        /// Chance of winning, a draw counting half, if both sides play as well as can be; rounded.
        chance: Permille,
    },
    /// A commander's own words, for one that reasons in ways not listed here.
    Own(String),
    /// Nothing is left to do.
    Done {
        /// Number of units that have points left.
        idle: usize,
    },
}

impl Reason {
    /// Returns the reason to end the half-turn.
    pub(crate) fn nothing_left_to_do(view: View<'_>, side: Side) -> Self {
        Self::Done { idle: view.living(side).filter(|&unit| view.unit(unit).left.0 > 0).count() }
    }

    /// Returns the reason in words, for the position in which the order was given.
    pub fn in_words(&self, battle: &Battle) -> String {
        let at = |cell: Cell| battle.grid().coord(cell);
        match self {
            Self::Lot { of } => format!("drawn by lot from {}", count_words(*of, "order", "orders")),
            Self::Attack { exchange, instead } => {
                format!(
                    "{}{}",
                    exchange.in_words(battle),
                    refused_exchange_in_words(battle, exchange, *instead)
                )
            }
            Self::Approach { exchange, instead } => {
                let from = at(exchange.from);
                format!(
                    "from {from}, {}{}",
                    exchange.in_words(battle),
                    refused_exchange_in_words(battle, exchange, *instead)
                )
            }
            Self::TakeCastle { castle, cost } => {
                let what = if battle.map().castles().contains(castle) { "castle" } else { "goal" };
                format!("the {what} at {} can be taken this turn for {cost} movement points", at(*castle))
            }
            Self::LeaveMap { goal } => match &battle.goal(*goal).name {
                Some(name) => format!("leaves the map for the goal \"{name}\""),
                None => "leaves the map, as a goal has it do".to_owned(),
            },
            Self::MarchToExit { cost, .. } => {
                format!("is to leave the map for a goal, {cost} movement points from here")
            }
            Self::MarchOnGoal { cost } => format!("goes for the nearest goal, {cost} movement points away"),
            Self::Pursue { cost } => format!("goes for the nearest enemy, {cost} movement points away"),
            Self::GoRound { cost } => {
                let wanted = if battle.has_goals() { "nearest goal" } else { "castle" };
                format!(
                    "goes round, {cost} movement points to the {wanted}, since others queue for the shortest way"
                )
            }
            Self::Hurry { cost, turns } => {
                let turns = count_words(*turns, "turn", "turns");
                format!("hurries past the enemy to the castle, {cost} movement points away with {turns} left")
            }
            Self::MarchOnCastle { cost } => {
                let wanted = if battle.has_goals() { "goal" } else { "castle" };
                format!("no enemy can be reached: goes for the nearest {wanted}, {cost} movement points away")
            }
            Self::KeepAway { enemy, distance } => {
                let hexes = count_words(*distance, "hex", "hexes");
                format!("keeps {hexes} away from {}", unit_label(battle, *enemy))
            }
            Self::Face { men } => {
                let men = count_words(*men, "man", "men");
                format!("turned so, strikes of the enemies that can reach it are worth {men} less")
            }
            Self::Work { work, gain } => {
                format!("{}: {}", work_name(battle, *work), gain.in_words(battle))
            }
            Self::GoToWork { work, at: cell, gain } => {
                let (work, cell) = (work_name(battle, *work), at(*cell));
                format!("is to work at {cell}, {work}: {}", gain.in_words(battle))
            }
            Self::AwaitWork { work, at: cell } => {
                let (work, cell) = (work_name(battle, *work), at(*cell));
                format!("a way opens at {cell}: {work}")
            }
            Self::Suppose { enemy } => {
                format!("supposes that {}, out of sight, is near", unit_label(battle, *enemy))
            }
            Self::Deploy { role, filled, of } => {
                let of = count_words(*of, "position", "positions");
                format!("{}; {filled} of {of} will be filled", role.in_words())
            }
            Self::MakeWay { filled, of } => {
                let of = count_words(*of, "position", "positions");
                format!("on the way to a position; {filled} of {of} will be filled")
            }
            Self::Foreseen(plan) => plan.in_words(battle),
            Self::Solved { chance } => {
                let chance = percent_in_words(*chance);
                format!("the rest of the battle is solved: nothing wins more often than {chance}")
            }
            Self::Own(words) => words.clone(),
            Self::Done { idle: 0 } => "every unit has spent its points".to_owned(),
            Self::Done { idle } => {
                format!("{} nothing better to do", count_words(*idle, "unit has", "units have"))
            }
        }
    }
}

fn work_name(battle: &Battle, work: WorkId) -> &str {
    &battle.rules().options.works[work.index()].name
}

impl WorkGain {
    /// Returns the gain in words.
    fn in_words(self, battle: &Battle) -> String {
        let counts = |units: u16, turns: u16| {
            (count_words(units, "unit", "units"), count_words(turns, "turn", "turns"))
        };
        match self {
            Self::Sooner { units, turns } => {
                let (units, turns) = counts(units, turns);
                format!("{units} of ours there {turns} sooner")
            }
            Self::Later { units, turns } => {
                let (units, turns) = counts(units, turns);
                format!("{units} of the enemy there {turns} later")
            }
            Self::Cover { unit, men } => {
                let (men, unit) = (count_words(men, "man", "men"), unit_label(battle, unit));
                format!("cover that saves {men} of {unit}")
            }
        }
    }
}

impl Exchange {
    /// Returns the attack in words, with its exact odds in this position.
    fn in_words(&self, battle: &Battle) -> String {
        let verb = if self.ranged { "firing at" } else { "attacking" };
        let Some(odds) = battle.odds_from(self.unit, self.from, self.target) else {
            return format!("{verb} {}", unit_label(battle, self.target));
        };
        let men = |count: u32| (count + odds.of / 2) / odds.of;
        let mut text = format!(
            "{verb} {} costs it about {} of {} men",
            unit_label(battle, self.target),
            men(odds.expected_target_losses()),
            battle.unit(self.target).strength.0
        );
        if !self.ranged {
            let _ = write!(text, " and us {}", men(odds.expected_attacker_losses()));
        }
        if odds.cases_target_destroyed() > 0 {
            let percent = (odds.cases_target_destroyed() * 100 + odds.of / 2) / odds.of;
            let _ = write!(text, ", with {percent} % to destroy it");
        }
        text
    }
}

/// Returns the refused exchange in words, with its unit and hex where they are not those of the
/// chosen one: two attacks on the same enemy differ by where they are made from.
fn refused_exchange_in_words(battle: &Battle, chosen: &Exchange, refused: Option<Exchange>) -> String {
    let Some(refused) = refused else { return String::new() };
    let words = refused.in_words(battle);
    if refused.unit == chosen.unit && refused.from == chosen.from {
        return format!("; rather than {words}");
    }
    let (unit, from) = (&battle.info(refused.unit).label, battle.grid().coord(refused.from));
    format!("; rather than {unit} from {from} {words}")
}
