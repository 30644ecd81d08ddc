//! The words of the window in every language, and the fonts that they are written in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hotgates_frontend::ui::texts::{Language, TextValue, Texts};
use hotgates_frontend::ui::theme;
use hotgates_lessons::Lesson;

/// The keys that a locale file defines, each with the names of the values that its text puts in.
fn values(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    let mut last: Option<String> = None;
    for line in language.fluent_source().lines().filter(|line| !line.starts_with('#')) {
        if !line.starts_with([' ', '}', '\t'])
            && let Some((key, _)) = line.split_once(" =")
        {
            last = Some(key.to_owned());
        }
        let Some(key) = &last else { continue };
        let named: &mut BTreeSet<String> = all.entry(key.clone()).or_default();
        let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric()).collect();
        named.extend(line.split('$').skip(1).map(word));
    }
    all
}

/// The keys that a locale file defines.
fn keys(language: Language) -> BTreeSet<String> {
    values(language).into_keys().collect()
}

/// The crates that say something to a player.
const CRATES: [&str; 12] = [
    "phrases",
    "ui",
    "board",
    "lessons",
    "window",
    "window-battle",
    "window-join",
    "window-menu",
    "window-programs",
    "window-editor",
    "window-academy",
    "frontend",
];

/// The folders of their sources.
fn source_folders() -> impl Iterator<Item = PathBuf> {
    CRATES.iter().map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"))
}

/// Every source file of a folder, except tests.
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            sources(&entry.path(), all);
        } else if entry.path().extension().is_some_and(|end| end == "rs") && entry.file_name() != "tests.rs" {
            all.push_str(&fs::read_to_string(entry.path()).unwrap());
        }
    }
}

/// Returns `true` for the key of the name or the notes of a shipped map, which are English in the map itself.
fn is_of_shipped_map(key: &str) -> bool {
    let named =
        |map: &str| key.strip_prefix("map-").is_some_and(|rest| rest.trim_start_matches("notes-") == map);
    let maps = hotgates_maps::shipped_scenarios();
    let campaign = ["the-bridge-over-the-asopus", "the-last-hill", "the-path-over-the-mountain"];
    let campaign =
        campaign.into_iter().chain(["fires-on-the-shore", "the-vale-of-tempe", "the-phocian-wall"]);
    let lessons = hotgates_lessons::all_lessons().iter().map(Lesson::scenario);
    maps.into_iter().chain(lessons).any(|map| named(&map.map.name.to_lowercase().replace(' ', "-")))
        || campaign.into_iter().any(named)
}

#[test]
fn every_language_has_the_same_keys() {
    let english = keys(Language::English);
    assert!(english.len() > 100);
    for language in Language::ALL {
        let other = keys(language);
        let differ = english.symmetric_difference(&other);
        let differ: Vec<_> = differ.filter(|key| !is_of_shipped_map(key)).collect();
        assert!(differ.is_empty(), "{language:?}: {differ:?}");
    }
}

/// A text without a value that another language puts in would leave a player without it.
#[test]
fn every_language_puts_in_the_same_values() {
    let english = values(Language::English);
    assert_eq!(english["turn-of"], BTreeSet::from(["turn".to_owned(), "last".to_owned()]));
    for language in Language::ALL {
        for (key, named) in values(language).into_iter().filter(|(key, _)| !is_of_shipped_map(key)) {
            assert_eq!(english.get(&key), Some(&named), "{language:?}: {key}");
        }
    }
}

#[test]
fn every_shipped_map_has_its_name_and_its_notes_in_every_language() {
    use hotgates_frontend::maps::notes_in_words;
    use hotgates_frontend::ui::names::map_name;
    let (chinese, english) = (Texts::new(Language::Chinese), Texts::new(Language::English));
    for lesson in hotgates_lessons::all_lessons() {
        let name = lesson.scenario().map.name;
        assert_ne!(map_name(&chinese, &name), name);
    }
    let mut maps = hotgates_maps::shipped_scenarios();
    for scenario in &maps {
        let map = &scenario.map;
        assert_ne!(map_name(&chinese, &map.name), map.name);
        assert_ne!(notes_in_words(&chinese, map), map.notes, "{}", map.name);
        assert_eq!(
            (map_name(&english, &map.name), notes_in_words(&english, map)),
            (map.name.clone(), map.notes.clone())
        );
    }
    // Somebody's own map has the words that it was given.
    maps[0].map.notes = Some("Hold the gate".to_owned());
    assert_eq!(notes_in_words(&chinese, &maps[0].map).as_deref(), Some("Hold the gate"));
    assert_eq!(map_name(&chinese, "My map-a"), "My map-a");
}

#[test]
fn every_key_is_used_and_every_used_key_is_there() {
    let mut code = String::new();
    source_folders().for_each(|folder| sources(&folder, &mut code));
    let known = keys(Language::English);
    // Keys that are put together from names of the ruleset, of commanders, of directions or of steps to undo.
    let made = ["unit-", "terrain-", "rank-", "commander-", "direction-", "step-"];
    let unused: Vec<_> = known
        .iter()
        .filter(|key| {
            !made.iter().any(|start| key.starts_with(start)) && !code.contains(&format!("\"{key}\""))
        })
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
    let calls = [
        "localized_text(\"",
        "heading(\"",
        "texts.get(\"",
        "text_with_values(\"",
        "text_with_values(\n",
        "Phrase::new(\"",
    ];
    for call in calls {
        assert!(code.contains(call), "nothing is found by `{call}`");
        for rest in code.split(call).skip(1) {
            let key = rest.trim_start_matches([' ', '"', '\n']).split('"').next().unwrap_or_default();
            assert!(known.contains(key), "`{key}` stands in no locale file");
        }
    }
}

#[test]
fn numbers_and_plurals_are_put_in() {
    let texts = Texts::new(Language::English);
    assert_eq!(texts.text_with_values("setup-units", &[("units", 1_u32.into())]), "1 unit");
    assert_eq!(texts.text_with_values("setup-units", &[("units", 12_u32.into())]), "12 units");
    assert_eq!(texts.get("no such key"), "no such key");
    assert!(Texts::new(Language::Chinese).get("end-turn").contains("回合"));
}

/// `1 units`: a number of one before the plural of a noun, in a text of which all values are 1.
#[test]
fn one_thing_is_no_plural() {
    let texts = Texts::new(Language::English);
    let source = Language::English.fluent_source();
    // Every name that stands for a value in any text is the number 1 in all of them.
    let names: BTreeSet<&str> =
        source.split("{ $").skip(1).map(|rest| rest.split([' ', '}']).next().unwrap_or_default()).collect();
    let values: Vec<_> = names.into_iter().map(|name| (name, TextValue::from(1_u32))).collect();
    // Verbs, a noun that ends so, and the sign of a unit of time.
    let singular = [
        "is",
        "has",
        "wins",
        "draws",
        "loses",
        "moves",
        "ends",
        "takes",
        "attacks",
        "holds",
        "stands",
        "stays",
        "becomes",
        "works",
        "does",
        "blocks",
        "makes",
        "meets",
        "needs",
        "fights",
        "costs",
        "destroys",
        "starts",
        "arrives",
        "leaves",
        "enters",
        "runs",
        "comes",
        "gives",
        "breaks",
        "rallies",
        "surrenders",
        "pursues",
        "flees",
        "wavers",
        "faces",
        "falls",
        "fires",
        "goes",
        "lacks",
        "offers",
        "was",
        "process",
        "ms",
    ];
    // In these texts the numbers lie beyond a limit, or are ranges and averages.
    let never_one = [
        "balance-turns",
        "say-range",
        "file-too-large",
        "export-too-many-tiles",
        "skipped-too-many-hexes",
        "tower-too-many-nodes",
    ];
    for key in keys(Language::English).iter().filter(|key| !never_one.contains(&key.as_str())) {
        let said = texts.text_with_values(key, &values);
        let words: Vec<&str> = said.split_whitespace().collect();
        for three in words.windows(3) {
            let [before, number, noun] = three else { continue };
            let noun = noun.trim_matches(|c: char| !c.is_alphabetic());
            let plural = (noun.ends_with('s') && !singular.contains(&noun)) || noun == "men";
            let is_size = *before == "×" || *before == "x" || *before == "most" || *before == "the";
            assert!(*number != "1" || !plural || is_size, "{key}: {said}");
        }
        if let [number, noun, ..] = words[..] {
            assert!(number != "1" || !noun.ends_with('s') || singular.contains(&noun), "{key}: {said}");
        }
    }
}

/// A character without a glyph would be a box on the screen, or nothing.
#[test]
fn the_fonts_have_every_character_of_the_texts() {
    for language in Language::ALL {
        let contents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/assets/locales/zh.contents");
        let words = language.fluent_source().to_owned() + &fs::read_to_string(contents).unwrap();
        let missing = without_glyph(words.chars().chain(language.name().chars()));
        assert!(missing.is_empty(), "run crates/ui/assets/fonts/subset.sh: {missing:?}");
    }
}

/// Signs are written in the code, not in the texts: arrows on hexes, ticks in lists.
#[test]
fn the_fonts_have_every_sign_that_the_code_writes() {
    let mut folders: Vec<PathBuf> = source_folders().collect();
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let code = fs::read_to_string(&path).unwrap();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let missing = without_glyph(lines.flat_map(str::chars));
            assert!(
                missing.is_empty(),
                "{}: put into crates/ui/assets/fonts/characters.txt: {missing:?}",
                path.display()
            );
            files += 1;
        }
    }
    assert!(files > 50, "only {files} files were found");
}

fn without_glyph(all: impl Iterator<Item = char>) -> BTreeSet<char> {
    let faces = [theme::REGULAR, theme::BOLD];
    let faces = faces.map(|font| ttf_parser::Face::parse(font, 0).unwrap());
    let lacks = |c: &char| faces.iter().any(|face| face.glyph_index(*c).is_none());
    all.filter(|c| *c != '\n' && lacks(c)).collect()
}

#[test]
fn nothing_hides_in_a_name_that_a_text_puts_in() {
    for language in Language::ALL {
        let name = TextValue::from("turned\u{202e}, coloured\u{1b}[31m");
        let text = Texts::new(language).text_with_values("campaign-save-text", &[("what", name)]);
        assert!(text.contains("turned\\u{202e}, coloured\\u{1b}[31m"), "{text:?}");
    }
}
