//! Trained policies as commanders: a network that gets what a side knows as arrays of `hotgates-learn`, and scores the actions
//! of the form `pick`; the legal action with the highest score is played.
//!
//! [`PolicyTerms`] are what a file says about itself, [`PolicyCommander`] plays by any [`ActionScorer`], and, with the feature
//! `onnx`, `OnnxPolicy` reads a file and computes its network. A policy sees the view of its side alone: no dice, no clock, no
//! chance. The same file gives the same orders on the same machine; on another one sums of floats may be rounded otherwise.

mod commander;
mod terms;

#[cfg(feature = "onnx")]
mod model;
#[cfg(feature = "onnx")]
mod vetting;

pub use commander::{ActionScorer, PolicyCommander};
#[cfg(feature = "onnx")]
pub use model::OnnxPolicy;
pub use terms::{PolicyFault, PolicyTerms};
