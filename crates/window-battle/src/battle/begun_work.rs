//! Works that units have begun, and their names in words.

use hotgates_engine::{Battle, Cell, Coord, Hex, UnitId, WorkId};

use hotgates_phrases::work_name;
use hotgates_ui::texts::Texts;

/// A work that a unit has begun and not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BegunWork {
    /// Hex that the unit works on.
    pub at: Hex,
    /// The work.
    pub work: WorkId,
    /// Number of half-turns that the unit has worked, and the number that the work takes.
    pub progress: (u8, u8),
}

impl BegunWork {
    /// Returns the work that a unit has begun; `None` where it has begun none.
    pub(crate) fn of_unit(battle: &Battle, unit: UnitId) -> Option<Self> {
        let begun = battle.condition(unit).work?;
        let here = battle.hex(unit);
        Some(Self {
            at: begun.toward.map_or(here, |way| here + way.vector()),
            work: begun.work,
            progress: (begun.half_turns, battle.half_turns_of_work(begun.work)),
        })
    }

    /// Returns the cell that the unit works on.
    pub(crate) fn cell(&self, battle: &Battle) -> Option<Cell> {
        battle.grid().cell(self.at)
    }

    /// Returns the work in words, by a text with the name of the work, its hex, and how far it has got.
    pub(crate) fn in_words(&self, texts: &Texts, battle: &Battle, key: &str) -> String {
        work_in_words(texts, key, battle, (self.at, self.work), self.progress)
    }
}

/// Returns the name of a work; nothing where the ruleset has no such work.
/// Returns a work in words, by a text with its name, its hex, and the half-turns done of those that it takes.
pub(super) fn work_in_words(
    texts: &Texts,
    key: &str,
    battle: &Battle,
    (at, work): (Hex, WorkId),
    (done, turns): (u8, u8),
) -> String {
    let values = [
        ("work", work_name(battle, work).into()),
        ("at", Coord::from(at).to_string().into()),
        ("done", u32::from(done).into()),
        ("turns", u32::from(turns).into()),
    ];
    texts.text_with_values(key, &values)
}
