//! The exact odds of an attack, as numbers and as a small chart.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{Aspect, Battle, Condition, Odds, Permille, Retreat};

use super::selection::PreviewedAttack;
use super::situation::{AttackSituation, describe_support, signed_percent};
use hotgates_ui::names::unit_name;
use hotgates_ui::{UiContext, row, theme};

/// Bars of the chart.
const BARS: usize = 11;

/// Returns the distribution of the target's losses, each a bar, with its number of cases. Where support fire
/// comes first there are more losses than bars: each bar is then a range, named by the most that the target
/// loses in it.
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
    if losses.len() <= BARS {
        return losses;
    }
    let (least, greatest) = (losses[0].0, losses[losses.len() - 1].0);
    let bar_of = |men: u16| usize::from(men - least) * (BARS - 1) / usize::from(greatest - least);
    let mut bars: Vec<(u16, u32)> = Vec::with_capacity(BARS);
    let mut filled = None;
    for (men, ways) in losses {
        match bars.last_mut().filter(|_| filled == Some(bar_of(men))) {
            Some(bar) => *bar = (men, bar.1 + ways),
            None => bars.push((men, ways)),
        }
        filled = Some(bar_of(men));
    }
    bars
}

/// Returns cases of the odds as a share of all in percent with one digit.
#[must_use]
pub fn percent_of_cases(odds: &Odds, cases: u32) -> String {
    percent_with_digit(odds.permille_of(cases))
}

/// Returns a share in percent with one digit, also where it is 0: `0.0 %`.
#[must_use]
pub fn percent_with_digit(Permille(permille): Permille) -> String {
    format!("{}.{} %", permille / 10, permille % 10)
}

/// Numbers of cases of the odds in which more follows from an attack than losses; all 0 where no rule asks for
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
        ("odds-dealt", odds.mean_of_cases(odds.expected_target_losses()).to_string()),
        ("odds-taken", odds.mean_of_cases(odds.expected_attacker_losses()).to_string()),
        ("odds-destroys", percent_of_cases(odds, odds.cases_target_destroyed())),
        ("odds-lost", percent_of_cases(odds, odds.cases_attacker_destroyed())),
    ];
    let cases = AftermathCases::count(battle, attack);
    let more = [
        ("odds-they-break", cases.they_break),
        ("odds-we-break", cases.we_break),
        ("odds-gives-way", cases.gives_way),
        ("odds-no-room", cases.no_room),
        ("odds-pursues", cases.pursues),
        ("odds-their-officer-falls", cases.their_officer_falls),
        ("odds-our-officer-falls", cases.our_officer_falls),
        ("odds-their-officer-rises", cases.their_officer_rises),
        ("odds-our-officer-rises", cases.our_officer_rises),
    ];
    // What cannot happen would push out of sight what can.
    let more = more.into_iter().filter(|&(_, ways)| ways > 0);
    let more = more.map(|(key, ways)| (key, percent_of_cases(odds, ways)));
    let situation = AttackSituation::new(battle, attack);
    let aspect = if situation.aspect == Aspect::Rear { "odds-rear" } else { "odds-flank" };
    let dug_in = (situation.dug_in > 0).then(|| ("odds-dug-in", signed_percent(-situation.dug_in)));
    let situation = [
        (aspect, situation.by_aspect),
        ("odds-combined-arms", situation.combined_arms),
        ("odds-leadership", situation.leadership),
        ("odds-height", situation.height),
        ("odds-side-factor", situation.side_factors[0]),
        ("odds-answer", situation.answer),
        ("odds-their-leadership", situation.their_leadership),
        ("odds-their-height", situation.their_height),
        ("odds-their-side-factor", situation.side_factors[1]),
    ];
    let situation = situation.into_iter().filter(|&(_, more)| more != 0);
    let situation = situation.map(|(key, more)| (key, signed_percent(more)));
    // What may come of it before why: the end of the list may have to be scrolled to.
    for (key, value) in lines.into_iter().chain(more).chain(situation).chain(dug_in) {
        panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(8) }).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
            line.spawn(ui.bold_text(value, theme::SMALL, theme::TEXT));
        });
    }
    if let Some(words) = describe_support(&ui.texts, battle, attack) {
        panel.spawn(ui.styled_text(words, theme::SMALL, theme::WRONG));
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
                #[expect(clippy::cast_precision_loss, reason = "at most 46656")]
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
        line.spawn(ui.styled_text(ui.localized_text("odds-chart"), theme::SMALL, theme::TEXT_DIM));
        line.spawn(ui.styled_text(format!("−{greatest}"), theme::SMALL, theme::TEXT_DIM));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{
        Battle, CohesionRule, MapFile, ReactionRule, RetreatRule, Ruleset, Scenario, Side, Strength, UnitId,
        WHOLE,
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
        let battle = Battle::from_scenario(&Scenario::new(map.unwrap(), rules)).unwrap();
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

    /// Guns behind the target fire first: the chart has no more bars, and the odds hold more cases.
    #[test]
    fn support_fire_is_part_of_the_odds() {
        let map = MapFile::from_ron(
            r#"(name: "support", rows: ["........#", "........."],
            red: (units: [(type: "infantry", at: (3, 0))]),
            blue: (units: [(type: "infantry", at: (4, 0)), (type: "artillery", at: (6, 0))]))"#,
        );
        let mut rules = Ruleset::classic();
        rules.setup.distance = 0;
        rules.units[2].supports = true;
        rules.options.reaction = Some(ReactionRule::default());
        let battle = Battle::from_scenario(&Scenario::new(map.unwrap(), rules)).unwrap();
        let attack =
            PreviewedAttack::new(&battle, UnitId(0), battle.unit(UnitId(0)).cell, UnitId(1)).unwrap();
        let bars = loss_distribution(&attack.odds);
        assert_eq!(attack.odds.of, 36 * WHOLE);
        assert_eq!(bars.iter().map(|&(_, ways)| ways).sum::<u32>(), 36 * WHOLE);
        assert!(bars.len() <= BARS && bars.is_sorted(), "{bars:?}");
        let most = attack.odds.outcomes.iter().map(|outcome| outcome.target_losses.0).max();
        assert_eq!(bars.last().map(|bar| bar.0), most);
        let (gun, men) = AttackSituation::new(&battle, &attack).support.unwrap();
        assert_eq!(gun, UnitId(2));
        // What the guns cost the attacker on average is what the answer does not.
        let by_answer = Odds::in_setting(
            battle.combat(),
            hotgates_engine::Attack::Melee,
            battle.fighter_on(UnitId(0), attack.from),
            battle.fighter_on(UnitId(1), battle.unit(UnitId(1)).cell),
            battle.attack_setting(UnitId(0), attack.from, UnitId(1)),
        );
        let all = attack.odds.mean_of_cases(attack.odds.expected_attacker_losses());
        let answer = by_answer.mean_of_cases(by_answer.expected_attacker_losses());
        assert!(men > 0 && all > answer && all <= answer + men + 1, "{all} {answer} {men}");
    }

    #[test]
    fn shares_are_rounded_to_a_tenth() {
        let odds_of = |of: u32| {
            let (target, attacker) = (Strength(1000), Strength(1000));
            Odds { outcomes: Vec::new(), of, target, attacker }
        };
        let odds = odds_of(WHOLE);
        let words = [1296, 648, 1, 0].map(|cases| percent_of_cases(&odds, cases));
        assert_eq!(words, ["100.0 %", "50.0 %", "0.1 %", "0.0 %"]);
        assert_eq!(odds.mean_of_cases(1296 * 3 + 648), 4);
        let with_support = odds_of(36 * WHOLE);
        assert_eq!(percent_of_cases(&with_support, 36 * 648), "50.0 %");
        assert_eq!(with_support.mean_of_cases(36 * 1296 * 3), 3);
    }
}
