#![doc = include_str!("../README.md")]

mod facing;
mod officers;
mod options;
mod page;
mod plain_names;
mod supply;
mod waiting;
mod weather;
mod works;

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use hotgates_engine::{
    Attack, CombatTable, Fighter, MovementPoints, Odds, Permille, Ruleset, Strength, Terrain, TerrainId,
    UnitType, UnitTypeId, WAYS, WHOLE, count_words,
};

pub use page::wrap_paragraph;

use page::ManualWriter;

/// Writes the manual of a ruleset, in which no name is markup.
///
/// # Errors
/// Never in practice: memory takes every word.
pub fn write_manual(rules: &Ruleset) -> Result<String, fmt::Error> {
    let mut out = String::new();
    ManualWriter { rules: &plain_names::with_plain_names(rules), out: &mut out }.write_all()?;
    Ok(out)
}

const OPENING: &str = "\
Red invades, Blue defends. They fight on hexes; each hex has one terrain and room for one unit. Red moves first; a turn is
Red's half and then Blue's. A scenario may have Blue move first. The numbers below are those of the ruleset, the odds are
counted by the engine.

## Winning

A castle belongs to whoever last stood on it, and all are Blue's at first.

- Red wins when all castles are Red's at the end of Blue's half: Blue has one half-turn to take one back.
- Blue wins at dusk, the end of the last turn, unless all castles are Red's then.
- A side of which no unit lives has lost.

A scenario may be a `meeting` instead: at dusk more castles win, then more men left as a share of the start.
";

const GOALS: &str = r#"
### Goals

A scenario may give the sides goals beside the castles:

| goal | met | example |
|---|---|---|
| hold hexes | as long as the side holds all of them; with `turns: 2` only once it has held them through two of the enemy's half-turns | `(key: "hill", side: red, hold: [(3, 2)], turns: 2)` |
| take hexes | for good, once the side holds all of them at one moment; with `by: 8` only if that is in turn 8 or before | `(key: "bridge", side: red, take: [(6, 4), (7, 4)], by: 8)` |
| destroy units | for good, once all of them are gone; `by` as above | `(key: "king", side: red, destroy: ["leonidas"])` |
| bring units off the map | for good, once so many (`count`, one if not given) have left over these hexes; `units` names those who may by their `key`, all of them then if no `count` is given; `by` as above | `(key: "news", side: red, exit: [(0, 5)], units: ["messenger"])` |

A hex of a goal is taken as a castle is, by a unit that ends a move on it, and it stays its side's when the unit goes. It is
Blue's at first, unless `red_holds` names it; so may castles be, but for one. Half-turns are counted when the enemy's ends; a
hex lost in between begins again. `destroy` names units of the enemy by the `key` in their army. To leave the map is an
order: it costs a unit on such a hex 1 MP, and a unit that a zone of control has halted cannot. Who has left is no loss, and
does not come back.

```
   turn 3, Red         turn 3, Blue        turn 4, Red         turn 4, Blue
   R stops on 3,2  ->  R still holds it ->  nothing to do  ->   R still holds it
   0 of 2              1 of 2               1 of 2              2 of 2: met
```

- `wins` lists sets of goals: a side that meets all of one set wins at once. It is asked after every order and at the end of
  every half-turn, for the side that moves first before the other, before castles and dusk.
- With `objective: goals` castles decide nothing. At dusk a side that alone had a way to win has lost; else more victory points
  win.
- Victory points are those of goals that are met (`points`), of castles held (`victory_points: (castle: 10)`) and of the enemy's
  losses (`losses: 50` for all of its men, a part for a part, rounded down).
- `degrees` names victories by their lead in points. A battle that points decide is a draw if the lead is below the lowest.

### Arrivals and events

A unit with `arrives: (turn: 4, hexes: [(0, 3), (0, 4)])` is not on the map at the start. At the beginning of its side's half
of turn 4 it comes in on the first of these hexes that is free, and waits while none is; `from: ne` stands for the edge of the
map, the hexes nearest to the north-east first. It has all its points at once, and takes the flag of its hex. With
`withdraws: 6` a unit is taken back at the beginning of its side's half of turn 6, wherever it is: that is no loss either.

```
   turn 3, Red's half   turn 4, Red's half     turn 5, Red's half
   0,3  a friend        0,3  a friend          0,3  free
   0,4  an enemy        0,4  an enemy      ->  0,4  an enemy
                        the unit waits         the unit stands on 0,3
```

`events` are a condition and what happens when it holds:

| condition | holds |
|---|---|
| `turn: 4` | when the half-turn of `side` in turn 4 begins (of the side that moves first, if `side` is not given) |
| `enters: [(6, 4)], side: red` | when a unit of Red ends a move on one of these hexes |
| `lost: ["leonidas"]` | when all these units have been destroyed |
| `points: 30, side: blue` | when Blue has so many victory points |
| `met: "bridge"` | when this goal is met |

| what happens | |
|---|---|
| `message: "A horn sounds."` | players read the text, with `told: red` or `told: blue` only one of them |
| `arrive: ["relief"]` | units that have `arrives` without a turn come from their side's next half-turn on |
| `opens: ["bridge"]` | goals count from now on, and not before |
| `terrain: {"water": [(3, 4)]}` | hexes become this terrain, whoever stands there; castles neither come nor go |

An event happens once, or as often as `repeat: 3` says: with `turn` in so many turns in a row, with `enters` for so many moves.
Conditions are asked after every order, after goals, and when a half-turn begins, before units come. What an event brings about
sets off no other event before the next time that conditions are asked.
"#;

const MOVING: &str = "\
## Moving

A unit has movement points (MP) for each of its turns. Entering a hex costs what its terrain costs; points left over at
the end of the turn are lost. A unit passes through friends but cannot stop on them, and it never enters an enemy's hex.
";

const ATTACKING: &str = "\
## Attacking

Attacks cost MP too, and a unit attacks as often as it can pay. Melee is with a neighbour: what is left of the target
strikes back at once. Fire from afar is not answered.

A blow costs its target

> the striking unit's men × power × match-up × ranks × (1 − cover) × roll

men, rounded, at least one. Cover is that of the terrain the struck unit stands on.
";

impl ManualWriter<'_> {
    fn write_all(mut self) -> fmt::Result {
        writeln!(self.out, "# The rules: {}\n", self.rules.name)?;
        writeln!(
            self.out,
            "<!-- Made by `hotgates rules show --markdown`: change the ruleset, not this file. -->\n"
        )?;
        write!(self.out, "{OPENING}{GOALS}\n{MOVING}")?;
        self.write_terrains()?;
        self.write_options()?;
        writeln!(self.out, "\n## Units")?;
        self.write_units()?;
        self.write_tags()?;
        write!(self.out, "\n{ATTACKING}")?;
        self.write_dice_roll()?;
        self.write_matchups()?;
        self.write_ranks()?;
        self.write_typical_attacks()?;
        self.write_finishing_attacks()?;
        self.write_battle_start()
    }

    fn write_terrains(&mut self) -> fmt::Result {
        let rules = self.rules;
        let units = rules.units.iter().map(|unit| format!("{}: hexes a turn", unit.name));
        let head: Vec<_> = ["terrain", "on maps", "MP to enter", "cover", ""].map(str::to_owned).into();
        let head: Vec<_> = head.into_iter().chain(units).collect();
        let row = |terrain: &Terrain| {
            let cost = terrain.cost.map_or_else(|| "no entry".to_owned(), |cost| cost.0.to_string());
            let mut notes = Vec::new();
            if terrain.castle {
                notes.push("what Red wants");
            }
            if terrain.blocks_fire && rules.options.line_of_sight {
                notes.push("stops fire");
            }
            let cells = [
                terrain.name.clone(),
                code_span(terrain.glyph),
                cost,
                cover_words(terrain),
                notes.join(", "),
            ];
            let hexes = rules.units.iter().map(|unit| match rules.cost(terrain, unit) {
                Some(MovementPoints(cost)) if cost <= unit.movement.0 => (unit.movement.0 / cost).to_string(),
                _ => "–".to_owned(),
            });
            cells.into_iter().chain(hexes).collect()
        };
        let rows: Vec<_> = rules.terrains.iter().map(row).collect();
        self.write_table(&head, rows)
    }

    fn write_units(&mut self) -> fmt::Result {
        let head = [
            "unit",
            "MP a turn",
            "men",
            "melee power",
            "fire power",
            "range",
            "an attack costs",
            "attacks a turn",
        ];
        let priced = self.rules.units.iter().any(|unit| unit.points.is_some());
        let head = head.into_iter().chain(priced.then_some("points"));
        let row = |unit: &UnitType| {
            let (fire, range) = match &unit.ranged {
                Some(ranged) => (decimal_words(ranged.power), format!("{} to {}", ranged.min, ranged.max)),
                None => ("–".to_owned(), "1".to_owned()),
            };
            let attacks = unit.movement.0 / unit.attack_cost.0;
            let points = unit.points.map_or_else(|| "–".to_owned(), |points| points.to_string());
            let cells = [
                unit.name.clone(),
                unit.movement.0.to_string(),
                unit.strength.0.to_string(),
                decimal_words(unit.melee),
                fire,
                range,
                format!("{} MP", unit.attack_cost.0),
                if attacks == 0 { "–".to_owned() } else { format!("up to {attacks}") },
            ];
            cells.into_iter().chain(priced.then_some(points)).collect()
        };
        self.write_table(&head.map(str::to_owned).collect::<Vec<_>>(), self.rules.units.iter().map(row))?;
        if priced {
            self.write_paragraph(
                "Points say what a unit at full strength is worth: as many more points win about equally much, whichever \
                 unit they buy. A unit with fewer men costs that much less, and officers cost nothing. An army for a sum of \
                 points has units in the proportions of its side's standard army."
            )?;
        }
        Ok(())
    }

    /// Writes which units each tag means.
    fn write_tags(&mut self) -> fmt::Result {
        let units = &self.rules.units;
        let tags: BTreeSet<_> = units.iter().flat_map(|unit| &unit.tags).collect();
        if tags.is_empty() {
            return Ok(());
        }
        let meaning = |tag: &&String| {
            let types = units.iter().filter(|unit| unit.tags.contains(tag)).map(|unit| unit.name.as_str());
            format!("`#{tag}` is {}", types.collect::<Vec<_>>().join(", "))
        };
        let meanings: Vec<_> = tags.iter().map(meaning).collect();
        self.write_paragraph(&format!(
            "Some rules are for all units of a sort: {}. A rule for one unit goes before one for its sort.",
            meanings.join("; ")
        ))
    }

    fn write_dice_roll(&mut self) -> fmt::Result {
        let combat = &self.rules.combat;
        let roll = |pips: u32| decimal_words(Permille(combat.roll_base.0 + combat.roll_step.0 * pips));
        self.write_paragraph(&format!(
            "A roll is {} + {} × the sum of two dice: {} at worst, {} on average, {} at best. A unit that strikes back does \
             so with {} of its power.",
            decimal_words(combat.roll_base),
            decimal_words(combat.roll_step),
            roll(2),
            roll(7),
            roll(12),
            combat.strike_back.in_percent()
        ))?;
        let own = |unit: &&UnitType| unit.melee_defence.is_some() || unit.strike_back.is_some();
        let own: Vec<_> = self.rules.units.iter().filter(own).collect();
        if !own.is_empty() {
            self.write_paragraph(
                "Some strike back otherwise, with this melee power, of which this share counts:",
            )?;
            let row = |unit: &&UnitType| {
                let (power, factor) = self.rules.strike_back_numbers(unit);
                vec![unit.name.clone(), decimal_words(power), factor.in_percent()]
            };
            let rows: Vec<_> = own.iter().map(row).collect();
            self.write_table(&["unit", "power in striking back", "counts"].map(str::to_owned), rows)?;
        }
        let rows =
            (2..).zip(WAYS).map(|(pips, ways)| vec![pips.to_string(), roll(pips), format!("{ways} of 36")]);
        self.write_table(&["dice", "roll", "chance"].map(str::to_owned), rows)
    }

    fn write_matchups(&mut self) -> fmt::Result {
        if self.rules.matchups.is_empty() {
            return Ok(());
        }
        self.write_paragraph("Most match-ups count 1. These do not:")?;
        let rows = self.rules.matchups.iter().map(|row| {
            let by = match row.by {
                Attack::Melee => "melee",
                Attack::Ranged => "fire",
            };
            let attacker = row.attacker.as_ref().map_or_else(|| "anybody".to_owned(), ToString::to_string);
            vec![format!("{by} by {attacker}"), row.target.to_string(), decimal_words(row.factor)]
        });
        self.write_table(&["attack", "on", "counts"].map(str::to_owned), rows)
    }

    fn write_ranks(&mut self) -> fmt::Result {
        self.write_paragraph(
            "A unit may have an officer. His rank counts for the losses his unit deals and takes:",
        )?;
        let rows = self.rules.rank_ids().map(|id| (id, &self.rules.ranks[id])).map(|(id, rank)| {
            let steps = self.rules.rank_steps(id).to_string();
            vec![rank.name.clone(), decimal_words(rank.dealt), decimal_words(rank.taken), steps]
        });
        self.write_table(&["rank", "dealt ×", "taken ×", "steps"].map(str::to_owned), rows)?;
        self.write_paragraph(
            "The highest rank alive on a side is also how far its computer commander looks ahead: it weighs so \
             many alternatives (steps) in a half-turn. A General is harder to beat than a Lieutenant."
        )
    }

    /// Returns the names of all terrains with the cover of one.
    fn terrains_with_cover(&self, place: TerrainId) -> String {
        let covers = self.covers_by_type(place);
        let alike = |other: &TerrainId| {
            let terrain = &self.rules.terrains[*other];
            self.covers_by_type(*other) == covers
                && self.rules.units.iter().any(|unit| self.rules.cost(terrain, unit).is_some())
        };
        let names =
            self.rules.terrain_ids().filter(alike).map(|other| self.rules.terrains[other].name.as_str());
        names.collect::<Vec<_>>().join(", ")
    }

    /// Returns every mode in which one unit type attacks another.
    fn attack_pairs(&self) -> Vec<(Attack, UnitTypeId, UnitTypeId)> {
        let kinds = self.rules.unit_ids();
        let ways = |kind: UnitTypeId| {
            let fires = self.rules.units[kind].ranged.is_some();
            [Some(Attack::Melee), Some(Attack::Ranged).filter(|_| fires)].into_iter().flatten()
        };
        kinds
            .clone()
            .flat_map(|attacker| ways(attacker).map(move |by| (attacker, by)))
            .flat_map(|(attacker, by)| kinds.clone().map(move |target| (by, attacker, target)))
            .collect()
    }

    fn attack_words(&self, (by, attacker, target): (Attack, UnitTypeId, UnitTypeId)) -> String {
        let verb = match by {
            Attack::Melee => "attacks",
            Attack::Ranged => "fires on",
        };
        format!("{} {verb} {}", self.rules.units[attacker].name, self.rules.units[target].name)
    }

    fn write_typical_attacks(&mut self) -> fmt::Result {
        writeln!(self.out, "\n## What to expect")?;
        self.write_paragraph(
            "Mean losses of one attack between units at full strength without officers: the target's, \
             then the attacker's. The attacker stands where there is no cover, the target on:",
        )?;
        let table = CombatTable::new(self.rules);
        let covers = self.distinct_covers();
        let head: Vec<_> = std::iter::once(String::new())
            .chain(covers.iter().map(|&place| self.terrains_with_cover(place)))
            .collect();
        let rows: Vec<Vec<String>> = self
            .attack_pairs()
            .into_iter()
            .map(|pair| {
                let (by, attacker, target) = pair;
                let odds = |&place: &TerrainId| {
                    let bare = covers.first().copied().unwrap_or_default();
                    let odds = Odds::from_attack(
                        &table,
                        by,
                        self.typical_fighter(attacker, bare),
                        self.typical_fighter(target, place),
                    );
                    format!(
                        "{} : {}",
                        mean_men(odds.expected_target_losses()),
                        mean_men(odds.expected_attacker_losses())
                    )
                };
                std::iter::once(self.attack_words(pair)).chain(covers.iter().map(odds)).collect()
            })
            .collect();
        self.write_table(&head, rows)
    }

    /// Writes the most men that a target may have to be destroyed by one attack.
    fn write_finishing_attacks(&mut self) -> fmt::Result {
        const SHARES: [u32; 5] = [25, 20, 15, 10, 5];
        self.write_paragraph(
            "The chance that one attack at full strength destroys a target without cover that has this much of its men \
             left:"
        )?;
        let table = CombatTable::new(self.rules);
        let bare = self.distinct_covers().first().copied().unwrap_or_default();
        let head: Vec<_> =
            std::iter::once(String::new()).chain(SHARES.map(|share| format!("{share} %"))).collect();
        let rows: Vec<Vec<String>> = self
            .attack_pairs()
            .into_iter()
            .map(|pair| {
                let (by, attacker, target) = pair;
                let chance = |share: u32| {
                    let full = self.rules.units[target].strength.0;
                    let left =
                        Strength(u16::try_from((u32::from(full) * share / 100).max(1)).unwrap_or(full));
                    let target = Fighter { strength: left, ..self.typical_fighter(target, bare) };
                    let odds = Odds::from_attack(&table, by, self.typical_fighter(attacker, bare), target);
                    Permille((odds.cases_target_destroyed() * 1000 + WHOLE / 2) / WHOLE).in_percent()
                };
                std::iter::once(self.attack_words(pair)).chain(SHARES.map(chance)).collect()
            })
            .collect();
        self.write_table(&head, rows)
    }

    fn write_battle_start(&mut self) -> fmt::Result {
        let setup = &self.rules.setup;
        let army = |army: &[(String, u32)]| {
            army.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
        };
        writeln!(self.out, "\n## The start")?;
        self.write_paragraph(&format!(
            "Red comes from one of six directions and starts more than {} away from every castle and \
             every Blue unit; Blue starts around its castles. A scenario without a last turn gets {} + {} × the turns that \
             {} needs to the nearest castle, at least {}. A map without armies gets the standard ones:",
            count_words(setup.distance, "hex", "hexes"),
            setup.turns,
            setup.turns_per_march,
            self.rules.units[self.rules.marching_type()].name,
            setup.min_turns
        ))?;
        let standard = &self.rules.standard;
        let rows = [("Red", &standard.red), ("Blue", &standard.blue)];
        let price = |units: &[(String, u32)]| -> Option<u64> {
            let each = |(name, count): &(String, u32)| {
                Some(u64::from(*count) * u64::from(self.rules.units[self.rules.unit(name)?].points?))
            };
            units.iter().map(each).sum()
        };
        let priced = rows.iter().all(|(_, units)| price(units).is_some());
        let head = ["side", "units"].into_iter().chain(priced.then_some("points"));
        let rows = rows.map(|(side, units)| {
            let points = price(units).filter(|_| priced).map(|points| points.to_string());
            [side.to_owned(), army(units)].into_iter().chain(points).collect()
        });
        self.write_table(&head.map(str::to_owned).collect::<Vec<_>>(), rows)
    }
}

/// Returns a glyph as code in a table, where a bar would end the cell.
fn code_span(glyph: char) -> String {
    match glyph {
        '|' => "`\\|`".to_owned(),
        '`' => "`` ` ``".to_owned(),
        glyph => format!("`{glyph}`"),
    }
}

/// Returns the cover of a terrain, with those units for which it is another.
fn cover_words(terrain: &Terrain) -> String {
    let words = |share: Permille| if share.0 == 0 { "–".to_owned() } else { share.in_percent() };
    let others = terrain.defence_for.iter().map(|(types, &share)| format!("; {types} {}", words(share)));
    words(terrain.defence) + &others.collect::<String>()
}

/// Returns a number of ‰ as a decimal: `0.45` of 450 ‰, without zeros at the end.
fn decimal_words(Permille(permille): Permille) -> String {
    let text = format!("{}.{:03}", permille / 1000, permille % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns a mean out of [`WHOLE`] as a whole number of men.
fn mean_men(sum: u32) -> String {
    ((sum + WHOLE / 2) / WHOLE).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0, 50, 450, 1000, 2125].map(|n| decimal_words(Permille(n))),
            ["0", "0.05", "0.45", "1", "2.125"]
        );
    }

    #[test]
    fn every_table_has_cells_for_its_columns() {
        let mut rules = Ruleset::classic();
        rules.terrains[0].glyph = '|';
        rules.options.zone_of_control = true;
        rules.options.fog_of_war = true;
        rules.terrains[0].sight_cost = Some(3);
        rules.options.cohesion = Some(hotgates_engine::CohesionRule::default());
        rules.options.retreat = Some(hotgates_engine::RetreatRule::default());
        let text = write_manual(&rules).unwrap();
        assert!(text.contains("ends the move") && text.contains("### Fog of war"));
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let mut table: Option<usize> = None;
        for line in text.lines() {
            if line.starts_with('|') {
                assert_eq!(cells(line), *table.get_or_insert(cells(line)), "{line}");
            } else {
                table = None;
            }
        }
    }

    #[test]
    fn what_units_see_is_listed_where_enemies_are_hidden() {
        let mut rules = Ruleset::classic();
        let forest = rules.terrain("forest").unwrap();
        (rules.units[1].sight, rules.units[0].ambushes) = (Some(7), true);
        rules.terrains[forest].sight_cost = Some(2);
        assert_eq!(write_manual(&rules), write_manual(&Ruleset::classic()), "fog of war is off");
        rules.options.fog_of_war = true;
        let text = write_manual(&rules).unwrap();
        for row in ["| infantry | 5 | yes |", "| cavalry | 7 | – |", "| forest | 2 |"] {
            assert!(text.lines().any(|line| line == row), "{row}: {text}");
        }
        assert!(!text.contains("| grass | 1 |") && !text.contains("Nobody looks across"), "{text}");
        rules.options.line_of_sight = true;
        assert!(write_manual(&rules).unwrap().contains("Nobody looks across terrain that stops fire."));
    }

    #[test]
    fn types_that_strike_back_by_their_own_numbers_are_listed() {
        let mut rules = Ruleset::classic();
        assert!(!write_manual(&rules).unwrap().contains("strike back otherwise"));
        rules.units[0].melee_defence = Some(Permille(200));
        rules.units[2].strike_back = Some(Permille(0));
        let text = write_manual(&rules).unwrap();
        for row in ["| infantry | 0.2 | 70 % |", "| artillery | 0.1 | 0 % |"] {
            assert!(text.lines().any(|line| line == row), "{text}");
        }
    }

    #[test]
    fn tags_say_which_units_they_mean() {
        let mut rules = Ruleset::classic();
        rules.units[1].tags = vec!["mounted".into()];
        rules.matchups[0].target = "#mounted".into();
        let forest = rules.terrain("forest").unwrap();
        rules.terrains[forest].defence_for.insert("#mounted".into(), Permille(0));
        let text = write_manual(&rules).unwrap();
        assert!(text.contains("`#mounted` is cavalry."), "{text}");
        assert!(text.contains("25 %; #mounted –"), "{text}");
        assert!(text.contains("on | counts") && text.contains("| #mounted |"), "{text}");
        // The forest covers cavalry no better than grass does.
        let line = text.lines().find(|line| line.starts_with("| infantry attacks cavalry")).unwrap();
        let cells: Vec<_> = line.split('|').collect();
        assert_eq!(cells[2], cells[3], "{text}");
    }

    /// The example of the rules: 1000 infantry attack infantry in a forest.
    #[test]
    fn the_means_are_those_of_the_engine() {
        let text = write_manual(&Ruleset::classic()).unwrap();
        let line = text.lines().find(|line| line.starts_with("| infantry attacks infantry")).unwrap();
        assert!(line.contains(" 100 : 63 ") && line.contains(" 75 : 65 "), "{line}");
    }
}
