//! What the results of matches mean: intervals from paired sets of games, Elo, and sequential tests.
//!
//! A **set** is a map and a seed, played twice with the sides exchanged, or four times with the armies
//! exchanged too; its games share what map, seed and side give, so that their scores spread less than
//! those of single games, and only sets are independent of each other. [`SetScores`] counts sets by
//! their scores, a [`ScoreSample`] is what they say about a player, and a [`SequentialTest`] stops a
//! match as soon as it can tell. A [`RatingSample`] rates many players who have met in any
//! way. [`wilson_interval`] is for games that are independent.
//!
//! A pure function of its input: no thread, clock or file.

mod elo;
mod estimate;
mod matrix;
mod rating;
mod sample;
mod sequential;
mod set_scores;
mod wilson;

pub use elo::{elo_of_share, share_of_elo};
pub use estimate::Estimate;
pub use rating::{RatedGame, RatingSample, Ratings};
pub use sample::ScoreSample;
pub use sequential::{SequentialTest, TestVerdict};
pub use set_scores::SetScores;
pub use wilson::wilson_interval;
