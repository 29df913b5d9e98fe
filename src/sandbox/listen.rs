//! Accepts connections on both listeners and ends them gracefully.

use super::{
    pace::{Answer, Arriving, Expect, HEAD, Pace, Paced, finish},
    seats::{Seat, Seats},
    service::{Dropped, Service},
    transport::{Arrival, Transport},
    unread::Explained,
};
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue,
        header::{CONNECTION, EXPECT},
    },
    response::Response,
};
use hyper::{
    Request,
    body::{Body as _, Incoming},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long running requests may go on after the shutdown has begun.
const GRACE: Duration = Duration::from_secs(10);
/// hyper's read buffer: a request line and headers of the largest size.
const READ_BUFFER: usize = super::service::REQUEST_LINE + super::service::HEADERS + 1024;

/// The first byte of every TLS connection: a record of the handshake (RFC 8446, 5.1).
const HANDSHAKE: u8 = 22;

/// What a listener is for. Storefronts' scripts lead from one protocol to the other on the host that they were asked
/// at, port included, so that both are spoken at each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    /// HTTP.
    Plain,
    /// HTTPS; plain HTTP with this machine alone.
    Tls,
}

/// All connections of a sandbox.
pub(super) struct Connections {
    service: Arc<Service>,
    tls: TlsAcceptor,
    seats: Arc<Seats>,
    tasks: TaskTracker,
    closing: CancellationToken,
    abandoned: CancellationToken,
}

impl Connections {
    /// Nobody is connected yet; so many may be at a time.
    pub(super) fn new(service: Service, tls: TlsAcceptor, seats: usize) -> Arc<Self> {
        Arc::new(Self {
            service: Arc::new(service),
            tls,
            seats: Seats::new(seats),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            abandoned: CancellationToken::new(),
        })
    }

    /// Accepts connections until the shutdown.
    pub(super) fn accept(self: &Arc<Self>, listener: TcpListener, protocol: Protocol) {
        let connections = Arc::clone(self);
        self.run(async move { connections.accept_all(listener, protocol).await });
    }

    /// Runs something beside the connections until the shutdown.
    pub(super) fn run(&self, work: impl Future<Output = ()> + Send + 'static) {
        let closing = self.closing.clone();
        self.tasks.spawn(async move { closing.run_until_cancelled(work).await });
    }

    /// No new connections, and no new requests on those that there are.
    pub(super) fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
    }

    /// Waits for running requests, 10 s at most.
    pub(super) async fn drain(&self) {
        if timeout(GRACE, self.tasks.wait()).await.is_err() {
            self.abandoned.cancel();
            self.tasks.wait().await;
        }
    }

    /// Ends every connection without waiting.
    pub(super) fn abandon(&self) {
        self.closing.cancel();
        self.abandoned.cancel();
    }

    async fn accept_all(self: &Arc<Self>, listener: TcpListener, protocol: Protocol) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    if let Some(seat) = self.seats.take(peer.ip()).await {
                        self.open((stream, peer), protocol, seat);
                    } else {
                        tracing::debug!(%peer, "too many connections come from there");
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "can't accept a connection");
                    self.seats.free_one();
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    fn open(self: &Arc<Self>, accepted: (TcpStream, SocketAddr), protocol: Protocol, seat: Seat) {
        let connections = Arc::clone(self);
        self.tasks.spawn(async move {
            let abandoned = connections.abandoned.clone();
            let connection = connections.connection(accepted, protocol, seat.pace.clone());
            let connection = seat.given_up.run_until_cancelled(connection);
            abandoned.run_until_cancelled(connection).await;
        });
    }

    async fn connection(
        &self,
        (stream, peer): (TcpStream, SocketAddr),
        protocol: Protocol,
        pace: Pace,
    ) {
        let arrival = |transport| Arrival { transport, peer };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "the peer is gone");
        }
        // The end doesn't wait for who says nothing.
        match self.closing.run_until_cancelled(spoken(&stream)).await {
            Some(Some(Transport::Tls)) => {}
            Some(Some(Transport::Plain)) => {
                if protocol == Protocol::Plain || peer.ip().to_canonical().is_loopback() {
                    Box::pin(self.requests(stream, arrival(Transport::Plain), pace)).await;
                }
                return;
            }
            Some(None) | None => return,
        }
        match timeout(HEAD, self.tls.accept(stream)).await {
            Ok(Ok(stream)) => {
                pace.greeted();
                Box::pin(self.requests(stream, arrival(Transport::Tls), pace)).await;
            }
            Ok(Err(error)) => tracing::debug!(%error, "TLS handshake"),
            Err(_) => tracing::debug!("TLS handshake takes too long"),
        }
    }

    async fn requests<S>(&self, stream: S, arrival: Arrival, pace: Pace)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let answer = service_fn(|request: Request<Incoming>| {
            let answering = pace.request();
            let pace = pace.clone();
            // Connections that are only open shouldn't need the room of a request.
            Box::pin(async move {
                let answer = self.answer(arrival, request, pace).await;
                answer.map(|answer| answer.map(|body| Answer::new(body, answering)))
            })
        });
        let stream = Explained::new(Paced::new(stream, pace.clone()), pace.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            // `Paced` watches heads and idle connections: hyper's one limit is for both.
            .header_read_timeout(None)
            .half_close(true)
            .max_buf_size(READ_BUFFER)
            .serve_connection(TokioIo::new(stream), answer);
        tokio::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = self.closing.cancelled() => {
                if !pace.is_busy() {
                    return;
                }
                pace.hurry();
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection broke");
        }
    }

    /// The answer, and what it means for the connection.
    async fn answer(
        &self,
        arrival: Arrival,
        request: Request<Incoming>,
        pace: Pace,
    ) -> Result<Response, Dropped> {
        let mut answer = if request.body().is_end_stream() {
            self.service.answer(arrival, request.map(|_| Body::empty())).await?
        } else {
            let expect = expect(request.headers());
            let (head, body) = request.into_parts();
            let mut body = Arriving::new(body, pace);
            let request = Request::from_parts(head, Body::new(body.clone()));
            let answer = self.service.answer(arrival, request).await?;
            finish(answer, &mut body, expect).await
        };
        if self.seats.is_wanted() {
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(answer)
    }
}

/// What somebody begins to speak, if he does in time.
async fn spoken(stream: &TcpStream) -> Option<Transport> {
    let mut first = [0];
    match timeout(HEAD, stream.peek(&mut first)).await {
        Ok(Ok(1)) if first == [HANDSHAKE] => Some(Transport::Tls),
        Ok(Ok(_)) => Some(Transport::Plain),
        Ok(Err(error)) => {
            tracing::debug!(%error, "a connection broke");
            None
        }
        Err(_) => None,
    }
}

fn expect(headers: &HeaderMap) -> Expect {
    if headers.contains_key(EXPECT) { Expect::Continue } else { Expect::Nothing }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::authority::Authority;
    use axum::{Router, routing::get};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        sync::{Notify, mpsc},
        time::Instant,
    };

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

    /// Requests to `/` say that they have come, and are never answered.
    async fn busy(seats: usize) -> (Arc<Connections>, TcpStream) {
        let (sender, mut begun) = mpsc::channel(1);
        let endless = move || async move {
            sender.send(()).await.expect("somebody waits");
            std::future::pending::<()>().await;
        };
        let storefront = Router::new().route("/", get(endless));
        let (connections, address) = serve(storefront, seats).await;
        let stream = ask(address, REQUEST).await;
        begun.recv().await.expect("the request comes");
        (connections, stream)
    }

    async fn serve(storefront: Router, seats: usize) -> (Arc<Connections>, SocketAddr) {
        let tls = TlsAcceptor::from(Authority::create().expect("certificates").server());
        let connections = Connections::new(Service::of_storefront(storefront), tls, seats);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        connections.accept(listener, Protocol::Plain);
        (connections, address)
    }

    async fn ask(address: SocketAddr, request: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.expect("connects");
        stream.write_all(request).await.expect("sends");
        stream
    }

    #[tokio::test]
    async fn a_newcomer_waits_while_every_seat_is_taken_by_a_request() {
        let go = Arc::new(Notify::new());
        let gone = Arc::clone(&go);
        let storefront =
            Router::new().route("/", get(move || async move { gone.notified().await }));
        let (connections, address) = serve(storefront, 1).await;
        let mut first = ask(address, REQUEST).await;
        let mut second = ask(address, b"GET /other HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        while !connections.seats.is_wanted() {
            tokio::task::yield_now().await;
        }
        go.notify_one();
        let mut answer = String::new();
        first.read_to_string(&mut answer).await.expect("an answer, and the end");
        assert!(answer.contains("connection: close"), "{answer}");
        assert!(second.read_u8().await.is_ok(), "it is answered when the other one has gone");
    }

    /// A body of which one byte comes, and a head.
    const DRIPPING: [&[u8]; 2] = [
        b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{",
        b"GET / HTTP/1.1\r\nho",
    ];

    #[tokio::test]
    async fn who_drips_gives_way() {
        const SEATS: usize = 4;
        let (connections, address) = serve(Router::new(), SEATS).await;
        let mut dripping = Vec::new();
        for number in 0..SEATS {
            dripping.push(ask(address, DRIPPING[number % 2]).await);
        }
        for _ in 0..2 * SEATS {
            let answer = ask(address, REQUEST).await.read_u8().await;
            assert!(answer.is_ok(), "it is answered");
        }
        drop((connections, dripping));
    }

    #[tokio::test]
    async fn running_requests_get_ten_seconds() {
        let (connections, _stream) = busy(2).await;
        connections.close();
        tokio::time::pause();
        let start = Instant::now();
        connections.drain().await;
        assert_eq!(start.elapsed().as_secs(), 10);
    }

    #[tokio::test]
    async fn a_request_whose_connection_ends_is_in_the_journal_without_a_status() {
        let (connections, _stream) = busy(2).await;
        connections.abandon();
        connections.close();
        connections.drain().await;
        let told = connections.service.operations.journal.read(0, 10);
        let told: Vec<_> = told.iter().map(|it| (it.path.as_str(), it.status)).collect();
        assert_eq!(told, [("/", None)]);
    }

    #[tokio::test]
    async fn abandoned_connections_end_at_once() {
        let (connections, _stream) = busy(2).await;
        tokio::time::pause();
        let start = Instant::now();
        connections.abandon();
        connections.close();
        connections.drain().await;
        assert_eq!(start.elapsed().as_secs(), 0);
    }
}
