//! From a map file to Tiled and back, in both notations: nothing is lost.

#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::path::Path;

use hotgates_engine::{
    AllowedTypes, Army, ArrivalEntry, ContingentEntry, Coord, DegreeEntry, Direction, FileFormat, GoalEntry,
    MapFile, NamedHomes, Objective, Permille, RgbColour, Ruleset, ScriptedEventEntry, Side, SideFactors,
    UnitEntry, VictoryPointValues, WinningSets,
};
use hotgates_formats::ReferenceFault;
use hotgates_formats::tiled::{self, ExportError, TilePicture, TiledFormat};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

const PICTURE: TilePicture<'_> = TilePicture { file: "tiles.png", width: 64, height: 56, side: 32 };

fn check(map: &MapFile, format: TiledFormat) {
    let rules = Ruleset::shipped(map.rules.as_deref().unwrap_or("classic")).expect("a shipped ruleset");
    let text = tiled::write_map(map, &rules, format, &PICTURE).unwrap();
    let import =
        tiled::read_map(&text, format, "other", &mut |path| Err(ReferenceFault::Missing(path.to_owned())))
            .unwrap();
    assert_eq!((&import.map, import.notes), (map, vec![]), "{text}");
}

#[test]
fn every_shipped_map_comes_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    let folders = Ruleset::SHIPPED.map(|(name, _)| match name {
        "classic" => folder.clone(),
        name => folder.join(name),
    });
    let files = folders.map(|folder| std::fs::read_dir(folder).unwrap());
    let files = files.into_iter().flatten().map(|file| file.unwrap().path());
    let mut maps = 0;
    for file in files.filter(|path| path.is_file()) {
        let map = MapFile::from_ron(&std::fs::read_to_string(file).unwrap()).unwrap();
        check(&map, TiledFormat::Tmj);
        check(&map, TiledFormat::Tmx);
        maps += 1;
    }
    assert!(maps >= 14);
}

#[test]
fn what_tiled_cannot_say_is_refused() {
    let map = MapFile { name: "m".into(), rows: vec!["#..".into()], ..MapFile::default() };
    let write =
        |map: &MapFile, format| tiled::write_map(map, &Ruleset::classic(), format, &PICTURE).map(|_| ());
    let check = |map: &MapFile, message: &str| {
        assert_eq!(write(map, TiledFormat::Tmj).unwrap_err().to_string(), message);
    };
    let hex = Coord { col: 3, row: 0 };
    check(&MapFile { entry: vec![hex], ..map.clone() }, "entry[0] is at 3,0, which is off the map");
    let unit = UnitEntry { at: Some(hex), ..UnitEntry::new("infantry") };
    let army = Army { units: vec![UnitEntry::new("infantry"), unit], ..Army::default() };
    check(&MapFile { blue: Some(army), ..map.clone() }, "blue.units[1] is at 3,0, which is off the map");
    check(
        &MapFile { red: Some(Army::default()), ..map.clone() },
        "Red's order of battle has no units, which Tiled cannot say",
    );
    let nameless = Army { units: vec![UnitEntry::new("")], ..Army::default() };
    check(
        &MapFile { blue: Some(nameless), ..map.clone() },
        "blue.units[0].type: unknown unit type ``; known: infantry, cavalry, artillery",
    );
    let ragged = MapFile { rows: vec!["#..".into(), "..".into()], ..map.clone() };
    check(&ragged, "rows[1]: row 1 has 2 hexes, the first row has 3");
    let glyphs: Vec<char> = ('\u{1000}'..).take(1000).collect();
    let many =
        MapFile { glyphs: glyphs.into_iter().map(|c| (c, "road".to_owned())).collect(), ..map.clone() };
    let tiles = 1000 + Ruleset::classic().terrains.len();
    let message =
        format!("{tiles} terrains and glyphs need a tile each; a tileset of at most 1000 can be written");
    check(&many, &message);
    let bell = MapFile { author: Some("a\u{7}".into()), ..map };
    assert_eq!(write(&bell, TiledFormat::Tmj), Ok(()));
    let refused = write(&bell, TiledFormat::Tmx);
    assert_eq!(refused, Err(ExportError::Character { what: "`author`".into(), character: '\u{7}' }));
}

/// Texts that XML can hold.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~]{0,12}", r#"[ <>&"'\n\r\t\]]{0,8}"#, "\\PC{0,6}"]
}

const SIDE: i32 = 6;

fn hexes() -> impl Strategy<Value = Coord> {
    (0..SIDE, 0..SIDE).prop_map(Coord::from)
}

fn units() -> impl Strategy<Value = UnitEntry> {
    let parts = (select(vec!["infantry", "winged lancers"]), of(any::<i64>()), of(texts()), of(texts()));
    let direction = of(select(Direction::ALL.to_vec()));
    let arrival = (of(any::<i64>()), vec(hexes(), 0..3), direction);
    let arrival = arrival.prop_map(|(turn, hexes, from)| ArrivalEntry { turn, hexes, from });
    let times = (of(arrival), of(any::<i64>()));
    let words = (of(texts()), of(texts()), of(texts()), of(texts()));
    (parts, of(hexes()), words, times).prop_map(
        |((kind, strength, rank, name), at, (tag, key, called, contingent), (arrives, withdraws))| {
            UnitEntry {
                called,
                strength,
                rank,
                name,
                at,
                arrives,
                withdraws,
                contingent,
                key,
                tag,
                ..UnitEntry::new(kind)
            }
        },
    )
}

fn armies() -> impl Strategy<Value = Army> {
    let army = |(commander, units)| Army { commander, units };
    prop_oneof![
        (of(texts()), vec(units(), 1..4)).prop_map(army),
        texts().prop_map(|commander| Army { commander: Some(commander), units: vec![] }),
    ]
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
    (vec(hexes(), 0..3), vec(hexes(), 0..3)).prop_map(|(red, blue)| NamedHomes { red, blue })
}

fn side_terms() -> impl Strategy<Value = (AllowedTypes, SideFactors)> {
    let types = (vec(texts(), 0..3), vec(texts(), 0..3)).prop_map(|(red, blue)| AllowedTypes { red, blue });
    let factor = || prop_oneof![Just(Permille(1000)), any::<u32>().prop_map(Permille)];
    (types, (factor(), factor()).prop_map(|(red, blue)| SideFactors { red, blue }))
}

/// Goals and homes with hexes on the map, contingents, terms of the sides, ways to win and points.
type Victories = (
    Vec<Coord>,
    (NamedHomes, Vec<ContingentEntry>, (AllowedTypes, SideFactors)),
    Vec<GoalEntry>,
    WinningSets,
    Option<VictoryPointValues>,
);

fn victories() -> impl Strategy<Value = Victories> {
    let words = (texts(), of(texts()), select(Side::BOTH.to_vec()), vec(texts(), 0..2));
    let places = (vec(hexes(), 0..3), vec(hexes(), 0..3), vec(hexes(), 0..3), vec(texts(), 0..2));
    let numbers = (of(any::<i64>()), of(any::<i64>()), of(any::<i64>()), of(any::<i64>()));
    let goals = (words, places, numbers).prop_map(
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
    );
    let sets = || vec(vec(texts(), 0..3), 0..3);
    let wins = (sets(), sets()).prop_map(|(red, blue)| WinningSets { red, blue });
    let degree = (any::<i64>(), texts()).prop_map(|(lead, name)| DegreeEntry { lead, name });
    let points = (of(any::<i64>()), of(any::<i64>()), vec(degree, 0..3));
    let points = points.prop_map(|(castle, losses, degrees)| VictoryPointValues { castle, losses, degrees });
    (
        vec(hexes(), 0..3),
        (homes(), vec(contingents(), 0..3), side_terms()),
        vec(goals, 0..3),
        wins,
        of(points),
    )
}

/// Events with hexes on the map.
fn events() -> impl Strategy<Value = ScriptedEventEntry> {
    let sides = of(select(Side::BOTH.to_vec()));
    let conditions = (of(any::<i64>()), sides, vec(hexes(), 0..3), vec(texts(), 0..3), of(texts()));
    let terrain = btree_map(texts(), vec(hexes(), 0..3), 0..3);
    let effects = (of(any::<i64>()), of(texts()), vec(texts(), 0..3), vec(texts(), 0..3), terrain);
    (texts(), conditions, effects).prop_map(
        |(key, (turn, side, enters, lost, met), (repeat, message, arrive, opens, terrain))| {
            let conditions = ScriptedEventEntry { turn, side, enters, lost, met, ..Default::default() };
            ScriptedEventEntry { key, repeat, message, arrive, opens, terrain, ..conditions }
        },
    )
}

/// Maps of the classic ruleset, as wrong as they may be beyond their ground.
fn maps() -> impl Strategy<Value = MapFile> {
    let words = (texts(), of(texts()), of(texts()), of(Just("classic".to_owned())));
    let terrain = select(vec!["road", "grass", "water", "castle"]).prop_map(str::to_owned);
    let glyphs = btree_map(select(vec!['.', '=', 'o', 'é', '"', '&']), terrain, 0..4);
    let ground = glyphs.prop_flat_map(|glyphs| {
        let known: Vec<char> = "=H.#f~^".chars().chain(glyphs.keys().copied()).collect();
        let side = usize::try_from(SIDE).unwrap();
        let row = vec(select(known), side).prop_map(String::from_iter);
        (Just(glyphs), vec(row, side))
    });
    let start = (of(select(Direction::ALL.to_vec())), of(select(Side::BOTH.to_vec())), vec(hexes(), 0..3));
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
    fn any_map_comes_back(map in maps()) {
        check(&map, TiledFormat::Tmj);
        check(&map, TiledFormat::Tmx);
    }
}
