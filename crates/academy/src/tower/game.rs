//! A tower being played.

use super::draw::tile_name;
use super::error::{StepObstacle, TowerError, TowerRequest};
use super::fight::fight_damage;
use super::map::{BOSS, Item, KeyColour, ShopWare, Tile, TilePlace, Tower, TowerState};
use super::options::SolveOptions;
use super::route::RouteStep;
use super::solve::solve_tower_from;

/// A direction in which the hero walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WalkDirection {
    /// One row up.
    North,
    /// One column to the right.
    East,
    /// One row down.
    South,
    /// One column to the left.
    West,
}

/// Advice for one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TowerHint {
    /// Next step on the best known route from the present state; `None` where no route kills the
    /// boss, or the boss is dead.
    pub step: Option<RouteStep>,
    /// Life at the end of that route.
    pub life: Option<i64>,
    /// `true` if no route from the present state ends with more life, or none at all kills the
    /// boss.
    pub optimal: bool,
    /// One sentence that names the step and says why.
    pub reason: String,
}

/// A game, for a terminal or a window to drive.
#[derive(Debug, Clone)]
pub struct TowerGame {
    tower: Tower,
    now: TowerState,
    before: Vec<TowerState>,
    boss_dead: bool,
}

impl TowerGame {
    /// Makes a game at its start.
    pub fn new(tower: Tower) -> Self {
        TowerGame { now: tower.start_state().clone(), tower, before: Vec::new(), boss_dead: false }
    }

    /// Returns the tower, with its tables.
    pub const fn tower(&self) -> &Tower {
        &self.tower
    }

    /// Returns the cells and the hero as they are now.
    pub const fn current_state(&self) -> &TowerState {
        &self.now
    }

    /// Returns `true` once the boss is dead. Things that are free may still be taken.
    pub const fn is_won(&self) -> bool {
        self.boss_dead
    }

    /// Returns the steps that can be made now, wherever on the free floor their cells lie; after
    /// the boss only free steps.
    pub fn legal_steps(&self) -> Vec<RouteStep> {
        let cells = self.edge_cells().into_iter();
        let clear = cells
            .map(|at| RouteStep::Clear { place: self.tower.place_of_index(at), tile: self.now.cells[at] });
        let buy = ShopWare::ALL.into_iter().map(RouteStep::Buy);
        clear.chain(buy).filter(|step| self.check_step(step).is_ok()).collect()
    }

    /// Makes a step; the hero walks there over free floor, and stands on the cleared cell.
    ///
    /// # Errors
    /// The rule against the step; nothing has changed then.
    pub fn make_step(&mut self, step: RouteStep) -> Result<(), TowerError> {
        self.check_step(&step)
            .map_err(|why| TowerError::Impossible { step: TowerRequest::Step(step.to_string()), why })?;
        self.before.push(self.now.clone());
        match step {
            RouteStep::Buy(ware) => self.buy_ware(ware),
            RouteStep::Clear { place, .. } => self.enter_cell(self.tower.index_of_place(place)),
        }
        Ok(())
    }

    /// Walks one cell, clearing what is on it; returns the step made, if the hero did more than
    /// walk. From stairs the hero walks on from their other end with [`TowerGame::climb_stairs`].
    ///
    /// # Errors
    /// A wall, the edge of the map, or a step that is not possible; nothing has changed then.
    pub fn walk_one_cell(&mut self, direction: WalkDirection) -> Result<Option<RouteStep>, TowerError> {
        let here = self.now.hero.place;
        let (row, column) = match direction {
            WalkDirection::North => (here.row.checked_sub(1), Some(here.column)),
            WalkDirection::South => (here.row.checked_add(1), Some(here.column)),
            WalkDirection::East => (Some(here.row), here.column.checked_add(1)),
            WalkDirection::West => (Some(here.row), here.column.checked_sub(1)),
        };
        let place = row.zip(column).map(|(row, column)| TilePlace { row, column, ..here });
        let wall = || TowerError::Impossible { step: TowerRequest::Walk, why: StepObstacle::Wall };
        let place = place.filter(|&place| self.is_on_map(place)).ok_or_else(wall)?;
        let tile = self.now.cells[self.tower.index_of_place(place)];
        if tile.is_floor() {
            self.now.hero.place = place;
            return Ok(None);
        }
        if tile == Tile::Wall {
            return Err(wall());
        }
        let step = RouteStep::Clear { place, tile };
        self.make_step(step).map(|()| Some(step))
    }

    /// Takes the stairs on which the hero stands.
    ///
    /// # Errors
    /// No stairs here, or they lead nowhere.
    pub fn climb_stairs(&mut self) -> Result<(), TowerError> {
        let here = self.tower.index_of_place(self.now.hero.place);
        let there = self
            .tower
            .other_stairs_end(&self.now.cells, here)
            .ok_or(TowerError::Impossible { step: TowerRequest::Climb, why: StepObstacle::NoStairs })?;
        self.now.hero.place = self.tower.place_of_index(there);
        Ok(())
    }

    /// Returns `true` if there is a step to take back.
    pub const fn can_undo_step(&self) -> bool {
        !self.before.is_empty()
    }

    /// Takes the last step back; returns `false` where there was none.
    pub fn undo_step(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.now = before;
        self.boss_dead = !self.now.cells.contains(&Tile::Monster(BOSS));
        true
    }

    /// Returns the life that a fight against the monster on a cell would cost now; `None` for no
    /// monster, and for one that cannot be beaten.
    pub fn fight_cost_on(&self, tile: Tile) -> Option<i64> {
        match tile {
            Tile::Monster(id) => fight_damage(self.now.hero.power, self.tower.monster_by_id(id)?),
            _ => None,
        }
    }

    /// Returns the present contents of a cell; `None` off the map.
    pub fn tile_now_at(&self, place: TilePlace) -> Option<Tile> {
        self.is_on_map(place).then(|| self.now.cells[self.tower.index_of_place(place)])
    }

    /// Returns the best known route from the present state; empty where no route kills the boss, or
    /// the boss is dead.
    ///
    /// # Errors
    /// A tower too large to search, as [`solve_tower_from`] has it.
    pub fn best_route(&self, options: &SolveOptions) -> Result<Vec<RouteStep>, TowerError> {
        if self.boss_dead {
            return Ok(self.legal_steps().into_iter().take(1).collect());
        }
        Ok(solve_tower_from(&self.tower, &self.now, options)?.route)
    }

    fn is_on_map(&self, place: TilePlace) -> bool {
        place.floor < self.tower.floors && place.row < self.tower.rows && place.column < self.tower.columns
    }

    /// Returns the next step of the best known route from the present state.
    ///
    /// # Errors
    /// A tower too large to search, as [`solve_tower_from`] has it.
    pub fn next_hint(&self, options: &SolveOptions) -> Result<TowerHint, TowerError> {
        if self.boss_dead {
            let step = self.legal_steps().into_iter().next();
            let reason = match &step {
                Some(step) => format!("{step}: the boss is dead, and this is free"),
                None => format!("the boss is dead, and {} life is left", self.now.hero.hp),
            };
            return Ok(TowerHint { step, life: Some(self.now.hero.hp), optimal: true, reason });
        }
        let answer = solve_tower_from(&self.tower, &self.now, options)?;
        let solution = &answer.solution;
        let step = answer.route.first().copied();
        let reason = match (step, solution.life) {
            (Some(step), Some(life)) => {
                let what = match step {
                    RouteStep::Clear { tile, .. } => {
                        let cost = self.fight_cost_on(tile).map(|cost| format!(", costs {cost} life"));
                        format!("{}{}", tile_name(&self.tower, tile), cost.unwrap_or_default())
                    }
                    RouteStep::Buy(_) => "at the shop".to_owned(),
                };
                let worth = if solution.optimal { "the best there is" } else { "the best known" };
                format!("{step} ({what}): the first step of a way that ends with {life} life, {worth}")
            }
            _ if solution.optimal => "the boss cannot be killed any more: take something back".to_owned(),
            _ => "no way to kill the boss was found within the budget".to_owned(),
        };
        Ok(TowerHint { step, life: solution.life, optimal: solution.optimal, reason })
    }

    /// Returns the rule against a step.
    fn check_step(&self, step: &RouteStep) -> Result<(), StepObstacle> {
        let hero = &self.now.hero;
        match *step {
            RouteStep::Buy(ware) => {
                let shop = &self.tower.shop;
                let price = shop.price_after_purchases(self.now.bought);
                if self.boss_dead {
                    Err(StepObstacle::BossDead)
                } else if !self.now.shop_open || !shop.sells_anything() {
                    Err(StepObstacle::NoShop)
                } else if shop.adds[ware as usize] == 0 {
                    Err(StepObstacle::NotSold)
                } else if price > hero.coins {
                    Err(StepObstacle::TooDear { price, coins: hero.coins })
                } else {
                    Ok(())
                }
            }
            RouteStep::Clear { place, tile } => {
                let at = self
                    .is_on_map(place)
                    .then(|| self.tower.index_of_place(place))
                    .ok_or(StepObstacle::NoCell)?;
                if self.now.cells[at] != tile || tile.is_floor() || tile == Tile::Wall {
                    return Err(StepObstacle::NotThere);
                }
                if !self.edge_cells().contains(&at) {
                    return Err(StepObstacle::OutOfReach);
                }
                match tile {
                    Tile::Door(KeyColour::Green) => Ok(()),
                    Tile::Door(_) if self.boss_dead => Err(StepObstacle::KeysWorthless),
                    Tile::Door(colour) if hero.keys[colour as usize] == 0 => Err(StepObstacle::NoKey(colour)),
                    Tile::Monster(_) => match self.fight_cost_on(tile) {
                        None => Err(StepObstacle::Unbeatable),
                        Some(cost) if cost >= hero.hp => Err(StepObstacle::TooCostly { cost, life: hero.hp }),
                        Some(cost) if self.boss_dead && cost > 0 => Err(StepObstacle::NoMoreFights),
                        Some(_) => Ok(()),
                    },
                    _ => Ok(()),
                }
            }
        }
    }

    fn buy_ware(&mut self, ware: ShopWare) {
        let add = self.tower.shop.adds[ware as usize];
        let hero = &mut self.now.hero;
        hero.coins -= self.tower.shop.price_after_purchases(self.now.bought);
        self.now.bought += 1;
        match ware {
            ShopWare::Hp => hero.hp += add,
            ShopWare::Atk => hero.power.attack += add,
            ShopWare::Def => hero.power.defence += add,
            ShopWare::Mdef => hero.power.magic += add,
        }
    }

    fn enter_cell(&mut self, at: usize) {
        let tile = self.now.cells[at];
        let cost = self.fight_cost_on(tile).unwrap_or(0);
        let hero = &mut self.now.hero;
        match tile {
            Tile::Item(item) => {
                hero.hp += self.tower.life_of_item(item);
                hero.power = hero.power.sum_of_powers(self.tower.power_of_item(item));
                if let Item::Key(colour @ (KeyColour::Yellow | KeyColour::Blue | KeyColour::Red)) = item {
                    hero.keys[colour as usize] += 1;
                }
            }
            Tile::Door(colour @ (KeyColour::Yellow | KeyColour::Blue | KeyColour::Red)) => {
                hero.keys[colour as usize] -= 1;
            }
            Tile::Monster(id) => {
                hero.hp -= cost;
                hero.coins += self.tower.monster_by_id(id).map_or(0, |monster| monster.coins);
                self.boss_dead |= id == BOSS;
            }
            Tile::Shop => self.now.shop_open = true,
            _ => {}
        }
        hero.place = self.tower.place_of_index(at);
        self.now.cells[at] = Tile::Road;
    }

    /// Returns the cells with something on them beside the floor that the hero can walk to.
    fn edge_cells(&self) -> Vec<usize> {
        let cells = &self.now.cells;
        let mut seen = vec![false; cells.len()];
        let start = self.tower.index_of_place(self.now.hero.place);
        seen[start] = true;
        let mut open = vec![start];
        let mut edge = Vec::new();
        while let Some(at) = open.pop() {
            for next in self.tower.cells_beside(cells, at) {
                if std::mem::replace(&mut seen[next], true) || cells[next] == Tile::Wall {
                    continue;
                }
                if cells[next].is_floor() {
                    open.push(next);
                } else {
                    edge.push(next);
                }
            }
        }
        edge.sort_unstable();
        edge
    }
}
