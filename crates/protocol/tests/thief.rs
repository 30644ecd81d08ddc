//! A thief of dice: from all that a seat is told in a battle, it guesses where the dice come from.
//!
//! It tries out small seeds, and all numbers that it was told, as they are, turned back and put together. It
//! finds the dice of a small seed, and none of a key. `tools/tournament/thief` has it try out 2³² seeds.

mod shipped;

use std::collections::BTreeSet;
use std::ops::Range;
use std::thread;

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

/// Number of seeds after which the thief says how far it has come.
const PIECE: u64 = 1 << 28;

/// Seeds that are tried out, and on how many threads: `tools/tournament/thief` asks for 2³².
struct ThiefTask {
    seeds: Range<u64>,
    jobs: u64,
}

impl ThiefTask {
    /// Reads the task from the environment: the first 2¹⁶ seeds if it says nothing.
    fn from_environment() -> Self {
        let number = |name: &str, usual: u64| match std::env::var(name) {
            Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: {text} is no number")),
            Err(_) => usual,
        };
        let from = number("HOTGATES_THIEF_FROM", 0);
        let count = number("HOTGATES_THIEF_COUNT", 1 << 16);
        let end = from.checked_add(count).expect("the last seed is a number of 64 bits");
        Self { seeds: from..end, jobs: number("HOTGATES_THIEF_JOBS", 1).max(1) }
    }

    /// Number of bits of the small keys that are tried out: only with the first seeds.
    fn key_bits(&self) -> Option<u32> {
        let bits = (self.seeds.end - self.seeds.start).max(1).ilog2();
        (self.seeds.start == 0).then(|| bits.saturating_sub(8).min(20))
    }

    /// Tries out all seeds against all traps; returns the first found one of a thread.
    fn try_out_seeds(&self, traps: &[SeedTrap]) -> Option<u64> {
        let mut from = self.seeds.start;
        while from < self.seeds.end {
            let end = self.seeds.end.min(from.saturating_add(PIECE));
            let share = (end - from).div_ceil(self.jobs);
            let found = thread::scope(|scope| {
                let parts = (0..self.jobs).map(|job| {
                    let start = end.min(from + job * share);
                    start..end.min(start + share)
                });
                let parts = parts.map(|part| scope.spawn(|| find_seed(part, traps)));
                let parts: Vec<_> = parts.collect();
                parts.into_iter().find_map(|part| part.join().expect("a thread that only counts"))
            });
            if found.is_some() {
                return found;
            }
            if self.seeds.end - self.seeds.start >= PIECE {
                println!("seeds {from} to {}: none fits", end - 1);
            }
            from = end;
        }
        None
    }
}

/// What a seed has to make for a thief to know it: the dice that fell, or a number that was told.
struct SeedTrap {
    rolls: Vec<u32>,
    told: BTreeSet<u64>,
    /// Bit of each number of 16 bits with which one that was told begins: it answers for nearly all numbers.
    first_bits: Vec<u64>,
    fingerprint: u64,
}

impl SeedTrap {
    fn new(thief: &SeatedThief, rolls: &[u32]) -> Self {
        let told: BTreeSet<u64> = thief.numbers().into_iter().filter(|number| number >> 32 != 0).collect();
        let mut first_bits = vec![0_u64; 1 << 10];
        for number in &told {
            first_bits[(number >> 54) as usize] |= 1 << (number >> 48 & 63);
        }
        Self { rolls: rolls.to_vec(), told, first_bits, fingerprint: thief.fingerprint }
    }

    fn is_told(&self, number: u64) -> bool {
        self.first_bits[(number >> 54) as usize] >> (number >> 48 & 63) & 1 == 1
            && self.told.contains(&number)
    }

    /// Returns `true` if the dice fall as those that fell. Most differ in the first roll.
    fn makes_rolls(&self, dice: &Dice) -> bool {
        let mut dice = dice.clone();
        self.rolls.iter().all(|&roll| dice.roll_d6() == roll)
    }
}

/// Returns the first seed that falls into a trap. What does not depend on the trap is made once.
fn find_seed(mut seeds: Range<u64>, traps: &[SeedTrap]) -> Option<u64> {
    seeds.find(|&seed| {
        let (dice, own) = (Dice::new(seed), seeds_of_players(seed).red);
        traps.iter().any(|trap| {
            trap.makes_rolls(&dice)
                || trap.is_told(own)
                || trap.is_told(DiceSource::Seed(seed).start_of_record(trap.fingerprint))
        })
    })
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
        let trap = SeedTrap::new(&thief, &[0]);
        assert_eq!(find_seed(0..1 << 16, &[trap]), Some(seed));
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

/// Work on several threads and in pieces finds what one thread finds.
#[test]
fn seeds_are_tried_out_in_parts() {
    let thief = SeatedThief::sit_down(DiceSource::Seed(40_000));
    let traps = [SeedTrap::new(&thief, &[0])];
    for (from, found) in [(0, Some(40_000)), (39_990, Some(40_000)), (40_001, None)] {
        let task = ThiefTask { seeds: from..50_000, jobs: 3 };
        assert_eq!(task.try_out_seeds(&traps), found, "from {from}");
    }
}

#[test]
fn a_thief_predicts_no_die_of_a_key() {
    let task = ThiefTask::from_environment();
    let mut traps = Vec::new();
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
        println!("{} lines, {} guesses: none fits", thief.lines.len(), guesses.len());
        traps.push(SeedTrap::new(&thief, &rolls));
    }
    if let Some(bits) = task.key_bits() {
        let fits = |key: DiceSource| {
            let dice = Dice::of_source(key);
            traps.iter().any(|trap| trap.makes_rolls(&dice))
        };
        assert!(!try_out_keys(bits).any(fits), "a small key");
        println!("keys of the numbers below 2^{bits}: none fits");
    }
    assert_eq!(task.try_out_seeds(&traps), None);
    println!("seeds {} to {}: none fits", task.seeds.start, task.seeds.end - 1);
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
