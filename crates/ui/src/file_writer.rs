//! Files that are written beside the frames.

use hotgates_files::FileError;

use crate::job::Job;

/// A writer of a file that is written often: beside the frames, one content after the other.
#[derive(Debug, Default)]
pub struct FileWriter {
    job: Option<Job<Result<(), FileError>>>,
}

impl FileWriter {
    /// Returns `true` if nothing is being written any more.
    ///
    /// # Errors
    /// The reason why the last content could not be written; then nothing is being written either.
    pub fn is_free(&mut self) -> Result<bool, FileError> {
        let Some(job) = &mut self.job else { return Ok(true) };
        let Some(written) = job.poll() else { return Ok(false) };
        self.job = None;
        written.map(|()| true)
    }

    /// Begins to write. What is still being written is finished first.
    pub fn start_writing(&mut self, write: impl FnOnce() -> Result<(), FileError> + Send + 'static) {
        self.finish_writing();
        self.job = Some(Job::start_file_work(move |_| write()));
    }

    /// Waits until nothing is being written: what is written next cannot be overtaken by older content.
    pub fn finish_writing(&mut self) {
        if let Some(job) = self.job.take() {
            let _ = job.wait();
        }
    }
}
