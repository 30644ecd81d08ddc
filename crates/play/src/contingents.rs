//! Contingents with a commander of their own, beside the commander of their side.

use hotgates_ai::{Commander, Reason, Thinking};
use hotgates_engine::mix::split_mix;
use hotgates_engine::{Battle, ContingentEntry, KnownBattle, Order, Side, UnitId, View};
use hotgates_search::Budget;

use crate::player::Player;

/// The commander of a side whose contingents have commanders of their own: in each half-turn these give their orders
/// first, in the order of the file, each with its own budget, and then the commander in chief for all other units.
///
/// Whoever is asked sees the units of the others as spent.
struct AlliedCommanders {
    chief: Box<dyn Commander>,
    allies: Vec<Ally>,
    /// Place of the ally whose orders are asked for; the number of allies for the commander in chief.
    now: usize,
    /// `true` once the commander in chief has begun the half-turn.
    chief_has_begun: bool,
}

/// Returns a player beside whose commander stand those that the scenario of a battle names for contingents, each made
/// of its name and a seed of its own.
///
/// # Errors
/// The first error of `make_ally`.
pub(crate) fn with_allies<E>(
    player: Player,
    battle: &Battle,
    seed: u64,
    make_ally: impl Fn(&str, u64) -> Result<Player, E>,
) -> Result<Player, E> {
    let ally = |(index, entry): (u64, &ContingentEntry)| {
        let player = make_ally(entry.commander.as_deref()?, split_mix(seed.wrapping_add(index)));
        Some(player.map(|player| Ally { side: entry.side, contingent: entry.name.clone(), player }))
    };
    let allies: Vec<Ally> = (1..).zip(battle.contingents()).filter_map(ally).collect::<Result<_, _>>()?;
    if allies.is_empty() {
        return Ok(player);
    }
    Ok(player
        .map_commander(|chief| Box::new(AlliedCommanders { chief, allies, now: 0, chief_has_begun: false })))
}

/// A contingent and who leads it.
struct Ally {
    side: Side,
    contingent: String,
    player: Player,
}

impl AlliedCommanders {
    fn is_led_by_ally(&self, view: View<'_>, unit: UnitId) -> bool {
        self.allies.iter().any(|ally| ally.leads(view, unit))
    }
}

impl Ally {
    fn leads(&self, view: View<'_>, unit: UnitId) -> bool {
        let info = view.info(unit);
        info.side == self.side && info.contingent.as_ref() == Some(&self.contingent)
    }
}

/// Returns what a side knows, with all of its units spent but those of one commander.
fn battle_of_units(view: View<'_>, own: impl Fn(UnitId) -> bool) -> KnownBattle {
    let mut known = view.known_battle();
    known.spend_all_but(own);
    known
}

impl Commander for AlliedCommanders {
    fn name(&self) -> &str {
        self.chief.name()
    }

    fn begin(&mut self, _: View<'_>) {
        (self.now, self.chief_has_begun) = (0, false);
        self.allies.iter_mut().for_each(|ally| ally.player.forget_half_turn());
    }

    fn thinking(&self) -> Thinking {
        self.allies.get(self.now).map_or_else(|| self.chief.thinking(), |ally| ally.player.thinking_so_far())
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        while let Some(ally) = self.allies.get_mut(self.now) {
            if view.living(view.side()).any(|unit| ally.leads(view, unit)) {
                let known = battle_of_units(view, |unit| ally.leads(view, unit));
                let (order, reason) = ally.player.next_order_beside(known.view(), budget);
                if order != Order::EndTurn {
                    return (order, reason);
                }
            }
            self.now += 1;
        }
        let known = battle_of_units(view, |unit| !self.is_led_by_ally(view, unit));
        if !self.chief_has_begun {
            self.chief_has_begun = true;
            self.chief.begin(known.view());
        }
        self.chief.order(known.view(), budget)
    }
}
