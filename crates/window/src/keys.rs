//! The keys of a battle that is fought or watched: the message that each key sends, and the list of
//! keys on the screen.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use hotgates_engine::Direction;

use crate::battle::{BattleAction, BattleSystems, PointerAction, SaveCopy};
use crate::describe::ToggleDescription;
use crate::insight::{AdviceAction, Layer, ToggleLayer, ToggleReasons, ToggleWhatIf};
use crate::replay::ReplayAction;
use crate::scene::{OnScreen, Scene, on_screen};
use crate::settings::SettingsAction;
use crate::view::{PlaybackAction, ViewAction};
use hotgates_ui::keys::Key;
use hotgates_ui::settings::Settings;
use hotgates_ui::{DialogBox, Keyboard, UiContext, column, row, theme};

/// The message that a key sends, by the part of the window that hears it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum KeyMessage {
    /// To the battle being fought.
    Battle(BattleAction),
    /// To the pointer on the board.
    Pointer(PointerAction),
    /// To the battle being watched.
    Replay(ReplayAction),
    /// To the view of the map.
    View(ViewAction),
    /// To the showing of events.
    Playback(PlaybackAction),
    /// To the commander who advises.
    Advice(AdviceAction),
    /// To the overlays.
    Layer(ToggleLayer),
    /// To the reasons of the computers.
    Reasons(ToggleReasons),
    /// To the question "what if".
    WhatIf(ToggleWhatIf),
    /// To the board in words.
    Description(ToggleDescription),
    /// To the file of the battle.
    Save(SaveCopy),
    /// To the settings.
    Settings(SettingsAction),
}

const fn battle(action: BattleAction) -> KeyMessage {
    KeyMessage::Battle(action)
}

const fn point(direction: Direction) -> KeyMessage {
    KeyMessage::Pointer(PointerAction::Point(direction))
}

const fn layer(layer: Layer) -> KeyMessage {
    KeyMessage::Layer(ToggleLayer(layer))
}

const fn view(action: ViewAction) -> KeyMessage {
    KeyMessage::View(action)
}

const fn playback(action: PlaybackAction) -> KeyMessage {
    KeyMessage::Playback(action)
}

const fn replay(action: ReplayAction) -> KeyMessage {
    KeyMessage::Replay(action)
}

/// The keys of a battle that is fought, as the list of keys shows them.
pub const BATTLE_KEYS: [Key<KeyMessage>; 35] = [
    Key::new(KeyCode::KeyT, battle(BattleAction::EndTurn), "key-end-turn"),
    Key::new(KeyCode::KeyW, point(Direction::N), "key-point-n"),
    Key::new(KeyCode::KeyE, point(Direction::Ne), "key-point-ne"),
    Key::new(KeyCode::KeyD, point(Direction::Se), "key-point-se"),
    Key::new(KeyCode::KeyS, point(Direction::S), "key-point-s"),
    Key::new(KeyCode::KeyA, point(Direction::Sw), "key-point-sw"),
    Key::new(KeyCode::KeyQ, point(Direction::Nw), "key-point-nw"),
    Key::new(KeyCode::KeyF, KeyMessage::Pointer(PointerAction::Click), "key-click"),
    Key::new(KeyCode::KeyU, battle(BattleAction::Undo), "key-undo"),
    Key::ctrl(KeyCode::KeyZ, battle(BattleAction::Undo), "key-undo"),
    Key::new(KeyCode::KeyN, battle(BattleAction::NextUnit), "key-next-unit"),
    Key::new(KeyCode::KeyC, view(ViewAction::Centre), "key-centre"),
    Key::new(KeyCode::KeyB, battle(BattleAction::BeginFighting), "key-begin"),
    Key::new(KeyCode::Equal, view(ViewAction::ZoomIn), "key-zoom-in"),
    Key::new(KeyCode::Minus, view(ViewAction::ZoomOut), "key-zoom-out"),
    Key::new(KeyCode::Period, playback(PlaybackAction::Faster), "key-faster"),
    Key::new(KeyCode::Comma, playback(PlaybackAction::Slower), "key-slower"),
    Key::new(KeyCode::KeyP, playback(PlaybackAction::Pause), "key-pause"),
    Key::new(KeyCode::KeyO, playback(PlaybackAction::Step), "key-step"),
    Key::new(KeyCode::KeyL, playback(PlaybackAction::StepBack), "key-step-back"),
    Key::new(KeyCode::KeyK, playback(PlaybackAction::Skip), "key-skip"),
    Key::ctrl(KeyCode::KeyS, KeyMessage::Save(SaveCopy), "key-save"),
    Key::new(KeyCode::Escape, battle(BattleAction::Escape), "key-escape"),
    Key::new(KeyCode::Digit1, layer(Layer::Cost), "layer-cost"),
    Key::new(KeyCode::Digit2, layer(Layer::Threat), "layer-threat"),
    Key::new(KeyCode::Digit3, layer(Layer::Chokes), "layer-chokes"),
    Key::new(KeyCode::Digit4, layer(Layer::Deployment), "layer-deployment"),
    Key::new(KeyCode::Digit5, layer(Layer::Plan), "layer-plan"),
    Key::new(KeyCode::KeyR, KeyMessage::Reasons(ToggleReasons), "key-why"),
    Key::new(KeyCode::KeyH, KeyMessage::Advice(AdviceAction::Hint), "key-hint"),
    Key::new(KeyCode::KeyJ, KeyMessage::Advice(AdviceAction::Auto), "key-auto"),
    Key::new(KeyCode::KeyI, KeyMessage::WhatIf(ToggleWhatIf), "key-what-if"),
    Key::new(KeyCode::F1, view(ViewAction::Keys), "key-keys"),
    Key::new(KeyCode::F2, KeyMessage::Description(ToggleDescription), "key-describe"),
    Key::new(KeyCode::F3, KeyMessage::Settings(SettingsAction::NextPalette), "key-palette"),
];

/// The keys of a battle that is watched again, as the list of keys shows them.
pub const REPLAY_KEYS: [Key<KeyMessage>; 24] = [
    Key::new(KeyCode::Home, replay(ReplayAction::First), "replay-first"),
    Key::new(KeyCode::KeyA, playback(PlaybackAction::StepBack), "replay-back"),
    Key::new(KeyCode::KeyD, playback(PlaybackAction::Step), "replay-forward"),
    Key::new(KeyCode::End, replay(ReplayAction::Last), "replay-last"),
    Key::new(KeyCode::KeyP, playback(PlaybackAction::Pause), "key-pause"),
    Key::new(KeyCode::Space, playback(PlaybackAction::Pause), "key-pause"),
    Key::new(KeyCode::Period, playback(PlaybackAction::Faster), "key-faster"),
    Key::new(KeyCode::Comma, playback(PlaybackAction::Slower), "key-slower"),
    Key::new(KeyCode::KeyN, replay(ReplayAction::NextUnit), "replay-next-unit"),
    Key::new(KeyCode::KeyC, view(ViewAction::Centre), "key-centre"),
    Key::new(KeyCode::Equal, view(ViewAction::ZoomIn), "key-zoom-in"),
    Key::new(KeyCode::Minus, view(ViewAction::ZoomOut), "key-zoom-out"),
    Key::new(KeyCode::Digit1, layer(Layer::Cost), "layer-cost"),
    Key::new(KeyCode::Digit2, layer(Layer::Threat), "layer-threat"),
    Key::new(KeyCode::Digit3, layer(Layer::Chokes), "layer-chokes"),
    Key::new(KeyCode::Digit4, layer(Layer::Deployment), "layer-deployment"),
    Key::new(KeyCode::Digit5, layer(Layer::Plan), "layer-plan"),
    Key::new(KeyCode::KeyR, KeyMessage::Reasons(ToggleReasons), "key-why"),
    Key::new(KeyCode::KeyH, KeyMessage::Advice(AdviceAction::Hint), "key-hint"),
    Key::new(KeyCode::KeyI, KeyMessage::WhatIf(ToggleWhatIf), "key-what-if"),
    Key::new(KeyCode::Escape, replay(ReplayAction::Escape), "key-escape"),
    Key::new(KeyCode::F1, view(ViewAction::Keys), "key-keys"),
    Key::new(KeyCode::F2, KeyMessage::Description(ToggleDescription), "key-describe"),
    Key::new(KeyCode::F3, KeyMessage::Settings(SettingsAction::NextPalette), "key-palette"),
];

/// The list of keys, while it is shown.
#[derive(Component)]
struct KeyList;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        press_keys.after(hotgates_board::BoardSystems::Input).before(BattleSystems::Input).run_if(on_screen),
    )
    .add_systems(Update, list_keys.in_set(BattleSystems::Panels).run_if(on_screen));
}

/// The writers of all messages that keys send.
#[derive(SystemParam)]
struct KeyWriters<'w> {
    battle: MessageWriter<'w, BattleAction>,
    pointer: MessageWriter<'w, PointerAction>,
    replay: MessageWriter<'w, ReplayAction>,
    view: MessageWriter<'w, ViewAction>,
    playback: MessageWriter<'w, PlaybackAction>,
    advice: MessageWriter<'w, AdviceAction>,
    layer: MessageWriter<'w, ToggleLayer>,
    reasons: MessageWriter<'w, ToggleReasons>,
    what_if: MessageWriter<'w, ToggleWhatIf>,
    description: MessageWriter<'w, ToggleDescription>,
    save: MessageWriter<'w, SaveCopy>,
    settings: MessageWriter<'w, SettingsAction>,
}

impl KeyWriters<'_> {
    fn send_message(&mut self, message: KeyMessage) {
        match message {
            KeyMessage::Battle(action) => drop(self.battle.write(action)),
            KeyMessage::Pointer(action) => drop(self.pointer.write(action)),
            KeyMessage::Replay(action) => drop(self.replay.write(action)),
            KeyMessage::View(action) => drop(self.view.write(action)),
            KeyMessage::Playback(action) => drop(self.playback.write(action)),
            KeyMessage::Advice(action) => drop(self.advice.write(action)),
            KeyMessage::Layer(layer) => drop(self.layer.write(layer)),
            KeyMessage::Reasons(toggle) => drop(self.reasons.write(toggle)),
            KeyMessage::WhatIf(toggle) => drop(self.what_if.write(toggle)),
            KeyMessage::Description(toggle) => drop(self.description.write(toggle)),
            KeyMessage::Save(copy) => drop(self.save.write(copy)),
            KeyMessage::Settings(action) => drop(self.settings.write(action)),
        }
    }
}

/// The keys of what is on the screen.
const fn keys_of(scene: OnScreen) -> &'static [Key<KeyMessage>] {
    match scene {
        OnScreen::Fought(_) => &BATTLE_KEYS,
        OnScreen::Watched(_) => &REPLAY_KEYS,
    }
}

fn press_keys(keyboard: Keyboard, scene: Res<Scene>, mut writers: KeyWriters) {
    let Some(scene) = scene.on_screen() else { return };
    keyboard.each_pressed(keys_of(scene), |message| writers.send_message(*message));
}

/// Shows what the keys of the screen mean and what the mouse does, or hides it.
fn list_keys(
    mut commands: Commands,
    ui: UiContext,
    scene: Res<Scene>,
    settings: Res<Settings>,
    lists: Query<Entity, With<KeyList>>,
) {
    let (Some(screen), Some(shown)) = (scene.screen(), scene.on_screen()) else { return };
    match (lists.iter().next(), shown.keys_shown()) {
        (Some(list), false) => return commands.entity(list).despawn(),
        (None, true) => {}
        (Some(_), true) | (None, false) => return,
    }
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(40),
        top: px(50),
        padding: UiRect::all(px(14)),
        ..column(2)
    };
    let mouse = [("key-arrows", "key-pan"), ("key-wheel", "key-zoom"), ("key-drag", "key-pan")];
    let lines = keys_of(shown).iter().map(|key| (key.name(&settings.keys), key.means));
    let lines: Vec<_> = lines.chain(mouse.map(|(name, means)| (ui.text(name), means))).collect();
    let ground = (BackgroundColor(theme::PANEL), GlobalZIndex(50));
    commands.spawn((KeyList, DespawnOnExit(screen), DialogBox, node, ground)).with_children(|list| {
        list.spawn(ui.heading("key-keys"));
        list.spawn(Node { align_items: AlignItems::FlexStart, ..row(24) }).with_children(|columns| {
            for lines in lines.chunks(lines.len().div_ceil(2)) {
                columns.spawn(column(3)).with_children(|list| {
                    for (name, means) in lines {
                        list.spawn(row(12)).with_children(|line| {
                            let name = ui.strong(name.clone(), theme::BODY, theme::TEXT);
                            line.spawn(Node { width: px(90), ..default() }).with_child(name);
                            line.spawn(ui.label(means));
                        });
                    }
                });
            }
        });
    });
}
