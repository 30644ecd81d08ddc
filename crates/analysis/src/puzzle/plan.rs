//! Plans for a half-turn, given at mean dice.

use hotgates_engine::{Battle, Dice, Illegal, Order};
use hotgates_play::Player;

/// Mean dice: every blow does what it does at the mean roll.
pub const MEAN_DICE: [u32; 2] = [7, 7];

/// Plays a plan from a position at mean dice; returns the position before the end of the half-turn.
///
/// # Errors
/// The first order that is illegal, and why.
pub fn play_plan(position: &Battle, orders: &[Order]) -> Result<Battle, (Order, Illegal)> {
    let mut battle = position.clone();
    let (mut dice, mut log) = (Dice::showing_sums(MEAN_DICE), Vec::new());
    for &order in orders.iter().filter(|&&order| order != Order::EndTurn) {
        log.clear();
        battle.act(order, &mut dice, &mut log).map_err(|why| (order, why))?;
    }
    Ok(battle)
}

/// Returns the orders of a player's half-turn at mean dice, without its end.
pub(super) fn half_turn_of(position: &Battle, player: &mut Player) -> Vec<Order> {
    let orders = player.play_half_turn_on(&mut position.clone(), &mut Dice::showing_sums(MEAN_DICE));
    orders.into_iter().map(|(order, _)| order).collect()
}

/// Returns a plan with the end of its half-turn.
pub(super) fn whole_line(orders: &[Order]) -> Vec<Order> {
    let ordered = orders.iter().copied().filter(|&order| order != Order::EndTurn);
    ordered.chain([Order::EndTurn]).collect()
}
