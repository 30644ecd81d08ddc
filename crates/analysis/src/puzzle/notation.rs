//! Orders as short texts: `3@5,6` sends unit 3 to column 5, row 6, `3x8` has it attack unit 8, `3^ne`
//! has it face north-east, and `3*5,6:0` has it do the first work of the ruleset on that hex.

use std::fmt::Write;

use hotgates_engine::{Coord, Direction, Hex, Order, UnitId, WorkId};

/// A word that is no order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no order: `3@5,6` sends unit 3 to column 5, row 6, and `3x8` has it attack unit 8")]
pub struct UnreadableOrder {
    /// The word, its beginning where it is long.
    pub word: String,
}

/// Greatest number of characters of a word that a message repeats.
const SHOWN: usize = 24;

/// Returns orders as text; ends of half-turns are left out.
///
/// ```
/// use hotgates_analysis::{orders_from_text, orders_in_text};
///
/// let orders = orders_from_text("3@5,6 3x8 4*2,1:0").expect("three orders");
/// assert_eq!((orders.len(), orders_in_text(&orders).as_str()), (3, "3@5,6 3x8 4*2,1:0"));
/// assert!(orders_from_text("march on").is_err());
/// ```
#[must_use]
pub fn orders_in_text(orders: &[Order]) -> String {
    let mut text = String::new();
    for &order in orders {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = match order {
            Order::EndTurn => continue,
            Order::Exit { unit } => write!(text, "{gap}{}>", unit.0),
            Order::Face { unit, way } => write!(text, "{gap}{}^{}", unit.0, way.name()),
            Order::Work { unit, at, work } => {
                let Coord { col, row } = at.into();
                write!(text, "{gap}{}*{col},{row}:{}", unit.0, work.0)
            }
            Order::Attack { unit, target } => write!(text, "{gap}{}x{}", unit.0, target.0),
            Order::Move { unit, to } => {
                let Coord { col, row } = to.into();
                write!(text, "{gap}{}@{col},{row}", unit.0)
            }
        };
    }
    text
}

/// Returns an order as a player types it in a battle: as [`orders_in_text`] writes it, and `end` for the end of the
/// half-turn.
///
/// ```
/// use hotgates_analysis::typed_order;
/// use hotgates_engine::{Order, UnitId};
///
/// assert_eq!(typed_order(Order::Attack { unit: UnitId(3), target: UnitId(8) }), "3x8");
/// assert_eq!(typed_order(Order::EndTurn), "end");
/// ```
#[must_use]
pub fn typed_order(order: Order) -> String {
    let typed = orders_in_text(&[order]);
    if typed.is_empty() { "end".to_owned() } else { typed }
}

/// Reads orders, separated by blanks, as [`orders_in_text`] writes them.
///
/// # Errors
/// The first word that is no order.
pub fn orders_from_text(text: &str) -> Result<Vec<Order>, UnreadableOrder> {
    let unreadable = |word: &str| UnreadableOrder { word: word.chars().take(SHOWN).collect() };
    text.split_whitespace().map(|word| read_order(word).ok_or_else(|| unreadable(word))).collect()
}

fn read_order(word: &str) -> Option<Order> {
    if let Some(unit) = word.strip_suffix('>') {
        return Some(Order::Exit { unit: UnitId(unit.parse().ok()?) });
    }
    if let Some((unit, way)) = word.split_once('^') {
        let (unit, way) = (UnitId(unit.parse().ok()?), Direction::by_name(way)?);
        return Some(Order::Face { unit, way });
    }
    if let Some((unit, target)) = word.split_once('x') {
        return Some(Order::Attack {
            unit: UnitId(unit.parse().ok()?),
            target: UnitId(target.parse().ok()?),
        });
    }
    if let Some((unit, (hex, number))) =
        word.split_once('*').and_then(|(unit, rest)| Some((unit, rest.split_once(':')?)))
    {
        let unit = UnitId(unit.parse().ok()?);
        return Some(Order::Work { unit, at: read_hex(hex)?, work: WorkId(number.parse().ok()?) });
    }
    let (unit, hex) = word.split_once('@')?;
    Some(Order::Move { unit: UnitId(unit.parse().ok()?), to: read_hex(hex)? })
}

fn read_hex(text: &str) -> Option<Hex> {
    let (col, row) = text.split_once(',')?;
    // Hexes far off every map would overflow on the way to axial coordinates.
    let [col, row] = [col, row].map(|number| number.parse::<i16>().ok());
    Some(Coord { col: col?.into(), row: row?.into() }.hex())
}
