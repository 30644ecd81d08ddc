//! Lines of the protocol.

use std::sync::LazyLock;

use hotgates_engine::{Battle, MapFile, Ruleset, Scenario, Side};
use hotgates_play::Seat;
use hotgates_protocol::{
    ArbiterMessage, ArbitratedGame, BotAnswer, BotLimits, BotMessage, BuiltInBot, read_line, write_line,
};

use super::note_sound_input;

/// The map of the game that is asked about.
const GAME: &str = r##"Map(name: "duel", rows: ["........", "#...~...", "........"], turns: 3,
    red: (units: [(type: "tanks", at: (5, 0)), (type: "engineers", at: (3, 1))]),
    blue: (units: [(type: "artillery", at: (0, 1)), (type: "infantry", at: (2, 1))]))"##;

static ASKED_GAME: LazyLock<(Battle, ArbitratedGame)> = LazyLock::new(|| {
    let map = MapFile::from_ron(GAME).expect("a map of our own");
    let mut rules = Ruleset::shipped("panzer").expect("a shipped ruleset");
    rules.setup.distance = 0;
    let scenario = Scenario::new(map, rules);
    let battle = Battle::from_scenario(&scenario).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (game, _) = ArbitratedGame::begin(1, &scenario, &battle, Side::Red, 7, BotLimits::default());
    (battle, game)
});

/// A message that is read is written and read again as the same; a bot that hears it answers, unless it
/// is told of a battle, which only its arbiter knows. Questions are answered, and the answers are read again.
pub fn protocol_line(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match read_line::<BotMessage>(text) {
        Ok(message) => {
            note_sound_input();
            assert_eq!(read_line(&write_line(&message)), Ok(message.clone()), "{text}");
            if let BotMessage::Ask(ask) = &message {
                let (battle, game) = &*ASKED_GAME;
                let said = game.clone().answer(battle, ask);
                assert_eq!(read_line(&write_line(&said)), Ok(said), "{text}");
            }
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
