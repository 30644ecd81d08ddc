//! The keyboard, as screens read it by their tables of keys.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::keys::{Key, Typing};
use crate::settings::Settings;

/// The keyboard as tables of keys read it: silent while somebody types.
#[derive(SystemParam)]
pub struct Keyboard<'w, 's> {
    keys: Option<Res<'w, ButtonInput<KeyCode>>>,
    typing: Typing<'w, 's>,
    settings: Option<Res<'w, Settings>>,
}

impl Keyboard<'_, '_> {
    /// Sends the messages of the keys that have just been pressed.
    pub fn send<M: Message + Clone>(&self, table: &[Key<M>], messages: &mut MessageWriter<M>) {
        self.each_pressed(table, |message| {
            messages.write(message.clone());
        });
    }

    /// Hands each message of the keys that have just been pressed to `hear`.
    pub fn each_pressed<M>(&self, table: &[Key<M>], mut hear: impl FnMut(&M)) {
        let Some(keys) = self.keys.as_ref().filter(|_| !self.typing.now()) else { return };
        // Pressed and let go within a frame counts, too.
        let controls = [KeyCode::ControlLeft, KeyCode::ControlRight];
        let ctrl =
            keys.any_pressed(controls) || keys.any_just_pressed(controls) || keys.any_just_released(controls);
        for key in table {
            let code = self.settings.as_ref().map_or(key.code, |settings| settings.keys.code(key));
            if key.ctrl == ctrl && keys.just_pressed(code) {
                hear(&key.sends);
            }
        }
    }
}
