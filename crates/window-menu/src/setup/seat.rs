//! Who commands a side of the battle that is set up, and by what it thinks.

use hotgates_ai::doctrine_parts;
use hotgates_engine::{BySide, RankId, Ruleset, Scenario, Side};
use hotgates_play::{BuiltInName, CommanderName, Seat, Seats, ThinkingLimit};
use hotgates_window_programs::ConfirmedProgram;

use super::change::SetupChange;
use super::doctrines::KnownDoctrine;
use super::policies::KnownPolicy;

/// Who commands a side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SetupSeat {
    /// Place of the commander in the list of [`commander_names`].
    commander: usize,
    /// Program that the player has confirmed, in place of the commander.
    program: Option<ConfirmedProgram>,
    /// Trained policy, in place of the commander.
    policy: Option<KnownPolicy>,
    /// `true` if the map names a program, which no file may start, and nobody has chosen another commander yet.
    is_program_refused: bool,
    rank: Option<RankId>,
    limit: Option<ThinkingLimit>,
    doctrine: Option<KnownDoctrine>,
    /// Doctrine that the map names and that is not there.
    missing_doctrine: Option<String>,
}

/// Returns the names of all possible commanders: a person, then every computer commander.
#[must_use]
pub fn commander_names() -> Vec<&'static str> {
    ["human"].into_iter().chain(hotgates_ai::NAMES).collect()
}

impl SetupSeat {
    /// Returns the seats of a map's file: a person defends against the file's commander or the usual one.
    pub(super) fn seats_of_file(scenario: &Scenario) -> BySide<Self> {
        let file = Seats::in_file(&scenario.map);
        BySide::new(|side| {
            let is_program_refused = file[side].name().starts_other_program();
            let CommanderName::BuiltIn(name) = file[side].name() else {
                return Self { is_program_refused, ..Self::default() };
            };
            let doctrine = name.doctrine.as_deref().and_then(KnownDoctrine::shipped);
            let missing_doctrine = name.doctrine.clone().filter(|_| doctrine.is_none());
            // A new player defends; that is what the pass is for.
            let place = commander_names().iter().position(|known| *known == name.commander);
            Self {
                commander: place.filter(|_| side == Side::Red).unwrap_or(0),
                rank: name.rank.as_deref().and_then(|rank| scenario.rules.rank(rank)),
                limit: name.limit,
                doctrine,
                missing_doctrine,
                ..Self::default()
            }
        })
    }

    /// Returns the seat under another ruleset, which may have no such rank.
    pub(super) fn under_other_rules(&self, own: &Ruleset, other: &Ruleset) -> Self {
        let rank = self.rank.and_then(|rank| other.rank(&own.ranks[rank].name));
        Self { rank, ..self.clone() }
    }

    /// Place of the commander in the list of [`commander_names`].
    #[must_use]
    pub const fn commander_index(&self) -> usize {
        self.commander
    }

    /// Program that the player has confirmed for the side.
    #[must_use]
    pub const fn program(&self) -> Option<&ConfirmedProgram> {
        self.program.as_ref()
    }

    /// Trained policy that commands the side.
    #[must_use]
    pub const fn policy(&self) -> Option<&KnownPolicy> {
        self.policy.as_ref()
    }

    /// Returns `true` if a commander of the list sits here, or a person.
    #[must_use]
    pub const fn is_listed(&self) -> bool {
        self.program.is_none() && self.policy.is_none()
    }

    /// Returns `true` if the map names a program, which is not started for that, and nobody has chosen
    /// another commander yet.
    #[must_use]
    pub const fn is_program_refused(&self) -> bool {
        self.is_program_refused
    }

    /// Rank that the computer thinks with; `None` for the rank of its highest officer.
    #[must_use]
    pub const fn rank(&self) -> Option<RankId> {
        self.rank
    }

    /// Limit of the computer's thinking; `None` for one that thinks by its rank.
    #[must_use]
    pub const fn limit(&self) -> Option<ThinkingLimit> {
        self.limit
    }

    /// Doctrine that the computer plays by; `None` for the usual one.
    #[must_use]
    pub const fn doctrine(&self) -> Option<&KnownDoctrine> {
        self.doctrine.as_ref()
    }

    /// Name of a doctrine that the map asks for and that is not there.
    #[must_use]
    pub fn missing_doctrine(&self) -> Option<&str> {
        self.missing_doctrine.as_deref()
    }

    /// Returns `true` if a built-in commander sits here who weighs things by a doctrine.
    #[must_use]
    pub fn has_use_for_doctrine(&self) -> bool {
        let parts = doctrine_parts(commander_names()[self.commander]);
        self.is_listed() && parts.is_ok_and(|parts| !parts.is_empty())
    }

    /// Applies a change of this seat; other changes change nothing here.
    pub(super) fn apply_change(&mut self, change: &SetupChange) {
        match change {
            SetupChange::Seat(_, commander) => {
                self.commander = (*commander).min(commander_names().len() - 1);
                (self.program, self.policy, self.is_program_refused) = (None, None, false);
            }
            SetupChange::Program(_, program) => {
                (self.program, self.policy, self.is_program_refused) = (Some(program.clone()), None, false);
            }
            SetupChange::Policy(_, policy) => {
                (self.program, self.policy, self.is_program_refused) = (None, Some(policy.clone()), false);
            }
            SetupChange::SeatRank(_, rank) => (self.rank, self.limit) = (*rank, None),
            SetupChange::SeatLimit(_, limit) => (self.rank, self.limit) = (None, Some(*limit)),
            SetupChange::SeatDoctrine(_, doctrine) => {
                (self.doctrine, self.missing_doctrine) = (doctrine.clone(), None);
            }
            _ => {}
        }
    }

    /// Gives the seat the doctrine that the map asks for, if it is among these.
    pub(super) fn find_doctrine(&mut self, known: &[KnownDoctrine]) {
        let found = known.iter().find(|known| Some(known.name()) == self.missing_doctrine.as_deref());
        if let Some(found) = found {
            (self.doctrine, self.missing_doctrine) = (Some(found.clone()), None);
        }
    }

    /// Returns the seat in the battle that begins.
    pub(super) fn seat_to_play(&self, scenario: &Scenario) -> Seat {
        match (&self.program, &self.policy) {
            (Some(program), _) => program.seat_at(scenario),
            (None, Some(policy)) => policy.seat_to_play(),
            (None, None) => {
                self.seat_of_commander(commander_names()[self.commander], self.limit, &scenario.rules)
            }
        }
    }

    /// Returns the seat in battles that are played beforehand: a commander stands in for a person, a
    /// program and a policy, and nobody thinks by the clock.
    pub(super) fn seat_at_trial(&self, side: Side, scenario: &Scenario) -> Seat {
        if let Some(seat) = self.stand_in(side) {
            return seat;
        }
        let limit = self.limit.filter(|limit| matches!(limit, ThinkingLimit::Steps(_)));
        self.seat_of_commander(commander_names()[self.commander], limit, &scenario.rules)
    }

    /// Returns the commander who stands in for a person, a program or a policy in battles that are played beforehand.
    #[must_use]
    pub fn stand_in(&self, side: Side) -> Option<Seat> {
        let commands_itself = self.is_listed() && self.commander > 0;
        (!commands_itself).then(|| Seats::default()[side].clone())
    }

    fn seat_of_commander(&self, name: &str, limit: Option<ThinkingLimit>, rules: &Ruleset) -> Seat {
        let rank = self.rank.map(|rank| rules.ranks[rank].name.to_lowercase());
        let doctrine = self.doctrine.as_ref().filter(|_| self.has_use_for_doctrine());
        let name = match CommanderName::from(name) {
            CommanderName::BuiltIn(BuiltInName { commander, .. }) => CommanderName::BuiltIn(BuiltInName {
                commander,
                rank,
                doctrine: doctrine.map(|doctrine| doctrine.name().to_owned()),
                limit,
            }),
            other => other,
        };
        let seat = Seat::from_name(name);
        match doctrine {
            Some(doctrine) => seat.with_doctrine(doctrine.numbers()),
            None => seat,
        }
    }
}
