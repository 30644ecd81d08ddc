//! The arbiter as forward model: it answers as the engine does, within its limits, whatever it is asked.

mod shipped;

use std::fmt::Write;

use hotgates_engine::{
    Battle, Coord, Dice, Event, LegalOrders, MapFile, Order, PathFinder, PathOptions, Reach, Scenario, Side,
    UnitId, View, WorkId, WorkRule,
};
use hotgates_play::Seat;
use hotgates_protocol::{
    Answer, Answers, ArbiterMessage, ArbitratedGame, Ask, BotAnswer, BotLimits, BotMessage, BuiltInBot,
    EventMessage, GameNumber, KnownGame, MAX_ANSWER_BYTES, MAX_FORKS, MAX_QUESTIONS, OrderMessage, Question,
    Turn, ViewMessage, read_line, write_line,
};
use hotgates_record::GameRecord;
use proptest::prelude::*;
use serde_json::{Value, json};
use shipped::{read_scenario, shipped_maps};

const SEED: u64 = 0xD1CE;

/// Begins Red's game, with the battle as a bot that hears it knows it.
fn begin(scenario: &Scenario, battle: &Battle) -> (ArbitratedGame, KnownGame) {
    let (game, new) = ArbitratedGame::begin(1, scenario, battle, Side::Red, SEED, BotLimits::default());
    let ArbiterMessage::New(new) = &new else { panic!("a new game") };
    (game, KnownGame::begin(new).expect("a sound scenario"))
}

/// Asks over a line of text, and reads the answers from one.
fn answers(game: &mut ArbitratedGame, battle: &Battle, questions: &[Question]) -> Vec<Answer> {
    let line = write_line(&BotMessage::Ask(Ask::new(1, 5, questions)));
    let Ok(BotMessage::Ask(ask)) = read_line(&line) else { panic!("questions") };
    let line = write_line(&game.answer(battle, &ask));
    let Ok(ArbiterMessage::Answer(Answers { game: 1, id: 5, answers })) = read_line(&line) else {
        panic!("{line}")
    };
    assert_eq!(answers.len(), questions.len());
    answers
}

fn one_answer(game: &mut ArbitratedGame, battle: &Battle, question: Question) -> Answer {
    answers(game, battle, &[question]).remove(0)
}

fn new_fork(game: &mut ArbitratedGame, battle: &Battle, on: Option<u64>) -> u64 {
    match one_answer(game, battle, Question::Fork { on }) {
        Answer::Fork(number) => number,
        other => panic!("{other:?}"),
    }
}

/// Has both sides play legal orders that fit no plan; `see` looks at each position in which Red may order.
fn wander(scenario: &Scenario, orders: usize, mut see: impl FnMut(&mut ArbitratedGame, &KnownGame, &Battle)) {
    let battle = Battle::from_scenario(scenario).expect("a sound scenario");
    let (mut game, mut known) = begin(scenario, &battle);
    let mut record = GameRecord::new(battle, 3_u64);
    let (mut list, mut lots, mut events) = (LegalOrders::new(), Dice::new(9), Vec::new());
    let hear = |message: ArbiterMessage, known: &mut KnownGame| match message {
        ArbiterMessage::Turn(Turn { events, .. }) => {
            known.watch_events(&events).expect("events of the battle");
        }
        ArbiterMessage::Events(result) => known.watch_events(&result.events).expect("events of the battle"),
        other => panic!("{other:?}"),
    };
    hear(game.begin_turn(record.battle(), None), &mut known);
    for _ in 0..orders {
        let (side, turn) = (record.battle().side(), record.battle().turn());
        if side == Side::Red {
            see(&mut game, &known, record.battle());
        }
        let Some(order) = list.draw_random_order(record.battle(), &mut lots) else { break };
        events.clear();
        record.act(order, &mut events).expect("a legal order");
        game.watch_order(record.battle(), &events);
        let now = record.battle();
        if side == Side::Red {
            hear(game.accept_order(now), &mut known);
        } else if now.side() == Side::Red
            && now.verdict().is_none()
            && (now.turn(), now.side()) != (turn, side)
        {
            hear(game.begin_turn(now, None), &mut known);
        }
    }
}

/// Asks of every unit what the engine can be asked, and compares. Returns the number of attacks compared.
fn compare_with_engine(game: &mut ArbitratedGame, known: &Battle, battle: &Battle) -> usize {
    let (mut list, mut reach, mut paths) = (LegalOrders::new(), Reach::new(), PathFinder::new());
    let messages = |orders: &[Order]| orders.iter().copied().map(OrderMessage::from).collect::<Vec<_>>();
    let all = messages(list.orders_of_side(known));
    let legal = Question::Legal { on: None, unit: None };
    assert_eq!(one_answer(game, battle, legal), Answer::Legal(all.clone()));
    let view = one_answer(game, battle, Question::View { on: None });
    assert_eq!(view, Answer::View(ViewMessage::of_view(View::new(known, Side::Red))));
    let grid = known.grid();
    let target =
        grid.coord(known.flags().next().map_or_else(|| known.unit(UnitId(0)).cell, |(cell, _)| cell));
    let mut attacks = 0;
    for unit in known.living(Side::Red).take(6).collect::<Vec<_>>() {
        let asked = answers(
            game,
            battle,
            &[
                Question::Legal { on: None, unit: Some(unit) },
                Question::Reach { on: None, unit, whole: false },
                Question::Path { on: None, unit, to: target, ignore_enemies: false },
                Question::CostField { on: None, unit, to: target, ignore_enemies: false },
            ],
        );
        assert_eq!(asked[0], Answer::Legal(messages(list.orders_of_unit(known, unit))));
        known.reach(unit, &mut reach);
        let (Answer::Reach(hexes), at) = (&asked[1], grid.coord(known.unit(unit).cell)) else {
            panic!("{:?}", asked[1])
        };
        let goes: Vec<_> = hexes.iter().filter(|reached| reached.0 != at).collect();
        assert_eq!(goes.len(), known.destinations(&reach).count());
        assert!(goes.iter().all(|to| known.check(Order::Move { unit, to: to.0.hex() }).is_ok()));
        let to = grid.at(target).expect("on the map");
        let path = paths.shortest_path(known, unit, to, PathOptions::default());
        let (Answer::Path(way), Answer::CostField(rows)) = (&asked[2], &asked[3]) else {
            panic!("{asked:?}")
        };
        assert_eq!(way.as_ref().map(|way| way.cost), path.map(|path| path.cost));
        let [col, row] = [at.col, at.row].map(|at| usize::try_from(at).expect("on the map"));
        assert_eq!(rows[row][col], path.map(|path| path.cost));
        assert!(way.as_ref().is_none_or(|way| way.hexes.last().is_none_or(|&last| last == target)));
        for order in list.orders_of_unit(known, unit).to_vec() {
            let Order::Attack { unit, target } = order else { continue };
            let odds = known.odds(unit, target).expect("a legal attack");
            let asked = one_answer(game, battle, Question::Odds { on: None, unit, target, from: None });
            let Answer::Odds(told) = asked else { panic!("{asked:?}") };
            let mean = f64::from(odds.expected_target_losses()) / f64::from(odds.of);
            assert!((f64::from(told.target_losses.0) - mean).abs() <= 0.5, "{mean} {told:?}");
            let mean = f64::from(odds.expected_attacker_losses()) / f64::from(odds.of);
            assert!((f64::from(told.attacker_losses.0) - mean).abs() <= 0.5, "{mean} {told:?}");
            assert_eq!(told.target_destroyed, odds.permille_of(odds.cases_target_destroyed()).0);
            assert_eq!(told.attacker_destroyed, odds.permille_of(odds.cases_attacker_destroyed()).0);
            attacks += 1;
        }
    }
    attacks
}

#[test]
fn answers_are_those_of_the_engine_that_knows_as_much() {
    let (mut attacks, mut positions) = (0, 0);
    for path in shipped_maps() {
        wander(&read_scenario(&path), 250, |game, known, battle| {
            positions += 1;
            if positions % 2 == 0 {
                // A half-turn of random orders is long: the questions are counted anew.
                game.begin_turn(battle, None);
                attacks += compare_with_engine(game, known.battle(), battle);
            }
        });
    }
    println!("{positions} positions, {attacks} attacks");
    assert!(attacks > 50, "{attacks}");
}

/// Plays random orders on a fork, and the same with the same dice on the battle that a bot with the engine
/// makes of what it is told.
#[test]
fn orders_on_forks_do_what_they_do_in_a_battle_of_the_bots_own() {
    let (mut orders, mut over) = (0, 0);
    for path in shipped_maps() {
        let mut scenario = read_scenario(&path);
        scenario.map.turns = Some(3);
        let mut tried = 0;
        wander(&scenario, 60, |_, known, battle| {
            tried += 1;
            if tried % 20 != 1 {
                return;
            }
            let none = BotLimits::default();
            let (mut game, _) = ArbitratedGame::begin(1, &scenario, battle, Side::Red, SEED, none);
            let fork = new_fork(&mut game, battle, None);
            let (mut own, mut dice) = (known.battle().clone(), Dice::new(SEED));
            let (mut list, mut lots) = (LegalOrders::new(), Dice::new(tried));
            for count in 0..300 {
                let legal = one_answer(&mut game, battle, Question::Legal { on: Some(fork), unit: None });
                let messages = list.orders_of_side(&own).iter().copied().map(OrderMessage::from);
                assert_eq!(legal, Answer::Legal(messages.collect()), "{}", path.display());
                let Some(order) = list.draw_random_order(&own, &mut lots) else { break };
                let (mean, mut events) = (count % 3 == 0, Vec::<Event>::new());
                let act = Question::Act { on: fork, order: order.into(), mean };
                let answer = one_answer(&mut game, battle, act);
                let dice = if mean { &mut Dice::showing_sums([7, 7]) } else { &mut dice };
                let mover = own.side();
                own.act(order, dice, &mut events).expect("a legal order");
                let Answer::Act(result) = answer else { panic!("{answer:?}") };
                let told: Vec<EventMessage> = events.into_iter().map(EventMessage::from).collect();
                assert_eq!(result.events, told, "{} {order}", path.display());
                assert_eq!((result.side_to_move, result.verdict), (own.side(), own.verdict()));
                assert_eq!(result.more, own.verdict().is_none() && own.side() == mover);
                orders += 1;
            }
            over += usize::from(own.verdict().is_some());
            let view = one_answer(&mut game, battle, Question::View { on: Some(fork) });
            assert_eq!(view, Answer::View(ViewMessage::of_view(View::new(&own, Side::Red))));
        });
    }
    println!("{orders} orders, {over} forks played to their end");
    assert!(orders > 2_000, "{orders}");
}

fn duel() -> Scenario {
    let map = MapFile::from_ron(
        r##"Map(name: "duel", rows: ["...=....", "#...~...", ".^......"], turns: 3,
            red: (units: [(type: "artillery", at: (3, 0)), (type: "infantry", at: (2, 1))]),
            blue: (units: [(type: "infantry", at: (1, 1)), (type: "cavalry", at: (0, 2))]))"##,
    )
    .expect("a map");
    let mut scenario = Scenario::classic(map);
    scenario.rules.setup.distance = 0;
    let work = json!({"name": "lay a road", "from": ["grass"], "to": "road", "by": ["infantry"]});
    scenario.rules.options.works = vec![serde_json::from_value::<WorkRule>(work).expect("a work")];
    scenario
}

fn error(answer: &Answer) -> &str {
    match answer {
        Answer::Error(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn forks_are_many_or_large_but_not_both() {
    let scenario = duel();
    let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    let (mut game, _) = begin(&scenario, &battle);
    let forks: Vec<u64> = (0..MAX_FORKS).map(|_| new_fork(&mut game, &battle, None)).collect();
    let more = one_answer(&mut game, &battle, Question::Fork { on: Some(forks[3]) });
    assert!(error(&more).contains("64 forks are the most"), "{more:?}");
    let dropped = answers(
        &mut game,
        &battle,
        &[
            Question::Drop { on: forks[3] },
            Question::Drop { on: forks[3] },
            Question::View { on: Some(forks[3]) },
        ],
    );
    assert_eq!(dropped[0], Answer::Drop(forks[3]));
    assert_eq!(error(&dropped[1]), "there is no fork 4");
    assert_eq!(error(&dropped[2]), "there is no fork 4");
    assert_eq!(new_fork(&mut game, &battle, Some(forks[0])), 65, "no number comes again");
    // The half-turn's end is the forks'.
    game.begin_turn(&battle, None);
    assert_eq!(
        error(&one_answer(&mut game, &battle, Question::View { on: Some(65) })),
        "there is no fork 65"
    );

    // Ground that forks change is their own; on a large map it counts.
    let mut large = duel();
    large.map.rows.extend((0..1_000).map(|_| ".".repeat(100)));
    large.map.rows = large.map.rows.iter().map(|row| format!("{row:.<100}")).collect();
    let battle = Battle::from_scenario(&large).expect("a sound scenario");
    let (mut game, _) = begin(&large, &battle);
    let order = OrderMessage::Work(UnitId(1), Coord { col: 2, row: 1 }, WorkId(0));
    let mut full = 0;
    for _ in 0..8 {
        let on = new_fork(&mut game, &battle, None);
        match one_answer(&mut game, &battle, Question::Act { on, order, mean: false }) {
            Answer::Act(result) => assert!(!result.events.is_empty()),
            Answer::Error(why) => {
                assert!(why.contains("more than 8388608 bytes"), "{why}");
                let view = one_answer(&mut game, &battle, Question::View { on: Some(on) });
                assert_eq!(
                    view,
                    one_answer(&mut game, &battle, Question::View { on: None }),
                    "nothing happened"
                );
                full += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!((1..8).contains(&full), "{full} of 8 did not fit");
}

#[test]
fn a_half_turn_has_a_thousand_questions_and_a_line_a_megabyte_of_answers() {
    let scenario = duel();
    let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    let (mut game, _) = begin(&scenario, &battle);
    let legal = Question::Legal { on: None, unit: None };
    let all = answers(&mut game, &battle, &vec![legal.clone(); MAX_QUESTIONS as usize]);
    assert!(all.iter().all(|answer| matches!(answer, Answer::Legal(orders) if orders.len() > 1)));
    let one_more = one_answer(&mut game, &battle, legal.clone());
    assert_eq!(error(&one_more), "only 1000 questions are answered in a half-turn");
    let too_many = Ask::new(1, 2, &vec![legal.clone(); MAX_QUESTIONS as usize + 1]);
    assert!(matches!(game.answer(&battle, &too_many), ArbiterMessage::Error(_)));
    game.begin_turn(&battle, None);
    assert!(matches!(one_answer(&mut game, &battle, legal), Answer::Legal(_)));

    let mut large = duel();
    large.map.rows = vec![".".repeat(400); 400];
    large.map.rows[1].replace_range(0..1, "#");
    let battle = Battle::from_scenario(&large).expect("a sound scenario");
    let (mut game, _) = begin(&large, &battle);
    let to = Coord { col: 9, row: 9 };
    let field = Question::CostField { on: None, unit: UnitId(0), to, ignore_enemies: true };
    let told = answers(&mut game, &battle, &vec![field; 4]);
    let bytes: Vec<usize> = told.iter().map(|answer| write_line(answer).len()).collect();
    assert!(bytes[0] < MAX_ANSWER_BYTES && bytes[0] > MAX_ANSWER_BYTES / 3, "{bytes:?}");
    let full = told.iter().position(|answer| matches!(answer, Answer::Error(_))).expect("a full line");
    assert!(bytes[..full].iter().sum::<usize>() >= MAX_ANSWER_BYTES, "{bytes:?}");
    assert!(error(&told[3]).contains("ask again"));
}

#[test]
fn what_cannot_be_answered_is_said_in_words() {
    let scenario = duel();
    let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    let (mut game, _) = begin(&scenario, &battle);
    let fork = new_fork(&mut game, &battle, None);
    for (question, words) in [
        (json!({"dance": {}}), "unknown variant `dance`"),
        (json!("legal"), "there is no answer to this"),
        (json!(7), "there is no answer to this"),
        (json!({"legal": {"unit": 70_000}}), "70000"),
        (json!({"legal": {"unit": 4}}), "there is no unit 4; they go from 0 to 3"),
        (json!({"legal": {"on": 9}}), "there is no fork 9"),
        (json!({"reach": {"unit": 9}}), "there is no unit 9"),
        (json!({"path": {"unit": 0, "to": [8, 0]}}), "hex 8,0 is off the map"),
        (json!({"cost_field": {"unit": 0, "to": [i32::MAX, i32::MIN]}}), "is off the map"),
        (json!({"odds": {"unit": 0, "target": 1}}), "cannot attack"),
        (json!({"odds": {"unit": 1, "target": 2, "from": [3, 0]}}), "cannot attack"),
        (json!({"odds": {"unit": 1, "target": 3}}), "cannot attack"),
        (json!({"act": {"order": "end_turn"}}), "missing field `on`"),
        (json!({"act": {"on": fork, "order": "resign"}}), "not given up"),
        (json!({"act": {"on": fork, "order": {"move": [0, [i32::MIN, i32::MAX]]}}}), "is off the map"),
        (json!({"act": {"on": fork, "order": {"attack": [2, 1]}}}), "it is Red's turn"),
        (json!({"act": {"on": fork, "order": {"work": [1, [2, 1], 9]}}}), "there is no work 9"),
        (json!({"drop": {"on": 0}}), "there is no fork 0"),
    ] {
        let ask = Ask { game: 1, id: 1, questions: vec![question.clone()] };
        let ArbiterMessage::Answer(Answers { answers, .. }) = game.answer(&battle, &ask) else {
            panic!("answers")
        };
        assert!(error(&answers[0]).contains(words), "{question}: {answers:?}");
    }
    // A fork that is over still says how it stands, and takes no orders.
    let end = || Question::Act { on: fork, order: OrderMessage::EndTurn, mean: false };
    let mut result = one_answer(&mut game, &battle, end());
    while let Answer::Act(more) = &result {
        if more.verdict.is_some() {
            break;
        }
        result = one_answer(&mut game, &battle, end());
    }
    assert_eq!(error(&one_answer(&mut game, &battle, end())), "the battle is over");
    assert_eq!(
        one_answer(&mut game, &battle, Question::Legal { on: Some(fork), unit: None }),
        Answer::Legal(vec![])
    );
    assert!(matches!(one_answer(&mut game, &battle, Question::View { on: Some(fork) }), Answer::View(_)));
}

/// A bot that owes no order passes over `stop`; one that has lost its way ends its half-turn.
#[test]
fn a_built_in_bot_stops_when_told() {
    let scenario = duel();
    let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    let (mut game, new) = ArbitratedGame::begin(1, &scenario, &battle, Side::Red, SEED, BotLimits::default());
    let mut bot = BuiltInBot::new(Seat::from_name("greedy"));
    let stop = ArbiterMessage::Stop(GameNumber { game: 1 });
    assert!(matches!(bot.hear(stop.clone()), BotAnswer::Say(BotMessage::Error(_))), "there is no game yet");
    bot.hear(new);
    let ArbiterMessage::Turn(turn) = game.begin_turn(&battle, None) else { panic!("a turn") };
    assert!(matches!(bot.hear(ArbiterMessage::Turn(turn.clone())), BotAnswer::Say(BotMessage::Order(_))));
    assert_eq!(bot.hear(stop.clone()), BotAnswer::Wait, "it has given its order");
    let ask = Ask::new(1, 1, &[Question::View { on: None }]);
    assert_eq!(bot.hear(game.answer(&battle, &ask)), BotAnswer::Wait);
    let elsewhere = Turn { view_hash: "0".into(), ..turn };
    assert!(matches!(bot.hear(ArbiterMessage::Turn(elsewhere)), BotAnswer::Say(BotMessage::Error(_))));
    let BotAnswer::Say(BotMessage::Order(order)) = bot.hear(stop.clone()) else { panic!("an order is owed") };
    assert_eq!(order.order, OrderMessage::EndTurn);
    assert_eq!(bot.hear(stop), BotAnswer::Wait, "once is enough");
}

/// Questions that may be sound, with numbers that may be anything.
fn any_question() -> impl Strategy<Value = Value> {
    let unit = prop_oneof![4 => 0..5_u16, 1 => any::<u16>()];
    let on = prop_oneof![2 => Just(None), 4 => (0..4_u64).prop_map(Some), 1 => any::<Option<u64>>()];
    let hex = prop_oneof![8 => (-1..9, -1..4), 1 => any::<(i32, i32)>()];
    let order = prop_oneof![
        Just(json!("end_turn")),
        Just(json!("resign")),
        (unit.clone(), hex.clone()).prop_map(|to| json!({"move": to})),
        (unit.clone(), unit.clone()).prop_map(|pair| json!({"attack": pair})),
        (unit.clone(), hex.clone(), 0..3_u8).prop_map(|work| json!({"work": work})),
        unit.clone().prop_map(|unit| json!({"exit": unit})),
        unit.clone().prop_map(|unit| json!({"face": [unit, "ne"]})),
    ];
    let known = ["legal", "reach", "path", "cost_field", "odds", "view", "fork", "act", "act", "act", "drop"];
    let name = prop_oneof![
        20 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => "[a-z\\x00-\\x1f]{0,6}",
    ];
    let sound = (name, on, unit.clone(), unit, hex.clone(), order, any::<bool>()).prop_map(
        |(name, on, unit, target, hex, order, flag)| {
            json!({name: {"on": on, "unit": unit, "target": target, "to": hex,
                "from": flag.then_some(hex), "order": order, "mean": flag, "whole": flag, "ignore_enemies": flag}})
        },
    );
    prop_oneof![
        12 => sound,
        1 => any::<i64>().prop_map(Value::from),
        1 => "\\PC{0,20}".prop_map(Value::from),
        1 => any::<f64>().prop_map(|number| json!({"legal": number, "view": [number]})),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is asked, each question has its answer, and the battle is what it was.
    #[test]
    fn rubbish_is_answered(lines in prop::collection::vec(prop::collection::vec(any_question(), 0..12), 1..12)) {
        let scenario = duel();
        let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
        let (mut game, _) = begin(&scenario, &battle);
        let hash = battle.hash();
        for (id, questions) in (0..).zip(lines) {
            let ask = BotMessage::Ask(Ask { game: 1, id, questions });
            let Ok(BotMessage::Ask(ask)) = read_line(&write_line(&ask)) else { panic!("questions") };
            let said = game.answer(&battle, &ask);
            prop_assert_eq!(read_line(&write_line(&said)), Ok(said.clone()));
            let ArbiterMessage::Answer(told) = said else { panic!("answers") };
            prop_assert_eq!((told.id, told.answers.len()), (id, ask.questions.len()));
            let mut words = String::new();
            for answer in &told.answers {
                if let Answer::Error(why) = answer {
                    let _ = write!(words, "{why}");
                    prop_assert!(!why.is_empty());
                }
            }
        }
        prop_assert_eq!(battle.hash(), hash);
    }
}
