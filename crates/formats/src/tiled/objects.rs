//! Entry hexes and units: the objects of a map.

use hotgates_engine::{Army, ArrivalEntry, Coord, Direction, MapFile, Side, UnitEntry};

use super::fields::{read_map_field, read_number};
use super::ground::TopTiles;
use super::model::{LayerContent, TiledMap, TiledObject, property_value};
use super::shape::{GridSymmetry, HexPlacement};
use crate::detail::ObjectFault;
use crate::error::{ImportProblem, quote_shortly};

/// Puts the objects of class `entry` and `unit` on the map; all other objects mean nothing to a
/// battle.
///
/// An object is on the hex whose middle is nearest to it. A unit beside the map has no hex: the
/// layout places it.
pub fn place_entries_and_units(
    map: &mut MapFile,
    tiled: &TiledMap,
    ground: &TopTiles,
    shape: &HexPlacement,
    turn: &GridSymmetry,
) -> Result<(), ImportProblem> {
    for object in all_objects(tiled) {
        let hex = shape
            .tile_at(middle_of_object(object))
            .and_then(|tile| ground.place_of_tile(tile))
            .map(|tile| turn.hex_of_tile(tile));
        let wrong = |why| ImportProblem::Object { id: object.id, why };
        match object.class.as_str() {
            "entry" => map.entry.push(hex.ok_or_else(|| wrong(ObjectFault::EntryOffMap))?),
            "unit" => {
                let (side, mut unit) = read_unit(object, hex).map_err(wrong)?;
                (unit.arrives, unit.withdraws) = read_times(object, turn)?;
                unit.facing = read_facing(object, turn)?;
                unit.experience = read_number(&object.properties, "experience")?;
                let army = match side {
                    Side::Red => &mut map.red,
                    Side::Blue => &mut map.blue,
                };
                army.get_or_insert_with(Army::default).units.push(unit);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the number of objects whose class is in another file.
pub fn count_templates(tiled: &TiledMap) -> usize {
    all_objects(tiled).filter(|object| object.is_template && object.class.is_empty()).count()
}

fn all_objects(tiled: &TiledMap) -> impl Iterator<Item = &TiledObject> {
    fn objects_of_layer(content: &LayerContent) -> &[TiledObject] {
        match content {
            LayerContent::Objects(objects) => objects,
            LayerContent::Tiles(_) => &[],
        }
    }
    tiled.layers.iter().flat_map(|layer| objects_of_layer(&layer.content))
}

/// Returns the middle of an object, which says where the object is.
fn middle_of_object(object: &TiledObject) -> [f64; 2] {
    let down = if object.is_tile { -object.height } else { object.height };
    [object.x + object.width / 2.0, object.y + down / 2.0]
}

fn read_unit(object: &TiledObject, at: Option<Coord>) -> Result<(Side, UnitEntry), ObjectFault> {
    let text = |name| property_value(&object.properties, name).map(str::to_owned);
    let side = text("side").unwrap_or_default();
    let side = Side::BOTH
        .into_iter()
        .find(|other| other.name() == side)
        .ok_or_else(|| ObjectFault::NoSide(quote_shortly(&side)))?;
    let kind = text("unit").filter(|kind| !kind.is_empty());
    let kind = kind.ok_or(ObjectFault::NoType)?;
    let strength =
        text("strength").map(|men| men.parse().map_err(|_| ObjectFault::NoStrength(quote_shortly(&men))));
    let (rank, name, key, tag) = (text("rank"), text("officer"), text("key"), text("tag"));
    let unit = UnitEntry { called: text("called"), contingent: text("contingent"), ..UnitEntry::new(kind) };
    Ok((side, UnitEntry { strength: strength.transpose()?, rank, name, at, key, tag, ..unit }))
}

/// Reads the way that a unit faces.
fn read_facing(object: &TiledObject, turn: &GridSymmetry) -> Result<Option<Direction>, ImportProblem> {
    let name = property_value(&object.properties, "facing");
    name.map(|name| turn.turn_direction("facing", name)).transpose()
}

/// Reads when a unit comes and when it is taken back.
fn read_times(
    object: &TiledObject,
    turn: &GridSymmetry,
) -> Result<(Option<ArrivalEntry>, Option<i64>), ImportProblem> {
    let arrival: Option<ArrivalEntry> = read_map_field(&object.properties, "arrives")?;
    let turned = |arrival: ArrivalEntry| {
        let hexes = arrival.hexes.iter().map(|&Coord { col, row }| turn.hex_of_tile([col, row])).collect();
        let from = arrival.from.map(|from| turn.turn_direction("from", from.name())).transpose()?;
        Ok(ArrivalEntry { hexes, from, ..arrival })
    };
    Ok((arrival.map(turned).transpose()?, read_number(&object.properties, "withdraws")?))
}
