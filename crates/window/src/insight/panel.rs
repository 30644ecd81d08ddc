//! The panel over the map's left side: the legend of the overlay with the values under the pointer,
//! the hint, and the answer to "what if".

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use hotgates_ai::{ChargeReason, ChokeSetJudgement, PlanStyle, Reason, Stance, Thinking};
use hotgates_engine::{Attack, Battle, Cell, Order, RankId, Side, View};
use hotgates_threat::Threat;

use super::draw::{RAMP_COVER, choke_set_colour};
use super::layers::{CostsFromHex, InsightLayer, LayerData, ReachOfSupplies};
use super::leadership::ReachOfLeadership;
use super::what_if::{GAMES, ToggleWhatIf, WhatIfQuestion};
use super::why::{ReasonPanel, ShownReasons, ToggleReasons};
use super::{Advice, AdviceAction, BattleAftermath, ShownOverlay, ToggleAnalysis, ToggleLayer};
use hotgates_board::{AreOverlayWordsShown, HoveredHex};
use hotgates_phrases::{order_phrase, plan_style_text_key, reason_phrase, role_text_key};
use hotgates_ui::names::{rank_name, side_name, unit_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::texts::Texts;
use hotgates_ui::{
    Panel, ScrolledContentId, Tooltip, UiContext, WidgetStateSetter, column, panel_bundle, row,
    spawn_scroll_list, theme,
};
use hotgates_window_battle::battle::{BattleSystems, order_colour};
use hotgates_window_battle::scene::{Scene, ShownBattle, is_battle_shown};

#[derive(Component)]
struct InsightLayerBar;
#[derive(Component)]
struct InsightLegend;
#[derive(Component)]
struct AdvicePanel;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Battle), |commands: Commands| {
        spawn_insight_panels(commands, Screen::Battle, 54);
    })
    .add_systems(OnEnter(Screen::Replay), |commands: Commands| {
        spawn_insight_panels(commands, Screen::Replay, 10);
    })
    .add_systems(
        Update,
        (fill_layer_bar, fill_legend, fill_advice_panel)
            .in_set(BattleSystems::Panels)
            .run_if(is_battle_shown),
    );
}

/// Spawns the panels of a screen; `top` leaves room for the screen's own bar.
fn spawn_insight_panels(mut commands: Commands, screen: Screen, top: i32) {
    // Over the map, so that it may be looked at without being there all the time.
    let place = |top, width| Node {
        position_type: PositionType::Absolute,
        left: px(10),
        top: px(top),
        width,
        ..column(6)
    };
    commands.spawn((InsightLayerBar, DespawnOnExit(screen), place(top, auto()), Pickable::IGNORE));
    commands
        .spawn((
            DespawnOnExit(screen),
            // Panels that do not fit above each other are reached by the wheel.
            Node { max_height: percent(84), overflow: Overflow::scroll_y(), ..place(top + 32, px(300)) },
            ScrollArea,
            Pickable::IGNORE,
        ))
        .with_children(|side| {
            // An answer that somebody has just asked for comes first: a long legend would leave it no room.
            side.spawn((AdvicePanel, column(8), Pickable::IGNORE));
            side.spawn((ReasonPanel, column(0), Pickable::IGNORE));
            side.spawn((InsightLegend, column(0), Pickable::IGNORE));
        });
}

/// Fills the bar with one button for each overlay, and the buttons of questions.
fn fill_layer_bar(
    insight: Res<ShownOverlay>,
    advice: Res<Advice>,
    what_if: Res<WhatIfQuestion>,
    reasons: Res<ShownReasons>,
    aftermath: Res<BattleAftermath>,
    scene: Res<Scene>,
    mut node: Panel<InsightLayerBar, (Option<InsightLayer>, [bool; 4], [bool; 2])>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let undecided = scene.position_for_questions().verdict().is_none();
    let can_ask = match scene {
        ShownBattle::Fought(game) => game.takes_orders(),
        ShownBattle::Watched(_) => undecided,
    };
    let asked = [advice.auto, what_if.is_asked(), reasons.shown, aftermath.is_asked()];
    let now = (insight.layer, asked, [can_ask, undecided]);
    node.refill(now, |bar, ui| {
        bar.spawn((row(4), Pickable::IGNORE)).with_children(|line| {
            let layers = (1..).zip(InsightLayer::ALL);
            for (number, layer) in layers.filter(|&(_, layer)| layer.is_in_rules(scene.shown_position())) {
                let words = format!("{number} {}", ui.localized_text(layer.button_text_key()));
                line.spawn(ui.small_button(words, ToggleLayer(layer)))
                    .chosen(insight.layer == Some(layer))
                    .insert(Tooltip(ui.localized_text(layer.name_text_key())));
            }
            line.spawn(ui.small_button(ui.localized_text("why"), ToggleReasons))
                .chosen(reasons.shown)
                .insert(Tooltip(ui.localized_text("key-why")));
            line.spawn(ui.small_button(ui.localized_text("hint"), AdviceAction::Hint))
                .disabled(!can_ask)
                .insert(Tooltip(ui.localized_text("key-hint")));
            if !scene.is_replay() {
                line.spawn(ui.small_button(ui.localized_text("auto"), AdviceAction::Auto))
                    .chosen(advice.auto)
                    .disabled(!can_ask && !advice.auto)
                    .insert(Tooltip(ui.localized_text("key-auto")));
            }
            line.spawn(ui.small_button(ui.localized_text("what-if"), ToggleWhatIf))
                .chosen(what_if.is_asked())
                .disabled(!undecided && !what_if.is_asked())
                .insert(Tooltip(ui.localized_text("key-what-if")));
            if scene.is_replay() {
                line.spawn(ui.small_button(ui.localized_text("analysis"), ToggleAnalysis))
                    .chosen(aftermath.is_asked())
                    .insert(Tooltip(ui.localized_text("key-analysis")));
            }
        });
    });
}

fn fill_legend(
    insight: Res<ShownOverlay>,
    scene: Res<Scene>,
    hovered: Res<HoveredHex>,
    words: Res<AreOverlayWordsShown>,
    mut node: Panel<InsightLegend, (Option<InsightLayer>, (bool, bool, bool), Option<Cell>, u64)>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let computed = insight.seen.is_some() && insight.job.is_none();
    let working = insight.job.is_some();
    let hovered = hovered.cell_on_grid(scene.shown_position().grid());
    let now = (insight.layer, (computed, working, words.0), hovered, scene.shown_position().hash());
    let battle = scene.shown_position();
    node.refill(now, |place, ui| {
        let Some(layer) = insight.layer else { return };
        place.spawn(panel_bundle(column(6))).with_children(|panel| {
            panel.spawn(ui.heading(layer.name_text_key()));
            match insight.seen.as_deref().filter(|_| computed) {
                None => {
                    let lack = layer.lack_text_key().filter(|_| insight.job.is_none());
                    let key = lack.unwrap_or("layer-working");
                    panel.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
                }
                Some(LayerData::Cost(costs)) => spawn_cost_legend(panel, ui, battle, costs, hovered),
                Some(LayerData::Supply(reach)) => spawn_supply_legend(panel, ui, reach),
                Some(LayerData::Leadership(reach)) => spawn_leadership_legend(panel, ui, reach),
                Some(LayerData::Threat(threat)) => spawn_threat_legend(panel, ui, battle, threat, hovered),
                Some(LayerData::Thinking(side, name, thinking)) => {
                    let whose = format!("{} · {name}", side_name(&ui.texts, *side));
                    panel.spawn(ui.styled_text(whose, theme::SMALL, ui.side_colour(*side)));
                    spawn_stance_of_plan(panel, ui, thinking);
                    match layer {
                        InsightLayer::Deployment => spawn_deployment_legend(panel, ui, battle, thinking),
                        InsightLayer::Plan => spawn_plan_legend(panel, ui, battle, thinking),
                        _ => spawn_choke_legend(panel, ui, battle, thinking),
                    }
                }
            }
            if computed && !words.0 && layer.has_words_on_many_hexes() {
                let zoom = ui.localized_text("layer-zoom-for-numbers");
                panel.spawn(ui.styled_text(zoom, theme::SMALL, theme::ACCENT));
            }
        });
    });
}

/// Spawns the scale from little to much, with words at both ends. As on the map, the colours lie on ground.
fn spawn_colour_scale(panel: &mut ChildSpawnerCommands, ui: &UiContext, low: String, high: String) {
    let palette = ui.colours.palette();
    let ground = palette.terrains.get("grass").map_or(palette.paper, |look| look.ground);
    let ground = BackgroundColor(theme::to_bevy_color(ground));
    panel.spawn((Node { align_self: AlignSelf::FlexStart, ..row(0) }, ground)).with_children(|line| {
        for colour in palette.ramp.map(|colour| theme::to_bevy_color(colour).with_alpha(RAMP_COVER)) {
            line.spawn((Node { width: px(54), height: px(12), ..default() }, BackgroundColor(colour)));
        }
    });
    panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(0) }).with_children(|line| {
        line.spawn(ui.styled_text(low, theme::SMALL, theme::TEXT_DIM));
        line.spawn(ui.styled_text(high, theme::SMALL, theme::TEXT_DIM));
    });
}

fn spawn_cost_legend(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    costs: &CostsFromHex,
    hovered: Option<Cell>,
) {
    let most = costs.hexes.last().map_or(0, |reached| reached.cost);
    spawn_colour_scale(
        panel,
        ui,
        "0".to_owned(),
        ui.texts.text_with_values("terrain-cost", &[("cost", most.into())]),
    );
    panel.spawn(ui.styled_text(ui.localized_text("cost-legend"), theme::SMALL, theme::TEXT_DIM));
    let Some((number, reached)) = hovered.and_then(|cell| costs.search_rank_and_path_end(cell)) else {
        return;
    };
    let values = [
        ("hex", battle.grid().coord(reached.cell).to_string().into()),
        ("cost", reached.cost.into()),
        ("number", number.into()),
        ("of", costs.hexes.len().into()),
    ];
    panel.spawn(ui.styled_text(ui.texts.text_with_values("cost-at", &values), theme::SMALL, theme::TEXT));
}

fn spawn_supply_legend(panel: &mut ChildSpawnerCommands, ui: &UiContext, reach: &ReachOfSupplies) {
    panel.spawn(ui.styled_text(side_name(&ui.texts, reach.side), theme::SMALL, ui.side_colour(reach.side)));
    let palette = ui.colours.palette();
    let rows = [
        (palette.held, "supply-hexes", reach.cells.iter().count()),
        (palette.missing, "supply-units-without", reach.without.len()),
    ];
    for (colour, key, number) in rows {
        let words = ui.texts.text_with_values(key, &[("number", number.into())]);
        spawn_colour_sample(panel, ui, theme::to_bevy_color(colour), words, theme::TEXT);
    }
    panel.spawn(ui.styled_text(ui.localized_text("supply-legend"), theme::SMALL, theme::TEXT_DIM));
}

fn spawn_leadership_legend(panel: &mut ChildSpawnerCommands, ui: &UiContext, reach: &ReachOfLeadership) {
    panel.spawn(ui.styled_text(side_name(&ui.texts, reach.side), theme::SMALL, ui.side_colour(reach.side)));
    let values = [("radius", reach.radius().into()), ("number", reach.cells.len().into())];
    let words = ui.texts.text_with_values("leadership-legend", &values);
    panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
}

fn spawn_threat_legend(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    threat: &Threat,
    hovered: Option<Cell>,
) {
    let unit = threat.threatened_unit();
    let men = u32::from(battle.unit(unit).strength.0);
    let side = battle.info(unit).side;
    let name = format!("{} {}", theme::side_shape_sign(side), unit_name(&ui.texts, battle, unit));
    panel.spawn(ui.styled_text(name, theme::BODY, ui.side_colour(side)));
    spawn_colour_scale(panel, ui, "0".to_owned(), format!("−{men}"));
    panel.spawn(ui.styled_text(ui.localized_text("threat-legend"), theme::SMALL, theme::TEXT_DIM));
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
    panel.spawn(ui.styled_text(ui.texts.text_with_values("threat-at", &values), theme::SMALL, theme::TEXT));
    for hit in threat.hits_on(cell).take(8) {
        let sign = if hit.by == Attack::Ranged { "⇄" } else { "×" };
        let words =
            format!("{sign} {}: −{}", unit_name(&ui.texts, battle, hit.enemy), (hit.expected + 18) / 36);
        panel.spawn(ui.styled_text(words, theme::SMALL, ui.side_colour(battle.info(hit.enemy).side)));
    }
}

/// Spawns a sample of a colour beside words.
fn spawn_colour_sample(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    colour: Color,
    words: String,
    ink: Color,
) {
    list.spawn(Node { align_items: AlignItems::FlexStart, ..row(8) }).with_children(|line| {
        let node = Node {
            width: px(12),
            height: px(12),
            min_width: px(12),
            margin: UiRect::top(px(4)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(2)),
            ..default()
        };
        // Some colours are as dark as the panel.
        line.spawn((node, BackgroundColor(colour), BorderColor::all(theme::TEXT_DIM)));
        line.spawn(ui.styled_text(words, theme::SMALL, ink));
    });
}

/// Spawns the list of a layer's legend, which begins at the top when the layer is chosen.
fn spawn_legend_list(
    panel: &mut ChildSpawnerCommands,
    layer: InsightLayer,
    gap: i32,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let list = spawn_scroll_list(panel, Node { max_height: px(420), ..default() }, gap, fill);
    panel.commands().entity(list).insert(ScrolledContentId::from_content(&layer));
}

fn spawn_choke_legend(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    thinking: &Thinking,
) {
    if thinking.sets.is_empty() {
        let key = if thinking.stance == Some(Stance::Open) { "chokes-none-here" } else { "chokes-none" };
        panel.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
    }
    spawn_legend_list(panel, InsightLayer::Chokes, 4, |list| {
        for (place, judged) in thinking.sets.iter().enumerate().take(24) {
            let set = &judged.set;
            let hexes: Vec<_> = set.hexes.iter().map(|&cell| battle.grid().coord(cell).to_string()).collect();
            let verdict = ui.localized_text(match judged.judgement {
                ChokeSetJudgement::Held => "judgement-held",
                ChokeSetJudgement::Worse => "judgement-worse",
                ChokeSetJudgement::Leaks => "judgement-leaks",
                ChokeSetJudgement::TooLate => "judgement-late",
                ChokeSetJudgement::TooExposed => "judgement-exposed",
            });
            let values = [
                ("number", (place + 1).into()),
                ("hexes", hexes.join("  ").into()),
                ("score", u32::try_from(set.score).unwrap_or(u32::MAX).into()),
                ("verdict", verdict.into()),
            ];
            let held = judged.judgement == ChokeSetJudgement::Held;
            let ink = if held { theme::TEXT } else { theme::TEXT_DIM };
            spawn_colour_sample(
                list,
                ui,
                choke_set_colour(thinking, place, ui.colours.palette()),
                ui.texts.text_with_values("chokes-set", &values),
                ink,
            );
        }
    });
}

/// Writes the stance of the turn, and the steps that its plan took.
fn spawn_stance_of_plan(panel: &mut ChildSpawnerCommands, ui: &UiContext, thinking: &Thinking) {
    let style = |style: PlanStyle| ui.localized_text(plan_style_text_key(style)).into();
    let stance = match thinking.stance {
        None => ui.localized_text("stance-none"),
        Some(Stance::Hold) => ui.localized_text("stance-hold"),
        Some(Stance::Open) => ui.localized_text("stance-open"),
        Some(Stance::Charge(ChargeReason::Castles)) => ui.localized_text("stance-castles"),
        Some(Stance::Charge(ChargeReason::Weaker)) => ui.localized_text("stance-weaker"),
        Some(Stance::Charge(ChargeReason::Dusk)) => ui.localized_text("stance-dusk"),
        Some(Stance::Charge(ChargeReason::Rehearsed)) => ui.localized_text("stance-rehearsed"),
        Some(Stance::Planned { style: own, enemy: None }) => {
            ui.texts.text_with_values("stance-planned", &[("style", style(own))])
        }
        Some(Stance::Planned { style: own, enemy: Some(enemy) }) => ui
            .texts
            .text_with_values("stance-planned-against", &[("style", style(own)), ("enemy", style(enemy))]),
    };
    let steps = |steps: u64| u32::try_from(steps).unwrap_or(u32::MAX).into();
    let values = [("spent", steps(thinking.steps.spent)), ("of", steps(thinking.steps.of))];
    let words = format!("{stance} · {}", ui.texts.text_with_values("steps-spent", &values));
    panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT));
}

fn spawn_deployment_legend(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    thinking: &Thinking,
) {
    if thinking.wanted.is_empty() {
        panel.spawn(ui.styled_text(ui.localized_text("deployment-none"), theme::SMALL, theme::TEXT_DIM));
    }
    spawn_legend_list(panel, InsightLayer::Deployment, 3, |list| {
        for (place, wanted) in thinking.wanted.iter().enumerate() {
            let (position, filled) = (wanted.position, wanted.filled);
            let at = battle.grid().coord(position.cell);
            let who = filled.map_or_else(|| "×".to_owned(), |unit| unit_name(&ui.texts, battle, unit));
            let words =
                format!("{}. {at} {}: {who}", place + 1, ui.localized_text(role_text_key(position.role)));
            let palette = ui.colours.palette();
            let (colour, ink) = if filled.is_some() {
                (palette.held, theme::TEXT)
            } else {
                (palette.missing, theme::TEXT_DIM)
            };
            spawn_colour_sample(list, ui, theme::to_bevy_color(colour), words, ink);
        }
    });
}

fn spawn_plan_legend(panel: &mut ChildSpawnerCommands, ui: &UiContext, battle: &Battle, thinking: &Thinking) {
    spawn_legend_list(panel, InsightLayer::Plan, 4, |list| {
        for (number, (order, reason)) in (1..).zip(&thinking.orders).take(60) {
            let colour = order_colour(*order, ui.colours.palette());
            let words = format!(
                "{number}. {}: {}",
                ui.texts.phrase_in_words(&order_phrase(battle, *order)),
                ui.texts.phrase_in_words(&reason_phrase(battle, reason))
            );
            spawn_colour_sample(list, ui, colour, words, theme::TEXT);
        }
    });
}

/// A hint as it is shown: what the panel's words and buttons are made from.
#[derive(Debug, PartialEq, Eq)]
struct ShownAdvice {
    hint: Option<(Order, Reason)>,
    rank: Option<RankId>,
    /// `true` while the commander is thinking, and while it plays the rest of the turn.
    is_at_work: [bool; 2],
    /// The position that is spoken of, by its hash.
    position: u64,
}

/// Fills the panel with the hint and the answer to "what if".
fn fill_advice_panel(
    scene: Res<Scene>,
    advice: Res<Advice>,
    what_if: Res<WhatIfQuestion>,
    mut node: Panel<AdvicePanel, (Option<ShownAdvice>, (bool, bool, usize))>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let shown = ShownAdvice {
        hint: advice.hint.clone(),
        rank: advice.rank,
        is_at_work: [advice.is_thinking(), advice.auto],
        position: scene.position_for_questions().hash(),
    };
    let is_shown = shown.hint.is_some() || shown.is_at_work != [false; 2];
    let question = (what_if.is_asked(), what_if.is_working(), what_if.finishes.len());
    node.refill((is_shown.then_some(shown), question), |place, ui| {
        if is_shown {
            place.spawn(panel_bundle(column(6))).with_children(|panel| spawn_hint(panel, ui, scene, &advice));
        }
        if what_if.is_asked() {
            place
                .spawn(panel_bundle(column(6)))
                .with_children(|panel| spawn_what_if_answer(panel, ui, &what_if));
        }
    });
}

fn spawn_hint(panel: &mut ChildSpawnerCommands, ui: &UiContext, scene: ShownBattle, advice: &Advice) {
    let battle = scene.position_for_questions();
    panel.spawn(ui.heading("hint"));
    let rules = battle.rules();
    if let Some(rank) = rules.ranks.get(advice.advising_rank(rules).index()) {
        panel.spawn(row(6)).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text("hint-rank"), theme::SMALL, theme::TEXT_DIM));
            line.spawn(ui.small_button(rank_name(&ui.texts, &rank.name), AdviceAction::NextRank))
                .insert(Tooltip(ui.localized_text("setup-rank-tip")));
        });
    }
    match &advice.hint {
        Some((order, reason)) if !advice.auto => {
            panel.spawn(ui.styled_text(
                ui.texts.phrase_in_words(&order_phrase(battle, *order)),
                theme::BODY,
                theme::TEXT,
            ));
            let why = ui.texts.phrase_in_words(&reason_phrase(battle, reason));
            panel.spawn(ui.styled_text(why, theme::SMALL, theme::TEXT_DIM));
            panel.spawn(row(6)).with_children(|line| {
                if !scene.is_replay() {
                    line.spawn(ui.button(ui.localized_text("hint-take"), AdviceAction::Take));
                }
                line.spawn(ui.button(ui.localized_text("close"), AdviceAction::Drop));
            });
        }
        _ => {
            let key = if advice.auto { "auto-playing" } else { "layer-working" };
            panel.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
        }
    }
}

/// Returns the losses that a tenth, half and nine tenths of the battles do not exceed, in words: a
/// range, or one number where the ends are equal.
fn losses_text(texts: &Texts, [low, middle, high]: [u32; 3]) -> String {
    if low == high {
        return texts.text_with_values("what-if-losses-same", &[("losses", low.into())]);
    }
    let values = [("low", low.into()), ("middle", middle.into()), ("high", high.into())];
    texts.text_with_values("what-if-losses", &values)
}

fn spawn_what_if_answer(panel: &mut ChildSpawnerCommands, ui: &UiContext, what_if: &WhatIfQuestion) {
    panel.spawn(ui.heading("what-if"));
    let fought = what_if.finishes.len();
    let values = [
        ("fought", fought.into()),
        ("of", GAMES.into()),
        ("red", what_if.names.red.as_str().into()),
        ("blue", what_if.names.blue.as_str().into()),
    ];
    panel.spawn(ui.styled_text(
        ui.texts.text_with_values("what-if-progress", &values),
        theme::SMALL,
        theme::TEXT_DIM,
    ));
    if what_if.unseen > 0 {
        let values = [("count", what_if.unseen.into())];
        let unseen = ui.texts.text_with_values("what-if-unseen", &values);
        panel.spawn(ui.styled_text(unseen, theme::SMALL, theme::ACCENT));
    }
    let permille = u32::try_from(fought * 1000 / GAMES as usize).unwrap_or(1000);
    if what_if.is_working() {
        panel.spawn(hotgates_window_battle::battle::bar_filled_to_permille(270, permille, theme::ACCENT));
    }
    for side in Side::BOTH {
        let (wins, (low, high)) = what_if.wins_and_interval(side);
        let percent = |permille: u32| format!("{}.{}", permille / 10, permille % 10);
        let values = [
            ("side", side_name(&ui.texts, side).into()),
            ("wins", wins.into()),
            ("low", percent(low).into()),
            ("high", percent(high).into()),
        ];
        panel.spawn(ui.styled_text(
            ui.texts.text_with_values("what-if-wins", &values),
            theme::BODY,
            ui.side_colour(side),
        ));
        if let Some(quantiles) = what_if.loss_quantiles(side) {
            panel.spawn(ui.styled_text(losses_text(&ui.texts, quantiles), theme::SMALL, theme::TEXT_DIM));
        }
    }
    panel.spawn(ui.button(ui.localized_text("close"), ToggleWhatIf));
}

#[cfg(test)]
mod tests {
    use hotgates_ui::texts::{Language, Texts};

    use super::losses_text;

    #[test]
    fn losses_that_hardly_differ_are_one_number_and_no_range() {
        let texts = Texts::new(Language::English);
        assert_eq!(losses_text(&texts, [81, 81, 81]), "losses: mostly 81");
        assert_eq!(losses_text(&texts, [10, 20, 81]), "losses: mostly 10 to 81, half below 20");
        assert_eq!(losses_text(&Texts::new(Language::Chinese), [81, 81, 81]), "损失：多为 81");
    }
}
