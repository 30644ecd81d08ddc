//! Notices that a player of the Chinese window gets.

use bevy::prelude::*;
use hotgates_engine::{Coord, Order, Side};
use hotgates_frontend::academy::tower::TowerAction;
use hotgates_frontend::academy::{AcademyAction, AcademyGame};
use hotgates_frontend::battle::{BattleAction, LoadBattle, SaveBattleCopy};
use hotgates_frontend::editor::{EditorAction, MapFileAction, MapTextField, ToolAction, TypedTextField};
use hotgates_frontend::settings::SettingsAction;
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::texts::Language;
use hotgates_play::Seat;

use super::english_words;
use crate::{DUEL, Player};

impl Player {
    /// A player whose window speaks Chinese.
    fn of_chinese() -> Self {
        let mut player = Self::new();
        player.say(SettingsAction::Language(Language::Chinese));
        player.app.update();
        player.notices();
        player
    }

    /// Checks that the player has been told something, and all of it in Chinese.
    fn check_told(&mut self, what: &str) {
        let mut told = self.notices();
        for _ in 0..3 {
            self.app.update();
            told.extend(self.notices());
        }
        assert!(!told.is_empty(), "nothing is told after {what}");
        for notice in &told {
            assert!(notice.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{what}: {notice}");
            assert_eq!(english_words(notice), None, "{what}: {notice}");
        }
    }
}

#[test]
fn files_that_cannot_be_loaded() {
    let mut player = Player::of_chinese();
    let bad: [(&str, &[u8]); 3] = [
        ("empty.replay", b""),
        ("text.replay", b"(name: \"hot gates\")"),
        ("torn.replay", b"HOTGATES\x01\0\0"),
    ];
    for (name, bytes) in bad {
        let path = player.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        player.say(LoadBattle(path));
        player.check_told(name);
    }
    player.say(LoadBattle("no/such/file.replay".into()));
    player.check_told("a file that is not there");
}

#[test]
fn orders_and_places_that_are_refused() {
    let mut player = Player::of_chinese();
    player.fight(DUEL, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.notices();
    // Before the battle: a hex outside of the zone.
    let battle = player.game().session.battle().clone();
    let (unit, zone) = (player.unit(Side::Blue, 1), battle.deployment_zone(Side::Blue));
    player.click(player.cell_of(unit));
    let outside = battle.grid().cells().find(|cell| !zone.contains(cell) && battle.at(*cell).is_none());
    player.click(outside.unwrap());
    player.check_told("a hex outside of the deployment zone");
    player.say(BattleAction::BeginFighting);
    player.notices();
    player.say(BattleAction::Undo);
    player.check_told("nothing to undo");
    // The window offers no illegal order: one is given behind its back.
    let mover = player.unit(Side::Red, 0);
    let enemy = player.unit(Side::Blue, 1);
    for order in [
        Order::Attack { unit: mover, target: enemy },
        Order::Attack { unit: enemy, target: mover },
        Order::Move { unit: mover, to: Coord { col: 3, row: 400 }.hex() },
    ] {
        let mut scene = player.app.world_mut().resource_mut::<hotgates_frontend::scene::Scene>();
        let hotgates_frontend::scene::Scene::Battle(game) = &mut *scene else { panic!("a battle") };
        let illegal = game.session.act(order, None).unwrap_err();
        let phrase = hotgates_frontend::ui::explain::explain_illegal(&illegal);
        player.say(hotgates_frontend::ui::Notice(phrase));
        player.check_told(&format!("{order}"));
    }
}

#[test]
fn a_battle_that_cannot_be_saved() {
    let mut player = Player::of_chinese();
    player.hot_seat();
    player.notices();
    // A file where the folder of saves should be.
    std::fs::write(player.storage().save_folder(), b"").unwrap();
    player.say(SaveBattleCopy);
    player.check_told("saving into a folder that is a file");
}

#[test]
fn maps_that_the_editor_refuses() {
    let mut player = Player::of_chinese();
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Editor);
    player.app.update();
    player.app.update();
    player.notices();
    let files: [(&str, &str); 6] = [
        ("bad.ron", "Map(name: \"Bad\", rows: [\"..#\", \"..\"], red: (units: [(type: \"elephant\")]))"),
        ("syntax.ron", "Map(name: 5)"),
        ("empty.tmx", ""),
        ("square.tmx", "<map orientation=\"orthogonal\"></map>"),
        ("codes.map", "Gg, Gg, Gg\nGg, ??, Gg\nGg, Gg, Gg\n"),
        ("picture.png", ""),
    ];
    for (name, text) in files {
        let path = player.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        player.say(EditorAction::File(MapFileAction::OpenFile(path)));
        player.check_told(name);
    }
    // A map of another program: how it was read.
    let path = player.folder.path().join("lone.map");
    std::fs::write(&path, "Gg, Gg, Gg\nGg, Gg, Gg\nGg, Gg, Gg\n").unwrap();
    player.say(EditorAction::File(MapFileAction::OpenFile(path)));
    player.check_told("a map without starting positions");
    player.say(EditorAction::File(MapFileAction::Play));
    player.check_told("a map without room for the armies");
    player.say(EditorAction::Tool(ToolAction::Copy));
    player.check_told("a copy of nothing");
    player.say(EditorAction::Type(TypedTextField::Map(MapTextField::Turns), "many".to_owned()));
    player.check_told("turns that are no number");
}

#[test]
fn steps_that_the_academy_refuses() {
    let mut player = Player::of_chinese();
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Academy);
    player.app.update();
    player.app.update();
    player.say(AcademyAction::Open(AcademyGame::Tower));
    player.notices();
    player.say(AcademyAction::Tower(TowerAction::Climb));
    player.check_told("stairs that are not there");
    player.say(AcademyAction::Tower(TowerAction::Buy(hotgates_academy::tower::ShopWare::Hp)));
    player.check_told("a shop that is not there");
}

/// A notice on the screen changes into the new language.
#[test]
fn a_notice_follows_the_language() {
    let mut player = Player::new();
    player.say(LoadBattle("no/such/file.replay".into()));
    player.app.update();
    let shown = |player: &mut Player, words: &str| {
        let mut texts = player.app.world_mut().query::<&Text>();
        texts.iter(player.app.world()).filter(|text| text.0.contains(words)).count()
    };
    assert_eq!(shown(&mut player, "file.replay: cannot be read"), 1);
    player.say(SettingsAction::Language(Language::Chinese));
    player.app.update();
    player.app.update();
    assert_eq!(shown(&mut player, "file.replay: cannot be read"), 0);
    assert_eq!(shown(&mut player, "file.replay：无法读取"), 1);
}
