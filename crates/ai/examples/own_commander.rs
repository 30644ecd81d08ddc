//! A commander of your own: write one, let it fight a built-in one, and ask for its reasons.
//!
//! ```text
//! cargo run -p hotgates-ai --example own_commander
//! ```

use std::error::Error;

use hotgates_ai::play::{Match, Player, Seat, own_seeds};
use hotgates_ai::{Budget, Commander, Exchange, Reason};
use hotgates_engine::{Battle, BySide, LegalOrders, MapFile, Order, Scenario, Side, UnitId, View, WHOLE};

/// Stands where it stands, and attacks whatever comes near enough and is worth it.
#[derive(Default)]
struct Sentry {
    orders: LegalOrders,
}

impl Commander for Sentry {
    fn name(&self) -> &'static str {
        "sentry"
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let legal = view.legal_orders(&mut self.orders);
        let attacks = legal.iter().filter_map(|order| match *order {
            Order::Attack { unit, target } => Some((unit, target)),
            Order::Move { .. } | Order::EndTurn => None,
        });
        // To look at an alternative costs a step of the budget; without steps there is nothing to
        // look at.
        let exchanges = attacks
            .take_while(|_| budget.take_step())
            .filter_map(|(unit, target)| exchange(view, unit, target));
        match exchanges.filter(|exchange| exchange.worth > 0).max_by_key(|exchange| exchange.worth) {
            Some(exchange) => {
                let Exchange { unit, target, .. } = exchange;
                (Order::Attack { unit, target }, Reason::Attack { exchange, instead: None })
            }
            None => (Order::EndTurn, Reason::Own("nobody is near enough to be worth it".into())),
        }
    }
}

/// What an attack is expected to do: the exact odds are there for the asking, the dice are not.
fn exchange(view: View<'_>, unit: UnitId, target: UnitId) -> Option<Exchange> {
    let odds = view.odds(unit, target)?;
    let men = |count: u32| u16::try_from(count / WHOLE).ok();
    let (dealt, taken) = (men(odds.expected_target_losses())?, men(odds.expected_attacker_losses())?);
    let (from, to) = (view.unit(unit).cell, view.unit(target).cell);
    let ranged = view.grid().distance(from, to) > 1;
    let worth = 1000 * (i64::from(dealt) - i64::from(taken));
    Some(Exchange { unit, from, target, ranged, dealt, taken, worth })
}

fn main() -> Result<(), Box<dyn Error>> {
    let map = MapFile::from_ron(include_str!("../../../maps/open_field.ron"))?;
    let scenario = Scenario::classic(MapFile { seed: Some(42), ..map });
    let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
    let seed = scenario.seed();
    let players = BySide {
        red: Seat::from_name("hunter").make_player(&battle, own_seeds(seed).red)?,
        blue: Player::new(Box::new(Sentry::default()), None),
    };
    let mut game = Match::new(battle, seed, players);
    loop {
        // Reasons are data; their words are about the position in which the order was given.
        let before = game.game_record().battle().clone();
        let Some(turn) = game.step()? else { break };
        if turn.side == Side::Blue && turn.order != Order::EndTurn {
            println!("turn {:2}  {}: {}", before.turn(), turn.order, turn.reason.in_words(&before));
        }
    }
    let outcome = game.game_record().battle().outcome();
    if let Some(verdict) = outcome.verdict {
        println!("{verdict}; Blue has {} of {} men left", outcome.left.blue, outcome.start.blue);
    }
    Ok(())
}
