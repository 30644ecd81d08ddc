//! Foreseen plans: what the strategist tells of the plan that an order belongs to.

use std::fmt::Write;

use hotgates_engine::{Attack, Battle, Cell, Order, Permille, UnitId, View, count_words};

use super::evaluation_part::PartChange;
use super::plan_style::PlanStyle;
use crate::measures::{percent_in_words, unit_label};

/// The plan that an order belongs to, as it was played forward at mean dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForeseenPlan {
    /// Number of plans that were played forward in this half-turn.
    pub plans: u32,
    /// Style of the plan, before it was improved unit by unit.
    pub style: PlanStyle,
    /// Chance of winning by the position in which the plan was made, or mended after a throw.
    pub before: Permille,
    /// Chance of winning with the plan, once the enemy has answered.
    pub chance: Permille,
    /// Part of the evaluation that rises most from that position to the one after the answer.
    pub gain: Option<PartChange>,
    /// Part of the evaluation that falls most.
    pub loss: Option<PartChange>,
    /// The attack that the rest of the plan makes with most units; `None` without attacks, or when
    /// no steps were left to mend the plan after a throw.
    pub strike: Option<PlannedStrike>,
    /// The march that the order is a part of; `None` for an order that leads no nearer to a castle.
    pub march: Option<PlannedMarch>,
    /// The best plan of another style, as it was made, with its chance of winning; `None` after a
    /// throw.
    pub instead: Option<(PlanStyle, Permille)>,
}

/// Attacks of several units on one enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedStrike {
    /// The enemy.
    pub target: UnitId,
    /// Number of hexes that the enemy is attacked from.
    pub hexes: u32,
    /// `true` if guns fire at the enemy before others attack it.
    pub guns_first: bool,
}

/// A march on a castle or a hex of a goal that the side wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedMarch {
    /// Cell of the castle or hex.
    pub castle: Cell,
    /// Turn in which the unit can be there with all its MP in each turn, where it costs 18 MP to
    /// drive an enemy off the way.
    pub turn: u32,
}

impl PlannedStrike {
    /// Returns the strike with the most hexes among the orders of a plan; of equal ones the first.
    pub(super) fn in_plan(view: View<'_>, orders: &[Order]) -> Option<Self> {
        let mut moved: Vec<(UnitId, Cell)> = Vec::new();
        let mut strikes: Vec<(Self, Vec<Cell>, bool)> = Vec::new();
        for &order in orders {
            match order {
                Order::Move { unit, to } => {
                    moved.retain(|&(other, _)| other != unit);
                    moved.extend(view.grid().cell(to).map(|cell| (unit, cell)));
                }
                Order::Attack { unit, target } => {
                    let moved_to = moved.iter().find(|&&(other, _)| other == unit);
                    let from = moved_to.map_or_else(|| view.unit(unit).cell, |&(_, cell)| cell);
                    let mode = view.attack_mode_from(unit, from, view.unit(target).cell);
                    let fires = mode == Some(Attack::Ranged);
                    let known = strikes.iter().position(|(strike, ..)| strike.target == target);
                    let place = known.unwrap_or_else(|| {
                        strikes.push((Self { target, hexes: 0, guns_first: false }, Vec::new(), fires));
                        strikes.len() - 1
                    });
                    let (strike, cells, opened_by_fire) = &mut strikes[place];
                    strike.guns_first |= *opened_by_fire && !fires;
                    if !cells.contains(&from) {
                        cells.push(from);
                        strike.hexes += 1;
                    }
                }
                Order::Exit { .. } | Order::Face { .. } | Order::Work { .. } | Order::EndTurn => {}
            }
        }
        strikes.into_iter().map(|(strike, ..)| strike).rev().max_by_key(|strike| strike.hexes)
    }
}

impl ForeseenPlan {
    /// Number of points of 1 % that the other plan would cost; 0 where it would cost nothing.
    #[must_use]
    pub fn cost_of_other_plan(&self) -> u32 {
        let percent = |share: Permille| (share.0 + 5) / 10;
        self.instead.map_or(0, |(_, other)| percent(self.chance).saturating_sub(percent(other)))
    }

    /// Returns the plan in words, for the position in which the order was given.
    pub(crate) fn in_words(&self, battle: &Battle) -> String {
        let Self { plans, style, before, chance, gain, loss, strike, march, instead } = *self;
        let mut text = if plans == 1 {
            "the only plan played forward".to_owned()
        } else {
            format!("the best of {plans} plans played forward")
        };
        let _ = write!(text, ": to {}", style.in_words());
        if let Some(PlannedStrike { target, hexes, guns_first }) = strike {
            let (target, hexes) = (unit_label(battle, target), count_words(hexes, "hex", "hexes"));
            let guns = if guns_first { ", guns first" } else { "" };
            let _ = write!(text, ", striking {target} from {hexes}{guns}");
        }
        let (now, chance) = (percent_in_words(before), percent_in_words(chance));
        let _ = write!(text, "; {chance} to win, {now} as it stands");
        for change in [gain, loss].into_iter().flatten() {
            let _ = write!(text, "; {}", change.in_words());
        }
        if let Some(PlannedMarch { castle, turn }) = march {
            let what = if battle.map().castles().contains(&castle) { "castle" } else { "goal" };
            let hex = battle.grid().coord(castle);
            let _ = write!(text, "; towards the {what} at {hex}, there in turn {turn} if all goes well");
        }
        if let Some((other, chance)) = instead {
            let _ = write!(text, "; rather than to {}, {}", other.in_words(), percent_in_words(chance));
            let cost = self.cost_of_other_plan();
            if cost > 0 {
                let _ = write!(text, ", less by {cost}");
            }
        }
        text
    }
}
