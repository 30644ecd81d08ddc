//! Marches: ways of units over several turns, which a person orders once. A march is taken up at the
//! start of each of its side's turns, and ends where the unit meets the enemy or something has happened
//! to it. The engine is given plain moves; a march is no part of the battle, and is not saved.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use hotgates_engine::{Battle, Cell, Order, PathFinder, PathOptions, Reach, Side, Strength, UnitId};

use super::control::give_order;
use super::{AutosaveBattle, BattleSystems};
use crate::scene::{FoughtBattle, Scene, is_battle_fought};
use hotgates_board::{CentreViewOnHex, HoveredHex};
use hotgates_ui::{Notice, Phrase};

/// Distance in hexes at which an enemy in sight ends a march.
const CONTACT: u32 = 3;

/// What people have ordered units to do beyond the moment: to march, or to stay where they are.
#[derive(Debug, Clone, Default)]
pub struct StandingOrders {
    marches: BTreeMap<UnitId, March>,
    /// Units that stay where they are until the turn ends.
    holding: BTreeSet<UnitId>,
    /// The turn and side for which marches have been taken up.
    taken_up: Option<(u32, Side)>,
}

/// The march of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct March {
    to: Cell,
    /// Men that the unit had when it last marched: a unit that has been hit stops to think.
    strength: Strength,
}

/// The way of a march.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarchPlan {
    /// Cells of the way, from the unit's own on.
    pub path: Vec<Cell>,
    /// Cost of the way, in movement points.
    pub cost: u32,
    /// Cells on which the unit stands at the end of each turn, the last of them the aim; the first is the
    /// unit's own cell where it cannot move any more in this turn.
    pub stops: Vec<Cell>,
}

impl MarchPlan {
    /// Finds the cheapest way past the enemies that are known, and where the unit would stand at the end of
    /// each turn if nobody hindered it; `None` where there is no way. `finder` and `reach` are memory.
    #[must_use]
    pub fn find_way(
        battle: &Battle,
        unit: UnitId,
        to: Cell,
        finder: &mut PathFinder,
        reach: &mut Reach,
    ) -> Option<Self> {
        let found = finder.shortest_path(battle, unit, to, PathOptions::default())?;
        let (path, cost) = (found.cells.to_vec(), found.cost);
        battle.reach(unit, reach);
        let free: BTreeSet<Cell> = battle.destinations(reach).map(|(cell, _)| cell).collect();
        let first = path.iter().rposition(|cell| free.contains(cell)).unwrap_or(0);
        let (kind, costs) = (battle.kind(unit), battle.map().costs(battle.info(unit).kind));
        let (mut stops, mut left) = (vec![path[first]], u32::from(kind.movement.0));
        for (place, cell) in path.iter().enumerate().skip(first + 1) {
            let step = u32::from(costs[cell.index()]);
            if step > left {
                stops.push(path[place - 1]);
                left = u32::from(kind.movement.0);
            }
            left = left.saturating_sub(step);
        }
        if stops.last() != path.last() {
            stops.extend(path.last());
        }
        Some(Self { path, cost, stops })
    }
}

impl StandingOrders {
    /// Returns the units that march, each with its aim.
    pub fn marching_units(&self) -> impl Iterator<Item = (UnitId, Cell)> + '_ {
        self.marches.iter().map(|(&unit, march)| (unit, march.to))
    }

    /// Returns the units that are to stay where they are in this turn.
    #[must_use]
    pub const fn holding_units(&self) -> &BTreeSet<UnitId> {
        &self.holding
    }

    /// Ends the march of a unit; `true` if it had one.
    pub fn end_march(&mut self, unit: UnitId) -> bool {
        self.marches.remove(&unit).is_some()
    }

    /// Has a unit stay where it is until the turn ends, or be asked for again.
    fn toggle_hold(&mut self, unit: UnitId) {
        if !self.holding.remove(&unit) {
            self.holding.insert(unit);
        }
    }
}

/// A request about the selected unit and more than this moment.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandingAction {
    /// Have the unit march to the hex that is pointed at; at its own hex end its march.
    March,
    /// Have the unit stay where it is in this turn, or no more.
    Hold,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<StandingAction>().add_systems(
        Update,
        (handle_standing_actions, take_up_marches)
            .chain()
            .in_set(BattleSystems::Input)
            .run_if(is_battle_fought),
    );
}

/// Memory for searches.
#[derive(Default)]
struct MarchBuffers {
    finder: PathFinder,
    reach: Reach,
}

fn handle_standing_actions(
    mut actions: MessageReader<StandingAction>,
    scene: ResMut<Scene>,
    hovered: Res<HoveredHex>,
    mut notices: MessageWriter<Notice>,
    mut save: MessageWriter<AutosaveBattle>,
    mut buffers: Local<MarchBuffers>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for &action in actions.read() {
        if !game.takes_orders() {
            continue;
        }
        let game = &mut *game;
        game.playback.skip_to_end();
        let side = game.session.battle().side();
        let selected = game.selection.selected_unit();
        let Some(unit) = selected.filter(|&unit| game.session.battle().info(unit).side == side) else {
            notices.write(Notice(Phrase::new("select-who-marches")));
            continue;
        };
        match action {
            StandingAction::Hold => game.standing.toggle_hold(unit),
            StandingAction::March => {
                let here = game.session.battle().unit(unit).cell;
                match hovered.0.filter(|&cell| cell != here) {
                    Some(to) => begin_march(game, unit, to, &mut buffers, &mut notices, &mut save),
                    None if game.standing.end_march(unit) => {
                        notices.write(Notice(Phrase::new("march-ended")));
                    }
                    None => {
                        notices.write(Notice(Phrase::new("point-where-to-march")));
                    }
                }
            }
        }
    }
}

fn begin_march(
    game: &mut FoughtBattle,
    unit: UnitId,
    to: Cell,
    buffers: &mut MarchBuffers,
    notices: &mut MessageWriter<Notice>,
    save: &mut MessageWriter<AutosaveBattle>,
) {
    let battle = game.session.battle();
    let way = MarchPlan::find_way(battle, unit, to, &mut buffers.finder, &mut buffers.reach);
    match way.filter(|way| way.path.len() > 1) {
        Some(way) => {
            let strength = battle.unit(unit).strength;
            game.standing.marches.insert(unit, March { to, strength });
            go_on(game, unit, &way, notices, save);
        }
        None => {
            notices.write(Notice(Phrase::new("no-way-to-march")));
        }
    }
}

/// Moves a unit to the end of its turn's part of the way, or to where it meets the enemy.
fn go_on(
    game: &mut FoughtBattle,
    unit: UnitId,
    way: &MarchPlan,
    notices: &mut MessageWriter<Notice>,
    save: &mut MessageWriter<AutosaveBattle>,
) {
    let battle = game.session.battle();
    let march = game.standing.marches.get(&unit).copied();
    let last = way.path.iter().position(|&cell| cell == way.stops[0]).unwrap_or(0);
    let today = &way.path[1..=last];
    // Who is near the enemy already may march away from there.
    let was_near = is_enemy_near(battle, unit, way.path[0]);
    let stops_at =
        |cell: &Cell| !was_near && battle.at(*cell).is_none() && is_enemy_near(battle, unit, *cell);
    let meets = today.iter().copied().find(stops_at);
    let Some(to) = meets.or(today.last().copied()) else { return };
    let order = Order::Move { unit, to: battle.grid().hex(to) };
    let moved = give_order(game, order, notices);
    if moved {
        save.write(AutosaveBattle);
    }
    // An order that is given by hand ends a march; this one was its own.
    let arrived = game.session.battle().unit(unit).cell == way.path.last().copied().unwrap_or(to);
    if let Some(march) = march.filter(|_| moved && meets.is_none() && !arrived) {
        game.standing.marches.insert(unit, march);
    } else if meets.is_some() {
        let label = game.session.battle().info(unit).label.clone();
        notices.write(Notice(Phrase::new("march-met-enemy").with_value("unit", label)));
        game.standing.end_march(unit);
    }
}

/// Returns `true` if an enemy that is known stands near a cell.
fn is_enemy_near(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    battle.enemies_within(battle.info(unit).side, cell, CONTACT).next().is_some()
}

/// Takes up the marches of the side whose turn has begun.
fn take_up_marches(
    scene: ResMut<Scene>,
    mut notices: MessageWriter<Notice>,
    mut save: MessageWriter<AutosaveBattle>,
    mut centre: MessageWriter<CentreViewOnHex>,
    mut buffers: Local<MarchBuffers>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let now = (game.session.battle().turn(), game.session.battle().side());
    if game.standing.taken_up == Some(now) || !game.takes_orders() || !game.playback.is_idle() {
        return;
    }
    let game = &mut *game;
    let first = game.standing.taken_up.is_none();
    game.standing.taken_up = Some(now);
    game.standing.holding.clear();
    if first {
        return;
    }
    let MarchBuffers { finder, reach } = &mut *buffers;
    for (unit, march) in game.standing.marches.clone() {
        let battle = game.session.battle();
        let state = battle.unit(unit);
        if !state.alive() {
            game.standing.end_march(unit);
            continue;
        }
        if battle.info(unit).side != now.1 {
            continue;
        }
        let way = MarchPlan::find_way(battle, unit, march.to, finder, reach);
        let hindered = state.strength != march.strength || is_enemy_near(battle, unit, state.cell);
        match way.filter(|_| !hindered) {
            Some(way) => go_on(game, unit, &way, &mut notices, &mut save),
            None => {
                let (cell, label) = (state.cell, battle.info(unit).label.clone());
                game.standing.end_march(unit);
                centre.write(CentreViewOnHex(cell));
                notices.write(Notice(Phrase::new("march-hindered").with_value("unit", label)));
            }
        }
    }
}
