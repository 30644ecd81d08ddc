//! Curves of values with their intervals, in SVG.

use std::fmt::Write as _;

use hotgates_stats::Estimate;
use hotgates_text::text_in_html;

use crate::charts::{WIDTH, axis_marks};

/// A curve: values over whole numbers, such as the strength after each step.
#[derive(Debug, Clone)]
pub struct ChartCurve<'a> {
    /// What the curve shows.
    pub name: &'a str,
    /// Numbers in ascending order, each with its value.
    pub points: Vec<(u32, Estimate)>,
}

const HEIGHT: f64 = 320.0;
/// Edges of the field on which curves are drawn: left, right, top and bottom.
const FIELD: [f64; 4] = [60.0, 880.0, 30.0, 280.0];
const COLOURS: [&str; 4] = ["#1d4f91", "#a5281b", "#3d7a3a", "#7a5a1d"];

/// Returns curves with their intervals over one axis of numbers, and one of values. A text says what the
/// numbers count and what the values are.
///
/// ```
/// use hotgates_page::{ChartCurve, curve_chart};
/// use hotgates_stats::Estimate;
///
/// let point = |value| Estimate { value, low: value - 2.0, high: value + 2.0 };
/// let curve = ChartCurve { name: "old & new", points: vec![(0, point(50.0)), (10, point(53.0))] };
/// let chart = curve_chart(&[curve], "steps", "points in %");
/// assert!(chart.contains("old &amp; new") && chart.contains("<polyline"));
/// ```
#[must_use]
pub fn curve_chart(curves: &[ChartCurve<'_>], numbers: &str, values: &str) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let Some(last) = points().map(|(number, _)| *number).max() else {
        return "<p>Nothing yet.</p>\n".to_owned();
    };
    let low = points().map(|(_, value)| value.low).fold(f64::INFINITY, f64::min);
    let high = points().map(|(_, value)| value.high).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if high - low < 1.0 { (low - 1.0, high + 1.0) } else { (low, high) };
    let [left, right, top, bottom] = FIELD;
    let x = |number: u32| left + (right - left) * f64::from(number) / f64::from(last.max(1));
    let y = |value: f64| bottom - (bottom - top) * (value - low) / (high - low);
    let [numbers, values] = [numbers, values].map(text_in_html);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{values} over {numbers}\">\n"
    );
    for mark in axis_marks(low, high) {
        let (y, text) = (y(mark), y(mark) + 4.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/><text x=\"52\" y=\"{text:.1}\" text-anchor=\"end\">{mark}</text>"
        );
    }
    for mark in axis_marks(0.0, f64::from(last.max(1))) {
        let at = left + (right - left) * mark / f64::from(last.max(1));
        let _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"298\" text-anchor=\"middle\">{mark}</text>");
    }
    let _ = writeln!(
        svg,
        "<text x=\"{right}\" y=\"314\" text-anchor=\"end\">{numbers}</text><text x=\"8\" y=\"16\">{values}</text>"
    );
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        let line: Vec<_> = curve
            .points
            .iter()
            .map(|(number, value)| format!("{:.1},{:.1}", x(*number), y(value.value)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            line.join(" ")
        );
        for (number, value) in &curve.points {
            let (x, low, high) = (x(*number), y(value.low), y(value.high));
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {low:.1}V{high:.1}\" stroke=\"{colour}\" stroke-opacity=\"0.5\"/><circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>",
                y(value.value)
            );
        }
    }
    for (place, (curve, colour)) in (0_u8..).zip(curves.iter().zip(COLOURS.iter().cycle())) {
        let at = 260.0 + 200.0 * f64::from(place);
        let _ = writeln!(
            svg,
            "<rect x=\"{at}\" y=\"8\" width=\"12\" height=\"8\" fill=\"{colour}\"/><text x=\"{}\" y=\"16\">{}</text>",
            at + 18.0,
            text_in_html(curve.name)
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_every_point_with_its_interval() {
        let point = |value: f64| Estimate { value, low: value - 1.0, high: value + 3.0 };
        let up = ChartCurve { name: "up", points: (0..5).map(|n| (n, point(f64::from(n)))).collect() };
        let flat = ChartCurve { name: "<flat>", points: vec![(2, point(1.0))] };
        let chart = curve_chart(&[up, flat], "steps", "points");
        assert_eq!((chart.matches("<circle").count(), chart.matches("<polyline").count()), (6, 2));
        // The highest upper end is at the top, the lowest lower end at the bottom.
        assert!(chart.contains("V30.0\"") && chart.contains("M60.0 280.0V"), "{chart}");
        assert!(chart.contains("&lt;flat&gt;") && !chart.contains("<flat>"), "{chart}");
        assert!(curve_chart(&[], "steps", "points").contains("Nothing yet"));
    }
}
