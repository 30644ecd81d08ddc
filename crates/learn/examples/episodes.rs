//! Plays a number of random actions with masks and observations, and says how many orders that were: what
//! `valgrind --tool=callgrind` or a profiler looks at.
//!
//! `cargo run --release -p hotgates-learn --example episodes -- MAP FORM ACTIONS`

use std::sync::Arc;

use hotgates_engine::mix::split_mix;
use hotgates_engine::{MapFile, Scenario};
use hotgates_learn::{ActionForm, Episode, EpisodeSetup, ObservationWriter};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let map = words.next().unwrap_or_else(|| "maps/open_field.ron".to_owned());
    let form = words.next().and_then(|word| ActionForm::by_name(&word)).unwrap_or_default();
    let actions: u64 = words.next().map_or(Ok(100_000), |word| word.parse())?;
    let map = MapFile::from_ron(&std::fs::read_to_string(map)?)?;
    let scenario = Scenario::by_shipped_rules(map).ok_or("the map has rules of its own")?;
    let setup = EpisodeSetup::new(scenario).map_err(|faults| faults[0].to_string())?;
    let setup = Arc::new(setup.with_form(form));
    let shape = setup.shape();
    let mut episode = Episode::begin(&setup, 1)?;
    let (mut planes, mut units) = (vec![0; shape.plane_bytes()], vec![0; shape.unit_numbers()]);
    let mut mask = vec![0_i8; episode.mask().as_bytes().len()];
    let mut writer = ObservationWriter::default();
    let (mut lot, mut orders) = (1, 0);
    for number in 0..actions {
        if episode.is_over() {
            orders += episode.game_record().orders().len();
            episode.reset(number)?;
        }
        lot = split_mix(lot);
        let legal = u64::from(episode.mask().legal_count());
        let drawn = u32::try_from(((lot >> 32) * legal) >> 32)?;
        let action = episode.mask().nth_action(drawn).ok_or("no legal action")?;
        episode.step(action)?;
        episode.write_observation(episode.side_to_act(), &mut writer, &mut planes, &mut units);
        mask.copy_from_slice(episode.mask().as_bytes());
    }
    orders += episode.game_record().orders().len();
    println!("{orders} orders by {actions} actions");
    Ok(())
}
