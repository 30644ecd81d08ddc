//! The reason of an order in the player's language, for the position in which the order was given.

use hotgates_ai::{
    EvaluationPart, Exchange, ForeseenPlan, PartChange, PlanStyle, PlannedMarch, PlannedStrike, PositionRole,
    Reason, WorkGain,
};
use hotgates_engine::{Battle, Permille, UnitId, WorkId};

use crate::battle::odds::expected_men;
use hotgates_ui::battle_goals::describe_goal;
use hotgates_ui::names::{side_name, unit_name};
use hotgates_ui::texts::{TextValue, Texts};

/// Returns a reason in words: the decision, the numbers that decided, the refused alternative.
#[must_use]
pub fn reason_text(texts: &Texts, battle: &Battle, reason: &Reason) -> String {
    let hex = |cell| TextValue::from(battle.grid().coord(cell).to_string());
    match reason {
        Reason::Lot { of } => texts.text_with_values("reason-lot", &[("of", (*of).into())]),
        Reason::Attack { exchange, instead } => {
            format!(
                "{}{}",
                exchange_text(texts, battle, *exchange),
                refused_alternative_text(texts, battle, *exchange, *instead)
            )
        }
        Reason::Approach { exchange, instead } => {
            let attack = exchange_text(texts, battle, *exchange).into();
            let words =
                texts.text_with_values("reason-approach", &[("hex", hex(exchange.from)), ("attack", attack)]);
            format!("{words}{}", refused_alternative_text(texts, battle, *exchange, *instead))
        }
        Reason::LeaveMap { goal } => {
            let goal = TextValue::from(describe_goal(texts, battle, *goal));
            texts.text_with_values("reason-leave-map", &[("goal", goal)])
        }
        Reason::MarchToExit { cost, .. } => {
            texts.text_with_values("reason-march-to-exit", &[("cost", (*cost).into())])
        }
        Reason::TakeCastle { castle, cost } => {
            let is_castle = battle.map().castles().contains(castle);
            let key = if is_castle { "reason-take-castle" } else { "reason-take-goal" };
            texts.text_with_values(key, &[("hex", hex(*castle)), ("cost", (*cost).into())])
        }
        Reason::MarchOnGoal { cost } => {
            texts.text_with_values("reason-march-on-goal", &[("cost", (*cost).into())])
        }
        Reason::Pursue { cost } => texts.text_with_values("reason-pursue", &[("cost", (*cost).into())]),
        Reason::GoRound { cost } => {
            let key = if battle.has_goals() { "reason-go-round-to-goal" } else { "reason-go-round" };
            texts.text_with_values(key, &[("cost", (*cost).into())])
        }
        Reason::MarchOnCastle { cost } => {
            let key = if battle.has_goals() { "reason-march-to-goal" } else { "reason-march" };
            texts.text_with_values(key, &[("cost", (*cost).into())])
        }
        Reason::KeepAway { enemy, distance } => texts.text_with_values(
            "reason-keep-away",
            &[("enemy", unit_and_owner(texts, battle, *enemy)), ("distance", (*distance).into())],
        ),
        Reason::Work { work, gain } => {
            let gain = work_gain_text(texts, battle, *gain).into();
            texts.text_with_values("reason-work", &[("work", work_value(battle, *work)), ("gain", gain)])
        }
        Reason::GoToWork { work, at, gain } => {
            let gain = work_gain_text(texts, battle, *gain).into();
            let values = [("work", work_value(battle, *work)), ("hex", hex(*at)), ("gain", gain)];
            texts.text_with_values("reason-go-to-work", &values)
        }
        Reason::AwaitWork { work, at } => {
            let values = [("work", work_value(battle, *work)), ("hex", hex(*at))];
            texts.text_with_values("reason-await-work", &values)
        }
        Reason::Suppose { enemy } => {
            texts.text_with_values("reason-suppose", &[("enemy", unit_and_owner(texts, battle, *enemy))])
        }
        Reason::Deploy { role, filled, of } => {
            let role = texts.get(role_text_key(*role)).into();
            texts.text_with_values(
                "reason-deploy",
                &[("role", role), ("filled", (*filled).into()), ("of", (*of).into())],
            )
        }
        Reason::MakeWay { filled, of } => {
            texts.text_with_values("reason-make-way", &[("filled", (*filled).into()), ("of", (*of).into())])
        }
        Reason::Foreseen(plan) => foreseen_plan_text(texts, battle, plan),
        Reason::Solved { chance } => {
            texts.text_with_values("reason-solved", &[("percent", percent_text_value(*chance))])
        }
        Reason::Done { idle } => texts.text_with_values("reason-done", &[("idle", (*idle).into())]),
        // A commander's own words are in its own language.
        other => other.in_words(battle),
    }
}

/// Returns the name of a work, in the ruleset's words.
fn work_value(battle: &Battle, work: WorkId) -> TextValue {
    battle.rules().options.works[work.index()].name.clone().into()
}

/// Returns what a work brings in words.
fn work_gain_text(texts: &Texts, battle: &Battle, gain: WorkGain) -> String {
    let (key, units, turns) = match gain {
        WorkGain::Sooner { units, turns } => ("work-sooner", units, turns),
        WorkGain::Later { units, turns } => ("work-later", units, turns),
        WorkGain::Cover { unit, men } => {
            let values = [("unit", unit_and_owner(texts, battle, unit)), ("men", men.into())];
            return texts.text_with_values("work-cover", &values);
        }
    };
    texts.text_with_values(key, &[("units", units.into()), ("turns", turns.into())])
}

/// Returns a plan in words: its style and attacks, the chances, the parts of the evaluation that
/// change most, the march, and the refused plan.
fn foreseen_plan_text(texts: &Texts, battle: &Battle, plan: &ForeseenPlan) -> String {
    let style_value = |style: PlanStyle| TextValue::from(texts.get(plan_style_text_key(style)));
    let values = [("plans", plan.plans.into()), ("style", style_value(plan.style))];
    let mut words = texts.text_with_values("reason-foreseen", &values);
    if let Some(PlannedStrike { target, hexes, guns_first }) = plan.strike {
        let values = [("target", unit_and_owner(texts, battle, target)), ("hexes", hexes.into())];
        words.push_str(&texts.text_with_values("reason-foreseen-strike", &values));
        if guns_first {
            words.push_str(&texts.get("reason-foreseen-guns"));
        }
    }
    let chances = [("percent", percent_text_value(plan.chance)), ("before", percent_text_value(plan.before))];
    words.push_str(&texts.text_with_values("reason-foreseen-chance", &chances));
    for change in [plan.gain, plan.loss].into_iter().flatten() {
        words.push_str(&part_change_text(texts, change));
    }
    if let Some(PlannedMarch { castle, turn }) = plan.march {
        let is_castle = battle.map().castles().contains(&castle);
        let key = if is_castle { "reason-foreseen-castle" } else { "reason-foreseen-goal" };
        let hex = battle.grid().coord(castle).to_string();
        words.push_str(&texts.text_with_values(key, &[("hex", hex.into()), ("turn", turn.into())]));
    }
    if let Some((other, chance)) = plan.instead {
        let cost = plan.cost_of_other_plan();
        let key = if cost > 0 { "reason-foreseen-dearer" } else { "reason-foreseen-rather" };
        let values =
            [("style", style_value(other)), ("percent", percent_text_value(chance)), ("cost", cost.into())];
        words.push_str(&texts.text_with_values(key, &values));
    }
    words
}

fn part_change_text(texts: &Texts, change: PartChange) -> String {
    let gains = change.points > 0;
    let part = match change.part {
        EvaluationPart::Armies => "part-armies",
        EvaluationPart::Castles => "part-castles",
        EvaluationPart::March => "part-march",
        EvaluationPart::Siege => "part-siege",
        EvaluationPart::Verdict if gains => return texts.get("reason-foreseen-wins"),
        EvaluationPart::Verdict => return texts.get("reason-foreseen-loses"),
    };
    let key = if gains { "reason-foreseen-gain" } else { "reason-foreseen-loss" };
    let values = [("part", texts.get(part).into()), ("points", change.points.unsigned_abs().into())];
    texts.text_with_values(key, &values)
}

fn percent_text_value(share: Permille) -> TextValue {
    ((share.0 + 5) / 10).into()
}

/// Returns the text key of a style of plans.
#[must_use]
pub const fn plan_style_text_key(style: PlanStyle) -> &'static str {
    match style {
        PlanStyle::Attack => "plan-attack",
        PlanStyle::Storm => "plan-storm",
        PlanStyle::Skirmish => "plan-skirmish",
        PlanStyle::Bombard => "plan-bombard",
        PlanStyle::Stand => "plan-stand",
        PlanStyle::Hunter => "plan-hunter",
        PlanStyle::Warden => "plan-warden",
        PlanStyle::Greedy => "plan-greedy",
    }
}

/// Returns the text key of a position's role.
#[must_use]
pub const fn role_text_key(role: PositionRole) -> &'static str {
    match role {
        PositionRole::Point => "role-gate",
        PositionRole::Support => "role-support",
        PositionRole::Battery => "role-battery",
        PositionRole::Reserve => "role-reserve",
        PositionRole::Line => "role-line",
        PositionRole::Garrison => "role-garrison",
    }
}

fn unit_and_owner(texts: &Texts, battle: &Battle, unit: UnitId) -> TextValue {
    let side = side_name(texts, battle.info(unit).side).into();
    texts
        .text_with_values("unit-of", &[("side", side), ("unit", unit_name(texts, battle, unit).into())])
        .into()
}

/// Returns an attack with its exact odds in this position, in words.
fn exchange_text(texts: &Texts, battle: &Battle, exchange: Exchange) -> String {
    let target = unit_and_owner(texts, battle, exchange.target);
    let key = if exchange.ranged { "reason-fires" } else { "reason-attacks" };
    let Some(odds) = battle.odds_from(exchange.unit, exchange.from, exchange.target) else {
        return texts.text_with_values("reason-target", &[("target", target)]);
    };
    let men = |sum: u32| TextValue::from(expected_men(&odds, sum));
    let values = [
        ("target", target),
        ("dealt", men(odds.expected_target_losses())),
        ("men", u32::from(battle.unit(exchange.target).strength.0).into()),
        ("taken", men(odds.expected_attacker_losses())),
    ];
    let mut words = texts.text_with_values(key, &values);
    if odds.cases_target_destroyed() > 0 {
        let percent = (odds.cases_target_destroyed() * 100 + odds.of / 2) / odds.of;
        words.push_str(&texts.text_with_values("reason-destroys", &[("percent", percent.into())]));
    }
    words
}

/// Returns the refused alternative in words; its unit and place are named only where they differ
/// from the chosen ones.
fn refused_alternative_text(
    texts: &Texts,
    battle: &Battle,
    chosen: Exchange,
    refused: Option<Exchange>,
) -> String {
    let Some(refused) = refused else { return String::new() };
    let attack = exchange_text(texts, battle, refused).into();
    if refused.unit == chosen.unit && refused.from == chosen.from {
        return texts.text_with_values("reason-rather", &[("attack", attack)]);
    }
    let by = unit_name(texts, battle, refused.unit).into();
    let hex = battle.grid().coord(refused.from).to_string().into();
    texts.text_with_values("reason-rather-from", &[("unit", by), ("hex", hex), ("attack", attack)])
}
