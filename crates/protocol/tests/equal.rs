//! A commander over the protocol fights the very battle that it fights at the table.

mod shipped;

use hotgates_engine::{Battle, BySide, KnownBattle, Order, Scenario, Side, View};
use hotgates_play::{Seat, Seats, seeds_of_players};
use hotgates_protocol::{
    ArbiterMessage, ArbitratedGame, BotAnswer, BotLimits, BotMessage, BuiltInBot, KnownGame, OrderResult,
    Turn, ViewMessage, read_line, write_line,
};
use hotgates_record::GameRecord;
use shipped::{read_scenario, shipped_maps};

/// Number of seeds of each battle; the closing size is 10 (`HOTGATES_SEEDS=10`).
fn seeds() -> u64 {
    std::env::var("HOTGATES_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// A commander at the other end of a pipe of lines.
struct PipedBot {
    bot: BuiltInBot,
    game: ArbitratedGame,
    /// The battle as another bot would know it that hears the same.
    known: KnownGame,
}

impl PipedBot {
    fn begin(name: &str, scenario: &Scenario, battle: &Battle, side: Side, seed: u64) -> Self {
        let mut bot = BuiltInBot::new(Seat::from_name(name));
        let (game, new) = ArbitratedGame::begin(7, scenario, battle, side, seed, BotLimits::default());
        assert!(matches!(ask(&mut bot, &new), Some(BotMessage::Ok(_))), "{name} as {side}");
        let ArbiterMessage::New(new) = &new else { panic!("a new game") };
        Self { bot, game, known: KnownGame::begin(new).expect("a sound scenario") }
    }

    /// Says what the bot is told, and checks that it leads where the arbiter stands.
    fn order(&mut self, message: &ArbiterMessage, battle: &Battle) -> Order {
        let (ArbiterMessage::Turn(Turn { events, .. }) | ArbiterMessage::Events(OrderResult { events, .. })) =
            message
        else {
            panic!("{message:?}")
        };
        self.known.watch_events(events).expect("events of the battle");
        let view = View::new(battle, self.known.view().side());
        let known = [self.known.view(), view].map(|view| {
            let before = view.before_last_half_turn();
            [Some(view), before.as_ref().map(KnownBattle::view)].map(|view| view.map(ViewMessage::of_view))
        });
        assert_eq!(known[0], known[1], "turn {} of {}", view.turn(), view.side());
        match ask(&mut self.bot, message) {
            Some(BotMessage::Order(order)) => order.order.as_order().expect("commanders never resign"),
            other => panic!("{other:?} as an answer to {}", write_line(message)),
        }
    }
}

/// Says a message, as a line, and returns the answer, read from one.
fn ask(bot: &mut BuiltInBot, message: &ArbiterMessage) -> Option<BotMessage> {
    let heard = read_line(&write_line(message)).unwrap_or_else(|why| panic!("{why:?}"));
    match bot.hear(heard) {
        BotAnswer::Say(answer) => Some(read_line(&write_line(&answer)).expect("a message")),
        BotAnswer::Wait | BotAnswer::Leave => None,
    }
}

/// Fights a battle over the protocol; returns its record.
fn fight_over_protocol(scenario: &Scenario, battle: Battle, names: [&str; 2], seed: u64) -> GameRecord {
    let own = seeds_of_players(seed);
    let mut bots = BySide {
        red: PipedBot::begin(names[0], scenario, &battle, Side::Red, own.red),
        blue: PipedBot::begin(names[1], scenario, &battle, Side::Blue, own.blue),
    };
    let mut record = GameRecord::new(battle, seed);
    let mut events = Vec::new();
    while record.battle().verdict().is_none() {
        let side = record.battle().side();
        let message = bots[side].game.begin_turn(record.battle(), None);
        let mut order = bots[side].order(&message, record.battle());
        loop {
            events.clear();
            record.act(order, &mut events).expect("commanders play legally");
            for bot in [&mut bots.red, &mut bots.blue] {
                bot.game.watch_order(record.battle(), &events);
            }
            let message = bots[side].game.accept_order(record.battle());
            let ArbiterMessage::Events(result) = &message else { panic!("{message:?}") };
            if !result.more {
                bots[side].known.watch_events(&result.events).expect("events of the battle");
                ask(&mut bots[side].bot, &message);
                break;
            }
            order = bots[side].order(&message, record.battle());
        }
    }
    record
}

#[test]
fn battles_over_the_protocol_are_those_at_the_table() {
    let mut battles = 0;
    for path in shipped_maps() {
        let mut scenario = read_scenario(&path);
        // A short battle has everything that a long one has.
        scenario.map.turns = scenario.map.turns.map(|turns| turns.min(14));
        for names in
            [["hunter+300", "warden+300"], ["greedy", "strategist+300"], ["strategist+300", "random"]]
        {
            for seed in 0..seeds() {
                scenario.map.seed = Some(seed);
                let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
                let mut game = Seats::from_names(names[0], names[1])
                    .begin_match(battle.clone(), seed)
                    .expect("two seats");
                game.finish().expect("a battle without faults");
                let record = fight_over_protocol(&scenario, battle, names, seed);
                let mut orders = game.game_record().orders().iter().zip(record.orders());
                let other = orders.find(|(at_table, piped)| at_table != piped);
                assert_eq!(other, None, "{} {names:?} {seed}", path.display());
                assert_eq!(game.game_record().hash(), record.hash(), "{} {names:?} {seed}", path.display());
                battles += 1;
            }
        }
    }
    println!("{battles} battles");
}
