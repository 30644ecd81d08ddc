//! The words and stills of a recorded battle.

use std::fmt::Write as _;

use hotgates_engine::{Battle, BySide, Order, Side, count_words};
use hotgates_picture::PositionDrawing;
use hotgates_record::{GameRecord, Replay};
use hotgates_text::text_in_html;

/// Greatest number of stills.
const MOST_STILLS: usize = 40;

/// A battle that has been played again, to be written as a page.
#[derive(Debug, Clone, Copy)]
pub struct RecordedBattle<'a> {
    /// The replay.
    pub replay: &'a Replay,
    /// Names of both commanders.
    pub names: &'a BySide<String>,
    /// Record of the battle.
    pub record: &'a GameRecord,
    /// The battle before its first order.
    pub start: &'a Battle,
}

impl RecordedBattle<'_> {
    /// Returns who fought and won, as HTML.
    #[must_use]
    pub fn outcome_in_html(&self) -> String {
        let battle = self.record.battle();
        let end = battle.verdict().map_or_else(|| "The battle is not over".to_owned(), |end| end.to_string());
        format!(
            "<p><strong>{}</strong>, turn {} of {}: {} against {}.</p>\n",
            text_in_html(&end),
            battle.turn(),
            battle.last_turn(),
            text_in_html(&self.names.red),
            text_in_html(&self.names.blue)
        )
    }

    /// Returns a still of each half-turn with its orders as HTML, as many as a page takes.
    #[must_use]
    pub fn stills_in_html(&self) -> String {
        let mut content = String::new();
        self.add_stills(&mut content);
        content
    }

    fn add_stills(&self, content: &mut String) {
        let mut course = GameRecord::new(self.start.clone(), self.record.dice_source());
        let mut orders = self.replay.orders.iter().map(|&(order, _)| order).peekable();
        for _ in 0..MOST_STILLS {
            let before = course.battle().clone();
            let mut given: Vec<Order> = Vec::new();
            while let Some(order) = orders.next_if(|_| course.battle().side() == before.side()) {
                // The replay has been played before, so that every order can be followed.
                if course.act(order, &mut Vec::new()).is_err() {
                    return;
                }
                given.push(order);
            }
            if given.is_empty() {
                return;
            }
            let drawing = PositionDrawing { battle: &before, orders: &given, better: &[] };
            let men = |side: Side| before.living_strength(side);
            let _ = writeln!(
                content,
                "<figure>{}<figcaption>Turn {}, {}: {}. Red has {}, Blue {}.</figcaption></figure>",
                drawing.to_svg(),
                before.turn(),
                before.side(),
                count_words(given.len(), "order", "orders"),
                count_words(men(Side::Red), "man", "men"),
                count_words(men(Side::Blue), "man", "men"),
            );
        }
        if orders.peek().is_some() {
            let _ =
                writeln!(content, "<p>The battle goes on; the first {MOST_STILLS} half-turns are shown.</p>");
        }
    }
}
