//! The left of the academy: the tabs above, the game, what is to be said about it, and what can be
//! done.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use hotgates_academy::tictactoe::Mark;
use hotgates_academy::tower::TilePlace;
use hotgates_engine::Coord;

use super::keys::{KEYS, keys_of_game};
use super::panel::size::PANEL_WIDTH;
use super::tower::ShownGraph;
use super::ways::WayPictures;
use super::{AcademyAction, AcademyGame, AcademyState, GivenHint, panel, river, tictactoe, tower, ways};
use hotgates_ui::keys::{ChosenKeys, KeyBinding};
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::texts::{TextValue, Texts};
use hotgates_ui::{
    KeyLine, KeyListPanel, Panel, Tooltip, WidgetStateSetter, column, flexible_space, row, theme,
};

#[derive(Component)]
struct LessonTabs;
#[derive(Component)]
struct LessonOptions;
#[derive(Component)]
struct GameStagePanel;
#[derive(Component)]
struct HintPanel;
#[derive(Component)]
struct GameButtons;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Academy), spawn_academy_screen).add_systems(
        Update,
        (
            fill_lesson_tabs,
            fill_lesson_options,
            fill_game_stage,
            fill_hint_words,
            fill_game_buttons,
            toggle_game_key_list,
        )
            .chain()
            .after(super::advance_academy_time)
            .run_if(in_state(Screen::Academy)),
    );
}

fn spawn_academy_screen(mut commands: Commands) {
    commands.spawn((DespawnOnExit(Screen::Academy), full_window_column(), TabGroup::new(0))).with_children(
        |root| {
            root.spawn((
                LessonTabs,
                Node { padding: UiRect::axes(px(12), px(7)), flex_shrink: 0.0, ..row(8) },
                BackgroundColor(theme::PANEL),
            ));
            root.spawn(Node { flex_grow: 1.0, min_height: px(0), ..row(0) }).with_children(|middle| {
                let left = Node {
                    flex_grow: 1.0,
                    height: percent(100),
                    min_width: px(0),
                    padding: UiRect::all(px(12)),
                    ..column(10)
                };
                middle.spawn(left).with_children(|left| {
                    left.spawn((
                        LessonOptions,
                        Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), flex_shrink: 0.0, ..row(16) },
                    ));
                    left.spawn((
                        GameStagePanel,
                        Node {
                            flex_grow: 1.0,
                            min_height: px(0),
                            align_items: AlignItems::Center,
                            justify_content: JustifyContent::Center,
                            ..column(8)
                        },
                    ));
                    left.spawn((HintPanel, Node { min_height: px(62), flex_shrink: 0.0, ..column(3) }));
                    left.spawn((GameButtons, Node { flex_shrink: 0.0, ..row(8) }));
                });
                middle.spawn(panel::search_panel_frame());
            });
        },
    );
}

fn fill_lesson_tabs(academy: Res<AcademyState>, mut node: Panel<LessonTabs, AcademyGame>) {
    node.refill(academy.lesson, |bar, ui| {
        bar.spawn(ui.bold_text(ui.localized_text("menu-academy"), theme::HEADING, theme::ACCENT));
        bar.spawn(Node { width: px(12), ..default() });
        for (lesson, key) in AcademyGame::ALL.into_iter().zip([
            "academy-river",
            "academy-board",
            "academy-tower",
            "academy-ways",
        ]) {
            bar.spawn(ui.button(ui.localized_text(key), AcademyAction::Open(lesson)))
                .chosen(lesson == academy.lesson);
        }
        bar.spawn(flexible_space());
        bar.spawn(ui.small_button("F1".to_owned(), AcademyAction::Keys))
            .insert(Tooltip(ui.localized_text("key-keys")));
        bar.spawn(ui.small_button(ui.localized_text("menu"), AcademyAction::Leave));
    });
}

fn fill_lesson_options(
    academy: Res<AcademyState>,
    mut node: Panel<LessonOptions, (AcademyGame, u64, usize)>,
) {
    let now = (academy.lesson, academy.moves, academy.tower.own.len());
    node.refill(now, |line, ui| match academy.lesson {
        AcademyGame::River => river::spawn_river_options(line, ui, &academy.river),
        AcademyGame::TicTacToe => tictactoe::spawn_board_options(line, ui, &academy.board),
        AcademyGame::Tower => tower::spawn_tower_options(line, ui, &academy.tower),
        AcademyGame::Ways => ways::spawn_way_options(line, ui, &academy.ways),
    });
}

/// Content that the stage was last filled from. Walking over free floor is no move, but it is
/// seen.
type GameStageContent = (AcademyGame, u64, (u8, u8), u16, TilePlace, ShownGraph, f32, (Coord, u16));

/// Pixels of a board in the smallest window, and what the rest of the screen needs beside and above
/// it.
const BOARD: f32 = 400.0;
/// Pixels of the widest map of ways in the smallest window.
const WAY_BOARD: f32 = 700.0;
const BESIDE: Vec2 = Vec2::new(PANEL_WIDTH + 60.0, 320.0);

fn fill_game_stage(
    academy: Res<AcademyState>,
    mut node: Panel<GameStagePanel, GameStageContent>,
    mut pictures: ResMut<WayPictures>,
    images: Option<ResMut<Assets<Image>>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    scale: Option<Res<UiScale>>,
) {
    let scale = scale.map_or(1.0, |scale| scale.0);
    let room = window.map_or(Vec2::ZERO, |window| window.size() / scale - BESIDE);
    let most = room.min_element().floor().max(BOARD);
    let AcademyState { board, tower, ways, .. } = &*academy;
    let width = ways::way_hex_width(ways, room.max(Vec2::new(WAY_BOARD, BOARD)));
    let of_ways = (ways.cursor, width);
    let hero = tower.game.current_state().hero.place;
    let now = (academy.lesson, academy.moves, board.cursor, tower.floor, hero, tower.graph, most, of_ways);
    node.refill(now, |stage, ui| match academy.lesson {
        AcademyGame::River => river::spawn_river_crossing(stage, ui, &academy.river),
        AcademyGame::TicTacToe => tictactoe::spawn_board_grid(stage, ui, &academy.board, most),
        AcademyGame::Tower => tower::spawn_tower(stage, ui, &academy.tower, most),
        AcademyGame::Ways => {
            let ground = pictures.ground_picture(images.map(ResMut::into_inner), ways.map, width);
            ways::spawn_ways(stage, ui, ways, ground, width);
        }
    });
}

fn fill_hint_words(academy: Res<AcademyState>, mut node: Panel<HintPanel, (AcademyGame, u64, bool, bool)>) {
    let now = (academy.lesson, academy.moves, academy.said.is_some(), academy.is_answer_awaited());
    node.refill(now, |words, ui| {
        let (status, colour) = game_status_words(&ui.texts, &academy);
        words.spawn(ui.bold_text(status, theme::BODY, colour));
        let said = match &academy.said {
            Some(GivenHint::River(hint)) => river::river_hint_words(&ui.texts, hint),
            Some(GivenHint::Board(hint)) => tictactoe::board_hint_words(&ui.texts, hint),
            Some(GivenHint::Tower(hint)) => tower::tower_hint_words(&ui.texts, &academy.tower, hint),
            Some(GivenHint::Way(hint)) => ways::way_hint_words(&ui.texts, hint),
            None if academy.is_answer_awaited() => ui.localized_text("academy-thinks"),
            None => ui.localized_text(match academy.lesson {
                AcademyGame::River => "river-rules",
                AcademyGame::TicTacToe => "board-rules",
                AcademyGame::Tower => "tower-rules",
                AcademyGame::Ways => "way-rules",
            }),
        };
        let ink = if academy.said.is_some() { theme::ACCENT } else { theme::TEXT_DIM };
        words.spawn(ui.styled_text(said, theme::SMALL, ink));
    });
}

/// Returns the state of the game in words, and their colour.
fn game_status_words(texts: &Texts, academy: &AcademyState) -> (String, Color) {
    match academy.lesson {
        AcademyGame::River => {
            let game = &academy.river.game;
            let steps = [("steps", game.steps_made().len().into())];
            if game.is_won() {
                (texts.text_with_values("river-won-in", &steps), super::figures::GOOD)
            } else if game.losing_breach().is_some() {
                (texts.text_with_values("river-lost-after", &steps), theme::WRONG)
            } else {
                let values = [
                    ("steps", game.steps_made().len().into()),
                    ("state", game.current_moment().to_string().into()),
                ];
                (texts.text_with_values("river-goes-on", &values), theme::TEXT)
            }
        }
        AcademyGame::TicTacToe => {
            let game = &academy.board.game;
            let name = |side| if side == Mark::Crosses { "×" } else { "O" };
            match game.winner() {
                Some(side) => (
                    texts.text_with_values("board-won", &[("side", name(side).into())]),
                    super::figures::GOOD,
                ),
                None if game.is_over() => (texts.get("board-drawn"), theme::ACCENT),
                None => {
                    let side = name(game.board().side_to_move());
                    (texts.text_with_values("board-to-move", &[("side", side.into())]), theme::TEXT)
                }
            }
        }
        AcademyGame::Tower => {
            let (game, hero) = (&academy.tower.game, &academy.tower.game.current_state().hero);
            let life = [("life", TextValue::Number(hero.hp))];
            if game.is_won() {
                (texts.text_with_values("tower-won", &life), super::figures::GOOD)
            } else {
                (texts.get("tower-goes-on"), theme::TEXT)
            }
        }
        AcademyGame::Ways => {
            let (words, is_over) = ways::way_status_words(texts, &academy.ways.game);
            (words, if is_over { super::figures::GOOD } else { theme::TEXT })
        }
    }
}

fn fill_game_buttons(academy: Res<AcademyState>, mut node: Panel<GameButtons, (AcademyGame, [bool; 3])>) {
    let flags = [academy.is_playing(), academy.is_over(), academy.can_take_back_step()];
    let now = (academy.lesson, flags);
    node.refill(now, |line, ui| {
        let auto = if academy.is_playing() { "academy-auto-stop" } else { "academy-auto" };
        for (key, tip, action, off) in [
            ("academy-hint", "academy-hint-tip", AcademyAction::Hint, academy.is_over()),
            (
                "academy-next",
                "academy-next-tip",
                AcademyAction::Next,
                academy.is_over() || academy.is_playing(),
            ),
            (auto, "academy-auto-tip", AcademyAction::Auto, academy.is_over()),
            ("undo", "academy-undo-tip", AcademyAction::Undo, !academy.can_take_back_step()),
            ("academy-restart", "academy-restart-tip", AcademyAction::Restart, false),
        ] {
            line.spawn(ui.button(ui.localized_text(key), action))
                .disabled(off)
                .insert(Tooltip(ui.localized_text(tip)));
        }
    });
}

/// Shows the list of keys, or hides it: a column for the keys of all games, and one for the keys of
/// the game on the screen.
fn toggle_game_key_list(academy: Res<AcademyState>, mut list: KeyListPanel) {
    list.show_key_list_while(academy.keys_shown, Screen::Academy, AcademyAction::Keys, |ui| {
        let column = |keys: &[KeyBinding<AcademyAction>]| {
            keys.iter().map(|key| KeyLine::from_binding(ui, key, &ChosenKeys::default())).collect()
        };
        vec![column(&KEYS), column(keys_of_game(academy.lesson))]
    });
}
