//! The analysis of a battle that is watched: win chance over time, dice, mistakes with better
//! orders, and what each unit did. A click on a mistake goes to the position where it was made.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_analysis::{AnalysisError, BattleAnalysis, Mistake, Severity, analyse_replay, count_mistakes};
use hotgates_engine::{Order, Side};

use crate::replay::ReplayAction;
use hotgates_phrases::order_phrase;
use hotgates_ui::names::{side_name, unit_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::{
    Job, Notice, Panel, Phrase, UiContext, column, panel_bundle, register_emitted_message, row,
    spawn_scroll_list, theme,
};
use hotgates_window_battle::battle::{AnalyseNextReplay, BattleSystems, men_left_text, verdict_text};
use hotgates_window_battle::scene::{LeaveScreenSchedule, Scene, WatchedBattle, is_battle_watched};

/// Steps of an analysis in the window: simulated orders, some twenty seconds of one thread.
const STEPS: u64 = 2_000_000;

/// Greatest number of better orders in a line.
const MOST_ORDERS: usize = 5;

/// A request to analyse the battle that is watched, or to close the analysis and end its work.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToggleAnalysis;

/// Pieces of the work that are done, and all of them.
type AnalysisProgress = (usize, usize);

/// The work of an analysis.
type AnalysisJob = Job<std::thread::Result<Result<BattleAnalysis, AnalysisError>>, AnalysisProgress>;

/// The analysis of the battle that is watched, as far as it has got.
#[derive(Resource, Debug, Default)]
pub struct BattleAftermath {
    /// The analysis, once it is done.
    pub found: Option<BattleAnalysis>,
    /// Part of the work that is done, in percent.
    pub percent: usize,
    job: Option<AnalysisJob>,
}

impl BattleAftermath {
    /// Returns `true` if an analysis was asked for.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.job.is_some() || self.found.is_some()
    }

    /// Returns `true` while the analysis is being made.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_some()
    }
}

#[derive(Component)]
struct AftermathPanel;

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<ToggleAnalysis>(app);
    app.init_resource::<BattleAftermath>()
        .add_systems(OnEnter(Screen::Replay), spawn_aftermath_panel)
        .add_systems(
            Update,
            (toggle_analysis, collect_analysis)
                .chain()
                .in_set(BattleSystems::Orders)
                .run_if(is_battle_watched),
        )
        .add_systems(Update, fill_aftermath_panel.in_set(BattleSystems::Panels).run_if(is_battle_watched))
        .add_systems(LeaveScreenSchedule, drop_analysis);
}

/// Forgets the analysis, which ends its work.
fn drop_analysis(mut aftermath: ResMut<BattleAftermath>) {
    *aftermath = BattleAftermath::default();
}

fn spawn_aftermath_panel(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(320),
        top: px(42),
        width: px(400),
        max_height: percent(80),
        ..column(0)
    };
    commands.spawn((AftermathPanel, DespawnOnExit(Screen::Replay), node, Pickable::IGNORE));
}

fn toggle_analysis(
    mut commands: Commands,
    mut asked: MessageReader<ToggleAnalysis>,
    wanted: Option<Res<AnalyseNextReplay>>,
    scene: Res<Scene>,
    mut aftermath: ResMut<BattleAftermath>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(watched) = scene.watched_battle() else { return };
    let mut toggles = asked.read().count();
    if wanted.is_some() {
        commands.remove_resource::<AnalyseNextReplay>();
        toggles += 1;
    }
    for _ in 0..toggles {
        if aftermath.is_asked() {
            *aftermath = BattleAftermath::default();
            continue;
        }
        let Some(replay) = watched.session().to_replay() else {
            notices.write(Notice(Phrase::new("analysis-failed")));
            continue;
        };
        // A thread of its own: hints and what-if need the pool.
        let job = Job::start_on_thread("analysis", move |cancel, tell| {
            analyse_replay(&replay, STEPS, cancel, &mut |done, of| {
                // Nobody hears of it any more once the job is dropped; the flag is set then, too.
                let _ = tell.send((done, of));
            })
        });
        match job {
            Ok(job) => aftermath.job = Some(job),
            Err(_) => drop(notices.write(Notice(Phrase::new("analysis-failed")))),
        }
    }
}

fn collect_analysis(mut aftermath: ResMut<BattleAftermath>, mut notices: MessageWriter<Notice>) {
    let quiet = aftermath.bypass_change_detection();
    let Some(job) = &mut quiet.job else { return };
    let mut news = None;
    while let Some(pieces) = job.next_progress_report() {
        news = Some(pieces);
    }
    if let Some(result) = job.poll() {
        aftermath.job = None;
        match result {
            Ok(Ok(found)) => aftermath.found = Some(found),
            Ok(Err(AnalysisError::Cancelled(_))) => {}
            Ok(Err(AnalysisError::Unfit(_))) | Err(_) => {
                notices.write(Notice(Phrase::new("analysis-failed")));
            }
        }
    } else if let Some((done, of)) = news {
        let percent = 100 * done / of.max(1);
        if percent != quiet.percent {
            aftermath.percent = percent;
        }
    }
}

fn fill_aftermath_panel(
    scene: Res<Scene>,
    aftermath: Res<BattleAftermath>,
    mut node: Panel<AftermathPanel, (bool, usize, bool)>,
) {
    let Some(watched) = scene.watched_battle() else { return };
    let now = (aftermath.is_asked(), aftermath.percent, aftermath.found.is_some());
    node.refill(now, |place, ui| {
        if !aftermath.is_asked() {
            return;
        }
        let frame = Node { min_height: px(0), ..column(8) };
        place.spawn(panel_bundle(frame)).with_children(|panel| {
            panel.spawn(row(8)).with_children(|line| {
                line.spawn(ui.heading("analysis"));
                line.spawn(hotgates_ui::flexible_space());
                line.spawn(ui.small_button(ui.localized_text("close"), ToggleAnalysis));
            });
            match &aftermath.found {
                None => spawn_progress(panel, ui, aftermath.percent),
                Some(found) => {
                    let list = Node { max_height: px(480), ..default() };
                    spawn_scroll_list(panel, list, 6, |list| {
                        spawn_outcome(list, ui, watched);
                        spawn_chance_graph(list, ui, found);
                        spawn_dice(list, ui, found);
                        spawn_mistakes(list, ui, watched, found);
                        spawn_unit_lines(list, ui, watched, found);
                    });
                }
            }
        });
    });
}

fn spawn_progress(panel: &mut ChildSpawnerCommands, ui: &UiContext, percent: usize) {
    let words = ui.texts.text_with_values("analysis-working", &[("percent", percent.into())]);
    panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
    let permille = u32::try_from(10 * percent).unwrap_or(1000);
    panel.spawn(hotgates_window_battle::battle::bar_filled_to_permille(370, permille, theme::ACCENT));
}

/// Spawns who has won, how, and what is left of both sides.
fn spawn_outcome(list: &mut ChildSpawnerCommands, ui: &UiContext, watched: &WatchedBattle) {
    let session = watched.session();
    let end = session.position_after(session.order_count());
    let (words, colour) = match end.verdict() {
        Some(verdict) => (
            verdict_text(&ui.texts, verdict),
            verdict.winner.map_or(theme::ACCENT, |side| ui.side_colour(side)),
        ),
        None => (ui.localized_text("analysis-undecided"), theme::ACCENT),
    };
    list.spawn(ui.bold_text(words, theme::HEADING, colour));
    for side in Side::BOTH {
        let words = men_left_text(&ui.texts, end, side);
        list.spawn(ui.styled_text(words, theme::SMALL, ui.side_colour(side)));
    }
}

/// Spawns Red's win chance over the orders: the higher the red part, the better for Red.
fn spawn_chance_graph(list: &mut ChildSpawnerCommands, ui: &UiContext, found: &BattleAnalysis) {
    if found.chances.is_empty() {
        return;
    }
    list.spawn(ui.styled_text(ui.localized_text("analysis-chance"), theme::SMALL, theme::TEXT_DIM));
    let ground = Node {
        height: px(110),
        flex_shrink: 0.0,
        align_items: AlignItems::End,
        overflow: Overflow::clip(),
        ..default()
    };
    list.spawn((ground, BackgroundColor(ui.side_colour(Side::Blue)))).with_children(|graph| {
        // At most so many bars as have room.
        let step = found.chances.len().div_ceil(180).max(1);
        for (_, chance) in found.chances.iter().step_by(step) {
            #[expect(clippy::cast_possible_truncation, reason = "a chance lies between 0 and 1")]
            let height = percent(100.0 * chance.red as f32);
            graph.spawn((
                Node { flex_grow: 1.0, height, ..default() },
                BackgroundColor(ui.side_colour(Side::Red)),
            ));
        }
    });
}

/// Returns a share in percent with one digit.
fn percent_text(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn spawn_dice(list: &mut ChildSpawnerCommands, ui: &UiContext, found: &BattleAnalysis) {
    for side in Side::BOTH {
        let values = [
            ("side", side_name(&ui.texts, side).into()),
            ("percent", percent_text(found.luck.sides[side].percentile).into()),
        ];
        let words = ui.texts.text_with_values("analysis-luck", &values);
        list.spawn(ui.styled_text(words, theme::SMALL, ui.side_colour(side)));
    }
}

fn spawn_mistakes(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    watched: &WatchedBattle,
    found: &BattleAnalysis,
) {
    let [blunders, mistakes] =
        [Severity::Blunder, Severity::Mistake].map(|severity| count_mistakes(&found.mistakes, severity));
    for side in Side::BOTH {
        let values = [
            ("side", side_name(&ui.texts, side).into()),
            ("blunders", blunders[side].into()),
            ("mistakes", mistakes[side].into()),
        ];
        let words = ui.texts.text_with_values("analysis-counts", &values);
        list.spawn(ui.styled_text(words, theme::SMALL, ui.side_colour(side)));
    }
    if found.mistakes.is_empty() {
        list.spawn(ui.styled_text(ui.localized_text("analysis-none"), theme::SMALL, theme::TEXT));
    }
    for mistake in &found.mistakes {
        spawn_mistake(list, ui, watched, mistake);
    }
}

/// Spawns a button that goes to the position of a mistake, and the better orders below it.
fn spawn_mistake(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    watched: &WatchedBattle,
    mistake: &Mistake,
) {
    let session = watched.session();
    let before = session.position_after(mistake.order);
    let in_words = |order: Order| ui.texts.phrase_in_words(&order_phrase(before, order));
    let ordered = session.order_records().get(mistake.order).map(|record| in_words(record.order));
    let values = [
        ("turn", mistake.turn.into()),
        ("side", side_name(&ui.texts, mistake.side).into()),
        ("order", ordered.unwrap_or_default().into()),
        ("cost", format!("{:.0}", 100.0 * mistake.cost).into()),
    ];
    let key = if mistake.whole_half_turn { "analysis-plan" } else { "analysis-order" };
    let words = ui.texts.text_with_values(key, &values);
    list.spawn(ui.wrapped_button(words, ReplayAction::To(mistake.order)));
    if let Some(better) = &mistake.better {
        let orders: Vec<String> =
            better.orders.iter().take(MOST_ORDERS).map(|&order| in_words(order)).collect();
        let more = if better.orders.len() > MOST_ORDERS { " …" } else { "" };
        let orders = orders.join("; ") + more;
        let words = ui.texts.text_with_values("analysis-better", &[("orders", orders.into())]);
        list.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
    }
}

fn spawn_unit_lines(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    watched: &WatchedBattle,
    found: &BattleAnalysis,
) {
    let start = watched.session().position_after(0);
    list.spawn(ui.styled_text(ui.localized_text("analysis-units"), theme::SMALL, theme::TEXT_DIM));
    for (unit, info) in start.roster().take(100) {
        let did = found.units[unit.index()];
        let values = [
            ("unit", unit_name(&ui.texts, start, unit).into()),
            ("dealt", did.dealt.into()),
            ("lost", did.lost.into()),
            ("held", did.held.into()),
            ("idle", did.idle.into()),
        ];
        let words = ui.texts.text_with_values("analysis-unit", &values);
        list.spawn(ui.styled_text(words, theme::SMALL, ui.side_colour(info.side)));
    }
}
