//! Conduct: figures of how each side has played, counted while a match goes on.

use hotgates_engine::{Aspect, Battle, BySide, Event, Order, Side};

use crate::game::{Match, PlayedOrder};

/// Figures of how one side has played a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SideConduct {
    /// Number of half-turns in which the side gave orders.
    pub half_turns: u32,
    /// Steps that its commander has taken; a program takes none.
    pub steps: u64,
    /// Number of units that it lost to attacks from their flank or rear.
    pub flank_losses: u32,
}

/// Conduct of both sides of a match, counted order by order.
#[derive(Debug, Default)]
pub(crate) struct ConductCount {
    sides: BySide<SideConduct>,
    half_turn: Option<(u32, Side)>,
}

impl ConductCount {
    /// Notes the half-turn in which the next order is given, if the battle goes on.
    pub(crate) fn begin_order(&mut self, battle: &Battle) {
        if battle.verdict().is_some() {
            return;
        }
        let half_turn = Some((battle.turn(), battle.side()));
        if self.half_turn != half_turn {
            self.half_turn = half_turn;
            self.sides[battle.side()].half_turns += 1;
        }
    }

    /// Counts a unit that an order has destroyed from its flank or rear.
    pub(crate) fn count_flank_loss(&mut self, played: &PlayedOrder<'_>) {
        let Some(Order::Attack { target, .. }) = played.order else { return };
        let falls =
            |event: &Event| matches!(event, Event::Hit { unit, left, .. } if *unit == target && left.0 == 0);
        if played.aspect.is_some_and(|aspect| aspect != Aspect::Front) && played.events.iter().any(falls) {
            self.sides[played.side.other()].flank_losses += 1;
        }
    }

    /// Returns the conduct of both sides of a match that has come to its end.
    pub(crate) fn of_finished_match(mut self, game: &Match) -> BySide<SideConduct> {
        for side in Side::BOTH {
            self.sides[side].steps = game.contestants()[side].steps_taken();
        }
        self.sides
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{FacingRule, MapFile, Scenario};
    use hotgates_search::Cancel;

    use super::*;
    use crate::{Seats, Series};

    /// A plain with five units a side, on which units face ways.
    fn scenario_with_facing() -> Scenario {
        let row = ".".repeat(14);
        let mut rows = vec![row; 9];
        rows[4].replace_range(0..1, "#");
        let units = |kinds: [&str; 5]| kinds.map(|kind| format!("(type: \"{kind}\")")).join(",");
        let army = units(["infantry", "infantry", "cavalry", "cavalry", "artillery"]);
        let text = format!(
            "Map(name: \"plain\", rows: {rows:?}, turns: 12, red: (units: [{army}]), blue: (units: [{army}]))"
        );
        let mut scenario = Scenario::classic(MapFile::from_ron(&text).unwrap());
        scenario.rules.options.facing = Some(FacingRule::default());
        scenario
    }

    /// Counts half-turns and units lost to flanks by playing the orders once more, from positions before each.
    fn counted_again(scenario: &Scenario, game: &crate::PlayedGame) -> BySide<[u32; 2]> {
        let battle = Battle::from_scenario(scenario).unwrap();
        let mut record = hotgates_record::GameRecord::new(battle, game.record.dice_source());
        let (mut counts, mut events) = (BySide::<[u32; 2]>::default(), Vec::new());
        let mut ended = true;
        for (order, _) in game.record.orders() {
            let battle = record.battle();
            counts[battle.side()][0] += u32::from(ended);
            ended = *order == Order::EndTurn;
            let attack = match *order {
                Order::Attack { unit, target } => {
                    Some((target, battle.aspect_of_hex(target, battle.hex(unit))))
                }
                _ => None,
            };
            events.clear();
            record.act(*order, &mut events).unwrap();
            if let Some((target, aspect)) = attack
                && !record.battle().unit(target).alive()
                && aspect != Aspect::Front
            {
                counts[record.battle().info(target).side][1] += 1;
            }
        }
        counts
    }

    #[test]
    fn conduct_is_what_the_orders_say() {
        let scenario = scenario_with_facing();
        let series = Series::from_scenario(&scenario, Seats::from_names("hunter", "greedy")).unwrap();
        let mut all = SideConduct::default();
        for number in 0..12 {
            let mut orders = BySide::new(|_| 0);
            let watch = |side: Side| orders[side] += 1;
            let game =
                series.play_watched_game(number, series.dice_of_game(number), &Cancel::new(), watch).unwrap();
            let counted = counted_again(&scenario, &game);
            for side in Side::BOTH {
                let SideConduct { half_turns, steps, flank_losses } = game.conduct[side];
                assert_eq!([half_turns, flank_losses], counted[side], "game {number}, {side}");
                assert!(steps >= u64::from(half_turns), "a commander weighs something in each half-turn");
                all.flank_losses += flank_losses;
            }
            assert_eq!(orders.red + orders.blue, game.record.orders().len());
        }
        assert!(all.flank_losses > 0, "no unit fell to an attack from its flank");
    }

    #[test]
    fn programs_and_random_orders_take_no_steps() {
        let series =
            Series::from_scenario(&scenario_with_facing(), Seats::from_names("random", "random")).unwrap();
        let game = series.play_game(0, &Cancel::new()).unwrap();
        assert_eq!((game.conduct.red.steps, game.conduct.blue.steps), (0, 0));
        assert!(game.conduct.red.half_turns > 0);
    }
}
