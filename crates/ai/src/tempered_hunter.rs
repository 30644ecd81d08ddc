//! `hunter` as it takes a seat: with steps to spare it plays its tempers forward before it takes
//! one.

use std::sync::Arc;

use hotgates_engine::{Order, Side, View};

use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::front::is_contact_near;
use crate::hunter::Hunter;
use crate::reason::Reason;
use crate::rehearsal::Rehearsal;
use crate::temper::Temper;
use hotgates_doctrine::Doctrine;
use hotgates_search::Budget;

/// A hunter that compares several tempers in each half-turn with the steps for more than one, and
/// takes the one that leads to the best position.
#[derive(Debug, Clone)]
pub(crate) struct TemperedHunter<E> {
    hunter: Hunter,
    doctrine: Arc<Doctrine>,
    /// Compares tempers; `None` until there are steps for more than one.
    trial: Option<Box<TemperTrial<E>>>,
    /// `true` if the temper of this half-turn is chosen.
    chosen: bool,
}

impl<E: TrialEnemy> Default for TemperedHunter<E> {
    fn default() -> Self {
        Self::new(Arc::default())
    }
}

impl<E: TrialEnemy> TemperedHunter<E> {
    /// Makes a hunter that weighs things as a doctrine has it.
    pub(crate) fn new(doctrine: Arc<Doctrine>) -> Self {
        let hunter = Hunter::with_doctrine(Arc::clone(&doctrine));
        Self { hunter, doctrine, trial: None, chosen: false }
    }

    /// Returns the hunter, for orders that compare no tempers: it keeps the temper that it took last, at first the usual.
    pub(crate) const fn usual(&mut self) -> &mut Hunter {
        &mut self.hunter
    }
}

impl<E: TrialEnemy> Commander for TemperedHunter<E> {
    fn name(&self) -> &str {
        self.hunter.name()
    }

    fn begin(&mut self, view: View<'_>) {
        self.chosen = false;
        self.hunter.begin(view);
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        if !std::mem::replace(&mut self.chosen, true) {
            let mut temper = Temper::Usual;
            if count_tempers(view, budget.steps_left()) > 1 && is_contact_near(view, view.side()) {
                let trial =
                    self.trial.get_or_insert_with(|| Box::new(TemperTrial::new(view, &self.doctrine)));
                temper = trial.best_temper(view, budget);
            }
            self.hunter.take_temper(temper, view);
        }
        self.hunter.order(view, budget)
    }
}

/// The tempers, the first of which are compared where steps do not suffice for all.
const TEMPERS: [Temper; 5] =
    [Temper::Usual, Temper::Bombarding, Temper::Headlong, Temper::Straight, Temper::Cautious];

/// Steps of a half-turn for each temper that is compared: in the classic ruleset a Brigadier
/// compares three, a General all.
const STEPS_FOR_EACH: u64 = 3333;

/// Number of units up to which a temper costs no more steps.
const USUAL_UNITS: u64 = 24;

/// Steps of each half-turn that is played forward.
const STEPS_AHEAD: u64 = 1000;

/// The comparison of tempers, with memory that the next one uses again.
#[derive(Debug, Clone)]
struct TemperTrial<E> {
    rehearsal: Rehearsal,
    hunters: Vec<Hunter>,
    enemy: E,
    /// The enemy, if it hunts.
    hunting_enemy: Hunter,
}

/// The commander that plays the enemy where tempers are compared.
pub(crate) trait TrialEnemy: Commander + Clone {
    /// Makes the enemy, which weighs things as a doctrine has it.
    fn with_doctrine(doctrine: &Arc<Doctrine>) -> Self;

    /// Has the enemy forget what it chose in the trial before.
    fn begin_trial(&mut self);
}

/// Number of tempers that a half-turn of so many steps pays for: a temper costs more the more
/// units there are to play.
fn count_tempers(view: View<'_>, steps: u64) -> usize {
    let units = u64::from(view.alive(Side::Red) + view.alive(Side::Blue)).max(USUAL_UNITS);
    let count = steps * USUAL_UNITS / (STEPS_FOR_EACH * units);
    usize::try_from(count).map_or(TEMPERS.len(), |count| count.min(TEMPERS.len()))
}

impl<E: TrialEnemy> TemperTrial<E> {
    /// Makes the memory of the trials of a hunter with a doctrine.
    fn new(view: View<'_>, doctrine: &Arc<Doctrine>) -> Self {
        let hunter = |temper| Hunter::with_doctrine(Arc::clone(doctrine)).in_temper(temper);
        Self {
            rehearsal: Rehearsal::new(view, ConditionWeight(doctrine.condition)),
            hunters: TEMPERS.map(hunter).to_vec(),
            enemy: E::with_doctrine(doctrine),
            hunting_enemy: Hunter::with_doctrine(Arc::clone(doctrine)),
        }
    }

    /// Plays as many tempers forward as the steps pay for, with half of them, against a warden, or
    /// against a hunter where one would have played the enemy's last half-turn. Returns the temper
    /// that leads to the position worth most, of equals the first.
    fn best_temper(&mut self, view: View<'_>, budget: &mut Budget) -> Temper {
        let mut part = budget.split_part(budget.steps_left() / 2);
        let count = count_tempers(view, budget.steps_left());
        self.rehearsal.begin(view, STEPS_AHEAD);
        self.rehearsal.survey_marches();
        self.enemy.begin_trial();
        let hunts = self.rehearsal.foretells_enemy(view, &mut self.hunting_enemy, &mut part);
        let mut best: Option<(i64, Temper)> = None;
        for (hunter, temper) in self.hunters.iter_mut().zip(TEMPERS).take(count) {
            let enemy: &mut dyn Commander = if hunts { &mut self.hunting_enemy } else { &mut self.enemy };
            if self.rehearsal.play_forward(hunter, enemy, &mut part).is_none() {
                break;
            }
            let worth = self.rehearsal.position_worth();
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, temper));
            }
        }
        budget.take_steps(part.steps_spent());
        best.map_or(Temper::Usual, |(_, temper)| temper)
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Arm, Battle, Dice, MapFile, Scenario};

    use super::*;
    use crate::warden::SettledWarden;

    /// Returns Red's turn before a pass that Blue's infantry holds, with so many guns and so much
    /// infantry of Red's, of so many men each, near it.
    fn held_pass(guns: i32, infantry: i32, men: i32) -> Battle {
        let mut rows = vec!["...............".to_owned(); 13];
        for row in [6, 7] {
            rows[row] = "^^^^^^^.^^^^^^^".to_owned();
        }
        rows[12] = ".......#.......".to_owned();
        let army = |kind: &str, men: i32, cells: Vec<(i32, i32)>| {
            let unit =
                |(col, row): &(i32, i32)| format!(r#"(type: "{kind}", at: ({col}, {row}), strength: {men})"#);
            cells.iter().map(unit).collect::<Vec<_>>().join(", ")
        };
        let red = army("artillery", 200, (0..guns).map(|gun| (6 + gun, 3)).collect());
        let storm = army("infantry", men, (0..infantry).map(|unit| (5 + unit, 4)).collect());
        let blue = army("infantry", 1000, vec![(7, 6), (7, 7), (7, 8), (6, 8), (8, 8)]);
        let source = format!(
            r#"Map(name: "pass", rows: {rows:?}, turns: 20, red: (units: [{red}, {storm}]),
                blue: (units: [{blue}]))"#
        );
        let mut scenario = Scenario::classic(MapFile::from_ron(&source).unwrap());
        scenario.rules.setup.distance = 0;
        Battle::from_scenario(&scenario).unwrap()
    }

    /// Returns the arms that attack in a half-turn.
    fn attacking_arms(hunter: &mut Hunter, mut battle: Battle) -> Vec<Arm> {
        let (mut budget, mut arms) = (Budget::new(10_000), Vec::new());
        hunter.begin(View::new(&battle, Side::Red));
        while battle.side() == Side::Red {
            let (order, _) = hunter.order(View::new(&battle, Side::Red), &mut budget);
            if let Order::Attack { unit, .. } = order {
                arms.push(battle.kind(unit).arm);
            }
            battle.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
        }
        arms
    }

    #[test]
    fn guns_shell_a_held_pass_before_infantry_storms_it() {
        let battle = held_pass(3, 4, 600);
        let view = View::new(&battle, Side::Red);
        let arms = |temper: Temper| attacking_arms(&mut Hunter::default().in_temper(temper), battle.clone());
        assert_eq!(arms(Temper::Usual), [&[Arm::Artillery; 3][..], &[Arm::Infantry]].concat());
        assert_eq!(arms(Temper::Bombarding), [Arm::Artillery; 3]);
        let mut trial = TemperTrial::<SettledWarden>::new(view, &Doctrine::built_in_doctrine());
        assert_eq!(trial.best_temper(view, &mut Budget::new(25_000)), Temper::Bombarding);
        let battle = held_pass(5, 2, 1000);
        let temper = trial.best_temper(View::new(&battle, Side::Red), &mut Budget::new(25_000));
        assert_eq!(temper, Temper::Usual);
    }
}
