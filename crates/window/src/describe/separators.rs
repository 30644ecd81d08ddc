//! What stands between sentences and between the parts of lists.

use hotgates_ui::texts::{Language, Texts};

/// Returns the separators between sentences, and between the parts of a list.
pub(super) const fn sentence_separators(texts: &Texts) -> (&'static str, &'static str) {
    match texts.language() {
        Language::English => (" ", ", "),
        Language::Chinese => ("", "、"),
    }
}
