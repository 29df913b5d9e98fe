//! The thread that colours scripts.

use super::lexer::{Lexer, State};
use super::{Batch, Job, Spans};
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

/// Lines in one answer; between two answers newer jobs are looked at.
const BATCH: usize = 250;
/// Lines above the screen that are read for its first line's sake.
const RUN_UP: usize = 60;

/// The hand of the loop on the thread; the thread ends when this is dropped.
#[derive(Debug)]
pub struct Worker {
    /// Each is a move of the user's to rows that were not asked for last, and takes less time than
    /// a key: they don't pile up.
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts the thread. It gives each answer to `deliver` and ends when that returns
    /// [`Delivered::ClosedDown`] or the worker is dropped.
    pub fn start(
        deliver: impl FnMut(Batch) -> Delivered + Send + 'static,
    ) -> std::io::Result<Self> {
        let (jobs, inbox) = channel();
        thread::Builder::new().name("highlight".to_owned()).spawn(move || work(&inbox, deliver))?;
        Ok(Self { jobs })
    }

    /// Puts a job on top of the thread's work; a thread that ended is none of the screen's worries.
    pub fn send(&self, job: Job) {
        let _ = self.jobs.send(job);
    }
}

/// Whether anybody still wants answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// Go on.
    Taken,
    /// The receiver is gone.
    ClosedDown,
}

/// A script that is read from its first line to its last.
struct Pass {
    job: Job,
    state: State,
    next: usize,
}

fn work(inbox: &Receiver<Job>, mut deliver: impl FnMut(Batch) -> Delivered) {
    let mut lexer = Lexer::new();
    let mut passes: Vec<Pass> = Vec::new();
    loop {
        let job = if passes.is_empty() {
            let Ok(job) = inbox.recv() else { return };
            Some(job)
        } else {
            match inbox.try_recv() {
                Ok(job) => Some(job),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return,
            }
        };
        let batch = match job {
            Some(job) => visible_first(&mut lexer, &mut passes, job),
            None => next_batch(&mut lexer, &mut passes),
        };
        if batch.is_some_and(|batch| deliver(batch) == Delivered::ClosedDown) {
            return;
        }
    }
}

/// Colours what is on screen at once, and leaves the whole script for later.
fn visible_first(lexer: &mut Lexer, passes: &mut Vec<Pass>, job: Job) -> Option<Batch> {
    let mut state = lexer.start(job.script.file_name())?;
    let first = job.visible.start.saturating_sub(RUN_UP);
    let seen = read(lexer, &mut state, &job, first..job.visible.end);
    let spans = seen.into_iter().skip(job.visible.start - first).collect();
    let batch = batch(&job, job.visible.start, spans);
    let same = |pass: &Pass| Arc::ptr_eq(&pass.job.lines, &job.lines);
    let pass = match passes.iter().position(same) {
        Some(place) => passes.remove(place),
        None => Pass { state: lexer.start(job.script.file_name())?, job, next: 0 },
    };
    passes.push(pass);
    Some(batch)
}

fn next_batch(lexer: &mut Lexer, passes: &mut Vec<Pass>) -> Option<Batch> {
    let mut pass = passes.pop()?;
    let first = pass.next;
    let end = (first + BATCH).min(pass.job.lines.len());
    let spans = read(lexer, &mut pass.state, &pass.job, first..end);
    let batch = batch(&pass.job, first, spans);
    pass.next = end;
    if end < pass.job.lines.len() {
        passes.push(pass);
    }
    Some(batch)
}

fn read(lexer: &mut Lexer, state: &mut State, job: &Job, range: Range<usize>) -> Vec<Spans> {
    let mut buffer = String::new();
    job.lines[range].iter().map(|line| lexer.line(state, line, &mut buffer)).collect()
}

fn batch(job: &Job, first: usize, spans: Vec<Spans>) -> Batch {
    Batch { script: job.script.clone(), lines: Arc::clone(&job.lines), first, spans }
}
