//! Thousands of random small towers: the solver against trying everything, with code that shares
//! nothing with it.

mod exhaustive;

use exhaustive::{KINDS, compare};

/// Compares the first `seeds` towers of a kind; at least so many must have a way to win.
fn check_kind(kind: usize, seeds: u64, at_least: usize) {
    let compared: Vec<bool> = (0..seeds).filter_map(|seed| compare(seed, KINDS[kind])).collect();
    let winnable = compared.iter().filter(|&&won| won).count();
    println!("{} towers, {winnable} with a way to win", compared.len());
    assert!(winnable >= at_least, "only {winnable} of {} towers say anything", compared.len());
}

#[test]
fn towers_without_a_shop_are_solved_exactly_merged_or_not() {
    check_kind(0, 6_000, 1_800);
}

#[test]
fn towers_with_every_special_are_solved_exactly() {
    check_kind(1, 6_000, 1_800);
}

#[test]
fn towers_with_a_shop_are_solved_exactly() {
    check_kind(2, 4_000, 1_200);
}

#[test]
fn towers_with_a_shop_and_every_special_are_solved_exactly() {
    check_kind(3, 4_000, 1_200);
}
