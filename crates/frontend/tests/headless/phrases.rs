//! Phrases of the window for every error, in every language.

mod kinds;
mod notices;

use std::collections::BTreeSet;
use std::fmt::Display;

use hotgates_frontend::ui::Phrase;
use hotgates_frontend::ui::texts::{Language, Texts};

/// Two English words after each other, outside of what is quoted; `None` where there are none.
fn english_words(text: &str) -> Option<String> {
    let mut outside = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '“' => depth += 1,
            '”' => depth -= 1,
            c if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
    let words: Vec<&str> = outside.split(' ').collect();
    let found = words.windows(2).find(|pair| pair.iter().all(|word| is_word(word)));
    found.map(|pair| pair.join(" "))
}

/// The names of the values that a locale file puts into a text, by its key.
fn values_of(language: Language, key: &str) -> BTreeSet<String> {
    let source = language.fluent_source();
    let start = source.find(&format!("\n{key} =")).unwrap_or_else(|| panic!("{language:?} has no `{key}`"));
    let text = &source[start + 1..];
    let lines =
        text.lines().enumerate().take_while(|(number, line)| *number == 0 || line.starts_with([' ', '}']));
    let named = |line: &str| -> Vec<String> {
        let parts = line.split('$').skip(1);
        parts.map(|part| part.chars().take_while(char::is_ascii_alphanumeric).collect()).collect()
    };
    lines.flat_map(|(_, line)| named(line)).collect()
}

/// An English phrase says what the error says; a Chinese one says it in Chinese, with the same
/// values.
fn check_phrase(error: &dyn Display, phrase: &Phrase) {
    let [english, chinese] = [Language::English, Language::Chinese].map(|language| {
        let said = Texts::new(language).phrase_in_words(phrase);
        assert!(!said.contains("{$") && !said.contains('$'), "{language:?}: {said}");
        assert_ne!(said, phrase.key(), "{language:?}");
        said
    });
    assert_eq!(english, error.to_string());
    let given: BTreeSet<String> = phrase.values().iter().map(|(name, _)| (*name).to_owned()).collect();
    for language in Language::ALL {
        assert_eq!(values_of(language, phrase.key()), given, "{language:?}: `{}`", phrase.key());
    }
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    assert!(chinese.chars().any(is_chinese), "{chinese}");
    assert_eq!(english_words(&chinese), None, "{chinese}");
}

/// One value of each kind of an enum, by the patterns of the kinds. A new kind does not compile
/// before it has a row.
macro_rules! every_kind {
    ($kind:ty: $($pattern:pat => $value:expr,)+) => {{
        fn named(kind: &$kind) {
            match kind { $($pattern => {})+ }
        }
        let all: Vec<$kind> = vec![$({
            let value: $kind = $value;
            assert!(matches!(value, $pattern), "{value:?} stands in another row");
            value
        }),+];
        all.iter().for_each(named);
        all
    }};
}
use every_kind;

#[test]
fn english_is_found_where_it_is_not_quoted() {
    assert_eq!(english_words("文件 ford.ron：no such file"), Some("such file".to_owned()));
    assert_eq!(english_words("不是 Tiled 的 XML：“no such file”"), None);
}
