//! The keyboard, as screens read it by their tables of keys.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::keys::{KeyBinding, TypingStatus};
use crate::settings::Settings;

/// The keyboard as tables of keys read it: silent while a text field has the focus.
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
        let Some(keys) = self.keys.as_ref().filter(|_| !self.typing.is_typing()) else { return };
        // Pressed and let go within a frame counts, too.
        let controls = [KeyCode::ControlLeft, KeyCode::ControlRight];
        let ctrl =
            keys.any_pressed(controls) || keys.any_just_pressed(controls) || keys.any_just_released(controls);
        for key in table {
            let code = self.settings.as_ref().map_or(key.code, |settings| settings.keys.chosen_key_code(key));
            if key.ctrl == ctrl && keys.just_pressed(code) {
                hear(&key.sends);
            }
        }
    }
}
