//! News of the scenario: the texts of its events, for the people whom they are meant for.

use bevy::prelude::*;
use hotgates_engine::{Event, Side};

use super::session::{BattleSession, OrderRecord};
use super::{BattleBegan, BattleSystems};
use crate::scene::{Scene, is_battle_fought};
use hotgates_ui::{Notice, Phrase};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, tell_news.in_set(BattleSystems::Panels).run_if(is_battle_fought));
}

/// Writes the texts of events that have happened since the last time, none of those before the battle
/// was opened. `told` is the number of orders whose news have been told.
fn tell_news(
    scene: Res<Scene>,
    mut began: MessageReader<BattleBegan>,
    mut told: Local<usize>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(game) = scene.fought_battle() else { return };
    let records = game.session.order_records();
    if began.read().count() > 0 {
        *told = records.len();
    }
    for record in records.iter().skip(*told) {
        for event in &record.events {
            let Event::Scripted { event, .. } = *event else { continue };
            let script = record.before.scripted_event(event);
            if let Some(message) = script.message.as_ref().filter(|_| is_read(&game.session, script.told)) {
                notices.write(Notice(Phrase::new("event-message").with_value("message", message.as_str())));
            }
        }
    }
    *told = records.len();
}

/// Lists the texts of a record's events that are meant for one side, if a person plays it. Those for both
/// sides are part of the record in words.
pub(super) fn news_for_one_side<'a>(
    session: &BattleSession,
    record: &'a OrderRecord,
) -> impl Iterator<Item = &'a str> {
    record.events.iter().filter_map(move |event| {
        let Event::Scripted { event, .. } = *event else { return None };
        let script = record.before.scripted_event(event);
        script.message.as_deref().filter(|_| script.told.is_some() && is_read(session, script.told))
    })
}

/// Returns `true` if a text is meant for a person who plays; where computers fight alone, for whoever
/// watches.
fn is_read(session: &BattleSession, told: Option<Side>) -> bool {
    let people = || Side::BOTH.into_iter().filter(|&side| session.is_person_here(side));
    people().next().is_none() || people().any(|side| told.is_none_or(|told| told == side))
}
