//! The report of a tournament: one HTML page.

use std::fmt::Write as _;

use hotgates_engine::Side;
use hotgates_page::{BarShares, HtmlPage, column_chart, rating_chart, share_bar, text_in_html};

use crate::game_table::add_game_table;
use crate::plan::TournamentPlan;
use crate::standings::{CommanderScore, Standings};
use crate::telling::ListedGame;

/// Greatest number of pairings and games that a page lists.
const MOST_ROWS: usize = 500;

/// Everything that a report tells of.
///
/// ```
/// use hotgates_tournament::{
///     FinishedGames, PlannedCommander, Standings, TournamentFormat, TournamentPlan, TournamentReport,
/// };
///
/// let commander = |name: &str| PlannedCommander { name: name.into(), version: "1".into(), doctrine_sha256: None };
/// let mut plan = TournamentPlan::new(TournamentFormat::RoundRobin);
/// plan.commanders = ["hunter", "<b>"].map(commander).to_vec();
/// let standings = Standings::new(&plan, &FinishedGames::new());
/// let report = TournamentReport { plan: &plan, standings: &standings, games: &[], complete: false };
/// let page = report.to_page().to_html();
/// assert!(page.contains("hunter") && page.contains("&lt;b&gt;") && !page.contains("<b>"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TournamentReport<'a> {
    /// What was to be played.
    pub plan: &'a TournamentPlan,
    /// What the finished games say.
    pub standings: &'a Standings,
    /// Games that are listed by themselves; those with a replay are opened in the page.
    pub games: &'a [ListedGame<'a>],
    /// `true` if no game is missing.
    pub complete: bool,
}

impl TournamentReport<'_> {
    /// Returns the page, which has a button for each game with a replay, numbered in their order.
    #[must_use]
    pub fn to_page(&self) -> HtmlPage<'_> {
        let mut page = String::new();
        self.add_summary(&mut page);
        self.add_test(&mut page);
        self.add_ratings(&mut page);
        self.add_cross_table(&mut page);
        self.add_pairs(&mut page);
        self.add_maps(&mut page);
        self.add_lengths(&mut page);
        self.add_endings(&mut page);
        self.add_faults(&mut page);
        add_game_table(&mut page, self.plan, self.games);
        self.add_styles(&mut page);
        self.add_thinking(&mut page);
        self.add_plan(&mut page);
        HtmlPage { title: "Tournament", subtitle: self.plan.tournament.name(), content: page }
    }

    fn name(&self, commander: usize) -> String {
        text_in_html(&self.plan.commanders[commander].name)
    }

    /// Returns the rating of a commander; a dash before its first whole set.
    fn elo_in_words(&self, commander: usize) -> String {
        let elo = self.standings.elo_of_commander(commander);
        elo.map_or_else(|| "–".to_owned(), |elo| whole_elo(elo.value))
    }

    fn add_summary(&self, page: &mut String) {
        let (plan, standings) = (self.plan, self.standings);
        let _ = writeln!(
            page,
            "<p><strong>{}</strong>: {} commanders on {} in sets of {} games, {} games played{}.</p>",
            plan.tournament.name(),
            plan.commanders.len(),
            hotgates_engine::count_words(plan.maps.len(), "map", "maps"),
            plan.games_per_set,
            standings.games,
            if self.complete { "" } else { "; it was ended early and can go on with --resume" }
        );
    }

    fn add_test(&self, page: &mut String) {
        let Some(test) = &self.standings.test else { return };
        let name = |number: usize| self.plan.commanders[number].name.as_str();
        let words = text_in_html(&test.in_words(name(0), name(1)));
        let _ = writeln!(page, "<h2>Sequential test</h2>\n<p>{words}.</p>");
    }

    fn add_ratings(&self, page: &mut String) {
        page.push_str("<h2>Ratings</h2>\n");
        let ranking = self.standings.ranking();
        let rated = |&number: &usize| {
            let elo = self.standings.elo_of_commander(number)?;
            Some((self.plan.commanders[number].name.as_str(), elo))
        };
        let rows: Vec<_> = ranking.iter().filter_map(rated).collect();
        if !rows.is_empty() {
            page.push_str(&rating_chart(&rows));
        }
        page.push_str(
            "<div class=\"wide\"><table>\n<tr><th>commander</th><th>place</th><th>Elo</th><th>95 % interval</th><th>games</th><th>won</th>\
             <th>drawn</th><th>lost</th><th>points</th></tr>\n",
        );
        for (place, &number) in (1..).zip(&ranking) {
            let score = &self.standings.commanders[number];
            let interval = self.standings.elo_of_commander(number).map_or_else(
                || "–".to_owned(),
                |elo| format!("{} … {}", whole_elo(elo.low), whole_elo(elo.high)),
            );
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{place}</td><td>{}</td><td>{interval}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1} %</td></tr>",
                self.name(number),
                self.elo_in_words(number),
                score.games,
                score.wins,
                score.draws,
                score.losses(),
                100.0 * score.share()
            );
        }
        page.push_str(
            "</table></div>\n<p><small>Ratings are above the mean of all, by maximum likelihood over all whole sets, with an advantage of Red's seat on \
             each map. Their intervals take sets as independent, not games.</small></p>\n",
        );
    }

    fn add_cross_table(&self, page: &mut String) {
        page.push_str("<h2>Cross table</h2>\n<div class=\"wide\"><table>\n<tr><th>against</th>");
        let ranking = self.standings.ranking();
        for (place, _) in (1..).zip(&ranking) {
            let _ = write!(page, "<th>{place}</th>");
        }
        page.push_str("</tr>\n");
        for (place, &one) in (1..).zip(&ranking) {
            let _ = write!(page, "<tr><td>{place}. {}</td>", self.name(one));
            for &other in &ranking {
                match self.standings.pair(one, other).filter(|_| one != other) {
                    Some(pair) => {
                        let (first, second) = (pair.first_wins, pair.second_wins());
                        let (won, lost) = if pair.first == one { (first, second) } else { (second, first) };
                        let _ = write!(page, "<td>{won} – {} – {lost}</td>", pair.draws);
                    }
                    None => page.push_str("<td></td>"),
                }
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n<p><small>Games won, drawn and lost by the commander of the row against that of the column.</small></p>\n");
    }

    fn add_pairs(&self, page: &mut String) {
        page.push_str(
            "<h2>Pairings</h2>\n<div class=\"wide\"><table>\n<tr><th>first</th><th>second</th><th>games</th><th>points of the first</th>\
             <th>95 % interval</th><th>the first is stronger</th></tr>\n",
        );
        for pair in self.standings.pairs.iter().take(MOST_ROWS) {
            let share = pair.sample().share();
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.1} %</td><td>{:.1} … {:.1} %</td><td>{:.1} %</td></tr>",
                self.name(pair.first),
                self.name(pair.second),
                pair.games,
                100.0 * share.value,
                100.0 * share.low,
                100.0 * share.high,
                100.0 * self.standings.ratings.likelihood_of_superiority(pair.first, pair.second)
            );
        }
        page.push_str("</table></div>\n<p><small>Points and intervals come from the whole sets of the two alone, the likelihood that the first is the stronger one from the ratings, and so from all games of both.</small></p>\n");
    }

    fn add_maps(&self, page: &mut String) {
        page.push_str(
            "<h2>Maps</h2>\n<div class=\"wide\"><table>\n<tr><th>map</th><th>games</th><th>Red won</th><th>drawn</th><th>Blue won</th><th>balance</th>\
             <th>Red's seat is worth</th><th>turns</th><th>ms a half-turn</th></tr>\n",
        );
        for (number, (map, score)) in self.plan.maps.iter().zip(&self.standings.maps).enumerate() {
            let grounds = self.plan.grounds_of_map(number);
            let worth: Vec<_> =
                grounds.map(|ground| whole_elo(self.standings.ratings.advantage_of_first(ground))).collect();
            let bar =
                share_bar(BarShares { red: score.wins.red, draws: score.draws(), blue: score.wins.blue });
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{bar}</td><td>{} Elo</td><td>{:.1}</td><td>{:.2}</td></tr>",
                text_in_html(&map.file),
                score.games,
                score.wins.red,
                score.draws(),
                score.wins.blue,
                worth.join(" and "),
                score.mean_turns().unwrap_or_default(),
                per(score.ms, 2 * score.turns)
            );
        }
        page.push_str("</table></div>\n");
        if self.plan.games_per_set > 2 {
            page.push_str("<p><small>What Red's seat is worth: with the armies as they are, and exchanged.</small></p>\n");
        }
    }

    fn add_lengths(&self, page: &mut String) {
        page.push_str("<h2>Lengths</h2>\n");
        page.push_str(&column_chart(&self.standings.lengths, "turns"));
    }

    fn add_endings(&self, page: &mut String) {
        page.push_str(
            "<h2>How battles ended</h2>\n<div class=\"wide\"><table>\n<tr><th>by</th><th>games</th><th>Red won</th><th>drawn</th><th>Blue won</th></tr>\n",
        );
        for (how, score) in &self.standings.endings {
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                text_in_html(how),
                score.games(),
                score.wins[Side::Red],
                score.draws,
                score.wins[Side::Blue]
            );
        }
        page.push_str("</table></div>\n");
    }

    fn add_faults(&self, page: &mut String) {
        page.push_str("<h2>Games lost by fault</h2>\n");
        if self.standings.faults.is_empty() {
            page.push_str("<p>None.</p>\n");
            return;
        }
        page.push_str("<div class=\"wide\"><table>\n<tr><th>commander</th><th>fault</th><th>games</th><th>what happened in one of them</th></tr>\n");
        for ((commander, how), fault) in self.standings.faults.iter().take(MOST_ROWS) {
            let (name, how) = (self.name(*commander), text_in_html(how));
            let (games, why) = (fault.games, text_in_html(fault.why.as_deref().unwrap_or_default()));
            let _ = writeln!(page, "<tr><td>{name}</td><td>{how}</td><td>{games}</td><td>{why}</td></tr>");
        }
        page.push_str("</table></div>\n");
    }

    fn add_styles(&self, page: &mut String) {
        page.push_str(
            "<h2>Style beside strength</h2>\n<div class=\"wide\"><table>\n<tr><th>commander</th><th>Elo</th><th>attacks a turn</th><th>own men lost</th>\
             <th>enemy's men lost</th><th>men taken for each lost</th><th>units lost a game</th><th>of these to flank or rear</th><th>castles held at the end</th><th>turns a game</th></tr>\n",
        );
        for number in self.standings.ranking() {
            let score: &CommanderScore = &self.standings.commanders[number];
            let percent = |[part, of]: [u64; 2]| 100.0 * per_count(part, of);
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{:.2}</td><td>{:.1} %</td><td>{:.1} %</td><td>{:.2}</td><td>{:.1}</td><td>{:.1}</td><td>{:.1} %</td><td>{:.1}</td></tr>",
                self.name(number),
                self.elo_in_words(number),
                per_count(score.attacks, score.turns),
                percent(score.men_lost),
                percent(score.men_taken),
                per_count(score.men_taken[0], score.men_lost[0]),
                per_count(score.units_lost, score.games),
                per_count(score.flank_losses, score.games),
                percent(score.castles),
                per_count(score.turns, score.games)
            );
        }
        page.push_str("</table></div>\n");
    }

    fn add_thinking(&self, page: &mut String) {
        page.push_str(
            "<h2>Thinking</h2>\n<div class=\"wide\"><table>\n<tr><th>commander</th><th>half-turns</th><th>steps a half-turn</th><th>ms a half-turn</th></tr>\n",
        );
        for number in self.standings.ranking() {
            let score: &CommanderScore = &self.standings.commanders[number];
            let steps = match score.steps {
                0 => "–".to_owned(),
                steps => format!("{:.0}", per_count(steps, score.half_turns)),
            };
            let ms = per(score.ms, score.half_turns);
            let (name, half_turns) = (self.name(number), score.half_turns);
            let _ = writeln!(
                page,
                "<tr><td>{name}</td><td>{half_turns}</td><td>{steps}</td><td>{ms:.2}</td></tr>"
            );
        }
        page.push_str("</table></div>\n<p><small>Programs take no steps, and neither do commanders that weigh nothing.</small></p>\n");
    }

    fn add_plan(&self, page: &mut String) {
        page.push_str("<h2>What was played</h2>\n<ul>\n");
        for map in &self.plan.maps {
            let _ = writeln!(
                page,
                "<li>{} ({}){}, SHA-256 <code>{}</code></li>",
                text_in_html(&map.name),
                text_in_html(&map.file),
                map.first_seed.map_or_else(String::new, |seed| format!(", seeds from {seed} on")),
                text_in_html(&map.sha256)
            );
        }
        let version = self.plan.commanders.first().map_or("", |commander| commander.version.as_str());
        let (key_of_all, option) = match self.plan.key {
            Some(key) => (format!("<p>All dice come from the key <code>{key}</code>.</p>\n"), "--key HEX"),
            None => (String::new(), "--seed N"),
        };
        let _ = writeln!(
            page,
            "</ul>\n{}<p>Any game can be played again from its line in games.jsonl: <code>hotgates battle MAP --red NAME --blue NAME {}</code>, with \
             <code>--mirror</code> if the armies were exchanged.</p>\n\
             <p><small>Made by hotgates tournament {}, behaviour {} of the rules.</small></p>",
            key_of_all,
            option,
            text_in_html(version),
            self.plan.behaviour
        );
    }
}

/// Returns a whole number of Elo with its sign, and no minus before a zero.
fn whole_elo(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}

/// Returns an amount for each of `of`; 0 where there is none.
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² turns")]
fn per(amount: f64, of: u64) -> f64 {
    amount / of.max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² men")]
fn per_count(amount: u64, of: u64) -> f64 {
    per(amount as f64, of)
}
