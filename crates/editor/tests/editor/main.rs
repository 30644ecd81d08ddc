//! The editor as front ends use it.

mod analysis;
mod armies;
mod files;
mod properties;
mod shapes;
mod support;
mod tools;
