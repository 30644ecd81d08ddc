//! The balance meter: the battle that is set up is fought a number of times beside the frames, says how even it is,
//! and can be evened out.

use std::thread;
use std::time::{Duration, Instant};

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use hotgates_analysis::{
    BalanceChange, BalanceLever, BalanceOffer, BalanceTrial, BalanceTrialError, favoured_side, is_even_tally,
};
use hotgates_engine::{DiceSource, Scenario, Side};
use hotgates_play::{Seats, Tally};
use hotgates_search::Cancel;
use hotgates_ui::names::{seat_in_words, side_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::{
    Job, Notice, Panel, Phrase, Tooltip, UiContext, WidgetStateSetter, column, register_emitted_message, row,
    theme,
};

use super::model::{BattleSetup, SetupChange};

/// A request about how even the battle is.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BalanceAction {
    /// Search for a change that makes the battle even.
    EvenOut(BalanceLever),
    /// End the search; nothing is changed.
    Stop,
}

/// Time after a change until the games begin: another one may follow.
const PATIENCE: Duration = Duration::from_millis(600);
/// Longest time that games are played for: great battles between great commanders take seconds each.
const LONGEST: Duration = Duration::from_secs(20);

type OfferSearch = thread::Result<Result<Option<BalanceOffer>, BalanceTrialError>>;

/// How even the battle that is set up is, as far as is known.
#[derive(Resource, Default)]
pub struct SetupBalance {
    /// The battle that the games are of, without names and dice.
    measured: Option<(Scenario, Seats)>,
    playing: Option<Job<thread::Result<()>, Tally>>,
    tally: Tally,
    search: Option<(BalanceLever, Job<OfferSearch, ()>)>,
    /// Number of changes that the search has tried.
    tried: u32,
}

impl SetupBalance {
    /// Results of the games so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns `true` while games are played.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// Returns `true` while a change is searched for.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Returns `true` if games say that one side wins nearly always.
    fn is_uneven(&self) -> bool {
        self.tally.games >= BalanceTrial::GAMES / 3 && !is_even_tally(&self.tally)
    }
}

/// The place of the meter on the screen.
#[derive(Component)]
pub(super) struct SetupBalancePanel;

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<BalanceAction>(app);
    app.init_resource::<SetupBalance>()
        .add_systems(OnExit(Screen::Setup), |mut meter: ResMut<SetupBalance>| {
            *meter = SetupBalance::default();
        })
        .add_systems(
            Update,
            (begin_games, count_games, handle_balance_actions, take_offer, fill_balance_panel)
                .chain()
                .run_if(in_state(Screen::Setup).and_then(resource_exists::<BattleSetup>)),
        );
}

/// Begins to play the battle when it has become another one. Tests without a window play only what they ask for.
fn begin_games(
    setup: Res<BattleSetup>,
    mut meter: ResMut<SetupBalance>,
    windows: Query<(), With<PrimaryWindow>>,
) {
    if windows.is_empty() || !(setup.is_changed() || meter.measured.is_none()) {
        return;
    }
    let trial = setup.balance_trial().map(nameless_trial);
    let now = trial.as_ref().map(|trial| (trial.scenario().clone(), trial.seats().clone()));
    if now == meter.measured {
        return;
    }
    *meter = SetupBalance { measured: now, ..SetupBalance::default() };
    let Some(trial) = trial else { return };
    let work = move |cancel: &Cancel, tell: &std::sync::mpsc::Sender<Tally>| {
        let asked = Instant::now();
        while asked.elapsed() < PATIENCE && !cancel.is_set() {
            thread::sleep(Duration::from_millis(20));
        }
        // What ends the games early is a change of the battle, or the time.
        let _ = trial.play_games(BalanceTrial::GAMES, cancel, |tally| {
            if tell.send(tally.clone()).is_err() || asked.elapsed() > LONGEST {
                cancel.set_flag();
            }
        });
    };
    // A system without threads has no meter.
    meter.playing = Job::start_on_thread("balance", work).ok();
}

/// Returns the trial without names, which change nothing, and with dice that are not the battle's.
fn nameless_trial(trial: BalanceTrial) -> BalanceTrial {
    let mut scenario = trial.scenario().clone();
    scenario.set_dice_source(DiceSource::Seed(0));
    let armies = [&mut scenario.map.red, &mut scenario.map.blue];
    for unit in armies.into_iter().flatten().flat_map(|army| &mut army.units) {
        (unit.name, unit.called) = (None, None);
    }
    BalanceTrial::new(scenario, trial.seats().clone())
}

fn count_games(mut meter: ResMut<SetupBalance>) {
    let Some(playing) = &mut meter.bypass_change_detection().playing else { return };
    let done = playing.poll().is_some();
    let mut newest = None;
    while let Some(tally) = playing.next_progress_report() {
        newest = Some(tally);
    }
    if let Some(tally) = newest {
        meter.tally = tally;
    }
    if done {
        meter.playing = None;
    }
}

fn handle_balance_actions(
    mut actions: MessageReader<BalanceAction>,
    setup: Res<BattleSetup>,
    mut meter: ResMut<SetupBalance>,
) {
    for action in actions.read() {
        match *action {
            BalanceAction::EvenOut(lever) => {
                let Some(trial) = setup.balance_trial().map(nameless_trial) else { continue };
                let present = meter.tally.clone();
                let work = move |cancel: &Cancel, tell: &std::sync::mpsc::Sender<()>| {
                    trial.find_change(lever, &present, cancel, |_| {
                        let _ = tell.send(());
                    })
                };
                let job = Job::start_on_thread("balance", work).ok();
                (meter.search, meter.tried) = (job.map(|job| (lever, job)), 0);
            }
            BalanceAction::Stop => meter.search = None,
        }
    }
}

/// Makes the change that was found, or says that there is none.
fn take_offer(
    mut meter: ResMut<SetupBalance>,
    mut changes: MessageWriter<SetupChange>,
    mut notices: MessageWriter<Notice>,
) {
    let Some((lever, job)) = &mut meter.bypass_change_detection().search else { return };
    let lever = *lever;
    let tried = std::iter::from_fn(|| job.next_progress_report()).count();
    let found = job.poll();
    if tried > 0 {
        meter.tried += u32::try_from(tried).unwrap_or_default();
    }
    let Some(found) = found else { return };
    meter.search = None;
    // A search that was ended, or broke, has changed nothing.
    let Ok(Ok(offer)) = found else { return };
    match offer {
        Some(offer) if is_even_tally(&offer.tally) => {
            changes.write(SetupChange::Even(offer.change));
            notices.write(Notice(offer_in_words("setup-even-evened", &offer)));
        }
        Some(offer) => {
            notices.write(Notice(offer_in_words("setup-even-best", &offer)));
        }
        None => {
            let key = match lever {
                BalanceLever::Turns => "setup-even-no-turns",
                BalanceLever::Men => "setup-even-no-men",
            };
            notices.write(Notice(Phrase::new(key)));
        }
    }
}

fn offer_in_words(key: &'static str, offer: &BalanceOffer) -> Phrase {
    let change = match offer.change {
        BalanceChange::Turns(turns) => Phrase::new("setup-even-with-turns").with_value("turns", turns),
        BalanceChange::Men(Side::Red, percent) => {
            Phrase::new("setup-even-with-red-men").with_value("percent", i64::from(percent))
        }
        BalanceChange::Men(Side::Blue, percent) => {
            Phrase::new("setup-even-with-blue-men").with_value("percent", i64::from(percent))
        }
    };
    Phrase::new(key)
        .with_value("change", change)
        .with_value("red", i64::from(offer.tally.wins.red))
        .with_value("games", i64::from(offer.tally.games))
}

/// What the panel shows: games, whether more are played, changes tried by a search, and the commanders.
type BalanceContent = (Tally, bool, Option<(BalanceLever, u32)>, Option<Seats>);

fn fill_balance_panel(
    setup: Res<BattleSetup>,
    meter: Res<SetupBalance>,
    mut panel: Panel<SetupBalancePanel, BalanceContent>,
) {
    let search = meter.search.as_ref().map(|(lever, _)| (*lever, meter.tried));
    let seats = meter.measured.as_ref().map(|(_, seats)| seats.clone());
    panel.refill((meter.tally.clone(), meter.is_playing(), search, seats.clone()), |panel, ui| {
        let Some(seats) = seats else { return };
        spawn_bar(panel, ui, &meter.tally, tip_of_meter(ui, &setup, &seats));
        spawn_result(panel, ui, &meter, &seats);
        spawn_levers(panel, ui, &meter);
    });
}

/// Returns who fights in place of whom, in words.
fn tip_of_meter(ui: &UiContext, setup: &BattleSetup, seats: &Seats) -> String {
    let mut lines = vec![ui.localized_text("setup-even-tip")];
    for side in Side::BOTH {
        let key = match setup.seat(side).stand_in(side) {
            Some(_) => "setup-even-stand-in",
            None => "setup-even-commander",
        };
        let values = [
            ("side", side_name(&ui.texts, side).into()),
            ("commander", seat_in_words(&ui.texts, &seats[side]).into()),
        ];
        lines.push(ui.texts.text_with_values(key, &values));
    }
    lines.join("\n")
}

/// Spawns a bar of the games: Red's, drawn, Blue's.
fn spawn_bar(panel: &mut ChildSpawnerCommands, ui: &UiContext, tally: &Tally, tip: String) {
    let node = Node { height: px(10), width: percent(100), ..default() };
    let name = result_in_words(ui, tally);
    let bar = (node, BackgroundColor(theme::RAISED), Pickable::default(), Tooltip(tip));
    panel.spawn((bar, AccessibleLabel(name))).with_children(|bar| {
        let parts = [
            (tally.wins.red, ui.side_colour(Side::Red)),
            (tally.draws, theme::TEXT_DIM),
            (tally.wins.blue, ui.side_colour(Side::Blue)),
        ];
        for (games, colour) in parts.into_iter().filter(|(games, _)| *games > 0) {
            let node = Node { flex_grow: f32::from(u16::try_from(games).unwrap_or(u16::MAX)), ..default() };
            bar.spawn((node, BackgroundColor(colour), Pickable::IGNORE));
        }
    });
}

fn result_in_words(ui: &UiContext, tally: &Tally) -> String {
    let (key, wins) = match favoured_side(tally) {
        _ if tally.games == 0 => return ui.localized_text("setup-even-none"),
        Some(Side::Blue) => ("setup-even-blue", tally.wins.blue),
        Some(Side::Red) | None => ("setup-even-red", tally.wins.red),
    };
    ui.texts.text_with_values(key, &[("wins", wins.into()), ("games", tally.games.into())])
}

/// Spawns who wins how often, and below who fights those battles.
fn spawn_result(panel: &mut ChildSpawnerCommands, ui: &UiContext, meter: &SetupBalance, seats: &Seats) {
    // One-sided is no fault: the player may want it so.
    let colour = if meter.is_uneven() { theme::ACCENT } else { theme::TEXT_DIM };
    panel.spawn(ui.styled_text(result_in_words(ui, &meter.tally), theme::SMALL, colour));
    let values = [
        ("red", seat_in_words(&ui.texts, &seats[Side::Red]).into()),
        ("blue", seat_in_words(&ui.texts, &seats[Side::Blue]).into()),
    ];
    let fighters = ui.texts.text_with_values("setup-even-fighters", &values);
    panel.spawn(ui.styled_text(fighters, theme::SMALL, theme::TEXT_DIM));
}

/// Returns the reason why a battle cannot be evened out now, by the keys of a few words and of a sentence.
fn obstacle_to_evening_out(meter: &SetupBalance) -> Option<(&'static str, &'static str)> {
    match () {
        () if meter.is_playing() || meter.tally.games == 0 => {
            Some(("setup-even-waits", "setup-even-waits-tip"))
        }
        () if !meter.is_uneven() => Some(("setup-even-is-even", "setup-even-is-even-tip")),
        () => None,
    }
}

/// Spawns the buttons that even the battle out, or the one that ends the search.
fn spawn_levers(panel: &mut ChildSpawnerCommands, ui: &UiContext, meter: &SetupBalance) {
    panel.spawn(row(4)).with_children(|line| {
        if meter.is_searching() {
            let words = ui.texts.text_with_values("setup-even-stop", &[("tried", meter.tried.into())]);
            line.spawn(ui.small_button(words, BalanceAction::Stop));
            return;
        }
        let obstacle = obstacle_to_evening_out(meter);
        let words = ui.localized_text(obstacle.map_or("setup-even-out", |(words, _)| words));
        line.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
        for (key, tip, lever) in [
            ("setup-even-turns", "setup-even-turns-tip", BalanceLever::Turns),
            ("setup-even-men", "setup-even-men-tip", BalanceLever::Men),
        ] {
            line.spawn(ui.small_button(ui.localized_text(key), BalanceAction::EvenOut(lever)))
                .disabled(obstacle.is_some())
                .insert(Tooltip(ui.localized_text(obstacle.map_or(tip, |(_, why)| why))));
        }
    });
}

/// Makes the node of the meter.
pub(super) fn balance_node() -> impl Bundle {
    (SetupBalancePanel, Node { width: px(186), ..column(4) })
}
