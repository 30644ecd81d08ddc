//! What a battle is fought on and by whom, drawn from a seed: rules, ground, armies, commanders, dice.

use hotgates_ai::NAMES;
use hotgates_engine::{
    Army, Battle, BySide, Coord, Dice, DiceKey, DiceSource, Direction, MapFile, NamedHomes, Permille,
    Ruleset, Scenario, Side, SideFactors, UnitEntry,
};
use hotgates_mapgen::{LandKind, MIN_SIDE, MapPlan};
use serde_json::{Number, Value};

/// A battle to be fought.
#[derive(Debug, Clone)]
pub struct SoakScene {
    /// The scenario, with its dice.
    pub scenario: Scenario,
    /// The battle before its first order.
    pub start: Battle,
    /// Names of the commanders.
    pub names: BySide<String>,
}

/// Which purpose the chance of scenes is drawn for, so that no battle has the same.
const PURPOSE: u64 = 77;
/// Most changes of a ruleset's numbers.
const MOST_CHANGES: u32 = 60;

impl SoakScene {
    /// Draws the scene of a seed; `None` where what was drawn makes no battle.
    #[must_use]
    pub fn from_seed(seed: u64) -> Option<Self> {
        let mut lots = Dice::for_other_purpose(seed, PURPOSE);
        let (name, _) = Ruleset::SHIPPED[draw_index(&mut lots, Ruleset::SHIPPED.len())];
        let mut shipped = Ruleset::shipped(name)?;
        let generated = name == "classic" && lots.draw_below(3) == 0;
        let map = if generated { generated_map(seed, &mut lots)? } else { small_map(&shipped, &mut lots) };
        if !generated {
            // Small maps have no room between the armies.
            shipped.setup.distance = 0;
        }
        let mut rules = shipped;
        if lots.draw_below(4) > 0 {
            rules = changed_rules(&rules, &mut lots);
        }
        rules.options.fog_of_war ^= lots.draw_below(2) == 0;
        let mut scenario = Scenario::new(map, rules);
        scenario.set_dice_source(if lots.draw_below(2) == 0 {
            DiceSource::Seed(seed)
        } else {
            DiceSource::Key(DiceKey::from_bytes([0; DiceKey::BYTES].map(|_: u8| draw_byte(&mut lots))))
        });
        let start = Battle::check_scenario(&scenario).battle?;
        let names = BySide::new(|_| commander_name(&scenario.rules, &mut lots));
        Some(Self { scenario, start, names })
    }
}

fn draw_index(lots: &mut Dice, count: usize) -> usize {
    lots.draw_below(u32::try_from(count).unwrap_or(u32::MAX)) as usize
}

fn draw_byte(lots: &mut Dice) -> u8 {
    u8::try_from(lots.draw_below(256)).unwrap_or(0)
}

/// Returns a commander, of any rank or of the highest officer's, with its own budget most of the time.
fn commander_name(rules: &Ruleset, lots: &mut Dice) -> String {
    let name = NAMES[draw_index(lots, NAMES.len())];
    let ranks = &rules.ranks;
    let rank = match lots.draw_below(2) {
        0 if !ranks.is_empty() => format!(":{}", ranks[draw_index(lots, ranks.len())].name.to_lowercase()),
        _ => String::new(),
    };
    let steps = match lots.draw_below(8) {
        0 => String::new(),
        _ => format!("+{}", 1 + lots.draw_below(400)),
    };
    format!("{name}{rank}{steps}")
}

/// Returns a map as `map random` makes them, with armies that find room, and few turns.
fn generated_map(seed: u64, lots: &mut Dice) -> Option<MapFile> {
    let kind = LandKind::ALL[draw_index(lots, LandKind::ALL.len())];
    let side = |lots: &mut Dice| MIN_SIDE + lots.draw_below(8);
    let (width, height) = (side(lots), side(lots));
    let from = Direction::ALL[draw_index(lots, Direction::ALL.len())];
    let mut map = MapPlan { kind, width, height, seed, from }.generate_map().ok()?;
    map.turns = Some(i64::from(2 + lots.draw_below(8)));
    Some(map)
}

/// Returns a small map of any ground under a ruleset, with a few units a side that stand anywhere.
fn small_map(rules: &Ruleset, lots: &mut Dice) -> MapFile {
    let (width, height) = (4 + draw_index(lots, 12), 3 + draw_index(lots, 10));
    let glyphs: Vec<char> = rules.terrains.iter().map(|terrain| terrain.glyph).collect();
    let is_open = |terrain: &&hotgates_engine::Terrain| terrain.cost.is_some() && !terrain.castle;
    let open = rules.terrains.iter().find(is_open).map_or('.', |terrain| terrain.glyph);
    let castle = rules.terrains.iter().find(|terrain| terrain.castle).map_or('#', |terrain| terrain.glyph);
    let mut rows = vec![vec![open; width]; height];
    for _ in 0..draw_index(lots, width * height) {
        let (col, row) = (draw_index(lots, width), draw_index(lots, height));
        rows[row][col] = glyphs[draw_index(lots, glyphs.len())];
    }
    for _ in 0..=lots.draw_below(2) {
        let (col, row) = (draw_index(lots, width), draw_index(lots, height));
        rows[row][col] = castle;
    }
    let mut taken = Vec::new();
    let mut army = |lots: &mut Dice| {
        let mut units = Vec::new();
        for _ in 0..=lots.draw_below(7) {
            let (col, row) = (draw_index(lots, width), draw_index(lots, height));
            // Everybody can stand on open ground.
            if rows[row][col] == open && !taken.contains(&(col, row)) {
                taken.push((col, row));
                let at = coord_of(col, row);
                let kind = &rules.units[draw_index(lots, rules.units.len())].name;
                units.push(UnitEntry { at: Some(at), ..UnitEntry::new(kind) });
            }
        }
        Some(Army { commander: None, units })
    };
    let (red, blue) = (army(lots), army(lots));
    let mut home = || -> Vec<Coord> {
        let hex = coord_of(draw_index(lots, width), draw_index(lots, height));
        if lots.draw_below(4) == 0 { vec![hex] } else { Vec::new() }
    };
    let home = NamedHomes { red: home(), blue: home() };
    let mut factor = || Permille(if lots.draw_below(4) == 0 { 250 + lots.draw_below(3751) } else { 1000 });
    let factor = SideFactors { red: factor(), blue: factor() };
    MapFile {
        name: "soak".into(),
        rows: rows.into_iter().map(String::from_iter).collect(),
        red,
        blue,
        home,
        factor,
        first: (lots.draw_below(3) == 0).then_some(Side::Blue),
        turns: Some(i64::from(2 + lots.draw_below(10))),
        variation: (lots.draw_below(2) == 0).then(|| i64::from(lots.draw_below(300))),
        ..MapFile::default()
    }
}

fn coord_of(col: usize, row: usize) -> Coord {
    let [col, row] = [col, row].map(|number| i32::try_from(number).unwrap_or(0));
    Coord { col, row }
}

/// Returns a ruleset with some of its numbers and switches changed; every change that leaves it sound is kept. No field
/// is named here, so that a new one is changed, too.
fn changed_rules(rules: &Ruleset, lots: &mut Dice) -> Ruleset {
    let mut sound = rules.clone();
    let Ok(mut value) = serde_json::to_value(rules) else { return sound };
    for _ in 0..lots.draw_below(MOST_CHANGES) {
        let before = value.clone();
        let count = count_leaves(&value);
        change_leaf(&mut value, &mut draw_index(lots, count), lots);
        let changed = serde_json::from_value::<Ruleset>(value.clone()).ok();
        match changed.and_then(|changed| Ruleset::from_ron(&changed.to_ron()).ok()) {
            Some(changed) => sound = changed,
            None => value = before,
        }
    }
    sound
}

/// Number of numbers and switches in a value.
fn count_leaves(value: &Value) -> usize {
    match value {
        Value::Number(_) | Value::Bool(_) => 1,
        Value::Array(items) => items.iter().map(count_leaves).sum(),
        Value::Object(fields) => fields.values().map(count_leaves).sum(),
        Value::Null | Value::String(_) => 0,
    }
}

/// Changes the number or the switch that has `left` others before it.
fn change_leaf(value: &mut Value, left: &mut usize, lots: &mut Dice) -> bool {
    match value {
        Value::Number(_) | Value::Bool(_) if *left > 0 => {
            *left -= 1;
            false
        }
        Value::Bool(switch) => {
            *switch = !*switch;
            true
        }
        Value::Number(number) => {
            let before = number.as_u64().unwrap_or(0);
            let drawn = match lots.draw_below(6) {
                0 => 0,
                1 => 1,
                2 => before.saturating_mul(2),
                3 => before / 2,
                4 => u64::from(lots.draw_below(20_001)),
                _ => u64::from(lots.draw_below(65_536)),
            };
            *number = Number::from(drawn);
            true
        }
        Value::Array(items) => items.iter_mut().any(|item| change_leaf(item, left, lots)),
        Value::Object(fields) => fields.values_mut().any(|field| change_leaf(field, left, lots)),
        Value::Null | Value::String(_) => false,
    }
}
