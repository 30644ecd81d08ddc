use hotgates_engine::{
    AmmunitionRule, CohesionRule, CombinedArmsRule, Event, FacingRule, LeadershipRule, MapFile, OfficerRule,
    RetreatRule, Ruleset, Scenario, Spectator, SupplyRule, View,
};

use super::*;
use crate::battle::selection::UnitSelection;
use hotgates_ui::texts::Language;

/// A castle in the middle of a plain with Blue's guns on it, and Red's infantry and cavalry around.
const PLAIN: &str = r#"(
    name: "plain", turns: 12, seed: 1,
    rows: [".........", ".........", ".........", ".........", "....#....", ".........", ".........", ".........", "......^f."],
    red: (units: [(type: "infantry", at: (4, 3)), (type: "cavalry", at: (8, 4))]),
    blue: (units: [(type: "artillery", at: (4, 4), rank: "Captain", name: "Damaris")]),
)"#;

fn plain() -> Battle {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    Battle::from_scenario(&Scenario::new(MapFile::from_ron(PLAIN).unwrap(), rules)).unwrap()
}

fn cell(battle: &Battle, col: i32, row: i32) -> Cell {
    battle.grid().at(Coord { col, row }).unwrap()
}

fn in_both(say: impl Fn(&Texts) -> String) -> [String; 2] {
    [Language::English, Language::Chinese].map(|language| say(&Texts::new(language)))
}

#[test]
fn the_situation_is_told_in_both_languages() {
    let battle = plain();
    let who = BySide::new(|side| if side == Side::Red { "hunter".to_owned() } else { "warden".to_owned() });
    let [english, chinese] =
        in_both(|texts| describe_situation(texts, &battle, &who, describe_phase(texts, &battle, None)));
    assert_eq!(
        english,
        "Turn 1 of 12. Red moves. Red, hunter: 2 units, 1500 of 1500 men. Blue, warden: 1 unit, 200 of 200 men. Blue holds the castle at 4,4."
    );
    assert_eq!(
        chinese,
        "第 1 回合，共 12 回合。红方行动。红方（hunter）：2 支部队，1500 人，开战时 1500 人。蓝方（warden）：1 支部队，200 人，开战时 200 人。蓝方占有位于 4,4 的城堡。"
    );
}

#[test]
fn every_unit_is_told_with_its_place() {
    let battle = plain();
    let [english, chinese] = in_both(|texts| describe_units(texts, &battle).join("|"));
    assert_eq!(
        english,
        "Red infantry 1 at 4,3, 1 hex north of the castle at 4,4: 1000 of 1000 men.|Red cavalry 1 at 8,4, 4 hexes east of the castle at 4,4: 500 of 500 men.|Blue artillery 1 at 4,4, on the castle: 200 of 200 men."
    );
    assert_eq!(
        chinese,
        "红方步兵 1位于 4,3，4,4 的城堡北面 1 格：1000 / 1000 人。|红方骑兵 1位于 8,4，4,4 的城堡东面 4 格：500 / 500 人。|蓝方炮兵 1位于 4,4，在城堡上：200 / 200 人。"
    );
}

#[test]
fn cohesion_and_what_follows_from_an_attack_are_told() {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    let waver = CohesionRule { waver: Permille(1000), ..CohesionRule::default() };
    (rules.options.cohesion, rules.options.retreat) = (Some(waver), Some(RetreatRule::default()));
    let battle = Battle::from_scenario(&Scenario::new(MapFile::from_ron(PLAIN).unwrap(), rules)).unwrap();
    let after = |battle: &Battle, event: Event| {
        let mut onlooker = Spectator::new(battle.clone());
        onlooker.watch_event(&event);
        onlooker.into_battle()
    };
    let guns = battle.at(cell(&battle, 4, 4)).unwrap();
    let [english, chinese] = in_both(|texts| describe_units(texts, &battle)[2].clone());
    assert_eq!(english, "Blue artillery 1 at 4,4, on the castle: 200 of 200 men. Its cohesion is 100 %.");
    assert_eq!(chinese, "蓝方炮兵 1位于 4,4，在城堡上：200 / 200 人。阵形 100 %。");
    let battle = after(&battle, Event::CohesionChanged { unit: guns, cohesion: 345 });
    let [english, _] = in_both(|texts| describe_hex(texts, &battle, cell(&battle, 4, 4), None, None));
    assert!(
        english
            .ends_with("It shoots at 2 to 4 hexes. Its cohesion is 34.5 %: it wavers and does not attack."),
        "{english}"
    );
    let red = battle.at(cell(&battle, 4, 3)).unwrap();
    let attack = |battle: &Battle| PreviewedAttack::new(battle, red, battle.unit(red).cell, guns).unwrap();
    let [english, chinese] = in_both(|texts| describe_attack(texts, &battle, &attack(&battle)));
    // More than half of the guns' men fall in every case.
    assert!(
        english.ends_with("It breaks in 100.0 % of cases, we do in 0.0 %. It gives way in 100.0 % of cases."),
        "{english}"
    );
    assert!(chinese.ends_with("敌方败退的概率 100.0 %，我方 0.0 %。敌方后退的概率 100.0 %。"), "{chinese}");
    // Who has broken does not break again.
    let battle = after(&battle, Event::Broke { unit: guns });
    let [english, _] = in_both(|texts| describe_attack(texts, &battle, &attack(&battle)));
    assert!(english.contains("It breaks in 0.0 % of cases"), "{english}");
    let [english, _] = in_both(|texts| describe_units(texts, &battle)[2].clone());
    assert!(english.ends_with("Its cohesion is 34.5 %: it has broken and takes no orders."), "{english}");
}

#[test]
fn supplies_and_rounds_are_told() {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.units[2].rounds = Some(5);
    rules.options.supply = Some(SupplyRule::default());
    rules.options.ammunition = Some(AmmunitionRule::default());
    let battle = Battle::from_scenario(&Scenario::new(MapFile::from_ron(PLAIN).unwrap(), rules)).unwrap();
    let guns = battle.at(cell(&battle, 4, 4)).unwrap();
    let [english, _] = in_both(|texts| describe_units(texts, &battle)[2].clone());
    assert!(english.ends_with(": 200 of 200 men. It has 5 of 5 rounds left."), "{english}");
    let mut onlooker = Spectator::new(battle);
    onlooker.watch_event(&Event::RoundsChanged { unit: guns, spent: 4 });
    onlooker.watch_event(&Event::Unsupplied { unit: guns, half_turns: 1, left: MovementPoints(4) });
    let battle = onlooker.into_battle();
    let [english, chinese] = in_both(|texts| describe_hex(texts, &battle, cell(&battle, 4, 4), None, None));
    assert!(english.ends_with("No supplies reach it. It has 1 of 5 rounds left."), "{english}");
    assert!(chinese.ends_with("军需断绝。剩余 1 / 5 发。"), "{chinese}");
}

#[test]
fn officers_leaders_and_the_way_that_units_face_are_told() {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.options.officers = Some(OfficerRule::default());
    rules.options.leadership = Some(LeadershipRule::default());
    rules.options.combined_arms = Some(CombinedArmsRule::default());
    rules.options.facing = Some(FacingRule::default());
    let map = PLAIN
        .replace("at: (8, 4))", "at: (5, 4), rank: \"Major\")")
        .replace("name: \"Damaris\")", "name: \"Damaris\", facing: s, experience: 120)");
    let battle = Battle::from_scenario(&Scenario::new(MapFile::from_ron(&map).unwrap(), rules)).unwrap();
    let [english, chinese] = in_both(|texts| describe_units(texts, &battle)[0].clone());
    let said =
        "It has 0 of the 300 experience of a promotion. Major near: it deals 9 % more. It faces south.";
    assert!(english.ends_with(said), "{english}");
    assert!(
        chinese.ends_with("经验 0，提高军衔需要 300。附近有少校：造成的损失多 9 %。面向南。"),
        "{chinese}"
    );
    let (red, guns) = (battle.at(cell(&battle, 4, 3)).unwrap(), battle.at(cell(&battle, 4, 4)).unwrap());
    let attack = PreviewedAttack::new(&battle, red, battle.unit(red).cell, guns).unwrap();
    let [english, chinese] = in_both(|texts| describe_attack(texts, &battle, &attack));
    let said = "On its rear the attack deals 50 % more, and its answer is 50 % weaker. Combined arms deal 15 % more. \
                Leadership deals 9 % more.";
    assert!(english.contains(said), "{english}");
    // Who is destroyed does not rise, nor does an officer fall by the roll that destroys his unit.
    assert!(english.contains("It is destroyed in 58.3 % of cases"), "{english}");
    assert!(english.ends_with("Its officer rises in 41.7 % of cases, ours in 100.0 %."), "{english}");
    assert!(
        chinese.contains("攻击后面，造成的损失多 50 %，反击少 50 %。兵种配合多 15 %。我方指挥多 9 %。"),
        "{chinese}"
    );
    // The Captain falls, and who is promoted next is another man.
    let told = |events: &[Event]| {
        let mut onlooker = Spectator::new(battle.clone());
        for event in events {
            onlooker.watch_event(event);
        }
        let after = onlooker.into_battle();
        in_both(|texts| describe_hex(texts, &after, cell(&after, 4, 4), None, None))
    };
    let fell = Event::OfficerFell { unit: guns };
    let [english, chinese] = told(&[fell]);
    assert!(english.contains("Blue artillery 1, the officer has fallen: 200 of"), "{english}");
    assert!(chinese.contains("军官已战死"), "{chinese}");
    let [english, _] = told(&[fell, Event::Promoted { unit: guns, rank: hotgates_engine::RankId(0) }]);
    assert!(english.contains("Blue artillery 1, Lieutenant: 200 of"), "{english}");
}

/// Names the six neighbours of the castle, then the hexes two columns to its east and west.
#[test]
fn directions_are_those_of_a_compass() {
    let battle = plain();
    let texts = Texts::new(Language::English);
    for (at, expected) in [
        ((4, 3), "1 hex north of the castle at 4,4"),
        ((5, 3), "1 hex north-east of the castle at 4,4"),
        ((5, 4), "1 hex south-east of the castle at 4,4"),
        ((4, 5), "1 hex south of the castle at 4,4"),
        ((3, 4), "1 hex south-west of the castle at 4,4"),
        ((3, 3), "1 hex north-west of the castle at 4,4"),
        ((6, 4), "2 hexes east of the castle at 4,4"),
        ((0, 4), "4 hexes west of the castle at 4,4"),
        ((4, 0), "4 hexes north of the castle at 4,4"),
        ((5, 8), "5 hexes south of the castle at 4,4"),
        ((4, 4), "on the castle"),
    ] {
        assert_eq!(describe_place(&texts, &battle, cell(&battle, at.0, at.1)), expected, "{at:?}");
    }
}

#[test]
fn a_hex_is_told_with_its_ground_and_everything_about_its_unit() {
    let battle = plain();
    let guns = battle.at(cell(&battle, 4, 4));
    let [english, chinese] = in_both(|texts| describe_hex(texts, &battle, cell(&battle, 4, 4), guns, None));
    assert_eq!(
        english,
        "Hex 4,4: castle, 2 MP to enter, cover 40 %. Blue artillery 1, Captain Damaris: 200 of 200 men, 6 of 6 MP left, an attack costs 4 MP. It shoots at 2 to 4 hexes. Selected."
    );
    assert_eq!(
        chinese,
        "4,4：城堡，进入消耗 2 移动力，掩护 40 %。蓝方炮兵 1，上尉 Damaris：200 / 200 人，剩余移动力 6 / 6，攻击消耗 4 移动力。射程 2 至 4 格。已选中。"
    );
    let [english, chinese] = in_both(|texts| describe_hex(texts, &battle, cell(&battle, 6, 8), None, None));
    assert_eq!(english, "Hex 6,8: mountain, impassable. Nobody is here.");
    assert_eq!(chinese, "6,8：山地，不可通行。此处无部队。");
    let [english, _] = in_both(|texts| describe_hex(texts, &battle, cell(&battle, 7, 8), None, None));
    assert_eq!(english, "Hex 7,8: forest, 4 MP to enter, cover 25 %. Nobody is here.");
}

#[test]
fn a_way_and_an_attack_are_told_before_they_are_ordered() {
    let battle = plain();
    let red = battle.at(cell(&battle, 4, 3)).unwrap();
    let mut selection = UnitSelection::default();
    selection.select_unit(&battle, red);
    let to = cell(&battle, 2, 2);
    let preview = selection.preview_click(&battle, to);
    let [english, chinese] = in_both(|texts| describe_hex(texts, &battle, to, Some(red), preview.as_ref()));
    assert_eq!(
        english,
        "Hex 2,2: grass, 2 MP to enter. Nobody is here. The selected unit can come here for 4 MP and has 4 left then."
    );
    assert_eq!(
        chinese,
        "2,2：草地，进入消耗 2 移动力。此处无部队。选中的部队可以到达这里，消耗 4 移动力，剩余 4。"
    );
    let preview = selection.preview_click(&battle, cell(&battle, 4, 4)).unwrap();
    let attack = preview.attack.unwrap();
    let [english, chinese] = in_both(|texts| describe_attack(texts, &battle, &attack));
    assert_eq!(
        english,
        "Attack on artillery 1: it loses 115 men on average, we lose 6. It is destroyed in 0.0 % of cases, we are in 0.0 %."
    );
    assert_eq!(
        chinese,
        "攻击炮兵 1：敌方平均损失 115 人，我方损失 6 人。敌方被歼灭的概率 0.0 %，我方 0.0 %。"
    );
}

#[test]
fn danger_is_told_with_who_how_and_how_much() {
    let battle = plain();
    let guns = battle.at(cell(&battle, 4, 4)).unwrap();
    let threat = Threat::against_unit(View::new(&battle, battle.info(guns).side), guns);
    let [english, chinese] =
        in_both(|texts| describe_threat_to_unit(texts, &battle, &threat, cell(&battle, 4, 4)));
    assert_eq!(
        english,
        "In their next turn, artillery 1 can be hit here by cavalry 1 at 8,4 (hand to hand, 138 men), infantry 1 at 4,3 (hand to hand, 115 men). All together hit for 200 men on average, and it has 200: it is destroyed in 89.0 % of cases."
    );
    assert_eq!(
        chinese,
        "敌方下一回合能在此攻击炮兵 1的部队：8,4 的骑兵 1（近战，138 人）、4,3 的步兵 1（近战，115 人）。合计平均造成 200 人损失，现有 200 人，被歼灭的概率 89.0 %。"
    );
    let cavalry = battle.at(cell(&battle, 8, 4)).unwrap();
    let threat = Threat::against_unit(View::new(&battle, battle.info(cavalry).side), cavalry);
    let [english, _] = in_both(|texts| describe_threat_to_unit(texts, &battle, &threat, cell(&battle, 8, 0)));
    assert_eq!(english, "No enemy can hit cavalry 1 here in its next turn.");
}

#[test]
fn goals_say_what_they_ask_for_and_both_sides_goals_for_a_hex_share_a_line() {
    let goals = r#"goals: [
        (key: "hill for red", name: "The hill", side: red, hold: [(4, 3)], points: 10),
        (key: "road", name: "The road", side: red, hold: [(8, 4)], turns: 2, points: 5),
        (key: "hill for blue", name: "The hill", side: blue, hold: [(4, 3)], points: 15),
        (key: "ford", name: "The ford", side: red, take: [(0, 0), (8, 0)]),
    ], wins: (red: [["ford"]]), red:"#;
    let map = MapFile::from_ron(&PLAIN.replacen("red:", goals, 1)).unwrap();
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    let battle = Battle::from_scenario(&Scenario::new(map, rules)).unwrap();
    let [english, chinese] = in_both(|texts| {
        let lines = goal_lines(&battle);
        lines.iter().map(|line| texts.phrase_in_words(&line.phrase)).collect::<Vec<_>>().join("\n")
    });
    assert_eq!(
        english,
        "Victory points: Red 0, Blue 15\n\
         The hill (hold 4,3), points: Red 10, Blue 15 – Blue: met\n\
         Red: The road (hold 8,4 through 2 half-turns of Blue): 5 points\n\
         Red: The ford (take 0,0, 8,0)\n\
         Red wins with: The ford\n\
         Red wins if it holds every castle before dusk"
    );
    assert!(chinese.contains("The hill（守住 4,3）：红方 10 分，蓝方 15 分 – 蓝方: 已达到"), "{chinese}");
    let sides: Vec<_> = goal_lines(&battle).iter().map(|line| (line.side, line.met)).collect();
    assert_eq!(sides[1..4], [(Some(Side::Blue), true), (Some(Side::Red), false), (Some(Side::Red), false)]);
}
