//! Answers requests, one a line, as the engine in a page does: to compare its answers with those of WebAssembly.
//!
//! ```text
//! echo '{"do": "shipped"}' | cargo run --release -p hotgates-web --example web_answers
//! ```

use std::io::{self, BufRead, Write};

use hotgates_web::WebEngine;

fn main() -> io::Result<()> {
    let (mut engine, mut out) = (WebEngine::default(), io::stdout().lock());
    for request in io::stdin().lock().lines() {
        writeln!(out, "{}", engine.call(&request?))?;
    }
    out.flush()
}
