//! The left of the academy: the tabs above, the game, what is to be said about it, and what can be
//! done.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use hotgates_academy::tictactoe::Mark;
use hotgates_academy::tower::TilePlace;

use super::tower::GraphShown;
use super::{Academy, AcademyAction, KEYS, Lesson, SpokenHint, own_keys, panel, river, tictactoe, tower};
use hotgates_ui::keys::{Bindings, Key};
use hotgates_ui::screen::{Screen, whole_window};
use hotgates_ui::texts::{Texts, Value};
use hotgates_ui::{Choice, Panel, Tooltip, UiContext, column, filler, row, theme};

#[derive(Component)]
struct Tabs;
#[derive(Component)]
struct Options;
#[derive(Component)]
struct GameStage;
#[derive(Component)]
struct HintWords;
#[derive(Component)]
struct Actions;
#[derive(Component)]
struct LessonKeys;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Academy), spawn_screen).add_systems(
        Update,
        (draw_tabs, draw_options, draw_stage, draw_hint_words, draw_buttons, list_keys)
            .chain()
            .after(super::go_on)
            .run_if(in_state(Screen::Academy)),
    );
}

fn spawn_screen(mut commands: Commands) {
    commands.spawn((DespawnOnExit(Screen::Academy), whole_window(), TabGroup::new(0))).with_children(
        |root| {
            root.spawn((
                Tabs,
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
                        Options,
                        Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), flex_shrink: 0.0, ..row(16) },
                    ));
                    left.spawn((
                        GameStage,
                        Node {
                            flex_grow: 1.0,
                            min_height: px(0),
                            align_items: AlignItems::Center,
                            justify_content: JustifyContent::Center,
                            ..column(8)
                        },
                    ));
                    left.spawn((HintWords, Node { min_height: px(62), flex_shrink: 0.0, ..column(3) }));
                    left.spawn((Actions, Node { flex_shrink: 0.0, ..row(8) }));
                });
                middle.spawn(panel::panel_frame());
            });
        },
    );
}

fn draw_tabs(academy: Res<Academy>, mut node: Panel<Tabs, Lesson>) {
    node.refill(academy.lesson, |bar, ui| {
        bar.spawn(ui.strong(ui.text("menu-academy"), theme::HEADING, theme::ACCENT));
        bar.spawn(Node { width: px(12), ..default() });
        for (lesson, key) in Lesson::ALL.into_iter().zip(["academy-river", "academy-board", "academy-tower"])
        {
            bar.spawn(ui.button(ui.text(key), AcademyAction::Open(lesson))).chosen(lesson == academy.lesson);
        }
        bar.spawn(filler());
        bar.spawn(ui.small_button("F1".to_owned(), AcademyAction::Keys)).insert(Tooltip(ui.text("key-keys")));
        bar.spawn(ui.small_button(ui.text("menu"), AcademyAction::Leave));
    });
}

fn draw_options(academy: Res<Academy>, mut node: Panel<Options, (Lesson, u64)>) {
    let now = (academy.lesson, academy.moves);
    node.refill(now, |line, ui| match academy.lesson {
        Lesson::River => river::draw_options(line, ui, &academy.river),
        Lesson::TicTacToe => tictactoe::draw_options(line, ui, &academy.board),
        Lesson::Tower => tower::draw_options(line, ui, &academy.tower),
    });
}

/// Everything that the stage was last drawn from. Walking over free floor is no move, but it is
/// seen.
type Staged = (Lesson, u64, (u8, u8), u16, TilePlace, GraphShown, f32);

/// Pixels of a board in the smallest window, and what the rest of the screen needs beside and above
/// it.
const BOARD: f32 = 400.0;
const BESIDE: Vec2 = Vec2::new(540.0, 320.0);

fn draw_stage(
    academy: Res<Academy>,
    mut node: Panel<GameStage, Staged>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    scale: Option<Res<UiScale>>,
) {
    let scale = scale.map_or(1.0, |scale| scale.0);
    let room = window.map_or(0.0, |window| (window.size() / scale - BESIDE).min_element());
    let most = room.floor().max(BOARD);
    let Academy { board, tower, .. } = &*academy;
    let hero = tower.game.current_state().hero.place;
    let now = (academy.lesson, academy.moves, board.cursor, tower.floor, hero, tower.graph, most);
    node.refill(now, |stage, ui| match academy.lesson {
        Lesson::River => river::draw_crossing(stage, ui, &academy.river),
        Lesson::TicTacToe => tictactoe::draw_grid(stage, ui, &academy.board, most),
        Lesson::Tower => tower::draw_tower(stage, ui, &academy.tower, most),
    });
}

fn draw_hint_words(academy: Res<Academy>, mut node: Panel<HintWords, (Lesson, u64, bool, bool)>) {
    let now = (academy.lesson, academy.moves, academy.said.is_some(), academy.is_asked());
    node.refill(now, |words, ui| {
        let (status, colour) = game_status(&ui.texts, &academy);
        words.spawn(ui.strong(status, theme::BODY, colour));
        let said = match &academy.said {
            Some(SpokenHint::River(hint)) => river::hint_words(&ui.texts, hint),
            Some(SpokenHint::Board(hint)) => tictactoe::hint_words(&ui.texts, hint),
            Some(SpokenHint::Tower(hint)) => tower::hint_words(&ui.texts, &academy.tower, hint),
            None if academy.is_asked() => ui.text("academy-thinks"),
            None => ui.text(match academy.lesson {
                Lesson::River => "river-rules",
                Lesson::TicTacToe => "board-rules",
                Lesson::Tower => "tower-rules",
            }),
        };
        let ink = if academy.said.is_some() { theme::ACCENT } else { theme::TEXT_DIM };
        words.spawn(ui.words(said, theme::SMALL, ink));
    });
}

/// Returns the state of the game in words, and their colour.
fn game_status(texts: &Texts, academy: &Academy) -> (String, Color) {
    match academy.lesson {
        Lesson::River => {
            let game = &academy.river.game;
            let steps = [("steps", game.steps_made().len().into())];
            if game.is_won() {
                (texts.with("river-won-in", &steps), super::figures::GOOD)
            } else if game.losing_breach().is_some() {
                (texts.with("river-lost-after", &steps), theme::WRONG)
            } else {
                let values = [
                    ("steps", game.steps_made().len().into()),
                    ("state", game.current_moment().to_string().into()),
                ];
                (texts.with("river-goes-on", &values), theme::TEXT)
            }
        }
        Lesson::TicTacToe => {
            let game = &academy.board.game;
            let name = |side| if side == Mark::Crosses { "×" } else { "O" };
            match game.winner() {
                Some(side) => (texts.with("board-won", &[("side", name(side).into())]), super::figures::GOOD),
                None if game.is_over() => (texts.get("board-drawn"), theme::ACCENT),
                None => {
                    let side = name(game.board().side_to_move());
                    (texts.with("board-to-move", &[("side", side.into())]), theme::TEXT)
                }
            }
        }
        Lesson::Tower => {
            let (game, hero) = (&academy.tower.game, &academy.tower.game.current_state().hero);
            let life = [("life", Value::Number(hero.hp))];
            if game.is_won() {
                (texts.with("tower-won", &life), super::figures::GOOD)
            } else {
                (texts.get("tower-goes-on"), theme::TEXT)
            }
        }
    }
}

fn draw_buttons(academy: Res<Academy>, mut node: Panel<Actions, (Lesson, bool, bool)>) {
    let now = (academy.lesson, academy.is_playing(), academy.is_over());
    node.refill(now, |line, ui| {
        let auto = if academy.is_playing() { "academy-auto-stop" } else { "academy-auto" };
        for (key, tip, action, off) in [
            ("academy-hint", "academy-hint-tip", AcademyAction::Hint, academy.is_over()),
            (auto, "academy-auto-tip", AcademyAction::Auto, academy.is_over()),
            ("undo", "academy-undo-tip", AcademyAction::Undo, false),
            ("academy-restart", "academy-restart-tip", AcademyAction::Restart, false),
        ] {
            line.spawn(ui.button(ui.text(key), action)).disabled(off).insert(Tooltip(ui.text(tip)));
        }
    });
}

/// Shows the list of keys, or hides it.
fn list_keys(
    mut commands: Commands,
    ui: UiContext,
    academy: Res<Academy>,
    shown: Query<Entity, With<LessonKeys>>,
) {
    match (shown.iter().next(), academy.keys_shown) {
        (Some(list), false) => return commands.entity(list).despawn(),
        (None, true) => {}
        (Some(_), true) | (None, false) => return,
    }
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(40),
        top: px(60),
        padding: UiRect::all(px(16)),
        border: UiRect::all(px(1)),
        ..column(4)
    };
    let look = (BackgroundColor(theme::PANEL), BorderColor::all(theme::ACCENT), GlobalZIndex(50));
    commands.spawn((LessonKeys, DespawnOnExit(Screen::Academy), node, look)).with_children(|list| {
        list.spawn(ui.heading("key-keys"));
        list.spawn(row(28)).with_children(|both| {
            for keys in [&KEYS[..], own_keys(academy.lesson)] {
                both.spawn(Node { align_self: AlignSelf::Start, ..column(4) })
                    .with_children(|list| keys.iter().for_each(|key| key_line(list, &ui, key)));
            }
        });
    });
}

fn key_line(list: &mut ChildSpawnerCommands, ui: &UiContext, key: &Key<AcademyAction>) {
    let name = match key.code {
        KeyCode::ArrowUp => "↑".to_owned(),
        KeyCode::ArrowDown => "↓".to_owned(),
        KeyCode::ArrowLeft => "←".to_owned(),
        KeyCode::ArrowRight => "→".to_owned(),
        _ => key.name(&Bindings::default()),
    };
    list.spawn(row(12)).with_children(|line| {
        line.spawn(Node { width: px(60), ..default() }).with_child(ui.strong(
            name,
            theme::SMALL,
            theme::TEXT,
        ));
        line.spawn(ui.words(ui.text(key.means), theme::SMALL, theme::TEXT));
    });
}
