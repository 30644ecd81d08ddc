//! Undo and redo without limit, and the knowledge of which state is the saved one.

use crate::edit::DocumentEdit;

/// An action of a person that one undo takes back.
#[derive(Debug, Clone)]
pub(crate) struct UndoStep {
    /// Name of the step, such as "paint" in "Undo paint".
    pub(crate) label: &'static str,
    /// Number that no other step of the document ever had.
    number: u64,
    /// Edits that take the step back, or bring it back, in the order in which to apply them.
    pub(crate) edits: Vec<DocumentEdit>,
}

/// Steps done and undone.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    done: Vec<UndoStep>,
    undone: Vec<UndoStep>,
    /// The last number given.
    last: u64,
    /// Number of the last step done when the document was saved; 0 for none.
    saved: u64,
}

impl History {
    /// Adds a step that has been done, by the edits that take it back. Undone steps are gone.
    pub(crate) fn push(&mut self, label: &'static str, edits: Vec<DocumentEdit>) {
        self.last += 1;
        self.undone.clear();
        self.done.push(UndoStep { label, number: self.last, edits });
    }

    /// Moves the last step to the undone ones: `turn` makes its edits and returns those that bring
    /// the step back.
    pub(crate) fn undo(
        &mut self,
        turn: impl FnOnce(Vec<DocumentEdit>) -> Vec<DocumentEdit>,
    ) -> Option<&'static str> {
        let step = self.done.pop()?;
        let label = step.label;
        self.undone.push(UndoStep { edits: turn(step.edits), ..step });
        Some(label)
    }

    /// Moves the last undone step back to the done ones.
    pub(crate) fn redo(
        &mut self,
        turn: impl FnOnce(Vec<DocumentEdit>) -> Vec<DocumentEdit>,
    ) -> Option<&'static str> {
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

    /// Records that no state is the saved one: for a document that no file has.
    pub(crate) fn mark_unsaved(&mut self) {
        self.saved = u64::MAX;
    }

    /// Returns the numbers of steps that can be undone and redone.
    pub(crate) fn step_counts(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    /// Returns the approximate memory of all steps, in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        let steps = self.done.iter().chain(&self.undone);
        steps
            .map(|step| {
                size_of::<UndoStep>() + step.edits.iter().map(DocumentEdit::memory_bytes).sum::<usize>()
            })
            .sum()
    }
}
