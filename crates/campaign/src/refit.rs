//! Refitting between battles: men, new units, and who fights next.

use hotgates_engine::count_words;

use crate::campaign::Campaign;
use crate::file::MAX_ARMY_UNITS;
use crate::state::{ArmyUnit, CampaignState};

/// A change that a player makes to the army before a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refit {
    /// Fills a unit up with new men. Its experience becomes `experience × men before / men after`, rounded
    /// down.
    Replenish {
        /// Key of the unit.
        unit: String,
        /// Number of new men.
        men: u16,
    },
    /// Buys a unit at full strength, without an officer.
    Buy {
        /// Name of the unit type.
        kind: String,
    },
    /// Sends a unit to the next battle, to the first place that is free.
    Field {
        /// Key of the unit.
        unit: String,
    },
    /// Lets a unit stay away from the next battle; those behind it move up by a place.
    Rest {
        /// Key of the unit.
        unit: String,
    },
    /// Exchanges the places of two units in the next battle.
    Exchange {
        /// Key of one unit.
        unit: String,
        /// Key of the other unit.
        other: String,
    },
}

/// The reason why a refit is not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefitRefusal {
    /// The campaign is over.
    #[error("the campaign is over")]
    CampaignOver,
    /// A key of no unit.
    #[error("there is no unit `{unit}` in the army")]
    NoSuchUnit {
        /// The key.
        unit: String,
    },
    /// A type that may not be bought.
    #[error("`{kind}` cannot be bought; {}", if .known.is_empty() { "nothing can".to_owned() } else { format!("these can: {known}") })]
    NotForSale {
        /// Name of the type.
        kind: String,
        /// Names of the types that may be bought.
        known: String,
    },
    /// No man or more men than the unit lacks.
    #[error("{unit} lacks {}, not {men}", count_words(*.lacks, "man", "men"))]
    WrongNumber {
        /// Key of the unit.
        unit: String,
        /// Number of men asked for.
        men: u16,
        /// Number of men that the unit lacks.
        lacks: u16,
    },
    /// A price above the points that are left.
    #[error("that costs {}, and {has} are left", count_words(*.price, "point", "points"))]
    TooDear {
        /// Price in points.
        price: u32,
        /// Points that are left.
        has: u32,
    },
    /// An army that may not grow.
    #[error("the army has {MAX_ARMY_UNITS} units, and may have no more")]
    ArmyFull,
    /// A unit without men that was to fight.
    #[error("{unit} has no men")]
    NoMen {
        /// Key of the unit.
        unit: String,
    },
    /// A unit that fights already.
    #[error("{unit} fights already")]
    FightsAlready {
        /// Key of the unit.
        unit: String,
    },
    /// A unit that stays away already.
    #[error("{unit} does not fight anyway")]
    RestsAlready {
        /// Key of the unit.
        unit: String,
    },
    /// A battle in which no place is free.
    #[error("all {} of this battle are taken; let another unit rest first", count_words(*.places, "place", "places"))]
    PlacesTaken {
        /// Number of places.
        places: usize,
    },
}

impl Campaign {
    /// Does something with the army before a battle.
    ///
    /// # Errors
    /// The reason why it cannot be done; then nothing has changed.
    pub fn refit(&self, state: &mut CampaignState, refit: &Refit) -> Result<(), RefitRefusal> {
        let battle = self.battle_at(state).ok_or(RefitRefusal::CampaignOver)?;
        let places = battle.places.len();
        match refit {
            Refit::Replenish { unit, men } => self.replenish_unit(state, unit, *men),
            Refit::Buy { kind } => self.buy_unit(state, kind),
            Refit::Field { unit } => {
                let sent = unit_of_key(state, unit)?;
                if sent.men == 0 {
                    return Err(RefitRefusal::NoMen { unit: unit.clone() });
                }
                if state.fielded.contains(unit) {
                    return Err(RefitRefusal::FightsAlready { unit: unit.clone() });
                }
                if state.fielded.len() >= places {
                    return Err(RefitRefusal::PlacesTaken { places });
                }
                state.fielded.push(unit.clone());
                Ok(())
            }
            Refit::Rest { unit } => {
                let place = place_of_unit(state, unit)?;
                state.fielded.remove(place);
                Ok(())
            }
            Refit::Exchange { unit, other } => {
                let (one, other) = (place_of_unit(state, unit)?, place_of_unit(state, other)?);
                state.fielded.swap(one, other);
                Ok(())
            }
        }
    }

    fn replenish_unit(&self, state: &mut CampaignState, key: &str, men: u16) -> Result<(), RefitRefusal> {
        let unit = unit_of_key(state, key)?;
        let lacks = self.full_strength(&unit.kind).0 - unit.men;
        if men == 0 || men > lacks {
            return Err(RefitRefusal::WrongNumber { unit: key.to_owned(), men, lacks });
        }
        pay_points(state, self.price_of_men(&unit.kind, men))?;
        let unit = state.army.iter_mut().find(|unit| unit.key == key).expect("it was found");
        let (before, after) = (u32::from(unit.men), u32::from(unit.men + men));
        let experience = u32::from(unit.experience) * before / after;
        unit.experience = u16::try_from(experience).expect("at most what it was");
        unit.men += men;
        Ok(())
    }

    fn buy_unit(&self, state: &mut CampaignState, kind: &str) -> Result<(), RefitRefusal> {
        let recruits = &self.file().recruits;
        let Some(kind) = recruits.iter().find(|known| known.eq_ignore_ascii_case(kind)) else {
            return Err(RefitRefusal::NotForSale { kind: kind.to_owned(), known: recruits.join(", ") });
        };
        if state.army.len() >= MAX_ARMY_UNITS {
            return Err(RefitRefusal::ArmyFull);
        }
        let men = self.full_strength(kind).0;
        pay_points(state, self.price_of_men(kind, men))?;
        let key = loop {
            state.bought += 1;
            let key = format!("new {kind} {}", state.bought);
            if state.unit(&key).is_none() {
                break key;
            }
        };
        state.army.push(ArmyUnit { key, kind: kind.clone(), men, experience: 0, rank: None, officer: None });
        Ok(())
    }

    /// Refits the army without asking: fills up its units in their order, those that fight first, as far as
    /// the points go, then buys the first type that may be bought as long as places are free, and sends
    /// whoever has men.
    pub fn refit_automatically(&self, state: &mut CampaignState) {
        let Some(battle) = self.battle_at(state) else { return };
        let places = battle.places.len();
        let (mut keys, rest): (Vec<String>, Vec<String>) =
            state.army.iter().map(|unit| unit.key.clone()).partition(|key| state.fielded.contains(key));
        keys.extend(rest);
        for key in keys {
            let unit = state.unit(&key).expect("a key of the army");
            let full = self.full_strength(&unit.kind).0;
            let mut men = full - unit.men;
            let price = u64::from(self.price_of_men(&unit.kind, full)).max(1);
            if self.price_of_men(&unit.kind, men) > state.points {
                // As many men as the points pay for: the price is rounded up, so this is never too dear.
                let paid = u64::from(state.points) * u64::from(full) / price;
                men = u16::try_from(paid).map_or(men, |paid| paid.min(men));
            }
            // Nothing is lacking, or nothing can be paid for.
            let _ = self.refit(state, &Refit::Replenish { unit: key, men });
        }
        let able = |state: &CampaignState| state.army.iter().filter(|unit| unit.men > 0).count();
        while let Some(kind) = self.file().recruits.first().filter(|_| able(state) < places) {
            if self.refit(state, &Refit::Buy { kind: kind.clone() }).is_err() {
                break;
            }
        }
        let rest: Vec<String> = state.army.iter().map(|unit| unit.key.clone()).collect();
        for unit in rest {
            // It fights already, has no men, or finds no place.
            let _ = self.refit(state, &Refit::Field { unit });
        }
    }
}

fn unit_of_key<'a>(state: &'a CampaignState, key: &str) -> Result<&'a ArmyUnit, RefitRefusal> {
    state.unit(key).ok_or_else(|| RefitRefusal::NoSuchUnit { unit: key.to_owned() })
}

/// Returns the place, counted from 0, of a unit that fights in the next battle.
fn place_of_unit(state: &CampaignState, key: &str) -> Result<usize, RefitRefusal> {
    unit_of_key(state, key)?;
    let place = state.fielded.iter().position(|unit| unit == key);
    place.ok_or_else(|| RefitRefusal::RestsAlready { unit: key.to_owned() })
}

/// Takes a price from the points.
fn pay_points(state: &mut CampaignState, price: u32) -> Result<(), RefitRefusal> {
    let left = state.points.checked_sub(price);
    state.points = left.ok_or(RefitRefusal::TooDear { price, has: state.points })?;
    Ok(())
}
