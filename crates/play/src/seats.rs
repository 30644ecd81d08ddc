//! Seats: names of players at the table, and the players made of them.

use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::time::Duration;

use hotgates_engine::{Battle, BySide, DiceSource, FaultKind, MapFile, NameKind, Ruleset, Scenario, Side};

use crate::contingents::with_allies;
use crate::game::Match;
use crate::name::{BuiltInName, CommanderName, ThinkingLimit};
use crate::player::{Player, seeds_of_players};
use crate::policy::{SeatedPolicy, TrainedPolicy};
use crate::program::{Contestant, Program, ProgramChance, SeatedProgram};
use hotgates_ai::{AFTER_THROW_SHARE, Doctrine, FIRST_PLAN_SHARE, UnknownCommander, commander_with_doctrine};

/// One side's seat: the name of whoever sits there, and the doctrine that goes with the name.
///
/// ```
/// use hotgates_play::{Seat, SeatError};
/// use hotgates_engine::Ruleset;
///
/// let rules = Ruleset::classic();
/// assert_eq!(Seat::from_name("warden:colonel").check_contestant(&rules), Ok(()));
/// assert!(matches!(Seat::from_name("warden:consul").check_contestant(&rules), Err(SeatError::Rank { .. })));
/// // A program runs only by the user's own words, never by those of a file.
/// assert!(matches!(Seat::seat_named_in_file("bot:ls").check_contestant(&rules), Err(SeatError::InFile { .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    name: CommanderName,
    /// The doctrine that was read for the name.
    doctrine: Option<Arc<Doctrine>>,
    /// The program that the caller starts for the name.
    program: Option<SeatedProgram>,
    /// The policy that the caller has read for the name.
    policy: Option<SeatedPolicy>,
    /// `true` if the name stands in a file.
    from_file: bool,
}

/// The reason why no player can sit on a seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// There is no commander of that name.
    #[error(transparent)]
    Commander(#[from] UnknownCommander),
    /// The ruleset has no such rank.
    #[error("unknown rank `{rank}`; known: {known}")]
    Rank {
        /// The rank.
        rank: String,
        /// The ranks of the ruleset.
        known: String,
    },
    /// Nobody has read the doctrine.
    #[error("unknown doctrine `{doctrine}`; known: {}", Doctrine::SHIPPED_NAMES.join(", "))]
    Doctrine {
        /// The doctrine's name.
        doctrine: String,
    },
    /// A policy that nobody has read.
    #[error("`{name}`: trained policies do not command here")]
    NoPolicy {
        /// The whole name.
        name: CommanderName,
    },
    /// A program that is not asked here: only in battles whose caller starts it.
    #[error("`{name}`: programs command in `battle`, `campaign` and `tournament` only")]
    NotStarted {
        /// The whole name.
        name: CommanderName,
    },
    /// A program that cannot be started, or a policy that cannot play the battle.
    #[error("`{name}` cannot be started: {why}")]
    Program {
        /// The whole name.
        name: CommanderName,
        /// The reason in words.
        why: String,
    },
    /// A program or a policy that a file has named.
    #[error("`{name}` is never started from a file")]
    InFile {
        /// The whole name.
        name: CommanderName,
    },
}

impl From<SeatError> for FaultKind {
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::Commander(unknown) => unknown.into(),
            SeatError::Rank { rank, known } => Self::Unknown { what: NameKind::Rank, name: rank, known },
            SeatError::Doctrine { .. }
            | SeatError::NoPolicy { .. }
            | SeatError::NotStarted { .. }
            | SeatError::Program { .. }
            | SeatError::InFile { .. } => Self::Syntax { message: error.to_string() },
        }
    }
}

impl Seat {
    /// Returns the seat of a name that the user gave, such as `warden:colonel`.
    #[must_use]
    pub fn from_name(name: impl Into<CommanderName>) -> Self {
        Self { name: name.into(), doctrine: None, program: None, policy: None, from_file: false }
    }

    /// Returns the seat of a name that stands in a file: a program in it is never started.
    #[must_use]
    pub fn seat_named_in_file(name: impl Into<CommanderName>) -> Self {
        Self { from_file: true, ..Self::from_name(name) }
    }

    /// Returns a person's seat.
    #[must_use]
    pub fn seat_of_person() -> Self {
        Self::from_name(CommanderName::Human)
    }

    /// Returns the same seat with a doctrine that the caller has read for its name.
    #[must_use]
    pub fn with_doctrine(self, doctrine: Arc<Doctrine>) -> Self {
        Self { doctrine: Some(doctrine), ..self }
    }

    /// Returns the same seat with the program that the caller starts for its name.
    #[must_use]
    pub fn with_program(self, program: Arc<dyn Program>) -> Self {
        Self { program: Some(SeatedProgram(program)), ..self }
    }

    /// Returns the same seat with the policy that the caller has read for its name.
    #[must_use]
    pub fn with_policy(self, policy: Arc<dyn TrainedPolicy>) -> Self {
        Self { policy: Some(SeatedPolicy(policy)), ..self }
    }

    /// Returns the same seat for the battles of another scenario, which its program may have to know.
    #[must_use]
    pub fn for_scenario(self, scenario: &Scenario) -> Self {
        match self.program.as_ref().and_then(|program| program.0.for_scenario(scenario)) {
            Some(program) => self.with_program(program),
            None => self,
        }
    }

    /// Returns the same seat under another name, with the doctrine that it has.
    #[must_use]
    pub fn with_name(self, name: CommanderName) -> Self {
        Self { name, ..self }
    }

    /// Name of whoever sits here.
    pub const fn name(&self) -> &CommanderName {
        &self.name
    }

    /// Returns `true` if a person sits here.
    pub fn is_human(&self) -> bool {
        self.name == CommanderName::Human
    }

    /// Returns `true` if a program sits here, whether or not somebody has started it.
    pub const fn is_program(&self) -> bool {
        matches!(self.name, CommanderName::Program(_))
    }

    /// Returns `true` if the name is a program's or a policy's that nobody here has said to start: a file's.
    pub const fn lacks_program(&self) -> bool {
        let is_there = self.program.is_some() || self.policy.is_some();
        self.name.starts_other_program() && (!is_there || self.from_file)
    }

    /// Number of seconds that whoever sits here may think in a half-turn, for callers with a clock.
    pub const fn thinking_seconds(&self) -> Option<u32> {
        match &self.name {
            CommanderName::BuiltIn(BuiltInName { limit: Some(ThinkingLimit::Seconds(seconds)), .. }) => {
                Some(*seconds)
            }
            _ => None,
        }
    }

    /// Returns how long whoever sits here may think of the next order, in a half-turn in which it has
    /// thought for `spent`; `None` without a limit by the clock.
    ///
    /// ```
    /// use std::time::Duration;
    /// use hotgates_play::Seat;
    ///
    /// let seat = Seat::from_name("strategist+10s");
    /// assert_eq!(seat.time_for_order(Duration::ZERO), Some(Duration::from_secs(6)));
    /// assert_eq!(seat.time_for_order(Duration::from_secs(6)), Some(Duration::from_secs(1)));
    /// assert_eq!(Seat::from_name("strategist").time_for_order(Duration::ZERO), None);
    /// ```
    pub fn time_for_order(&self, spent: Duration) -> Option<Duration> {
        let limit = Duration::from_secs(self.thinking_seconds()?.into());
        let share = if spent.is_zero() { FIRST_PLAN_SHARE } else { AFTER_THROW_SHARE };
        Some(limit.saturating_sub(spent) * share / 1000)
    }

    /// Name of the doctrine that the caller has to read before anybody can sit here.
    pub fn missing_doctrine(&self) -> Option<&str> {
        match &self.name {
            CommanderName::BuiltIn(name) if self.doctrine.is_none() => {
                name.doctrine.as_deref().filter(|name| Doctrine::shipped_doctrine(name).is_none())
            }
            _ => None,
        }
    }

    /// Returns the doctrine by which a built-in commander plays here: the one that was read for it, or the one that is
    /// built in under its name; `None` for others, and as long as a doctrine is missing.
    pub fn doctrine(&self) -> Option<Arc<Doctrine>> {
        let CommanderName::BuiltIn(name) = &self.name else { return None };
        let shipped =
            || Doctrine::shipped_doctrine(name.doctrine.as_deref().unwrap_or(Doctrine::SHIPPED_NAMES[0]));
        self.doctrine.clone().or_else(shipped)
    }

    /// Returns whoever sits here in a battle that has not begun, commanding a side.
    ///
    /// `source` is that of the battle's dice: the contestant's own chance is made of it by
    /// [`seeds_of_players`].
    ///
    /// # Errors
    /// The reason why nobody can be made of the name. A person is no contestant: people give their orders
    /// themselves.
    pub fn make_contestant(
        &self,
        battle: &Battle,
        side: Side,
        source: DiceSource,
    ) -> Result<Contestant, SeatError> {
        let seed = seeds_of_players(source)[side];
        match &self.program {
            Some(SeatedProgram(program)) if !self.from_file => {
                let same_dice = source.key().map(|key| key.derived_key("mark", &[]));
                let joined = program.join_battle(battle, side, ProgramChance { seed, same_dice });
                let joined = joined.map_err(|why| SeatError::Program { name: self.name.clone(), why })?;
                Ok(Contestant::Program(joined))
            }
            _ => self.make_player(battle, seed).map(Contestant::Computer),
        }
    }

    /// Returns the built-in commander, or the policy, that sits here in a battle. Contingents with a commander of their
    /// own have that one.
    ///
    /// `seed` is the player's own chance, and must not be the seed of the dice; see
    /// [`seeds_of_players`].
    ///
    /// # Errors
    /// The reason why no player can be made of the name. People and programs are none.
    pub fn make_player(&self, battle: &Battle, seed: u64) -> Result<Player, SeatError> {
        let player = match &self.policy {
            Some(SeatedPolicy(policy)) if !self.from_file => {
                let commander = policy.make_commander(battle);
                let cannot_play = |why| SeatError::Program { name: self.name.clone(), why };
                Player::new(commander.map_err(cannot_play)?, None)
            }
            _ => self.player_under_rules(battle.rules(), seed)?,
        };
        with_allies(player, battle, seed, |name, seed| {
            Self::seat_named_in_file(name).player_under_rules(battle.rules(), seed)
        })
    }

    /// Checks that a contestant could sit here in a battle of this ruleset. No program is started, and a policy
    /// is not asked: it depends on more than the ruleset.
    ///
    /// # Errors
    /// As [`make_contestant`](Self::make_contestant).
    pub fn check_contestant(&self, rules: &Ruleset) -> Result<(), SeatError> {
        if (self.program.is_some() || self.policy.is_some()) && !self.from_file {
            return Ok(());
        }
        self.player_under_rules(rules, 0).map(drop)
    }

    fn player_under_rules(&self, rules: &Ruleset, seed: u64) -> Result<Player, SeatError> {
        match &self.name {
            CommanderName::Human => Err(UnknownCommander { name: self.name.to_string() }.into()),
            CommanderName::BuiltIn(name) => self.built_in_player(name, rules, seed),
            CommanderName::Program(_) | CommanderName::Policy(_) if self.from_file => {
                Err(SeatError::InFile { name: self.name.clone() })
            }
            CommanderName::Program(_) => Err(SeatError::NotStarted { name: self.name.clone() }),
            CommanderName::Policy(_) => Err(SeatError::NoPolicy { name: self.name.clone() }),
        }
    }

    fn built_in_player(&self, name: &BuiltInName, rules: &Ruleset, seed: u64) -> Result<Player, SeatError> {
        let unknown_rank = |rank: &str| SeatError::Rank {
            rank: rank.to_owned(),
            known: rules.ranks.iter().map(|rank| rank.name.to_lowercase()).collect::<Vec<_>>().join(", "),
        };
        let place = |rank: &str| rules.rank(rank).ok_or_else(|| unknown_rank(rank));
        let rank = name.rank.as_deref().map(place).transpose()?;
        let Some(doctrine) = self.doctrine() else {
            return Err(SeatError::Doctrine { doctrine: name.doctrine.clone().unwrap_or_default() });
        };
        let player = Player::new(commander_with_doctrine(&name.commander, seed, &doctrine)?, rank);
        Ok(match name.limit {
            Some(ThinkingLimit::Steps(steps)) => player.with_steps(steps),
            Some(ThinkingLimit::Seconds(_)) | None => player,
        })
    }
}

/// The seats of both sides; by default `hunter` attacks and `warden` defends.
///
/// ```
/// use hotgates_play::Seats;
/// use hotgates_engine::Side;
///
/// let seats = Seats::default();
/// assert_eq!(seats[Side::Red].name().to_string(), "hunter");
/// assert_eq!(seats.with_sides_exchanged().names_as_text().red, "warden");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats(BySide<Seat>);

impl Default for Seats {
    fn default() -> Self {
        Self::from_names("hunter", "warden")
    }
}

impl Seats {
    /// Returns the seats of two names that the user gave.
    #[must_use]
    pub fn from_names(red: &str, blue: &str) -> Self {
        Self(BySide { red: Seat::from_name(red), blue: Seat::from_name(blue) })
    }

    /// Returns one seat for each side.
    #[must_use]
    pub fn new(seat: impl FnMut(Side) -> Seat) -> Self {
        Self(BySide::new(seat))
    }

    /// Returns the seats that a file names, the default where the file says nothing.
    #[must_use]
    pub fn in_file(map: &MapFile) -> Self {
        let named = |side: Side| map.army(side)?.commander.as_deref().map(Seat::seat_named_in_file);
        let default = Self::default();
        Self::new(|side| named(side).unwrap_or_else(|| default[side].clone()))
    }

    /// Returns the seats with both sides exchanged.
    #[must_use]
    pub fn with_sides_exchanged(&self) -> Self {
        Self::new(|side| self[side.other()].clone())
    }

    /// Returns the seats with the default commander in place of each person: whoever plays when no
    /// person is there to ask.
    #[must_use]
    pub fn without_people(&self) -> Self {
        let default = Self::default();
        Self::new(|side| if self[side].is_human() { default[side].clone() } else { self[side].clone() })
    }

    /// Returns the seats with the default commander in place of each person, program and policy: whoever may be
    /// asked any number of questions.
    ///
    /// ```
    /// use hotgates_play::Seats;
    ///
    /// let asked = Seats::from_names("bot:ls", "greedy").with_built_ins_only().names_as_text();
    /// assert_eq!((asked.red.as_str(), asked.blue.as_str()), ("hunter", "greedy"));
    /// ```
    #[must_use]
    pub fn with_built_ins_only(&self) -> Self {
        let default = Self::default();
        Self::new(|side| match self[side].name() {
            CommanderName::BuiltIn(_) => self[side].clone(),
            CommanderName::Human | CommanderName::Program(_) | CommanderName::Policy(_) => {
                default[side].clone()
            }
        })
    }

    /// Names on both seats as text.
    pub fn names_as_text(&self) -> BySide<String> {
        BySide::new(|side| self[side].name().to_string())
    }

    /// Returns both contestants of a battle, each with the chance that belongs to the source of the
    /// dice.
    ///
    /// # Errors
    /// The first side on whose seat nobody can sit, Red first.
    pub fn make_contestants(
        &self,
        battle: &Battle,
        source: impl Into<DiceSource>,
    ) -> Result<BySide<Contestant>, SeatError> {
        let source = source.into();
        let contestant = |side: Side| self[side].make_contestant(battle, side, source);
        Ok(BySide { red: contestant(Side::Red)?, blue: contestant(Side::Blue)? })
    }

    /// Returns a match between the two from the beginning of a battle, with the dice of a source.
    ///
    /// # Errors
    /// As [`make_contestants`](Self::make_contestants).
    pub fn begin_match(&self, battle: Battle, source: impl Into<DiceSource>) -> Result<Match, SeatError> {
        let source = source.into();
        let contestants = self.make_contestants(&battle, source)?;
        Ok(Match::new(battle, source, contestants))
    }
}

impl Index<Side> for Seats {
    type Output = Seat;

    fn index(&self, side: Side) -> &Seat {
        &self.0[side]
    }
}

impl IndexMut<Side> for Seats {
    fn index_mut(&mut self, side: Side) -> &mut Seat {
        &mut self.0[side]
    }
}
