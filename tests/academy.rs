//! `academy`: the four games solved, drawn, compared and played through pipes.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::program::{fields, json, root, run, run_with, well};

/// The sample towers.
const TOWERS: &str = "crates/academy/assets/towers";

fn academy(args: &str) -> Vec<String> {
    ["academy"].into_iter().chain(args.split_whitespace()).map(str::to_owned).collect()
}

/// Returns the output of a game when these lines are typed.
fn play(args: &str, lines: &str) -> String {
    let said = run_with(&academy(args), lines.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    said.out
}

/// Writes a graph to a file and reads it.
fn graph(args: &str, name: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    let mut args = academy(args);
    args.extend(["--graph".to_owned(), path.display().to_string()]);
    assert!(well(&args).starts_with(&path.display().to_string()));
    fs::read_to_string(path).expect("a file")
}

#[test]
fn the_river_is_crossed_as_the_ground_truth_has_it() {
    let out = well(&academy("river --solve --json"));
    assert_eq!(fields(&out), ["solvable", "crossings", "steps", "shortest_ways", "states", "way"]);
    let solution = json(&out);
    assert_eq!(
        (&solution["crossings"], &solution["steps"], &solution["shortest_ways"], &solution["states"]),
        (&11.into(), &31.into(), &4.into(), &16.into())
    );
    assert_eq!(solution["way"].as_array().map(Vec::len), Some(11));
    assert_eq!(well(&academy("river --json")), out, "--solve is what --json alone means");
    let priests = json(&well(&academy("river --goal priests --solve --json")));
    assert_eq!(priests["steps"], 21);
    let hundred = json(&well(&academy("river --priests 100 --devils 100 --boat 4 --solve --json")));
    assert_eq!((&hundred["crossings"], &hundred["shortest_ways"]), (&197.into(), &361.into()));
    let told = well(&academy("river --solve"));
    assert!(told.contains("11 crossings at least; 4 ways have so few") && told.contains("31 single steps"));
}

#[test]
fn ways_are_searched_by_every_method() {
    let out = well(&academy("ways --lesson road --solve --json"));
    assert_eq!(fields(&out), ["cost", "proven", "way", "searches"]);
    let document = json(&out);
    assert_eq!(
        (&document["cost"], &document["proven"], document["way"][0][0].as_u64()),
        (&22.into(), &true.into(), Some(2))
    );
    let searches = document["searches"].as_array().expect("a list");
    let cost = |method: &str| {
        searches.iter().find(|search| search["method"] == method).map(|search| search["cost"].clone())
    };
    assert_eq!(cost("a_star"), cost("uniform_cost"));
    assert_eq!(cost("breadth_first"), Some(38.into()), "the fewest steps lead through the forest");
    assert_eq!(well(&academy("ways --lesson road --json")), out, "--solve is what --json alone means");
    let told = well(&academy("ways maps/hot_gates.ron --from 16,0 --to 12,21 --solve"));
    let path = well(&["map", "path", "maps/hot_gates.ron", "--from", "16,0", "--to", "12,21", "--json"]);
    let a_star = told.lines().find(|line| line.starts_with("A*")).expect("a row of A*");
    assert!(a_star.contains(&format!(" {} ", json(&path)["cost"])), "{told}");
}

#[test]
fn a_way_is_found_and_proven_line_by_line() {
    let out = play("ways --lesson plain", "2,5\n2,5\n9,9\nhint\nauto\nundo\nrestart\nfoo\n");
    for said in [
        "1 look; no way yet",
        "hex 2,5 has been looked at; `help` says what can be typed",
        "hex 9,9 does not wait",
        "3,4: 2 so far and 20 more at least make 22, and no hex that waits promises less",
        "no way is cheaper than 22",
        "taken back: ",
        "'foo' is no command; a hex is given as column,row, as in 3,7",
        "The input has ended before the game.",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let said = run(&academy("ways tests/maps/island.ron --from 0,0 --to 4,4 --solve"));
    assert_eq!(said.code, 2, "{}", said.err);
}

#[test]
fn a_river_without_a_way_says_so_and_exits_with_1() {
    let said = run(&academy("river --priests 4 --devils 4 --solve"));
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.starts_with("There is no way: all that can be reached was tried"), "{}", said.out);
    let said = run(&academy("river --priests 4 --devils 4 --solve --json"));
    let solution = json(&said.out);
    assert_eq!((said.code, &solution["solvable"], &solution["crossings"]), (1, &false.into(), &Value::Null));
    let said = run(&academy("river --priests 2 --devils 3 --graph x.svg"));
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(!root().join("x.svg").exists());
}

#[test]
fn hints_for_the_river_name_the_step_or_what_is_wrong() {
    let out = well(&academy("river --hint 3P1DL+1D --json"));
    let keys = ["state", "outlook", "step", "steps_left", "crossing", "crossings_left"];
    assert_eq!(fields(&out), keys);
    assert_eq!(json(&out)["outlook"], "open");
    let mut state = "3P3DL".to_owned();
    // Followed from state to state, as a script would: each hint is one step nearer.
    for left in (1..=31).rev() {
        let hint = json(&well(&academy(&format!("river --hint {state} --json"))));
        assert_eq!(hint["steps_left"], left, "{state}");
        state = after(&state, &hint["step"]);
    }
    assert_eq!(json(&well(&academy(&format!("river --hint {state} --json"))))["outlook"], "won");
    let lost = run(&academy("river --hint 1P2DL"));
    assert_eq!(
        (lost.code, lost.out.as_str()),
        (1, "1P2DL is lost: on the left bank priests are fewer than devils\n")
    );
    let stuck = run(&academy("river --hint 3P3DR"));
    assert_eq!(stuck.code, 1, "{}", stuck.out);
    assert!(stuck.out.contains("3P3DR is stuck"), "{}", stuck.out);
}

/// The state after a step of the JSON of a hint, for three and three and a boat for two.
fn after(state: &str, step: &Value) -> String {
    let (banks, load) = state.split_once('+').unwrap_or((state, ""));
    let digit = |text: &str, at: usize| text.chars().nth(at).and_then(|c| c.to_digit(10)).expect("a digit");
    let (mut priests, mut devils) = (digit(banks, 0), digit(banks, 2));
    let mut left = banks.ends_with('L');
    let of = |letter| load.find(letter).map_or(0, |at| digit(load, at - 1));
    let (mut p, mut d) = (of('P'), of('D'));
    match step {
        Value::String(sail) if sail == "sail" => left = !left,
        step => {
            let board = step.get("board");
            let who = board.or_else(|| step.get("leave")).and_then(Value::as_str).expect("somebody");
            let (aboard, ashore) =
                if who == "priest" { (&mut p, &mut priests) } else { (&mut d, &mut devils) };
            if board.is_some() {
                *aboard += 1;
            } else {
                *aboard -= 1;
            }
            if left && board.is_some() {
                *ashore -= 1;
            } else if left {
                *ashore += 1;
            }
        }
    }
    let side = if left { 'L' } else { 'R' };
    let load = match (p, d) {
        (0, 0) => String::new(),
        (p, 0) => format!("+{p}P"),
        (0, d) => format!("+{d}D"),
        (p, d) => format!("+{p}P{d}D"),
    };
    format!("{priests}P{devils}D{side}{load}")
}

#[test]
fn the_river_is_drawn_with_its_shortest_ways() {
    let dot = graph("river", "river.dot");
    assert!(dot.starts_with("digraph river {") && dot.matches("penwidth=3").count() == 15);
    let svg = graph("river", "river.svg");
    assert!(svg.starts_with("<svg ") && svg.matches("rx=\"6\"").count() == 16);
    // Where Graphviz is installed it takes what we write.
    if Command::new("dot").arg("-V").output().is_ok() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("river.dot");
        fs::write(&path, dot).expect("a file");
        let drawn = Command::new("dot").arg("-Tsvg").arg(&path).output().expect("dot runs");
        assert!(drawn.status.success() && drawn.stderr.is_empty());
    }
}

#[test]
fn the_river_is_played_line_by_line() {
    let out = play("river --play", "hint\nboard d\nb d\ns\nundo\nauto 2\nnonsense\nauto\nq\n");
    assert!(out.contains("of the 31 steps of a shortest way"), "{out}");
    assert!(out.contains("taken back: sail") && out.contains("step 'nonsense' is not possible"), "{out}");
    assert!(out.contains("0P0DR: won in 31 steps"), "{out}");
    let out = play("river", "b p\nb p\ns\nhint\nundo\n");
    assert!(out.contains("lost after 3 steps, on the left bank priests are fewer than devils"), "{out}");
    assert!(out.ends_with("The input has ended before the game.\n"), "{out}");
    let nothing = play("river --play", "");
    assert!(nothing.ends_with("The input has ended before the game.\n"));
    let noise = run_with(&academy("river"), b"\xff\xfe\x00\x1b[31m\n\n\nquit\n");
    assert_eq!(noise.code, 0);
    assert!(!noise.out.contains('\u{1b}'));
}

#[test]
fn tic_tac_toe_is_counted_and_solved() {
    let out = well(&academy("tictactoe --solve --json"));
    assert_eq!(fields(&out)[..4], ["board", "row", "value", "states"]);
    let solution = json(&out);
    let counts = &solution["counts"];
    assert_eq!(
        (&counts["positions"], &counts["up_to_symmetry"], &counts["games"], &counts["fillings"]),
        (&5478.into(), &765.into(), &255_168.into(), &19_683.into())
    );
    assert_eq!((&solution["value"], &solution["states"]), (&"draw".into(), &627.into()));
    assert!(well(&academy("tictactoe --solve")).contains("With best play nobody wins"));
    assert_eq!(json(&well(&academy("tictactoe --board 4x3 --solve --json")))["value"], "win");
    let large = json(&well(&academy("tictactoe --board 15x15 --row 5 --solve --json")));
    assert_eq!((&large["value"], &large["counts"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_hint_grades_every_cell() {
    let out = well(&academy("tictactoe --hint x...o...x --json"));
    assert_eq!(fields(&out), ["cell", "value", "plies", "reason", "grades"]);
    let hint = json(&out);
    assert_eq!((&hint["cell"], &hint["value"]), (&"b1".into(), &"draw".into()));
    let draws = hint["grades"].as_array().expect("a list").iter().filter(|grade| grade[1] == "draw");
    assert_eq!(
        draws.map(|grade| grade[0].as_str().unwrap_or("")).collect::<Vec<_>>(),
        ["b1", "a2", "c2", "b3"]
    );
    let over = run(&academy("tictactoe --hint xxxoo...."));
    assert_eq!((over.code, over.err.as_str()), (1, "error: the game is over: a row is full\n"));
}

#[test]
fn the_thoughts_of_players_are_drawn() {
    let position = "--position x...o...x";
    let lesson = graph(&format!("tictactoe --against lesson {position}"), "lesson.svg");
    assert!(
        lesson.contains(">lesson, o to move<") && lesson.contains(">the score of each cell<"),
        "{lesson}"
    );
    assert_eq!(lesson.matches("<rect").count(), 1 + 9);
    let perfect = graph(&format!("tictactoe {position}"), "perfect.svg");
    assert_eq!((perfect.matches(">draws<").count(), perfect.matches(">loses<").count()), (4, 2));
    let sampled = graph("tictactoe --board 9x9 --row 5 --against mcts:2000", "sampled.svg");
    assert!(sampled.contains("sampled games through each cell"));
}

#[test]
fn matches_repeat_with_their_seed_and_have_intervals() {
    let out = well(&academy("tictactoe --match perfect perfect --games 20 --json"));
    assert_eq!(fields(&out), ["a", "b", "games", "a_wins", "b_wins", "draws", "ci95"]);
    assert_eq!(json(&out)["draws"], 20);
    let args = academy("tictactoe --board 7x7 --row 4 --match scoring mcts:500 --games 6 --seed 3 --json");
    assert_eq!(well(&args), well(&args));
    assert!(well(&academy("tictactoe --match lesson perfect --games 10")).contains("share lies between"));
}

#[test]
fn tuning_repeats_and_its_file_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tuned.ron").display().to_string();
    let args = format!("tictactoe --tune --players 6 --rounds 3 --games 10 --seed 7 --json -o {file}");
    let out = well(&academy(&args));
    assert_eq!(well(&academy(&args)), out);
    let report = json(&out);
    assert_eq!(report["games"], 3 * 15 * 10);
    assert_eq!(report["rows"].as_array().map(Vec::len), Some(6));
    for row in report["rows"].as_array().expect("a list") {
        let low = row["ci95"][0].as_f64().expect("a number");
        let high = row["ci95"][1].as_f64().expect("a number");
        assert!(0.0 <= low && low < high && high <= 1.0);
    }
    let match_with = academy(&format!("tictactoe --match {file} lesson --games 40 --json"));
    assert_eq!(json(&well(&match_with))["a"], file);
    assert!(well(&academy("tictactoe --tune --players 2 --rounds 1 --games 2")).contains("share (95 %)"));
}

#[test]
fn tic_tac_toe_is_played_line_by_line() {
    let out = play("tictactoe --play", "hint\nb2\nb2\nz9\nthoughts\nundo\nauto\nq\n");
    assert!(out.contains("it keeps the draw"), "{out}");
    assert!(out.contains("b2 is taken") && out.contains("'z9' is no cell of this board"), "{out}");
    assert!(out.contains("with best play each cell") && out.contains("nobody has won"), "{out}");
    let out = play("tictactoe --against lesson --second", "auto\n");
    assert!(out.contains("you are o against lesson."), "{out}");
    let out =
        play("tictactoe --board 9x9 --row 5 --against mcts:300", "e5\nthoughts\nauto 1\nundo\nundo\nundo\n");
    assert!(out.contains("sampled games through each cell"), "{out}");
    assert!(out.contains("there is nothing to take back"), "{out}");
    assert!(out.ends_with("The input has ended before the game.\n"));
}

#[test]
fn towers_are_solved_as_the_ground_truth_has_it() {
    let truth =
        fs::read_to_string(root().join("crates/academy/tests/data/towers.json")).expect("the ground truth");
    for tower in json(&truth)["towers"].as_array().expect("a list") {
        let file = format!("{TOWERS}/{}", tower["file"].as_str().expect("a name"));
        let out = well(&academy(&format!("tower {file} --solve --json")));
        let keys = ["life", "optimal", "bound", "nodes", "merged_nodes", "states", "ms", "route"];
        assert_eq!(fields(&out), keys);
        let solution = json(&out);
        assert_eq!((&solution["life"], &solution["optimal"]), (&tower["best_life"], &true.into()), "{file}");
        assert_eq!(solution["bound"], tower["best_life"]);
        let nodes = &tower["nodes_with_hero"];
        assert_eq!(
            (&solution["nodes"], &solution["merged_nodes"]),
            (&nodes["before_merging"], &nodes["after_merging"])
        );
        let states = |value: &Value| value.as_u64().expect("a number");
        assert!(states(&solution["states"]) <= states(&tower["an_exact_search"]["states_expanded"]));
    }
    let told = well(&academy(&format!("tower {TOWERS}/worked-example.txt --solve")));
    assert!(told.contains("13 life left, proven: nothing better exists"), "{told}");
    assert!(told.contains("38 nodes with the hero, 23 after merging"), "{told}");
}

#[test]
fn a_tower_cut_off_says_what_it_has_and_how_good_anything_could_be() {
    let out = well(&academy(&format!("tower {TOWERS}/own-5-2x9x9.txt --solve --budget 50 --json")));
    let solution = json(&out);
    assert_eq!(solution["optimal"], false);
    assert!(solution["bound"].as_i64() >= Some(395) && solution["life"].as_i64() <= Some(395));
    let told = well(&academy(&format!("tower {TOWERS}/own-5-2x9x9.txt --solve --budget 50")));
    assert!(
        told.contains("not proven: at most") && told.contains("the states allowed were used up"),
        "{told}"
    );
    let merged = well(&academy(&format!("tower {TOWERS}/own-3-11x11-shop.txt --solve --merge --json")));
    assert_eq!(json(&merged)["optimal"], false);
}

#[test]
fn a_boss_that_is_too_strong_is_an_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("strong.txt");
    fs::write(
        &file,
        "1 1 3 0 31 299 0 0 0 50 0 0 0 0 0 1 299 10 9 90 0 0 0 0 0 0 0 0 20 5 2 0 0 0 0 0 0 0 0",
    )
    .expect("a file");
    let file = file.display();
    let said = run(&academy(&format!("tower {file} --solve --json")));
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let solution = json(&said.out);
    assert_eq!(
        (&solution["life"], &solution["optimal"], &solution["bound"]),
        (&Value::Null, &true.into(), &Value::Null)
    );
    let said = run(&academy(&format!("tower {file} --solve")));
    assert!(said.code == 1 && said.out.contains("The boss cannot be killed"), "{}", said.out);
    let said = run(&academy(&format!("tower {file} --hint --json")));
    assert_eq!(
        (said.code, fields(&said.out)),
        (1, ["step", "life", "optimal", "reason"].map(str::to_owned).to_vec())
    );
}

#[test]
fn towers_give_hints_and_are_drawn_before_and_after_merging() {
    let file = format!("{TOWERS}/worked-example.txt");
    let hint = json(&well(&academy(&format!("tower {file} --hint --json"))));
    assert_eq!((&hint["life"], &hint["optimal"]), (&13.into(), &true.into()));
    assert!(hint["reason"].as_str().is_some_and(|reason| reason.contains("the best there is")));
    for (option, nodes) in [("--no-merge", 38), ("--merge", 23), ("", 23)] {
        let dot = graph(&format!("tower {file} {option}"), "tower.dot");
        assert_eq!(dot.matches("[label=").count(), nodes, "{option}");
        let svg = graph(&format!("tower {file} {option}"), "tower.svg");
        assert!(svg.contains(&format!(">{nodes} nodes with the hero")), "{option}");
    }
    // With a shop nothing is merged unless it is asked for.
    assert_eq!(graph(&format!("tower {TOWERS}/own-3-11x11-shop.txt"), "a.gv").matches("[label=").count(), 54);
}

#[test]
fn random_towers_repeat_with_their_seed_and_can_be_won() {
    let folder = tempfile::tempdir().expect("a folder");
    let make = |name: &str, rest: &str| {
        let file = folder.path().join(name);
        let out = well(&academy(&format!("tower --random --size 9x8 {rest} --json -o {}", file.display())));
        assert_eq!(json(&out)["rows"], 9);
        (file.display().to_string(), fs::read_to_string(&file).expect("a file"))
    };
    let (first, text) = make("a.txt", "--seed 5");
    assert_eq!(make("b.txt", "--seed 5").1, text);
    assert_ne!(make("c.txt", "--seed 6").1, text);
    let solution = json(&well(&academy(&format!("tower {first} --solve --json"))));
    assert!(solution["life"].as_i64() > Some(0) && solution["optimal"] == true);
    let (shop, text) = make("d.txt", "--seed 5 --floors 2 --shop");
    assert!(text.split_whitespace().any(|code| code == "40"));
    assert!(Path::new(&shop).exists());
}

#[test]
fn a_tower_is_played_line_by_line() {
    let file = format!("{TOWERS}/own-1-7x7.txt");
    let out = play(
        &format!("tower {file} --play"),
        "hint\nlist\nw\nwwww\nup\n0,9,9\nbuy atk\nundo\nauto 3\nauto\nq\n",
    );
    assert!(out.contains("a way that ends with 17 life, the best there is"), "{out}");
    assert!(out.contains("The boss is dead, 17 life is left."), "{out}");
    assert!(out.contains("there is no such cell") && out.contains("no shop is open"), "{out}");
    let out = play(&format!("tower {file}"), "undo\nfly\n\u{e9}\n");
    assert!(
        out.contains("there is nothing to take back") && out.contains("fly is not possible: it is no step")
    );
    assert!(out.ends_with("The input has ended before the game.\n"), "{out}");
    let shop = play(&format!("tower {TOWERS}/own-3-11x11-shop.txt"), "auto\n");
    assert!(shop.contains("buy def") && shop.contains("The boss is dead, 426 life is left."), "{shop}");
}

#[test]
fn what_became_a_wall_is_noted_on_standard_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("unknown.txt");
    fs::write(&file, "1 1 3 0 299 202 0 0 0 0 0 0 0 0 0 1 299 5 9 0 0 0 0 0 0 0 0 0 20 5 2 0 0 0 0 0 0 0 0")
        .expect("a file");
    let said = run(&academy(&format!("tower {} --solve --json", file.display())));
    assert_eq!(said.code, 0);
    assert!(said.err.contains("monster 202 at 0,0,2 is not in the table and became a wall"), "{}", said.err);
    assert_eq!(said.out.lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_long_search_with_the_best_so_far() {
    use std::process::Stdio;
    use std::time::Duration;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("large.txt").display().to_string();
    well(&academy(&format!("tower --random --floors 6 --size 20x20 --seed 2 -o {file}")));
    let mut command = crate::program::program(&academy(&format!("tower {file} --solve --json")));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(1_500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let said = crate::program::said(&child.wait_with_output().expect("the program ends"));
    assert_eq!((said.code, said.err.as_str()), (1, "error: cancelled before the answer was proven\n"));
    let solution = json(&said.out);
    assert_eq!(solution["optimal"], false);
    assert!(solution["bound"].as_i64() >= solution["life"].as_i64());
}

#[test]
fn a_tower_whose_gem_lies_behind_the_boss_is_solved_and_walked_again() {
    let out = well(&academy("tower tests/data/hostile/tower_gem_behind_boss.txt --solve --json"));
    let solution = json(&out);
    assert_eq!((&solution["life"], &solution["optimal"]), (&2.into(), &true.into()), "{out}");
}
