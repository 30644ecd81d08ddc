//! The functions that a page calls in the WebAssembly module.
//!
//! The page asks for room with [`hotgates_room`], writes its request there, calls [`hotgates_call`], and reads as many
//! bytes as [`hotgates_answer_length`] says from where [`hotgates_answer`] says. No function is given a pointer, so
//! that whatever a page passes, the worst is a request that is refused.

use std::cell::RefCell;

use crate::engine::WebEngine;

thread_local! {
    static ENGINE: RefCell<WebEngine> = RefCell::new(WebEngine::default());
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Most bytes of a request.
pub const MAX_REQUEST: usize = 64 << 20;

/// Makes room for a request of `length` bytes, at most [`MAX_REQUEST`], and returns where it lies.
#[expect(unsafe_code, reason = "a page finds a function by its plain name")]
#[unsafe(no_mangle)]
pub extern "C" fn hotgates_room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length.min(MAX_REQUEST), 0);
        request.as_mut_ptr()
    })
}

/// Meets the request that has been written where [`hotgates_room`] said.
#[expect(unsafe_code, reason = "a page finds a function by its plain name")]
#[unsafe(no_mangle)]
pub extern "C" fn hotgates_call() {
    let request = REQUEST.take();
    let answer = ENGINE.with_borrow_mut(|engine| engine.call(&String::from_utf8_lossy(&request)));
    ANSWER.set(answer);
}

/// Returns where the last answer lies.
#[expect(unsafe_code, reason = "a page finds a function by its plain name")]
#[unsafe(no_mangle)]
pub extern "C" fn hotgates_answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Number of bytes of the last answer.
#[expect(unsafe_code, reason = "a page finds a function by its plain name")]
#[unsafe(no_mangle)]
pub extern "C" fn hotgates_answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
