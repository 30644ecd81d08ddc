//! The report of a tuning: one HTML page.

use std::fmt::Write as _;

use hotgates_engine::count_words;
use hotgates_page::{ChartCurve, HtmlPage, curve_chart, text_in_html};
use hotgates_stats::{Estimate, ScoreSample};
use hotgates_tournament::{TournamentFormat, TournamentPlan};

use crate::progress::{Checkpoint, TuneVerdict, TuningProgress};

/// The report of a tuning as it stands.
#[derive(Debug, Clone, Copy)]
pub struct TuningReport<'a> {
    /// How far the tuning has come.
    pub progress: &'a TuningProgress,
}

impl TuningReport<'_> {
    /// Returns the page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut page = String::new();
        self.add_summary(&mut page);
        self.add_test(&mut page);
        self.add_curves(&mut page);
        self.add_numbers(&mut page);
        self.add_plan(&mut page);
        HtmlPage { title: "Tuning", subtitle: self.progress.plan().start_name(), content: page }.to_html()
    }

    /// Returns what came of the tuning in a sentence.
    #[must_use]
    pub fn result_in_words(&self) -> String {
        let found = match self.progress.best_checkpoint() {
            Some(best) if best.iteration > 0 => {
                format!(
                    "the best doctrine by validation is that after {}",
                    iterations_in_words(best.iteration)
                )
            }
            _ => "no doctrine was better by validation than the one it started from".to_owned(),
        };
        match self.progress.verdict() {
            Some(TuneVerdict::Accepted) => {
                format!("Accepted: {found}, and the test says that it is stronger")
            }
            Some(TuneVerdict::Rejected) if self.progress.test().is_none() => format!("Rejected: {found}"),
            Some(TuneVerdict::Rejected) => {
                format!("Rejected: {found}, and the test says that it is not stronger")
            }
            Some(TuneVerdict::Undecided) => {
                format!("Undecided: {found}, and the test cannot tell within its games")
            }
            None => "Not yet decided".to_owned(),
        }
    }

    /// Returns the state of the test in a sentence; `None` before it begins.
    #[must_use]
    pub fn test_in_words(&self) -> Option<String> {
        let start = self.progress.plan().start_name();
        self.progress.test().map(|test| test.in_words("the tuned doctrine", start))
    }

    fn add_summary(self, page: &mut String) {
        let (plan, progress) = (self.progress.plan(), self.progress);
        let opponents: Vec<_> =
            plan.trials.commanders.iter().skip(1).map(|opponent| text_in_html(&opponent.name)).collect();
        let _ = writeln!(
            page,
            "<p><strong>{}.</strong> {} was tuned in {} against {}: {} of {}, {} played{}.</p>",
            text_in_html(&self.result_in_words()),
            text_in_html(plan.start_name()),
            count_words(u32::try_from(plan.numbers.len()).unwrap_or(u32::MAX), "number", "numbers"),
            opponents.join(", "),
            progress.iteration(),
            iterations_in_words(plan.iterations),
            count_words(u32::try_from(progress.games()).unwrap_or(u32::MAX), "game", "games"),
            if progress.is_over() { "" } else { "; it was ended early and can go on with --resume" }
        );
    }

    fn add_test(self, page: &mut String) {
        page.push_str("<h2>Test</h2>\n");
        match self.test_in_words() {
            Some(words) => {
                let _ = writeln!(page, "<p>{}.</p>", text_in_html(&words));
            }
            None => page.push_str("<p>No test was played.</p>\n"),
        }
        if let TournamentFormat::Sprt { elo0, elo1, alpha, beta } = self.progress.plan().test.tournament {
            let _ = writeln!(
                page,
                "<p><small>The test asks if the tuned doctrine is stronger than the one it started from by {elo1} normalised Elo, or by {elo0} at most, \
                 with errors of {alpha} and {beta}, in paired sets on maps and with seeds that neither tuning nor validation saw.</small></p>"
            );
        }
    }

    fn add_curves(self, page: &mut String) {
        page.push_str("<h2>Strength</h2>\n");
        let checkpoints = self.progress.checkpoints();
        let percent = |sample: &ScoreSample| sample.share().map(|share| 100.0 * share);
        let validation: Vec<(u32, Estimate)> =
            checkpoints.iter().map(|one| (one.iteration, percent(&one.validation))).collect();
        let tuning: Vec<(u32, Estimate)> = checkpoints
            .iter()
            .filter_map(|one| Some((one.iteration, percent(one.tuning.as_ref()?))))
            .collect();
        let curves = [
            ChartCurve { name: "tuning sets", points: tuning },
            ChartCurve { name: "validation sets", points: validation },
        ];
        page.push_str(&curve_chart(&curves, "iterations", "points in %"));
        page.push_str(
            "<p><small>Points against the opponents. On the tuning sets: of all trials since the last checkpoint, which lie around what the search had come \
             to. On the validation sets: of the doctrine at the checkpoint, each time on the same maps and seeds, which the search never sees. Two \
             values at different checkpoints share their luck, so their difference is surer than their intervals look.</small></p>\n",
        );
        page.push_str("<div class=\"wide\"><table>\n<tr><th>iterations</th><th>tuning sets</th><th>validation sets</th>");
        for number in self.progress.space().numbers() {
            let _ = write!(page, "<th>{}</th>", text_in_html(&number.field));
        }
        page.push_str("</tr>\n");
        for checkpoint in checkpoints {
            self.add_checkpoint(page, checkpoint);
        }
        page.push_str("</table></div>\n");
    }

    fn add_checkpoint(self, page: &mut String, checkpoint: &Checkpoint) {
        let cell = |sample: &ScoreSample| {
            let Estimate { value, low, high } = sample.share().map(|share| 100.0 * share);
            format!("{value:.1} % ({low:.1} … {high:.1})")
        };
        let tuning = checkpoint.tuning.as_ref().map(cell).unwrap_or_default();
        let validation = cell(&checkpoint.validation);
        let _ = write!(page, "<tr><td>{}</td><td>{tuning}</td><td>{validation}</td>", checkpoint.iteration);
        for value in self.progress.space().values_of_doctrine(&checkpoint.doctrine) {
            let _ = write!(page, "<td>{value}</td>");
        }
        page.push_str("</tr>\n");
    }

    fn add_numbers(self, page: &mut String) {
        let space = self.progress.space();
        let after = self.progress.tuned_doctrine().map(|doctrine| space.values_of_doctrine(doctrine));
        page.push_str(
            "<h2>Numbers</h2>\n<table>\n<tr><th>number</th><th>before</th><th>after</th><th>least</th><th>greatest</th></tr>\n",
        );
        for (place, number) in space.numbers().iter().enumerate() {
            let after = after.as_ref().map(|values| values[place].to_string()).unwrap_or_default();
            let (field, start) = (text_in_html(&number.field), number.start);
            let (low, high) = (number.low, number.high);
            let _ = writeln!(
                page,
                "<tr><td>{field}</td><td>{start}</td><td>{after}</td><td>{low}</td><td>{high}</td></tr>"
            );
        }
        page.push_str("</table>\n");
    }

    fn add_plan(self, page: &mut String) {
        let plan = self.progress.plan();
        page.push_str("<h2>What was played</h2>\n");
        let each = |plan: &TournamentPlan| {
            let games = plan.sets.saturating_mul(plan.games_per_set);
            format!("{} on each map against each opponent", count_words(games, "game", "games"))
        };
        let most = format!("at most {}", each(&plan.test));
        for (what, part, games) in [
            ("Tuning, in each trial", &plan.trials, each(&plan.trials)),
            ("Validation, at each checkpoint", &plan.checkpoints, each(&plan.checkpoints)),
            ("Test", &plan.test, most),
        ] {
            let _ = writeln!(page, "<p>{what}: {games}, in sets of {}.</p>\n<ul>", part.games_per_set);
            for map in &part.maps {
                let [name, file] = [&map.name, &map.file].map(|text| text_in_html(text));
                let (seed, hash) = (map.first_seed.unwrap_or(0), text_in_html(&map.sha256));
                let _ = writeln!(
                    page,
                    "<li>{name} ({file}), seeds from {seed} on, SHA-256 <code>{hash}</code></li>"
                );
            }
            page.push_str("</ul>\n");
        }
        let version = plan.trials.commanders.first().map_or("", |commander| commander.version.as_str());
        let _ = writeln!(
            page,
            "<p><small>Made by hotgates tune {}, behaviour {} of the rules, seed {} of the search.</small></p>",
            text_in_html(version),
            plan.behaviour,
            plan.seed
        );
    }
}

fn iterations_in_words(iterations: u32) -> String {
    count_words(iterations, "iteration", "iterations")
}
