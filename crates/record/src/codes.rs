//! Numbers that stand for orders and for ends of battles, in replay files and in links.

use hotgates_engine::{Coord, Direction, Hex, Order, UnitId, VictoryKind, WorkId};

/// The kind of an order, whose place in the list is the byte that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderKind {
    /// [`Order::EndTurn`].
    EndTurn,
    /// [`Order::Move`].
    Move,
    /// [`Order::Attack`].
    Attack,
    /// [`Order::Exit`].
    Exit,
    /// [`Order::Face`].
    Face,
    /// [`Order::Work`].
    Work,
}

impl OrderKind {
    const ALL: [Self; 6] = [Self::EndTurn, Self::Move, Self::Attack, Self::Exit, Self::Face, Self::Work];

    /// Returns the kind that a byte stands for, if there is one.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Returns the byte that stands for the kind.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Number of the numbers that say the rest of an order, its unit among them.
    #[must_use]
    pub const fn operand_count(self) -> usize {
        match self {
            Self::EndTurn => 0,
            Self::Exit => 1,
            Self::Attack | Self::Face => 2,
            Self::Move => 3,
            Self::Work => 4,
        }
    }
}

/// An order as its kind and the numbers that say the rest, the unit's first.
///
/// ```
/// use hotgates_engine::{Order, UnitId};
/// use hotgates_record::{OrderCode, OrderKind};
///
/// let order = Order::Attack { unit: UnitId(3), target: UnitId(12) };
/// let code = OrderCode::from_order(order).expect("it leads nowhere");
/// assert_eq!((code.kind(), code.operands()), (OrderKind::Attack, &[3, 12][..]));
/// assert_eq!(code.order(), Some(order));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderCode {
    kind: OrderKind,
    operands: [u16; 4],
}

impl OrderCode {
    /// Returns the code of an order; `None` if the order leads off every map.
    #[must_use]
    pub fn from_order(order: Order) -> Option<Self> {
        let (kind, operands) = match order {
            Order::EndTurn => (OrderKind::EndTurn, [0; 4]),
            Order::Move { unit, to } => {
                let [col, row] = numbers_of_hex(to)?;
                (OrderKind::Move, [unit.0, col, row, 0])
            }
            Order::Attack { unit, target } => (OrderKind::Attack, [unit.0, target.0, 0, 0]),
            Order::Exit { unit } => (OrderKind::Exit, [unit.0, 0, 0, 0]),
            Order::Face { unit, way } => (OrderKind::Face, [unit.0, way as u16, 0, 0]),
            Order::Work { unit, at, work } => {
                let [col, row] = numbers_of_hex(at)?;
                (OrderKind::Work, [unit.0, col, row, work.0.into()])
            }
        };
        Some(Self { kind, operands })
    }

    /// Reads a code of a kind whose operands `next` gives, one after the other.
    ///
    /// # Errors
    /// The first error of `next`.
    pub fn read_operands<E>(kind: OrderKind, mut next: impl FnMut() -> Result<u16, E>) -> Result<Self, E> {
        let mut operands = [0; 4];
        for operand in &mut operands[..kind.operand_count()] {
            *operand = next()?;
        }
        Ok(Self { kind, operands })
    }

    /// The kind of the order.
    #[must_use]
    pub const fn kind(&self) -> OrderKind {
        self.kind
    }

    /// The numbers that say the rest of the order, the unit's first.
    #[must_use]
    pub fn operands(&self) -> &[u16] {
        &self.operands[..self.kind.operand_count()]
    }

    /// Returns the order; `None` if it turns a unit to a direction that there is not.
    #[must_use]
    pub fn order(&self) -> Option<Order> {
        let [unit, first, second, third] = self.operands;
        let unit = UnitId(unit);
        let hex = Coord { col: first.into(), row: second.into() }.hex();
        Some(match self.kind {
            OrderKind::EndTurn => Order::EndTurn,
            OrderKind::Move => Order::Move { unit, to: hex },
            OrderKind::Attack => Order::Attack { unit, target: UnitId(first) },
            OrderKind::Exit => Order::Exit { unit },
            OrderKind::Face => Order::Face { unit, way: *Direction::ALL.get(usize::from(first))? },
            // No ruleset has so many works as fit in a byte.
            OrderKind::Work => {
                Order::Work { unit, at: hex, work: WorkId(u8::try_from(third).unwrap_or(u8::MAX)) }
            }
        })
    }
}

fn numbers_of_hex(hex: Hex) -> Option<[u16; 2]> {
    let Coord { col, row } = hex.into();
    Some([u16::try_from(col).ok()?, u16::try_from(row).ok()?])
}

/// Returns the end of a battle that a byte stands for, if there is one; `how as u8` is that byte.
#[must_use]
pub fn victory_of_number(number: u8) -> Option<VictoryKind> {
    const ALL: [VictoryKind; 11] = [
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
    ALL.get(usize::from(number)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_read_as_what_it_stands_for() {
        for (number, kind) in (0..).zip(OrderKind::ALL) {
            assert_eq!((kind.number(), OrderKind::from_number(number)), (number, Some(kind)));
        }
        assert_eq!(OrderKind::from_number(6), None);
        for number in 0..11 {
            assert_eq!(victory_of_number(number).map(|how| how as u8), Some(number));
        }
        assert_eq!(victory_of_number(11), None);
    }

    #[test]
    fn orders_come_back_from_their_numbers() {
        let (unit, at) = (UnitId(7), Coord { col: 300, row: 2 }.hex());
        let orders = [
            Order::EndTurn,
            Order::Move { unit, to: at },
            Order::Attack { unit, target: UnitId(9) },
            Order::Exit { unit },
            Order::Face { unit, way: Direction::ALL[4] },
            Order::Work { unit, at, work: WorkId(3) },
        ];
        for order in orders {
            let code = OrderCode::from_order(order).expect("on some map");
            let mut operands = code.operands().iter().copied();
            let again = OrderCode::read_operands(code.kind(), || operands.next().ok_or(()));
            assert_eq!((again, operands.next(), code.order()), (Ok(code), None, Some(order)));
        }
        let off = Order::Move { unit, to: Coord { col: -1, row: 0 }.hex() };
        assert_eq!(OrderCode::from_order(off), None);
    }
}
