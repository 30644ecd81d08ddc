//! The pages about the protocol: made from its types, and from a session that is played here again.
//!
//! `HOTGATES_ACCEPT=1 cargo test -p hotgates-protocol --test pages` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use hotgates_engine::{
    Battle, Coord, Direction, Illegal, MapFile, Presence, Scenario, Side, UnitId, Verdict, VictoryKind,
    WorkId, WorkProgress,
};
use hotgates_play::Seat;
use hotgates_protocol::{
    ArbiterMessage, ArbitratedGame, Ask, BotAnswer, BotLimits, BotMessage, BuiltInBot, DiceProof, Empty,
    GameNumber, GuestMessage, Hello, OrderMessage, PROTOCOL, ProtocolComplaint, Question, SeatState,
    TableBattle, TableMessage, TableStage, ToldOrderMessage, read_line, write_line,
};
use hotgates_record::GameRecord;
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

mod table_examples;

const HEAD: &str = "\
# The line protocol

An arbiter keeps the true battle; a bot commands a side of it. They talk over the bot's standard input and output, one JSON
object a line, UTF-8; what a bot writes on standard error is its own log. Every object has one key, the name of the message.
Fields that nobody knows are passed over; a message that nobody knows is answered with `error`. This is version 1. New messages
and fields do not change the number; whatever else changes raises it, and the last two are spoken.

`hotgates bot NAME` has a built-in commander speak it, for programs that keep battles of their own and want to fight against
one. It gives the orders that it gives in `hotgates battle`. `hotgates battle MAP --red 'bot:COMMAND'` starts
a program and has it command Red; [bots.md](bots.md) shows how to write one.

A session goes like this, `→` being what the arbiter says:

```
";

const AFTER_SESSION: &str = "\
```

- The bot answers `hello` with `ready`, and each `new` with `ok` when it has looked at the map. Several games may be played at
  once; each message names its game.
- After `turn` it gives one order. The arbiter answers with `events`, what happened as the bot's side saw it; as long as `more` is
  true, it gives the next. `\"end_turn\"` ends the half-turn, and is always legal.
- An order that the rules do not allow changes nothing: `illegal` says why, and another order is wanted. The third one in a
  half-turn forfeits the battle.
- `events` of `turn` hold what the side was told since its last order: the enemy's half-turn. Where enemies can be out of sight, so is
  what they do there. `orders_began` stands where a half-turn's first order was given.
- A bot without an engine asks the arbiter, from `new` until `over`: what is legal, what a way costs, what an attack comes to. Forks are
  copies to try orders on, of both sides, with the bot's own dice. `ask` holds several questions and its `answer` as many answers, each
  a value under the question's name or an `error` in words. Whatever is asked, it is the battle that the bot's side knows that answers: an
  enemy out of sight is not there. Time goes on meanwhile. A half-turn has 1,000 questions, a game 64 forks that take 8 MiB together as far
  as can be told, and a line of answers ends with the first that reaches 1 MiB; what is beyond is answered with an `error`.
- `stop` says that time runs out: an order is wanted now. A bot that has given its order passes over it. `ping` and `stop` may come
  while an `answer` is awaited.
- `view_hash` is for bots that have the engine: it tells whether their battle is still the arbiter's. It is made of what the side
  knows, and of nothing else.
- Where the dice come from a key, as they do unless somebody asks for a seed, nothing that a bot is sent tells of dice to come,
  whatever it tries out ([cells.md](cells.md)). `record_hash` is sent after the end only.
- Maps and rulesets are sent as in their files ([rules.md](rules.md), and the README's section on maps), as JSON. Hexes are
  `[column, row]`, from 0 in the north-west; columns with odd numbers lie half a hex lower.

The shapes below are also a JSON Schema: [protocol.schema.json](protocol.schema.json).

";

/// One line of the session, and who says it.
type SessionLine = (&'static str, String);

struct Session {
    bot: BuiltInBot,
    lines: Vec<SessionLine>,
}

impl Session {
    fn say(&mut self, message: &ArbiterMessage) -> Option<BotMessage> {
        self.lines.push(("→", write_line(message)));
        let heard = read_line(&write_line(message)).expect("a message");
        let BotAnswer::Say(answer) = self.bot.hear(heard) else { return None };
        self.lines.push(("←", write_line(&answer)));
        Some(answer)
    }
}

/// Plays a game of one half-turn of Red, Blue having none.
fn play_session() -> Vec<SessionLine> {
    let map = MapFile::from_ron(
        r##"Map(name: "duel", rows: ["........", "#.......", "........"], turns: 1,
            red: (units: [(type: "cavalry", at: (7, 0)), (type: "infantry", at: (7, 1))]), blue: (units: [(type: "infantry")]))"##,
    )
    .expect("a map");
    let mut scenario = Scenario::classic(map);
    scenario.rules.setup.distance = 0;
    let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    let mut session = Session { bot: BuiltInBot::new(Seat::from_name("hunter")), lines: Vec::new() };
    let features = ["fog", "why"].map(str::to_owned).to_vec();
    session.say(&ArbiterMessage::Hello(Hello {
        protocol: [1, PROTOCOL],
        game: "hotgates 0.1.0".into(),
        features,
    }));
    session.say(&ArbiterMessage::Ping(Empty {}));
    let limits = BotLimits { turn_ms: Some(1_000), bank_ms: Some(60_000), ..BotLimits::default() };
    let (mut game, new) = ArbitratedGame::begin(1, &scenario, &battle, Side::Red, 7, limits);
    session.say(&new);
    let mut record = GameRecord::new(battle, 3_u64);
    // A built-in commander asks nothing; another bot might.
    let (infantry, castle) = (UnitId(1), Coord { col: 0, row: 1 });
    let questions = [
        Question::Legal { on: None, unit: Some(infantry) },
        Question::Path { on: None, unit: infantry, to: castle, ignore_enemies: true },
        Question::Fork { on: None },
        Question::Act { on: 1, order: OrderMessage::Move(UnitId(0), Coord { col: 1, row: 0 }), mean: false },
        Question::Odds { on: Some(1), unit: UnitId(0), target: UnitId(2), from: None },
        Question::Drop { on: 1 },
        Question::Reach { on: Some(1), unit: infantry, whole: false },
    ];
    let ask = Ask::new(1, 7, &questions);
    session.lines.push(("←", write_line(&BotMessage::Ask(ask.clone()))));
    let answer = game.answer(record.battle(), &ask);
    session.say(&answer);
    let mut message = game.begin_turn(record.battle(), Some(60_000));
    while let Some(BotMessage::Order(order)) = session.say(&message) {
        if session.lines.iter().all(|(_, line)| message_name(line) != "stop") {
            session.say(&ArbiterMessage::Stop(GameNumber { game: 1 }));
        }
        let mut events = Vec::new();
        record.act(order.order.as_order().expect("an order"), &mut events).expect("a legal order");
        game.watch_order(record.battle(), &events);
        message = game.accept_order(record.battle());
    }
    let mut events = Vec::new();
    record.act(hotgates_engine::Order::EndTurn, &mut events).expect("Blue may end its turn");
    game.watch_order(record.battle(), &events);
    let refusal = game.refuse_order(&Illegal::Over).expect("the first of three");
    session.lines.push(("→", write_line(&refusal)));
    session.say(&game.end_game(record.battle(), record.hash()));
    let complaint =
        ProtocolComplaint { code: "unknown_message".into(), text: "unknown variant `dance`".into() };
    session.say(&ArbiterMessage::Error(complaint.clone()));
    session.lines.push(("←", write_line(&BotMessage::Error(complaint))));
    session.say(&ArbiterMessage::Quit(Empty {}));
    session.lines
}

/// Returns a line with the long lists that only repeat left out.
fn shortened(line: &str) -> String {
    let mut value: Value = serde_json::from_str(line).expect("JSON");
    if let Some(new) = value.get_mut("new") {
        new["scenario"]["rules"] = json!({"name": "classic", "…": "…"});
    }
    value.to_string()
}

fn message_name(line: &str) -> String {
    let value: Map<String, Value> = serde_json::from_str(line).expect("an object");
    value.keys().next().expect("one key").clone()
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

/// Returns the schema of both directions.
fn whole_schema() -> Value {
    let mut generator = generator();
    let arbiter = generator.subschema_for::<ArbiterMessage>();
    let bot = generator.subschema_for::<BotMessage>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of the protocol of Hotgates, version 1",
        "anyOf": [arbiter, bot],
        "$defs": generator.take_definitions(true),
    })
}

/// Returns the shape of a value in a few words.
fn shape(schema: &Value) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let name = name.rsplit('/').next().expect("a name");
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(parts) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array) {
        let parts: Vec<_> = parts.iter().map(shape).collect();
        return parts.join(" or ");
    }
    if let Some(word) = schema.get("const").or_else(|| schema.get("enum").and_then(|list| list.get(0))) {
        return format!("`{word}`");
    }
    if let Some(parts) = schema.get("prefixItems").and_then(Value::as_array) {
        let parts: Vec<_> = parts.iter().map(shape).collect();
        return format!("[{}]", parts.join(", "));
    }
    match schema.get("type") {
        Some(Value::String(kind)) if kind == "array" => format!("list of {}", shape(&schema["items"])),
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => "any".to_owned(),
    }
}

fn description(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split("\n\n").next().unwrap_or_default().replace('\n', " ")
}

/// Returns the names of the fields that may not be left out.
fn required_names(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn write_fields(page: &mut String, schema: &Value) {
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return };
    if fields.is_empty() {
        return;
    }
    let required = required_names(schema);
    page.push_str("\n| field | holds | |\n|---|---|---|\n");
    for (name, field) in fields {
        let optional = if required.contains(&name.as_str()) { "" } else { " *May be left out.*" };
        let _ = writeln!(page, "| `{name}` | {} | {}{optional} |", shape(field), description(field));
    }
}

/// Writes a section for each message of one direction.
fn write_messages<T: JsonSchema>(page: &mut String, examples: &BTreeMap<String, String>) {
    let mut generator = generator();
    let schema = generator.root_schema_for::<T>().to_value();
    for variant in schema["oneOf"].as_array().expect("messages") {
        let (name, body) =
            variant["properties"].as_object().and_then(|one| one.iter().next()).expect("one key");
        let _ = writeln!(page, "### `{name}`\n\n{}", description(variant));
        let definition = body["$ref"].as_str().expect("a type").rsplit('/').next().expect("a name");
        write_fields(page, &schema["$defs"][definition]);
        if let Some(line) = examples.get(name) {
            let _ = writeln!(page, "\n```json\n{}\n```", shortened(line));
        } else {
            panic!("the session has no `{name}`");
        }
        page.push('\n');
    }
}

/// Writes a section for each type that messages hold.
fn write_types(page: &mut String, schema: &Value, messages: &[&str]) {
    for (name, definition) in schema["$defs"].as_object().expect("types") {
        if messages.contains(&name.as_str()) {
            continue;
        }
        let _ = writeln!(page, "### {name}\n\n{}", description(definition));
        write_fields(page, definition);
        let variants = definition.get("oneOf").and_then(Value::as_array);
        if let Some(variants) = variants {
            page.push_str("\n| | holds | |\n|---|---|---|\n");
            for variant in variants {
                match variant["properties"].as_object().and_then(|one| one.iter().next()) {
                    Some((key, body)) => {
                        let holds = match body.get("properties").and_then(Value::as_object) {
                            Some(fields) => {
                                let required = required_names(body);
                                let field = |(name, field): (&String, &Value)| {
                                    let optional =
                                        if required.contains(&name.as_str()) { "" } else { ", if given" };
                                    format!("`{name}`{optional}: {}", shape(field))
                                };
                                fields.iter().map(field).collect::<Vec<_>>().join("; ")
                            }
                            None => shape(body),
                        };
                        let _ = writeln!(page, "| `{key}` | {holds} | {} |", description(variant));
                    }
                    None => {
                        let _ = writeln!(page, "| {} | | {} |", shape(variant), description(variant));
                    }
                }
            }
        } else if definition.get("prefixItems").is_some() {
            let _ = writeln!(page, "\n{}", shape(definition));
        }
        page.push('\n');
    }
}

fn made_page(lines: &[SessionLine]) -> String {
    let mut page = HEAD.to_owned();
    for (who, line) in lines {
        let short = shortened(line);
        let cut: String = short.chars().take(110).collect();
        let more = if cut.len() < short.len() { " …" } else { "" };
        let _ = writeln!(page, "{who} {cut}{more}");
    }
    page.push_str(AFTER_SESSION);
    let examples = |side: &str| {
        let mut first = BTreeMap::new();
        for (_, line) in lines.iter().filter(|(who, _)| *who == side) {
            first.entry(message_name(line)).or_insert_with(|| line.clone());
        }
        first
    };
    page.push_str("## What the arbiter says\n\n");
    write_messages::<ArbiterMessage>(&mut page, &examples("→"));
    page.push_str("## What a bot says\n\n");
    write_messages::<BotMessage>(&mut page, &examples("←"));
    page.push_str("## What messages hold\n\n");
    let messages = [
        "ArbiterMessage",
        "BotMessage",
        "Hello",
        "NewGame",
        "Turn",
        "Ask",
        "Answers",
        "OrderResult",
        "Refusal",
        "GameOver",
        "Empty",
        "ProtocolComplaint",
        "Ready",
        "GameNumber",
        "BotOrder",
    ];
    write_types(&mut page, &whole_schema(), &messages);
    page.trim_end().to_owned() + "\n"
}

fn check_page(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var_os("HOTGATES_ACCEPT").is_some() {
        std::fs::write(&path, made).expect("the page is written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == made, "docs/{name} is not what the types say; see the head of this test");
}

const TABLE_HEAD: &str = "\
# The messages of a table

A server keeps the true battle; guests hold its seats, or watch. They talk over a WebSocket at `/b/BATTLE/socket`, one JSON object a
message. Every object has one key, the name of the message. The first is `enter`. The answers are `table`, `begin` and `told` if the
battle has begun, and then whatever happens. [server.md](server.md) says how a server is run, and how its dice are proved;
orders and events are those of [the line protocol](protocol.md).

- When the numbers for the dice are open, each seat is told by `arrange` where its units may stand before the first turn. It says
  `place` as often as it likes, hears `placed` each time, and says `ready` in the end. Nobody else is told of this but that a seat is
  ready. The battle begins when both are, or when a half-turn's time is over where there is a clock; then `begin` shows the armies as
  they stand. A person who gives up before has lost. Whoever has set the table may have left this stage out.
- An order says how many the guest had been told, so that none is followed in another position, and bears a number of the guest's own: one
  that was sent again after a broken line is not followed twice. It is answered by `told`, or by `refused`.
- `told` replaces all that was told from its number on: an order that was taken back is gone, and others never heard of it.
- Of an order that happened out of sight only the events in sight are told, and one of which nothing may be told leaves no gap.

";

fn made_table_page() -> String {
    let mut page = TABLE_HEAD.to_owned();
    let examples = |lines: Vec<String>| lines.into_iter().map(|line| (message_name(&line), line)).collect();
    page.push_str("## What a table says\n\n");
    write_messages::<TableMessage>(&mut page, &examples(table_examples::table_lines()));
    page.push_str("## What a guest says\n\n");
    write_messages::<GuestMessage>(&mut page, &examples(table_examples::guest_lines()));
    page.push_str("## What messages hold\n\n");
    let mut generator = generator();
    for told in [
        generator.subschema_for::<SeatState>(),
        generator.subschema_for::<DiceProof>(),
        generator.subschema_for::<ToldOrderMessage>(),
        generator.subschema_for::<TableStage>(),
        generator.subschema_for::<TableBattle>(),
    ] {
        assert!(told.get("$ref").is_some(), "a type of its own");
    }
    let all = json!({ "$defs": generator.take_definitions(true) });
    let elsewhere: Vec<String> =
        whole_schema()["$defs"].as_object().expect("types").keys().cloned().collect();
    let elsewhere: Vec<&str> = elsewhere.iter().map(String::as_str).collect();
    write_types(&mut page, &all, &elsewhere);
    let page = page.trim_end().to_owned() + "\n";
    // Types of the line protocol are described there.
    elsewhere.iter().fold(page, |page, name| {
        let anchor = name.to_lowercase();
        page.replace(&format!("[{name}](#{anchor})"), &format!("[{name}](protocol.md#{anchor})"))
    })
}

#[test]
fn every_example_of_a_table_is_read_as_it_is_written() {
    for line in table_examples::table_lines() {
        assert_eq!(write_line(&read_line::<TableMessage>(&line).expect("a message")), line);
    }
    for line in table_examples::guest_lines() {
        assert_eq!(write_line(&read_line::<GuestMessage>(&line).expect("a message")), line);
    }
}

#[test]
fn the_pages_say_what_the_types_say() {
    check_page("table.md", &made_table_page());
    check_page("protocol.md", &made_page(&play_session()));
    let schema = serde_json::to_string_pretty(&whole_schema()).expect("JSON");
    check_page("protocol.schema.json", &(schema + "\n"));
}

/// Returns the words that a type of the schema allows.
fn words_of_type(schema: &Value, name: &str) -> Vec<String> {
    let variants = schema["$defs"][name]["oneOf"].as_array().expect("words");
    variants.iter().map(|variant| variant["const"].as_str().expect("a word").to_owned()).collect()
}

/// Values that the engine writes itself are of the shapes that the schema gives them. The matches have
/// every kind: a new one does not build before it stands here and in the schema.
#[test]
fn the_engine_writes_values_as_the_schema_says() {
    const fn is_known_presence(presence: Presence) {
        match presence {
            Presence::OnMap
            | Presence::Waiting
            | Presence::Called
            | Presence::Exited
            | Presence::Withdrawn
            | Presence::Fallen
            | Presence::Unseen
            | Presence::Fled => {}
        }
    }
    const fn is_known_victory(how: VictoryKind) {
        match how {
            VictoryKind::Castle
            | VictoryKind::Annihilation
            | VictoryKind::Dusk
            | VictoryKind::Goals
            | VictoryKind::Points
            | VictoryKind::Resigned
            | VictoryKind::Crashed
            | VictoryKind::Timeout
            | VictoryKind::Unparsable
            | VictoryKind::Illegal
            | VictoryKind::DrawAgreed => {}
        }
    }
    let presences = [
        Presence::OnMap,
        Presence::Waiting,
        Presence::Called,
        Presence::Exited,
        Presence::Withdrawn,
        Presence::Fallen,
        Presence::Unseen,
        Presence::Fled,
    ];
    let victories = [
        VictoryKind::Castle,
        VictoryKind::Annihilation,
        VictoryKind::Dusk,
        VictoryKind::Goals,
        VictoryKind::Points,
        VictoryKind::Resigned,
        VictoryKind::Crashed,
        VictoryKind::Timeout,
        VictoryKind::Unparsable,
        VictoryKind::Illegal,
        VictoryKind::DrawAgreed,
    ];
    presences.into_iter().for_each(is_known_presence);
    victories.into_iter().for_each(is_known_victory);
    let schema = whole_schema();
    for (name, written) in [
        ("Side", json!(Side::BOTH)),
        ("Direction", json!(Direction::ALL)),
        ("Presence", json!(presences)),
        ("VictoryKind", json!(victories)),
    ] {
        assert_eq!(json!(words_of_type(&schema, name)), written, "{name}");
    }
    let verdict = Verdict { winner: None, how: VictoryKind::Dusk };
    let work = WorkProgress { work: WorkId(1), toward: Some(Direction::Ne), half_turns: 2 };
    for (name, written) in [("Verdict", json!(verdict)), ("WorkProgress", json!(work))] {
        let fields = |value: &Value| value.as_object().expect("fields").keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(&schema["$defs"][name]["properties"]), fields(&written), "{name}");
    }
    assert_eq!(json!(Coord { col: 3, row: 4 }), json!([3, 4]));
}
