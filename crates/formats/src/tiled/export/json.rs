//! The JSON notation.

use serde_json::{Value as Json, json};

use super::{ExportContent, ExportedPoint, PropertyValue};

/// Returns the text of a `.tmj` file.
pub fn write_tmj(document: &ExportContent<'_>) -> String {
    let ExportContent { picture, width, height, objects, gids, .. } = document;
    let map = json!({
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "hexagonal",
        "staggeraxis": "x",
        "staggerindex": "odd",
        "hexsidelength": picture.side,
        "renderorder": "right-down",
        "infinite": false,
        "compressionlevel": -1,
        "width": width,
        "height": height,
        "tilewidth": picture.width,
        "tileheight": picture.height,
        "nextlayerid": 3,
        "nextobjectid": objects.len() + 1,
        "properties": json_properties(&document.settings),
        "tilesets": [json_tileset(document)],
        "layers": [
            {
                "type": "tilelayer", "id": 1, "name": "terrain", "x": 0, "y": 0, "width": width, "height": height,
                "opacity": 1, "visible": true, "data": gids,
            },
            {
                "type": "objectgroup", "id": 2, "name": "battle", "x": 0, "y": 0, "draworder": "index",
                "opacity": 1, "visible": true,
                "objects": (1..).zip(objects).map(|(id, thing)| json_object(id, thing)).collect::<Vec<_>>(),
            },
        ],
    });
    map.to_string() + "\n"
}

fn json_tileset(document: &ExportContent<'_>) -> Json {
    let ExportContent { picture, terrains, own, .. } = document;
    let tile = |(id, terrain): (usize, &hotgates_engine::Terrain)| {
        let mut tile = json!({ "id": id, "type": terrain.name });
        if id >= *own {
            tile["properties"] =
                json_properties(&[("glyph", PropertyValue::Text(terrain.glyph.to_string()))]);
        }
        tile
    };
    json!({
        "firstgid": 1,
        "name": document.rules,
        "image": picture.file,
        "imagewidth": terrains.len() * picture.width as usize,
        "imageheight": picture.height,
        "tilewidth": picture.width,
        "tileheight": picture.height,
        "columns": terrains.len(),
        "tilecount": terrains.len(),
        "margin": 0,
        "spacing": 0,
        "tiles": terrains.iter().enumerate().map(tile).collect::<Vec<_>>(),
    })
}

fn json_object(id: usize, thing: &ExportedPoint) -> Json {
    let [x, y] = thing.at;
    json!({
        "id": id, "type": thing.class, "name": thing.name, "x": x, "y": y, "width": 0, "height": 0, "rotation": 0,
        "point": true, "visible": true, "properties": json_properties(&thing.properties),
    })
}

fn json_properties(properties: &[(&'static str, PropertyValue)]) -> Json {
    let property = |(name, value): &(&str, PropertyValue)| match value {
        PropertyValue::Text(text) => json!({ "name": name, "type": "string", "value": text }),
        PropertyValue::Number(number) => json!({ "name": name, "type": "int", "value": number }),
    };
    properties.iter().map(property).collect()
}
