//! What a page asks.

use hotgates_engine::{Coord, Side};
use hotgates_protocol::{OrderMessage, TableArrangement, TableBattle, TableState, Told};
use serde_json::Value;

/// A request of a page. `game` is the number that `new`, `open` or `open_link` gave; `at` the number of orders after
/// which a position is asked about, the present one if not given.
#[derive(Debug, Clone)]
pub enum WebRequest {
    /// Lists the shipped maps, the commanders and the palettes.
    Shipped {},
    /// Begins a battle on a shipped map.
    New {
        /// Number of the map.
        map: usize,
        /// Commander of Red: `human`, or a commander as on the command line.
        red: String,
        /// Commander of Blue.
        blue: String,
        /// Seed of the dice, in decimal digits; the map's, if not given.
        seed: Option<String>,
    },
    /// Opens a replay or save, which is played again.
    Open {
        /// Bytes of the file in base64.
        replay: String,
    },
    /// Opens a replay that a link holds.
    OpenLink {
        /// What stands behind the `#`.
        text: String,
    },
    /// Forgets a game.
    Close {
        /// The game.
        game: u32,
    },
    /// Gives the bytes of the game's replay, in base64.
    Replay {
        /// The game.
        game: u32,
    },
    /// Gives the game's replay as the text of a link.
    Link {
        /// The game.
        game: u32,
    },
    /// Describes the ground of a position, for drawing and reading.
    Ground {
        /// The game.
        game: u32,
        /// Number of orders before.
        at: Option<usize>,
        /// Name of the palette.
        palette: String,
    },
    /// Describes a position: units, castles, score, who is to move.
    Position {
        /// The game.
        game: u32,
        /// Number of orders before.
        at: Option<usize>,
        /// Name of the palette.
        palette: String,
    },
    /// Tells the orders from one number on.
    Log {
        /// The game.
        game: u32,
        /// Number of the first order told, from 0.
        from: usize,
    },
    /// Says what a unit can do: hexes in reach, targets, works, turns.
    Unit {
        /// The game.
        game: u32,
        /// Number of orders before.
        at: Option<usize>,
        /// The unit.
        unit: u16,
    },
    /// Gives a unit's way to a hex within reach, and the odds of fire at it.
    Path {
        /// The game.
        game: u32,
        /// Number of orders before.
        at: Option<usize>,
        /// The unit.
        unit: u16,
        /// The hex.
        to: Coord,
    },
    /// Gives the exact odds of an attack.
    Odds {
        /// The game.
        game: u32,
        /// Number of orders before.
        at: Option<usize>,
        /// The attacker.
        unit: u16,
        /// Hex from which it attacks; its own, if not given.
        from: Option<Coord>,
        /// The unit attacked.
        target: u16,
    },
    /// Gives the losses that enemies could cause a unit on each hex.
    Threat {
        /// The game.
        game: u32,
        /// Number of orders before.
        at: Option<usize>,
        /// The unit.
        unit: u16,
    },
    /// Moves a person's unit within its deployment zone, before the first order.
    Deploy {
        /// The game.
        game: u32,
        /// The unit.
        unit: u16,
        /// The hex.
        to: Coord,
    },
    /// Follows an order.
    Act {
        /// The game.
        game: u32,
        /// The order, as in the bots' protocol.
        order: OrderMessage,
        /// The reason of the commander that gave it, as `think` said it.
        reason: Option<Value>,
    },
    /// Takes back the last order, which must have rolled no dice and shown nothing.
    Undo {
        /// The game.
        game: u32,
    },
    /// Has the commander of the side to move give its next order, and follows it.
    Think {
        /// The game.
        game: u32,
    },
    /// Says what a commander would do in the place of the side to move.
    Hint {
        /// The game.
        game: u32,
        /// Number of orders before.
        at: Option<usize>,
        /// The commander, as on the command line.
        commander: String,
    },
    /// Has the commanders, the default ones for people, finish the battle with dice of its own.
    WhatIf {
        /// The game.
        game: u32,
        /// Number of orders before.
        at: Option<usize>,
        /// Number of the battle among those of the question, from 0.
        number: u32,
    },
    /// Begins a battle as a server's table or a view log tells it.
    Join {
        /// The battle at its start.
        battle: Box<TableBattle>,
        /// Commanders of Red and Blue; those that its map names if none are given.
        names: Option<[String; 2]>,
    },
    /// Shows a battle at a server's table before it begins, as a seat arranges its units.
    Arrange {
        /// The arrangement as the seat is told it, with the places of its units now.
        battle: Box<TableArrangement>,
        /// Commander of Red.
        red: String,
        /// Commander of Blue.
        blue: String,
    },
    /// Hears what a table tells.
    Hear {
        /// The game.
        game: u32,
        /// The orders.
        told: Told,
    },
    /// Gives the digest by which a seat commits itself to a number for the dice.
    Pledge {
        /// Id of the battle.
        battle: String,
        /// The seat's side.
        side: Side,
        /// The number, 64 hexadecimal digits.
        digits: String,
    },
    /// Checks the dice of a battle of a table that is over; the game is that of its replay.
    Prove {
        /// The game.
        game: u32,
        /// The table at its end.
        table: Box<TableState>,
    },
    /// Says whether an order could be followed.
    Check {
        /// The game.
        game: u32,
        /// The order.
        order: OrderMessage,
    },
    /// Plays a whole battle between commanders on a shipped map.
    Fight {
        /// Number of the map.
        map: usize,
        /// Red's commander.
        red: String,
        /// Blue's commander.
        blue: String,
        /// Seed of the dice, in decimal digits.
        seed: String,
    },
}
