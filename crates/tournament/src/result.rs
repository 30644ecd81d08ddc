//! Results of games, and the lines that hold them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hotgates_engine::{BySide, DiceSource, Order, Side, VictoryKind};
use hotgates_play::{PlayedGame, SideConduct};
use serde::{Deserialize, Serialize};

use crate::game::PlannedGame;
use crate::line::LineDefect;
use crate::plan::TournamentPlan;

/// Results of finished games.
pub type FinishedGames = BTreeMap<PlannedGame, GameResult>;

/// Names of the ends that no fault brings about; all others are faults of the loser.
const FAIR_ENDINGS: [&str; 6] = ["castle", "annihilation", "dusk", "goals", "points", "resigned"];

/// What is kept of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GameResult {
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// Name of the rule by which the game ended, or of the fault by which it was lost.
    pub how: String,
    /// What a program did that cost it the game, in words.
    pub why: Option<String>,
    /// Number of turns begun.
    pub turns: u32,
    /// Number of orders of both sides.
    pub orders: u32,
    /// Men left and at the start.
    pub men: BySide<[u32; 2]>,
    /// Units left on the map and in the whole army.
    pub units: BySide<[u32; 2]>,
    /// Attacks that were ordered.
    pub attacks: BySide<u32>,
    /// Castles held at the end.
    pub castles: BySide<u32>,
    /// Half-turns, steps and units lost to attacks from flank or rear.
    pub conduct: BySide<SideConduct>,
    /// Running hash after the last order, in hexadecimal digits.
    pub hash: String,
    /// Milliseconds that the game took.
    pub ms: f64,
    /// Milliseconds of these that each side had the move. Times alone are otherwise on other machines.
    pub ms_of_side: BySide<f64>,
}

impl GameResult {
    /// Returns `true` if the loser's program lost the game by a fault.
    pub fn is_lost_by_fault(&self) -> bool {
        self.winner.is_some() && !FAIR_ENDINGS.contains(&self.how.as_str())
    }

    /// Returns the result of a game that has been played to its end, in `ms` milliseconds, of which each side had
    /// the move for `ms_of_side`.
    #[must_use]
    pub fn from_played_game(game: &PlayedGame, ms: f64, ms_of_side: BySide<f64>) -> Self {
        let battle = game.record.battle();
        let mut attacks = BySide { red: 0, blue: 0 };
        for (order, _) in game.record.orders() {
            if let Order::Attack { unit, .. } = order {
                attacks[battle.info(*unit).side] += 1;
            }
        }
        let mut units = BySide { red: [0; 2], blue: [0; 2] };
        for (unit, info) in battle.roster() {
            units[info.side][0] += u32::from(battle.unit(unit).alive());
            units[info.side][1] += 1;
        }
        let mut castles = BySide { red: 0, blue: 0 };
        battle.castles().for_each(|(_, side)| castles[side] += 1);
        let verdict = battle.verdict();
        Self {
            winner: verdict.and_then(|verdict| verdict.winner),
            how: verdict.map_or("none", |verdict| VictoryKind::name(verdict.how)).to_owned(),
            why: game.loss.as_ref().map(|loss| loss.why_in_words()),
            turns: battle.turn(),
            orders: u32::try_from(game.record.orders().len()).unwrap_or(u32::MAX),
            men: BySide::new(|side| [battle.living_strength(side), battle.start_strength(side)]),
            units,
            attacks,
            castles,
            conduct: game.conduct,
            hash: format!("{:016x}", game.record.hash()),
            ms,
            ms_of_side,
        }
    }
}

/// A game as a line of `games.jsonl` says it, before the checksum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameLine<'a> {
    map: Cow<'a, str>,
    set: u32,
    leg: u32,
    red: Cow<'a, str>,
    blue: Cow<'a, str>,
    #[serde(flatten)]
    dice: DiceSource,
    armies_exchanged: bool,
    winner: LineWinner,
    how: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<Cow<'a, str>>,
    turns: u32,
    orders: u32,
    men: BySide<[u32; 2]>,
    units: BySide<[u32; 2]>,
    attacks: BySide<u32>,
    castles: BySide<u32>,
    // Lines of an older program lack these.
    #[serde(default)]
    half_turns: BySide<u32>,
    #[serde(default)]
    steps: BySide<u64>,
    #[serde(default)]
    flank_losses: BySide<u32>,
    hash: Cow<'a, str>,
    ms: f64,
    #[serde(default)]
    ms_of_side: BySide<f64>,
}

/// Winner of a game in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LineWinner {
    Red,
    Blue,
    Draw,
}

impl<'a> GameLine<'a> {
    /// Returns the line of a game of a plan.
    ///
    /// # Panics
    /// If the plan has no such game.
    #[must_use]
    pub fn new(plan: &'a TournamentPlan, game: &PlannedGame, result: &'a GameResult) -> Self {
        let seats = game.seats();
        let name = |side: Side| Cow::from(plan.commanders[seats[side]].name.as_str());
        Self {
            map: plan.maps[game.map].file.as_str().into(),
            set: game.set,
            leg: game.leg,
            red: name(Side::Red),
            blue: name(Side::Blue),
            dice: plan.dice_of_game(game),
            armies_exchanged: game.has_armies_exchanged(),
            winner: match result.winner {
                Some(Side::Red) => LineWinner::Red,
                Some(Side::Blue) => LineWinner::Blue,
                None => LineWinner::Draw,
            },
            how: result.how.as_str().into(),
            why: result.why.as_deref().map(Cow::from),
            turns: result.turns,
            orders: result.orders,
            men: result.men,
            units: result.units,
            attacks: result.attacks,
            castles: result.castles,
            half_turns: BySide::new(|side| result.conduct[side].half_turns),
            steps: BySide::new(|side| result.conduct[side].steps),
            flank_losses: BySide::new(|side| result.conduct[side].flank_losses),
            hash: result.hash.as_str().into(),
            ms: result.ms,
            ms_of_side: result.ms_of_side,
        }
    }

    /// Reads the JSON object of a line; returns the game of the plan and its result.
    ///
    /// # Errors
    /// When it is no such object, or the plan has no such game.
    pub fn read_game(
        plan: &TournamentPlan,
        object: &'a str,
    ) -> Result<(PlannedGame, GameResult), LineDefect> {
        let line: Self =
            serde_json::from_str(object).map_err(|error| LineDefect::Content(error.to_string()))?;
        let number = |what: &str, place: Option<usize>, name: &str| {
            place.ok_or_else(|| LineDefect::Content(format!("the plan has no {what} {name}")))
        };
        let commander = |name: &str| {
            let place = plan.commanders.iter().position(|commander| commander.name == name);
            number("commander", place, name)
        };
        let map = plan.maps.iter().position(|map| map.file == line.map);
        let map = number("map", map, &line.map)?;
        let [red, blue] = [commander(&line.red)?, commander(&line.blue)?];
        let (first, second) = if red < blue { (red, blue) } else { (blue, red) };
        let game = PlannedGame { set: line.set, map, first, second, leg: line.leg };
        let fits = plan.has_game(&game)
            && game.seats() == BySide { red, blue }
            && game.has_armies_exchanged() == line.armies_exchanged
            && plan.dice_of_game(&game) == line.dice;
        if !fits {
            return Err(LineDefect::Content("the plan has no such game".to_owned()));
        }
        let result = GameResult {
            winner: match line.winner {
                LineWinner::Red => Some(Side::Red),
                LineWinner::Blue => Some(Side::Blue),
                LineWinner::Draw => None,
            },
            how: line.how.into_owned(),
            why: line.why.map(Cow::into_owned),
            turns: line.turns,
            orders: line.orders,
            men: line.men,
            units: line.units,
            attacks: line.attacks,
            castles: line.castles,
            conduct: BySide::new(|side| SideConduct {
                half_turns: line.half_turns[side],
                steps: line.steps[side],
                flank_losses: line.flank_losses[side],
            }),
            hash: line.hash.into_owned(),
            ms: line.ms,
            ms_of_side: line.ms_of_side,
        };
        Ok((game, result))
    }
}
