//! Themes of puzzles: what the solution does, read off its orders.

use hotgates_engine::{Attack, Battle, Dice, Order, UnitId, View};
use serde::{Deserialize, Serialize};

/// Idea of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PuzzleTheme {
    /// Blue enters a castle that Red has taken.
    Retake,
    /// Red enters a castle in the last turn.
    DuskCharge,
    /// Red enters a castle before the last turn.
    Storm,
    /// A gun fires at a unit before others attack the same unit.
    GunsFirst,
    /// Several units attack one.
    Converge,
    /// A unit attacks and goes back.
    StrikeAndWithdraw,
    /// Attacks of other kinds.
    Strike,
    /// A unit of Blue goes to a castle of Blue's own.
    Guard,
    /// Marches without an attack.
    March,
    /// No order at all.
    StandFast,
}

impl PuzzleTheme {
    /// All themes.
    pub const ALL: [Self; 10] = [
        Self::Retake,
        Self::DuskCharge,
        Self::Storm,
        Self::GunsFirst,
        Self::Converge,
        Self::StrikeAndWithdraw,
        Self::Strike,
        Self::Guard,
        Self::March,
        Self::StandFast,
    ];

    /// Returns the theme in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Retake => "retake the castle",
            Self::DuskCharge => "charge before dusk",
            Self::Storm => "storm the castle",
            Self::GunsFirst => "guns first",
            Self::Converge => "all against one",
            Self::StrikeAndWithdraw => "strike and withdraw",
            Self::Strike => "strike",
            Self::Guard => "man the castle",
            Self::March => "march",
            Self::StandFast => "stand fast",
        }
    }

    /// Reads the theme off a plan, which is played at mean dice.
    #[must_use]
    pub fn of_plan(position: &Battle, orders: &[Order]) -> Self {
        let mut battle = position.clone();
        let side = battle.side();
        let last_turn = battle.half_turns_left() <= 2;
        let mut attacks: Vec<(UnitId, UnitId, Option<Attack>)> = Vec::new();
        let (mut entered, mut guarded, mut withdrew, mut moved) = (false, false, false, false);
        for &order in orders {
            let view = View::new(&battle, side);
            match order {
                Order::Attack { unit, target } => {
                    let (from, to) = (view.unit(unit).cell, view.unit(target).cell);
                    attacks.push((unit, target, view.attack_mode_from(unit, from, to)));
                }
                Order::Move { unit, to } => {
                    moved = true;
                    withdrew |= attacks.iter().any(|&(attacker, ..)| attacker == unit);
                    let castle = view.castles().find(|&(castle, _)| view.grid().hex(castle) == to);
                    entered |= castle.is_some_and(|(_, owner)| owner != side);
                    guarded |= castle.is_some_and(|(_, owner)| owner == side);
                }
                Order::Exit { .. } => moved = true,
                Order::Face { .. } | Order::Work { .. } => {}
                Order::EndTurn => break,
            }
            if battle.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).is_err() {
                break;
            }
        }
        let together = |guns: bool| {
            attacks.iter().enumerate().any(|(first, &(unit, target, by))| {
                attacks[first + 1..].iter().any(|&(other, also, then)| {
                    let fires = by == Some(Attack::Ranged) && then == Some(Attack::Melee);
                    other != unit && also == target && (!guns || fires)
                })
            })
        };
        let invader = side == hotgates_engine::Side::Red;
        match () {
            () if entered && !invader => Self::Retake,
            () if entered && last_turn => Self::DuskCharge,
            () if entered => Self::Storm,
            () if together(true) => Self::GunsFirst,
            () if together(false) => Self::Converge,
            () if withdrew => Self::StrikeAndWithdraw,
            () if !attacks.is_empty() => Self::Strike,
            () if guarded => Self::Guard,
            () if moved => Self::March,
            () => Self::StandFast,
        }
    }
}
