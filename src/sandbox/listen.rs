//! Accepts connections on both listeners and ends them gracefully.

use super::{
    pace::{Answer, Arriving, HEAD, Pace, Paced},
    service::Service,
    transport::{Arrival, Transport},
};
use axum::body::Body;
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Connections on both listeners together; more wait to be accepted.
pub const CONNECTIONS: usize = 1024;
/// How long running requests may go on after the shutdown has begun.
const GRACE: Duration = Duration::from_secs(10);
/// hyper's read buffer: a request line and headers of the largest size.
const READ_BUFFER: usize = super::service::REQUEST_LINE + super::service::HEADERS + 1024;

/// What speaks on a listener.
#[derive(Clone)]
pub enum Protocol {
    /// HTTP.
    Plain,
    /// HTTPS.
    Tls(TlsAcceptor),
}

/// All connections of a sandbox.
pub struct Connections {
    service: Arc<Service>,
    room: Arc<Semaphore>,
    tasks: TaskTracker,
    closing: CancellationToken,
    abandoned: CancellationToken,
}

impl Connections {
    /// Nobody is connected yet; `room` may be at a time.
    pub fn new(service: Service, room: usize) -> Arc<Self> {
        Arc::new(Self {
            service: Arc::new(service),
            room: Arc::new(Semaphore::new(room)),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            abandoned: CancellationToken::new(),
        })
    }

    /// Accepts connections until the shutdown.
    pub fn accept(self: &Arc<Self>, listener: TcpListener, protocol: Protocol) {
        let connections = Arc::clone(self);
        self.run(async move { connections.accept_all(listener, protocol).await });
    }

    /// Runs something beside the connections until the shutdown.
    pub fn run(&self, work: impl Future<Output = ()> + Send + 'static) {
        let closing = self.closing.clone();
        self.tasks.spawn(async move { closing.run_until_cancelled(work).await });
    }

    /// No new connections, and no new requests on those that there are.
    pub fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
    }

    /// Waits for running requests, 10 s at most.
    pub async fn drain(&self) {
        if timeout(GRACE, self.tasks.wait()).await.is_err() {
            self.abandoned.cancel();
            self.tasks.wait().await;
        }
    }

    /// Ends every connection without waiting.
    pub fn abandon(&self) {
        self.closing.cancel();
        self.abandoned.cancel();
    }

    async fn accept_all(self: &Arc<Self>, listener: TcpListener, protocol: Protocol) {
        while let Ok(permit) = Arc::clone(&self.room).acquire_owned().await {
            match listener.accept().await {
                Ok((stream, peer)) => self.open((stream, peer), protocol.clone(), permit),
                Err(error) => {
                    tracing::warn!(%error, "can't accept a connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    fn open(
        self: &Arc<Self>,
        accepted: (TcpStream, SocketAddr),
        protocol: Protocol,
        permit: OwnedSemaphorePermit,
    ) {
        let connections = Arc::clone(self);
        self.tasks.spawn(async move {
            let abandoned = connections.abandoned.clone();
            abandoned.run_until_cancelled(connections.connection(accepted, protocol)).await;
            drop(permit);
        });
    }

    async fn connection(&self, (stream, peer): (TcpStream, SocketAddr), protocol: Protocol) {
        let arrival = |transport| Arrival { transport, peer };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "the peer is gone");
        }
        match protocol {
            Protocol::Plain => self.requests(stream, arrival(Transport::Plain)).await,
            Protocol::Tls(acceptor) => match timeout(HEAD, acceptor.accept(stream)).await {
                Ok(Ok(stream)) => self.requests(stream, arrival(Transport::Tls)).await,
                Ok(Err(error)) => tracing::debug!(%error, "TLS handshake"),
                Err(_) => tracing::debug!("TLS handshake takes too long"),
            },
        }
    }

    async fn requests<S>(&self, stream: S, arrival: Arrival)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let pace = Pace::start();
        let answer = service_fn(|request: Request<Incoming>| {
            let answering = pace.request();
            let service = Arc::clone(&self.service);
            async move {
                let request = request.map(|body| Body::new(Arriving::new(body)));
                let answer = service.answer(arrival, request).await;
                Ok::<_, Infallible>(answer.map(|body| Answer::new(body, answering)))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            // `Paced` watches heads and idle connections: hyper's one limit is for both.
            .header_read_timeout(None)
            .half_close(true)
            .max_buf_size(READ_BUFFER)
            .serve_connection(TokioIo::new(Paced::new(stream, pace.clone())), answer);
        tokio::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = self.closing.cancelled() => {
                if !pace.is_busy() {
                    return;
                }
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection broke");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::{Router, routing::get};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        sync::mpsc,
        time::Instant,
    };

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

    /// Requests to `/` say that they have come, and are never answered.
    async fn busy() -> (Arc<Connections>, TcpStream) {
        let (sender, mut begun) = mpsc::channel(1);
        let endless = move || async move {
            sender.send(()).await.expect("somebody waits");
            std::future::pending::<()>().await;
        };
        let storefront = Router::new().route("/", get(endless));
        let (connections, address) = serve(storefront, CONNECTIONS).await;
        let mut stream = TcpStream::connect(address).await.expect("connects");
        stream.write_all(REQUEST).await.expect("sends");
        begun.recv().await.expect("the request comes");
        (connections, stream)
    }

    async fn serve(storefront: Router, room: usize) -> (Arc<Connections>, SocketAddr) {
        let connections = Connections::new(Service::of_storefront(storefront), room);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        connections.accept(listener, Protocol::Plain);
        (connections, address)
    }

    #[tokio::test]
    async fn more_connections_than_there_is_room_for_wait_their_turn() {
        let (connections, address) = serve(Router::new(), 3).await;
        let mut open = Vec::new();
        for _ in 0..3 {
            let mut stream = TcpStream::connect(address).await.expect("connects");
            stream.write_all(REQUEST).await.expect("sends");
            assert!(stream.read_u8().await.is_ok(), "it is answered");
            open.push(stream);
        }
        let mut waiting = TcpStream::connect(address).await.expect("the system connects");
        waiting.write_all(REQUEST).await.expect("sends");
        assert_eq!(connections.room.available_permits(), 0);
        tokio::select! {
            biased;
            _ = waiting.read_u8() => panic!("one more than there is room for is answered"),
            () = settled() => {}
        }
        drop(open.pop());
        assert!(waiting.read_u8().await.is_ok(), "it is answered when another has gone");
    }

    /// Everything that can go on has gone on.
    async fn settled() {
        for _ in 0..1000 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn running_requests_get_ten_seconds() {
        let (connections, _stream) = busy().await;
        connections.close();
        tokio::time::pause();
        let start = Instant::now();
        connections.drain().await;
        assert_eq!(start.elapsed().as_secs(), 10);
    }

    #[tokio::test]
    async fn abandoned_connections_end_at_once() {
        let (connections, _stream) = busy().await;
        tokio::time::pause();
        let start = Instant::now();
        connections.abandon();
        connections.close();
        connections.drain().await;
        assert_eq!(start.elapsed().as_secs(), 0);
    }
}
