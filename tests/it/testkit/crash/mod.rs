//! Kills the program with SIGKILL while writers are at work, opens its folder or database again and
//! looks for what was lost or half done. `super::process` starts it.

mod estate;
mod service;

use super::{cluster::Cluster, patience::PATIENCE, process::Process};
use estate::{Change, Estate};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rustix::process::Signal;
use service::Service;
use std::{path::Path, sync::Arc, time::Duration};
use tokio::sync::Notify;

const WRITERS: u64 = 8;
/// The longest that writers are let alone, in milliseconds; longer until a first write is done.
const LONGEST: u64 = 250;
/// One kill in so many comes while the program starts.
const EARLY: u32 = 8;
/// By when the program has mostly started, in milliseconds.
const STARTED: u64 = 60;

/// Where the program keeps what it is told.
pub enum Place<'a> {
    /// In a folder.
    Folder(&'a Path),
    /// In a database.
    Database(&'a Cluster),
}

/// What all the kills met.
#[derive(Debug, Default)]
pub struct Tally {
    /// Kills while writers were at work.
    pub under_load: u32,
    /// Kills while the program started.
    pub starting: u32,
    /// Writes that were acknowledged; each was found again.
    pub acknowledged: u64,
    /// Writes that nobody heard of, and that were done nevertheless.
    pub unheard: u64,
    /// Writes that nobody heard of, and that were not done.
    pub undone: u64,
}

/// One writer, between two kills.
struct Writer {
    number: u64,
    random: StdRng,
    /// Everything that was acknowledged.
    estate: Estate,
    /// What was asked for when the service died.
    unanswered: Option<Change>,
    acknowledged: u64,
}

/// Kills so many times; panics with the seed's round when something is lost, half done or damaged.
pub async fn kill(times: u32, seed: u64, place: &Place<'_>) -> Tally {
    let data = match place {
        Place::Folder(folder) => folder.to_str().expect("a path of text").to_owned(),
        Place::Database(cluster) => cluster.address(),
    };
    let mut random = StdRng::seed_from_u64(seed);
    let mut tally = Tally::default();
    let mut writers: Vec<_> = (0..WRITERS).map(|number| Writer::new(seed, number)).collect();
    for round in 1..=times {
        let mut process = start(&data);
        if round.is_multiple_of(EARLY) {
            tokio::time::sleep(Duration::from_millis(random.random_range(0..STARTED))).await;
            tally.starting += 1;
        } else {
            let service = Service::at(&process.ready()).await;
            settle(&service, &mut writers, &mut tally, round).await;
            place.check(round);
            let rest = Duration::from_millis(random.random_range(1..LONGEST));
            writers = at_work(&service, writers, async |heard: &Notify| {
                tokio::time::sleep(rest).await;
                let heard = tokio::time::timeout(PATIENCE, heard.notified());
                heard.await.expect("somebody comes to write");
                process.signal(Signal::KILL);
            })
            .await;
            tally.under_load += 1;
        }
        process.signal(Signal::KILL);
        process.wait();
        place.settle().await;
    }
    let mut process = start(&data);
    let service = Service::at(&process.ready()).await;
    settle(&service, &mut writers, &mut tally, times + 1).await;
    tally
}

fn start(data: &str) -> Process {
    Process::on_free_ports(&["--json", "--data", data])
}

/// Lets the writers work until the service dies, which hears of acknowledged writes.
async fn at_work(
    service: &Service,
    writers: Vec<Writer>,
    death: impl AsyncFnOnce(&Notify),
) -> Vec<Writer> {
    let heard = Arc::new(Notify::new());
    let work = writers
        .into_iter()
        .map(|writer| tokio::spawn(writer.work(service.clone(), Arc::clone(&heard))))
        .collect::<Vec<_>>();
    death(&heard).await;
    let done = futures::future::join_all(work).await;
    done.into_iter().map(|writer| writer.expect("a writer was refused")).collect()
}

/// Compares what there is with what was acknowledged, and goes on from there.
async fn settle(service: &Service, writers: &mut [Writer], tally: &mut Tally, round: u32) {
    for writer in writers {
        let found = service.estate(writer.number).await;
        let unanswered = writer.unanswered.take();
        let may_be = unanswered.map(|change| writer.estate.after(change));
        let is_done = may_be.as_ref() == Some(&found);
        assert!(
            is_done || found == writer.estate,
            "round {round}, writer {}: found {found:#?}, acknowledged {:#?}, then {unanswered:?}",
            writer.number,
            writer.estate,
        );
        tally.acknowledged += std::mem::take(&mut writer.acknowledged);
        tally.unheard += u64::from(is_done);
        tally.undone += u64::from(unanswered.is_some() && !is_done);
        writer.estate = found;
    }
}

impl Place<'_> {
    /// The database's own check of the whole file.
    fn check(&self, round: u32) {
        let Self::Folder(folder) = self else { return };
        let file = rusqlite::Connection::open(folder.join("content.db")).expect("it opens");
        let check: String =
            file.query_row("PRAGMA integrity_check", (), |row| row.get(0)).expect("it is checked");
        assert_eq!(check, "ok", "round {round}");
    }

    /// Waits until the server has ended the sessions of a killed program: it finishes what they were at.
    async fn settle(&self) {
        let Self::Database(cluster) = self else { return };
        let session = cluster.session().await;
        let count =
            "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'haltscope%'";
        while session.query_one(count, &[]).await.expect("counted").get::<_, i64>(0) > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Writer {
    fn new(seed: u64, number: u64) -> Self {
        let random = StdRng::seed_from_u64(seed.wrapping_mul(WRITERS).wrapping_add(number));
        Self { number, random, estate: Estate::default(), unanswered: None, acknowledged: 0 }
    }

    async fn work(mut self, service: Service, heard: Arc<Notify>) -> Self {
        loop {
            let changes = self.estate.possible(u64::from(self.random.random::<u32>()));
            let change = changes[self.random.random_range(0..changes.len())];
            if !service.perform(self.number, change).await {
                self.unanswered = Some(change);
                return self;
            }
            self.estate = self.estate.after(change);
            self.acknowledged += 1;
            heard.notify_one();
        }
    }
}
