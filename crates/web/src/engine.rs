//! The one function of a page, and what each request does.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_ai::NAMES;
use hotgates_engine::{Battle, BySide, Order, Side, VictoryKind};
use hotgates_maps::{shipped_scenario, shipped_scenarios};
use hotgates_phrases::{order_phrase, reason_phrase};
use hotgates_picture::{ColourScheme, Palette};
use hotgates_play::Seats;
use hotgates_record::Replay;
use hotgates_table::{UnfairDice, check_table_dice, seat_commitment};
use serde_json::{Value, json};

use crate::fault::WebFault;
use crate::game::WebGame;
use crate::link::{link_to_replay, replay_from_link};
use crate::position::{ground_message, order_message, position_message, unit_on_map};
use crate::questions::{hint_answer, odds_answer, path_answer, threat_answer, unit_answer, what_if_answer};
use crate::request::WebRequest;
use crate::request_fields::RequestFields;

/// Games by number, and the one function that a page calls.
#[derive(Default)]
pub struct WebEngine {
    games: BTreeMap<u32, WebGame>,
    next: u32,
}

impl WebEngine {
    /// Meets a request, which is one JSON object, and returns the answer, which is another. It has the field `error`
    /// where the request could not be met; then nothing has changed.
    pub fn call(&mut self, request: &str) -> String {
        let fields = serde_json::from_str::<RequestFields>(request).map_err(|why| why.to_string());
        let request = fields.and_then(WebRequest::try_from).map_err(WebFault::Request);
        let answer = request.and_then(|request| self.meet_request(request));
        answer.unwrap_or_else(|fault| json!({ "error": fault.phrase() })).to_string()
    }

    fn meet_request(&mut self, request: WebRequest) -> Result<Value, WebFault> {
        match request {
            WebRequest::Shipped {} => Ok(shipped_answer()),
            WebRequest::New { map, red, blue, seed } => {
                let scenario = shipped_scenario(map).ok_or(WebFault::Map(map))?;
                let seed = seed.map_or(Ok(scenario.map.seed.unwrap_or(0)), |seed| seed_in_digits(&seed))?;
                let game = WebGame::begin(scenario, &BySide { red, blue }, seed)?;
                Ok(json!({ "game": self.keep_game(game) }))
            }
            WebRequest::Open { replay } => {
                let bytes = STANDARD.decode(replay).map_err(|why| WebFault::Request(why.to_string()))?;
                let (replay, _) = Replay::verify_bytes(&bytes)?;
                self.keep_replay(&replay)
            }
            WebRequest::OpenLink { text } => {
                let (replay, _) = replay_from_link(&text)?;
                self.keep_replay(&replay)
            }
            WebRequest::Close { game } => {
                self.games.remove(&game).ok_or(WebFault::Game(game))?;
                Ok(json!({}))
            }
            WebRequest::Replay { game } => {
                Ok(json!({ "replay": STANDARD.encode(self.game(game)?.replay()?.encode()) }))
            }
            WebRequest::Link { game } => Ok(json!({ "link": link_to_replay(&self.game(game)?.replay()?) })),
            WebRequest::Ground { game, at, palette } => {
                Ok(ground_message(&self.game(game)?.shown_position(at), &palette_by_name(&palette)?))
            }
            WebRequest::Position { game, at, palette } => {
                Ok(position_message(self.game(game)?, at, &palette_by_name(&palette)?))
            }
            WebRequest::Log { game, from } => Ok(log_answer(self.game(game)?, from)),
            WebRequest::Unit { game, at, unit } => unit_answer(&self.game(game)?.shown_position(at), unit),
            WebRequest::Path { game, at, unit, to } => {
                path_answer(&self.game(game)?.shown_position(at), unit, to)
            }
            WebRequest::Odds { game, at, unit, from, target } => {
                odds_answer(&self.game(game)?.shown_position(at), unit, from, target)
            }
            WebRequest::Threat { game, at, unit } => {
                threat_answer(&self.game(game)?.shown_position(at), unit)
            }
            WebRequest::Deploy { game, unit, to } => {
                let game = self.game_mut(game)?;
                let unit = unit_on_map(game.battle(), unit)?;
                game.arrange_unit(unit, to)?;
                Ok(progress_message(game))
            }
            WebRequest::Act { game, order, reason } => {
                let game = self.game_mut(game)?;
                let order = order.as_order().ok_or_else(|| WebFault::Request("no order".to_owned()))?;
                game.act(order, reason)?;
                Ok(progress_message(game))
            }
            WebRequest::Undo { game } => {
                let game = self.game_mut(game)?;
                Ok(json!({ "undone": game.undo(), "of": game.followed_orders().len() }))
            }
            WebRequest::Think { game } => think_answer(self.game_mut(game)?),
            WebRequest::Hint { game, at, commander } => {
                let game = self.game(game)?;
                hint_answer(&game.true_position(at), &commander, game.dice_source())
            }
            WebRequest::WhatIf { game, at, number } => {
                let game = self.game(game)?;
                what_if_answer(&game.shown_position(at), game.seats(), number)
            }
            WebRequest::Join { battle, names } => {
                let names = names.map(|[red, blue]| BySide { red, blue });
                let game = WebGame::join_table(&battle, names.as_ref())?;
                Ok(json!({ "game": self.keep_game(game) }))
            }
            WebRequest::Arrange { battle, red, blue } => {
                let game = WebGame::arrange_at_table(&battle, &BySide { red, blue })?;
                Ok(json!({ "game": self.keep_game(game) }))
            }
            WebRequest::Hear { game, told } => {
                let game = self.game_mut(game)?;
                game.hear_orders(told)?;
                Ok(progress_message(game))
            }
            WebRequest::Pledge { battle, side, digits } => {
                let number = digits.parse().map_err(|_| WebFault::Dice(UnfairDice::NoNumber))?;
                Ok(json!({ "digest": seat_commitment(&battle, side, number).to_string() }))
            }
            WebRequest::Prove { game, table } => {
                check_table_dice(&table, self.game(game)?.scenario())?;
                Ok(json!({}))
            }
            WebRequest::Check { game, order } => {
                let order = order.as_order().ok_or_else(|| WebFault::Request("no order".to_owned()))?;
                self.game(game)?.battle().check(order)?;
                Ok(json!({}))
            }
            WebRequest::Fight { map, red, blue, seed } => fight_answer(map, &red, &blue, &seed),
        }
    }

    fn game(&self, number: u32) -> Result<&WebGame, WebFault> {
        self.games.get(&number).ok_or(WebFault::Game(number))
    }

    fn game_mut(&mut self, number: u32) -> Result<&mut WebGame, WebFault> {
        self.games.get_mut(&number).ok_or(WebFault::Game(number))
    }

    fn keep_game(&mut self, game: WebGame) -> u32 {
        let number = self.next;
        self.next += 1;
        self.games.insert(number, game);
        number
    }

    /// Keeps the game of a replay that has been verified, and says what was checked.
    fn keep_replay(&mut self, replay: &Replay) -> Result<Value, WebFault> {
        let game = WebGame::from_replay(replay)?;
        let (orders, hash) = (game.followed_orders().len(), game.game_record()?.hash());
        let over = game.battle().verdict().is_some();
        let number = self.keep_game(game);
        let version = env!("CARGO_PKG_VERSION");
        Ok(
            json!({ "game": number, "orders": orders, "hash": format!("{hash:016x}"), "over": over, "version": version }),
        )
    }
}

fn seed_in_digits(text: &str) -> Result<u64, WebFault> {
    text.parse().map_err(|_| WebFault::Request(format!("`{text}` is no seed: a whole number below 2^64 is")))
}

fn palette_by_name(name: &str) -> Result<Palette, WebFault> {
    let scheme = ColourScheme::by_name(name);
    scheme.map(Palette::from_scheme).ok_or_else(|| WebFault::Request(format!("there is no palette `{name}`")))
}

fn shipped_answer() -> Value {
    let maps = shipped_scenarios().into_iter().map(|scenario| {
        let commander = |side| scenario.map.army(side).and_then(|army| army.commander.clone());
        json!({
            "name": scenario.map.name,
            "notes": scenario.map.notes,
            "rules": scenario.map.rules.clone().unwrap_or_else(|| "classic".to_owned()),
            "cols": scenario.map.rows.first().map_or(0, |row| row.chars().count()),
            "rows": scenario.map.rows.len(),
            "seed": scenario.map.seed.unwrap_or(0).to_string(),
            "red": commander(Side::Red),
            "blue": commander(Side::Blue),
            "ranks": scenario.rules.ranks.iter().map(|rank| rank.name.to_lowercase()).collect::<Vec<_>>(),
        })
    });
    json!({
        "maps": maps.collect::<Vec<_>>(),
        "commanders": NAMES,
        "palettes": ColourScheme::ALL.map(ColourScheme::name),
        "version": env!("CARGO_PKG_VERSION"),
    })
}

fn log_answer(game: &WebGame, from: usize) -> Value {
    let mut lines = Vec::new();
    for (at, followed) in game.followed_orders().iter().enumerate().skip(from) {
        let truth = game.true_position(Some(at));
        let before = game.onlooker(&truth).map_or(&truth, |side| truth.known_to(side));
        if let Some(told) = followed.told_order(before) {
            let attack = matches!(followed.order, Order::Attack { .. });
            lines.push(json!({
                "at": at,
                "turn": followed.turn,
                "side": followed.side,
                "order": order_message(followed.order),
                "attack": attack,
                "words": told.line_phrase(),
                "reason": followed.reason,
            }));
        }
    }
    json!({ "lines": lines })
}

fn progress_message(game: &WebGame) -> Value {
    let battle = game.battle();
    let side = battle.verdict().is_none().then(|| battle.side());
    json!({ "of": game.followed_orders().len(), "side": side, "hash": game.hash_in_digits() })
}

/// Has the commander of the side to move give its next order, and follows it.
fn think_answer(game: &mut WebGame) -> Result<Value, WebFault> {
    let (player, battle) = game.player_to_move()?;
    let (order, reason) = player.next_order(battle);
    let known = battle.known_to(battle.side());
    let (reason, words) = (json!(reason_phrase(known, &reason)), order_phrase(known, order));
    game.act(order, Some(reason.clone()))?;
    let mut answer = progress_message(game);
    answer["order"] = order_message(order);
    answer["words"] = json!(words);
    answer["reason"] = reason;
    Ok(answer)
}

/// Plays a whole battle between commanders, as `hotgates battle` does.
fn fight_answer(map: usize, red: &str, blue: &str, seed: &str) -> Result<Value, WebFault> {
    let mut scenario = shipped_scenario(map).ok_or(WebFault::Map(map))?;
    scenario.map.seed = Some(seed_in_digits(seed)?);
    let battle = Battle::from_scenario(&scenario).map_err(WebFault::Scenario)?;
    let mut game = Seats::from_names(red, blue).begin_match(battle, scenario.dice_source())?;
    game.finish().map_err(|why| WebFault::Spoiled(why.to_string()))?;
    let record = game.into_game_record();
    let (battle, verdict) = (record.battle(), record.battle().verdict());
    Ok(json!({
        "hash": format!("{:016x}", record.hash()),
        "orders": record.orders().len(),
        "turns": battle.turn(),
        "winner": verdict.map(|verdict| verdict.winner.map_or("draw", Side::name)),
        "how": verdict.map(|verdict| VictoryKind::name(verdict.how)),
        "men": Side::BOTH.map(|side| battle.living_strength(side)),
    }))
}
