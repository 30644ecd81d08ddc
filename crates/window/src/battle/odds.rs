//! The exact odds of an attack, as numbers and as a small chart.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{Aspect, Battle, Condition, Odds, Retreat, WHOLE};

use super::selection::PreviewedAttack;
use super::situation::{AttackSituation, signed_percent};
use hotgates_ui::names::unit_name;
use hotgates_ui::{UiContext, column, row, theme};

/// Bars of the chart.
const BARS: usize = 11;

/// Returns the distribution of the target's losses: shares of its men in steps, a step a bar, each
/// with its number of cases of 1296.
#[must_use]
pub fn loss_distribution(odds: &Odds) -> Vec<(u16, u32)> {
    let mut losses: Vec<(u16, u32)> = Vec::with_capacity(BARS);
    for outcome in &odds.outcomes {
        let men = outcome.target_losses.0;
        match losses.iter_mut().find(|(known, _)| *known == men) {
            Some((_, ways)) => *ways += outcome.ways,
            None => losses.push((men, outcome.ways)),
        }
    }
    losses.sort_unstable();
    losses
}

/// Returns a share of 1296 in percent with one digit.
#[must_use]
pub fn percent_of_cases(ways: u32) -> String {
    let permille = (u64::from(ways) * 2000 + u64::from(WHOLE)) / (2 * u64::from(WHOLE));
    format!("{}.{} %", permille / 10, permille % 10)
}

/// Returns the expected number of men, from men × 1296.
#[must_use]
pub fn expected_men(expected: u32) -> u32 {
    (expected + WHOLE / 2) / WHOLE
}

/// Numbers of cases of 1296 in which more follows from an attack than losses; all 0 where no rule asks for
/// what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AftermathCases {
    /// Cases in which the target breaks and lives.
    pub they_break: u32,
    /// Cases in which the attacker breaks and lives.
    pub we_break: u32,
    /// Cases in which the target gives way to another hex.
    pub gives_way: u32,
    /// Cases in which the target should give way and has nowhere to go.
    pub no_room: u32,
    /// Cases in which the attacker enters the hex that the target has left.
    pub pursues: u32,
    /// Cases in which the target's officer falls.
    pub their_officer_falls: u32,
    /// Cases in which the attacker's officer falls.
    pub our_officer_falls: u32,
    /// Cases in which the target's officer rises in rank, or it gets one.
    pub their_officer_rises: u32,
    /// Cases in which the attacker's officer rises in rank, or it gets one.
    pub our_officer_rises: u32,
}

impl AftermathCases {
    /// Counts what follows from an attack. A target that has broken before does not break again.
    #[must_use]
    pub fn count(battle: &Battle, attack: &PreviewedAttack) -> Self {
        let (odds, had_broken) = (&attack.odds, battle.is_broken(attack.target));
        // Where officers neither rise nor fall conditions have no ranks, before and after.
        let [theirs, ours] = [attack.target, attack.attacker].map(|unit| battle.condition(unit));
        let falls = |before: Condition, after: Condition| before.rank.is_some() && after.rank.is_none();
        let rises = |before: Condition, after: Condition| after.rank > before.rank;
        Self {
            they_break: odds.cases_followed_by(|after| after.target.broken && !had_broken),
            we_break: odds.cases_followed_by(|after| after.attacker.broken),
            gives_way: odds.cases_followed_by(|after| matches!(after.retreat, Retreat::To(_))),
            no_room: odds.cases_followed_by(|after| after.retreat == Retreat::NoRoom),
            pursues: odds.cases_followed_by(|after| after.pursues),
            their_officer_falls: odds.cases_followed_by(|after| falls(theirs, after.target)),
            our_officer_falls: odds.cases_followed_by(|after| falls(ours, after.attacker)),
            their_officer_rises: odds.cases_followed_by(|after| rises(theirs, after.target)),
            our_officer_rises: odds.cases_followed_by(|after| rises(ours, after.attacker)),
        }
    }
}

/// Fills a panel with the odds of an attack.
pub(super) fn spawn_odds(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    attack: &PreviewedAttack,
) {
    let odds = &attack.odds;
    let name = unit_name(&ui.texts, battle, attack.target);
    panel.spawn(ui.bold_text(
        ui.texts.text_with_values("odds-attack-on", &[("target", name.into())]),
        theme::BODY,
        theme::ACCENT,
    ));
    let lines = [
        ("odds-dealt", expected_men(odds.expected_target_losses()).to_string()),
        ("odds-taken", expected_men(odds.expected_attacker_losses()).to_string()),
        ("odds-destroys", percent_of_cases(odds.cases_target_destroyed())),
        ("odds-lost", percent_of_cases(odds.cases_attacker_destroyed())),
    ];
    let (options, cases) = (&battle.rules().options, AftermathCases::count(battle, attack));
    let more = [
        ("odds-they-break", cases.they_break, options.cohesion.is_some()),
        ("odds-we-break", cases.we_break, options.cohesion.is_some()),
        ("odds-gives-way", cases.gives_way, options.retreat.is_some()),
        ("odds-no-room", cases.no_room, cases.no_room > 0),
        ("odds-pursues", cases.pursues, cases.pursues > 0),
        ("odds-their-officer-falls", cases.their_officer_falls, cases.their_officer_falls > 0),
        ("odds-our-officer-falls", cases.our_officer_falls, cases.our_officer_falls > 0),
        ("odds-their-officer-rises", cases.their_officer_rises, cases.their_officer_rises > 0),
        ("odds-our-officer-rises", cases.our_officer_rises, cases.our_officer_rises > 0),
    ];
    let more = more.into_iter().filter(|&(.., shown)| shown);
    let more = more.map(|(key, ways, _)| (key, percent_of_cases(ways)));
    let situation = AttackSituation::new(battle, attack);
    let aspect = if situation.aspect == Aspect::Rear { "odds-rear" } else { "odds-flank" };
    let situation = [
        (aspect, situation.by_aspect),
        ("odds-combined-arms", situation.combined_arms),
        ("odds-leadership", situation.leadership),
        ("odds-answer", situation.answer),
        ("odds-their-leadership", situation.their_leadership),
    ];
    let situation = situation.into_iter().filter(|&(_, more)| more != 0);
    let situation = situation.map(|(key, more)| (key, signed_percent(more)));
    for (key, value) in lines.into_iter().chain(situation).chain(more) {
        panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(8) }).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
            line.spawn(ui.bold_text(value, theme::SMALL, theme::TEXT));
        });
    }
    spawn_odds_chart(panel, ui, odds);
}

/// Spawns one bar for each step of the target's losses, as high as the losses are likely.
fn spawn_odds_chart(panel: &mut ChildSpawnerCommands, ui: &UiContext, odds: &Odds) {
    let bars = loss_distribution(odds);
    let most = bars.iter().map(|&(_, ways)| ways).max().unwrap_or(1).max(1);
    panel
        .spawn((
            Node { height: px(56), align_items: AlignItems::End, column_gap: px(2), ..default() },
            BackgroundColor(theme::BACKGROUND),
        ))
        .with_children(|chart| {
            for &(men, ways) in &bars {
                #[expect(clippy::cast_precision_loss, reason = "at most 1296")]
                let height = 100.0 * ways as f32 / most as f32;
                let deadly = men >= odds.target.0;
                chart.spawn((
                    Node { flex_grow: 1.0, height: percent(height.max(2.0)), ..default() },
                    BackgroundColor(if deadly { theme::WRONG } else { theme::ACCENT }),
                ));
            }
        });
    let (least, greatest) = (bars.first().map_or(0, |bar| bar.0), bars.last().map_or(0, |bar| bar.0));
    panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(0) }).with_children(|line| {
        line.spawn(ui.styled_text(format!("−{least}"), theme::SMALL, theme::TEXT_DIM));
        line.spawn(ui.styled_text(ui.localized_text("odds-chart"), theme::SMALL, theme::TEXT_OFF));
        line.spawn(ui.styled_text(format!("−{greatest}"), theme::SMALL, theme::TEXT_DIM));
    });
    panel.spawn(column(0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{
        Battle, CohesionRule, MapFile, Permille, RetreatRule, Ruleset, Scenario, Side, UnitId,
    };

    #[test]
    fn the_chart_holds_every_case_once() {
        let map = MapFile::from_ron(
            r##"(name: "duel", rows: ["#.........", ".........."],
            red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "artillery")]))"##,
        );
        let battle = Battle::from_scenario(&Scenario::classic(map.unwrap())).unwrap();
        let (red, blue) =
            (battle.living(Side::Red).next().unwrap(), battle.living(Side::Blue).next().unwrap());
        let next_to = battle.grid().around(battle.unit(blue).cell);
        let from = next_to.into_iter().find(|&cell| battle.grid().at(battle.grid().coord(cell)).is_some());
        let odds = battle.odds_from(red, from.unwrap(), blue).unwrap();
        let bars = loss_distribution(&odds);
        assert_eq!(bars.iter().map(|&(_, ways)| ways).sum::<u32>(), WHOLE);
        let expected: u32 = bars.iter().map(|&(men, ways)| u32::from(men) * ways).sum();
        assert_eq!(expected, odds.expected_target_losses());
        let deadly =
            bars.iter().filter(|&&(men, _)| men == odds.target.0).map(|&(_, ways)| ways).sum::<u32>();
        assert_eq!(deadly, odds.cases_target_destroyed());
    }

    /// Guns that cavalry falls on are destroyed or break, and never both.
    #[test]
    fn who_is_destroyed_does_not_break() {
        let map = MapFile::from_ron(
            r##"(name: "duel", rows: ["#.........", ".........."], from: se,
            red: (units: [(type: "cavalry", at: (1, 0))]),
            blue: (units: [(type: "artillery", strength: 130, at: (0, 0))]))"##,
        );
        let mut rules = Ruleset::classic();
        rules.setup.distance = 0;
        // Any loss breaks.
        let (waver, breaks, obey) = (Permille(1000), Permille(1000), Permille(1000));
        rules.options.cohesion = Some(CohesionRule { waver, breaks, obey, ..CohesionRule::default() });
        rules.options.retreat = Some(RetreatRule::default());
        let battle = Battle::from_scenario(&Scenario { map: map.unwrap(), rules }).unwrap();
        let (red, blue) = (UnitId(0), UnitId(1));
        let attack = PreviewedAttack::new(&battle, red, battle.unit(red).cell, blue).unwrap();
        let odds = &attack.odds;
        let cases = AftermathCases::count(&battle, &attack);
        let destroyed = odds.cases_target_destroyed();
        assert!(destroyed > 0 && destroyed < WHOLE, "{destroyed}");
        assert_eq!(cases.they_break + destroyed, WHOLE, "who does not die breaks: {cases:?}");
        assert_eq!(cases.gives_way + cases.no_room, cases.they_break, "{cases:?}");
        assert_eq!(cases.we_break, cases.they_break, "guns that live strike back");
        assert_eq!(cases.pursues, 0, "who has broken does not pursue");
    }

    #[test]
    fn shares_are_rounded_to_a_tenth() {
        assert_eq!(percent_of_cases(1296), "100.0 %");
        assert_eq!(percent_of_cases(648), "50.0 %");
        assert_eq!(percent_of_cases(1), "0.1 %");
        assert_eq!(percent_of_cases(0), "0.0 %");
        assert_eq!(expected_men(1296 * 3 + 648), 4);
    }
}
