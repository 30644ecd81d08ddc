//! The keyboard: which keys do what, and whether somebody is typing into a field.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;

/// Whether keys are letters now: a text field has the keyboard's focus.
#[derive(SystemParam)]
pub struct Typing<'w, 's> {
    focus: Option<Res<'w, InputFocus>>,
    fields: Query<'w, 's, (), With<EditableText>>,
}

impl Typing<'_, '_> {
    /// Whether a text field has the keyboard's focus.
    #[must_use]
    pub fn now(&self) -> bool {
        self.focus.as_ref().and_then(|focus| focus.get()).is_some_and(|entity| self.fields.contains(entity))
    }
}

/// What a key means in some screen: the message it sends.
#[derive(Debug, Clone, Copy)]
pub struct Key<M: 'static> {
    /// The key.
    pub code: KeyCode,
    /// Whether Ctrl is held too.
    pub ctrl: bool,
    /// What it sends.
    pub sends: M,
    /// The text key of its description, for the list of keys.
    pub means: &'static str,
}

impl<M> Key<M> {
    /// A key alone.
    pub const fn new(code: KeyCode, sends: M, means: &'static str) -> Self {
        Self { code, ctrl: false, sends, means }
    }

    /// A key with Ctrl.
    pub const fn ctrl(code: KeyCode, sends: M, means: &'static str) -> Self {
        Self { code, ctrl: true, sends, means }
    }

    /// What people call it: `E`, `Ctrl+S`, `F1`.
    pub fn name(&self) -> String {
        let name = format!("{:?}", self.code);
        let name =
            name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit")).unwrap_or(&name).to_owned();
        let name = match name.as_str() {
            "Equal" => "+".to_owned(),
            "Minus" => "−".to_owned(),
            "Escape" => "Esc".to_owned(),
            "Period" => ".".to_owned(),
            "Comma" => ",".to_owned(),
            "BracketLeft" => "[".to_owned(),
            "BracketRight" => "]".to_owned(),
            _ => name,
        };
        if self.ctrl { format!("Ctrl+{name}") } else { name }
    }
}

/// Sends the messages of the keys that have just been pressed.
pub fn send<M: Message + Clone>(
    table: &[Key<M>],
    keys: Option<&ButtonInput<KeyCode>>,
    typing: &Typing,
    messages: &mut MessageWriter<M>,
) {
    let Some(keys) = keys.filter(|_| !typing.now()) else { return };
    // Where frames are slow, both keys may be up again before they are looked at.
    let controls = [KeyCode::ControlLeft, KeyCode::ControlRight];
    let ctrl = keys.any_pressed(controls) || keys.any_just_released(controls);
    for key in table.iter().filter(|key| key.ctrl == ctrl && keys.just_pressed(key.code)) {
        messages.write(key.sends.clone());
    }
}
