//! The balance meter: computer battles, one after the other.

use hotgates_ai::{Cancel, Cancelled, Player, Stopped, UnknownPlayer, own_seeds, wilson};
use hotgates_engine::{Battle, BySide, GameRecord, How, Scenario, Side};

/// Who plays where the file does not say so.
const DEFAULT: BySide<&str> = BySide { red: "hunter", blue: "warden" };

/// Battles between the commanders of a scenario (hunter against warden, if it names none), with the
/// seeds from its own on: the same as `hotgates battle --games` plays.
#[derive(Debug)]
pub struct Balance {
    scenario: Scenario,
    /// The battle, where all seeds make the same one.
    battle: Option<Battle>,
    names: BySide<String>,
    seed: u64,
    tally: Tally,
}

/// Why a battle was not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum Spoiled {
    /// Nobody waits for it any more.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The map cannot be played.
    #[error("the map cannot be played")]
    Unplayable,
    /// The scenario names a commander that there is not.
    #[error(transparent)]
    Unknown(#[from] UnknownPlayer),
    /// A commander broke the rules.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Who won how often, and how.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Battles played.
    pub games: u32,
    /// Won by each side.
    pub wins: BySide<u32>,
    /// Won by nobody.
    pub draws: u32,
    /// Each way in which battles ended, with how often, in the order in which they came up first.
    pub endings: Vec<(Ending, u32)>,
    /// Turns of all battles together.
    pub turns: u64,
}

/// One way in which a battle ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Who wins; none for a draw.
    pub winner: Option<Side>,
    /// How.
    pub how: How,
}

impl Balance {
    /// No battles yet.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let name = |side: Side| scenario.map.army(side).and_then(|army| army.commander.clone());
        let names = BySide::new(|side| name(side).unwrap_or_else(|| DEFAULT[side].to_owned()));
        Self { seed: scenario.seed(), scenario, battle: None, names, tally: Tally::default() }
    }

    /// The battles so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Plays one more battle, and gives all battles so far with it.
    ///
    /// # Errors
    /// Why it was not played to its end; it does not count then.
    pub fn play(&mut self, cancel: &Cancel) -> Result<&Tally, Spoiled> {
        cancel.check()?;
        let battle = self.battle_of_seed()?;
        let own = own_seeds(self.seed);
        let mut players = BySide {
            red: Player::named(&self.names.red, &battle, own.red)?,
            blue: Player::named(&self.names.blue, &battle, own.blue)?,
        };
        let mut course = GameRecord::new(battle, self.seed);
        let mut events = Vec::new();
        while course.battle().verdict().is_none() {
            let player = &mut players[course.battle().side()];
            let (order, _) = player.order_unless(course.battle(), cancel);
            cancel.check()?;
            events.clear();
            course.act(order, &mut events).map_err(|why| Stopped {
                commander: player.name().to_owned(),
                order,
                why,
            })?;
        }
        self.tally.add(course.battle());
        self.seed = self.seed.wrapping_add(1);
        Ok(&self.tally)
    }

    fn battle_of_seed(&mut self) -> Result<Battle, Spoiled> {
        if let Some(battle) = &self.battle {
            return Ok(battle.clone());
        }
        self.scenario.map.seed = Some(self.seed);
        let battle = Battle::from_scenario(&self.scenario).map_err(|_| Spoiled::Unplayable)?;
        // Only variation has the seed decide anything before the first order.
        if self.scenario.map.variation.unwrap_or(0) == 0 {
            self.battle = Some(battle.clone());
        }
        Ok(battle)
    }
}

impl Tally {
    fn add(&mut self, battle: &Battle) {
        let Some(verdict) = battle.verdict() else { return };
        self.games += 1;
        self.turns += u64::from(battle.turn());
        match verdict.winner {
            Some(side) => self.wins[side] += 1,
            None => self.draws += 1,
        }
        let ending = Ending { winner: verdict.winner, how: verdict.how };
        match self.endings.iter_mut().find(|(other, _)| *other == ending) {
            Some((_, count)) => *count += 1,
            None => self.endings.push((ending, 1)),
        }
    }

    /// Red's share of all battles, as an interval that holds the true share in 95 of 100 series.
    pub fn red_interval(&self) -> (f64, f64) {
        wilson(self.wins.red, self.games)
    }

    /// How many turns a battle took, on average; `None` before the first one.
    pub fn mean_turns(&self) -> Option<f64> {
        // Turns of all battles are far fewer than an f64 counts exactly.
        #[expect(clippy::cast_precision_loss, reason = "at most 10,000 turns for each of 2³² battles")]
        (self.games > 0).then(|| self.turns as f64 / f64::from(self.games))
    }
}
