//! The right of the academy: which search, what it is good for, its controls, and the search at
//! work.

mod board_thoughts;
mod comparison;
mod legend;
pub(super) mod size;
mod state_graph;

use std::time::Duration;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderRange, SliderThumb, SliderValue, ValueChange};
use hotgates_academy::river::ActionSize;
use hotgates_academy::tower::SearchPhase;
use hotgates_search::{Certainty, GameEnding, Statistics};

use self::board_thoughts::spawn_board_thoughts;
use self::comparison::spawn_comparison;
use self::legend::{LegendPanel, fill_legend};
use self::size::{INNER_WIDTH, PANEL_WIDTH};
use self::state_graph::spawn_state_graph;
use super::compare::SearchComparison;
use super::figures::{GOOD, spawn_bar_chart};
use super::methods::method_text_keys;
use super::river::RiverAction;
use super::tape::{PACES, SearchMoment, SearchResult, VisitedState, WatchedSearch};
use super::ways::WayPictures;
use super::{AcademyAction, AcademyGame, AcademyState, SearchPlaybackAction, tower, ways};
use hotgates_ui::screen::Screen;
use hotgates_ui::texts::{TextValue, Texts};
use hotgates_ui::{
    Panel, Tooltip, UiContext, WidgetStateSetter, column, flexible_space, moment_of_slider, row,
    slider_bundle, spawn_scroll_list, theme,
};

#[derive(Component)]
struct SearchPanelFrame;
#[derive(Component)]
struct MethodList;
#[derive(Component)]
struct SearchPlaybackControls;
#[derive(Component)]
struct SearchPlaybackSlider;
#[derive(Component)]
struct SearchPanelRoot;

/// Shortest time between two drawings of the view.
const REDRAW: Duration = Duration::from_millis(50);

/// Makes the empty panel, which the systems of this module fill.
pub(super) fn search_panel_frame() -> impl Bundle {
    (
        SearchPanelFrame,
        Node {
            width: px(PANEL_WIDTH),
            height: percent(100),
            flex_shrink: 0.0,
            padding: UiRect::axes(px(14), px(10)),
            border: UiRect::left(px(1)),
            ..column(0)
        },
        BackgroundColor(theme::PANEL),
        BorderColor::all(theme::LINE),
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(jump_by_search_slider).add_systems(
        Update,
        (
            fill_search_panel,
            fill_method_list,
            fill_search_playback_controls,
            update_search_slider,
            fill_search_view,
            fill_legend,
        )
            .chain()
            .after(super::advance_academy_time)
            .run_if(in_state(Screen::Academy)),
    );
}

fn fill_search_panel(mut commands: Commands, ui: UiContext, frames: Query<Entity, Added<SearchPanelFrame>>) {
    for frame in &frames {
        commands.entity(frame).with_children(|panel| {
            let all = Node { flex_grow: 1.0, flex_basis: px(0), ..default() };
            spawn_scroll_list(panel, all, 8, |list| {
                list.spawn((MethodList, Node { flex_shrink: 0.0, ..column(6) }));
                list.spawn((SearchPlaybackControls, Node { flex_shrink: 0.0, ..column(6) }));
                list.spawn((SearchPlaybackSlider, slider_bundle(12, 1.0, ui.localized_text("timeline"))));
                list.spawn((SearchPanelRoot, Node { flex_shrink: 0.0, ..column(8) }));
                list.spawn((LegendPanel, Node { flex_shrink: 0.0, ..column(4) }));
            });
        });
    }
}

fn fill_method_list(
    academy: Res<AcademyState>,
    mut node: Panel<MethodList, (AcademyGame, usize, ActionSize, usize)>,
) {
    let now = (academy.lesson, academy.chosen_method(), academy.river.grain, academy.board.size);
    let methods = method_text_keys(academy.lesson);
    node.refill(now, |panel, ui| {
        panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
            for (at, (name, _)) in methods.iter().enumerate() {
                let off = academy.lesson == AcademyGame::TicTacToe && !academy.board.can_thinker_play(at);
                line.spawn(ui.small_button(ui.localized_text(name), AcademyAction::Method(at)))
                    .chosen(academy.chosen_method() == at)
                    .disabled(off);
            }
        });
        panel.spawn(ui.styled_text(
            ui.localized_text(methods[academy.chosen_method()].1),
            theme::SMALL,
            theme::TEXT,
        ));
        if academy.lesson == AcademyGame::River {
            let grains = [(ActionSize::Crossings, "river-crossings"), (ActionSize::Steps, "river-steps")];
            panel.spawn(row(4)).with_children(|line| {
                line.spawn(ui.styled_text(ui.localized_text("river-grain"), theme::SMALL, theme::TEXT_DIM));
                for (grain, key) in grains {
                    line.spawn(ui.small_button(
                        ui.localized_text(key),
                        AcademyAction::River(RiverAction::Grain(grain)),
                    ))
                    .chosen(academy.river.grain == grain);
                }
            });
        }
    });
}

fn fill_search_playback_controls(
    academy: Res<AcademyState>,
    mut node: Panel<SearchPlaybackControls, (AcademyGame, [bool; 5], usize)>,
) {
    let running = academy.watch.as_ref().is_some_and(WatchedSearch::is_running);
    let still = academy.watch.as_ref().is_some_and(|watch| watch.paused || watch.is_shown_to_end());
    let comparing = academy.comparison.as_ref().is_some_and(SearchComparison::is_running);
    let flags = [running, still, academy.watch.is_some(), academy.can_play_solution(), comparing];
    let now = (academy.lesson, flags, academy.playback_speed_index());
    let watched = academy.watch.is_some();
    node.refill(now, |panel, ui| {
        panel.spawn(row(6)).with_children(|bar| {
            let search = if running { "academy-stop-search" } else { "academy-search" };
            let compare = if comparing { "academy-stop-comparing" } else { "academy-compare" };
            let follow = !academy.can_play_solution();
            for (key, tip, action, off) in [
                (search, "academy-search-tip", AcademyAction::Search, false),
                (compare, "academy-compare-tip", AcademyAction::Compare, false),
                ("academy-follow", "academy-follow-tip", AcademyAction::Follow, follow),
            ] {
                bar.spawn(ui.button(ui.localized_text(key), action))
                    .disabled(off)
                    .insert(Tooltip(ui.localized_text(tip)));
            }
        });
        panel.spawn(row(5)).with_children(|bar| {
            let pause = if still { "go-on" } else { "pause" };
            let buttons = [
                ("|◀".to_owned(), AcademyAction::Watch(SearchPlaybackAction::To(0)), "academy-first"),
                ("◀".to_owned(), AcademyAction::Watch(SearchPlaybackAction::Moments(-1)), "academy-back"),
                (ui.localized_text(pause), AcademyAction::Watch(SearchPlaybackAction::Pause), "key-pause"),
                ("▶".to_owned(), AcademyAction::Watch(SearchPlaybackAction::Moments(1)), "academy-forward"),
                ("▶|".to_owned(), AcademyAction::Watch(SearchPlaybackAction::Latest), "academy-latest"),
            ];
            for (words, action, tip) in buttons {
                bar.spawn(ui.small_button(words, action))
                    .disabled(!watched)
                    .insert(Tooltip(ui.localized_text(tip)));
            }
            bar.spawn(flexible_space());
            bar.spawn(ui.small_button("−".to_owned(), AcademyAction::Watch(SearchPlaybackAction::Pace(-1))))
                .insert(Tooltip(ui.localized_text("key-slower")));
            let pace = ui
                .texts
                .text_with_values("academy-pace", &[("pace", PACES[academy.playback_speed_index()].into())]);
            bar.spawn(ui.styled_text(pace, theme::SMALL, theme::TEXT));
            bar.spawn(ui.small_button("+".to_owned(), AcademyAction::Watch(SearchPlaybackAction::Pace(1))))
                .insert(Tooltip(ui.localized_text("key-faster")));
        });
    });
}

fn jump_by_search_slider(
    change: On<ValueChange<f32>>,
    timelines: Query<(), With<SearchPlaybackSlider>>,
    mut actions: MessageWriter<AcademyAction>,
) {
    if timelines.contains(change.source) {
        actions.write(AcademyAction::Watch(SearchPlaybackAction::To(moment_of_slider(change.value))));
    }
}

fn update_search_slider(
    mut commands: Commands,
    academy: Res<AcademyState>,
    timelines: Query<(Entity, &SliderValue, &SliderRange, &Children), With<SearchPlaybackSlider>>,
    mut nodes: Query<&mut Node, With<SliderThumb>>,
) {
    let (at, moments) =
        academy.watch.as_ref().map_or((0, 0), |watch| (watch.shown_moment_number(), watch.moment_count()));
    #[expect(clippy::cast_precision_loss, reason = "thousands of moments")]
    let (at, last) = (at as f32, moments.saturating_sub(1).max(1) as f32);
    for (entity, value, range, children) in &timelines {
        if (range.end() - last).abs() > 0.5 {
            commands.entity(entity).insert(SliderRange::new(0.0, last));
        }
        if (value.0 - at).abs() > 0.5 {
            commands.entity(entity).insert(SliderValue(at));
        }
        for &child in children {
            if let Ok(mut node) = nodes.get_mut(child) {
                let left = percent(97.5 * at / last);
                if node.left != left {
                    node.left = left;
                }
            }
        }
    }
}

/// Content that a view was last filled from: the game, its moves, the moment, whether all is
/// shown, rows of the comparison.
type SearchViewContent = (AcademyGame, u64, Option<(usize, bool, bool)>, Option<(usize, bool)>);

fn fill_search_view(
    time: Res<Time<Real>>,
    academy: Res<AcademyState>,
    mut node: Panel<SearchPanelRoot, SearchViewContent>,
    mut pictures: ResMut<WayPictures>,
    images: Option<ResMut<Assets<Image>>>,
    mut drawn: Local<Duration>,
) {
    let watched = academy.watch.as_ref().map(|watch| {
        (watch.shown_moment_number(), watch.lock_log().outcome.is_some(), watch.is_shown_to_end())
    });
    let compared = academy.comparison.as_ref().map(|all| (all.rows().len(), all.is_running()));
    let now = (academy.lesson, academy.moves, watched, compared);
    if !node.is_outdated() && time.elapsed() < *drawn + REDRAW {
        return;
    }
    let is_drawn = node.refill(now, |view, ui| {
        if let Some(comparison) = &academy.comparison {
            spawn_comparison(view, ui, &academy, comparison);
            return;
        }
        let Some(watch) = &academy.watch else {
            view.spawn(ui.styled_text(ui.localized_text("academy-no-search"), theme::SMALL, theme::TEXT_DIM));
            if academy.lesson == AcademyGame::River {
                spawn_state_graph(view, ui, &academy, &[], false);
            }
            return;
        };
        let done = watch.is_shown_to_end();
        let log = watch.lock_log();
        let shots = &log.shots[..log.shots.len().min(watch.shown_moment_number() + 1)];
        if let Some(shot) = shots.last() {
            let outcome = log.outcome.as_ref().filter(|_| done);
            spawn_search_counts(view, ui, academy.lesson, shot, outcome);
            match outcome {
                Some(outcome) => {
                    let words = describe_result(&ui.texts, academy.lesson, academy.river.grain, outcome);
                    view.spawn(ui.bold_text(words, theme::BODY, theme::ACCENT));
                }
                None => {
                    let key = if watch.is_running() { "academy-searching" } else { "academy-showing" };
                    view.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
                }
            }
            match &shot.visited {
                VisitedState::River(_) => spawn_state_graph(view, ui, &academy, shots, done),
                VisitedState::Board(thoughts) => spawn_board_thoughts(view, ui, &academy, thoughts),
                VisitedState::Tower(phase, cleared) => {
                    let key = match phase {
                        SearchPhase::First => "phase-first",
                        SearchPhase::Beam => "phase-beam",
                        SearchPhase::Full => "phase-full",
                        SearchPhase::Depth => "phase-depth",
                        SearchPhase::Blind => "phase-blind",
                    };
                    view.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
                    view.spawn(Node { align_items: AlignItems::Center, ..column(0) }).with_children(|view| {
                        tower::spawn_tower_floor(
                            view,
                            ui,
                            &academy.tower,
                            academy.tower.floor,
                            226.0,
                            cleared,
                            None,
                        );
                    });
                }
                VisitedState::Way(_) => {
                    let width = ways::way_hex_width(&academy.ways, Vec2::splat(INNER_WIDTH));
                    let ground =
                        pictures.ground_picture(images.map(ResMut::into_inner), academy.ways.map, width);
                    ways::spawn_searched_way(view, ui, &academy.ways, ground, width, (shots, done));
                    view.spawn(ui.styled_text(ui.localized_text("way-search-legend"), 11.0, theme::TEXT_DIM));
                }
            }
            let has_frontier = academy.lesson != AcademyGame::TicTacToe;
            if has_frontier {
                view.spawn(ui.styled_text(
                    ui.localized_text("academy-frontier"),
                    theme::SMALL,
                    theme::TEXT_DIM,
                ));
                let stride = shots.len().div_ceil(90).max(1);
                let waiting: Vec<u64> =
                    shots.iter().step_by(stride).map(|shot| shot.statistics.frontier).collect();
                spawn_bar_chart(view, &waiting, 52.0);
            }
        }
    });
    if is_drawn {
        *drawn = time.elapsed();
    }
}

/// Writes the search's counts at a moment; at the last moment the `outcome` too.
fn spawn_search_counts(
    view: &mut ChildSpawnerCommands,
    ui: &UiContext,
    lesson: AcademyGame,
    shot: &SearchMoment,
    outcome: Option<&SearchResult>,
) {
    let Statistics { seen, expanded, steps, dropped, frontier, deepest, .. } = shot.statistics;
    let mut all = vec![("count-seen", seen), ("count-expanded", expanded), ("count-steps", steps)];
    if lesson != AcademyGame::TicTacToe {
        all.extend([("count-frontier", frontier), ("count-deepest", deepest), ("count-dropped", dropped)]);
    }
    let node = Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(6) };
    view.spawn(node).with_children(|line| {
        for (key, number) in all {
            spawn_number_over_name(line, ui, key, number.to_string(), theme::TEXT);
        }
        // Of ways the last moment alone knows one.
        if !matches!(lesson, AcademyGame::TicTacToe | AcademyGame::Ways) {
            let best = shot.best.or(outcome.and_then(|outcome| outcome.value));
            let best = best.map_or("–".to_owned(), |best| best.to_string());
            spawn_number_over_name(line, ui, "count-best", best, GOOD);
        }
        if lesson == AcademyGame::Tower {
            let bound = shot.bound.map_or("–".to_owned(), |bound| bound.to_string());
            spawn_number_over_name(line, ui, "count-bound", bound, theme::ACCENT);
        }
    });
}

/// Spawns a number with the name of what it counts below.
fn spawn_number_over_name(
    line: &mut ChildSpawnerCommands,
    ui: &UiContext,
    key: &str,
    number: String,
    colour: Color,
) {
    let node = Node {
        min_width: px(69),
        padding: UiRect::axes(px(6), px(3)),
        border_radius: BorderRadius::all(px(4)),
        ..column(0)
    };
    let tip = Tooltip(ui.localized_text(legend::meaning_of_count(key)));
    line.spawn((node, BackgroundColor(theme::RAISED), tip)).with_children(|place| {
        place.spawn(ui.bold_text(number, theme::BODY, colour));
        place.spawn(ui.styled_text(ui.localized_text(key), 11.0, theme::TEXT_DIM));
    });
}

/// Returns the result of a search in one sentence.
fn describe_result(texts: &Texts, lesson: AcademyGame, grain: ActionSize, outcome: &SearchResult) -> String {
    let proof = texts.get(match outcome.certainty {
        Certainty::Proven | Certainty::NoSolution => "verdict-proven",
        Certainty::Unproven => "verdict-unproven",
        Certainty::CutOff(_) => "verdict-cut-off",
        Certainty::Cancelled => "verdict-cancelled",
    });
    let found = match (lesson, outcome.value, &outcome.cell) {
        (AcademyGame::TicTacToe, _, Some((cell, value))) => {
            let cell = [("cell", cell.clone().into())];
            match value {
                Some(GameEnding::Win) => texts.text_with_values("answer-cell-wins", &cell),
                Some(GameEnding::Draw) => texts.text_with_values("answer-cell-draws", &cell),
                Some(GameEnding::Loss) => texts.text_with_values("answer-cell-loses", &cell),
                None => texts.text_with_values("answer-cell", &cell),
            }
        }
        (AcademyGame::River, Some(value), _) => {
            let key = if grain == ActionSize::Crossings { "answer-crossings" } else { "answer-steps" };
            texts.text_with_values(key, &[("value", TextValue::Number(value))])
        }
        (AcademyGame::Tower, Some(value), _) => {
            let life = texts.text_with_values("answer-life", &[("value", TextValue::Number(value))]);
            match outcome.bound.filter(|bound| *bound > value) {
                Some(bound) => {
                    format!(
                        "{life}, {}",
                        texts.text_with_values("answer-at-most", &[("bound", TextValue::Number(bound))])
                    )
                }
                None => life,
            }
        }
        (AcademyGame::Ways, Some(value), _) => {
            texts.text_with_values("answer-cost", &[("value", TextValue::Number(value))])
        }
        _ => texts.get("answer-none"),
    };
    format!("{found} – {proof}")
}
