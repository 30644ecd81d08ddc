//! Commanders for `hotgates-engine`: they see a view, give one order at a time, and say why.
//!
//! [`named`] makes a commander of its name, [`Match`] plays one against another, or against whoever else gives orders.
//! Commanders are deterministic given view, seed and budget, and never see the dice.

mod budget;
mod commander;
mod doctrine;
mod interval;
mod play;
mod reason;
mod registry;
mod thinking;
mod threat;

pub mod choke;

mod deploy;
mod hold;
mod open_field;
mod position;

mod engage;
mod foresight;
mod front;
mod march;
mod raid;

mod greedy;
mod hunter;
mod random;
mod warden;

pub use budget::Budget;
pub use commander::Commander;
pub use deploy::{Deployment, deploy};
pub use doctrine::{Answers, Doctrine};
pub use greedy::Greedy;
pub use hold::hold;
pub use hunter::Hunter;
pub use interval::wilson;
pub use open_field::open_field;
pub use play::{Match, Player, Stopped, Turn, UnknownPlayer, own_seeds};
pub use position::{Position, Role};
pub use random::Random;
pub use reason::{Exchange, Reason};
pub use registry::{NAMES, UnknownCommander, named, with_doctrine};
pub use thinking::{Charge, Judged, Judgement, Searched, Stance, Steps, Thinking, Wanted};
pub use threat::{Chance, Hit, Threat};
pub use warden::Warden;

pub use hotgates_search::{Cancel, Cancelled};
