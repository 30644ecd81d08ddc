//! What only optional rules know of a unit, in words.

use hotgates_engine::{Battle, Permille, UnitId};

use crate::battle::begun_work::BegunWork;
use hotgates_ui::names::{direction_name, officer_name, rank_name};
use hotgates_ui::texts::Texts;

/// Returns what only optional rules know of a unit, a sentence each: its cohesion, its supplies, its rounds,
/// its experience, who leads it, the way that it faces, whether it has kept its fire, how far it has dug in, and
/// what it works on.
pub(super) fn describe_condition(texts: &Texts, battle: &Battle, unit: UnitId) -> Vec<String> {
    let condition = battle.condition(unit);
    let rounds = battle.rounds_left(unit).zip(battle.kind(unit).rounds);
    let rounds = rounds.map(|(left, full)| {
        texts.text_with_values("say-rounds", &[("left", left.into()), ("full", full.into())])
    });
    let supplies = (condition.unsupplied > 0).then(|| texts.get("say-unsupplied"));
    let experience = experience_for_promotion(battle, unit).map(|(now, full)| {
        texts.text_with_values("say-experience", &[("now", now.into()), ("full", full.into())])
    });
    let leader = help_by_leader(texts, battle, unit).map(|(rank, more)| {
        texts.text_with_values("say-led", &[("rank", rank.into()), ("more", more.into())])
    });
    let way = condition.facing.map(|way| direction_name(texts, way));
    let way = way.map(|way| texts.text_with_values("say-faces", &[("way", way.into())]));
    let ready = condition.ready.then(|| texts.get("say-ready"));
    let dug_in = trenches_in_words(texts, battle, unit, "say-dug-in");
    let begun = BegunWork::of_unit(battle, unit).map(|begun| begun.in_words(texts, battle, "say-works"));
    [describe_cohesion(texts, battle, unit), supplies, rounds, experience, leader, way, ready, dug_in, begun]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns the officer of a unit in words: his rank now and his name, that he has fallen, or that there is
/// none.
pub(crate) fn officer_in_words(texts: &Texts, battle: &Battle, unit: UnitId) -> String {
    officer_name(texts, battle, unit).unwrap_or_else(|| {
        texts.get(if battle.condition(unit).officer_fell { "officer-fallen" } else { "no-officer" })
    })
}

/// Returns the experience of a unit since its officer's last promotion, and that of a promotion; `None`
/// where units gain none.
pub(crate) fn experience_for_promotion(battle: &Battle, unit: UnitId) -> Option<(u16, u16)> {
    let rule = battle.rules().options.officers.as_ref().filter(|rule| rule.promotion > 0)?;
    Some((battle.condition(unit).experience, rule.promotion))
}

/// Returns the rank of the officer who helps a unit where it stands, and what the losses that it deals rise
/// by: `6 %`; `None` where nobody does.
pub(crate) fn help_by_leader(texts: &Texts, battle: &Battle, unit: UnitId) -> Option<(String, String)> {
    let rule = battle.rules().options.leadership.as_ref()?;
    let rank = battle.leader_near(unit, battle.unit(unit).cell)?;
    let more = Permille(rule.situation(rank).unsigned_abs()).in_percent();
    Some((rank_name(texts, &battle.rules().ranks[rank].name), more))
}

/// Returns in words how far a unit has dug in and what that keeps off; `None` where it has not.
pub(crate) fn trenches_in_words(texts: &Texts, battle: &Battle, unit: UnitId, key: &str) -> Option<String> {
    let rule = battle.rules().options.entrenchment.as_ref()?;
    let level = battle.condition(unit).dug_in;
    let cover = battle.combat().cover_of_trenches(battle.condition(unit));
    let values = [
        ("level", u32::from(level).into()),
        ("levels", u32::from(rule.levels).into()),
        ("percent", Permille(cover.into()).in_percent().into()),
    ];
    (level > 0).then(|| texts.text_with_values(key, &values))
}

/// Returns the cohesion of a unit in words; `None` where the rules ask for none.
fn describe_cohesion(texts: &Texts, battle: &Battle, unit: UnitId) -> Option<String> {
    battle.rules().options.cohesion.as_ref()?;
    let key = match (battle.is_broken(unit), battle.is_wavering(unit)) {
        (true, _) => "say-broken",
        (false, true) => "say-wavering",
        (false, false) => "say-cohesion",
    };
    let percent = Permille(battle.condition(unit).cohesion.into()).in_percent();
    Some(texts.text_with_values(key, &[("percent", percent.into())]))
}
