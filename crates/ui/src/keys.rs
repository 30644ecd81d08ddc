//! Keys: their messages, the choice of other keys by the player, and the state of typing into a
//! field.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use serde::{Deserialize, Serialize};

/// Tells whether keys are letters now, because a text field has the keyboard's focus.
#[derive(SystemParam)]
pub struct TypingStatus<'w, 's> {
    focus: Option<Res<'w, InputFocus>>,
    fields: Query<'w, 's, (), With<EditableText>>,
}

impl TypingStatus<'_, '_> {
    /// Returns `true` if a text field has the keyboard's focus.
    #[must_use]
    pub fn is_typing(&self) -> bool {
        self.focus.as_ref().and_then(|focus| focus.get()).is_some_and(|entity| self.fields.contains(entity))
    }
}

/// A key of a screen and the message that the key sends.
#[derive(Debug, Clone, Copy)]
pub struct KeyBinding<M: 'static> {
    /// The key.
    pub code: KeyCode,
    /// `true` if Ctrl has to be held too.
    pub ctrl: bool,
    /// Message that the key sends.
    pub sends: M,
    /// Text key of the description in the list of keys.
    pub means: &'static str,
}

impl<M> KeyBinding<M> {
    /// Makes the binding of a key alone.
    pub const fn new(code: KeyCode, sends: M, means: &'static str) -> Self {
        Self { code, ctrl: false, sends, means }
    }

    /// Makes the binding of a key with Ctrl.
    pub const fn with_control_key(code: KeyCode, sends: M, means: &'static str) -> Self {
        Self { code, ctrl: true, sends, means }
    }

    /// Returns the name of the key under the keys that the player has chosen: `T`, `Ctrl+S`, `F1`.
    pub fn name(&self, bindings: &ChosenKeys) -> String {
        let name = format!("{:?}", bindings.chosen_key_code(self));
        let name =
            name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit")).unwrap_or(&name).to_owned();
        let name = match name.as_str() {
            "Equal" => "+".to_owned(),
            "Minus" => "−".to_owned(),
            "Escape" => "Esc".to_owned(),
            "Period" => ".".to_owned(),
            "Comma" => ",".to_owned(),
            "ArrowLeft" => "←".to_owned(),
            "ArrowRight" => "→".to_owned(),
            "ArrowUp" => "↑".to_owned(),
            "ArrowDown" => "↓".to_owned(),
            "BracketLeft" => "[".to_owned(),
            "BracketRight" => "]".to_owned(),
            _ => name,
        };
        if self.ctrl { format!("Ctrl+{name}") } else { name }
    }
}

/// Keys that a player has chosen instead of the usual keys, by the text key of their meaning.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChosenKeys(BTreeMap<String, String>);

impl ChosenKeys {
    /// Returns the key that the player uses for a key of a table.
    #[must_use]
    pub fn chosen_key_code<M>(&self, key: &KeyBinding<M>) -> KeyCode {
        let changed = self.0.get(key.means).filter(|_| !key.ctrl);
        changed.and_then(|name| key_code_by_name(name)).unwrap_or(key.code)
    }

    /// Binds `code` to the meaning `means` of `table`. The meaning that had `code` until now gets
    /// the replaced key instead.
    pub fn rebind_key<M>(&mut self, table: &[KeyBinding<M>], means: &str, code: KeyCode) {
        let plain = || table.iter().filter(|key| !key.ctrl);
        let Some(key) = plain().find(|key| key.means == means) else { return };
        let before = self.chosen_key_code(key);
        if let Some(other) = plain().find(|other| self.chosen_key_code(other) == code) {
            self.0.insert(other.means.to_owned(), format!("{before:?}"));
        }
        self.0.insert(means.to_owned(), format!("{code:?}"));
    }
}

/// Keys that can be chosen: all that widgets and moving over the map do not need.
#[rustfmt::skip]
const CHOOSABLE: &[KeyCode] = {
    use KeyCode as K;
    &[
        K::KeyA, K::KeyB, K::KeyC, K::KeyD, K::KeyE, K::KeyF, K::KeyG, K::KeyH, K::KeyI, K::KeyJ, K::KeyK,
        K::KeyL, K::KeyM, K::KeyN, K::KeyO, K::KeyP, K::KeyQ, K::KeyR, K::KeyS, K::KeyT, K::KeyU, K::KeyV,
        K::KeyW, K::KeyX, K::KeyY, K::KeyZ, K::Digit0, K::Digit1, K::Digit2, K::Digit3, K::Digit4,
        K::Digit5, K::Digit6, K::Digit7, K::Digit8, K::Digit9, K::F1, K::F2, K::F3, K::F4, K::F5, K::F6,
        K::F7, K::F8, K::F9, K::F10, K::F11, K::F12, K::Minus, K::Equal, K::Comma, K::Period, K::Slash,
        K::Semicolon, K::Quote, K::BracketLeft, K::BracketRight, K::Backslash, K::Backquote, K::Home,
        K::End, K::PageUp, K::PageDown, K::Insert, K::Delete, K::Numpad0, K::Numpad1, K::Numpad2,
        K::Numpad3, K::Numpad4, K::Numpad5, K::Numpad6, K::Numpad7, K::Numpad8, K::Numpad9, K::NumpadAdd,
        K::NumpadSubtract, K::NumpadMultiply, K::NumpadDivide, K::NumpadDecimal,
    ]
};

fn key_code_by_name(name: &str) -> Option<KeyCode> {
    CHOOSABLE.iter().copied().find(|code| format!("{code:?}") == name)
}

/// Returns the first key that has just been pressed and can be chosen.
#[must_use]
pub fn pressed_choosable_key(keys: &ButtonInput<KeyCode>) -> Option<KeyCode> {
    keys.get_just_pressed().copied().find(|code| CHOOSABLE.contains(code))
}
