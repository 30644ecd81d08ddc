//! The fields of requests: one list for all of them, since a reader of its own for each makes a page's engine larger.

use hotgates_engine::{Coord, Side};
use hotgates_protocol::OrderMessage;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::request::WebRequest;

/// A request as JSON has it, before it is known that its fields belong together.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RequestFields {
    #[serde(rename = "do")]
    what: String,
    map: Option<usize>,
    red: Option<String>,
    blue: Option<String>,
    seed: Option<String>,
    replay: Option<String>,
    text: Option<String>,
    game: Option<u32>,
    at: Option<usize>,
    palette: Option<String>,
    /// A number of an order, or a hex.
    from: Option<Value>,
    unit: Option<u16>,
    to: Option<Coord>,
    target: Option<u16>,
    order: Option<OrderMessage>,
    reason: Option<Value>,
    commander: Option<String>,
    number: Option<u32>,
    /// A battle at its start, or before it, as a table tells it.
    battle: Option<Value>,
    /// Orders, as a table tells them.
    told: Option<Value>,
    /// How a table stands.
    table: Option<Value>,
    side: Option<Side>,
    digits: Option<String>,
}

/// Takes a field that a request must have out of the fields.
fn required_field<T>(field: &mut Option<T>, name: &str) -> Result<T, String> {
    field.take().ok_or_else(|| format!("missing field `{name}`"))
}

impl RequestFields {
    fn game(&mut self) -> Result<u32, String> {
        required_field(&mut self.game, "game")
    }

    fn map(&mut self) -> Result<usize, String> {
        required_field(&mut self.map, "map")
    }

    fn side_names(&mut self) -> Result<[String; 2], String> {
        Ok([required_field(&mut self.red, "red")?, required_field(&mut self.blue, "blue")?])
    }

    fn battle<T: DeserializeOwned>(&mut self) -> Result<T, String> {
        let battle = required_field(&mut self.battle, "battle")?;
        serde_json::from_value(battle).map_err(|why| format!("`battle` is none: {why}"))
    }

    fn palette(&mut self) -> Result<String, String> {
        required_field(&mut self.palette, "palette")
    }

    fn unit(&mut self) -> Result<u16, String> {
        required_field(&mut self.unit, "unit")
    }

    fn first_order(&mut self) -> Result<usize, String> {
        let number = required_field(&mut self.from, "from")?;
        let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| "`from` is the number of an order".to_owned())
    }

    fn hex_from(&mut self) -> Result<Option<Coord>, String> {
        let hex = self.from.take().map(serde_json::from_value).transpose();
        hex.map_err(|why| format!("`from` is a hex: {why}"))
    }

    fn take_request(&mut self, what: &str) -> Result<WebRequest, String> {
        Ok(match what {
            "shipped" => WebRequest::Shipped {},
            "new" => {
                let ([red, blue], map) = (self.side_names()?, self.map()?);
                WebRequest::New { map, red, blue, seed: self.seed.take() }
            }
            "open" => WebRequest::Open { replay: required_field(&mut self.replay, "replay")? },
            "open_link" => WebRequest::OpenLink { text: required_field(&mut self.text, "text")? },
            "close" => WebRequest::Close { game: self.game()? },
            "replay" => WebRequest::Replay { game: self.game()? },
            "link" => WebRequest::Link { game: self.game()? },
            "ground" => {
                WebRequest::Ground { game: self.game()?, at: self.at.take(), palette: self.palette()? }
            }
            "position" => {
                WebRequest::Position { game: self.game()?, at: self.at.take(), palette: self.palette()? }
            }
            "log" => WebRequest::Log { game: self.game()?, from: self.first_order()? },
            "unit" => WebRequest::Unit { game: self.game()?, at: self.at.take(), unit: self.unit()? },
            "path" => WebRequest::Path {
                game: self.game()?,
                at: self.at.take(),
                unit: self.unit()?,
                to: required_field(&mut self.to, "to")?,
            },
            "odds" => WebRequest::Odds {
                game: self.game()?,
                at: self.at.take(),
                unit: self.unit()?,
                from: self.hex_from()?,
                target: required_field(&mut self.target, "target")?,
            },
            "threat" => WebRequest::Threat { game: self.game()?, at: self.at.take(), unit: self.unit()? },
            "deploy" => WebRequest::Deploy {
                game: self.game()?,
                unit: self.unit()?,
                to: required_field(&mut self.to, "to")?,
            },
            "act" => WebRequest::Act {
                game: self.game()?,
                order: required_field(&mut self.order, "order")?,
                reason: self.reason.take(),
            },
            "undo" => WebRequest::Undo { game: self.game()? },
            "think" => WebRequest::Think { game: self.game()? },
            "hint" => WebRequest::Hint {
                game: self.game()?,
                at: self.at.take(),
                commander: required_field(&mut self.commander, "commander")?,
            },
            "what_if" => WebRequest::WhatIf {
                game: self.game()?,
                at: self.at.take(),
                number: required_field(&mut self.number, "number")?,
            },
            "fight" => {
                let ([red, blue], map) = (self.side_names()?, self.map()?);
                WebRequest::Fight { map, red, blue, seed: required_field(&mut self.seed, "seed")? }
            }
            "join" => {
                let is_named = self.red.is_some() || self.blue.is_some();
                let names = if is_named { Some(self.side_names()?) } else { None };
                WebRequest::Join { battle: Box::new(self.battle()?), names }
            }
            "arrange" => {
                let ([red, blue], battle) = (self.side_names()?, Box::new(self.battle()?));
                WebRequest::Arrange { battle, red, blue }
            }
            "hear" => {
                let (game, told) = (self.game()?, required_field(&mut self.told, "told")?);
                let told =
                    serde_json::from_value(told).map_err(|why| format!("`told` holds no orders: {why}"))?;
                WebRequest::Hear { game, told }
            }
            "pledge" => WebRequest::Pledge {
                battle: required_field(&mut self.text, "text")?,
                side: required_field(&mut self.side, "side")?,
                digits: required_field(&mut self.digits, "digits")?,
            },
            "prove" => {
                let (game, table) = (self.game()?, required_field(&mut self.table, "table")?);
                let table = serde_json::from_value(table).map_err(|why| format!("`table` is none: {why}"))?;
                WebRequest::Prove { game, table: Box::new(table) }
            }
            "check" => {
                WebRequest::Check { game: self.game()?, order: required_field(&mut self.order, "order")? }
            }
            "" => return Err("missing field `do`".to_owned()),
            _ => return Err(format!("there is no request `{what}`")),
        })
    }
}

impl TryFrom<RequestFields> for WebRequest {
    type Error = String;

    fn try_from(mut fields: RequestFields) -> Result<Self, String> {
        let what = std::mem::take(&mut fields.what);
        let request = fields.take_request(&what)?;
        if fields == RequestFields::default() {
            Ok(request)
        } else {
            Err(format!("it has a field that `{what}` does not take"))
        }
    }
}
