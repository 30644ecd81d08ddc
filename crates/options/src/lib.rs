#![doc = include_str!("../README.md")]

mod arguments;
mod in_force;

pub use arguments::{ServeArgs, ServeOptions, WebhookPlace};
pub use in_force::{OptionsInForce, options_of_text, read_small_text};
