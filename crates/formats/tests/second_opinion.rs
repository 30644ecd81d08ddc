//! Exported files as the `tiled` crate reads them: another reader of Tiled's XML, by Tiled's
//! maintainers.

use std::io::Cursor;
use std::path::Path;

use hotgates_engine::{MapFile, Ruleset};
use hotgates_formats::tiled::{self, TilePicture, TiledFormat};

/// Every file is this text.
struct Text(String);

impl ::tiled::ResourceReader for Text {
    type Resource = Cursor<Vec<u8>>;
    type Error = std::io::Error;

    fn read_from(&mut self, _path: &Path) -> Result<Self::Resource, Self::Error> {
        Ok(Cursor::new(self.0.clone().into_bytes()))
    }
}

#[test]
fn the_tiled_crate_reads_the_same_map() {
    let ron = r##"(name: "A <\"Ford\">", notes: "two\nlines & more", rows: ["#.~o", "..=f"], glyphs: {'o': "forest"},
        entry: [(3, 1)], turns: 9,
        red: (units: [(type: "cavalry", rank: "Major", name: "X", at: (3, 0), strength: 90)]))"##;
    let file = MapFile::from_ron(ron).unwrap();
    let rules = Ruleset::classic();
    let picture = TilePicture { file: "ford-tiles.png", width: 64, height: 56, side: 32 };
    let text = tiled::write_map(&file, &rules, TiledFormat::Tmx, &picture).unwrap();
    let map = ::tiled::Loader::with_reader(Text(text)).load_tmx_map("ford.tmx").unwrap();
    assert_eq!((map.orientation, map.width, map.height), (::tiled::Orientation::Hexagonal, 4, 2));
    assert_eq!((map.stagger_axis, map.stagger_index), (::tiled::StaggerAxis::X, ::tiled::StaggerIndex::Odd));
    assert_eq!((map.tile_width, map.tile_height, map.hex_side_length), (64, 56, Some(32)));
    assert!(!map.infinite());
    let notes = &map.properties["notes"];
    assert_eq!(*notes, ::tiled::PropertyValue::StringValue("two\nlines & more".into()));
    assert_eq!(map.properties["turns"], ::tiled::PropertyValue::IntValue(9));
    let [tileset] = map.tilesets() else { panic!("one tileset") };
    let image = tileset.image.as_ref().unwrap();
    assert_eq!((image.width, image.height, tileset.tilecount), (8 * 64, 56, 8));

    let layers: Vec<_> = map.layers().collect();
    let ground = layers[0].as_tile_layer().unwrap();
    for (y, row) in (0..).zip(&file.rows) {
        for (x, glyph) in (0..).zip(row.chars()) {
            let tile = ground.get_tile(x, y).unwrap();
            let class = tile.get_tile().unwrap().user_type.clone();
            let expected = match glyph {
                'o' => "forest",
                glyph => &rules.terrains.iter().find(|terrain| terrain.glyph == glyph).unwrap().name,
            };
            assert_eq!(class, expected, "{x},{y}");
        }
    }
    let battle = layers[1].as_object_layer().unwrap();
    let objects: Vec<_> =
        battle.objects().map(|object| (object.user_type.clone(), object.x, object.y)).collect();
    assert_eq!(objects, [("entry".to_owned(), 176.0, 112.0), ("unit".to_owned(), 176.0, 56.0)]);
}
