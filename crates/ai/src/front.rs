//! The front: how far it is from everywhere to the nearest enemy or castle, kept while it stays true.

use hotgates_engine::{Battle, Cell, Field, Side};

/// One cost field for each set of terrain costs, computed as far as it is asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Front {
    fields: Vec<Option<Field>>,
    spare: Vec<Field>,
    /// How many enemies stood when the fields were begun: they stay true until one falls.
    enemies: u32,
}

impl Front {
    /// What it costs a unit of this type of `side` to come from a cell to the nearest enemy, if there is a way, and the
    /// field that knows as much of every cell from which it costs less. Friends are passed through, and enemies are what
    /// it leads to, so that no unit stands in its way.
    pub(crate) fn enemies(
        &mut self,
        battle: &Battle,
        side: Side,
        kind: usize,
        from: Cell,
    ) -> Option<(u32, &Field)> {
        let enemies = battle.living(side.other()).map(|enemy| battle.unit(enemy).cell);
        self.field(battle, side, kind, enemies, (from, |_| true))
    }

    /// The same for all castles that `side` does not hold, around enemies on the way.
    pub(crate) fn castles(
        &mut self,
        battle: &Battle,
        side: Side,
        kind: usize,
        from: Cell,
    ) -> Option<(u32, &Field)> {
        let castles = battle.castles().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle);
        self.field(battle, side, kind, castles, (from, |cell| !battle.enemy_at(side, cell)))
    }

    fn field(
        &mut self,
        battle: &Battle,
        side: Side,
        kind: usize,
        goals: impl Iterator<Item = Cell>,
        (from, open): (Cell, impl Fn(Cell) -> bool),
    ) -> Option<(u32, &Field)> {
        if self.enemies != battle.alive(side.other()) {
            self.enemies = battle.alive(side.other());
            self.forget();
        }
        let (layer, costs) = (battle.map().layer(kind), battle.map().costs(kind));
        if self.fields.len() <= layer {
            self.fields.resize(layer + 1, None);
        }
        let spare = &mut self.spare;
        let field = self.fields[layer].get_or_insert_with(|| {
            let mut field = spare.pop().unwrap_or_default();
            field.begin_towards(battle.grid(), goals, costs);
            field
        });
        let cost = field.cost_from(from, costs, open)?;
        Some((cost, field))
    }

    /// Forgets everything, keeping the memory.
    pub(crate) fn forget(&mut self) {
        self.spare.extend(self.fields.iter_mut().filter_map(Option::take));
    }
}
