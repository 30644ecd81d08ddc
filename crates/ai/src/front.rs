//! The front: how far it is from everywhere to the nearest enemy or castle, kept while it stays true.

use hotgates_engine::{Battle, Cell, Field, Side};

/// One cost field for each set of terrain costs, computed when it is first asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Front {
    fields: Vec<Option<Field>>,
    spare: Vec<Field>,
    /// How many enemies stood when the fields were computed: they stay true until one falls.
    enemies: u32,
}

impl Front {
    /// The field towards all enemies of `side` for units of this type. Friends are passed through, and enemies are
    /// what it leads to, so that no unit stands in its way.
    pub(crate) fn enemies(&mut self, battle: &Battle, side: Side, kind: usize) -> &Field {
        let enemies = battle.living(side.other()).map(|enemy| battle.unit(enemy).cell);
        self.field(battle, side, kind, enemies, |_| true)
    }

    /// The field towards all castles that `side` does not hold for units of this type, around enemies on the way.
    pub(crate) fn castles(&mut self, battle: &Battle, side: Side, kind: usize) -> &Field {
        let castles = battle.castles().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle);
        self.field(battle, side, kind, castles, |cell| !battle.enemy_at(side, cell))
    }

    fn field(
        &mut self,
        battle: &Battle,
        side: Side,
        kind: usize,
        goals: impl Iterator<Item = Cell>,
        open: impl Fn(Cell) -> bool,
    ) -> &Field {
        if self.enemies != battle.alive(side.other()) {
            self.enemies = battle.alive(side.other());
            self.forget();
        }
        let layer = battle.map().layer(kind);
        if self.fields.len() <= layer {
            self.fields.resize(layer + 1, None);
        }
        let spare = &mut self.spare;
        self.fields[layer].get_or_insert_with(|| {
            let mut field = spare.pop().unwrap_or_default();
            field.towards(battle.grid(), goals, battle.map().costs(kind), open);
            field
        })
    }

    /// Forgets everything, keeping the memory.
    pub(crate) fn forget(&mut self) {
        self.spare.extend(self.fields.iter_mut().filter_map(Option::take));
    }
}
