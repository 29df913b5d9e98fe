//! Files on other servers: connections that scripts hold, over FTP.

mod ftp;
mod transfer;

use super::{Ask, HostError, asked, disk::Disk, flag, net::Net, number, waiting::Waiting};
use ftp::Ftp;
use lru::LruCache;
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::{
    num::NonZeroUsize,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use transfer::{Sink, Source};

/// How long one action may take, at most.
const LONGEST: Duration = Duration::from_secs(30);
/// Connections at once; one more closes the one that was not used for the longest time, as scripts may end without
/// a farewell.
const MOST: NonZeroUsize = NonZeroUsize::new(16).expect("not zero");

/// What a server said last; 0 is no code.
#[derive(Debug, Default)]
struct Said {
    code: u32,
    text: String,
}

/// Why an action was not done.
#[derive(Debug)]
enum Failure {
    /// The server doesn't want it; more may be asked.
    Refused(Said),
    /// The connection is of no use any more.
    Lost(String),
}

impl From<std::io::Error> for Failure {
    fn from(cause: std::io::Error) -> Self {
        Self::Lost(cause.to_string())
    }
}

type Outcome = Result<(Value, Said), Failure>;

/// What comes of an action, unless it takes too long; an error if its script must end meanwhile.
fn within(
    waiting: &Waiting,
    ask: &Ask<'_>,
    action: impl Future<Output = Outcome>,
) -> Result<Outcome, HostError> {
    let lost = |_| Err(Failure::Lost("it took too long".to_owned()));
    waiting.until(ask.interrupt, async {
        tokio::time::timeout(timeout(ask), action).await.unwrap_or_else(lost)
    })
}

struct Connection {
    ftp: Ftp,
    waiting: Waiting,
}

/// The connections of a storefront's scripts.
pub(super) struct Connections {
    open: Mutex<LruCache<u64, Connection>>,
    next: AtomicU64,
}

impl std::fmt::Debug for Connections {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Connections({})", self.open.lock().len())
    }
}

impl Default for Connections {
    fn default() -> Self {
        Self { open: Mutex::new(LruCache::new(MOST)), next: AtomicU64::new(1) }
    }
}

impl Connections {
    /// Answers `{ done, code, text, … }`, and `id` as long as the connection lives.
    pub(super) fn answer(
        &self,
        what: asked::Ftp,
        ask: &Ask<'_>,
        net: &Net,
        disk: &Disk,
    ) -> Result<Value, HostError> {
        if what == asked::Ftp::Connect {
            return self.connected(ask, net);
        }
        let id = number(ask, "id");
        // While it is at work nobody else can use it: each has one owner.
        let Some(mut connection) = self.open.lock().pop(&id) else {
            return Ok(told(None, Err(Failure::Lost("the connection is closed".to_owned()))));
        };
        if what == asked::Ftp::Close {
            let Connection { ftp, waiting } = connection;
            return Ok(told(None, within(&waiting, ask, ftp.quit())?));
        }
        let outcome = connection.acted(what, ask, disk);
        // What can't be asked, as of a file that isn't there, the server has not heard of; what was cut off it has in part.
        let lives = match &outcome {
            Ok(done) => !matches!(done, Err(Failure::Lost(_))),
            Err(_) => !ask.interrupt.is_due(),
        };
        if lives {
            self.open.lock().push(id, connection);
        }
        Ok(told(lives.then_some(id), outcome?))
    }

    fn connected(&self, ask: &Ask<'_>, net: &Net) -> Result<Value, HostError> {
        let port = number(ask, "port");
        let port = u16::try_from(port).map_err(|_| HostError::new(format!("{port} is no port")))?;
        let (name, user, password) = (ask.text("host")?, ask.text("user")?, ask.text("password")?);
        let scheme = if flag(ask, "secured") { "sftp" } else { "ftp" };
        let reached = match net.reached(&format!("{scheme}://{name}:{port}/")) {
            Ok(reached) => reached,
            Err(refusal) => return Ok(told(None, Err(Failure::Lost(refusal)))),
        };
        if reached.scheme() == "sftp" {
            return Err(HostError::new(format!(
                "A connection over SFTP is not emulated by the sandbox; --allow-net {name}=ftp://127.0.0.1:2121 reaches {name} over FTP at that address"
            )));
        }
        let host = reached.host_str().unwrap_or(name).trim_matches(['[', ']']).to_owned();
        let place = (host, reached.port_or_known_default().unwrap_or(port));
        if [user, password].into_iter().any(has_line_ends) {
            let text = "Names and passwords have no line ends".to_owned();
            return Ok(told(None, Err(Failure::Lost(text))));
        }
        let waiting = Waiting::new()?;
        let mut connected = None;
        let outcome = within(&waiting, ask, async {
            let (ftp, said) = Ftp::connect(place, user, password).await?;
            connected = Some(ftp);
            Ok((Value::Null, said))
        })?;
        let id = connected.map(|ftp| {
            let id = self.next.fetch_add(1, Ordering::Relaxed);
            self.open.lock().push(id, Connection { ftp, waiting });
            id
        });
        Ok(told(id, outcome))
    }
}

impl Connection {
    fn acted(
        &mut self,
        what: asked::Ftp,
        ask: &Ask<'_>,
        disk: &Disk,
    ) -> Result<Outcome, HostError> {
        let Self { ftp, waiting } = self;
        let path = ask.arguments.get("path").and_then(Value::as_str);
        if path.into_iter().chain(ask.text("to").ok()).any(has_line_ends) {
            let text = "A path has no line ends".to_owned();
            return Ok(Err(Failure::Refused(Said { code: 501, text })));
        }
        let needed = || ask.text("path");
        Ok(match what {
            asked::Ftp::List => within(waiting, ask, ftp.list(path))?,
            asked::Ftp::Rename => within(waiting, ask, ftp.rename(needed()?, ask.text("to")?))?,
            asked::Ftp::Get => {
                let mut sink = Sink::of(ask, disk)?;
                let outcome = within(waiting, ask, ftp.get(needed()?, &mut sink))?;
                outcome.and_then(|(_, said)| Ok((sink.taken()?, said)))
            }
            asked::Ftp::Put => {
                let mut source = Source::of(ask, disk)?;
                within(waiting, ask, ftp.put(needed()?, &mut source))?
            }
            _ => {
                let command = ftp::command(what).ok_or_else(|| ask.unknown())?;
                within(waiting, ask, ftp.act(command, needed()?))?
            }
        })
    }
}

/// Whether a text would be several lines of the protocol.
fn has_line_ends(text: &str) -> bool {
    text.contains(['\r', '\n', '\0'])
}

/// In milliseconds; 0 is the sandbox's own limit.
fn timeout(ask: &Ask<'_>) -> Duration {
    match number(ask, "timeout") {
        0 => LONGEST,
        milliseconds => Duration::from_millis(milliseconds).min(LONGEST),
    }
}

fn told(id: Option<u64>, outcome: Outcome) -> Value {
    let (done, value, said) = match outcome {
        Ok((value, said)) => (true, value, said),
        Err(Failure::Refused(said)) => (false, Value::Null, said),
        // The code of FTP for a service that is not there.
        Err(Failure::Lost(text)) => (false, Value::Null, Said { code: 421, text }),
    };
    json!({ "id": id, "done": done, "value": value, "code": said.code, "text": said.text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Interrupt;
    use asked::Asked;
    use std::{
        io::{BufRead, BufReader, Write},
        net::{TcpListener, TcpStream},
        thread,
    };

    /// Greets, lets everybody in, and says nothing more; what was heard.
    fn reticent(mut stream: TcpStream) -> Vec<String> {
        let mut heard = Vec::new();
        stream.write_all(b"220 Hello\r\n").expect("said");
        for line in BufReader::new(stream.try_clone().expect("another")).lines() {
            let line = line.expect("a line");
            let reply: &[u8] = match line.split(' ').next() {
                Some("USER") => b"331 Who says so?\r\n",
                Some("PASS") => b"230 Welcome\r\n",
                Some("TYPE") => b"200 Fine\r\n",
                _ => b"",
            };
            stream.write_all(reply).expect("said");
            heard.push(line);
        }
        heard
    }

    #[test]
    fn a_connection_ends_with_the_action_that_is_cut_off() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let server = thread::spawn(move || reticent(listener.accept().expect("a client").0));
        let (connections, disk) = (Connections::default(), Disk::default());
        let net = Net::new(vec!["127.0.0.1".parse().expect("a host")]);
        let ask = |name: &str, arguments: Value, is_due: bool| {
            let Some(Asked::Ftp(what)) = Asked::of(&format!("ftp.{name}")) else {
                panic!("{name}")
            };
            let is_due = || is_due;
            let ask = Ask { name, arguments, interrupt: Interrupt::new(&is_due) };
            connections.answer(what, &ask, &net, &disk)
        };
        let to = json!({ "host": "127.0.0.1", "port": port, "user": "ann", "password": "secret" });
        let id = ask("connect", to, false).expect("an answer")["id"].clone();
        // The server has not heard of it.
        ask("put", json!({ "id": id, "path": "a" }), false).expect_err("nothing is put");
        assert_eq!(connections.open.lock().len(), 1);
        ask("cd", json!({ "id": id, "path": "/in" }), true).expect_err("it is cut off");
        assert_eq!(connections.open.lock().len(), 0);
        let heard = server.join().expect("the server hears of the end");
        assert!(heard.iter().any(|line| line.starts_with("PASS")), "{heard:?}");
    }
}
