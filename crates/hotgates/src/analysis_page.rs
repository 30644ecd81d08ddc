//! The page of an analysed battle.

use std::fmt::Write as _;

use hotgates_analysis::{BattleAnalysis, PlayedBattle};
use hotgates_engine::{BySide, Side, text_in_html};
use hotgates_page::HtmlPage;
use hotgates_picture::{Palette, PositionDrawing};
use hotgates_record::GameRecord;

use crate::analysis_words::{better_line, luck_lines, mistake_line, moment_line};
use crate::battle_page::{VERIFICATION, page_with_battle};

/// Greatest number of stills of mistakes.
const MOST_STILLS: usize = 12;

/// Everything that the page tells of.
pub struct AnalysisPage<'a> {
    /// Name of the map.
    pub map: &'a str,
    /// Names of both commanders.
    pub names: &'a BySide<String>,
    /// The battle as it was played.
    pub record: &'a GameRecord,
    /// The positions of the battle.
    pub played: &'a PlayedBattle,
    /// Report of the analysis.
    pub analysis: &'a BattleAnalysis,
}

const fn side_class(side: Side) -> &'static str {
    match side {
        Side::Red => "red",
        Side::Blue => "blue",
    }
}

impl AnalysisPage<'_> {
    /// Returns the page, with the battle of these bytes of a replay in it.
    pub fn to_html(&self, replay: &[u8]) -> String {
        let mut page = String::new();
        self.add_result(&mut page);
        self.add_chart(&mut page);
        self.add_luck(&mut page);
        self.add_moments(&mut page);
        self.add_mistakes(&mut page);
        self.add_units(&mut page);
        let _ = writeln!(
            page,
            "<p><small>Made by hotgates analyse {} from the replay with the hash {:016x}; {VERIFICATION}. \
             Win chances come from {} rollouts of each position. Luck compares the dice with all dice for the attacks that were made; \
             it does not say how other battles would have gone.</small></p>",
            env!("CARGO_PKG_VERSION"),
            self.record.hash(),
            self.analysis.samples
        );
        let page = HtmlPage { title: self.map, subtitle: "what decided the battle", content: page };
        page_with_battle(&page, replay)
    }

    fn add_result(&self, page: &mut String) {
        let battle = self.record.battle();
        let end = battle.verdict().map_or_else(|| "The battle is not over".to_owned(), |end| end.to_string());
        let _ = writeln!(
            page,
            "<p><strong>{}</strong>, turn {} of {}.</p>",
            text_in_html(&end),
            battle.turn(),
            battle.last_turn()
        );
        page.push_str("<ul>\n");
        for side in Side::BOTH {
            let _ = writeln!(
                page,
                "<li><span class=\"{}\">{side}</span>: {}, {} of {} men left</li>",
                side_class(side),
                text_in_html(&self.names[side]),
                battle.living_strength(side),
                battle.start_strength(side)
            );
        }
        page.push_str("</ul>\n");
    }

    /// Adds Red's win chance over the orders, with a line for each turn and a mark for each
    /// mistake.
    fn add_chart(&self, page: &mut String) {
        page.push_str("<h2>Win chance</h2>\n");
        let chances = &self.analysis.chances;
        let (Some(&(last, _)), palette) = (chances.last(), Palette::default()) else {
            page.push_str("<p>Too few steps for win chances.</p>\n");
            return;
        };
        #[expect(clippy::cast_precision_loss, reason = "at most 50,000 orders")]
        let x = |order: usize| 50.0 + 840.0 * order as f64 / last.max(1) as f64;
        let y = |red: f64| 20.0 + 260.0 * (1.0 - red);
        page.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 310\" width=\"900\" height=\"310\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\" aria-label=\"Red's win chance over the battle\">\n");
        for percent in [0_u8, 25, 50, 75, 100] {
            let at = y(f64::from(percent) / 100.0);
            let _ = writeln!(
                page,
                "<line x1=\"50\" y1=\"{at:.1}\" x2=\"890\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"44\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
                at + 4.0
            );
        }
        for half_turn in (0..self.played.half_turn_count()).step_by(2) {
            let order = self.played.orders_of_half_turn(half_turn).start;
            let _ = writeln!(
                page,
                "<line x1=\"{0:.1}\" y1=\"20\" x2=\"{0:.1}\" y2=\"280\" stroke=\"#eee\"/><text x=\"{0:.1}\" y=\"296\" text-anchor=\"middle\">{1}</text>",
                x(order),
                half_turn / 2 + 1
            );
        }
        let red = palette.sides.red.fill.in_svg();
        let point = |(order, red): (usize, f64)| format!("{:.1},{:.1}", x(order), y(red));
        let above =
            chances.iter().map(|&(order, chance)| point((order, (chance.red + chance.error).min(1.0))));
        let below =
            chances.iter().rev().map(|&(order, chance)| point((order, (chance.red - chance.error).max(0.0))));
        let band: Vec<String> = above.chain(below).collect();
        let line: Vec<String> = chances.iter().map(|&(order, chance)| point((order, chance.red))).collect();
        let _ =
            writeln!(page, "<polygon points=\"{}\" fill=\"{red}\" fill-opacity=\"0.18\"/>", band.join(" "));
        let _ = writeln!(
            page,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{red}\" stroke-width=\"2\"/>",
            line.join(" ")
        );
        for mistake in &self.analysis.mistakes {
            let near = chances.iter().rev().find(|(order, _)| *order <= mistake.order);
            let Some((_, chance)) = near else { continue };
            let _ = writeln!(
                page,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{}\" stroke=\"#000\"/>",
                x(mistake.order),
                y(chance.red),
                palette.sides[mistake.side].fill.in_svg()
            );
        }
        page.push_str("</svg>\n<p><small>Red's chance after every order, by turns; the band is one standard error, a dot a mistake in the colour of its side.</small></p>\n");
    }

    fn add_luck(&self, page: &mut String) {
        page.push_str("<h2>Dice</h2>\n");
        if self.analysis.attacks.is_empty() {
            page.push_str("<p>Nobody attacked.</p>\n");
            return;
        }
        for line in luck_lines(self.analysis) {
            let _ = writeln!(page, "<p>{}</p>", text_in_html(&line));
        }
    }

    fn add_moments(&self, page: &mut String) {
        if self.analysis.moments.is_empty() {
            return;
        }
        page.push_str("<h2>Where it turned</h2>\n");
        for moment in &self.analysis.moments {
            let order = self.played.orders()[moment.order];
            let still = PositionDrawing {
                battle: &self.played.position(moment.order),
                orders: &[order],
                better: &[],
            };
            let _ = writeln!(
                page,
                "<figure>\n{}<figcaption>{}</figcaption>\n</figure>",
                still.to_svg(),
                text_in_html(&moment_line(self.played, moment))
            );
        }
    }

    fn add_mistakes(&self, page: &mut String) {
        if self.analysis.chances.is_empty() {
            return;
        }
        page.push_str("<h2>Mistakes</h2>\n");
        if self.analysis.mistakes.is_empty() {
            page.push_str("<p>None was found.</p>\n");
        }
        let mut worst: Vec<f64> = self.analysis.mistakes.iter().map(|mistake| mistake.cost).collect();
        worst.sort_by(|a, b| b.total_cmp(a));
        let least = worst.get(MOST_STILLS - 1).copied().unwrap_or(0.0);
        for mistake in &self.analysis.mistakes {
            page.push_str("<figure>\n");
            if mistake.cost >= least {
                let number = mistake.order;
                let end = if mistake.whole_half_turn {
                    let rest = &self.played.orders()[number..];
                    let ends = |order: &hotgates_engine::Order| *order == hotgates_engine::Order::EndTurn;
                    number + rest.iter().position(ends).map_or(rest.len(), |place| place + 1)
                } else {
                    number + 1
                };
                let better = mistake.better.as_ref().map_or(&[][..], |line| &line.orders);
                let still = PositionDrawing {
                    battle: &self.played.position(number),
                    orders: &self.played.orders()[number..end],
                    better,
                };
                page.push_str(&still.to_svg());
            }
            let _ = writeln!(page, "<figcaption>{}", text_in_html(&mistake_line(self.played, mistake)));
            if let Some(line) = better_line(self.played, mistake, 40) {
                let _ = writeln!(page, "<br/><small>{}</small>", text_in_html(&line));
            }
            page.push_str("</figcaption>\n</figure>\n");
        }
        page.push_str("<p><small>In the drawings solid lines are the orders as they were given, dashed ones the better orders.</small></p>\n");
    }

    fn add_units(&self, page: &mut String) {
        page.push_str(
            "<h2>Units</h2>\n<div class=\"wide\"><table>\n<tr><th>unit</th><th>dealt</th><th>lost</th><th>left</th><th>attacks</th>\
             <th>destroyed</th><th>hexes marched</th><th>held its hex</th><th>idle half-turns</th></tr>\n",
        );
        for (unit, info) in self.played.start().roster().take(500) {
            let did = self.analysis.units[unit.index()];
            let _ = writeln!(
                page,
                "<tr><td><span class=\"{}\">{}</span> {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{} of {}</td></tr>",
                side_class(info.side),
                info.side,
                text_in_html(&info.label),
                did.dealt,
                did.lost,
                self.record.battle().living_men(unit).0,
                did.attacks,
                did.destroyed,
                did.marched,
                did.held,
                did.idle,
                did.half_turns
            );
        }
        page.push_str("</table></div>\n");
    }
}
