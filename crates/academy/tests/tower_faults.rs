//! Texts that are no tower: each gets one message with its place.

use hotgates_academy::tower::{RandomTowerOptions, Tower, TowerError, TowerMeasure, random_tower};

/// A hero, a door, a monster, the boss; the pieces can be exchanged.
fn text(cells: &str, monsters: &str, hero: &str) -> String {
    format!("1\n1 5\n{cells}\n1 1 1 10 20 30 40 5 5\n{monsters}\n0 0 0 0 0 0\n{hero}\n")
}

const CELLS: &str = "0 81 201 0 299";
const MONSTERS: &str = "2\n201 10 6 0 0 0\n299 10 9 0 0 0";
const HERO: &str = "20 5 2 0 0 1 0 0 0 0 0";

fn check(text: &str, message: &str) {
    let error = Tower::parse(text).expect_err("no tower");
    assert_eq!(error.to_string(), message);
}

#[test]
fn the_sample_is_a_tower_and_is_written_back_as_it_was() {
    let tower = Tower::parse(&text(CELLS, MONSTERS, HERO)).expect("a tower");
    assert_eq!(Tower::parse(&tower.to_text()), Ok(tower));
}

#[test]
fn cells_must_be_known() {
    check(
        &text("0 81 77 0 299", MONSTERS, HERO),
        "line 3, column 6: 77 is no tile code (floor 0, row 0, column 2)",
    );
    check(
        &text("0 81 -1 0 299", MONSTERS, HERO),
        "line 3, column 6: -1 is no tile code (floor 0, row 0, column 2)",
    );
    check(
        &text("0 81 x 0 299", MONSTERS, HERO),
        "line 3, column 6: 'x' is not a whole number; expected the tile at 0,0,2",
    );
}

#[test]
fn a_monster_without_numbers_becomes_a_wall_and_is_noted() {
    let text = text("0 299 202 0 0", MONSTERS, HERO);
    let tower = Tower::parse(&text).expect("a tower");
    assert_eq!(tower.notes(), ["monster 202 at 0,0,2 is not in the table and became a wall"]);
}

#[test]
fn there_is_one_hero_and_one_boss_who_can_be_reached() {
    check(
        &text(CELLS, MONSTERS, &format!("{HERO}\n{HERO}")),
        "line 10, column 1: expected the end of the file after the hero's eleven numbers (a tower has one hero), found '20'",
    );
    check(&text("0 81 201 0 0", MONSTERS, HERO), "there is no boss on the map (tile 299)");
    check(&text("0 299 201 0 299", MONSTERS, HERO), "there are two bosses, at 0,0,1 and 0,0,4");
    check(&text(CELLS, "1\n201 10 6 0 0 0", HERO), "the boss (299) is not in the table of monsters");
    check(
        &text("0 1 201 0 299", MONSTERS, HERO),
        "the boss at 0,0,4 cannot be reached from the hero, even with every door open and every monster dead",
    );
    check(
        &text(CELLS, MONSTERS, "20 5 2 0 0 1 0 0 0 0 1"),
        "the hero starts at 0,0,1, which is not road or stairs",
    );
    check(
        &text(CELLS, MONSTERS, "20 5 2 0 0 1 0 0 0 1 0"),
        "the hero starts at 0,1,0, outside the 1 floor of 1 x 5",
    );
}

#[test]
fn numbers_must_be_in_range() {
    check(
        &text(CELLS, MONSTERS, "-20 5 2 0 0 1 0 0 0 0 0"),
        "line 9, column 1: the hero's life is -20, it must be 1 to 1000000000",
    );
    check(
        &text(CELLS, "2\n201 10 6 0 0 11\n299 10 9 0 0 0", HERO),
        "line 6, column 14: the special of monster 201 is 11, it must be 0 to 10",
    );
    check(
        &text(CELLS, "2\n201 10 6 0 0 0\n201 10 9 0 0 0", HERO),
        "line 7, column 1: monster 201 is in the table twice",
    );
    check(
        "99999999999999999999",
        "line 1, column 1: '99999999999999999999' is not a whole number; expected the number of floors",
    );
}

#[test]
fn sizes_are_checked_before_anything_is_read() {
    check(
        "1 10000 10000",
        "1 floor of 10000 x 10000 are 100000000 cells, a tower has at most 250000, and 1000 a side",
    );
    check("1 0 5", "line 1, column 3: the number of rows is 0, it must be 1 to 1000000000");
    check(
        "1000 1000000000 1000000000",
        "1000 floors of 1000000000 x 1000000000 are 18446744073709551615 cells, a tower has at most 250000, and 1000 a side",
    );
    check("", "the file ends where the number of floors should be");
    check("1 1 5 0 81", "the file ends where the tile at 0,0,2 should be");
}

#[test]
fn every_cut_and_every_changed_number_is_survived() {
    let whole = text(CELLS, MONSTERS, HERO);
    for end in 0..whole.len() {
        let _ = Tower::parse(&whole[..end]);
    }
    let words: Vec<&str> = whole.split_whitespace().collect();
    for at in 0..words.len() {
        for word in ["-1", "0", "1", "299", "1000000000", "99999999999999999999", "é"] {
            let mut changed = words.clone();
            changed[at] = word;
            if let Ok(tower) = Tower::parse(&changed.join(" ")) {
                let options =
                    hotgates_academy::tower::SolveOptions { states: Some(2_000), ..Default::default() };
                let _ = hotgates_academy::tower::solve_tower(&tower, &options);
            }
        }
    }
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let h = "1000000000";
    let cells = "0 21 27 28 29 31 32 33 34 35 36 40 201 202 203 204 205 299";
    let text = format!(
        "1 1 18 {cells} {h} {h} {h} {h} {h} {h} {h} {h} {h} 6 \
         201 {h} {h} {h} {h} 6 202 {h} {h} 0 {h} 10 203 {h} {h} {h} {h} 7 204 {h} {h} {h} {h} 8 \
         205 {h} {h} {h} {h} 9 299 {h} {h} {h} {h} 4 \
         1 0 {h} {h} {h} {h} {h} {h} {h} {h} {h} {h} {h} {h} 0 0 0"
    );
    let tower = Tower::parse(&text).expect("a tower");
    let options = hotgates_academy::tower::SolveOptions { states: Some(3_000), ..Default::default() };
    let answer = hotgates_academy::tower::solve_tower(&tower, &options).expect("a small tower");
    if let Some(life) = answer.solution.life {
        assert_eq!(hotgates_academy::tower::replay_route(&tower, &answer.route), Ok(life));
    }
}

#[test]
fn random_towers_have_sizes() {
    let options = RandomTowerOptions { floors: 1, rows: 4, columns: 9, seed: 1, shop: false };
    assert_eq!(
        random_tower(&options),
        Err(TowerError::Unmakeable { what: TowerMeasure::Rows, least: 5, most: 40, found: 4 })
    );
}

/// Nearly as many nodes as a tower may have, one behind the other: what stands before what must not
/// be found by walking back.
#[test]
fn a_corridor_of_four_thousand_keys_and_doors_is_opened() {
    let pairs = 2_000;
    let mut things = std::iter::once("0").chain(["21", "81"].into_iter().cycle().take(2 * pairs));
    // Five rows of a thousand cells, to and fro, with walls between that are open at one end.
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for row in 0..9 {
        let mut cells: Vec<&str> = match row % 2 {
            0 => (0..1_000).map(|_| things.next().unwrap_or("0")).collect(),
            _ => std::iter::repeat_n("1", 999).chain(["0"]).collect(),
        };
        if row % 4 > 1 {
            cells.reverse();
        }
        rows.push(cells);
    }
    rows[8][999] = "299";
    let text = format!(
        "1 9 1000 {} 1 1 1 10 20 30 40 5 5 1 299 10 9 0 0 0 0 0 0 0 0 0 20 5 2 0 0 0 0 0 0 0 0",
        rows.concat().join(" ")
    );
    let tower = Tower::parse(&text).expect("a tower");
    let options = hotgates_academy::tower::SolveOptions::default();
    let answer = hotgates_academy::tower::solve_tower(&tower, &options).expect("not too large");
    assert_eq!((answer.solution.life, answer.solution.optimal), (Some(13), true));
    assert_eq!(answer.route.len(), 2 * pairs + 1);
    assert_eq!(hotgates_academy::tower::replay_route(&tower, &answer.route), Ok(13));
}
