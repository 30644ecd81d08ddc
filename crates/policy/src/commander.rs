//! The commander that plays by scores of actions.

use hotgates_ai::{Budget, Commander, Reason};
use hotgates_engine::{Battle, Order, UnitId, View};
use hotgates_learn::{EncodingShape, PickedOrders, PlaneWriter, UnitTableWriter};

/// Scores the actions of a position: the part of a policy that has learned.
pub trait ActionScorer: Send {
    /// Returns a score for each action, given planes and unit table as `hotgates-learn` writes them.
    ///
    /// # Errors
    /// The reason in words why there are none.
    fn score_actions(&mut self, planes: &[f32], units: &[f32]) -> Result<Vec<f32>, String>;
}

/// A commander that plays the legal action with the highest score; of equal ones that with the lowest number.
///
/// Rank and steps make no difference to it.
///
/// ```
/// use hotgates_engine::{Battle, Coord, MapFile, Order, Scenario, UnitId};
/// use hotgates_play::Player;
/// use hotgates_policy::{ActionScorer, PolicyCommander};
///
/// /// Scores actions by their numbers: the lower, the better.
/// struct WestIsBest;
///
/// impl ActionScorer for WestIsBest {
///     fn score_actions(&mut self, planes: &[f32], _: &[f32]) -> Result<Vec<f32>, String> {
///         Ok((0..21_i8).map(|action| -f32::from(action)).collect())
///     }
/// }
///
/// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let policy = PolicyCommander::new("policy:west", &battle, Box::new(WestIsBest));
/// let (order, _) = Player::new(Box::new(policy), None).next_order(&battle);
/// let Order::Move { unit: UnitId(0), to } = order else { panic!("{order}") };
/// assert_eq!(Coord::from(to).row, 0);
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
pub struct PolicyCommander {
    name: String,
    scorer: Box<dyn ActionScorer>,
    shape: EncodingShape,
    orders: PickedOrders,
    writer: PlaneWriter,
    planes: Vec<u8>,
    unit_writer: UnitTableWriter,
    units: Vec<u16>,
}

impl PolicyCommander {
    /// Returns a commander of this name for battles like this one.
    #[must_use]
    pub fn new(name: impl Into<String>, battle: &Battle, scorer: Box<dyn ActionScorer>) -> Self {
        let shape = EncodingShape::of_battle(battle);
        Self {
            name: name.into(),
            scorer,
            orders: PickedOrders::new(battle),
            writer: PlaneWriter::default(),
            planes: vec![0; shape.plane_bytes()],
            unit_writer: UnitTableWriter::default(),
            units: vec![0; shape.unit_numbers()],
            shape,
        }
    }

    /// Scores all actions of a position in which a unit may have been picked.
    fn score_position(&mut self, view: View<'_>, picked: Option<UnitId>) -> Result<Vec<f32>, String> {
        self.writer.write_planes(&self.shape, view, picked, &mut self.planes);
        self.unit_writer.write_table(&self.shape, view, &mut self.units);
        let planes: Vec<f32> = self.planes.iter().copied().map(f32::from).collect();
        let units: Vec<f32> = self.units.iter().copied().map(f32::from).collect();
        self.scorer.score_actions(&planes, &units)
    }

    /// Finds the next order by its scores: a unit, or the end of the turn, and then what the unit does.
    fn find_order(&mut self, view: View<'_>) -> Result<(Order, Reason), String> {
        self.orders.list_orders(view);
        let scores = self.score_position(view, None)?;
        let Some(pick) = best_choice(self.orders.picks(), &scores) else {
            return Err("there is nothing to choose from".to_owned());
        };
        let Some(unit) = pick.chosen else {
            return Ok((Order::EndTurn, pick.in_words("ends the turn")));
        };
        let scores = self.score_position(view, Some(unit))?;
        match best_choice(self.orders.orders_of_unit(unit), &scores) {
            Some(order) => Ok((order.chosen, order.in_words("what the unit does"))),
            None => Err("the picked unit has no orders".to_owned()),
        }
    }
}

impl Commander for PolicyCommander {
    fn name(&self) -> &str {
        &self.name
    }

    fn order(&mut self, view: View<'_>, _: &mut Budget) -> (Order, Reason) {
        let failed = |why| (Order::EndTurn, Reason::Own(format!("the policy gives no scores: {why}")));
        self.find_order(view).unwrap_or_else(failed)
    }
}

/// The best of several choices, with its score and that of the next best.
#[derive(Debug, PartialEq)]
struct BestChoice<T> {
    chosen: T,
    score: f32,
    next: Option<f32>,
}

impl<T> BestChoice<T> {
    fn in_words(&self, what: &str) -> Reason {
        let next = self.next.map_or(String::new(), |next| format!(", the next best {next:.2}"));
        Reason::Own(format!("{what}: score {:.2}{next}", self.score))
    }
}

/// Returns the choice with the highest score. Of equal scores that of the lowest action counts, and what is no number is
/// the lowest.
fn best_choice<T>(choices: impl Iterator<Item = (u32, T)>, scores: &[f32]) -> Option<BestChoice<T>> {
    // Adding 0 makes one zero of the two.
    let score_of =
        |action: u32| scores.get(action as usize).map(|score| score + 0.0).filter(|score| !score.is_nan());
    let mut ranked: Vec<_> = choices
        .map(|(action, choice)| (score_of(action).unwrap_or(f32::NEG_INFINITY), action, choice))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let next = ranked.get(1).map(|&(score, ..)| score);
    ranked.into_iter().next().map(|(score, _, chosen)| BestChoice { chosen, score, next })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen_of(scores: &[f32]) -> Option<char> {
        best_choice([(2, 'c'), (0, 'a'), (1, 'b')].into_iter(), scores).map(|best| best.chosen)
    }

    #[test]
    fn the_highest_score_counts_and_of_equal_ones_the_lowest_action() {
        assert_eq!(chosen_of(&[1.0, 3.0, 2.0]), Some('b'));
        assert_eq!(chosen_of(&[3.0, 3.0, 3.0]), Some('a'));
        // The two zeros are equal, as they are to whoever trained the policy.
        assert_eq!(chosen_of(&[-0.0, 0.0, -1.0]), Some('a'));
        assert_eq!(chosen_of(&[f32::NAN, -5.0, f32::NAN]), Some('b'));
        assert_eq!(chosen_of(&[f32::NAN, f32::NAN, f32::NAN]), Some('a'));
        assert_eq!(chosen_of(&[]), Some('a'));
        assert_eq!(best_choice(std::iter::empty::<(u32, char)>(), &[1.0]), None);
    }
}
