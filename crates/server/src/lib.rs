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
pub use server::{RunningServer, ServerSettings, start_server};
pub use tokio::time::sleep;

/// Writes what the server has to say to standard error, a line each.
pub fn log_to_standard_error() {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).init();
}

/// Runs a task that serves, on as many threads as there are processors, and returns what comes of it.
///
/// # Panics
/// When the system gives no threads.
pub fn run_until<T>(task: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().expect("threads can be had").block_on(task)
}
