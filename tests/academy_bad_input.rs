//! Bad input for the academy: one clear message, exit 2, in no time.

use std::fs;

use crate::program::{one_error, refused, run};

fn academy(args: &str) -> Vec<String> {
    ["academy"].into_iter().chain(args.split_whitespace()).map(str::to_owned).collect()
}

/// Checks that the options are refused with this message.
fn check(args: &str, message: &str) {
    assert_eq!(refused(&academy(args)), message, "{args}");
}

/// Checks that the parser refuses the options with a message that names `named`.
fn check_option(args: &str, named: &str) {
    let said = run(&academy(args));
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{args}");
    assert!(one_error(&said.err).contains(named), "{args}: {}", said.err);
}

#[test]
fn rivers_that_cannot_be() {
    check("river --priests 0 --solve", "the number of priests is 0, it must be 1 to 200");
    check("river --boat 0", "the boat is for 0, it must be for 1 to 200");
    check("river --devils 201 --json", "the number of devils is 201, it must be at most 200");
    check("river --goal devils", "--goal: the goal is 'devils', it must be 'all' or 'priests'");
    check_option("river --priests -1", "'-1' for '--priests");
    check_option("river --boat 99999999999", "'99999999999' for '--boat");
    check_option("river --solve --play", "--solve");
    check_option("river --play --json", "--json");
}

#[test]
fn ways_that_cannot_be() {
    check("ways --lesson moon", "--lesson: there is no 'moon'; known: plain, road, bay, river");
    check_option("ways maps/hot_gates.ron", "--from");
    check_option("ways --from 1,1", "MAP|SCENARIO");
    check_option("ways --lesson bay maps/hot_gates.ron --from 1,1 --to 2,2", "--lesson");
    check_option("ways --from 1 --to 2,2 maps/hot_gates.ron", "--from");
    check(
        "ways maps/hot_gates.ron --from 16,0 --to 99,0 --solve",
        "--to: hex 99,0 is off the map; columns go to 29, rows to 25",
    );
    check(
        "ways maps/hot_gates.ron --from 16,0 --to 0,24 --solve",
        "hex 0,24 cannot be entered, so that no way begins or ends there",
    );
    check("ways maps/hot_gates.ron --from 16,0 --to 16,0", "the way begins and ends at hex 16,0");
}

#[test]
fn states_that_cannot_be() {
    let message = refused(&academy("river --hint 3X"));
    assert!(message.starts_with("--hint: '3X' is no state; a state is"), "{message}");
    check("river --hint 4P2DL", "--hint: '4P2DL' cannot be: there are 3 priests, 3 devils and 2 seats");
}

#[test]
fn graphs_need_a_format_and_a_place() {
    for game in ["river".to_owned(), format!("tower {TOWER}")] {
        check(
            &format!("{game} --graph out.png"),
            "out.png: a graph is written as .dot (Graphviz) or .svg, by the extension of the file",
        );
        check(
            &format!("{game} --graph no/such/out.svg"),
            "no/such/out.svg: cannot be written: no such file or directory",
        );
    }
    check("tictactoe --graph out.dot", "out.dot: thoughts are drawn as .svg");
    let message = refused(&academy("river --priests 200 --devils 100 --boat 50 --graph out.svg"));
    assert!(message.ends_with("a picture shows at most 2000"), "{message}");
}

#[test]
fn boards_that_cannot_be() {
    check("tictactoe --board 0x0", "the board is 0 x 0, each side must be 1 to 15");
    check("tictactoe --board 16x3 --solve", "the board is 16 x 3, each side must be 1 to 15");
    check("tictactoe --row 4", "4 in a row do not fit on a board of 3 x 3, it must be 1 to 3");
    check("tictactoe --row 0 --json", "0 in a row do not fit on a board of 3 x 3, it must be 1 to 3");
    check("tictactoe --board 3", "'3' is no size of a board; a size is columns x rows, such as 3x3");
    check("tictactoe --board -3x3", "'-3x3' is no size of a board; a size is columns x rows, such as 3x3");
    check_option("tictactoe --row -1", "'-1' for '--row");
    check("tictactoe --hint x..", "--hint: 'x..' is no position: it must have 9 cells");
    check(
        "tictactoe --hint xxx......",
        "--hint: 'xxx......' is no position: 3 crosses and 0 noughts; crosses move first",
    );
}

#[test]
fn players_that_are_none() {
    let known = "players are lesson, scoring, perfect, mcts and mcts:STEPS";
    check("tictactoe --match lesson nobody", &format!("'nobody' is no player; {known}"));
    check("tictactoe --against mcts:0", &format!("'mcts:0' is no player; {known}"));
    check(
        "tictactoe --board 5x5 --match perfect mcts",
        "5 x 5 are 25 cells; the perfect player exhausts at most 16, use mcts",
    );
    check_option("tictactoe --match lesson", "--match");
    check_option("tictactoe --match lesson perfect --games 0", "--games");
    check("tictactoe --tune --players 1", "the number of players is 1, it must be 2 to 64");
    check("tictactoe --tune --rounds 0", "the number of rounds is 0, it must be 1 to 1000");
    check("tictactoe --match no/such.ron lesson", "no/such.ron: cannot be read: no such file or directory");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("wrong.ron");
    for (text, why) in [("(own: 1,\n theirs: x)", "2:9: "), ("(own: 1)", "1:"), ("", "1:1: ")] {
        fs::write(&file, text).expect("a file");
        let message = refused(&academy(&format!("tictactoe --match {} lesson", file.display())));
        assert!(message.starts_with(&format!("{}:{why}", file.display())), "{message}");
    }
}

const TOWER: &str = "crates/academy/assets/towers/own-1-7x7.txt";

/// A file with these bytes is refused by every command, with this message after its name.
fn check_tower(bytes: impl AsRef<[u8]>, message: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tower.txt");
    fs::write(&file, bytes).expect("a file");
    let file = file.display().to_string();
    for mode in ["--solve --json", "--hint", "--play", "--graph out.svg"] {
        assert_eq!(refused(&academy(&format!("tower {file} {mode}"))), format!("{file}{message}"), "{mode}");
    }
}

/// A tower with these tiles and this hero.
fn tower(cells: &str, hero: &str) -> String {
    format!(
        "1\n1 5\n{cells}\n1 1 1 10 20 30 40 5 5\n2\n201 10 6 0 0 0\n299 10 9 0 0 0\n0 0 0 0 0 0\n{hero}\n"
    )
}

const HERO: &str = "20 5 2 0 0 1 0 0 0 0 0";

#[test]
fn towers_with_faults_on_the_map() {
    check_tower(tower("0 81 77 0 299", HERO), ":3:6: 77 is no tile code (floor 0, row 0, column 2)");
    check_tower(tower("0 81 -1 0 299", HERO), ":3:6: -1 is no tile code (floor 0, row 0, column 2)");
    check_tower(tower("0 81 x 0 299", HERO), ":3:6: 'x' is not a whole number; expected the tile at 0,0,2");
    check_tower(tower("0 81 201 0 0", HERO), ": there is no boss on the map (tile 299)");
    check_tower(tower("0 299 201 0 299", HERO), ": there are two bosses, at 0,0,1 and 0,0,4");
    check_tower(
        tower("0 1 201 0 299", HERO),
        ": the boss at 0,0,4 cannot be reached from the hero, even with every door open and every monster dead",
    );
    check_tower(
        tower("0 81 201 0 299", &format!("{HERO}\n{HERO}")),
        ":10:1: expected the end of the file after the hero's eleven numbers (a tower has one hero), found '20'",
    );
}

#[test]
fn towers_with_impossible_numbers() {
    check_tower(
        tower("0 81 201 0 299", "-20 5 2 0 0 1 0 0 0 0 0"),
        ":9:1: the hero's life is -20, it must be 1 to 1000000000",
    );
    check_tower("1 -3 5", ":1:3: the number of rows is -3, it must be 1 to 1000000000");
    check_tower(
        "1 10000 10000",
        ": 1 floor of 10000 x 10000 are 100000000 cells, a tower has at most 250000, and 1000 a side",
    );
}

#[test]
fn files_that_are_no_towers() {
    check_tower("", ": the file ends where the number of floors should be");
    check_tower("1 1 5 0 81", ": the file ends where the tile at 0,0,2 should be");
    check_tower(b"1 1 5\n0 \xff", ":2:3: not UTF-8 text: byte 0xff at offset 8");
    check("tower no/such.txt --solve", "no/such.txt: cannot be read: no such file or directory");
    check("tower tests --solve", "tests: cannot be read: it is a directory, and a file is needed");
    check_option("tower --solve", "FILE");
}

#[test]
fn random_towers_that_cannot_be() {
    check("tower --random --size 4x9 -o x.txt", "a random tower has rows from 5 to 40, not 4");
    check("tower --random --floors 0 -o x.txt", "a random tower has floors from 1 to 10, not 0");
    check(
        "tower --random --size 9 -o x.txt",
        "--size: '9' is no size; a size is rows x columns, such as 11x11",
    );
    check(
        "tower --random --size -9x9 -o x.txt",
        "--size: '-9x9' is no size; a size is rows x columns, such as 11x11",
    );
    check_option("tower --random", "--output");
    check_option(&format!("tower {TOWER} --random -o x.txt"), "--random");
    check_option(&format!("tower {TOWER} --seed 3"), "--random");
    check_option(&format!("tower {TOWER} --budget 0"), "--budget");
    check_option(&format!("tower {TOWER} --merge --no-merge"), "--no-merge");
}
