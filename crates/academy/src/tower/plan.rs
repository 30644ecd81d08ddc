//! The graph with numbers: what each node costs and brings, and how a state of the search is
//! carried on.

use super::fight::{FighterPower, Monster, fight_damage};
use super::graph::{NodeKind, TowerGraph};
use super::growth::hero_grows_after_boss;
use super::map::{Item, KeyColour, Shop, ShopWare, Tile, Tower, TowerState};
use crate::bit_mask::BitMask;

/// Greatest number of keys that count: as many as a graph can have doors.
const MOST_KEYS: i64 = 4_096;

/// A tower ready to be searched. Node `n` here is node `n + 1` of the graph: the hero is left out.
pub(super) struct ClearingPlan<const W: usize> {
    pub(super) nodes: Vec<NodeCostAndGain>,
    joined: Vec<BitMask<W>>,
    /// The nodes that the hero can reach before anything is cleared.
    reach: BitMask<W>,
    /// Treasures taken as soon as they can be reached.
    at_once: BitMask<W>,
    pub(super) boss: usize,
    /// The node with the shop; `None` too where it sells nothing.
    shop_at: Option<usize>,
    shop_open: bool,
    pub(super) shop: Shop,
    /// Purchases before the search began.
    pub(super) bought: i64,
    pub(super) life: i64,
    pub(super) start: HeroStock,
    /// `true` if some monster may cost more after the hero has grown: then gems and purchases are a
    /// choice.
    pub(super) growth: bool,
    /// `true` if a fight may become free only after the boss: then what stands before it is cleared
    /// on its own.
    grows_late: bool,
    /// For each node the least it can ever cost, as [`LifeBound`](super::life_bound) finds it;
    /// known a little later.
    pub(super) least_cost: Vec<Option<i64>>,
    /// For each node the treasures joined to it that every way to them goes through it; known with
    /// the costs.
    pub(super) guarded: Vec<BitMask<W>>,
}

/// The cost and the gain of a node.
#[derive(Debug, Clone, Default)]
pub(super) struct NodeCostAndGain {
    pub(super) treasure: bool,
    pub(super) life: i64,
    /// The stock that the node adds; a monster's coins too.
    pub(super) adds: HeroStock,
    pub(super) monsters: Vec<Monster>,
    /// Yellow, blue and red keys needed.
    pub(super) doors: [i64; 3],
}

/// The hero's possessions besides life.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct HeroStock {
    pub(super) power: FighterPower,
    pub(super) keys: [i64; 3],
    pub(super) coins: i64,
}

impl HeroStock {
    fn add_hero_stock(&mut self, other: &HeroStock) {
        self.power = self.power.sum_of_powers(other.power);
        for (key, other) in self.keys.iter_mut().zip(other.keys) {
            *key += other;
        }
        self.coins += other.coins;
    }
}

/// A state of the search: everything else follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PlanState<const W: usize> {
    pub(super) cleared: BitMask<W>,
    pub(super) life: i64,
    /// Purchases by ware.
    pub(super) wares: [u16; 4],
}

/// The hero's possessions and reach in a state.
#[derive(Clone, Copy)]
pub(super) struct HeroHoldings<const W: usize> {
    pub(super) stock: HeroStock,
    /// Everything joined to what is cleared, the cleared itself included.
    reach: BitMask<W>,
}

/// A choice of the hero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum HeroChoice {
    Clear(NodeChain),
    Buy(ShopWare),
}

/// Greatest number of nodes in a chain.
const CHAIN: usize = 4;

/// Nodes to clear one after the other; all but the last are barren.
///
/// A barren node brings nothing but the way on: no treasure, no coins that could still buy
/// anything. Clearing it may always wait until right before something behind it is cleared: the
/// hero grows no weaker, and keys and life are spent later. So states in which a barren node was
/// cleared last need not be looked at, nor barren nodes in dead ends. Where the hero grows after
/// the boss that does not hold: a fight behind a barren node may be free only then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeChain([u16; CHAIN]);

impl NodeChain {
    /// The filler behind the end of a chain.
    const NONE: u16 = u16::MAX;
    const EMPTY: Self = NodeChain([Self::NONE; CHAIN]);

    /// Returns the chain with one more node, and `true` if a further node has room.
    fn with_node(mut self, node: usize) -> (Self, bool) {
        let length = self.iter().count();
        self.0[length] = u16::try_from(node).unwrap_or(Self::NONE);
        (self, length + 1 < CHAIN)
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().take_while(|&node| node != Self::NONE).map(usize::from)
    }
}

impl<const W: usize> ClearingPlan<W> {
    /// Makes the plan of a graph of `tower`; the graph has at most `64 · W` nodes besides the hero.
    pub(super) fn new(tower: &Tower, position: &TowerState, graph: &TowerGraph, growth: bool) -> Self {
        let mask = |node: usize| {
            let mut mask = BitMask::EMPTY;
            graph.joined_nodes(node).filter(|&other| other > 0).for_each(|other| mask.insert(other - 1));
            mask
        };
        let mut plan = ClearingPlan {
            nodes: Vec::new(),
            joined: (1..graph.len()).map(mask).collect(),
            reach: mask(0),
            at_once: BitMask::EMPTY,
            boss: 0,
            shop_at: None,
            shop_open: position.shop_open && tower.shop.sells_anything(),
            shop: tower.shop,
            bought: position.bought,
            life: position.hero.hp,
            start: HeroStock {
                power: position.hero.power,
                // More keys than there can be doors are worth nothing.
                keys: position.hero.keys.map(|keys| keys.min(MOST_KEYS)),
                coins: position.hero.coins,
            },
            growth,
            grows_late: hero_grows_after_boss(tower, position),
            least_cost: Vec::new(),
            guarded: vec![BitMask::EMPTY; graph.len() - 1],
        };
        for (index, node) in graph.nodes().iter().skip(1).enumerate() {
            let mut worth =
                NodeCostAndGain { treasure: node.kind == NodeKind::Treasure, ..NodeCostAndGain::default() };
            for &place in &node.places {
                let tile = position.cells[tower.index_of_place(place)];
                worth.add_tile(tower, tile);
                if tile == Tile::Shop && tower.shop.sells_anything() {
                    plan.shop_at = Some(index);
                }
            }
            if node.kind == NodeKind::Boss {
                plan.boss = index;
            }
            if worth.treasure && (!growth || worth.adds.power == FighterPower::default()) {
                plan.at_once.insert(index);
            }
            plan.nodes.push(worth);
        }
        plan.least_cost = vec![None; plan.nodes.len()];
        plan
    }

    /// Returns the first state, with everything taken that can be taken at once.
    pub(super) fn first(&self) -> PlanState<W> {
        self.first_state_with_report(&mut |_| {})
    }

    /// Returns the same state as [`ClearingPlan::first`], and calls `cleared` with each node taken,
    /// in order.
    pub(super) fn first_state_with_report(&self, cleared: &mut impl FnMut(usize)) -> PlanState<W> {
        let mut state = PlanState { cleared: BitMask::EMPTY, life: self.life, wares: [0; 4] };
        let mut view = self.holdings_in(&state);
        self.clear_free_nodes(&mut state, &mut view, cleared);
        state
    }

    pub(super) fn is_over(&self, state: &PlanState<W>) -> bool {
        state.cleared.contains(self.boss)
    }

    /// Returns the hero's possessions and reach in `state`.
    pub(super) fn holdings_in(&self, state: &PlanState<W>) -> HeroHoldings<W> {
        let mut view = HeroHoldings { stock: self.start, reach: self.reach };
        for node in state.cleared.iter() {
            view.clear_node(self, node);
        }
        if state.wares != [0; 4] {
            let times = self.purchases_in(state) - self.bought;
            let increases = times * self.bought + times * (times - 1) / 2;
            view.stock.coins -= times * self.shop.first + increases * self.shop.increase;
            for (ware, times) in ShopWare::ALL.into_iter().zip(state.wares) {
                view.stock.power =
                    view.stock.power.sum_of_powers(self.bought_power_of(ware, i64::from(times)));
            }
        }
        view
    }

    fn bought_power_of(&self, ware: ShopWare, times: i64) -> FighterPower {
        let add = self.shop.adds[ware as usize] * times;
        match ware {
            ShopWare::Hp => FighterPower::default(),
            ShopWare::Atk => FighterPower { attack: add, ..FighterPower::default() },
            ShopWare::Def => FighterPower { defence: add, ..FighterPower::default() },
            ShopWare::Mdef => FighterPower { magic: add, ..FighterPower::default() },
        }
    }

    /// Returns the life that clearing a node costs now; `None` where it cannot be cleared at any
    /// price in life.
    pub(super) fn life_cost(&self, node: usize, stock: &HeroStock) -> Option<i64> {
        let worth = &self.nodes[node];
        if worth.doors.iter().zip(stock.keys).any(|(&doors, keys)| doors > keys) {
            return None;
        }
        cost_of_fights(&worth.monsters, stock.power)
    }

    /// Appends the choices in `state` to `into`, in the order of the nodes.
    pub(super) fn append_possible_choices(&self, state: &PlanState<W>, into: &mut Vec<HeroChoice>) {
        let view = self.holdings_in(state);
        let over = self.is_over(state);
        if !over && self.can_buy(state, &view) {
            let on_sale =
                |&ware: &ShopWare| self.shop.adds[ware as usize] > 0 && state.wares[ware as usize] < u16::MAX;
            into.extend(ShopWare::ALL.into_iter().filter(on_sale).map(HeroChoice::Buy));
            if !self.growth {
                return; // waiting gains nothing: only what to buy is a choice
            }
        }
        let chains = !over && !self.growth && !self.grows_late;
        let coins_count = chains && self.has_shop() && self.may_buy_again(state, &view);
        for node in view.reach.difference(&state.cleared).iter() {
            // After the boss only what is free counts, and what is free is taken at once, save for
            // gems.
            let possible = if over { self.nodes[node].treasure } else { self.can_clear(node, state, &view) };
            if possible && chains {
                self.add_choices_opened_by(state, &view, node, NodeChain::EMPTY, coins_count, into);
            } else if possible {
                into.push(HeroChoice::Clear(NodeChain::EMPTY.with_node(node).0));
            }
        }
    }

    /// Returns `true` if the hero can only clear nodes for life or keys: nothing can be bought, and
    /// costs never rise.
    pub(super) fn can_only_clear_nodes(&self, state: &PlanState<W>, view: &HeroHoldings<W>) -> bool {
        !self.is_over(state) && !self.growth && !self.can_buy(state, view)
    }

    /// Fills `into` with the nodes that can be cleared now, and the life that each costs.
    pub(super) fn list_clearable(
        &self,
        state: &PlanState<W>,
        view: &HeroHoldings<W>,
        into: &mut Vec<(usize, i64)>,
    ) {
        into.clear();
        let open = view.reach.difference(&state.cleared);
        let costs = open.iter().filter_map(|node| Some((node, self.life_cost(node, &view.stock)?)));
        into.extend(costs.filter(|&(_, cost)| cost < state.life));
    }

    fn can_buy(&self, state: &PlanState<W>, view: &HeroHoldings<W>) -> bool {
        self.is_shop_open(state)
            && view.stock.coins >= self.shop.price_after_purchases(self.purchases_in(state))
    }

    fn can_clear(&self, node: usize, state: &PlanState<W>, view: &HeroHoldings<W>) -> bool {
        self.life_cost(node, &view.stock).is_some_and(|cost| cost < state.life)
    }

    /// Adds the choices that begin with `chain` and `node`: the chain up to `node`, or where the
    /// node is barren the chains that go on behind it.
    fn add_choices_opened_by(
        &self,
        state: &PlanState<W>,
        view: &HeroHoldings<W>,
        node: usize,
        chain: NodeChain,
        coins_count: bool,
        into: &mut Vec<HeroChoice>,
    ) {
        let (chain, has_room) = chain.with_node(node);
        let mut next = (*state, *view);
        if !has_room || node == self.boss || self.nodes[node].treasure {
            return into.push(HeroChoice::Clear(chain));
        }
        self.clear_node(&mut next.0, &mut next.1, node, &mut |_| {});
        let behind = self.joined[node].difference(&view.reach).difference(&next.0.cleared);
        let brings_coins = coins_count && self.nodes[node].adds.coins > 0;
        let is_taken =
            |other: usize| self.at_once.contains(other) || self.is_free_to_clear(&next.0, &next.1, other);
        if brings_coins || behind.iter().any(is_taken) {
            return into.push(HeroChoice::Clear(chain));
        }
        for other in behind.iter().filter(|&other| self.can_clear(other, &next.0, &next.1)) {
            self.add_choices_opened_by(&next.0, &next.1, other, chain, coins_count, into);
        }
    }

    /// Returns `true` if all coins still to be had, with those owned, pay for one more purchase.
    fn may_buy_again(&self, state: &PlanState<W>, view: &HeroHoldings<W>) -> bool {
        let all: i64 = (0..self.nodes.len())
            .filter(|&node| node != self.boss && !state.cleared.contains(node))
            .map(|node| self.nodes[node].adds.coins)
            .sum();
        view.stock.coins.saturating_add(all) >= self.shop.price_after_purchases(self.purchases_in(state))
    }

    /// Returns the state after a choice and everything that is taken and cleared at once because of
    /// it; calls `cleared` with each of these nodes, in order.
    pub(super) fn state_after_choice(
        &self,
        state: &PlanState<W>,
        choice: HeroChoice,
        cleared: &mut impl FnMut(usize),
    ) -> PlanState<W> {
        let mut next = *state;
        let mut view = self.holdings_in(state);
        match choice {
            HeroChoice::Clear(chain) => {
                chain.iter().for_each(|node| self.clear_node(&mut next, &mut view, node, cleared));
            }
            HeroChoice::Buy(ware) => {
                view.stock.coins -= self.shop.price_after_purchases(self.purchases_in(state));
                view.stock.power = view.stock.power.sum_of_powers(self.bought_power_of(ware, 1));
                if ware == ShopWare::Hp {
                    next.life += self.shop.adds[0];
                }
                next.wares[ware as usize] += 1;
            }
        }
        self.clear_free_nodes(&mut next, &mut view, cleared);
        next
    }

    pub(super) fn purchases_in(&self, state: &PlanState<W>) -> i64 {
        self.bought + state.wares.into_iter().map(i64::from).sum::<i64>()
    }

    fn is_shop_open(&self, state: &PlanState<W>) -> bool {
        self.shop_open || self.shop_at.is_some_and(|node| state.cleared.contains(node))
    }

    /// Returns `true` if two nodes are joined.
    pub(super) fn are_nodes_joined(&self, a: usize, b: usize) -> bool {
        self.joined[a].contains(b)
    }

    /// Returns `true` if the shop, still closed, is at `node`.
    pub(super) fn opens_shop(&self, node: usize) -> bool {
        !self.shop_open && self.shop_at == Some(node)
    }

    /// Returns `true` if anything can ever be bought.
    pub(super) fn has_shop(&self) -> bool {
        self.shop_open || self.shop_at.is_some()
    }

    fn clear_node(
        &self,
        state: &mut PlanState<W>,
        view: &mut HeroHoldings<W>,
        node: usize,
        cleared: &mut impl FnMut(usize),
    ) {
        state.life -= self.life_cost(node, &view.stock).unwrap_or(i64::MAX);
        state.life += self.nodes[node].life;
        state.cleared.insert(node);
        view.clear_node(self, node);
        cleared(node);
    }

    /// Takes and clears every node that costs nothing, or surely pays at once.
    fn clear_free_nodes(
        &self,
        state: &mut PlanState<W>,
        view: &mut HeroHoldings<W>,
        cleared: &mut impl FnMut(usize),
    ) {
        loop {
            let open = view.reach.difference(&state.cleared);
            let treasure = open.intersection(&self.at_once).iter().next();
            let next =
                treasure.or_else(|| open.iter().find(|&node| self.is_free_to_clear(state, view, node)));
            match next {
                Some(node) => self.clear_node(state, view, node, cleared),
                None => return,
            }
        }
    }

    /// Returns `true` if clearing an obstacle now can never be regretted.
    fn is_free_to_clear(&self, state: &PlanState<W>, view: &HeroHoldings<W>, node: usize) -> bool {
        let worth = &self.nodes[node];
        if worth.treasure || node == self.boss {
            return false;
        }
        let Some(cost) = self.life_cost(node, &view.stock) else { return false };
        let needs_key = worth.doors != [0; 3];
        if cost == 0 && !needs_key {
            return true;
        }
        // It costs as little as it ever will, and treasure that cannot be had without it gives that
        // back at once.
        if self.growth || self.is_over(state) || cost >= state.life || self.least_cost[node] != Some(cost) {
            return false;
        }
        let mut life = 0;
        let mut keys = [0; 3];
        for treasure in self.guarded[node].intersection(&self.at_once).iter() {
            life += self.nodes[treasure].life;
            for (key, more) in keys.iter_mut().zip(self.nodes[treasure].adds.keys) {
                *key += more;
            }
        }
        life >= cost && keys.iter().zip(worth.doors).all(|(&keys, doors)| keys >= doors)
    }
}

impl<const W: usize> HeroHoldings<W> {
    fn clear_node(&mut self, plan: &ClearingPlan<W>, node: usize) {
        let worth = &plan.nodes[node];
        self.stock.add_hero_stock(&worth.adds);
        for (key, door) in self.stock.keys.iter_mut().zip(worth.doors) {
            *key -= door;
        }
        self.reach.union_with(&plan.joined[node]);
    }
}

impl NodeCostAndGain {
    /// Returns `true` if the cost may rise with the hero's power.
    pub(super) fn may_cost_grow(&self) -> bool {
        self.monsters.iter().any(|monster| monster.special > 6)
    }

    fn add_tile(&mut self, tower: &Tower, tile: Tile) {
        match tile {
            Tile::Item(item) => {
                self.life += tower.life_of_item(item);
                self.adds.power = self.adds.power.sum_of_powers(tower.power_of_item(item));
                if let Item::Key(colour) = item
                    && colour != KeyColour::Green
                {
                    self.adds.keys[colour as usize] += 1;
                }
            }
            Tile::Door(colour) if colour != KeyColour::Green => self.doors[colour as usize] += 1,
            Tile::Monster(id) => {
                let monster = tower.monster_by_id(id).copied();
                self.adds.coins += monster.map_or(0, |monster| monster.coins);
                self.monsters.extend(monster);
            }
            _ => {}
        }
    }
}

/// Returns the life that fights against all of `monsters` cost; `None` where a monster cannot be
/// beaten.
pub(super) fn cost_of_fights(monsters: &[Monster], power: FighterPower) -> Option<i64> {
    monsters.iter().try_fold(0i64, |sum, monster| Some(sum.saturating_add(fight_damage(power, monster)?)))
}
