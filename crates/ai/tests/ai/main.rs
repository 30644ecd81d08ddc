//! What commanders promise: choke points with a proof, a deployment search that is optimal, no look at the dice.

mod choke;
mod commanders;
mod deployment;
mod ground;
