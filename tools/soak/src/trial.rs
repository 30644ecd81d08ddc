//! One battle and what must hold of it.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use hotgates_engine::{Battle, Dice, Order};
use hotgates_play::{Match, Seats};
use hotgates_record::{GameRecord, Replay};

use crate::scene::SoakScene;

/// What a battle came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrialResult {
    /// What was drawn makes no battle.
    NoBattle,
    /// Everything held.
    Sound(SoundTrial),
    /// Something did not hold, for this reason.
    Broken(String),
}

/// A battle of which everything held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundTrial {
    /// Hash of the battle's course.
    pub hash: u64,
    /// Number of its orders.
    pub orders: u64,
    /// Bytes of its replay.
    pub replay: Vec<u8>,
}

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Has panics be kept with their place instead of being printed.
pub fn keep_panics() {
    panic::set_hook(Box::new(|found| {
        let place = found.location().map_or_else(String::new, |place| format!(" at {place}"));
        let why = found.payload_as_str().unwrap_or("a panic");
        LAST_PANIC.set(Some(format!("{why}{place}")));
    }));
}

/// Fights the battle of a seed, and checks it.
#[must_use]
pub fn try_seed(seed: u64) -> TrialResult {
    match panic::catch_unwind(AssertUnwindSafe(|| fight_seed(seed))) {
        Ok(Ok(Some(sound))) => TrialResult::Sound(sound),
        Ok(Ok(None)) => TrialResult::NoBattle,
        Ok(Err(why)) => TrialResult::Broken(why),
        Err(_) => TrialResult::Broken(LAST_PANIC.take().unwrap_or_else(|| "a panic".to_owned())),
    }
}

fn fight_seed(seed: u64) -> Result<Option<SoundTrial>, String> {
    let Some(scene) = SoakScene::from_seed(seed) else { return Ok(None) };
    let mut game = begin_match(&scene)?;
    game.finish().map_err(|why| format!("the battle stopped: {why:?}"))?;
    let record = game.game_record();
    if record.battle().verdict().is_none() {
        return Err("the battle ended without a verdict".to_owned());
    }
    let replay = record.replay(&scene.scenario).encode();
    let (_, again) = Replay::verify_bytes(&replay).map_err(|why| format!("the replay is not true: {why}"))?;
    if again.battle().hash() != record.battle().hash() || again.orders() != record.orders() {
        return Err("the replay leads elsewhere".to_owned());
    }
    check_resumed(&scene, record, seed)?;
    Ok(Some(SoundTrial { hash: record.hash(), orders: record.orders().len() as u64, replay }))
}

fn begin_match(scene: &SoakScene) -> Result<Match, String> {
    let seats = Seats::from_names(&scene.names.red, &scene.names.blue);
    seats
        .begin_match(scene.start.clone(), scene.scenario.dice_source())
        .map_err(|why| format!("no seat: {why}"))
}

/// Takes the battle up at an order drawn from the seed, and checks that it ends as it did.
fn check_resumed(scene: &SoakScene, record: &GameRecord, seed: u64) -> Result<(), String> {
    let count = u32::try_from(record.orders().len()).unwrap_or(u32::MAX);
    let at = Dice::for_other_purpose(seed, 78).draw_below(count.max(1)) as usize;
    let given: Vec<Order> = record.orders()[..at].iter().map(|&(order, _)| order).collect();
    let half = play_orders(&scene.start, record, &given)?;
    let source = scene.scenario.dice_source();
    let seats = Seats::from_names(&scene.names.red, &scene.names.blue);
    let players = seats.make_contestants(&scene.start, source).map_err(|why| format!("no seat: {why}"))?;
    let mut game = Match::resume(scene.start.clone(), &half, players).map_err(|why| why.to_string())?;
    game.finish().map_err(|why| format!("the resumed battle stopped: {why:?}"))?;
    let resumed = game.game_record();
    if resumed.orders() != record.orders() || resumed.hash() != record.hash() {
        return Err(format!("resumed after {at} of {count} orders, the battle goes elsewhere"));
    }
    Ok(())
}

fn play_orders(start: &Battle, record: &GameRecord, orders: &[Order]) -> Result<GameRecord, String> {
    let mut half = GameRecord::new(start.clone(), record.dice_source());
    for &order in orders {
        half.act(order, &mut Vec::new()).map_err(|why| why.to_string())?;
    }
    Ok(half)
}
