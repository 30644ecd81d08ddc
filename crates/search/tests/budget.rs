//! Budgets that searches share, and the flag that ends them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use hotgates_search::{Budget, Cancel, Cancelled, Limits};

#[test]
fn a_budget_gives_the_steps_that_it_has_and_no_more() {
    let mut budget = Budget::new(10);
    assert!(budget.take_step());
    budget.take_steps(4);
    assert_eq!((budget.steps_left(), budget.steps_spent()), (5, 5));
    budget.take_steps(9);
    assert_eq!((budget.steps_left(), budget.steps_spent()), (0, 10), "all that are left");
    assert!(!budget.take_step());
    assert_eq!((budget.steps_left(), budget.steps_spent()), (0, 10), "what is refused is not spent");
}

#[test]
fn a_part_has_at_most_what_is_left_and_spends_nothing_of_the_whole() {
    let mut whole = Budget::new(10);
    whole.take_steps(3);
    assert_eq!(whole.split_part(20).steps_left(), 7);
    let mut part = whole.split_part(5);
    assert_eq!((part.steps_left(), part.steps_spent()), (5, 0));
    part.take_steps(2);
    assert_eq!((whole.steps_left(), whole.steps_spent()), (7, 3));
}

#[test]
fn a_flag_ends_a_budget_and_its_parts() {
    let [nobody_waits, time_up] = [(); 2].map(|()| Cancel::new());
    let whole = Budget::new(10).cancelled_by(nobody_waits.clone()).ended_by(time_up.clone());
    let states = |budget: &Budget| (budget.is_cancelled(), budget.is_stopped(), budget.steps_left());
    assert_eq!(states(&whole), (false, false, 10));
    time_up.set_flag();
    for mut budget in [whole.clone(), whole.split_part(4)] {
        assert_eq!(states(&budget), (false, true, 0), "the answer so far is wanted");
        assert!(!budget.take_step());
        assert_eq!(budget.steps_spent(), 0);
    }
    let whole = Budget::new(10).cancelled_by(nobody_waits.clone());
    nobody_waits.set_flag();
    for mut budget in [whole.clone(), whole.split_part(4)] {
        assert!(budget.is_cancelled() && budget.is_stopped() && !budget.take_step());
    }
}

#[test]
fn a_budget_is_cancelled_with_another_and_does_not_end_with_its_time() {
    let [nobody_waits, time_up] = [(); 2].map(|()| Cancel::new());
    let other = Budget::new(0).cancelled_by(nobody_waits.clone()).ended_by(time_up.clone());
    let mut budget = Budget::new(10).cancelled_with(&other);
    time_up.set_flag();
    assert!(!budget.is_stopped() && budget.take_step() && budget.steps_left() == 9);
    nobody_waits.set_flag();
    assert!(budget.is_cancelled() && !budget.take_step());
}

#[test]
fn a_flag_is_the_same_for_all_its_clones_and_stays_set() {
    let flag = Cancel::new();
    let clone = flag.clone();
    assert_eq!(
        (clone.is_set(), clone.check_flag(), format!("{clone:?}")),
        (false, Ok(()), "Cancel(false)".into())
    );
    flag.set_flag();
    flag.set_flag();
    assert_eq!((clone.is_set(), clone.check_flag()), (true, Err(Cancelled)));
    assert_eq!((format!("{clone:?}"), Cancelled.to_string()), ("Cancel(true)".into(), "cancelled".into()));
    assert!(!Cancel::new().is_set(), "another flag");
}

#[test]
fn each_look_at_a_flag_is_told() {
    let looks = Arc::new(AtomicU32::new(0));
    let told = Arc::clone(&looks);
    let flag = Cancel::with_look_hook(move || {
        told.fetch_add(1, Ordering::Relaxed);
    });
    let mut budget = Budget::new(10).cancelled_by(flag.clone());
    assert!(budget.take_step() && !flag.is_set());
    assert_eq!(looks.load(Ordering::Relaxed), 2);
}

#[test]
fn limits_say_what_they_are() {
    assert_eq!(
        format!("{:?}", Limits::default().with_states(3).with_steps(4).with_cancel(&|| false)),
        "Limits { states: 3, steps: 4, cancel: true }"
    );
    assert_eq!(
        format!("{:?}", Limits::without_limits()),
        format!("Limits {{ states: {0}, steps: {0}, cancel: false }}", u64::MAX)
    );
}
