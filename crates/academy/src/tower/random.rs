//! New towers from a seed: rooms behind walls, doors and monsters in the gaps, and a boss that can
//! just be beaten.

use super::error::{TowerError, TowerMeasure};
use super::fight::{FighterPower, Monster};
use super::map::{BOSS, Hero, Item, ItemGains, KeyColour, Shop, Tile, TilePlace, Tower, TowerState};
use super::route::RouteStep;
use super::solve::beam_route;
use crate::random_numbers::RandomNumbers;

/// The options of a random tower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomTowerOptions {
    /// 1 to 10.
    pub floors: u32,
    /// 5 to 40.
    pub rows: u32,
    /// 5 to 40.
    pub columns: u32,
    /// Equal seeds make equal towers.
    pub seed: u64,
    /// `true` for a tower with a shop.
    pub shop: bool,
}

/// Life with which any fight can be survived while a tower is tried out.
const PLENTY: i64 = 1_000_000;

/// Number of layouts tried before the hero is given keys for all doors.
const TRIES: u32 = 12;

/// Makes a new tower; its boss can be killed, with little life to spare on the route that a beam
/// search finds.
///
/// # Errors
/// Sizes out of range.
pub fn random_tower(options: &RandomTowerOptions) -> Result<Tower, TowerError> {
    let within = |what, found: u32, least, most| match u16::try_from(found) {
        Ok(small) if (least..=most).contains(&found) => Ok(small),
        _ => Err(TowerError::Unmakeable { what, least, most, found }),
    };
    let size = FloorSize {
        floors: within(TowerMeasure::Floors, options.floors, 1, 10)?,
        rows: within(TowerMeasure::Rows, options.rows, 5, 40)?,
        columns: within(TowerMeasure::Columns, options.columns, 5, 40)?,
    };
    let mut dice = RandomNumbers::new(options.seed);
    let mut tries = 0;
    loop {
        tries += 1;
        let mut tower = lay_out_rooms(size, options.shop, &mut dice);
        if tries > TRIES {
            tower.start.hero.keys = [9 * i64::from(size.floors) + 40; 3];
        }
        if tower.check_playable().is_err() {
            continue;
        }
        let Some(route) = beam_route(&tower)? else { continue };
        let spare = i64::try_from(dice.draw_below(60)).unwrap_or(0);
        tower.start.hero.hp = life_needed(&tower, &route) + spare;
        return Ok(tower);
    }
}

#[derive(Clone, Copy)]
struct FloorSize {
    floors: u16,
    rows: u16,
    columns: u16,
}

/// A rectangle of cells on a floor; the ends are within.
#[derive(Clone, Copy)]
struct FloorRoom {
    floor: u16,
    rows: (u16, u16),
    columns: (u16, u16),
}

impl FloorRoom {
    fn cells_inside(self) -> impl Iterator<Item = TilePlace> {
        let FloorRoom { floor, rows, columns } = self;
        (rows.0..=rows.1)
            .flat_map(move |row| (columns.0..=columns.1).map(move |column| TilePlace { floor, row, column }))
    }
}

/// A tower being laid out.
struct RoomLayout<'d> {
    tower: Tower,
    rooms: Vec<FloorRoom>,
    gaps: Vec<TilePlace>,
    dice: &'d mut RandomNumbers,
}

fn lay_out_rooms(size: FloorSize, shop: bool, dice: &mut RandomNumbers) -> Tower {
    let FloorSize { floors, rows, columns } = size;
    let cells = usize::from(floors) * usize::from(rows) * usize::from(columns);
    let place = TilePlace { floor: 0, row: 0, column: 0 };
    let power = FighterPower { attack: 12, defence: 10, magic: 0 };
    let hero = Hero { hp: PLENTY, power, coins: 0, keys: [1, 0, 0], place };
    let tower = Tower {
        floors,
        rows,
        columns,
        gains: ItemGains {
            red_gem: 1,
            blue_gem: 1,
            green_gem: 5,
            red_potion: 75,
            blue_potion: 200,
            yellow_potion: 400,
            green_potion: 800,
            sword: 5,
            shield: 5,
        },
        monsters: Vec::new(),
        shop: if shop { Shop { first: 10, increase: 5, adds: [100, 2, 2, 4] } } else { Shop::default() },
        start: TowerState { cells: vec![Tile::Road; cells], hero, shop_open: false, bought: 0 },
        notes: Vec::new(),
    };
    let mut layout = RoomLayout { tower, rooms: Vec::new(), gaps: Vec::new(), dice };
    for floor in 0..floors {
        layout.divide_room_by_wall(FloorRoom { floor, rows: (0, rows - 1), columns: (0, columns - 1) });
    }
    layout.place_things_in_rooms(shop);
    layout.tower
}

impl RoomLayout<'_> {
    fn tile_at(&self, place: TilePlace) -> Tile {
        self.tower.start.cells[self.tower.index_of_place(place)]
    }

    fn set_tile(&mut self, place: TilePlace, tile: Tile) {
        let index = self.tower.index_of_place(place);
        self.tower.start.cells[index] = tile;
    }

    /// Cuts a room in two by a wall with a gap, and goes on with both halves while they are large.
    fn divide_room_by_wall(&mut self, room: FloorRoom) {
        let (height, width) = (room.rows.1 - room.rows.0 + 1, room.columns.1 - room.columns.0 + 1);
        let flat = if height == width { self.dice.draw_chance(50) } else { height > width };
        let large = height * width > 12 || (height * width > 6 && self.dice.draw_chance(60));
        let line = if large {
            self.choose_wall_place(room, flat).or_else(|| self.choose_wall_place(room, !flat))
        } else {
            None
        };
        let Some((flat, at)) = line else {
            self.rooms.push(room);
            return;
        };
        let wall: Vec<TilePlace> = room
            .cells_inside()
            .filter(|place| if flat { place.row == at } else { place.column == at })
            .collect();
        for &place in &wall {
            self.set_tile(place, Tile::Wall);
        }
        for _ in 0..=usize::from(self.dice.draw_chance(15)) {
            let gap = self.dice.pick_random_element(&wall);
            self.set_tile(gap, Tile::Road);
            self.gaps.push(gap);
        }
        let (mut first, mut second) = (room, room);
        if flat {
            (first.rows.1, second.rows.0) = (at - 1, at + 1);
        } else {
            (first.columns.1, second.columns.0) = (at - 1, at + 1);
        }
        self.divide_room_by_wall(first);
        self.divide_room_by_wall(second);
    }

    /// Returns the places for a wall that leaves rooms on both sides and ends at no gap.
    fn choose_wall_place(&mut self, room: FloorRoom, flat: bool) -> Option<(bool, u16)> {
        let (from, to) = if flat { room.rows } else { room.columns };
        let fits: Vec<u16> = (from + 1..to)
            .filter(|&at| {
                let ends = if flat {
                    [(Some(at), room.columns.0.checked_sub(1)), (Some(at), room.columns.1.checked_add(1))]
                } else {
                    [(room.rows.0.checked_sub(1), Some(at)), (room.rows.1.checked_add(1), Some(at))]
                };
                ends.into_iter().all(|(row, column)| match (row, column) {
                    (Some(row), Some(column)) if row < self.tower.rows && column < self.tower.columns => {
                        self.tile_at(TilePlace { floor: room.floor, row, column }) == Tile::Wall
                    }
                    _ => true,
                })
            })
            .collect();
        (!fits.is_empty()).then(|| (flat, self.dice.pick_random_element(&fits)))
    }

    /// Puts hero, boss, stairs, shop, doors, monsters and treasures where they belong.
    fn place_things_in_rooms(&mut self, shop: bool) {
        let rooms = self.rooms.clone();
        let home = rooms[0];
        let start = self.free_cell(home).unwrap_or(TilePlace { floor: 0, row: 0, column: 0 });
        self.tower.start.hero.place = start;
        for floor in 1..self.tower.floors {
            self.place_stairs(floor - 1, Tile::Up, start);
            self.place_stairs(floor, Tile::Down, start);
        }
        let depth = self.measure_distances_from_start(start);
        let deepest = depth.iter().copied().flatten().max().unwrap_or(1).max(1);
        let boss = (0..depth.len())
            .filter(|&index| {
                self.tower.start.cells[index] == Tile::Road && self.tower.place_of_index(index) != start
            })
            .max_by_key(|&index| (depth[index], index));
        if let Some(boss) = boss {
            self.tower.start.cells[boss] = Tile::Monster(BOSS);
        }
        if shop {
            let room = self.dice.pick_random_element(&rooms);
            if let Some(cell) = self.free_cell(room) {
                self.set_tile(cell, Tile::Shop);
            }
        }
        let doors = self.fill_wall_gaps(&depth, deepest);
        let gems = self.fill_rooms(&rooms, home, &depth, deepest, &doors);
        self.tower.monsters = monster_table(self.tower.floors, gems);
    }

    fn place_stairs(&mut self, floor: u16, tile: Tile, start: TilePlace) {
        let rooms: Vec<FloorRoom> = self.rooms.iter().copied().filter(|room| room.floor == floor).collect();
        for _ in 0..40 {
            let room = self.dice.pick_random_element(&rooms);
            match self.free_cell(room) {
                Some(cell) if cell != start => return self.set_tile(cell, tile),
                _ => {}
            }
        }
    }

    /// Puts a door or a monster in most gaps; returns the doors by colour.
    fn fill_wall_gaps(&mut self, depth: &[Option<usize>], deepest: usize) -> Vec<KeyColour> {
        let mut doors = Vec::new();
        for gap in self.gaps.clone() {
            if self.tile_at(gap) != Tile::Road || gap == self.tower.start.hero.place {
                continue;
            }
            let tile = match self.dice.draw_below(100) {
                0..30 => {
                    doors.push(KeyColour::Yellow);
                    Tile::Door(KeyColour::Yellow)
                }
                30..38 => {
                    doors.push(KeyColour::Blue);
                    Tile::Door(KeyColour::Blue)
                }
                38..92 => self.monster_for_depth(depth[self.tower.index_of_place(gap)], deepest),
                _ => Tile::Road,
            };
            self.set_tile(gap, tile);
        }
        doors
    }

    /// Puts monsters and treasures into rooms; returns the number of red gems.
    fn fill_rooms(
        &mut self,
        rooms: &[FloorRoom],
        home: FloorRoom,
        depth: &[Option<usize>],
        deepest: usize,
        doors: &[KeyColour],
    ) -> i64 {
        let mut gems = 0;
        for &room in rooms {
            let at_home = room.floor == home.floor && room.rows == home.rows && room.columns == home.columns;
            for _ in 0..usize::from(!at_home) * (self.dice.draw_below(6) / 2) {
                if let Some(cell) = self.free_cell(room) {
                    let tile = self.monster_for_depth(depth[self.tower.index_of_place(cell)], deepest);
                    self.set_tile(cell, tile);
                }
            }
            for _ in 0..=self.dice.draw_below(3) {
                let Some(cell) = self.free_cell(room) else { break };
                let item = match self.dice.draw_below(100) {
                    0..24 => Item::Gem(KeyColour::Red),
                    24..46 => Item::Gem(KeyColour::Blue),
                    46..56 => Item::Gem(KeyColour::Green),
                    56..90 => Item::Potion(KeyColour::Red),
                    _ => Item::Potion(KeyColour::Blue),
                };
                gems += i64::from(item == Item::Gem(KeyColour::Red));
                self.set_tile(cell, Tile::Item(item));
            }
        }
        for &colour in doors {
            let room = self.dice.pick_random_element(rooms);
            if let Some(cell) = self.free_cell(room)
                && self.dice.draw_chance(85)
            {
                self.set_tile(cell, Tile::Item(Item::Key(colour)));
            }
        }
        gems
    }

    /// Returns a monster that suits the distance from the start.
    fn monster_for_depth(&mut self, depth: Option<usize>, deepest: usize) -> Tile {
        let kinds = KINDS.len();
        let suits = depth.unwrap_or(0) * (kinds - 3) / deepest + self.dice.draw_below(3);
        Tile::Monster(FIRST + u16::try_from(suits.min(kinds - 1)).unwrap_or(0))
    }

    /// Returns a cell of road in a room, not the hero's.
    fn free_cell(&mut self, room: FloorRoom) -> Option<TilePlace> {
        let hero = self.tower.start.hero.place;
        let free: Vec<TilePlace> =
            room.cells_inside().filter(|&place| self.tile_at(place) == Tile::Road && place != hero).collect();
        (!free.is_empty()).then(|| self.dice.pick_random_element(&free))
    }

    /// Returns the distance of each cell from the start, through everything but walls.
    fn measure_distances_from_start(&self, start: TilePlace) -> Vec<Option<usize>> {
        let cells = &self.tower.start.cells;
        let mut depth = vec![None; cells.len()];
        let mut ring = vec![self.tower.index_of_place(start)];
        depth[ring[0]] = Some(0);
        let mut distance = 0;
        while !ring.is_empty() {
            distance += 1;
            let mut next_ring = Vec::new();
            for at in ring {
                for next in self.tower.cells_beside(cells, at) {
                    if depth[next].is_none() && cells[next] != Tile::Wall {
                        depth[next] = Some(distance);
                        next_ring.push(next);
                    }
                }
            }
            ring = next_ring;
        }
        depth
    }
}

/// The id of the weakest monster.
const FIRST: u16 = 201;

/// Life, attack, defence, coins and special, from weak to strong.
const KINDS: [(i64, i64, i64, i64, u8); 12] = [
    (32, 18, 1, 1, 0),
    (38, 20, 2, 1, 0),
    (52, 21, 2, 2, 1),
    (58, 21, 4, 2, 2),
    (30, 27, 5, 2, 0),
    (46, 16, 6, 3, 4),
    (72, 23, 6, 3, 0),
    (64, 28, 4, 3, 1),
    (85, 17, 5, 4, 5),
    (18, 38, 8, 4, 3),
    (96, 27, 7, 5, 0),
    (60, 32, 8, 5, 2),
];

/// Makes the table of monsters: all kinds, and a boss that needs about half of the red gems.
fn monster_table(floors: u16, red_gems: i64) -> Vec<Monster> {
    let kinds = KINDS.into_iter().zip(FIRST..);
    let mut monsters: Vec<Monster> = kinds
        .map(|((hp, attack, defence, coins, special), id)| Monster {
            id,
            hp,
            attack,
            defence,
            coins,
            special,
        })
        .collect();
    let floors = i64::from(floors);
    monsters.push(Monster {
        id: BOSS,
        hp: 100 + 30 * floors,
        attack: 30 + 3 * floors,
        defence: 9 + red_gems / 2,
        coins: 0,
        special: 0,
    });
    monsters
}

/// Returns the least life with which `route` can be walked to the boss's death: its cost at the
/// worst moment, and 1.
fn life_needed(tower: &Tower, route: &[RouteStep]) -> i64 {
    let mut game = super::game::TowerGame::new(tower.clone());
    let mut lowest = tower.start_state().hero.hp;
    for &step in route {
        // A potion picked up on the way counts from then on; only fights can bring life down.
        if game.make_step(step).is_err() {
            break;
        }
        lowest = lowest.min(game.current_state().hero.hp);
    }
    tower.start_state().hero.hp - lowest + 1
}
