//! An example of each message of a table.

use hotgates_engine::{Coord, Side, UnitId, Verdict, VictoryKind};
use hotgates_protocol::{
    ChatLine, ChatWords, DiceProof, Empty, Enter, GuestMessage, HexDigits, OrderMessage, ProtocolComplaint,
    SeatState, TableArrangement, TableBattle, TableMessage, TableOrder, TableRefusal, TableStage, TableState,
    Told, ToldOrderMessage, UnitPlaces, write_line,
};

/// Returns a line for each message that a guest may say.
pub fn guest_lines() -> Vec<String> {
    let digits = || HexDigits { digits: "5e".repeat(32) };
    let to = Coord { col: 10, row: 4 };
    let order = TableOrder { order: OrderMessage::Move(UnitId(3), to), known: 41, id: "9f3c01aa".to_owned() };
    [
        GuestMessage::Enter(Enter { token: Some("0f".repeat(16)), from: 0 }),
        GuestMessage::Commit(digits()),
        GuestMessage::Open(digits()),
        GuestMessage::Place(placed()),
        GuestMessage::Ready(Empty {}),
        GuestMessage::Order(order),
        GuestMessage::TakeBack(Empty {}),
        GuestMessage::Resign(Empty {}),
        GuestMessage::OfferRematch(Empty {}),
        GuestMessage::OfferDraw(Empty {}),
        GuestMessage::DeclineDraw(Empty {}),
        GuestMessage::Chat(ChatWords { text: "good luck".to_owned() }),
        GuestMessage::Ping(Empty {}),
    ]
    .map(|message| write_line(&message))
    .to_vec()
}

fn placed() -> UnitPlaces {
    UnitPlaces { places: vec![(UnitId(3), Coord { col: 10, row: 4 })] }
}

/// Returns a line for each message that a table may say.
pub fn table_lines() -> Vec<String> {
    let digest = || "a1".repeat(32);
    let seat = |name: &str, commitment| SeatState {
        name: name.to_owned(),
        committed: true,
        commitment,
        ready: false,
    };
    let state = TableState {
        battle: "0123456789abcdef".to_owned(),
        map: "The Hot Gates".to_owned(),
        you: Some(Side::Red),
        stage: TableStage::Over,
        seats: [seat("human", Some(digest())), seat("warden", None)],
        commitment: digest(),
        to_move: None,
        clock_ms: None,
        draw_offered: None,
        can_take_back: false,
        late: false,
        verdict: Some(Verdict { winner: Some(Side::Red), how: VictoryKind::Castle }),
        proof: Some(DiceProof { server: digest(), seats: [Some(digest()), None], map: None }),
        rematch_offered: None,
        rematch: Some("fedcba9876543210".to_owned()),
    };
    let begin = TableBattle {
        side: Some(Side::Red),
        common: false,
        map: "Map(name: \"duel\", …)".to_owned(),
        rules: "Ruleset(…)".to_owned(),
        sighted: Vec::new(),
    };
    let zone = [(10, 4), (11, 4)].map(|(col, row)| Coord { col, row }).to_vec();
    let arrangement = TableArrangement { battle: begin.clone(), zone, placed: placed() };
    let told = ToldOrderMessage { side: Side::Red, order: Some(OrderMessage::EndTurn), events: Vec::new() };
    let refusal = TableRefusal {
        code: "not_your_turn".to_owned(),
        text: "it is the enemy's half-turn".to_owned(),
        id: Some("9f3c01aa".to_owned()),
    };
    let complaint = ProtocolComplaint { code: "unparsable".to_owned(), text: "expected value".to_owned() };
    [
        TableMessage::Table(Box::new(state)),
        TableMessage::Arrange(Box::new(arrangement)),
        TableMessage::Placed(placed()),
        TableMessage::Begin(Box::new(begin)),
        TableMessage::Told(Told { from: 41, orders: vec![told] }),
        TableMessage::Refused(refusal),
        TableMessage::Chat(ChatLine { side: None, text: "well played".to_owned() }),
        TableMessage::Pong(Empty {}),
        TableMessage::Error(complaint),
    ]
    .map(|message| write_line(&message))
    .to_vec()
}
