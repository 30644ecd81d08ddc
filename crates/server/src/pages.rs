//! The page that players open: the client and the engine that `tools/web/build` makes.

use std::sync::LazyLock;

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use hotgates_page::BattleViewer;

/// What a page may do: run its own scripts and engine, and speak to its own server.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data: blob:; \
    worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The frame of the page, as the client's source has it for folders of files.
const FRAME: &str = include_str!("../../../web/index.html");

/// The frame of the page at a server: it names its files from the root, since tables have addresses of their own, says that
/// there are tables, and leaves its policy to the answer's head.
static SERVED_FRAME: LazyLock<String> = LazyLock::new(|| {
    let policy = |line: &&str| !line.contains("http-equiv");
    let frame: Vec<&str> = FRAME.lines().filter(policy).collect();
    let frame = frame.join("\n").replace("=\"hotgates.", "=\"/hotgates.");
    frame.replace("<body>", "<body data-server=\"here\">") + "\n"
});

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
        PageFile::Frame => ("text/html; charset=utf-8", SERVED_FRAME.as_bytes()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_finds_its_files_from_every_address() {
        let frame = SERVED_FRAME.as_str();
        for part in [
            "href=\"/hotgates.css\"",
            "src=\"/hotgates.js\"",
            "<body data-server=\"here\">",
            "id=\"hotgates\"",
        ] {
            assert_eq!(frame.matches(part).count(), 1, "{part}\n{frame}");
        }
        assert!(!frame.contains("Content-Security-Policy"), "the head of the answer says it");
    }
}
