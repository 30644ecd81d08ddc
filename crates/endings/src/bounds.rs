//! What is certain of a position without a search, and the key under which it is remembered.

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Attack, Cell, Field, KnownBattle, Objective, Permille, Side, UnitId, View};

use crate::answer::WinChance;

/// Value of a position that Red has won.
pub(crate) const WON: u64 = WinChance::CERTAIN.as_fixed_point();

/// Facts of a battle that do not change while its ending is searched.
#[derive(Debug)]
pub(crate) struct BattleFacts {
    /// Units alive where the search began, in ascending order.
    units: Vec<UnitFacts>,
    /// Cost of marching to each castle with no enemy in the way, for each layer of costs.
    marches: Vec<Vec<Option<Field>>>,
    highest_roll: Permille,
    invasion: bool,
}

#[derive(Debug, Clone, Copy)]
struct UnitFacts {
    id: UnitId,
    side: Side,
    lowest_cost: u32,
    attack_cost: u32,
    movement: u32,
    range: u32,
}

/// Points that units are reckoned to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReckonedPoints {
    /// Those that they have left.
    Left,
    /// All, as at the beginning of a half-turn.
    Full,
}

impl BattleFacts {
    pub(crate) fn new(view: View<'_>) -> Self {
        let mut units: Vec<_> = Side::BOTH
            .into_iter()
            .flat_map(|side| view.living(side))
            .map(|id| UnitFacts::new(view, id))
            .collect();
        units.sort_unstable_by_key(|unit| unit.id);
        let marches = view.map().castles().iter().map(|&castle| {
            let mut layers: Vec<Option<Field>> = Vec::new();
            for unit in &units {
                let kind = view.info(unit.id).kind;
                let layer = view.map().cost_layer_number(kind);
                if layers.len() <= layer {
                    layers.resize(layer + 1, None);
                }
                layers[layer].get_or_insert_with(|| {
                    let mut field = Field::new();
                    field.towards_targets(view.grid(), [castle], view.map().costs(kind), |_| true);
                    field
                });
            }
            layers
        });
        let marches = marches.collect();
        let dice = view.combat().dice();
        // The reckoning of what is lost already has Blue move last.
        let invasion = view.objective() == Objective::Invasion && view.first_side() == Side::Red;
        let highest_roll = Permille(dice.roll_base.0 + 12 * dice.roll_step.0);
        Self { units, marches, highest_roll, invasion }
    }

    /// Returns the value if the battle is over.
    pub(crate) fn final_value(battle: &KnownBattle) -> Option<u64> {
        let verdict = battle.verdict()?;
        Some(match verdict.winner {
            Some(Side::Red) => WON,
            Some(Side::Blue) => 0,
            None => WinChance::EVEN.as_fixed_point(),
        })
    }

    /// Returns `true` if it is the last half-turn of an invasion, in which only the castles count,
    /// and whether anybody is left.
    pub(crate) fn only_castles_count(&self, view: View<'_>) -> bool {
        self.invasion && view.half_turns_left() == 1
    }

    /// Returns `true` if Red, to move, has lost unless it holds every castle when it ends this
    /// half-turn.
    pub(crate) fn must_hold_all(&self, view: View<'_>) -> bool {
        self.invasion && view.half_turns_left() == 2
    }

    /// Returns bounds on the value of a position that is not over, to Red.
    pub(crate) fn value_bounds(&self, view: View<'_>) -> (u64, u64) {
        if !self.invasion {
            return (0, WON);
        }
        let left = view.half_turns_left();
        let all_red = view.holds_all_castles(Side::Red);
        match view.side_to_move() {
            Side::Red => {
                let safe = all_red && !self.can_break_conquest(view, ReckonedPoints::Full);
                let lost = left == 2 && !self.can_conquer(view, ReckonedPoints::Left);
                (if safe { WON } else { 0 }, if lost { 0 } else { WON })
            }
            Side::Blue if all_red => {
                // Red wins at the end of this half-turn, unless Blue does something about it.
                let safe = !self.can_break_conquest(view, ReckonedPoints::Left);
                (if safe { WON } else { 0 }, WON)
            }
            Side::Blue if left == 1 => (0, 0),
            Side::Blue => {
                let lost = left == 3 && !self.can_conquer(view, ReckonedPoints::Full);
                (0, if lost { 0 } else { WON })
            }
        }
    }

    /// Returns `false` if Red, while Blue stands still, can neither hold every castle at the end of
    /// a half-turn nor destroy every enemy.
    fn can_conquer(&self, view: View<'_>, points: ReckonedPoints) -> bool {
        let missing = |&(_, (_, owner)): &(usize, (Cell, Side))| owner == Side::Blue;
        let mut castles = view.castles().enumerate().filter(missing);
        castles.all(|(index, (castle, _))| self.can_enter_castle(view, Side::Red, (index, castle), points))
            || self.can_annihilate(view, Side::Red, points)
    }

    /// Returns `false` if Blue can neither enter a castle of Red's in a half-turn nor destroy every
    /// enemy.
    fn can_break_conquest(&self, view: View<'_>, points: ReckonedPoints) -> bool {
        let mut castles = view.castles().enumerate().filter(|&(_, (_, owner))| owner == Side::Red);
        castles.any(|(index, (castle, _))| self.can_enter_castle(view, Side::Blue, (index, castle), points))
            || self.can_annihilate(view, Side::Blue, points)
    }

    fn can_annihilate(&self, view: View<'_>, side: Side, points: ReckonedPoints) -> bool {
        view.living(side.other()).all(|target| {
            let most: u32 = self
                .living_units(view, side)
                .map(|unit| {
                    unit.greatest_attack_count(view, target, points)
                        * self.greatest_losses(view, unit, target)
                })
                .sum();
            most >= u32::from(view.unit(target).strength.0)
        })
    }

    /// Returns `false` if no unit of a side can come to a castle in a half-turn, or an enemy on the
    /// castle cannot be destroyed besides.
    fn can_enter_castle(
        &self,
        view: View<'_>,
        side: Side,
        castle: (usize, Cell),
        points: ReckonedPoints,
    ) -> bool {
        let (index, castle) = castle;
        let occupant = view.at(castle).filter(|&unit| view.info(unit).side != side);
        self.living_units(view, side).any(|unit| {
            let Some(cost) = self.march_cost(view, unit, index) else { return false };
            let Some(rest) = unit.reckoned_points(view, points).checked_sub(cost) else { return false };
            let Some(target) = occupant else { return true };
            let most: u32 = self
                .living_units(view, side)
                .map(|other| {
                    let mut attacks = other.greatest_attack_count(view, target, points);
                    if other.id == unit.id {
                        attacks = attacks.min(rest / other.attack_cost);
                    }
                    attacks * self.greatest_losses(view, other, target)
                })
                .sum();
            most >= u32::from(view.unit(target).strength.0)
        })
    }

    /// Lists the living units of a side.
    fn living_units<'a>(&'a self, view: View<'a>, side: Side) -> impl Iterator<Item = &'a UnitFacts> {
        self.units.iter().filter(move |unit| unit.side == side && view.unit(unit.id).alive())
    }

    /// Returns the cost of the march of a unit to a castle with no enemy in the way.
    fn march_cost(&self, view: View<'_>, unit: &UnitFacts, castle: usize) -> Option<u32> {
        let kind = view.info(unit.id).kind;
        let field = self.marches[castle][view.map().cost_layer_number(kind)].as_ref()?;
        field.cost_to(view.unit(unit.id).cell, view.map().costs(kind))
    }

    /// Returns `true` if a unit may come to a castle with the points that it has left.
    pub(crate) fn may_enter_castle(&self, view: View<'_>, unit: UnitId, castle: usize) -> bool {
        let facts = self.units.iter().find(|facts| facts.id == unit).expect("it lived when the search began");
        self.march_cost(view, facts, castle).is_some_and(|cost| cost <= view.unit(unit).left.0.into())
    }

    /// Returns the losses of a target by the highest roll.
    fn greatest_losses(&self, view: View<'_>, unit: &UnitFacts, target: UnitId) -> u32 {
        let (from, to) = (view.unit(unit.id).cell, view.unit(target).cell);
        let (striker, struck) = (view.fighter_on(unit.id, from), view.fighter_on(target, to));
        let by = |attack| view.combat().blow(attack, striker, struck, false).losses(self.highest_roll).0;
        let melee = by(Attack::Melee);
        u32::from(if unit.range > 1 { melee.max(by(Attack::Ranged)) } else { melee })
    }

    /// Returns the key of a position: equal for positions of equal value that differ only in what
    /// cannot matter any more, and by chance of 2⁻⁶⁴ for others.
    ///
    /// The engine's hash tells more positions apart: it holds the points of the side that is not to
    /// move, which it gets anew. In the last half-turn of an invasion neither the men of a unit
    /// count that can do nothing more nor those of an enemy that nobody can attack.
    pub(crate) fn position_key(&self, view: View<'_>) -> u64 {
        let side = view.side_to_move();
        let last = self.only_castles_count(view);
        let mut key = split_mix(u64::from(view.turn()) << 1 | side as u64);
        for (index, (_, owner)) in view.castles().enumerate() {
            key ^= split_mix(1 << 61 | (index as u64) << 1 | owner as u64);
        }
        for unit in &self.units {
            let state = view.unit(unit.id);
            if !state.alive() {
                continue;
            }
            let mut shape = u64::from(state.strength.0) << 17;
            if unit.side == side {
                shape |= u64::from(state.left.0) << 1 | u64::from(state.halted);
                if last && self.is_spent(view, unit) {
                    shape = 0;
                }
            } else if last && !self.is_exposed(view, unit) {
                shape = 0;
            }
            let place = 1 << 60 | u64::from(state.cell.0) << 16 | u64::from(unit.id.0);
            key ^= split_mix(split_mix(place) ^ shape);
        }
        key.max(1)
    }

    /// Returns `true` if a unit can neither attack nor come to a castle with the points left.
    fn is_spent(&self, view: View<'_>, unit: &UnitFacts) -> bool {
        let left = u32::from(view.unit(unit.id).left.0);
        let comes =
            |castle: usize| self.march_cost(view, unit, castle).is_some_and(|cost| cost <= left && cost > 0);
        left < unit.attack_cost && !(0..self.marches.len()).any(comes)
    }

    /// Returns `true` if an enemy may still attack a unit.
    fn is_exposed(&self, view: View<'_>, target: &UnitFacts) -> bool {
        self.living_units(view, target.side.other())
            .any(|unit| unit.greatest_attack_count(view, target.id, ReckonedPoints::Left) > 0)
    }
}

impl UnitFacts {
    /// Returns a number of attacks that the unit cannot exceed on a target in a half-turn.
    fn greatest_attack_count(&self, view: View<'_>, target: UnitId, points: ReckonedPoints) -> u32 {
        let distance = view.hex(self.id).unsigned_distance_to(view.hex(target));
        let way = distance.saturating_sub(self.range) * self.lowest_cost;
        self.reckoned_points(view, points).saturating_sub(way) / self.attack_cost
    }

    fn reckoned_points(&self, view: View<'_>, points: ReckonedPoints) -> u32 {
        match points {
            ReckonedPoints::Left => view.unit(self.id).left.0.into(),
            ReckonedPoints::Full => self.movement,
        }
    }

    fn new(view: View<'_>, id: UnitId) -> Self {
        let (info, kind) = (view.info(id), view.kind(id));
        let costs = view.map().costs(info.kind).iter().copied().filter(|&cost| cost > 0);
        Self {
            id,
            side: info.side,
            lowest_cost: costs.min().unwrap_or(1).into(),
            attack_cost: kind.attack_cost.0.into(),
            movement: kind.movement.0.into(),
            range: kind.ranged.as_ref().map_or(1, |ranged| ranged.max),
        }
    }
}
