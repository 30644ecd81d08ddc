//! The tower as data: tiles, numbers, the hero.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::fight::{FighterPower, Monster};

/// A cell. Written `floor,row,column`, all from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TilePlace {
    /// Number of the floor, from 0 upwards.
    pub floor: u16,
    /// Number of the row, from 0 downwards.
    pub row: u16,
    /// Number of the column, from 0 to the right.
    pub column: u16,
}

impl fmt::Display for TilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.floor, self.row, self.column)
    }
}

/// The colour of a key, a door, a gem or a potion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyColour {
    /// The first colour of keys.
    Yellow,
    /// The second.
    Blue,
    /// The third.
    Red,
    /// Green keys do nothing, and green doors open without one.
    Green,
}

impl KeyColour {
    /// Name of the colour in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Green => "green",
        }
    }
}

/// Something to pick up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// Opens one door of its colour.
    Key(KeyColour),
    /// Red adds attack, blue defence, green magic defence.
    Gem(KeyColour),
    /// Adds life.
    Potion(KeyColour),
    /// Adds attack.
    Sword,
    /// Adds defence.
    Shield,
}

/// The contents of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tile {
    /// Floor to walk on.
    Road,
    /// Never entered.
    Wall,
    /// Stairs to the floor above; floor to walk on, too.
    Up,
    /// Stairs to the floor below; floor to walk on, too.
    Down,
    /// Something to take.
    Item(Item),
    /// A door.
    Door(KeyColour),
    /// The shop; open from anywhere once its cell has been reached.
    Shop,
    /// A monster, by its id; 299 is the boss.
    Monster(u16),
}

/// The id of the boss.
pub(super) const BOSS: u16 = 299;

impl Tile {
    /// Returns `true` for tiles on which the hero can stand: road and stairs.
    pub const fn is_floor(self) -> bool {
        matches!(self, Tile::Road | Tile::Up | Tile::Down)
    }

    /// Returns the code of the tile in a file.
    pub const fn file_code(self) -> u16 {
        match self {
            Tile::Road => 0,
            Tile::Wall => 1,
            Tile::Up => 87,
            Tile::Down => 88,
            Tile::Shop => 40,
            Tile::Monster(id) => id,
            Tile::Door(colour) => 81 + colour as u16,
            Tile::Item(Item::Key(colour)) => 21 + colour as u16,
            Tile::Item(Item::Gem(KeyColour::Red | KeyColour::Yellow)) => 27,
            Tile::Item(Item::Gem(KeyColour::Blue)) => 28,
            Tile::Item(Item::Gem(KeyColour::Green)) => 29,
            Tile::Item(Item::Potion(KeyColour::Red)) => 31,
            Tile::Item(Item::Potion(KeyColour::Blue)) => 32,
            Tile::Item(Item::Potion(KeyColour::Green)) => 33,
            Tile::Item(Item::Potion(KeyColour::Yellow)) => 34,
            Tile::Item(Item::Sword) => 35,
            Tile::Item(Item::Shield) => 36,
        }
    }

    /// Returns the tile of a code that is no monster's; `None` where the code means nothing.
    pub(super) const fn from_code(code: u16) -> Option<Tile> {
        Some(match code {
            0 => Tile::Road,
            1 => Tile::Wall,
            21 => Tile::Item(Item::Key(KeyColour::Yellow)),
            22 => Tile::Item(Item::Key(KeyColour::Blue)),
            23 => Tile::Item(Item::Key(KeyColour::Red)),
            24 => Tile::Item(Item::Key(KeyColour::Green)),
            27 => Tile::Item(Item::Gem(KeyColour::Red)),
            28 => Tile::Item(Item::Gem(KeyColour::Blue)),
            29 => Tile::Item(Item::Gem(KeyColour::Green)),
            31 => Tile::Item(Item::Potion(KeyColour::Red)),
            32 => Tile::Item(Item::Potion(KeyColour::Blue)),
            33 => Tile::Item(Item::Potion(KeyColour::Green)),
            34 => Tile::Item(Item::Potion(KeyColour::Yellow)),
            35 => Tile::Item(Item::Sword),
            36 => Tile::Item(Item::Shield),
            40 => Tile::Shop,
            81 => Tile::Door(KeyColour::Yellow),
            82 => Tile::Door(KeyColour::Blue),
            83 => Tile::Door(KeyColour::Red),
            84 => Tile::Door(KeyColour::Green),
            87 => Tile::Up,
            88 => Tile::Down,
            _ => return None,
        })
    }
}

/// The gain of each item, in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ItemGains {
    /// Attack of a red gem.
    pub red_gem: i64,
    /// Defence of a blue gem.
    pub blue_gem: i64,
    /// Magic defence of a green gem.
    pub green_gem: i64,
    /// Life of a red potion.
    pub red_potion: i64,
    /// Life of a blue potion.
    pub blue_potion: i64,
    /// Life of a yellow potion.
    pub yellow_potion: i64,
    /// Life of a green potion.
    pub green_potion: i64,
    /// Attack of a sword.
    pub sword: i64,
    /// Defence of a shield.
    pub shield: i64,
}

/// One thing the shop sells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShopWare {
    /// Life.
    Hp,
    /// Attack.
    Atk,
    /// Defence.
    Def,
    /// Magic defence.
    Mdef,
}

impl ShopWare {
    /// All four, in the order of the file.
    pub const ALL: [ShopWare; 4] = [ShopWare::Hp, ShopWare::Atk, ShopWare::Def, ShopWare::Mdef];

    /// Returns the name of the ware in a route: `hp`, `atk`, `def` or `mdef`.
    pub const fn name(self) -> &'static str {
        match self {
            ShopWare::Hp => "hp",
            ShopWare::Atk => "atk",
            ShopWare::Def => "def",
            ShopWare::Mdef => "mdef",
        }
    }
}

/// The shop's prices, in coins, and wares, in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Shop {
    /// Price of the first purchase; 0 with no increase means that there is no shop.
    pub first: i64,
    /// The rise of the price after each purchase, in coins.
    pub increase: i64,
    /// The gain of one purchase, by [`ShopWare`].
    pub adds: [i64; 4],
}

impl Shop {
    /// Returns the price of the next purchase after `bought` purchases, in coins.
    pub const fn price_after_purchases(&self, bought: i64) -> i64 {
        self.first.saturating_add(self.increase.saturating_mul(bought))
    }

    /// Returns `true` if something is for sale. A shop whose wares always cost nothing counts as
    /// none.
    pub fn sells_anything(&self) -> bool {
        (self.first > 0 || self.increase > 0) && self.adds.iter().any(|&add| add > 0)
    }
}

/// The hero's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hero {
    /// Life; the hero lives while it is above 0.
    pub hp: i64,
    /// Attack, defence and magic defence.
    pub power: FighterPower,
    /// Coins.
    pub coins: i64,
    /// Yellow, blue and red keys.
    pub keys: [i64; 3],
    /// The hero's cell.
    pub place: TilePlace,
}

/// A tower with everything that stays as it is during play, and its start. Always playable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tower {
    pub(super) floors: u16,
    pub(super) rows: u16,
    pub(super) columns: u16,
    pub(super) gains: ItemGains,
    /// Monsters in the order of the file.
    pub(super) monsters: Vec<Monster>,
    pub(super) shop: Shop,
    pub(super) start: TowerState,
    pub(super) notes: Vec<String>,
}

/// A tower at one moment of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TowerState {
    /// All floors, each row by row.
    pub cells: Vec<Tile>,
    /// The hero.
    pub hero: Hero,
    /// `true` once the shop's cell has been reached.
    pub shop_open: bool,
    /// Number of purchases so far.
    pub bought: i64,
}

impl Tower {
    /// Number of floors.
    pub const fn floor_count(&self) -> u16 {
        self.floors
    }

    /// Number of rows of each floor.
    pub const fn row_count(&self) -> u16 {
        self.rows
    }

    /// Number of columns of each floor.
    pub const fn column_count(&self) -> u16 {
        self.columns
    }

    /// Returns the gains of items.
    pub const fn item_gains(&self) -> &ItemGains {
        &self.gains
    }

    /// Returns the table of monsters.
    pub fn monsters(&self) -> &[Monster] {
        &self.monsters
    }

    /// Returns the monster of an id.
    pub fn monster_by_id(&self, id: u16) -> Option<&Monster> {
        self.monsters.iter().find(|monster| monster.id == id)
    }

    /// Returns the shop with its prices.
    pub const fn shop_prices(&self) -> &Shop {
        &self.shop
    }

    /// Returns the start of the game.
    pub const fn start_state(&self) -> &TowerState {
        &self.start
    }

    /// Returns remarks that are no faults, one sentence each: monsters that are not in the table
    /// and so became walls, stairs that lead nowhere.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the index of a place among the cells; the place must be on the map.
    pub(super) fn index_of_place(&self, place: TilePlace) -> usize {
        let (floor, row, column) =
            (usize::from(place.floor), usize::from(place.row), usize::from(place.column));
        (floor * usize::from(self.rows) + row) * usize::from(self.columns) + column
    }

    /// Returns the place of a cell.
    pub(super) fn place_of_index(&self, index: usize) -> TilePlace {
        let (columns, rows) = (usize::from(self.columns), usize::from(self.rows));
        let small = |n| u16::try_from(n).unwrap_or(u16::MAX);
        TilePlace {
            floor: small(index / columns / rows),
            row: small(index / columns % rows),
            column: small(index % columns),
        }
    }

    /// Returns the cells beside a cell: its neighbours on the floor, and the other end of stairs.
    pub(super) fn cells_beside(&self, cells: &[Tile], index: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, size) = (usize::from(self.columns), usize::from(self.rows) * usize::from(self.columns));
        let within = index % size;
        let row = within / columns;
        let column = within % columns;
        let last_row = usize::from(self.rows) - 1;
        [
            (row > 0).then(|| index - columns),
            (column + 1 < columns).then(|| index + 1),
            (row < last_row).then(|| index + columns),
            (column > 0).then(|| index - 1),
            self.other_stairs_end(cells, index),
        ]
        .into_iter()
        .flatten()
    }

    /// Returns the other end of the stairs on a cell, if there are stairs and they lead anywhere.
    pub(super) fn other_stairs_end(&self, cells: &[Tile], index: usize) -> Option<usize> {
        let size = usize::from(self.rows) * usize::from(self.columns);
        let floor = index / size;
        let (other, matching) = match cells[index] {
            Tile::Up => (floor.checked_add(1)?, Tile::Down),
            Tile::Down => (floor.checked_sub(1)?, Tile::Up),
            _ => return None,
        };
        let cells_there = cells.get(other * size..(other + 1) * size)?;
        cells_there.iter().position(|&tile| tile == matching).map(|at| other * size + at)
    }

    /// Returns the life that an item adds; 0 for most.
    pub(super) fn life_of_item(&self, item: Item) -> i64 {
        match item {
            Item::Potion(KeyColour::Red) => self.gains.red_potion,
            Item::Potion(KeyColour::Blue) => self.gains.blue_potion,
            Item::Potion(KeyColour::Yellow) => self.gains.yellow_potion,
            Item::Potion(KeyColour::Green) => self.gains.green_potion,
            _ => 0,
        }
    }

    /// Returns the power that an item adds.
    pub(super) fn power_of_item(&self, item: Item) -> FighterPower {
        let gains = &self.gains;
        let mut power = FighterPower::default();
        match item {
            Item::Gem(KeyColour::Red) => power.attack = gains.red_gem,
            Item::Gem(KeyColour::Blue) => power.defence = gains.blue_gem,
            Item::Gem(KeyColour::Green) => power.magic = gains.green_gem,
            Item::Sword => power.attack = gains.sword,
            Item::Shield => power.defence = gains.shield,
            _ => {}
        }
        power
    }
}
