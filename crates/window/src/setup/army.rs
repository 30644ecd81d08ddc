//! One side's panel: who commands, and the order of battle, unit by unit.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{RankId, Side, UnitEntry};

use super::model::{Setup, SetupChange, commanders};
use super::{Root, SIDE};
use hotgates_ui::names::{kind_name, rank_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::{Choice, Field, Panel, Tooltip, UiContext, column, panel, row, scroll_list, theme};

/// A side's panel.
#[derive(Component, Debug, Clone, Copy)]
struct ArmyPanel(Side);

/// The key of a panel: map, seat, rank and units. Names of units are left out, so that typing does
/// not take the field away.
type ArmyKey = (usize, usize, Option<RankId>, Vec<UnitEntry>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (spawn, draw).chain().run_if(in_state(Screen::Setup)));
}

fn spawn(mut commands: Commands, roots: Query<Entity, Added<Root>>) {
    for root in &roots {
        for side in [Side::Blue, Side::Red] {
            let node = Node { width: px(SIDE), flex_shrink: 0.0, height: percent(100), ..column(8) };
            let id = commands.spawn((ArmyPanel(side), panel(node))).id();
            commands.entity(root).add_child(id);
            if side == Side::Blue {
                let middle =
                    commands.spawn((super::options::Middle, super::options::node(), Pickable::IGNORE)).id();
                commands.entity(root).add_child(middle);
            }
        }
    }
}

fn draw(setup: Option<Res<Setup>>, mut panels: Panel<ArmyPanel, ArmyKey>) {
    let Some(setup) = setup else { return };
    let key_of = |&ArmyPanel(side): &ArmyPanel| {
        let mut units = setup.units(side).to_vec();
        for unit in &mut units {
            (unit.name, unit.at) = (None, None);
        }
        (setup.map(), setup.seat(side), setup.seat_rank(side), units)
    };
    panels.refill_each(key_of, |&ArmyPanel(side), panel, ui| fill(panel, ui, &setup, side));
}

fn fill(panel: &mut ChildSpawnerCommands, ui: &UiContext, setup: &Setup, side: Side) {
    let key = match side {
        Side::Red => "setup-red",
        Side::Blue => "setup-blue",
    };
    panel.spawn(ui.strong(ui.text(key), theme::HEADING, ui.side(side)));
    panel.spawn(ui.words(ui.text("setup-commander"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        for (seat, name) in commanders().into_iter().enumerate() {
            let words = if seat == 0 { ui.text("human") } else { name.to_owned() };
            line.spawn(ui.small_button(words, SetupChange::Seat(side, seat)))
                .chosen(setup.seat(side) == seat);
        }
    });
    if setup.seat(side) > 0 {
        ranks(panel, ui, setup, side);
    }
    let units = setup.units(side);
    panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(8) }).with_children(|line| {
        line.spawn(ui.words(
            ui.texts.with("setup-units", &[("units", units.len().into())]),
            theme::SMALL,
            theme::TEXT_DIM,
        ));
        line.spawn(ui.small_button(ui.text("setup-add"), SetupChange::Add(side)));
    });
    scroll_list(panel, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, 6, |list| {
        for (at, unit) in units.iter().enumerate() {
            entry(list, ui, setup, side, at, unit);
        }
    });
}

/// The ranks that a computer may think with.
fn ranks(panel: &mut ChildSpawnerCommands, ui: &UiContext, setup: &Setup, side: Side) {
    panel.spawn(ui.words(ui.text("setup-thinks-as"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        let own = ui.small_button(ui.text("setup-own-rank"), SetupChange::SeatRank(side, None));
        line.spawn(own)
            .chosen(setup.seat_rank(side).is_none())
            .insert(Tooltip(ui.text("setup-own-rank-tip")));
        let rules = &setup.scenario().rules;
        for rank in rules.rank_ids() {
            let button = ui.small_button(
                rank_name(&ui.texts, &rules.ranks[rank].name),
                SetupChange::SeatRank(side, Some(rank)),
            );
            line.spawn(button).chosen(setup.seat_rank(side) == Some(rank));
        }
    });
}

/// A unit: type and strength in one line, its officer in the next.
fn entry(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    setup: &Setup,
    side: Side,
    at: usize,
    unit: &UnitEntry,
) {
    let rules = &setup.scenario().rules;
    let full = rules.unit(&unit.kind).map_or(0, |kind| i64::from(rules.units[kind].strength.0));
    list.spawn((
        Node { padding: UiRect::all(px(5)), border_radius: BorderRadius::all(px(4)), ..column(3) },
        BackgroundColor(theme::RAISED),
    ))
    .with_children(|entry| {
        entry.spawn(row(4)).with_children(|line| {
            let kind = kind_name(&ui.texts, &unit.kind);
            line.spawn(ui.small_button(kind, SetupChange::Kind(side, at)))
                .insert(Tooltip(ui.text("setup-kind-tip")));
            line.spawn(hotgates_ui::filler());
            line.spawn(ui.small_button("−".to_owned(), SetupChange::Strength(side, at, -1)));
            line.spawn(ui.words(unit.strength.unwrap_or(full).to_string(), theme::SMALL, theme::TEXT));
            line.spawn(ui.small_button("+".to_owned(), SetupChange::Strength(side, at, 1)));
            line.spawn(ui.small_button("×".to_owned(), SetupChange::Remove(side, at)))
                .insert(Tooltip(ui.text("setup-remove-tip")));
        });
        entry.spawn(row(4)).with_children(|line| {
            let rank = unit.rank.as_ref();
            let rank = rank.map_or_else(|| ui.text("no-officer"), |rank| rank_name(&ui.texts, rank));
            line.spawn(ui.small_button(rank, SetupChange::Rank(side, at)))
                .insert(Tooltip(ui.text("setup-rank-tip")));
            let name = unit.name.clone().unwrap_or_default();
            let typed = Box::new(move |name| SetupChange::Name(side, at, name));
            line.spawn(Field::of(ui, &name, 12.0, typed));
        });
    });
}
