//! Lines of the protocol.

use hotgates_play::Seat;
use hotgates_protocol::{ArbiterMessage, BotAnswer, BotMessage, BuiltInBot, read_line, write_line};

use super::note_sound_input;

/// A message that is read is written and read again as the same; a bot that hears it answers, unless it
/// is told of a battle, which only its arbiter knows.
pub fn protocol_line(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match read_line::<BotMessage>(text) {
        Ok(message) => {
            note_sound_input();
            assert_eq!(read_line(&write_line(&message)), Ok(message), "{text}");
        }
        Err(complaint) => assert!(!complaint.text.is_empty(), "a complaint has a reason"),
    }
    let Ok(message) = read_line::<ArbiterMessage>(text) else { return };
    note_sound_input();
    assert_eq!(read_line(&write_line(&message)), Ok(message.clone()), "{text}");
    let trusted = match &message {
        ArbiterMessage::New(new) => !new.sighted.is_empty(),
        ArbiterMessage::Turn(_) | ArbiterMessage::Events(_) => true,
        _ => false,
    };
    if !trusted {
        let leaves = matches!(message, ArbiterMessage::Quit(_));
        let answer = BuiltInBot::new(Seat::from_name("greedy")).hear(message);
        assert_eq!(answer == BotAnswer::Leave, leaves, "{text}");
    }
}
