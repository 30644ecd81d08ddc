//! The question "what if": computers finish the battle from the present position many times, in the
//! background.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::prelude::*;
use hotgates_engine::{Battle, BySide, Presence, Side};
use hotgates_play::{PlayedGame, Series, SpoiledGame, Tally};

use hotgates_ui::explain::explain_spoiled_game;
use hotgates_ui::job::worker_count;
use hotgates_ui::{Job, Notice, register_emitted_message};
use hotgates_window_battle::battle::BattleSystems;
use hotgates_window_battle::scene::{LeaveScreenSchedule, Scene, ShownBattle, is_battle_shown};

/// Battles that are fought.
pub const GAMES: u32 = 200;

/// A request to let computers finish the battle many times, or to stop them.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToggleWhatIf;

/// The end of one battle: the winner, and the men that each side had left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedBattle {
    /// Winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Men left.
    pub left: BySide<u32>,
}

/// The battles of a question, as far as they have been fought.
#[derive(Resource, Debug, Default)]
pub struct WhatIfQuestion {
    /// Names of the commanders that finish the battle.
    pub names: BySide<String>,
    /// The men that each side has in the position that is asked about.
    pub now: BySide<u32>,
    /// Number of enemy units that the asking side does not see: the battles are fought without them.
    pub unseen: usize,
    /// Ends of the battles, in the order of their seeds.
    pub finishes: Vec<FinishedBattle>,
    /// Number of wins of each side.
    tally: Tally,
    /// The battles, while some are still to be begun.
    series: Option<Arc<Series>>,
    begun: u32,
    at_work: VecDeque<Job<Result<PlayedGame, SpoiledGame>>>,
}

impl FinishedBattle {
    /// Returns the end of a battle that is over.
    #[must_use]
    pub fn from_battle(battle: &Battle) -> Self {
        let winner = battle.verdict().and_then(|verdict| verdict.winner);
        Self { winner, left: BySide::new(|side| battle.living_strength(side)) }
    }
}

impl WhatIfQuestion {
    /// Returns `true` if a question has been asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.series.is_some() || !self.finishes.is_empty()
    }

    /// Returns `true` while battles are still being fought.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.series.is_some()
    }

    /// Returns the number of a side's wins, and the interval that holds its true share in 95 of 100
    /// such questions, in ‰.
    #[must_use]
    pub fn wins_and_interval(&self, side: Side) -> (u32, (u32, u32)) {
        let share = self.tally.share_of_wins(side);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "shares lie between 0 and 1"
        )]
        let permille = |share: f64| (share * 1000.0).round() as u32;
        (self.tally.wins[side], (permille(share.low), permille(share.high)))
    }

    /// Returns the losses that a tenth, half and nine tenths of the battles do not exceed; `None`
    /// before the first battle has ended.
    #[must_use]
    pub fn loss_quantiles(&self, side: Side) -> Option<[u32; 3]> {
        let mut losses: Vec<u32> =
            self.finishes.iter().map(|finish| self.now[side].saturating_sub(finish.left[side])).collect();
        losses.sort_unstable();
        let last = losses.len().checked_sub(1)?;
        Some([1, 5, 9].map(|tenths| losses[last * tenths / 10]))
    }

    fn stop_battles(&mut self) {
        *self = Self::default();
    }

    fn begin_battles(&mut self, scene: ShownBattle) {
        let battle = scene.position_for_questions();
        self.now = BySide::new(|side| battle.living_strength(side));
        self.unseen = battle.roster().filter(|&(unit, _)| battle.presence(unit) == Presence::Unseen).count();
        let seats = scene.session().seats().with_built_ins_only();
        self.names = seats.names_as_text();
        // The seeds are the question's own: nobody learns here what the dice of this battle will
        // be.
        self.series = Some(Arc::new(Series::from_position(battle.clone(), seats, 1_u64)));
    }

    /// Starts further battles, up to one job less than there are threads, so that commanders who
    /// are asked meanwhile need not wait.
    fn start_more_battles(&mut self) {
        let Some(series) = &self.series else { return };
        while self.begun < GAMES && self.at_work.len() < worker_count().saturating_sub(1).max(1) {
            let (series, number) = (Arc::clone(series), self.begun);
            self.at_work.push_back(Job::start(move |cancel| series.play_game(number, cancel)));
            self.begun += 1;
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<ToggleWhatIf>(app);
    app.init_resource::<WhatIfQuestion>()
        .add_systems(
            Update,
            (toggle_what_if_question, collect_finished_battles)
                .chain()
                .in_set(BattleSystems::Orders)
                .run_if(is_battle_shown),
        )
        .add_systems(LeaveScreenSchedule, drop_what_if_question);
}

fn drop_what_if_question(mut what_if: ResMut<WhatIfQuestion>) {
    what_if.stop_battles();
}

fn toggle_what_if_question(
    mut asked: MessageReader<ToggleWhatIf>,
    scene: Res<Scene>,
    mut what_if: ResMut<WhatIfQuestion>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    for ToggleWhatIf in asked.read() {
        if what_if.is_asked() {
            what_if.stop_battles();
        } else if scene.position_for_questions().verdict().is_none() {
            what_if.begin_battles(scene);
        }
    }
}

fn collect_finished_battles(mut what_if: ResMut<WhatIfQuestion>, mut notices: MessageWriter<Notice>) {
    if !what_if.is_working() {
        return;
    }
    what_if.bypass_change_detection().start_more_battles();
    // In the order of seeds, so that the same question has the same answers on the way, too.
    while let Some(job) = what_if.bypass_change_detection().at_work.front_mut() {
        let Some(result) = job.poll() else { return };
        what_if.at_work.pop_front();
        match result {
            Ok(game) => {
                what_if.tally.count_game(&game);
                what_if.finishes.push(FinishedBattle::from_battle(game.record.battle()));
            }
            Err(SpoiledGame::Cancelled(_)) => {}
            Err(problem) => {
                notices.write(Notice(explain_spoiled_game(&problem)));
                return what_if.stop_battles();
            }
        }
        what_if.start_more_battles();
        if what_if.at_work.is_empty() {
            what_if.series = None;
            let (red, blue) =
                (what_if.wins_and_interval(Side::Red).0, what_if.wins_and_interval(Side::Blue).0);
            info!("what if: red {red}, blue {blue} of {}", what_if.finishes.len());
        }
    }
}
