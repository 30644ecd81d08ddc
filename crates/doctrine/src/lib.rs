#![doc = include_str!("../README.md")]

mod doctrine;
mod file;
mod number;

pub use doctrine::{AnswerWeights, Doctrine, EvaluationWeights};
pub use number::{DoctrineNumber, DoctrinePart};
