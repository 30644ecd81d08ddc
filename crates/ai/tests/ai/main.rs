//! Promises of commanders: choke sets with a proof, a deployment search that is optimal, no look
//! at the dice.

#![expect(clippy::unwrap_used, clippy::cast_sign_loss, reason = "tests may panic, and their maps are small")]

mod arrivals;
mod both_ways;
mod castle_paths;
mod choke;
mod choke_survey;
mod choke_worth;
mod cohesion;
mod commanders;
mod contingents;
mod deployment;
mod facing;
mod fog;
mod goals;
mod ground;
mod options;
mod reasons;
mod side_factors;
mod strategist;
mod strength;
mod supply;
mod thinking;
mod threat;
mod works;
