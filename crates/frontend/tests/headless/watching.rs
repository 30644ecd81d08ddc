//! The orders of commanders and their reasons, shown step by step in battles and in replays.

use hotgates_ai::Reason;
use hotgates_engine::{CohesionRule, View};
use hotgates_frontend::ReplayAction;
use hotgates_frontend::battle::StrengthGraph;
use hotgates_frontend::battle::session::{BattleSession, OrderRecord};
use hotgates_frontend::board::Minimap;
use hotgates_frontend::insight::InsightLayer;
use hotgates_frontend::insight::{Advice, LayerData, ShownOverlay, WhatIfQuestion};
use hotgates_frontend::scene::WatchedBattle;
use hotgates_frontend::ui::UiColours;
use hotgates_frontend::ui::texts::{Language, Texts};
use hotgates_frontend::view::PlaybackAction;
use hotgates_phrases::reason_phrase;

use super::*;

const HOT_GATES: &str = include_str!("../../../../maps/hot_gates.ron");

impl Player {
    /// Returns a replay of hunter against warden after `orders` orders, at a standstill.
    fn watch_computers(&mut self, map: &str, orders: usize) {
        let computer = |name: &str| Seat::from_name(name);
        self.fight(map, &computer("hunter"), &computer("warden"));
        self.playback().paused = true;
        for done in 1..=orders {
            self.say(PlaybackAction::Step);
            self.until("an order is shown", |world| game(world).session.order_records().len() >= done);
            self.app.update();
        }
    }

    fn shown(&self) -> u64 {
        self.on_screen().shown_position().hash()
    }

    fn replaying(&self) -> &WatchedBattle {
        self.app.world().resource::<Scene>().watched_battle().expect("a battle is watched")
    }
}

#[test]
fn a_computers_turn_is_stepped_through_order_by_order_on_and_back() {
    let mut player = Player::new();
    player.watch_computers(DUEL, 4);
    let position = |player: &Player, orders: usize| player.game().session.position_after(orders).hash();
    assert!(player.game().session.order_records().len() >= 4);
    let all = player.game().session.order_records().len();
    assert_eq!(player.shown(), position(&player, all));
    for shown in (0..all).rev() {
        player.say(PlaybackAction::StepBack);
        assert_eq!(player.shown(), position(&player, shown), "back to {shown} orders");
    }
    player.say(PlaybackAction::StepBack);
    assert_eq!(player.shown(), position(&player, 0), "there is nothing before the first one");
    for shown in 1..=all {
        player.say(PlaybackAction::Step);
        assert_eq!(player.shown(), position(&player, shown), "on to {shown} orders");
    }
    assert_eq!(player.game().session.order_records().len(), all, "looking back plays nothing");
}

#[test]
fn what_a_person_does_is_seen_although_time_stands_still() {
    let mut player = Player::new();
    player.hot_seat();
    player.say(PlaybackAction::Pause);
    let unit = player.unit(Side::Red, 1);
    let home = player.cell_of(unit);
    player.click(home);
    let to = player.game().selection.stopping_cells()[0].0;
    player.click(to);
    assert_eq!(player.orders().len(), 1);
    assert_eq!(player.shown(), player.game().session.battle().hash());
    player.say(PlaybackAction::StepBack);
    assert_ne!(player.shown(), player.game().session.battle().hash());
    player.click(to);
    assert_eq!(player.shown(), player.game().session.battle().hash(), "a click shows the present again");
}

/// A column in a defile: its last unit can only go on through the first.
const COLUMN: &str = r##"(
    name: "column", turns: 6, seed: 3, rows: ["#........"],
    red: (units: [(type: "infantry", at: (7, 0)), (type: "infantry", at: (8, 0))]),
    blue: (units: [(type: "infantry", at: (0, 0))]),
)"##;

#[test]
fn a_pause_begins_once_a_unit_has_passed_its_friend() {
    let mut player = Player::new();
    let mut rules = Ruleset::classic();
    (rules.setup.distance, rules.options.cohesion) = (0, Some(CohesionRule::default()));
    player.fight_by(rules, COLUMN, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    let unit = player.unit(Side::Red, 1);
    let start = player.cell_of(unit);
    player.click(start);
    let to = player.game().session.battle().grid().at(Coord { col: 6, row: 0 }).unwrap();
    player.click(to);
    let has_its_hex = |world: &World| {
        let battle = game(world).playback.shown_position();
        battle.at(battle.unit(unit).cell) == Some(unit)
    };
    player.until("the unit is among friends", |world| !has_its_hex(world));
    player.say(PlaybackAction::Pause);
    player.until("time stands still", |world| game(world).playback.stands_still());
    assert!(has_its_hex(player.app.world()), "no two units are on a hex");
    let shown = player.shown();
    (0..20).for_each(|_| player.app.update());
    assert_eq!(player.shown(), shown);

    player.say(PlaybackAction::Skip);
    player.say(BattleAction::EndTurnNow);
    player.until("everything has been shown", is_idle);
    let shown = player.on_screen().shown_position();
    assert_eq!((shown, shown.side()), (player.game().session.battle(), Side::Blue));
    let before = View::new(shown, Side::Blue).before_last_half_turn().expect("Red has moved");
    assert_eq!(before.view().unit(unit).cell, start, "what is shown knows how the half-turn began");
}

/// A battle of computers on the screen as a replay that knows no reasons, and the battle as it was
/// fought.
fn replay(player: &mut Player) -> BattleSession {
    player.watch_computers(HOT_GATES, 30);
    let fought = player.game().session.clone();
    let replay = BattleSession::resume_replay(&fought.to_replay().unwrap()).unwrap();
    assert!(replay.order_records().iter().all(|record| record.reason.is_none()), "a replay keeps no reasons");
    player.app.insert_resource(Scene::Replay(Box::new(WatchedBattle::new(replay))));
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Replay);
    player.app.update();
    player.app.update();
    assert_eq!(player.screen(), Screen::Replay);
    player.say(PlaybackAction::Pause);
    fought
}

#[test]
fn a_replay_finds_out_why_computers_gave_their_orders() {
    let mut player = Player::new();
    let fought = replay(&mut player);
    player.until("every reason is known", |world| {
        world
            .resource::<Scene>()
            .watched_battle()
            .expect("a battle is watched")
            .session()
            .order_records()
            .iter()
            .all(|record| record.reason.is_some())
    });
    let reasons = |records: &[OrderRecord]| -> Vec<Reason> {
        records.iter().filter_map(|record| record.reason.clone()).collect()
    };
    assert_eq!(reasons(player.replaying().session().order_records()), reasons(fought.order_records()));
}

#[test]
fn reasons_are_said_in_both_languages() {
    let mut player = Player::new();
    player.watch_computers(HOT_GATES, 60);
    let (english, chinese) = (Texts::new(Language::English), Texts::new(Language::Chinese));
    for record in player.game().session.order_records() {
        let reason = record.reason.as_ref().unwrap();
        let words = english.phrase_in_words(&reason_phrase(&record.before, reason));
        // The alternatives are told in more detail than in the terminal.
        if let Some((first, _)) = words.split_once("; rather than") {
            assert!(reason.in_words(&record.before).starts_with(first), "{words}");
        } else {
            // The purpose of a position is said in the overlay's words, fewer than the terminal's.
            let numbers = |words: &str| words.rsplit("; ").next().map(str::to_owned);
            assert_eq!(numbers(&words), numbers(&reason.in_words(&record.before)));
        }
        let words = chinese.phrase_in_words(&reason_phrase(&record.before, reason));
        assert!(!words.contains("reason-") && !words.contains('{'), "{words}");
        assert!(!words.is_ascii(), "{words}");
    }
}

#[test]
fn plans_are_told_with_the_same_numbers_in_both_languages() {
    let mut player = Player::new();
    player.fight(HOT_GATES, &Seat::from_name("strategist+300"), &Seat::from_name("strategist+300"));
    player.playback().speed = 16;
    player.until("some half-turns are over", |world| game(world).session.battle().turn() > 3);
    let texts = [Texts::new(Language::English), Texts::new(Language::Chinese)];
    let numbers = |words: &str| -> Vec<u32> {
        let mut numbers: Vec<u32> = words
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        numbers.sort_unstable();
        numbers
    };
    let [mut marches, mut plans] = [0; 2];
    for record in player.game().session.order_records() {
        let Some(reason @ Reason::Foreseen(plan)) = &record.reason else { continue };
        let [english, chinese] =
            texts.each_ref().map(|texts| texts.phrase_in_words(&reason_phrase(&record.before, reason)));
        assert_eq!(english, reason.in_words(&record.before));
        assert!(!chinese.contains("reason-") && !chinese.contains("part-"), "{chinese}");
        assert_eq!(numbers(&english), numbers(&chinese), "{english}: {chinese}");
        marches += u32::from(plan.march.is_some());
        plans += 1;
    }
    assert!(plans > 10 && marches > 3, "{plans} plans, {marches} marches");
}

#[test]
fn overlays_hints_and_what_if_answer_about_the_position_of_a_replay() {
    let mut player = Player::new();
    let fought = replay(&mut player);
    player.say(ReplayAction::To(12));
    player.app.update();
    assert_eq!(player.shown(), fought.position_after(12).hash());
    let unit = fought.position_after(12).living(Side::Blue).next().unwrap();
    player.click(fought.position_after(12).unit(unit).cell);
    assert_eq!(player.replaying().selection.selected_unit(), Some(unit));
    for (key, layer) in [(KeyCode::Digit2, InsightLayer::Threat), (KeyCode::Digit3, InsightLayer::Chokes)] {
        player.press(key);
        player.until("the overlay is there", |world| {
            let insight = world.resource::<ShownOverlay>();
            insight.layer == Some(layer)
                && match insight.seen.as_deref() {
                    Some(LayerData::Threat(threat)) => {
                        layer == InsightLayer::Threat && threat.threatened_unit() == unit
                    }
                    Some(LayerData::Thinking(side, ..)) => {
                        layer == InsightLayer::Chokes && *side == Side::Blue
                    }
                    _ => false,
                }
        });
    }
    player.press(KeyCode::KeyH);
    player.until("the hint is there", |world| world.resource::<Advice>().hint.is_some());
    let (order, _) = player.app.world().resource::<Advice>().hint.clone().unwrap();
    assert!(fought.position_after(12).check(order).is_ok());
    player.say(PlaybackAction::Step);
    player.app.update();
    assert!(player.app.world().resource::<Advice>().hint.is_none(), "it was about another position");
    player.press(KeyCode::KeyI);
    player.until("battles have been fought", |world| world.resource::<WhatIfQuestion>().finishes.len() > 3);
    player.press(KeyCode::KeyI);
    assert!(!player.app.world().resource::<WhatIfQuestion>().is_asked());
    player.press(KeyCode::Escape);
    player.press(KeyCode::Escape);
    assert_eq!(player.screen(), Screen::Menu);
    assert!(player.app.world().resource::<ShownOverlay>().layer.is_none(), "overlays go with the replay");
}

#[test]
fn the_graph_of_strength_and_the_small_map_stay_readable_beside_a_long_log() {
    let mut player = Player::new();
    replay(&mut player);
    let world = player.app.world_mut();
    let mut texts = world.query::<(Entity, &Text)>();
    let (title, _) = texts.iter(world).find(|(_, text)| text.0 == "Strength over time").unwrap();
    let column = world.get::<ChildOf>(title).unwrap().parent();
    let children: Vec<Entity> = world.get::<Children>(column).unwrap().iter().collect();
    let graph = children[children.iter().position(|&child| child == title).unwrap() + 1];
    let node = world.get::<Node>(graph).unwrap();
    assert_eq!((node.height, node.min_height), (px(110), px(50)));
    // Nor does what is around it take the graph's least height away.
    assert_eq!(world.get::<Node>(column).unwrap().min_height, px(96));
    let mut maps = world.query_filtered::<&Node, With<Minimap>>();
    assert_eq!(maps.single(world).unwrap().min_height, px(64));
}

#[test]
fn the_graph_of_strength_has_numbers_and_the_colours_of_the_palette() {
    let mut player = Player::new();
    replay(&mut player);
    player.app.update();
    player.app.update();
    // The colours of the graph's bars, from the left to the right.
    let bars = |player: &mut Player| -> Vec<Color> {
        let world = player.app.world_mut();
        let graph = world.query_filtered::<Entity, With<StrengthGraph>>().single(world).expect("one graph");
        let mut query = world.query::<(&BackgroundColor, Option<&Text>)>();
        let mut children = world.query::<&Children>();
        let below: Vec<Entity> = children.query(world).iter_descendants(graph).collect();
        let filled = below.into_iter().filter_map(|node| query.get(world, node).ok());
        filled.filter(|(_, text)| text.is_none()).map(|(colour, _)| colour.0).collect()
    };
    let session = player.replaying().session();
    let curve = session.strength_over_time();
    let most = curve.iter().flat_map(|now| [now.red, now.blue]).max().unwrap();
    let last = session.known_position().turn();
    check_texts(&mut player, &[&format!("greatest: {most} men"), "turn 1", &format!("turn {last}")]);
    let before = bars(&mut player);
    let sides = |player: &Player| {
        let colours = player.app.world().resource::<UiColours>();
        Side::BOTH.map(|side| colours.side_panel_colour(side))
    };
    assert!(sides(&player).iter().all(|colour| before.contains(colour)));
    player.press(KeyCode::F3);
    player.app.update();
    let after = bars(&mut player);
    assert_eq!(after.len(), before.len());
    assert!(sides(&player).iter().all(|colour| after.contains(colour)));
    assert_ne!(after, before);
}

#[test]
fn a_replay_says_how_many_orders_and_men_each_side_has_used_so_far() {
    let mut player = Player::new();
    replay(&mut player);
    let orders = player.replaying().order_count();
    for at in [0, orders / 2, orders] {
        player.say(ReplayAction::To(at));
        player.app.update();
        let session = player.replaying().session();
        let (start, now) = (session.starting_position(), session.position_after(at));
        let mut wanted = Vec::new();
        for (side, name) in [(Side::Red, "Red"), (Side::Blue, "Blue")] {
            let given = session.order_records()[..at].iter().filter(|record| record.side == side).count();
            let lost = start.living_strength(side) - now.living_strength(side);
            let [orders, men] = [(given, "order", "orders"), (lost as usize, "man", "men")]
                .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }));
            wanted.push(format!("{name}: {orders}, {men} lost"));
        }
        check_texts(&mut player, &wanted.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
