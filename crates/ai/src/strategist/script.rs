//! Scripts: half-turns played by a rule of thumb, some twenty microseconds each.

use hotgates_engine::{Arm, Cell, MovementPoints, Order, Side, UnitId, View};

use super::simulation::Simulation;
use crate::engage::{expected_exchange, man_value};
use crate::exits::helps_to_enter;
use crate::position::{closes_with_enemy, is_garrison};

/// A rule of thumb for a half-turn.
///
/// ```
/// use hotgates_ai::{Script, ScriptAim, Simulation, StrikeMode};
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let mut simulation = Simulation::new(View::new(&battle, Side::Red));
/// simulation.play_script(Script { caution: 0, strike: StrikeMode::Melee, aim: ScriptAim::Castle });
/// assert_eq!(simulation.followed_orders().len(), 1, "the cavalry goes for the castle");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Script {
    /// Weight of the men that the enemy could cost a unit where it stops, in ‰.
    pub caution: u32,
    /// Attacks that units make.
    pub strike: StrikeMode,
    /// Goal of the units.
    pub aim: ScriptAim,
}

/// Attacks that a script has units make on enemies in reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrikeMode {
    /// Only guns attack.
    Fire,
    /// Every unit makes the best attacks it can.
    Melee,
    /// Like melee, and goes back out of danger with the points that are left.
    Withdraw,
}

/// Goal towards which a script has units go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScriptAim {
    /// To the nearest enemy.
    Enemy,
    /// To the nearest castle that the side wants.
    Castle,
    /// Nowhere.
    Stay,
}

/// Caution of a unit that goes back after its attack, in ‰.
const WITHDRAWING: u32 = 2000;

/// Worth of a movement point nearer to the goal, in men.
const MEN_PER_POINT: i64 = 8;

impl Simulation {
    /// Plays the half-turn of the side to move as a script has it, its end left to the caller.
    ///
    /// Cost: for each unit its reach, the enemies in reach and the cells in reach.
    pub fn play_script(&mut self, script: Script) {
        let side = self.battle().side_to_move();
        if self.battle().verdict().is_some() {
            return;
        }
        self.threats.compute_for_side(self.battle.view_of(side), side);
        self.list_units_in_turn(side);
        let mut waiting = std::mem::take(&mut self.waiting);
        for &unit in &waiting {
            self.play_unit(unit, script);
            if self.battle().verdict().is_some() {
                break;
            }
        }
        waiting.clear();
        self.waiting = waiting;
    }

    /// Lists the units in the order in which they act: guns, then the foremost first.
    fn list_units_in_turn(&mut self, side: Side) {
        let (view, marches) = (self.battle.view_of(side), &self.marches);
        self.waiting.clear();
        self.waiting.extend(view.living(side));
        self.waiting.sort_by_cached_key(|&unit| {
            let gun = view.kind(unit).arm == Arm::Artillery;
            (!gun, marches.cost_to_enemy(view, unit, view.unit(unit).cell).unwrap_or(u32::MAX))
        });
    }

    fn play_unit(&mut self, unit: UnitId, script: Script) {
        if !self.view().unit(unit).alive() {
            return;
        }
        if self.view().may_exit(unit) {
            self.follow_order(Order::Exit { unit });
            return;
        }
        self.compute_reach(unit);
        if let Some(castle) = self.castle_to_enter(unit) {
            self.move_unit(unit, castle);
            if self.view().may_exit(unit) {
                self.follow_order(Order::Exit { unit });
            }
            return;
        }
        let keeps = is_garrison(self.view(), unit);
        if !keeps && self.view().is_wavering(unit) {
            // It can do nothing but get out of the way.
            if let Some(cell) = self.best_stop(unit, ScriptAim::Stay, WITHDRAWING) {
                self.move_unit(unit, cell);
            }
            return;
        }
        let gun = self.view().kind(unit).arm == Arm::Artillery;
        let mut struck = false;
        if gun || script.strike != StrikeMode::Fire {
            // A unit has few attacks in a half-turn; the limit only guards against free ones.
            for _ in 0..8 {
                let Some((from, target)) = self.best_strike(unit, script) else { break };
                if !self.move_unit(unit, from) || !self.follow_order(Order::Attack { unit, target }) {
                    break;
                }
                struck = true;
                if self.battle().verdict().is_some() || !self.view().unit(unit).alive() {
                    return;
                }
                self.compute_reach(unit);
            }
        }
        let caution = match (struck, script.strike) {
            _ if keeps => return,
            (true, StrikeMode::Withdraw) => WITHDRAWING,
            (true, _) => return,
            (false, _) if script.aim == ScriptAim::Stay => return,
            (false, _) => script.caution,
        };
        if let Some(cell) = self.best_stop(unit, script.aim, caution) {
            self.move_unit(unit, cell);
        }
    }

    /// Returns the castle that the unit can enter now and that its side does not hold.
    fn castle_to_enter(&self, unit: UnitId) -> Option<Cell> {
        let view = self.view();
        let side = view.info(unit).side;
        let wanted = view.hexes_at_stake().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle);
        wanted
            .filter(|&castle| view.at(castle).is_none() && helps_to_enter(view, unit, castle))
            .find(|&castle| self.reach.points_left_at(castle).is_some())
    }

    /// Returns the best attack of a unit by expected exchange and by what stopping there risks, if
    /// it is worth more than nothing.
    fn best_strike(&mut self, unit: UnitId, script: Script) -> Option<(Cell, UnitId)> {
        self.list_strikes(unit);
        let view = self.view();
        let mut best: Option<(i64, Cell, UnitId)> = None;
        for &(from, target, by) in &self.strikes {
            let exchange = expected_exchange(view, unit, from, target, by, self.condition);
            let killed = exchange.dealt >= view.unit(target).strength.0;
            let mut gain = exchange.worth + if killed { exchange.worth.abs() / 2 } else { 0 };
            if script.aim == ScriptAim::Castle && is_garrison(view, target) {
                // Whoever wants a castle has to storm it, at a loss if need be.
                gain += i64::from(exchange.dealt) * man_value(view, target) * 3 / 2;
            }
            let worth = gain - self.risk_of_stopping(view, unit, from, script.caution) / 2;
            if gain > 0 && best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, from, target));
            }
        }
        best.map(|(_, from, target)| (from, target))
    }

    /// Returns the worth of the men that stopping on a cell may cost, at a weight in ‰.
    fn risk_of_stopping(&self, view: View<'_>, unit: UnitId, cell: Cell, caution: u32) -> i64 {
        let open = 1000 - i64::from(view.cover_on(view.info(unit).kind, cell).0);
        let men = (i64::from(self.threats.expected_men_lost(cell)) * open / 1000)
            .min(i64::from(view.unit(unit).strength.0));
        men * man_value(view, unit) * i64::from(caution) / 1000
    }

    /// Returns the cell in reach that is nearest to the goal and least in danger; `None` when that
    /// is where the unit stands.
    fn best_stop(&self, unit: UnitId, aim: ScriptAim, caution: u32) -> Option<Cell> {
        let view = self.view();
        let here = view.unit(unit).cell;
        let value = man_value(view, unit);
        let gun = view.kind(unit).ranged.as_ref().filter(|_| !closes_with_enemy(view, unit));
        let keeps_off = gun.map_or(0, |ranged| 2 * ranged.max);
        let worth = |cell: Cell| {
            let cost = match aim {
                ScriptAim::Enemy => self.marches.cost_to_enemy(view, unit, cell),
                ScriptAim::Castle => self.marches.cost_to_castle(view, unit, cell),
                ScriptAim::Stay => Some(0),
            };
            // A gun is near enough where it can fire.
            let away = i64::from(cost.unwrap_or(10_000)).max(i64::from(keeps_off));
            -away * MEN_PER_POINT * value - self.risk_of_stopping(view, unit, cell, caution)
        };
        let mut best = (worth(here), MovementPoints(u16::MAX), here);
        for (cell, left) in view.destinations(&self.reach) {
            let now = worth(cell);
            if now > best.0 || now == best.0 && left > best.1 {
                best = (now, left, cell);
            }
        }
        (best.2 != here).then_some(best.2)
    }
}
