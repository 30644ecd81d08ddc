//! A bot for Hotgates that asks the arbiter instead of having an engine; docs/bots.md says how that goes.
//! Build it, and: hotgates battle maps/goat_path.ron --red bot:target/release/example-bot --blue greedy
use serde_json::{Value, json};
use std::{cmp::Reverse, collections::HashMap, io, iter, process};

/// Returns the name and the body of the next message; ends the program when there is none.
fn hear() -> (String, Value) {
    let Some(Ok(line)) = io::stdin().lines().next() else { process::exit(0) };
    let message: HashMap<String, Value> = serde_json::from_str(&line).expect("a message");
    let (name, body) = message.into_iter().next().expect("a name");
    match name.as_str() {
        "quit" => process::exit(0),
        "ping" => println!("{}", json!({"pong": {}})),
        _ => return (name, body),
    }
    hear()
}

/// Counts the steps between two hexes; columns with odd numbers lie half a hex lower.
fn distance(one: &Value, other: &Value) -> i64 {
    let [one, other] = [one, other].map(|hex| [0, 1].map(|at| hex[at].as_i64().unwrap_or_default()));
    let (dx, dy) = (other[0] - one[0], other[1] - (other[0] >> 1) - one[1] + (one[0] >> 1));
    dx.abs().max(dy.abs()).max((dx + dy).abs())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

struct Game {
    new: Value,
    done: Vec<Value>, // units that have nothing left to do in this half-turn
}

impl Game {
    /// Asks the arbiter, in one line; returns the answers, null for each that is an error.
    fn ask(&self, questions: &[Value]) -> Vec<Value> {
        println!("{}", json!({"ask": {"game": self.new["game"], "id": 1, "questions": questions}}));
        // Only `stop` can come before the answer, and we are quick.
        let (_, body) = iter::repeat_with(hear).find(|(name, _)| name == "answer").expect("hear goes on");
        let names = questions.iter().filter_map(|question| question.as_object()?.keys().next());
        list(&body["answers"]).iter().zip(names).map(|(answer, name)| answer[name].clone()).collect()
    }

    fn next_order(&mut self) -> Value {
        let view = self.ask(&[json!({"view": {}})]).remove(0);
        let units = list(&view["units"]).iter().filter(|unit| !unit["at"].is_null());
        let (mut own, enemies): (Vec<_>, Vec<_>) = units.partition(|unit| unit["side"] == self.new["side"]);
        let castles = list(&view["flags"]).iter().filter(|flag| flag["owner"] != self.new["side"]);
        let goals: Vec<_> = castles.chain(enemies.iter().copied()).map(|goal| &goal["at"]).collect();
        own.retain(|unit| !self.done.contains(&unit["id"]));
        for unit in own {
            let about = json!({"unit": unit["id"]});
            let answers = self.ask(&[json!({"legal": about}), json!({"reach": about})]);
            let attack = self.best_attack(unit, &enemies, &answers);
            if let Some(order) = attack.or_else(|| self.march(unit, &goals, list(&answers[0]))) {
                return order;
            }
            self.done.push(unit["id"].clone());
        }
        json!("end_turn")
    }

    /// Returns the attack that costs the enemy most more men than it costs us, from any hex in reach, or the
    /// move to that hex; `None` if every attack costs us more.
    fn best_attack(&self, unit: &Value, enemies: &[&Value], answers: &[Value]) -> Option<Value> {
        let [legal, reach] = [list(&answers[0]), list(&answers[1])];
        let kinds = list(&self.new["scenario"]["rules"]["units"]);
        let kind = kinds.iter().find(|kind| kind["name"] == unit["type"])?;
        let [low, high] = ["min", "max"].map(|end| kind["ranged"][end].as_i64().unwrap_or(1));
        let able = reach.iter().filter(|place| place[1].as_u64() >= kind["attack_cost"].as_u64());
        let pairs = able.flat_map(|place| enemies.iter().map(move |&enemy| (place, enemy)));
        let far = |(place, enemy): &(&Value, &Value)| distance(&place[0], &enemy["at"]);
        let mut places: Vec<_> = pairs.filter(|pair| (low..=high).contains(&far(pair))).collect();
        // From afar, and with points left, is best; there are only so many questions in a half-turn.
        places.sort_by_key(|pair| Reverse((far(pair), pair.0[1].as_u64())));
        let [id, at] = [&unit["id"], &unit["at"]];
        let ask = |enemy: &Value, from| json!({"odds": {"unit": id, "target": enemy["id"], "from": from}});
        let questions: Vec<_> = places.iter().take(20).map(|(place, enemy)| ask(enemy, &place[0])).collect();
        let choices = places.iter().zip(self.ask(&questions)).filter_map(|((place, enemy), odds)| {
            let worth = odds["target_losses"].as_i64()? - odds["attacker_losses"].as_i64()?;
            let go = (place[0] != *at).then(|| json!({"move": [id, place[0]]}));
            let order = go.unwrap_or_else(|| json!({"attack": [id, enemy["id"]]}));
            (worth > 0 && legal.contains(&order)).then_some((worth, order))
        });
        choices.min_by_key(|(worth, _)| Reverse(*worth)).map(|(_, order)| order)
    }

    /// Returns the move along the cheapest way to the nearest castle or enemy, as far as the points go.
    fn march(&self, unit: &Value, goals: &[&Value], legal: &[Value]) -> Option<Value> {
        let goal = goals.iter().min_by_key(|goal| distance(goal, &unit["at"]))?;
        let path = self.ask(&[json!({"path": {"unit": unit["id"], "to": goal}})]);
        let moves = list(&path[0]["hexes"]).iter().rev().map(|at| json!({"move": [unit["id"], at]}));
        moves.into_iter().find(|order| legal.contains(order))
    }
}

fn main() {
    let mut games = HashMap::new();
    loop {
        let (name, body) = hear();
        let game = body["game"].clone();
        match name.as_str() {
            "hello" => println!("{}", json!({"ready": {"name": "example in Rust", "protocol": 1}})),
            "new" => {
                println!("{}", json!({"ok": {"game": game}}));
                games.insert(game.to_string(), Game { new: body, done: Vec::new() });
            }
            "turn" | "events" if body["more"] != false => {
                let playing = games.get_mut(&game.to_string()).expect("a game");
                playing.done.retain(|_| name != "turn");
                println!("{}", json!({"order": {"game": game, "order": playing.next_order()}}));
            }
            "illegal" => println!("{}", json!({"order": {"game": game, "order": "end_turn"}})),
            "over" => println!("{}", json!({"done": {"game": game}})),
            _ => {}
        }
    }
}
