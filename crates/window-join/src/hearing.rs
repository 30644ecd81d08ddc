//! What is told at the table comes into the battle, and what the player asks for goes to the server.

use std::time::Duration;

use bevy::prelude::*;
use hotgates_engine::{BySide, Event, Order, Scenario, Side};
use hotgates_guest::{KnownTable, LineEvent, TableNews};
use hotgates_protocol::GuestMessage;
use hotgates_record::Replay;
use hotgates_ui::explain::{explain_file_error, explain_illegal};
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::{REPLAY_EXTENSION, Storage, VIEW_LOG_EXTENSION};
use hotgates_ui::{Job, Notice, Phrase, PhraseValue};
use hotgates_window_battle::battle::guest_battle::{BattleProof, GuestBattle, GuestRequest};
use hotgates_window_battle::battle::session::BattleSession;
use hotgates_window_battle::battle::{BattleOpener, BattleSystems, SaveBattleCopy};
use hotgates_window_battle::scene::{BattlePhase, FoughtBattle, Scene, is_battle_fought};

use crate::explain::{explain_guest_fault, explain_line_fault, explain_not_allowed, explain_unproved_battle};
use crate::stay::{TableStay, TableVisit};

/// Most orders that are told at once and still shown one after the other; after more the position is shown.
const MOST_SHOWN: usize = 12;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            hear_table.run_if(is_at_table),
            say_requests.run_if(is_battle_fought),
            take_replay.run_if(is_at_table),
            keep_view_log.run_if(is_battle_fought),
            leave_table_with_screen,
        )
            .chain()
            .in_set(BattleSystems::Orders),
    );
}

/// Run condition: there is a stay at a table.
fn is_at_table(visit: Res<TableVisit>) -> bool {
    visit.stay.is_some()
}

/// Ends the stay once neither its battle nor the wait for that is on the screen.
fn leave_table_with_screen(screen: Res<State<Screen>>, scene: Res<Scene>, mut visit: ResMut<TableVisit>) {
    let Some(stay) = &visit.stay else { return };
    let is_shown = match screen.get() {
        Screen::Join => true,
        Screen::Battle => !stay.is_on_board || scene.fought_battle().is_some_and(FoughtBattle::is_at_table),
        _ => false,
    };
    if !is_shown {
        visit.stay = None;
    }
}

fn hear_table(
    time: Res<Time<Real>>,
    screen: Res<State<Screen>>,
    mut visit: ResMut<TableVisit>,
    mut opener: BattleOpener,
    mut notices: MessageWriter<Notice>,
) {
    let Some(stay) = &mut visit.stay else { return };
    let mut end = None;
    while let Some(event) = stay.next_event() {
        let heard = match event {
            LineEvent::Open => {
                stay.is_broken = false;
                let enter = stay.table.enter();
                stay.say(enter);
                Ok(())
            }
            LineEvent::Said(line) => hear_line(stay, &line, time.elapsed(), &mut opener, &mut notices),
            LineEvent::Broken => {
                stay.is_broken = true;
                Ok(())
            }
            LineEvent::Failed(fault) => Err(explain_line_fault(&fault)),
        };
        if let Err(why) = heard {
            end = Some(why);
            break;
        }
    }
    if let Some(why) = end {
        // A battle that is over stays on the board; its replay cannot be had any more.
        let is_over = stay.table.is_over();
        if let Some(guest) = opener.fought_battle_mut().as_mut().and_then(|game| game.session.guest_mut()) {
            guest.hear_proof(BattleProof::Missing);
        }
        notices.write(Notice(why.clone()));
        visit.fault = Some(why);
        visit.stay = None;
        if !is_over && *screen.get() == Screen::Battle {
            opener.go_to(Screen::Join);
        }
    }
}

/// Hears a line of the server.
fn hear_line(
    stay: &mut TableStay,
    line: &str,
    now: Duration,
    opener: &mut BattleOpener,
    notices: &mut MessageWriter<Notice>,
) -> Result<(), Phrase> {
    let heard = stay.table.hear_line(line).map_err(|fault| explain_guest_fault(&fault))?;
    // The number is kept before the server hears of it: whoever comes back gives the same.
    stay.keep_pledge().map_err(|fault| explain_file_error(&fault).swap_remove(0))?;
    for answer in heard.answers {
        stay.say(answer);
    }
    let is_long =
        heard.news.iter().filter(|news| matches!(news, TableNews::Ordered(..))).count() > MOST_SHOWN;
    for news in heard.news {
        follow_news(stay, news, now, opener, notices);
    }
    let Some(mut game) = opener.fought_battle_mut().filter(|game| game.is_at_table()) else { return Ok(()) };
    if is_long {
        let end = game.session.battle().clone();
        game.playback.show_position(end);
    }
    let can_take_back = stay.table.state().is_some_and(|state| state.can_take_back);
    let is_waiting = stay.table.is_waiting();
    if let Some(guest) = game.bypass_change_detection().session.guest_mut() {
        guest.hear_state(is_waiting, can_take_back);
    }
    if stay.table.is_over() && stay.proof.is_none() && !stay.fetch_proof() {
        end_without_proof(&mut game);
    }
    Ok(())
}

fn follow_news(
    stay: &mut TableStay,
    news: TableNews,
    now: Duration,
    opener: &mut BattleOpener,
    notices: &mut MessageWriter<Notice>,
) {
    match news {
        TableNews::Stands(before) => {
            stay.state_at = now;
            let offered = stay.table.state().and_then(|state| state.draw_offered);
            let was = before.and_then(|before| before.draw_offered);
            if let Some(side) =
                offered.filter(|&side| was != offered && stay.table.side() == Some(side.other()))
            {
                notices.write(Notice(Phrase::new("join-draw-offered").with_value("side", side)));
            }
        }
        TableNews::PledgedElsewhere => {
            notices.write(Notice(Phrase::new("join-pledged-elsewhere")));
        }
        TableNews::Arranging => put_table_on_board(stay, BattlePhase::Deploying, opener),
        TableNews::Placed => {
            let Some(mut game) = opener.fought_battle_mut() else { return };
            if let Some(start) = stay.table.position() {
                game.session.hear_start(start.clone());
                game.playback.show_position(start.clone());
            }
        }
        TableNews::Begun => {
            put_table_on_board(stay, BattlePhase::Playing, opener);
            notices.write(Notice(Phrase::new("join-begun")));
        }
        TableNews::Ordered(side, order, events) => {
            if let Some(mut game) = opener.fought_battle_mut() {
                show_order(&mut game, side, order, events);
            }
        }
        TableNews::TakenBack(count) => {
            if let Some(mut game) = opener.fought_battle_mut() {
                game.session.hear_taken_back(count);
                let now = game.session.battle().clone();
                game.playback.show_position(now);
                game.selection.clear();
                game.preview = None;
            }
        }
        TableNews::Refused(why) => {
            if let Some(guest) = opener.fought_battle_mut().as_mut().and_then(|game| game.session.guest_mut())
            {
                guest.drop_requests();
            }
            notices.write(Notice(Phrase::new("join-refused").with_value("why", why)));
        }
        TableNews::Said(side, words) => {
            if side != stay.table.side() || side.is_none() {
                let who = side.map_or_else(|| Phrase::new("join-somebody").into(), PhraseValue::from);
                notices.write(Notice(
                    Phrase::new("join-says").with_value("who", who).with_value("words", words.as_str()),
                ));
            }
            stay.keep_words(side, words);
        }
    }
}

/// Puts the table's battle on the board as it stands, or brings the one there to where the table is.
fn put_table_on_board(stay: &mut TableStay, phase: BattlePhase, opener: &mut BattleOpener) {
    let Some(session) = session_of_table(&stay.table) else { return };
    stay.is_on_board = true;
    match opener.fought_battle_mut().filter(|game| game.is_at_table()) {
        Some(mut game) => {
            game.playback.show_position(session.battle().clone());
            game.session = session;
            game.phase = phase;
            game.selection.clear();
            game.preview = None;
        }
        None => opener.open_battle_of_table(session, phase),
    }
}

/// Returns the session of the table's battle at its start, or with the units as they are arranged.
fn session_of_table(table: &KnownTable) -> Option<BattleSession> {
    let (state, start) = (table.state()?, table.position()?);
    let known = table.told_battle()?.known_scenario().ok()?;
    let scenario = Scenario::new(known.map, known.rules);
    let names = BySide::new(|side: Side| state.seats[side as usize].name.clone());
    let guest =
        GuestBattle::new(start.clone(), state.you, table.has_begun(), table.deployment_hexes().to_vec());
    Some(BattleSession::of_guest(scenario, GuestBattle::seats_by_name(&names, state.you), guest))
}

fn show_order(game: &mut FoughtBattle, side: Side, order: Option<Order>, events: Vec<Event>) {
    game.playback.push(&events);
    game.session.hear_order(side, order, events);
    if game.playback.paused {
        game.playback.skip_to_end();
    }
    game.preview = None;
    let battle = game.session.battle();
    match game
        .selection
        .selected_unit()
        .filter(|&unit| battle.unit(unit).alive() && battle.verdict().is_none())
    {
        Some(unit) if order != Some(Order::EndTurn) => game.selection.select_unit(battle, unit),
        _ => game.selection.clear(),
    }
}

/// Says to the server what the player has asked for, one thing after the other.
fn say_requests(scene: ResMut<Scene>, mut visit: ResMut<TableVisit>, mut notices: MessageWriter<Notice>) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    if game.session.guest().is_none_or(|guest| !guest.awaits_answer()) {
        return;
    }
    let Some(stay) = &mut visit.stay else { return };
    let game = game.bypass_change_detection();
    let Some(guest) = game.session.guest_mut() else { return };
    while !stay.table.is_waiting() {
        let Some(request) = guest.next_request() else { break };
        match request_message(&mut stay.table, request) {
            Ok(message) => stay.say(message),
            Err(why) => {
                guest.drop_requests();
                if request == GuestRequest::EndArranging {
                    game.phase = BattlePhase::Deploying;
                }
                notices.write(Notice(why));
                break;
            }
        }
    }
    let can_take_back = stay.table.state().is_some_and(|state| state.can_take_back);
    guest.hear_state(stay.table.is_waiting(), can_take_back);
}

/// Returns the message of a request.
fn request_message(table: &mut KnownTable, request: GuestRequest) -> Result<GuestMessage, Phrase> {
    let said = match request {
        GuestRequest::Order(order) => {
            if let Some(Err(why)) = table.position().map(|battle| battle.check(order)) {
                return Err(explain_illegal(&why));
            }
            table.order(order)
        }
        GuestRequest::TakeBack => table.take_back(),
        GuestRequest::Place(unit, to) => table.place_unit(unit, to),
        GuestRequest::EndArranging => table.end_arranging(),
        GuestRequest::Resign => table.resign(),
        GuestRequest::OfferDraw => table.offer_draw(),
        GuestRequest::DeclineDraw => table.decline_draw(),
    };
    said.map_err(|why| explain_not_allowed(&why))
}

/// Takes the replay of a battle that is over, and proves the battle by it.
fn take_replay(
    mut visit: ResMut<TableVisit>,
    scene: ResMut<Scene>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(stay) = &mut visit.bypass_change_detection().stay else { return };
    let Some(fetched) = stay.proof.as_mut().and_then(Job::poll) else { return };
    let Some(mut game) = Scene::borrow_fought_battle(scene).filter(|game| game.is_at_table()) else { return };
    let proved = match fetched {
        Ok(Ok(bytes)) => {
            prove_battle(stay, &bytes, &game.session.scenario().map.name, &storage, &mut notices)
        }
        Ok(Err(why)) => Err(Phrase::new("join-unproved").with_value("why", why)),
        Err(_) => Err(Phrase::new("join-no-system")),
    };
    match proved {
        Ok(replay) => {
            if let Some(guest) = game.session.guest_mut() {
                guest.hear_proof(BattleProof::Proved(Box::new(replay)));
            }
        }
        Err(why) => {
            notices.write(Notice(why));
            end_without_proof(&mut game);
        }
    }
}

/// Keeps what the guest has been told so far among the replays, where a copy of the battle is asked for.
fn keep_view_log(
    mut asked: MessageReader<SaveBattleCopy>,
    scene: Res<Scene>,
    visit: Res<TableVisit>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(game) = scene.fought_battle().filter(|game| asked.read().count() > 0 && game.is_at_table())
    else {
        return;
    };
    let Some(log) = visit.stay.as_ref().and_then(|stay| stay.table.view_log()) else {
        notices.write(Notice(Phrase::new("join-not-saved")));
        return;
    };
    let map = &game.session.scenario().map.name;
    let path = storage.unused_file_path(&storage.replay_folder(), map, VIEW_LOG_EXTENSION);
    let said = match storage.write_whole_file(&path, log.to_text().as_bytes()) {
        Ok(()) => vec![Phrase::new("view-log-saved").with_value("file", path.display().to_string())],
        Err(fault) => explain_file_error(&fault),
    };
    notices.write_batch(said.into_iter().map(Notice));
}

fn end_without_proof(game: &mut FoughtBattle) {
    if let Some(guest) = game.session.guest_mut() {
        guest.hear_proof(BattleProof::Missing);
    }
}

/// Proves a battle by its replay, keeps that among the replays, and says so.
fn prove_battle(
    stay: &TableStay,
    bytes: &[u8],
    map: &str,
    storage: &Storage,
    notices: &mut MessageWriter<Notice>,
) -> Result<Replay, Phrase> {
    let proved = stay.table.check_replay(bytes).map_err(|why| explain_unproved_battle(&why))?;
    let (replay, _) = Replay::verify_bytes(bytes)
        .map_err(|why| Phrase::new("join-unproved").with_value("why", why.to_string()))?;
    stay.forget_pledge();
    let path = storage.unused_file_path(&storage.replay_folder(), map, REPLAY_EXTENSION);
    if let Err(fault) = storage.write_whole_file(&path, bytes) {
        notices.write_batch(explain_file_error(&fault).into_iter().map(Notice));
    }
    notices.write(Notice(Phrase::new("join-proved").with_value("orders", proved.orders)));
    Ok(replay)
}
