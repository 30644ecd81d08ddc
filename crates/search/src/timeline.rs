//! The counts of a search over time, in a fixed number of samples.

use crate::observer::Observer;
use crate::outcome::Statistics;

/// An observer that keeps evenly spread samples of the statistics, however long the search: the
/// frontier's size over time as a front end draws it. Time is counted in states expanded.
///
/// ```
/// use hotgates_search::{Statistics, StatisticsTimeline};
///
/// let mut timeline = StatisticsTimeline::new(4);
/// (1..=1_000).for_each(|n| timeline.note_moment(&Statistics { expanded: n, frontier: n, ..Statistics::default() }));
/// assert!((4..=8).contains(&timeline.noted_samples().len()));
/// assert_eq!(timeline.noted_samples().last().map(|last| last.frontier), Some(1_000));
/// ```
#[derive(Debug, Clone)]
pub struct StatisticsTimeline {
    samples: Vec<Statistics>,
    latest: Option<Statistics>,
    least: usize,
    /// Interval of the samples: one of `stride` noted samples is kept.
    stride: u64,
    noted: u64,
}

impl StatisticsTimeline {
    /// Makes a timeline that keeps at least `least` samples, once that many were noted, and at most
    /// twice as many.
    pub const fn new(least: usize) -> Self {
        StatisticsTimeline { samples: Vec::new(), latest: None, least, stride: 1, noted: 0 }
    }

    /// Notes the statistics of one moment. Every second sample goes when there are too many; from
    /// then on half as many are kept.
    pub fn note_moment(&mut self, statistics: &Statistics) {
        self.latest = Some(*statistics);
        self.noted += 1;
        if !self.noted.is_multiple_of(self.stride) {
            return;
        }
        self.samples.push(*statistics);
        if self.samples.len() >= 2 * self.least.max(1) {
            let mut keep = true;
            self.samples.retain(|_| {
                keep = !keep;
                keep
            });
            self.stride *= 2;
        }
    }

    /// Returns the samples in the order in which they were noted; the last sample is the latest
    /// noted.
    pub fn noted_samples(&self) -> Vec<Statistics> {
        let latest = self.latest.filter(|latest| self.samples.last() != Some(latest));
        self.samples.iter().copied().chain(latest).collect()
    }
}

impl<S: ?Sized> Observer<S> for StatisticsTimeline {
    fn expanded(&mut self, _: &S, statistics: &Statistics) {
        self.note_moment(statistics);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_evenly_whatever_their_number() {
        for total in [1u64, 5, 20, 21, 1_000, 4_321] {
            let mut timeline = StatisticsTimeline::new(10);
            (1..=total)
                .for_each(|n| timeline.note_moment(&Statistics { expanded: n, ..Statistics::default() }));
            let samples: Vec<u64> = timeline.noted_samples().iter().map(|sample| sample.expanded).collect();
            assert_eq!(samples.last(), Some(&total));
            assert!(samples.len() <= 20 && samples.len() as u64 >= total.min(10), "{samples:?}");
            let gaps: Vec<u64> = samples.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let widest = gaps.iter().copied().max().unwrap_or(0);
            assert!(gaps.iter().rev().skip(1).all(|&gap| gap == widest), "{samples:?}");
        }
    }
}
