//! What an analysis has found, in sentences for people.

use hotgates_analysis::{BattleAnalysis, Mistake, OrderSwing, PlayedBattle};
use hotgates_engine::Side;

use crate::words;

/// Says how kind the dice were to each side.
pub fn luck_lines(analysis: &BattleAnalysis) -> Vec<String> {
    let line = |side: Side| {
        let luck = analysis.luck.sides[side];
        format!(
            "{side}'s dice were kinder than {:.1} % of all dice for these attacks ({:+.0} men's worth); {:.1} % in its own {}.",
            100.0 * luck.percentile,
            luck.men,
            100.0 * luck.own_percentile,
            words::count_words(luck.attacks, "attack", "attacks")
        )
    };
    let mut lines: Vec<String> = Side::BOTH.into_iter().map(line).collect();
    if !analysis.luck.exact {
        lines.push("So large armies are measured a little more coarsely than exactly.".to_owned());
    }
    lines
}

/// Says what an order and its dice did: `turn 7, Red's infantry 3 attacks …: 42 % → 55 % …`.
pub fn moment_line(played: &PlayedBattle, moment: &OrderSwing) -> String {
    let order = words::order_words(played.start(), played.orders()[moment.order]);
    let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
    let points = |share: f64| format!("{:+.0}", 100.0 * share);
    format!(
        "turn {}, {}: {order}: {}'s chance {} → {} (order {}, dice {})",
        moment.turn,
        moment.side,
        moment.side,
        percent(moment.before.chance_of_side(moment.side)),
        percent(moment.after.chance_of_side(moment.side)),
        points(moment.chance_gained_by_order()),
        points(moment.chance_gained_by_dice())
    )
}

/// Says what a mistake cost.
pub fn mistake_line(played: &PlayedBattle, mistake: &Mistake) -> String {
    let what = if mistake.whole_half_turn {
        "the plan of the whole half-turn".to_owned()
    } else {
        words::order_words(played.start(), played.orders()[mistake.order])
    };
    format!(
        "turn {}, {}, {}: {what}: costs {:.0} ± {:.0} points, {:.0} % instead of {:.0} %",
        mistake.turn,
        mistake.side,
        mistake.severity.name(),
        100.0 * mistake.cost,
        100.0 * mistake.error,
        100.0 * mistake.played.chance_of_side(mistake.side),
        100.0 * mistake.best.chance_of_side(mistake.side)
    )
}

/// Says which orders would have been better, at most so many of them.
pub fn better_line(played: &PlayedBattle, mistake: &Mistake, most: usize) -> Option<String> {
    let better = mistake.better.as_ref()?;
    let by = match better.source {
        "script" => "by a rule of thumb".to_owned(),
        name => format!("as {name} would order"),
    };
    let mut orders: Vec<String> =
        better.orders.iter().take(most).map(|&order| words::order_words(played.start(), order)).collect();
    if better.orders.len() > most {
        orders.push(format!("and {} more", better.orders.len() - most));
    }
    Some(format!("better, {by}: {}", orders.join("; ")))
}
