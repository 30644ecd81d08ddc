//! Has the linker pack the addresses that the system corrects when it loads the program: a sixth of
//! the file otherwise. Only where the system's own loader can read them.

use std::process::Command;

/// Oldest version of the GNU C library that loads packed relocations.
const OLDEST: (u32, u32) = (2, 36);

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let native = std::env::var("HOST") == std::env::var("TARGET");
    if native
        && target("OS") == "linux"
        && target("ENV") == "gnu"
        && library_version().is_some_and(|version| version >= OLDEST)
    {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Returns the version of this machine's GNU C library; `None` where the system does not tell.
fn library_version() -> Option<(u32, u32)> {
    let answer = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let answer = String::from_utf8(answer.stdout).ok()?;
    let (major, minor) = answer.trim().strip_prefix("glibc ")?.split_once('.')?;
    let minor = minor.split('.').next().unwrap_or(minor);
    Some((major.parse().ok()?, minor.parse().ok()?))
}
