//! The keys of a battle that is fought or watched: the message that each key sends, and the list of
//! keys on the screen.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use hotgates_engine::Direction;

use crate::insight::{AdviceAction, InsightLayer, ToggleAnalysis, ToggleLayer, ToggleReasons, ToggleWhatIf};
use crate::replay::ReplayAction;
use crate::settings::SettingsAction;
use hotgates_ui::key_list::split_into_columns;
use hotgates_ui::keys::KeyBinding;
use hotgates_ui::settings::Settings;
use hotgates_ui::{KeyLine, KeyListPanel, Keyboard};
use hotgates_window_battle::battle::standing::StandingAction;
use hotgates_window_battle::battle::{
    BattleAction, BattleSystems, PlanAction, PointerAction, SaveBattleCopy,
};
use hotgates_window_battle::describe::ToggleDescription;
use hotgates_window_battle::scene::{HelpPanel, Scene, ShownBattle, is_battle_shown};
use hotgates_window_battle::view::{PlaybackAction, ViewAction};
use hotgates_window_programs::is_no_program_asked;

/// The message that a key sends, by the part of the window that hears it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum KeyMessage {
    /// To the battle being fought.
    Battle(BattleAction),
    /// To the battle being fought, for more than the moment.
    Standing(StandingAction),
    /// To the person's own plan.
    Plan(PlanAction),
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
    /// To the analysis of the battle.
    Analysis(ToggleAnalysis),
    /// To the board in words.
    Description(ToggleDescription),
    /// To the file of the battle.
    Save(SaveBattleCopy),
    /// To the settings.
    Settings(SettingsAction),
}

const fn battle_key_message(action: BattleAction) -> KeyMessage {
    KeyMessage::Battle(action)
}

const fn point_key_message(direction: Direction) -> KeyMessage {
    KeyMessage::Pointer(PointerAction::Point(direction))
}

const fn toggle_layer_key_message(layer: InsightLayer) -> KeyMessage {
    KeyMessage::Layer(ToggleLayer(layer))
}

const fn view_key_message(action: ViewAction) -> KeyMessage {
    KeyMessage::View(action)
}

const fn playback_key_message(action: PlaybackAction) -> KeyMessage {
    KeyMessage::Playback(action)
}

const fn replay_key_message(action: ReplayAction) -> KeyMessage {
    KeyMessage::Replay(action)
}

// Keys that battles and replays share.
const CENTRE_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::KeyC, view_key_message(ViewAction::Centre), "key-centre");
const ZOOM_IN_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Equal, view_key_message(ViewAction::ZoomIn), "key-zoom-in");
const ZOOM_OUT_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Minus, view_key_message(ViewAction::ZoomOut), "key-zoom-out");
const FASTER_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Period, playback_key_message(PlaybackAction::Faster), "key-faster");
const SLOWER_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Comma, playback_key_message(PlaybackAction::Slower), "key-slower");
const PAUSE_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::KeyP, playback_key_message(PlaybackAction::Pause), "key-pause");
const STEP_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::KeyO, playback_key_message(PlaybackAction::Step), "key-step");
const STEP_BACK_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::KeyL, playback_key_message(PlaybackAction::StepBack), "key-step-back");
const SKIP_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::KeyK, playback_key_message(PlaybackAction::Skip), "key-skip");
const LAYER_COST_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Digit1, toggle_layer_key_message(InsightLayer::Cost), "layer-cost");
const LAYER_THREAT_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Digit2, toggle_layer_key_message(InsightLayer::Threat), "layer-threat");
const LAYER_CHOKES_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Digit3, toggle_layer_key_message(InsightLayer::Chokes), "layer-chokes");
const LAYER_DEPLOYMENT_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Digit4, toggle_layer_key_message(InsightLayer::Deployment), "layer-deployment");
const LAYER_PLAN_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Digit5, toggle_layer_key_message(InsightLayer::Plan), "layer-plan");
const LAYER_SUPPLY_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Digit6, toggle_layer_key_message(InsightLayer::Supply), "layer-supply");
const LAYER_LEADERSHIP_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::Digit7, toggle_layer_key_message(InsightLayer::Leadership), "layer-leadership");
const REASONS_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::KeyR, KeyMessage::Reasons(ToggleReasons), "key-why");
const HINT_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::KeyH, KeyMessage::Advice(AdviceAction::Hint), "key-hint");
const WHAT_IF_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::KeyI, KeyMessage::WhatIf(ToggleWhatIf), "key-what-if");
const KEY_LIST_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::F1, view_key_message(ViewAction::Keys), "key-keys");
const DESCRIPTION_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::F2, KeyMessage::Description(ToggleDescription), "key-describe");
const NEXT_PALETTE_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::F3, KeyMessage::Settings(SettingsAction::NextPalette), "key-palette");
const MUTE_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::F4, KeyMessage::Settings(SettingsAction::Mute), "key-mute");
const SIGNS_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::F5, view_key_message(ViewAction::Signs), "key-signs");
const NUMBERS_KEY: KeyBinding<KeyMessage> =
    KeyBinding::new(KeyCode::F6, view_key_message(ViewAction::Numbers), "key-numbers");

/// The keys of a battle that is fought, as the list of keys shows them.
pub const BATTLE_KEYS: [KeyBinding<KeyMessage>; 47] = [
    KeyBinding::new(KeyCode::KeyT, battle_key_message(BattleAction::EndTurn), "key-end-turn"),
    KeyBinding::new(KeyCode::KeyW, point_key_message(Direction::N), "key-point-n"),
    KeyBinding::new(KeyCode::KeyE, point_key_message(Direction::Ne), "key-point-ne"),
    KeyBinding::new(KeyCode::KeyD, point_key_message(Direction::Se), "key-point-se"),
    KeyBinding::new(KeyCode::KeyS, point_key_message(Direction::S), "key-point-s"),
    KeyBinding::new(KeyCode::KeyA, point_key_message(Direction::Sw), "key-point-sw"),
    KeyBinding::new(KeyCode::KeyQ, point_key_message(Direction::Nw), "key-point-nw"),
    KeyBinding::new(KeyCode::KeyF, KeyMessage::Pointer(PointerAction::Click), "key-click"),
    KeyBinding::new(KeyCode::KeyG, battle_key_message(BattleAction::Turn), "key-turn"),
    KeyBinding::new(KeyCode::KeyV, battle_key_message(BattleAction::WorkThere), "key-work"),
    KeyBinding::new(KeyCode::KeyU, battle_key_message(BattleAction::Undo), "key-undo"),
    KeyBinding::with_control_key(KeyCode::KeyZ, battle_key_message(BattleAction::Undo), "key-undo"),
    KeyBinding::new(KeyCode::KeyN, battle_key_message(BattleAction::NextUnit), "key-next-unit"),
    KeyBinding::new(KeyCode::KeyY, KeyMessage::Standing(StandingAction::March), "key-march"),
    KeyBinding::new(KeyCode::KeyZ, KeyMessage::Standing(StandingAction::Hold), "key-hold"),
    KeyBinding::new(KeyCode::KeyX, battle_key_message(BattleAction::LeaveMap), "key-leave-map"),
    KeyBinding::new(KeyCode::KeyM, KeyMessage::Plan(PlanAction::Toggle), "key-plan"),
    KeyBinding::with_control_key(KeyCode::KeyM, KeyMessage::Plan(PlanAction::CarryOut), "key-carry-out"),
    CENTRE_KEY,
    KeyBinding::new(KeyCode::KeyB, battle_key_message(BattleAction::BeginFighting), "key-begin"),
    ZOOM_IN_KEY,
    ZOOM_OUT_KEY,
    FASTER_KEY,
    SLOWER_KEY,
    PAUSE_KEY,
    STEP_KEY,
    STEP_BACK_KEY,
    SKIP_KEY,
    KeyBinding::with_control_key(KeyCode::KeyS, KeyMessage::Save(SaveBattleCopy), "key-save"),
    KeyBinding::new(KeyCode::Escape, battle_key_message(BattleAction::Escape), "key-escape"),
    LAYER_COST_KEY,
    LAYER_THREAT_KEY,
    LAYER_CHOKES_KEY,
    LAYER_DEPLOYMENT_KEY,
    LAYER_PLAN_KEY,
    LAYER_SUPPLY_KEY,
    LAYER_LEADERSHIP_KEY,
    REASONS_KEY,
    HINT_KEY,
    KeyBinding::new(KeyCode::KeyJ, KeyMessage::Advice(AdviceAction::Auto), "key-auto"),
    WHAT_IF_KEY,
    KEY_LIST_KEY,
    DESCRIPTION_KEY,
    NEXT_PALETTE_KEY,
    MUTE_KEY,
    SIGNS_KEY,
    NUMBERS_KEY,
];

/// The keys of a battle that is watched again, as the list of keys shows them.
pub const REPLAY_KEYS: [KeyBinding<KeyMessage>; 33] = [
    KeyBinding::new(KeyCode::Home, replay_key_message(ReplayAction::First), "replay-first"),
    KeyBinding::new(KeyCode::KeyA, playback_key_message(PlaybackAction::StepBack), "replay-back"),
    KeyBinding::new(KeyCode::KeyD, playback_key_message(PlaybackAction::Step), "replay-forward"),
    KeyBinding::new(KeyCode::End, replay_key_message(ReplayAction::Last), "replay-last"),
    PAUSE_KEY,
    KeyBinding::new(KeyCode::Space, playback_key_message(PlaybackAction::Pause), "key-pause"),
    STEP_KEY,
    STEP_BACK_KEY,
    SKIP_KEY,
    FASTER_KEY,
    SLOWER_KEY,
    KeyBinding::new(KeyCode::KeyN, replay_key_message(ReplayAction::NextUnit), "replay-next-unit"),
    CENTRE_KEY,
    ZOOM_IN_KEY,
    ZOOM_OUT_KEY,
    LAYER_COST_KEY,
    LAYER_THREAT_KEY,
    LAYER_CHOKES_KEY,
    LAYER_DEPLOYMENT_KEY,
    LAYER_PLAN_KEY,
    LAYER_SUPPLY_KEY,
    LAYER_LEADERSHIP_KEY,
    REASONS_KEY,
    HINT_KEY,
    WHAT_IF_KEY,
    KeyBinding::new(KeyCode::KeyM, KeyMessage::Analysis(ToggleAnalysis), "key-analysis"),
    KeyBinding::new(KeyCode::Escape, replay_key_message(ReplayAction::Escape), "key-escape"),
    KEY_LIST_KEY,
    DESCRIPTION_KEY,
    NEXT_PALETTE_KEY,
    MUTE_KEY,
    SIGNS_KEY,
    NUMBERS_KEY,
];

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        press_scene_keys
            .after(hotgates_board::BoardSystems::Input)
            .before(BattleSystems::Input)
            .run_if(is_battle_shown.and_then(is_no_program_asked)),
    )
    .add_systems(Update, toggle_key_list.in_set(BattleSystems::Panels).run_if(is_battle_shown));
}

/// The writers of all messages that keys send.
#[derive(SystemParam)]
struct KeyMessageWriters<'w> {
    battle: MessageWriter<'w, BattleAction>,
    standing: MessageWriter<'w, StandingAction>,
    plan: MessageWriter<'w, PlanAction>,
    pointer: MessageWriter<'w, PointerAction>,
    replay: MessageWriter<'w, ReplayAction>,
    view: MessageWriter<'w, ViewAction>,
    playback: MessageWriter<'w, PlaybackAction>,
    advice: MessageWriter<'w, AdviceAction>,
    layer: MessageWriter<'w, ToggleLayer>,
    reasons: MessageWriter<'w, ToggleReasons>,
    what_if: MessageWriter<'w, ToggleWhatIf>,
    analysis: MessageWriter<'w, ToggleAnalysis>,
    description: MessageWriter<'w, ToggleDescription>,
    save: MessageWriter<'w, SaveBattleCopy>,
    settings: MessageWriter<'w, SettingsAction>,
}

impl KeyMessageWriters<'_> {
    fn send_key_message(&mut self, message: KeyMessage) {
        match message {
            KeyMessage::Battle(action) => drop(self.battle.write(action)),
            KeyMessage::Standing(action) => drop(self.standing.write(action)),
            KeyMessage::Plan(action) => drop(self.plan.write(action)),
            KeyMessage::Pointer(action) => drop(self.pointer.write(action)),
            KeyMessage::Replay(action) => drop(self.replay.write(action)),
            KeyMessage::View(action) => drop(self.view.write(action)),
            KeyMessage::Playback(action) => drop(self.playback.write(action)),
            KeyMessage::Advice(action) => drop(self.advice.write(action)),
            KeyMessage::Layer(layer) => drop(self.layer.write(layer)),
            KeyMessage::Reasons(toggle) => drop(self.reasons.write(toggle)),
            KeyMessage::WhatIf(toggle) => drop(self.what_if.write(toggle)),
            KeyMessage::Analysis(toggle) => drop(self.analysis.write(toggle)),
            KeyMessage::Description(toggle) => drop(self.description.write(toggle)),
            KeyMessage::Save(copy) => drop(self.save.write(copy)),
            KeyMessage::Settings(action) => drop(self.settings.write(action)),
        }
    }
}

/// The keys of what is on the screen.
const fn keys_of_scene(scene: ShownBattle) -> &'static [KeyBinding<KeyMessage>] {
    match scene {
        ShownBattle::Fought(_) => &BATTLE_KEYS,
        ShownBattle::Watched(_) => &REPLAY_KEYS,
    }
}

fn press_scene_keys(keyboard: Keyboard, scene: Res<Scene>, mut writers: KeyMessageWriters) {
    let Some(scene) = scene.shown_battle() else { return };
    keyboard.for_each_pressed_key(keys_of_scene(scene), |message| writers.send_key_message(*message));
}

/// Shows the meanings of the screen's keys and of the mouse, or hides them.
fn toggle_key_list(scene: Res<Scene>, settings: Res<Settings>, mut list: KeyListPanel) {
    let (Some(screen), Some(shown)) = (scene.screen(), scene.shown_battle()) else { return };
    list.show_key_list_while(shown.help() == Some(HelpPanel::Keys), screen, ViewAction::Keys, |ui| {
        let keys = keys_of_scene(shown).iter();
        let keys = keys.map(|key| KeyLine::from_binding(ui, key, &settings.keys));
        let fought = matches!(shown, ShownBattle::Fought(_));
        let clicks = [("key-control-click", "key-march"), ("key-shift-click", "key-turn")];
        let mouse = [("key-arrows", "key-pan"), ("key-wheel", "key-zoom"), ("key-drag", "key-pan")];
        let mouse = mouse.into_iter().chain(clicks.into_iter().filter(|_| fought));
        let mouse = mouse.map(|(name, meaning)| KeyLine::from_text_keys(ui, name, meaning));
        split_into_columns(keys.chain(mouse).collect())
    });
}
