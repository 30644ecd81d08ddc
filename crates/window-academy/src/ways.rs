//! Ways over hexes at the table: the map as chosen, the search by hand, and the searches of it.

mod stage;

use hotgates_engine::{Cell, Coord};
use hotgates_search::{Cancel, Limits};
use hotgates_ways::{ShippedWay, WAY_METHODS, WayError, WayGame, WayHint, search_way};

use super::tape::{GameStep, SearchResult, SharedSearchLog, VisitedState};
use hotgates_ui::texts::Texts;

pub(super) use stage::{
    WayPictures, spawn_searched_way, spawn_way_options, spawn_ways, way_hex_width, way_hint_words,
};

/// A change of the search by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayAction {
    /// Looks at a hex.
    Look(Cell),
    /// Looks at the hex under the cursor.
    LookHere,
    /// The cursor moves so many columns and rows.
    Cursor(i8, i8),
    /// Chooses another map, by its place in [`ShippedWay::ALL`].
    Map(usize),
}

/// The search by hand.
#[derive(Debug)]
pub struct WaySession {
    /// The game.
    pub game: WayGame,
    /// The map, by its place in [`ShippedWay::ALL`].
    pub map: usize,
    /// Column and row of the keyboard's cursor.
    pub cursor: Coord,
}

impl Default for WaySession {
    fn default() -> Self {
        Self::new(0)
    }
}

impl WaySession {
    fn new(map: usize) -> Self {
        let game = WayGame::new(ShippedWay::ALL[map].parse());
        let cursor = game.map().grid().coord(game.map().start());
        Self { game, map, cursor }
    }

    /// Applies a change, or a look of the player's.
    ///
    /// # Errors
    /// The reason why a hex cannot be looked at; then nothing has changed.
    pub fn apply_action(&mut self, action: WayAction) -> Result<(), WayError> {
        let grid = *self.game.map().grid();
        match action {
            WayAction::Look(cell) => return self.game.look_at_hex(cell),
            WayAction::LookHere => {
                let cell = grid.at(self.cursor).ok_or(WayError::OffMap { hex: self.cursor })?;
                return self.game.look_at_hex(cell);
            }
            WayAction::Cursor(right, down) => {
                self.cursor.col = (self.cursor.col + i32::from(right)).clamp(0, grid.width() - 1);
                self.cursor.row = (self.cursor.row + i32::from(down)).clamp(0, grid.height() - 1);
            }
            WayAction::Map(map) if map < ShippedWay::ALL.len() => *self = Self::new(map),
            WayAction::Map(_) => {}
        }
        Ok(())
    }

    /// Starts the game again from the beginning.
    pub fn restart(&mut self) {
        self.game = WayGame::new(self.game.map().clone());
    }

    /// Prepares a search of the map, to be run in the background. What it found is played as looks along the way.
    pub fn prepare_search(
        &self,
        method: usize,
    ) -> impl FnOnce(&SharedSearchLog, &Cancel) -> SearchResult + Send + use<> {
        let game = self.game.clone();
        let method = WAY_METHODS[method.min(WAY_METHODS.len() - 1)];
        move |tape, cancel| {
            let cancel = &|| cancel.is_set();
            let limits = Limits::default().with_cancel(cancel);
            let mut watch = tape.note_reports(VisitedState::Way);
            let found = search_way(game.map(), method, &limits, &mut watch);
            let has_not_been_looked_at = |cell: &Cell| game.found_hex(*cell).is_none_or(|hex| hex.waits);
            let before_goal = found.way.split_last().map_or(&[][..], |(_, before)| before);
            let looks = before_goal.iter().copied().filter(has_not_been_looked_at).map(GameStep::Look);
            let work = (found.certainty, found.statistics);
            SearchResult::of_path(found.cost, found.bound, work, looks.collect())
        }
    }

    /// Prepares the looks that prove the cheapest way from here on.
    pub fn prepare_solution(&self) -> impl FnOnce(&Cancel) -> Vec<GameStep> + Send + use<> {
        let mut game = self.game.clone();
        move |cancel| {
            let next = |game: &WayGame| game.next_hint().filter(|_| !cancel.is_set());
            let mut looks = Vec::new();
            while let Some(WayHint { cell, .. }) = next(&game) {
                game.look_at_hex(cell).expect("hints can be followed");
                looks.push(GameStep::Look(cell));
            }
            looks
        }
    }
}

/// Returns the key of the name of a map.
pub(super) const fn way_name_key(map: usize) -> &'static str {
    ["way-plain", "way-road", "way-bay", "way-river"][map]
}

/// Returns the result of the search by hand so far in the player's language, and `true` once it is final.
pub(super) fn way_status_words(texts: &Texts, game: &WayGame) -> (String, bool) {
    use hotgates_ways::WayProspects;
    let looks = ("looks", game.looked_at().len().into());
    match game.prospects() {
        WayProspects::Searching => (texts.text_with_values("way-goes-on", &[looks]), false),
        WayProspects::Found { cost } => {
            (texts.text_with_values("way-found", &[looks, ("cost", cost.into())]), false)
        }
        WayProspects::Proven { cost } => {
            let hints = ("hints", game.looks_of_hints().into());
            (texts.text_with_values("way-proven", &[looks, ("cost", cost.into()), hints]), true)
        }
        WayProspects::NoWay => (texts.text_with_values("way-none", &[looks]), true),
    }
}
