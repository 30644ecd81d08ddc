//! Letters and numbers, from the outlines of the font in `assets/fonts`.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FONT: LazyLock<Face<'static>> = LazyLock::new(|| {
    let bytes = include_bytes!("../assets/fonts/NotoSans-Bold-subset.ttf");
    Face::parse(bytes, 0).expect("the font is sound: a test draws with it")
});

/// Returns `true` if the font has this character.
pub fn has_glyph(glyph: char) -> bool {
    FONT.glyph_index(glyph).is_some()
}

/// Returns the outline of a line of text, capitals `size` high, its middle at (0, 0); `None` for
/// text without ink. Characters that the font lacks show as an empty box.
pub fn text_outline(text: &str, size: f32) -> Option<Path> {
    let capital = FONT.capital_height().unwrap_or(700);
    let scale = size / f32::from(capital);
    let mut pen =
        OutlinePen { path: PathBuilder::new(), scale, x: -text_width(text, size) / 2.0, y: size / 2.0 };
    for glyph in glyph_ids(text) {
        // The font's outlines are of this kind; asking the face for any kind takes a reader of the others, too.
        FONT.tables().glyf.and_then(|outlines| outlines.outline(glyph, &mut pen));
        pen.x += scale * f32::from(FONT.glyph_hor_advance(glyph).unwrap_or(0));
    }
    pen.path.finish()
}

/// Returns the width of a line of text, with capitals `size` high.
pub fn text_width(text: &str, size: f32) -> f32 {
    let capital = FONT.capital_height().unwrap_or(700);
    let advance: f32 =
        glyph_ids(text).map(|glyph| f32::from(FONT.glyph_hor_advance(glyph).unwrap_or(0))).sum();
    advance * size / f32::from(capital)
}

fn glyph_ids(text: &str) -> impl Iterator<Item = GlyphId> + '_ {
    text.chars().map(|c| FONT.glyph_index(c).unwrap_or_default())
}

/// A pen that turns the font's upwards y into the picture's downwards y.
struct OutlinePen {
    path: PathBuilder,
    scale: f32,
    x: f32,
    y: f32,
}

impl OutlinePen {
    fn to_picture_axes(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for OutlinePen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.to_picture_axes(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.to_picture_axes(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.to_picture_axes(x1, y1), self.to_picture_axes(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) =
            (self.to_picture_axes(x1, y1), self.to_picture_axes(x2, y2), self.to_picture_axes(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_lies_around_its_middle() {
        let bounds = text_outline("H", 10.0).unwrap().bounds();
        let close = |a: f32, b: f32| (a - b).abs() < 0.2;
        assert!(close(bounds.top(), -5.0) && close(bounds.bottom(), 5.0), "{bounds:?}");
        assert!(close(bounds.left(), -bounds.right()), "{bounds:?}");
    }

    #[test]
    fn the_font_has_what_maps_are_written_with() {
        assert!("azAZ09 ~^#=.,‰×éŁü".chars().all(has_glyph));
        assert!(!has_glyph('漢'));
        assert!(text_outline("漢", 10.0).is_some(), "an empty box");
        assert!(text_outline(" ", 10.0).is_none());
    }
}
