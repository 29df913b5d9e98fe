//! The debugger API in memory (sections 3.1 and 4.6, and beyond them).
//!
//! Every question comes with its time, which never goes back; between two questions threads go as
//! far as they can, halt, and expire. A step is answered when its thread halts again or ends, after
//! 2 s at the latest: until then the asker holds an [`Awaited`].

mod tests;
mod threads;

use super::api::{Ask, Listed, Place, Refusal, Told};
use super::program::Program;
use std::collections::BTreeMap;
use std::time::Duration;
use threads::Thread;

/// A step is answered after this, whatever its thread does.
const STEP_ANSWER: Duration = Duration::from_secs(2);
/// A client that neither asks nor holds a thread is gone after this.
const ABANDONED: Duration = Duration::from_mins(30);

/// The instance.
#[derive(Clone, Debug)]
pub struct Model {
    halt_timeout: Duration,
    now: Duration,
    clients: BTreeMap<String, Client>,
    /// Clients so far; who came first holds a thread that halts for several.
    attached: u64,
    threads: BTreeMap<u64, Thread>,
    started: u64,
    lost: Vec<Lost>,
    granted: BTreeMap<u64, Duration>,
}

#[derive(Clone, Debug)]
struct Client {
    number: u64,
    seen: Duration,
    breakpoints: BTreeMap<u64, Place>,
    last_breakpoint: u64,
}

/// A thread that expired: nobody renewed its sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    pub thread: u64,
    pub at: Duration,
}

/// What comes of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Told(Told),
    /// To be had from [`Model::awaited`].
    Later(Awaited),
}

/// A step's answer that is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awaited {
    thread: u64,
    owner: u64,
    halts: u64,
    until: Duration,
}

impl Model {
    pub const fn new(halt_timeout: Duration) -> Self {
        Self {
            halt_timeout,
            now: Duration::ZERO,
            clients: BTreeMap::new(),
            attached: 0,
            threads: BTreeMap::new(),
            started: 0,
            lost: Vec::new(),
            granted: BTreeMap::new(),
        }
    }

    /// A storefront request starts a thread; gives its number.
    pub fn visit(&mut self, now: Duration, program: &Program) -> u64 {
        self.go_on(now);
        self.started += 1;
        self.threads.insert(self.started, Thread::new(program.clone(), now));
        self.started
    }

    /// Everything is lost: clients, threads, numbers.
    pub fn restart(&mut self, now: Duration) {
        self.go_on(now);
        self.clients.clear();
        self.threads.clear();
        self.granted.clear();
        (self.attached, self.started) = (0, 0);
    }

    /// A client asks.
    pub fn ask(&mut self, now: Duration, client: &str, ask: &Ask) -> Reply {
        self.go_on(now);
        match ask {
            Ask::CreateClient => return Reply::Told(self.create(client)),
            Ask::DeleteClient => return Reply::Told(self.delete(client)),
            _ => {}
        }
        let Some(known) = self.clients.get_mut(client) else {
            return Reply::Told(Told::Refused(Refusal::Disabled));
        };
        known.seen = now;
        let owner = known.number;
        match ask {
            Ask::Step(id, step) => {
                let told = self.thread(*id, |thread| thread.step(now, *step, owner));
                if told.is_ok_and(|was_halted| was_halted) {
                    return Reply::Later(self.awaits(*id, owner));
                }
                Reply::Told(self.read(*id, owner))
            }
            other => Reply::Told(self.answer(now, client, owner, other)),
        }
    }

    fn answer(&mut self, now: Duration, client: &str, owner: u64, ask: &Ask) -> Told {
        let timeout = self.halt_timeout;
        match ask {
            Ask::ListBreakpoints => Told::Breakpoints(self.breakpoints(client)),
            Ask::AddBreakpoints(places) => Told::Breakpoints(self.add(client, places)),
            Ask::DeleteBreakpoint(id) => self.drop_breakpoint(client, *id),
            Ask::DeleteBreakpoints => self.drop_breakpoints(client),
            Ask::ListThreads => {
                let listed = self.threads.iter().map(|(id, thread)| thread.listed(*id, owner));
                Told::Threads(listed.collect())
            }
            Ask::ReadThread(id) => self.read(*id, owner),
            Ask::Reset => {
                self.threads.values_mut().for_each(|thread| thread.renew(now + timeout));
                Told::Done
            }
            Ask::Resume(id) => match self.thread(*id, |thread| thread.resume(now)) {
                Ok(()) => Told::Thread(Listed { id: *id, stack: None }),
                Err(refusal) => Told::Refused(refusal),
            },
            Ask::Stop(id) => match self.threads.remove(id) {
                Some(_) => Told::Done,
                None => Told::Refused(Refusal::NoThread),
            },
            Ask::Variables { thread, frame } => self.in_frame(*thread, *frame, owner, |place| {
                let values = [("line", place.line.to_string()), ("spot", place.spot.to_string())];
                Told::Values(values.map(|(name, value)| (name.to_owned(), value)).to_vec())
            }),
            Ask::Members { thread, frame, path } => {
                self.in_frame(*thread, *frame, owner, |place| {
                    Told::Values(vec![(format!("{path}.spot"), place.spot.to_string())])
                })
            }
            Ask::Eval { thread, frame, expression } => {
                self.in_frame(*thread, *frame, owner, |place| {
                    Told::Value(format!("{expression} at {}", place.spot))
                })
            }
            Ask::CreateClient | Ask::DeleteClient | Ask::Step(..) => {
                unreachable!("these are answered before")
            }
        }
    }

    /// A step's answer, or when to look again.
    pub fn awaited(&mut self, now: Duration, awaited: &Awaited) -> Result<Told, Duration> {
        self.go_on(now);
        let Some(thread) = self.threads.get(&awaited.thread) else {
            return Ok(Told::Thread(Listed { id: awaited.thread, stack: None }));
        };
        if thread.halts() > awaited.halts || now >= awaited.until {
            return Ok(Told::Thread(thread.listed(awaited.thread, awaited.owner)));
        }
        let next = thread.next_change(&self.armed(), self.halt_timeout);
        Err(next.map_or(awaited.until, |next| next.min(awaited.until)))
    }

    // --- what is so ------------------------------------------------------------------------------

    /// When a halted thread will be terminated; nothing for one that runs or is none.
    pub fn expires_at(&mut self, now: Duration, thread: u64) -> Option<Duration> {
        self.go_on(now);
        self.threads.get(&thread)?.expires_at()
    }

    /// The last end that a thread was granted, whether it is there still or not.
    pub fn granted(&mut self, now: Duration, thread: u64) -> Option<Duration> {
        self.go_on(now);
        self.granted.get(&thread).copied()
    }

    /// The line on which a thread is halted, for whomever.
    pub fn halted_at(&mut self, now: Duration, thread: u64) -> Option<u32> {
        self.go_on(now);
        self.threads.get(&thread)?.place().map(|place| place.line)
    }

    /// The threads that there are.
    pub fn threads(&mut self, now: Duration) -> Vec<u64> {
        self.go_on(now);
        self.threads.keys().copied().collect()
    }

    /// The threads that have expired so far.
    pub fn lost(&mut self, now: Duration) -> &[Lost] {
        self.go_on(now);
        &self.lost
    }

    /// Whether a client exists.
    pub fn has_client(&mut self, now: Duration, client: &str) -> bool {
        self.go_on(now);
        self.clients.contains_key(client)
    }

    /// A client's breakpoints.
    pub fn breakpoints(&self, client: &str) -> Vec<(u64, Place)> {
        let client = self.clients.get(client);
        let all = client.into_iter().flat_map(|client| &client.breakpoints);
        all.map(|(id, place)| (*id, place.clone())).collect()
    }

    /// When something will happen next if nobody asks for anything.
    pub fn next_event(&self) -> Option<Duration> {
        let armed = self.armed();
        let changes = |thread: &Thread| thread.next_change(&armed, self.halt_timeout);
        self.threads.values().filter_map(changes).min()
    }

    // --- clients and breakpoints -----------------------------------------------------------------

    fn create(&mut self, id: &str) -> Told {
        let now = self.now;
        if let Some(client) = self.clients.get_mut(id) {
            client.seen = now;
            return Told::Done;
        }
        self.attached += 1;
        let (number, breakpoints) = (self.attached, BTreeMap::new());
        let client = Client { number, seen: now, breakpoints, last_breakpoint: 0 };
        self.clients.insert(id.to_owned(), client);
        Told::Done
    }

    fn delete(&mut self, id: &str) -> Told {
        let now = self.now;
        if let Some(client) = self.clients.remove(id) {
            self.threads.values_mut().for_each(|thread| thread.let_go(now, client.number));
        }
        Told::Done
    }

    fn add(&mut self, client: &str, places: &[Place]) -> Vec<(u64, Place)> {
        let Some(client) = self.clients.get_mut(client) else { return Vec::new() };
        let number = |place: &Place| {
            client.last_breakpoint += 1;
            client.breakpoints.insert(client.last_breakpoint, place.clone());
            (client.last_breakpoint, place.clone())
        };
        places.iter().map(number).collect()
    }

    fn drop_breakpoint(&mut self, client: &str, id: u64) -> Told {
        let client = self.clients.get_mut(client);
        match client.and_then(|client| client.breakpoints.remove(&id)) {
            Some(_) => Told::Done,
            None => Told::Refused(Refusal::NoBreakpoint),
        }
    }

    fn drop_breakpoints(&mut self, client: &str) -> Told {
        if let Some(client) = self.clients.get_mut(client) {
            client.breakpoints.clear();
        }
        Told::Done
    }

    /// Who halts where; the oldest client first.
    fn armed(&self) -> Vec<(u64, Place)> {
        let mut clients: Vec<&Client> = self.clients.values().collect();
        clients.sort_by_key(|client| client.number);
        let of = |client: &Client| {
            let places = client.breakpoints.values().cloned();
            places.map(|place| (client.number, place)).collect::<Vec<_>>()
        };
        clients.into_iter().flat_map(of).collect()
    }

    // --- threads ---------------------------------------------------------------------------------

    fn thread<T>(&mut self, id: u64, act: impl FnOnce(&mut Thread) -> T) -> Result<T, Refusal> {
        self.threads.get_mut(&id).map(act).ok_or(Refusal::NoThread)
    }

    fn read(&self, id: u64, owner: u64) -> Told {
        match self.threads.get(&id) {
            Some(thread) => Told::Thread(thread.listed(id, owner)),
            None => Told::Refused(Refusal::NoThread),
        }
    }

    fn awaits(&self, id: u64, owner: u64) -> Awaited {
        let halts = self.threads.get(&id).map_or(0, Thread::halts);
        Awaited { thread: id, owner, halts, until: self.now + STEP_ANSWER }
    }

    fn in_frame(
        &self,
        id: u64,
        frame: usize,
        owner: u64,
        tell: impl FnOnce(threads::Stood) -> Told,
    ) -> Told {
        let Some(thread) = self.threads.get(&id) else { return Told::Refused(Refusal::NoThread) };
        match thread.stood(frame, owner) {
            Some(place) => tell(place),
            None => Told::Refused(Refusal::NoFrame),
        }
    }

    /// What time has done until now.
    fn go_on(&mut self, now: Duration) {
        debug_assert!(now >= self.now, "time goes on");
        let armed = self.armed();
        self.note_ends();
        let mut lost = Vec::new();
        self.threads.retain(|id, thread| match thread.go_on(now, &armed, self.halt_timeout) {
            threads::Fate::Lives => true,
            threads::Fate::Ended => false,
            threads::Fate::Expired(at) => {
                lost.push(Lost { thread: *id, at });
                false
            }
        });
        self.lost.extend(lost);
        self.now = now;
        self.note_ends();
        self.forget_clients();
    }

    fn note_ends(&mut self) {
        let ends = self.threads.iter().filter_map(|(id, one)| Some((*id, one.expires_at()?)));
        self.granted.extend(ends);
    }

    fn forget_clients(&mut self) {
        let now = self.now;
        for client in self.clients.values_mut() {
            if self.threads.values().any(|thread| thread.is_held_by(client.number)) {
                client.seen = now;
            }
        }
        self.clients.retain(|_, client| now < client.seen + ABANDONED);
    }
}
