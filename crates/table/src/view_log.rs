//! What a guest would have been told of a battle that was played elsewhere.

use hotgates_engine::Battle;
use hotgates_protocol::ViewLog;
use hotgates_record::{Replay, ReplayBreak, ReplayError};

use crate::feed::Guest;
use crate::table::BegunBattle;

/// Plays a replay again, and writes down what a guest at its table would have been told.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Order, Scenario, Side};
/// use hotgates_record::GameRecord;
/// use hotgates_table::{Guest, view_log_of_replay};
///
/// let map = MapFile::from_ron(r##"(
///     name: "Two men and a castle",
///     rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]),
///     blue: (units: [(type: "infantry")]),
/// )"##)?;
/// let scenario = Scenario::classic(map);
/// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
/// let mut game = GameRecord::new(battle, scenario.dice_source());
/// game.act(Order::EndTurn, &mut Vec::new()).expect("a turn may always be ended");
///
/// let log = view_log_of_replay(&game.replay(&scenario), Guest::Seat(Side::Blue)).expect("a true replay");
/// assert_eq!((log.begin.side, log.orders.len()), (Some(Side::Blue), 1));
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
///
/// # Errors
/// Where the replay breaks: it is not true.
pub fn view_log_of_replay(replay: &Replay, guest: Guest) -> Result<ViewLog, ReplayBreak> {
    replay.play_again()?;
    let start = Battle::from_scenario(&replay.scenario).map_err(ReplayError::Scenario)?;
    let mut fought = BegunBattle::begin((replay.scenario.clone(), start), true, None);
    for &(order, _) in &replay.orders {
        fought.follow_order(order, "", 0).expect("a true replay has legal orders");
    }
    if let Some(concession) = replay.concession() {
        fought.end_battle(concession.loser, concession.how);
    }
    Ok(ViewLog { begin: fought.begin_message(guest), orders: fought.told_to(guest) })
}
