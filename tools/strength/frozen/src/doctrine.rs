//! The numbers by which the frozen commanders weigh things: those of the classic doctrine of their
//! day.

use crate::choke::DetourRule;

pub(crate) struct Doctrine {
    pub(crate) detour: DetourRule,
    pub(crate) survey: u32,
    pub(crate) deployment: u32,
    pub(crate) relief: u32,
    pub(crate) weaker: i64,
    pub(crate) dusk: u64,
    pub(crate) hunter_answers: i64,
    pub(crate) warden_answers: i64,
    pub(crate) march_answers: i64,
    pub(crate) boldness: i64,
    pub(crate) progress: i64,
}

pub(crate) const DOCTRINE: Doctrine = Doctrine {
    detour: DetourRule { factor: 2, extra: 4 },
    survey: 250,
    deployment: 500,
    relief: 600,
    weaker: 600,
    dusk: 250,
    hunter_answers: 300,
    warden_answers: 300,
    march_answers: 50,
    boldness: 1000,
    progress: 1000,
};
