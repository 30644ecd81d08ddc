//! The signs on counters with their meanings: a panel that shows each sign as the board draws it, and only those
//! that the battle's rules can have.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use hotgates_board::picture_image;
use hotgates_engine::{Arm, Battle, Direction, RankId, Ruleset, Side, UnitType};
use hotgates_picture::{Colour, Counter, CounterCohesion, Steadiness};
use hotgates_ui::{
    Panel, UiContext, column, help_panel_bundle, row, scrolled_columns_node, spawn_help_heading, theme,
};
use hotgates_window_battle::battle::BattleSystems;
use hotgates_window_battle::scene::{HelpPanel, Scene, is_battle_shown};
use hotgates_window_battle::view::ViewAction;

/// A sign that a counter can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CounterSign {
    /// Box of Red's units.
    Red,
    /// Box of Blue's units.
    Blue,
    /// Symbol of an arm.
    Arm(Arm),
    /// Letter that tells types of one arm apart.
    Letter,
    /// Number of men, and their share.
    Men,
    /// Rank of the officer.
    Rank,
    /// Officer without rank.
    NoRank,
    /// Movement points left.
    Movement,
    /// Attack that is left.
    Attack,
    /// Unit that can do nothing more.
    Spent,
    /// Cohesion left.
    Cohesion,
    /// Unit that wavers.
    Wavering,
    /// Unit that has broken.
    Broken,
    /// Unit without supplies.
    Unsupplied,
    /// Way that the unit faces.
    Facing,
    /// Level of entrenchment.
    DugIn,
    /// Unit that has kept its fire.
    Ready,
    /// Unit at work.
    Works,
    /// Unit of a contingent with a colour.
    Contingent,
}

impl CounterSign {
    /// All signs, in the order in which they are explained.
    pub const ALL: [Self; 21] = [
        Self::Red,
        Self::Blue,
        Self::Arm(Arm::Infantry),
        Self::Arm(Arm::Cavalry),
        Self::Arm(Arm::Artillery),
        Self::Letter,
        Self::Men,
        Self::Rank,
        Self::NoRank,
        Self::Movement,
        Self::Attack,
        Self::Spent,
        Self::Cohesion,
        Self::Wavering,
        Self::Broken,
        Self::Unsupplied,
        Self::Facing,
        Self::DugIn,
        Self::Ready,
        Self::Works,
        Self::Contingent,
    ];

    /// Returns the text key of the sign in words and its meaning, with a colon between them.
    #[must_use]
    pub const fn text_key(self) -> &'static str {
        match self {
            Self::Red => "counter-red",
            Self::Blue => "counter-blue",
            Self::Arm(Arm::Infantry) => "counter-infantry",
            Self::Arm(Arm::Cavalry) => "counter-cavalry",
            Self::Arm(Arm::Artillery) => "counter-artillery",
            Self::Letter => "counter-letter",
            Self::Men => "counter-men",
            Self::Rank => "counter-rank",
            Self::NoRank => "counter-no-rank",
            Self::Movement => "counter-movement",
            Self::Attack => "counter-attack",
            Self::Spent => "counter-spent",
            Self::Cohesion => "counter-cohesion",
            Self::Wavering => "counter-wavering",
            Self::Broken => "counter-broken",
            Self::Unsupplied => "counter-unsupplied",
            Self::Facing => "counter-facing",
            Self::DugIn => "counter-dug-in",
            Self::Ready => "counter-ready",
            Self::Works => "counter-works",
            Self::Contingent => "counter-contingent",
        }
    }

    /// Returns `true` if a counter can carry the sign in a battle.
    #[must_use]
    pub fn is_in_battle(self, battle: &Battle) -> bool {
        let (rules, options) = (battle.rules(), &battle.rules().options);
        match self {
            Self::Red
            | Self::Blue
            | Self::Men
            | Self::NoRank
            | Self::Movement
            | Self::Attack
            | Self::Spent => true,
            Self::Arm(arm) => rules.units.iter().any(|kind| kind.arm == arm),
            Self::Letter => type_with_letter(rules).is_some(),
            Self::Rank => !rules.ranks.is_empty(),
            Self::Cohesion | Self::Wavering | Self::Broken => options.cohesion.is_some(),
            Self::Unsupplied => options.supply.is_some(),
            Self::Facing => options.facing.is_some(),
            Self::DugIn => options.entrenchment.is_some(),
            Self::Ready => options.reaction.is_some(),
            Self::Works => !options.works.is_empty(),
            Self::Contingent => battle.contingents().iter().any(|entry| entry.colour.is_some()),
        }
    }

    /// Returns a counter that carries the sign; `None` where the rules have no type of unit for it.
    fn example_counter(self, rules: &Ruleset) -> Option<Counter> {
        let kind = match self {
            Self::Arm(arm) => rules.units.iter().find(|kind| kind.arm == arm),
            Self::Letter => type_with_letter(rules),
            _ => rules.units.first(),
        };
        let side = if self == Self::Blue { Side::Blue } else { Side::Red };
        let plain = Counter::new(rules, side, kind?);
        let cohesion = |permille, steadiness| Some(CounterCohesion { permille, steadiness });
        let (men, full) = (plain.strength.1 * 2 / 3, plain.strength.1);
        Some(match self {
            Self::Red | Self::Blue | Self::Arm(_) | Self::Letter => plain,
            Self::Men => Counter { strength: (men, full), ..plain },
            Self::Rank => plain.with_officer(Some(RankId(1)), true),
            Self::NoRank => plain.with_officer(None, true),
            Self::Movement => Counter { movement: Some((2, 3)), can_move: true, ..plain },
            Self::Attack => Counter { movement: Some((3, 3)), can_move: true, can_attack: true, ..plain },
            Self::Spent => Counter { movement: Some((0, 3)), ..plain },
            Self::Cohesion => Counter { cohesion: cohesion(700, Steadiness::Steady), ..plain },
            Self::Wavering => Counter { cohesion: cohesion(450, Steadiness::Wavering), ..plain },
            Self::Broken => Counter { cohesion: cohesion(150, Steadiness::Broken), ..plain },
            Self::Unsupplied => Counter { unsupplied: true, ..plain },
            Self::Facing => Counter { facing: Some(Direction::Ne), ..plain },
            Self::DugIn => Counter { dug_in: (2, 3), ..plain },
            Self::Ready => Counter { ready: true, ..plain },
            Self::Works => Counter { works: true, ..plain },
            Self::Contingent => Counter { contingent: Some(Colour::from_rgb(0xE8_B0_3A)), ..plain },
        })
    }
}

/// Returns the first type whose counter carries a letter.
fn type_with_letter(rules: &Ruleset) -> Option<&UnitType> {
    rules.units.iter().find(|kind| Counter::new(rules, Side::Red, kind).letter.is_some())
}

/// The panel of signs, while it is on the screen.
#[derive(Component)]
struct SignPanel;

/// Width of a counter's picture in pixels, twice the width at which it is shown: sharp on dense screens.
const PICTURE: u32 = 112;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, toggle_sign_panel.in_set(BattleSystems::Panels).run_if(is_battle_shown));
}

/// Shows the panel of signs while it is asked for.
fn toggle_sign_panel(
    scene: Res<Scene>,
    mut panel: Panel<SignPanel>,
    shown: Query<Entity, With<SignPanel>>,
    mut images: ResMut<Assets<Image>>,
) {
    let (Some(screen), Some(battle)) = (scene.screen(), scene.shown_battle()) else { return };
    let is_wanted = battle.help() == Some(HelpPanel::Signs);
    match shown.iter().next() {
        None if is_wanted => {
            panel.commands.spawn((SignPanel, DespawnOnExit(screen), help_panel_bundle(8)));
        }
        Some(node) if !is_wanted => panel.commands.entity(node).despawn(),
        // A panel that has been spawned is filled in the next frame.
        Some(_) => {
            let position = battle.shown_position();
            panel.refill((), |node, ui| spawn_signs(node, ui, position, &mut images));
        }
        None => {}
    }
}

/// Spawns the heading with the button that closes the panel, and the signs below in two columns, which scroll in a
/// small window.
fn spawn_signs(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    images: &mut Assets<Image>,
) {
    spawn_help_heading(panel, ui, "signs-title", ViewAction::Signs);
    let signs: Vec<CounterSign> =
        CounterSign::ALL.into_iter().filter(|sign| sign.is_in_battle(battle)).collect();
    panel.spawn((scrolled_columns_node(), ScrollArea)).with_children(|both| {
        for signs in signs.chunks(signs.len().div_ceil(2)) {
            both.spawn(Node { flex_shrink: 0.0, ..column(2) }).with_children(|list| {
                for sign in signs {
                    list.spawn(row(10))
                        .with_children(|line| spawn_sign(line, ui, battle.rules(), *sign, images));
                }
            });
        }
    });
    panel.spawn(ui.styled_text(ui.localized_text("signs-small"), theme::SMALL, theme::TEXT_DIM));
}

/// Spawns a counter that carries a sign, and the sign's meaning beside it.
fn spawn_sign(
    line: &mut ChildSpawnerCommands,
    ui: &UiContext,
    rules: &Ruleset,
    sign: CounterSign,
    images: &mut Assets<Image>,
) {
    let Some(mut counter) = sign.example_counter(rules) else { return };
    counter.figures = ui.colours.shows_figures();
    let picture = counter.draw_alone(PICTURE, &ui.colours.palette().sides[counter.side]);
    let node = Node { width: px(56), height: px(49), flex_shrink: 0.0, ..default() };
    line.spawn((ImageNode::new(images.add(picture_image(picture))), node, Pickable::IGNORE));
    line.spawn(ui.styled_text(ui.localized_text(sign.text_key()), theme::SMALL, theme::TEXT));
}
