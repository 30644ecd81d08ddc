//! Files as they come from elsewhere: every kind of hexagonal map, and bad ones. One clear message
//! each, never a panic, and time and memory within bounds.

#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use hotgates_formats::tiled::{self, TiledFormat};
use hotgates_formats::{ImportNote, ImportedMap, ReferenceFault, wesnoth};
use proptest::prelude::*;

type Read = Result<ImportedMap, String>;

/// Reads a map with these files beside it.
fn read_beside(text: &str, format: TiledFormat, files: &[(&str, &str)]) -> Read {
    let mut beside = |path: &str| {
        let file = files.iter().find(|(name, _)| *name == path);
        file.map(|(_, text)| (*text).to_owned()).ok_or_else(|| ReferenceFault::Missing(path.to_owned()))
    };
    tiled::read_map(text, format, "stem", &mut beside).map_err(|error| error.message_in_file("map"))
}

fn read(text: &str, format: TiledFormat) -> Read {
    read_beside(text, format, &[])
}

#[track_caller]
fn refused(read: Read, message: &str) {
    let error = read.expect_err("it is wrong");
    assert!(error.contains(message), "{error}\nexpected: {message}");
}

/// A map of 2 × 3 tiles in XML, with something between its tags.
fn tmx(attributes: &str, inside: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<map orientation=\"hexagonal\" width=\"2\" height=\"3\" tilewidth=\"64\" tileheight=\"56\" hexsidelength=\"32\" {attributes}>{inside}</map>"
    )
}

const ODD_COLUMNS: &str = "staggeraxis=\"x\" staggerindex=\"odd\"";

const TILES: &str = "<tileset firstgid=\"1\" name=\"t\"><tile id=\"0\" class=\"castle\"/><tile id=\"1\" type=\"grass\"/>\
    <tile id=\"2\" type=\"anything\"><properties><property name=\"terrain\" value=\"water\"/></properties></tile></tileset>";

fn layer(data: &str) -> String {
    format!("<layer name=\"a\" width=\"2\" height=\"3\"><data encoding=\"csv\">{data}</data></layer>")
}

fn json(data: &str) -> String {
    format!(
        r#"{{"orientation":"hexagonal","staggeraxis":"x","staggerindex":"odd","width":2,"height":3,"tilewidth":64,"tileheight":56,
"tilesets":[{{"firstgid":1,"tiles":[{{"id":0,"type":"castle"}},{{"id":1,"class":"grass"}}]}}],
"layers":[{{"type":"tilelayer","name":"a","width":2,"height":3,"data":{data}}}]}}"#
    )
}

#[test]
fn every_way_to_stagger() {
    let check = |axis, index, from: &str, rows: &[&str], expected: &str| {
        let properties = format!("<properties><property name=\"from\" value=\"{from}\"/></properties>");
        let stagger = format!("staggeraxis=\"{axis}\" staggerindex=\"{index}\"");
        let text = tmx(&stagger, &format!("{properties}{TILES}{}", layer("1,2,2,2,3,2")));
        let import = read(&text, TiledFormat::Tmx).unwrap();
        assert_eq!(
            (&import.map.rows[..], import.map.from.unwrap().name()),
            (&rows.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>()[..], expected)
        );
        assert_eq!(import.notes.len(), usize::from((axis, index) != ("x", "odd")));
    };
    check("x", "odd", "ne", &["#.", "..", "~."], "ne");
    check("x", "even", "ne", &["~.", "..", "#."], "se");
    check("y", "odd", "e", &["#.~", "..."], "s");
    check("y", "even", "e", &["...", "#.~"], "n");
}

#[test]
fn the_topmost_tile_of_the_visible_layers_counts() {
    let hidden = layer("1,1,1,1,1,1").replace("<layer", "<layer visible=\"0\"");
    let group = format!("<group visible=\"0\">{}</group>", layer("1,1,1,1,1,1"));
    // Flipped and turned tiles are the same ground.
    let text = tmx(
        ODD_COLUMNS,
        &format!("{TILES}{}{}{hidden}{group}", layer("1,2,2,2,2,2"), layer("0,0,0,0,2147483651,1073741827")),
    );
    assert_eq!(read(&text, TiledFormat::Tmx).unwrap().map.rows, ["#.", "..", "~~"]);
    let text = tmx(ODD_COLUMNS, &format!("{TILES}{}", layer("1,2,0,2,2,0")));
    let import = read(&text, TiledFormat::Tmx).unwrap();
    assert_eq!(
        (import.map.rows, import.notes),
        (
            ["#.", "~.", ".~"].map(str::to_owned).to_vec(),
            vec![ImportNote::EmptyHexes { count: 2, terrain: "water".into() }]
        )
    );
    let empty = tmx(ODD_COLUMNS, &format!("{TILES}{}", layer("0,0,0,0,0,0")));
    refused(read(&empty, TiledFormat::Tmx), "no visible tile layer has a tile");
}

#[test]
fn infinite_maps_are_cut_to_what_has_tiles() {
    let chunk =
        |x: i64, data: &str| format!("<chunk x=\"{x}\" y=\"-16\" width=\"2\" height=\"2\">{data}</chunk>");
    let map = |chunks: &str| {
        let layer = format!(
            "<layer name=\"a\" width=\"2\" height=\"3\"><data encoding=\"csv\">{chunks}</data></layer>"
        );
        tmx(&format!("{ODD_COLUMNS} infinite=\"1\""), &format!("{TILES}{layer}"))
    };
    let text = map(&(chunk(-2, "0,1,0,2") + &chunk(0, "2,2,3,2")));
    // The first column that is left was odd and lay lower; now it is even: the map is mirrored.
    let import = read(&text, TiledFormat::Tmx).unwrap();
    assert_eq!(import.map.rows, [".~.", "#.."]);
    let far = map(&(chunk(-2_147_483_648, "1,1,1,1") + &chunk(2_147_483_647, "1,1,1,1")));
    refused(read(&far, TiledFormat::Tmx), "the map has 4294967297 × 2 hexes; at most 4096 a side");
    refused(
        read(&map(&chunk(2_147_483_648, "1,1,1,1")), TiledFormat::Tmx),
        "map:2:405: `x` of `chunk` is `2147483648`",
    );
    refused(read(&map(""), TiledFormat::Tmx), "layer `a`: ");
    let text = json("[]")
        .replace("\"data\":[]", "\"chunks\":[{\"x\":32,\"y\":0,\"width\":1,\"height\":2,\"data\":[1,2]}]")
        .replace("\"width\":2", "\"infinite\":true,\"width\":2");
    assert_eq!(read(&text, TiledFormat::Tmj).unwrap().map.rows, ["#", "."]);
}

#[test]
fn external_tilesets_lie_beside_the_map() {
    let external = |path: &str| {
        tmx(ODD_COLUMNS, &format!("<tileset firstgid=\"1\" source=\"{path}\"/>{}", layer("1,2,2,2,2,2")))
    };
    let tsx = "<?xml version=\"1.0\"?>\n<tileset name=\"t\"><tile id=\"0\" type=\"castle\"/><tile id=\"1\" type=\"grass\"/></tileset>";
    let tsj = r#"{"name":"t","tiles":[{"id":0,"type":"castle"},{"id":1,"properties":[{"name":"terrain","type":"string","value":"grass"}]}]}"#;
    for (path, text) in [("t.tsx", tsx), ("../t.tsj", tsj)] {
        let import = read_beside(&external(path), TiledFormat::Tmx, &[(path, text)]).unwrap();
        assert_eq!(import.map.rows, ["#.", "..", ".."]);
        let json =
            json("[1,2,2,2,2,2]").replace("\"tiles\":[", &format!("\"source\":\"{path}\",\"tiles\":["));
        assert_eq!(
            read_beside(&json, TiledFormat::Tmj, &[(path, text)]).unwrap().map.rows,
            ["#.", "..", ".."]
        );
    }
    refused(
        read(&external("t.tsx"), TiledFormat::Tmx),
        "map: external tileset `t.tsx`: there is no file t.tsx",
    );
    refused(read(&external("/etc/passwd"), TiledFormat::Tmx), "the path has to be relative to the map");
    refused(read(&external("C:/t.tsx"), TiledFormat::Tmx), "the path has to be relative to the map");
    let broken = read_beside(&external("t.tsx"), TiledFormat::Tmx, &[("t.tsx", &tsx[..60])]);
    refused(broken, "map: t.tsx:2:");
    let broken = read_beside(&external("t.tsj"), TiledFormat::Tmx, &[("t.tsj", "[1]")]);
    refused(broken, "map: t.tsj:1:");
}

#[test]
fn what_is_no_hexagonal_map_is_refused() {
    let isometric = tmx(ODD_COLUMNS, TILES).replace("hexagonal", "isometric");
    refused(read(&isometric, TiledFormat::Tmx), "map: the map is isometric; only hexagonal maps can be read");
    let orthogonal = json("[]").replace("hexagonal", "orthogonal");
    refused(
        read(&orthogonal, TiledFormat::Tmj),
        "map: the map is orthogonal; only hexagonal maps can be read",
    );
    refused(
        read(&tmx("staggeraxis=\"z\"", ""), TiledFormat::Tmx),
        "`staggeraxis` is `z`; expected `x` or `y`",
    );
    refused(read(&tmx("", ""), TiledFormat::Tmx), "`staggeraxis` is ``; expected `x` or `y`");
    refused(read("<svg/>", TiledFormat::Tmx), "map:1:1: not Tiled's XML: there is no element `map`");
    refused(read("{}", TiledFormat::Tmj), "map:1:2: not Tiled's JSON: missing field `orientation`");
    refused(read("", TiledFormat::Tmj), "map:1:1: not Tiled's JSON: EOF");
    refused(read("", TiledFormat::Tmx), "there is no element `map`");
}

#[test]
fn tiles_that_mean_nothing_are_named_with_their_hex() {
    let check = |data: &str, message: &str| {
        refused(read(&tmx(ODD_COLUMNS, &format!("{TILES}{}", layer(data))), TiledFormat::Tmx), message);
    };
    check(
        "1,2,2,2,2,9",
        "map: hex 1,2: tile 8 of tileset `t` has no class and no property `terrain`; known terrains: road, bridge",
    );
    check("1,2,-2,2,2,2", "map: layer `a`: tile 2 is `-2`: invalid digit");
    check("1,2,2,2,2", "map: layer `a`: 5 tiles where 6 are expected");
    let unknown = TILES.replace("value=\"water\"", "value=\"lava\"");
    let text = tmx(ODD_COLUMNS, &format!("{unknown}{}", layer("1,2,2,3,2,2")));
    refused(
        read(&text, TiledFormat::Tmx),
        "hex 1,1: tile 2 of tileset `t` has the unknown terrain `lava`; known terrains: road,",
    );
    let text = tmx(ODD_COLUMNS, &layer("1,2,2,3,2,2"));
    refused(read(&text, TiledFormat::Tmx), "map: hex 0,0: there is no tile 1 in any tileset");
    refused(
        read(&json("[1,2,-3,2,2,2]"), TiledFormat::Tmj),
        "map:3:76: not Tiled's JSON: invalid value: integer `-3`, expected u32",
    );
    refused(read("{\"é\":é}", TiledFormat::Tmj), "map:1:6: not Tiled's JSON: expected value");
    let negative =
        tmx(ODD_COLUMNS, &format!("{}{}", TILES.replace(" id=\"1\"", " id=\"-1\""), layer("1,2,2,3,2,2")));
    refused(
        read(&negative, TiledFormat::Tmx),
        "map:2:196: `id` of `tile` is `-1`; expected a number (invalid digit",
    );
}

#[test]
fn objects_say_what_is_wrong_with_them() {
    let object = |inside: &str, attributes: &str| {
        let objects = format!("<objectgroup><object id=\"7\" {attributes}>{inside}</object></objectgroup>");
        tmx(ODD_COLUMNS, &format!("{TILES}{}{objects}", layer("1,2,2,2,2,2")))
    };
    let check = |inside: &str, attributes: &str, message: &str| {
        refused(read(&object(inside, attributes), TiledFormat::Tmx), message);
    };
    check("", "type=\"unit\"", "map: object 7: the unit's property `side` is ``; expected `red` or `blue`");
    check("", "type=\"entry\" x=\"-900\"", "map: object 7: the entry is not on the map");
    check("", "type=\"entry\" x=\"NaN\"", "map: object 7: the entry is not on the map");
    check("", "type=\"entry\" x=\"here\"", "`x` of `object` is `here`; expected a number");
    let side = "<properties><property name=\"side\" value=\"red\"/></properties>";
    check(side, "type=\"unit\"", "object 7: the unit has no property `unit`");
    let import = read(&object("", "template=\"a.tx\""), TiledFormat::Tmx).unwrap();
    assert_eq!(import.notes[0].to_string(), "an object is made from a template, which is not read");
    // A rectangle around the hex 1,1, and a tile that stands on it.
    for place in [
        "x=\"50\" y=\"60\" width=\"60\" height=\"50\"",
        "gid=\"1\" x=\"48\" y=\"140\" width=\"64\" height=\"56\"",
    ] {
        let import = read(&object("", &format!("class=\"entry\" {place}")), TiledFormat::Tmx).unwrap();
        assert_eq!(import.map.entry, [(1, 1).into()], "{place}");
    }
}

#[test]
fn properties_and_rulesets_are_checked() {
    let check = |name: &str, value: &str, message: &str| {
        let properties = format!("<properties><property name=\"{name}\" value=\"{value}\"/></properties>");
        let text = tmx(ODD_COLUMNS, &format!("{properties}{TILES}{}", layer("1,2,2,2,2,2")));
        refused(read_beside(&text, TiledFormat::Tmx, &[("bad.ron", "Ruleset(")]), message);
    };
    check("from", "up", "property `from` is `up`; expected `n`, `ne`, `se`, `s`, `sw`, `nw`");
    check("first", "white", "property `first` is `white`; expected `red` or `blue`");
    check("turns", "many", "property `turns` is `many`; expected a whole number");
    check("seed", "-1", "property `seed` is `-1`; expected a whole number");
    check("objective", "peace", "property `objective` is `peace`; expected `invasion`, `meeting`, `goals`");
    check("goals", "hill", "property `goals` is `hill`; expected as in a map file (expected opening `[`)");
    let too_many = "expected as in a map file (this entry is one too many; there may be at most ";
    for (name, entry, max) in [
        ("goals", "(key: '', side: red),", 32),
        ("events", "(key: ''),", 32),
        ("red_holds", "(0, 0),", 20_000),
    ] {
        let list = format!("[{}no entry]", entry.replace('\'', "&quot;").repeat(max));
        check(name, &list, &format!("{too_many}{max})"));
    }
    check("rules", "chess.ron", "map: ruleset `chess.ron`: there is no file chess.ron");
    check("rules", "bad.ron", "map: ruleset `bad.ron`: bad.ron:1:");
}

/// Each would take minutes, gigabytes or the whole stack if it were believed.
#[test]
fn claims_are_not_believed() {
    let deep = |open: &str, close: &str, n: usize| open.repeat(n) + &close.repeat(n);
    let groups = tmx(ODD_COLUMNS, &deep("<group>", "</group>", 200_000));
    refused(read(&groups, TiledFormat::Tmx), "there are more than 64 levels of elements");
    let groups = json("[]").replace(
        "\"data\":[]",
        &format!("\"layers\":{}", deep("[{\"type\":\"group\",\"layers\":", "}]", 100_000)),
    );
    refused(read(&groups, TiledFormat::Tmj), "recursion limit exceeded");
    refused(read(&deep("[", "]", 100_000), TiledFormat::Tmj), "not Tiled's JSON");
    let attributes = (0..100_000).map(|n| format!(" a{n}=\"\"")).collect::<Vec<_>>().concat();
    refused(read(&tmx(&attributes, ""), TiledFormat::Tmx), "there are more than 64 attributes");
    refused(
        read(&tmx(ODD_COLUMNS, &"<a/>".repeat(1_100_000)), TiledFormat::Tmx),
        "there are more than 1000000 elements",
    );
    let entities = "<!DOCTYPE map [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><map>&b;</map>";
    refused(read(entities, TiledFormat::Tmx), "document types are not read");
    refused(read("<map>&b;</map>", TiledFormat::Tmx), "unknown entity");
    let huge = tmx(ODD_COLUMNS, TILES).replace("width=\"2\"", "width=\"4294967295\"");
    refused(
        read(&huge, TiledFormat::Tmx),
        "the map has 4294967295 × 3 hexes; at most 4096 a side and 4194304 in all are allowed",
    );
    let layers = "<layer name=\"a\" width=\"4096\" height=\"1024\"><data encoding=\"base64\" compression=\"zlib\"/></layer>".repeat(17);
    refused(
        read(&tmx(ODD_COLUMNS, &layers), TiledFormat::Tmx),
        "there are more than 67108864 tiles in all layers",
    );
    refused(
        read(&json(&format!("[{}1]", "1,".repeat(4_194_304))), TiledFormat::Tmj),
        "more than 4194304 tiles",
    );
    let objects = format!("[{}{{}}]", "{},".repeat(1_000_000));
    let text = json("[1,2,2,2,2,2]")
        .replace("\"layers\":[", &format!("\"layers\":[{{\"type\":\"objectgroup\",\"objects\":{objects}}},"));
    refused(read(&text, TiledFormat::Tmj), "map:3:3000017: there are more than 1000000 objects and lists");
    // A copy of this word for every chunk would be 30 GB.
    let chunks = "<chunk x=\"0\" y=\"0\" width=\"0\" height=\"0\"/>".repeat(300_000);
    let data = format!("<data encoding=\"{}\">{chunks}</data>", "a".repeat(100_000));
    let layer_of_chunks = format!("<layer name=\"a\" width=\"2\" height=\"3\">{data}</layer>");
    refused(
        read(&tmx(&format!("{ODD_COLUMNS} infinite=\"1\""), &layer_of_chunks), TiledFormat::Tmx),
        "no visible tile layer has a tile",
    );
    let chunks = "{\"x\":0,\"y\":0,\"width\":0,\"height\":0,\"data\":[]},".repeat(300_000);
    let text = json("[]").replace(
        "\"data\":[]",
        &format!("\"encoding\":\"{}\",\"chunks\":[{}]", "a".repeat(100_000), chunks.trim_end_matches(',')),
    );
    refused(
        read(&text.replace("\"width\":2", "\"infinite\":true,\"width\":2"), TiledFormat::Tmj),
        "no visible tile layer has a tile",
    );
    let tilesets = "<tileset firstgid=\"1\" source=\"t.tsx\"/>".repeat(257);
    let text = tmx(ODD_COLUMNS, &(tilesets + &layer("1,1,1,1,1,1")));
    refused(
        read_beside(&text, TiledFormat::Tmx, &[("t.tsx", "<tileset/>")]),
        "there are more than 256 tilesets",
    );
}

#[test]
fn maps_of_wesnoth() {
    let map = "Xu, Xu, Xu, Xu, Xu\nXu, 2 Kh, Gg^Fp, Mm, Xu\nXu, Wo, Ww^Bw|, 1 Ch, Xu\nXu, Gg^Vh, 3 Ke, name Gs, Xu\nXu, Xu, Xu, Xu, Xu\n";
    let import = wesnoth::read_map(map, "m").unwrap();
    assert_eq!(import.map.rows, ["=f^", "~H#", "==."]);
    assert_eq!((import.map.entry, import.notes), (vec![(0, 0).into()], vec![]), "the dearer way");
    let with_header = format!("border_size=1\r\nusage=map\r\n\r\n{}", map.replace('\n', "\r\n"));
    assert_eq!(wesnoth::read_map(&with_header, "m").unwrap().map.rows, ["=f^", "~H#", "==."]);

    let one = wesnoth::read_map(&map.replace("2 ", "").replace("3 ", ""), "m").unwrap().map;
    assert_eq!(
        (one.entry, one.from, &*one.rows[1]),
        (vec![], None, "~H#"),
        "Red comes from the farthest direction"
    );
    let none = wesnoth::read_map(&map.replace("1 ", "").replace("2 ", "").replace("3 ", ""), "m").unwrap();
    assert_eq!((none.map.rows, none.notes.len()), (["=f^", "~#=", "==."].map(str::to_owned).to_vec(), 1));
    let cut = wesnoth::read_map("X,X,X,X,X\nX,1 K,X,2 K,X\nX,X,X,X,X", "m").unwrap();
    assert_eq!(
        (cut.map.entry, cut.notes.len()),
        (vec![(2, 0).into()], 1),
        "nobody can come, and a note says so"
    );
}

#[test]
fn bad_maps_of_wesnoth() {
    let check = |text: &str, message: &str| {
        refused(wesnoth::read_map(text, "m").map_err(|error| error.message_in_file("map")), message);
    };
    check("", "map: not a map of Wesnoth: there are no rows");
    check("Gg, Gg\nGg, Gg", "map:1:1: 2 × 2 hexes with a border of 1 around them: nothing is left");
    check("Gg, Gg, Gg\nGg, Zz^Fp, Gg\nGg, Gg, Gg", "map:2:5: hex 0,0: unknown terrain code `Zz^Fp`");
    check("Gg, Gg, Gg\nGg, Gg^Zz, Gg\nGg, Gg, Gg", "map:2:5: hex 0,0: unknown terrain code `Gg^Zz`");
    check("Gg, Gg, Gg\nGg, 1 , Gg\nGg, Gg, Gg", "map:2:5: hex 0,0: unknown terrain code `1`");
    check("Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg", "map:2:1: row 1 has 2 hexes, the first row has 3");
    check("usage=mask\n\nGg, Gg, Gg", "map:1:1: usage is `mask`; expected `map`: masks are no maps");
    check("border_size=-1\n\nGg, Gg, Gg", "map:1:1: border_size is `-1`; expected 0 or 1");
    check(
        &format!("{}Gg\n", "Gg,".repeat(5000)).repeat(3),
        "map:1:1: the map has 4999 × 1 hexes; at most 4096 a side",
    );
    check(&"Gg,Gg,Gg\n".repeat(5000), "hexes; at most 4096 a side");
    check(
        &format!("{}Gg\n", "Gg,".repeat(4000)).repeat(4000),
        "the map has 3999 × 3998 hexes; at most 4096 a side and 4194304 in all",
    );
}

/// Sound files, which the test then damages.
fn sound() -> Vec<(Option<TiledFormat>, String)> {
    use base64::Engine;
    use std::io::Write;
    let bytes: Vec<u8> = [1_u32, 2, 2, 2, 3, 2].iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&bytes).unwrap();
    let zstd = ruzstd::encoding::compress_to_vec(&*bytes, ruzstd::encoding::CompressionLevel::Fastest);
    let packed = |compression: &str, bytes: &[u8]| {
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        let data = format!("<data encoding=\"base64\" compression=\"{compression}\">{text}</data>");
        let layer = format!("<layer name=\"a\" width=\"2\" height=\"3\">{data}</layer>");
        tmx(
            ODD_COLUMNS,
            &format!("{TILES}{layer}<objectgroup><object type=\"entry\" x=\"40\" y=\"40\"/></objectgroup>"),
        )
    };
    vec![
        (Some(TiledFormat::Tmx), packed("zlib", &zlib.finish().unwrap())),
        (Some(TiledFormat::Tmx), packed("zstd", &zstd)),
        (Some(TiledFormat::Tmx), tmx(ODD_COLUMNS, &format!("{TILES}{}", layer("1,2,2,2,2,2")))),
        (Some(TiledFormat::Tmj), json("[1,2,2,2,1,2]")),
        (None, "border_size=1\nXu, Xu, Xu\nXu, 1 Gg^Fp, Xu\nXu, 2 Ww^Bw|, Xu\nXu, Xu, Xu\n".into()),
    ]
}

fn read_any(format: Option<TiledFormat>, text: &str) -> Read {
    match format {
        Some(format) => read(text, format),
        None => wesnoth::read_map(text, "m").map_err(|error| error.message_in_file("map")),
    }
}

#[test]
fn every_truncated_file_ends_in_a_message_or_a_map() {
    for (format, text) in sound() {
        assert!(read_any(format, &text).is_ok());
        for length in (0..text.len()).filter(|&length| text.is_char_boundary(length)) {
            if let Err(message) = read_any(format, &text[..length]) {
                assert!(message.starts_with("map") && message.lines().count() == 1, "{message}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn spoilt_files_end_in_a_message_or_a_map(
        which in 0..5_usize,
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), "[\\PC\n]{0,3}|-|9{9}|\"|<|>|\\[|\\{"), 1..5),
    ) {
        let (format, mut text) = sound().swap_remove(which);
        for (at, put) in changes {
            let at = (0..=at.index(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap();
            let end = (at + 1..=text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(at);
            text.replace_range(at..end, &put);
            prop_assume!(!text.is_empty());
        }
        if let Err(message) = read_any(format, &text) {
            prop_assert!(message.starts_with("map") && message.lines().count() == 1, "{}", message);
        }
    }
}
