//! The campaign that is being played.

use std::sync::Arc;

use bevy::prelude::Resource;
use hotgates_campaign::{
    Campaign, CampaignSave, CampaignState, FinishRefusal, Refit, RefitRefusal, ResumeRefusal,
};
use hotgates_engine::{Battle, Scenario, Side};
use hotgates_play::{Seat, Seats};
use hotgates_record::GameRecord;
use hotgates_ui::Phrase;
use hotgates_ui::explain::{explain_fault, explain_replay_break, explain_seat_error};
use hotgates_window_battle::battle::session::BattleSession;

/// The campaign that is being played: its state, and the battle in progress.
#[derive(Resource, Debug, Clone)]
pub struct PlayedCampaign {
    campaign: Arc<Campaign>,
    state: CampaignState,
    /// Record of the battle in progress; `None` before its first order.
    record: Option<GameRecord>,
    /// `true` from the moment when the battle is put on the screen until its outcome is taken.
    is_fought: bool,
    /// States from before each refit since the last battle.
    undo: Vec<CampaignState>,
    /// Number of changes so far.
    changes: u32,
}

impl PlayedCampaign {
    /// Begins a campaign.
    #[must_use]
    pub fn begin(campaign: Arc<Campaign>, seed: u64) -> Self {
        let state = campaign.begin(seed);
        Self::at_state(campaign, state, None)
    }

    /// Takes a saved campaign up again.
    ///
    /// # Errors
    /// The reason why the save is none of this campaign.
    pub fn resume(campaign: Arc<Campaign>, save: CampaignSave) -> Result<Self, Box<ResumeRefusal>> {
        let (state, record) = save.resume(&campaign).map_err(Box::new)?;
        Ok(Self::at_state(campaign, state, record))
    }

    const fn at_state(campaign: Arc<Campaign>, state: CampaignState, record: Option<GameRecord>) -> Self {
        Self { campaign, state, record, is_fought: false, undo: Vec::new(), changes: 0 }
    }

    /// Returns the save of the campaign with the battle in progress.
    #[must_use]
    pub fn to_save(&self) -> CampaignSave {
        CampaignSave::new(&self.campaign, &self.state, self.record.as_ref())
    }

    /// Returns the campaign.
    #[must_use]
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// Returns where the campaign stands.
    #[must_use]
    pub const fn state(&self) -> &CampaignState {
        &self.state
    }

    /// Returns the side that the player leads.
    #[must_use]
    pub fn side(&self) -> Side {
        self.campaign.file().side
    }

    /// Returns the commander who leads the enemy in place of the one that the map names.
    #[must_use]
    pub fn enemy(&self) -> Option<&str> {
        self.state.enemy()
    }

    /// Returns the number of changes so far: what has the same number shows the same.
    #[must_use]
    pub const fn change_count(&self) -> u32 {
        self.changes
    }

    /// Returns `true` if a battle is in progress: its army can be changed no more.
    #[must_use]
    pub const fn is_battle_in_progress(&self) -> bool {
        self.record.is_some()
    }

    /// Does something with the army.
    ///
    /// # Errors
    /// The reason why it cannot be done; then nothing has changed.
    pub fn refit(&mut self, refit: &Refit) -> Result<(), RefitRefusal> {
        let before = self.state.clone();
        self.campaign.refit(&mut self.state, refit)?;
        self.note_refit(before);
        Ok(())
    }

    /// Returns the reason why something cannot be done with the army.
    #[must_use]
    pub fn refusal_of_refit(&self, refit: &Refit) -> Option<RefitRefusal> {
        self.campaign.refit(&mut self.state.clone(), refit).err()
    }

    /// Refits the army as far as the points go.
    pub fn refit_automatically(&mut self) {
        let before = self.state.clone();
        self.campaign.refit_automatically(&mut self.state);
        if self.state != before {
            self.note_refit(before);
        }
    }

    fn note_refit(&mut self, before: CampaignState) {
        self.undo.push(before);
        self.changes += 1;
    }

    /// Returns `true` if a refit can be taken back.
    #[must_use]
    pub const fn can_undo(&self) -> bool {
        !self.undo.is_empty() && !self.is_battle_in_progress()
    }

    /// Takes the last refit back.
    pub fn undo_refit(&mut self) {
        if self.can_undo() {
            let before = self.undo.pop().expect("one can be taken back");
            // The enemy's commander is no refit, and stays.
            let enemy = self.enemy().map(str::to_owned);
            self.state = before;
            self.state.choose_enemy(enemy);
            self.changes += 1;
        }
    }

    /// Has a commander lead the enemy, or with `None` the one that the map names.
    pub fn choose_enemy(&mut self, enemy: Option<String>) {
        self.state.choose_enemy(enemy);
        self.changes += 1;
    }

    /// Returns the battle in progress or the one to come, as far as the player's side knows it; `None` where
    /// nobody is sent, and once the campaign is over.
    #[must_use]
    pub fn battle_to_show(&self) -> Option<Battle> {
        let truth = match &self.record {
            Some(record) => record.battle().clone(),
            None => Battle::from_scenario(&self.campaign.battle_scenario(&self.state)?).ok()?,
        };
        Some(truth.known_to(self.side()).clone())
    }

    /// Begins the next battle, or takes up the one in progress.
    ///
    /// # Errors
    /// The reasons why there can be no battle.
    pub fn open_battle(&mut self) -> Result<BattleSession, Vec<Phrase>> {
        let Some(scenario) = self.campaign.battle_scenario(&self.state) else {
            return Err(vec![Phrase::new("campaign-nobody-sent")]);
        };
        let seats = self.seats(&scenario);
        if let Err(why) = seats[self.side().other()].check_contestant(self.campaign.rules()) {
            return Err(vec![explain_seat_error(&why)]);
        }
        let mut session = BattleSession::new(scenario, seats)
            .map_err(|faults| faults.iter().map(explain_fault).collect::<Vec<_>>())?;
        if let Some(record) = &self.record {
            // The session's scenario names those who sit there.
            let replay = record.replay(session.scenario());
            session = BattleSession::resume_replay(&replay)
                .map_err(|broken| vec![explain_replay_break(&broken)])?;
        }
        self.is_fought = true;
        Ok(session)
    }

    /// Returns who sits at a battle: a person for the player's side, for the enemy never one.
    fn seats(&self, scenario: &Scenario) -> Seats {
        let (side, mut seats) = (self.side(), Seats::in_file(&scenario.map).without_people());
        seats[side] = Seat::seat_of_person();
        if let Some(name) = self.enemy() {
            // The name may have been read from a save.
            seats[side.other()] = Seat::seat_named_in_file(name);
        }
        seats
    }

    /// Takes over how far the battle has come, and its outcome once it is over. What comes after that is
    /// no more the campaign's.
    ///
    /// # Errors
    /// When the battle is not the campaign's.
    pub fn follow_battle(&mut self, session: &BattleSession) -> Result<(), FinishRefusal> {
        if !self.is_fought {
            return Ok(());
        }
        self.changes += 1;
        let truth = session.true_position();
        if truth.verdict().is_none() {
            let begun = !session.order_records().is_empty();
            self.record = session.game_record().filter(|_| begun).cloned();
            return Ok(());
        }
        self.campaign.finish_battle(&mut self.state, &truth.outcome())?;
        (self.record, self.is_fought) = (None, false);
        self.undo.clear();
        Ok(())
    }
}
