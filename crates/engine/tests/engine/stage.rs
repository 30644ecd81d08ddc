//! Battles made from pictures, and random battles.

use std::collections::BTreeMap;

use hotgates_engine::{
    AmmunitionRule, Army, ArrivalEntry, Battle, CohesionRule, CombinedArmsRule, Coord, DegreeEntry, Dice,
    Direction, EntrenchmentRule, Event, FacingRule, Fault, GoalEntry, HeightRule, Illegal, LeadershipRule,
    LegalOrders, MapFile, MovementPoints, Objective, OfficerRule, OptionalRules, Order, Permille,
    ReactionRule, RetreatRule, Ruleset, Scenario, ScriptedEventEntry, Side, SupplyRule, TypeSelector,
    UnitEntry, UnitId, UnitLabel, VictoryPointValues, WeatherRule, WeatherState, WorkId, WorkRule,
};

/// A map, two armies and the rules, before they are a battle.
#[derive(Debug, Clone)]
pub struct Stage(pub Scenario);

/// Makes a stage from rows of glyphs, and from units as in `infantry 3,0; cavalry 1,2 x300
/// General`. The rules are the classic ones, but armies may start as close to each other as they
/// like.
pub fn stage(rows: &[&str], red: &str, blue: &str) -> Stage {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    stage_by(rules, rows, red, blue)
}

pub fn stage_by(rules: Ruleset, rows: &[&str], red: &str, blue: &str) -> Stage {
    let rows = rows.iter().map(|row| (*row).to_owned()).collect();
    let (red, blue) = (Some(army(red)), Some(army(blue)));
    Stage(Scenario::new(MapFile { name: "a picture".into(), rows, red, blue, ..MapFile::default() }, rules))
}

/// Returns the label of a unit whose officer has no name, such as `Blue's infantry 1`.
pub fn labelled(text: &str) -> UnitLabel {
    let (side, label) = text.split_once("'s ").expect("a side");
    let side = if side == "Red" { Side::Red } else { Side::Blue };
    let kind = label.split(' ').next().expect("a type").to_owned();
    UnitLabel { side, kind, label: label.to_owned() }
}

fn army(units: &str) -> Army {
    Army { commander: None, units: units.split(';').map(unit).collect() }
}

fn unit(text: &str) -> UnitEntry {
    let mut words = text.split_whitespace();
    let mut entry = UnitEntry::new(words.next().expect("a unit has a type"));
    for word in words {
        match word.split_once(',') {
            Some((col, row)) => entry.at = Some(at(col.parse().unwrap(), row.parse().unwrap())),
            None if word.starts_with('x') => entry.strength = Some(word[1..].parse().unwrap()),
            None => entry.rank = Some(word.to_owned()),
        }
    }
    entry
}

impl Stage {
    pub fn with(mut self, change: impl FnOnce(&mut Scenario)) -> Self {
        change(&mut self.0);
        self
    }

    pub fn last_turn(self, turns: i64) -> Self {
        self.with(|scenario| scenario.map.turns = Some(turns))
    }

    pub fn battle(&self) -> Battle {
        Battle::from_scenario(&self.0).unwrap_or_else(|faults| panic!("{}", sentences(&faults)))
    }

    pub fn game(&self) -> Game {
        Game { battle: self.battle(), dice: Dice::new(1), log: Vec::new() }
    }
}

pub fn sentences(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

pub fn at(col: i32, row: i32) -> Coord {
    Coord { col, row }
}

/// A battle being played by hand.
#[derive(Debug, Clone)]
pub struct Game {
    pub battle: Battle,
    pub dice: Dice,
    pub log: Vec<Event>,
}

impl Game {
    /// Follows an order that must be legal, and returns its events.
    #[track_caller]
    pub fn act(&mut self, order: Order) -> Vec<Event> {
        let before = self.log.len();
        self.battle
            .act(order, &mut self.dice, &mut self.log)
            .unwrap_or_else(|illegal| panic!("{order}: {illegal}"));
        self.log[before..].to_vec()
    }

    #[track_caller]
    pub fn go(&mut self, unit: u16, col: i32, row: i32) -> Vec<Event> {
        self.act(go(unit, col, row))
    }

    #[track_caller]
    pub fn hit(&mut self, unit: u16, target: u16) -> Vec<Event> {
        self.act(hit(unit, target))
    }

    #[track_caller]
    pub fn end_turn(&mut self) -> Vec<Event> {
        self.act(Order::EndTurn)
    }

    /// Asserts that an order is refused for this reason, and that nothing has changed.
    #[track_caller]
    pub fn check_illegal(&mut self, order: Order, why: &Illegal) {
        assert_eq!(self.refuse(order).as_ref(), Err(why), "{order}");
        assert_eq!(self.battle.check(order).as_ref(), Err(why), "{order}");
    }

    /// Checks an order, and asserts that nothing changes if the order is refused. An accepted order
    /// is not followed.
    #[track_caller]
    pub fn refuse(&mut self, order: Order) -> Result<(), Illegal> {
        let mut game = self.clone();
        let answer = game.battle.act(order, &mut game.dice, &mut game.log);
        if answer.is_err() {
            assert_eq!(game.battle, self.battle, "{order} changed the battle");
            assert_eq!(game.battle.hash(), self.battle.hash(), "{order} changed the hash");
            assert_eq!(game.dice, self.dice, "{order} rolled dice");
            assert_eq!(game.log, self.log, "{order} wrote the log");
        }
        answer
    }

    /// Number of movement points that a unit has left.
    pub fn left(&self, unit: u16) -> u16 {
        self.battle.unit(UnitId(unit)).left.0
    }

    pub fn men(&self, unit: u16) -> u16 {
        self.battle.unit(UnitId(unit)).strength.0
    }
}

pub fn go(unit: u16, col: i32, row: i32) -> Order {
    Order::Move { unit: UnitId(unit), to: at(col, row).hex() }
}

pub fn face(unit: u16, way: Direction) -> Order {
    Order::Face { unit: UnitId(unit), way }
}

pub fn work(unit: u16, col: i32, row: i32, work: u8) -> Order {
    Order::Work { unit: UnitId(unit), at: at(col, row).hex(), work: WorkId(work) }
}

pub fn hit(unit: u16, target: u16) -> Order {
    Order::Attack { unit: UnitId(unit), target: UnitId(target) }
}

/// Returns every legal order of the side to move.
pub fn orders(battle: &Battle) -> Vec<Order> {
    LegalOrders::new().orders_of_side(battle).to_vec()
}

/// Picks one element of a list at random.
pub fn pick<T: Copy>(dice: &mut Dice, list: &[T]) -> T {
    list[dice.draw_below(u32::try_from(list.len()).unwrap()) as usize]
}

/// Plays at most `count` random legal orders, attacks often and ends of turns rarely; returns the
/// orders played.
pub fn play_at_random(game: &mut Game, choice: &mut Dice, count: usize) -> Vec<Order> {
    let mut played = Vec::new();
    while played.len() < count && game.battle.verdict().is_none() {
        let legal = orders(&game.battle);
        let attacks: Vec<_> =
            legal.iter().copied().filter(|order| matches!(order, Order::Attack { .. })).collect();
        let order = match choice.draw_below(8) {
            0 => Order::EndTurn,
            1..=3 if !attacks.is_empty() => pick(choice, &attacks),
            _ => pick(choice, &legal),
        };
        game.act(order);
        played.push(order);
    }
    played
}

/// Returns a random map of mixed ground with small armies anywhere on it; where that map cannot be
/// played, the map of the next seed.
pub fn random_stage(seed: u64, rules: &Ruleset) -> Stage {
    let mut dice = Dice::for_other_purpose(seed, 77);
    loop {
        let stage = try_random_stage(&mut dice, rules);
        if Battle::check_scenario(&stage.0).battle.is_some() {
            return stage;
        }
    }
}

fn try_random_stage(dice: &mut Dice, rules: &Ruleset) -> Stage {
    let (width, height) = (3 + dice.draw_below(8), 2 + dice.draw_below(7));
    let glyphs: Vec<char> = rules.terrains.iter().map(|terrain| terrain.glyph).collect();
    let open = rules.terrains.iter().find(|terrain| terrain.cost.is_some()).unwrap().glyph;
    let castle = rules.terrains.iter().find(|terrain| terrain.castle).unwrap().glyph;
    // From nearly all open ground to nearly all of it mixed.
    let mixed = dice.draw_below(100);
    let mut rows: Vec<Vec<char>> = (0..height)
        .map(|_| {
            (0..width)
                .map(|_| if dice.draw_below(100) < mixed { pick(dice, &glyphs) } else { open })
                .collect()
        })
        .collect();
    for _ in 0..=dice.draw_below(2) {
        rows[dice.draw_below(height) as usize][dice.draw_below(width) as usize] = castle;
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let mut cells: Vec<Coord> = (0..width)
        .flat_map(|col| (0..height).map(move |row| at(col.cast_signed(), row.cast_signed())))
        .collect();
    let kinds: Vec<&str> = rules.units.iter().map(|unit| unit.name.as_str()).collect();
    let ranks: Vec<&str> = rules.ranks.iter().map(|rank| rank.name.as_str()).collect();
    let mut army = |dice: &mut Dice| {
        let mut units = Vec::new();
        for _ in 0..=dice.draw_below(4) {
            if cells.is_empty() {
                break;
            }
            let place = cells.swap_remove(dice.draw_below(u32::try_from(cells.len()).unwrap()) as usize);
            units.push(UnitEntry {
                strength: Some((1 + dice.draw_below(200)).into()),
                rank: (dice.draw_below(2) == 0).then(|| pick(dice, &ranks).to_owned()),
                at: Some(place),
                ..UnitEntry::new(pick(dice, &kinds))
            });
        }
        Some(Army { commander: None, units })
    };
    let (red, blue) = (army(dice), army(dice));
    let turns = Some(3 + i64::from(dice.draw_below(6)));
    let mut rules = rules.clone();
    rules.setup.distance = 0;
    let first = (dice.draw_below(4) == 0).then_some(Side::Blue);
    let map = MapFile { name: "chance".into(), rows, red, blue, first, turns, ..MapFile::default() };
    Stage(Scenario::new(map, rules))
}

/// Returns a random map as [`random_stage`] makes it, with random goals of both sides, ways to win
/// and points.
pub fn random_stage_with_goals(seed: u64, rules: &Ruleset) -> Stage {
    let mut dice = Dice::for_other_purpose(seed, 78);
    loop {
        let mut stage = random_stage(u64::from(dice.draw_below(1 << 30)), rules);
        give_random_goals(&mut stage.0.map, &mut dice);
        if Battle::check_scenario(&stage.0).battle.is_some() {
            return stage;
        }
    }
}

/// Returns a random map as [`random_stage_with_goals`] makes it, with units that come and go and with
/// events.
pub fn random_stage_with_events(seed: u64, rules: &Ruleset) -> Stage {
    let mut dice = Dice::for_other_purpose(seed, 79);
    loop {
        let mut stage = random_stage_with_goals(u64::from(dice.draw_below(1 << 30)), rules);
        give_random_events(&mut stage.0.map, &mut dice);
        if Battle::check_scenario(&stage.0).battle.is_some() {
            return stage;
        }
    }
}

/// Returns a random map, with goals for one seed of three, and with events for another.
pub fn any_random_stage(seed: u64, rules: &Ruleset) -> Stage {
    match seed % 3 {
        0 => random_stage(seed, rules),
        1 => random_stage_with_goals(seed, rules),
        _ => random_stage_with_events(seed, rules),
    }
}

/// Returns a [random map](any_random_stage) on which half of the sides have a home of up to three random hexes.
pub fn any_random_stage_with_homes(seed: u64, rules: &Ruleset) -> Stage {
    let mut stage = any_random_stage(seed, rules);
    let mut dice = Dice::for_other_purpose(seed, 2);
    let map = &mut stage.0.map;
    let hexes = hexes_of_map(map);
    for side in Side::BOTH {
        let count = if dice.draw_below(2) == 0 { 0 } else { 1 + dice.draw_below(3) };
        for _ in 0..count {
            let (hex, home) = (pick(&mut dice, &hexes), map.home.hexes_mut(side));
            if !home.contains(&hex) {
                home.push(hex);
            }
        }
    }
    stage
}

fn hexes_of_map(map: &MapFile) -> Vec<Coord> {
    let (width, height) = (map.rows[0].chars().count(), map.rows.len());
    (0..width)
        .flat_map(|col| (0..height).map(move |row| at(col.try_into().unwrap(), row.try_into().unwrap())))
        .collect()
}

fn give_random_events(map: &mut MapFile, dice: &mut Dice) {
    let hexes = hexes_of_map(map);
    let mut waiting = Vec::new();
    for side in Side::BOTH {
        for unit in &mut map.army_mut(side).as_mut().unwrap().units {
            unit.withdraws = (dice.draw_below(5) == 0).then(|| (2 + dice.draw_below(4)).into());
            if dice.draw_below(2) == 0 {
                let turn = (dice.draw_below(3) > 0).then(|| (2 + dice.draw_below(3)).into());
                if turn.is_none() {
                    waiting.extend(unit.key.clone());
                }
                let places: Vec<Coord> = (0..=dice.draw_below(2)).map(|_| pick(dice, &hexes)).collect();
                let from = (dice.draw_below(4) == 0).then(|| pick(dice, &Direction::ALL));
                let hexes = if from.is_some() { Vec::new() } else { places };
                (unit.at, unit.arrives) = (None, Some(ArrivalEntry { turn, hexes, from }));
            }
        }
    }
    let units: Vec<String> = Side::BOTH
        .into_iter()
        .flat_map(|side| map.army(side).unwrap().units.iter().filter_map(|unit| unit.key.clone()))
        .collect();
    let goals: Vec<String> = map.goals.iter().map(|goal| goal.key.clone()).collect();
    let word = |dice: &mut Dice, words: &[String]| {
        words[dice.draw_below(u32::try_from(words.len()).unwrap()) as usize].clone()
    };
    for index in 0..=dice.draw_below(4) {
        let mut event = ScriptedEventEntry { key: format!("event {index}"), ..Default::default() };
        let side = Some(pick(dice, &Side::BOTH));
        match dice.draw_below(5) {
            0 => (event.turn, event.side) = (Some((2 + dice.draw_below(3)).into()), side),
            1 => (event.enters, event.side) = ((0..6).map(|_| pick(dice, &hexes)).collect(), side),
            2 => event.lost = vec![word(dice, &units)],
            3 => (event.points, event.side) = (Some((1 + dice.draw_below(20)).into()), side),
            _ => event.met = Some(word(dice, &goals)),
        }
        event.enters.sort_by_key(|hex| (hex.col, hex.row));
        event.enters.dedup();
        if event.turn.is_some() || !event.enters.is_empty() {
            event.repeat = (dice.draw_below(2) == 0).then(|| (1 + dice.draw_below(3)).into());
        }
        event.message = Some("Something happens.".to_owned());
        event.arrive = if index == 0 { waiting.clone() } else { Vec::new() };
        if dice.draw_below(3) == 0 {
            let terrain = pick(dice, &["water", "road", "grass", "forest"]);
            event.terrain.insert(terrain.to_owned(), vec![pick(dice, &hexes)]);
        }
        event.opens = if dice.draw_below(2) == 0 { vec![word(dice, &goals)] } else { Vec::new() };
        map.events.push(event);
    }
}

fn give_random_goals(map: &mut MapFile, dice: &mut Dice) {
    let hexes = hexes_of_map(map);
    for side in Side::BOTH {
        for (index, unit) in map.army_mut(side).as_mut().unwrap().units.iter_mut().enumerate() {
            unit.key = Some(format!("{} {index}", side.name()));
        }
    }
    let some =
        |dice: &mut Dice, at_most: u32| (dice.draw_below(3) > 0).then(|| dice.draw_below(at_most).into());
    for index in 0..=dice.draw_below(5) {
        let side = pick(dice, &Side::BOTH);
        let mut goal = GoalEntry { points: some(dice, 50), ..goal(&format!("goal {index}"), side) };
        let mut places: Vec<Coord> = (0..=dice.draw_below(2)).map(|_| pick(dice, &hexes)).collect();
        places.dedup();
        match dice.draw_below(4) {
            0 => (goal.hold, goal.turns) = (places, some(dice, 4)),
            1 => (goal.take, goal.by) = (places, some(dice, 5).map(|by| by + 1)),
            2 => {
                (goal.exit, goal.by) = (places, some(dice, 5).map(|by| by + 1));
                let units = u32::try_from(map.army(side).unwrap().units.len()).unwrap();
                if dice.draw_below(2) == 0 {
                    goal.units = vec![format!("{} {}", side.name(), dice.draw_below(units))];
                } else {
                    goal.count = Some((1 + dice.draw_below(units.min(2))).into());
                }
            }
            _ => {
                let units = u32::try_from(map.army(side.other()).unwrap().units.len()).unwrap();
                goal.destroy = vec![format!("{} {}", side.other().name(), dice.draw_below(units))];
                goal.by = some(dice, 5).map(|by: i64| by + 1);
            }
        }
        if dice.draw_below(3) == 0 {
            let sets = if side == Side::Red { &mut map.wins.red } else { &mut map.wins.blue };
            match sets.last_mut() {
                Some(set) if dice.draw_below(2) == 0 => set.push(goal.key.clone()),
                _ => sets.push(vec![goal.key.clone()]),
            }
        }
        map.goals.push(goal);
    }
    for hex in map.goals.iter().flat_map(|goal| goal.hold.iter().chain(&goal.take)) {
        if dice.draw_below(3) == 0 && !map.red_holds.contains(hex) {
            map.red_holds.push(*hex);
        }
    }
    map.objective = Some(pick(dice, &Objective::ALL));
    let degrees = [(10, "a close one"), (40, "a great one")]
        .map(|(lead, name)| DegreeEntry { lead, name: name.into() });
    map.victory_points = (dice.draw_below(2) == 0).then(|| VictoryPointValues {
        castle: some(dice, 30),
        losses: some(dice, 100),
        degrees: degrees[..dice.draw_below(3) as usize].to_vec(),
    });
}

/// Returns a goal without an aim.
pub fn goal(key: &str, side: Side) -> GoalEntry {
    GoalEntry::new(key, side)
}

/// Bit of the optional rule of zones of control.
pub const ZONES: u64 = 1;

/// Bit of the optional rule of lines of sight.
pub const LINE_OF_SIGHT: u64 = 2;

/// Bit of the optional rule of fog of war.
pub const FOG_OF_WAR: u64 = 4;

/// Bit of the optional rule of cohesion.
pub const COHESION: u64 = 8;

/// Bit of the optional rule of retreats.
pub const RETREAT: u64 = 16;

/// Bit of the optional rule of supply.
pub const SUPPLY: u64 = 32;

/// Bit of the optional rule of ammunition.
pub const AMMUNITION: u64 = 64;

/// Bit of the optional rule of officers.
pub const OFFICERS: u64 = 128;

/// Bit of the optional rule of leadership.
pub const LEADERSHIP: u64 = 256;

/// Bit of the optional rule of combined arms.
pub const COMBINED_ARMS: u64 = 512;

/// Bit of the optional rule of facing.
pub const FACING: u64 = 1024;

/// Bit of the optional rule of reaction fire.
pub const REACTION: u64 = 2048;

/// Bit of the optional rule of entrenchment.
pub const ENTRENCHMENT: u64 = 4096;

/// Bit of the optional rule of height.
pub const HEIGHT: u64 = 8192;

/// Bit of the optional rule of works.
pub const WORKS: u64 = 16_384;

/// Bit of the optional rule of weather.
pub const WEATHER: u64 = 32_768;

/// Bits of the optional rules that [`Naive`](crate::naive::Naive) leaves out.
pub const NOT_NAIVE: u64 = LINE_OF_SIGHT | FOG_OF_WAR;

/// The number of ways to switch the optional rules on and off.
pub const OPTION_SETS: u64 = 65_536;

/// Returns a set of optional rules for a seed: of few seeds in a row, about half have each of the rules.
pub fn some_options(seed: u64) -> u64 {
    seed.wrapping_mul(40_503) % OPTION_SETS
}

fn weather(by_schedule: bool) -> WeatherRule {
    let state = |name: &str, grass: u32, sight: u32, fire: u32| WeatherState {
        name: name.into(),
        costs: BTreeMap::from([("grass".into(), Permille(grass)), ("forest".into(), Permille(2000))]),
        sight: Permille(sight),
        fire: Permille(fire),
        next: BTreeMap::new(),
    };
    if by_schedule {
        let states = vec![state("day", 1000, 1000, 1000), state("night", 1500, 400, 500)];
        return WeatherRule { states, schedule: ["night", "day", "day"].map(str::to_owned).to_vec() };
    }
    let mut states = vec![state("dry", 1000, 1000, 1000), state("rain", 2000, 700, 500)];
    states[0].next = BTreeMap::from([("dry".into(), 1), ("rain".into(), 1)]);
    states[1].next = states[0].next.clone();
    WeatherRule { states, schedule: Vec::new() }
}

fn works() -> Vec<WorkRule> {
    let work = |name: &str, from: &[&str], to: &str, by: &[&str], turns| WorkRule {
        name: name.into(),
        from: from.iter().map(|&name| name.into()).collect(),
        to: to.into(),
        by: by.iter().map(|&name| TypeSelector::from(name)).collect(),
        turns,
    };
    vec![
        work("lay a bridge", &["water"], "bridge", &["infantry"], 2),
        work("blow up", &["bridge"], "water", &["infantry"], 1),
        work("clear", &["forest", "road"], "grass", &["infantry", "cavalry"], 3),
        work("plant", &["grass"], "forest", &["cavalry"], 1),
    ]
}

/// Returns the classic rules with optional rules by the bits of a number below [`OPTION_SETS`]. Under
/// fog of war units see so little that they are out of sight of each other on small maps, supplies do not
/// travel far, guns have two rounds, roads are depots, and officers rise fast; where units face ways, their
/// zones lie before them only; guns react and support, cavalry does
/// not dig in, and castles stand highest; infantry lays bridges in two half-turns and blows them up in one,
/// and whoever goes on foot or on horse clears forests; rain comes by chance, or night by a schedule where
/// there are zones of control. Zones cost 2 MP where units give way or stand high, and end moves elsewhere; cavalry
/// ignores them where units hold together more or less, or guns react.
pub fn classic_with(options: u64) -> Ruleset {
    let on = |bit: u64| options & bit != 0;
    let options = OptionalRules {
        zone_of_control: on(ZONES),
        zone_extra: MovementPoints(if on(RETREAT) || on(HEIGHT) { 2 } else { 0 }),
        line_of_sight: on(LINE_OF_SIGHT),
        fog_of_war: on(FOG_OF_WAR),
        cohesion: on(COHESION).then(CohesionRule::default),
        retreat: on(RETREAT).then(RetreatRule::default),
        supply: on(SUPPLY).then(|| SupplyRule { reach: MovementPoints(8), ..SupplyRule::default() }),
        ammunition: on(AMMUNITION).then(AmmunitionRule::default),
        officers: on(OFFICERS).then(|| OfficerRule { promotion: 60, ..OfficerRule::default() }),
        leadership: on(LEADERSHIP).then(LeadershipRule::default),
        combined_arms: on(COMBINED_ARMS).then(CombinedArmsRule::default),
        facing: on(FACING).then(|| FacingRule { front_zones: on(ZONES), ..FacingRule::default() }),
        height: on(HEIGHT).then(HeightRule::default),
        reaction: on(REACTION).then(ReactionRule::default),
        entrenchment: on(ENTRENCHMENT).then(EntrenchmentRule::default),
        works: if on(WORKS) { works() } else { Vec::new() },
        weather: on(WEATHER).then(|| weather(on(ZONES))),
    };
    let mut rules = Ruleset { options, ..Ruleset::classic() };
    rules.units[1].pursues = rules.options.retreat.is_some();
    (rules.units[2].reacts, rules.units[2].supports) = (on(REACTION), on(REACTION));
    // In every other set of rules with zones, guns have none.
    rules.units[2].lacks_zone = on(ZONES) && (on(SUPPLY) || on(OFFICERS));
    rules.units[1].ignores_zones = on(ZONES) && (on(COHESION) || on(REACTION));
    rules.units[1].stays_in_the_open = on(ENTRENCHMENT);
    rules.units[2].rounds = rules.options.ammunition.as_ref().map(|_| 2);
    let road = rules.terrain("road").expect("a classic terrain");
    rules.terrains[road].depot = rules.options.supply.is_some();
    if rules.options.height.is_some() {
        for (name, height) in [("forest", 1), ("castle", 2), ("road", 1)] {
            let terrain = rules.terrain(name).expect("a classic terrain");
            rules.terrains[terrain].height = height;
        }
    }
    if rules.options.fog_of_war {
        for (unit, sight) in rules.units.iter_mut().zip([1, 3, 2]) {
            unit.sight = Some(sight);
        }
        rules.units[0].ambushes = true;
        let forest = rules.terrain("forest").expect("a classic terrain");
        rules.terrains[forest].sight_cost = Some(2);
    }
    rules
}
