//! One side's panel: who commands, and the order of battle, unit by unit.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{RankId, Side, UnitEntry};

use super::model::{Setup, commanders};
use super::{Root, SIDE, SetupAction};
use hotgates_ui::names::{kind_name, rank_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::{Choice, Field, Kit, Tooltip, column, panel, refill, row, scroll_list, theme};

/// A side's panel.
#[derive(Component, Debug, Clone, Copy)]
struct ArmyPanel(Side);

/// Everything that a panel was last drawn from; names are left out, so that typing does not take
/// the field away.
#[derive(Component, Debug, Default, PartialEq, Eq)]
struct DrawnFrom(Option<(usize, usize, Option<RankId>, Vec<UnitEntry>)>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (spawn, draw).chain().run_if(in_state(Screen::Setup)));
}

fn spawn(mut commands: Commands, roots: Query<Entity, Added<Root>>) {
    for root in &roots {
        for side in [Side::Blue, Side::Red] {
            let node = Node { width: px(SIDE), flex_shrink: 0.0, height: percent(100), ..column(8) };
            let id = commands.spawn((ArmyPanel(side), DrawnFrom::default(), panel(node))).id();
            commands.entity(root).add_child(id);
            if side == Side::Blue {
                let middle =
                    commands.spawn((super::options::Middle, super::options::node(), Pickable::IGNORE)).id();
                commands.entity(root).add_child(middle);
            }
        }
    }
}

fn draw(
    mut commands: Commands,
    kit: Kit,
    setup: Option<Res<Setup>>,
    mut panels: Query<(Entity, &ArmyPanel, &mut DrawnFrom)>,
) {
    let Some(setup) = setup else { return };
    for (entity, &ArmyPanel(side), mut drawn) in &mut panels {
        let mut units = setup.units(side).to_vec();
        for unit in &mut units {
            (unit.name, unit.at) = (None, None);
        }
        let now = DrawnFrom(Some((setup.map(), setup.seat(side), setup.seat_rank(side), units)));
        if *drawn != now || kit.texts.is_changed() {
            *drawn = now;
            refill(&mut commands, entity, |panel| fill(panel, &kit, &setup, side));
        }
    }
}

fn fill(panel: &mut ChildSpawnerCommands, kit: &Kit, setup: &Setup, side: Side) {
    let key = match side {
        Side::Red => "setup-red",
        Side::Blue => "setup-blue",
    };
    panel.spawn(kit.strong(kit.text(key), theme::HEADING, kit.side(side)));
    panel.spawn(kit.words(kit.text("setup-commander"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        for (seat, name) in commanders().into_iter().enumerate() {
            let words = if seat == 0 { kit.text("human") } else { name.to_owned() };
            line.spawn(kit.small_button(words, SetupAction::Seat(side, seat)))
                .chosen(setup.seat(side) == seat);
        }
    });
    if setup.seat(side) > 0 {
        ranks(panel, kit, setup, side);
    }
    let units = setup.units(side);
    panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(8) }).with_children(|line| {
        line.spawn(kit.words(
            kit.texts.with("setup-units", &[("units", units.len().into())]),
            theme::SMALL,
            theme::TEXT_DIM,
        ));
        line.spawn(kit.small_button(kit.text("setup-add"), SetupAction::Add(side)));
    });
    scroll_list(panel, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, 6, |list| {
        for (at, unit) in units.iter().enumerate() {
            entry(list, kit, setup, side, at, unit);
        }
    });
}

/// The ranks that a computer may think with.
fn ranks(panel: &mut ChildSpawnerCommands, kit: &Kit, setup: &Setup, side: Side) {
    panel.spawn(kit.words(kit.text("setup-thinks-as"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        let own = kit.small_button(kit.text("setup-own-rank"), SetupAction::SeatRank(side, None));
        line.spawn(own)
            .chosen(setup.seat_rank(side).is_none())
            .insert(Tooltip(kit.text("setup-own-rank-tip")));
        let rules = &setup.scenario().rules;
        for rank in rules.rank_ids() {
            let button = kit.small_button(
                rank_name(&kit.texts, &rules.ranks[rank].name),
                SetupAction::SeatRank(side, Some(rank)),
            );
            line.spawn(button).chosen(setup.seat_rank(side) == Some(rank));
        }
    });
}

/// A unit: type and strength in one line, its officer in the next.
fn entry(list: &mut ChildSpawnerCommands, kit: &Kit, setup: &Setup, side: Side, at: usize, unit: &UnitEntry) {
    let rules = &setup.scenario().rules;
    let full = rules.unit(&unit.kind).map_or(0, |kind| i64::from(rules.units[kind].strength.0));
    list.spawn((
        Node { padding: UiRect::all(px(5)), border_radius: BorderRadius::all(px(4)), ..column(3) },
        BackgroundColor(theme::RAISED),
    ))
    .with_children(|entry| {
        entry.spawn(row(4)).with_children(|line| {
            let kind = kind_name(&kit.texts, &unit.kind);
            line.spawn(kit.small_button(kind, SetupAction::Kind(side, at)))
                .insert(Tooltip(kit.text("setup-kind-tip")));
            line.spawn(hotgates_ui::filler());
            line.spawn(kit.small_button("−".to_owned(), SetupAction::Strength(side, at, -1)));
            line.spawn(kit.words(unit.strength.unwrap_or(full).to_string(), theme::SMALL, theme::TEXT));
            line.spawn(kit.small_button("+".to_owned(), SetupAction::Strength(side, at, 1)));
            line.spawn(kit.small_button("×".to_owned(), SetupAction::Remove(side, at)))
                .insert(Tooltip(kit.text("setup-remove-tip")));
        });
        entry.spawn(row(4)).with_children(|line| {
            let rank = unit.rank.as_ref();
            let rank = rank.map_or_else(|| kit.text("no-officer"), |rank| rank_name(&kit.texts, rank));
            line.spawn(kit.small_button(rank, SetupAction::Rank(side, at)))
                .insert(Tooltip(kit.text("setup-rank-tip")));
            let name = unit.name.clone().unwrap_or_default();
            let typed = Box::new(move |name| SetupAction::Name(side, at, name));
            line.spawn(Field::of(kit, &name, 12.0, typed));
        });
    });
}
