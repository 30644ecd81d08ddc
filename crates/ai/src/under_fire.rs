//! Under fire: what an attack costs by guns that have kept their fire.

use hotgates_engine::{Attack, Cell, Fighter, Strength, UnitId, View};

/// Returns the men that an attacker loses at mean rolls before it strikes: on its move to a cell, by the
/// enemies that would fire at it there, and by fire in support of its target.
pub(crate) fn losses_under_fire(
    view: View<'_>,
    attacker: Fighter,
    unit: UnitId,
    from: Cell,
    target: UnitId,
    by: Attack,
) -> Strength {
    let mut left = attacker;
    if from != view.unit(unit).cell {
        left.strength = left_after_move(view, unit, from, attacker);
    }
    if by == Attack::Melee
        && left.strength.0 > 0
        && let Some(gun) = view.supporter_of(target, from)
        // Who fires at the move has no shot left.
        && !fires_at_move(view, gun, unit, from)
    {
        left.strength.0 -= mean_losses(view, view.fighter_in_support(gun, from), left).0;
    }
    Strength(attacker.strength.0 - left.strength.0)
}

/// Returns the men that are left of a unit once it has moved to a cell.
fn left_after_move(view: View<'_>, unit: UnitId, to: Cell, mover: Fighter) -> Strength {
    let mut left = Fighter { dug_in: 0, ..mover };
    let guns = view.living(view.info(unit).side.other()).filter(|&gun| view.kind(gun).reacts);
    for gun in guns {
        if left.strength.0 > 0 && fires_at_move(view, gun, unit, to) {
            left.strength.0 -= mean_losses(view, view.fighter_in_reaction(gun, to), left).0;
        }
    }
    left.strength
}

/// Returns `true` if a gun would fire at a unit on its way to a cell: there, or on a hex beside it that is
/// nearer to where the unit stands, since no gun fires at who is next to it.
fn fires_at_move(view: View<'_>, gun: UnitId, unit: UnitId, to: Cell) -> bool {
    let (grid, here) = (view.grid(), view.unit(unit).cell);
    if to == here || !view.kind(gun).reacts || !view.condition(gun).ready {
        return false;
    }
    let far = grid.distance(to, here);
    let before =
        |&cell: &Cell| grid.contains(grid.hex(cell)) && (1..far).contains(&grid.distance(cell, here));
    view.would_react(gun, to)
        || grid.around(to).into_iter().filter(before).any(|cell| view.would_react(gun, cell))
}

/// Returns the men that fire costs a fighter at a mean roll.
fn mean_losses(view: View<'_>, shooter: Fighter, target: Fighter) -> Strength {
    view.combat().losses_at_mean_rolls(Attack::Ranged, shooter, target).0
}
