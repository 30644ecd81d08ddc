//! Positions as a page shows them.

use hotgates_engine::{Battle, BySide, Coord, Order, Side, UnitId};
use hotgates_phrases::{goal_lines, objective_line, work_name};
use hotgates_picture::{MapVectors, Palette, Picture, counter_of, passage_marks};
use hotgates_protocol::OrderMessage;
use serde_json::{Value, json};

use crate::fault::WebFault;
use crate::game::WebGame;

/// Returns the unit of a number that a page gave, if it stands on the map of this position.
pub fn unit_on_map(battle: &Battle, number: u16) -> Result<UnitId, WebFault> {
    let unit = UnitId(number);
    let known = unit.index() < battle.roster().len() && battle.unit(unit).alive();
    known.then_some(unit).ok_or(WebFault::Unit(number))
}

/// Returns the ground of a position: what is drawn of it, and the terrain of each hex row by row.
pub fn ground_message(battle: &Battle, palette: &Palette) -> Value {
    let (grid, rules) = (battle.grid(), battle.rules());
    let MapVectors { areas, patterns, pattern_of_hex, roads, .. } =
        Picture::from_battle(battle).with_palette(palette.clone()).to_vectors();
    let coords = (0..grid.height()).flat_map(|row| (0..grid.width()).map(move |col| Coord { col, row }));
    let terrain = |at: Coord| grid.at(at).map_or(0, |cell| battle.map().terrain(cell).0);
    let terrains = rules.terrains.iter().map(|terrain| {
        let costs = rules.units.iter().map(|unit| rules.cost(terrain, unit).map(|cost| cost.0));
        let cover = rules.units.iter().map(|unit| rules.defence(terrain, unit).0);
        json!({
            "name": terrain.name,
            "castle": terrain.castle,
            "costs": costs.collect::<Vec<_>>(),
            "cover": cover.collect::<Vec<_>>(),
        })
    });
    json!({
        "cols": grid.width(),
        "rows": grid.height(),
        "terrain": coords.map(terrain).collect::<Vec<_>>(),
        "terrains": terrains.collect::<Vec<_>>(),
        "areas": areas,
        "patterns": patterns,
        "pattern_of_hex": pattern_of_hex,
        "roads": roads,
        "palette": palette_message(palette),
    })
}

fn palette_message(palette: &Palette) -> Value {
    let hex = hotgates_picture::Colour::in_svg;
    let side = |side: Side| {
        let colours = palette.sides[side];
        json!({ "fill": hex(colours.fill), "edge": hex(colours.edge), "ink": hex(colours.ink), "words": hex(colours.words) })
    };
    json!({
        "paper": hex(palette.paper), "ink": hex(palette.ink), "path": hex(palette.path),
        "reach": hex(palette.reach), "reach_border": hex(Palette::border_colour(palette.reach)),
        "their_reach": hex(palette.their_reach), "target": hex(palette.target),
        "beyond": hex(palette.beyond), "selected": hex(palette.selected), "held": hex(palette.held),
        "ramp": palette.ramp.map(hex), "red": side(Side::Red), "blue": side(Side::Blue),
    })
}

/// Returns a position of a game as far as whoever looks on knows it.
pub fn position_message(game: &WebGame, at: Option<usize>, palette: &Palette) -> Value {
    let (battle, of) = (game.shown_position(at), game.followed_orders().len());
    let at = at.map_or(of, |at| at.min(of));
    let flags = battle.flags().map(|(cell, side)| json!([coord_of(battle.grid().coord(cell)), side]));
    let MapVectors { flags: drawn_flags, held, .. } =
        Picture::from_battle(&battle).with_palette(palette.clone()).to_vectors();
    let verdict = battle.verdict().map(|verdict| {
        json!({ "winner": verdict.winner, "how": verdict.how.name(), "degree": battle.degree_of_victory() })
    });
    let strengths = BySide::new(|side| [battle.living_strength(side), battle.start_strength(side)]);
    let units = battle.roster().filter(|&(unit, _)| battle.unit(unit).alive());
    let zones = game.arranging_zones().into_iter().map(|(at, side)| json!([coord_of(at), side]));
    let passages = passage_marks(&battle, &game.scenario().map.home).into_iter().map(|passage| {
        json!([coord_of(battle.grid().coord(passage.cell)), passage.side, passage.to_signs()])
    });
    let (hidden, last_seen) = fog_messages(&battle, game.onlooker(&battle));
    let objective = (!battle.has_goals()).then(|| objective_line(&battle));
    let goals = objective.into_iter().chain(goal_lines(&battle));
    let can_undo = at == of && game.can_undo();
    json!({
        "turn": battle.turn(),
        "last_turn": battle.last_turn(),
        "side": battle.side(),
        "verdict": verdict,
        "at": at,
        "of": of,
        "can_undo": can_undo,
        "seats": { "red": game.seats()[Side::Red].name().to_string(), "blue": game.seats()[Side::Blue].name().to_string() },
        "map": game.scenario().map.name,
        "dice": game.game_record().map(|record| record.dice_source().to_string()).unwrap_or_default(),
        "hash": game.hash_in_digits(),
        "fog": battle.has_fog(),
        "hidden": hidden,
        "last_seen": last_seen,
        "passages": passages.collect::<Vec<_>>(),
        "zones": zones.collect::<Vec<_>>(),
        "onlooker": game.onlooker(&battle),
        "goals": goals.map(|line| line.phrase).collect::<Vec<_>>(),
        "strength": { "red": strengths.red, "blue": strengths.blue },
        "weather": battle.weather().map(|weather| weather.name.clone()),
        "flags": flags.collect::<Vec<_>>(),
        "drawn_flags": drawn_flags,
        "held": held,
        "units": units.map(|(unit, _)| unit_message(&battle, unit, palette)).collect::<Vec<_>>(),
    })
}

/// Returns the hexes that an onlooker does not see, and the enemies that it has seen and sees no longer: hex, letter of
/// the type, and turn.
fn fog_messages(battle: &Battle, onlooker: Option<Side>) -> (Vec<[i32; 2]>, Vec<Value>) {
    let seen = onlooker.and_then(|side| Some((side, battle.cells_seen_by(side)?)));
    let Some((side, seen)) = seen.filter(|_| battle.verdict().is_none()) else { return Default::default() };
    let grid = battle.grid();
    let hidden = grid.cells().filter(|&cell| !seen.contains(cell)).map(|cell| coord_of(grid.coord(cell)));
    let enemies = battle.roster().filter(|(_, info)| info.side != side);
    let last_seen = enemies.filter_map(|(unit, _)| {
        let mark = battle.mark(unit)?;
        Some(json!([coord_of(mark.hex.into()), battle.kind(unit).letter, mark.turn]))
    });
    (hidden.collect(), last_seen.collect())
}

/// Returns a column and row as JSON has them.
pub const fn coord_of(at: Coord) -> [i32; 2] {
    [at.col, at.row]
}

fn unit_message(battle: &Battle, unit: UnitId, palette: &Palette) -> Value {
    let (info, state, kind) = (battle.info(unit), battle.unit(unit), battle.kind(unit));
    let (condition, options) = (battle.condition(unit), &battle.rules().options);
    let mut said = json!({
        "id": unit,
        "side": info.side,
        "kind": kind.name,
        "type": info.kind.0,
        "label": info.label,
        "rank": battle.rank(unit).map(|rank| &battle.rules().ranks[rank].name),
        "officer": info.officer.as_ref().filter(|_| !condition.officer_fell),
        "contingent": info.contingent,
        "at": coord_of(battle.grid().coord(state.cell)),
        "men": state.strength,
        "full": kind.strength,
        "left": state.left,
        "movement": kind.movement,
        "attack_cost": kind.attack_cost,
        "range": kind.ranged.as_ref().map(|ranged| [ranged.min, ranged.max]),
        "halted": state.halted,
        "counter": counter_of(battle, unit).to_vectors(&palette.sides[info.side]),
    });
    let more = [
        ("cohesion", options.cohesion.is_some().then(|| json!(condition.cohesion))),
        ("broken", battle.is_broken(unit).then_some(json!(true))),
        ("wavering", battle.is_wavering(unit).then_some(json!(true))),
        ("unsupplied", (condition.unsupplied > 0).then(|| json!(condition.unsupplied))),
        ("rounds", battle.rounds_left(unit).map(|rounds| json!(rounds))),
        ("facing", condition.facing.map(|way| json!(way))),
        ("ready", condition.ready.then_some(json!(true))),
        ("dug_in", (condition.dug_in > 0).then(|| json!(condition.dug_in))),
        ("works", condition.work.map(|work| json!(work_name(battle, work.work)))),
    ];
    for (name, value) in more {
        if let Some(value) = value {
            said[name] = value;
        }
    }
    said
}

/// Returns an order as a page gives it.
pub fn order_message(order: Order) -> Value {
    json!(OrderMessage::from(order))
}
