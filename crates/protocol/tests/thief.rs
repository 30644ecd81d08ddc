//! A thief of dice: from all that a seat is told in a battle, it guesses where the dice come from.
//!
//! It tries out small seeds, and all numbers that it was told, as they are, turned back and put together. It
//! finds the dice of a small seed, and none of a key. `tools/tournament/thief` has it try out 2³² seeds.

mod shipped;

use std::collections::BTreeSet;

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Battle, Dice, DiceKey, DiceSource, Order, Side};
use hotgates_play::{Seat, seeds_of_players};
use hotgates_protocol::{
    ArbiterMessage, ArbitratedGame, Ask, BotAnswer, BotLimits, BotMessage, BuiltInBot, Hello, PROTOCOL,
    read_line, write_line,
};
use hotgates_record::GameRecord;
use serde_json::json;
use shipped::{read_scenario, shipped_maps};

/// Number of rolls that have to be as guessed: chance makes them so once in 6²⁴ guesses.
const ROLLS: usize = 24;

/// Number of bits of the seeds that are tried out; `HOTGATES_THIEF_BITS=32` is the closing size.
fn thief_bits() -> u32 {
    std::env::var("HOTGATES_THIEF_BITS").ok().and_then(|text| text.parse().ok()).unwrap_or(16)
}

/// A seat at a whole battle: the lines that it was sent before the battle was over.
struct SeatedThief {
    lines: Vec<String>,
    /// What the scenario, which the seat knows, makes of a battle before the first order.
    fingerprint: u64,
}

impl SeatedThief {
    /// Has a commander play Red against another one, ask something in each half-turn, and keep all that it is
    /// sent.
    fn sit_down(source: DiceSource) -> Self {
        let mut scenario = read_scenario(&shipped_maps()[0]);
        scenario.map.variation = Some(100);
        scenario.set_dice_source(source);
        let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
        let own = seeds_of_players(source);
        let mut bot = BuiltInBot::new(Seat::from_name("greedy"));
        let mut enemy = Seat::from_name("greedy").make_player(&battle, own.blue).expect("a commander");
        let limits = BotLimits::default();
        let (mut game, new) = ArbitratedGame::begin(1, &scenario, &battle, Side::Red, own.red, limits);
        let (mut lines, fingerprint) = (Vec::new(), battle.fingerprint());
        let mut record = GameRecord::new(battle, source);
        let mut say = |message: &ArbiterMessage| {
            lines.push(write_line(message));
            match bot.hear(read_line(&write_line(message)).expect("a message")) {
                BotAnswer::Say(BotMessage::Order(order)) => order.order.as_order(),
                BotAnswer::Say(_) | BotAnswer::Wait | BotAnswer::Leave => None,
            }
        };
        let hello = Hello {
            protocol: [PROTOCOL, PROTOCOL],
            game: "hotgates".to_owned(),
            features: vec!["fog".to_owned(), "why".to_owned()],
        };
        say(&ArbiterMessage::Hello(hello));
        say(&new);
        let follow = |order: Order, record: &mut GameRecord, game: &mut ArbitratedGame| {
            let mut events = Vec::new();
            record.act(order, &mut events).expect("a legal order");
            game.watch_order(record.battle(), &events);
        };
        while record.battle().verdict().is_none() {
            if record.battle().side() == Side::Blue {
                let (order, _) = enemy.next_order(record.battle());
                follow(order, &mut record, &mut game);
                continue;
            }
            let mut next = say(&game.begin_turn(record.battle(), None));
            let questions =
                [json!({"view": {}}), json!({"fork": {}}), json!({"act": {"on": 1, "order": "end_turn"}})];
            say(&game.answer(record.battle(), &Ask { game: 1, id: 1, questions: questions.to_vec() }));
            while let Some(order) = next {
                follow(order, &mut record, &mut game);
                next = if record.battle().verdict().is_none() {
                    say(&game.accept_order(record.battle()))
                } else {
                    None
                };
            }
        }
        Self { lines, fingerprint }
    }

    /// Returns every number in the lines: of decimal digits, and of 8 to 16 hexadecimal ones.
    fn numbers(&self) -> BTreeSet<u64> {
        let words = self.lines.iter().flat_map(|line| line.split(|c: char| !c.is_ascii_hexdigit()));
        let read = |word: &str| {
            let hexadecimal = (8..=16).contains(&word.len()).then(|| u64::from_str_radix(word, 16).ok());
            [word.parse().ok(), hexadecimal.flatten()]
        };
        words.flat_map(read).flatten().collect()
    }

    /// Returns the keys that are in the lines, as 64 hexadecimal digits.
    fn keys(&self) -> Vec<DiceKey> {
        let words = self.lines.iter().flat_map(|line| line.split(|c: char| !c.is_ascii_hexdigit()));
        words.filter_map(|word| word.parse().ok()).collect()
    }

    /// Returns what the dice may come from by the numbers that were told.
    fn guess_by_numbers(&self) -> Vec<DiceSource> {
        let numbers = self.numbers();
        let large: Vec<u64> = numbers.iter().copied().filter(|number| number >> 32 != 0).collect();
        let pairs = large.iter().flat_map(|one| large.iter().map(move |other| one ^ other));
        let mut words: BTreeSet<u64> = numbers.iter().copied().chain(pairs).collect();
        words.extend(numbers.iter().map(|number| number.swap_bytes()));
        let turned_back = |word: u64| {
            let once = turn_back_mix(word);
            [
                word,
                once,
                turn_back_mix(once),
                word ^ self.fingerprint,
                once ^ self.fingerprint,
                turn_back_mix(once ^ self.fingerprint),
                split_mix(word),
                // The purposes that a seed is used for.
                once ^ split_mix(1),
                once ^ split_mix(2),
                turn_back_mix(word ^ split_mix(2)),
            ]
        };
        let seeds: BTreeSet<u64> = words.into_iter().flat_map(turned_back).collect();
        let keys = numbers.iter().flat_map(|&number| keys_of_number(number));
        let keys =
            keys.chain(large.windows(4).map(|four| key_of_words([four[0], four[1], four[2], four[3]])));
        let keys = keys.chain(self.keys()).flat_map(|key| [key, key.derived_key("dice", &[])]);
        seeds.into_iter().map(DiceSource::Seed).chain(keys.map(DiceSource::Key)).collect()
    }

    /// Tries out the seeds below 2 to this power: returns the one that makes a number that was told, or the
    /// dice that fell.
    fn try_out_seeds(&self, bits: u32, rolls: &[u32]) -> Option<DiceSource> {
        let told: BTreeSet<u64> = self.numbers().into_iter().filter(|number| number >> 32 != 0).collect();
        // A table of first bits answers for nearly all numbers.
        let mut first_bits = vec![false; 1 << 16];
        for number in &told {
            first_bits[(number >> 48) as usize] = true;
        }
        let is_told = |number: u64| first_bits[(number >> 48) as usize] && told.contains(&number);
        let fits = |seed: &u64| {
            let mut dice = Dice::new(*seed);
            rolls.iter().all(|&roll| dice.roll_d6() == roll)
                || is_told(seeds_of_players(*seed).red)
                || is_told(DiceSource::Seed(*seed).start_of_record(self.fingerprint))
        };
        (0..1_u64 << bits).find(fits).map(DiceSource::Seed)
    }
}

/// Tries out the keys that are made of the numbers below 2 to this power.
fn try_out_keys(bits: u32) -> impl Iterator<Item = DiceSource> {
    (0..1_u64 << bits).flat_map(keys_of_number).map(DiceSource::Key)
}

/// Returns the keys that a number makes in an obvious way.
fn keys_of_number(number: u64) -> [DiceKey; 5] {
    let chain = |step: u64| split_mix(number.wrapping_add(step.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    [
        key_of_words([number, 0, 0, 0]),
        key_of_words([0, 0, 0, number.swap_bytes()]),
        key_of_words([number; 4]),
        key_of_words([number.swap_bytes(); 4]),
        key_of_words([0, 1, 2, 3].map(chain)),
    ]
}

fn key_of_words(words: [u64; 4]) -> DiceKey {
    let bytes = words.map(u64::to_le_bytes).concat();
    DiceKey::from_bytes(bytes.try_into().expect("four words"))
}

/// Turns `split_mix` back.
fn turn_back_mix(mixed: u64) -> u64 {
    let unshift = |number: u64, by: u32| (0..64 / by).fold(number, |found, _| number ^ (found >> by));
    let number = unshift(mixed, 31).wrapping_mul(0x3196_42B2_D24D_8EC3);
    let number = unshift(number, 27).wrapping_mul(0x96DE_1B17_3F11_9089);
    unshift(number, 30).wrapping_sub(0x9E37_79B9_7F4A_7C15)
}

fn first_rolls(source: DiceSource) -> Vec<u32> {
    let mut dice = Dice::of_source(source);
    (0..ROLLS).map(|_| dice.roll_d6()).collect()
}

#[test]
fn mixing_is_turned_back() {
    for number in [0, 1, 4711, u64::MAX, 0x0123_4567_89AB_CDEF] {
        assert_eq!(turn_back_mix(split_mix(number)), number);
    }
}

/// The thief is worth its name: it finds a small seed by trying out, and one of any size by a running hash.
#[test]
fn a_thief_finds_the_dice_of_a_small_seed() {
    for seed in [0, 7, 40_000] {
        let thief = SeatedThief::sit_down(DiceSource::Seed(seed));
        // Without the dice that fell, too: the seed for its own chance tells it.
        assert_eq!(thief.try_out_seeds(16, &[0]), Some(DiceSource::Seed(seed)));
    }
    let large = DiceSource::Seed(0x1234_5678_9ABC_DEF0);
    let mut thief = SeatedThief::sit_down(large);
    let finds = |thief: &SeatedThief| {
        thief.guess_by_numbers().iter().any(|&guess| first_rolls(guess) == first_rolls(large))
    };
    assert!(!finds(&thief), "of a large seed nothing is told that can be turned back");
    let told = format!("{{\"record_hash\":\"{:016x}\"}}", large.start_of_record(thief.fingerprint));
    thief.lines.push(told);
    assert!(finds(&thief), "a running hash tells it");
}

#[test]
fn a_thief_predicts_no_die_of_a_key() {
    let bits = thief_bits();
    for word in [1_u64, 0x5DEE_CE66_D1CE_B0A7] {
        let key = DiceKey::from_bytes([0x5A; DiceKey::BYTES]).derived_key("test", &[&word.to_be_bytes()]);
        let source = DiceSource::Key(key);
        let (mut thief, rolls) = (SeatedThief::sit_down(source), first_rolls(source));
        assert!(thief.lines.len() > 20 && thief.numbers().len() > 100, "it is told much");
        // Nor would it if it were told a running hash, which it is not.
        thief
            .lines
            .push(format!("{{\"record_hash\":\"{:016x}\"}}", source.start_of_record(thief.fingerprint)));
        let guesses = thief.guess_by_numbers();
        assert!(guesses.len() > 1_000, "{} guesses", guesses.len());
        assert!(guesses.iter().all(|&guess| first_rolls(guess) != rolls), "a number tells the dice");
        assert_eq!(thief.try_out_seeds(bits, &rolls), None);
        let keys = bits.saturating_sub(8).min(20);
        assert!(try_out_keys(keys).all(|guess| first_rolls(guess) != rolls), "a small key");
        println!("{} lines, {} guesses, 2^{bits} seeds, 2^{keys} keys", thief.lines.len(), guesses.len());
    }
}

/// No scenario that a seat is sent has a seed or a key.
#[test]
fn no_seat_is_sent_where_the_dice_come_from() {
    for source in [DiceSource::Seed(0x7B2D_11C4), DiceSource::Key(key_of_words([3, 1, 4, 1]))] {
        let thief = SeatedThief::sit_down(source);
        let shown = match source {
            DiceSource::Seed(seed) => seed.to_string(),
            DiceSource::Key(key) => key.to_string(),
        };
        assert!(thief.lines.iter().all(|line| !line.contains(&shown)), "{source}");
    }
}
