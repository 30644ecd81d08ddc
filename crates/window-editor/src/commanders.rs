//! Commanders of armies and of contingents, and the colours of contingents, each set to the next of a list.

use hotgates_editor::EditRefusal;
use hotgates_engine::{ContingentEntry, RgbColour, Side};

use crate::Workspace;

/// Colours that contingents are given, told apart from each other and from the sides.
const COLOURS: [RgbColour; 6] = [
    RgbColour([0xE8, 0xB0, 0x3A]),
    RgbColour([0x4F, 0x9D, 0x69]),
    RgbColour([0x8E, 0x5B, 0xB5]),
    RgbColour([0xA0, 0x5A, 0x2C]),
    RgbColour([0xF0, 0xF0, 0xE8]),
    RgbColour([0x22, 0x22, 0x22]),
];

impl Workspace {
    pub(super) fn set_next_commander(&mut self, side: Side) -> Result<(), EditRefusal> {
        let next = next_commander(self.document().army(side).and_then(|army| army.commander.as_deref()));
        self.editor.document_mut().set_commander(side, next)
    }

    /// Gives a contingent the next commander; one that is gone has none.
    pub(super) fn set_next_ally(&mut self, side: Side, name: &str) -> Result<(), EditRefusal> {
        self.change_contingent(side, name, |entry| {
            entry.commander = next_commander(entry.commander.as_deref());
        })
    }

    /// Gives a contingent the next colour; one that is gone has none.
    pub(super) fn set_next_colour(&mut self, side: Side, name: &str) -> Result<(), EditRefusal> {
        self.change_contingent(side, name, |entry| {
            let mut rest =
                COLOURS.iter().skip_while(|&&colour| entry.colour.is_some_and(|now| now != colour));
            entry.colour = if entry.colour.is_some() { rest.nth(1) } else { rest.next() }.copied();
        })
    }

    fn change_contingent(
        &mut self,
        side: Side,
        name: &str,
        change: impl FnOnce(&mut ContingentEntry),
    ) -> Result<(), EditRefusal> {
        let mut contingents = self.document().contingents(side).into_iter();
        let Some(mut entry) = contingents.find(|entry| entry.name == name) else { return Ok(()) };
        change(&mut entry);
        self.editor.document_mut().set_contingent(entry)
    }
}

/// Returns the name of the built-in commander after another; `None` stands for none, which the last leads back to.
fn next_commander(now: Option<&str>) -> Option<String> {
    let names = hotgates_ai::NAMES;
    let place = now.and_then(|now| names.iter().position(|name| now.split(':').next() == Some(name)));
    let next = match (now, place) {
        (None, _) => names.first(),
        (Some(_), place) => place.and_then(|place| names.get(place + 1)),
    };
    next.map(|name| (*name).to_owned())
}
