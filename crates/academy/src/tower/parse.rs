//! Parsing: from text to a tower that can be played.

use super::error::{StairsDirection, TowerError};
use super::fight::{FighterPower, Monster};
use super::map::{BOSS, Hero, ItemGains, Shop, Tile, TilePlace, Tower, TowerState};

/// Greatest number of rows, columns and floors.
const MOST_SIDE: i64 = 1_000;
/// Greatest number of cells of all floors together.
const MOST_CELLS: u64 = 250_000;
/// Largest number in a file.
const MOST: i64 = 1_000_000_000;

impl Tower {
    /// Reads the tower that `text` describes.
    ///
    /// A monster on the map that is missing from the table becomes a wall, as the format has it,
    /// and [`Tower::notes`] says so; so do stairs that lead nowhere.
    ///
    /// # Errors
    /// The first fault, with its line and column: anything that is not a whole number, a number out
    /// of range, an unknown tile code, numbers missing or left over; then no boss, two bosses, two
    /// stairs of one kind on a floor, a hero in a wall, or a boss behind walls. A boss that is
    /// merely too strong is no fault.
    pub fn parse(text: &str) -> Result<Tower, TowerError> {
        let mut numbers = NumberReader::new(text);
        let floors = numbers.next_value_within("the number of floors", 1, MOST_SIDE)?;
        let rows = numbers.next_value_within("the number of rows", 1, MOST)?;
        let columns = numbers.next_value_within("the number of columns", 1, MOST)?;
        let (cells, (floors, rows, columns)) = read_cells(&mut numbers, floors, rows, columns)?;
        let gains = read_gains(&mut numbers)?;
        let monsters = read_monsters(&mut numbers)?;
        let shop = read_shop(&mut numbers)?;
        let hero = read_hero(&mut numbers)?;
        numbers.expect_end()?;

        let mut tower = Tower {
            floors,
            rows,
            columns,
            gains,
            monsters,
            shop,
            start: TowerState { cells, hero, shop_open: false, bought: 0 },
            notes: Vec::new(),
        };
        tower.replace_unknown_monsters();
        tower.check_playable()?;
        Ok(tower)
    }

    fn replace_unknown_monsters(&mut self) {
        for index in 0..self.start.cells.len() {
            if let Tile::Monster(id) = self.start.cells[index]
                && id != BOSS
                && self.monster_by_id(id).is_none()
            {
                self.start.cells[index] = Tile::Wall;
                let place = self.place_of_index(index);
                self.notes.push(format!("monster {id} at {place} is not in the table and became a wall"));
            }
        }
    }

    /// Checks that the tower can be played.
    pub(super) fn check_playable(&mut self) -> Result<(), TowerError> {
        let place = self.start.hero.place;
        if place.floor >= self.floors || place.row >= self.rows || place.column >= self.columns {
            let Tower { floors, rows, columns, .. } = *self;
            return Err(TowerError::HeroOutside { place, floors, rows, columns });
        }
        let cells = &self.start.cells;
        if !cells[self.index_of_place(place)].is_floor() {
            return Err(TowerError::HeroBlocked { place });
        }
        let boss = self.find_boss()?;
        self.check_stairs()?;
        if !self.can_ever_reach(self.index_of_place(place), boss) {
            return Err(TowerError::BossUnreachable { place: self.place_of_index(boss) });
        }
        for index in 0..self.start.cells.len() {
            if matches!(self.start.cells[index], Tile::Up | Tile::Down)
                && self.other_stairs_end(&self.start.cells, index).is_none()
            {
                let place = self.place_of_index(index);
                self.notes.push(format!("the stairs at {place} lead nowhere"));
            }
        }
        Ok(())
    }

    fn find_boss(&self) -> Result<usize, TowerError> {
        let mut bosses = (0..self.start.cells.len()).filter(|&i| self.start.cells[i] == Tile::Monster(BOSS));
        let boss = bosses.next().ok_or(TowerError::NoBoss)?;
        if self.monster_by_id(BOSS).is_none() {
            return Err(TowerError::BossUnknown);
        }
        match bosses.next() {
            Some(second) => Err(TowerError::TwoBosses {
                first: self.place_of_index(boss),
                second: self.place_of_index(second),
            }),
            None => Ok(boss),
        }
    }

    fn check_stairs(&self) -> Result<(), TowerError> {
        for (kind, direction) in [(Tile::Up, StairsDirection::Up), (Tile::Down, StairsDirection::Down)] {
            let mut last: Option<TilePlace> = None;
            for index in (0..self.start.cells.len()).filter(|&i| self.start.cells[i] == kind) {
                let second = self.place_of_index(index);
                if let Some(first) = last.filter(|first| first.floor == second.floor) {
                    return Err(TowerError::TwoStairs { floor: second.floor, direction, first, second });
                }
                last = Some(second);
            }
        }
        Ok(())
    }

    /// Returns `true` if only walls could stop the hero.
    fn can_ever_reach(&self, from: usize, to: usize) -> bool {
        let cells = &self.start.cells;
        let mut seen = vec![false; cells.len()];
        seen[from] = true;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if at == to {
                return true;
            }
            for next in self.cells_beside(cells, at) {
                if !seen[next] && cells[next] != Tile::Wall {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        false
    }
}

type TowerExtent = (u16, u16, u16);

fn read_cells(
    numbers: &mut NumberReader,
    floors: i64,
    rows: i64,
    columns: i64,
) -> Result<(Vec<Tile>, TowerExtent), TowerError> {
    let counts = [floors, rows, columns].map(i64::unsigned_abs);
    let cells = counts.into_iter().fold(1u64, u64::saturating_mul);
    let small = |n: i64| u16::try_from(n).ok().filter(|_| n <= MOST_SIDE && cells <= MOST_CELLS);
    let (Some(f), Some(r), Some(c)) = (small(floors), small(rows), small(columns)) else {
        let [floors, rows, columns] = counts;
        let side = MOST_SIDE.unsigned_abs();
        return Err(TowerError::TooLarge { floors, rows, columns, cells, most: MOST_CELLS, side });
    };
    let mut tiles = Vec::new();
    for floor in 0..f {
        for row in 0..r {
            for column in 0..c {
                let place = TilePlace { floor, row, column };
                let number = numbers.next(|| format!("the tile at {place}"))?;
                let code = u16::try_from(number.value).ok();
                let tile = match code {
                    Some(id @ 201..=BOSS) => Some(Tile::Monster(id)),
                    Some(code) => Tile::from_code(code),
                    None => None,
                };
                let NumberInLine { line, column, value: code } = number;
                tiles.push(tile.ok_or(TowerError::UnknownCell { line, column, code, place })?);
            }
        }
    }
    Ok((tiles, (f, r, c)))
}

fn read_gains(numbers: &mut NumberReader) -> Result<ItemGains, TowerError> {
    let mut read = |what: &str| numbers.next_value_within(what, 0, MOST);
    Ok(ItemGains {
        red_gem: read("the attack of a red gem")?,
        blue_gem: read("the defence of a blue gem")?,
        green_gem: read("the magic defence of a green gem")?,
        red_potion: read("the life of a red potion")?,
        blue_potion: read("the life of a blue potion")?,
        yellow_potion: read("the life of a yellow potion")?,
        green_potion: read("the life of a green potion")?,
        sword: read("the attack of a sword")?,
        shield: read("the defence of a shield")?,
    })
}

fn read_monsters(numbers: &mut NumberReader) -> Result<Vec<Monster>, TowerError> {
    let count = numbers.next_value_within("the number of monsters in the table", 0, 99)?;
    let mut monsters: Vec<Monster> = Vec::new();
    for _ in 0..count {
        let at = numbers.parse_number_within("the id of a monster", 201, i64::from(BOSS))?;
        let id = u16::try_from(at.value).unwrap_or(BOSS);
        if monsters.iter().any(|monster| monster.id == id) {
            return Err(TowerError::MonsterTwice { line: at.line, column: at.column, id });
        }
        monsters.push(Monster {
            id,
            hp: numbers.next_value_within(&format!("the life of monster {id}"), 1, MOST)?,
            attack: numbers.next_value_within(&format!("the attack of monster {id}"), 0, MOST)?,
            defence: numbers.next_value_within(&format!("the defence of monster {id}"), 0, MOST)?,
            coins: numbers.next_value_within(&format!("the coins of monster {id}"), 0, MOST)?,
            special: u8::try_from(numbers.next_value_within(
                &format!("the special of monster {id}"),
                0,
                10,
            )?)
            .unwrap_or(0),
        });
    }
    Ok(monsters)
}

fn read_shop(numbers: &mut NumberReader) -> Result<Shop, TowerError> {
    let mut read = |what: &str| numbers.next_value_within(what, 0, MOST);
    Ok(Shop {
        first: read("the shop's first price")?,
        increase: read("the shop's price increase")?,
        adds: [
            read("the life one purchase adds")?,
            read("the attack one purchase adds")?,
            read("the defence one purchase adds")?,
            read("the magic defence one purchase adds")?,
        ],
    })
}

fn read_hero(numbers: &mut NumberReader) -> Result<Hero, TowerError> {
    let hp = numbers.next_value_within("the hero's life", 1, MOST)?;
    let mut read = |what: &str| numbers.next_value_within(what, 0, MOST);
    let power = FighterPower {
        attack: read("the hero's attack")?,
        defence: read("the hero's defence")?,
        magic: read("the hero's magic defence")?,
    };
    let coins = read("the hero's coins")?;
    let keys = [read("the hero's yellow keys")?, read("the hero's blue keys")?, read("the hero's red keys")?];
    let mut side = |what: &str| read(what).map(|n| u16::try_from(n).unwrap_or(u16::MAX));
    let place = TilePlace {
        floor: side("the hero's floor")?,
        row: side("the hero's row")?,
        column: side("the hero's column")?,
    };
    Ok(Hero { hp, power, coins, keys, place })
}

/// The numbers of a text, one after the other.
struct NumberReader<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    /// The present line: its number, its text, and the number of bytes read of it.
    line: (usize, &'t str, usize),
}

struct NumberInLine {
    line: usize,
    column: usize,
    value: i64,
}

impl<'t> NumberReader<'t> {
    fn new(text: &'t str) -> Self {
        NumberReader { lines: text.lines().enumerate(), line: (0, "", 0) }
    }

    /// Returns the next word with its line and column.
    fn next_word(&mut self) -> Option<(usize, usize, &'t str)> {
        loop {
            let (number, text, read) = self.line;
            let rest = &text[read..];
            let word = rest.trim_start();
            if word.is_empty() {
                let (index, text) = self.lines.next()?;
                self.line = (index + 1, text, 0);
                continue;
            }
            let begin = read + rest.len() - word.len();
            let len = word.find(char::is_whitespace).unwrap_or(word.len());
            self.line.2 = begin + len;
            return Some((number, text[..begin].chars().count() + 1, &word[..len]));
        }
    }

    fn next(&mut self, expected: impl Fn() -> String) -> Result<NumberInLine, TowerError> {
        let (line, column, word) =
            self.next_word().ok_or_else(|| TowerError::Ends { expected: expected() })?;
        match word.parse() {
            Ok(value) => Ok(NumberInLine { line, column, value }),
            Err(_) => Err(TowerError::NotANumber {
                line,
                column,
                found: shorten_long_word(word),
                expected: expected(),
            }),
        }
    }

    fn parse_number_within(
        &mut self,
        expected: &str,
        least: i64,
        most: i64,
    ) -> Result<NumberInLine, TowerError> {
        let number = self.next(|| expected.to_owned())?;
        if (least..=most).contains(&number.value) {
            return Ok(number);
        }
        let NumberInLine { line, column, value: found } = number;
        Err(TowerError::OutOfRange { line, column, found, expected: expected.to_owned(), least, most })
    }

    fn next_value_within(&mut self, expected: &str, least: i64, most: i64) -> Result<i64, TowerError> {
        self.parse_number_within(expected, least, most).map(|number| number.value)
    }

    fn expect_end(&mut self) -> Result<(), TowerError> {
        match self.next_word() {
            None => Ok(()),
            Some((line, column, word)) => {
                Err(TowerError::GoesOn { line, column, found: shorten_long_word(word) })
            }
        }
    }
}

fn shorten_long_word(word: &str) -> String {
    word.chars().take(20).collect()
}
