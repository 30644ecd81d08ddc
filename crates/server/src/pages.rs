//! The page that players open: the client and the engine that `tools/web/build` makes.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use hotgates_page::BattleViewer;

/// What a page may do: run its own scripts and engine, and speak to its own server.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data: blob:; \
    worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The frame of the page: everything else is made by its script.
const FRAME: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Hotgates</title>\n\
<link rel=\"stylesheet\" href=\"/hotgates.css\">\n<link rel=\"icon\" href=\"data:,\">\n</head>\n\
<body data-server=\"here\">\n<div id=\"hotgates\"></div>\n\
<noscript>This page needs scripts: the game runs in it.</noscript>\n<script src=\"/hotgates.js\"></script>\n</body>\n</html>\n";

/// A file of the page.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PageFile {
    Frame,
    Script,
    Style,
    Engine,
}

/// Returns a file of the page as an answer.
pub(crate) fn answer_with_file(page: &BattleViewer<'static>, file: PageFile) -> Response {
    let (kind, bytes): (&str, &'static [u8]) = match file {
        PageFile::Frame => ("text/html; charset=utf-8", FRAME.as_bytes()),
        PageFile::Script => ("text/javascript; charset=utf-8", page.script.as_bytes()),
        PageFile::Style => ("text/css; charset=utf-8", page.style.as_bytes()),
        PageFile::Engine => ("application/wasm", page.engine),
    };
    ([(CONTENT_TYPE, kind)], bytes).into_response()
}

/// Adds to an answer what every answer says: the policy of pages, and that nothing of it may be guessed or kept.
pub(crate) async fn add_headers(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    let kept = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in kept {
        headers.insert(name, axum::http::HeaderValue::from_static(value));
    }
    answer
}
