//! Those who make it hard for others, on purpose or not.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::Duration,
};
use tokio::{
    io::{self, AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::Barrier,
    time::sleep,
};
use tokio_util::sync::CancellationToken;

/// Between two bytes of who drips, and between two pieces of who is slow.
const DRIP: Duration = Duration::from_secs(1);
/// Between two pieces of an answer that somebody reads slowly.
const SIP: Duration = Duration::from_millis(100);
/// How long a crowd is there before anything is measured.
const SETTLED: Duration = Duration::from_millis(1500);
/// How long after its connection was ended somebody comes again.
const AGAIN: Duration = Duration::from_secs(1);
/// Between two requests of each of those who come at once.
const EVERY: Duration = Duration::from_secs(4);

/// What somebody does.
#[derive(Clone, Copy, Debug)]
pub enum Manner {
    /// Never gets to the end of a handshake, a head or a body; comes again when it is sent away.
    Dripping,
    /// Sends a request in pieces and takes the answer in pieces, again and again.
    Slow,
    /// Connects with all the others, is answered, keeps the connection, and asks again now and then.
    AtOnce,
}

/// What dripping connections begin with, by turns; the last one speaks TLS.
const BEGINNINGS: [&[u8]; 4] = [
    b"GET / HTTP/1.1\r\nhost: localhost\r\nx-",
    b"POST /on/demandware.store/Sites-Storefront-Site/default/Home-Show HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\nx",
    b"POST /dw/oauth2/access_token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 60000\r\n\r\nx",
    TLS,
];
const TLS: &[u8] = b"\x16\x03\x01\x02\x00\x01\x00\x01";

/// A request in the pieces in which slow ones send it.
const PIECES: [&str; 4] = [
    "POST /dw/oauth2/access_token HTTP/1.1\r\nhost: ",
    "localhost\r\nconnection: close\r\ncontent-length: 29\r\n",
    "content-type: application/x-www-form-urlencoded\r\n\r\ngrant_type=",
    "client_credentials",
];

/// A crowd on a thread of its own.
pub struct Crowd {
    leave: CancellationToken,
    thread: JoinHandle<()>,
    tally: Arc<Tally>,
}

/// What became of them.
#[derive(Default)]
struct Tally {
    answered: AtomicUsize,
    sent_away: AtomicUsize,
}

/// One of them.
struct Person {
    manner: Manner,
    number: usize,
    addresses: [SocketAddr; 2],
    /// Until everybody has begun.
    all: Option<Arc<Barrier>>,
    tally: Arc<Tally>,
}

impl Crowd {
    /// Everybody has been connected for a moment when this is done: while there are more of them than
    /// seats, whoever comes waits until somebody may be sent away.
    pub fn gather(parts: &[(Manner, usize)], addresses: [SocketAddr; 2]) -> Self {
        let (leave, tally) = (CancellationToken::new(), Arc::new(Tally::default()));
        let (ready, is_ready) = mpsc::channel();
        let (parts, until, counted) = (parts.to_vec(), leave.clone(), Arc::clone(&tally));
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let count = parts.iter().map(|(_, count)| count).sum::<usize>();
                let all = Arc::new(Barrier::new(count + 1));
                let each =
                    parts.into_iter().flat_map(|(it, count)| (0..count).map(move |n| (it, n)));
                for (manner, number) in each {
                    let (all, tally) = (Some(Arc::clone(&all)), Arc::clone(&counted));
                    tokio::spawn(Person { manner, number, addresses, all, tally }.live());
                }
                all.wait().await;
                sleep(SETTLED).await;
                ready.send(()).expect("somebody waits");
                until.cancelled().await;
            });
        });
        is_ready.recv().expect("the crowd gathers");
        Self { leave, thread, tally }
    }

    /// Everybody goes; what became of them.
    pub fn leave(self) -> String {
        self.leave.cancel();
        self.thread.join().expect("the crowd leaves");
        let [answered, sent_away] = [&self.tally.answered, &self.tally.sent_away]
            .map(|count| count.load(Ordering::Relaxed));
        format!("they had {answered} answers and lost {sent_away} connections")
    }
}

impl Person {
    async fn live(mut self) {
        loop {
            let ended = match self.manner {
                Manner::Dripping => self.drip().await,
                Manner::Slow => self.be_slow().await,
                Manner::AtOnce => self.come().await,
            };
            if ended.is_err() {
                self.tally.sent_away.fetch_add(1, Ordering::Relaxed);
            }
            pause(AGAIN).await;
        }
    }

    /// The first time, everybody waits for the others; from then on each has a step of its own.
    async fn wait_for_all(&mut self) {
        if let Some(all) = self.all.take() {
            all.wait().await;
            sleep(DRIP.mul_f64(rand::random_range(0.0..1.0))).await;
        }
    }

    async fn drip(&mut self) -> io::Result<()> {
        let beginning = BEGINNINGS[self.number % BEGINNINGS.len()];
        let [http, https] = self.addresses;
        let mut stream = TcpStream::connect(if beginning == TLS { https } else { http }).await?;
        stream.write_all(beginning).await?;
        self.wait_for_all().await;
        let (mut reader, mut writer) = stream.split();
        let mut answer = Vec::new();
        tokio::select! {
            read = reader.read_to_end(&mut answer) => {
                read.and(Err(io::ErrorKind::ConnectionReset.into()))
            }
            written = async {
                loop {
                    pause(DRIP).await;
                    writer.write_all(b"x").await?;
                }
            } => written,
        }
    }

    async fn be_slow(&mut self) -> io::Result<()> {
        let mut stream = TcpStream::connect(self.addresses[0]).await?;
        self.wait_for_all().await;
        for piece in PIECES {
            stream.write_all(piece.as_bytes()).await?;
            pause(DRIP).await;
        }
        let (mut answer, mut piece) = (Vec::new(), [0; 32]);
        loop {
            let count = stream.read(&mut piece).await?;
            if count == 0 {
                return self.check(&answer);
            }
            answer.extend_from_slice(&piece[..count]);
            pause(SIP).await;
        }
    }

    async fn come(&mut self) -> io::Result<()> {
        let mut stream = TcpStream::connect(self.addresses[0]).await?;
        let mut answer = [0; 4096];
        loop {
            let request = b"GET /dw/debugger/v2_0/nothing HTTP/1.1\r\nhost: localhost\r\n\r\n";
            stream.write_all(request).await?;
            let count = stream.read(&mut answer).await?;
            self.check(&answer[..count])?;
            self.wait_for_all().await;
            pause(EVERY).await;
        }
    }

    /// Counts an answer, if it is one.
    fn check(&self, answer: &[u8]) -> io::Result<()> {
        if !answer.starts_with(b"HTTP/1.1 4") {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.tally.answered.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// About so long.
async fn pause(time: Duration) {
    sleep(time.mul_f64(rand::random_range(0.5..1.5))).await;
}
