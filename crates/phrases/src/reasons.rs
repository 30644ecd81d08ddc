//! Reasons of commanders as phrases, for the position in which the order was given.

use hotgates_ai::{
    EvaluationPart, Exchange, ForeseenPlan, PartChange, PlanStyle, PlannedMarch, PlannedStrike, PositionRole,
    Reason, WorkGain,
};
use hotgates_engine::{Battle, Permille};

use crate::battle_goals::goal_phrase;
use crate::names::{hex_value, unit_value, unit_with_side, work_name};
use crate::phrase::{Phrase, PhraseValue};

/// Returns a reason as a phrase: the decision, the numbers that decided, the refused alternative.
#[must_use]
pub fn reason_phrase(battle: &Battle, reason: &Reason) -> Phrase {
    let of_goals = |goal, castle| Phrase::new(if battle.has_goals() { goal } else { castle });
    match reason {
        Reason::Lot { of } => Phrase::new("reason-lot").with_value("of", *of),
        Reason::Attack { exchange, instead } => {
            let mut parts = exchange_parts(battle, *exchange);
            parts.extend(refused_part(battle, *exchange, *instead));
            Phrase::of_parts(parts)
        }
        Reason::Approach { exchange, instead } => {
            let approach = Phrase::new("reason-approach")
                .with_value("hex", hex_value(battle, exchange.from))
                .with_value("attack", PhraseValue::Joined(exchange_parts(battle, *exchange)));
            let mut parts = vec![approach.into()];
            parts.extend(refused_part(battle, *exchange, *instead));
            Phrase::of_parts(parts)
        }
        Reason::LeaveMap { goal } => {
            Phrase::new("reason-leave-map").with_value("goal", goal_phrase(battle, *goal))
        }
        Reason::MarchToExit { cost, .. } => Phrase::new("reason-march-to-exit").with_value("cost", *cost),
        Reason::TakeCastle { castle, cost } => {
            let is_castle = battle.map().castles().contains(castle);
            Phrase::new(if is_castle { "reason-take-castle" } else { "reason-take-goal" })
                .with_value("hex", hex_value(battle, *castle))
                .with_value("cost", *cost)
        }
        Reason::MarchOnGoal { cost } => Phrase::new("reason-march-on-goal").with_value("cost", *cost),
        Reason::Pursue { cost } => Phrase::new("reason-pursue").with_value("cost", *cost),
        Reason::GoRound { cost } => {
            of_goals("reason-go-round-to-goal", "reason-go-round").with_value("cost", *cost)
        }
        Reason::Hurry { cost, turns } => {
            Phrase::new("reason-hurry").with_value("cost", *cost).with_value("turns", *turns)
        }
        Reason::MarchOnCastle { cost } => {
            of_goals("reason-march-to-goal", "reason-march").with_value("cost", *cost)
        }
        Reason::KeepAway { enemy, distance } => Phrase::new("reason-keep-away")
            .with_value("enemy", unit_with_side(battle, *enemy))
            .with_value("distance", *distance),
        Reason::Work { work, gain } => Phrase::new("reason-work")
            .with_value("work", work_name(battle, *work))
            .with_value("gain", work_gain_phrase(battle, *gain)),
        Reason::GoToWork { work, at, gain } => Phrase::new("reason-go-to-work")
            .with_value("work", work_name(battle, *work))
            .with_value("hex", hex_value(battle, *at))
            .with_value("gain", work_gain_phrase(battle, *gain)),
        Reason::AwaitWork { work, at } => Phrase::new("reason-await-work")
            .with_value("work", work_name(battle, *work))
            .with_value("hex", hex_value(battle, *at)),
        Reason::Suppose { enemy } => {
            Phrase::new("reason-suppose").with_value("enemy", unit_with_side(battle, *enemy))
        }
        Reason::Deploy { role, filled, of } => Phrase::new("reason-deploy")
            .with_value("role", Phrase::new(role_text_key(*role)))
            .with_value("filled", *filled)
            .with_value("of", *of),
        Reason::MakeWay { filled, of } => {
            Phrase::new("reason-make-way").with_value("filled", *filled).with_value("of", *of)
        }
        Reason::Foreseen(plan) => foreseen_plan_phrase(battle, plan),
        Reason::Solved { chance } => {
            Phrase::new("reason-solved").with_value("percent", whole_percent(*chance))
        }
        Reason::Done { idle } => Phrase::new("reason-done").with_value("idle", *idle),
        // A commander's own words are in its own language.
        other => Phrase::of_parts(vec![other.in_words(battle).into()]),
    }
}

/// Returns what a work brings.
fn work_gain_phrase(battle: &Battle, gain: WorkGain) -> Phrase {
    let (key, units, turns) = match gain {
        WorkGain::Sooner { units, turns } => ("work-sooner", units, turns),
        WorkGain::Later { units, turns } => ("work-later", units, turns),
        WorkGain::Cover { unit, men } => {
            return Phrase::new("work-cover")
                .with_value("unit", unit_with_side(battle, unit))
                .with_value("men", men);
        }
    };
    Phrase::new(key).with_value("units", units).with_value("turns", turns)
}

/// Returns a plan: its style and attacks, the chances, the parts of the evaluation that change most, the march,
/// and the refused plan.
fn foreseen_plan_phrase(battle: &Battle, plan: &ForeseenPlan) -> Phrase {
    let style = |style: PlanStyle| Phrase::new(plan_style_text_key(style));
    let mut parts = vec![
        Phrase::new("reason-foreseen").with_value("plans", plan.plans).with_value("style", style(plan.style)),
    ];
    if let Some(PlannedStrike { target, hexes, guns_first }) = plan.strike {
        let strike = Phrase::new("reason-foreseen-strike")
            .with_value("target", unit_with_side(battle, target))
            .with_value("hexes", hexes);
        parts.push(strike);
        parts.extend(guns_first.then(|| Phrase::new("reason-foreseen-guns")));
    }
    let chances = Phrase::new("reason-foreseen-chance")
        .with_value("percent", whole_percent(plan.chance))
        .with_value("before", whole_percent(plan.before));
    parts.push(chances);
    parts.extend([plan.gain, plan.loss].into_iter().flatten().map(part_change_phrase));
    if let Some(PlannedMarch { castle, turn }) = plan.march {
        let is_castle = battle.map().castles().contains(&castle);
        let march = Phrase::new(if is_castle { "reason-foreseen-castle" } else { "reason-foreseen-goal" })
            .with_value("hex", hex_value(battle, castle))
            .with_value("turn", turn);
        parts.push(march);
    }
    if let Some((other, chance)) = plan.instead {
        let cost = plan.cost_of_other_plan();
        let instead = Phrase::new(if cost > 0 { "reason-foreseen-dearer" } else { "reason-foreseen-rather" })
            .with_value("style", style(other))
            .with_value("percent", whole_percent(chance))
            .with_value("cost", cost);
        parts.push(instead);
    }
    Phrase::of_parts(parts.into_iter().map(PhraseValue::from).collect())
}

fn part_change_phrase(change: PartChange) -> Phrase {
    let gains = change.points > 0;
    let part = match change.part {
        EvaluationPart::Armies => "part-armies",
        EvaluationPart::Castles => "part-castles",
        EvaluationPart::March => "part-march",
        EvaluationPart::Siege => "part-siege",
        EvaluationPart::Verdict if gains => return Phrase::new("reason-foreseen-wins"),
        EvaluationPart::Verdict => return Phrase::new("reason-foreseen-loses"),
    };
    Phrase::new(if gains { "reason-foreseen-gain" } else { "reason-foreseen-loss" })
        .with_value("part", Phrase::new(part))
        .with_value("points", change.points.unsigned_abs())
}

const fn whole_percent(share: Permille) -> u32 {
    (share.0 + 5) / 10
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

/// Returns an attack with its exact odds in this position.
fn exchange_parts(battle: &Battle, exchange: Exchange) -> Vec<PhraseValue> {
    let target = unit_with_side(battle, exchange.target);
    let Some(odds) = battle.odds_from(exchange.unit, exchange.from, exchange.target) else {
        return vec![Phrase::new("reason-target").with_value("target", target).into()];
    };
    let attack = Phrase::new(if exchange.ranged { "reason-fires" } else { "reason-attacks" })
        .with_value("target", target)
        .with_value("dealt", odds.mean_of_cases(odds.expected_target_losses()))
        .with_value("men", battle.unit(exchange.target).strength.0)
        .with_value("taken", odds.mean_of_cases(odds.expected_attacker_losses()));
    let mut parts = vec![attack.into()];
    if odds.cases_target_destroyed() > 0 {
        let percent = odds.mean_of_cases(odds.cases_target_destroyed() * 100);
        parts.push(Phrase::new("reason-destroys").with_value("percent", percent).into());
    }
    parts
}

/// Returns the refused alternative; its unit and place are named only where they differ from the chosen ones.
fn refused_part(battle: &Battle, chosen: Exchange, refused: Option<Exchange>) -> Option<PhraseValue> {
    let refused = refused?;
    let attack = PhraseValue::Joined(exchange_parts(battle, refused));
    let rather = if refused.unit == chosen.unit && refused.from == chosen.from {
        Phrase::new("reason-rather")
    } else {
        Phrase::new("reason-rather-from")
            .with_value("unit", unit_value(battle, refused.unit))
            .with_value("hex", hex_value(battle, refused.from))
    };
    Some(rather.with_value("attack", attack).into())
}
