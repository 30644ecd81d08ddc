//! Walking a route by the rules alone, cell by cell. It uses the map and the tables, and nothing of
//! the solver: no graph, no fight of its, no bookkeeping of its.

use std::collections::BTreeSet;

use super::map::{Item, KeyColour, ShopWare, Tile, TilePlace, Tower, TowerState};
use super::route::RouteStep;

/// The reason why a route cannot be walked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {number} of the route ({step}): {why}")]
pub struct RouteError {
    /// Number of the step, from 1.
    pub number: usize,
    /// The step, as written.
    pub step: String,
    /// The rule against the step.
    pub why: String,
}

/// Returns the life left after walking `route` from the start of `tower`, as the rules score it:
/// with everything taken that can then be reached without a key and without losing life.
///
/// # Errors
/// The first step that the rules forbid, or a route after which the boss still stands.
///
/// ```
/// use hotgates_academy::tower::{ShippedTower, SolveOptions, replay_route, solve_tower};
///
/// let tower = ShippedTower::ALL[1].parse();
/// let answer = solve_tower(&tower, &SolveOptions::default()).unwrap();
/// assert_eq!(replay_route(&tower, &answer.route), Ok(181));
/// assert!(replay_route(&tower, &[]).is_err()); // the boss still stands
/// ```
pub fn replay_route(tower: &Tower, route: &[RouteStep]) -> Result<i64, RouteError> {
    let now = tower.start_state().clone();
    let known = vec![false; now.cells.len()];
    let mut walker = RouteWalker { tower, now, boss_dead: false, known, edge: BTreeSet::new() };
    walker.walk_from(walker.index_on_map(walker.now.hero.place).into_iter().collect());
    for (index, step) in route.iter().enumerate() {
        walker.walk_route_step(step).map_err(|why| RouteError {
            number: index + 1,
            step: step.to_string(),
            why,
        })?;
    }
    if !walker.boss_dead {
        let why = "the boss still stands".to_owned();
        return Err(RouteError { number: route.len() + 1, step: "the end".to_owned(), why });
    }
    walker.gather_free_items();
    Ok(walker.now.hero.hp)
}

struct RouteWalker<'t> {
    tower: &'t Tower,
    now: TowerState,
    boss_dead: bool,
    /// Cells that the hero can walk to, and those of `edge`.
    known: Vec<bool>,
    /// Every cell that is not free and lies beside a free cell that the hero can walk to.
    edge: BTreeSet<usize>,
}

impl RouteWalker<'_> {
    fn walk_route_step(&mut self, step: &RouteStep) -> Result<(), String> {
        match *step {
            RouteStep::Buy(ware) => self.buy_ware(ware),
            RouteStep::Clear { place, tile } => {
                let at = self.index_on_map(place).ok_or("there is no such cell")?;
                let there = self.now.cells[at];
                if there != tile {
                    return Err(format!("there is {there:?}, not {tile:?}"));
                }
                if !self.edge.contains(&at) {
                    return Err("it cannot be reached over free cells".to_owned());
                }
                self.enter_cell(at)
            }
        }
    }

    fn index_on_map(&self, place: TilePlace) -> Option<usize> {
        let (rows, columns) = (self.tower.row_count(), self.tower.column_count());
        let inside = place.floor < self.tower.floor_count() && place.row < rows && place.column < columns;
        let line = usize::from(place.floor) * usize::from(rows) + usize::from(place.row);
        inside.then(|| line * usize::from(columns) + usize::from(place.column))
    }

    /// Walks on from free cells, and notes the cells beside the way.
    fn walk_from(&mut self, mut walk: Vec<usize>) {
        let cells = &self.now.cells;
        let columns = usize::from(self.tower.column_count());
        let size = columns * usize::from(self.tower.row_count());
        for &at in &walk {
            self.known[at] = true;
        }
        while let Some(at) = walk.pop() {
            let (row, column) = (at % size / columns, at % columns);
            let mut next = Vec::new();
            if row > 0 {
                next.push(at - columns);
            }
            if row + 1 < size / columns {
                next.push(at + columns);
            }
            if column > 0 {
                next.push(at - 1);
            }
            if column + 1 < columns {
                next.push(at + 1);
            }
            let floor = at / size;
            let floor_of = |f: usize| (f * size..(f + 1) * size).filter(|&i| i < cells.len());
            if cells[at] == Tile::Up {
                next.extend(floor_of(floor + 1).find(|&i| cells[i] == Tile::Down));
            } else if cells[at] == Tile::Down && floor > 0 {
                next.extend(floor_of(floor - 1).find(|&i| cells[i] == Tile::Up));
            }
            for there in next {
                if !self.known[there] {
                    self.known[there] = true;
                    match cells[there] {
                        Tile::Wall => {}
                        Tile::Road | Tile::Up | Tile::Down => walk.push(there),
                        _ => {
                            self.edge.insert(there);
                        }
                    }
                }
            }
        }
    }

    fn enter_cell(&mut self, at: usize) -> Result<(), String> {
        match self.now.cells[at] {
            Tile::Door(KeyColour::Green) => {}
            Tile::Door(colour) => {
                let key = &mut self.now.hero.keys[colour as usize];
                if *key == 0 {
                    return Err(format!("there is no {colour:?} key"));
                }
                *key -= 1;
            }
            Tile::Monster(id) => {
                let lost = self.fight_cost(id).ok_or("the monster cannot be beaten")?;
                if lost >= self.now.hero.hp {
                    return Err(format!("the fight costs {lost} of {} life", self.now.hero.hp));
                }
                self.now.hero.hp -= lost;
                self.now.hero.coins += self.tower.monster_by_id(id).map_or(0, |monster| monster.coins);
                self.boss_dead |= id == 299;
            }
            Tile::Item(item) => self.take_item(item),
            Tile::Shop => self.now.shop_open = true,
            free => return Err(format!("there is nothing to clear on {free:?}")),
        }
        self.now.cells[at] = Tile::Road;
        self.edge.remove(&at);
        self.walk_from(vec![at]);
        Ok(())
    }

    fn take_item(&mut self, item: Item) {
        let gains = self.tower.item_gains();
        let hero = &mut self.now.hero;
        match item {
            Item::Key(KeyColour::Green) => {}
            Item::Key(colour) => hero.keys[colour as usize] += 1,
            Item::Gem(KeyColour::Blue) => hero.power.defence += gains.blue_gem,
            Item::Gem(KeyColour::Green) => hero.power.magic += gains.green_gem,
            Item::Gem(_) => hero.power.attack += gains.red_gem,
            Item::Potion(KeyColour::Red) => hero.hp += gains.red_potion,
            Item::Potion(KeyColour::Blue) => hero.hp += gains.blue_potion,
            Item::Potion(KeyColour::Yellow) => hero.hp += gains.yellow_potion,
            Item::Potion(KeyColour::Green) => hero.hp += gains.green_potion,
            Item::Sword => hero.power.attack += gains.sword,
            Item::Shield => hero.power.defence += gains.shield,
        }
    }

    fn buy_ware(&mut self, ware: ShopWare) -> Result<(), String> {
        let shop = self.tower.shop_prices();
        if !self.now.shop_open || shop.first == 0 && shop.increase == 0 {
            return Err("no shop is open".to_owned());
        }
        if self.boss_dead {
            return Err("the boss is dead: the game is over".to_owned());
        }
        let price = shop.first + self.now.bought * shop.increase;
        if self.now.hero.coins < price {
            return Err(format!("it costs {price} of {} coins", self.now.hero.coins));
        }
        self.now.hero.coins -= price;
        self.now.bought += 1;
        let [hp, atk, def, mdef] = shop.adds;
        match ware {
            ShopWare::Hp => self.now.hero.hp += hp,
            ShopWare::Atk => self.now.hero.power.attack += atk,
            ShopWare::Def => self.now.hero.power.defence += def,
            ShopWare::Mdef => self.now.hero.power.magic += mdef,
        }
        Ok(())
    }

    /// Returns the life lost against a monster, counted in blows; in 128 bits, so that nothing is
    /// cut off.
    fn fight_cost(&self, id: u16) -> Option<i64> {
        let monster = self.tower.monster_by_id(id)?;
        let wide = i128::from;
        let (a, d, m) = (self.now.hero.power.attack, self.now.hero.power.defence, self.now.hero.power.magic);
        let (a, d, m) = (wide(a), wide(d), wide(m));
        let (strikes_with, defends_with) = match monster.special {
            3 => (wide(monster.attack), (a - 1).max(wide(monster.defence))),
            10 => (a, d),
            _ => (wide(monster.attack), wide(monster.defence)),
        };
        let each_blow = a - defends_with;
        if each_blow < 1 {
            return None;
        }
        let blows = (wide(monster.hp) + each_blow - 1) / each_blow;
        let mut strike = strikes_with - if monster.special == 2 { 0 } else { d };
        strike = strike.max(0);
        if (4..=6).contains(&monster.special) {
            strike *= wide(i64::from(monster.special) - 2);
        }
        if monster.special == 8 {
            strike += a / 10;
        }
        let mut lost = (blows - 1) * strike;
        lost += match monster.special {
            1 => strike,
            7 => d * 9 / 10,
            9 => 3 * m,
            _ => 0,
        };
        Some(i64::try_from((lost - m).max(0)).unwrap_or(i64::MAX))
    }

    /// Takes everything that is free, items that make the hero no stronger first: then no free
    /// fight is spoilt.
    fn gather_free_items(&mut self) {
        loop {
            let rank = |at: usize| match self.now.cells[at] {
                Tile::Item(Item::Gem(_) | Item::Sword | Item::Shield) => Some(1),
                Tile::Monster(id) => (self.fight_cost(id) == Some(0)).then_some(0),
                Tile::Item(_) | Tile::Shop | Tile::Door(KeyColour::Green) => Some(0),
                _ => None,
            };
            let next = self.edge.iter().filter_map(|&at| Some((rank(at)?, at))).min();
            match next {
                Some((_, at)) if self.enter_cell(at).is_ok() => {}
                _ => return,
            }
        }
    }
}
