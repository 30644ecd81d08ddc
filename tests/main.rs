//! End-to-end tests: the built program on real files, as a user or a script would run it.

mod academy;
mod academy_bad_input;
mod analyse;
mod bad_input;
mod battle;
mod bot;
mod campaign;
mod cell;
mod commander_names;
mod compatibility;
mod convert;
#[cfg(target_os = "linux")]
mod crashes;
mod dice_keys;
mod example_bots;
mod help;
mod hostile;
mod join;
mod licences;
mod maps;
mod no_window;
mod outside_text;
mod pictures;
#[cfg(feature = "onnx")]
mod policies;
#[cfg(target_os = "linux")]
mod power_loss;
mod program;
mod puzzle;
mod random;
mod replay;
mod rules;
mod saving;
mod series;
mod serve;
mod singulars;
mod tournament;
mod tune;
mod typed_battle;
