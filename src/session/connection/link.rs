//! What is remembered across a lost connection.

use super::super::failure::Failure;
use super::super::saved::ClientMark;
use super::super::time::Time;
use super::Owner;
use crate::api::ids::{DebuggerId, ThreadId};
use std::time::Duration;

/// The pauses between tries, before jitter.
const PAUSES: [u64; 5] = [1, 2, 4, 8, 15];

/// The debugger client that this session works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Client {
    /// Created here, or taken over from an earlier session of ours: leaving deletes it.
    Own,
    /// Somebody else's: leaving leaves it.
    Joined,
}

/// How a login stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Login {
    /// It never was accepted: refused, it is wrong.
    #[default]
    Untried,
    /// It was accepted.
    Fine,
    /// Accepted before and refused so many times since: a proxy may have said so. Nothing but the
    /// next try is sent with it.
    Doubtful(usize),
    /// Nothing is sent with it any more.
    Refused,
}

/// Whether the client is there, as long as nothing says that it is gone for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existence {
    Sure,
    /// Something was answered with 412 since the last good list: the next list decides.
    Doubtful,
}

/// The link to the server.
#[derive(Clone, Debug)]
pub(in crate::session) struct Link {
    pub(super) client: Option<Client>,
    /// The creation's answer was lost: a client that is there then is ours.
    pub(super) creating: bool,
    pub(super) login: Login,
    /// The mark of a client that an earlier session left behind.
    pub(super) left_behind: Option<ClientMark>,
    /// A session of this project that runs beside this one.
    pub(super) beside: Option<u32>,
    /// When the connection was lost last, if it was since the last good list.
    pub(super) lost_at: Option<Time>,
    /// When the server answered last.
    pub(super) heard: Time,
    pub(super) leave_by: Option<Time>,
    pub(super) delete_again: Option<Time>,
    /// Why the client was not deleted, by the last try.
    pub(super) not_deleted: Option<Failure>,
    pub(super) to_stop: Vec<ThreadId>,
    pub(super) attempt: u32,
    /// When the user was told that the line is silent, if nobody has answered since.
    pub(super) told_silence: Option<Time>,
    pub(super) existence: Existence,
    pub(super) searched_sources: bool,
    random: u64,
}

impl Link {
    pub(in crate::session) fn new(seed: u64, left_behind: Option<ClientMark>) -> Self {
        Self {
            client: None,
            creating: false,
            login: Login::Untried,
            left_behind,
            beside: None,
            lost_at: None,
            heard: Time::START,
            leave_by: None,
            delete_again: None,
            not_deleted: None,
            to_stop: Vec::new(),
            attempt: 0,
            told_silence: None,
            existence: Existence::Sure,
            searched_sources: false,
            random: seed | 1,
        }
    }

    /// The client on the server, as far as is known.
    pub(in crate::session) const fn client(&self) -> Option<Client> {
        self.client
    }

    /// Whether anything but a try may be sent with the password that there is.
    pub(in crate::session) const fn may_log_in(&self) -> bool {
        matches!(self.login, Login::Untried | Login::Fine)
    }

    /// Another session of this project runs beside this one.
    pub(in crate::session) const fn is_beside(&mut self, process: u32) {
        self.beside = Some(process);
    }

    /// Whose client it is that exists already, by the mark in the project's state.
    pub(super) fn owner(&self, instance: &str, id: &DebuggerId) -> Owner {
        match (&self.left_behind, self.beside) {
            (Some(mark), Some(process)) if mark.names(instance, id) => Owner::Running(process),
            (Some(mark), None) if mark.names(instance, id) => Owner::LeftBehind,
            _ => Owner::Stranger,
        }
    }

    /// A pause of the row, give or take a fifth, so that several programs don't come at once.
    pub(super) fn pause(&mut self) -> Duration {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let index = usize::try_from(self.attempt.saturating_sub(1)).unwrap_or(usize::MAX);
        let seconds = PAUSES[index.min(PAUSES.len() - 1)];
        Duration::from_millis(seconds * (800 + self.random % 401))
    }
}
