//! Writes pictures of a map to a folder, at several sizes and in all palettes: for whoever changes
//! how things look.
//!
//! `cargo run -p hotgates-picture --example look -- maps/hot_gates.ron /tmp/look`

use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};

use hotgates_engine::{Battle, Coord, MapFile, PathFinder, PathOptions, Reach, Ruleset, Scenario, Side};
use hotgates_picture::{
    ChokeMark, ColourScheme, Image, Palette, Picture, PictureLayers, PictureMarks, terrain_image,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let map = args.next().ok_or("which map?")?;
    let folder = PathBuf::from(args.next().ok_or("which folder?")?);
    let stem = Path::new(&map).file_stem().ok_or("which map?")?.to_string_lossy().into_owned();
    let scenario = Scenario::classic(MapFile::from_ron(&std::fs::read_to_string(&map)?)?);
    let battle = Battle::from_scenario(&scenario).map_err(|faults| format!("{faults:?}"))?;
    std::fs::create_dir_all(&folder)?;
    for hex in [4, 8, 12, 16, 24, 32, 48, 64] {
        write(
            &folder.join(format!("{stem}-{hex}.png")),
            &Picture::from_battle(&battle).draw_with_hexes(hex.into()),
        )?;
    }
    let empty = Picture::from_map(battle.map(), battle.rules());
    let path = battle.starting_cells(Side::Red).collect();
    let marks = PictureMarks { entry: path, ..PictureMarks::default() };
    write(&folder.join(format!("{stem}-empty.png")), &empty.clone().with_marks(marks).draw_with_hexes(32.0))?;
    write(&folder.join(format!("{stem}-thumbnail.png")), &empty.draw_fitting(200, 150))?;
    let rules = Ruleset::classic();
    let tiles: Vec<_> = rules
        .terrain_ids()
        .map(|terrain| terrain_image(&rules, terrain, &Palette::default(), 64, 56))
        .collect();
    write(&folder.join("tiles.png"), &Image::from_row_of_images(&tiles))?;
    let board = Battle::from_scenario(&board()?).map_err(|faults| format!("{faults:?}"))?;
    let pictures = ColourScheme::ALL
        .map(|scheme| in_colours(&board, scheme))
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    write(&folder.join("palettes.png"), &Image::from_row_of_images(&pictures))
}

/// A small board with everything on it: every terrain, both sides, a way and what is within reach.
fn board() -> Result<Scenario, Box<dyn Error>> {
    let map = MapFile::from_ron(
        r##"(
            name: "everything",
            rows: ["~~f...^^", "~=..f.^#", "~H==....", "~~.=.f..", "f...=..f", ".^^.=...", "#f..=.#."],
            red: (units: [(type: "infantry", at: (5, 2)), (type: "cavalry", at: (7, 3)), (type: "artillery", at: (5, 0))]),
            blue: (units: [(type: "infantry", at: (2, 4)), (type: "artillery", at: (0, 5)), (type: "cavalry", at: (1, 4))]),
        )"##,
    )?;
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    Ok(Scenario::new(map, rules))
}

fn in_colours(battle: &Battle, scheme: ColourScheme) -> Result<Image, Box<dyn Error>> {
    let unit = battle.living(Side::Red).next().ok_or("Red has no units")?;
    let mut all = Reach::new();
    battle.reach(unit, &mut all);
    let reach: Vec<_> = battle.destinations(&all).map(|(cell, _)| cell).collect();
    let south = reach.iter().copied().max_by_key(|&cell| battle.grid().coord(cell).row).ok_or("no way")?;
    let mut finder = PathFinder::new();
    let path = finder.shortest_path(battle, unit, south, PathOptions::default()).ok_or("no way")?;
    let hexes = [(3, 3), (3, 4)].map(|(col, row)| battle.grid().at(Coord { col, row })).into_iter().flatten();
    let chokes = vec![ChokeMark { hexes: hexes.collect(), held: true }];
    let marks = PictureMarks { path: path.cells.to_vec(), reach, chokes, ..PictureMarks::default() };
    let layers = PictureLayers { labels: false, ..PictureLayers::default() };
    Ok(Picture::from_battle(battle)
        .with_layers(layers)
        .with_marks(marks)
        .with_palette(Palette::from_scheme(scheme))
        .draw_with_hexes(46.0))
}

fn write(path: &Path, image: &Image) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(File::create(path)?, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&image.rgba)?;
    Ok(())
}
