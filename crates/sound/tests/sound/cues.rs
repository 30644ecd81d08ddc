use std::time::Duration;

use hotgates_engine::{
    Arm, Army, Battle, Coord, Event, MapFile, MovementPoints, Permille, Presence, Ruleset, Scenario, Side,
    Strength, UnitEntry, UnitId, UnitType, Verdict, VictoryKind, WeatherId,
};
use hotgates_sound::{MovementClass, Sound, SoundCue, cues_of_event};

/// Returns a battle by a shipped ruleset: Red has a unit of each type in the row 0, Blue in the row 1.
fn battle_of_all_types(ruleset: &str) -> Battle {
    let mut rules = Ruleset::shipped(ruleset).expect("a shipped ruleset");
    rules.setup.distance = 0;
    let castle = rules.terrains.iter().find(|terrain| terrain.castle).expect("a castle").glyph;
    let army = |row: i32| {
        let units = rules.units.iter().zip(0..).map(|(kind, col)| {
            let mut unit = UnitEntry::new(kind.name.as_str());
            unit.at = Some(Coord { col, row });
            unit
        });
        Some(Army { commander: None, units: units.collect() })
    };
    let rows = vec![".".repeat(14), ".".repeat(14), format!("{}{castle}", ".".repeat(13))];
    let map = MapFile { name: "all".into(), rows, red: army(0), blue: army(1), ..MapFile::default() };
    Battle::from_scenario(&Scenario::new(map, rules)).expect("a sound scenario")
}

/// Returns Red's unit of a type.
fn unit_of_type(battle: &Battle, kind: &str) -> UnitId {
    battle.roster().find(|(unit, _)| battle.kind(*unit).name == kind).expect("a unit of each type").0
}

fn step_of_unit(battle: &Battle, unit: UnitId) -> Event {
    let hex = battle.hex(unit);
    Event::Stepped { unit, from: hex, to: hex, left: MovementPoints(1), halted: false }
}

fn attack_by_unit(battle: &Battle, unit: UnitId, ranged: bool) -> Event {
    let (target, _) = battle.roster().last().expect("a unit");
    Event::Attacked { unit, target, ranged, left: MovementPoints(0) }
}

fn sounds_of_event(event: &Event, battle: &Battle) -> Vec<Sound> {
    cues_of_event(event, battle, None).into_iter().map(|cue| cue.sound).collect()
}

#[test]
fn units_sound_as_they_move() {
    let heard = |ruleset: &str| -> Vec<(String, Sound)> {
        let battle = battle_of_all_types(ruleset);
        let types: Vec<_> = battle.rules().units.iter().map(|kind| kind.name.clone()).collect();
        let sound = |kind: &str| {
            let sounds = sounds_of_event(&step_of_unit(&battle, unit_of_type(&battle, kind)), &battle);
            assert_eq!(sounds.len(), 1);
            sounds[0]
        };
        types.into_iter().map(|kind| (kind.clone(), sound(&kind))).collect()
    };
    let told = |ruleset: &str| -> Vec<String> {
        heard(ruleset).into_iter().map(|(kind, sound)| format!("{kind}: {}", sound.name())).collect()
    };
    assert_eq!(told("classic"), ["infantry: steps", "cavalry: hooves", "artillery: wheels"]);
    assert_eq!(
        told("hoplite"),
        [
            "hoplites: steps",
            "spearmen: steps",
            "immortals: steps",
            "peltasts: steps",
            "archers: steps",
            "horse: hooves"
        ]
    );
    assert_eq!(
        told("musket"),
        [
            "infantry: steps",
            "grenadiers: steps",
            "skirmishers: steps",
            "hussars: hooves",
            "cuirassiers: hooves",
            "artillery: wheels",
            "horse artillery: wheels"
        ]
    );
    assert_eq!(
        told("panzer"),
        [
            "infantry: steps",
            "motor infantry: steps",
            "engineers: steps",
            "recon: engines",
            "tanks: engines",
            "heavy tanks: engines",
            "anti-tank guns: wheels",
            "artillery: wheels"
        ]
    );
}

#[test]
fn names_of_types_say_nothing_and_tags_more_than_arms() {
    let mut kind: UnitType = Ruleset::classic().units[0].clone();
    kind.name = "heavy cavalry guns".into();
    assert_eq!(MovementClass::of_type(&kind), MovementClass::Foot);
    kind.tags = vec!["light".into(), "mounted".into()];
    assert_eq!(MovementClass::of_type(&kind), MovementClass::Mounted);
    kind.tags.clear();
    for (arm, class) in [
        (Arm::Infantry, MovementClass::Foot),
        (Arm::Cavalry, MovementClass::Mounted),
        (Arm::Artillery, MovementClass::Guns),
    ] {
        kind.arm = arm;
        assert_eq!(MovementClass::of_type(&kind), class);
    }
}

#[test]
fn shots_are_arrows_volleys_or_guns() {
    let shot = |ruleset: &str, kind: &str| {
        let battle = battle_of_all_types(ruleset);
        sounds_of_event(&attack_by_unit(&battle, unit_of_type(&battle, kind), true), &battle)
    };
    assert_eq!(shot("classic", "artillery"), [Sound::Gun]);
    assert_eq!(shot("hoplite", "archers"), [Sound::Arrows]);
    assert_eq!(shot("hoplite", "peltasts"), [Sound::Arrows]);
    // Where there are guns, men on foot have muskets.
    assert_eq!(shot("musket", "infantry"), [Sound::Volley]);
    assert_eq!(shot("musket", "artillery"), [Sound::Gun]);
    assert_eq!(shot("panzer", "heavy tanks"), [Sound::Gun]);
    let battle = battle_of_all_types("musket");
    let (unit, target) = (unit_of_type(&battle, "skirmishers"), unit_of_type(&battle, "hussars"));
    let reply = Event::Reacted { unit, target, support: false };
    assert_eq!(sounds_of_event(&reply, &battle), [Sound::Volley]);
}

#[test]
fn horsemen_charge_before_they_strike_and_men_on_foot_strike() {
    let battle = battle_of_all_types("classic");
    let assault = |kind: &str| {
        cues_of_event(&attack_by_unit(&battle, unit_of_type(&battle, kind), false), &battle, None)
    };
    let [charge, clash]: [SoundCue; 2] = assault("cavalry").try_into().expect("two sounds");
    assert_eq!((charge.sound, charge.delay), (Sound::Charge, Duration::ZERO));
    assert_eq!(clash.sound, Sound::Melee);
    assert!(clash.delay > Duration::from_millis(300));
    assert_eq!(assault("infantry").iter().map(|cue| cue.sound).collect::<Vec<_>>(), [Sound::Melee]);
    let battle = battle_of_all_types("panzer");
    let tanks = attack_by_unit(&battle, unit_of_type(&battle, "tanks"), false);
    assert_eq!(sounds_of_event(&tanks, &battle), [Sound::Engines, Sound::Gun]);
}

#[test]
fn blows_are_heard_by_what_they_cost_and_shots_only_once() {
    let battle = battle_of_all_types("classic");
    // Both first units are infantry, one hex apart; the last unit is far.
    let (red, _) = battle.roster().next().expect("a unit");
    let (blue, _) = battle.roster().find(|(_, info)| info.side == Side::Blue).expect("a unit");
    let (far, _) = battle.roster().last().expect("a unit");
    let blow = |by: Option<UnitId>, losses: u16| {
        let event =
            Event::Hit { unit: blue, by, roll: Permille(1000), losses: Strength(losses), left: Strength(1) };
        cues_of_event(&event, &battle, None)
    };
    let (light, heavy) = (blow(Some(red), 10), blow(Some(red), 400));
    assert_eq!((light[0].sound, heavy[0].sound), (Sound::Melee, Sound::Melee));
    assert!(heavy[0].strength > light[0].strength + 0.3);
    assert!(blow(Some(far), 400).is_empty() && blow(None, 400).is_empty());
}

#[test]
fn flags_routs_works_and_weather_are_heard() {
    let battle = battle_of_all_types("panzer");
    let unit = unit_of_type(&battle, "infantry");
    let hex = battle.hex(unit);
    let sounds = |event: Event| sounds_of_event(&event, &battle);
    assert_eq!(sounds(Event::CastleTaken { castle: hex, by: Side::Red }), [Sound::Flag]);
    assert_eq!(sounds(Event::HexTaken { hex, by: Side::Red }), [Sound::Flag]);
    for event in
        [Event::Broke { unit }, Event::Surrendered { unit }, Event::Departed { unit, how: Presence::Fled }]
    {
        assert_eq!(sounds(event), [Sound::Rout]);
    }
    assert_eq!(sounds(Event::Departed { unit, how: Presence::Exited }), [Sound::Steps]);
    assert!(sounds(Event::Rallied { unit }).is_empty());
    // Of mist, clear, rain and mud one makes ground heavy and hides what is far.
    let states = &battle.rules().options.weather.as_ref().expect("weather").states;
    let wet: Vec<_> = (0..states.len())
        .filter(|&index| {
            let weather = WeatherId(u8::try_from(index).expect("few states"));
            sounds(Event::WeatherChanged { weather }) == [Sound::Rain]
        })
        .map(|index| states[index].name.as_str())
        .collect();
    assert_eq!(wet, ["rain"]);
}

#[test]
fn the_end_is_a_victory_or_a_defeat_for_whoever_listens() {
    let battle = battle_of_all_types("classic");
    let end = |winner: Option<Side>, listener: Option<Side>| {
        let event = Event::Ended { verdict: Verdict { winner, how: VictoryKind::Dusk } };
        let cues = cues_of_event(&event, &battle, listener);
        cues.first().map(|cue| cue.sound)
    };
    assert_eq!(end(Some(Side::Red), Some(Side::Red)), Some(Sound::Victory));
    assert_eq!(end(Some(Side::Red), Some(Side::Blue)), Some(Sound::Defeat));
    assert_eq!(end(Some(Side::Blue), None), Some(Sound::Victory));
    assert_eq!(end(None, Some(Side::Red)), None);
}

#[test]
fn larger_units_are_stronger_and_every_strength_is_a_share() {
    let battle = battle_of_all_types("classic");
    let unit = unit_of_type(&battle, "infantry");
    let full = cues_of_event(&step_of_unit(&battle, unit), &battle, None)[0].strength;
    let mut onlooker = hotgates_engine::Spectator::new(battle.clone());
    onlooker.watch_event(&Event::Hit {
        unit,
        by: None,
        roll: Permille(1000),
        losses: Strength(900),
        left: Strength(100),
    });
    let after = onlooker.into_battle();
    let few = cues_of_event(&step_of_unit(&after, unit), &after, None)[0].strength;
    assert!(0.0 < few && few < 0.7 * full && full < 1.0, "{few} of {full}");
}
