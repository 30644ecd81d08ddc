//! The academy without a window: messages in, games and searches out.

mod explained;

use std::time::Duration;

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use hotgates_academy::river::{ActionSize, PersonKind, RiverStep, Shore, StateWorth};
use hotgates_academy::tictactoe::{CellThoughts, Mark};
use hotgates_academy::tower::{self, Tile, WalkDirection};
use hotgates_engine::{Map, MapFile, Ruleset};
use hotgates_search::SearchMethod;
use hotgates_ways::{ShippedWay, WAY_METHODS};

use hotgates_frontend::academy::river::RiverAction;
use hotgates_frontend::academy::tape::{
    ALL_KEPT, HALVED_AFTER, SearchMoment, SearchResult, SharedSearchLog, VisitedState,
};
use hotgates_frontend::academy::tictactoe::{self, TicTacToeAction};
use hotgates_frontend::academy::tower::{TowerAction, TowerSource};
use hotgates_frontend::academy::ways::WayAction;
use hotgates_frontend::academy::{
    AcademyAction, AcademyGame, AcademyState, GivenHint, SearchPlaybackAction, plugin,
};
use hotgates_frontend::ui::Notice;
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::storage::Storage;
use hotgates_frontend::ui::texts::{Language, Texts};
use hotgates_search::Statistics;

/// The academy with everything but a window.
fn academy() -> App {
    academy_in(None)
}

/// The academy with the player's folders.
fn academy_in(storage: Option<Storage>) -> App {
    let mut app = App::new();
    if let Some(storage) = storage {
        app.insert_resource(storage);
    }
    app.add_plugins((MinimalPlugins, StatesPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .insert_resource(Texts::new(Language::English))
        .insert_state(Screen::Academy)
        .add_plugins((hotgates_frontend::ui::plugin, plugin));
    app.update();
    app
}

fn send(app: &mut App, actions: impl IntoIterator<Item = AcademyAction>) {
    app.world_mut().write_message_batch(actions);
    app.update();
}

fn state(app: &App) -> &AcademyState {
    app.world().resource()
}

/// Updates the app until the condition `so` holds.
fn wait(app: &mut App, what: &str, so: impl Fn(&AcademyState) -> bool) {
    for _ in 0..20_000 {
        if so(state(app)) {
            return;
        }
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("{what} has not happened");
}

/// Returns the notices of the last frames in words.
fn notices(app: &mut App) -> Vec<String> {
    let notices: Vec<_> = app.world_mut().resource_mut::<Messages<Notice>>().drain().collect();
    let texts = app.world().resource::<Texts>();
    notices.iter().map(|Notice(phrase)| texts.phrase_in_words(phrase)).collect()
}

fn step(step: RiverStep) -> AcademyAction {
    AcademyAction::River(RiverAction::Step(step))
}

fn outcome(app: &App) -> SearchResult {
    state(app).watch.as_ref().unwrap().lock_log().outcome.clone().unwrap()
}

/// Runs the chosen search to its end and shows its whole recording.
fn search(app: &mut App, method: usize) -> SearchResult {
    send(app, [AcademyAction::Method(method), AcademyAction::Search]);
    wait(app, "the end of a search", |academy| !academy.watch.as_ref().unwrap().is_running());
    send(app, [AcademyAction::Watch(SearchPlaybackAction::Latest)]);
    outcome(app)
}

/// Returns all words on the screen.
fn shown(app: &mut App) -> String {
    let mut texts = app.world_mut().query::<&Text>();
    texts.iter(app.world()).map(|text| text.0.clone()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_crossing_is_played_to_its_end_by_messages() {
    use PersonKind::{Devil, Priest};
    let mut app = academy();
    send(&mut app, [step(RiverStep::Board(Priest)), step(RiverStep::Board(Devil)), step(RiverStep::Sail)]);
    assert_eq!(state(&app).river.game.current_moment().to_string(), "2P2DR+1P1D");
    send(&mut app, [AcademyAction::Auto]);
    wait(&mut app, "the other bank", |academy| academy.river.game.is_won());
    assert!(state(&app).river.game.steps_made().len() <= 33);
    app.update();
    assert!(!state(&app).is_playing() && !state(&app).is_busy());
    assert!(shown(&mut app).contains("Across in"));
}

#[test]
fn a_lost_crossing_says_so_and_is_taken_back() {
    let mut app = academy();
    send(&mut app, [step(RiverStep::Board(PersonKind::Priest)), step(RiverStep::Sail)]);
    assert!(state(&app).river.is_over());
    assert!(shown(&mut app).contains("Lost after 2 steps"));
    send(&mut app, [AcademyAction::Undo]);
    assert!(!state(&app).river.is_over());
    assert!(shown(&mut app).contains("3P3DL+1P") || shown(&mut app).contains("2P3DL+1P"));
}

/// Every state that the graph shows can be played from, and hints lead on wherever a way does.
#[test]
fn a_crossing_is_played_on_from_any_state_of_its_graph() {
    let mut app = academy();
    let spots = state(&app).river.chart.clone().expect("a graph").spots;
    for spot in spots.iter().filter(|spot| !spot.goal) {
        send(&mut app, [AcademyAction::River(RiverAction::From(spot.banks))]);
        assert_eq!(state(&app).river.game.current_moment().as_banks(), spot.banks);
        send(&mut app, [AcademyAction::Hint]);
        wait(&mut app, "a hint", |academy| academy.said.is_some());
        let Some(GivenHint::River(hint)) = state(&app).said.clone() else { panic!("another game") };
        assert_eq!(hint.step.is_some(), spot.worth != StateWorth::Dead, "{}", spot.banks);
    }
    assert!(spots.iter().any(|spot| spot.banks.side == Shore::Right && !spot.goal));
    send(&mut app, [AcademyAction::Restart]);
    assert_eq!(state(&app).river.game.current_moment().to_string(), "3P3DL");
}

#[test]
fn every_search_of_the_crossing_finds_the_way_and_it_can_be_played() {
    for (method, name) in SearchMethod::ALL.into_iter().enumerate() {
        let mut app = academy();
        let found = search(&mut app, method);
        assert_eq!(found.value, Some(11), "{name:?}");
        assert!(shown(&mut app).contains("11 crossings"), "{name:?}");
        send(&mut app, [AcademyAction::Follow]);
        wait(&mut app, "the other bank", |academy| academy.river.game.is_won());
    }
    let mut app = academy();
    send(&mut app, [AcademyAction::River(RiverAction::Grain(ActionSize::Steps))]);
    assert_eq!(search(&mut app, 2).value, Some(31));
}

#[test]
fn a_search_is_shown_moment_by_moment() {
    let mut app = academy();
    send(&mut app, [AcademyAction::Search, AcademyAction::Watch(SearchPlaybackAction::Pause)]);
    wait(&mut app, "the end of a search", |academy| !academy.watch.as_ref().unwrap().is_running());
    let at = |app: &App| state(app).watch.as_ref().unwrap().shown_moment_number();
    let before = at(&app);
    app.update();
    assert_eq!(at(&app), before, "time stands still");
    send(&mut app, [AcademyAction::Watch(SearchPlaybackAction::Moments(1))]);
    assert_eq!(at(&app), before + 1);
    send(
        &mut app,
        [
            AcademyAction::Watch(SearchPlaybackAction::To(0)),
            AcademyAction::Watch(SearchPlaybackAction::Pause),
        ],
    );
    for _ in 0..20 {
        app.update(); // two seconds, eight moments each
    }
    assert!((10..=17).contains(&at(&app)), "{}", at(&app));
    send(&mut app, [AcademyAction::Watch(SearchPlaybackAction::Latest)]);
    let watch = state(&app).watch.as_ref().unwrap();
    assert!(watch.is_shown_to_end());
    assert!(matches!(watch.lock_log().shots.last().unwrap().visited, VisitedState::River(_)));
}

#[test]
fn what_was_found_for_another_position_is_not_played() {
    let mut app = academy();
    search(&mut app, 0);
    assert!(state(&app).can_play_solution());
    send(&mut app, [step(RiverStep::Board(PersonKind::Devil)), AcademyAction::Follow]);
    assert!(!state(&app).can_play_solution() && !state(&app).is_playing());
}

#[test]
fn what_was_found_on_another_board_is_not_shown() {
    for (lesson, other) in [
        (AcademyGame::River, AcademyAction::River(RiverAction::Devils(-1))),
        (AcademyGame::River, AcademyAction::River(RiverAction::Grain(ActionSize::Steps))),
        (AcademyGame::TicTacToe, AcademyAction::TicTacToe(TicTacToeAction::Size(4))),
        (AcademyGame::Tower, AcademyAction::Tower(TowerAction::Tower(1))),
    ] {
        let mut app = academy();
        send(&mut app, [AcademyAction::Open(lesson)]);
        search(&mut app, 0);
        assert!(state(&app).watch.is_some());
        send(&mut app, [other]);
        assert!(state(&app).watch.is_none(), "{other:?}");
    }
}

#[test]
fn searches_are_compared_side_by_side() {
    let mut app = academy();
    send(&mut app, [AcademyAction::Compare]);
    wait(&mut app, "all searches", |academy| !academy.comparison.as_ref().unwrap().is_running());
    let rows = state(&app).comparison.as_ref().unwrap().rows();
    assert_eq!(rows.len(), SearchMethod::ALL.len());
    assert!(rows.iter().all(|row| row.outcome.value == Some(11)));
    let seen = |method: usize| rows[method].outcome.statistics.seen;
    assert!(seen(2) <= seen(1), "A* sees no more than uniform cost");
    app.update();
    assert!(shown(&mut app).contains("Equal costs"));
}

#[test]
fn a_long_search_is_stopped_when_its_viewer_leaves() {
    let mut app = academy();
    let priests =
        [AcademyAction::River(RiverAction::Priests(30)), AcademyAction::River(RiverAction::Devils(30))];
    send(&mut app, priests);
    let boat = AcademyAction::River(RiverAction::Boat(2));
    send(
        &mut app,
        [boat, AcademyAction::River(RiverAction::Grain(ActionSize::Steps)), AcademyAction::Method(6)],
    );
    send(&mut app, [AcademyAction::Search]);
    send(&mut app, [AcademyAction::Search]); // which stops it
    wait(&mut app, "the end of the search", |academy| !academy.watch.as_ref().unwrap().is_running());
    assert!(!outcome(&app).is_proven());
    send(&mut app, [AcademyAction::Leave]);
    app.update();
    assert!(state(&app).watch.is_none());
}

#[test]
fn the_perfect_player_draws_with_itself_and_punishes_a_mistake() {
    let mut app = academy();
    send(&mut app, [AcademyAction::Open(AcademyGame::TicTacToe), AcademyAction::Auto]);
    wait(&mut app, "the end of the game", |academy| academy.board.game.is_over());
    assert_eq!(state(&app).board.game.winner(), None);
    app.update();
    assert!(shown(&mut app).contains("A draw"));

    // x in a corner, o in the middle; then x wastes two moves.
    send(&mut app, [AcademyAction::Restart]);
    let mark = |cell| AcademyAction::TicTacToe(TicTacToeAction::Mark(cell));
    for _ in 0..5 {
        if state(&app).is_over() {
            break;
        }
        let empty = state(&app).board.game.legal_steps().last().copied().unwrap();
        send(&mut app, [mark(empty.0)]);
        wait(&mut app, "an answer", |academy| academy.is_over() || !academy.board.is_computer_to_move());
    }
    assert_ne!(state(&app).board.game.winner(), Some(Mark::Crosses));
}

#[test]
fn a_game_against_a_person_can_be_won() {
    let mut app = academy();
    let mark = |cell| AcademyAction::TicTacToe(TicTacToeAction::Mark(cell));
    send(
        &mut app,
        [AcademyAction::Open(AcademyGame::TicTacToe), AcademyAction::TicTacToe(TicTacToeAction::Opponent(0))],
    );
    send(&mut app, [0, 3, 1, 4, 2].map(mark));
    assert_eq!(state(&app).board.game.winner(), Some(Mark::Crosses));
    assert!(shown(&mut app).contains("× has won"));
    send(&mut app, [mark(8), AcademyAction::Undo]);
    assert_eq!(state(&app).board.game.moves_made().len(), 4);
}

#[test]
fn the_thinking_of_every_player_is_seen() {
    let mut app = academy();
    send(&mut app, [AcademyAction::Open(AcademyGame::TicTacToe)]);
    for thinker in 0..tictactoe::THINKERS.len() {
        let found = search(&mut app, thinker);
        assert!(found.cell.is_some());
        assert_eq!(found.is_proven(), tictactoe::THINKERS[thinker] == "perfect");
        assert!(state(&app).watch.as_ref().unwrap().moment_count() >= 9);
    }
    app.update();
}

#[test]
fn the_tower_is_walked_searched_and_played() {
    let mut app = academy();
    send(&mut app, [AcademyAction::Open(AcademyGame::Tower)]);
    let walk = |direction| AcademyAction::Tower(TowerAction::Walk(direction));
    let place = |app: &App| state(app).tower.game.current_state().hero.place;
    let (before, notices) = (place(&app), app.world().resource::<Messages<Notice>>().len());
    for direction in [WalkDirection::North, WalkDirection::East, WalkDirection::South, WalkDirection::West] {
        send(&mut app, [walk(direction)]);
    }
    let heard = app.world().resource::<Messages<Notice>>().len();
    assert!(place(&app) != before || heard > notices, "the hero walks, or hears why not");
    send(&mut app, [AcademyAction::Restart]);

    let best = search(&mut app, 0);
    assert_eq!((best.value, best.is_proven()), (Some(17), true));
    for method in 1..tower::TowerMethod::ALL.len() {
        let found = search(&mut app, method);
        assert!(found.value <= Some(17) && found.value.is_some(), "{:?}", tower::TowerMethod::ALL[method]);
    }
    send(&mut app, [AcademyAction::Follow]);
    wait(&mut app, "the boss", |academy| academy.tower.game.is_won());
    let cells = &state(&app).tower.game.current_state().cells;
    assert!(!cells.contains(&Tile::Monster(299)));
}

#[test]
fn a_random_tower_is_made_beside_the_frames() {
    let mut app = academy();
    send(&mut app, [AcademyAction::Open(AcademyGame::Tower), AcademyAction::Tower(TowerAction::Random)]);
    wait(&mut app, "a tower", |academy| academy.tower.which == TowerSource::Random);
    assert_eq!(state(&app).tower.game.tower().row_count(), 11);
    send(&mut app, [AcademyAction::Hint]);
    wait(&mut app, "a hint", |academy| academy.said.is_some());
    assert!(matches!(&state(&app).said, Some(GivenHint::Tower(hint)) if hint.step.is_some()));
}

#[test]
fn every_game_is_drawn_in_every_language() {
    for language in Language::ALL {
        let mut app = academy();
        app.insert_resource(Texts::new(language));
        for lesson in AcademyGame::ALL {
            send(&mut app, [AcademyAction::Open(lesson), AcademyAction::Keys]);
            app.update();
            assert!(shown(&mut app).lines().count() > 40);
        }
    }
}

#[test]
fn a_long_search_keeps_few_moments() {
    let tape = SharedSearchLog::default();
    let statistics = Statistics::default();
    for at in 0..1_000_000 {
        let visited = VisitedState::Board(CellThoughts::Scores(Vec::new()));
        tape.note_moment(|| SearchMoment { statistics, best: Some(at), bound: None, visited });
    }
    let log = tape.lock_log();
    assert!((ALL_KEPT..ALL_KEPT + 12 * HALVED_AFTER).contains(&log.shots.len()), "{}", log.shots.len());
    assert!(log.shots.windows(2).all(|pair| pair[0].best < pair[1].best));
}

/// Next alone brings everybody over the river in the fewest steps, and makes in the other games what a hint names.
#[test]
fn next_makes_the_step_that_a_hint_names() {
    let mut app = academy();
    let mut steps = 0;
    while !state(&app).is_over() {
        let before = state(&app).moves;
        send(&mut app, [AcademyAction::Next]);
        wait(&mut app, "a step over the river", |academy| academy.moves > before && !academy.is_playing());
        steps += 1;
        assert!(steps <= 40);
    }
    assert_eq!(steps, 31, "the fewest single steps of 3-3-2");
    send(&mut app, [AcademyAction::Next]);
    assert!(!state(&app).is_answer_awaited(), "nothing is left to do");
    for game in [AcademyGame::TicTacToe, AcademyGame::Tower, AcademyGame::Ways] {
        send(&mut app, [AcademyAction::Open(game), AcademyAction::Restart, AcademyAction::Hint]);
        wait(&mut app, "a hint", |academy| academy.said.is_some());
        let hint = state(&app).said.clone();
        let before = state(&app).moves;
        send(&mut app, [AcademyAction::Next]);
        wait(&mut app, "a step", |academy| academy.moves > before && !academy.is_answer_awaited());
        match hint {
            Some(GivenHint::Board(hint)) => {
                assert!(state(&app).board.game.moves_made().contains(&hint.cell), "{hint:?}");
            }
            Some(GivenHint::Tower(hint)) => {
                let mut other = tower_game_before(&app);
                other.make_step(hint.step.unwrap()).unwrap();
                assert_eq!(other.current_state(), state(&app).tower.game.current_state());
            }
            Some(GivenHint::Way(hint)) => {
                assert_eq!(state(&app).ways.game.looked_at(), [hint.cell]);
            }
            Some(GivenHint::River(_)) | None => panic!("another game"),
        }
    }
}

/// Returns the tower game as it was before the last step.
fn tower_game_before(app: &App) -> tower::TowerGame {
    let mut game = state(app).tower.game.clone();
    game.undo_step();
    game
}

/// Files of the folder of towers are games like the shipped ones; one that is no tower says where.
#[test]
fn own_towers_are_read_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::from_folder(folder.path());
    std::fs::create_dir_all(storage.tower_folder()).unwrap();
    let shipped = tower::ShippedTower::ALL[1];
    std::fs::write(storage.tower_folder().join("mine.txt"), shipped.text).unwrap();
    std::fs::write(storage.tower_folder().join("spoilt.txt"), "1\n3 x").unwrap();
    let mut app = academy_in(Some(storage));
    wait(&mut app, "the towers", |academy| !academy.tower.own.is_empty());
    assert_eq!(state(&app).tower.own.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["mine"]);
    let told: Vec<String> = notices(&mut app);
    assert!(told.iter().any(|words| words.contains("spoilt.txt")), "{told:?}");
    send(&mut app, [AcademyAction::Open(AcademyGame::Tower)]);
    app.update();
    assert!(shown(&mut app).lines().any(|words| words == "mine"));
    send(&mut app, [AcademyAction::Tower(TowerAction::OwnTower(0))]);
    assert_eq!(state(&app).tower.which, TowerSource::Own(0));
    assert_eq!(state(&app).tower.game.tower(), &shipped.parse());
    send(&mut app, [AcademyAction::Tower(TowerAction::OwnTower(7))]);
    assert_eq!(state(&app).tower.which, TowerSource::Own(0), "there is no such tower");
}

#[test]
fn a_way_is_looked_for_by_hand_hinted_and_proven() {
    let mut app = academy();
    send(&mut app, [AcademyAction::Open(AcademyGame::Ways)]);
    let start = state(&app).ways.game.map().start();
    send(&mut app, [AcademyAction::Ways(WayAction::LookHere)]);
    assert_eq!(state(&app).ways.game.looked_at(), [start], "the cursor stands on the start");
    assert!(shown(&mut app).contains("1 hex looked at; no way to the castle yet"));
    send(&mut app, [AcademyAction::Ways(WayAction::Look(start))]);
    assert_eq!(notices(&mut app), ["hex 2,5 has been looked at"]);
    send(&mut app, [AcademyAction::Ways(WayAction::Cursor(0, -1)), AcademyAction::Ways(WayAction::LookHere)]);
    assert_eq!(state(&app).ways.game.looked_at().len(), 2);
    send(&mut app, [AcademyAction::Hint]);
    wait(&mut app, "a hint", |academy| academy.said.is_some());
    app.update();
    assert!(shown(&mut app).contains("more at least make"));
    send(&mut app, [AcademyAction::Undo]);
    assert_eq!(state(&app).ways.game.looked_at(), [start]);
    send(&mut app, [AcademyAction::Auto]);
    wait(&mut app, "the proof", |academy| academy.ways.game.is_over());
    app.update();
    assert!(shown(&mut app).contains("no way is cheaper than 22"));
    assert!(!state(&app).is_playing() && state(&app).is_over());
}

#[test]
fn every_search_for_a_way_is_shown_with_costs_and_its_way_can_be_played() {
    for map in 0..ShippedWay::ALL.len() {
        let mut app = academy();
        send(&mut app, [AcademyAction::Open(AcademyGame::Ways), AcademyAction::Ways(WayAction::Map(map))]);
        let goal = state(&app).ways.game.map().goal();
        for (method, name) in WAY_METHODS.into_iter().enumerate() {
            let found = search(&mut app, method);
            let cost = found.value.expect("a way");
            let words = shown(&mut app);
            assert!(words.contains(&format!("A way for {cost}")), "{name:?}: {words}");
            send(&mut app, [AcademyAction::Follow]);
            wait(&mut app, "the way", |academy| academy.ways.game.found_hex(goal).is_some());
            wait(&mut app, "its end", |academy| !academy.is_playing());
            let way = state(&app).ways.game.found_hex(goal).expect("found").cost;
            assert!(i64::from(way) <= cost, "{name:?}");
            send(&mut app, [AcademyAction::Restart]);
        }
        send(&mut app, [AcademyAction::Compare]);
        wait(&mut app, "all searches", |academy| {
            let comparison = academy.comparison.as_ref().unwrap();
            !comparison.is_running() && comparison.rows().len() == WAY_METHODS.len()
        });
        app.update();
        assert!(shown(&mut app).contains("Breadth-first search counts steps"));
    }
}

/// The lesson teaches with the costs that infantry pays in the classic ruleset.
#[test]
fn the_ground_of_ways_costs_what_it_costs_in_the_wargame() {
    let rules = Ruleset::classic();
    for shipped in ShippedWay::ALL {
        let file = MapFile { rows: shipped.rows(), ..MapFile::default() };
        let ground = Map::read_rows(&file, &rules).expect("a sound map");
        let costs = ground.costs(rules.unit("infantry").expect("a classic type"));
        let map = shipped.parse();
        for cell in map.grid().cells() {
            assert_eq!(map.entry_cost(cell).unwrap_or(0), u32::from(costs[cell.index()]), "{}", shipped.name);
        }
        assert!(ground.castles().contains(&map.goal()));
    }
}
