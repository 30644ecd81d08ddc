//! Fronts: the cost from everywhere to the nearest enemy or castle, kept while it stays true.

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Cell, Field, GoalId, Objective, Side, UnitId, UnitTypeId, View};

/// One cost field for each set of terrain costs, computed as far as it is asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct CostFieldCache {
    fields: Vec<Option<Field>>,
    spare: Vec<Field>,
    /// Number or digest of the goals when the fields were begun: the fields stay true until one falls or is taken.
    goals: u64,
    /// Digest of the terrain that had changed by then: works and events of the scenario may change more within
    /// a half-turn.
    changes: u64,
}

/// A side and a unit type, and the cell that a unit of them starts from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MarchStart {
    pub(crate) side: Side,
    pub(crate) kind: UnitTypeId,
    pub(crate) cell: Cell,
}

impl MarchStart {
    /// Returns the start of a unit where it stands.
    pub(crate) fn start_of_unit(view: View<'_>, unit: UnitId) -> Self {
        let info = view.info(unit);
        Self { side: info.side, kind: info.kind, cell: view.unit(unit).cell }
    }
}

impl CostFieldCache {
    /// Returns the cost from the start to the nearest enemy, in MP, and the field that holds the
    /// cost of every cell nearer than the start; `None` without a path. Friends are passed through
    /// and enemies are the goals, so that no unit stands in the way.
    pub(crate) fn field_towards_enemies(
        &mut self,
        view: View<'_>,
        start: MarchStart,
    ) -> Option<(u32, &Field)> {
        let enemies = view.living(start.side.other()).map(|enemy| view.unit(enemy).cell);
        self.field_towards(view, start, view.alive(start.side.other()).into(), enemies, |_| true)
    }

    /// Returns the cost from the start to the nearest hex to go to without an enemy in sight, and the
    /// field as in [`field_towards_enemies`](Self::field_towards_enemies): a hex of a goal, and where
    /// goals alone decide a castle, that the side does not hold; `None` where there are no goals.
    pub(crate) fn field_towards_goal_hexes(
        &mut self,
        view: View<'_>,
        start: MarchStart,
    ) -> Option<(u32, &Field)> {
        if !view.has_goals() {
            return None;
        }
        let castles = view.objective() == Objective::Goals;
        let is_wanted = |&(hex, owner): &(Cell, Side)| {
            owner != start.side && (castles || !view.map().castles().contains(&hex))
        };
        let hexes = || view.hexes_at_stake().filter(is_wanted).map(|(hex, _)| hex);
        self.field_towards(view, start, hexes().count() as u64, hexes(), |_| true)
    }

    /// Returns the cost from the start to the nearest hex at stake that its side does not hold and nobody
    /// stands on, around enemies on the path, and the field as in
    /// [`field_towards_enemies`](Self::field_towards_enemies).
    pub(crate) fn field_towards_free_hexes(
        &mut self,
        view: View<'_>,
        start: MarchStart,
    ) -> Option<(u32, &Field)> {
        let is_wanted = |&(hex, owner): &(Cell, Side)| owner != start.side && view.at(hex).is_none();
        let hexes = || view.hexes_at_stake().filter(is_wanted).map(|(hex, _)| hex);
        // One may be left while another is entered.
        let enemies = u64::from(view.alive(start.side.other()));
        let digest = hexes().fold(enemies, |digest, hex| split_mix(digest ^ hex.index() as u64));
        self.field_towards(view, start, digest, hexes(), |cell| !view.enemy_at(start.side, cell))
    }

    /// Returns the cost from the start to the nearest castle that its side does not hold, around
    /// enemies on the path, and the field as in
    /// [`field_towards_enemies`](Self::field_towards_enemies).
    pub(crate) fn field_towards_castles(
        &mut self,
        view: View<'_>,
        start: MarchStart,
    ) -> Option<(u32, &Field)> {
        let castles =
            view.hexes_at_stake().filter(|&(_, owner)| owner != start.side).map(|(castle, _)| castle);
        let enemies = view.alive(start.side.other()).into();
        self.field_towards(view, start, enemies, castles, |cell| !view.enemy_at(start.side, cell))
    }

    /// Returns the cost from the start to the nearest hex over which a goal has units leave the map,
    /// around enemies on the path, and the field as in
    /// [`field_towards_enemies`](Self::field_towards_enemies).
    pub(crate) fn field_towards_exits(
        &mut self,
        view: View<'_>,
        start: MarchStart,
        goal: GoalId,
    ) -> Option<(u32, &Field)> {
        let cells = view.goal(goal).aim.cells().iter().copied();
        // Fields of another goal, or of other enemies, are not true for this one.
        let count = u64::from(goal.0) << 32 | u64::from(view.alive(start.side.other()));
        self.field_towards(view, start, count, cells, |cell| !view.enemy_at(start.side, cell))
    }

    fn field_towards(
        &mut self,
        view: View<'_>,
        MarchStart { kind, cell, .. }: MarchStart,
        wanted: u64,
        goals: impl Iterator<Item = Cell>,
        open: impl Fn(Cell) -> bool,
    ) -> Option<(u32, &Field)> {
        let now = (wanted, digest_of_changes(view));
        if (self.goals, self.changes) != now {
            (self.goals, self.changes) = now;
            self.forget_fields();
        }
        let (layer, costs) = (view.map().cost_layer_number(kind), view.map().costs(kind));
        if self.fields.len() <= layer {
            self.fields.resize(layer + 1, None);
        }
        let spare = &mut self.spare;
        let field = self.fields[layer].get_or_insert_with(|| {
            let mut field = spare.pop().unwrap_or_default();
            field.begin_search_towards(view.grid(), goals, costs);
            field
        });
        let cost = field.cost_from(cell, costs, open)?;
        Some((cost, field))
    }

    /// Forgets all fields; their memory is used for the next ones.
    pub(crate) fn forget_fields(&mut self) {
        self.spare.extend(self.fields.iter_mut().filter_map(Option::take));
    }
}

/// Returns a digest of the cells whose terrain has changed; 0 where none has.
pub(crate) fn digest_of_changes(view: View<'_>) -> u64 {
    let of_cell = |cell: Cell| split_mix((cell.index() as u64) << 32 | u64::from(view.map().terrain(cell).0));
    view.changed_cells().fold(0, |digest, cell| digest ^ of_cell(cell))
}

/// Greatest cost between the armies at which a charge is rehearsed, in ‰ of the points of the type
/// that marches: a later rehearsal sees the first blows between armies farther apart.
const CONTACT: u32 = 2000;

/// Returns `true` if the armies, as far as they are in sight, are so near each other that it matters
/// who strikes first. Cost: a search of the map up to the first unit met, or `O(units²)` where no two are near.
pub(crate) fn is_contact_near(view: View<'_>, side: Side) -> bool {
    let marching = view.rules().marching_type();
    let costs = view.map().costs(marching);
    let most = u32::from(view.rules().units[marching].movement.0) * CONTACT / 1000;
    // No path is cheaper than a straight one over terrain of the lowest cost.
    let rules = view.rules();
    let on_terrains = rules.terrains.iter().filter_map(|terrain| rules.cost(terrain, &rules.units[marching]));
    let lowest = on_terrains.min().map_or(1, |cost| u32::from(cost.0));
    let enemies = view.living(side.other()).filter(|&enemy| !view.is_out_of_sight(enemy));
    let (own, seen) = (view.living(side), || enemies.clone().map(|enemy| view.hex(enemy)));
    let mut pairs = own.flat_map(|own| seen().map(move |enemy| (view.hex(own), enemy)));
    if !pairs.any(|(own, enemy)| own.unsigned_distance_to(enemy) * lowest <= most) {
        return false;
    }
    let cells = enemies.clone().map(|enemy| view.unit(enemy).cell);
    let own = |cell: Cell| view.enemy_at(side.other(), cell);
    let mut field = Field::new();
    let met = field.search_towards_until(view.grid(), cells, costs, |_| true, own);
    met.and_then(|cell| field.cost_to(cell, costs)).is_some_and(|cost| cost <= most)
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Battle, Dice, MapFile, Order, Scenario, TypeSelector, WorkRule};

    use super::*;

    /// Red's infantry lays a bridge over the only water on the way; the field has been asked for before.
    #[test]
    fn a_bridge_of_this_half_turn_is_a_way_at_once() {
        let map = MapFile::from_ron(
            r##"(name: "A stream", rows: ["#...~.....", "~~~~~~~~~~"],
                red: (units: [(type: "infantry", at: (5, 0))]), blue: (units: [(type: "infantry", at: (1, 0))]))"##,
        )
        .unwrap();
        let mut scenario = Scenario::classic(map);
        scenario.rules.setup.distance = 0;
        scenario.rules.options.works.push(WorkRule {
            name: "bridge".into(),
            from: vec!["water".into()],
            to: "bridge".into(),
            by: vec![TypeSelector::from("infantry")],
            turns: 1,
        });
        let mut battle = Battle::from_scenario(&scenario).expect("works open the castle's only way");
        let mut cache = CostFieldCache::default();
        let mut cost = |battle: &Battle| {
            let view = View::new(battle, Side::Red);
            let start = MarchStart::start_of_unit(view, UnitId(0));
            cache.field_towards_enemies(view, start).map(|(cost, _)| cost)
        };
        assert_eq!(cost(&battle), None);
        let work = battle.possible_works(UnitId(0)).find(|order| {
            matches!(order, Order::Work { at, .. } if battle.grid().coord(battle.grid().cell(*at).unwrap()) == (4, 0).into())
        });
        battle.act(work.expect("the stream is beside"), &mut Dice::new(1), &mut Vec::new()).unwrap();
        assert!(cost(&battle).is_some_and(|cost| cost > 0), "the bridge leads over");
    }
}
