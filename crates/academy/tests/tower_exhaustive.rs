//! Thousands of random small towers: the solver against trying everything, with code that shares nothing with it.

use std::collections::HashMap;
use std::fmt::Write as _;

use hotgates_academy::tower::{Merging, SolveOptions, Tower, replay, solve};

const ROWS: usize = 4;
const COLUMNS: usize = 5;

/// A small generator of numbers, for tests only (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % n
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        least + i64::try_from(self.below(u64::try_from(most - least + 1).unwrap_or(1))).unwrap_or(0)
    }
}

/// The numbers of a tower, as they stand in its file.
#[derive(Debug, Clone)]
struct Raw {
    cells: Vec<i64>,
    gains: [i64; 9],
    monsters: Vec<[i64; 6]>,
    shop: [i64; 6],
    /// Life, attack, defence, magic defence, coins, three colours of keys.
    hero: [i64; 8],
    start: usize,
}

fn random_raw(seed: u64, specials: i64, shop: bool) -> Raw {
    let mut n = Numbers(seed * 0x9e37_79b9 + 0x1234_5678_9abc);
    for _ in 0..20 {
        n.below(2);
    }
    let mut cells: Vec<i64> = (0..ROWS * COLUMNS)
        .map(|_| match n.below(100) {
            0..22 => 1,
            22..32 => 81 + n.between(0, 3).min(n.between(0, 3)),
            32..50 => 201 + n.between(0, 3),
            50..60 => 21 + n.between(0, 1),
            60..74 => [27, 28, 29, 35, 36][usize::try_from(n.below(5)).unwrap_or(0)],
            74..82 => 31 + n.between(0, 3),
            _ => 0,
        })
        .collect();
    let place = |n: &mut Numbers| usize::try_from(n.below((ROWS * COLUMNS) as u64)).unwrap_or(0);
    let start = place(&mut n);
    let boss = (start + 1 + place(&mut n) % (ROWS * COLUMNS - 1)) % (ROWS * COLUMNS);
    cells[boss] = 299;
    cells[start] = 0;
    if shop {
        let at = place(&mut n);
        if at != start && at != boss {
            cells[at] = 40;
        }
    }
    let ids = [201, 202, 203, 204, 299];
    let monsters = ids.map(|id| {
        [id, n.between(5, 40), n.between(3, 14), n.between(0, 6), n.between(0, 4), n.between(0, specials)]
    });
    Raw {
        cells,
        gains: [1, 1, 3, 9, 17, 30, 45, 3, 2],
        monsters: monsters.to_vec(),
        shop: if shop { [n.between(1, 4), n.between(0, 3) + 1, 12, 2, 1, 2] } else { [0; 6] },
        hero: [
            n.between(10, 70),
            n.between(4, 8),
            n.between(0, 5),
            n.between(0, 3),
            0,
            n.between(0, 1),
            0,
            0,
        ],
        start,
    }
}

impl Raw {
    fn text(&self) -> String {
        let mut text = format!("1 {ROWS} {COLUMNS}\n");
        let line = |text: &mut String, numbers: &[i64]| {
            for number in numbers {
                let _ = write!(text, "{number} ");
            }
            text.push('\n');
        };
        self.cells.chunks(COLUMNS).for_each(|row| line(&mut text, row));
        line(&mut text, &self.gains);
        line(&mut text, &[5]);
        self.monsters.iter().for_each(|row| line(&mut text, row));
        line(&mut text, &self.shop);
        line(&mut text, &self.hero);
        let _ = writeln!(text, "0 {} {}", self.start / COLUMNS, self.start % COLUMNS);
        text
    }
}

/// What has been cleared and bought, and the life left: everything else follows.
type Known = HashMap<(u32, [u8; 4]), i64>;

struct Everything<'r> {
    raw: &'r Raw,
    known: Known,
    best: Option<i64>,
}

impl Everything<'_> {
    /// Attack, defence, magic defence, coins, and keys by colour.
    fn owned(&self, cleared: u32, bought: [u8; 4]) -> ([i64; 4], [i64; 3]) {
        let raw = self.raw;
        let [_, mut attack, mut defence, mut magic, mut coins, ..] = raw.hero;
        let mut keys = [raw.hero[5], raw.hero[6], raw.hero[7]];
        for cell in (0..raw.cells.len()).filter(|cell| cleared >> cell & 1 == 1) {
            match raw.cells[cell] {
                key @ 21..=23 => keys[usize::try_from(key - 21).unwrap_or(0)] += 1,
                door @ 81..=83 => keys[usize::try_from(door - 81).unwrap_or(0)] -= 1,
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
        hit *= [1, 1, 1, 1, 2, 3, 4, 1, 1, 1, 1][usize::try_from(special).unwrap_or(0)];
        hit += if special == 8 { a / 10 } else { 0 };
        // Blow by blow.
        let (mut left, mut lost) = (life, 0);
        lost += [0, hit, 0, 0, 0, 0, 0, 9 * d / 10, 0, 3 * m, 0][usize::try_from(special).unwrap_or(0)];
        loop {
            left -= a - armour;
            if left <= 0 {
                return Some((lost - m).max(0));
            }
            lost += hit;
        }
    }

    fn edge(&self, cleared: u32) -> u32 {
        let free = |cell: usize| self.raw.cells[cell] == 0 || cleared >> cell & 1 == 1;
        let mut seen = 1u32 << self.raw.start;
        let mut open = vec![self.raw.start];
        let mut edge = 0;
        while let Some(at) = open.pop() {
            let (row, column) = (at / COLUMNS, at % COLUMNS);
            let around = [
                (row > 0).then(|| at - COLUMNS),
                (row + 1 < ROWS).then(|| at + COLUMNS),
                (column > 0).then(|| at - 1),
                (column + 1 < COLUMNS).then(|| at + 1),
            ];
            for next in around.into_iter().flatten().filter(|next| self.raw.cells[*next] != 1) {
                if seen >> next & 1 == 0 {
                    seen |= 1 << next;
                    if free(next) { open.push(next) } else { edge |= 1 << next }
                }
            }
        }
        edge
    }

    fn go_on(&mut self, cleared: u32, bought: [u8; 4], life: i64) {
        if self.known.get(&(cleared, bought)).is_some_and(|&known| known >= life) {
            return;
        }
        self.known.insert((cleared, bought), life);
        let boss = self.raw.cells.iter().position(|&code| code == 299).expect("a boss");
        let over = cleared >> boss & 1 == 1;
        if over {
            self.best = self.best.max(Some(life));
        }
        let (owned, keys) = self.owned(cleared, bought);
        let edge = self.edge(cleared);
        for cell in (0..self.raw.cells.len()).filter(|cell| edge >> cell & 1 == 1) {
            let code = self.raw.cells[cell];
            let gain = match code {
                81..=83 if over || keys[usize::try_from(code - 81).unwrap_or(0)] == 0 => continue,
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
            self.go_on(cleared | 1 << cell, bought, life + gain);
        }
        let shop = self.raw.cells.iter().position(|&code| code == 40);
        let open = shop.is_some_and(|shop| cleared >> shop & 1 == 1);
        let times: i64 = bought.iter().map(|&times| i64::from(times)).sum();
        if open && !over && owned[3] >= self.raw.shop[0] + times * self.raw.shop[1] {
            for ware in 0..4 {
                let mut more = bought;
                more[ware] += 1;
                self.go_on(cleared, more, life + if ware == 0 { self.raw.shop[2] } else { 0 });
            }
        }
    }
}

/// The best life by trying everything, and whether all ended well: `None` where the file is refused.
fn check(seed: u64, specials: i64, shop: bool) -> Option<bool> {
    let raw = random_raw(seed, specials, shop);
    let things = raw.cells.iter().filter(|&&code| code > 1).count();
    if things > 13 {
        return None;
    }
    let tower = Tower::parse(&raw.text()).ok()?;
    let mut everything = Everything { raw: &raw, known: HashMap::new(), best: None };
    everything.go_on(0, [0; 4], raw.hero[0]);
    let best = everything.best;
    for merging in [Merging::WhereSafe, Merging::Never, Merging::Always] {
        let answer =
            solve(&tower, &SolveOptions { merging, ..SolveOptions::default() }).expect("a small tower");
        let solution = &answer.solution;
        let about = || format!("seed {seed}, {merging:?}, {solution:?}\n{}", raw.text());
        if solution.optimal {
            assert_eq!(solution.life, best, "{}", about());
            assert_eq!(solution.bound, best, "{}", about());
        } else {
            assert_eq!(merging, Merging::Always, "small towers are proven: {}", about());
            assert!(answer.gems_are_a_choice || shop, "merging is safe here: {}", about());
            assert!(solution.life <= best && best <= solution.bound, "{}", about());
        }
        if let Some(life) = solution.life {
            assert_eq!(replay(&tower, &answer.route), Ok(life), "{}", about());
        }
    }
    Some(best.is_some())
}

fn check_many(count: u64, specials: i64, shop: bool, at_least: usize) {
    let (mut towers, mut winnable) = (0, 0);
    for seed in 0..count {
        if let Some(won) = check(seed, specials, shop) {
            towers += 1;
            winnable += usize::from(won);
        }
    }
    println!("{towers} towers, {winnable} with a way to win");
    assert!(winnable >= at_least, "only {winnable} of {towers} towers say anything");
}

#[test]
fn towers_without_a_shop_are_solved_exactly_merged_or_not() {
    check_many(15_000, 6, false, 4_000);
}

#[test]
fn towers_with_every_special_are_solved_exactly() {
    check_many(8_000, 10, false, 2_500);
}

#[test]
fn towers_with_a_shop_are_solved_exactly() {
    check_many(6_000, 6, true, 1_500);
}

#[test]
fn towers_with_a_shop_and_every_special_are_solved_exactly() {
    check_many(4_000, 10, true, 1_200);
}
