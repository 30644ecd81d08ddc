//! Changes of the battle that is set up.

use bevy::prelude::Message;
use hotgates_analysis::BalanceChange;
use hotgates_engine::{DiceKey, Direction, RankId, Side};
use hotgates_play::ThinkingLimit;
use hotgates_window_programs::ConfirmedProgram;

use super::doctrines::KnownDoctrine;
use super::policies::KnownPolicy;

/// A change of the battle that is set up.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum SetupChange {
    /// Red comes from here.
    From(Direction),
    /// Seat this commander, by its place in the list of commanders.
    Seat(Side, usize),
    /// Seat a program that the player has confirmed.
    Program(Side, ConfirmedProgram),
    /// Seat a trained policy.
    Policy(Side, KnownPolicy),
    /// Give a computer this rank; `None` for the rank of its highest officer.
    SeatRank(Side, Option<RankId>),
    /// Limit a computer's thinking in each half-turn, whatever its rank.
    SeatLimit(Side, ThinkingLimit),
    /// Have a computer play by this doctrine; `None` for the usual one.
    SeatDoctrine(Side, Option<KnownDoctrine>),
    /// One unit more.
    Add(Side),
    /// Not this unit.
    Remove(Side, usize),
    /// Of the next type.
    Kind(Side, usize),
    /// Stronger or weaker by so many men.
    Strength(Side, usize, i64),
    /// Of the next rank.
    Rank(Side, usize),
    /// Called so.
    Name(Side, usize, String),
    /// Another army, for more or fewer points.
    Points(Side, i64),
    /// More or fewer turns.
    Turns(i64),
    /// What makes the battle more even.
    Even(BalanceChange),
    /// Dice from this seed.
    Seed(u64),
    /// Dice from this key where a program plays, unless the player has named a seed.
    DrawnKey(DiceKey),
    /// Fog of war, or none.
    Fog(bool),
    /// Cohesion by the numbers of the ruleset, or by the usual ones; or none.
    Cohesion(bool),
    /// Retreats by the numbers of the ruleset, or by the usual ones; or none.
    Retreat(bool),
    /// Supply by the numbers of the ruleset, or by the usual ones; or none.
    Supply(bool),
    /// Ammunition by the numbers of the ruleset, or by the usual ones; or none.
    Ammunition(bool),
    /// Experience and the fall of officers by the numbers of the ruleset, or by the usual ones; or none.
    Officers(bool),
    /// Leadership by the numbers of the ruleset, or by the usual ones; or none.
    Leadership(bool),
    /// Combined arms by the numbers of the ruleset, or by the usual ones; or none.
    CombinedArms(bool),
    /// Facing by the numbers of the ruleset, or by the usual ones; or none.
    Facing(bool),
    /// Reaction and support fire by the numbers of the ruleset, or by the usual ones; or none.
    Reaction(bool),
    /// Entrenchment by the numbers of the ruleset, or by the usual ones; or none.
    Entrenchment(bool),
    /// Height by the numbers of the ruleset, or by the usual ones; or none.
    Height(bool),
    /// The works of the ruleset, or none.
    Works(bool),
    /// The weather of the ruleset, or none.
    Weather(bool),
}
