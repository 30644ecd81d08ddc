//! 12 against 12 on 30 × 20 hexes, in the open and by all optional rules.

use hotgates_engine::{
    AmmunitionRule, Army, Battle, CohesionRule, CombinedArmsRule, EntrenchmentRule, FacingRule, HeightRule,
    LeadershipRule, MapFile, MovementPoints, OfficerRule, OptionalRules, ReactionRule, RetreatRule, Ruleset,
    Scenario, SupplyRule, TypeSelector, UnitEntry, WorkRule, parse_ron,
};

/// Returns 12 units, of which each fourth is led by a captain if `led`.
fn army(led: bool) -> Army {
    let kinds = ["infantry"; 8].into_iter().chain(["cavalry"; 2]).chain(["artillery"; 2]);
    let rank = |index: usize| (led && index.is_multiple_of(4)).then(|| "Captain".to_owned());
    let units =
        kinds.enumerate().map(|(index, kind)| UnitEntry { rank: rank(index), ..UnitEntry::new(kind) });
    Army { commander: None, units: units.collect() }
}

/// Returns the map with both armies: open ground with some woods, and a castle in the south.
fn map(led: bool) -> MapFile {
    let mut rows = vec![".....f.................f......".to_owned(); 19];
    rows.push("..............#...............".to_owned());
    MapFile { name: "bench".into(), rows, red: Some(army(led)), blue: Some(army(led)), ..MapFile::default() }
}

/// Returns the battle by the classic rules.
pub fn on_open_ground() -> Battle {
    Battle::from_scenario(&Scenario::classic(map(false))).expect("a sound scenario")
}

/// Returns the battle by all optional rules, with a river across the map: cavalry lays and blows up bridges and
/// digs in, rain makes fields and forests dearer.
pub fn by_all_rules() -> Battle {
    let mut map = map(true);
    "~~~~~~~H~~~~~~~~~~~~~~H~~~~~~~".clone_into(&mut map.rows[10]);
    let work = |name: &str, from: &str, to: &str, turns| WorkRule {
        name: name.into(),
        from: vec![from.into()],
        to: to.into(),
        by: vec![TypeSelector::from("cavalry")],
        turns,
    };
    let states = r#"[(name: "dry", next: {"dry": 1, "rain": 1}),
        (name: "rain", costs: {"grass": 2000, "forest": 1500}, sight: 500, fire: 400, next: {"dry": 1})]"#;
    let mut rules = Ruleset::classic();
    rules.options = OptionalRules {
        zone_of_control: true,
        zone_extra: MovementPoints(0),
        line_of_sight: true,
        fog_of_war: true,
        cohesion: Some(CohesionRule::default()),
        retreat: Some(RetreatRule::default()),
        supply: Some(SupplyRule::default()),
        ammunition: Some(AmmunitionRule::default()),
        officers: Some(OfficerRule::default()),
        leadership: Some(LeadershipRule::default()),
        combined_arms: Some(CombinedArmsRule::default()),
        facing: Some(FacingRule::default()),
        height: Some(HeightRule::default()),
        reaction: Some(ReactionRule::default()),
        entrenchment: Some(EntrenchmentRule::default()),
        works: vec![
            work("lay a bridge", "water", "bridge", 2),
            work("blow up a bridge", "bridge", "water", 1),
            work("dig in", "grass", "forest", 1),
        ],
        weather: Some(parse_ron(&format!("(states: {states})")).expect("a sound rule")),
    };
    rules.units[1].pursues = true;
    rules.units[2].rounds = Some(6);
    (rules.units[2].reacts, rules.units[2].supports) = (true, true);
    Battle::from_scenario(&Scenario::new(map, rules)).expect("a sound scenario")
}
