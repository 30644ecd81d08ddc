//! Hashes that saves, replays and clients of servers hold: they stay what they are.

use hotgates_engine::Dice;

use crate::stage::{any_random_stage, classic_with, play_at_random, some_options};

/// Number of battles that are played.
const BATTLES: u64 = 160;

/// Of the hashes of all positions, and of the fingerprints of all battles: whoever changes them makes replays and
/// saves useless that are there already.
const HASHES: [u64; 2] = [0x25fe_6a41_1278_630c, 0x8443_6217_c6f0_0150];

#[test]
fn hashes_of_positions_and_battles_are_what_files_hold() {
    let mut found = [0_u64; 2];
    let add = |sum: &mut u64, hash: u64| *sum = sum.rotate_left(7).wrapping_add(hash);
    for seed in 0..BATTLES {
        let mut game = any_random_stage(seed, &classic_with(some_options(seed))).game();
        let mut choice = Dice::for_other_purpose(seed, 1);
        add(&mut found[1], game.battle.fingerprint());
        while play_at_random(&mut game, &mut choice, 1).len() == 1 && game.log.len() < 150 {
            add(&mut found[0], game.battle.hash());
        }
    }
    assert_eq!(found, HASHES, "{found:#x?}");
}
