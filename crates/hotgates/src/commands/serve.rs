//! `serve`: a server for battles between people, in builds that have one.

use crate::cli::serve::ServeArgs;
use crate::failure::Failure;

/// Runs a server until Ctrl-C.
///
/// # Errors
/// The reason why the server cannot start.
#[cfg(feature = "serve")]
pub fn run_server(args: &ServeArgs) -> Result<(), Failure> {
    use std::io::Write;
    use std::time::Duration;

    use hotgates_server::{ServerSettings, log_to_standard_error, run_until, start_server};

    let page = crate::battle_page::VIEWER.expect("the feature `serve` has the page");
    let settings = ServerSettings {
        listen: args.listen,
        folder: args.data.clone(),
        database: args.database.clone(),
        public_url: args.public_url.clone(),
        battles_a_minute: args.battles_a_minute,
        page,
    };
    log_to_standard_error();
    let cancel = crate::ctrl_c::cancel_on_ctrl_c();
    run_until(async {
        let server = start_server(settings).await.map_err(Failure::bad_input)?;
        let address = args.public_url.clone().unwrap_or_else(|| format!("http://{}", server.address()));
        let mut out = crate::console::standard_output();
        writeln!(
            out,
            "Open {address} in a browser. Ctrl-C ends the server; battles go on when it starts again."
        )?;
        out.flush()?;
        while !cancel.is_set() {
            hotgates_server::sleep(Duration::from_millis(100)).await;
        }
        server.stop().await;
        Ok(())
    })
}

/// There is no server in this build.
///
/// # Errors
/// Always, with how to build one.
#[cfg(not(feature = "serve"))]
pub fn run_server(_: &ServeArgs) -> Result<(), Failure> {
    Err(Failure::bad_input(
        "this build has no server: `tools/web/build` and then `cargo build --release --features serve` make one that has",
    ))
}
