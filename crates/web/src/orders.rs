//! Orders as numbers in a payload: kinds together, units together, so that they deflate well.

use hotgates_engine::Order;
use hotgates_record::{OrderCode, OrderKind};

use crate::link_fault::LinkFault;
use crate::reader::ByteReader;

/// Returns the bytes of orders; `None` if one leads off every map. The unit of an order without one is 0.
pub fn packed_numbers(orders: impl Iterator<Item = Order>) -> Option<Vec<u8>> {
    let codes: Vec<_> = orders.map(OrderCode::from_order).collect::<Option<_>>()?;
    let parts = codes
        .iter()
        .map(|code| code.operands().split_first().map_or((0, &[][..]), |(&unit, more)| (unit, more)));
    let mut bytes: Vec<u8> = codes.iter().map(|code| code.kind().number()).collect();
    bytes.extend(parts.clone().flat_map(|(unit, _)| unit.to_le_bytes()));
    bytes.extend(parts.flat_map(|(_, more)| more).flat_map(|number| number.to_le_bytes()));
    Some(bytes)
}

/// Reads `count` orders, after which the payload ends.
pub fn order_of_numbers(reader: &mut ByteReader<'_>, count: u32) -> Result<Vec<Order>, LinkFault> {
    let count = usize::try_from(count).map_err(|_| LinkFault::Damaged)?;
    let kinds = reader.read_bytes(count)?;
    let units = reader.read_bytes(count.checked_mul(2).ok_or(LinkFault::Damaged)?)?;
    let units = units.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let orders = kinds.iter().zip(units).map(|(&kind, unit)| read_order(reader, kind, unit)).collect();
    if reader.is_at_end() { orders } else { Err(LinkFault::Damaged) }
}

fn read_order(reader: &mut ByteReader<'_>, kind: u8, unit: u16) -> Result<Order, LinkFault> {
    let kind = OrderKind::from_number(kind).ok_or(LinkFault::Damaged)?;
    let mut unit = Some(unit);
    let code = OrderCode::read_operands(kind, || unit.take().map_or_else(|| reader.read_u16(), Ok))?;
    code.order().ok_or(LinkFault::Damaged)
}
