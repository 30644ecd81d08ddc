//! The effects of a stronger hero: fights that cost more, and fights that are free only at the end.

use super::fight::{FighterPower, Monster, fight_damage};
use super::map::{BOSS, Tile, Tower, TowerState};

/// Greatest number of hero strengths tried one by one where a monster's cost may rise with them.
pub(super) const MOST_STRENGTHS: i64 = 200_000;

/// Returns every power from `least` to `most`.
pub(super) fn powers_between(least: FighterPower, most: FighterPower) -> impl Iterator<Item = FighterPower> {
    (least.attack..=most.attack).flat_map(move |attack| {
        (least.defence..=most.defence).flat_map(move |defence| {
            (least.magic..=most.magic).map(move |magic| FighterPower { attack, defence, magic })
        })
    })
}

/// Returns `true` if some monster on the map may cost more after the hero has grown, over all
/// powers the tower can give.
///
/// Never with specials 0 to 6. For the others each power is compared with those one point higher;
/// where there are too many to try, the answer is the careful one.
pub(super) fn damage_may_grow(tower: &Tower, position: &TowerState) -> bool {
    let mut most = position.hero.power;
    let mut coins = position.hero.coins;
    let mut risky: Vec<Monster> = Vec::new();
    let mut shop = position.shop_open;
    for tile in &position.cells {
        match tile {
            Tile::Item(item) => most = most.sum_of_powers(tower.power_of_item(*item)),
            Tile::Shop => shop = true,
            Tile::Monster(id) => {
                let Some(monster) = tower.monster_by_id(*id) else { continue };
                coins += monster.coins;
                if monster.special > 6 && !risky.contains(monster) {
                    risky.push(*monster);
                }
            }
            _ => {}
        }
    }
    if risky.is_empty() {
        return false;
    }
    if shop && tower.shop.sells_anything() {
        // Coins never buy more often than the cheapest price allows.
        let cheapest = tower.shop.price_after_purchases(position.bought).max(1);
        let [_, attack, defence, magic] = tower.shop.adds.map(|add| add.saturating_mul(coins / cheapest + 1));
        most = most.sum_of_powers(FighterPower { attack, defence, magic });
    }
    let least = position.hero.power;
    let sizes =
        [most.attack - least.attack + 1, most.defence - least.defence + 1, most.magic - least.magic + 1];
    if sizes.into_iter().fold(1, i64::saturating_mul) > MOST_STRENGTHS {
        return true;
    }
    let cost = |power, monster| fight_damage(power, monster).unwrap_or(i64::MAX);
    powers_between(least, most).any(|power| {
        let more = [
            FighterPower { attack: power.attack + 1, ..power },
            FighterPower { defence: power.defence + 1, ..power },
            FighterPower { magic: power.magic + 1, ..power },
        ];
        let within = |more: &&FighterPower| {
            more.attack <= most.attack && more.defence <= most.defence && more.magic <= most.magic
        };
        risky
            .iter()
            .any(|monster| more.iter().filter(within).any(|&more| cost(more, monster) > cost(power, monster)))
    })
}

/// Returns `true` if an item that makes the hero stronger can be had only after the boss.
///
/// Then a fight may be free at the end and never before. What stands before such a fight has to be
/// cleared while the boss lives, with nothing to show for it until then, so nodes are neither
/// merged nor cleared in one go.
pub(super) fn hero_grows_after_boss(tower: &Tower, position: &TowerState) -> bool {
    let all = reachable_cells(tower, position, true);
    let early = reachable_cells(tower, position, false);
    let mut late = (0..all.len()).filter(|&cell| all[cell] && !early[cell]);
    late.any(
        |cell| matches!(position.cells[cell], Tile::Item(item) if tower.power_of_item(item) != FighterPower::default()),
    )
}

/// Tells for each cell whether the hero can get there when doors and monsters are cleared, the boss
/// too or not.
fn reachable_cells(tower: &Tower, position: &TowerState, past_boss: bool) -> Vec<bool> {
    let cells = &position.cells;
    let is_closed = |tile: Tile| tile == Tile::Wall || (tile == Tile::Monster(BOSS) && !past_boss);
    let start = tower.index_of_place(position.hero.place);
    let mut reached = vec![false; cells.len()];
    reached[start] = true;
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for next in tower.cells_beside(cells, at) {
            if !reached[next] && !is_closed(cells[next]) {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}
