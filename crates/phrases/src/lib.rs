//! What is said of battles, as phrases: keys of texts with their values, before a language is chosen. The window puts
//! a phrase into words when it is shown; a page gets the phrase as JSON and does the same. The texts are
//! `crates/ui/assets/locales`.

mod battle_goals;
pub mod explain;
mod goals;
mod keys;
mod log;
mod names;
mod phrase;
mod reasons;

pub use battle_goals::{GoalLine, goal_lines, goal_phrase, objective_line, victory_points_phrase};
pub use goals::goal_entry_phrase;
pub use keys::{direction_text_key, side_text_key};
pub use log::{ToldOrder, order_phrase};
pub use names::{unit_value, unit_with_side, work_name};
pub use phrase::{Phrase, PhraseValue};
pub use reasons::{plan_style_text_key, reason_phrase, role_text_key};
