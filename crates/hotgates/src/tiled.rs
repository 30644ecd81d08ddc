//! Maps for Tiled (<https://doc.mapeditor.org/en/stable/reference/json-map-format/>).
//!
//! What is written is finite and hexagonal, staggered along x with odd columns lower, with one tile layer, one embedded
//! tileset whose tiles' class is the terrain's name, and one object layer for entry hexes and units. What a map file
//! says beyond that goes into custom properties, so that nothing is lost.

use hotgates_engine::{Army, Coord, Map, Ruleset, Scenario, Side, UnitEntry};
use serde_json::{Value, json};

use crate::tiles::{HEIGHT, SIDE, WIDTH};

/// The text of a .tmj file; `picture` is the file name of the tiles' picture.
///
/// # Errors
/// Never in practice: everything in it can be written.
pub fn export(scenario: &Scenario, map: &Map, picture: &str) -> serde_json::Result<String> {
    let grid = map.grid();
    let (width, height) = (grid.width(), grid.height());
    let cells = (0..height).flat_map(|row| (0..width).map(move |col| Coord { col, row }));
    let gids: Vec<_> = cells.filter_map(|at| grid.at(at)).map(|cell| map.terrain(cell) + 1).collect();
    let objects = objects(scenario);
    let next_object = objects.len() + 1;
    let document = json!({
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "hexagonal",
        "staggeraxis": "x",
        "staggerindex": "odd",
        "hexsidelength": SIDE,
        "renderorder": "right-down",
        "infinite": false,
        "compressionlevel": -1,
        "width": width,
        "height": height,
        "tilewidth": WIDTH,
        "tileheight": HEIGHT,
        "nextlayerid": 3,
        "nextobjectid": next_object,
        "properties": settings(scenario),
        "tilesets": [tileset(&scenario.rules, picture)],
        "layers": [
            {
                "type": "tilelayer", "id": 1, "name": "terrain", "x": 0, "y": 0, "width": width, "height": height,
                "opacity": 1, "visible": true, "data": gids,
            },
            {
                "type": "objectgroup", "id": 2, "name": "battle", "x": 0, "y": 0, "draworder": "index",
                "opacity": 1, "visible": true, "objects": objects,
            },
        ],
    });
    serde_json::to_string(&document).map(|text| text + "\n")
}

fn tileset(rules: &Ruleset, picture: &str) -> Value {
    let count = rules.terrains.len();
    let tile = |(id, name): (usize, &String)| json!({ "id": id, "type": name });
    let tiles: Vec<_> = rules.terrains.iter().map(|terrain| &terrain.name).enumerate().map(tile).collect();
    json!({
        "firstgid": 1,
        "name": rules.name,
        "image": picture,
        "imagewidth": count * WIDTH as usize,
        "imageheight": HEIGHT,
        "tilewidth": WIDTH,
        "tileheight": HEIGHT,
        "columns": count,
        "tilecount": count,
        "margin": 0,
        "spacing": 0,
        "tiles": tiles,
    })
}

/// The map's own properties: what the file says about the battle as a whole.
fn settings(scenario: &Scenario) -> Vec<Value> {
    let map = &scenario.map;
    let army = |side: Side| map.army(side)?.commander.clone();
    let texts = [
        ("author", map.author.clone()),
        ("blue_commander", army(Side::Blue)),
        ("from", map.from.map(|from| from.name().to_owned())),
        ("name", Some(map.name.clone())),
        ("notes", map.notes.clone()),
        ("objective", map.objective.map(|objective| objective.name().to_owned())),
        ("red_commander", army(Side::Red)),
        ("rules", map.rules.clone()),
        // Tiled's own numbers do not hold every seed.
        ("seed", map.seed.map(|seed| seed.to_string())),
    ];
    let numbers = [("turns", map.turns), ("variation", map.variation)];
    let texts = texts.into_iter().filter_map(|(name, value)| Some(text(name, &value?)));
    texts.chain(numbers.into_iter().filter_map(|(name, value)| Some(number(name, value?)))).collect()
}

fn text(name: &str, value: &str) -> Value {
    json!({ "name": name, "type": "string", "value": value })
}

fn number(name: &str, value: i64) -> Value {
    json!({ "name": name, "type": "int", "value": value })
}

/// Entry hexes and units as points on their hexes. A unit that the layout places lies beside the map, where it covers
/// nothing.
fn objects(scenario: &Scenario) -> Vec<Value> {
    let map = &scenario.map;
    let mut objects: Vec<Value> = Vec::new();
    for &hex in &map.entry {
        let id = objects.len() + 1;
        objects.push(point(id, "entry", "entry", centre(hex), &[]));
    }
    for side in Side::BOTH {
        let units = map.army(side).map_or(&[][..], |Army { units, .. }| units);
        for (index, unit) in units.iter().enumerate() {
            let id = objects.len() + 1;
            let beside = || [-f64::from(WIDTH) * if side == Side::Red { 1.0 } else { 2.0 }, row_top(index)];
            let at = unit.at.map_or_else(beside, centre);
            let name = unit.name.as_deref().unwrap_or(&unit.kind);
            objects.push(point(id, "unit", name, at, &unit_properties(side, unit)));
        }
    }
    objects
}

fn row_top(index: usize) -> f64 {
    u32::try_from(index).map_or(0.0, |index| f64::from(index) * f64::from(HEIGHT))
}

fn point(id: usize, class: &str, name: &str, [x, y]: [f64; 2], properties: &[Value]) -> Value {
    json!({
        "id": id, "type": class, "name": name, "x": x, "y": y, "width": 0, "height": 0, "rotation": 0,
        "point": true, "visible": true, "properties": properties,
    })
}

fn unit_properties(side: Side, unit: &UnitEntry) -> Vec<Value> {
    let UnitEntry { kind, strength, rank, name, at, tag } = unit;
    let texts = [("officer", name), ("rank", rank), ("tag", tag)];
    let mut properties = vec![text("side", side.name()), text("unit", kind)];
    properties.extend(texts.into_iter().filter_map(|(name, value)| Some(text(name, value.as_ref()?))));
    properties.extend(strength.map(|men| number("strength", men)));
    if let Some(Coord { col, row }) = *at {
        properties.extend([number("col", col.into()), number("row", row.into())]);
    }
    properties
}

/// The middle of a hex in pixels.
fn centre(Coord { col, row }: Coord) -> [f64; 2] {
    let [width, height] = [WIDTH, HEIGHT].map(f64::from);
    let across = f64::from(WIDTH.midpoint(SIDE));
    let lower = if col & 1 == 1 { height / 2.0 } else { 0.0 };
    [f64::from(col) * across + width / 2.0, f64::from(row) * height + lower + height / 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::MapFile;

    #[test]
    fn hexes_lie_where_tiled_draws_them() {
        let check = |col, row, expected: &str| {
            let [x, y] = centre(Coord { col, row });
            assert_eq!(format!("{x:.1} {y:.1}"), expected);
        };
        check(0, 0, "32.0 28.0");
        check(1, 0, "80.0 56.0");
        check(2, 3, "128.0 196.0");
    }

    #[test]
    fn everything_a_map_says_is_in_the_export() {
        let ron = r##"(name: "m", author: "a", rows: ["..", "#~"], entry: [(1, 0)], turns: 9, seed: 18446744073709551615,
            red: (commander: "hunter", units: [(type: "cavalry", strength: 90, rank: "Major", name: "X", at: (1, 0), tag: "t")]))"##;
        let scenario = Scenario::classic(MapFile::from_ron(ron).unwrap());
        let map = Map::read(&scenario.map, &scenario.rules).unwrap();
        let text = export(&scenario, &map, "m-tiles.png").unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["layers"][0]["data"], json!([3, 3, 4, 6]));
        assert_eq!(document["tilesets"][0]["tiles"][3], json!({ "id": 3, "type": "castle" }));
        assert_eq!(document["layers"][1]["objects"].as_array().unwrap().len(), 2);
        for said in ["18446744073709551615", "red_commander", "\"Major\"", "\"turns\"", "\"tag\"", "\"X\""] {
            assert!(text.contains(said), "{said}");
        }
    }
}
