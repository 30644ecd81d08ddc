//! A second implementation of the magic tower: random small towers, and the best life by trying
//! everything.
//!
//! The search here shares no code with the library: no graph, no bound, no merging, nothing taken
//! at once.

use std::collections::HashMap;
use std::fmt::Write as _;

use hotgates_academy::tower::{
    Merging, RouteStep, ShopWare, SolveOptions, Tile, TilePlace, Tower, TowerGame, TowerMethod, replay_route,
    solve_tower, solve_tower_from,
};

/// The most doors, monsters and treasures of a tower that is tried in full.
const MOST_THINGS: usize = 12;

/// A small generator of numbers, for tests only (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn new(seed: u64) -> Self {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc);
        for _ in 0..20 {
            numbers.below(2);
        }
        numbers
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 20) % n as u64).expect("below a usize")
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = usize::try_from(most - least + 1).expect("least comes first");
        least + i64::try_from(self.below(span)).expect("a small number")
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A kind of random towers.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The highest special of a monster, from 0 to 10.
    pub specials: i64,
    /// `true` where there may be a shop.
    pub shop: bool,
}

/// Every kind that is tried: without and with the specials that make gems a choice, without and
/// with a shop.
pub const KINDS: [Kind; 4] = [
    Kind { specials: 6, shop: false },
    Kind { specials: 10, shop: false },
    Kind { specials: 6, shop: true },
    Kind { specials: 10, shop: true },
];

/// The numbers of a tower, as they stand in its file.
#[derive(Debug, Clone)]
pub struct RawTower {
    floors: usize,
    rows: usize,
    columns: usize,
    cells: Vec<i64>,
    gains: [i64; 9],
    monsters: Vec<[i64; 6]>,
    shop: [i64; 6],
    /// Life, attack, defence, magic defence, coins, three colours of keys.
    hero: [i64; 8],
    start: usize,
}

/// Floors, rows and columns: rooms, corridors and stairs.
const SIZES: [(usize, usize, usize); 7] =
    [(1, 4, 5), (1, 3, 7), (1, 2, 9), (1, 1, 14), (1, 5, 5), (2, 3, 3), (3, 2, 3)];

impl RawTower {
    /// Returns a random tower; equal seeds give equal towers.
    ///
    /// A third have numbers as in a real tower, a third numbers below 10, and a third hardly any
    /// numbers above 2, so that fights cost nothing or exactly the hero's life.
    pub fn random(seed: u64, kind: Kind) -> Self {
        let mut n = Numbers::new(seed);
        let (floors, rows, columns) = n.pick(&SIZES);
        let count = floors * rows * columns;
        let walls = n.pick(&[10, 22, 35]);
        let mut cells: Vec<i64> = (0..count).map(|_| random_tile(&mut n, walls)).collect();
        for floor in 1..floors {
            let (below, above) = ((floor - 1) * rows * columns, floor * rows * columns);
            cells[below + n.below(rows * columns)] = 87;
            let down = n.below(rows * columns);
            cells[above + down] = 88;
        }
        let start = n.below(count);
        let boss = (start + 1 + n.below(count - 1)) % count;
        cells[boss] = 299;
        cells[start] = 0;
        if kind.shop {
            let at = n.below(count);
            if at != start && at != boss {
                cells[at] = 40;
            }
        }
        let scale = n.below(3);
        let special = |n: &mut Numbers| {
            // Half of the monsters are plain, or the rarer specials would drown them.
            if n.below(2) == 0 { n.between(0, 2) } else { n.between(0, kind.specials) }
        };
        let monsters = [201, 202, 203, 204, 299].map(|id| {
            let [life, attack, defence, coins] = match scale {
                0 => [n.between(5, 40), n.between(3, 14), n.between(0, 6), n.between(0, 4)],
                1 => [n.between(1, 9), n.between(0, 9), n.between(0, 4), n.between(0, 3)],
                _ => [n.between(1, 3), n.between(0, 3), n.between(0, 1), n.between(0, 2)],
            };
            [id, life, attack, defence, coins, special(&mut n)]
        });
        let gains = match scale {
            0 => [1, 1, 3, 9, 17, 30, 45, 3, 2],
            1 => [0; 9].map(|_: i64| n.between(0, 6)),
            _ => [0; 9].map(|_: i64| n.between(0, 2)),
        };
        let keys = [0; 3].map(|_: i64| i64::from(n.below(4) == 0));
        let [life, attack, defence, magic] = match scale {
            0 => [n.between(10, 70), n.between(4, 8), n.between(0, 5), n.between(0, 3)],
            1 => [n.between(1, 20), n.between(1, 6), n.between(0, 4), n.between(0, 3)],
            _ => [n.between(1, 6), n.between(1, 3), n.between(0, 2), n.between(0, 2)],
        };
        let shop = match (kind.shop, scale) {
            (false, _) => [0; 6],
            (true, 0) => [n.between(1, 4), n.between(1, 4), 12, 2, 1, 2],
            (true, _) => {
                let adds = [0; 4].map(|_: i64| n.between(0, 3));
                let (first, increase) = n.pick(&[(0, 1), (1, 1), (3, 0), (2, 1), (0, 2), (4, 0)]);
                [first, increase, adds[0], adds[1], adds[2], adds[3]]
            }
        };
        let coins = if kind.shop { n.between(0, 2) } else { 0 };
        let hero = [life, attack, defence, magic, coins, keys[0], keys[1], keys[2]];
        RawTower { floors, rows, columns, cells, gains, monsters: monsters.to_vec(), shop, hero, start }
    }

    /// Returns the tower as a file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} {} {}\n", self.floors, self.rows, self.columns);
        let mut line = |numbers: &[i64]| {
            for number in numbers {
                let _ = write!(text, "{number} ");
            }
            text.push('\n');
        };
        self.cells.chunks(self.columns).for_each(&mut line);
        line(&self.gains);
        line(&[5]);
        self.monsters.iter().for_each(|row| line(row));
        line(&self.shop);
        line(&self.hero);
        line(&self.place_of(self.start).map(|n| i64::try_from(n).expect("a small number")));
        text
    }

    /// Floor, row and column of a cell.
    fn place_of(&self, cell: usize) -> [usize; 3] {
        let size = self.rows * self.columns;
        [cell / size, cell % size / self.columns, cell % self.columns]
    }

    fn cell_of(&self, place: TilePlace) -> usize {
        let [floor, row, column] = [place.floor, place.row, place.column].map(usize::from);
        (floor * self.rows + row) * self.columns + column
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let [floor, row, column] = self.place_of(cell);
        let size = self.rows * self.columns;
        let on = |floor: usize, code: i64| {
            (floor * size..(floor + 1) * size).find(|&cell| self.cells[cell] == code)
        };
        let stairs = match self.cells[cell] {
            87 if floor + 1 < self.floors => on(floor + 1, 88),
            88 if floor > 0 => on(floor - 1, 87),
            _ => None,
        };
        let around = [
            (row > 0).then(|| cell - self.columns),
            (row + 1 < self.rows).then(|| cell + self.columns),
            (column > 0).then(|| cell - 1),
            (column + 1 < self.columns).then(|| cell + 1),
            stairs,
        ];
        around.into_iter().flatten()
    }
}

fn random_tile(n: &mut Numbers, walls: usize) -> i64 {
    if n.below(100) < walls {
        return 1;
    }
    match n.below(78) {
        0..10 => 81 + n.between(0, 3).min(n.between(0, 3)),
        10..28 => 201 + n.between(0, 3),
        28..36 => 21 + n.between(0, 3).min(n.between(0, 3)),
        36..50 => n.pick(&[27, 28, 29, 35, 36]),
        50..60 => 31 + n.between(0, 3),
        _ => 0,
    }
}

/// The cleared cells as a bit each, and the number of purchases of each ware.
type Moment = (u32, [u8; 4]);

/// Every state that can be reached in a tower.
struct Everything<'r> {
    raw: &'r RawTower,
    /// The most life with which each moment was reached: everything else follows from the moment.
    known: HashMap<Moment, i64>,
    best: Option<i64>,
}

impl Everything<'_> {
    /// Attack, defence, magic defence, coins, and keys by colour.
    fn owned(&self, (cleared, bought): Moment) -> ([i64; 4], [i64; 3]) {
        let raw = self.raw;
        let [_, mut attack, mut defence, mut magic, mut coins, ..] = raw.hero;
        let mut keys = [raw.hero[5], raw.hero[6], raw.hero[7]];
        for cell in (0..raw.cells.len()).filter(|cell| cleared >> cell & 1 == 1) {
            match raw.cells[cell] {
                key @ 21..=23 => keys[usize::try_from(key - 21).expect("a colour")] += 1,
                door @ 81..=83 => keys[usize::try_from(door - 81).expect("a colour")] -= 1,
                27 => attack += raw.gains[0],
                28 => defence += raw.gains[1],
                29 => magic += raw.gains[2],
                35 => attack += raw.gains[7],
                36 => defence += raw.gains[8],
                id @ 201.. => coins += raw.monsters.iter().find(|row| row[0] == id).map_or(0, |row| row[4]),
                _ => {}
            }
        }
        let total: i64 = bought.iter().map(|&times| i64::from(times)).sum();
        coins -= (0..total).map(|n| raw.shop[0] + n * raw.shop[1]).sum::<i64>();
        attack += i64::from(bought[1]) * raw.shop[3];
        defence += i64::from(bought[2]) * raw.shop[4];
        magic += i64::from(bought[3]) * raw.shop[5];
        ([attack, defence, magic, coins], keys)
    }

    fn damage(&self, id: i64, [a, d, m, _]: [i64; 4]) -> Option<i64> {
        let &[_, life, mut attack, mut armour, _, special] =
            self.raw.monsters.iter().find(|row| row[0] == id)?;
        if special == 3 {
            armour = armour.max(a - 1);
        }
        if special == 10 {
            (attack, armour) = (a, d);
        }
        if a <= armour {
            return None;
        }
        let mut hit = (attack - if special == 2 { 0 } else { d }).max(0);
        let special = usize::try_from(special).expect("from 0 to 10");
        hit *= [1, 1, 1, 1, 2, 3, 4, 1, 1, 1, 1][special];
        hit += if special == 8 { a / 10 } else { 0 };
        // The fight is counted blow by blow.
        let (mut left, mut lost) = (life, 0);
        lost += [0, hit, 0, 0, 0, 0, 0, 9 * d / 10, 0, 3 * m, 0][special];
        loop {
            left -= a - armour;
            if left <= 0 {
                return Some((lost - m).max(0));
            }
            lost += hit;
        }
    }

    /// Returns the cells that are not free and lie beside a cell that the hero can walk to.
    fn edge(&self, cleared: u32) -> u32 {
        let free = |cell: usize| matches!(self.raw.cells[cell], 0 | 87 | 88) || cleared >> cell & 1 == 1;
        let mut seen = 1u32 << self.raw.start;
        let mut open = vec![self.raw.start];
        let mut edge = 0;
        while let Some(at) = open.pop() {
            for next in self.raw.neighbours(at).filter(|next| self.raw.cells[*next] != 1) {
                if seen >> next & 1 == 0 {
                    seen |= 1 << next;
                    if free(next) { open.push(next) } else { edge |= 1 << next }
                }
            }
        }
        edge
    }

    fn try_all(&mut self, now: Moment, life: i64) {
        if self.known.get(&now).is_some_and(|&known| known >= life) {
            return;
        }
        self.known.insert(now, life);
        let (cleared, bought) = now;
        let boss = self.raw.cells.iter().position(|&code| code == 299).expect("a boss");
        let over = cleared >> boss & 1 == 1;
        if over {
            self.best = self.best.max(Some(life));
        }
        let (owned, keys) = self.owned(now);
        let edge = self.edge(cleared);
        for cell in (0..self.raw.cells.len()).filter(|cell| edge >> cell & 1 == 1) {
            let code = self.raw.cells[cell];
            let gain = match code {
                81..=83 if over || keys[usize::try_from(code - 81).expect("a colour")] == 0 => continue,
                31 => self.raw.gains[3],
                32 => self.raw.gains[4],
                34 => self.raw.gains[5],
                33 => self.raw.gains[6],
                201.. => match self.damage(code, owned) {
                    Some(lost) if lost < life && !(over && lost > 0) => -lost,
                    _ => continue,
                },
                _ => 0,
            };
            self.try_all((cleared | 1 << cell, bought), life + gain);
        }
        let [first, increase, adds @ ..] = self.raw.shop;
        let shop = self.raw.cells.iter().position(|&code| code == 40);
        let open = shop.is_some_and(|shop| cleared >> shop & 1 == 1) && (first, increase) != (0, 0);
        let times: i64 = bought.iter().map(|&times| i64::from(times)).sum();
        if open && !over && owned[3] >= first + times * increase {
            for ware in (0..4).filter(|&ware| adds[ware] > 0) {
                let mut more = bought;
                more[ware] += 1;
                self.try_all((cleared, more), life + if ware == 0 { adds[0] } else { 0 });
            }
        }
    }
}

/// Returns the most life after the boss from a moment on, by trying everything.
fn best_life(raw: &RawTower, from: Moment, life: i64) -> Option<i64> {
    let mut everything = Everything { raw, known: HashMap::new(), best: None };
    everything.try_all(from, life);
    everything.best
}

/// Compares the solver with trying everything, in one tower by every way of searching.
///
/// Returns `None` where the random tower cannot be played or is too large, else `true` if its boss
/// can be killed.
pub fn compare(seed: u64, kind: Kind) -> Option<bool> {
    let raw = RawTower::random(seed, kind);
    let things = raw.cells.iter().filter(|&&code| !matches!(code, 0 | 1 | 87 | 88)).count();
    if things > MOST_THINGS {
        return None;
    }
    let tower = Tower::parse(&raw.to_text()).ok()?;
    let best = best_life(&raw, (0, [0; 4]), raw.hero[0]);
    for merging in [Merging::WhereSafe, Merging::Never, Merging::Always] {
        // The other searches take most of the time: one tower in four has to do.
        let methods = if seed.is_multiple_of(4) { &TowerMethod::ALL[..] } else { &[TowerMethod::Full] };
        for &method in methods {
            check_answer(
                seed,
                &raw,
                &tower,
                best,
                &SolveOptions { merging, method, ..SolveOptions::default() },
            );
        }
    }
    let few = Some(1 + seed % 7);
    check_answer(seed, &raw, &tower, best, &SolveOptions { states: few, ..SolveOptions::default() });
    check_later(seed, &raw, &tower);
    Some(best.is_some())
}

/// Asserts that one answer is honest: what is proven is right, what is not has a bound, and every
/// route is worth what it says.
fn check_answer(seed: u64, raw: &RawTower, tower: &Tower, best: Option<i64>, options: &SolveOptions) {
    let answer = solve_tower(tower, options).expect("a small tower");
    let solution = &answer.solution;
    let SolveOptions { merging, method, states, .. } = *options;
    let about = || {
        format!("seed {seed}, {merging:?}, {method:?}, {states:?} states, {solution:?}\n{}", raw.to_text())
    };
    if solution.optimal {
        assert_eq!(solution.life, best, "{}", about());
        assert_eq!(solution.bound, best, "{}", about());
    } else {
        let is_exact = !matches!(method, TowerMethod::Beam) && states.is_none();
        let is_safe =
            merging != Merging::Always || Merging::WhereSafe.merges_graph(tower, tower.start_state());
        assert!(!is_exact || !is_safe, "small towers are proven: {}", about());
        assert!(solution.life <= best && best <= solution.bound, "best {best:?}: {}", about());
    }
    if let Some(life) = solution.life {
        assert_eq!(replay_route(tower, &answer.route), Ok(life), "{}", about());
    }
}

/// Compares the answers at a later moment of a game, some random steps after the start.
fn check_later(seed: u64, raw: &RawTower, tower: &Tower) {
    let mut n = Numbers::new(!seed);
    let mut game = TowerGame::new(tower.clone());
    let (mut cleared, mut bought) = (0, [0; 4]);
    let mut about = raw.to_text();
    for _ in 0..=n.below(4) {
        let steps = game.legal_steps();
        let steps: Vec<RouteStep> = steps
            .into_iter()
            .filter(|step| !matches!(step, RouteStep::Clear { tile: Tile::Monster(299), .. }))
            .collect();
        if steps.is_empty() {
            break;
        }
        let step = n.pick(&steps);
        let _ = writeln!(about, "{step}");
        match step {
            RouteStep::Clear { place, .. } => cleared |= 1 << raw.cell_of(place),
            RouteStep::Buy(ware) => {
                bought[ShopWare::ALL.iter().position(|&other| other == ware).expect("one of four")] += 1;
            }
        }
        game.make_step(step).expect("a legal step");
    }
    let position = game.current_state();
    let best = best_life(raw, (cleared, bought), position.hero.hp);
    let solution =
        solve_tower_from(tower, position, &SolveOptions::default()).expect("a small tower").solution;
    assert!(solution.optimal && solution.life == best, "seed {seed}, best {best:?}: {solution:?}\n{about}");
}
