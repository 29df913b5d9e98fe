//! The one loop: lines in, changes in, answers and events out.

use super::breakpoints::Told;
use super::events::{self, Event, Line as Connected, Stopped};
use super::log::Log;
use super::message::{self, Code, Id, Outcome, Refusal, Request};
use super::moves::{Moves, Told as MoveTold};
use super::order::Queue;
use super::span::{LAST_ANSWERS, Span};
use crate::api::ids::ThreadId;
use crate::runtime::{Batch, Desk, InputLine, InputLines, LONGEST_LINE};
use crate::session::{Change, Exit, HaltNumber, NoticeKind, Session, Spot, StopReason, Thread};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt, BufWriter};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// So many lines wait for a reader before nothing more is read.
const WAITING_LINES: usize = 1_024;
/// So many requests that take a while are under way at a time.
pub(super) const AT_A_TIME: usize = 256;

/// What has a time limit of its own may take so long longer, to put everything back.
const PUTTING_BACK: Duration = Duration::from_secs(15);
/// At the end so long for the reader to take what was said: one that is stuck keeps nobody here.
const FLUSHING: Duration = Duration::from_secs(2);

/// What ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There is no further input, or nobody reads the output any more.
    EndOfInput,
    /// `detach` was asked for, and the server was left.
    Detached,
    /// Somebody else ended it.
    Stopped,
}

/// What the requests are about.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Where the session is; attached.
    pub desk: Desk,
    /// The folder from which relative paths go.
    pub folder: PathBuf,
}

/// Serves requests until there are none any more, or until `stop`. The desk is left to the caller.
pub async fn run<R, W>(
    surroundings: Surroundings,
    input: R,
    output: W,
    stop: impl Future<Output = ()>,
) -> Ending
where
    R: AsyncBufRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (out, lines) = mpsc::channel(WAITING_LINES);
    let mut writing = tokio::spawn(write(output, lines));
    let serving = Server::new(surroundings, out).serve(InputLines::new(input));
    // Beside the loop, not in it: it may be waiting for the reader.
    let ending = tokio::select! {
        biased;
        () = stop => Ending::Stopped,
        ending = serving => ending,
    };
    // The server is dropped, and with it the way to the writer: it ends when all is written.
    if tokio::time::timeout(FLUSHING, &mut writing).await.is_err() {
        writing.abort();
    }
    ending
}

/// Writes lines as they come; what is ready is flushed together.
async fn write<W: AsyncWrite + Unpin>(output: W, mut lines: mpsc::Receiver<String>) {
    let mut output = BufWriter::new(output);
    while let Some(line) = lines.recv().await {
        if output.write_all(line.as_bytes()).await.is_err() {
            return;
        }
        if lines.is_empty() && output.flush().await.is_err() {
            return;
        }
    }
    let _ = output.flush().await;
}

/// What a request that takes a while came to.
struct Done {
    number: u64,
    outcome: Outcome,
    after: After,
}

/// A request that has no answer yet.
struct Open {
    id: Option<Id>,
    span: Span,
}

/// What follows the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    Nothing,
    /// Breakpoints were changed by it, and are told by it.
    Settled,
    /// The same; the thread that was meant before it is meant again.
    PutBack(Option<(ThreadId, usize)>),
    /// It was the last one.
    Ends,
}

pub(super) struct Server {
    pub(super) desk: Desk,
    pub(super) folder: PathBuf,
    pub(super) log: Log,
    pub(super) current: Option<ThreadId>,
    pub(super) frame: usize,
    pub(super) moves: Moves,
    pub(super) queue: Queue,
    pub(super) told: Told,
    /// Errors that an answer has told: they are no event, too.
    answered: Vec<String>,
    tasks: JoinSet<Done>,
    connected: Connected,
    /// Halts up to this one were told at the beginning.
    known: Option<HaltNumber>,
    /// Threads whose stops were told: their end is, too.
    stopped: HashSet<ThreadId>,
    out: mpsc::Sender<String>,
    /// What the tasks are to answer.
    open: BTreeMap<u64, Open>,
    /// Tasks are numbered.
    pub(super) begun: u64,
    /// Input has ended: so long for the last answers.
    closing: Option<Instant>,
    ending: Option<Ending>,
}

impl Server {
    fn new(surroundings: Surroundings, out: mpsc::Sender<String>) -> Self {
        let Surroundings { desk, folder } = surroundings;
        Self {
            desk,
            folder,
            log: Log::new(),
            current: None,
            frame: 0,
            moves: Moves::default(),
            queue: Queue::default(),
            told: Told::default(),
            answered: Vec::new(),
            tasks: JoinSet::new(),
            connected: Connected::Attached,
            known: None,
            stopped: HashSet::new(),
            out,
            open: BTreeMap::new(),
            begun: 0,
            closing: None,
            ending: None,
        }
    }

    async fn serve<R: AsyncBufRead + Unpin>(mut self, mut lines: InputLines<R>) -> Ending {
        let mut changes = self.desk.changes();
        self.desk.look_into_halts();
        self.begin().await;
        loop {
            if let Some(ending) = self.ending {
                return ending;
            }
            if self.closing.is_some() && self.open.is_empty() && self.moves.due().is_none() {
                return Ending::EndOfInput;
            }
            let due = self.moves.due();
            tokio::select! {
                biased;
                Some(batch) = changes.next() => self.take_in(&batch).await,
                Some(done) = self.tasks.join_next() => {
                    if let Ok(done) = done {
                        self.finish(done).await;
                    }
                }
                () = sleep_until(due) => self.moves_are_late().await,
                () = sleep_until(self.closing) => self.give_up(|_| true).await,
                line = lines.next(), if self.closing.is_none() => match line {
                    Some(line) => self.read(line).await,
                    None => self.close().await,
                },
            }
        }
    }

    /// There is no further input: what may take long is given up, the rest is waited for.
    async fn close(&mut self) {
        self.closing = Some(Instant::now() + LAST_ANSWERS + PUTTING_BACK);
        self.give_up(|span| !span.is_short()).await;
    }

    /// Every request has an answer, also one that nothing came of.
    async fn give_up(&mut self, is_meant: impl Fn(Span) -> bool) {
        let is_closing = self.closing.is_some();
        let ended = || {
            let refusal = Refusal::new(Code::Ended, "the session ended before it was done");
            let remedy = "keep the input open until the answer is there";
            if is_closing { refusal.then(remedy) } else { refusal }
        };
        let moves =
            self.moves.give_up(|wait| is_meant(wait.map_or(Span::Short, Span::Waits)), ended);
        let open = self.open.extract_if(.., |_, open| is_meant(open.span));
        let mut ids: Vec<Option<Id>> = open.map(|(_, open)| open.id).collect();
        ids.extend(self.queue.give_up(&is_meant));
        self.say(moves).await;
        for id in ids {
            self.answer(id.as_ref(), &Err(ended())).await;
        }
    }

    /// The first event; threads that stand already are told like any other.
    async fn begin(&mut self) {
        let (ready, halted, newest) = self.desk.look(|session| {
            let options = session.options();
            let ready = Event::Ready {
                server: options.server.clone(),
                debugger_id: options.debugger_id.to_string(),
            };
            let halted = session.threads().iter().filter(|thread| thread.is_halted());
            let stops = halted.filter_map(|thread| {
                let (id, halt) = (thread.id(), thread.halt()?);
                Some((id, Stopped::of(session, id, StopReason::Entry, halt, None)))
            });
            (ready, stops.collect::<Vec<_>>(), session.history().newest())
        });
        self.known = newest;
        self.tell(&ready).await;
        for (thread, stopped) in halted {
            self.stands(thread);
            self.tell(&Event::ThreadStopped(stopped)).await;
        }
    }

    async fn read(&mut self, line: InputLine) {
        let line = match line {
            InputLine::Whole(line) => line,
            InputLine::TooLong => {
                let words = format!("the line is longer than {LONGEST_LINE} bytes");
                return self.answer(None, &Err(Refusal::new(Code::LineTooLong, words))).await;
            }
        };
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match message::read(&line) {
            Ok(Request { id, command }) => self.take(id, command).await,
            Err((id, refusal)) => self.answer(id.as_ref(), &Err(refusal)).await,
        }
    }

    /// How many requests have no answer yet.
    pub(super) fn under_way(&self) -> usize {
        self.tasks.len() + self.moves.under_way() + self.queue.len()
    }

    /// What takes a while has a task of its own.
    pub(super) fn begin_task(
        &mut self,
        id: Option<Id>,
        (after, span): (After, Span),
        task: impl Future<Output = Outcome> + Send + 'static,
    ) {
        self.begun += 1;
        let number = self.begun;
        self.open.insert(number, Open { id, span });
        self.tasks.spawn(async move { Done { number, outcome: task.await, after } });
    }

    async fn finish(&mut self, done: Done) {
        // One that was given up has its answer.
        if let Some(open) = self.open.remove(&done.number) {
            self.answer(open.id.as_ref(), &done.outcome).await;
        }
        match done.after {
            After::Nothing => {}
            After::PutBack(before) => {
                if let Some(before) = before {
                    self.mean_again(before);
                }
                self.settle(&done.outcome).await;
            }
            After::Settled => self.settle(&done.outcome).await,
            After::Ends => {
                self.give_up(|_| true).await;
                self.ending = Some(Ending::Detached);
            }
        }
        self.queue.answered(done.number);
        self.take_turns().await;
    }

    /// Tells what a request has left of breakpoints.
    async fn settle(&mut self, outcome: &Outcome) {
        for event in self.desk.look(|session| self.told.settled(session, outcome)) {
            self.tell(&event).await;
        }
    }

    /// The thread that was meant before others were halted and let go in between is meant again, if it still stands.
    fn mean_again(&mut self, (thread, frame): (ThreadId, usize)) {
        let stands =
            |session: &Session| session.threads().get(thread).is_some_and(Thread::is_halted);
        if self.desk.look(stands) {
            (self.current, self.frame) = (Some(thread), frame);
        }
    }

    async fn take_in(&mut self, batch: &Batch) {
        for change in batch.iter() {
            match change {
                Change::Stopped { halt, .. } if Some(*halt) <= self.known => {}
                Change::Stopped { thread, reason, halt, breakpoint } => {
                    let number = breakpoint.map(|number| number.0);
                    self.thread_stopped(*thread, *reason, *halt, number).await;
                }
                Change::Exited { thread, how } => self.thread_exited(*thread, *how).await,
                Change::Continued { thread } => {
                    let told = self.moves.continued(*thread);
                    self.say(told).await;
                }
                Change::MoveAnswered { thread, outcome } => {
                    let told = self.moves.answered(*thread, outcome);
                    self.say(told).await;
                }
                Change::Stood { thread, may_have_moved } => {
                    let told = self.moves.stood(*thread, *may_have_moved);
                    self.say(told).await;
                }
                Change::Breakpoint { number } => {
                    let told = self.desk.look(|session| self.told.changed(session, *number));
                    self.tell_all(told).await;
                }
                Change::Connection => {
                    let connected = &mut self.connected;
                    let event = self.desk.look(|it| events::connection(it, connected));
                    self.tell_all(event).await;
                }
                Change::Output { kind: NoticeKind::Error, text, .. } if self.is_answered(text) => {}
                other => {
                    let event = self.desk.look(|session| events::plain(session, other));
                    self.tell_all(event).await;
                }
            }
        }
    }

    /// The answer of a request that was refused says why.
    pub(super) fn answers(&mut self, outcome: Outcome) -> Outcome {
        if let Err(refusal) = &outcome {
            // The session says it too, but its line may have been left out.
            if self.answered.len() == AT_A_TIME {
                self.answered.remove(0);
            }
            self.answered.push(refusal.error.clone());
        }
        outcome
    }

    fn is_answered(&mut self, error: &str) -> bool {
        let at = self.answered.iter().position(|answered| answered == error);
        at.map(|at| self.answered.remove(at)).is_some()
    }

    async fn thread_stopped(
        &mut self,
        thread: ThreadId,
        reason: StopReason,
        halt: HaltNumber,
        breakpoint: Option<u64>,
    ) {
        let look = |session: &Session| Stopped::of(session, thread, reason, halt, breakpoint);
        let stopped = self.desk.look(look);
        self.stands(thread);
        let told = self.moves.stopped(thread, &stopped);
        self.say(told).await;
        self.tell(&Event::ThreadStopped(stopped)).await;
    }

    async fn thread_exited(&mut self, thread: ThreadId, how: Exit) {
        let how = how.as_str();
        let told = self.moves.exited(thread, how);
        self.say(told).await;
        if self.current == Some(thread) {
            self.current = self.desk.look(events::last_halted);
            self.frame = 0;
        }
        if self.stopped.remove(&thread) {
            self.tell(&Event::ThreadExited { thread_id: thread.0, how }).await;
        }
    }

    /// The thread that halted last is meant where none is named.
    fn stands(&mut self, thread: ThreadId) {
        self.stopped.insert(thread);
        self.current = Some(thread);
        self.frame = 0;
    }

    async fn moves_are_late(&mut self) {
        let told = self.moves.late();
        self.say(told).await;
    }

    async fn say(&mut self, told: Vec<MoveTold>) {
        for told in told {
            match told {
                MoveTold::Answer(id, outcome) => self.answer(id.as_ref(), &outcome).await,
                MoveTold::Continued(thread) => {
                    self.tell(&Event::ThreadContinued { thread_id: thread.0 }).await;
                }
            }
        }
    }

    pub(super) async fn answer(&mut self, id: Option<&Id>, outcome: &Outcome) {
        self.write(&message::answer(id, outcome)).await;
    }

    async fn tell_all(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.tell(&event).await;
        }
    }

    async fn tell(&mut self, event: &Event) {
        let (name, data) = event.parts();
        let line = self.log.add(&name, &data);
        self.write(&line).await;
    }

    async fn write(&mut self, line: &Value) {
        if self.out.send(format!("{line}\n")).await.is_err() {
            self.ending = Some(Ending::EndOfInput);
        }
    }

    /// The frame that is meant.
    pub(super) fn spot(&self, thread: Option<u64>, frame: Option<usize>) -> Result<Spot, Refusal> {
        let id = self.thread(thread)?;
        let current = if self.current == Some(id) { self.frame } else { 0 };
        Ok(Spot { thread: id, frame: frame.unwrap_or(current) })
    }

    /// The thread that is meant.
    pub(super) fn thread(&self, named: Option<u64>) -> Result<ThreadId, Refusal> {
        named.map(ThreadId).or(self.current).ok_or_else(|| {
            Refusal::new(Code::NoThread, "No thread selected. Wait for a thread_stopped event.")
                .then("wait for thread_stopped")
        })
    }
}

async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
