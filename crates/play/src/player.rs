//! Players: commanders on their seats, each with a budget.

use hotgates_engine::{Battle, BySide, Dice, DiceSource, Order, RankId, Reach, Side, UnitId, View};
use hotgates_search::{Budget, Cancel};

use hotgates_ai::{Commander, Reason, Thinking, WantedPosition, steps_of_half_turn};

/// Number of steps that no commander takes in the time that anybody waits.
const STEPS_BY_CLOCK: u64 = 1_000_000_000;

/// A commander in its seat, with the rank or the steps that set its budget, and what is left of the
/// budget in this half-turn.
///
/// ```
/// use hotgates_play::{Player, Seat};
/// use hotgates_engine::{Battle, MapFile, Scenario};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let mut player: Player = Seat::from_name("hunter").make_player(&battle, 1)?.with_steps(100);
/// let (order, reason) = player.next_order(&battle);
/// assert!(!reason.in_words(&battle).is_empty(), "{order}");
/// assert_eq!(player.half_turn_budget().steps_left() + player.half_turn_budget().steps_spent(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player {
    commander: Box<dyn Commander>,
    rank: Option<RankId>,
    steps: Option<u64>,
    budget: Budget,
    /// Steps of the half-turns before that of the budget.
    steps_before: u64,
    /// The half-turn that the budget is for.
    half_turn: Option<(u32, Side)>,
    /// Flag that ends the player's thoughts.
    cancel: Option<Cancel>,
}

impl Player {
    /// Returns a player whose budget the given rank sets, or the highest rank alive on the player's
    /// side.
    #[must_use]
    pub fn new(commander: Box<dyn Commander>, rank: Option<RankId>) -> Self {
        let (steps, cancel) = (None, None);
        Self { commander, rank, steps, budget: Budget::default(), steps_before: 0, half_turn: None, cancel }
    }

    /// Returns the player, whose thoughts end at once when the flag is set: its orders are legal then, and worth
    /// nothing.
    #[must_use]
    pub fn cancelled_by(self, cancel: Cancel) -> Self {
        Self { cancel: Some(cancel), ..self }
    }

    /// Returns the player with a budget of this many steps for each half-turn, whatever the rank.
    #[must_use]
    pub fn with_steps(self, steps: u64) -> Self {
        Self { steps: Some(steps), ..self }
    }

    /// Name of the commander.
    pub fn name(&self) -> &str {
        self.commander.name()
    }

    /// Budget of the present half-turn: the steps left and taken.
    pub const fn half_turn_budget(&self) -> &Budget {
        &self.budget
    }

    /// Steps taken in all half-turns so far.
    pub const fn steps_taken(&self) -> u64 {
        self.steps_before + self.budget.steps_spent()
    }

    /// Returns the next order of the side to move, and why.
    pub fn next_order(&mut self, battle: &Battle) -> (Order, Reason) {
        let view = View::new(battle, battle.side());
        self.begin_half_turn(view, self.steps);
        self.commander.order(view, &mut self.budget)
    }

    /// Returns the next order for the side that looks, thinking no longer than another budget lasts.
    pub(crate) fn next_order_beside(&mut self, view: View<'_>, other: &Budget) -> (Order, Reason) {
        self.begin_half_turn(view, self.steps);
        self.budget = std::mem::take(&mut self.budget).ended_with(other);
        self.commander.order(view, &mut self.budget)
    }

    /// Has the next order begin a half-turn.
    pub(crate) const fn forget_half_turn(&mut self) {
        self.half_turn = None;
    }

    /// Returns the player with another commander made of its own.
    pub(crate) fn map_commander(self, make: impl FnOnce(Box<dyn Commander>) -> Box<dyn Commander>) -> Self {
        Self { commander: make(self.commander), ..self }
    }

    /// Returns the next order like [`next_order`](Self::next_order), from now on
    /// [cancelled by](Self::cancelled_by) this flag.
    pub fn next_order_unless(&mut self, battle: &Battle, cancel: &Cancel) -> (Order, Reason) {
        self.cancel = Some(cancel.clone());
        self.next_order(battle)
    }

    /// Returns the next order like [`next_order_unless`](Self::next_order_unless), thinking until the
    /// flag `time_up` is set instead of for a number of steps: the order is the best found by then.
    ///
    /// A flag that is set by a clock makes orders depend on the time. Commanders who never need more
    /// than some steps are ready before.
    pub fn next_order_in_time(
        &mut self,
        battle: &Battle,
        cancel: &Cancel,
        time_up: &Cancel,
    ) -> (Order, Reason) {
        let view = View::new(battle, battle.side());
        self.cancel = Some(cancel.clone());
        self.begin_half_turn(view, Some(STEPS_BY_CLOCK));
        self.budget = std::mem::take(&mut self.budget).ended_by(time_up.clone());
        self.commander.order(view, &mut self.budget)
    }

    /// Begins the half-turn of the side that looks, unless it has begun already, with this many steps or those of the
    /// rank.
    fn begin_half_turn(&mut self, view: View<'_>, steps: Option<u64>) {
        let half_turn = Some((view.turn(), view.side()));
        if self.half_turn != half_turn {
            self.half_turn = half_turn;
            self.steps_before = self.steps_taken();
            self.budget = match steps {
                Some(steps) => Budget::new(steps),
                None => Budget::new(steps_of_half_turn(view, self.rank)),
            };
            self.commander.begin(view);
        }
        if let Some(cancel) = &self.cancel {
            self.budget = std::mem::take(&mut self.budget).cancelled_by(cancel.clone());
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_set)
    }

    /// Brings a player up to date in the middle of a half-turn, by asking once more for the orders
    /// that it has given in the half-turn's positions so far: commanders remember nothing else.
    pub fn repeat_half_turn_orders<'a>(&mut self, positions: impl IntoIterator<Item = &'a Battle>) {
        for battle in positions {
            if self.is_cancelled() {
                return;
            }
            self.next_order(battle);
        }
    }

    /// Returns the reasons for the orders that this player gave in the positions of a half-turn,
    /// up to the first order that it would not give again or until the flag is set.
    pub fn recall_reasons<'a>(
        &mut self,
        given: impl IntoIterator<Item = (&'a Battle, Order)>,
        cancel: &Cancel,
    ) -> Vec<Reason> {
        let again = |(battle, order): (&Battle, Order)| {
            let (now, reason) = self.next_order_unless(battle, cancel);
            (now == order && !cancel.is_set()).then_some(reason)
        };
        given.into_iter().map_while(again).collect()
    }

    /// Returns the commander's thoughts in the present half-turn so far: [`insight`](Self::insight)
    /// without the orders to come, candidates and filled positions.
    pub fn thinking_so_far(&self) -> Thinking {
        let mut thinking = self.commander.thinking();
        let (left, spent) = (self.budget.steps_left(), self.budget.steps_spent());
        (thinking.steps.of, thinking.steps.spent) = (left + spent, spent);
        thinking
    }

    /// Plays the half-turn of the side to move on a copy of a battle, its end left to the caller;
    /// returns the orders with their reasons. An order that is illegal ends it.
    ///
    /// The player forgets the half-turn that it was in, so it must not be one of a match.
    ///
    /// ```
    /// use hotgates_engine::{Battle, Dice, MapFile, Scenario};
    /// use hotgates_play::Seat;
    ///
    /// let map = MapFile::from_ron(
    ///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
    ///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
    /// )?;
    /// let mut battle = Battle::from_scenario(&Scenario::classic(map))
    ///     .map_err(|faults| faults[0].to_string())?;
    /// let mut player = Seat::from_name("hunter").make_player(&battle, 1)?;
    /// let orders = player.play_half_turn_on(&mut battle, &mut Dice::showing_sums([7, 7]));
    /// assert_eq!(orders.len(), 1, "the cavalry comes nearer");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_half_turn_on(&mut self, battle: &mut Battle, dice: &mut Dice) -> Vec<(Order, Reason)> {
        self.forget_half_turn();
        let (side, mut orders, mut log) = (battle.side(), Vec::new(), Vec::new());
        while battle.verdict().is_none() && battle.side() == side && !self.is_cancelled() {
            let (order, reason) = self.next_order(battle);
            if order == Order::EndTurn || battle.act(order, dice, &mut log).is_err() {
                break;
            }
            orders.push((order, reason));
        }
        orders
    }

    /// Returns the commander's thoughts about a battle at the beginning of a half-turn of `side`:
    /// its choke sets, each with the reason why it is held or not, the positions that it wants, the
    /// units that could fill them and will, the steps taken, and the orders it would give. The
    /// half-turn is played on a copy of what the side knows, with planning dice; if the enemy is to
    /// move, as if the enemy did nothing.
    ///
    /// The player forgets the half-turn that it is in, so it must not be one of a match. Cost: a
    /// half-turn, and the reach of each unit.
    pub fn insight(&mut self, battle: &Battle, side: Side) -> Thinking {
        let (mut ahead, mut dice, mut log) = (battle.known_to(side).clone(), Dice::new(0), Vec::new());
        if ahead.verdict().is_none() && ahead.side() != side {
            ahead.act(Order::EndTurn, &mut dice, &mut log).expect("a turn may always be ended");
        }
        let start = ahead.clone();
        let orders = self.play_half_turn_on(&mut ahead, &mut dice);
        if self.half_turn.is_none() {
            return Thinking::default();
        }
        let mut thinking = Thinking { orders, ..self.thinking_so_far() };
        let mut reach = Reach::new();
        for unit in start.living(side) {
            start.reach(unit, &mut reach);
            let here = start.unit(unit).cell;
            for WantedPosition { position, candidates, .. } in &mut thinking.wanted {
                let there = position.cell == here || reach.points_left_at(position.cell).is_some();
                if there && position.fits_unit(View::new(&start, side), unit) {
                    candidates.push(unit);
                }
            }
        }
        for WantedPosition { position, filled, .. } in &mut thinking.wanted {
            let fits = |&unit: &UnitId| {
                ahead.info(unit).side == side && position.fits_unit(View::new(&ahead, side), unit)
            };
            *filled = ahead.at(position.cell).filter(fits);
        }
        self.forget_half_turn();
        thinking
    }
}

/// Returns the seeds of both players' own chance in a battle whose dice have this source.
///
/// Of a key, each side's seed is made for it alone, so that it tells nothing about the dice or the other
/// side. Of a seed, both are drawn from a generator like that of the dice, far away from them: whoever tries
/// out small seeds finds the one that makes a commander's own.
///
/// ```
/// use hotgates_play::seeds_of_players;
///
/// let own = seeds_of_players(7_u64);
/// assert_ne!(own.red, own.blue);
/// assert_eq!(own, seeds_of_players(7_u64));
/// ```
#[must_use]
pub fn seeds_of_players(source: impl Into<DiceSource>) -> BySide<u64> {
    match source.into() {
        DiceSource::Seed(seed) => {
            let mut draw = Dice::for_other_purpose(seed, 2);
            let mut word = || {
                let [high, low] = [0; 2].map(|_| u64::from(draw.draw_below(u32::MAX)));
                high << 32 | low
            };
            BySide::new(|_| word())
        }
        DiceSource::Key(key) => {
            BySide::new(|side| key.derived_number("commander", &[side.name().as_bytes()]))
        }
    }
}
