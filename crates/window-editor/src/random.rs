//! Random maps, made in the background: a large one takes seconds.

use bevy::prelude::*;
use hotgates_editor::Document;
use hotgates_engine::{MapFile, Ruleset};
use hotgates_mapgen::{MapPlan, MapPlanError};

use super::explain::{explain_refusal, explain_refused_plan};
use super::question::CLASSIC;
use super::{EditorDialog, EditorSystems, NewMapDraft, Workspace};
use hotgates_ui::explain::explain_fault;
use hotgates_ui::{Job, Notice};

/// The random map that is being made.
#[derive(Resource, Debug, Default)]
pub(super) struct RandomMapJob(Option<MapInTheMaking>);

#[derive(Debug)]
struct MapInTheMaking {
    /// The answers of the dialog, which opens again with them if no map can be made.
    draft: NewMapDraft,
    /// The rules that the map is made for.
    rules: Ruleset,
    job: Job<Result<MapFile, MapPlanError>>,
}

impl RandomMapJob {
    /// Begins to make a map in the background, by the rules of the map that it is drawn over, or else those that
    /// are asked for; one that was being made is not wanted any more.
    pub(super) fn begin_random_map(&mut self, plan: MapPlan, draft: NewMapDraft, present: &Document) {
        let (rules, name) = if draft.over {
            (present.rules().clone(), present.settings().rules.clone().unwrap_or_else(|| CLASSIC.to_owned()))
        } else {
            (draft.new_map_rules(), draft.rules.to_owned())
        };
        let made_for = rules.clone();
        let job = Job::start(move |_| plan.generate_map_by(&made_for, &name));
        self.0 = Some(MapInTheMaking { draft, rules, job });
    }

    /// Returns `true` while a map is being made.
    pub(super) const fn is_random_map_awaited(&self) -> bool {
        self.0.is_some()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RandomMapJob>().add_systems(Update, collect_random_map.in_set(EditorSystems::Edit));
}

fn collect_random_map(
    mut drawing: ResMut<RandomMapJob>,
    mut workspace: ResMut<Workspace>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(making) = &mut drawing.bypass_change_detection().0 else { return };
    let Some(made) = making.job.poll() else { return };
    let Some(MapInTheMaking { draft, rules, .. }) = drawing.0.take() else { return };
    let over = draft.over;
    // The dialog opens again with the typed text, to be corrected.
    if made.is_err() && workspace.dialog.is_none() {
        workspace.dialog = Some(EditorDialog::New(draft));
    }
    let put = made.map_err(|refused| vec![explain_refused_plan(&refused)]).and_then(|map| {
        if over {
            return workspace
                .replace_map_in_one_step(map, rules)
                .map_err(|refusal| vec![explain_refusal(&refusal)]);
        }
        let document = Document::from_map(map, rules);
        let mut document = document.map_err(|faults| faults.iter().map(explain_fault).collect::<Vec<_>>())?;
        document.mark_unsaved();
        workspace.replace_document(document, None);
        Ok(())
    });
    if let Err(problems) = put {
        notices.write_batch(problems.into_iter().map(Notice));
    }
}
