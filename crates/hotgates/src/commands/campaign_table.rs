//! A campaign, and who sits at its battles.

use std::sync::Arc;

use hotgates_bots::BotLauncher;
use hotgates_campaign::{Campaign, CampaignBattle, CampaignState};
use hotgates_engine::{Battle, BySide, Scenario, Side};
use hotgates_files::LoadedCampaign;
use hotgates_play::{CommanderName, Seats};

use crate::cli::ProgramOptions;
use crate::cli::campaign::CampaignArgs;
use crate::failure::Failure;
use crate::seats::{check_name_in_file, choose_seats, launcher_of_name};

/// A campaign, and who sits at its battles.
pub(super) struct CampaignTable {
    pub(super) loaded: LoadedCampaign,
    /// Commander of the player's side that an option names.
    pub(super) player: Option<String>,
    /// Commander of the enemy that an option or else the save names.
    pub(super) enemy: Option<String>,
    programs: ProgramOptions,
    /// Programs that options name, each with the processes that wait for their next battle.
    launchers: BySide<Option<BotLauncher>>,
}

impl CampaignTable {
    /// Returns the table of a campaign with the commanders that options name. No program is started yet.
    ///
    /// # Errors
    /// When the name of a program is no command.
    pub(super) fn new(loaded: LoadedCampaign, args: &CampaignArgs) -> Result<Self, Failure> {
        let (player, enemy, programs) = (args.player.clone(), args.enemy.clone(), args.programs);
        let launchers = BySide::default();
        let mut table = Self { loaded, player, enemy, programs, launchers };
        for side in Side::BOTH {
            let (name, flag) = table.name_of_side(side);
            let (Some(name), Some(map)) = (name.as_deref(), table.loaded.maps.values().next()) else {
                continue;
            };
            let launcher = launcher_of_name(&CommanderName::from(name), &map.scenario, programs, None);
            table.launchers[side] = launcher.map_err(|why| Failure::bad_input(format!("{flag}: {why}")))?;
        }
        Ok(table)
    }

    /// Returns the commander of a side that an option or the save names, and the option that names one.
    fn name_of_side(&self, side: Side) -> (&Option<String>, &'static str) {
        if side == self.side() { (&self.player, "--player") } else { (&self.enemy, "--enemy") }
    }

    pub(super) const fn campaign(&self) -> &Campaign {
        &self.loaded.campaign
    }

    /// Side that the player leads.
    pub(super) const fn side(&self) -> Side {
        self.campaign().file().side
    }

    /// Keeps the enemy's commander whom an option names with the campaign, or takes the one whom the campaign
    /// has kept. A name that no file may give, as that of a program, is not kept, and has to be given again.
    ///
    /// # Errors
    /// The reason why the commander in a save cannot play.
    pub(super) fn agree_on_enemy(&mut self, state: &mut CampaignState) -> Result<(), String> {
        let rules = self.campaign().rules();
        match &self.enemy {
            Some(name) if check_name_in_file(name, rules).is_ok() => state.choose_enemy(Some(name.clone())),
            Some(_) => {}
            None => {
                if let Some(name) = state.enemy() {
                    check_name_in_file(name, rules).map_err(|why| format!("{why}; --enemy names another"))?;
                }
                self.enemy = state.enemy().map(str::to_owned);
            }
        }
        Ok(())
    }

    /// Refuses commanders who cannot play, before the first battle.
    pub(super) fn check_commanders(&self) -> Result<(), Failure> {
        self.campaign().file().battles.iter().try_for_each(|battle| self.seats_of_battle(battle).map(drop))
    }

    fn seats_of_battle(&self, battle: &CampaignBattle) -> Result<Seats, Failure> {
        let options = BySide::new(|side| self.name_of_side(side).0.clone());
        let flags = BySide::new(|side| self.name_of_side(side).1);
        let map = &self.loaded.maps[&battle.map];
        choose_seats(&options, flags, map, self.campaign().rules(), Some(self.programs))
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
        let mut seats = self.seats_of_battle(battle)?;
        for side in Side::BOTH {
            if let Some(launcher) = &self.launchers[side] {
                let program = Arc::new(launcher.for_scenario(scenario.clone()));
                seats[side] = seats[side].clone().with_program(program);
            }
        }
        let start = Battle::from_scenario(&scenario);
        let start = start.map_err(|faults| Failure::program_fault(&faults[0]))?;
        Ok(Some((scenario, start, seats)))
    }
}
