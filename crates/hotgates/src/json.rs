//! The JSON that scripts read. Field names and their order are a promise.

use std::io::{self, Write};
use std::time::Duration;

use hotgates_analysis::{BattleAnalysis, Mistake};
use hotgates_campaign::{Campaign, CampaignState, PassedBattle};
use hotgates_engine::{
    Battle, BySide, DiceKey, DiceSource, Fault, Scenario, Side, UnitId, UnitInfo, VictoryKind,
    is_hidden_character,
};
use hotgates_play::{ProgramLoss, Tally};
use hotgates_record::GameRecord;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use hotgates_files::LocatedFault;

use crate::words;

/// One battle.
#[derive(Debug, Serialize)]
pub struct BattleDocument<'a> {
    map: &'a str,
    red: &'a str,
    blue: &'a str,
    /// The field `seed`, or the field `key`.
    #[serde(flatten)]
    dice: DiceSource,
    /// `red`, `blue` or `draw`; null while it goes on.
    winner: Option<&'static str>,
    how: Option<&'static str>,
    turns: u32,
    orders: usize,
    /// Men left and at the start.
    strength: SidesDocument<[u32; 2]>,
    /// Prices of both armies; null where the ruleset has no prices.
    points: Option<SidesDocument<u64>>,
    /// Victory points, where the scenario counts any.
    #[serde(skip_serializing_if = "Option::is_none")]
    victory_points: Option<SidesDocument<u64>>,
    /// Keys of the goals that each side has met, where the scenario has goals.
    #[serde(skip_serializing_if = "Option::is_none")]
    goals_met: Option<SidesDocument<Vec<&'a str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    degree: Option<&'a str>,
    /// What a program did that cost it the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    hash: String,
    ms: f64,
}

/// A field with a value for each side.
#[derive(Debug, Serialize)]
struct SidesDocument<T> {
    red: T,
    blue: T,
}

impl<'a> BattleDocument<'a> {
    /// Returns the line of a battle as it stands.
    pub fn new(
        scenario: &'a Scenario,
        names: &'a BySide<String>,
        course: &'a GameRecord,
        took: Duration,
    ) -> Self {
        let battle = course.battle();
        let verdict = battle.verdict();
        let strength = |side| [battle.living_strength(side), battle.start_strength(side)];
        let [red, blue] = Side::BOTH.map(|side| battle.army_price(scenario, side));
        Self {
            map: &scenario.map.name,
            red: &names.red,
            blue: &names.blue,
            dice: course.dice_source(),
            winner: verdict.map(|verdict| verdict.winner.map_or("draw", Side::name)),
            how: verdict.map(|verdict| VictoryKind::name(verdict.how)),
            turns: battle.turn(),
            orders: course.orders().len(),
            strength: SidesDocument { red: strength(Side::Red), blue: strength(Side::Blue) },
            points: red.zip(blue).map(|(red, blue)| SidesDocument { red, blue }),
            victory_points: battle.counts_victory_points().then(|| SidesDocument {
                red: battle.victory_points(Side::Red),
                blue: battle.victory_points(Side::Blue),
            }),
            goals_met: battle.has_goals().then(|| {
                let [red, blue] = Side::BOTH.map(|side| {
                    let met = battle.goals(side).filter(|&(id, _)| battle.is_goal_met(id));
                    met.map(|(_, goal)| &*goal.key).collect()
                });
                SidesDocument { red, blue }
            }),
            degree: battle.degree_of_victory(),
            why: None,
            hash: format!("{:016x}", course.hash()),
            ms: milliseconds_of(took),
        }
    }

    /// Returns the line with what a program did that cost it the battle.
    #[must_use]
    pub fn with_loss(self, loss: Option<&'a ProgramLoss>) -> Self {
        Self { why: loss.map(ProgramLoss::why_in_words), ..self }
    }
}

/// The summary of a series.
#[derive(Debug, Serialize)]
pub struct SeriesDocument<'a> {
    games: u32,
    red_wins: u32,
    blue_wins: u32,
    draws: u32,
    /// The commander given as `--red`.
    first: &'a str,
    first_wins: u32,
    second: &'a str,
    second_wins: u32,
    ci95: [f64; 2],
    /// `wilson`: Red's share of the wins in games; `paired`: the first commander's share of the points
    /// in sets of two games.
    ci95_method: &'static str,
    /// Number of sets that the interval is reckoned from.
    sets: u64,
    /// Key of the series, of which those of its battles are made.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<DiceKey>,
    ms: f64,
}

impl<'a> SeriesDocument<'a> {
    /// Makes the summary of the games played so far.
    ///
    /// `in_pairs` if each seed is played both ways: then the interval is about the first commander
    /// instead of Red.
    pub fn new(names: &'a BySide<String>, tally: &Tally, in_pairs: bool, took: Duration) -> Self {
        let (share, ci95_method, sets) = if in_pairs {
            (tally.first_share_of_pairs(), "paired", tally.pairs.sets())
        } else {
            (tally.share_of_wins(Side::Red), "wilson", tally.games.into())
        };
        Self {
            games: tally.games,
            red_wins: tally.wins.red,
            blue_wins: tally.wins.blue,
            draws: tally.draws,
            first: &names.red,
            first_wins: tally.first_wins,
            second: &names.blue,
            second_wins: tally.second_wins,
            ci95: [share.low, share.high],
            ci95_method,
            sets,
            key: None,
            ms: milliseconds_of(took),
        }
    }

    /// Returns the summary with the key of the series, if it has one.
    #[must_use]
    pub fn with_key(self, key: Option<DiceKey>) -> Self {
        Self { key, ..self }
    }
}

/// A checked puzzle file.
#[derive(Debug, Serialize)]
pub struct CheckedPuzzleDocument {
    /// Name of the file.
    pub file: String,
    /// `true` if the solution is what the file says.
    #[serde(rename = "true")]
    pub is_true: bool,
    /// The fault that was found, or the chance that the solution leaves.
    pub said: String,
}

/// The document of `analyse`: chances and costs are shares from 0 to 1.
#[derive(Debug, Serialize)]
pub struct AnalysisDocument<'a> {
    #[serde(flatten)]
    battle: BattleDocument<'a>,
    /// Number of rollouts of each position.
    samples: u32,
    chances: Vec<ChanceDocument>,
    swings: Vec<SwingDocument>,
    /// Orders that turned the battle, by their numbers.
    moments: Vec<usize>,
    mistakes: Vec<MistakeDocument>,
    luck: LuckBySideDocument,
    units: Vec<UnitRecordDocument<'a>>,
}

/// Red's win chance after so many orders.
#[derive(Debug, Serialize)]
struct ChanceDocument {
    orders: usize,
    red: f64,
    error: f64,
}

/// An order's effect on the chance of its side.
#[derive(Debug, Serialize)]
struct SwingDocument {
    /// Number of the order, from 1.
    order: usize,
    turn: u32,
    side: &'static str,
    text: String,
    before: f64,
    by_order: f64,
    by_dice: f64,
}

/// A mistake of one side, with chances of that side.
#[derive(Debug, Serialize)]
struct MistakeDocument {
    /// Number of the order, or of the first order of the half-turn, from 1.
    order: usize,
    turn: u32,
    side: &'static str,
    severity: &'static str,
    whole_half_turn: bool,
    text: String,
    cost: f64,
    error: f64,
    played: f64,
    best: f64,
    better: Option<BetterOrdersDocument>,
}

/// Better orders, as somebody would give them.
#[derive(Debug, Serialize)]
struct BetterOrdersDocument {
    by: &'static str,
    orders: Vec<String>,
}

/// Luck of both sides.
#[derive(Debug, Serialize)]
struct LuckBySideDocument {
    exact: bool,
    red: SideLuckDocument,
    blue: SideLuckDocument,
}

/// Luck of one side; shares are of all dice, equal ones counted half.
#[derive(Debug, Serialize)]
struct SideLuckDocument {
    attacks: usize,
    men: f64,
    share_beaten: f64,
    own_share_beaten: f64,
}

/// Record of one unit, in numbers.
#[derive(Debug, Serialize)]
struct UnitRecordDocument<'a> {
    unit: u16,
    side: &'static str,
    label: &'a str,
    dealt: u32,
    lost: u32,
    left: u16,
    attacks: u32,
    destroyed: u32,
    marched: u32,
    held: u32,
    half_turns: u32,
    idle: u32,
    /// Rank of the officer at the end and experience since his last promotion; only where officers rise and
    /// fall.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    officer: Option<OfficerRecordDocument<'a>>,
}

/// What became of the officer of a unit.
#[derive(Debug, Serialize)]
struct OfficerRecordDocument<'a> {
    /// Null without one, and after his fall.
    rank: Option<&'a str>,
    experience: u16,
    fell: bool,
}

impl<'a> AnalysisDocument<'a> {
    /// Returns the document of an analysis; `start` is the battle before its first order.
    pub fn new(
        battle: BattleDocument<'a>,
        analysis: &BattleAnalysis,
        start: &'a Battle,
        record: &GameRecord,
    ) -> Self {
        let text = |order: usize| words::order_words(start, record.orders()[order].0);
        let luck = |side: Side| {
            let luck = analysis.luck.sides[side];
            SideLuckDocument {
                attacks: luck.attacks,
                men: (luck.men * 10.0).round() / 10.0,
                share_beaten: (luck.percentile * 1e9).round() / 1e9,
                own_share_beaten: (luck.own_percentile * 1e9).round() / 1e9,
            }
        };
        let mistake = |mistake: &Mistake| MistakeDocument {
            order: mistake.order + 1,
            turn: mistake.turn,
            side: mistake.side.name(),
            severity: mistake.severity.name(),
            whole_half_turn: mistake.whole_half_turn,
            text: text(mistake.order),
            cost: rounded_share(mistake.cost),
            error: rounded_share(mistake.error),
            played: rounded_share(mistake.played.chance_of_side(mistake.side)),
            best: rounded_share(mistake.best.chance_of_side(mistake.side)),
            better: mistake.better.as_ref().map(|line| BetterOrdersDocument {
                by: line.source,
                orders: line.orders.iter().map(|&order| words::order_words(start, order)).collect(),
            }),
        };
        let unit = |(unit, info): (UnitId, &'a UnitInfo)| {
            let did = analysis.units[unit.index()];
            UnitRecordDocument {
                unit: unit.0,
                side: info.side.name(),
                label: &info.label,
                dealt: did.dealt,
                lost: did.lost,
                left: record.battle().living_men(unit).0,
                attacks: did.attacks,
                destroyed: did.destroyed,
                marched: did.marched,
                held: did.held,
                half_turns: did.half_turns,
                idle: did.idle,
                officer: start.rules().options.officers.is_some().then(|| {
                    let condition = record.battle().condition(unit);
                    let rank = record.battle().rank(unit);
                    OfficerRecordDocument {
                        rank: rank.map(|rank| start.rules().ranks[rank].name.as_str()),
                        experience: condition.experience,
                        fell: condition.officer_fell,
                    }
                }),
            }
        };
        Self {
            battle,
            samples: analysis.samples,
            chances: analysis
                .chances
                .iter()
                .map(|&(orders, chance)| ChanceDocument {
                    orders,
                    red: rounded_share(chance.red),
                    error: rounded_share(chance.error),
                })
                .collect(),
            swings: analysis
                .swings
                .iter()
                .map(|swing| SwingDocument {
                    order: swing.order + 1,
                    turn: swing.turn,
                    side: swing.side.name(),
                    text: text(swing.order),
                    before: rounded_share(swing.before.chance_of_side(swing.side)),
                    by_order: rounded_share(swing.chance_gained_by_order()),
                    by_dice: rounded_share(swing.chance_gained_by_dice()),
                })
                .collect(),
            moments: analysis.moments.iter().map(|moment| moment.order + 1).collect(),
            mistakes: analysis.mistakes.iter().map(mistake).collect(),
            luck: LuckBySideDocument {
                exact: analysis.luck.exact,
                red: luck(Side::Red),
                blue: luck(Side::Blue),
            },
            units: start.roster().map(unit).collect(),
        }
    }
}

/// A share to a hundredth of a point.
fn rounded_share(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// One battle of a campaign.
#[derive(Debug, Serialize)]
pub struct CampaignBattleDocument<'a> {
    campaign: &'a str,
    seed: u64,
    battle: &'a str,
    /// `won`, `lost` or `drawn`.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    degree: Option<&'a str>,
    turns: u32,
    orders: usize,
    /// Men of the whole army before the battle.
    men: u32,
    lost: u32,
    /// Points for refitting after the battle.
    points: u32,
    hash: String,
    /// What a program did that cost it the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl<'a> CampaignBattleDocument<'a> {
    /// Returns the line of the last battle of a campaign.
    pub fn new(
        campaign: &'a Campaign,
        state: &CampaignState,
        fought: &'a PassedBattle,
        men: u32,
        record: &GameRecord,
        loss: Option<&'a ProgramLoss>,
    ) -> Self {
        Self {
            campaign: &campaign.file().name,
            seed: state.seed(),
            battle: &fought.battle,
            result: fought.result.name(),
            degree: fought.degree.as_deref(),
            turns: record.battle().turn(),
            orders: record.orders().len(),
            men,
            lost: fought.lost,
            points: state.points(),
            hash: format!("{:016x}", record.hash()),
            why: loss.map(ProgramLoss::why_in_words),
        }
    }
}

/// A campaign that is over.
#[derive(Debug, Serialize)]
pub struct CampaignDocument<'a> {
    campaign: &'a str,
    seed: u64,
    /// `won`, `lost` or `drawn`; null while it goes on.
    end: Option<&'static str>,
    battles: Vec<&'a str>,
    men: u32,
    points: u32,
}

impl<'a> CampaignDocument<'a> {
    /// Returns the line of a campaign as it stands.
    pub fn new(campaign: &'a Campaign, state: &'a CampaignState) -> Self {
        Self {
            campaign: &campaign.file().name,
            seed: state.seed(),
            end: state.end().map(hotgates_campaign::BattleResult::name),
            battles: state.path().iter().map(|fought| fought.battle.as_str()).collect(),
            men: state.men(),
            points: state.points(),
        }
    }
}

/// Result of verifying a replay.
#[derive(Debug, Serialize)]
pub struct VerificationDocument<'a> {
    /// `true` if the replay plays as recorded.
    #[serde(rename = "verified")]
    pub is_true: bool,
    /// The place at which the replay stops being true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The battle, where it is true.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub battle: Option<BattleDocument<'a>>,
}

/// The document of `map chokes`.
#[derive(Debug, Serialize)]
pub struct ChokesDocument {
    /// The direction Red comes from; none where the map gives entry hexes.
    pub from: Option<&'static str>,
    /// The hexes on which Red's units start.
    pub entry: Vec<[i32; 2]>,
    /// The sets.
    pub sets: Vec<ChokeSetDocument>,
    /// Index in `sets` of the set that Blue would hold.
    pub chosen: Option<usize>,
}

/// One set of points of convergence.
#[derive(Debug, Serialize)]
pub struct ChokeSetDocument {
    /// Columns and rows.
    pub hexes: Vec<[i32; 2]>,
    /// Size of the set times the travel costs between its hexes, in MP.
    pub score: u64,
    /// `true` if no path is left with the set blocked.
    pub cuts: bool,
    /// `true` if Blue can be on every hex of the set first.
    pub feasible: bool,
    /// Method that found the set: `classic` or `exact`.
    pub by: &'static str,
}

/// Faults of one file that `map check` finds.
#[derive(Debug, Serialize)]
pub struct CheckedFileDocument {
    /// The file as it was named.
    pub file: String,
    /// `true` if a battle can be fought on the map.
    pub playable: bool,
    /// Every fault of the file, warnings included.
    pub faults: Vec<FaultDocument>,
}

/// One fault and its place.
#[derive(Debug, Serialize)]
pub struct FaultDocument {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    /// Column and row of the fault's hex.
    hex: Option<[i32; 2]>,
    field: Option<String>,
    message: String,
    warning: bool,
}

impl FaultDocument {
    /// Makes the document of a fault.
    pub fn new(located: &LocatedFault) -> Self {
        let Fault { kind, field, hex, position, .. } = &located.fault;
        Self {
            file: located.file.clone(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            hex: hex.map(|hex| [hex.col, hex.row]),
            field: field.clone(),
            message: kind.to_string(),
            warning: located.fault.is_warning(),
        }
    }

    /// Makes the document of a file that could not be read, with the reason.
    pub fn unreadable_file(file: &str, message: &str) -> Self {
        let (file, message) = (file.to_owned(), message.to_owned());
        Self { file, line: None, column: None, hex: None, field: None, message, warning: false }
    }
}

/// A way over a map, or none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum PathDocument {
    /// A path was found.
    Found {
        /// Column and row of each hex, both ends included.
        cells: Vec<[i32; 2]>,
        /// Movement points.
        cost: u32,
        /// Hexes that the search expanded.
        expanded: usize,
    },
    /// There is no path.
    None {
        /// Null.
        cells: (),
    },
}

/// Prints one document on a line of its own.
///
/// # Errors
/// The output, if it does not take the text.
pub fn print_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, VisibleJson))?;
    writeln!(out)
}

/// JSON without line ends in which every hidden character is an escape: those that JSON itself lets stand
/// in texts (DEL, C1, turns of direction) too.
struct VisibleJson;

impl Formatter for VisibleJson {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        let mut plain = 0;
        for (at, hidden) in text.match_indices(is_hidden_character) {
            writer.write_all(&text.as_bytes()[plain..at])?;
            for unit in hidden.encode_utf16() {
                writer.write_all(format!("\\u{unit:04x}").as_bytes())?;
            }
            plain = at + hidden.len();
        }
        writer.write_all(&text.as_bytes()[plain..])
    }
}

/// Returns a time in milliseconds, exact to the microsecond.
fn milliseconds_of(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_and_hide_nothing() {
        let text: String = ('\0'..=char::MAX).collect();
        let mut out = Vec::new();
        print_line(&mut out, &[&text]).unwrap();
        let line = String::from_utf8(out).unwrap();
        assert!(!line.trim_end_matches('\n').contains(is_hidden_character));
        assert_eq!(serde_json::from_str::<Vec<String>>(&line).unwrap(), [text]);
    }
}
