//! Jobs beside the frames: they end with their owners.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use bevy::tasks::{AsyncComputeTaskPool, IoTaskPool, TaskPool};
use hotgates_frontend::ui::Job;
use hotgates_frontend::ui::job::jobs_at_work;
use hotgates_search::Cancel;

/// A time limit that no job of these tests reaches, even on a busy machine.
const LONG: Duration = Duration::from_secs(30);

fn init_pools() {
    AsyncComputeTaskPool::get_or_init(TaskPool::new);
    IoTaskPool::get_or_init(TaskPool::new);
}

/// Polls a job repeatedly, as frames do.
fn wait_for<A>(mut ask: impl FnMut() -> Option<A>) -> A {
    let until = Instant::now() + LONG;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < until, "no answer");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_job_gives_its_result_once() {
    init_pools();
    let mut job = Job::start(|_| 6 * 7);
    assert_eq!(wait_for(|| job.poll()), 42);
    assert_eq!(job.poll(), None);
    assert_eq!(Job::start_file_work(Cancel::is_set).wait(), Some(false));
}

#[test]
fn a_job_ends_when_its_owner_drops_it() {
    init_pools();
    let (tell, heard) = channel();
    let job = Job::start(move |cancel| {
        tell.send("begun").unwrap();
        while !cancel.is_set() {
            std::thread::sleep(Duration::from_millis(1));
        }
        tell.send("ended").unwrap();
    });
    assert_eq!(heard.recv_timeout(LONG), Ok("begun"));
    let is_here = |place: &String| place.contains("jobs.rs");
    assert!(jobs_at_work().iter().any(is_here), "{:?}", jobs_at_work());
    drop(job);
    assert_eq!(heard.recv_timeout(LONG), Ok("ended"));
}

#[test]
fn a_job_that_has_not_begun_never_begins_without_an_owner() {
    init_pools();
    let workers = AsyncComputeTaskPool::get().thread_num();
    let (gate, (tell, heard)) = (Cancel::new(), channel());
    // Every worker waits until the job behind them has lost its owner.
    let busy: Vec<_> = (0..workers)
        .map(|_| {
            let (gate, tell) = (gate.clone(), tell.clone());
            Job::start(move |_| {
                tell.send("busy").unwrap();
                while !gate.is_set() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            })
        })
        .collect();
    for _ in 0..workers {
        assert_eq!(heard.recv_timeout(LONG), Ok("busy"));
    }
    drop(Job::start(move |_| tell.send("begun").unwrap()));
    gate.set_flag();
    for job in busy {
        job.wait();
    }
    assert_eq!(heard.recv().ok(), None, "the job has not begun");
}

#[test]
fn a_cancelled_job_ends_with_what_it_has() {
    init_pools();
    let mut job = Job::start(|cancel| {
        let mut steps = 1_u64;
        while !cancel.is_set() {
            steps += 1;
        }
        steps
    });
    assert!(!job.is_cancelled());
    job.cancel();
    assert!(job.is_cancelled());
    assert!(wait_for(|| job.poll()) >= 1);
}

#[test]
fn news_are_heard_in_order_and_nobody_is_told_them_after_the_end() {
    init_pools();
    let (tell_end, ended) = channel();
    let mut job = Job::start_with_progress_reports(move |_, tell| {
        for number in 0.. {
            if tell.send(number).is_err() {
                tell_end.send(number).unwrap();
                break;
            }
        }
    });
    assert_eq!((0..3).map(|_| wait_for(|| job.next_progress_report())).collect::<Vec<i64>>(), [0, 1, 2]);
    drop(job);
    assert!(ended.recv_timeout(LONG).unwrap() > 2);
}

#[test]
fn a_thread_of_its_own_says_that_the_work_broke_off() {
    let mut job = Job::start_on_thread("counts", |_, tell| {
        tell.send(1).unwrap();
        7
    });
    let job = job.as_mut().unwrap();
    assert_eq!(wait_for(|| job.poll()).unwrap(), 7);
    assert_eq!((job.next_progress_report(), job.next_progress_report()), (Some(1), None));
    let job: std::io::Result<Job<std::thread::Result<()>, ()>> =
        Job::start_on_thread("breaks", |_, _| panic!("as it should"));
    let mut job = job.unwrap();
    assert!(wait_for(|| job.poll()).is_err());
}
