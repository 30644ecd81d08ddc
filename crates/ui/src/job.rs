//! Jobs: work beside the frames, which ends with its owner.

use std::convert::Infallible;
use std::fmt;
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use bevy::app::{TaskPoolOptions, TaskPoolPlugin};
use bevy::platform::cell::SyncCell;
use bevy::tasks::{AsyncComputeTaskPool, IoTaskPool, Task, block_on, futures::check_ready};
use hotgates_search::Cancel;

/// A piece of work beside the frames, with a result of type `T` and, on the way, news of type `N`.
///
/// The owner asks for the result by [`poll`](Self::poll) in each frame. A job that is dropped is
/// cancelled: the work is handed a [`Cancel`], which is set then, and ends as soon as it looks.
pub struct Job<T, N = Infallible> {
    work: Option<JobWorker<T>>,
    /// Is there as long as the work is.
    running: Option<RunningJob>,
    cancel: Cancel,
    news: Option<SyncCell<Receiver<N>>>,
}

/// Jobs whose results nobody has taken yet, of all apps of this program.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Counts a job as running until it is dropped.
struct RunningJob;

impl RunningJob {
    fn begin() -> Self {
        RUNNING.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns the number of jobs whose results nobody has taken yet: frames must go on that ask for them.
#[must_use]
pub fn running_job_count() -> usize {
    RUNNING.load(Ordering::Relaxed)
}

/// Lines of the code that began what the workers are doing now.
static AT_WORK: Mutex<Vec<&'static Location<'static>>> = Mutex::new(Vec::new());

/// Has a job named among those that a worker is doing until it is dropped.
struct JobAtWork(&'static Location<'static>);

impl JobAtWork {
    fn begin(place: &'static Location<'static>) -> Self {
        AT_WORK.lock().unwrap_or_else(PoisonError::into_inner).push(place);
        Self(place)
    }
}

impl Drop for JobAtWork {
    fn drop(&mut self) {
        let mut at_work = AT_WORK.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = at_work.iter().position(|&place| place == self.0) {
            at_work.swap_remove(index);
        }
    }
}

/// Returns the lines of the code that began what the workers are doing now, of all apps of this program: a job
/// that never ends keeps others waiting.
#[must_use]
pub fn jobs_at_work() -> Vec<String> {
    AT_WORK.lock().unwrap_or_else(PoisonError::into_inner).iter().map(ToString::to_string).collect()
}

/// The place where a job is done.
enum JobWorker<T> {
    Task(Task<T>),
    Thread(JoinHandle<T>),
}

impl<T, N> Job<T, N> {
    fn new(worker: JobWorker<T>, cancel: Cancel, news: Option<Receiver<N>>) -> Self {
        Self { work: Some(worker), running: Some(RunningJob::begin()), cancel, news: news.map(SyncCell::new) }
    }
}

impl<T: Send + 'static> Job<T> {
    /// Begins work that needs the processor.
    #[must_use]
    #[track_caller]
    pub fn start(work: impl FnOnce(&Cancel) -> T + Send + 'static) -> Self {
        let cancel = Cancel::new();
        let (seen, place) = (cancel.clone(), Location::caller());
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let _at_work = JobAtWork::begin(place);
            work(&seen)
        });
        Self::new(JobWorker::Task(task), cancel, None)
    }

    /// Begins work that mostly waits for files.
    #[must_use]
    pub fn start_file_work(work: impl FnOnce(&Cancel) -> T + Send + 'static) -> Self {
        let cancel = Cancel::new();
        let seen = cancel.clone();
        let task = IoTaskPool::get().spawn(async move { work(&seen) });
        Self::new(JobWorker::Task(task), cancel, None)
    }

    /// Waits for the end of the work; `None` if the result has been taken already.
    pub fn wait(mut self) -> Option<T> {
        match self.work.take()? {
            JobWorker::Task(task) => Some(block_on(task)),
            JobWorker::Thread(thread) => thread.join().ok(),
        }
    }
}

impl<T: Send + 'static, N: Send + 'static> Job<T, N> {
    /// Begins work that sends news before its result is there. Sending fails once the job has been
    /// dropped.
    #[must_use]
    #[track_caller]
    pub fn start_with_progress_reports(work: impl FnOnce(&Cancel, &Sender<N>) -> T + Send + 'static) -> Self {
        let (cancel, (tell, news)) = (Cancel::new(), channel());
        let (seen, place) = (cancel.clone(), Location::caller());
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let _at_work = JobAtWork::begin(place);
            work(&seen, &tell)
        });
        Self::new(JobWorker::Task(task), cancel, Some(news))
    }

    /// Returns the next of the news that have not been heard yet.
    pub fn next_progress_report(&mut self) -> Option<N> {
        self.news.as_mut()?.get().try_recv().ok()
    }

    /// Returns the result once the work is done, and only once.
    pub fn poll(&mut self) -> Option<T> {
        match self.work.as_mut()? {
            JobWorker::Task(task) => {
                let done = check_ready(task)?;
                (self.work, self.running) = (None, None);
                Some(done)
            }
            JobWorker::Thread(thread) if thread.is_finished() => {
                self.running = None;
                let Some(JobWorker::Thread(thread)) = self.work.take() else { return None };
                thread.join().ok()
            }
            JobWorker::Thread(_) => None,
        }
    }

    /// Asks the work to end soon, with what it has found so far as its result.
    pub fn cancel(&self) {
        self.cancel.set_flag();
    }

    /// Returns `true` once the work has been asked to end.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_set()
    }
}

impl<T: Send + 'static, N: Send + 'static> Job<std::thread::Result<T>, N> {
    /// Begins long work on a thread of its own, so that short jobs need not wait for it. The result
    /// is an error if the work has panicked.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub fn start_on_thread(
        name: &str,
        work: impl FnOnce(&Cancel, &Sender<N>) -> T + Send + 'static,
    ) -> std::io::Result<Self> {
        let (cancel, (tell, news)) = (Cancel::new(), channel());
        let seen = cancel.clone();
        let work = move || catch_unwind(AssertUnwindSafe(|| work(&seen, &tell)));
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(work)?;
        Ok(Self::new(JobWorker::Thread(thread), cancel, Some(news)))
    }
}

impl<T, N> Drop for Job<T, N> {
    fn drop(&mut self) {
        self.cancel.set_flag();
    }
}

impl<T, N> fmt::Debug for Job<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("cancelled", &self.cancel.is_set()).finish_non_exhaustive()
    }
}

/// Returns Bevy's pools of threads with at least two for jobs that need the processor: with the single one of a
/// machine with few cores a long job has every short one wait.
#[must_use]
pub fn task_pools() -> TaskPoolPlugin {
    let mut task_pool_options = TaskPoolOptions::default();
    task_pool_options.async_compute.min_threads = 2;
    TaskPoolPlugin { task_pool_options }
}

/// Number of jobs that need the processor which can be done at the same time.
#[must_use]
pub fn worker_count() -> usize {
    AsyncComputeTaskPool::get().thread_num()
}

/// Drops a value beside the frames: giving back hundreds of thousands of words takes time.
#[track_caller]
pub fn drop_in_background(value: impl Send + 'static) {
    let place = Location::caller();
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let _at_work = JobAtWork::begin(place);
        drop(value);
    });
    task.detach();
}
