//! Who is connected. There is room for so many; when it is taken, who makes others wait longest
//! gives way, so that nobody can hold the sandbox by being slow.
//!
//! | rule | value |
//! |---|---|
//! | connections on both listeners together, where the system allows the files for it | 4,096 ([`SEATS`]) |
//! | with every seat taken, a newcomer gets the one that has used up the largest part of the [time](super::pace) of what it is waited for, at least 1 s; requests that are answered, however long, don't give way | [`GRACE`] |
//! | nobody to give way: newcomers wait, and answers end their connections | |
//! | connections from one address, loopback aside: many users may share that one; IPv6 by network (/64) | 256 ([`PER_ADDRESS`]) |

use super::pace::{Pace, Wait};
use parking_lot::{Mutex, MutexGuard};
use rustix::process::{Resource, getrlimit};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};
use tokio_util::sync::CancellationToken;

/// Connections at a time, if the process may have the files for them.
pub(super) const SEATS: usize = 4096;
/// Files that the process needs for all of them: the connection's own and one for a body, and what
/// listeners, stores and scripts have open.
pub const OPEN_FILES: u64 = 2 * SEATS as u64 + OTHER_FILES;
const OTHER_FILES: u64 = 512;
/// Seats where the system allows few files.
const FEWEST: u64 = 64;
/// Nobody gives way before this time: a machine may be busy, and a line may be long.
const GRACE: Duration = Duration::from_secs(1);
/// Connections from one address that isn't this machine's.
const PER_ADDRESS: usize = 256;
/// How often a newcomer looks for a seat while there is none, besides each time that one is left.
const LOOK: Duration = Duration::from_millis(50);
/// How many are looked out to give way at a time.
const AT_ONCE: usize = 64;
/// How often it is told that the seats are taken.
const TOLD: Duration = Duration::from_mins(1);

/// How many seats there can be, by the files that the process may have open.
pub(super) fn room() -> usize {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(OPEN_FILES);
    let room = (files.saturating_sub(OTHER_FILES) / 2).max(FEWEST);
    usize::try_from(room).unwrap_or(SEATS).min(SEATS)
}

/// The seats, and who sits there.
#[derive(Debug)]
pub(super) struct Seats {
    limit: usize,
    taken: Mutex<Taken>,
    /// Newcomers look for a seat one after the other.
    door: tokio::sync::Mutex<()>,
    left: Notify,
    is_wanted: AtomicBool,
}

#[derive(Debug, Default)]
struct Taken {
    next: u64,
    seats: BTreeMap<u64, Sitting>,
    /// Who gives way next, the last one first. Looking through all seats for each newcomer would cost
    /// more than to let them in.
    slowest: Vec<(u64, Wait)>,
    told: Option<Instant>,
}

#[derive(Debug)]
struct Sitting {
    address: IpAddr,
    pace: Pace,
    given_up: CancellationToken,
}

/// A connection's seat, which is left when this is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    seats: Arc<Seats>,
    number: u64,
    /// What the connection is waited for.
    pub pace: Pace,
    /// Cancelled when the connection gives way to another one.
    pub given_up: CancellationToken,
}

/// Why somebody has no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unseated {
    /// All are taken by who can't give way.
    Full,
    /// Too many come from that address.
    Crowd,
}

impl Seats {
    /// So many, all of them free.
    pub(super) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            taken: Mutex::default(),
            door: tokio::sync::Mutex::default(),
            left: Notify::new(),
            is_wanted: AtomicBool::new(false),
        })
    }

    /// A seat for somebody from that address, as soon as there is one; none for one of a crowd.
    pub(super) async fn take(self: &Arc<Self>, address: IpAddr) -> Option<Seat> {
        let address = network(address);
        let _turn = self.door.lock().await;
        let seat = loop {
            match self.try_take(address) {
                Ok(seat) => break Some(seat),
                Err(Unseated::Crowd) => break None,
                Err(Unseated::Full) => {}
            }
            self.is_wanted.store(true, Ordering::Relaxed);
            // Seats that nobody left may have to be given up meanwhile.
            let _ = timeout(LOOK, self.left.notified()).await;
        };
        self.is_wanted.store(false, Ordering::Relaxed);
        seat
    }

    /// Whether somebody waits for a seat, so that nobody should keep one for later.
    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    /// Frees a seat, if somebody can give way: the system has no room for one more connection.
    pub(super) fn free_one(&self) {
        self.taken().give_way();
    }

    fn try_take(self: &Arc<Self>, address: IpAddr) -> Result<Seat, Unseated> {
        let mut taken = self.taken();
        if !address.is_loopback() && taken.from(address) >= PER_ADDRESS {
            taken.give_way_to(address).ok_or(Unseated::Crowd)?;
        }
        if taken.seats.len() >= self.limit {
            taken.tell(self.limit);
            taken.give_way().ok_or(Unseated::Full)?;
        }
        let (number, pace, given_up) = (taken.next, Pace::start(), CancellationToken::new());
        taken.next += 1;
        let sitting = Sitting { address, pace: pace.clone(), given_up: given_up.clone() };
        taken.seats.insert(number, sitting);
        Ok(Seat { seats: Arc::clone(self), number, pace, given_up })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.taken().seats.remove(&self.number);
        self.seats.left.notify_one();
    }
}

impl Taken {
    fn from(&self, address: IpAddr) -> usize {
        self.seats.values().filter(|sitting| sitting.address == address).count()
    }

    /// Ends the connection that has used up most of its time, or nearly so.
    fn give_way(&mut self) -> Option<()> {
        let now = Instant::now();
        self.end_known(now).or_else(|| {
            self.slowest = self.waiting(now, |_| true);
            self.slowest.drain(..self.slowest.len().saturating_sub(AT_ONCE));
            self.end_known(now)
        })
    }

    /// Ends the next one of those who are known to be slow, if one of them still is.
    fn end_known(&mut self, now: Instant) -> Option<()> {
        while let Some((number, wait)) = self.slowest.pop() {
            let present = self.seats.get(&number).and_then(|sitting| sitting.wait(now));
            if present.is_some_and(|present| present.since == wait.since) {
                return self.end(number, wait.elapsed(now));
            }
        }
        None
    }

    /// The same, of those from an address.
    fn give_way_to(&mut self, address: IpAddr) -> Option<()> {
        let now = Instant::now();
        let (number, wait) = self.waiting(now, |sitting| sitting.address == address).pop()?;
        self.end(number, wait.elapsed(now))
    }

    /// Those who could give way, the slowest at the end.
    fn waiting(&self, now: Instant, of: impl Fn(&Sitting) -> bool) -> Vec<(u64, Wait)> {
        let seats = self.seats.iter().filter(|(_, sitting)| of(sitting));
        let waiting = seats.filter_map(|(number, sitting)| Some((*number, sitting.wait(now)?)));
        let mut waiting: Vec<_> = waiting.collect();
        waiting.sort_by(|(_, a), (_, b)| a.used(now).total_cmp(&b.used(now)));
        waiting
    }

    fn end(&mut self, number: u64, waited: Duration) -> Option<()> {
        let sitting = self.seats.remove(&number)?;
        tracing::debug!(?waited, "a connection gives way to another one");
        sitting.given_up.cancel();
        Some(())
    }

    fn tell(&mut self, limit: usize) {
        let now = Instant::now();
        if self.told.is_none_or(|told| now.saturating_duration_since(told) >= TOLD) {
            self.told = Some(now);
            tracing::warn!("{limit} connections are open; for each further one the slowest ends");
        }
    }
}

impl Sitting {
    /// What it is waited for, if that is long enough to give way for it.
    fn wait(&self, now: Instant) -> Option<Wait> {
        self.pace.wait(now).filter(|wait| wait.elapsed(now) >= GRACE)
    }
}

/// Whoever has one address of a network has all of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use std::net::Ipv4Addr;
    use tokio::time::{advance, sleep};

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn at(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    /// So many connections, a second from each other.
    async fn sitting(seats: &Arc<Seats>, count: usize) -> Vec<Seat> {
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(seats.take(HERE).await.expect("a seat"));
            advance(Duration::from_secs(1)).await;
        }
        all
    }

    fn given_up(seats: &[Seat]) -> Vec<usize> {
        let all = seats.iter().enumerate();
        all.filter(|(_, seat)| seat.given_up.is_cancelled()).map(|(index, _)| index).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn who_was_waited_for_longest_gives_way() {
        let seats = Seats::new(3);
        let all = sitting(&seats, 3).await;
        let _new = seats.take(HERE).now_or_never().expect("at once").expect("a seat");
        assert_eq!(given_up(&all), [0]);
        let _other = seats.take(HERE).now_or_never().expect("at once").expect("a seat");
        assert_eq!(given_up(&all), [0, 1]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_counts_is_the_part_of_the_time() {
        let seats = Seats::new(2);
        let all = sitting(&seats, 2).await;
        // It may idle for a minute, and does so for five seconds; the head has ten, and takes four.
        drop(all[0].pace.request());
        advance(Duration::from_secs(1)).await;
        all[1].pace.greeted();
        advance(Duration::from_secs(4)).await;
        let _new = seats.take(HERE).await;
        assert_eq!(given_up(&all), [1]);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_that_are_answered_keep_their_seats() {
        let seats = Seats::new(2);
        let all = sitting(&seats, 2).await;
        let busy: Vec<_> = all.iter().map(|seat| seat.pace.request()).collect();
        advance(Duration::from_hours(1)).await;
        let mut newcomer = Box::pin(seats.take(HERE));
        assert!(timeout(Duration::from_mins(1), &mut newcomer).await.is_err());
        assert!(seats.is_wanted(), "answers end their connections meanwhile");
        assert_eq!(given_up(&all), [0; 0]);
        drop(busy);
        let start = Instant::now();
        assert!(newcomer.await.is_some());
        let waited = start.elapsed();
        assert!(waited >= GRACE && waited < GRACE + 2 * LOOK, "{waited:?}");
        assert!(!seats.is_wanted());
    }

    #[tokio::test(start_paused = true)]
    async fn a_seat_that_is_left_is_taken_at_once() {
        let seats = Seats::new(1);
        let first = seats.take(HERE).await.expect("a seat");
        let busy = first.pace.request();
        let start = Instant::now();
        let leave = async {
            sleep(Duration::from_millis(10)).await;
            drop((busy, first));
        };
        let (second, ()) = tokio::join!(seats.take(HERE), leave);
        assert!(second.is_some());
        assert_eq!(start.elapsed(), Duration::from_millis(10));
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_has_a_part_of_the_seats() {
        let seats = Seats::new(2 * PER_ADDRESS);
        let mut all = Vec::new();
        for number in 0..PER_ADDRESS {
            let address = at(&format!("2001:db8::{number:x}"));
            all.push(seats.take(address).await.expect("a seat"));
        }
        assert!(seats.take(at("2001:db8::ffff")).await.is_none(), "the same network");
        assert!(seats.take(at("2001:db8:0:1::1")).await.is_some());
        assert!(seats.take(at("192.0.2.1")).await.is_some());
        advance(GRACE).await;
        assert!(seats.take(at("2001:db8::ffff")).await.is_some());
        assert_eq!(given_up(&all).len(), 1, "one of their own gave way");
        for address in ["127.0.0.1", "::ffff:127.0.0.1", "::1"] {
            let seats = Seats::new(2 * PER_ADDRESS);
            for _ in 0..=PER_ADDRESS {
                let seat = seats.take(at(address)).await.expect("a seat");
                std::mem::forget(seat);
            }
        }
    }
}
