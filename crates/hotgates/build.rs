//! Copies what `tools/web/build` has made to where the program embeds it; nothing without the feature `web`.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_WEB").is_none() {
        return;
    }
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/build");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for name in ["hotgates.js", "hotgates.css", "hotgates.wasm"] {
        let file = built.join(name);
        println!("cargo::rerun-if-changed={}", file.display());
        if let Err(why) = fs::copy(&file, out.join(name)) {
            eprintln!(
                "error: {}: {why}; the feature `web` embeds what the command tools/web/build makes",
                file.display()
            );
            process::exit(1);
        }
    }
}
