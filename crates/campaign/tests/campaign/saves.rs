//! Saves: read as they were written, and refused with the reason where the campaign has changed.

use std::collections::BTreeMap;

use hotgates_campaign::{Campaign, CampaignFile, CampaignSave, CampaignSaveError, Refit, ResumeRefusal};
use hotgates_engine::{Battle, Order, Side};
use hotgates_record::GameRecord;
use proptest::prelude::*;

use crate::stage::{CAMPAIGN, MAP, campaign, outcome, play_at_random, read_campaign, scenario};

#[test]
fn a_save_between_battles_is_the_same_state_again() {
    let campaign = campaign();
    let mut state = campaign.begin(5);
    campaign.refit(&mut state, &Refit::Buy { kind: "peltasts".to_owned() }).unwrap();
    let over = outcome(&campaign, &state, Some(Side::Blue), &[1, 0]);
    campaign.finish_battle(&mut state, &over).unwrap();
    let bytes = CampaignSave::new(&campaign, &state, None).encode();
    let (again, record) = CampaignSave::decode(&bytes).unwrap().resume(&campaign).unwrap();
    assert_eq!(again, state);
    assert!(record.is_none());
}

#[test]
fn the_choice_of_the_enemy_is_saved_and_old_saves_have_none() {
    let campaign = campaign();
    let mut state = campaign.begin(5);
    let old = CampaignSave::new(&campaign, &state, None).encode();
    assert!(!String::from_utf8_lossy(&old).contains("enemy"), "as it was before enemies were chosen");
    assert_eq!(CampaignSave::decode(&old).unwrap().resume(&campaign).unwrap().0.enemy(), None);
    state.choose_enemy(Some("warden".to_owned()));
    let bytes = CampaignSave::new(&campaign, &state, None).encode();
    let (mut again, _) = CampaignSave::decode(&bytes).unwrap().resume(&campaign).unwrap();
    assert_eq!(again.enemy(), Some("warden"));
    let over = outcome(&campaign, &again, Some(Side::Blue), &[400, 500]);
    campaign.finish_battle(&mut again, &over).unwrap();
    assert_eq!(again.enemy(), Some("warden"), "in the next battle, too");
}

#[test]
fn a_battle_goes_on_where_it_was_left() {
    let campaign = campaign();
    let state = campaign.begin(5);
    for orders in [0, 1, 17] {
        let record = play_at_random(&campaign, &state, 1, orders);
        let bytes = CampaignSave::new(&campaign, &state, Some(&record)).encode();
        let (again, resumed) = CampaignSave::decode(&bytes).unwrap().resume(&campaign).unwrap();
        let resumed = resumed.expect("a battle in progress");
        assert_eq!(
            (again, resumed.hash(), resumed.orders()),
            (state.clone(), record.hash(), record.orders())
        );
    }
}

#[test]
fn a_battle_from_before_units_had_names_goes_on() {
    let campaign = campaign();
    let state = campaign.begin(5);
    let mut scenario = campaign.battle_scenario(&state).unwrap();
    for unit in &mut scenario.map.blue.as_mut().unwrap().units {
        unit.called = None;
    }
    let battle = Battle::from_scenario(&scenario).unwrap();
    let mut record = GameRecord::new(battle, scenario.dice_source());
    record.act(Order::EndTurn, &mut Vec::new()).unwrap();
    let save = CampaignSave::new(&campaign, &state, None).encode();
    // The bytes of a battle without names, in the place of none.
    let mut bytes = save[..save.len() - 8].to_vec();
    let replay = record.replay(&scenario).encode();
    bytes.extend(u32::try_from(replay.len()).unwrap().to_le_bytes());
    bytes.extend(replay);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let (again, resumed) = CampaignSave::decode(&bytes).unwrap().resume(&campaign).unwrap();
    let resumed = resumed.expect("a battle in progress");
    assert_eq!((again, resumed.hash()), (state, record.hash()));
    assert_eq!(resumed.battle().outcome().units.iter().filter(|unit| unit.label == "guard").count(), 1);
}

#[test]
fn a_save_of_a_changed_campaign_says_what_has_changed() {
    let old = campaign();
    let state = old.begin(0);
    let record = play_at_random(&old, &state, 1, 5);
    let save = CampaignSave::new(&old, &state, Some(&record));
    let refused = |campaign: &Campaign| save.clone().resume(campaign).unwrap_err();

    let source = CAMPAIGN.replace("points: 100", "points: 101");
    assert!(matches!(refused(&read_campaign(&source).unwrap()), ResumeRefusal::FileChanged { .. }));
    let source = CAMPAIGN.replace("name: \"The bay\"", "name: \"A lake\"");
    assert_eq!(
        refused(&read_campaign(&source).unwrap()).to_string(),
        "the save is of the campaign `The bay`, not of `A lake`"
    );
    let maps = BTreeMap::from([("bay.ron".to_owned(), scenario(&MAP.replace("turns: 4", "turns: 5")))]);
    let longer = Campaign::from_file(CampaignFile::from_ron(CAMPAIGN).unwrap(), maps).unwrap();
    assert_eq!(refused(&longer).to_string(), "the map `bay.ron` has changed since this was saved");
    let mut other = scenario(MAP);
    other.rules.combat.roll_base.0 += 1;
    let maps = BTreeMap::from([("bay.ron".to_owned(), other)]);
    let harder = Campaign::from_file(CampaignFile::from_ron(CAMPAIGN).unwrap(), maps).unwrap();
    assert_eq!(refused(&harder).to_string(), "the rules `hoplite` have changed since this was saved");

    let commented = format!("// A comment changes nothing.\n{CAMPAIGN}");
    assert!(save.clone().resume(&read_campaign(&commented).unwrap()).is_ok());
}

#[test]
fn a_battle_of_another_state_is_refused() {
    let campaign = campaign();
    let state = campaign.begin(0);
    let mut bytes =
        CampaignSave::new(&campaign, &state, Some(&play_at_random(&campaign, &state, 1, 5))).encode();
    let other = campaign.begin(1);
    let wrong = CampaignSave::new(&campaign, &other, None).encode();
    // The text of one save before the battle of the other: only the checksum is made anew.
    let length = |bytes: &[u8]| u32::from_le_bytes(bytes[13..17].try_into().unwrap()) as usize;
    let battle = bytes.split_off(17 + length(&bytes));
    let mut mixed = wrong[..17 + length(&wrong)].to_vec();
    mixed.extend(&battle[..battle.len() - 4]);
    mixed.extend(crc32fast::hash(&mixed).to_le_bytes());
    let refusal = CampaignSave::decode(&mixed).unwrap().resume(&campaign).unwrap_err();
    assert_eq!(refusal, ResumeRefusal::OtherBattle);
}

#[test]
fn other_bytes_are_no_save() {
    let campaign = campaign();
    let good = CampaignSave::new(&campaign, &campaign.begin(0), None).encode();
    assert_eq!(CampaignSave::decode(b"HOTGATES"), Err(CampaignSaveError::NotASave));
    let mut newer = good.clone();
    newer[11] = 2;
    assert_eq!(CampaignSave::decode(&newer), Err(CampaignSaveError::Version { found: 2, known: 1 }));
    let mut spoilt = good.clone();
    spoilt[40] ^= 1;
    assert_eq!(CampaignSave::decode(&spoilt), Err(CampaignSaveError::Checksum));
    for end in 0..good.len() {
        assert!(CampaignSave::decode(&good[..end]).is_err(), "{end}");
    }
}

/// Returns a save whose text has been changed behind the program's back, with a checksum that fits.
fn forge_save(good: &[u8], from: &str, to: &str) -> Vec<u8> {
    let length = u32::from_le_bytes(good[13..17].try_into().unwrap()) as usize;
    let text = std::str::from_utf8(&good[17..17 + length]).unwrap();
    assert!(text.contains(from), "{from} in {text}");
    let text = text.replacen(from, to, 1);
    let mut bytes = good[..13].to_vec();
    bytes.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(0_u32.to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

#[test]
fn a_state_that_cannot_be_is_refused() {
    let campaign = campaign();
    let good = CampaignSave::new(&campaign, &campaign.begin(0), None).encode();
    for (from, to) in [
        ("Battle(\"bay\")", "Battle(\"sea\")"),
        ("men: 400", "men: 801"),
        ("men: 400", "men: 0"),
        ("experience: 150", "experience: 60000"),
        ("\"King\"", "\"Consul\""),
        ("\"hoplites\"", "\"immortals\""),
        ("key: \"scouts\"", "key: \"guard\""),
        ("bought: 0", "bought: 4294967295"),
    ] {
        let save = CampaignSave::decode(&forge_save(&good, from, to)).unwrap();
        assert_eq!(save.resume(&campaign).err(), Some(ResumeRefusal::ImpossibleState), "{to}");
    }
    let save = CampaignSave::decode(&forge_save(&good, "points: 60", "points: -6"));
    assert!(matches!(save, Err(CampaignSaveError::Text(_))), "{save:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn spoilt_saves_end_in_a_message(at in 0_usize..4000, byte: u8, end in 0_usize..4000) {
        let campaign = campaign();
        let state = campaign.begin(0);
        let mut bytes = CampaignSave::new(&campaign, &state, Some(&play_at_random(&campaign, &state, 1, 9))).encode();
        let at = at % bytes.len();
        let changed = bytes[at] != byte;
        bytes[at] = byte;
        let cut = (1..bytes.len()).contains(&end);
        if cut {
            bytes.truncate(bytes.len() - end);
        }
        let read = CampaignSave::decode(&bytes);
        prop_assert_eq!(read.is_ok(), !changed && !cut);
    }
}
