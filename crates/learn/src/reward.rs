//! Rewards: what a side gains by an order, in numbers that add up to 0 over both sides.

use hotgates_engine::{Battle, Side};

/// Weights of a reward. What one side gains, the other loses.
///
/// Men and ground are differences of shares, so that over a whole battle each adds up to between −2 and 2 times its
/// weight. They are counted on the true battle: under fog of war they tell a learner what its view does not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RewardForm {
    /// Reward of the winner at the end.
    pub outcome: f32,
    /// Reward for the whole enemy army destroyed and the whole own one kept, given as men fall.
    pub men: f32,
    /// Reward for all hexes with a flag, given as they are taken.
    pub ground: f32,
}

impl Default for RewardForm {
    fn default() -> Self {
        Self::OUTCOME
    }
}

impl RewardForm {
    /// Victory alone counts.
    pub const OUTCOME: Self = Self { outcome: 1.0, men: 0.0, ground: 0.0 };
    /// Men and ground count on the way, victory most.
    pub const SHAPED: Self = Self { outcome: 1.0, men: 0.5, ground: 0.25 };

    /// Returns the worth of a position to Red; rewards are differences of it.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, Scenario};
    /// use hotgates_learn::RewardForm;
    ///
    /// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
    /// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
    /// assert_eq!(RewardForm::SHAPED.worth_to_red(&battle), -0.25, "Blue holds the castle");
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    pub fn worth_to_red(&self, battle: &Battle) -> f32 {
        let mut worth = 0.0;
        if self.outcome != 0.0
            && let Some(winner) = battle.verdict().and_then(|verdict| verdict.winner)
        {
            worth += if winner == Side::Red { self.outcome } else { -self.outcome };
        }
        if self.men != 0.0 {
            let share = |side| share_of(battle.living_strength(side), battle.start_strength(side));
            worth += self.men * (share(Side::Red) - share(Side::Blue));
        }
        if self.ground != 0.0 {
            let (red, all) = battle
                .flags()
                .fold((0, 0), |(red, all), (_, owner)| (red + u32::from(owner == Side::Red), all + 1));
            worth += self.ground * if all > 0 { 2.0 * share_of(red, all) - 1.0 } else { 0.0 };
        }
        worth
    }
}

fn share_of(part: u32, whole: u32) -> f32 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share of the men of an army needs no more than 24 bits"
    )]
    let share = part as f32 / whole.max(1) as f32;
    share
}
