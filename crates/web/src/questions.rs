//! Answers about a position: reach, ways, odds, threat, hints, and how the battle may end.

use hotgates_engine::{
    Attack, Battle, Cell, Coord, DiceSource, Direction, Odds, Order, PathFinder, PathOptions, Presence,
    Reach, Side, UnitId, View,
};
use hotgates_phrases::{order_phrase, reason_phrase, unit_value, work_name};
use hotgates_play::{Cancel, Seat, Seats, Series, seeds_of_players};
use hotgates_threat::Threat;
use serde_json::{Value, json};

use crate::fault::WebFault;
use crate::position::{coord_of, order_message, unit_on_map};

/// Returns a battle as the side of a unit knows it, or as it is where the unit is shown to an onlooker of neither.
fn known_to_owner(battle: &Battle, unit: UnitId) -> &Battle {
    battle.known_to(battle.info(unit).side)
}

/// Returns the cell of a hex.
pub fn cell_of(battle: &Battle, at: Coord) -> Result<Cell, WebFault> {
    battle.grid().at(at).ok_or_else(|| WebFault::Hex(at.to_string()))
}

/// Returns what a unit can do: where it can go with its points, whom it can attack from where it stands and from
/// there, works, turns. A unit that is not to move goes with all the points of its next half-turn.
pub fn unit_answer(battle: &Battle, number: u16) -> Result<Value, WebFault> {
    let unit = unit_on_map(battle, number)?;
    let (kind, mine) = (battle.kind(unit), battle.info(unit).side == battle.side());
    let can_act = mine && battle.verdict().is_none();
    let mut reach = Reach::new();
    if can_act {
        battle.reach(unit, &mut reach);
    } else {
        battle.reach_with(unit, battle.unit(unit).cell, kind.movement, &mut reach);
    }
    let mut hexes: Vec<(Cell, u16)> =
        battle.destinations(&reach).map(|(cell, left)| (cell, left.0)).collect();
    hexes.sort_unstable();
    let (mut targets, mut found) = (Vec::new(), Vec::new());
    if can_act {
        battle.find_targets(unit, &mut targets);
    }
    // Whom it can attack after a move: from the hex that leaves it most points.
    let mut beyond: Vec<(UnitId, Cell, u16)> = Vec::new();
    for &(from, left) in hexes.iter().filter(|&&(_, left)| can_act && left >= kind.attack_cost.0) {
        battle.find_targets_from(unit, from, &mut found);
        for &(target, _) in &found {
            match beyond.iter_mut().find(|&&mut (known, ..)| known == target) {
                Some(known) if known.2 < left => *known = (target, from, left),
                Some(_) => {}
                None => beyond.push((target, from, left)),
            }
        }
    }
    let at = |cell: Cell| coord_of(battle.grid().coord(cell));
    let works = battle.possible_works(unit).filter_map(|order| {
        let Order::Work { at, work, .. } = order else { return None };
        Some(json!({
            "order": order_message(order),
            "name": work_name(battle, work),
            "at": coord_of(at.into()),
            "done": battle.half_turns_worked(unit, at, work),
            "of": battle.half_turns_of_work(work),
        }))
    });
    let ways = Direction::ALL.into_iter().filter(|&way| battle.check(Order::Face { unit, way }).is_ok());
    Ok(json!({
        "can_act": can_act,
        "reach": hexes.iter().map(|&(cell, left)| json!([at(cell), left])).collect::<Vec<_>>(),
        "targets": targets.iter().map(|&(target, by)| json!([target, by == Attack::Ranged])).collect::<Vec<_>>(),
        "beyond": beyond.iter().map(|&(target, from, _)| json!([target, at(from)])).collect::<Vec<_>>(),
        "works": works.filter(|_| can_act).collect::<Vec<_>>(),
        "ways": ways.filter(|_| can_act).collect::<Vec<_>>(),
        "may_exit": can_act && battle.may_exit(unit),
    }))
}

/// Returns the way of a unit to a hex, its cost, and what fire at it may do.
pub fn path_answer(battle: &Battle, number: u16, to: Coord) -> Result<Value, WebFault> {
    let unit = unit_on_map(battle, number)?;
    let cell = cell_of(battle, to)?;
    let mut finder = PathFinder::new();
    let path = finder.shortest_path(battle, unit, cell, PathOptions::default());
    let path = path.map(|path| {
        let hexes = path.cells.iter().map(|&cell| coord_of(battle.grid().coord(cell)));
        json!({ "hexes": hexes.collect::<Vec<_>>(), "cost": path.cost })
    });
    let fire = battle.move_odds(unit, to.hex()).map(|odds| {
        json!({
            "shooters": odds.shooters.len(),
            "losses": odds.mean_losses(battle.unit(unit).strength),
            "destroyed_permille": odds.permille_destroyed(),
        })
    });
    Ok(json!({ "path": path, "fire": fire }))
}

/// Returns the exact odds of an attack.
pub fn odds_answer(
    battle: &Battle,
    number: u16,
    from: Option<Coord>,
    target: u16,
) -> Result<Value, WebFault> {
    let (unit, target) = (unit_on_map(battle, number)?, unit_on_map(battle, target)?);
    let from = from.map_or(Ok(battle.unit(unit).cell), |at| cell_of(battle, at))?;
    let Some(odds) = battle.odds_from(unit, from, target) else { return Ok(json!({ "odds": null })) };
    Ok(json!({
        "odds": odds_message(&odds),
        "unit": unit_value(battle, unit),
        "target": unit_value(battle, target),
    }))
}

fn odds_message(odds: &Odds) -> Value {
    let men = |sum: u32| odds.mean_of_cases(sum);
    let mut losses: Vec<(u16, u32)> = Vec::new();
    for outcome in &odds.outcomes {
        match losses.iter_mut().find(|(men, _)| *men == outcome.target_losses.0) {
            Some((_, ways)) => *ways += outcome.ways,
            None => losses.push((outcome.target_losses.0, outcome.ways)),
        }
    }
    losses.sort_unstable();
    json!({
        "dealt": men(odds.expected_target_losses()),
        "taken": men(odds.expected_attacker_losses()),
        "destroys": odds.cases_target_destroyed(),
        "lost": odds.cases_attacker_destroyed(),
        "they_break": odds.cases_followed_by(|after| after.target.broken),
        "we_break": odds.cases_followed_by(|after| after.attacker.broken),
        "gives_way": odds.cases_followed_by(|after| matches!(after.retreat, hotgates_engine::Retreat::To(_))),
        "pursues": odds.cases_followed_by(|after| after.pursues),
        "of": odds.of,
        "losses": losses,
    })
}

/// Returns the losses that enemies could cause a unit on each hex, in men out of 36, and the chance that they destroy
/// it where it stands.
pub fn threat_answer(battle: &Battle, number: u16) -> Result<Value, WebFault> {
    let unit = unit_on_map(battle, number)?;
    let view = View::new(battle, battle.info(unit).side);
    let threat = Threat::against_unit(view, unit);
    let hexes = threat.threatened_hexes();
    let hexes = hexes.map(|(cell, men)| json!([coord_of(battle.grid().coord(cell)), men]));
    let here = battle.unit(unit).cell;
    Ok(json!({
        "men": battle.unit(unit).strength,
        "hexes": hexes.collect::<Vec<_>>(),
        "destroyed_permille": threat.destruction_chance(view, here).in_permille(),
    }))
}

/// Returns what a commander would order in the place of the side to move, and why. `seed` is that of the dice.
pub fn hint_answer(battle: &Battle, commander: &str, dice: DiceSource) -> Result<Value, WebFault> {
    if battle.verdict().is_some() {
        return Err(WebFault::Nobody);
    }
    let seed = seeds_of_players(dice)[battle.side()];
    let mut player = Seat::from_name(commander).make_player(battle, seed)?;
    let (order, reason) = player.next_order(battle);
    let known = order.unit().map_or(battle, |unit| known_to_owner(battle, unit));
    Ok(json!({
        "order": order_message(order),
        "words": order_phrase(known, order),
        "reason": reason_phrase(known, &reason),
    }))
}

/// Has commanders finish a battle, with the dice of the question's own series; enemies out of sight of whom it is
/// shown to take no part, and are counted.
pub fn what_if_answer(battle: &Battle, seats: &Seats, number: u32) -> Result<Value, WebFault> {
    if battle.verdict().is_some() {
        return Err(WebFault::Nobody);
    }
    let series = Series::from_position(battle.clone(), seats.without_people(), 1);
    let played = series.play_game(number, &Cancel::new());
    let played = played.map_err(|spoiled| WebFault::Spoiled(spoiled.to_string()))?;
    let end = played.record.battle();
    let men = |battle: &Battle| Side::BOTH.map(|side| battle.living_strength(side));
    let unseen = battle.roster().filter(|&(unit, _)| battle.presence(unit) == Presence::Unseen).count();
    Ok(json!({
        "winner": end.verdict().and_then(|verdict| verdict.winner),
        "now": men(battle),
        "left": men(end),
        "unseen": unseen,
    }))
}
