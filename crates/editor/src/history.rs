//! Undo and redo, without limit, and which state is the saved one.

use crate::edit::Edit;

/// One thing that a person did.
#[derive(Debug, Clone)]
pub(crate) struct UndoStep {
    /// What it is called: "Undo paint".
    pub(crate) label: &'static str,
    /// Tells it from every other step there ever was.
    number: u64,
    /// What takes it back, or brings it back, in the order in which to apply it.
    pub(crate) edits: Vec<Edit>,
}

/// Steps done and undone.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    done: Vec<UndoStep>,
    undone: Vec<UndoStep>,
    /// The last number given.
    last: u64,
    /// The number of the last step done when the document was saved; 0 for none.
    saved: u64,
}

impl History {
    /// Writes down a step that has been done, by what takes it back. What had been undone is gone.
    pub(crate) fn push(&mut self, label: &'static str, edits: Vec<Edit>) {
        self.last += 1;
        self.undone.clear();
        self.done.push(UndoStep { label, number: self.last, edits });
    }

    /// Moves the last step to the undone ones: `turn` makes its edits and gives those that bring it back.
    pub(crate) fn undo(&mut self, turn: impl FnOnce(Vec<Edit>) -> Vec<Edit>) -> Option<&'static str> {
        let step = self.done.pop()?;
        let label = step.label;
        self.undone.push(UndoStep { edits: turn(step.edits), ..step });
        Some(label)
    }

    /// The other way.
    pub(crate) fn redo(&mut self, turn: impl FnOnce(Vec<Edit>) -> Vec<Edit>) -> Option<&'static str> {
        let step = self.undone.pop()?;
        let label = step.label;
        self.done.push(UndoStep { edits: turn(step.edits), ..step });
        Some(label)
    }

    pub(crate) fn undo_label(&self) -> Option<&'static str> {
        self.done.last().map(|step| step.label)
    }

    pub(crate) fn redo_label(&self) -> Option<&'static str> {
        self.undone.last().map(|step| step.label)
    }

    fn last_done(&self) -> u64 {
        self.done.last().map_or(0, |step| step.number)
    }

    pub(crate) fn mark_saved(&mut self) {
        self.saved = self.last_done();
    }

    pub(crate) fn is_saved(&self) -> bool {
        self.saved == self.last_done()
    }

    /// Never again the saved state: for a document that no file has.
    pub(crate) fn mark_unsaved(&mut self) {
        self.saved = u64::MAX;
    }

    /// Steps that can be undone and redone.
    pub(crate) fn step_counts(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    /// Bytes that it takes, as nearly as matters.
    pub(crate) fn memory_bytes(&self) -> usize {
        let steps = self.done.iter().chain(&self.undone);
        steps
            .map(|step| size_of::<UndoStep>() + step.edits.iter().map(Edit::memory_bytes).sum::<usize>())
            .sum()
    }
}
