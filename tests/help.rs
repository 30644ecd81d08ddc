//! Help and completions.

use crate::program::{run, well};

#[test]
fn every_command_explains_itself_with_an_example() {
    for command in [
        &["battle"][..],
        &["campaign"],
        &["tournament"],
        &["tune"],
        &["replay"],
        &["analyse"],
        &["edit"],
        &["map", "check"],
        &["map", "show"],
        &["map", "path"],
        &["map", "chokes"],
        &["map", "convert"],
        &["map", "random"],
        &["puzzle", "list"],
        &["puzzle", "show"],
        &["puzzle", "solve"],
        &["puzzle", "check"],
        &["rules", "show"],
        &["rules", "check"],
        &["bot"],
        &["cell"],
        &["completions"],
        &["academy", "river"],
        &["academy", "tictactoe"],
        &["academy", "tower"],
    ] {
        let out = well(&[command, &["--help"]].concat());
        assert!(out.contains("Usage: ") && out.contains("Example") && out.contains("\n  hotgates "), "{out}");
    }
    assert!(well(&["--help"]).contains("Exit codes"));
    assert!(well(&["--version"]).starts_with("hotgates 0."));
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = well(&["completions", shell]);
        for word in
            ["battle", "random", "png", "chokes", "markdown", "size", "tictactoe", "puzzle", "held-out"]
        {
            assert!(script.contains(word), "{word} for {shell}");
        }
        // These two complete no values.
        let values = !["powershell", "elvish"].contains(&shell);
        assert!(!values || script.contains("highlands"), "{shell}");
    }
}

#[test]
fn wrong_use_exits_with_2() {
    for wrong in [&["bottle"][..], &["battle"], &["battle", "a", "--gmaes", "3"], &["map"], &["replay"]] {
        let said = run(wrong);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{wrong:?}");
    }
}
