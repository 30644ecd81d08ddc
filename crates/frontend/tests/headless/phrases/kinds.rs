//! One error of every kind, in every language.

use hotgates_academy::river::{RiverCount, RiverError};
use hotgates_academy::tictactoe::{TicTacToeError, TuningNumber};
use hotgates_academy::tower::{
    KeyColour, StairsDirection, StepObstacle, TilePlace, TowerError, TowerMeasure, TowerRequest,
};
use hotgates_ai::UnknownCommander;
use hotgates_campaign::{
    BattleResult, CampaignFaultKind, CampaignSaveError, MAX_ARMY_UNITS, RefitRefusal, ResumeRefusal,
};
use hotgates_editor::{EditRefusal, SkipReason, TerrainNeedingTool};
use hotgates_engine::{
    Coord, CountedPart, Direction, Fault, FaultKind, Illegal, ListedUnit, MissingPart, MovementPoints,
    NameKind, NearbyObject, Order, Permille, Side, UnitId, UnitLabel, Verdict, VictoryKind, WorkId,
};
use hotgates_files::{FileError, FileObstacle, FileProblem, LocatedFault};
use hotgates_formats::tiled::ExportError;
use hotgates_formats::{
    ExpectedValue, ImportError, ImportNote, ImportProblem, LayerFault, LimitedThing, ObjectFault,
    ReferenceFault, TileFault, ValueName,
};
use hotgates_frontend::academy::explain::{explain_board_error, explain_river_error, explain_tower_error};
use hotgates_frontend::campaign::explain::{
    explain_campaign_save_error, explain_refit_refusal, explain_resume_refusal,
};
use hotgates_frontend::editor::explain::{explain_refusal, explain_refused_plan, explain_skip_reason};
use hotgates_frontend::ui::explain::{
    explain_export_error, explain_fault, explain_fault_kind, explain_file_error, explain_file_problem,
    explain_illegal, explain_import_error, explain_import_note, explain_import_problem, explain_loss_cause,
    explain_program_fault, explain_replay_break, explain_replay_error, explain_seat_error,
    explain_spoiled_game,
};
use hotgates_frontend::ui::texts::{Language, Texts};
use hotgates_mapgen::MapPlanError;
use hotgates_play::{
    Cancelled, CommanderFault, CommanderName, ForeignProgram, LossCause, ProgramFault, ProgramLoss,
    SeatError, SpoiledGame,
};
use hotgates_record::{ReplayBreak, ReplayDefect, ReplayError, ReplayPart};

use super::{check_phrase, every_kind};

const HEX: Coord = Coord { col: 3, row: 4 };
const PLACE: TilePlace = TilePlace { floor: 1, row: 2, column: 3 };

fn listed() -> ListedUnit {
    ListedUnit { side: Side::Red, number: 3, kind: "cavalry".into() }
}

fn label() -> UnitLabel {
    UnitLabel { side: Side::Blue, kind: "infantry".into(), label: "infantry 3".into() }
}

fn text(words: &str) -> String {
    words.to_owned()
}

#[expect(clippy::too_many_lines, reason = "a row for each kind")]
fn fault_kinds() -> Vec<FaultKind> {
    let fault = || Box::new(Fault::fault_of_field("blue.units[1].at", FaultKind::NoCastle).with_hex(HEX));
    let mut all = every_kind! { FaultKind:
        FaultKind::Syntax { .. } => FaultKind::Syntax { message: text("expected a row") },
        FaultKind::EmptyFile => FaultKind::EmptyFile,
        FaultKind::NewerFormat { .. } => FaultKind::NewerFormat { found: 2, known: 1 },
        FaultKind::NoSuchMap { .. } => FaultKind::NoSuchMap {
            name: text("ford"), beside: text("a/ford.ron"), in_maps: text("maps/ford.ron"),
        },
        FaultKind::NoSuchRuleset { .. } => FaultKind::NoSuchRuleset { name: text("mine") },
        FaultKind::OutsideFolder { .. } => FaultKind::OutsideFolder { name: text("../mine.ron") },
        FaultKind::RulesetNotLoaded { .. } => FaultKind::RulesetNotLoaded { name: text("mine") },
        FaultKind::NotWholeNumber { .. } => FaultKind::NotWholeNumber { text: text("many") },
        FaultKind::NotSeed { .. } => FaultKind::NotSeed { text: text("seven") },
        FaultKind::Empty { .. } => FaultKind::Empty { what: MissingPart::Name },
        FaultKind::Twice { .. } => FaultKind::Twice { name: text("road") },
        FaultKind::NotTag { .. } => FaultKind::NotTag { text: text("two words") },
        FaultKind::TwoTags { .. } => FaultKind::TwoTags {
            unit: text("cavalry"), first: text("#mounted"), second: text("#heavy"),
        },
        FaultKind::TwoMatchups { .. } => {
            FaultKind::TwoMatchups { attacker: text("infantry"), target: text("cavalry"), row: 2 }
        },
        FaultKind::Blank { .. } => FaultKind::Blank { glyph: ' ' },
        FaultKind::OutOfRange { .. } => FaultKind::OutOfRange { value: -7, min: 1, max: 1000 },
        FaultKind::OverMaximum { .. } => FaultKind::OverMaximum { value: 2000, max: 1000 },
        FaultKind::Count { .. } => {
            FaultKind::Count { what: CountedPart::Units, value: 20_001, min: 1, max: 20_000 }
        },
        FaultKind::TooManyEntries { .. } => FaultKind::TooManyEntries { max: 20_000 },
        FaultKind::Unknown { .. } => FaultKind::Unknown {
            what: NameKind::UnitType, name: text("elephant"), known: text("infantry, cavalry"),
        },
        FaultKind::MoreUnknown { .. } => FaultKind::MoreUnknown { count: 12 },
        FaultKind::NoCastleTerrain => FaultKind::NoCastleTerrain,
        FaultKind::RaggedRow { .. } => FaultKind::RaggedRow { row: 2, length: 7, expected: 9 },
        FaultKind::NoHexes => FaultKind::NoHexes,
        FaultKind::TooLarge { .. } => {
            FaultKind::TooLarge { width: 9000, height: 5, max_side: 4096, max: 4_194_304 }
        },
        FaultKind::NoCastle => FaultKind::NoCastle,
        FaultKind::CastleCutOff => FaultKind::CastleCutOff,
        FaultKind::NoWayFrom { .. } => {
            FaultKind::NoWayFrom { direction: Direction::Ne, waiting: 9, room: 2, distance: 15 }
        },
        FaultKind::NoRoom { .. } => FaultKind::NoRoom { side: Side::Red, units: 9, room: 2 },
        FaultKind::OffMap { .. } => FaultKind::OffMap { hex: HEX, width: 3, height: 3 },
        FaultKind::Impassable { .. } => {
            FaultKind::Impassable { unit: text("infantry"), terrain: text("water") }
        },
        FaultKind::Occupied { .. } => {
            FaultKind::Occupied { unit: listed(), other: NearbyObject::AnyUnit(Side::Blue) }
        },
        FaultKind::TooClose { .. } => FaultKind::TooClose {
            unit: listed(), distance: 3, from: NearbyObject::Castle, at: HEX, min: 15,
        },
        FaultKind::GoalAims => FaultKind::GoalAims,
        FaultKind::GoalLimit => FaultKind::GoalLimit,
        FaultKind::NobodyInContingent { .. } => {
            FaultKind::NobodyInContingent { side: Side::Blue, name: text("Thebans") }
        },
        FaultKind::TypeNotAllowed { .. } => FaultKind::TypeNotAllowed {
            side: Side::Red,
            kind: text("artillery"),
            allowed: text("infantry, cavalry"),
        },
        FaultKind::NobodyEnters { .. } => FaultKind::NobodyEnters { side: Side::Blue },
        FaultKind::NoFlag => FaultKind::NoFlag,
        FaultKind::AllCastlesRed => FaultKind::AllCastlesRed,
        FaultKind::ScheduleAndChance => FaultKind::ScheduleAndChance,
        FaultKind::CastleChanges { .. } => FaultKind::CastleChanges { terrain: text("castle") },
        FaultKind::HeldAtStart { .. } => FaultKind::HeldAtStart { side: Side::Red },
        FaultKind::PlaceOfLateUnit => FaultKind::PlaceOfLateUnit,
        FaultKind::ArrivalPlace => FaultKind::ArrivalPlace,
        FaultKind::NeverArrives => FaultKind::NeverArrives,
        FaultKind::NobodyAtStart { .. } => FaultKind::NobodyAtStart { side: Side::Red },
        FaultKind::EventConditions => FaultKind::EventConditions,
        FaultKind::EventWithoutEffect => FaultKind::EventWithoutEffect,
        FaultKind::EventSide => FaultKind::EventSide,
        FaultKind::EventRepeat => FaultKind::EventRepeat,
        FaultKind::EventAudience => FaultKind::EventAudience,
        FaultKind::NotExpected { .. } => FaultKind::NotExpected { key: text("guard") },
        FaultKind::NothingToWin => FaultKind::NothingToWin,
        FaultKind::WonAtStart { .. } => FaultKind::WonAtStart { side: Side::Blue },
        FaultKind::LongMarch { .. } => FaultKind::LongMarch { march: 12, turns: 20 },
        FaultKind::OfMap { .. } => FaultKind::OfMap { map: text("ford.ron"), fault: fault() },
        FaultKind::WithArmy { .. } => {
            FaultKind::WithArmy { map: text("ford.ron"), kind: text("infantry"), fault: fault() }
        },
        FaultKind::Campaign(_) => FaultKind::Campaign(CampaignFaultKind::NextOrEnd),
    };
    all.extend(campaign_fault_kinds().into_iter().map(FaultKind::Campaign));
    let missing = every_kind! { MissingPart:
        MissingPart::Name => MissingPart::Name,
        MissingPart::Army => MissingPart::Army,
        MissingPart::Key => MissingPart::Key,
        MissingPart::Text => MissingPart::Text,
        MissingPart::Place => MissingPart::Place,
    };
    all.extend(missing.into_iter().map(|what| FaultKind::Empty { what }));
    let counted = every_kind! { CountedPart:
        CountedPart::Entries => CountedPart::Entries,
        CountedPart::Units => CountedPart::Units,
        CountedPart::Hexes => CountedPart::Hexes,
        CountedPart::Tags => CountedPart::Tags,
    };
    all.extend(counted.into_iter().map(|what| FaultKind::Count { what, value: 1, min: 2, max: 9 }));
    let names = every_kind! { NameKind:
        NameKind::UnitType => NameKind::UnitType,
        NameKind::Tag => NameKind::Tag,
        NameKind::Rank => NameKind::Rank,
        NameKind::Terrain => NameKind::Terrain,
        NameKind::Weather => NameKind::Weather,
        NameKind::Glyph => NameKind::Glyph,
        NameKind::Commander => NameKind::Commander,
        NameKind::Goal => NameKind::Goal,
        NameKind::AnyGoal => NameKind::AnyGoal,
        NameKind::UnitKey => NameKind::UnitKey,
        NameKind::OwnUnitKey => NameKind::OwnUnitKey,
        NameKind::AnyUnitKey => NameKind::AnyUnitKey,
        NameKind::Battle => NameKind::Battle,
        NameKind::Degree => NameKind::Degree,
    };
    let unknown = |what| FaultKind::Unknown { what, name: text("x"), known: text("y, z") };
    all.extend(names.into_iter().map(unknown));
    let objects = every_kind! { NearbyObject:
        NearbyObject::Castle => NearbyObject::Castle,
        NearbyObject::AnyUnit(_) => NearbyObject::AnyUnit(Side::Red),
        NearbyObject::Listed(_) => NearbyObject::Listed(listed()),
    };
    all.extend(objects.into_iter().map(|other| FaultKind::Occupied { unit: listed(), other }));
    let from = |direction| FaultKind::NoWayFrom { direction, waiting: 1, room: 1, distance: 1 };
    all.extend(Direction::ALL.map(from));
    all
}

fn campaign_fault_kinds() -> Vec<CampaignFaultKind> {
    let mut all = every_kind! { CampaignFaultKind:
        CampaignFaultKind::Unreachable { .. } => CampaignFaultKind::Unreachable { key: text("camp") },
        CampaignFaultKind::Cycle { .. } => CampaignFaultKind::Cycle { through: text("camp, ford") },
        CampaignFaultKind::NoWayOn { .. } => CampaignFaultKind::NoWayOn { result: BattleResult::Won },
        CampaignFaultKind::NeverTaken => CampaignFaultKind::NeverTaken,
        CampaignFaultKind::NextOrEnd => CampaignFaultKind::NextOrEnd,
        CampaignFaultKind::NoMapFile { .. } => CampaignFaultKind::NoMapFile { map: text("ford.ron") },
        CampaignFaultKind::MapNotLoaded { .. } => CampaignFaultKind::MapNotLoaded { map: text("ford.ron") },
        CampaignFaultKind::OtherRules { .. } => CampaignFaultKind::OtherRules {
            map: text("ford.ron"), rules: text("musket"), first: text("hoplite"),
        },
        CampaignFaultKind::NoPrice { .. } => CampaignFaultKind::NoPrice { kind: text("infantry") },
    };
    all.extend(BattleResult::ALL.map(|result| CampaignFaultKind::NoWayOn { result }));
    all
}

#[test]
fn faults_of_files() {
    for kind in fault_kinds() {
        check_phrase(&kind, &explain_fault_kind(&kind));
        let at_hex = Fault::fault_of_field("entry[1]", kind.clone()).with_hex(HEX);
        for fault in [Fault::new(kind.clone()), Fault::fault_of_field("red.units[2].at", kind), at_hex] {
            check_phrase(&fault, &explain_fault(&fault));
        }
    }
}

fn refusals_of_orders() -> Vec<Illegal> {
    let (left, need) = (MovementPoints(1), MovementPoints(4));
    let mut all = every_kind! { Illegal:
        Illegal::Over => Illegal::Over,
        Illegal::NoSuchUnit { .. } => Illegal::NoSuchUnit { unit: 9, last: 7 },
        Illegal::Destroyed { .. } => Illegal::Destroyed { unit: label() },
        Illegal::NotHereYet { .. } => Illegal::NotHereYet { unit: label() },
        Illegal::Gone { .. } => Illegal::Gone { unit: label() },
        Illegal::NoExit { .. } => Illegal::NoExit { at: HEX },
        Illegal::TooTiredToLeave { .. } => Illegal::TooTiredToLeave { need, left },
        Illegal::NotYours { .. } => {
            Illegal::NotYours { unit: label(), owner: Side::Blue, mover: Side::Red }
        },
        Illegal::OffMap { .. } => Illegal::OffMap { to: HEX },
        Illegal::AlreadyThere { .. } => Illegal::AlreadyThere { to: HEX },
        Illegal::Impassable { .. } => Illegal::Impassable { to: HEX, terrain: text("mountain") },
        Illegal::Occupied { .. } => Illegal::Occupied { to: HEX, unit: label() },
        Illegal::OutOfReach { .. } => Illegal::OutOfReach { to: HEX, left },
        Illegal::Halted => Illegal::Halted,
        Illegal::Broken { .. } => Illegal::Broken { unit: label() },
        Illegal::Wavering { .. } => {
            Illegal::Wavering { unit: label(), cohesion: Permille(310), need: Permille(400) }
        },
        Illegal::NoFacing => Illegal::NoFacing,
        Illegal::FacesAlready { .. } => Illegal::FacesAlready { way: Direction::Ne },
        Illegal::TooTiredToTurn { .. } => Illegal::TooTiredToTurn { need, left },
        Illegal::NoSuchWork { .. } => Illegal::NoSuchWork { work: 4 },
        Illegal::NotItsWork { .. } => Illegal::NotItsWork { kind: text("infantry"), work: text("bridge") },
        Illegal::WorkTooFar { .. } => Illegal::WorkTooFar { at: HEX },
        Illegal::NothingToWorkOn { .. } => {
            Illegal::NothingToWorkOn { work: text("bridge"), terrain: text("forest"), at: HEX }
        },
        Illegal::FixedGround { .. } => Illegal::FixedGround { at: HEX },
        Illegal::CouldNotStand { .. } => {
            Illegal::CouldNotStand { unit: label(), at: HEX }
        },
        Illegal::TooTiredToWork { .. } => Illegal::TooTiredToWork { need, left },
        Illegal::NoRounds { .. } => Illegal::NoRounds { unit: label() },
        Illegal::NotInSight { .. } => Illegal::NotInSight { unit: label() },
        Illegal::TooTired { .. } => Illegal::TooTired { need, left },
        Illegal::Friend { .. } => Illegal::Friend { unit: label() },
        Illegal::OutOfRange { .. } => Illegal::OutOfRange { unit: label(), distance: 5, fires: Some((2, 4)) },
        Illegal::NoLineOfSight { .. } => Illegal::NoLineOfSight { at: HEX, terrain: text("forest") },
    };
    all.push(Illegal::OutOfRange { unit: label(), distance: 2, fires: None });
    let officer = UnitLabel { label: text("Leonidas' infantry"), ..label() };
    all.push(Illegal::Friend { unit: officer });
    all
}

#[test]
fn orders_that_cannot_be_followed() {
    for illegal in refusals_of_orders() {
        check_phrase(&illegal, &explain_illegal(&illegal));
    }
}

#[test]
fn refusals_of_campaigns_have_phrases() {
    let unit = || text("guard");
    let mut refusals = every_kind! { RefitRefusal:
        RefitRefusal::CampaignOver => RefitRefusal::CampaignOver,
        RefitRefusal::NoSuchUnit { .. } => RefitRefusal::NoSuchUnit { unit: unit() },
        RefitRefusal::NotForSale { .. } => {
            RefitRefusal::NotForSale { kind: text("elephants"), known: text("hoplites, archers") }
        },
        RefitRefusal::WrongNumber { .. } => RefitRefusal::WrongNumber { unit: unit(), men: 9, lacks: 1 },
        RefitRefusal::TooDear { .. } => RefitRefusal::TooDear { price: 1, has: 0 },
        RefitRefusal::ArmyFull => RefitRefusal::ArmyFull,
        RefitRefusal::NoMen { .. } => RefitRefusal::NoMen { unit: unit() },
        RefitRefusal::FightsAlready { .. } => RefitRefusal::FightsAlready { unit: unit() },
        RefitRefusal::RestsAlready { .. } => RefitRefusal::RestsAlready { unit: unit() },
        RefitRefusal::PlacesTaken { .. } => RefitRefusal::PlacesTaken { places: MAX_ARMY_UNITS },
    };
    refusals.push(RefitRefusal::NotForSale { kind: text("elephants"), known: String::new() });
    refusals.push(RefitRefusal::TooDear { price: 30, has: 4 });
    refusals.push(RefitRefusal::PlacesTaken { places: 1 });
    for refusal in refusals {
        check_phrase(&refusal, &explain_refit_refusal(&refusal));
    }
    for error in every_kind! { CampaignSaveError:
        CampaignSaveError::NotASave => CampaignSaveError::NotASave,
        CampaignSaveError::Version { .. } => CampaignSaveError::Version { found: 9, known: 1 },
        CampaignSaveError::WrongLength => CampaignSaveError::WrongLength,
        CampaignSaveError::Checksum => CampaignSaveError::Checksum,
        CampaignSaveError::Text(_) => CampaignSaveError::Text(text("2:5: expected a word")),
        CampaignSaveError::Battle(_) => CampaignSaveError::Battle(ReplayError::NotAReplay),
    } {
        check_phrase(&error, &explain_campaign_save_error(&error));
    }
    for refusal in every_kind! { ResumeRefusal:
        ResumeRefusal::OtherCampaign { .. } => {
            ResumeRefusal::OtherCampaign { saved: text("The ford"), here: text("The gates") }
        },
        ResumeRefusal::FileChanged { .. } => ResumeRefusal::FileChanged { saved: 7, here: 0xfeed },
        ResumeRefusal::MapChanged { .. } => ResumeRefusal::MapChanged { map: text("ford.ron") },
        ResumeRefusal::RulesChanged { .. } => ResumeRefusal::RulesChanged { rules: text("hoplite") },
        ResumeRefusal::ImpossibleState => ResumeRefusal::ImpossibleState,
        ResumeRefusal::OtherBattle => ResumeRefusal::OtherBattle,
        ResumeRefusal::Battle(_) => {
            ResumeRefusal::Battle(Box::new(ReplayBreak::Unreadable(ReplayError::NotAReplay)))
        },
    } {
        check_phrase(&refusal, &explain_resume_refusal(&refusal));
    }
}

fn replay_errors() -> Vec<ReplayError> {
    let located = |kind| Fault {
        position: Some(hotgates_engine::TextPosition { line: 2, column: 5 }),
        ..Fault::new(kind)
    };
    let mut all = every_kind! { ReplayError:
        ReplayError::NotAReplay => ReplayError::NotAReplay,
        ReplayError::Version { .. } => ReplayError::Version { found: 9, known: 1 },
        ReplayError::Behaviour { .. } => ReplayError::Behaviour { found: 9, known: 1 },
        ReplayError::Truncated { .. } => ReplayError::Truncated { part: ReplayPart::Map, at: 70 },
        ReplayError::TooLong { .. } => ReplayError::TooLong { extra: 2 },
        ReplayError::Malformed { .. } => {
            ReplayError::Malformed { part: ReplayPart::Verdict, at: 9, what: ReplayDefect::NoWinner(7) }
        },
        ReplayError::Scenario(_) => {
            ReplayError::Scenario(vec![located(FaultKind::NoCastle), Fault::new(FaultKind::EmptyFile)])
        },
        ReplayError::Checksum { .. } => ReplayError::Checksum { found: 7, made: 0xfeed },
    };
    let parts = every_kind! { ReplayPart:
        ReplayPart::Header => ReplayPart::Header,
        ReplayPart::Map => ReplayPart::Map,
        ReplayPart::Rules => ReplayPart::Rules,
        ReplayPart::OrderCount => ReplayPart::OrderCount,
        ReplayPart::Order { .. } => ReplayPart::Order { number: 3, of: 12 },
        ReplayPart::Verdict => ReplayPart::Verdict,
        ReplayPart::Checksum => ReplayPart::Checksum,
    };
    all.extend(parts.into_iter().map(|part| ReplayError::Truncated { part, at: 70 }));
    let defects = every_kind! { ReplayDefect:
        ReplayDefect::NotText => ReplayDefect::NotText,
        ReplayDefect::NoOrder(_) => ReplayDefect::NoOrder(7),
        ReplayDefect::NoDirection(_) => ReplayDefect::NoDirection(7),
        ReplayDefect::OrderLength(_) => ReplayDefect::OrderLength(7),
        ReplayDefect::NoWinner(_) => ReplayDefect::NoWinner(7),
        ReplayDefect::NoVictory(_) => ReplayDefect::NoVictory(7),
        ReplayDefect::EarlyVictory(_) => ReplayDefect::EarlyVictory(7),
    };
    let malformed = |what| ReplayError::Malformed { part: ReplayPart::Rules, at: 9, what };
    all.extend(defects.into_iter().map(malformed));
    all
}

#[test]
fn broken_replays() {
    for error in replay_errors() {
        check_phrase(&error, &explain_replay_error(&error));
    }
    let (number, of, order) = (3, 12, Order::EndTurn);
    let mut all = every_kind! { ReplayBreak:
        ReplayBreak::Unreadable(_) => ReplayBreak::Unreadable(ReplayError::NotAReplay),
        ReplayBreak::Start { .. } => ReplayBreak::Start { recorded: 7, played: 0xfeed },
        ReplayBreak::Illegal { .. } => ReplayBreak::Illegal { number, of, order, why: Illegal::Over },
        ReplayBreak::Hash { .. } => ReplayBreak::Hash { number, of, order, recorded: 7, played: 0xfeed },
        ReplayBreak::Verdict { .. } => ReplayBreak::Verdict { recorded: None, played: None },
        ReplayBreak::Checksum(_) => ReplayBreak::Checksum(ReplayError::Checksum { found: 7, made: 8 }),
    };
    let orders = every_kind! { Order:
        Order::Move { .. } => Order::Move { unit: UnitId(3), to: HEX.hex() },
        Order::Attack { .. } => Order::Attack { unit: UnitId(3), target: UnitId(4) },
        Order::Exit { .. } => Order::Exit { unit: UnitId(3) },
        Order::Face { .. } => Order::Face { unit: UnitId(3), way: Direction::Ne },
        Order::Work { .. } => Order::Work { unit: UnitId(3), at: HEX.hex(), work: WorkId(1) },
        Order::EndTurn => Order::EndTurn,
    };
    all.extend(orders.into_iter().map(|order| ReplayBreak::Illegal {
        number,
        of,
        order,
        why: Illegal::Halted,
    }));
    let hows = every_kind! { VictoryKind:
        VictoryKind::Castle => VictoryKind::Castle,
        VictoryKind::Annihilation => VictoryKind::Annihilation,
        VictoryKind::Dusk => VictoryKind::Dusk,
        VictoryKind::Goals => VictoryKind::Goals,
        VictoryKind::Points => VictoryKind::Points,
        VictoryKind::Resigned => VictoryKind::Resigned,
        VictoryKind::Crashed => VictoryKind::Crashed,
        VictoryKind::Timeout => VictoryKind::Timeout,
        VictoryKind::Unparsable => VictoryKind::Unparsable,
        VictoryKind::Illegal => VictoryKind::Illegal,
        VictoryKind::DrawAgreed => VictoryKind::DrawAgreed,
    };
    for how in hows {
        for winner in [None, Some(Side::Red), Some(Side::Blue)] {
            all.push(ReplayBreak::Verdict { recorded: Some(Verdict { winner, how }), played: None });
        }
    }
    for broken in all {
        check_phrase(&broken, &explain_replay_break(&broken));
    }
}

fn file_problems() -> Vec<FileProblem> {
    let file = text("ford.ron");
    let system = FileObstacle::System(text("no such file or directory"));
    let import = ImportError { file: None, position: None, problem: ImportProblem::NoTiles };
    let mut all = every_kind! { FileProblem:
        FileProblem::Unreadable { .. } => FileProblem::Unreadable { file: file.clone(), why: system.clone() },
        FileProblem::Unwritable { .. } => FileProblem::Unwritable { file: file.clone(), why: system.clone() },
        FileProblem::NoFolder { .. } => {
            FileProblem::NoFolder { folder: text("saves"), why: text("not a directory") }
        },
        FileProblem::TooLarge { .. } => {
            FileProblem::TooLarge { file: file.clone(), bytes: 1 << 30, max: hotgates_files::MAX_BYTES }
        },
        FileProblem::NotText { .. } => {
            FileProblem::NotText { file: file.clone(), line: 2, column: 3, byte: 0xff, offset: 17 }
        },
        FileProblem::UnknownExtension { .. } => {
            FileProblem::UnknownExtension { file: file.clone(), known: ".ron, .map (Wesnoth)" }
        },
        FileProblem::NotWritten { .. } => FileProblem::NotWritten { file: file.clone() },
        FileProblem::Import { .. } => FileProblem::Import { file: file.clone(), error: import },
        FileProblem::Export { .. } => {
            FileProblem::Export { map: text("Ford"), error: ExportError::NoUnits { side: Side::Red } }
        },
        FileProblem::Replay { .. } => {
            FileProblem::Replay { file: file.clone(), error: ReplayError::NotAReplay }
        },
    };
    let obstacles = every_kind! { FileObstacle:
        FileObstacle::System(_) => system,
        FileObstacle::FolderToRead => FileObstacle::FolderToRead,
        FileObstacle::FolderToReplace => FileObstacle::FolderToReplace,
        FileObstacle::NotPlain => FileObstacle::NotPlain,
        FileObstacle::ReadOnly => FileObstacle::ReadOnly,
    };
    all.extend(obstacles.into_iter().map(|why| FileProblem::Unwritable { file: file.clone(), why }));
    all
}

#[test]
fn files() {
    for problem in file_problems() {
        check_phrase(&problem, &explain_file_problem(&problem));
        let error = FileError::from(problem);
        let [phrase] = &explain_file_error(&error)[..] else { panic!("{error}") };
        check_phrase(&error, phrase);
    }
    let fault = Fault::new(FaultKind::NoCastle);
    let faults = vec![LocatedFault { fault, file: text("ford.ron") }; 12];
    let error = FileError::from_faults(faults);
    let phrases = explain_file_error(&error);
    for (message, phrase) in error.messages().iter().zip(&phrases) {
        check_phrase(message, phrase);
    }
    assert_eq!((phrases.len(), error.unlisted_fault_count()), (11, 2));
    check_phrase(&"and 2 more like these; `hotgates map check` lists them all", &phrases[10]);
}

fn import_problems() -> Vec<ImportProblem> {
    let mut all = every_kind! { ImportProblem:
        ImportProblem::Xml { .. } => ImportProblem::Xml { message: text("a tag is open") },
        ImportProblem::Json { .. } => ImportProblem::Json { message: text("a brace is open") },
        ImportProblem::NoCodes => ImportProblem::NoCodes,
        ImportProblem::AllBorder { .. } => ImportProblem::AllBorder { width: 2, height: 2, border: 1 },
        ImportProblem::Missing { .. } => ImportProblem::Missing { element: text("layer"), attribute: text("data") },
        ImportProblem::Value { .. } => ImportProblem::Value {
            what: ValueName::TileSize, value: text("0 × 0"), expected: ExpectedValue::OnePixel,
        },
        ImportProblem::NotHexagonal { .. } => ImportProblem::NotHexagonal { orientation: text("isometric") },
        ImportProblem::TooLarge { .. } => ImportProblem::TooLarge { width: 9000, height: 5, max_side: 4096, max: 4_194_304 },
        ImportProblem::TooMany { .. } => ImportProblem::TooMany { what: LimitedThing::Tilesets, max: 256 },
        ImportProblem::Layer { .. } => {
            ImportProblem::Layer { layer: text("ground"), why: LayerFault::Encoding(text("morse")) }
        },
        ImportProblem::NoTiles => ImportProblem::NoTiles,
        ImportProblem::NoFiller { .. } => ImportProblem::NoFiller { count: 2, rules: text("mine") },
        ImportProblem::UnknownTile { .. } => ImportProblem::UnknownTile { hex: HEX, gid: 7 },
        ImportProblem::NoTerrain { .. } => ImportProblem::NoTerrain {
            hex: HEX, tile: 7, tileset: text("hexes"), why: TileFault::NoClass, known: text("road, grass"),
        },
        ImportProblem::Tileset { .. } => {
            ImportProblem::Tileset { source_path: text("a.tsx"), why: ReferenceFault::NotRelative }
        },
        ImportProblem::Rules { .. } => {
            ImportProblem::Rules { name: text("a.ron"), why: ReferenceFault::Missing(text("a.ron")) }
        },
        ImportProblem::Object { .. } => ImportProblem::Object { id: 7, why: ObjectFault::NoType },
        ImportProblem::UnknownCode { .. } => ImportProblem::UnknownCode { hex: HEX, code: text("Qq") },
        ImportProblem::RaggedRow { .. } => ImportProblem::RaggedRow { row: 2, length: 1, expected: 9 },
    };
    let what = || ValueName::Setting("staggeraxis");
    let values = every_kind! { ValueName:
        ValueName::Attribute { .. } => ValueName::Attribute { attribute: text("x"), element: text("object") },
        ValueName::Property(_) => ValueName::Property(text("turns")),
        ValueName::Setting(_) => ValueName::Setting("staggeraxis"),
        ValueName::Header(_) => ValueName::Header(text("border_size")),
        ValueName::TileSize => ValueName::TileSize,
        ValueName::FirstTile => ValueName::FirstTile,
    };
    let of = |what| ImportProblem::Value { what, value: text("z"), expected: ExpectedValue::WholeNumber };
    all.extend(values.into_iter().map(of));
    let expected = every_kind! { ExpectedValue:
        ExpectedValue::Number(_) => ExpectedValue::Number(text("invalid digit found")),
        ExpectedValue::WholeNumber => ExpectedValue::WholeNumber,
        ExpectedValue::Positive => ExpectedValue::Positive,
        ExpectedValue::OnePixel => ExpectedValue::OnePixel,
        ExpectedValue::EitherNumber(..) => ExpectedValue::EitherNumber(0, 1),
        ExpectedValue::EitherWord(..) => ExpectedValue::EitherWord("odd", "even"),
        ExpectedValue::OneOf(_) => ExpectedValue::OneOf(vec!["n", "ne", "s"]),
        ExpectedValue::MapField(_) => ExpectedValue::MapField(text("expected a list")),
        ExpectedValue::NoMask => ExpectedValue::NoMask,
    };
    all.extend(expected.into_iter().map(|expected| ImportProblem::Value {
        what: what(),
        value: text("z"),
        expected,
    }));
    let limited = every_kind! { LimitedThing:
        LimitedThing::Tilesets => LimitedThing::Tilesets,
        LimitedThing::TilesInLayer => LimitedThing::TilesInLayer,
        LimitedThing::TilesInAllLayers => LimitedThing::TilesInAllLayers,
        LimitedThing::GlyphsInTilesets => LimitedThing::GlyphsInTilesets,
        LimitedThing::BytesOfTilesets => LimitedThing::BytesOfTilesets,
        LimitedThing::Elements => LimitedThing::Elements,
        LimitedThing::LevelsOfElements => LimitedThing::LevelsOfElements,
        LimitedThing::Attributes => LimitedThing::Attributes,
        LimitedThing::ObjectsAndLists => LimitedThing::ObjectsAndLists,
    };
    all.extend(limited.into_iter().map(|what| ImportProblem::TooMany { what, max: 1000 }));
    all.extend(layer_faults().into_iter().map(|why| ImportProblem::Layer { layer: text("ground"), why }));
    let tiles = every_kind! { TileFault:
        TileFault::NoClass => TileFault::NoClass,
        TileFault::UnknownTerrain(_) => TileFault::UnknownTerrain(text("lava")),
    };
    all.extend(tiles.into_iter().map(|why| ImportProblem::NoTerrain {
        hex: HEX,
        tile: 7,
        tileset: text("hexes"),
        why,
        known: text("road"),
    }));
    let references = every_kind! { ReferenceFault:
        ReferenceFault::NotRelative => ReferenceFault::NotRelative,
        ReferenceFault::Outside => ReferenceFault::Outside,
        ReferenceFault::Missing(_) => ReferenceFault::Missing(text("a.tsx")),
        ReferenceFault::Unreadable(_) => ReferenceFault::Unreadable(text("permission denied")),
    };
    all.extend(references.into_iter().map(|why| ImportProblem::Rules { name: text("a.ron"), why }));
    let objects = every_kind! { ObjectFault:
        ObjectFault::EntryOffMap => ObjectFault::EntryOffMap,
        ObjectFault::NoSide(_) => ObjectFault::NoSide(text("green")),
        ObjectFault::NoType => ObjectFault::NoType,
        ObjectFault::NoStrength(_) => ObjectFault::NoStrength(text("many")),
    };
    all.extend(objects.into_iter().map(|why| ImportProblem::Object { id: 7, why }));
    all
}

fn layer_faults() -> Vec<LayerFault> {
    every_kind! { LayerFault:
        LayerFault::Size { .. } => LayerFault::Size { width: 2, height: 3, map_width: 4, map_height: 5 },
        LayerFault::TooLarge { .. } => LayerFault::TooLarge { width: 9000, height: 9000 },
        LayerFault::Encoding(_) => LayerFault::Encoding(text("morse")),
        LayerFault::Compression(_) => LayerFault::Compression(text("lzma")),
        LayerFault::TooFew { .. } => LayerFault::TooFew { found: 1, expected: 9 },
        LayerFault::TooManyTiles { .. } => LayerFault::TooManyTiles { expected: 9 },
        LayerFault::NoNumber { .. } => {
            LayerFault::NoNumber { index: 3, text: text("x"), why: text("invalid digit found") }
        },
        LayerFault::NotBase64(_) => LayerFault::NotBase64(text("invalid byte")),
        LayerFault::BrokenZstd(_) => LayerFault::BrokenZstd(text("bad magic")),
        LayerFault::BrokenData(_) => LayerFault::BrokenData(text("corrupt stream")),
        LayerFault::PartOfTile(_) => LayerFault::PartOfTile(15),
    }
}

#[test]
fn maps_of_other_programs() {
    for problem in import_problems() {
        check_phrase(&problem, &explain_import_problem(&problem));
        let position = Some(hotgates_engine::TextPosition { line: 2, column: 5 });
        for (file, position) in [(None, None), (None, position), (Some(text("a.tsx")), position)] {
            let error = ImportError { file, position, problem: problem.clone() };
            check_phrase(&error.message_in_file("ford.tmx"), &explain_import_error(&error, "ford.tmx"));
        }
    }
    let exports = every_kind! { ExportError:
        ExportError::Ground(_) => ExportError::Ground(vec![Fault::new(FaultKind::NoHexes)]),
        ExportError::OffMap { .. } => ExportError::OffMap { what: text("entry[1]"), hex: HEX },
        ExportError::NoUnits { .. } => ExportError::NoUnits { side: Side::Blue },
        ExportError::TooManyTiles { .. } => ExportError::TooManyTiles { count: 1200, max: 1000 },
        ExportError::Character { .. } => ExportError::Character { what: text("`name`"), character: '\u{1}' },
    };
    for error in exports {
        check_phrase(&error, &explain_export_error(&error));
    }
    let mut notes = every_kind! { ImportNote:
        ImportNote::Mirrored => ImportNote::Mirrored,
        ImportNote::Transposed => ImportNote::Transposed,
        ImportNote::TurnedLeft => ImportNote::TurnedLeft,
        ImportNote::EmptyHexes { .. } => ImportNote::EmptyHexes { count: 1, terrain: text("water") },
        ImportNote::Templates(_) => ImportNote::Templates(1),
        ImportNote::NoStarts(_) => ImportNote::NoStarts(HEX),
        ImportNote::NoPath { .. } => ImportNote::NoPath { number: 2, at: HEX, first: 1, castle: HEX },
    };
    notes.push(ImportNote::EmptyHexes { count: 2, terrain: text("water") });
    notes.push(ImportNote::Templates(2));
    for note in notes {
        check_phrase(&note, &explain_import_note(&note));
    }
}

fn spoiled_games() -> Vec<SpoiledGame> {
    let stopped = CommanderFault { commander: text("warden"), order: Order::EndTurn, why: Illegal::Over };
    every_kind! { SpoiledGame:
        SpoiledGame::Cancelled(_) => SpoiledGame::Cancelled(Cancelled),
        SpoiledGame::Seat(_) => {
            SpoiledGame::Seat(SeatError::Commander(UnknownCommander { name: text("nobody") }))
        },
        SpoiledGame::Stopped(_) => SpoiledGame::Stopped(stopped),
        SpoiledGame::Foreign(_) => {
            SpoiledGame::Foreign(ForeignProgram { side: Side::Blue, why: text("foreign") })
        },
        SpoiledGame::Scenario { .. } => SpoiledGame::Scenario { dice: 7_u64.into() },
    }
}

#[test]
fn commanders_and_their_battles() {
    let name = CommanderName::from("bot:program");
    let seats = every_kind! { SeatError:
        SeatError::NotStarted { .. } => SeatError::NotStarted { name: name.clone() },
        SeatError::Program { .. } => SeatError::Program { name: name.clone(), why: text("absent") },
        SeatError::Commander(_) => SeatError::Commander(UnknownCommander { name: text("nobody") }),
        SeatError::Rank { .. } => SeatError::Rank { rank: text("king"), known: text("major, general") },
        SeatError::Doctrine { .. } => SeatError::Doctrine { doctrine: text("mine") },
        SeatError::NoPolicy { .. } => SeatError::NoPolicy { name: name.clone() },
        SeatError::InFile { .. } => SeatError::InFile { name },
    };
    for error in seats {
        check_phrase(&error, &explain_seat_error(&error));
    }
    for spoiled in spoiled_games() {
        check_phrase(&spoiled, &explain_spoiled_game(&spoiled));
    }
    let loss = || {
        let cause = LossCause::Late { ms: 5000 };
        Box::new(ProgramLoss { cause, transcript: String::new(), errors: String::new() })
    };
    let faults = every_kind! { ProgramFault:
        ProgramFault::Lost(_) => ProgramFault::Lost(loss()),
        ProgramFault::Foreign { .. } => ProgramFault::Foreign { why: text("version 9") },
        ProgramFault::NoCell { .. } => ProgramFault::NoCell { why: text("namespaces") },
        ProgramFault::Cancelled(_) => ProgramFault::Cancelled(Cancelled),
    };
    for fault in faults {
        let foreign = ForeignProgram { side: Side::Blue, why: fault.to_string() };
        check_phrase(&foreign, &explain_program_fault(Side::Blue, &fault));
    }
}

#[test]
fn losses_by_programs() {
    let causes = every_kind! { LossCause:
        LossCause::Exited { .. } => LossCause::Exited { code: 3 },
        LossCause::Killed { .. } => LossCause::Killed { status: text("signal: 9 (SIGKILL)") },
        LossCause::ClosedOutput => LossCause::ClosedOutput,
        LossCause::Gone => LossCause::Gone,
        LossCause::Late { .. } => LossCause::Late { ms: 5000 },
        LossCause::NotReading { .. } => LossCause::NotReading { mebibytes: 16 },
        LossCause::LongLine { .. } => LossCause::LongLine { mebibytes: 1 },
        LossCause::LongHalfTurn { .. } => LossCause::LongHalfTurn { mebibytes: 4 },
        LossCause::LongErrors { .. } => LossCause::LongErrors { mebibytes: 1 },
        LossCause::NoMessage { .. } => LossCause::NoMessage { why: text("expected a value") },
        LossCause::Complaint { .. } => LossCause::Complaint { code: text("unexpected"), text: text("not my turn") },
        LossCause::Unwanted { .. } => LossCause::Unwanted { message: text("pong"), wanted: "`order`" },
        LossCause::IllegalOrders { .. } => {
            LossCause::IllegalOrders { order: Order::EndTurn, why: Box::new(Illegal::Over) }
        },
        LossCause::Resigned => LossCause::Resigned,
        LossCause::ResignedSaying { .. } => LossCause::ResignedSaying { words: text("no hope left") },
    };
    for cause in causes {
        check_phrase(&cause, &explain_loss_cause(&cause));
    }
}

#[test]
fn the_editor() {
    let mut refusals = every_kind! { EditRefusal:
        EditRefusal::Fault(_) => Fault::fault_of_field("turns", FaultKind::OutOfRange { value: 0, min: 1, max: 9 }).into(),
        EditRefusal::NoSuchTerrain { .. } => EditRefusal::NoSuchTerrain { place: 12, count: 7 },
        EditRefusal::NoGlyph { .. } => EditRefusal::NoGlyph { terrain: text("forest"), glyph: 'f' },
        EditRefusal::NoTerrainFor { .. } => {
            EditRefusal::NoTerrainFor { name: text("road"), tool: TerrainNeedingTool::RoadTool }
        },
        EditRefusal::BrushSize { .. } => EditRefusal::BrushSize { size: 9, max: 5 },
        EditRefusal::NoUnitAt { .. } => EditRefusal::NoUnitAt { at: HEX },
        EditRefusal::NoSuchUnit { .. } => EditRefusal::NoSuchUnit { side: Side::Red, index: 9, count: 3 },
        EditRefusal::NoSuchGoal { .. } => EditRefusal::NoSuchGoal { index: 9, count: 3 },
        EditRefusal::NoSuchEvent { .. } => EditRefusal::NoSuchEvent { index: 9, count: 3 },
        EditRefusal::StandardArmy { .. } => EditRefusal::StandardArmy { side: Side::Blue },
        EditRefusal::NothingSelected => EditRefusal::NothingSelected,
        EditRefusal::NothingCopied => EditRefusal::NothingCopied,
        EditRefusal::ForeignGlyph { .. } => EditRefusal::ForeignGlyph { glyph: 'x' },
        EditRefusal::AllOffMap { .. } => EditRefusal::AllOffMap { at: HEX },
        EditRefusal::UnknownGlyph { .. } => EditRefusal::UnknownGlyph { glyph: 'x' },
        EditRefusal::NoName => EditRefusal::NoName,
    };
    let users = every_kind! { TerrainNeedingTool:
        TerrainNeedingTool::RoadTool => TerrainNeedingTool::RoadTool,
        TerrainNeedingTool::RiverTool => TerrainNeedingTool::RiverTool,
        TerrainNeedingTool::CastleTool => TerrainNeedingTool::CastleTool,
        TerrainNeedingTool::RandomMap => TerrainNeedingTool::RandomMap,
    };
    refusals.extend(users.into_iter().map(|tool| EditRefusal::NoTerrainFor { name: text("road"), tool }));
    for refusal in refusals {
        check_phrase(&refusal, &explain_refusal(&refusal));
    }
    let mut skipped = every_kind! { SkipReason:
        SkipReason::Unplayable => SkipReason::Unplayable,
        SkipReason::TooManyHexes { .. } => SkipReason::TooManyHexes { hexes: 70_000, max: 65_536 },
        SkipReason::TooMuchMemory { .. } => SkipReason::TooMuchMemory { holders: 1, hexes: 1 },
        SkipReason::Spoiled(_) => SkipReason::Spoiled(SpoiledGame::Scenario { dice: 7_u64.into() }),
    };
    skipped.extend(spoiled_games().into_iter().map(SkipReason::Spoiled));
    for reason in skipped {
        check_phrase(&reason, &explain_skip_reason(&reason));
    }
    let plans = every_kind! { MapPlanError:
        MapPlanError::TooSmall { .. } => MapPlanError::TooSmall { width: 2, height: 3 },
        MapPlanError::TooLarge { .. } => MapPlanError::TooLarge { width: 9000, height: 9000 },
    };
    for refused in plans {
        check_phrase(&refused, &explain_refused_plan(&refused));
    }
}

#[test]
fn the_river_crossing() {
    let (state, step) = (text("3P3DL"), text("sail"));
    let mut all = every_kind! { RiverError:
        RiverError::NoPriests => RiverError::NoPriests,
        RiverError::NoBoat => RiverError::NoBoat,
        RiverError::TooMany { .. } => RiverError::TooMany { what: RiverCount::Priests, got: 201 },
        RiverError::UnknownGoal { .. } => RiverError::UnknownGoal { name: text("none") },
        RiverError::NotAState { .. } => RiverError::NotAState { text: text("3X") },
        RiverError::ImpossibleState { .. } => {
            RiverError::ImpossibleState { text: text("9P9DL"), priests: 1, devils: 1, boat: 1 }
        },
        RiverError::ImpossibleStep { .. } => RiverError::ImpossibleStep { step, state: state.clone() },
        RiverError::Over { .. } => RiverError::Over { state: state.clone(), won: true },
        RiverError::TooLargeToDraw { .. } => RiverError::TooLargeToDraw { states: 5000, most: 1000 },
    };
    all.push(RiverError::Over { state, won: false });
    let counts = every_kind! { RiverCount:
        RiverCount::Priests => RiverCount::Priests,
        RiverCount::Devils => RiverCount::Devils,
        RiverCount::Seats => RiverCount::Seats,
    };
    all.extend(counts.into_iter().map(|what| RiverError::TooMany { what, got: 201 }));
    for error in all {
        check_phrase(&error, &explain_river_error(&error));
    }
}

#[test]
fn tic_tac_toe() {
    let mut all = every_kind! { TicTacToeError:
        TicTacToeError::Size { .. } => TicTacToeError::Size { columns: 0, rows: 3 },
        TicTacToeError::Row { .. } => TicTacToeError::Row { row: 9, columns: 3, rows: 3, most: 3 },
        TicTacToeError::NotASize { .. } => TicTacToeError::NotASize { text: text("three") },
        TicTacToeError::NotAPosition { .. } => {
            TicTacToeError::NotAPosition { text: text("xx"), why: text("it must have 9 cells") }
        },
        TicTacToeError::NotACell { .. } => TicTacToeError::NotACell { text: text("z9"), last: text("c3") },
        TicTacToeError::Taken { .. } => TicTacToeError::Taken { cell: text("b2") },
        TicTacToeError::Over => TicTacToeError::Over,
        TicTacToeError::TooLarge { .. } => {
            TicTacToeError::TooLarge { columns: 9, rows: 9, cells: 81, most: 16 }
        },
        TicTacToeError::CutOff => TicTacToeError::CutOff,
        TicTacToeError::NoPlayer { .. } => TicTacToeError::NoPlayer { name: text("nobody") },
        TicTacToeError::Coefficients { .. } => {
            TicTacToeError::Coefficients { line: 2, column: 3, why: text("expected a comma") }
        },
        TicTacToeError::OutOfRange { .. } => {
            TicTacToeError::OutOfRange { what: TuningNumber::Games, found: 1, least: 2, most: 9 }
        },
    };
    let numbers = every_kind! { TuningNumber:
        TuningNumber::Coefficient => TuningNumber::Coefficient,
        TuningNumber::Players => TuningNumber::Players,
        TuningNumber::Rounds => TuningNumber::Rounds,
        TuningNumber::Games => TuningNumber::Games,
    };
    let out_of_range = |what| TicTacToeError::OutOfRange { what, found: 1, least: 2, most: 9 };
    all.extend(numbers.into_iter().map(out_of_range));
    for error in all {
        check_phrase(&error, &explain_board_error(&error));
    }
}

#[test]
fn the_magic_tower() {
    let (line, column) = (2, 5);
    let (first, second, place) = (PLACE, PLACE, PLACE);
    let mut all = every_kind! { TowerError:
        TowerError::Ends { .. } => TowerError::Ends { expected: text("a tile") },
        TowerError::NotANumber { .. } => {
            TowerError::NotANumber { line, column, found: text("x"), expected: text("a tile") }
        },
        TowerError::OutOfRange { .. } => {
            TowerError::OutOfRange { line, column, found: 0, expected: text("rows"), least: 1, most: 9 }
        },
        TowerError::TooLarge { .. } => {
            TowerError::TooLarge { floors: 1, rows: 1, columns: 1, cells: 1, most: 9, side: 9 }
        },
        TowerError::UnknownCell { .. } => TowerError::UnknownCell { line, column, code: 77, place },
        TowerError::MonsterTwice { .. } => TowerError::MonsterTwice { line, column, id: 204 },
        TowerError::GoesOn { .. } => TowerError::GoesOn { line, column, found: text("12") },
        TowerError::HeroOutside { .. } => TowerError::HeroOutside { place, floors: 1, rows: 7, columns: 7 },
        TowerError::HeroBlocked { .. } => TowerError::HeroBlocked { place },
        TowerError::NoBoss => TowerError::NoBoss,
        TowerError::BossUnknown => TowerError::BossUnknown,
        TowerError::TwoBosses { .. } => TowerError::TwoBosses { first, second },
        TowerError::BossUnreachable { .. } => TowerError::BossUnreachable { place },
        TowerError::TwoStairs { .. } => {
            TowerError::TwoStairs { floor: 1, direction: StairsDirection::Up, first, second }
        },
        TowerError::TooManyNodes { .. } => TowerError::TooManyNodes { nodes: 700, most: 512 },
        TowerError::Unmakeable { .. } => {
            TowerError::Unmakeable { what: TowerMeasure::Rows, least: 5, most: 40, found: 4 }
        },
        TowerError::Impossible { .. } => {
            TowerError::Impossible { step: TowerRequest::Walk, why: StepObstacle::Wall }
        },
    };
    let directions = every_kind! { StairsDirection:
        StairsDirection::Up => StairsDirection::Up,
        StairsDirection::Down => StairsDirection::Down,
    };
    let two = |direction| TowerError::TwoStairs { floor: 1, direction, first, second };
    all.extend(directions.into_iter().map(two));
    let measures = every_kind! { TowerMeasure:
        TowerMeasure::Floors => TowerMeasure::Floors,
        TowerMeasure::Rows => TowerMeasure::Rows,
        TowerMeasure::Columns => TowerMeasure::Columns,
    };
    all.extend(measures.into_iter().map(|what| TowerError::Unmakeable { what, least: 1, most: 9, found: 0 }));
    let requests = every_kind! { TowerRequest:
        TowerRequest::Step(_) => TowerRequest::Step(text("204@1,2,3")),
        TowerRequest::Walk => TowerRequest::Walk,
        TowerRequest::Climb => TowerRequest::Climb,
        TowerRequest::Buy(_) => TowerRequest::Buy(text("sword")),
    };
    all.extend(requests.into_iter().map(|step| TowerError::Impossible { step, why: StepObstacle::NoStep }));
    let walk = |why| TowerError::Impossible { step: TowerRequest::Walk, why };
    all.extend(step_obstacles().into_iter().map(walk));
    for error in all {
        check_phrase(&error, &explain_tower_error(&error));
    }
}

fn step_obstacles() -> Vec<StepObstacle> {
    let mut all = every_kind! { StepObstacle:
        StepObstacle::Wall => StepObstacle::Wall,
        StepObstacle::NoStairs => StepObstacle::NoStairs,
        StepObstacle::NoWare => StepObstacle::NoWare,
        StepObstacle::NoStep => StepObstacle::NoStep,
        StepObstacle::NoCell => StepObstacle::NoCell,
        StepObstacle::NotThere => StepObstacle::NotThere,
        StepObstacle::OutOfReach => StepObstacle::OutOfReach,
        StepObstacle::BossDead => StepObstacle::BossDead,
        StepObstacle::NoMoreFights => StepObstacle::NoMoreFights,
        StepObstacle::KeysWorthless => StepObstacle::KeysWorthless,
        StepObstacle::NoKey(_) => StepObstacle::NoKey(KeyColour::Yellow),
        StepObstacle::Unbeatable => StepObstacle::Unbeatable,
        StepObstacle::TooCostly { .. } => StepObstacle::TooCostly { cost: 40, life: 30 },
        StepObstacle::NoShop => StepObstacle::NoShop,
        StepObstacle::NotSold => StepObstacle::NotSold,
        StepObstacle::TooDear { .. } => StepObstacle::TooDear { price: 1, coins: 0 },
    };
    let colours = every_kind! { KeyColour:
        KeyColour::Yellow => KeyColour::Yellow,
        KeyColour::Blue => KeyColour::Blue,
        KeyColour::Red => KeyColour::Red,
        KeyColour::Green => KeyColour::Green,
    };
    all.extend(colours.into_iter().map(StepObstacle::NoKey));
    all
}

/// Names that the ruleset and the language have are translated within a sentence.
#[test]
fn names_are_translated_within_sentences() {
    let say = |illegal| Texts::new(Language::Chinese).phrase_in_words(&explain_illegal(&illegal));
    assert_eq!(say(Illegal::Friend { unit: label() }), "蓝方步兵 3是己方部队");
    assert_eq!(say(Illegal::Impassable { to: HEX, terrain: text("mountain") }), "3,4 格的山地不能进入");
}
