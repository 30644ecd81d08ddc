//! Reasons of commanders as phrases, with the same texts as in the window.

use hotgates_ai::{
    EvaluationPart, Exchange, ForeseenPlan, PartChange, PlanStyle, PlannedMarch, PlannedStrike, PositionRole,
    Reason, WorkGain,
};
use hotgates_engine::{Battle, Permille, UnitId};
use serde_json::{Value, json};

use crate::goals::goal_phrase;
use crate::phrase::{
    hex_in_words, joined_phrases, owned_unit_phrase, phrase_of_key, plain_phrase, unit_phrase,
};
use crate::position::work_name;

/// Returns a reason for an order as a phrase, for the position in which the order was given.
pub fn reason_phrase(battle: &Battle, reason: &Reason) -> Value {
    let goes_for =
        |goal: &str, castle: &str| if battle.has_goals() { goal.to_owned() } else { castle.to_owned() };
    let (key, values) = match reason {
        Reason::Lot { of } => ("reason-lot".to_owned(), json!({ "of": of })),
        Reason::Attack { exchange, instead } => {
            let mut parts = exchange_phrases(battle, *exchange);
            parts.extend(refused_phrase(battle, *exchange, *instead));
            return joined_phrases(&parts);
        }
        Reason::Approach { exchange, instead } => {
            let attack = joined_phrases(&exchange_phrases(battle, *exchange));
            let values = json!({ "hex": hex_in_words(battle, exchange.from), "attack": attack });
            let mut parts = vec![phrase_of_key("reason-approach", &values)];
            parts.extend(refused_phrase(battle, *exchange, *instead));
            return joined_phrases(&parts);
        }
        Reason::LeaveMap { goal } => {
            ("reason-leave-map".to_owned(), json!({ "goal": goal_phrase(battle, *goal) }))
        }
        Reason::MarchToExit { cost, .. } => ("reason-march-to-exit".to_owned(), json!({ "cost": cost })),
        Reason::TakeCastle { castle, cost } => {
            let is_castle = battle.map().castles().contains(castle);
            let key = if is_castle { "reason-take-castle" } else { "reason-take-goal" };
            (key.to_owned(), json!({ "hex": hex_in_words(battle, *castle), "cost": cost }))
        }
        Reason::MarchOnGoal { cost } => ("reason-march-on-goal".to_owned(), json!({ "cost": cost })),
        Reason::Pursue { cost } => ("reason-pursue".to_owned(), json!({ "cost": cost })),
        Reason::GoRound { cost } => {
            (goes_for("reason-go-round-to-goal", "reason-go-round"), json!({ "cost": cost }))
        }
        Reason::MarchOnCastle { cost } => {
            (goes_for("reason-march-to-goal", "reason-march"), json!({ "cost": cost }))
        }
        Reason::KeepAway { enemy, distance } => {
            let values = json!({ "enemy": owned_unit_phrase(battle, *enemy), "distance": distance });
            ("reason-keep-away".to_owned(), values)
        }
        Reason::Work { work, gain } => {
            let values = json!({ "work": work_name(battle, *work), "gain": gain_phrase(battle, *gain) });
            ("reason-work".to_owned(), values)
        }
        Reason::GoToWork { work, at, gain } => {
            let (work, hex) = (work_name(battle, *work), hex_in_words(battle, *at));
            let values = json!({ "work": work, "hex": hex, "gain": gain_phrase(battle, *gain) });
            ("reason-go-to-work".to_owned(), values)
        }
        Reason::AwaitWork { work, at } => {
            let values = json!({ "work": work_name(battle, *work), "hex": hex_in_words(battle, *at) });
            ("reason-await-work".to_owned(), values)
        }
        Reason::Suppose { enemy } => {
            ("reason-suppose".to_owned(), json!({ "enemy": owned_unit_phrase(battle, *enemy) }))
        }
        Reason::Deploy { role, filled, of } => {
            let values = json!({ "role": plain_phrase(role_key(*role)), "filled": filled, "of": of });
            ("reason-deploy".to_owned(), values)
        }
        Reason::MakeWay { filled, of } => {
            ("reason-make-way".to_owned(), json!({ "filled": filled, "of": of }))
        }
        Reason::Foreseen(plan) => return plan_phrase(battle, plan),
        Reason::Solved { chance } => ("reason-solved".to_owned(), json!({ "percent": percent_of(*chance) })),
        Reason::Done { idle } => ("reason-done".to_owned(), json!({ "idle": idle })),
        // A commander's own words are in its own language.
        other => return Value::String(other.in_words(battle)),
    };
    phrase_of_key(&key, &values)
}

fn gain_phrase(battle: &Battle, gain: WorkGain) -> Value {
    match gain {
        WorkGain::Sooner { units, turns } => {
            phrase_of_key("work-sooner", &json!({ "units": units, "turns": turns }))
        }
        WorkGain::Later { units, turns } => {
            phrase_of_key("work-later", &json!({ "units": units, "turns": turns }))
        }
        WorkGain::Cover { unit, men } => {
            phrase_of_key("work-cover", &json!({ "unit": owned_unit_phrase(battle, unit), "men": men }))
        }
    }
}

/// Returns a plan: its style and attacks, the chances, the parts of the evaluation that change most, the march,
/// and the refused plan.
fn plan_phrase(battle: &Battle, plan: &ForeseenPlan) -> Value {
    let style = |style: PlanStyle| plain_phrase(style_key(style));
    let values = json!({ "plans": plan.plans, "style": style(plan.style) });
    let mut parts = vec![phrase_of_key("reason-foreseen", &values)];
    if let Some(PlannedStrike { target, hexes, guns_first }) = plan.strike {
        let values = json!({ "target": owned_unit_phrase(battle, target), "hexes": hexes });
        parts.push(phrase_of_key("reason-foreseen-strike", &values));
        if guns_first {
            parts.push(plain_phrase("reason-foreseen-guns"));
        }
    }
    let chances = json!({ "percent": percent_of(plan.chance), "before": percent_of(plan.before) });
    parts.push(phrase_of_key("reason-foreseen-chance", &chances));
    parts.extend([plan.gain, plan.loss].into_iter().flatten().map(change_phrase));
    if let Some(PlannedMarch { castle, turn }) = plan.march {
        let is_castle = battle.map().castles().contains(&castle);
        let key = if is_castle { "reason-foreseen-castle" } else { "reason-foreseen-goal" };
        let values = json!({ "hex": hex_in_words(battle, castle), "turn": turn });
        parts.push(phrase_of_key(key, &values));
    }
    if let Some((other, chance)) = plan.instead {
        let cost = plan.cost_of_other_plan();
        let key = if cost > 0 { "reason-foreseen-dearer" } else { "reason-foreseen-rather" };
        let values = json!({ "style": style(other), "percent": percent_of(chance), "cost": cost });
        parts.push(phrase_of_key(key, &values));
    }
    joined_phrases(&parts)
}

fn change_phrase(change: PartChange) -> Value {
    let gains = change.points > 0;
    let part = match change.part {
        EvaluationPart::Armies => "part-armies",
        EvaluationPart::Castles => "part-castles",
        EvaluationPart::March => "part-march",
        EvaluationPart::Siege => "part-siege",
        EvaluationPart::Verdict if gains => return plain_phrase("reason-foreseen-wins"),
        EvaluationPart::Verdict => return plain_phrase("reason-foreseen-loses"),
    };
    let key = if gains { "reason-foreseen-gain" } else { "reason-foreseen-loss" };
    phrase_of_key(key, &json!({ "part": plain_phrase(part), "points": change.points.unsigned_abs() }))
}

const fn percent_of(share: Permille) -> u32 {
    (share.0 + 5) / 10
}

const fn style_key(style: PlanStyle) -> &'static str {
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

const fn role_key(role: PositionRole) -> &'static str {
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
fn exchange_phrases(battle: &Battle, exchange: Exchange) -> Vec<Value> {
    let target = owned_unit_phrase(battle, exchange.target);
    let key = if exchange.ranged { "reason-fires" } else { "reason-attacks" };
    let Some(odds) = battle.odds_from(exchange.unit, exchange.from, exchange.target) else {
        return vec![phrase_of_key("reason-target", &json!({ "target": target }))];
    };
    let men = |sum: u32| (sum + odds.of / 2) / odds.of;
    let values = json!({
        "target": target,
        "dealt": men(odds.expected_target_losses()),
        "men": men_of_unit(battle, exchange.target),
        "taken": men(odds.expected_attacker_losses()),
    });
    let mut parts = vec![phrase_of_key(key, &values)];
    if odds.cases_target_destroyed() > 0 {
        let percent = (odds.cases_target_destroyed() * 100 + odds.of / 2) / odds.of;
        parts.push(phrase_of_key("reason-destroys", &json!({ "percent": percent })));
    }
    parts
}

fn men_of_unit(battle: &Battle, unit: UnitId) -> u16 {
    battle.unit(unit).strength.0
}

/// Returns the refused alternative; its unit and place are named only where they differ from the chosen ones.
fn refused_phrase(battle: &Battle, chosen: Exchange, refused: Option<Exchange>) -> Option<Value> {
    let refused = refused?;
    let attack = joined_phrases(&exchange_phrases(battle, refused));
    if refused.unit == chosen.unit && refused.from == chosen.from {
        return Some(phrase_of_key("reason-rather", &json!({ "attack": attack })));
    }
    let (unit, hex) = (unit_phrase(battle, refused.unit), hex_in_words(battle, refused.from));
    Some(phrase_of_key("reason-rather-from", &json!({ "unit": unit, "hex": hex, "attack": attack })))
}
