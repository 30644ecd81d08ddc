//! What a side may not know is in no line that it is sent.

mod shipped;

use hotgates_engine::{Battle, BySide, Coord, Direction, Order, Scenario, Side, UnitId, UnitInfo, View};
use hotgates_play::{Seat, seeds_of_players};
use hotgates_protocol::{
    ArbiterMessage, ArbitratedGame, Ask, BotAnswer, BotLimits, BotMessage, BuiltInBot, OrderMessage,
    Question, read_line, write_line,
};
use hotgates_record::GameRecord;
use shipped::{read_scenario, shipped_maps};

/// Returns a scenario with all starting hexes said, as the battle has them.
fn with_places(scenario: &Scenario, battle: &Battle) -> Scenario {
    let mut scenario = scenario.clone();
    for side in Side::BOTH {
        let army = if side == Side::Red { &mut scenario.map.red } else { &mut scenario.map.blue };
        let Some(army) = army else { continue };
        let roster = battle.roster().filter(|(_, info)| info.side == side);
        for (entry, (unit, info)) in army.units.iter_mut().zip(roster) {
            if info.arrival.is_none() {
                entry.at = Some(Coord::from(battle.hex(unit)));
                entry.facing = info.facing;
            }
        }
    }
    scenario
}

/// Returns the scenario with each enemy out of a side's sight, in turn, on another hex out of its sight.
fn with_other_enemies(scenario: &Scenario, battle: &Battle, side: Side) -> Vec<Scenario> {
    let view = View::new(battle, side);
    let start = with_places(scenario, battle);
    let first = battle.roster().position(|(_, info)| info.side != side).expect("enemies");
    let hidden = |unit: UnitId| battle.info(unit).arrival.is_none() && view.is_out_of_sight(unit);
    let enemies = battle.roster().filter(|&(unit, info)| info.side != side && hidden(unit));
    let moved = |(unit, _): (UnitId, &UnitInfo)| {
        let hex = battle.hex(unit);
        Direction::ALL.into_iter().find_map(|way| {
            let mut other = start.clone();
            let army = if side == Side::Red { &mut other.map.blue } else { &mut other.map.red };
            army.as_mut()?.units[unit.index() - first].at = Some(Coord::from(hex + way.vector()));
            let moved = Battle::from_scenario(&other).ok()?;
            View::new(&moved, side).is_out_of_sight(unit).then_some(other)
        })
    };
    enemies.filter_map(moved).collect()
}

/// Everything that a bot can ask: of each unit of both sides, in sight or not, on the battle and on a fork
/// of it, `fork`, on which orders are tried. Numbers of units that there are not are asked of, too.
fn every_question(view: View<'_>, fork: u64) -> Vec<Question> {
    let to = view.grid().coord(view.castles().next().map_or(view.unit(UnitId(0)).cell, |(cell, _)| cell));
    let units = || (0..=u16::try_from(view.roster().len()).expect("few units")).map(UnitId);
    let own = view.living(view.side()).next().unwrap_or_default();
    let mut questions = vec![Question::Fork { on: None }];
    let act = |order: OrderMessage| Question::Act { on: fork, order, mean: false };
    for on in [None, Some(fork)] {
        questions.push(Question::View { on });
        questions.push(Question::Legal { on, unit: None });
        for unit in units() {
            questions.push(Question::Legal { on, unit: Some(unit) });
            questions.push(Question::Reach { on, unit, whole: true });
            questions.push(Question::Path { on, unit, to, ignore_enemies: false });
            questions.push(Question::Odds { on, unit: own, target: unit, from: None });
            questions.push(Question::Odds { on, unit, target: own, from: Some(to) });
        }
        questions.push(Question::CostField { on, unit: own, to, ignore_enemies: false });
        // Moves towards hexes where enemies may hide, then the enemy's half-turn, and the next.
        if on.is_none() {
            let near = Direction::ALL.map(|way| Coord::from(view.hex(own) + way.vector() * 2));
            questions.extend(near.map(|to| act(OrderMessage::Move(own, to))));
            questions.extend(units().map(|target| act(OrderMessage::Attack(own, target))));
            questions.extend([OrderMessage::EndTurn; 2].map(act));
        }
    }
    assert!(questions.len() < 1_000, "{} questions", questions.len());
    questions
}

/// Has a commander play a side against an enemy who does nothing; returns every line that it is sent, each
/// with the hash of what the side knows. At the start of each half-turn
/// it asks everything.
fn lines_to_side(scenario: &Scenario, side: Side) -> Vec<(u64, String)> {
    let battle = Battle::from_scenario(scenario).expect("a sound scenario");
    let own = seeds_of_players(5_u64);
    let mut bot = BuiltInBot::new(Seat::from_name("greedy"));
    let (mut game, new) = ArbitratedGame::begin(1, scenario, &battle, side, own[side], BotLimits::default());
    let mut record = GameRecord::new(battle, 5_u64);
    let mut lines = Vec::new();
    let mut say = |message: &ArbiterMessage, battle: &Battle| {
        let line = write_line(message);
        lines.push((View::new(battle, side).hash(), line.clone()));
        match bot.hear(read_line(&line).expect("a message")) {
            BotAnswer::Say(BotMessage::Order(order)) => order.order.as_order(),
            _ => None,
        }
    };
    say(&new, record.battle());
    let mut half_turns = 0;
    let mut events = Vec::new();
    let mut follow = |order: Order, record: &mut GameRecord, game: &mut ArbitratedGame| {
        events.clear();
        record.act(order, &mut events).expect("a legal order");
        game.watch_order(record.battle(), &events);
    };
    while record.battle().verdict().is_none() && record.battle().turn() <= 5 {
        if record.battle().side() != side {
            follow(Order::EndTurn, &mut record, &mut game);
            continue;
        }
        let message = game.begin_turn(record.battle(), None);
        let mut next = say(&message, record.battle());
        half_turns += 1;
        let view = View::new(record.battle(), side);
        let ask = Ask::new(1, half_turns, &every_question(view, half_turns));
        say(&game.answer(record.battle(), &ask), record.battle());
        while let Some(order) = next {
            follow(order, &mut record, &mut game);
            let message = game.accept_order(record.battle());
            next = say(&message, record.battle());
        }
    }
    lines
}

#[test]
fn no_line_tells_of_what_is_out_of_sight() {
    let mut compared = BySide::<usize>::default();
    for path in shipped_maps() {
        let scenario = read_scenario(&path);
        if !scenario.rules.options.fog_of_war {
            continue;
        }
        let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
        for side in Side::BOTH {
            let one = lines_to_side(&with_places(&scenario, &battle), side);
            for other in with_other_enemies(&scenario, &battle, side) {
                let two = lines_to_side(&other, side);
                assert_eq!(one[0].1, two[0].1, "{} begins alike for {side}", path.display());
                // Until the side sees something else, it is told the same, byte for byte.
                let alike = one.iter().zip(&two).take_while(|(one, two)| one.0 == two.0).count();
                for (one, two) in one.iter().zip(&two).take(alike) {
                    assert_eq!(one.1, two.1, "{} for {side}", path.display());
                }
                compared[side] += alike;
            }
        }
    }
    println!("{compared:?} lines");
    assert!(compared.red > 500 && compared.blue > 500, "{compared:?}");
}
