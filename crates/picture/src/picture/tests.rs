use hotgates_engine::{BySide, MapFile, Ruleset, Scenario, TerrainId};
use proptest::prelude::*;

use super::*;

const GATE: &str = r#"(
    name: "gate",
    rows: ["..=..f..", "..=..f..", "^^=^^^^^", "~~H~~~~~", "..=.....", "..#.....", "........", "........", "........", "........", "........", "........"],
    red: (units: [(type: "cavalry", at: (5, 11)), (type: "infantry", at: (7, 11))]),
    blue: (units: [(type: "infantry"), (type: "artillery")]),
)"#;

fn gate() -> Battle {
    Battle::from_scenario(&Scenario::classic(MapFile::from_ron(GATE).unwrap())).unwrap()
}

fn cell(battle: &Battle, col: i32, row: i32) -> Cell {
    battle.grid().at(Coord { col, row }).unwrap()
}

fn bare() -> PictureLayers {
    PictureLayers { grid: false, labels: false, units: false }
}

/// The pixel in the middle of a hex, or some way off it, in units of a hex 64 wide.
fn pixel(battle: &Battle, image: &Image, hex: f64, at: (i32, i32), off: (f64, f64)) -> Colour {
    let layout = HexLayout::new(battle.grid(), hex, false, MAX_PIXELS);
    let (x, y) = layout.middle_of_hex(at.into());
    let [red, green, blue, alpha] =
        image.pixel_at(to_pixel(x + off.0 * hex / 64.0), to_pixel(y + off.1 * hex / 64.0));
    assert_eq!(alpha, 255);
    Colour([red, green, blue])
}

#[test]
fn every_hex_shows_its_terrain_at_every_size() {
    let battle = gate();
    let palette = Palette::default();
    let rules = battle.rules();
    for hex in [4.0, 8.0, 16.0, 64.0] {
        let image = Picture::from_battle(&battle).with_layers(bare()).draw_with_hexes(hex);
        for (col, row) in [(5, 7), (5, 0), (0, 2), (0, 3)] {
            let look =
                palette.look_of_terrain(&rules.terrains[battle.map().terrain(cell(&battle, col, row))]);
            // Far to the west of the middle, where patterns leave the ground free.
            let expected = if hex < 8.0 { look.far } else { look.ground };
            let seen = pixel(&battle, &image, hex, (col, row), (-25.0, 0.0));
            let off: u32 = (0..3).map(|part| u32::from(seen.0[part].abs_diff(expected.0[part]))).sum();
            assert!(off < 90, "{hex}: {col},{row} shows {seen:?} instead of {expected:?}");
        }
    }
}

#[test]
fn counters_have_their_side_s_colour_and_hide_with_their_layer() {
    let battle = gate();
    let palette = Palette::default();
    let with = Picture::from_battle(&battle)
        .with_layers(PictureLayers { units: true, ..bare() })
        .draw_with_hexes(64.0);
    let without = Picture::from_battle(&battle).with_layers(bare()).draw_with_hexes(64.0);
    for (at, side) in [((5, 11), Side::Red), ((2, 5), Side::Blue)] {
        // Beside the symbol, inside the counter.
        let off = (-19.5, 0.0);
        assert_eq!(pixel(&battle, &with, 64.0, at, off), palette.sides[side].fill);
        assert_ne!(pixel(&battle, &without, 64.0, at, off), palette.sides[side].fill);
    }
}

#[test]
fn marks_show_where_they_are_and_nowhere_else() {
    let battle = gate();
    let plain = Picture::from_battle(&battle).with_layers(bare());
    let choke = ChokeMark { hexes: vec![cell(&battle, 2, 2)], held: true };
    // A cell of another, larger map must not do any harm.
    let marks = PictureMarks {
        chokes: vec![choke],
        reach: vec![Cell(1_000_000), Cell(0)],
        ..PictureMarks::default()
    };
    for hex in [4.0, 48.0] {
        let (before, after) =
            (plain.draw_with_hexes(hex), plain.clone().with_marks(marks.clone()).draw_with_hexes(hex));
        assert_eq!(pixel(&battle, &after, hex, (2, 2), (0.0, 0.0)), Palette::default().choke);
        assert_eq!(
            pixel(&battle, &before, hex, (7, 8), (0.0, 0.0)),
            pixel(&battle, &after, hex, (7, 8), (0.0, 0.0))
        );
    }
}

#[test]
fn a_castle_flies_its_owner_s_flag() {
    let rules = Ruleset::classic();
    let palette = Palette::default();
    let castle = rules.terrain("castle").unwrap();
    let look = palette.look_of_terrain(&rules.terrains[castle]);
    let count = |flag: Option<Side>| {
        let mut canvas = Canvas::new(64, 64);
        let at = HexDrawingPlace { x: 32.0, y: 32.0, across: 1.0, down: 1.0 };
        tile::draw_keep(&mut canvas, at, &look, flag.map(|side| (side, palette.sides[side].fill)));
        let bytes = canvas.into_rgba();
        BySide::new(|side| bytes.chunks(4).filter(|pixel| pixel[..3] == palette.sides[side].fill.0).count())
    };
    assert_eq!(count(None), BySide { red: 0, blue: 0 });
    assert!(count(Some(Side::Red)).red > 20 && count(Some(Side::Red)).blue == 0);
    assert!(count(Some(Side::Blue)).blue > 20);
}

/// Without their colours, what is left of things of both sides is still two shapes.
#[test]
fn sides_differ_in_shape_too() {
    let palette = Palette::default();
    let outline = |image: &Image| image.rgba.chunks(4).map(|pixel| pixel[3] > 127).collect::<Vec<_>>();
    let flags = Side::BOTH.map(|side| outline(&castle_flag_image(side, &palette, 40)));
    let differ = flags[0].iter().zip(&flags[1]).filter(|(red, blue)| red != blue).count();
    assert!(differ > 40, "{differ} pixels of 1600");
    let counter = |side| {
        let counter = Counter { side, ..counter_of(&gate(), gate().living(Side::Red).next().unwrap()) };
        outline(&counter.draw_alone(64, &palette.sides[side]))
    };
    let differ =
        counter(Side::Red).iter().zip(&counter(Side::Blue)).filter(|(red, blue)| red != blue).count();
    assert!(differ > 20, "{differ} pixels");
}

#[test]
fn another_palette_gives_another_picture_of_the_same_battle() {
    let battle = gate();
    let draw = |scheme| {
        Picture::from_battle(&battle).with_palette(Palette::from_scheme(scheme)).draw_with_hexes(24.0).rgba
    };
    let pictures = crate::ColourScheme::ALL.map(draw);
    for (index, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..index].contains(picture));
    }
}

#[test]
fn tiles_are_opaque_hexagons() {
    let rules = Ruleset::classic();
    for terrain in rules.terrain_ids() {
        let image = terrain_image(&rules, terrain, &Palette::default(), 64, 56);
        assert_eq!((image.width, image.height), (64, 56));
        assert_eq!(image.pixel_at(0, 0), [0; 4], "the corner is outside");
        assert_eq!(image.pixel_at(32, 28)[3], 255, "the middle is inside");
    }
}

#[test]
fn a_row_of_tiles_is_as_wide_as_all_of_them() {
    let tile = |size| terrain_image(&Ruleset::classic(), TerrainId(2), &Palette::default(), size, size);
    let row = Image::from_row_of_images(&[tile(10), tile(6)]);
    assert_eq!((row.width, row.height, row.rgba.len()), (16, 10, 640));
    assert_eq!(row.pixel_at(13, 3), tile(6).pixel_at(3, 3));
    assert_eq!(row.pixel_at(13, 8), [0; 4]);
}

#[test]
fn the_largest_map_makes_a_picture_of_bounded_size() {
    let rules = Ruleset::classic();
    let file = MapFile { name: "large".into(), rows: vec![".".repeat(2048); 2048], ..MapFile::default() };
    let map = Map::read_rows(&file, &rules).unwrap();
    let image = Picture::from_map(&map, &rules).with_most_pixels(200_000).draw_with_hexes(64.0);
    assert!(image.width * image.height <= 200_000);
    let thumbnail = Picture::from_map(&map, &rules).draw_fitting(64, 48);
    assert!(thumbnail.width <= 64 && thumbnail.height <= 48 && thumbnail.height > 40);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    /// Whatever the map, the ruleset's terrains and the size: a picture of the size it says.
    #[test]
    fn any_map_can_be_drawn(
        rows in (1_usize..12, 1_usize..12).prop_flat_map(|(width, height)| {
            prop::collection::vec(prop::collection::vec(prop::sample::select(b"=H.#f~^qZ".to_vec()), width), height)
        }),
        hex in 0.0..70.0_f64,
    ) {
        let mut rules = Ruleset::classic();
        rules.terrains.push(hotgates_engine::Terrain { name: "quag".into(), glyph: 'q', ..rules.terrains[2].clone() });
        rules.terrains.push(hotgates_engine::Terrain { name: "void".into(), glyph: 'Z', ..rules.terrains[5].clone() });
        let rows = rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
        let map = Map::read_rows(&MapFile { name: "any".into(), rows, ..MapFile::default() }, &rules).unwrap();
        let image = Picture::from_map(&map, &rules).draw_with_hexes(hex);
        prop_assert_eq!(image.rgba.len(), 4 * image.width as usize * image.height as usize);
        let fitted = Picture::from_map(&map, &rules).draw_fitting(30, 30);
        prop_assert!(fitted.width <= 30 && fitted.height <= 30);
    }
}

#[test]
fn parts_fit_each_other_without_a_seam() {
    let rules = Ruleset::classic();
    let rows = ["..^^....", ".#==.^f.", "...=..H=", "~~~~..=="].map(str::to_owned).to_vec();
    let map =
        Map::read_rows(&MapFile { name: "parts".to_owned(), rows, ..MapFile::default() }, &rules).unwrap();
    let picture = Picture::from_map(&map, &rules);
    for hex in [4.0, 8.0, 16.0, 32.0] {
        let (width, height) = (96, 64);
        let whole = picture.draw_part(hex, (0, 0), width, height);
        let (left, right) =
            (picture.draw_part(hex, (0, 0), 40, height), picture.draw_part(hex, (40, 0), width - 40, height));
        let parts = Image::from_row_of_images(&[left, right]);
        assert_eq!(parts.rgba.len(), whole.rgba.len());
        let apart = parts.rgba.iter().zip(&whole.rgba).map(|(a, b)| a.abs_diff(*b));
        let differ: Vec<(usize, u8)> = apart
            .enumerate()
            .map(|(byte, apart)| (byte / 4 % 96, apart))
            .filter(|&(_, apart)| apart > 4)
            .collect();
        // Lines that are cut off at the edge of what is drawn come out a shade different beyond it.
        assert!(differ.iter().all(|&(_, apart)| apart < 12), "{hex}: {differ:?}");
        assert!(differ.len() < whole.rgba.len() / 1000, "{hex}: {} bytes differ", differ.len());
    }
}

#[test]
fn a_part_beyond_the_map_is_transparent() {
    let rules = Ruleset::classic();
    let rows = vec!["....".to_owned()];
    let map =
        Map::read_rows(&MapFile { name: "small".to_owned(), rows, ..MapFile::default() }, &rules).unwrap();
    for hex in [4.0, 32.0] {
        let part = Picture::from_map(&map, &rules).draw_part(hex, (2000, 2000), 16, 16);
        assert!(part.rgba.iter().all(|&byte| byte == 0), "{hex}");
    }
}

/// Neighbours of one terrain are one area: on the line between them nothing is drawn, while an edge to another terrain
/// wanders off the line of the hexes.
#[test]
fn the_ground_flows_over_the_edges_of_hexes_of_one_terrain() {
    let rules = Ruleset::classic();
    let rows = ["......", "..~~..", "..~~..", "......"].map(str::to_owned).to_vec();
    let map =
        Map::read_rows(&MapFile { name: "pond".to_owned(), rows, ..MapFile::default() }, &rules).unwrap();
    let image = Picture::from_map(&map, &rules).with_layers(bare()).draw_part(64.0, (0, 0), 320, 240);
    let water = Palette::default().terrains["water"].ground;
    let layout = HexLayout::layout_of_part(map.grid(), 64.0, (0, 0));
    let colour_at = |at: (i32, i32), (dx, dy): (f64, f64)| {
        let (x, y) = layout.middle_of_hex(at.into());
        let [red, green, blue, _] = image.pixel_at(to_pixel(x + dx), to_pixel(y + dy));
        Colour([red, green, blue])
    };
    // Between two hexes of water.
    assert_eq!(colour_at((2, 1), (0.0, 28.0)), water);
    // The north-western corner of the pond is cut off: there is land within the hex.
    let corner = colour_at((2, 1), (-13.0, -23.0));
    assert_ne!(corner, water, "{corner:?}");
}
