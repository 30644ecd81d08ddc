//! Drawings of a report, in SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hotgates_stats::Estimate;
use hotgates_text::text_in_html;

/// Greatest number of columns of a chart.
const MOST_COLUMNS: u32 = 40;

/// Width of a drawing.
pub(crate) const WIDTH: f64 = 900.0;

/// Greatest number of characters of a name in a chart; the tables have the whole name.
const MOST_CHARACTERS: usize = 34;

/// Returns bars of ratings with their intervals, one below the other, with the names of those whose they are.
#[expect(clippy::cast_precision_loss, reason = "few commanders")]
#[must_use]
pub fn rating_chart(rows: &[(&str, Estimate)]) -> String {
    let low = rows.iter().map(|(_, elo)| elo.low).fold(-50.0, f64::min);
    let high = rows.iter().map(|(_, elo)| elo.high).fold(50.0, f64::max);
    let x = |elo: f64| 260.0 + 620.0 * (elo - low) / (high - low);
    let height = 24 * rows.len() + 30;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"Ratings with their intervals\">\n"
    );
    for elo in axis_marks(low, high) {
        let _ = writeln!(
            svg,
            "<line x1=\"{0:.1}\" y1=\"4\" x2=\"{0:.1}\" y2=\"{1}\" stroke=\"{2}\"/><text x=\"{0:.1}\" y=\"{3}\" text-anchor=\"middle\">{elo:+.0}</text>",
            x(elo),
            height - 22,
            if elo == 0.0 { "#888" } else { "#ddd" },
            height - 8
        );
    }
    for (row, (name, elo)) in rows.iter().enumerate() {
        let y = 24.0 * row as f64 + 16.0;
        let name = match name.char_indices().nth(MOST_CHARACTERS) {
            Some((end, _)) => text_in_html(&name[..end]) + "…",
            None => text_in_html(name),
        };
        let (from, to) = (x(elo.value.min(0.0)), x(elo.value.max(0.0)));
        let (text, top, width, end) = (y + 4.0, y - 6.0, to - from, y - 4.0);
        let (low, high) = (x(elo.low), x(elo.high));
        let _ = writeln!(
            svg,
            "<text x=\"8\" y=\"{text:.1}\">{name}</text><rect x=\"{from:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"12\" fill=\"#7d9cc0\"/>\
             <path d=\"M{low:.1} {end:.1}v8M{low:.1} {y:.1}H{high:.1}M{high:.1} {end:.1}v8\" stroke=\"#222\" fill=\"none\"/>"
        );
    }
    svg + "</svg>\n"
}

/// Round numbers between two ends, about ten of them.
pub(crate) fn axis_marks(low: f64, high: f64) -> Vec<f64> {
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    let step = steps.into_iter().find(|step| (high - low) / step <= 12.0).unwrap_or(5000.0);
    let mut mark = (low / step).ceil() * step;
    let mut marks = Vec::new();
    while mark <= high {
        // No minus before a zero.
        marks.push(mark + 0.0);
        mark += step;
    }
    marks
}

/// Numbers of games won by each side and by nobody.
#[derive(Debug, Clone, Copy)]
pub struct BarShares {
    /// Games won by Red.
    pub red: u64,
    /// Games won by nobody.
    pub draws: u64,
    /// Games won by Blue.
    pub blue: u64,
}

/// Returns a bar of the shares, from Red's to Blue's.
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² games")]
#[must_use]
pub fn share_bar(shares: BarShares) -> String {
    let all = (shares.red + shares.draws + shares.blue).max(1) as f64;
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 120 12\" width=\"120\" height=\"12\" role=\"img\" aria-label=\"shares of Red, nobody and Blue\">",
    );
    let mut from = 0.0;
    for (number, colour) in [(shares.red, "#a5281b"), (shares.draws, "#bbb"), (shares.blue, "#1d4f91")] {
        let width = 120.0 * number as f64 / all;
        let _ = write!(
            svg,
            "<rect x=\"{from:.2}\" y=\"0\" width=\"{width:.2}\" height=\"12\" fill=\"{colour}\"/>"
        );
        from += width;
    }
    svg + "</svg>"
}

/// Returns columns of counts by a number, several numbers to a column where there are many.
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² games")]
#[must_use]
pub fn column_chart(counts: &BTreeMap<u32, u64>, what: &str) -> String {
    let (Some((&first, _)), Some((&last, _))) = (counts.first_key_value(), counts.last_key_value()) else {
        return "<p>No games yet.</p>\n".to_owned();
    };
    let each = (last - first) / MOST_COLUMNS + 1;
    let mut columns = BTreeMap::<u32, u64>::new();
    for (&number, count) in counts {
        *columns.entry((number - first) / each).or_default() += count;
    }
    let number = (last - first) / each + 1;
    let most = columns.values().copied().max().unwrap_or(1).max(1);
    let width = 860.0 / f64::from(number);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} 220\" width=\"{WIDTH}\" height=\"220\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\" aria-label=\"Games by their number of {what}\">\n"
    );
    for column in 0..number {
        let count = columns.get(&column).copied().unwrap_or(0);
        let height = 170.0 * count as f64 / most as f64;
        let (x, from) = (20.0 + width * f64::from(column), first + column * each);
        let label =
            if each == 1 { from.to_string() } else { format!("{from}–{}", from.saturating_add(each - 1)) };
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#7d9cc0\"/>",
            x + 1.0,
            190.0 - height,
            (width - 2.0).max(1.0)
        );
        // As many labels as have room.
        let every = (34.0 / width).ceil().max(1.0);
        if f64::from(column) % every == 0.0 {
            let middle = x + width / 2.0;
            let _ = writeln!(svg, "<text x=\"{middle:.1}\" y=\"206\" text-anchor=\"middle\">{label}</text>");
        }
        if count > 0 && width > 24.0 {
            let (middle, top) = (x + width / 2.0, 184.0 - height);
            let _ =
                writeln!(svg, "<text x=\"{middle:.1}\" y=\"{top:.1}\" text-anchor=\"middle\">{count}</text>");
        }
    }
    let _ = writeln!(svg, "</svg>\n<p><small>Games by their number of {what}.</small></p>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_every_game() {
        let few = BTreeMap::from([(7, 3), (9, 1)]);
        let chart = column_chart(&few, "turns");
        assert_eq!(chart.matches("<rect").count(), 3);
        for text in [">7<", ">8<", ">9<", ">3<", ">1<"] {
            assert!(chart.contains(text), "{text} in {chart}");
        }
        let many: BTreeMap<u32, u64> = (10..500).map(|turns| (turns, 1)).collect();
        let chart = column_chart(&many, "turns");
        assert!(column_chart(&BTreeMap::from([(0, 1), (u32::MAX, 1)]), "turns").contains("</svg>"));
        assert!(chart.matches("<rect").count() <= 40 && chart.contains("10–22"), "{chart}");
    }

    #[test]
    fn long_names_are_cut_and_all_are_text() {
        let elo = Estimate { value: 10.0, low: -20.0, high: 40.0 };
        let long = "é".repeat(40);
        let chart = rating_chart(&[("<b>", elo), (&long, elo)]);
        assert!(
            chart.contains(">&lt;b&gt;<") && chart.contains(&format!(">{}…<", "é".repeat(34))),
            "{chart}"
        );
    }

    #[test]
    fn marks_are_round_and_few() {
        assert_eq!(
            axis_marks(-50.0, 50.0),
            [-50.0, -40.0, -30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0, 40.0, 50.0]
        );
        assert_eq!(axis_marks(-420.0, 310.0), [-400.0, -300.0, -200.0, -100.0, 0.0, 100.0, 200.0, 300.0]);
    }

    #[test]
    fn a_bar_is_as_wide_as_its_share() {
        let bar = share_bar(BarShares { red: 3, draws: 0, blue: 1 });
        assert!(
            bar.contains("width=\"90.00\"") && bar.contains("x=\"90.00\" y=\"0\" width=\"30.00\""),
            "{bar}"
        );
    }
}
