//! Ctrl-C: the first one ends long work at the next step, a second one ends the program; so does the first where nothing
//! can be ended. No half-written file stays.

use std::sync::{Mutex, PoisonError};

use hotgates_files::remove_unfinished_files;
use hotgates_search::Cancel;

/// Flag of the work that goes on, if it can be ended.
static WORK: Mutex<Option<Cancel>> = Mutex::new(None);

/// Has Ctrl-C end the work that goes on, or the program.
pub fn handle_ctrl_c() {
    // Where no handler can be had, Ctrl-C ends the program as it does without one.
    let _ = ctrlc::set_handler(|| {
        let work = WORK.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match work {
            Some(flag) if !flag.is_set() => flag.set_flag(),
            _ => {
                remove_unfinished_files();
                std::process::exit(130);
            }
        }
    });
}

/// Returns a flag that Ctrl-C sets.
pub fn cancel_on_ctrl_c() -> Cancel {
    let cancel = Cancel::new();
    *WORK.lock().unwrap_or_else(PoisonError::into_inner) = Some(cancel.clone());
    cancel
}
