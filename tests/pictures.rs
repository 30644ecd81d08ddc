//! Pictures of maps and battles as PNG files.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use crate::program::{TWO_CAMPS, json, refused, run, unread, well};

/// Width, height and bytes of a picture.
fn read(path: &Path) -> (u32, u32, Vec<u8>) {
    let mut reader =
        png::Decoder::new(BufReader::new(File::open(path).expect("a picture"))).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("whole");
    (info.width, info.height, pixels)
}

#[test]
fn a_map_becomes_a_picture_of_the_size_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("map.png");
    let file = path.display().to_string();
    let show = |options: &[&str]| {
        assert_eq!(well(&[&["map", "show", "maps/hot_gates.ron", "--png", &file], options].concat()), "");
        read(&path)
    };
    let (width, height, plain) = show(&[]);
    assert!((700..900).contains(&width) && (700..900).contains(&height), "{width} × {height}");
    assert!(plain.chunks(4).all(|pixel| pixel[3] == 255), "no holes");
    let marked = show(&["--chokes"]);
    assert_eq!((marked.0, marked.1), (width, height));
    assert_ne!(marked.2, plain, "points of convergence are marked");
    for palette in ["red-green", "blue-yellow", "high-contrast"] {
        assert_ne!(show(&["--palette", palette]).2, plain, "{palette}");
    }
    assert_eq!(show(&["--palette", "standard"]).2, plain);
    let (width, height, _) = show(&["--hex", "4"]);
    assert!(width < 100 && height < 100, "{width} × {height}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left behind");
}

#[test]
fn maps_without_a_battle_have_pictures_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("island.png");
    well(&["map", "show", "tests/maps/island.ron", "--png", &path.display().to_string()]);
    let (width, height, _) = read(&path);
    assert!(width > 150 && height > 60);
}

#[test]
fn a_large_map_gets_a_picture_of_bounded_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let [map, picture] = ["large.ron", "large.png"].map(|name| folder.path().join(name));
    let row = format!("\"{}\",", ".".repeat(2048));
    let rows = vec![row.as_str(); 2048].join("\n");
    fs::write(&map, format!("Map(name: \"large\", rows: [\n{rows}\n])")).expect("a map");
    let [map, file] = [&map, &picture].map(|path| path.display().to_string());
    well(&["map", "show", &map, "--png", &file, "--hex", "64"]);
    let (width, height, _) = read(&picture);
    let pixels = u64::from(width) * u64::from(height);
    assert!((10_000_000..=16_777_216).contains(&pixels), "{width} × {height}");
}

#[test]
fn a_battle_leaves_a_picture_for_each_half_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let album = folder.path().join("new").join("album");
    let file = album.display().to_string();
    let command = ["battle", TWO_CAMPS, "--seed", "3", "--png", &file];
    let out = well(&[&command[..], &["--json"]].concat());
    let turns = json(&out)["turns"].as_u64().expect("a number");
    let names = || {
        let entries = fs::read_dir(&album).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    let count = names().len() as u64;
    assert!(count == 2 * turns || count == 2 * turns + 1, "{count} pictures of {turns} turns");
    let expected: Vec<_> = (0..count).map(|number| format!("{number:04}.png")).collect();
    assert_eq!(names(), expected);
    let pictures: Vec<_> = expected.iter().map(|name| read(&album.join(name))).collect();
    assert!(pictures.iter().all(|picture| (picture.0, picture.1) == (pictures[0].0, pictures[0].1)));
    assert!(pictures.windows(2).filter(|pair| pair[0].2 != pair[1].2).count() > 3, "units move and fall");
    // Telling the battle makes the same pictures.
    well(&command);
    assert_eq!(read(&album.join(&expected[1])), pictures[1]);
    assert_eq!(names(), expected);
    well(&[&command[..], &["--palette", "high-contrast"]].concat());
    assert_ne!(read(&album.join(&expected[1])).2, pictures[1].2, "the same battle in other colours");
}

#[test]
fn every_picture_is_written_when_nobody_reads_the_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let [read, left] = ["read", "left"].map(|name| folder.path().join(name));
    let count = |album: &Path| fs::read_dir(album).expect("a folder").count();
    well(&["battle", TWO_CAMPS, "--png", &read.display().to_string()]);
    let said = unread(&["battle", TWO_CAMPS, "--watch", "--png", &left.display().to_string()]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(count(&left), count(&read));
}

#[test]
fn a_replay_becomes_a_picture_that_moves_order_by_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let [replay, moving, album] =
        ["a.replay", "moving.png", "album"].map(|name| folder.path().join(name).display().to_string());
    let battle = well(&["battle", TWO_CAMPS, "--seed", "3", "--record", &replay, "--png", &album, "--json"]);
    let orders = json(&battle)["orders"].as_u64().expect("a number");
    assert_eq!(well(&["replay", &replay, "--animation", &moving]), "");
    let mut reader = png::Decoder::new(BufReader::new(File::open(&moving).expect("a picture")))
        .read_info()
        .expect("a PNG");
    let frames = reader.info().animation_control().expect("an animation").num_frames;
    assert_eq!(u64::from(frames), orders + 1);
    let mut sizes = Vec::new();
    for _ in 0..frames {
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("whole");
        sizes.push(info.width * info.height);
    }
    let start = read(Path::new(&album).join("0000.png").as_path());
    assert_eq!(read(Path::new(&moving)), start, "other programs show the start");
    assert!(sizes[1..].iter().all(|&size| size < sizes[0]), "only what changes is drawn again");
    well(&["replay", &replay, "--animation", &moving, "--hex", "8", "--palette", "high-contrast"]);
    assert!(read(Path::new(&moving)).0 < start.0 / 2);

    let mut spoilt = fs::read(&replay).expect("a replay");
    let middle = spoilt.len() / 2;
    spoilt[middle] ^= 1;
    fs::write(&replay, spoilt).expect("a replay");
    let before = fs::read(&moving).expect("a picture");
    assert_eq!(run(&["replay", &replay, "--animation", &moving]).code, 2);
    assert_eq!(fs::read(&moving).expect("a picture"), before, "no picture of what cannot be read");
    assert!(refused(&["replay", &replay, "--hex", "8"]).contains("--animation"));
}

#[test]
fn places_that_take_no_files_are_refused_before_anything_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("a file");
    let path = file.display().to_string();
    let below = file.join("below").display().to_string();
    let nowhere = folder.path().join("no").join("such.png").display().to_string();
    assert!(
        refused(&["battle", TWO_CAMPS, "--png", &path]).ends_with("cannot be written: it is not a directory")
    );
    assert!(refused(&["battle", TWO_CAMPS, "--png", &below]).contains("cannot be written"));
    assert!(refused(&["map", "show", TWO_CAMPS, "--png", &nowhere]).contains("cannot be written"));
    assert!(refused(&["map", "show", TWO_CAMPS, "--png", "maps"]).contains("it is a directory"));
    assert!(refused(&["map", "show", TWO_CAMPS, "--png", &path, "--hex", "1000"]).contains("--hex"));
    assert!(refused(&["battle", TWO_CAMPS, "--png", &path, "--games", "4"]).contains("--games"));
    assert!(refused(&["map", "show", TWO_CAMPS, "--palette", "red-green"]).contains("--png"));
    assert!(refused(&["map", "show", TWO_CAMPS, "--png", &path, "--palette", "sepia"]).contains("red-green"));
    assert_eq!(fs::read_to_string(&file).expect("still there"), "mine");
}
