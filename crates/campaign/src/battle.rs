//! Battles of a campaign: the army goes in, and what is left of it comes back.

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Outcome, Scenario, UnitEntry, UnitOutcome};

use hotgates_scenario::MAX_EXPERIENCE;
use hotgates_text::BattleResult;

use crate::campaign::Campaign;
use crate::file::MAX_CAMPAIGN_POINTS;
use crate::muster::scenario_with_army;
use crate::state::{ArmyUnit, CampaignPlace, CampaignState, PassedBattle};

/// The reason why an outcome does not end the battle of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FinishRefusal {
    /// The campaign is over.
    #[error("the campaign is over")]
    CampaignOver,
    /// The battle goes on.
    #[error("the battle is not over")]
    BattleGoesOn,
    /// A unit that was sent does not come back, or one comes back that was not sent.
    #[error("the outcome is of another battle: `{key}` was sent to one of them only")]
    OtherUnits {
        /// Key of the unit.
        key: String,
    },
    /// A unit comes back with more losses than it had men.
    #[error("the outcome is of another battle: `{key}` lost more men than it had")]
    TooManyLosses {
        /// Key of the unit.
        key: String,
    },
}

impl Campaign {
    /// Returns the scenario of the battle at which a campaign stands, with the units that fight there in
    /// the player's army and the dice of the campaign's seed. Goals and events that name units of the army mean those
    /// that fight; what asks only for others is not there. `None` once the campaign is over or while
    /// nobody is sent.
    pub fn battle_scenario(&self, state: &CampaignState) -> Option<Scenario> {
        let battle = self.battle_at(state)?;
        let sent = state.fielded.iter().filter_map(|key| state.unit(key)).zip(&battle.places);
        let entry = |(unit, &hex): (&ArmyUnit, _)| UnitEntry {
            kind: unit.kind.clone(),
            called: Some(unit.key.clone()),
            strength: Some(unit.men.into()),
            rank: unit.rank.clone(),
            name: unit.officer.clone(),
            at: Some(hex),
            experience: Some(unit.experience.into()).filter(|&gained| gained > 0),
            tag: Some(unit.key.clone()),
            ..UnitEntry::default()
        };
        let units: Vec<UnitEntry> = sent.map(entry).collect();
        if units.is_empty() {
            return None;
        }
        let mut scenario =
            scenario_with_army(self.scenario_in_file(battle), self.file().side, &self.file().army, units);
        scenario.set_dice_source(split_mix(state.seed ^ split_mix(state.path.len() as u64)).into());
        Some(scenario)
    }

    /// Takes the outcome of the battle at which a campaign stands: losses, experience, ranks and fallen
    /// officers go back to the army, points are given, and the campaign goes on to the next battle or an
    /// end.
    ///
    /// A unit keeps the men that it had less those it lost, whether it stands on the map, has left it or
    /// has fled. A destroyed unit is gone, or stays without a man, an officer or experience where the
    /// file has `cadres`.
    ///
    /// # Errors
    /// When the outcome is none of the battle; then nothing has changed.
    pub fn finish_battle(&self, state: &mut CampaignState, outcome: &Outcome) -> Result<(), FinishRefusal> {
        let battle = self.battle_at(state).ok_or(FinishRefusal::CampaignOver)?;
        let verdict = outcome.verdict.ok_or(FinishRefusal::BattleGoesOn)?;
        let side = self.file().side;
        let mut back = Vec::new();
        for unit in outcome.units.iter().filter(|unit| unit.side == side) {
            let Some(key) = &unit.tag else { continue };
            if !state.fielded.contains(key) || back.iter().any(|&(other, _)| other == key) {
                return Err(FinishRefusal::OtherUnits { key: key.clone() });
            }
            back.push((key, unit));
        }
        for key in &state.fielded {
            let found = back.iter().find(|&&(other, _)| other == key);
            let men = state.unit(key).map_or(0, |unit| unit.men);
            match found {
                None => return Err(FinishRefusal::OtherUnits { key: key.clone() }),
                Some((_, unit)) if unit.losses.0 > men => {
                    return Err(FinishRefusal::TooManyLosses { key: key.clone() });
                }
                Some(_) => {}
            }
        }
        let lost = back.iter().map(|(_, unit)| u32::from(loss_of_unit(state, unit))).sum();
        for (key, result) in back {
            let unit = state.army.iter_mut().find(|unit| unit.key == *key).expect("it was sent");
            bring_back(unit, result, self.rules().options.officers.is_some());
        }
        if !self.file().cadres {
            state.army.retain(|unit| unit.men > 0);
        }
        let result = BattleResult::for_side(side, verdict.winner);
        let degree = outcome.degree.clone();
        let way = battle.then.iter().find(|way| way.fits(result, degree.as_deref()));
        let way = way.expect("each result has a way on");
        let most = u32::try_from(MAX_CAMPAIGN_POINTS).expect("a positive number");
        let gained = u32::try_from(way.points).expect("points are checked");
        state.points = state.points.saturating_add(gained).min(most);
        state.path.push(PassedBattle { battle: battle.key.clone(), result, degree, lost });
        state.news.clone_from(&way.text);
        state.place = match (&way.next, way.end) {
            (Some(next), _) => CampaignPlace::Battle(next.clone()),
            (None, end) => CampaignPlace::End(end.expect("a way has a next battle or an end")),
        };
        if state.end().is_none() && !self.can_field_anybody(state) {
            state.place = CampaignPlace::End(BattleResult::Lost);
            state.news.clone_from(&self.file().army_lost);
        }
        self.field_first_units(state);
        Ok(())
    }

    /// Returns `true` if somebody of the army can fight, or can be paid for.
    fn can_field_anybody(&self, state: &CampaignState) -> bool {
        let can_have_men = |unit: &ArmyUnit| unit.men > 0 || self.price_of_men(&unit.kind, 1) <= state.points;
        state.army.iter().any(can_have_men)
            || self.cheapest_recruit().is_some_and(|price| price <= state.points)
    }
}

/// Returns the number of men that a unit of the army has lost: all of them if it was destroyed, even where
/// the seed of the battle had cut its strength.
fn loss_of_unit(state: &CampaignState, result: &UnitOutcome) -> u16 {
    let men = result.tag.as_deref().and_then(|key| state.unit(key)).map_or(0, |unit| unit.men);
    if result.left.0 == 0 { men } else { result.losses.0 }
}

/// Gives a unit of the army what a battle has left of it.
fn bring_back(unit: &mut ArmyUnit, result: &UnitOutcome, officers: bool) {
    if result.left.0 == 0 {
        *unit = ArmyUnit { men: 0, experience: 0, rank: None, officer: None, ..unit.clone() };
        return;
    }
    unit.men -= result.losses.0;
    unit.rank.clone_from(&result.rank);
    unit.officer.clone_from(&result.officer);
    if officers {
        let most = u16::try_from(MAX_EXPERIENCE).expect("a number of 16 bits");
        unit.experience = result.experience.min(most);
    }
}
