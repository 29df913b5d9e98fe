//! A server that answers as a test says, and writes down what it is asked.

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, Response, StatusCode},
};
use haltscope::api::address::Address;
use haltscope::client::content::Library;
use haltscope::client::token::{Grant, TokenSource};
use haltscope::client::{ClientConfig, Timeouts};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Came {
    /// `GET /path?query`
    pub line: String,
    pub headers: HeaderMap,
    pub body: String,
    /// How many of its kind, for tokens or for data, came before.
    pub before: usize,
}

/// What comes back.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub body: String,
    pub location: Option<String>,
    pub delay: Duration,
}

type Play = dyn Fn(&Came) -> Reply + Send + Sync;

#[derive(Clone)]
struct Stage {
    log: Arc<Mutex<Vec<Came>>>,
    play: Arc<Play>,
}

/// The server; it ends with the test.
pub struct Server {
    pub address: Address,
    stage: Stage,
}

impl Came {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    pub fn is_token(&self) -> bool {
        self.line.contains("/access_token")
    }
}

impl Reply {
    #[expect(clippy::needless_pass_by_value, reason = "callers write the body in place")]
    pub fn new(status: u16, body: impl ToString) -> Self {
        Self { status, body: body.to_string(), location: None, delay: Duration::ZERO }
    }

    /// A token that lives for half an hour.
    pub fn token(token: &str) -> Self {
        Self::new(200, json!({"access_token": token, "expires_in": 1800, "token_type": "Bearer"}))
    }

    pub fn fault(status: u16, kind: &str) -> Self {
        let fault = json!({"type": kind, "message": "no", "arguments": {}});
        Self::new(status, json!({"_v": "23.2", "_type": "fault", "fault": fault}))
    }

    pub fn redirect(location: &str) -> Self {
        Self { location: Some(location.to_owned()), ..Self::new(307, "") }
    }

    pub fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }
}

impl Server {
    pub async fn start(play: impl Fn(&Came) -> Reply + Send + Sync + 'static) -> Self {
        let stage = Stage { log: Arc::default(), play: Arc::new(play) };
        let router = Router::new().fallback(answer).with_state(stage.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address: Address::parse(&address).expect("an address"), stage }
    }

    /// Gives `token-1`, `token-2` …; the rest is as `play` says.
    pub async fn with_tokens(play: impl Fn(&Came) -> Reply + Send + Sync + 'static) -> Self {
        let answer = move |came: &Came| {
            let number = came.before + 1;
            if came.is_token() { Reply::token(&format!("token-{number}")) } else { play(came) }
        };
        Self::start(answer).await
    }

    pub fn config(&self) -> ClientConfig {
        ClientConfig::new(self.address.clone(), "haltscope".into())
    }

    pub fn source(&self, grant: Grant) -> TokenSource {
        TokenSource::new(self.config(), "pipeline", grant).expect("a source")
    }

    /// A source that waits for an answer this long.
    pub fn impatient(&self, limit: Duration) -> TokenSource {
        let timeouts = Timeouts { answer: limit, ..Timeouts::default() };
        let config = ClientConfig { timeouts, ..self.config() };
        TokenSource::new(config, "pipeline", secret()).expect("a source")
    }

    pub fn library(&self) -> Library {
        Library::new(self.config(), self.source(secret()), "L").expect("a library")
    }

    pub fn came(&self) -> Vec<Came> {
        self.stage.log.lock().expect("no panic").clone()
    }

    /// How many requests came for tokens, and how many for data.
    pub fn counts(&self) -> (usize, usize) {
        let came = self.came();
        let tokens = came.iter().filter(|came| came.is_token()).count();
        (tokens, came.len() - tokens)
    }
}

pub fn secret() -> Grant {
    Grant::ClientCredentials { secret: "green tea".into() }
}

/// A page of IDs.
pub fn page(start: usize, ids: &[&str], next: Option<&str>) -> Reply {
    let hits: Vec<_> = ids.iter().map(|id| json!({"id": id})).collect();
    let mut page = json!({"start": start, "count": hits.len(), "total": 100, "hits": hits});
    if let Some(next) = next {
        page["next"] = Value::from(next);
    }
    Reply::new(200, page)
}

async fn answer(State(stage): State<Stage>, request: Request) -> Response<Body> {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("a body");
    let body = String::from_utf8_lossy(&body).into_owned();
    let line = format!("{} {}", head.method, head.uri);
    let mut came = Came { line, headers: head.headers, body, before: 0 };
    {
        let mut log = stage.log.lock().expect("no panic");
        came.before = log.iter().filter(|other| other.is_token() == came.is_token()).count();
        log.push(came.clone());
    }
    let reply = (stage.play)(&came);
    tokio::time::sleep(reply.delay).await;
    let status = StatusCode::from_u16(reply.status).expect("a status");
    let mut response = Response::builder().status(status);
    if let Some(location) = reply.location {
        response = response.header("location", location);
    }
    response.body(Body::from(reply.body)).expect("a response")
}
