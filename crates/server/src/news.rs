//! Feeds for readers of Atom: whose turn it is, for whoever holds a seat, and which battles wait for a player.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use hotgates_engine::Side;
use hotgates_protocol::TableStage;
use hotgates_text::visible_text;
use jiff::Timestamp;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use serde_json::json;
use subtle::ConstantTimeEq;

use crate::actor::TableCommand;
use crate::answers::{RequestBody, failure, refusal};
use crate::fault::ServerFault;
use crate::hall::Hall;
use crate::lobby::{ListedBattle, MOST_LISTED};
use crate::renewal::{SeatHolder, holder_of_seat};
use crate::requests::refuse_token;
use crate::shared::Shared;
use crate::token::TokenDigest;
use crate::turn::{SeatNews, TurnNotice};
use crate::webhook::WebhookReach;

/// The namespace of Atom.
const ATOM: &str = "http://www.w3.org/2005/Atom";

/// An entry of a feed.
struct NewsEntry {
    /// Address of the entry, and its name for readers.
    link: String,
    /// The part that tells the entry from others with the same link.
    mark: String,
    title: String,
    at_ms: u64,
}

/// Returns a text as XML may hold it.
fn xml_text(text: &str) -> BytesText<'static> {
    let text = visible_text(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    BytesText::new(&text).into_owned()
}

fn time_text(at_ms: u64) -> String {
    let at_ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
    Timestamp::from_millisecond(at_ms).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

/// Returns a feed in the format of Atom.
fn atom_feed(id: &str, title: &str, since_ms: u64, entries: &[NewsEntry]) -> Result<Vec<u8>, std::io::Error> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    let updated = entries.iter().map(|entry| entry.at_ms).fold(since_ms, u64::max);
    writer.create_element("feed").with_attribute(("xmlns", ATOM)).write_inner_content(|feed| {
        feed.create_element("id").write_text_content(xml_text(id))?;
        feed.create_element("title").write_text_content(xml_text(title))?;
        feed.create_element("updated").write_text_content(xml_text(&time_text(updated)))?;
        feed.create_element("author").write_inner_content(|author| {
            author.create_element("name").write_text_content(xml_text("Hotgates")).map(|_| ())
        })?;
        for NewsEntry { link, mark, title, at_ms } in entries {
            feed.create_element("entry").write_inner_content(|entry| {
                let name = format!("{link}#{mark}");
                entry.create_element("id").write_text_content(xml_text(&name))?;
                entry.create_element("title").write_text_content(xml_text(title))?;
                entry.create_element("updated").write_text_content(xml_text(&time_text(*at_ms)))?;
                entry.create_element("link").with_attribute(("href", link.as_str())).write_empty()?;
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(writer.into_inner())
}

fn answer_with_feed(feed: Result<Vec<u8>, std::io::Error>) -> Response {
    match feed {
        Ok(bytes) => ([(CONTENT_TYPE, "application/atom+xml; charset=utf-8")], bytes).into_response(),
        Err(why) => {
            tracing::error!("{why}");
            refusal(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "the server cannot do that now")
        }
    }
}

/// Tells whoever holds a seat the address of its feed.
pub(crate) async fn tell_feed_address(
    State(shared): State<Arc<Shared>>,
    Path(battle): Path<String>,
    headers: HeaderMap,
    RequestBody(asked): RequestBody<SeatHolder>,
) -> Result<Response, Response> {
    let (side, token) = holder_of_seat(&shared, &battle, &headers, asked.token).await?;
    let here = shared.site.address(&headers);
    let secret = TokenDigest::of_token(&token).feed_token(&battle, side);
    Ok(Json(json!({ "feed": format!("{here}/b/{battle}/feed/{secret}") })).into_response())
}

/// Tells a reader of a seat's feed whether it is the seat's turn.
pub(crate) async fn tell_seat_feed(
    State(shared): State<Arc<Shared>>,
    Path((battle, secret)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let found = async {
        let Some(table) = shared.hall.table(&battle).await? else { return Ok(None) };
        let tokens = shared.hall.services().store.tokens(&battle).await?;
        let is_of = Side::BOTH.map(|side| {
            tokens[side].is_some_and(|digest| {
                digest.feed_token(&battle, side).as_bytes().ct_eq(secret.as_bytes()).into()
            })
        });
        Ok(Side::BOTH.into_iter().zip(is_of).find(|&(_, is)| is).map(|(side, _)| (side, table)))
    };
    let (side, table) = match found.await {
        Ok(Some(found)) => found,
        Ok(None) => return refuse_token().await,
        Err(why) => return failure(&why),
    };
    let Some(notice) = table.ask(TableCommand::Turn).await else {
        return refusal(axum::http::StatusCode::SERVICE_UNAVAILABLE, "the table has just been closed");
    };
    let here = shared.site.address(&headers);
    let link = format!("{here}/b/{battle}");
    let title = format!("{}: {side}", notice.map);
    let entry = seat_entry(&notice, side, link.clone());
    let entries: Vec<NewsEntry> = entry.into_iter().collect();
    answer_with_feed(atom_feed(&format!("{link}#{}", side.name()), &title, notice.since_ms, &entries))
}

/// Returns what a seat is to be told now.
fn seat_entry(notice: &TurnNotice, side: Side, link: String) -> Option<NewsEntry> {
    let TurnNotice { map, stage, awaited, turn, since_ms } = notice;
    let (mark, title) = match stage {
        TableStage::Seating | TableStage::Opening => return None,
        TableStage::Arranging | TableStage::Battle if !awaited[side] => return None,
        TableStage::Arranging => {
            (format!("{}-{turn}", side.name()), format!("{map}: you may arrange your units"))
        }
        TableStage::Battle => (format!("{}-{turn}", side.name()), format!("{map}: it is your turn ({turn})")),
        TableStage::Over => (format!("{}-over", side.name()), format!("{map}: the battle is over")),
    };
    Some(NewsEntry { link, mark, title, at_ms: *since_ms })
}

/// Tells readers which battles wait for a player.
pub(crate) async fn tell_lobby_feed(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let here = shared.site.address(&headers);
    let listed = match shared.hall.services().store.listed_battles(true, MOST_LISTED).await {
        Ok(listed) => listed,
        Err(why) => return failure(&why),
    };
    let entry = |listed: &ListedBattle| NewsEntry {
        link: format!("{here}/b/{}", listed.battle),
        mark: "open".to_owned(),
        title: listed.title(),
        at_ms: u64::try_from(listed.made_ms).unwrap_or_default(),
    };
    let entries: Vec<NewsEntry> = listed.iter().map(entry).collect();
    let title = "Hotgates: battles that wait for a player";
    answer_with_feed(atom_feed(&format!("{here}/lobby/feed"), title, 0, &entries))
}

/// Takes up what webhooks were not told before the server ended.
pub(crate) async fn take_up_news(hall: &Hall) -> Result<(), ServerFault> {
    let services = hall.services();
    if services.courier.reach() == WebhookReach::None {
        return Ok(());
    }
    for (battle, side) in services.store.seats_with_webhooks().await? {
        let Some(table) = hall.table(&battle).await? else { continue };
        let Some(notice) = table.ask(TableCommand::Turn).await else { continue };
        if notice.awaited[side] {
            let (turn, since_ms) = (notice.turn, notice.since_ms);
            services.courier.take_news(SeatNews { battle, side, turn, over: false, since_ms });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hotgates_engine::BySide;

    use super::*;

    #[test]
    fn names_of_maps_are_text_and_a_seat_hears_of_its_own_turns_only() {
        let map = "<b>&\u{0}\u{fffe}\u{202e}".to_owned();
        let awaited = BySide { red: true, blue: false };
        let notice = TurnNotice { map, stage: TableStage::Battle, awaited, turn: 3, since_ms: 1 };
        assert!(seat_entry(&notice, Side::Blue, "l".to_owned()).is_none());
        let entry = seat_entry(&notice, Side::Red, "http://a/b/c".to_owned()).unwrap();
        assert_eq!(entry.mark, "red-3");
        let feed = String::from_utf8(atom_feed("i", &notice.map, 0, &[entry]).unwrap()).unwrap();
        assert!(feed.contains("&lt;b&gt;&amp;") && feed.contains("1970-01-01T00:00:00.001Z"), "{feed}");
        assert!(!feed.contains(['\u{0}', '\u{fffe}', '\u{202e}']), "{feed}");
        let mut reader = quick_xml::Reader::from_str(&feed);
        while reader.read_event().unwrap() != Event::Eof {}
        let over = TurnNotice { stage: TableStage::Over, awaited: BySide::default(), ..notice };
        assert_eq!(seat_entry(&over, Side::Blue, String::new()).unwrap().mark, "blue-over");
    }
}
