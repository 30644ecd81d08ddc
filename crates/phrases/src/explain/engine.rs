//! Errors of the engine: faults of files, orders that cannot be followed, broken replays.

use hotgates_engine::{
    CountedPart, Fault, FaultKind, Illegal, ListedUnit, MissingPart, NameKind, NearbyObject, Order, Side,
    Verdict, VictoryKind,
};
use hotgates_record::{ReplayBreak, ReplayDefect, ReplayError, ReplayPart};

use super::campaign::explain_campaign_fault_kind;
use crate::phrase::{Phrase, PhraseValue};

/// Returns a fault in words, with its hex or its field.
#[must_use]
pub fn explain_fault(fault: &Fault) -> Phrase {
    let what = explain_fault_kind(&fault.kind);
    match (fault.hex, &fault.field) {
        (Some(hex), _) => Phrase::new("fault-at-hex").with_value("hex", hex).with_value("what", what),
        (None, Some(field)) => prefix_phrase_with_place(field.as_str(), what),
        (None, None) => what,
    }
}

/// Returns the phrase that puts a place, such as a file or a field, before a fault.
#[must_use]
pub fn prefix_phrase_with_place(place: impl Into<PhraseValue>, what: Phrase) -> Phrase {
    Phrase::new("said-of").with_value("place", place).with_value("what", what)
}

/// Returns a kind of fault in words.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a row for each kind")]
pub fn explain_fault_kind(kind: &FaultKind) -> Phrase {
    match kind {
        FaultKind::Syntax { message } => Phrase::new("fault-syntax").with_value("message", message.as_str()),
        FaultKind::EmptyFile => Phrase::new("fault-empty-file"),
        FaultKind::NewerFormat { found, known } => {
            Phrase::new("fault-newer-format").with_value("found", *found).with_value("known", *known)
        }
        FaultKind::NoSuchMap { name, beside, in_maps } => Phrase::new("fault-no-such-map")
            .with_value("name", name.as_str())
            .with_value("beside", beside.as_str())
            .with_value("maps", in_maps.as_str()),
        FaultKind::NoSuchRuleset { name } => {
            Phrase::new("fault-no-such-ruleset").with_value("name", name.as_str())
        }
        FaultKind::OutsideFolder { name } => {
            Phrase::new("fault-outside-folder").with_value("name", name.as_str())
        }
        FaultKind::RulesetNotLoaded { name } => {
            Phrase::new("fault-ruleset-not-loaded").with_value("name", name.as_str())
        }
        FaultKind::NotWholeNumber { text } => {
            Phrase::new("fault-not-whole-number").with_value("text", text.as_str())
        }
        FaultKind::NotSeed { text } => Phrase::new("fault-not-seed").with_value("text", text.as_str()),
        FaultKind::Empty { what } => {
            Phrase::new("fault-empty").with_value("what", explain_missing_part(*what))
        }
        FaultKind::Twice { name } => Phrase::new("fault-twice").with_value("name", name.as_str()),
        FaultKind::NotTag { text } => Phrase::new("fault-not-tag").with_value("text", text.as_str()),
        FaultKind::TwoTags { unit, first, second } => Phrase::new("fault-two-tags")
            .with_value("unit", PhraseValue::UnitType(unit.clone()))
            .with_value("first", first.as_str())
            .with_value("second", second.as_str()),
        FaultKind::TwoMatchups { attacker, target, row } => Phrase::new("fault-two-matchups")
            .with_value("attacker", PhraseValue::UnitType(attacker.clone()))
            .with_value("target", PhraseValue::UnitType(target.clone()))
            .with_value("row", *row),
        FaultKind::Blank { glyph } => Phrase::new("fault-blank").with_value("glyph", format!("{glyph:?}")),
        FaultKind::OutOfRange { value, min, max } => Phrase::new("fault-out-of-range")
            .with_value("value", *value)
            .with_value("min", *min)
            .with_value("max", *max),
        FaultKind::OverMaximum { value, max } => {
            Phrase::new("fault-over-maximum").with_value("value", *value).with_value("max", *max)
        }
        FaultKind::Count { what, value, min, max } => Phrase::new(text_key_of_counted_part(*what))
            .with_value("value", *value)
            .with_value("min", *min)
            .with_value("max", *max),
        FaultKind::TooManyEntries { max } => Phrase::new("fault-too-many-entries").with_value("max", *max),
        FaultKind::Unknown { what, name, known } => Phrase::new("fault-unknown")
            .with_value("what", explain_name_kind(*what))
            .with_value("name", name.as_str())
            .with_value("known", known.as_str()),
        FaultKind::MoreUnknown { count } => Phrase::new("fault-more-unknown").with_value("count", *count),
        FaultKind::NoCastleTerrain => Phrase::new("fault-no-castle-terrain"),
        FaultKind::RaggedRow { row, length, expected } => Phrase::new("fault-ragged-row")
            .with_value("row", *row)
            .with_value("length", *length)
            .with_value("expected", *expected),
        FaultKind::NoHexes => Phrase::new("fault-no-hexes"),
        FaultKind::TooLarge { width, height, max_side, max } => Phrase::new("fault-too-large")
            .with_value("width", *width)
            .with_value("height", *height)
            .with_value("side", *max_side)
            .with_value("max", *max),
        FaultKind::NoCastle => Phrase::new("fault-no-castle"),
        FaultKind::CastleCutOff => Phrase::new("fault-castle-cut-off"),
        FaultKind::NoWayFrom { direction, waiting, room, distance } => Phrase::new("fault-no-way-from")
            .with_value("direction", *direction)
            .with_value("waiting", *waiting)
            .with_value("room", *room)
            .with_value("distance", *distance),
        FaultKind::NoRoom { side, units, room } => Phrase::new("fault-no-room")
            .with_value("side", *side)
            .with_value("units", *units)
            .with_value("room", *room),
        FaultKind::OffMap { hex, width, height } => Phrase::new("fault-off-map")
            .with_value("hex", *hex)
            .with_value("column", width - 1)
            .with_value("row", height - 1),
        FaultKind::Impassable { unit, terrain } => Phrase::new("fault-impassable")
            .with_value("unit", PhraseValue::UnitType(unit.clone()))
            .with_value("terrain", PhraseValue::Terrain(terrain.clone())),
        FaultKind::Occupied { unit, other } => Phrase::new("fault-occupied")
            .with_value("unit", explain_listed_unit(unit))
            .with_value("other", explain_nearby_object(other)),
        FaultKind::TooClose { unit, distance, from, at, min } => Phrase::new("fault-too-close")
            .with_value("unit", explain_listed_unit(unit))
            .with_value("distance", *distance)
            .with_value("from", explain_nearby_object(from))
            .with_value("at", *at)
            .with_value("min", *min),
        FaultKind::GoalAims => Phrase::new("fault-goal-aims"),
        FaultKind::GoalLimit => Phrase::new("fault-goal-limit"),
        FaultKind::NobodyInContingent { side, name } => Phrase::new("fault-nobody-in-contingent")
            .with_value("side", *side)
            .with_value("name", name.as_str()),
        FaultKind::TypeNotAllowed { side, kind, allowed } => Phrase::new("fault-type-not-allowed")
            .with_value("side", *side)
            .with_value("kind", PhraseValue::UnitType(kind.clone()))
            .with_value("allowed", allowed.as_str()),
        FaultKind::NobodyEnters { side } => Phrase::new("fault-nobody-enters").with_value("side", *side),
        FaultKind::NoFlag => Phrase::new("fault-no-flag"),
        FaultKind::AllCastlesRed => Phrase::new("fault-all-castles-red"),
        FaultKind::ScheduleAndChance => Phrase::new("fault-schedule-and-chance"),
        FaultKind::CastleChanges { terrain } => {
            Phrase::new("fault-castle-changes").with_value("terrain", PhraseValue::Terrain(terrain.clone()))
        }
        FaultKind::HeldAtStart { side } => Phrase::new("fault-held-at-start").with_value("side", *side),
        FaultKind::PlaceOfLateUnit => Phrase::new("fault-place-of-late-unit"),
        FaultKind::ArrivalPlace => Phrase::new("fault-arrival-place"),
        FaultKind::NeverArrives => Phrase::new("fault-never-arrives"),
        FaultKind::NobodyAtStart { side } => Phrase::new("fault-nobody-at-start").with_value("side", *side),
        FaultKind::EventConditions => Phrase::new("fault-event-conditions"),
        FaultKind::EventWithoutEffect => Phrase::new("fault-event-without-effect"),
        FaultKind::EventSide => Phrase::new("fault-event-side"),
        FaultKind::EventRepeat => Phrase::new("fault-event-repeat"),
        FaultKind::EventAudience => Phrase::new("fault-event-audience"),
        FaultKind::NotExpected { key } => Phrase::new("fault-not-expected").with_value("key", key.as_str()),
        FaultKind::NothingToWin => Phrase::new("fault-nothing-to-win"),
        FaultKind::WonAtStart { side } => Phrase::new("fault-won-at-start").with_value("side", *side),
        FaultKind::LongMarch { march, turns } => {
            Phrase::new("fault-long-march").with_value("march", *march).with_value("turns", *turns)
        }
        FaultKind::OfMap { map, fault } => Phrase::new("fault-of-map")
            .with_value("map", map.as_str())
            .with_value("what", explain_fault(fault)),
        FaultKind::WithArmy { map, kind, fault } => Phrase::new("fault-with-army")
            .with_value("unit", PhraseValue::UnitType(kind.clone()))
            .with_value("map", map.as_str())
            .with_value("what", explain_fault(fault)),
        FaultKind::Campaign(kind) => explain_campaign_fault_kind(kind),
    }
}

const fn explain_missing_part(part: MissingPart) -> Phrase {
    Phrase::new(match part {
        MissingPart::Name => "missing-name",
        MissingPart::Army => "missing-army",
        MissingPart::Key => "missing-key",
        MissingPart::Text => "missing-text",
        MissingPart::Place => "missing-place",
    })
}

const fn text_key_of_counted_part(part: CountedPart) -> &'static str {
    match part {
        CountedPart::Entries => "fault-count-entries",
        CountedPart::Units => "fault-count-units",
        CountedPart::Hexes => "fault-count-hexes",
        CountedPart::Tags => "fault-count-tags",
    }
}

const fn explain_name_kind(kind: NameKind) -> Phrase {
    Phrase::new(match kind {
        NameKind::UnitType => "name-of-unit-type",
        NameKind::Tag => "name-of-tag",
        NameKind::Rank => "name-of-rank",
        NameKind::Terrain => "name-of-terrain",
        NameKind::Weather => "name-of-weather",
        NameKind::Glyph => "name-of-glyph",
        NameKind::Commander => "name-of-commander",
        NameKind::Goal => "name-of-goal",
        NameKind::AnyGoal => "name-of-any-goal",
        NameKind::UnitKey => "name-of-unit-key",
        NameKind::OwnUnitKey => "name-of-own-unit-key",
        NameKind::AnyUnitKey => "name-of-any-unit-key",
        NameKind::Battle => "name-of-battle",
        NameKind::Degree => "name-of-degree",
    })
}

fn explain_listed_unit(unit: &ListedUnit) -> Phrase {
    Phrase::new("listed-unit")
        .with_value("side", unit.side)
        .with_value("number", unit.number)
        .with_value("kind", PhraseValue::UnitType(unit.kind.clone()))
}

fn explain_nearby_object(object: &NearbyObject) -> Phrase {
    match object {
        NearbyObject::Castle => Phrase::new("nearby-castle"),
        NearbyObject::AnyUnit(side) => Phrase::new("nearby-unit").with_value("side", *side),
        NearbyObject::Listed(unit) => explain_listed_unit(unit),
    }
}

/// Returns the reason against an order in words.
#[must_use]
pub fn explain_illegal(illegal: &Illegal) -> Phrase {
    match illegal {
        Illegal::Over => Phrase::new("illegal-over"),
        Illegal::NoSuchUnit { unit, last } => {
            Phrase::new("illegal-no-such-unit").with_value("unit", *unit).with_value("last", *last)
        }
        Illegal::Destroyed { unit } => Phrase::new("illegal-destroyed").with_value("unit", unit.clone()),
        Illegal::NotHereYet { unit } => Phrase::new("illegal-not-here-yet").with_value("unit", unit.clone()),
        Illegal::Gone { unit } => Phrase::new("illegal-gone").with_value("unit", unit.clone()),
        Illegal::NoExit { at } => Phrase::new("illegal-no-exit").with_value("hex", *at),
        Illegal::TooTiredToLeave { need, left } => {
            Phrase::new("illegal-too-tired-to-leave").with_value("need", need.0).with_value("left", left.0)
        }
        Illegal::NoFacing => Phrase::new("illegal-no-facing"),
        Illegal::FacesAlready { way } => Phrase::new("illegal-faces-already").with_value("way", *way),
        Illegal::TooTiredToTurn { need, left } => {
            Phrase::new("illegal-too-tired-to-turn").with_value("need", need.0).with_value("left", left.0)
        }
        Illegal::NoSuchWork { work } => Phrase::new("illegal-no-such-work").with_value("work", *work),
        Illegal::NotItsWork { kind, work } => Phrase::new("illegal-not-its-work")
            .with_value("unit", PhraseValue::UnitType(kind.clone()))
            .with_value("work", work.clone()),
        Illegal::WorkTooFar { at } => Phrase::new("illegal-work-too-far").with_value("hex", *at),
        Illegal::NothingToWorkOn { work, terrain, at } => Phrase::new("illegal-nothing-to-work-on")
            .with_value("work", work.clone())
            .with_value("terrain", PhraseValue::Terrain(terrain.clone()))
            .with_value("hex", *at),
        Illegal::FixedGround { at } => Phrase::new("illegal-fixed-ground").with_value("hex", *at),
        Illegal::CouldNotStand { unit, at } => {
            Phrase::new("illegal-could-not-stand").with_value("unit", unit.clone()).with_value("hex", *at)
        }
        Illegal::TooTiredToWork { need, left } => {
            Phrase::new("illegal-too-tired-to-work").with_value("need", need.0).with_value("left", left.0)
        }
        Illegal::NotYours { unit, owner, mover } => Phrase::new("illegal-not-yours")
            .with_value("unit", unit.clone())
            .with_value("owner", *owner)
            .with_value("mover", *mover),
        Illegal::OffMap { to } => Phrase::new("illegal-off-map").with_value("hex", *to),
        Illegal::AlreadyThere { to } => Phrase::new("illegal-already-there").with_value("hex", *to),
        Illegal::Impassable { to, terrain } => Phrase::new("illegal-impassable")
            .with_value("terrain", PhraseValue::Terrain(terrain.clone()))
            .with_value("hex", *to),
        Illegal::Occupied { to, unit } => {
            Phrase::new("illegal-occupied").with_value("unit", unit.clone()).with_value("hex", *to)
        }
        Illegal::OutOfReach { to, left } => {
            Phrase::new("illegal-out-of-reach").with_value("hex", *to).with_value("left", left.0)
        }
        Illegal::Halted => Phrase::new("illegal-halted"),
        Illegal::Broken { unit } => Phrase::new("illegal-broken").with_value("unit", unit.clone()),
        Illegal::NoRounds { unit } => Phrase::new("illegal-no-rounds").with_value("unit", unit.clone()),
        Illegal::Wavering { unit, cohesion, need } => Phrase::new("illegal-wavering")
            .with_value("unit", unit.clone())
            .with_value("cohesion", cohesion.0)
            .with_value("need", need.0),
        Illegal::NotInSight { unit } => Phrase::new("illegal-not-in-sight").with_value("unit", unit.clone()),
        Illegal::TooTired { need, left } => {
            Phrase::new("illegal-too-tired").with_value("need", need.0).with_value("left", left.0)
        }
        Illegal::Friend { unit } => Phrase::new("illegal-friend").with_value("unit", unit.clone()),
        Illegal::OutOfRange { unit, distance, fires: None } => Phrase::new("illegal-melee-only")
            .with_value("unit", unit.clone())
            .with_value("distance", *distance),
        Illegal::OutOfRange { unit, distance, fires: Some((min, max)) } => {
            Phrase::new("illegal-out-of-range")
                .with_value("unit", unit.clone())
                .with_value("distance", *distance)
                .with_value("min", *min)
                .with_value("max", *max)
        }
        Illegal::NoLineOfSight { at, terrain } => Phrase::new("illegal-no-line-of-sight")
            .with_value("terrain", PhraseValue::Terrain(terrain.clone()))
            .with_value("hex", *at),
    }
}

/// Returns the reason why bytes are no replay in words.
#[must_use]
pub fn explain_replay_error(error: &ReplayError) -> Phrase {
    match error {
        ReplayError::NotAReplay => Phrase::new("replay-not-one"),
        ReplayError::Version { found, known } => {
            Phrase::new("replay-version").with_value("found", *found).with_value("known", *known)
        }
        ReplayError::Behaviour { found, known } => {
            Phrase::new("replay-behaviour").with_value("found", *found).with_value("known", *known)
        }
        ReplayError::Truncated { part, at } => Phrase::new("replay-truncated")
            .with_value("part", explain_replay_part(*part))
            .with_value("at", *at),
        ReplayError::TooLong { extra } => Phrase::new("replay-too-long").with_value("extra", *extra),
        ReplayError::Malformed { part, at, what } => Phrase::new("replay-malformed")
            .with_value("part", explain_replay_part(*part))
            .with_value("at", *at)
            .with_value("what", explain_replay_defect(*what)),
        ReplayError::Scenario(faults) => {
            let all =
                Phrase::join_phrases(faults.iter().map(|fault| explain_fault_in_file(fault, "scenario")));
            Phrase::new("replay-scenario").with_value("faults", all.unwrap_or(Phrase::new("phrase-nothing")))
        }
        ReplayError::Checksum { found, made } => Phrase::new("replay-checksum")
            .with_value("found", format!("{found:08x}"))
            .with_value("made", format!("{made:08x}")),
    }
}

/// Returns a fault in words with its file, line and column.
#[must_use]
pub fn explain_fault_in_file(fault: &Fault, file: &str) -> Phrase {
    let place = match fault.position {
        Some(at) => format!("{file}:{}:{}", at.line, at.column),
        None => file.to_owned(),
    };
    prefix_phrase_with_place(place, explain_fault(fault))
}

fn explain_replay_part(part: ReplayPart) -> Phrase {
    match part {
        ReplayPart::Header => Phrase::new("replay-part-header"),
        ReplayPart::Map => Phrase::new("replay-part-map"),
        ReplayPart::Rules => Phrase::new("replay-part-rules"),
        ReplayPart::OrderCount => Phrase::new("replay-part-count"),
        ReplayPart::Order { number, of } => {
            Phrase::new("replay-part-order").with_value("number", number).with_value("of", of)
        }
        ReplayPart::Verdict => Phrase::new("replay-part-verdict"),
        ReplayPart::Checksum => Phrase::new("replay-part-checksum"),
    }
}

fn explain_replay_defect(defect: ReplayDefect) -> Phrase {
    match defect {
        ReplayDefect::NotText => Phrase::new("replay-no-text"),
        ReplayDefect::NoOrder(byte) => Phrase::new("replay-no-order").with_value("byte", byte),
        ReplayDefect::NoDirection(number) => Phrase::new("replay-no-direction").with_value("byte", number),
        ReplayDefect::OrderLength(length) => Phrase::new("replay-order-length").with_value("length", length),
        ReplayDefect::NoWinner(byte) => Phrase::new("replay-no-winner").with_value("byte", byte),
        ReplayDefect::NoVictory(byte) => Phrase::new("replay-no-victory").with_value("byte", byte),
        ReplayDefect::EarlyVictory(byte) => Phrase::new("replay-early-victory").with_value("byte", byte),
    }
}

/// Returns the place where a replay stops being true in words.
#[must_use]
pub fn explain_replay_break(broken: &ReplayBreak) -> Phrase {
    match broken {
        ReplayBreak::Unreadable(error) => explain_replay_error(error),
        ReplayBreak::Illegal { number, of, order, why } => Phrase::new("broken-illegal")
            .with_value("number", *number)
            .with_value("of", *of)
            .with_value("order", explain_order(*order))
            .with_value("why", explain_illegal(why)),
        ReplayBreak::Start { recorded, played } => Phrase::new("broken-start")
            .with_value("recorded", format!("{recorded:016x}"))
            .with_value("played", format!("{played:016x}")),
        ReplayBreak::Hash { number, of, order, recorded, played } => Phrase::new("broken-hash")
            .with_value("number", *number)
            .with_value("of", *of)
            .with_value("order", explain_order(*order))
            .with_value("recorded", format!("{recorded:016x}"))
            .with_value("played", format!("{played:016x}")),
        ReplayBreak::Verdict { recorded, played } => Phrase::new("broken-verdict")
            .with_value("recorded", explain_recorded_verdict(*recorded))
            .with_value("played", explain_recorded_verdict(*played)),
        ReplayBreak::Checksum(error) => {
            Phrase::new("broken-checksum").with_value("why", explain_replay_error(error))
        }
    }
}

/// Returns an order in words, units by their numbers.
pub(super) fn explain_order(order: Order) -> Phrase {
    match order {
        Order::Move { unit, to } => Phrase::new("plain-move")
            .with_value("unit", unit.0)
            .with_value("to", hotgates_engine::Coord::from(to)),
        Order::Attack { unit, target } => {
            Phrase::new("plain-attack").with_value("unit", unit.0).with_value("target", target.0)
        }
        Order::Exit { unit } => Phrase::new("plain-exit").with_value("unit", unit.0),
        Order::Face { unit, way } => {
            Phrase::new("plain-face").with_value("unit", unit.0).with_value("way", way)
        }
        Order::Work { unit, at, work } => Phrase::new("plain-work")
            .with_value("unit", unit.0)
            .with_value("at", hotgates_engine::Coord::from(at))
            .with_value("work", work.0),
        Order::EndTurn => Phrase::new("plain-end-turn"),
    }
}

fn explain_recorded_verdict(verdict: Option<Verdict>) -> Phrase {
    let won = |key, side: Side| Phrase::new(key).with_value("side", side);
    match verdict {
        None => Phrase::new("recorded-open"),
        Some(Verdict { how: VictoryKind::DrawAgreed, .. }) => Phrase::new("recorded-draw-agreed"),
        Some(Verdict { winner: None, .. }) => Phrase::new("recorded-draw"),
        Some(Verdict { winner: Some(side), how: VictoryKind::Castle }) => won("recorded-castle", side),
        Some(Verdict { winner: Some(side), how: VictoryKind::Annihilation }) => {
            won("recorded-annihilation", side).with_value("other", side.other())
        }
        Some(Verdict { winner: Some(side), how: VictoryKind::Dusk }) => won("recorded-dusk", side),
        Some(Verdict { winner: Some(side), how: VictoryKind::Goals }) => won("recorded-goals", side),
        Some(Verdict { winner: Some(side), how: VictoryKind::Points }) => won("recorded-points", side),
        Some(Verdict { winner: Some(side), how: VictoryKind::Resigned }) => {
            won("recorded-resigned", side).with_value("other", side.other())
        }
        Some(Verdict { winner: Some(side), how: VictoryKind::Crashed }) => {
            won("recorded-crashed", side).with_value("other", side.other())
        }
        Some(Verdict { winner: Some(side), how: VictoryKind::Timeout }) => {
            won("recorded-timeout", side).with_value("other", side.other())
        }
        Some(Verdict { winner: Some(side), how: VictoryKind::Unparsable }) => {
            won("recorded-unparsable", side).with_value("other", side.other())
        }
        Some(Verdict { winner: Some(side), how: VictoryKind::Illegal }) => {
            won("recorded-illegal", side).with_value("other", side.other())
        }
    }
}
