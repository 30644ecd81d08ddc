//! Edits of the whole map: its size, its turning and its mirroring.

use hotgates_editor::{Document, Mirror, ResizeAnchor, Symmetry};
use hotgates_engine::{Direction, Side, TerrainId, UnitEntry};

use crate::support::{at, check_step, document, terrain};

fn resized(rows: &[&str], width: usize, height: usize, anchor: ResizeAnchor) -> Document {
    let mut document = document(rows);
    document.resize_map(width, height, anchor, terrain("forest")).unwrap();
    document
}

#[test]
fn the_anchor_says_where_hexes_are_added() {
    let mut north_west = resized(&["~."], 4, 2, ResizeAnchor::NorthWest);
    check_step(&mut north_west, &["~."], &["~.ff", "ffff"]);
    let mut south_east = resized(&["~."], 4, 2, ResizeAnchor::SouthEast);
    check_step(&mut south_east, &["~."], &["ffff", "ff~."]);
    let mut middle = resized(&["~."], 6, 3, ResizeAnchor::Middle);
    check_step(&mut middle, &["~."], &["ffffff", "ff~.ff", "ffffff"]);
}

#[test]
fn what_finds_no_room_is_back_after_undo() {
    let before = ["~.=", "f^#", "H.~"];
    check_step(&mut resized(&before, 2, 2, ResizeAnchor::NorthWest), &before, &["~.", "f^"]);
    check_step(&mut resized(&before, 1, 1, ResizeAnchor::SouthEast), &before, &["~"]);
}

/// Every hex that is still on the map after an odd number of columns came in the west has its old
/// neighbours.
#[test]
fn hexes_keep_their_neighbours_whatever_the_number_of_columns() {
    let rows: Vec<String> = (0..5)
        .map(|row| (0..6).map(|col| [".", "f", "=", "~", "^", "H"][(row * 2 + col * 3) % 6]).collect())
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    for added in [1, 2, 3] {
        let old = document(&rows);
        let new = resized(&rows, 6 + added, 6, ResizeAnchor::NorthEast);
        let by = at(i32::try_from(added).unwrap(), 0).hex();
        for hex in old.ground().coords() {
            let moved = (hex.hex() + by).into();
            assert_eq!(
                new.ground().glyph_at(moved),
                old.ground().glyph_at(hex),
                "{hex} after {added} columns"
            );
        }
    }
}

#[test]
fn a_crop_keeps_what_lies_between_its_corners() {
    let before = ["~.=f", "f^#.", "H.~^"];
    let mut cropped = document(&before);
    cropped.crop_to_corners(at(3, 2), at(2, 1)).unwrap();
    check_step(&mut cropped, &before, &["#.", "~^"]);
    // From an odd column on: the even columns show the hexes half a hex further south.
    let mut odd = document(&before);
    odd.crop_to_corners(at(1, 0), at(3, 1)).unwrap();
    check_step(&mut odd, &before, &[".#f", "^~."]);
    let mut south = document(&before);
    south.crop_to_corners(at(1, 1), at(2, 2)).unwrap();
    check_step(&mut south, &before, &["^~", ".~"]);
}

#[test]
fn nonsense_sizes_are_refused() {
    let mut small = document(&["~."]);
    let mut refused = |width, height| {
        small.resize_map(width, height, ResizeAnchor::Middle, TerrainId(0)).unwrap_err().to_string()
    };
    assert_eq!(refused(0, 3), "the map has no hexes");
    let too_large = "the map has 4097 × 1 hexes; at most 4096 a side and 4194304 in all are allowed";
    assert_eq!(refused(4097, 1), too_large);
    assert!(refused(usize::MAX, usize::MAX).contains("at most 4096 a side"));
    assert_eq!(
        small.crop_to_corners(at(0, 0), at(2, 0)).unwrap_err().to_string(),
        "hex 2,0 is off the map; columns go to 1, rows to 0"
    );
    assert_eq!(small.step_counts(), (0, 0));
    small.resize_map(2, 1, ResizeAnchor::Middle, TerrainId(0)).unwrap();
    small.crop_to_corners(at(0, 0), at(1, 0)).unwrap();
    assert_eq!(small.step_counts(), (0, 0));
}

#[test]
fn mirrors_map_hexes_onto_hexes() {
    for (mirror, before, after) in [
        (Mirror::WestEast, ["~.f", "..="], ["f.~", "=.."]),
        (Mirror::WestEast, ["~.f#", "..=H"], ["f.~#", "=..H"]),
        (Mirror::NorthSouth, ["~.f", "^^="], ["^.=", "~^f"]),
        (Mirror::HalfTurn, ["~.f#", "..=H"], ["H=..", "#f.~"]),
    ] {
        let mut document = document(&before);
        document.mirror_map(mirror);
        check_step(&mut document, &before, &after);
        document.mirror_map(mirror);
        assert_eq!(document.ground().rows(), before, "{mirror:?} twice");
    }
}

#[test]
fn units_and_entry_hexes_go_with_their_hexes() {
    let mut document = document(&["...", "..^", "..."]);
    let unit = |col, row| UnitEntry { at: Some(at(col, row)), ..UnitEntry::new("infantry") };
    document.add_unit(Side::Red, unit(0, 0)).unwrap();
    document.add_unit(Side::Blue, unit(2, 2)).unwrap();
    document.set_red_direction(Some(Direction::Ne));
    let start = document.to_map();
    document.mirror_map(Mirror::WestEast);
    assert_eq!(document.units(Side::Red)[0].at, Some(at(2, 0)));
    assert_eq!(document.settings().from, Some(Direction::Nw));
    document.mirror_map(Mirror::WestEast);
    assert_eq!(document.to_map(), start);
    document.set_entry_hexes(&[at(0, 0), at(2, 2)]).unwrap();
    let start = document.to_map();
    document.resize_map(2, 3, ResizeAnchor::NorthWest, TerrainId(0)).unwrap();
    assert_eq!(document.units(Side::Red)[0].at, Some(at(0, 0)));
    assert_eq!(document.units(Side::Blue)[0].at, None);
    assert_eq!(document.settings().entry, [at(0, 0)]);
    document.undo_step();
    assert_eq!(document.to_map(), start);
}

#[test]
fn a_map_made_symmetric_is() {
    for symmetry in Mirror::ALL.map(Symmetry::One).into_iter().chain([Symmetry::Four]) {
        let before = ["~.f#=", "..=H^", "f^.~."];
        let mut document = document(&before);
        document.make_symmetric(symmetry);
        let ground = document.ground();
        for hex in ground.coords() {
            for image in symmetry.hex_and_mirror_images((5, 3), hex) {
                assert_eq!(ground.glyph_at(image), ground.glyph_at(hex));
            }
        }
        document.undo_step();
        assert_eq!(document.ground().rows(), before);
    }
}
