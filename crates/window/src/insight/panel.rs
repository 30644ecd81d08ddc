//! The panel over the map's left side: the legend of the overlay with what is under the pointer,
//! the hint, and the answer to "what if".

use bevy::ecs::change_detection::Tick;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_ai::{Charge, Judgement, Stance, Thinking, Threat};
use hotgates_engine::{Attack, Battle, Cell, Order, Side, View};

use super::draw::set_colour;
use super::layers::{Costs, Layer, Seen};
use super::reasons::{reason_text, role_key};
use super::what_if::{GAMES, ToggleWhatIf, WhatIf};
use super::why::{Reasons, ToggleReasons, Why};
use super::{Advice, AdviceAction, Insight, ToggleLayer};
use crate::battle::{BattleSystems, order_line};
use crate::scene::{OnScreen, Scene, on_screen};
use hotgates_board::HexHovered;
use hotgates_ui::names::{rank_name, side_name, unit_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::{Choice, Panel, Tooltip, UiContext, column, panel, row, scroll_list, theme};

#[derive(Component)]
struct LayerBar;
#[derive(Component)]
struct Legend;
#[derive(Component)]
struct Counsel;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Battle), |commands: Commands| spawn(commands, Screen::Battle, 54))
        .add_systems(OnEnter(Screen::Replay), |commands: Commands| spawn(commands, Screen::Replay, 10))
        .add_systems(Update, (layer_bar, legend, counsel).in_set(BattleSystems::Panels).run_if(on_screen));
}

/// `top` leaves room for what the screen has there.
fn spawn(mut commands: Commands, screen: Screen, top: i32) {
    // Over the map, so that it may be looked at without being there all the time.
    let place = |top, width| Node {
        position_type: PositionType::Absolute,
        left: px(10),
        top: px(top),
        width,
        ..column(6)
    };
    commands.spawn((LayerBar, DespawnOnExit(screen), place(top, auto()), Pickable::IGNORE));
    commands
        .spawn((
            DespawnOnExit(screen),
            Node { max_height: percent(84), ..place(top + 32, px(300)) },
            Pickable::IGNORE,
        ))
        .with_children(|side| {
            side.spawn((Why, column(0), Pickable::IGNORE));
            side.spawn((Legend, column(0), Pickable::IGNORE));
            side.spawn((Counsel, column(8), Pickable::IGNORE));
        });
}

/// One button for each overlay, and those that ask.
fn layer_bar(
    insight: Res<Insight>,
    advice: Res<Advice>,
    what_if: Res<WhatIf>,
    reasons: Res<Reasons>,
    scene: Res<Scene>,
    mut node: Panel<LayerBar, (Option<Layer>, bool, bool, bool)>,
) {
    let Some(scene) = scene.on_screen() else { return };
    let now = (insight.layer, advice.auto, what_if.asked(), reasons.shown);
    node.refill(now, |bar, ui| {
        bar.spawn((row(4), Pickable::IGNORE)).with_children(|line| {
            for (number, layer) in (1..).zip(Layer::ALL) {
                let words = format!("{number} {}", ui.text(layer.short_key()));
                line.spawn(ui.small_button(words, ToggleLayer(layer)))
                    .chosen(insight.layer == Some(layer))
                    .insert(Tooltip(ui.text(layer.key())));
            }
            line.spawn(ui.small_button(ui.text("why"), ToggleReasons))
                .chosen(reasons.shown)
                .insert(Tooltip(ui.text("key-why")));
            line.spawn(ui.small_button(ui.text("hint"), AdviceAction::Hint))
                .insert(Tooltip(ui.text("key-hint")));
            if !scene.is_replay() {
                line.spawn(ui.small_button(ui.text("auto"), AdviceAction::Auto))
                    .chosen(advice.auto)
                    .insert(Tooltip(ui.text("key-auto")));
            }
            line.spawn(ui.small_button(ui.text("what-if"), ToggleWhatIf))
                .chosen(what_if.asked())
                .insert(Tooltip(ui.text("key-what-if")));
        });
    });
}

fn legend(
    insight: Res<Insight>,
    scene: Res<Scene>,
    hovered: Res<HexHovered>,
    mut node: Panel<Legend, (Option<Layer>, (bool, bool), Option<Cell>, u64)>,
) {
    let Some(scene) = scene.on_screen() else { return };
    let computed = insight.seen.is_some() && insight.job.is_none();
    let working = insight.job.is_some();
    let now = (insight.layer, (computed, working), hovered.0, scene.shown().hash());
    let battle = scene.shown();
    node.refill(now, |place, ui| {
        let Some(layer) = insight.layer else { return };
        place.spawn(panel(column(6))).with_children(|panel| {
            panel.spawn(ui.heading(layer.key()));
            match insight.seen.as_deref().filter(|_| computed) {
                None => {
                    let nobody = layer == Layer::Threat && insight.job.is_none();
                    let key = if nobody { "threat-needs-unit" } else { "layer-working" };
                    panel.spawn(ui.words(ui.text(key), theme::SMALL, theme::TEXT_DIM));
                }
                Some(Seen::Cost(costs)) => of_costs(panel, ui, battle, costs, hovered.0),
                Some(Seen::Threat(threat)) => of_threat(panel, ui, battle, threat, hovered.0),
                Some(Seen::Thinking(side, name, thinking)) => {
                    let whose = format!("{} · {name}", side_name(&ui.texts, *side));
                    panel.spawn(ui.words(whose, theme::SMALL, ui.side(*side)));
                    stance(panel, ui, thinking);
                    match layer {
                        Layer::Deployment => of_deployment(panel, ui, battle, thinking),
                        Layer::Plan => of_plan(panel, ui, battle, thinking),
                        _ => of_sets(panel, ui, battle, thinking),
                    }
                }
            }
        });
    });
}

/// From little to much, with words at both ends.
fn scale(panel: &mut ChildSpawnerCommands, ui: &UiContext, low: String, high: String) {
    panel.spawn(row(0)).with_children(|line| {
        for colour in ui.colours.palette().ramp.map(theme::color) {
            line.spawn((Node { width: px(54), height: px(12), ..default() }, BackgroundColor(colour)));
        }
    });
    panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(0) }).with_children(|line| {
        line.spawn(ui.words(low, theme::SMALL, theme::TEXT_DIM));
        line.spawn(ui.words(high, theme::SMALL, theme::TEXT_DIM));
    });
}

fn of_costs(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    costs: &Costs,
    hovered: Option<Cell>,
) {
    let most = costs.hexes.last().map_or(0, |reached| reached.cost);
    scale(panel, ui, "0".to_owned(), ui.texts.with("terrain-cost", &[("cost", most.into())]));
    panel.spawn(ui.words(ui.text("cost-legend"), theme::SMALL, theme::TEXT_DIM));
    let Some((number, reached)) = hovered.and_then(|cell| costs.at(cell)) else { return };
    let values = [
        ("hex", battle.grid().coord(reached.cell).to_string().into()),
        ("cost", reached.cost.into()),
        ("number", number.into()),
        ("of", costs.hexes.len().into()),
    ];
    panel.spawn(ui.words(ui.texts.with("cost-at", &values), theme::SMALL, theme::TEXT));
}

fn of_threat(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    threat: &Threat,
    hovered: Option<Cell>,
) {
    let unit = threat.threatened_unit();
    let men = u32::from(battle.unit(unit).strength.0);
    let side = battle.info(unit).side;
    let name = format!("{} {}", theme::sign(side), unit_name(&ui.texts, battle, unit));
    panel.spawn(ui.words(name, theme::BODY, ui.side(side)));
    scale(panel, ui, "0".to_owned(), format!("−{men}"));
    panel.spawn(ui.words(ui.text("threat-legend"), theme::SMALL, theme::TEXT_DIM));
    let Some(cell) = hovered else { return };
    let chance = threat
        .destruction_chance(View::new(battle, battle.info(threat.threatened_unit()).side), cell)
        .in_permille();
    let values = [
        ("hex", battle.grid().coord(cell).to_string().into()),
        ("losses", ((threat.expected_losses(cell) + 18) / 36).into()),
        ("men", men.into()),
        ("chance", format!("{}.{} %", chance / 10, chance % 10).into()),
    ];
    panel.spawn(ui.words(ui.texts.with("threat-at", &values), theme::SMALL, theme::TEXT));
    for hit in threat.hits_on(cell).take(8) {
        let sign = if hit.by == Attack::Ranged { "⇄" } else { "×" };
        let words =
            format!("{sign} {}: −{}", unit_name(&ui.texts, battle, hit.enemy), (hit.expected + 18) / 36);
        panel.spawn(ui.words(words, theme::SMALL, ui.side(battle.info(hit.enemy).side)));
    }
}

/// A sample of a colour beside words.
fn sample(list: &mut ChildSpawnerCommands, ui: &UiContext, colour: Color, words: String, ink: Color) {
    list.spawn(Node { align_items: AlignItems::FlexStart, ..row(8) }).with_children(|line| {
        let node = Node {
            width: px(12),
            height: px(12),
            min_width: px(12),
            margin: UiRect::top(px(4)),
            border_radius: BorderRadius::all(px(2)),
            ..default()
        };
        line.spawn((node, BackgroundColor(colour)));
        line.spawn(ui.words(words, theme::SMALL, ink));
    });
}

fn of_sets(panel: &mut ChildSpawnerCommands, ui: &UiContext, battle: &Battle, thinking: &Thinking) {
    if thinking.sets.is_empty() {
        panel.spawn(ui.words(ui.text("chokes-none"), theme::SMALL, theme::TEXT_DIM));
    }
    scroll_list(panel, Node { max_height: px(420), ..default() }, 4, |list| {
        for (place, judged) in thinking.sets.iter().enumerate().take(24) {
            let set = &judged.set;
            let hexes: Vec<_> = set.hexes.iter().map(|&cell| battle.grid().coord(cell).to_string()).collect();
            let verdict = ui.text(match judged.judgement {
                Judgement::Held => "judgement-held",
                Judgement::Worse => "judgement-worse",
                Judgement::Leaks => "judgement-leaks",
                Judgement::TooLate => "judgement-late",
                Judgement::TooExposed => "judgement-exposed",
            });
            let values = [
                ("number", (place + 1).into()),
                ("hexes", hexes.join("  ").into()),
                ("score", u32::try_from(set.score).unwrap_or(u32::MAX).into()),
                ("verdict", verdict.into()),
            ];
            let held = judged.judgement == Judgement::Held;
            let ink = if held { theme::TEXT } else { theme::TEXT_DIM };
            sample(
                list,
                ui,
                set_colour(thinking, place, ui.colours.palette()),
                ui.texts.with("chokes-set", &values),
                ink,
            );
        }
    });
}

/// Writes the stance of the turn, and the steps that its plan took.
fn stance(panel: &mut ChildSpawnerCommands, ui: &UiContext, thinking: &Thinking) {
    let key = match thinking.stance {
        None => "stance-none",
        Some(Stance::Hold) => "stance-hold",
        Some(Stance::Open) => "stance-open",
        Some(Stance::Charge(Charge::Castles)) => "stance-castles",
        Some(Stance::Charge(Charge::Weaker)) => "stance-weaker",
        Some(Stance::Charge(Charge::Dusk)) => "stance-dusk",
        Some(Stance::Charge(Charge::Rehearsed)) => "stance-rehearsed",
    };
    let steps = |steps: u64| u32::try_from(steps).unwrap_or(u32::MAX).into();
    let values = [("spent", steps(thinking.steps.spent)), ("of", steps(thinking.steps.of))];
    let words = format!("{} · {}", ui.text(key), ui.texts.with("steps-spent", &values));
    panel.spawn(ui.words(words, theme::SMALL, theme::TEXT));
}

fn of_deployment(panel: &mut ChildSpawnerCommands, ui: &UiContext, battle: &Battle, thinking: &Thinking) {
    if thinking.wanted.is_empty() {
        panel.spawn(ui.words(ui.text("deployment-none"), theme::SMALL, theme::TEXT_DIM));
    }
    scroll_list(panel, Node { max_height: px(420), ..default() }, 3, |list| {
        for (place, wanted) in thinking.wanted.iter().enumerate() {
            let (position, filled) = (wanted.position, wanted.filled);
            let at = battle.grid().coord(position.cell);
            let who = filled.map_or_else(|| "×".to_owned(), |unit| unit_name(&ui.texts, battle, unit));
            let words = format!("{}. {at} {}: {who}", place + 1, ui.text(role_key(position.role)));
            let palette = ui.colours.palette();
            let (colour, ink) = if filled.is_some() {
                (palette.held, theme::TEXT)
            } else {
                (palette.missing, theme::TEXT_DIM)
            };
            sample(list, ui, theme::color(colour), words, ink);
        }
    });
}

fn of_plan(panel: &mut ChildSpawnerCommands, ui: &UiContext, battle: &Battle, thinking: &Thinking) {
    scroll_list(panel, Node { max_height: px(420), ..default() }, 4, |list| {
        for (number, (order, reason)) in (1..).zip(&thinking.orders).take(60) {
            let palette = ui.colours.palette();
            let colour = if matches!(order, Order::Attack { .. }) { palette.missing } else { palette.held };
            let words = format!(
                "{number}. {}: {}",
                order_line(&ui.texts, battle, *order),
                reason_text(&ui.texts, battle, reason)
            );
            sample(list, ui, theme::color(colour), words, theme::TEXT);
        }
    });
}

/// The hint, and the answer to "what if".
fn counsel(
    scene: Res<Scene>,
    advice: Res<Advice>,
    what_if: Res<WhatIf>,
    mut node: Panel<Counsel, (Tick, Tick)>,
) {
    let Some(scene) = scene.on_screen() else { return };
    node.refill((advice.last_changed(), what_if.last_changed()), |place, ui| {
        if advice.hint.is_some() || advice.thinking() || advice.auto {
            place.spawn(panel(column(6))).with_children(|panel| hint(panel, ui, scene, &advice));
        }
        if what_if.asked() {
            place.spawn(panel(column(6))).with_children(|panel| answer(panel, ui, &what_if));
        }
    });
}

fn hint(panel: &mut ChildSpawnerCommands, ui: &UiContext, scene: OnScreen, advice: &Advice) {
    let battle = scene.position();
    panel.spawn(ui.heading("hint"));
    let rules = battle.rules();
    if let Some(rank) = rules.ranks.get(advice.rank_of(rules).index()) {
        panel.spawn(row(6)).with_children(|line| {
            line.spawn(ui.words(ui.text("hint-rank"), theme::SMALL, theme::TEXT_DIM));
            line.spawn(ui.small_button(rank_name(&ui.texts, &rank.name), AdviceAction::NextRank))
                .insert(Tooltip(ui.text("setup-rank-tip")));
        });
    }
    match &advice.hint {
        Some((order, reason)) if !advice.auto => {
            panel.spawn(ui.words(order_line(&ui.texts, battle, *order), theme::BODY, theme::TEXT));
            let why = reason_text(&ui.texts, battle, reason);
            panel.spawn(ui.words(why, theme::SMALL, theme::TEXT_DIM));
            panel.spawn(row(6)).with_children(|line| {
                if !scene.is_replay() {
                    line.spawn(ui.button(ui.text("hint-take"), AdviceAction::Take));
                }
                line.spawn(ui.button(ui.text("close"), AdviceAction::Drop));
            });
        }
        _ => {
            let key = if advice.auto { "auto-playing" } else { "layer-working" };
            panel.spawn(ui.words(ui.text(key), theme::SMALL, theme::TEXT_DIM));
        }
    }
}

fn answer(panel: &mut ChildSpawnerCommands, ui: &UiContext, what_if: &WhatIf) {
    panel.spawn(ui.heading("what-if"));
    let fought = what_if.finishes.len();
    let values = [
        ("fought", fought.into()),
        ("of", GAMES.into()),
        ("red", what_if.names.red.as_str().into()),
        ("blue", what_if.names.blue.as_str().into()),
    ];
    panel.spawn(ui.words(ui.texts.with("what-if-progress", &values), theme::SMALL, theme::TEXT_DIM));
    let permille = u32::try_from(fought * 1000 / GAMES as usize).unwrap_or(1000);
    if what_if.working() {
        panel.spawn(crate::battle::bar(270, permille, theme::ACCENT));
    }
    for side in Side::BOTH {
        let (wins, (low, high)) = what_if.wins(side);
        let percent = |permille: u32| format!("{}.{}", permille / 10, permille % 10);
        let values = [
            ("side", side_name(&ui.texts, side).into()),
            ("wins", wins.into()),
            ("low", percent(low).into()),
            ("high", percent(high).into()),
        ];
        panel.spawn(ui.words(ui.texts.with("what-if-wins", &values), theme::BODY, ui.side(side)));
        if let Some([low, middle, high]) = what_if.losses(side) {
            let values = [("low", low.into()), ("middle", middle.into()), ("high", high.into())];
            panel.spawn(ui.words(ui.texts.with("what-if-losses", &values), theme::SMALL, theme::TEXT_DIM));
        }
    }
    panel.spawn(ui.button(ui.text("close"), ToggleWhatIf));
}
