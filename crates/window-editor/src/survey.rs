//! What is found out about the map while it is edited, on a thread of its own: Bevy's pool for such work may have only one,
//! which draws the board.

use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use bevy::platform::cell::SyncCell;
use bevy::prelude::*;
use hotgates_editor::{
    Analysis, AnalysisStage, Arrival, Cancel, ChokeReport, Coord, Finding, HexValues, Invasion, SkipReason,
    Tally, Travel,
};
use hotgates_engine::{BySide, Fault};

use super::{Bench, EditorSystems};
use hotgates_ui::Notice;
use hotgates_ui::screen::Screen;

/// How long the map must rest before it is looked at.
const REST: Duration = Duration::from_millis(250);

/// What has been found out; about an older map until it has been looked at anew.
#[derive(Resource, Default)]
pub struct Survey {
    /// What is known.
    pub known: Known,
    /// Counts up with every finding but battles.
    pub version: u32,
    /// Whether all has been found out about the map as it is.
    pub done: bool,
    running: Option<Running>,
    /// The map that was looked at last, or is being looked at.
    of: Option<(u32, u64)>,
    /// The map as it was when it last changed, and when that was.
    seen: (Option<(u32, u64)>, Duration),
}

/// What is known about a map.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Everything wrong with it; none before it has been checked.
    pub faults: Option<Vec<Fault>>,
    /// Where units start, those without a place too.
    pub deployment: Option<BySide<Vec<Coord>>>,
    /// Ground from which nobody gets to a castle.
    pub unreachable: Vec<Coord>,
    /// How long the march is.
    pub travel: Option<Travel>,
    /// Who is where first.
    pub arrival: Option<Arrival>,
    /// Where ways meet.
    pub heat: Option<HexValues<u16>>,
    /// The choke points for each invasion.
    pub chokes: Vec<ChokeReport>,
    /// Where Red could not come from, and why.
    pub no_invasion: Vec<(Invasion, Vec<Fault>)>,
    /// Who wins how often.
    pub balance: Option<Tally>,
    /// What was not tried, and why.
    pub skipped: Vec<(AnalysisStage, SkipReason)>,
}

impl Known {
    fn learn(&mut self, finding: Finding) {
        match finding {
            Finding::Faults(faults) => self.faults = Some(faults),
            Finding::Deployment(hexes) => self.deployment = Some(hexes),
            Finding::Unreachable(hexes) => self.unreachable = hexes,
            Finding::Travel(travel) => self.travel = Some(travel),
            Finding::Arrival(arrival) => self.arrival = Some(arrival),
            Finding::Heat(heat) => self.heat = Some(heat),
            Finding::Chokes(chokes) => self.chokes.push(chokes),
            Finding::NoInvasion(invasion, faults) => self.no_invasion.push((invasion, faults)),
            Finding::Balance(tally) => self.balance = Some(tally),
            Finding::Skipped(stage, why) => self.skipped.push((stage, why)),
            Finding::Done(_) => {}
        }
    }
}

/// An analysis on its thread.
struct Running {
    cancel: Cancel,
    findings: SyncCell<Receiver<Finding>>,
    thread: JoinHandle<()>,
}

impl Survey {
    fn begin(&mut self, analysis: Analysis) -> std::io::Result<()> {
        let (cancel, (tell, findings)) = (Cancel::new(), channel());
        let flag = cancel.clone();
        let work = move || {
            // Cancelled, or nobody listens any more: both are the end.
            let _ = analysis.report_findings(&flag, |finding| drop(tell.send(finding)));
        };
        let thread = std::thread::Builder::new().name("analysis".to_owned()).spawn(work)?;
        self.running = Some(Running { cancel, findings: SyncCell::new(findings), thread });
        Ok(())
    }

    /// Asks for the end of what is running.
    fn cancel(&self) {
        if let Some(running) = &self.running {
            running.cancel.set();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Survey>()
        .add_systems(Update, (listen, look).chain().in_set(EditorSystems::Show))
        .add_systems(OnExit(Screen::Editor), |mut survey: ResMut<Survey>| {
            survey.cancel();
            // What was not found out is found out after coming back.
            survey.of = None;
        });
}

/// Takes down what has been found out.
fn listen(mut survey: ResMut<Survey>) {
    let survey = survey.bypass_change_detection();
    let Some(running) = &mut survey.running else { return };
    let over = running.thread.is_finished();
    let cancelled = running.cancel.is_set();
    while let Ok(finding) = running.findings.get().try_recv() {
        // What a cancelled one still says is about a map that is no more.
        if cancelled {
            continue;
        }
        if let Finding::Faults(_) = finding {
            survey.known = Known::default();
        }
        survey.version += u32::from(!matches!(finding, Finding::Balance(_)));
        survey.known.learn(finding);
    }
    if over {
        if let Some(running) = survey.running.take()
            && running.thread.join().is_err()
        {
            error!("the analysis of the map broke off");
        }
        survey.done = !cancelled;
        survey.version += 1;
    }
}

/// Has the map looked at once it has rested for a moment. The next stroke ends what is being found out.
fn look(
    time: Res<Time<Real>>,
    mut bench: ResMut<Bench>,
    mut survey: ResMut<Survey>,
    mut notices: MessageWriter<Notice>,
) {
    let (survey, bench) = (survey.bypass_change_detection(), bench.bypass_change_detection());
    let now = Some((bench.number, bench.document().revision()));
    if survey.seen.0 != now {
        survey.seen = (now, time.elapsed());
    }
    if survey.of == now {
        return;
    }
    survey.cancel();
    survey.done = false;
    let rests = time.elapsed() >= survey.seen.1 + REST && !bench.editor.is_dragging();
    if rests && survey.running.is_none() {
        survey.of = now;
        if let Err(error) = survey.begin(Analysis::new(bench.document())) {
            notices.write(Notice(hotgates_files::io_reason(&error)));
        }
    }
}
