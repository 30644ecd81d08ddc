//! Changed ground, stored as runs of equal glyphs where that takes less memory than the whole map.

use crate::glyph_grid::GlyphGrid;

/// Glyphs for some hexes of a ground. Applying a patch gives the patch that takes it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GroundPatch {
    /// Runs in ascending places.
    Runs(Vec<GlyphRun>),
    /// Glyphs of every hex: smaller than runs where most hexes change and no two neighbours are
    /// alike.
    Whole(Vec<char>),
}

/// Neighbouring hexes in a row, or from the end of a row to the start of the next, that get the
/// same glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GlyphRun {
    start: u32,
    length: u32,
    glyph: char,
}

impl GlyphRun {
    fn place_range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

impl GroundPatch {
    /// Returns the patch that takes back changes already made. `before` lists each changed place
    /// with the glyph it had, in the order of the changes. Places that are again as they were drop
    /// out; `None` when all are.
    pub(crate) fn patch_undoing_changes(ground: &GlyphGrid, mut before: Vec<(u32, char)>) -> Option<Self> {
        if before.len() > ground.glyphs.len() / 16 {
            // Comparing the whole map is faster than sorting so many changes.
            let mut glyphs = ground.glyphs.clone();
            for (place, glyph) in before.into_iter().rev() {
                glyphs[place as usize] = glyph;
            }
            return Self::patch_towards_glyphs(ground, glyphs);
        }
        // The sort is stable, so that of several changes to a place the first change stays.
        before.sort_by_key(|&(place, _)| place);
        before.dedup_by_key(|&mut (place, _)| place);
        let mut runs = GlyphRunBuilder::default();
        for (place, glyph) in before {
            if ground.glyphs[place as usize] != glyph {
                runs.push_glyph_at(place, glyph);
            }
        }
        (!runs.0.is_empty()).then(|| Self::Runs(runs.0).into_smallest_form(ground))
    }

    /// Returns the patch that turns the ground into `glyphs`; `None` when the ground has them
    /// already.
    pub(crate) fn patch_towards_glyphs(ground: &GlyphGrid, glyphs: Vec<char>) -> Option<Self> {
        let mut runs = GlyphRunBuilder::default();
        for (place, (&glyph, &now)) in (0..).zip(glyphs.iter().zip(&ground.glyphs)) {
            if glyph != now {
                runs.push_glyph_at(place, glyph);
            }
        }
        match runs.0.len() {
            0 => None,
            count if count * size_of::<GlyphRun>() <= glyphs.len() * size_of::<char>() => {
                runs.0.shrink_to_fit();
                Some(Self::Runs(runs.0))
            }
            _ => Some(Self::Whole(glyphs)),
        }
    }

    /// Writes the glyphs and returns the patch with those that were there; `changed` is called with
    /// each place that changes.
    pub(crate) fn apply(self, ground: &mut GlyphGrid, mut changed: impl FnMut(usize)) -> Self {
        match self {
            Self::Whole(mut glyphs) => {
                std::mem::swap(&mut ground.glyphs, &mut glyphs);
                for (place, (now, before)) in ground.glyphs.iter().zip(&glyphs).enumerate() {
                    if now != before {
                        changed(place);
                    }
                }
                Self::Whole(glyphs)
            }
            Self::Runs(runs) => {
                let mut before = GlyphRunBuilder::default();
                for run in runs {
                    for place in run.place_range() {
                        changed(place);
                        let glyph = std::mem::replace(&mut ground.glyphs[place], run.glyph);
                        before.push_glyph_at(place_to_u32(place), glyph);
                    }
                }
                Self::Runs(before.0).into_smallest_form(ground)
            }
        }
    }

    /// Returns the memory of the patch, in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        match self {
            Self::Runs(runs) => runs.len() * size_of::<GlyphRun>(),
            Self::Whole(glyphs) => glyphs.len() * size_of::<char>(),
        }
    }

    /// Returns the patch in the form that takes less memory. The ground must be as this patch would
    /// find it.
    fn into_smallest_form(self, ground: &GlyphGrid) -> Self {
        match self {
            Self::Runs(mut runs) => {
                runs.shrink_to_fit();
                if runs.len() * size_of::<GlyphRun>() <= ground.glyphs.len() * size_of::<char>() {
                    return Self::Runs(runs);
                }
                let mut glyphs = ground.glyphs.clone();
                for run in runs {
                    glyphs[run.place_range()].fill(run.glyph);
                }
                Self::Whole(glyphs)
            }
            whole @ Self::Whole(_) => whole,
        }
    }
}

/// Joins single places, given in ascending order, to runs.
#[derive(Debug, Default)]
struct GlyphRunBuilder(Vec<GlyphRun>);

impl GlyphRunBuilder {
    fn push_glyph_at(&mut self, place: u32, glyph: char) {
        match self.0.last_mut() {
            Some(run) if run.glyph == glyph && run.start + run.length == place => run.length += 1,
            _ => self.0.push(GlyphRun { start: place, length: 1, glyph }),
        }
    }
}

pub(crate) fn place_to_u32(place: usize) -> u32 {
    u32::try_from(place).expect("a map has at most 4,194,304 hexes")
}

/// A sequence of glyphs, stored with a count for each run of equal ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PackedGlyphs(Vec<(u32, char)>);

impl PackedGlyphs {
    /// Makes a sequence that repeats one glyph without end.
    pub(crate) fn repeating_glyph(glyph: char) -> Self {
        Self(vec![(u32::MAX, glyph)])
    }

    pub(crate) fn push(&mut self, glyph: char) {
        match self.0.last_mut() {
            Some((count, last)) if *last == glyph => *count += 1,
            _ => self.0.push((1, glyph)),
        }
    }

    pub(crate) fn glyphs(&self) -> impl Iterator<Item = char> + '_ {
        self.0.iter().flat_map(|&(count, glyph)| std::iter::repeat_n(glyph, count as usize))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.0.len() * size_of::<(u32, char)>()
    }
}
