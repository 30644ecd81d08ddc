//! The check of a battle that is over: its replay is true, it is the battle that was told, and nobody chose its dice.

use hotgates_engine::{Battle, Order, Side};
use hotgates_protocol::OrderMessage;
use hotgates_record::{GameRecord, Replay, ReplayBreak};
use hotgates_table::{UnfairDice, check_table_dice};

use crate::known_table::KnownTable;

/// A battle that was proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvedBattle {
    /// Number of orders that were played again.
    pub orders: usize,
    /// The hash of the battle's course.
    pub hash: u64,
}

/// The reason why a battle is not proved.
#[derive(Debug, thiserror::Error)]
pub enum UnprovedBattle {
    /// The battle is not over.
    #[error("the battle is not over")]
    NotOver,
    /// The replay is damaged, or not true.
    #[error("the server's replay: {0}")]
    Replay(#[from] ReplayBreak),
    /// The replay is that of another battle than the one that was told.
    #[error("the server's replay is not that of the battle that was told")]
    OtherBattle,
    /// The dice were not those of the numbers.
    #[error("the dice: {0}")]
    Dice(#[from] UnfairDice),
    /// The proof holds another number for the guest's seat than the guest gave.
    #[error("the dice: the proof holds another number than this seat gave")]
    OwnNumber,
}

impl KnownTable {
    /// Checks a battle that is over by its replay: plays it again order by order, compares it with what was told, and
    /// checks that the dice are those of the numbers to which all had committed themselves.
    ///
    /// # Errors
    /// The first claim that does not hold.
    pub fn check_replay(&self, bytes: &[u8]) -> Result<ProvedBattle, UnprovedBattle> {
        let (Some(state), Some(known), true) = (self.state(), self.position(), self.is_over()) else {
            return Err(UnprovedBattle::NotOver);
        };
        let (replay, record) = Replay::verify_bytes(bytes)?;
        let battle = record.battle();
        // Where a side knows everything, the whole position; else the side's own orders, every one of them.
        let is_whole = state.you.is_none() || !battle.rules().options.fog_of_war;
        let is_same = battle.verdict() == known.verdict()
            && battle.verdict() == state.verdict
            && (!is_whole || battle.hash() == known.hash());
        let own = |side: Side| {
            let told = self.told_orders().iter().filter(|told| told.side == side);
            let given: Vec<Order> =
                told.filter_map(|told| told.order.and_then(OrderMessage::as_order)).collect();
            let recorded = orders_with_sides(&replay).into_iter().filter(|&(of, _)| of == side);
            recorded.map(|(_, order)| order).eq(given)
        };
        // The side's units have begun where it has arranged them.
        let begun = |side: Side| {
            let (told, fought) = (self.start()?, Battle::from_scenario(&replay.scenario).ok()?);
            let mut units = told.roster().filter(|(_, info)| info.side == side);
            Some(units.all(|(unit, info)| {
                unit.index() < fought.roster().len() && fought.info(unit).cell == info.cell
            }))
        };
        let is_own = |side: Side| own(side) && begun(side) == Some(true);
        if !is_same || !state.you.is_none_or(is_own) {
            return Err(UnprovedBattle::OtherBattle);
        }
        check_table_dice(state, &replay.scenario)?;
        if let (Some(side), Some(proof), Some(_)) = (state.you, &state.proof, self.pledge.server)
            && proof.seats[side as usize].as_deref() != Some(self.pledge.number.to_string().as_str())
        {
            return Err(UnprovedBattle::OwnNumber);
        }
        Ok(ProvedBattle { orders: record.orders().len(), hash: record.hash() })
    }
}

/// Returns the orders of a true replay, each with the side that gave it.
fn orders_with_sides(replay: &Replay) -> Vec<(Side, Order)> {
    let Ok(battle) = Battle::from_scenario(&replay.scenario) else { return Vec::new() };
    let mut record = GameRecord::new(battle, replay.scenario.dice_source());
    let mut log = Vec::new();
    let mut given = Vec::with_capacity(replay.orders.len());
    for &(order, _) in &replay.orders {
        given.push((record.battle().side(), order));
        log.clear();
        if record.act(order, &mut log).is_err() {
            break;
        }
    }
    given
}
