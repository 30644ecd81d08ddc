//! An upper bound on the life that a state can lead to: admissible, so that the search proves its
//! answer.
//!
//! Every monster is taken to cost the least it ever can, and every treasure may be had by clearing
//! just what stands before it on every way (its dominators). Then the best set to clear is found
//! from the leaves of the dominator tree up. Keys enter by a price for each colour: doors pay it,
//! keys earn it. Whatever the prices, the bound holds, since no more doors can be opened than there
//! are keys (Lagrangian relaxation); good prices make it tight. Coins and purchases are weighed in
//! the same way, for each way of dividing the purchases among the wares.

use std::cell::RefCell;

use super::dominators::{Dominators, HERO};
use super::fight::FighterPower;
use super::graph::TowerGraph;
use super::growth::{MOST_STRENGTHS, powers_between};
use super::map::ShopWare;
use super::plan::{ClearingPlan, HeroStock, NodeCostAndGain, PlanState, cost_of_fights};
use crate::bit_mask::BitMask;

/// Greatest number of purchases that a state can count.
const MOST_PURCHASES: i64 = 4 * u16::MAX as i64;

/// Greatest life of a hero: a fight that costs more cannot be won.
const MOST_LIFE: i64 = 1 << 50;

/// Number of purchases up to which every way of dividing them is tried.
const MOST_DIVIDED: i64 = 12;

/// Number of purchases above which a coin has no price.
const MOST_PRICED: i64 = 200;

/// Greatest number of rounds of looking for good prices.
const ROUNDS: usize = 200;

/// Greatest number of ways of spending all coins that are told apart.
const MOST_BASKETS: usize = 300;

/// Ways of spending times nodes: what a state may cost to look at.
const BASKET_NODES: usize = 5_000;

/// The prices of a yellow, a blue and a red key and of a coin, in life.
type KeyAndCoinPrices = [i64; 4];

/// The upper bound on the life, made once for a plan.
pub(super) struct LifeBound<const W: usize> {
    /// Nodes that can be reached, each after its parent.
    order: Vec<usize>,
    /// The node before each in the dominator tree; `usize::MAX` where that is the hero.
    parent: Vec<usize>,
    /// Nodes that have to be cleared before the boss, and the boss.
    on_the_way: BitMask<W>,
    baskets: Vec<PurchaseSplit>,
    /// Greatest number of purchases in the whole game.
    purchases: i64,
    scratch: RefCell<BoundBuffers>,
}

/// One division of all purchases of the game among the wares, and the gain of each node then.
struct PurchaseSplit {
    /// Fewest and most purchases of attack, defence and magic defence.
    bought: [(i64, i64); 3],
    /// The least each node costs.
    least_cost: Vec<Option<i64>>,
    /// Sets of prices, and for each what each node brings at best, or [`NEVER`]; the bound is the
    /// least over all sets.
    priced: Vec<(KeyAndCoinPrices, Vec<i64>)>,
}

/// The gain of a node that can never be cleared to any use.
const NEVER: i64 = i64::MIN;

/// Lists used for every state, kept so that none is allocated for each.
struct BoundBuffers {
    sums: Vec<i64>,
    /// The nodes still to clear, each before its parent.
    open: Vec<OpenNode>,
    /// The nodes that can be cleared now, with their costs.
    next: Vec<(usize, i64)>,
}

#[derive(Clone, Copy)]
struct OpenNode {
    node: usize,
    /// Index of the parent; `usize::MAX` where no node stands before the node any more.
    parent: usize,
    has_to: bool,
}

impl<const W: usize> LifeBound<W> {
    /// Makes the bound for `plan`, and fills in the plan's least costs.
    pub(super) fn new(plan: &mut ClearingPlan<W>, graph: &TowerGraph) -> Self {
        let dominators = Dominators::new(graph);
        let before = |a: usize, b: usize| dominators.dominates(a + 1, b + 1);
        let nodes = plan.nodes.len();
        let order: Vec<usize> =
            dominators.order.iter().filter(|&&node| node != HERO).map(|&node| node - 1).collect();
        let in_time = |node: usize| node != plan.boss && !before(plan.boss, node);
        let purchases = count_payable_purchases(plan, in_time);
        // What can be bought before a node is cleared is paid without its coins and those behind
        // it.
        let affordable: Vec<i64> = (0..nodes)
            .map(|node| {
                let later = |other: usize| other == node || before(node, other);
                let shut = (0..nodes).any(|other| plan.opens_shop(other) && later(other));
                let none = purchases == 0 || shut;
                if none { 0 } else { count_payable_purchases(plan, |other| in_time(other) && !later(other)) }
            })
            .collect();

        // The strongest the hero can be when a node is cleared, without the shop: while the boss
        // lives, and at the end.
        let strongest = |node: usize, at_end: bool| {
            let useful = |&&other: &&usize| !before(node, other) && (at_end || !before(plan.boss, other));
            let gems = order.iter().filter(useful).map(|&other| plan.nodes[other].adds.power);
            gems.fold(plan.start.power, FighterPower::sum_of_powers)
        };
        let strengths: Vec<[FighterPower; 2]> =
            (0..nodes).map(|node| [false, true].map(|at_end| strongest(node, at_end))).collect();
        // A node that does not stand before the boss may wait until the boss is dead. Then only
        // what is free is cleared, by a hero whom the treasure behind the boss has made stronger.
        let behind_boss: Vec<bool> = (0..nodes).map(|node| before(plan.boss, node)).collect();
        let may_wait: Vec<bool> = (0..nodes)
            .map(|node| node != plan.boss && !before(node, plan.boss) && plan.nodes[node].doors == [0; 3])
            .collect();
        let least_ever = |node: usize, cost: &dyn Fn(FighterPower) -> Option<i64>| {
            let [while_boss_lives, at_end] = strengths[node];
            if may_wait[node] && cost(at_end) == Some(0) {
                return Some(0);
            }
            if behind_boss[node] { None } else { cost(while_boss_lives) }
        };
        for &node in order.iter().filter(|&&node| plan.nodes[node].treasure) {
            if let Some(guard) =
                dominators.parent[node + 1].checked_sub(1).filter(|&guard| plan.are_nodes_joined(guard, node))
            {
                plan.guarded[guard].insert(node);
            }
        }
        plan.least_cost = (0..nodes)
            .map(|node| {
                let bought = bought_power(plan, [affordable[node]; 3]);
                least_ever(node, &|power| {
                    least_clearing_cost(&plan.nodes[node], plan.start.power, power.sum_of_powers(bought))
                })
            })
            .collect();
        let most_baskets = (BASKET_NODES / nodes).clamp(1, MOST_BASKETS);
        let baskets = list_purchase_splits(plan, purchases, most_baskets).into_iter().map(|bought| {
            let least_cost = (0..nodes).map(|node| {
                let worth = &plan.nodes[node];
                if worth.may_cost_grow() {
                    return plan.least_cost[node];
                }
                let ways = list_divisions_of_purchases(bought.map(|(_, most)| most), affordable[node]);
                least_ever(node, &|power| {
                    let cost = |&bought| {
                        cost_of_fights(&worth.monsters, power.sum_of_powers(bought_power(plan, bought)))
                    };
                    ways.iter().filter_map(cost).min()
                })
            });
            PurchaseSplit { bought, least_cost: least_cost.collect(), priced: Vec::new() }
        });

        let mut on_the_way = BitMask::EMPTY;
        on_the_way.insert(plan.boss);
        (0..nodes).filter(|&node| before(node, plan.boss)).for_each(|node| on_the_way.insert(node));
        let parent = (0..nodes)
            .map(|node| match dominators.parent[node + 1] {
                HERO => usize::MAX,
                parent => parent - 1,
            })
            .collect();
        let mut life_bound = LifeBound {
            order,
            parent,
            on_the_way,
            baskets: baskets.collect(),
            purchases,
            scratch: RefCell::new(BoundBuffers { sums: vec![0; nodes], open: Vec::new(), next: Vec::new() }),
        };
        let alone = life_bound.baskets.len() == 1;
        let mut prices = [0; 4];
        for number in 0..life_bound.baskets.len() {
            // One way of spending is much like the one before.
            prices = life_bound.improve_prices(plan, &behind_boss, number, prices);
            // Each set costs time in every state: without a shop two of them pay.
            let sets = if alone && prices != [0; 4] { vec![[0; 4], prices] } else { vec![prices] };
            life_bound.set_prices(plan, &behind_boss, number, &sets);
        }
        life_bound
    }

    /// Sets the prices of a purchase split.
    fn set_prices(
        &mut self,
        plan: &ClearingPlan<W>,
        behind_boss: &[bool],
        basket: usize,
        sets: &[KeyAndCoinPrices],
    ) {
        let basket = &mut self.baskets[basket];
        let least_cost = &basket.least_cost;
        let brings = |node: usize, prices| {
            life_gain_at_best(&plan.nodes[node], least_cost[node], behind_boss[node], prices).unwrap_or(NEVER)
        };
        let priced = |&prices| (prices, (0..plan.nodes.len()).map(|node| brings(node, prices)).collect());
        basket.priced = sets.iter().map(priced).collect();
    }

    /// Returns an upper bound on the life at the end of play from `state`; `None` where no play
    /// reaches and beats the boss.
    pub(super) fn greatest_life_from(&self, plan: &ClearingPlan<W>, state: &PlanState<W>) -> Option<i64> {
        let view = plan.holdings_in(state);
        let stock = &view.stock;
        let owned = [stock.keys[0], stock.keys[1], stock.keys[2], stock.coins];
        let mut scratch = self.scratch.borrow_mut();
        let BoundBuffers { sums, open, next } = &mut *scratch;
        let must_clear = plan.can_only_clear_nodes(state, &view);
        if must_clear {
            plan.list_clearable(state, &view, next);
            if next.is_empty() {
                return None;
            }
        }
        self.list_open_nodes(plan, state, open);
        let by_basket = self.baskets.iter().filter_map(|basket| {
            let most = state.life + self.greatest_life_with(basket, plan, state, owned, open, sums)?;
            // Whatever is cleared next is cleared at today's cost, not at the least it may ever
            // have.
            let dearer = |&(node, cost): &(usize, i64)| cost - basket.least_cost[node].unwrap_or(cost);
            let dearer = if must_clear { next.iter().map(dearer).min().unwrap_or(0) } else { 0 };
            Some(most - dearer)
        });
        by_basket.max()
    }

    /// Returns the greatest life that `basket` can still add, by whichever of its prices; `None`
    /// where it leads nowhere.
    fn greatest_life_with(
        &self,
        basket: &PurchaseSplit,
        plan: &ClearingPlan<W>,
        state: &PlanState<W>,
        owned: [i64; 4],
        open: &[OpenNode],
        sums: &mut [i64],
    ) -> Option<i64> {
        let by_prices = basket.priced.iter().map(|(prices, brings)| {
            let bought = self.life_still_to_buy(plan, state, basket, prices[3])?;
            let owned: i64 = prices.iter().zip(owned).map(|(price, owned)| price * owned).sum();
            Some(owned + bought + greatest_gain_of_clearing(open, brings, sums)?)
        });
        by_prices.min().flatten()
    }

    /// Fills `open` for `state`. What stands before a cleared node is cleared too.
    fn list_open_nodes(&self, plan: &ClearingPlan<W>, state: &PlanState<W>, open: &mut Vec<OpenNode>) {
        let over = plan.is_over(state);
        open.clear();
        let uncleared = self.order.iter().rev().filter(|&&node| !state.cleared.contains(node));
        open.extend(uncleared.map(|&node| {
            let parent = self.parent[node];
            let free = parent == usize::MAX || state.cleared.contains(parent);
            let has_to = !over && self.on_the_way.contains(node);
            OpenNode { node, parent: if free { usize::MAX } else { parent }, has_to }
        }));
    }

    /// Returns the greatest life still to be bought on the way to `basket`, less the cost of all
    /// purchases on that way at the price of a coin; `None` where more was bought of something
    /// already.
    fn life_still_to_buy(
        &self,
        plan: &ClearingPlan<W>,
        state: &PlanState<W>,
        basket: &PurchaseSplit,
        coin: i64,
    ) -> Option<i64> {
        if !plan.has_shop() || plan.is_over(state) {
            return Some(0);
        }
        let already = plan.purchases_in(state);
        let left = self.purchases - (already - plan.bought);
        let [_, now @ ..] = state.wares.map(i64::from);
        if basket.bought.iter().zip(now).any(|(&(_, most), now)| now > most) {
            return None;
        }
        let power: i64 = basket.bought.iter().zip(now).map(|(&(least, _), now)| (least - now).max(0)).sum();
        let life_at = |life: i64| {
            let times = power + life;
            let increases = times * already + times * (times - 1) / 2;
            let coins = times * plan.shop.first + increases.saturating_mul(plan.shop.increase);
            life * plan.shop.adds[ShopWare::Hp as usize] - coin.saturating_mul(coins)
        };
        if coin == 0 {
            return (left >= power).then(|| life_at(left - power));
        }
        (0..=left - power).map(life_at).max()
    }

    /// Returns prices with a low bound for `basket` at the start, found from `prices` by going up
    /// and down in shrinking steps.
    fn improve_prices(
        &mut self,
        plan: &ClearingPlan<W>,
        behind_boss: &[bool],
        basket: usize,
        mut prices: KeyAndCoinPrices,
    ) -> KeyAndCoinPrices {
        let state = plan.first();
        let HeroStock { keys, coins, .. } = plan.holdings_in(&state).stock;
        let owned = [keys[0], keys[1], keys[2], coins];
        let (mut open, mut sums) = (Vec::new(), vec![0; plan.nodes.len()]);
        self.list_open_nodes(plan, &state, &mut open);
        let mut bound = |life_bound: &mut Self, prices| {
            life_bound.set_prices(plan, behind_boss, basket, &[prices]);
            life_bound.greatest_life_with(&life_bound.baskets[basket], plan, &state, owned, &open, &mut sums)
        };
        let Some(mut lowest) = bound(self, prices) else { return prices };
        let life: i64 = plan.nodes.iter().map(|worth| worth.life).sum();
        let mut step = (life / 2).clamp(1, 1 << 40);
        for _ in 0..ROUNDS {
            if step == 0 {
                break;
            }
            let mut better = false;
            // A coin has a price only where all purchases can be looked at one by one.
            for what in 0..if plan.has_shop() && self.purchases < MOST_PRICED { 4 } else { 3 } {
                for change in [step, -step] {
                    let mut tried = prices;
                    tried[what] += change;
                    if tried[what] < 0 {
                        continue;
                    }
                    if let Some(bound) = bound(self, tried).filter(|&bound| bound < lowest) {
                        (lowest, prices, better) = (bound, tried, true);
                    }
                }
            }
            if !better {
                step /= 2;
            }
        }
        prices
    }
}

/// Returns the greatest gain of clearing some of `open`, each only after its parent; `None` where a
/// node that has to be cleared never can be.
fn greatest_gain_of_clearing(open: &[OpenNode], brings: &[i64], sums: &mut [i64]) -> Option<i64> {
    for open in open {
        sums[open.node] = 0;
    }
    let mut total = 0;
    for &OpenNode { node, parent, has_to } in open {
        let here = brings[node];
        let gain = if here == NEVER {
            if has_to {
                return None;
            }
            0
        } else if has_to {
            here + sums[node]
        } else {
            (here + sums[node]).max(0)
        };
        if parent == usize::MAX {
            total += gain;
        } else {
            sums[parent] += gain;
        }
    }
    Some(total)
}

/// Returns every division of all purchases among the wares that add power, the rest going into
/// life: the fewest and the most of each. Numbers that lie side by side are taken together where
/// there would be more than `most` divisions.
fn list_purchase_splits<const W: usize>(
    plan: &ClearingPlan<W>,
    purchases: i64,
    most: usize,
) -> Vec<[(i64, i64); 3]> {
    let [_, adds @ ..] = plan.shop.adds;
    let limits = adds.map(|add| if add > 0 { purchases } else { 0 });
    let mut together = 1;
    loop {
        let steps = |most: i64| (0..=most.max(0)).step_by(usize::try_from(together).unwrap_or(usize::MAX));
        let range = |from: i64, most: i64| (from, (from + together - 1).min(most));
        let mut all = Vec::new();
        'count: for a in steps(limits[0]) {
            for d in steps(limits[1].min(purchases - a)) {
                for m in steps(limits[2].min(purchases - a - d)) {
                    all.push([range(a, limits[0]), range(d, limits[1]), range(m, limits[2])]);
                    if all.len() > most {
                        break 'count;
                    }
                }
            }
        }
        if all.len() <= most {
            return all;
        }
        together = (together + 1).max(together * 5 / 4);
    }
}

/// Returns the gain of a cleared node at best, in life; `None` if the node can never be cleared to
/// any use.
fn life_gain_at_best(
    worth: &NodeCostAndGain,
    least_cost: Option<i64>,
    behind_boss: bool,
    prices: KeyAndCoinPrices,
) -> Option<i64> {
    let cost = least_cost.filter(|&cost| cost < MOST_LIFE)?;
    if behind_boss && (cost > 0 || worth.doors != [0; 3]) {
        return None; // after the boss only what is free counts
    }
    let mut brings = worth.life - cost;
    for ((price, keys), doors) in prices.iter().zip(worth.adds.keys).zip(worth.doors) {
        brings += price * (keys - doors);
    }
    Some(brings + prices[3] * worth.adds.coins)
}

/// Returns every division of `times` purchases among three wares, of each at most `most`; where
/// there would be many divisions, one that is better than all.
fn list_divisions_of_purchases(most: [i64; 3], times: i64) -> Vec<[i64; 3]> {
    let [attack, defence, magic] = most.map(|most| most.min(times));
    if attack + defence + magic <= times || times > MOST_DIVIDED {
        return vec![[attack, defence, magic]];
    }
    let ways = (0..=attack).flat_map(|a| (0..=defence.min(times - a)).map(move |d| (a, d)));
    ways.map(|(a, d)| [a, d, magic.min(times - a - d)]).collect()
}

/// Returns the number of purchases that the hero can pay if every node that `pays` is cleared.
fn count_payable_purchases<const W: usize>(plan: &ClearingPlan<W>, pays: impl Fn(usize) -> bool) -> i64 {
    if !plan.has_shop() {
        return 0;
    }
    let paying = plan.nodes.iter().enumerate().filter(|&(node, _)| pays(node));
    let mut coins = plan.start.coins + paying.map(|(_, worth)| worth.adds.coins).sum::<i64>();
    let mut bought = 0;
    while bought < MOST_PURCHASES && coins >= plan.shop.price_after_purchases(plan.bought + bought) {
        coins -= plan.shop.price_after_purchases(plan.bought + bought);
        bought += 1;
    }
    bought
}

/// Returns the power that these numbers of purchases of attack, defence and magic defence add.
fn bought_power<const W: usize>(plan: &ClearingPlan<W>, bought: [i64; 3]) -> FighterPower {
    let [_, attack, defence, magic] = plan.shop.adds;
    let [a, d, m] = bought;
    FighterPower {
        attack: attack.saturating_mul(a),
        defence: defence.saturating_mul(d),
        magic: magic.saturating_mul(m),
    }
}

/// Returns the least life that clearing a node costs a hero of any power from `least` to `most`;
/// `None` where the node can never be cleared.
fn least_clearing_cost(worth: &NodeCostAndGain, least: FighterPower, most: FighterPower) -> Option<i64> {
    if !worth.may_cost_grow() {
        return cost_of_fights(&worth.monsters, most);
    }
    let sizes =
        [most.attack - least.attack + 1, most.defence - least.defence + 1, most.magic - least.magic + 1];
    if sizes.into_iter().fold(1, i64::saturating_mul) > MOST_STRENGTHS {
        return Some(0);
    }
    powers_between(least, most).filter_map(|power| cost_of_fights(&worth.monsters, power)).min()
}
