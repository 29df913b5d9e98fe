//! The debugger clients and their breakpoints.

use super::faults;
use crate::{
    api::{
        debugger::{Breakpoint, NewBreakpoint},
        ids::{BreakpointId, DebuggerId},
    },
    sandbox::refusal::Refusal,
    script::{self, Control, Owner, ThreadState},
};
use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Duration,
};
use tokio::time::Instant;

/// A client that neither sends a request nor holds a thread is gone after this time.
const ABANDONED: Duration = Duration::from_mins(30);
/// Clients at the same time; nobody needs as many, but a loop of a script might make them.
const CLIENTS: usize = 1000;
/// Breakpoints of one client.
const BREAKPOINTS: usize = 1000;

/// All clients, by `x-dw-client-id`. The script engine hears of every change in its order.
pub(super) struct Clients {
    control: Control,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    clients: HashMap<DebuggerId, Client>,
    last_owner: u64,
}

struct Client {
    owner: Owner,
    breakpoints: BTreeMap<BreakpointId, NewBreakpoint>,
    last_breakpoint: u64,
    seen: Instant,
}

impl Clients {
    /// Nobody is attached yet.
    pub(super) fn new(control: Control) -> Self {
        Self { control, known: Mutex::default() }
    }

    /// Creates a client; one that exists is left as it is.
    pub(super) fn create(&self, id: &DebuggerId) -> Result<(), Refusal> {
        let mut known = self.lock();
        if let Some(client) = known.clients.get_mut(id) {
            client.seen = Instant::now();
            return Ok(());
        }
        if known.clients.len() >= CLIENTS {
            return Err(faults::quota_exceeded("debugger clients", CLIENTS));
        }
        known.last_owner += 1;
        let owner = Owner(known.last_owner);
        let client = Client {
            owner,
            breakpoints: BTreeMap::new(),
            last_breakpoint: 0,
            seen: Instant::now(),
        };
        known.clients.insert(id.clone(), client);
        self.control.attach(owner);
        Ok(())
    }

    /// The client sent a request; `None` if there is no such client.
    pub(super) fn touch(&self, id: &DebuggerId) -> Option<Owner> {
        let mut known = self.lock();
        let client = known.clients.get_mut(id)?;
        client.seen = Instant::now();
        Some(client.owner)
    }

    /// Drops a client's breakpoints and resumes its threads.
    pub(super) fn remove(&self, id: &DebuggerId) {
        let mut known = self.lock();
        if let Some(client) = known.clients.remove(id) {
            self.control.detach(client.owner);
        }
    }

    /// Removes every client.
    pub(super) fn remove_all(&self) {
        let mut known = self.lock();
        for (_, client) in known.clients.drain() {
            self.control.detach(client.owner);
        }
    }

    /// Removes the clients that nobody has used for half an hour.
    pub(super) fn expire(&self) {
        let holding: HashSet<Owner> = self
            .control
            .threads()
            .into_iter()
            .filter_map(|thread| match thread.state {
                ThreadState::Halted(halt) => Some(halt.owner),
                ThreadState::Running => None,
            })
            .collect();
        let now = Instant::now();
        self.lock().clients.retain(|id, client| {
            if holding.contains(&client.owner) {
                client.seen = now;
            }
            let stays = now.duration_since(client.seen) < ABANDONED;
            if !stays {
                tracing::info!(client = id.as_str(), "a debugger client is gone");
                self.control.detach(client.owner);
            }
            stays
        });
    }

    /// All breakpoints of a client, in the order of their creation.
    pub(super) fn breakpoints(&self, id: &DebuggerId) -> Result<Vec<Breakpoint>, Refusal> {
        self.with(id, |client| Ok(client.list()))
    }

    /// One breakpoint of a client; `None` if there is none of that number.
    pub(super) fn breakpoint(
        &self,
        id: &DebuggerId,
        number: BreakpointId,
    ) -> Result<Option<Breakpoint>, Refusal> {
        self.with(id, |client| {
            let place = client.breakpoints.get(&number).cloned();
            Ok(place.map(|place| Breakpoint { id: number, place }))
        })
    }

    /// Adds all of them or none; answers the new ones with their ids.
    pub(super) fn add(
        &self,
        id: &DebuggerId,
        places: Vec<NewBreakpoint>,
    ) -> Result<Vec<Breakpoint>, Refusal> {
        self.with(id, |client| {
            if client.breakpoints.len() + places.len() > BREAKPOINTS {
                return Err(faults::quota_exceeded("breakpoints", BREAKPOINTS));
            }
            let new = places.into_iter().map(|place| client.number(place)).collect();
            self.arm(client);
            Ok(new)
        })
    }

    /// Removes one breakpoint; answers whether there was one.
    pub(super) fn remove_breakpoint(
        &self,
        id: &DebuggerId,
        number: BreakpointId,
    ) -> Result<bool, Refusal> {
        self.with(id, |client| {
            let existed = client.breakpoints.remove(&number).is_some();
            self.arm(client);
            Ok(existed)
        })
    }

    /// Removes all breakpoints of a client.
    pub(super) fn remove_breakpoints(&self, id: &DebuggerId) -> Result<(), Refusal> {
        self.with(id, |client| {
            client.breakpoints.clear();
            self.arm(client);
            Ok(())
        })
    }

    fn arm(&self, client: &Client) {
        let armed = client.breakpoints.iter().map(|(id, place)| script::Breakpoint {
            id: id.0,
            path: place.script_path.0.clone(),
            line: place.line_number.0,
            condition: place.condition.clone(),
        });
        self.control.set_breakpoints(client.owner, armed.collect());
    }

    /// The client may have been deleted since the request began.
    fn with<T>(
        &self,
        id: &DebuggerId,
        act: impl FnOnce(&mut Client) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut known = self.lock();
        let client = known.clients.get_mut(id);
        act(client.ok_or_else(|| faults::debugger_disabled(id.as_str()))?)
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock()
    }
}

impl Client {
    fn number(&mut self, place: NewBreakpoint) -> Breakpoint {
        self.last_breakpoint += 1;
        let id = BreakpointId(self.last_breakpoint);
        self.breakpoints.insert(id, place.clone());
        Breakpoint { id, place }
    }

    fn list(&self) -> Vec<Breakpoint> {
        let breakpoint = |(id, place): (&BreakpointId, &NewBreakpoint)| Breakpoint {
            id: *id,
            place: place.clone(),
        };
        self.breakpoints.iter().map(breakpoint).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        api::ids::{Line, ScriptPath},
        script::{Call, Engine, Host, HostError, Limits},
    };
    use serde_json::Value;
    use std::sync::Arc;

    struct Nobody;

    impl Host for Nobody {
        fn call(&self, Call { name, .. }: Call<'_>) -> Result<Value, HostError> {
            Err(HostError::new(name))
        }
    }

    fn clients() -> Clients {
        Clients::new(Engine::new(Limits::default(), Arc::new(Nobody)).control().clone())
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_is_gone_after_half_an_hour_without_a_request() {
        let clients = clients();
        let (idle, busy) = (DebuggerId::from("idle"), DebuggerId::from("busy"));
        clients.create(&idle).expect("created");
        clients.create(&busy).expect("created");
        for _ in 0..3 {
            tokio::time::advance(Duration::from_mins(14)).await;
            assert!(clients.touch(&busy).is_some());
            clients.expire();
        }
        assert!(clients.touch(&busy).is_some());
        assert!(clients.touch(&idle).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn creating_again_counts_as_a_request() {
        let (clients, id) = (clients(), DebuggerId::from("a"));
        clients.create(&id).expect("created");
        tokio::time::advance(Duration::from_mins(29)).await;
        clients.create(&id).expect("still there");
        tokio::time::advance(Duration::from_mins(29)).await;
        clients.expire();
        assert!(clients.touch(&id).is_some());
    }

    #[tokio::test]
    async fn there_are_not_more_clients_than_anybody_needs() {
        let clients = clients();
        for number in 0..CLIENTS {
            clients.create(&DebuggerId(number.to_string())).expect("created");
        }
        clients.create(&DebuggerId::from("one more")).expect_err("refused");
        clients.create(&DebuggerId::from("0")).expect("it exists already");
        clients.remove(&DebuggerId::from("0"));
        clients.create(&DebuggerId::from("one more")).expect("there is room again");
    }

    #[tokio::test]
    async fn what_a_client_does_after_its_end_is_refused() {
        let (clients, id) = (clients(), DebuggerId::from("a"));
        let script_path = ScriptPath::from("/a/b.js");
        let place = NewBreakpoint { line_number: Line(1), script_path, condition: None };
        clients.create(&id).expect("created");
        clients.add(&id, vec![place.clone()]).expect("added");
        clients.remove_all();
        clients.add(&id, vec![place]).expect_err("refused");
        clients.breakpoints(&id).expect_err("refused");
        clients.create(&id).expect("created");
        assert_eq!(clients.breakpoints(&id).expect("listed"), []);
    }
}
