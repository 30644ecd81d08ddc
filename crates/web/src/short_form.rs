//! The short form of a battle on a shipped map: what a link says where map and ruleset need no words.
//!
//! ```text
//! form                             u8: 1, or 2 where people have arranged units before the first turn
//! shipped scenario                 u64, little-endian as all numbers: its digest
//! seed                             u64
//! commanders of Red and Blue       each: length u8, text
//! concession                       u8: 0 none, 1 Red, 2 Blue, 3 both; the kind of victory, u8
//! final hash                       u64
//! arranged units                   form 2 only: their number u16; each: place in the orders of battle, Red's first,
//!                                  col, row, u16 each
//! number of orders                 u32
//! orders                           all kinds, u8 each; then all units, u16 each; then each order's other numbers,
//!                                  u16 each
//! ```
//!
//! Hashes of single orders are left out: the final one is made of all of them.

use std::sync::LazyLock;

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Battle, BySide, Coord, DiceSource, Order, Scenario, Side, UnitEntry, VictoryKind};
use hotgates_maps::shipped_scenarios;
use hotgates_play::Seats;
use hotgates_record::{Concession, GameRecord, Replay, ReplayBreak, ReplayError, victory_of_number};

use crate::fault::WebFault;
use crate::game::seat_in_scenario;
use crate::link_fault::LinkFault;
use crate::orders::{order_of_numbers, packed_numbers};
use crate::reader::ByteReader;

/// The shipped scenarios with their digests: to read and digest them all takes longer than most links.
static SHIPPED: LazyLock<Vec<(u64, Scenario)>> = LazyLock::new(|| {
    let digested = |shipped| (digest_of_scenario(&shipped), shipped);
    shipped_scenarios().into_iter().map(digested).collect()
});

const AS_SHIPPED: u8 = 1;
const ARRANGED: u8 = 2;

/// A battle on a shipped map with the dice of a seed.
pub struct ShortForm {
    digest: u64,
    shipped: &'static Scenario,
    seed: u64,
    names: BySide<String>,
    concession: Option<Concession>,
    hash: u64,
    /// Units that do not begin where the map has them, by their place in the orders of battle.
    arranged: Vec<(u16, Coord)>,
    orders: Vec<Order>,
}

impl ShortForm {
    /// First bytes of payloads of this kind.
    pub const FORMS: [u8; 2] = [AS_SHIPPED, ARRANGED];

    /// Returns the short form of a replay; `None` for battles on other maps, by other rules or with other dice.
    pub fn of_replay(replay: &Replay) -> Option<Self> {
        let names = Seats::in_file(&replay.scenario.map).names_as_text();
        let DiceSource::Seed(seed) = replay.scenario.dice_source() else { return None };
        let same_map = |(_, shipped): &&(u64, Scenario)| shipped.map.name == replay.scenario.map.name;
        SHIPPED.iter().filter(same_map).find_map(|&(digest, ref shipped)| {
            let (mut seated, _) = seat_in_scenario(shipped.clone(), &names, seed).ok()?;
            let arranged = differing_places(&seated, &replay.scenario);
            place_units(&mut seated, &arranged)?;
            (seated == replay.scenario).then(|| Self {
                digest,
                shipped,
                seed,
                names: names.clone(),
                concession: replay.concession(),
                hash: replay.orders.last().map_or(0, |&(_, hash)| hash),
                arranged,
                orders: replay.orders.iter().map(|&(order, _)| order).collect(),
            })
        })
    }

    /// Returns the bytes; `None` for a battle without orders, and where a number is too large.
    pub fn encode(&self) -> Option<Vec<u8>> {
        if self.orders.is_empty() {
            return None;
        }
        let mut bytes = vec![if self.arranged.is_empty() { AS_SHIPPED } else { ARRANGED }];
        bytes.extend(self.digest.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        for name in [&self.names.red, &self.names.blue] {
            bytes.push(u8::try_from(name.len()).ok()?);
            bytes.extend(name.as_bytes());
        }
        bytes.extend(match &self.concession {
            None => [0, 0],
            Some(conceded) => [conceded.loser.map_or(3, |loser| loser as u8 + 1), conceded.how as u8],
        });
        bytes.extend(self.hash.to_le_bytes());
        if !self.arranged.is_empty() {
            bytes.extend(u16::try_from(self.arranged.len()).ok()?.to_le_bytes());
        }
        for &(place, Coord { col, row }) in &self.arranged {
            let numbers = [place, u16::try_from(col).ok()?, u16::try_from(row).ok()?];
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(u32::try_from(self.orders.len()).ok()?.to_le_bytes());
        bytes.extend(packed_numbers(self.orders.iter().copied())?);
        Some(bytes)
    }

    /// Reads the bytes that follow the one of the form.
    ///
    /// # Errors
    /// Damage, or a map that is not shipped.
    pub fn decode(form: u8, bytes: &[u8]) -> Result<Self, LinkFault> {
        let mut reader = ByteReader::new(bytes);
        let digest = reader.read_u64()?;
        let (_, shipped) =
            SHIPPED.iter().find(|&&(known, _)| known == digest).ok_or(LinkFault::OtherScenario)?;
        let seed = reader.read_u64()?;
        let names = BySide { red: reader.read_text()?, blue: reader.read_text()? };
        let concession = read_concession(&mut reader)?;
        let hash = reader.read_u64()?;
        let arranged_count = if form == ARRANGED { reader.read_u16()? } else { 0 };
        let arranged = (0..arranged_count).map(|_| {
            let [place, col, row] = [reader.read_u16()?, reader.read_u16()?, reader.read_u16()?];
            Ok((place, Coord { col: col.into(), row: row.into() }))
        });
        let arranged = arranged.collect::<Result<_, LinkFault>>()?;
        let count = reader.read_u32()?;
        let orders = order_of_numbers(&mut reader, count)?;
        Ok(Self { digest, shipped, seed, names, concession, hash, arranged, orders })
    }

    /// Plays the battle, and returns its replay and its record.
    ///
    /// # Errors
    /// The first order that is illegal, or another hash in the end.
    pub fn play_again(self) -> Result<(Replay, GameRecord), WebFault> {
        let (mut scenario, _) =
            seat_in_scenario(self.shipped.clone(), &self.names, self.seed).map_err(WebFault::Scenario)?;
        place_units(&mut scenario, &self.arranged).ok_or(LinkFault::Damaged)?;
        let battle =
            Battle::from_scenario(&scenario).map_err(ReplayError::Scenario).map_err(ReplayBreak::from)?;
        let mut record = GameRecord::new(battle, scenario.dice_source());
        let mut log = Vec::new();
        let of = self.orders.len();
        for (number, order) in (1..).zip(self.orders) {
            let followed = record.act(order, &mut log);
            followed.map_err(|why| ReplayBreak::Illegal { number, of, order, why })?;
            log.clear();
        }
        if record.hash() != self.hash {
            return Err(LinkFault::Hash { recorded: self.hash, played: record.hash() }.into());
        }
        if let Some(concession) = self.concession {
            if record.battle().verdict().is_some() {
                return Err(LinkFault::Damaged.into());
            }
            record.follow_concession(concession, &mut log);
        }
        Ok((record.replay(&scenario), record))
    }
}

fn read_concession(reader: &mut ByteReader<'_>) -> Result<Option<Concession>, LinkFault> {
    let [loser, number] = [reader.read_u8()?, reader.read_u8()?];
    let how = victory_of_number(number).filter(|how| how.is_concession());
    match (loser, how) {
        (0, None) if number == 0 => Ok(None),
        (1, Some(how)) if how != VictoryKind::DrawAgreed => {
            Ok(Some(Concession { loser: Some(Side::Red), how }))
        }
        (2, Some(how)) if how != VictoryKind::DrawAgreed => {
            Ok(Some(Concession { loser: Some(Side::Blue), how }))
        }
        (3, Some(how @ VictoryKind::DrawAgreed)) => Ok(Some(Concession { loser: None, how })),
        _ => Err(LinkFault::Damaged),
    }
}

/// Returns a digest of a scenario as it is shipped.
fn digest_of_scenario(scenario: &Scenario) -> u64 {
    let texts = [scenario.map.to_ron(), scenario.rules.to_ron()];
    texts.iter().flat_map(|text| text.bytes()).fold(0, |hash, byte| split_mix(hash ^ u64::from(byte)))
}

/// The units of both orders of battle, Red's first.
fn listed_units(scenario: &Scenario) -> impl Iterator<Item = &UnitEntry> {
    Side::BOTH.into_iter().filter_map(|side| scenario.map.army(side)).flat_map(|army| &army.units)
}

/// Returns where the units stand that begin elsewhere in `other`, by their place in the orders of battle.
fn differing_places(scenario: &Scenario, other: &Scenario) -> Vec<(u16, Coord)> {
    let pairs = listed_units(scenario).zip(listed_units(other));
    let places = (0..).zip(pairs).filter(|(_, (one, other))| one.at != other.at);
    places.filter_map(|(place, (_, other))| Some((place, other.at?))).collect()
}

/// Puts units at their places; `None` if the orders of battle have no such unit.
fn place_units(scenario: &mut Scenario, arranged: &[(u16, Coord)]) -> Option<()> {
    let armies = Side::BOTH.map(|side| scenario.map.army(side).map_or(0, |army| army.units.len()));
    for &(place, at) in arranged {
        let place = usize::from(place);
        let (side, place) =
            if place < armies[0] { (Side::BOTH[0], place) } else { (Side::BOTH[1], place - armies[0]) };
        scenario.map.army_mut(side).as_mut()?.units.get_mut(place)?.at = Some(at);
    }
    Some(())
}
