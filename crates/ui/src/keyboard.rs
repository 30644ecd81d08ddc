//! The keyboard, as screens read it by their tables of keys.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::keys::{KeyBinding, TypingStatus};
use crate::settings::Settings;

/// The keyboard as tables of keys read it. While a text field has the focus, only keys count that
/// neither write nor edit text: function keys, and letters with Ctrl that text fields do not know.
#[derive(SystemParam)]
pub struct Keyboard<'w, 's> {
    keys: Option<Res<'w, ButtonInput<KeyCode>>>,
    typing: TypingStatus<'w, 's>,
    settings: Option<Res<'w, Settings>>,
}

impl Keyboard<'_, '_> {
    /// Sends the messages of the keys that have just been pressed.
    pub fn send_pressed_keys<M: Message + Clone>(
        &self,
        table: &[KeyBinding<M>],
        messages: &mut MessageWriter<M>,
    ) {
        self.for_each_pressed_key(table, |message| {
            messages.write(message.clone());
        });
    }

    /// Hands each message of the keys that have just been pressed to `hear`.
    pub fn for_each_pressed_key<M>(&self, table: &[KeyBinding<M>], mut hear: impl FnMut(&M)) {
        let Some(keys) = &self.keys else { return };
        let is_typing = self.typing.is_typing();
        // Pressed and let go within a frame counts, too.
        let controls = [KeyCode::ControlLeft, KeyCode::ControlRight];
        let ctrl =
            keys.any_pressed(controls) || keys.any_just_pressed(controls) || keys.any_just_released(controls);
        for key in table {
            let code = self.settings.as_ref().map_or(key.code, |settings| settings.keys.chosen_key_code(key));
            let is_text = is_typing && is_key_of_text_fields(code, ctrl);
            if key.ctrl == ctrl && keys.just_pressed(code) && !is_text {
                hear(&key.sends);
            }
        }
    }
}

/// Returns `true` if a text field may have a use for a key.
const fn is_key_of_text_fields(code: KeyCode, ctrl: bool) -> bool {
    use KeyCode as K;
    match code {
        K::F1 | K::F2 | K::F3 | K::F4 | K::F5 | K::F6 | K::F7 | K::F8 | K::F9 | K::F10 | K::F11 | K::F12 => {
            false
        }
        K::KeyN | K::KeyO | K::KeyS => !ctrl,
        _ => true,
    }
}
