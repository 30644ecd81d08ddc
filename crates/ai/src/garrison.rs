//! Garrisons: castles that must be kept, and those that may be left for a while.

use hotgates_engine::{Arm, Cell, Field, Reach, Side, UnitId, View};

use crate::foresight::Foresight;
use crate::position::{Position, PositionRole, living_units_of_arm};
use hotgates_search::Budget;

/// Adds a position on each own castle that an enemy could enter in its next half-turn and that no
/// position is on: a castle left open is lost, whatever else is held.
pub(crate) fn garrison_castles(view: View<'_>, side: Side, wanted: &mut Vec<Position>) {
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
    let Some(arm) = arms.into_iter().find(|&arm| living_units_of_arm(view, side, arm).next().is_some())
    else {
        return;
    };
    let mut field = Field::new();
    for (castle, owner) in view.hexes_at_stake() {
        if owner != side || wanted.iter().any(|position| position.cell == castle) {
            continue;
        }
        if can_enemy_enter(view, side, castle, &mut field) {
            wanted.insert(0, Position { cell: castle, arm, role: PositionRole::Garrison, strength: 0 });
        }
    }
}

/// Returns `true` if an enemy could enter a castle in its next half-turn, if nobody stood there.
fn can_enemy_enter(view: View<'_>, side: Side, castle: Cell, field: &mut Field) -> bool {
    let own = |cell: Cell| view.at(cell).is_some_and(|unit| view.info(unit).side == side);
    view.living(side.other()).any(|enemy| {
        let (from, movement) = (view.unit(enemy).cell, view.kind(enemy).movement);
        let near = view.grid().distance(from, castle) <= u32::from(movement.0);
        near && {
            let costs = view.map().costs(view.info(enemy).kind);
            let open = |cell: Cell| cell == castle || !own(cell);
            field.from_sources_within(view.grid(), [from], costs, movement.0.into(), open);
            field.cost(castle).is_some()
        }
    })
}

/// Has a garrison under fire leave its castle, when no enemy could enter it in its next half-turn:
/// the position on the castle, if there is one, makes room for one near it where nothing can be
/// done to the unit, and from where it can be back in the half-turn after. The castle stays its
/// side's meanwhile. A garrison that can strike those who fire at it stays.
pub(crate) fn leave_castles_under_fire(
    view: View<'_>,
    side: Side,
    foresight: &mut Foresight,
    wanted: &mut Vec<Position>,
    budget: &mut Budget,
) {
    let (mut field, mut reach, mut targets) = (Field::new(), Reach::new(), Vec::new());
    for (castle, _) in view.hexes_at_stake().filter(|&(_, owner)| owner == side) {
        let own = |&unit: &_| view.info(unit).side == side && !view.unit(unit).halted;
        let Some(unit) = view.at(castle).filter(own) else { continue };
        view.find_targets(unit, &mut targets);
        if !targets.is_empty() || can_enemy_enter(view, side, castle, &mut field) {
            continue;
        }
        let men = view.unit(unit).strength.0;
        let mut is_in_danger =
            |cell: Cell| foresight.worth_of_enemy_answers(view, unit, cell, men, None, budget) != Some(0);
        let shells = |enemy: UnitId| view.can_attack(enemy, view.unit(enemy).cell, unit);
        let mut guns = living_units_of_arm(view, side.other(), Arm::Artillery);
        if !guns.any(shells) || !is_in_danger(castle) {
            continue;
        }
        view.reach(unit, &mut reach);
        let mut cells: Vec<_> =
            view.destinations(&reach).map(|(cell, left)| (std::cmp::Reverse(left), cell)).collect();
        cells.sort_unstable();
        let (costs, movement) =
            (view.map().costs(view.info(unit).kind), u32::from(view.kind(unit).movement.0));
        field.begin_search_towards(view.grid(), [castle], costs);
        let mut is_near =
            |cell: Cell| field.cost_from(cell, costs, |_| true).is_some_and(|cost| cost <= movement);
        let taken = |cell: Cell| wanted.iter().any(|position| position.cell == cell);
        let shelter = cells
            .iter()
            .map(|&(_, cell)| cell)
            .find(|&cell| !taken(cell) && is_near(cell) && !is_in_danger(cell));
        if let Some(cell) = shelter {
            wanted.retain(|position| position.cell != castle);
            let arm = view.kind(unit).arm;
            wanted.push(Position { cell, arm, role: PositionRole::Reserve, strength: 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Battle, MapFile, Scenario};

    use super::*;

    /// Returns the cells that Blue wants held once `keeper` has kept a castle against these enemies,
    /// with a position on the castle before.
    fn wanted_cells(keeper: &str, enemies: &str) -> Vec<(i32, i32)> {
        let source = format!(
            r#"Map(name: "shelled", rows: ["............", "............", "...#........", "............"],
                turns: 9, red: (units: [{enemies}]), blue: (units: [(type: "{keeper}", at: (3, 2))]))"#
        );
        let mut scenario = Scenario::classic(MapFile::from_ron(&source).unwrap());
        scenario.rules.setup.distance = 0;
        let battle = Battle::from_scenario(&scenario).unwrap();
        let view = View::new(&battle, Side::Blue);
        let mut foresight = Foresight::default();
        foresight.begin_half_turn(view, Side::Blue);
        let castle = battle.map().castles()[0];
        let arm = view.kind(view.at(castle).unwrap()).arm;
        let mut wanted = vec![Position { cell: castle, arm, role: PositionRole::Garrison, strength: 0 }];
        leave_castles_under_fire(view, Side::Blue, &mut foresight, &mut wanted, &mut Budget::new(1000));
        let coord = |position: &Position| battle.grid().coord(position.cell);
        wanted.iter().map(coord).map(|coord| (coord.col, coord.row)).collect()
    }

    #[test]
    fn a_garrison_leaves_when_it_is_shelled_and_nobody_could_enter() {
        let gun = r#"(type: "artillery", at: (7, 2))"#;
        let left = wanted_cells("infantry", gun);
        assert!(left.len() == 1 && left != [(3, 2)], "{left:?}");
        let keeps =
            |keeper: &str, enemies: &str| assert_eq!(wanted_cells(keeper, enemies), [(3, 2)], "{keeper}");
        keeps("artillery", gun);
        keeps("infantry", &format!(r#"{gun}, (type: "cavalry", at: (9, 2))"#));
        keeps("infantry", r#"(type: "infantry", at: (11, 2))"#);
    }
}
