//! Campaigns in the terminal: checked, played by a person line by line, played by commanders, saved and resumed.

use std::fs;

use hotgates_campaign::CampaignSave;
use hotgates_files::{FileAccess, LoadedCampaign};
use tempfile::TempDir;

use crate::program::{Said, fields, json, one_error, program, refused, run_with, said, well};

/// The campaign that comes with the program.
const ROAD: &str = "maps/road_to_the_gates/campaign.ron";

const MAP: &str = r##"Map(name: "A field", rules: "hoplite", turns: 3, from: ne,
    rows: ["................", "................", "#...............", "................"],
    red: (commander: "greedy", units: [(type: "peltasts", at: (14, 1))]))"##;

const CAMPAIGN: &str = r#"Campaign(
    name: "Two fields", notes: "A short one.", side: blue, points: 30, recruits: ["peltasts"],
    army: [(key: "Guard", type: "hoplites", strength: 700, rank: "King", name: "Leon"), (key: "Scouts", type: "peltasts")],
    battles: [
        (key: "one", map: "field.ron", title: "The first field", briefing: "Hold the field.", places: [(1, 2)],
            then: [(result: won, points: 10, text: "Held.", next: "two"), (text: "Lost.", end: lost)]),
        (key: "two", map: "field.ron", title: "The second field", briefing: "Once more.", places: [(1, 2), (1, 1)],
            then: [(result: won, text: "Both are held.", end: won), (text: "Lost.", end: lost)]),
    ],
    army_lost: "Nobody is left.",
)"#;

/// A folder with a short campaign and its map.
pub fn folder_with_campaign(campaign: &str, map: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("campaign.ron"), campaign).expect("written");
    fs::write(folder.path().join("field.ron"), map).expect("written");
    folder
}

fn run_in(folder: &TempDir, args: &[&str]) -> Said {
    said(&program(args).current_dir(folder.path()).output().expect("it runs"))
}

/// Plays the campaign of a folder by these lines.
fn play(folder: &TempDir, options: &[&str], lines: &str) -> String {
    let (file, save) = (folder.path().join("campaign.ron"), folder.path().join("a.save"));
    let (file, save) = (file.to_str().expect("a plain path"), save.to_str().expect("a plain path"));
    let args = [&["campaign", file, "--save", save], options].concat();
    let said = run_with(&args, lines.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    said.out
}

#[test]
fn the_shipped_campaign_and_its_maps_are_sound() {
    let out = well(&["campaign", ROAD, "--check"]);
    assert_eq!(out, format!("{ROAD}: playable: 6 battles, Blue with 8 units, rules hoplite\n"));
    for battle in ["tempe", "shore", "bridge", "wall", "path", "hill"] {
        let map = format!("maps/road_to_the_gates/{battle}.ron");
        assert!(well(&["map", "check", &map]).starts_with(&format!("{map}: playable")));
    }
}

#[test]
fn faults_are_told_with_file_and_line() {
    let campaign = CAMPAIGN.replace("next: \"two\"", "next: \"three\"");
    let folder = folder_with_campaign(&campaign, &MAP.replace("(14, 1)", "(7, 3)"));
    let said = run_in(&folder, &["campaign", "campaign.ron", "--check"]);
    assert_eq!((said.code, said.out.as_str()), (1, "campaign.ron: not playable: 2 faults\n"));
    let told: Vec<&str> = said.err.lines().collect();
    assert_eq!(
        told[0],
        "error: campaign.ron:6:67: battles[0].then[0].next: unknown battle `three`; known: one, two"
    );
    assert!(
        told[1].starts_with("error: field.ron:3:63: hex 7,3: Red's unit 1 (peltasts) starts"),
        "{}",
        told[1]
    );
    let said = run_in(&folder, &["campaign", "campaign.ron"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    let missing = folder_with_campaign(&CAMPAIGN.replacen("field.ron", "sea.ron", 1), MAP);
    let said = run_in(&missing, &["campaign", "campaign.ron", "--check"]);
    assert!(
        said.err.contains("there is no map `sea.ron`; it is looked for from the folder of the campaign file"),
        "{}",
        said.err
    );
}

#[test]
fn a_person_refits_fights_and_leaves_at_any_moment() {
    let folder = folder_with_campaign(CAMPAIGN, MAP);
    let out =
        play(&folder, &["--seed", "3"], "help\nmen 1 100\nbuy horse\nsend 2\nrest 1\nbegin\nsend 1\nquit\n");
    for text in [
        "Two fields",
        "A short one.",
        "The first field",
        "Hold the field.",
        "700 of  800 men, King Leon; 100 more cost 14 points",
        "800 of  800 men, King Leon",
        "16 points",
        "`horse` cannot be bought; these can: peltasts",
        "all 1 place of this battle are taken",
        "nobody is sent to this battle",
    ] {
        assert!(out.contains(text), "{text}\n{out}");
    }
    let out = play(&folder, &["--resume"], "begin\n0@9,9\n1@2,2\nunits\nhint\nquit\n");
    for text in ["16 points", "turn 1 of 3, Blue to move", "unit  1  Guard"] {
        assert!(out.contains(text), "{text}\n{out}");
    }
    let out = play(&folder, &["--resume"], "end\nend\nend\n");
    assert!(!out.contains("A short one."), "notes are for the beginning\n{out}");
    for text in [
        "turn 1 of 3, Blue to move",
        "Blue wins: dusk has fallen",
        "the army has lost 26 men",
        "Held.",
        "The second field",
        "26 points",
        "2 of 2 places taken",
        "The input has ended before the game.",
    ] {
        assert!(out.contains(text), "{text}\n{out}");
    }
    let out = play(&folder, &["--resume"], "begin\nauto\nquit\n");
    assert!(out.contains("Both are held.") && out.contains("The campaign is won."), "{out}");
    let out = play(&folder, &["--resume"], "army\n");
    assert!(out.contains("the campaign is over"), "{out}");
}

#[test]
fn a_resumed_battle_goes_on_as_an_unbroken_one() {
    let end = |broken: bool| {
        let folder = folder_with_campaign(CAMPAIGN, MAP);
        play(
            &folder,
            &["--seed", "5"],
            if broken { "begin\n1@2,1\nend\nquit\n" } else { "begin\n1@2,1\nend\nauto\n" },
        );
        if broken {
            play(&folder, &["--resume"], "auto\n");
        }
        fs::read(folder.path().join("a.save")).expect("a save")
    };
    assert_eq!(end(false), end(true));
}

#[test]
fn who_leads_the_enemy_is_saved_unless_it_is_a_program() {
    let folder = folder_with_campaign(CAMPAIGN, MAP);
    let save = folder.path().join("a.save");
    let saved = |name: &str| {
        let text = fs::read(&save).expect("a save");
        String::from_utf8_lossy(&text).contains(name)
    };
    play(&folder, &[], "quit\n");
    let of_map = fs::read(&save).expect("a save");
    play(&folder, &["--resume", "--enemy", "random"], "quit\n");
    assert!(saved("\"random\""));
    play(&folder, &["--resume"], "quit\n");
    assert!(saved("\"random\""), "it stays without the option");
    let battle = |first: &[u8], options: &[&str]| {
        fs::write(&save, first).expect("written");
        play(&folder, options, "begin\nauto 3\nquit\n")
    };
    let random = fs::read(&save).expect("a save");
    let told = battle(&random, &["--resume"]);
    assert_eq!(told, battle(&of_map, &["--resume", "--enemy", "random"]), "as if it were named again");
    assert_ne!(told, battle(&of_map, &["--resume"]), "another than the map's");
    // A program that a save names is not started.
    let loaded = LoadedCampaign::open_file(&folder.path().join("campaign.ron"), FileAccess::default())
        .expect("a sound campaign");
    let mut state = loaded.campaign.begin(0);
    state.choose_enemy(Some("bot:touch PWNED".to_owned()));
    fs::write(&save, CampaignSave::new(&loaded.campaign, &state, None).encode()).expect("written");
    let said = run_in(&folder, &["campaign", "campaign.ron", "--save", "a.save", "--resume"]);
    let why = "a.save: `bot:touch PWNED` is never started from a file; --enemy names another";
    assert_eq!((said.code, one_error(&said.err).as_str()), (2, why));
    assert!(!folder.path().join("PWNED").exists());
    play(&folder, &["--resume", "--enemy", "hunter"], "quit\n");
    assert!(saved("\"hunter\"") && !saved("bot:"));
}

#[test]
fn a_save_is_not_lost_and_not_taken_for_another_campaigns() {
    let folder = folder_with_campaign(CAMPAIGN, MAP);
    play(&folder, &[], "quit\n");
    let again = ["campaign", "campaign.ron", "--save", "a.save"];
    let said = run_in(&folder, &again);
    assert_eq!(
        (said.code, one_error(&said.err).as_str()),
        (2, "a.save is there already: --resume goes on with it, --save names another file")
    );
    let resume = [&again[..], &["--resume"]].concat();
    fs::write(folder.path().join("field.ron"), MAP.replace("turns: 3", "turns: 4")).expect("written");
    let said = run_in(&folder, &resume);
    assert_eq!(
        (said.code, one_error(&said.err).as_str()),
        (2, "a.save: the map `field.ron` has changed since this was saved")
    );
    fs::write(folder.path().join("a.save"), "HOTCAMPAIGN").expect("written");
    assert!(one_error(&run_in(&folder, &resume).err).starts_with("a.save: the saved campaign is damaged"));
}

#[test]
fn commanders_play_a_campaign_the_same_way_each_time() {
    let args = ["campaign", ROAD, "--player", "greedy", "--enemy", "random", "--seed", "4"];
    let json_args = [&args[..], &["--json"]].concat();
    let out = well(&json_args);
    assert_eq!(out, well(&json_args));
    let lines: Vec<&str> = out.lines().collect();
    let (last, battles) = lines.split_last().expect("lines");
    let end = json(last);
    assert_eq!(fields(last), ["campaign", "seed", "end", "battles", "men", "points"]);
    assert_eq!(end["battles"].as_array().expect("a list").len(), battles.len());
    assert_eq!(json(battles[0])["battle"], "tempe");
    let told = well(&args);
    assert!(told.starts_with("The vale of Tempe: "), "{told}");
    assert!(told.contains(&format!("The campaign is {}.", end["end"].as_str().expect("a word"))), "{told}");
}

#[test]
fn several_campaigns_are_summed_up() {
    let folder = folder_with_campaign(CAMPAIGN, MAP);
    let file = folder.path().join("campaign.ron");
    let out = well(&["campaign", file.to_str().expect("plain"), "--player", "warden", "--games", "3"]);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[1].starts_with("The first field                       3    3     0      0"), "{out}");
    assert_eq!(lines.last(), Some(&"campaigns: 3 won, 0 lost, 0 drawn"));
}

#[test]
fn wrong_options_are_refused_by_name() {
    let known = hotgates_ai::NAMES.join(", ");
    let said = |option: &str, name: &str| refused(&["campaign", ROAD, "--player", "greedy", option, name]);
    assert_eq!(
        refused(&["campaign", ROAD, "--player", "human"]),
        format!("--player: unknown commander `human`; known: {known}")
    );
    assert_eq!(said("--enemy", "nobody"), format!("--enemy: unknown commander `nobody`; known: {known}"));
}

#[test]
fn control_characters_of_a_campaign_do_not_reach_the_terminal() {
    let folder = folder_with_campaign(&CAMPAIGN.replace("Hold the field.", "Hold\\u{1b}[2J"), MAP);
    let out = play(&folder, &[], "quit\n");
    assert!(out.contains("Hold\\u{1b}[2J") && !out.contains('\u{1b}'), "{out}");
}

/// The campaign of a folder with a program named on the command line.
fn with_program(folder: &TempDir, options: &[&str]) -> Said {
    let args = [&["campaign", "campaign.ron"], options].concat();
    run_in(folder, &args)
}

/// A program commands the player's side by the command line's words alone, and plays as the same commander without
/// the protocol; a battle that it loses by what it does says so.
#[test]
fn a_program_plays_a_campaign_when_an_option_names_it() {
    let folder = folder_with_campaign(CAMPAIGN, MAP);
    let bot = format!("bot:'{}' bot warden:king", env!("CARGO_BIN_EXE_hotgates"));
    let lines = |player: &str| {
        let said = with_program(&folder, &["--player", player, "--json"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
        said.out
    };
    assert_eq!(lines(&bot), lines("warden:king"));
    let crashes = "bot:sh -c 'echo my last words >&2; exit 4'";
    let said = with_program(&folder, &["--player", crashes]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let told = "  Blue  its program: it ended with exit status: 4\n    my last words\n";
    assert!(said.out.contains("The first field: lost") && said.out.contains(told), "{}", said.out);
    let said = with_program(&folder, &["--player", crashes, "--json"]);
    let first = json(said.out.lines().next().expect("a line"));
    assert_eq!((&first["result"], &first["why"]), (&"lost".into(), &"it ended with exit status: 4".into()));
    for (command, why) in [
        ("bot:", "--player: there is no command"),
        ("bot:sh '", "--player: a quotation mark is not closed"),
        ("bot:./nobody", "`bot:./nobody` cannot be started: no such file or directory"),
    ] {
        let said = with_program(&folder, &["--player", command]);
        assert_eq!((said.code, one_error(&said.err).as_str()), (2, why));
    }
}

/// The enemy may be a program, too; a save does not keep it, and `--resume` starts only what is named again.
#[test]
fn a_resumed_campaign_starts_only_programs_that_are_named_again() {
    let folder = folder_with_campaign(CAMPAIGN, MAP);
    let witness = folder.path().join("WITNESS");
    let bot = format!(
        "bot:sh -c 'echo x >> \"{}\"; exec \"{}\" bot greedy'",
        witness.display(),
        env!("CARGO_BIN_EXE_hotgates")
    );
    let started = || fs::read_to_string(&witness).unwrap_or_default().lines().count();
    play(&folder, &["--enemy", &bot, "--no-cell"], "begin\nquit\n");
    assert_eq!(started(), 1, "Red begins");
    let save = String::from_utf8_lossy(&fs::read(folder.path().join("a.save")).expect("a save")).into_owned();
    assert!(!save.contains("WITNESS") && !save.contains("bot:"), "{save}");
    play(&folder, &["--resume"], "end\nquit\n");
    assert_eq!(started(), 1, "the map's commander goes on");
    play(&folder, &["--resume", "--enemy", &bot, "--no-cell"], "end\nquit\n");
    assert_eq!(started(), 2);
}
