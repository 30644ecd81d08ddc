//! A small campaign under the rules `hoplite`, and outcomes of its battles.

use std::collections::BTreeMap;

use hotgates_campaign::{Campaign, CampaignFile, CampaignState};
use hotgates_engine::{
    Battle, Dice, Fault, LegalOrders, MapFile, Outcome, Presence, Scenario, Side, Strength, Verdict,
    VictoryKind,
};
use hotgates_record::GameRecord;

/// A bay with room for both armies; Blue's allies stand on the castle.
pub const MAP: &str = r##"Map(name: "A bay", rules: "hoplite",
    rows: ["................", "................", "#...............", "................"],
    from: ne, turns: 4, objective: goals,
    goals: [(key: "away", side: blue, exit: [(0, 0)], count: 3, points: 5), (key: "castle", side: red, take: [(0, 2)], points: 9)],
    victory_points: (losses: 10, degrees: [(lead: 4, name: "great")]),
    red: (commander: "greedy", units: [(type: "spearmen", at: (14, 1), tag: "scouts"), (type: "archers", at: (15, 2))]),
    blue: (units: [(type: "archers", at: (0, 2), tag: "guard", rank: "Ouragos", name: "Ally")]),
)"##;

/// Three battles: after a great victory the second is passed over.
pub const CAMPAIGN: &str = r#"Campaign(
    format: 1, name: "The bay", notes: "A test.", side: blue, points: 60, recruits: ["peltasts", "hoplites"],
    army: [
        (key: "guard", type: "hoplites", strength: 400, rank: "King", name: "Leon", experience: 150),
        (key: "scouts", type: "peltasts"),
        (key: "riders", type: "horse", rank: "Lochagos"),
    ],
    battles: [
        (key: "bay", map: "bay.ron", title: "The bay", briefing: "Hold the bay.", places: [(1, 2), (2, 1)], then: [
            (result: won, degree: "great", points: 100, text: "A great day.", next: "end"),
            (result: won, points: 60, text: "A good day.", next: "hill"),
            (points: 20, text: "A bad day.", next: "hill"),
        ]),
        (key: "hill", map: "bay.ron", title: "The hill", briefing: "Hold the hill.", places: [(1, 2), (2, 1), (1, 3)], then: [
            (result: lost, text: "The hill is lost.", end: lost), (points: 30, text: "The hill is ours.", next: "end"),
        ]),
        (key: "end", map: "bay.ron", title: "The end", briefing: "Once more.", places: [(1, 2), (2, 1), (1, 3)], then: [
            (result: won, text: "Victory.", end: won), (result: drawn, text: "Peace.", end: drawn), (text: "Defeat.", end: lost),
        ]),
    ],
    army_lost: "Nobody is left.",
)"#;

/// Returns the scenario of a map under the rules that it names.
pub fn scenario(map: &str) -> Scenario {
    Scenario::by_shipped_rules(MapFile::from_ron(map).expect("a map")).expect("shipped rules")
}

/// Makes the campaign of a text whose battles are all fought on [`MAP`].
pub fn read_campaign(source: &str) -> Result<Campaign, Vec<Fault>> {
    let maps = BTreeMap::from([("bay.ron".to_owned(), scenario(MAP))]);
    Campaign::from_file(CampaignFile::from_ron(source).expect("a campaign's text"), maps)
}

/// Returns the map with goals and events that name units of the army, by `guard` and `riders`.
pub fn map_with_names() -> String {
    MAP.replace(
        "goals: [",
        r#"wins: (red: [["hero", "castle"], ["castle"]], blue: [["home"]]),
    events: [(key: "grief", lost: ["guard"], message: "The guard is gone."), (key: "joy", met: "home", message: "They are home."),
        (key: "dusk", turn: 4, message: "It gets dark.", opens: ["home"])],
    goals: [(key: "hero", side: red, destroy: ["guard"], points: 7),
        (key: "home", side: blue, exit: [(0, 0)], units: ["guard", "riders"], count: 2, points: 5), "#,
    )
}

/// Makes the small campaign on another map.
pub fn read_campaign_on(map: &str) -> Result<Campaign, Vec<Fault>> {
    let maps = BTreeMap::from([("bay.ron".to_owned(), scenario(map))]);
    Campaign::from_file(CampaignFile::from_ron(CAMPAIGN).expect("a campaign's text"), maps)
}

/// The small campaign.
pub fn campaign() -> Campaign {
    read_campaign(CAMPAIGN).expect("a sound campaign")
}

/// The small campaign, whose destroyed units stay as cadres.
pub fn campaign_with_cadres() -> Campaign {
    read_campaign(&CAMPAIGN.replace("side: blue,", "side: blue, cadres: true,")).expect("a sound campaign")
}

/// Returns an outcome of the present battle: the winner by points, and what is left of each unit sent, in
/// the order of the places.
pub fn outcome(campaign: &Campaign, state: &CampaignState, winner: Option<Side>, left: &[u16]) -> Outcome {
    let scenario = campaign.battle_scenario(state).expect("a battle");
    let mut outcome = Battle::from_scenario(&scenario).expect("a sound scenario").outcome();
    outcome.verdict = Some(Verdict { winner, how: VictoryKind::Points });
    outcome.degree = None;
    let sent =
        outcome.units.iter_mut().filter(|unit| unit.side == campaign.file().side && unit.tag.is_some());
    for (unit, &left) in sent.zip(left) {
        let left = left.min(unit.start.0);
        (unit.left, unit.losses) = (Strength(left), Strength(unit.start.0 - left));
        if left == 0 {
            unit.presence = Presence::Fallen;
        }
    }
    outcome
}

/// Plays the present battle at random, for at most `orders` orders.
pub fn play_at_random(campaign: &Campaign, state: &CampaignState, choice: u64, orders: usize) -> GameRecord {
    let scenario = campaign.battle_scenario(state).expect("a battle");
    let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    let mut record = GameRecord::new(battle, scenario.dice_source());
    let (mut legal, mut choice) = (LegalOrders::new(), Dice::new(choice));
    for _ in 0..orders {
        let Some(order) = legal.draw_random_order(record.battle(), &mut choice) else { break };
        record.act(order, &mut Vec::new()).expect("a legal order");
    }
    record
}
