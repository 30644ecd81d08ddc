//! Charges: when a warden gives up holding, and how it finds out that this promises more.

use std::sync::Arc;

use hotgates_engine::{Objective, Side, View};

use super::{DefendedGround, HeldGround, RehearsedWays, Warden, split_budget};
use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::engage::man_value;
use crate::front::is_contact_near;
use crate::hunter::Hunter;
use crate::rehearsal::Rehearsal;
use crate::thinking::ChargeReason;
use hotgates_doctrine::Doctrine;
use hotgates_search::Budget;

impl Warden {
    /// Returns `true` if to charge promises more than to hold the ground, when both are played
    /// forward. A charge is only considered near the enemy, and out of a set with
    /// an army that is worth no less than the enemy's.
    pub(super) fn is_charge_better(
        &mut self,
        view: View<'_>,
        side: Side,
        ground: &HeldGround,
        budget: &mut Budget,
    ) -> bool {
        let worth = |side: Side| army_worth(view, side, ConditionWeight(self.doctrine.condition));
        let outweighed = worth(side.other()) * 1000 > worth(side) * SORTIE;
        if self.ground != DefendedGround::Rehearsed
            || ground.set.is_some() && outweighed
            || !is_contact_near(view, side)
        {
            return false;
        }
        let ways = self.rehearsal.get_or_insert_with(|| {
            let doctrine = || Arc::clone(&self.doctrine);
            Box::new(RehearsedWays {
                rehearsal: Rehearsal::new(view, ConditionWeight(self.doctrine.condition)),
                holds: Self::new(self.seed).with_doctrine(doctrine()),
                charges: Hunter::with_doctrine(doctrine()),
                enemy: Hunter::default(),
            })
        });
        let RehearsedWays { rehearsal, holds, charges, enemy } = &mut **ways;
        rehearsal.begin(view, budget.steps_left() / STEPS_SHARE);
        holds.ground = DefendedGround::Given(Box::new(ground.clone()));
        let mut part = split_budget(budget, REHEARSAL);
        let mut play = |own: &mut dyn Commander| {
            rehearsal.play_forward(own, enemy, &mut part).map(|()| rehearsal.losses_worth())
        };
        let worth = play(holds).and_then(|holding| Some((holding, play(charges)?)));
        budget.take_steps(part.steps_spent());
        worth.is_some_and(|(holding, charging)| charging > holding)
    }

    /// Returns the reason to charge, if there is one: the side has to take castles rather than keep
    /// them, the enemy is weaker, or dusk is near.
    pub(super) fn reason_to_charge(&self, view: View<'_>, side: Side) -> Option<ChargeReason> {
        let mut held = view.hexes_at_stake().map(|(_, owner)| owner == side);
        let must_take = if view.is_invader(side) { !held.all(|held| held) } else { !held.any(|held| held) };
        let Doctrine { weaker, dusk, dusk_always, condition, .. } = *self.doctrine;
        let worth = |side: Side| army_worth(view, side, ConditionWeight(condition));
        let left = u64::from(view.last_turn() - view.turn()) * 1000;
        let dusk = left < u64::from(view.last_turn()) * u64::from(dusk);
        let is_weaker = || worth(side.other()) * 1000 < worth(side) * i64::from(weaker);
        match () {
            () if must_take => Some(ChargeReason::Castles),
            () if is_weaker() => Some(ChargeReason::Weaker),
            () if dusk && (dusk_always || loses_at_dusk(view, side)) => Some(ChargeReason::Dusk),
            () => None,
        }
    }
}

/// Greatest worth of the enemy's army with which a charge out of a set is considered, in ‰ of the
/// own army's.
const SORTIE: i64 = 1000;

/// Share of the steps that the commanders who are played forward have in each half-turn: one in so
/// many.
const STEPS_SHARE: u64 = 4;

/// Part of the steps left that a rehearsal may take, in ‰.
const REHEARSAL: u32 = 500;

/// Returns the worth of a side's units together: the losses that they could deal, in ‰ of a man, as far
/// as they hold together.
fn army_worth(view: View<'_>, side: Side, condition: ConditionWeight) -> i64 {
    let men = |unit| condition.weighed_men(view, view.unit(unit).strength.0, view.condition(unit));
    view.living(side).map(|unit| men(unit) * man_value(view, unit)).sum()
}

/// Returns `true` if this side would lose if dusk fell now.
fn loses_at_dusk(view: View<'_>, side: Side) -> bool {
    let held = |side: Side| view.castles().filter(|&(_, owner)| owner == side).count();
    let enemy = side.other();
    match view.objective() {
        Objective::Invasion if side == Side::Blue => view.holds_all_castles(Side::Red),
        Objective::Invasion => !view.holds_all_castles(Side::Red),
        Objective::Goals if view.is_invader(side) => true,
        Objective::Goals => !view.is_invader(enemy) && view.victory_points(side) < view.victory_points(enemy),
        Objective::Meeting => {
            // More castles, then more strength left as a share of the start.
            let share = |side: Side, other: Side| {
                u64::from(view.living_strength(side)) * u64::from(view.start_strength(other))
            };
            (held(side), share(side, enemy)) < (held(enemy), share(enemy, side))
        }
    }
}
