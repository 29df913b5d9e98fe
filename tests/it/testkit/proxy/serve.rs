//! One connection: request by request, each with its fault.

use super::Shared;
use super::fault::{Fault, Line, Spoiling, Trouble};
use super::record::{Exchange, Served, Told};
use super::target::{Target, below};
use super::wire::{Answer, Request, has_left, left};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;

const GARBAGE: &[u8] = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 SSH-2.0\r\n\r\n";

/// Serves a connection until one of its requests ends it.
pub(super) async fn serve(shared: Arc<Shared>, mut stream: TcpStream) {
    while let Some(request) = Request::read(&mut stream).await {
        let (number, fault) = shared.arrived(&request);
        let mut exchange = Turn { shared: &shared, number, fault, stream: &mut stream };
        let ending = exchange.run(request).await;
        if ending.is_break() {
            shared.ended(number);
            return;
        }
    }
}

/// `Break` closes the connection.
type Next<T = ()> = ControlFlow<(), T>;

struct Turn<'a> {
    shared: &'a Shared,
    number: usize,
    fault: Option<Fault>,
    stream: &'a mut TcpStream,
}

impl Turn<'_> {
    async fn run(&mut self, request: Request) -> Next {
        self.befall().await?;
        match self.shared.line() {
            Some(Line::Down) => return Next::Break(()),
            Some(Line::Refusing) => return self.tell_instead(Trouble::Page(502)).await,
            Some(Line::Silent | Line::Slow(_)) | None => {}
        }
        self.travel().await;
        if let Some(Fault::Before(trouble)) = self.fault
            && let Some(ending) = self.suffer(trouble).await
        {
            return ending;
        }
        let answer = self.ask(request).await?;
        self.travel().await;
        if self.shared.line() == Some(Line::Down) {
            return Next::Break(());
        }
        if let Some(Fault::After(trouble)) = self.fault
            && let Some(ending) = self.suffer(trouble).await
        {
            return ending;
        }
        self.give(answer).await
    }

    /// What concerns more than this exchange.
    async fn befall(&self) -> Next {
        match self.fault {
            Some(Fault::Line(line, time)) => self.shared.set_line(line, Some(time)),
            Some(Fault::Restart) => {
                self.shared.state().record.restarts.push(Instant::now());
                self.shared.server.restart().await;
                return Next::Break(());
            }
            _ => {}
        }
        Next::Continue(())
    }

    /// Half of the way between client and server.
    async fn travel(&self) {
        if let Some(Line::Slow(latency)) = self.shared.line() {
            sleep(latency / 2).await;
        }
        self.shared.comes_through().await;
    }

    /// How the exchange ends by some trouble; nothing if it goes on after it.
    async fn suffer(&mut self, trouble: Trouble) -> Option<Next> {
        Some(match trouble {
            Trouble::Late(time) => {
                sleep(time).await;
                return None;
            }
            Trouble::Stall => {
                left(self.stream).await;
                Next::Break(())
            }
            Trouble::Drop => Next::Break(()),
            Trouble::Reset => {
                // Without lingering the end of a connection is a reset.
                let _ = self.stream.set_zero_linger();
                Next::Break(())
            }
            Trouble::Garbage => {
                let _ = self.stream.write_all(GARBAGE).await;
                self.shared.told(self.number, Told::Part(Instant::now()));
                Next::Break(())
            }
            other => self.tell_instead(other).await,
        })
    }

    async fn tell_instead(&mut self, trouble: Trouble) -> Next {
        let Some(answer) = Answer::instead(trouble) else { return Next::Break(()) };
        self.tell(&answer).await
    }

    async fn ask(&self, mut request: Request) -> Next<Answer> {
        if self.fault == Some(Fault::Answer(Spoiling::NoCookie)) {
            request.drop_header("cookie");
        }
        self.shared.exchange(self.number, |it| it.forwarded = Some(Instant::now()));
        let Some(answer) = request.ask(self.shared.server.address()).await else {
            return Next::Break(());
        };
        let (status, body) = (answer.status, answer.body.clone());
        let served = Served { at: Instant::now(), status, body };
        self.shared.exchange(self.number, |it| it.served = Some(served));
        Next::Continue(answer)
    }

    /// The server's answer, spoiled if that is planned.
    async fn give(&mut self, mut answer: Answer) -> Next {
        match self.fault {
            Some(Fault::Answer(Spoiling::Truncated)) => {
                let bytes = answer.bytes();
                let _ = self.stream.write_all(&bytes[..bytes.len() / 2]).await;
                self.shared.told(self.number, Told::Part(Instant::now()));
                return Next::Break(());
            }
            Some(Fault::Answer(Spoiling::Dripping(pause))) => {
                return self.drip(&answer, pause).await;
            }
            Some(Fault::Answer(Spoiling::OtherCookie)) => {
                answer.drop_header("set-cookie");
                answer.add_header("Set-Cookie: dwsid=another; Path=/; HttpOnly");
            }
            Some(Fault::Answer(Spoiling::NoCookie)) => answer.drop_header("set-cookie"),
            _ => {}
        }
        self.tell(&answer).await
    }

    async fn drip(&mut self, answer: &Answer, pause: Duration) -> Next {
        for byte in answer.bytes() {
            if self.stream.write_all(&[byte]).await.is_err() {
                return Next::Break(());
            }
            sleep(pause).await;
        }
        self.shared.told(self.number, Told::Whole(Instant::now(), answer.status));
        Next::Continue(())
    }

    /// Nobody is told who has left meanwhile.
    async fn tell(&mut self, answer: &Answer) -> Next {
        if has_left(self.stream) || self.stream.write_all(&answer.bytes()).await.is_err() {
            return Next::Break(());
        }
        self.shared.told(self.number, Told::Whole(Instant::now(), answer.status));
        if answer.is_bounded() { Next::Continue(()) } else { Next::Break(()) }
    }
}

impl Shared {
    /// Notes a request; gives its number in the record and its fault.
    fn arrived(&self, request: &Request) -> (usize, Option<Fault>) {
        let path = request.plain_path();
        let target = Target::of(&request.method, path);
        let mut state = self.state();
        let nth = state.counts.entry(target).and_modify(|count| *count += 1).or_insert(1);
        let nth = *nth;
        let fault = state.plan.fault(target, nth);
        let path = below(path).unwrap_or(path);
        let thread = path.strip_prefix("/threads/").and_then(|rest| rest.split('/').next());
        state.record.exchanges.push(Exchange {
            target,
            nth,
            what: format!("{} {path}", request.method),
            thread: thread.and_then(|id| id.parse().ok()),
            client: request.header("x-dw-client-id").map(str::to_owned),
            fault,
            arrived: Instant::now(),
            forwarded: None,
            served: None,
            told: None,
        });
        (state.record.exchanges.len() - 1, fault)
    }

    fn exchange(&self, number: usize, change: impl FnOnce(&mut Exchange)) {
        change(&mut self.state().record.exchanges[number]);
    }

    fn told(&self, number: usize, told: Told) {
        self.exchange(number, |it| it.told = Some(told));
    }

    /// The connection ends; a request that got no answer has got nothing.
    fn ended(&self, number: usize) {
        let nothing = Told::Nothing(Instant::now());
        self.exchange(number, |it| it.told = it.told.or(Some(nothing)));
    }
}
