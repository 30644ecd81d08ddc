//! Runs of targets: the seeds, then mutations of them, with every panic caught and told.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::corpus::source_of_target;
use crate::targets::{FuzzTarget, sound_input_count};

/// Time after which an input is a find because the target has not come to an end with it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Number of mutations after which a run notes how far it has come.
const NOTED_EVERY: u64 = 2000;

thread_local! {
    /// What the last panic of this thread said, and where.
    static LAST_PANIC: RefCell<(String, String)> = RefCell::default();
    /// `true` while a target runs on this thread.
    static IS_CATCHING: Cell<bool> = const { Cell::new(false) };
}

/// A plan of runs.
#[derive(Debug, Clone)]
pub struct FuzzPlan {
    /// Targets to run.
    pub targets: Vec<FuzzTarget>,
    /// Seed of the mutations.
    pub seed: u64,
    /// Number of mutations of each target.
    pub count: u64,
    /// File that keeps how far each target has come.
    pub resume: Option<PathBuf>,
    /// Folder for the bytes of finds.
    pub finds: PathBuf,
}

/// What a run of a target has come to.
#[derive(Debug)]
struct TargetRun {
    /// Inputs tried.
    tried: u64,
    /// Inputs that were sound.
    sound: u64,
    /// Places of the program at which it panicked.
    places: BTreeSet<String>,
    slowest: Duration,
    took: Duration,
}

/// An input in progress: its target, its name and its bytes.
type InputInProgress = Option<(Instant, &'static str, String, Vec<u8>)>;

impl FuzzPlan {
    /// Runs all targets, as many at a time as there are processors, and prints what they have come to;
    /// returns the number of finds.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn run_targets(&self) -> io::Result<usize> {
        panic::set_hook(Box::new(keep_panic));
        let progress = Mutex::new(self.read_progress()?);
        let next = AtomicUsize::new(0);
        let workers = thread::available_parallelism().map_or(1, usize::from).min(self.targets.len());
        let watched: Vec<Mutex<InputInProgress>> = (0..workers).map(|_| Mutex::default()).collect();
        let done = Mutex::new((0, Ok(())));
        thread::scope(|scope| {
            let start = |watch| {
                let (next, done, progress) = (&next, &done, &progress);
                scope.spawn(move || {
                    while let Some(target) = self.targets.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let run = self.run_target(target, watch, progress);
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        match run {
                            Ok(run) => {
                                done.0 += run.places.len();
                                println!(
                                    "{:18} {:8} inputs, {:8} sound, {} finds, {:.1} s, slowest {} ms",
                                    target.name,
                                    run.tried,
                                    run.sound,
                                    run.places.len(),
                                    run.took.as_secs_f64(),
                                    run.slowest.as_millis()
                                );
                            }
                            Err(error) => done.1 = Err(error),
                        }
                    }
                })
            };
            let workers: Vec<_> = watched.iter().map(start).collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                thread::sleep(Duration::from_millis(100));
                for watch in &watched {
                    self.check_patience(watch);
                }
            }
        });
        let _ = panic::take_hook();
        let (finds, written) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        written.map(|()| finds)
    }

    fn run_target(
        &self,
        target: &FuzzTarget,
        watch: &Mutex<InputInProgress>,
        progress: &Mutex<BTreeMap<String, u64>>,
    ) -> io::Result<TargetRun> {
        let source = source_of_target(target);
        let key = format!("{} {}", target.name, self.seed);
        let first = lock_progress(progress).get(&key).copied().unwrap_or(0);
        let (start, sound) = (Instant::now(), sound_input_count());
        let mut run = TargetRun {
            tried: 0,
            sound: 0,
            places: BTreeSet::new(),
            slowest: Duration::ZERO,
            took: Duration::ZERO,
        };
        if first == 0 {
            for (place, bytes) in source.seeds.iter().enumerate() {
                self.try_input(target, &format!("corpus-{place}"), bytes, watch, &mut run)?;
            }
        }
        for number in first..first.saturating_add(self.count) {
            let bytes = source.mutation(target.name, self.seed, number);
            self.try_input(target, &format!("{}-{number}", self.seed), &bytes, watch, &mut run)?;
            if (number + 1).is_multiple_of(NOTED_EVERY) || number + 1 == first.saturating_add(self.count) {
                let mut progress = lock_progress(progress);
                progress.insert(key.clone(), number + 1);
                self.write_progress(&progress)?;
            }
        }
        run.sound = sound_input_count() - sound;
        run.took = start.elapsed();
        Ok(run)
    }

    /// Runs a target on one input; a panic at a place that is new for the run is told, and its bytes are
    /// written.
    fn try_input(
        &self,
        target: &FuzzTarget,
        name: &str,
        bytes: &[u8],
        watch: &Mutex<InputInProgress>,
        run: &mut TargetRun,
    ) -> io::Result<()> {
        run.tried += 1;
        let start = Instant::now();
        *watch.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((start, target.name, name.to_owned(), bytes.to_vec()));
        IS_CATCHING.set(true);
        let outcome = panic::catch_unwind(|| (target.run)(bytes));
        IS_CATCHING.set(false);
        *watch.lock().unwrap_or_else(PoisonError::into_inner) = None;
        run.slowest = run.slowest.max(start.elapsed());
        if outcome.is_err() {
            let (place, message) = LAST_PANIC.take();
            if run.places.insert(place.clone()) {
                let path = self.write_find(target.name, name, bytes)?;
                let message: String = message.chars().take(1500).collect();
                println!("FIND {} {name} at {place}, bytes in {}\n{message}", target.name, path.display());
            }
        }
        Ok(())
    }

    fn write_find(&self, target: &str, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.finds)?;
        let path = self.finds.join(format!("{target}-{name}"));
        fs::write(&path, bytes)?;
        Ok(path)
    }

    /// Ends the program with a find where an input takes too long, since nothing can stop its thread.
    fn check_patience(&self, watch: &Mutex<InputInProgress>) {
        let watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((start, target, name, bytes)) = &*watch
            && start.elapsed() > PATIENCE
        {
            let path = self.write_find(target, name, bytes);
            println!("FIND {target} {name} takes more than {} s, bytes in {path:?}", PATIENCE.as_secs());
            std::process::exit(1);
        }
    }

    fn read_progress(&self) -> io::Result<BTreeMap<String, u64>> {
        let Some(path) = self.resume.as_deref().filter(|path| path.exists()) else {
            return Ok(BTreeMap::new());
        };
        let text = fs::read_to_string(path)?;
        let line = |line: &str| {
            let (key, number) = line.rsplit_once(' ')?;
            Some((key.to_owned(), number.parse().ok()?))
        };
        Ok(text.lines().filter_map(line).collect())
    }

    fn write_progress(&self, progress: &BTreeMap<String, u64>) -> io::Result<()> {
        let Some(path) = &self.resume else { return Ok(()) };
        let text: Vec<String> = progress.iter().map(|(key, number)| format!("{key} {number}\n")).collect();
        fs::write(path, text.concat())
    }
}

fn lock_progress(
    progress: &Mutex<BTreeMap<String, u64>>,
) -> std::sync::MutexGuard<'_, BTreeMap<String, u64>> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what a panic says for the run that catches the panic.
fn keep_panic(panic: &PanicHookInfo) {
    let place = panic.location().map_or_else(String::new, |at| format!("{}:{}", at.file(), at.line()));
    let payload = panic.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or_default();
    if !IS_CATCHING.get() {
        eprintln!("{place}: {text}");
    }
    LAST_PANIC.set((place, text.to_owned()));
}

/// Runs a target on the bytes of a file, without catching a panic.
///
/// # Errors
/// When the file cannot be read.
pub fn run_file(target: &FuzzTarget, path: &Path) -> io::Result<()> {
    (target.run)(&fs::read(path)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails_on_braces(bytes: &[u8]) {
        assert!(!bytes.contains(&b'{'), "a brace");
    }

    #[test]
    fn a_find_is_told_once_and_its_bytes_fail_again() {
        let folder = std::env::temp_dir().join(format!("hotgates-fuzz-{}", std::process::id()));
        let target = FuzzTarget { name: "battle_file", run: fails_on_braces, most_bytes: 400 };
        let resume = Some(folder.join("progress"));
        fs::create_dir_all(&folder).expect("a folder");
        let plan =
            FuzzPlan { targets: vec![target], seed: 3, count: 300, resume, finds: folder.join("finds") };
        assert_eq!(plan.run_targets().expect("files are written"), 1);
        let finds: Vec<_> = fs::read_dir(folder.join("finds")).expect("finds").collect();
        assert_eq!(finds.len(), 1);
        let path = finds[0].as_ref().expect("a file").path();
        assert!(panic::catch_unwind(|| run_file(&target, &path)).is_err());
        assert_eq!(fs::read_to_string(folder.join("progress")).expect("progress"), "battle_file 3 300\n");
        plan.run_targets().expect("files are written");
        assert_eq!(fs::read_to_string(folder.join("progress")).expect("progress"), "battle_file 3 600\n");
        fs::remove_dir_all(folder).expect("removed");
    }
}
