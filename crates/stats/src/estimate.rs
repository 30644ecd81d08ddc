//! Values with their intervals.

/// A value with the interval that holds the true one in 95 of 100 matches.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Returns the estimate of a value that rises with this one.
    #[must_use]
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        Self { value: rising(self.value), low: rising(self.low), high: rising(self.high) }
    }
}
