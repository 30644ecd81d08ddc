#![doc = include_str!("../README.md")]

mod actor;
mod creation;
mod fault;
mod hall;
mod limits;
mod pages;
mod server;
mod site;
mod socket;
mod store;
mod token;
mod writer;

pub use fault::ServerFault;
pub use pages::PageFiles;
pub use server::{RunningServer, ServerSettings, start_server};
