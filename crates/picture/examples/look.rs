//! Writes pictures of a map to a folder, at several sizes and in all palettes: for whoever changes how things look.
//!
//! `cargo run -p hotgates-picture --example look -- maps/hot_gates.ron /tmp/look`

use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};

use hotgates_engine::{Battle, MapFile, Ruleset, Scenario};
use hotgates_picture::{Image, Layers, Marks, Palette, Picture, Scheme, tile};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let map = args.next().ok_or("which map?")?;
    let folder = PathBuf::from(args.next().ok_or("which folder?")?);
    let stem = Path::new(&map).file_stem().ok_or("which map?")?.to_string_lossy().into_owned();
    let scenario = Scenario::classic(MapFile::from_ron(&std::fs::read_to_string(&map)?)?);
    let battle = Battle::from_scenario(&scenario).map_err(|faults| format!("{faults:?}"))?;
    std::fs::create_dir_all(&folder)?;
    for hex in [4, 8, 12, 16, 24, 32, 48, 64] {
        write(&folder.join(format!("{stem}-{hex}.png")), &Picture::of_battle(&battle).draw(hex.into()))?;
    }
    let empty = Picture::of_map(battle.map(), battle.rules());
    let path = battle.entry(hotgates_engine::Side::Red).collect();
    let marks = Marks { entry: path, ..Marks::default() };
    write(&folder.join(format!("{stem}-empty.png")), &empty.clone().marks(marks).draw(32.0))?;
    write(&folder.join(format!("{stem}-thumbnail.png")), &empty.fitted(200, 150))?;
    let rules = Ruleset::classic();
    let tiles: Vec<_> =
        (0..rules.terrains.len()).map(|terrain| tile(&rules, terrain, &Palette::default(), 64, 56)).collect();
    write(&folder.join("tiles.png"), &Image::in_a_row(&tiles))?;
    let layers = Layers { labels: false, ..Layers::default() };
    let in_colours = |scheme| Picture::of_battle(&battle).layers(layers).palette(Palette::of(scheme)).draw(24.0);
    write(&folder.join(format!("{stem}-palettes.png")), &Image::in_a_row(&Scheme::ALL.map(in_colours)))
}

fn write(path: &Path, image: &Image) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(File::create(path)?, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&image.rgba)?;
    Ok(())
}
