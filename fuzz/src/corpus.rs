//! Seeds and dictionaries: the files of the repository, and what the program writes itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hotgates_campaign::{Campaign, CampaignFile, CampaignSave};
use hotgates_engine::{Battle, DiceKey, DiceSource, LegalOrders, MapFile, Ruleset, Scenario, Side};
use hotgates_formats::tiled::{self, TilePicture, TiledFormat};
use hotgates_play::{deploy_unit, order_of_battle_mut};
use hotgates_protocol::{ArbitratedGame, BotLimits, TableBattle, TableMessage, ViewLog, write_line};
use hotgates_record::{GameRecord, Replay};
use hotgates_table::{Guest, view_log_of_replay};
use hotgates_tournament::{FinishedGames, GameLine, GameResult, PlannedGame, TournamentPlan};

use crate::mutation::MutationSource;
use hotgates_web::link_to_replay;

use crate::targets::{FuzzTarget, keyed_tournament_plan, tournament_plan, unpacked_link};

/// A campaign as short as one can be with every field.
const CAMPAIGN: &str = r#"Campaign(format: 1, name: "Two fields", author: "us", notes: "A short one.", side: blue, points: 30,
    recruits: ["cavalry"], cadres: true,
    army: [(key: "Guard", type: "infantry", strength: 700, rank: "Major", name: "Leon"), (key: "Scouts", type: "cavalry")],
    battles: [
        (key: "one", map: "field.ron", title: "The first field", briefing: "Hold it.", places: [(1, 2)],
            then: [(result: won, points: 10, text: "Held.", next: "two"), (text: "Lost.", end: lost)]),
        (key: "two", map: "field.ron", title: "The second", briefing: "Once more.", places: [(1, 2), (1, 1)],
            then: [(result: won, text: "Both are held.", end: won), (text: "Lost.", end: drawn)]),
    ],
    army_lost: "Nobody is left.",
)"#;

/// A small map.
pub(crate) const FIELD: &str = r##"Map(name: "A field", turns: 3, from: ne,
    rows: ["................", "................", "#...............", "................"],
    red: (units: [(type: "infantry", at: (14, 1))]))"##;

/// A small map with nearly every field.
const EVERYTHING: &str = r##"Map(format: 1, name: "All", author: "us", notes: "two\nlines", rules: "hoplite", glyphs: {'o': "hill"},
    rows: ["....o......", ".#.o.......", "..........."], entry: [(10, 0), (10, 1)], first: blue, turns: 9, seed: 7, variation: 100,
    objective: goals, red_holds: [(3, 1)], home: (red: [(10, 2)], blue: [(0, 0)]),
    types: (red: ["peltasts", "hoplites"]), factor: (blue: 1200),
    contingents: [(name: "Allies", side: blue, colour: "#a05a2c", commander: "greedy"), (name: "Kin", side: red)],
    goals: [(key: "a", name: "A", side: red, take: [(1, 1)], by: 4, points: 10), (key: "b", side: blue, hold: [(3, 1)], turns: 2),
        (key: "c", side: red, destroy: ["k"]), (key: "d", side: red, exit: [(0, 0)], units: ["m"], count: 1)],
    wins: (red: [["a", "c"]], blue: [["b"]]),
    events: [(key: "e", enters: [(1, 1)], side: red, message: "x", told: blue, arrive: ["m"], repeat: 2),
        (key: "f", turn: 3, opens: ["d"]), (key: "g", lost: ["k"], terrain: {"hill": [(3, 0)]}), (key: "h", met: "a", arrive: ["k"]), (key: "i", points: 3, side: red, message: "y")],
    victory_points: (castle: 10, losses: 50, degrees: [(lead: 1, name: "narrow")]),
    red: (commander: "hunter", units: [(type: "peltasts", key: "m", called: "Some", arrives: (turn: 2, from: ne), withdraws: 6, tag: "t"),
        (type: "hoplites", rank: "King", name: "Leon", at: (10, 0), experience: 120, facing: sw, strength: 300)]),
    blue: (units: [(type: "hoplites", key: "k", contingent: "Allies", arrives: (hexes: [(0, 0), (0, 1)])), (type: "peltasts", at: (1, 1))]))"##;

const SCENARIO: &str =
    r#"Scenario(name: "Again", map: "hot_gates", from: se, turns: 12, red: (units: [(type: "cavalry")]))"#;

/// Words of heads of requests.
const REQUEST_WORDS: &str = "Host Origin Cookie http:// https:// localhost 127.0.0.1 [::1] play.example.org evil.example null : ; = :8470 \
    __Host-hotgates- hotgates- 0123456789abcdef";

/// Words of the project's own files in RON that seeds may lack.
const RON_WORDS: &str = "Map Scenario Ruleset Campaign Puzzle format name author notes rules glyphs rows from entry first turns seed \
    variation objective red_holds home types factor contingents contingent colour goals wins events victory_points red blue units commander type called strength rank at arrives \
    withdraws experience facing key tag side hold take destroy exit count by points castle losses degrees lead turn hexes enters \
    lost met repeat message told arrive opens terrain None Some true false inf NaN r#\" \"# /* */ // (( )) [[ ]] \"\" \\u{202e} \\u{1b} \\r \\n \\t \\u{ffff} \\u{0} é 門 \u{202e} \u{feff} \u{ffff} \u{7f} \
    options zone_of_control zone_extra ignores_zones lacks_zone cohesion retreat supply ammunition officers leadership combined_arms facing height reaction entrenchment \
    weather works fog_of_war line_of_sight cost_for defence_for sight_cost blocks_fire depot movement melee ranged min max power";
const TILED_WORDS: &str = "map layer data tileset tile property properties objectgroup object point polygon chunk csv base64 gzip zlib zstd \
    infinite staggeraxis staggerindex hexsidelength orientation hexagonal x y odd even width height tilewidth tileheight firstgid \
    terrain class type gid rotation visible opacity encoding compression name value int string float bool ![CDATA[ ]]> &amp; &#10; \
    &#x202e; &#13; &#x85; &#x9; \\r \\u0001 \\uffff é 門 \u{202e} \u{feff} \u{ffff} \u{7f} <!-- --> null true false \\u0000 \\ud800";
const PROTOCOL_WORDS: &str = r#"hello new turn events illegal over ping error quit ready ok order pong done ask answer stop legal reach path \
    cost_field odds fork act drop on unit target from whole mean ignore_enemies questions id move attack exit face work \
    end_turn resign game side seed limits scenario view sighted protocol features red blue ne null true false {} [] "" -1 1e999 \
    65536 18446744073709551616 0.1 \u202e \ud800 [[[[[[[[ {"a":{"a": map rules units rows type at strength"#;
const TOURNAMENT_WORDS: &str = r#"round-robin gauntlet swiss sprt kind rounds elo0 alpha null true false 0 1 -1 1e308 4294967295 18446744073709551615 \
    red blue draw castle <script> \u202e {} [] "" ,"sum":""#;
const LINK_WORDS: &str = r"r1. r2. #r1. r999. human hunter warden:general bot:ls \u{1} \u{2} \u{0}\u{0} AAAA ____ ---- = HOTGATES type at strength";
const WESNOTH_WORDS: &str =
    "Gg Gs^Fp Ww Wo Mm Hh Ch Kh Re Rr Ss Ds Xu _off^_usr 1 2 , ^Vh ^Bsb| border_size=1 usage=map Ai Aa Qxu";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the contents of the files with an extension right below these folders, in the order of their
/// names.
fn files_below(folders: &[&str], extension: &str) -> Vec<Vec<u8>> {
    let mut paths = BTreeSet::new();
    for folder in folders {
        let entries = fs::read_dir(repository().join(folder)).expect("a folder of the repository");
        paths.extend(entries.map(|entry| entry.expect("a file").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|end| end == extension));
    paths.iter().map(|path| fs::read(path).expect("a file of the repository")).collect()
}

/// Returns the maps that come with the program, and small ones.
fn shipped_maps() -> Vec<MapFile> {
    let files = files_below(&["maps", "maps/hoplite", "maps/musket", "maps/panzer", "tests/maps"], "ron");
    let texts = files.into_iter().filter_map(|bytes| String::from_utf8(bytes).ok());
    let own = [EVERYTHING, FIELD].map(str::to_owned);
    own.into_iter().chain(texts).filter_map(|text| MapFile::from_ron(&text).ok()).collect()
}

fn exported_maps(format: TiledFormat) -> Vec<Vec<u8>> {
    let picture = TilePicture { file: "tiles.png", width: 64, height: 56, side: 32 };
    let export = |map: &MapFile| {
        let rules = Ruleset::shipped(map.rules.as_deref().unwrap_or("classic"))?;
        Some(tiled::write_map(map, &rules, format, &picture).ok()?.into_bytes())
    };
    shipped_maps().iter().filter_map(export).collect()
}

/// Plays a battle by the first legal orders of a few half-turns.
fn played_record(scenario: &Scenario, orders: usize) -> Option<GameRecord> {
    let mut record = GameRecord::new(Battle::from_scenario(scenario).ok()?, scenario.dice_source());
    let mut legal = LegalOrders::new();
    for number in 0..orders {
        let Some(&order) = legal.orders_of_side(record.battle()).iter().rev().nth(number % 3) else { break };
        record.act(order, &mut Vec::new()).ok()?;
    }
    Some(record)
}

fn replays() -> Vec<Vec<u8>> {
    let scenarios = shipped_maps().into_iter().filter_map(Scenario::by_shipped_rules);
    let small = |scenario: &Scenario| scenario.map.to_ron().len() < 3000;
    let replay = |scenario: &Scenario| Some(played_record(scenario, 30)?.replay(scenario).encode());
    let by_seed_and_key = |mut scenario: Scenario| {
        let by_seed = replay(&scenario);
        scenario.set_dice_source(DiceSource::Key(DiceKey::from_bytes([7; DiceKey::BYTES])));
        [by_seed, replay(&scenario)].into_iter().flatten()
    };
    scenarios.filter(small).flat_map(by_seed_and_key).collect()
}

/// Returns links of short battles on the maps of the program, as they are listed and with a unit arranged anew, and
/// what the links hold.
fn battle_links() -> Vec<Vec<u8>> {
    let scenarios: Vec<Scenario> =
        shipped_maps().into_iter().filter_map(Scenario::by_shipped_rules).collect();
    let arranged = |scenario: &Scenario| {
        let (battle, mut scenario) = (Battle::from_scenario(scenario).ok()?, scenario.clone());
        let [one, other] = [0, 1].map(|number| battle.living(Side::Blue).nth(number));
        let to = battle.grid().coord(battle.unit(other?).cell);
        deploy_unit(&mut scenario, &battle, one?, to).ok()?;
        Some(scenario)
    };
    let arranged: Vec<Scenario> = scenarios.iter().filter_map(arranged).collect();
    let named = scenarios.iter().chain(&arranged).filter_map(|scenario| {
        let (battle, mut scenario) = (Battle::from_scenario(scenario).ok()?, scenario.clone());
        scenario.map.seed = Some(7);
        for side in Side::BOTH {
            order_of_battle_mut(&mut scenario, &battle, side).commander = Some("human".to_owned());
        }
        Some(scenario)
    });
    let links =
        named.filter_map(|scenario| Some(link_to_replay(&played_record(&scenario, 30)?.replay(&scenario))));
    links.flat_map(|link| [unpacked_link(&link), link.into_bytes()]).collect()
}

fn campaign_saves() -> Vec<Vec<u8>> {
    let campaign = own_campaign();
    let state = campaign.begin(7);
    let scenario = campaign.battle_scenario(&state).expect("the first battle");
    let record = played_record(&scenario, 6).expect("a battle of our own");
    vec![
        CampaignSave::new(&campaign, &state, None).encode(),
        CampaignSave::new(&campaign, &state, Some(&record)).encode(),
    ]
}

/// Returns the campaign that saves among the seeds are of.
///
/// # Panics
/// Never: the campaign is sound.
#[must_use]
pub fn own_campaign() -> Campaign {
    let map = MapFile::from_ron(FIELD).expect("a map of our own");
    let maps = BTreeMap::from([("field.ron".to_owned(), Scenario::classic(map))]);
    let file = CampaignFile::from_ron(CAMPAIGN).expect("a campaign of our own");
    Campaign::from_file(file, maps).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Returns campaigns with faults that the check finds once the text is read.
fn faulty_campaigns() -> Vec<Vec<u8>> {
    let faults = [
        ("next: \"two\"", "next: \"nowhere\""),
        ("end: won", "next: \"one\""),
        ("key: \"two\"", "key: \"one\""),
        ("next: \"two\")", "end: won)"),
        ("(1, 2), (1, 1)", "(99, 99), (1, 1), (1, 1)"),
        ("places: [(1, 2)]", "places: []"),
        ("type: \"cavalry\"", "type: \"dragons\""),
        ("rank: \"Major\"", "rank: \"Boss\""),
        ("recruits: [\"cavalry\"]", "recruits: [\"dragons\", \"cavalry\", \"cavalry\"]"),
        ("title: \"The second\"", "title: \"\""),
        ("strength: 700", "strength: 70000"),
        ("result: won, points: 10", "result: won, degree: \"narrow\", points: 10"),
        ("(text: \"Lost.\", end: lost)", ""),
        ("key: \"Scouts\"", "key: \"Guard\""),
    ];
    faults.iter().map(|(sound, fault)| CAMPAIGN.replace(sound, fault).into_bytes()).collect()
}

/// Returns a line of a seat with each kind of order, and one that begins a battle.
fn table_orders() -> Vec<Vec<u8>> {
    let orders = [
        "{\"move\":[0,[11,2]]}",
        "{\"attack\":[0,2]}",
        "{\"exit\":1}",
        "{\"face\":[0,\"ne\"]}",
        "{\"work\":[0,[11,1],0]}",
        "\"end_turn\"",
        "\"resign\"",
    ];
    let line = |order| format!("{{\"order\":{{\"id\":\"2\",\"known\":1,\"order\":{order}}}}}").into_bytes();
    let scenario = Scenario::classic(MapFile::from_ron(FIELD).expect("a map of our own"));
    let battle = Battle::from_scenario(&scenario).expect("a battle of our own");
    let begin = TableMessage::Begin(Box::new(TableBattle::of_battle(&scenario, &battle, None)));
    orders.into_iter().map(line).chain([write_line(&begin).into_bytes()]).collect()
}

/// Returns the first shipped puzzle with a solution of every kind of order.
fn puzzle_of_all_orders() -> Option<Vec<u8>> {
    let puzzle =
        String::from_utf8(files_below(&["crates/analysis/assets/puzzles"], "ron").swap_remove(0)).ok()?;
    let (before, rest) = puzzle.split_once("solution: \"")?;
    let (_, after) = rest.split_once('"')?;
    Some(format!("{before}solution: \"0x4 0@3,4 1> 2^ne 3*1,2:0\"{after}").into_bytes())
}

/// A map of Tiled with groups, chunks and values of every type.
const TILED_CHUNKS: &str = r#"{"orientation":"hexagonal","staggeraxis":"x","staggerindex":"odd","hexsidelength":32,"width":2,"height":2,"tilewidth":64,
"tileheight":56,"infinite":true,"renderorder":"right-down","properties":[{"name":"a","type":"bool","value":true},{"name":"b","value":1.5},
{"name":"c","value":-3},{"name":"d","value":null},{"name":"e","value":["x",{"y":[]}]},{"name":"f","value":{"g":"h"}},{"name":"i","value":"j"}],
"tilesets":[{"firstgid":1,"name":"t","columns":1,"tilecount":2,"tilewidth":64,"tileheight":56,"tiles":[{"id":0,"type":"grass"},{"id":1,"type":"castle"}]}],
"layers":[{"type":"group","name":"g","visible":true,"layers":[{"type":"tilelayer","name":"ground","width":2,"height":2,"visible":true,
"chunks":[{"x":0,"y":0,"width":2,"height":1,"data":[1,1]},{"x":0,"y":1,"width":2,"height":1,"data":[2,1]}]}]},{"type":"imagelayer","name":"p"},
{"type":"objectgroup","name":"units","objects":[{"id":1,"name":"u","type":"infantry","x":10,"y":10,"point":true}]}]}"#;

/// The same in XML, with entities of all kinds.
const TILED_CHUNKS_XML: &str = r#"<?xml version="1.0"?><map orientation="hexagonal" staggeraxis="x" staggerindex="odd" hexsidelength="32" width="2"
height="2" tilewidth="64" tileheight="56" infinite="1"><properties><property name="name" value="a &amp; &#98; &lt;&gt;&quot;&apos;"/>
<property name="notes">two
lines</property></properties><tileset firstgid="1" name="t" tilewidth="64" tileheight="56" tilecount="2" columns="1"><tile id="0" type="grass"/>
<tile id="1" class="castle"/></tileset><group name="g" visible="1"><layer name="ground" width="2" height="2"><data encoding="csv">
<chunk x="0" y="0" width="2" height="1">1,1</chunk><chunk x="0" y="1" width="2" height="1">2,1</chunk></data></layer></group>
<layer name="plain" width="2" height="2"><data><chunk x="0" y="0" width="2" height="1"><tile gid="1"/><tile gid="1"/></chunk></data></layer>
<objectgroup name="units"><object id="1" name="u" type="infantry" x="10" y="10"><point/></object></objectgroup><![CDATA[x]]></map>"#;

/// Maps of Wesnoth without castles, with one start, and with starts that no path joins.
const WESNOTH_STARTS: [&str; 3] = [
    "Gg, Gg, Gg, Gg\nGg, Gg, Hh, Gg\nGg, Gg, Gg, Gg\nGg, Gg, Gg, Gg\n",
    "Gg, Gg, Gg, Gg\nGg, 1 Gg, Hh, Gg\nGg, Gg, Gg, Gg\nGg, Gg, Gg, Gg\n",
    "Xv, Xv, Xv, Xv, Xv, Xv\nXv, 1 Ke, Xv, Xv, 2 Gg, Xv\nXv, Gg, Xv, Xv, Gg, Xv\nXv, Xv, Xv, Xv, Xv, Xv\n",
];

/// Returns the lines of the page about the protocol, and a game whole.
/// The beginnings of replays as a side and whoever watches saw them.
fn view_logs() -> Vec<Vec<u8>> {
    let replays = replays().into_iter().filter_map(|bytes| Replay::decode(&bytes).ok());
    let logs = replays.flat_map(|replay| {
        [Guest::Seat(Side::Red), Guest::Watcher].map(|guest| view_log_of_replay(&replay, guest).ok())
    });
    let beginning = |mut log: ViewLog| {
        log.orders.truncate(6);
        log.to_text().into_bytes()
    };
    logs.flatten().map(beginning).collect()
}

fn protocol_lines() -> Vec<Vec<u8>> {
    let examples = examples_of_page("protocol.md");
    let scenario = Scenario::classic(MapFile::from_ron(FIELD).expect("a map of our own"));
    let battle = Battle::from_scenario(&scenario).expect("a battle of our own");
    let (_, new) = ArbitratedGame::begin(1, &scenario, &battle, Side::Red, 7, BotLimits::default());
    examples.into_iter().chain([write_line(&new).into_bytes()]).collect()
}

/// Returns the messages that a page of the documentation shows.
fn examples_of_page(name: &str) -> Vec<Vec<u8>> {
    let page = fs::read_to_string(repository().join("docs").join(name)).expect("the page");
    page.lines().filter(|line| line.starts_with('{')).map(|line| line.as_bytes().to_vec()).collect()
}

/// Returns heads of requests, from this server's pages and from others.
fn request_heads() -> Vec<Vec<u8>> {
    let cookie = "Cookie: x=1; __Host-hotgates-0123456789abcdef=0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f; y=2";
    [
        "Host: 127.0.0.1:8470\nOrigin: http://127.0.0.1:8470".to_owned(),
        format!("Host: play.example.org\nOrigin: https://play.example.org\n{cookie}"),
        format!("host: localhost\n{cookie}\ncookie: hotgates-0123456789abcdef=0"),
        "Host: [::1]:8470\nOrigin: null".to_owned(),
    ]
    .map(String::into_bytes)
    .into()
}

/// Returns files of a server's options.
fn server_options() -> Vec<Vec<u8>> {
    [
        r#"(listen: "127.0.0.1:8470", data: "d", battles_a_minute: 60, weak_cells: true, webhooks: "local", ratings: false)"#,
        "// comment\n(keep_chat: 7, database: \"postgres://a@b/c\",)",
        "()",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

/// Returns wishes for webhooks.
fn webhook_requests() -> Vec<Vec<u8>> {
    let addresses = [
        Some("https://example.org/hook?seat=1"),
        Some("https://example.org?seat=1"),
        Some("https://[2606:4700::1111]:8443/"),
        Some("https://127.0.0.1/"),
        Some("http://example.org:80/"),
        None,
    ];
    let request = |address: Option<&str>| serde_json::json!({ "token": "0f".repeat(16), "address": address });
    addresses.map(|address| request(address).to_string().into_bytes()).into()
}

/// Returns requests for battles, of shipped maps and of players' own.
fn battle_requests() -> Vec<Vec<u8>> {
    let request = |text: &str| serde_json::json!({ "text": text, "red": "human", "blue": "warden", "listed": true, "open": "red" });
    let clock = serde_json::json!({ "half_turn_ms": 60_000, "bank_ms": 300_000 });
    [
        request(FIELD),
        request(EVERYTHING),
        serde_json::json!({ "map": 0, "red": "human", "blue": "human", "clock": clock, "late_turns": 3 }),
        serde_json::json!({ "map": 7, "red": "human", "blue": "human" }),
    ]
    .map(|request| request.to_string().into_bytes())
    .into()
}

/// Returns a plan with the lines of its games, by all ends and of no length.
fn tournament_folders() -> Vec<Vec<u8>> {
    [tournament_plan(), keyed_tournament_plan()].iter().flat_map(folder_of_plan).collect()
}

fn folder_of_plan(plan: &TournamentPlan) -> Vec<Vec<u8>> {
    let games = plan.next_games(&FinishedGames::new()).expect("few games");
    let text = |games: &[PlannedGame]| {
        let ends = ["castle", "annihilation", "dusk", "goals", "points", "crashed"];
        let winners = [Some(Side::Red), Some(Side::Blue), None];
        let lines = games.iter().enumerate().map(|(number, game)| {
            let result = GameResult {
                winner: winners[number % 3],
                how: ends[number % 6].to_owned(),
                turns: u32::try_from(number).expect("few games"),
                ..GameResult::default()
            };
            serde_json::to_string(&GameLine::new(plan, game, &result)).expect("a line")
        });
        let first = serde_json::to_string(plan).expect("a plan");
        [first].into_iter().chain(lines).collect::<Vec<_>>().join("\n").into_bytes()
    };
    games.chunks(8).map(text).collect()
}

/// Returns bytes for battles that are made of their bytes.
fn choices() -> Vec<Vec<u8>> {
    let bytes = |factor: u8| (0..=255_u8).map(|byte| byte.wrapping_mul(factor) ^ (byte >> 3)).collect();
    (1..=31_u8).step_by(6).map(bytes).collect()
}

/// Returns the seeds and the dictionary of a target.
///
/// # Panics
/// When the repository lacks the files that seeds are taken from.
#[must_use]
pub fn source_of_target(target: &FuzzTarget) -> MutationSource {
    let (mut seeds, words) = match target.name {
        "battle_file" => {
            let folders = [
                "maps",
                "maps/hoplite",
                "maps/musket",
                "maps/panzer",
                "tests/maps",
                "tests/bad",
                "tests/data/hostile",
            ];
            (files_below(&folders, "ron"), RON_WORDS)
        }
        "tiled_tmj" => (exported_maps(TiledFormat::Tmj), TILED_WORDS),
        "tiled_tmx" => {
            let files = files_below(&["tests/convert"], "tmx");
            (files.into_iter().chain(exported_maps(TiledFormat::Tmx)).collect(), TILED_WORDS)
        }
        "wesnoth_map" => (files_below(&["tests/convert"], "map"), WESNOTH_WORDS),
        "ruleset_file" => (files_below(&["crates/rules/assets/rules", "tests/maps/rules"], "ron"), RON_WORDS),
        "campaign_file" => (files_below(&["maps/road_to_the_gates"], "ron"), RON_WORDS),
        "army_file" => (files_below(&["tests/data/compatibility/0.1.0"], "ron"), RON_WORDS),
        "doctrine_file" => (files_below(&["crates/doctrine/assets"], "ron"), RON_WORDS),
        "replay_file" => (replays(), RON_WORDS),
        "battle_link" => (battle_links(), LINK_WORDS),
        "campaign_save" => (campaign_saves(), RON_WORDS),
        "puzzle_file" => (files_below(&["crates/analysis/assets/puzzles"], "ron"), RON_WORDS),
        "tournament_files" => (tournament_folders(), TOURNAMENT_WORDS),
        "protocol_line" => (protocol_lines(), PROTOCOL_WORDS),
        "table_line" => (examples_of_page("table.md"), PROTOCOL_WORDS),
        "request_head" => (request_heads(), REQUEST_WORDS),
        "battle_request" => (battle_requests(), RON_WORDS),
        "server_options" => (server_options(), RON_WORDS),
        "webhook_request" => (webhook_requests(), REQUEST_WORDS),
        _ => (choices(), ""),
    };
    match target.name {
        "battle_file" => seeds.extend([EVERYTHING, SCENARIO].map(|text| text.as_bytes().to_vec())),
        "campaign_file" => {
            seeds.push(CAMPAIGN.as_bytes().to_vec());
            seeds.extend(faulty_campaigns());
        }
        "table_line" => {
            seeds.extend(table_orders());
            seeds.extend(view_logs());
        }
        "puzzle_file" => seeds.extend(puzzle_of_all_orders()),
        "tiled_tmj" => seeds.push(TILED_CHUNKS.as_bytes().to_vec()),
        "tiled_tmx" => seeds.push(TILED_CHUNKS_XML.as_bytes().to_vec()),
        "wesnoth_map" => seeds.extend(WESNOTH_STARTS.map(|text| text.as_bytes().to_vec())),
        _ => {}
    }
    seeds.retain(|seed| seed.len() <= target.most_bytes);
    assert!(!seeds.is_empty(), "{} has no seed of at most {} bytes", target.name, target.most_bytes);
    let dictionary = words.split_whitespace().map(str::to_owned).collect();
    MutationSource { seeds, dictionary, most_bytes: target.most_bytes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::TARGETS;

    #[test]
    fn every_target_has_seeds_and_takes_them() {
        for target in TARGETS {
            for seed in source_of_target(&target).seeds {
                (target.run)(&seed);
            }
        }
    }

    #[test]
    fn the_links_among_the_seeds_are_of_every_form() {
        let links = battle_links();
        for form in 0..=2 {
            assert!(links.iter().any(|bytes| bytes.first() == Some(&form)), "form {form}");
        }
        let texts = links.iter().filter_map(|bytes| std::str::from_utf8(bytes).ok());
        assert!(texts.filter(|text| hotgates_web::replay_from_link(text).is_ok()).count() > 20);
    }

    #[test]
    fn view_logs_are_among_the_lines() {
        let lines = TARGETS.iter().find(|target| target.name == "table_line").map(source_of_target);
        let logs = lines.expect("the target").seeds;
        assert!(logs.iter().filter(|bytes| hotgates_protocol::ViewLog::is_view_log(bytes)).count() > 1);
    }

    #[test]
    fn the_seeds_of_our_own_are_sound() {
        let map = MapFile::from_ron(EVERYTHING).expect("a map");
        let scenario = Scenario::by_shipped_rules(map).expect("shipped rules");
        let faults = Battle::check_scenario(&scenario).faults;
        assert!(faults.iter().all(hotgates_engine::Fault::is_warning), "{faults:?}");
        assert!(replays().iter().any(|bytes| hotgates_record::Replay::verify_bytes(bytes).is_ok()));
        for save in campaign_saves() {
            CampaignSave::decode(&save).expect("a save");
        }
    }
}
