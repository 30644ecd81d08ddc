//! The targets. Each takes any bytes and panics where a law does not hold.

mod battles;
mod lines;
mod links;
mod maps;
mod records;
mod rules;
mod tables;
mod tournaments;

use std::cell::Cell;

pub use battles::{accepted_orders, recorded_battles};
pub use lines::protocol_line;
pub use links::{battle_link, packed_link, unpacked_link};
pub use maps::{battle_file, tiled_tmj, tiled_tmx, wesnoth_map};
pub use records::{campaign_save, puzzle_file, replay_file};
pub use rules::{army_file, campaign_file, doctrine_file, ruleset_file};
pub use tables::{battle_request, request_head, server_options, table_line, webhook_request};
pub use tournaments::{keyed_tournament_plan, tournament_files, tournament_plan};

/// A target with what it is fed with.
#[derive(Debug, Clone, Copy)]
pub struct FuzzTarget {
    /// Name of the target.
    pub name: &'static str,
    /// The function.
    pub run: fn(&[u8]),
    /// Greatest number of bytes of an input.
    pub most_bytes: usize,
}

thread_local! {
    static SOUND_INPUTS: Cell<u64> = const { Cell::new(0) };
}

/// Notes that an input was sound, so that its laws are asked.
fn note_sound_input() {
    SOUND_INPUTS.set(SOUND_INPUTS.get() + 1);
}

/// Returns the number of sound inputs that targets have had on this thread: how often their laws were asked
/// says what a run is worth.
#[must_use]
pub fn sound_input_count() -> u64 {
    SOUND_INPUTS.get()
}

/// Greatest number of bytes where no target says otherwise.
const USUAL_BYTES: usize = 4096;

/// All targets.
pub const TARGETS: [FuzzTarget; 21] = [
    FuzzTarget { name: "battle_file", run: battle_file, most_bytes: USUAL_BYTES },
    FuzzTarget { name: "tiled_tmj", run: tiled_tmj, most_bytes: 2 * USUAL_BYTES },
    FuzzTarget { name: "tiled_tmx", run: tiled_tmx, most_bytes: 2 * USUAL_BYTES },
    FuzzTarget { name: "wesnoth_map", run: wesnoth_map, most_bytes: USUAL_BYTES },
    // A ruleset with all optional rules is as long as this.
    FuzzTarget { name: "ruleset_file", run: ruleset_file, most_bytes: 4 * USUAL_BYTES },
    FuzzTarget { name: "campaign_file", run: campaign_file, most_bytes: USUAL_BYTES },
    FuzzTarget { name: "army_file", run: army_file, most_bytes: USUAL_BYTES },
    FuzzTarget { name: "doctrine_file", run: doctrine_file, most_bytes: 2 * USUAL_BYTES },
    // A replay holds its ruleset.
    FuzzTarget { name: "replay_file", run: replay_file, most_bytes: 4 * USUAL_BYTES },
    FuzzTarget { name: "battle_link", run: battle_link, most_bytes: 4 * USUAL_BYTES },
    FuzzTarget { name: "campaign_save", run: campaign_save, most_bytes: 4 * USUAL_BYTES },
    FuzzTarget { name: "puzzle_file", run: puzzle_file, most_bytes: USUAL_BYTES },
    // `new` holds a ruleset.
    FuzzTarget { name: "protocol_line", run: protocol_line, most_bytes: 4 * USUAL_BYTES },
    // So does `begin`.
    FuzzTarget { name: "table_line", run: table_line, most_bytes: 4 * USUAL_BYTES },
    FuzzTarget { name: "request_head", run: request_head, most_bytes: 1024 },
    FuzzTarget { name: "battle_request", run: battle_request, most_bytes: 2 * USUAL_BYTES },
    FuzzTarget { name: "webhook_request", run: webhook_request, most_bytes: 1024 },
    FuzzTarget { name: "server_options", run: server_options, most_bytes: 1024 },
    FuzzTarget { name: "tournament_files", run: tournament_files, most_bytes: USUAL_BYTES },
    FuzzTarget { name: "accepted_orders", run: accepted_orders, most_bytes: 512 },
    FuzzTarget { name: "recorded_battles", run: recorded_battles, most_bytes: 512 },
];

/// Returns the target of a name.
#[must_use]
pub fn target_by_name(name: &str) -> Option<FuzzTarget> {
    TARGETS.into_iter().find(|target| target.name == name)
}
