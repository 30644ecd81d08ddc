//! `serve`: its words in builds that have no server, and its refusals in those that have one.

use crate::program::{one_error, run};

#[test]
fn a_build_without_a_server_says_how_to_make_one() {
    let said = run(&["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    let words = if cfg!(feature = "serve") { "needs --public-url" } else { "--features serve" };
    assert!(one_error(&said.err).contains(words), "{}", said.err);
}
