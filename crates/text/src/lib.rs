#![doc = include_str!("../README.md")]
#![expect(clippy::result_large_err, reason = "a fault is made once for a file, never while playing")]

mod battle_result;
mod campaign_fault;
mod count;
mod fault;
mod format;
mod limit;
mod measure;
mod ron_text;
mod side;
mod visible;

pub use battle_result::BattleResult;
pub use campaign_fault::CampaignFaultKind;
pub use count::count_words;
pub use fault::{
    CountedPart, Fault, FaultKind, ListedUnit, MissingPart, NameKind, NearbyObject, TextPosition,
};
pub use format::FileFormat;
pub use limit::{AtMost, read_at_most};
pub use measure::{Permille, Strength};
pub use ron_text::{leading_struct_name, locate_faults, parse_file, parse_ron, write_ron};
pub use side::{BySide, Side};
pub use visible::{is_hidden_character, text_in_html, text_in_markdown, visible_lines, visible_text};
