//! Orders as numbers in a payload: kinds together, units together, so that they deflate well.

use hotgates_engine::{Coord, Direction, Hex, Order, UnitId, VictoryKind, WorkId};

use crate::link_fault::LinkFault;
use crate::reader::ByteReader;

const END_TURN: u8 = 0;
const MOVE: u8 = 1;
const ATTACK: u8 = 2;
const EXIT: u8 = 3;
const FACE: u8 = 4;
const WORK: u8 = 5;

/// Kind of an order, its unit, and its other numbers.
fn numbers_of_order(order: Order) -> Option<(u8, u16, Vec<u16>)> {
    Some(match order {
        Order::EndTurn => (END_TURN, 0, Vec::new()),
        Order::Move { unit, to } => (MOVE, unit.0, numbers_of_hex(to)?.to_vec()),
        Order::Attack { unit, target } => (ATTACK, unit.0, vec![target.0]),
        Order::Exit { unit } => (EXIT, unit.0, Vec::new()),
        Order::Face { unit, way } => (FACE, unit.0, vec![way as u16]),
        Order::Work { unit, at, work } => {
            let [col, row] = numbers_of_hex(at)?;
            (WORK, unit.0, vec![col, row, work.0.into()])
        }
    })
}

fn numbers_of_hex(hex: Hex) -> Option<[u16; 2]> {
    let Coord { col, row } = hex.into();
    Some([u16::try_from(col).ok()?, u16::try_from(row).ok()?])
}

/// Returns the bytes of orders; `None` if one leads off every map.
pub fn packed_numbers(orders: impl Iterator<Item = Order>) -> Option<Vec<u8>> {
    let all: Vec<_> = orders.map(numbers_of_order).collect::<Option<_>>()?;
    let mut bytes: Vec<u8> = all.iter().map(|&(kind, ..)| kind).collect();
    bytes.extend(all.iter().flat_map(|&(_, unit, _)| unit.to_le_bytes()));
    bytes.extend(all.iter().flat_map(|(.., more)| more).flat_map(|number| number.to_le_bytes()));
    Some(bytes)
}

/// Reads `count` orders, after which the payload ends.
pub fn order_of_numbers(reader: &mut ByteReader<'_>, count: u32) -> Result<Vec<Order>, LinkFault> {
    let count = usize::try_from(count).map_err(|_| LinkFault::Damaged)?;
    let kinds = reader.read_bytes(count)?;
    let units = reader.read_bytes(count.checked_mul(2).ok_or(LinkFault::Damaged)?)?;
    let units = units.chunks_exact(2).map(|pair| UnitId(u16::from_le_bytes([pair[0], pair[1]])));
    let orders = kinds.iter().zip(units).map(|(&kind, unit)| read_order(reader, kind, unit)).collect();
    if reader.is_at_end() { orders } else { Err(LinkFault::Damaged) }
}

fn read_order(reader: &mut ByteReader<'_>, kind: u8, unit: UnitId) -> Result<Order, LinkFault> {
    Ok(match kind {
        END_TURN => Order::EndTurn,
        MOVE => Order::Move { unit, to: read_hex(reader)? },
        ATTACK => Order::Attack { unit, target: UnitId(reader.read_u16()?) },
        EXIT => Order::Exit { unit },
        FACE => {
            let number = reader.read_u16()?;
            let way = Direction::ALL.into_iter().find(|&way| way as u16 == number);
            Order::Face { unit, way: way.ok_or(LinkFault::Damaged)? }
        }
        WORK => {
            let at = read_hex(reader)?;
            let work = u8::try_from(reader.read_u16()?).map_err(|_| LinkFault::Damaged)?;
            Order::Work { unit, at, work: WorkId(work) }
        }
        _ => return Err(LinkFault::Damaged),
    })
}

fn read_hex(reader: &mut ByteReader<'_>) -> Result<Hex, LinkFault> {
    let [col, row] = [reader.read_u16()?, reader.read_u16()?].map(i32::from);
    Ok(Coord { col, row }.hex())
}

/// Returns the concession of a number, if it is one.
pub fn concession_of_number(number: u8) -> Option<VictoryKind> {
    let all = [
        VictoryKind::Resigned,
        VictoryKind::Crashed,
        VictoryKind::Timeout,
        VictoryKind::Unparsable,
        VictoryKind::Illegal,
    ];
    all.into_iter().find(|&how| how as u8 == number)
}
