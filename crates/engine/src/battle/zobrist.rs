//! Hashes of positions that change with each event: Zobrist ("A new hashing method with application
//! for game playing", 1970).
//!
//! Instead of tables of random numbers each key is mixed from what it stands for, since maps and
//! strengths are too many for tables. A position's hash is the exclusive or of its keys, so that an
//! event changes it by taking one key out and putting another in.

use hotgates_grid::Cell;

use crate::battle::presence::{Presence, UnitExtra};
use crate::battle::unit::{UnitId, UnitState};
use hotgates_grid::mix::split_mix;
use hotgates_rules::{Condition, GoalId, ScriptedEventId, TerrainId, WeatherId};
use hotgates_text::Side;

/// Returns the key of the changing part of a unit; a unit that has left the map has none.
#[inline]
pub(crate) fn hash_unit(id: UnitId, state: &UnitState) -> u64 {
    if !state.alive() {
        return 0;
    }
    let place = u64::from(state.cell.0) << 16 | u64::from(id.0);
    let shape = u64::from(state.strength.0) << 17 | u64::from(state.left.0) << 1 | u64::from(state.halted);
    split_mix(split_mix(1 << 60 | place) ^ shape)
}

/// Returns the key of a castle or hex of a goal and the side that holds it.
pub(crate) fn hash_flag(cell: Cell, owner: Side) -> u64 {
    split_mix(2 << 60 | u64::from(cell.0) << 1 | owner as u64)
}

/// Returns the key of a half-turn.
pub(crate) fn hash_half_turn(turn: u32, side: Side) -> u64 {
    split_mix(3 << 60 | u64::from(turn) << 1 | side as u64)
}

/// Returns the key of the end of a battle.
pub(crate) fn hash_end(code: u64) -> u64 {
    split_mix(4 << 60 | code)
}

/// Returns the key of a goal that has got somewhere; a goal that has not has none.
pub(crate) fn hash_goal(goal: GoalId, progress: u32) -> u64 {
    if progress == 0 { 0 } else { split_mix(5 << 60 | u64::from(goal.0) << 32 | u64::from(progress)) }
}

/// Returns the key of where a unit is and of its condition.
pub(crate) fn hash_extra(id: UnitId, extra: UnitExtra) -> u64 {
    let condition = extra.condition;
    let [broken, unsupplied, spent] = [condition.broken.into(), condition.unsupplied, condition.spent];
    let parts = u64::from_le_bytes([0, 0, 0, 0, broken, unsupplied, spent, 8]);
    let parts = parts | u64::from(condition.cohesion) << 16;
    let key = match (parts, pack_newer_parts(condition)) {
        (FRESH, 0) => 0,
        (_, 0) => split_mix(parts | u64::from(id.0)),
        (_, more) => split_mix(split_mix(parts | u64::from(id.0)) ^ more),
    };
    hash_presence(id, extra) ^ key
}

/// The older parts of the condition of a unit that nothing has happened to.
const FRESH: u64 = 8 << 56 | (Condition::FRESH.cohesion as u64) << 16;

/// Returns experience, rank, facing, work, and whether it has kept its fire and dug in, as one number; 0 where the
/// rules have none of them.
fn pack_newer_parts(condition: Condition) -> u64 {
    let rank = condition.rank.map_or(0, |rank| u64::from(rank.0) + 1);
    let facing = condition.facing.map_or(0, |way| way as u64 + 1);
    let flags = u64::from(condition.officer_fell) | u64::from(condition.ready) << 1;
    let waiting = u64::from(condition.dug_in) << 48;
    let parts = u64::from(condition.experience) | rank << 16 | facing << 32 | flags << 40 | waiting;
    condition.work.map_or(parts, |begun| {
        let toward = begun.toward.map_or(0, |way| way as u64 + 1);
        let work = 1 << 24 | toward << 16 | u64::from(begun.half_turns) << 8 | u64::from(begun.work.0);
        parts ^ split_mix(work)
    })
}

/// Returns the key of a unit that lives and is not on the map; others have none.
fn hash_presence(id: UnitId, extra: UnitExtra) -> u64 {
    match extra.presence {
        Presence::OnMap | Presence::Fallen => 0,
        presence => {
            let men = u64::from(extra.men_away.0);
            let key = split_mix(6 << 60 | (presence as u64) << 32 | men << 16 | u64::from(id.0));
            extra
                .last_seen
                .map_or(key, |(cell, turn)| split_mix(key ^ (u64::from(cell.0) << 32 | u64::from(turn))))
        }
    }
}

/// Returns the key of an event of the scenario that has happened; one that has not has none.
pub(crate) fn hash_event(event: ScriptedEventId, times: u32) -> u64 {
    if times == 0 { 0 } else { split_mix(7 << 60 | u64::from(event.0) << 32 | u64::from(times)) }
}

/// Returns the key of a cell whose terrain has become another.
pub(crate) fn hash_terrain(cell: Cell, terrain: TerrainId) -> u64 {
    split_mix(9 << 60 | u64::from(terrain.0) << 32 | u64::from(cell.0))
}

/// Returns the key of a state of the weather; the first has none.
pub(crate) fn hash_weather(weather: WeatherId) -> u64 {
    if weather.0 == 0 { 0 } else { split_mix(10 << 60 | u64::from(weather.0)) }
}

#[cfg(test)]
mod tests {
    use crate::battle::Battle;
    use crate::battle::legal::LegalOrders;
    use hotgates_rules::Dice;
    use hotgates_scenario::{MapFile, Scenario};

    /// After every order of battles played at random, the hash that events keep up to date is the
    /// hash made anew.
    #[test]
    fn the_hash_is_kept_up_to_date() {
        let map = MapFile::from_ron(
            r#"(
                name: "A bridge",
                rows: ["..f.=.f..", ".#.~H~...", "...~=~..#"],
                red: (units: [(type: "infantry", at: (8, 0)), (type: "cavalry", at: (7, 0)), (type: "artillery", at: (8, 1))]),
                blue: (units: [(type: "infantry", at: (1, 1)), (type: "artillery", at: (0, 1)), (type: "cavalry", at: (1, 0))]),
                turns: 20,
            )"#,
        );
        let mut scenario = Scenario::classic(map.unwrap());
        scenario.rules.setup.distance = 0;
        let mut ends = 0;
        for (seed, zone_of_control) in (0..30).flat_map(|seed| [(seed, false), (seed, true)]) {
            scenario.rules.options.zone_of_control = zone_of_control;
            let mut battle = Battle::from_scenario(&scenario).unwrap();
            let (mut dice, mut legal) = (Dice::new(seed), LegalOrders::new());
            for _ in 0..400 {
                assert_eq!(battle.hash(), battle.hash_from_scratch());
                let orders = legal.orders_of_side(&battle);
                if orders.is_empty() {
                    ends += 1;
                    break;
                }
                let order = orders[dice.draw_below(u32::try_from(orders.len()).unwrap()) as usize];
                battle.act(order, &mut dice, &mut Vec::new()).unwrap();
            }
        }
        assert!(ends > 10, "only {ends} battles were played to their end");
    }
}
