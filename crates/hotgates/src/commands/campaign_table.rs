//! A campaign, and who sits at its battles.

use hotgates_campaign::{Campaign, CampaignBattle, CampaignState};
use hotgates_engine::{Battle, BySide, Scenario, Side};
use hotgates_files::LoadedCampaign;
use hotgates_play::Seats;

use crate::failure::Failure;
use crate::seats::choose_seats;

/// A campaign, and who sits at its battles.
pub(super) struct CampaignTable {
    pub(super) loaded: LoadedCampaign,
    /// Commander of the player's side that an option names.
    pub(super) player: Option<String>,
    /// Commander of the enemy that an option names.
    pub(super) enemy: Option<String>,
}

impl CampaignTable {
    pub(super) const fn campaign(&self) -> &Campaign {
        &self.loaded.campaign
    }

    /// Side that the player leads.
    pub(super) const fn side(&self) -> Side {
        self.campaign().file().side
    }

    /// Refuses commanders who cannot play, before the first battle.
    pub(super) fn check_commanders(&self) -> Result<(), Failure> {
        self.campaign().file().battles.iter().try_for_each(|battle| self.seats_of_battle(battle).map(drop))
    }

    fn seats_of_battle(&self, battle: &CampaignBattle) -> Result<Seats, Failure> {
        let of_side =
            |side| if side == self.side() { (&self.player, "--player") } else { (&self.enemy, "--enemy") };
        let options = BySide::new(|side| of_side(side).0.clone());
        let flags = BySide::new(|side| of_side(side).1);
        choose_seats(&options, flags, &self.loaded.maps[&battle.map], self.campaign().rules())
    }

    /// Returns the scenario of the battle at which a campaign stands, the battle before its first order, and
    /// who sits there; `None` where nobody is sent.
    pub(super) fn begin_battle(
        &self,
        state: &CampaignState,
    ) -> Result<Option<(Scenario, Battle, Seats)>, Failure> {
        let (Some(scenario), Some(battle)) =
            (self.campaign().battle_scenario(state), self.campaign().battle_at(state))
        else {
            return Ok(None);
        };
        let seats = self.seats_of_battle(battle)?;
        let start = Battle::from_scenario(&scenario);
        let start = start.map_err(|faults| Failure::program_fault(&faults[0]))?;
        Ok(Some((scenario, start, seats)))
    }
}
