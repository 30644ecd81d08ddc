//! Map files as they are written: one layout, and nothing lost.

use hotgates_engine::{
    AllowedTypes, Army, ArrivalEntry, ContingentEntry, Coord, DegreeEntry, Direction, FileFormat, GoalEntry,
    MapFile, NamedHomes, Objective, Permille, RgbColour, ScriptedEventEntry, Side, SideFactors, UnitEntry,
    VictoryPointValues, WinningSets,
};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[test]
fn every_row_unit_and_entry_hex_has_a_line() {
    let map = MapFile {
        name: "a \"quoted\" name".into(),
        glyphs: [('"', "grass".to_owned()), ('é', "water".to_owned())].into(),
        rows: vec!["\"é".into(), "#.".into()],
        entry: vec![Coord { col: 1, row: 0 }, Coord { col: -1, row: 99 }],
        seed: Some(u64::MAX),
        objective: Some(Objective::Meeting),
        red: Some(Army {
            commander: Some("hunter".into()),
            units: vec![
                UnitEntry { called: Some("Ney's".into()), ..UnitEntry::new("cavalry") },
                UnitEntry {
                    strength: Some(9),
                    rank: Some("Major".into()),
                    name: Some("O'Neil".into()),
                    at: Some(Coord { col: 1, row: 0 }),
                    tag: Some("\t#1".into()),
                    ..UnitEntry::new("infantry")
                },
            ],
        }),
        blue: Some(Army::default()),
        ..MapFile::default()
    };
    let expected = r##"Map(
    name: "a \"quoted\" name",
    glyphs: {
        '"': "grass",
        'é': "water",
    },
    rows: [
        "\"é",
        "#.",
    ],
    entry: [
        (1, 0),
        (-1, 99),
    ],
    seed: 18446744073709551615,
    objective: meeting,
    red: (
        commander: "hunter",
        units: [
            (type: "cavalry", called: "Ney's"),
            (type: "infantry", strength: 9, rank: "Major", name: "O'Neil", at: (1, 0), tag: "\t#1"),
        ],
    ),
    blue: (
        units: [],
    ),
)
"##;
    assert_eq!(map.to_ron(), expected);
}

/// Strategy for texts with anything that a keyboard or a hostile file holds.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~]{0,12}", r#"["\\'#/*\n\t\r\u{0}(),:]{0,8}"#, any::<String>()]
}

fn coords() -> impl Strategy<Value = Coord> {
    any::<(i32, i32)>().prop_map(Coord::from)
}

fn units() -> impl Strategy<Value = UnitEntry> {
    let direction = of(select(Direction::ALL.to_vec()));
    let arrival = (of(any::<i64>()), vec(coords(), 0..3), direction);
    let arrival = arrival.prop_map(|(turn, hexes, from)| ArrivalEntry { turn, hexes, from });
    let times = (of(arrival), of(any::<i64>()));
    let officer = (of(texts()), of(texts()), of(any::<i64>()));
    let place = (of(coords()), of(select(Direction::ALL.to_vec())));
    let names = (texts(), of(texts()), of(texts()));
    let parts = (names, of(any::<i64>()), officer, place, times, of(texts()), of(texts()));
    parts.prop_map(
        |((kind, called, contingent), strength, officer, place, (arrives, withdraws), key, tag)| {
            let ((rank, name, experience), (at, facing)) = (officer, place);
            let unit = UnitEntry { kind, called, strength, rank, name, at, ..UnitEntry::default() };
            UnitEntry { arrives, withdraws, experience, facing, contingent, key, tag, ..unit }
        },
    )
}

fn armies() -> impl Strategy<Value = Army> {
    (of(texts()), vec(units(), 0..4)).prop_map(|(commander, units)| Army { commander, units })
}

fn goals() -> impl Strategy<Value = GoalEntry> {
    let words = (texts(), of(texts()), select(Side::BOTH.to_vec()), vec(texts(), 0..3));
    let places = (vec(coords(), 0..3), vec(coords(), 0..3), vec(coords(), 0..3), vec(texts(), 0..3));
    let numbers = (of(any::<i64>()), of(any::<i64>()), of(any::<i64>()), of(any::<i64>()));
    (words, places, numbers).prop_map(
        |((key, name, side, destroy), (hold, take, exit, units), (turns, by, points, count))| GoalEntry {
            key,
            name,
            side,
            hold,
            turns,
            take,
            destroy,
            exit,
            units,
            count,
            by,
            points,
        },
    )
}

fn events() -> impl Strategy<Value = ScriptedEventEntry> {
    let sides = of(select(Side::BOTH.to_vec()));
    let conditions =
        (of(any::<i64>()), sides, vec(coords(), 0..3), vec(texts(), 0..3), of(any::<i64>()), of(texts()));
    let told = of(select(Side::BOTH.to_vec()));
    let terrain = btree_map(texts(), vec(coords(), 0..3), 0..3);
    let effects = (of(any::<i64>()), of(texts()), told, vec(texts(), 0..3), vec(texts(), 0..3), terrain);
    (texts(), conditions, effects).prop_map(
        |(key, (turn, side, enters, lost, points, met), (repeat, message, told, arrive, opens, terrain))| {
            let conditions =
                ScriptedEventEntry { turn, side, enters, lost, points, met, ..Default::default() };
            ScriptedEventEntry { key, repeat, message, told, arrive, opens, terrain, ..conditions }
        },
    )
}

fn point_values() -> impl Strategy<Value = VictoryPointValues> {
    let degree = (any::<i64>(), texts()).prop_map(|(lead, name)| DegreeEntry { lead, name });
    let parts = (of(any::<i64>()), of(any::<i64>()), vec(degree, 0..3));
    parts.prop_map(|(castle, losses, degrees)| VictoryPointValues { castle, losses, degrees })
}

fn contingents() -> impl Strategy<Value = ContingentEntry> {
    (texts(), select(Side::BOTH.to_vec()), of(any::<[u8; 3]>()), of(texts())).prop_map(
        |(name, side, colour, commander)| ContingentEntry {
            name,
            side,
            colour: colour.map(RgbColour),
            commander,
        },
    )
}

fn homes() -> impl Strategy<Value = NamedHomes> {
    (vec(coords(), 0..3), vec(coords(), 0..3)).prop_map(|(red, blue)| NamedHomes { red, blue })
}

fn side_terms() -> impl Strategy<Value = (AllowedTypes, SideFactors)> {
    let types = (vec(texts(), 0..3), vec(texts(), 0..3)).prop_map(|(red, blue)| AllowedTypes { red, blue });
    let factor = || prop_oneof![Just(Permille(1000)), any::<u32>().prop_map(Permille)];
    (types, (factor(), factor()).prop_map(|(red, blue)| SideFactors { red, blue }))
}

type Victories = (
    Vec<Coord>,
    (NamedHomes, Vec<ContingentEntry>, (AllowedTypes, SideFactors)),
    Vec<GoalEntry>,
    WinningSets,
    Option<VictoryPointValues>,
);

fn victories() -> impl Strategy<Value = Victories> {
    let sets = || vec(vec(texts(), 0..3), 0..3);
    let wins = (sets(), sets()).prop_map(|(red, blue)| WinningSets { red, blue });
    (
        vec(coords(), 0..3),
        (homes(), vec(contingents(), 0..3), side_terms()),
        vec(goals(), 0..3),
        wins,
        of(point_values()),
    )
}

/// Strategy for any map file: a written map need not be playable.
fn maps() -> impl Strategy<Value = MapFile> {
    let words = (texts(), of(texts()), of(texts()), of(texts()));
    let ground = (btree_map(any::<char>(), texts(), 0..3), vec(texts(), 0..5));
    let start = (of(select(Direction::ALL.to_vec())), of(select(Side::BOTH.to_vec())), vec(coords(), 0..3));
    let numbers = (of(any::<i64>()), of(any::<u64>()), of(any::<i64>()));
    let objective = (of(select(Objective::ALL.to_vec())), victories(), vec(events(), 0..3));
    (words, ground, start, numbers, objective, of(armies()), of(armies())).prop_map(
        |(
            (name, author, notes, rules),
            (glyphs, rows),
            (from, first, entry),
            numbers,
            (
                objective,
                (red_holds, (home, contingents, (types, factor)), goals, wins, victory_points),
                events,
            ),
            red,
            blue,
        )| {
            let (turns, seed, variation) = numbers;
            MapFile {
                format: FileFormat,
                name,
                author,
                notes,
                rules,
                glyphs,
                rows,
                from,
                entry,
                first,
                turns,
                seed,
                variation,
                objective,
                red_holds,
                home,
                types,
                factor,
                contingents,
                goals,
                wins,
                events,
                victory_points,
                red,
                blue,
            }
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(map in maps()) {
        prop_assert_eq!(MapFile::from_ron(&map.to_ron()), Ok(map));
    }

    #[test]
    fn a_changed_hex_is_a_changed_line(
        rows in vec("[=.#f~^]{9}", 1..20), row: Index, col in 0..9_usize, others in maps(),
    ) {
        let before = MapFile { rows, ..others };
        let mut after = before.clone();
        after.rows[row.index(before.rows.len())].replace_range(col..=col, "H");
        let [before, after] = [before, after].map(|map| map.to_ron());
        prop_assert_eq!(before.lines().count(), after.lines().count());
        prop_assert_eq!(before.lines().zip(after.lines()).filter(|(old, new)| old != new).count(), 1);
    }

    #[test]
    fn a_moved_unit_is_a_changed_line(army in armies(), unit: Index, to in coords(), others in maps()) {
        prop_assume!(!army.units.is_empty());
        let before = MapFile { blue: Some(army.clone()), ..others };
        let mut moved = army;
        let index = unit.index(moved.units.len());
        prop_assume!(moved.units[index].at != Some(to));
        moved.units[index].at = Some(to);
        let after = MapFile { blue: Some(moved), ..before.clone() };
        let [before, after] = [before, after].map(|map| map.to_ron());
        prop_assert_eq!(before.lines().count(), after.lines().count());
        prop_assert_eq!(before.lines().zip(after.lines()).filter(|(old, new)| old != new).count(), 1);
    }
}
