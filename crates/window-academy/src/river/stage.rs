//! The river as it is drawn: two banks, the boat, and everybody to click on.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_academy::river::{PersonKind, RiverGoal, RiverStep, Shore};

use super::{RiverAction, RiverSession};
use crate::AcademyAction;
use crate::figures::{DEVIL, INK, LAND, PRIEST, WATER, WOOD, clickable_tile_area};
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, column, row, theme};

/// The most figures of one kind that are drawn in one place; more are counted.
const MOST_FIGURES: u8 = 8;

/// Spawns the options of the game: priests, devils, seats, the goal and the boat rule.
pub fn spawn_river_options(line: &mut ChildSpawnerCommands, ui: &UiContext, table: &RiverSession) {
    let rules = table.game.rules();
    let numbers: [(&str, u8, fn(i8) -> RiverAction); 3] = [
        ("river-priests", rules.priest_count(), RiverAction::Priests),
        ("river-devils", rules.devil_count(), RiverAction::Devils),
        ("river-seats", rules.boat_seats(), RiverAction::Boat),
    ];
    for (key, number, make) in numbers {
        line.spawn(row(4)).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
            line.spawn(ui.small_button("−".to_owned(), AcademyAction::River(make(-1))))
                .disabled(!table.can_change_rules(make(-1)));
            line.spawn(ui.styled_text(number.to_string(), theme::BODY, theme::TEXT));
            line.spawn(ui.small_button("+".to_owned(), AcademyAction::River(make(1))))
                .disabled(!table.can_change_rules(make(1)));
        });
    }
    let goal = if rules.goal() == RiverGoal::All { "river-goal-all" } else { "river-goal-priests" };
    line.spawn(ui.small_button(ui.localized_text(goal), AcademyAction::River(RiverAction::Goal)))
        .insert(Tooltip(ui.localized_text("river-goal-tip")));
    line.spawn(
        ui.small_button(ui.localized_text("river-boat-rule"), AcademyAction::River(RiverAction::BoatRule)),
    )
    .chosen(rules.boat_rule())
    .insert(Tooltip(ui.localized_text("river-boat-rule-tip")));
}

/// Spawns the banks, the river and the boat.
pub fn spawn_river_crossing(stage: &mut ChildSpawnerCommands, ui: &UiContext, table: &RiverSession) {
    let (rules, moment) = (table.game.rules(), table.game.current_moment());
    let right = (
        rules.priest_count() - moment.priests - moment.load.priests,
        rules.devil_count() - moment.devils - moment.load.devils,
    );
    stage
        .spawn(Node { width: percent(100), height: percent(100), max_height: px(430), ..row(0) })
        .with_children(|line| {
            spawn_river_bank(
                line,
                ui,
                (moment.priests, moment.devils),
                moment.side == Shore::Left,
                "river-left",
            );
            let side = match moment.side {
                Shore::Left => JustifyContent::Start,
                Shore::Right => JustifyContent::End,
            };
            let water = Node {
                flex_grow: 1.0,
                height: percent(100),
                align_items: AlignItems::Center,
                justify_content: side,
                padding: UiRect::axes(px(8), px(0)),
                ..default()
            };
            line.spawn((water, BackgroundColor(WATER))).with_children(|water| spawn_boat(water, ui, table));
            spawn_river_bank(line, ui, right, moment.side == Shore::Right, "river-right");
        });
}

fn spawn_river_bank(
    line: &mut ChildSpawnerCommands,
    ui: &UiContext,
    (priests, devils): (u8, u8),
    boat_here: bool,
    name: &str,
) {
    let node = Node {
        width: px(190),
        height: percent(100),
        padding: UiRect::all(px(10)),
        justify_content: JustifyContent::SpaceBetween,
        ..column(8)
    };
    line.spawn((node, BackgroundColor(LAND))).with_children(|bank| {
        bank.spawn(ui.styled_text(ui.localized_text(name), theme::SMALL, theme::TEXT));
        for (who, number) in [(PersonKind::Priest, priests), (PersonKind::Devil, devils)] {
            let step = boat_here.then_some(RiverStep::Board(who));
            bank.spawn(Node { flex_grow: 1.0, align_content: AlignContent::Start, ..people_row_node() })
                .with_children(|crowd| spawn_people(crowd, ui, who, number, step));
        }
    });
}

fn people_row_node() -> Node {
    Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), align_items: AlignItems::Start, ..row(6) }
}

fn spawn_boat(water: &mut ChildSpawnerCommands, ui: &UiContext, table: &RiverSession) {
    let load = table.game.current_moment().load;
    let hull = Node {
        width: px(178),
        min_height: px(110),
        padding: UiRect::all(px(8)),
        border_radius: BorderRadius::bottom(px(48)),
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        ..column(6)
    };
    let sail = AcademyAction::River(RiverAction::Step(RiverStep::Sail));
    water.spawn((hull, BackgroundColor(WOOD))).with_children(|boat| {
        boat.spawn(Node { justify_content: JustifyContent::Center, ..people_row_node() }).with_children(
            |crowd| {
                spawn_people(
                    crowd,
                    ui,
                    PersonKind::Priest,
                    load.priests,
                    Some(RiverStep::Leave(PersonKind::Priest)),
                );
                spawn_people(
                    crowd,
                    ui,
                    PersonKind::Devil,
                    load.devils,
                    Some(RiverStep::Leave(PersonKind::Devil)),
                );
            },
        );
        boat.spawn(ui.small_button(ui.localized_text("river-sail"), sail))
            .disabled(load.people_aboard() == 0 || table.is_over());
    });
}

/// Spawns figures of people in a row; a click makes the first of them take the step.
fn spawn_people(
    crowd: &mut ChildSpawnerCommands,
    ui: &UiContext,
    who: PersonKind,
    number: u8,
    step: Option<RiverStep>,
) {
    let (colour, key) = match who {
        PersonKind::Priest => (PRIEST, "river-priest-sign"),
        PersonKind::Devil => (DEVIL, "river-devil-sign"),
    };
    for _ in 0..number.min(MOST_FIGURES) {
        let node = Node {
            width: px(36),
            height: px(46),
            justify_content: JustifyContent::Center,
            align_items: AlignItems::Center,
            border_radius: BorderRadius::new(px(18), px(18), px(6), px(6)),
            ..default()
        };
        let sign = ui.bold_text(ui.localized_text(key), theme::HEADING, INK);
        match step {
            Some(step) => {
                let words = super::river_step_name(&ui.texts, step);
                crowd
                    .spawn(clickable_tile_area(node, colour, AcademyAction::River(RiverAction::Step(step))))
                    .insert(Tooltip(words))
                    .with_child(sign);
            }
            None => {
                crowd.spawn((node, BackgroundColor(colour.with_alpha(0.75)))).with_child(sign);
            }
        }
    }
    if number > MOST_FIGURES {
        crowd.spawn(ui.bold_text(format!("× {number}"), theme::HEADING, theme::TEXT));
    }
}
