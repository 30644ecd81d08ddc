#![doc = include_str!("../README.md")]

mod actor;
mod admin;
mod answers;
mod bots;
mod counters;
mod courier;
mod creation;
mod fault;
mod hall;
mod limits;
mod lobby;
mod news;
mod operations;
mod pages;
mod rating_requests;
mod ratings;
mod renewal;
mod requests;
mod retention;
mod server;
mod shared;
mod site;
mod socket;
mod stopping;
mod store;
mod token;
mod turn;
mod upkeep;
mod upload_room;
mod uploads;
mod webhook;
mod webhook_requests;
mod writer;

pub use admin::{AdminTask, do_admin_task};
pub use bots::BotList;
pub use courier::WebhookSettings;
pub use creation::scenario_of_request;
pub use fault::ServerFault;
pub use retention::KeepingDays;
pub use server::{RunningServer, ServerSettings, start_server};
pub use site::Site;
pub use tokio::time::sleep;
pub use webhook::{NewWebhook, WebhookAddress, WebhookReach};

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
