//! The survey of the map while it is edited, on a thread of its own: Bevy's pool for such work may
//! have only one thread, which draws the board.

use std::time::Duration;

use bevy::prelude::*;
use hotgates_editor::{Analysis, Finding};

use super::known::KnownFindings;
use super::{EditorSystems, Workspace};
use hotgates_ui::explain::explain_io_error;
use hotgates_ui::screen::Screen;
use hotgates_ui::{Job, Notice};

/// Time for which the map must rest before a survey begins.
const REST: Duration = Duration::from_millis(250);

/// The findings about the map; about an older map until the next survey is done.
#[derive(Resource, Default)]
pub struct MapSurvey {
    /// Findings so far.
    pub known: KnownFindings,
    /// Number that grows with every finding but battles.
    pub version: u32,
    /// `true` once everything has been found out about the map as it is.
    pub done: bool,
    /// The analysis on its thread.
    job: Option<Job<std::thread::Result<()>, Finding>>,
    /// The map that was looked at last, or is being looked at.
    of: Option<(u32, u64)>,
    /// The map as it was when it last changed, and when that was.
    seen: (Option<(u32, u64)>, Duration),
}

impl MapSurvey {
    fn begin_analysis(&mut self, analysis: Analysis) -> std::io::Result<()> {
        self.job = Some(Job::start_on_thread("analysis", move |cancel, tell| {
            // Cancelled, or nobody listens any more: both are the end.
            let _ = analysis.report_findings(cancel, |finding| drop(tell.send(finding)));
        })?);
        Ok(())
    }

    /// Asks the analysis that runs to end early.
    fn cancel_analysis(&self) {
        if let Some(job) = &self.job {
            job.cancel();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MapSurvey>()
        .add_systems(Update, (collect_findings, start_map_survey).chain().in_set(EditorSystems::Show))
        .add_systems(OnExit(Screen::Editor), |mut survey: ResMut<MapSurvey>| {
            survey.cancel_analysis();
            // What was not found out is found out after coming back.
            survey.of = None;
        });
}

/// Adds new findings of the analysis to the survey.
fn collect_findings(mut survey: ResMut<MapSurvey>) {
    let survey = survey.bypass_change_detection();
    let Some(job) = &mut survey.job else { return };
    // Asked before the findings are heard: none comes after the end.
    let over = job.poll();
    let cancelled = job.is_cancelled();
    while let Some(finding) = job.next_progress_report() {
        // What a cancelled one still says is about a map that is no more.
        if cancelled {
            continue;
        }
        if let Finding::Faults(_) = finding {
            survey.known = KnownFindings::default();
        }
        survey.version += u32::from(!matches!(finding, Finding::Balance(_)));
        survey.known.add_finding(finding);
    }
    if let Some(ended) = over {
        survey.job = None;
        if ended.is_err() {
            error!("the analysis of the map broke off");
        }
        survey.done = !cancelled;
        survey.version += 1;
    }
}

/// Starts an analysis once the map has not changed for a moment. The next change of the map ends
/// the analysis.
fn start_map_survey(
    time: Res<Time<Real>>,
    mut workspace: ResMut<Workspace>,
    mut survey: ResMut<MapSurvey>,
    mut notices: MessageWriter<Notice>,
) {
    let (survey, workspace) = (survey.bypass_change_detection(), workspace.bypass_change_detection());
    let now = Some((workspace.number, workspace.document().revision()));
    if survey.seen.0 != now {
        survey.seen = (now, time.elapsed());
    }
    if survey.of == now {
        return;
    }
    survey.cancel_analysis();
    survey.done = false;
    let rests = time.elapsed() >= survey.seen.1 + REST && !workspace.editor.is_dragging();
    if rests && survey.job.is_none() {
        survey.of = now;
        if let Err(error) = survey.begin_analysis(Analysis::new(workspace.document())) {
            notices.write(Notice(explain_io_error(&error)));
        }
    }
}
