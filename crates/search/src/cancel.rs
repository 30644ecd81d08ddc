//! A flag by which a caller ends work whose answer is not wanted any more.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends work early; clones are the same flag.
///
/// The caller keeps one clone and sets the flag; the work looks at another clone now and then. A
/// search takes the flag as the hook of its [`Limits`](crate::Limits).
///
/// ```
/// use hotgates_search::{Cancel, Cancelled, Limits};
///
/// let cancel = Cancel::new();
/// let seen_by_the_work = cancel.clone();
/// assert_eq!(seen_by_the_work.check_flag(), Ok(()));
/// cancel.set_flag();
/// assert_eq!(seen_by_the_work.check_flag(), Err(Cancelled));
/// assert!(Limits::without_limits().with_cancel(&|| cancel.is_set()).is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<CancelFlag>);

#[derive(Default)]
struct CancelFlag {
    set: AtomicBool,
    /// Function to be called at each look at the flag.
    on_look: Option<Box<dyn Fn() + Send + Sync>>,
}

impl fmt::Debug for CancelFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.set.fmt(f)
    }
}

/// The error of work that was ended before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Cancel {
    /// Makes a flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a flag that calls `on_look` whenever work looks at the flag: for measuring how often
    /// that is.
    #[must_use]
    pub fn with_look_hook(on_look: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(CancelFlag { set: AtomicBool::new(false), on_look: Some(Box::new(on_look)) }))
    }

    /// Sets the flag, for all its clones and for good.
    pub fn set_flag(&self) {
        self.0.set.store(true, Ordering::Relaxed);
    }

    /// Returns `true` once the flag is set.
    pub fn is_set(&self) -> bool {
        if let Some(on_look) = &self.0.on_look {
            on_look();
        }
        self.0.set.load(Ordering::Relaxed)
    }

    /// Returns an error once the flag is set, for use with `?`.
    ///
    /// # Errors
    /// [`Cancelled`] once the flag is set.
    pub fn check_flag(&self) -> Result<(), Cancelled> {
        if self.is_set() { Err(Cancelled) } else { Ok(()) }
    }
}
