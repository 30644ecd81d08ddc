//! Campaigns: the list, the army between battles, battles that go back to their campaign, saves.

use std::path::Path;

use bevy::app::AppExit;
use hotgates_campaign::{BattleResult, CampaignState, Refit};
use hotgates_frontend::battle::AfterBattleAction;
use hotgates_frontend::campaign::played::PlayedCampaign;
use hotgates_frontend::campaign::{CampaignAction, CampaignListAction};

use super::leaving::{open, press_every_button};
use super::*;

/// A field on which Red must come from far away, so that Blue holds it until dusk.
const FIELD: &str = r##"(
    name: "field", rules: "hoplite", turns: 2, from: ne, first: blue,
    rows: ["...............", "...............", "#..............", "..............."],
    red: (commander: "random", units: [(type: "archers", at: (14, 0))]),
    blue: (units: []),
)"##;

/// Two battles on the field with an army of three, of whom two fight at first.
const CAMPAIGN: &str = r#"Campaign(
    name: "Two days", author: "A tester", notes: "Read this first.", side: blue, points: 60,
    recruits: ["peltasts"],
    army: [
        (key: "guard", type: "hoplites", strength: 400, rank: "King", name: "Leon", experience: 150),
        (key: "scouts", type: "peltasts"),
        (key: "riders", type: "horse"),
    ],
    battles: [
        (key: "one", map: "field.ron", title: "The first day", briefing: "Hold it.", places: [(1, 1), (1, 2)], then: [
            (result: won, points: 25, text: "The night is quiet.", next: "two"), (end: lost, text: "All is lost."),
        ]),
        (key: "two", map: "field.ron", title: "The second day", briefing: "Once more.", places: [(1, 2)], then: [
            (result: won, end: won, text: "The field is ours."), (end: lost, text: "All is lost."),
        ]),
    ],
    army_lost: "Nobody is left.",
)"#;

fn write_campaign(folder: &Path) {
    let place = Storage::from_folder(folder).map_folder().join("two_days");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("field.ron"), FIELD).unwrap();
    std::fs::write(place.join("campaign.ron"), CAMPAIGN).unwrap();
}

/// A player with a campaign of their own, in the list of campaigns; theirs is the second.
fn player_at_list() -> Player {
    let folder = tempfile::tempdir().unwrap();
    write_campaign(folder.path());
    let mut player = Player::at(folder);
    open(&mut player, KeyCode::KeyC);
    assert_eq!(player.screen(), Screen::Campaigns);
    player
}

/// A player who has begun the campaign.
fn player_in_campaign() -> Player {
    let mut player = player_at_list();
    act(&mut player, CampaignListAction::Begin(1));
    assert_eq!(player.screen(), Screen::Campaign);
    player
}

fn act<M: Message>(player: &mut Player, message: M) {
    player.say(message);
    player.app.update();
    player.app.update();
}

fn state(player: &Player) -> &CampaignState {
    player.app.world().resource::<PlayedCampaign>().state()
}

fn save_file(player: &Player) -> std::path::PathBuf {
    player.storage().campaign_save_file("Two days")
}

/// Ends turns until the battle is over and its end has been shown.
fn fight_to_the_end(player: &mut Player) {
    player.until("the battle is over", |world| is_idle(world) && game(world).session.is_human_to_move());
    for _ in 0..8 {
        player.say(BattleAction::EndTurnNow);
        player.until("Blue is to move, or the battle is over", |world| {
            let game = game(world);
            is_idle(world) && (game.takes_orders() || game.session.battle().verdict().is_some())
        });
        if player.game().session.battle().verdict().is_some() {
            player.app.update();
            return;
        }
    }
    panic!("the battle does not end");
}

#[test]
fn a_campaign_is_won_battle_by_battle() {
    let mut player = player_at_list();
    check_texts(
        &mut player,
        &["The Road to the Gates", "Two days", "A tester", "Read this first.", "Not begun yet"],
    );
    act(&mut player, CampaignListAction::Begin(1));
    check_texts(
        &mut player,
        &["Battle 1: The first day", "Hold it.", "60 points", "2 of 2 places taken", "King Leon"],
    );
    act(&mut player, CampaignAction::Fight);
    assert_eq!(player.screen(), Screen::Battle);
    assert!(!player.game().is_deploying(), "units stand where the campaign puts them");
    fight_to_the_end(&mut player);
    check_texts(&mut player, &["Go on"]);
    assert!(!all_texts(&mut player).contains("New battle"), "what is done is done");
    assert_eq!(state(&player).path().len(), 1, "the outcome is taken at once");
    act(&mut player, AfterBattleAction::Menu);
    assert_eq!(player.screen(), Screen::Campaign);
    check_texts(
        &mut player,
        &["The night is quiet.", "Battle 2: The second day", "85 points", "The first day: won, 0 men lost"],
    );
    act(&mut player, CampaignAction::Fight);
    fight_to_the_end(&mut player);
    act(&mut player, AfterBattleAction::Menu);
    assert_eq!(state(&player).end(), Some(BattleResult::Won));
    check_texts(&mut player, &["The field is ours.", "The campaign is won"]);
    act(&mut player, CampaignAction::Fight);
    assert_eq!(player.screen(), Screen::Campaign, "nothing is left to fight");
    act(&mut player, CampaignAction::Leave);
    check_texts(&mut player, &["The campaign is won", "Begin anew"]);
    let mut replays = std::fs::read_dir(player.storage().replay_folder()).unwrap();
    assert!(replays.next().is_some(), "battles of campaigns can be watched again");
}

#[test]
fn the_army_is_refitted_by_clicks_and_changes_are_taken_back() {
    let mut player = player_in_campaign();
    let unit = |key: &str| key.to_owned();
    act(&mut player, CampaignAction::Refit(Refit::Replenish { unit: unit("guard"), men: 400 }));
    assert_eq!((state(&player).unit("guard").unwrap().men, state(&player).points()), (800, 5));
    // A refit that cannot be made says why.
    player.notices();
    player.say(CampaignAction::Refit(Refit::Field { unit: unit("riders") }));
    assert_eq!(player.notices(), ["all 2 places of this battle are taken; let another unit rest first"]);
    act(&mut player, CampaignAction::Undo);
    assert_eq!((state(&player).unit("guard").unwrap().men, state(&player).points()), (400, 60));
    act(&mut player, CampaignAction::Undo);
    // Two clicks on the map exchange two units.
    let cell = |player: &Player, column, row| {
        let board = player.app.world().resource::<hotgates_frontend::board::Board>();
        board.grid().at((column, row).into()).unwrap()
    };
    let (one, other) = (cell(&player, 1, 1), cell(&player, 1, 2));
    player.click(one);
    player.app.update();
    check_texts(&mut player, &["Now click the other unit."]);
    player.click(other);
    player.app.update();
    assert_eq!(state(&player).fielded(), ["scouts", "guard"]);
    // Nobody is sent: there is no battle.
    for key in ["scouts", "guard"] {
        act(&mut player, CampaignAction::Refit(Refit::Rest { unit: unit(key) }));
    }
    player.notices();
    player.say(CampaignAction::Fight);
    assert_eq!(player.notices(), ["Nobody is sent to this battle"]);
    assert_eq!(player.screen(), Screen::Campaign);
    act(&mut player, CampaignAction::RefitAutomatically);
    assert_eq!(state(&player).fielded().len(), 2);
}

/// The panels say once why buttons are gray, not only where the pointer rests on one.
#[test]
fn an_army_says_why_its_buttons_are_gray() {
    let mut player = player_in_campaign();
    check_texts(&mut player, &["2 of 2 places taken"]);
    let too_dear = "Gray buttons: they cost more points than are left";
    act(&mut player, CampaignAction::Refit(Refit::Replenish { unit: "guard".to_owned(), men: 400 }));
    assert_eq!(state(&player).points(), 5);
    check_texts(&mut player, &[too_dear]);
    assert_eq!(all_texts(&mut player).matches("Gray buttons:").count(), 1, "each reason stands once");
    for key in ["guard", "scouts"] {
        act(&mut player, CampaignAction::Refit(Refit::Rest { unit: key.to_owned() }));
    }
    check_texts(&mut player, &["0 of 2 places taken"]);
    check_texts(&mut player, &["Nobody is sent to this battle"]);
}

#[test]
fn a_battle_of_a_campaign_is_taken_up_where_it_was_left() {
    let mut player = player_in_campaign();
    act(&mut player, CampaignAction::Enemy(Some("greedy".into())));
    act(&mut player, CampaignAction::Fight);
    // A battle that was left before its first order has not begun.
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Campaign);
    act(&mut player, CampaignAction::Refit(Refit::Exchange { unit: "guard".into(), other: "scouts".into() }));
    assert_eq!(state(&player).fielded(), ["scouts", "guard"]);
    act(&mut player, CampaignAction::Fight);
    assert_eq!(player.game().session.seats()[Side::Red].name().to_string(), "greedy");
    player.until("Blue is to move", |world| is_idle(world) && game(world).takes_orders());
    let unit = player.unit(Side::Blue, 0);
    player.click(player.cell_of(unit));
    let (to, _) = player.game().selection.stopping_cells()[0];
    player.click(to);
    let (orders, hash) = (player.orders(), player.game().session.true_position().hash());
    assert!(!orders.is_empty());
    player.say(AppExit::Success);
    assert!(!player.storage().autosave_file().exists(), "it is no battle of its own");

    let mut player = Player::at(player.folder);
    open(&mut player, KeyCode::KeyC);
    check_texts(&mut player, &["In battle 1: The first day"]);
    act(&mut player, CampaignListAction::Resume(1));
    check_texts(&mut player, &["Back to the battle", "The army is in battle."]);
    act(&mut player, CampaignAction::Refit(Refit::Rest { unit: "guard".into() }));
    assert_eq!(state(&player).fielded(), ["scouts", "guard"], "who fights stays there");
    act(&mut player, CampaignAction::Fight);
    assert_eq!(player.orders(), orders);
    assert_eq!(player.game().session.true_position().hash(), hash);
    assert_eq!(player.game().session.seats()[Side::Red].name().to_string(), "greedy", "as it was chosen");
    // A move that was taken back stays so when the battle is left at once.
    let unit = player.unit(Side::Blue, 1);
    player.click(player.cell_of(unit));
    let (to, _) = player.game().selection.stopping_cells()[0];
    player.click(to);
    player.say(BattleAction::Undo);
    player.say(BattleAction::Leave);
    player.app.update();
    act(&mut player, CampaignAction::Fight);
    assert_eq!(player.orders(), orders);
}

#[test]
fn who_leads_the_enemy_is_saved_and_no_refit() {
    let mut player = player_in_campaign();
    act(&mut player, CampaignAction::Refit(Refit::Rest { unit: "guard".into() }));
    act(&mut player, CampaignAction::Enemy(Some("strategist:polemarch".into())));
    act(&mut player, CampaignAction::Undo);
    assert_eq!(state(&player).fielded(), ["guard", "scouts"]);
    assert_eq!(state(&player).enemy(), Some("strategist:polemarch"));
    player.say(AppExit::Success);
    let mut player = Player::at(player.folder);
    open(&mut player, KeyCode::KeyC);
    act(&mut player, CampaignListAction::Resume(1));
    check_texts(&mut player, &["strategist:polemarch"]);
    act(&mut player, CampaignAction::Fight);
    assert_eq!(player.game().session.seats()[Side::Red].name().to_string(), "strategist:polemarch");
    act(&mut player, BattleAction::Leave);
    // A name in a save starts no program, whoever wrote it.
    act(&mut player, CampaignAction::Enemy(Some("bot:touch PWNED".into())));
    player.notices();
    player.say(CampaignAction::Fight);
    assert_eq!(player.screen(), Screen::Campaign);
    assert_eq!(player.notices(), ["`bot:touch PWNED` is never started from a file"]);
    act(&mut player, CampaignAction::Enemy(None));
    act(&mut player, CampaignAction::Leave);
    act(&mut player, CampaignListAction::Begin(1));
    act(&mut player, CampaignListAction::BeginAnew(1));
    assert_eq!(state(&player).enemy(), None);
}

#[test]
fn a_saved_campaign_is_begun_anew_only_after_a_question() {
    let mut player = player_in_campaign();
    act(&mut player, CampaignAction::Refit(Refit::Buy { kind: "peltasts".into() }));
    act(&mut player, CampaignAction::Leave);
    check_texts(&mut player, &["Before battle 1: The first day"]);
    act(&mut player, CampaignListAction::Begin(1));
    check_texts(&mut player, &["Begin anew? What was saved of this campaign will be gone."]);
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Campaigns, "Escape is a no");
    act(&mut player, CampaignListAction::Resume(1));
    assert_eq!(state(&player).points(), 15);
    act(&mut player, CampaignAction::Leave);
    act(&mut player, CampaignListAction::Begin(1));
    act(&mut player, CampaignListAction::BeginAnew(1));
    assert_eq!(state(&player).points(), 60);
    act(&mut player, CampaignAction::Leave);
    // Another campaign's save is another's.
    act(&mut player, CampaignListAction::Begin(0));
    assert_eq!(state(&player).army().len(), 8);
}

#[test]
fn a_save_that_does_not_fit_says_why_and_stays() {
    let mut player = player_in_campaign();
    act(&mut player, CampaignAction::Leave);
    let save = std::fs::read(save_file(&player)).unwrap();
    let folder = player.folder;
    let field = Storage::from_folder(folder.path()).map_folder().join("two_days/field.ron");
    std::fs::write(field, FIELD.replace("turns: 2", "turns: 3")).unwrap();
    let mut player = Player::at(folder);
    open(&mut player, KeyCode::KeyC);
    check_texts(&mut player, &["the map `field.ron` has changed since this was saved"]);
    act(&mut player, CampaignListAction::Resume(1));
    assert_eq!(player.screen(), Screen::Campaigns);
    assert_eq!(std::fs::read(save_file(&player)).unwrap(), save);
    act(&mut player, CampaignListAction::Back);
    std::fs::write(save_file(&player), &save[..save.len() / 2]).unwrap();
    open(&mut player, KeyCode::KeyC);
    check_texts(&mut player, &["the saved campaign is damaged"]);
    // A campaign that cannot be played is told, with its file.
    let folder = player.folder;
    let file = Storage::from_folder(folder.path()).map_folder().join("two_days/campaign.ron");
    std::fs::write(file, CAMPAIGN.replace("next: \"two\"", "next: \"three\"")).unwrap();
    let mut player = Player::at(folder);
    player.notices();
    player.press(KeyCode::KeyC);
    let notices = player.notices().join("\n");
    assert!(notices.contains("campaign.ron") && notices.contains("three"), "{notices}");
}

#[test]
fn a_map_of_a_campaign_that_names_a_program_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    write_campaign(folder.path());
    let field = Storage::from_folder(folder.path()).map_folder().join("two_days/field.ron");
    std::fs::write(field, FIELD.replace("\"random\"", "\"bot:touch PWNED\"")).unwrap();
    let mut player = Player::at(folder);
    open(&mut player, KeyCode::KeyC);
    act(&mut player, CampaignListAction::Begin(1));
    player.notices();
    player.say(CampaignAction::Fight);
    assert_eq!(player.screen(), Screen::Campaign);
    assert_eq!(player.notices(), ["`bot:touch PWNED` is never started from a file"]);
    act(&mut player, CampaignAction::Enemy(Some("hunter".into())));
    act(&mut player, CampaignAction::Fight);
    assert_eq!(player.screen(), Screen::Battle, "the player may name another");
}

#[test]
fn every_button_between_battles_leads_back_to_the_menu() {
    press_every_button("a campaign", |player| {
        if !player.storage().map_folder().exists() {
            write_campaign(player.folder.path());
        }
        open(player, KeyCode::KeyC);
        let saved = save_file(player).exists();
        act(player, if saved { CampaignListAction::Resume(1) } else { CampaignListAction::Begin(1) });
        if player.app.world().resource::<PlayedCampaign>().state().end().is_some() {
            act(player, CampaignAction::Leave);
            act(player, CampaignListAction::BeginAnew(1));
        }
    });
}
