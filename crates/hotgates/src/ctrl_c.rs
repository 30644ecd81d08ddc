//! Ctrl-C: the first one ends long work at the next step, a second one ends the program.

use hotgates_search::Cancel;

/// Returns a flag that Ctrl-C sets.
pub fn cancel_on_ctrl_c() -> Cancel {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    // Where no handler can be had, Ctrl-C ends the program as it does without one.
    let _ = ctrlc::set_handler(move || {
        if flag.is_set() {
            std::process::exit(130);
        }
        flag.set_flag();
    });
    cancel
}
