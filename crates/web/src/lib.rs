//! Hotgates in a page: engine, commanders and records behind one function that takes and gives JSON.
//!
//! A [`WebEngine`] holds games by number. A [`WebRequest`] is one JSON object with the field `do`; its answer is
//! another object, which has the field `error` where the request could not be met. What is said to people comes as a
//! key of the window's texts with its values, so that the page shows it in its own language.
//!
//! ```
//! use hotgates_web::WebEngine;
//!
//! let mut engine = WebEngine::default();
//! let game = engine.call(r#"{"do": "new", "map": 0, "red": "human", "blue": "warden", "seed": "7"}"#);
//! assert_eq!(game, r#"{"game":0}"#);
//! let refused = engine.call(r#"{"do": "act", "game": 0, "order": {"attack": [0, 1]}}"#);
//! assert!(refused.starts_with(r#"{"error":"#), "{refused}");
//! ```
//!
//! [`exports`] has the functions that a page calls, without pointers to read: everything else is safe Rust.

mod fault;
mod link_fault;
mod request;
mod request_fields;

mod game;
mod link;
mod orders;
mod reader;
mod short_form;

mod position;
mod questions;

mod engine;

pub mod exports;
#[cfg(target_family = "wasm")]
mod page_allocator;

pub use engine::WebEngine;
pub use fault::WebFault;
pub use link::{link_to_replay, replay_from_link};
pub use link_fault::{LinkFault, MAX_LINK, MAX_REPLAY};
pub use request::WebRequest;
