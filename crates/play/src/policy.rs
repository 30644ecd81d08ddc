//! Trained policies at the table.

use std::fmt;
use std::sync::Arc;

use hotgates_ai::Commander;
use hotgates_engine::Battle;

/// A trained policy that can command a side of a battle.
///
/// How it is read and computed is its implementor's: nothing in this crate does.
///
/// ```
/// use std::sync::Arc;
///
/// use hotgates_ai::{Budget, Commander, Reason};
/// use hotgates_engine::{Battle, MapFile, Order, Scenario, View};
/// use hotgates_play::{Seat, TrainedPolicy};
///
/// /// A policy that has learned to rest.
/// struct Sleeper;
///
/// impl Commander for Sleeper {
///     fn name(&self) -> &str {
///         "policy:sleeper"
///     }
///
///     fn order(&mut self, _: View<'_>, _: &mut Budget) -> (Order, Reason) {
///         (Order::EndTurn, Reason::Own("rest".to_owned()))
///     }
/// }
///
/// struct SleeperPolicy;
///
/// impl TrainedPolicy for SleeperPolicy {
///     fn make_commander(&self, _: &Battle) -> Result<Box<dyn Commander>, String> {
///         Ok(Box::new(Sleeper))
///     }
/// }
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let seat = Seat::from_name("policy:sleeper.onnx").with_policy(Arc::new(SleeperPolicy));
/// assert_eq!(seat.make_player(&battle, 1)?.next_order(&battle).0, Order::EndTurn);
/// assert!(Seat::from_name("policy:sleeper.onnx").make_player(&battle, 1).is_err(), "nobody has read it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait TrainedPolicy: Send + Sync {
    /// Returns a commander who plays battles like this one by the policy.
    ///
    /// # Errors
    /// The reason in words why the policy cannot play such a battle.
    fn make_commander(&self, battle: &Battle) -> Result<Box<dyn Commander>, String>;
}

/// A policy on a seat: two are equal if they are one and the same.
#[derive(Clone)]
pub(crate) struct SeatedPolicy(pub(crate) Arc<dyn TrainedPolicy>);

impl PartialEq for SeatedPolicy {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SeatedPolicy {}

impl fmt::Debug for SeatedPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatedPolicy")
    }
}
