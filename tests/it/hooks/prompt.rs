//! Data API requests from the debugger's prompt: they halt in their hooks like pages in controllers.

use super::stand::{SCRIPT, asset, create_line, start};
use crate::{data::stand::Stand, testkit::patience::PATIENCE};
use haltscope::{
    api::{
        address::Address,
        ids::{Line, ScriptPath},
    },
    client::{
        Client, ClientConfig, Credentials, Trust,
        token::{Grant, TokenSource},
    },
    runtime::{Clock, Driver, HttpWire, Parts, Project},
    sandbox::BUILTIN_CLIENT,
    session::{
        BreakpointSpec, Command, ConnectionCommand, ConsoleLine, EvalOutcome, Options, Saved,
        Session, StateWord, Storefront, ThreadCommand, ValuesCommand,
    },
};
use serde_json::json;
use std::sync::Arc;

/// The address of an asset as one types it.
const TYPED: &str = "libraries/SharedLibrary/content/a";

pub fn wire(stand: &Stand) -> ClientConfig {
    let address = Address::parse(&stand.origin()).expect("an address");
    let mut config = ClientConfig::new(address, "haltscope".into());
    let pem = std::fs::read(stand.sandbox.ca_file()).expect("the CA's certificate");
    config.trust = Trust::Only(pem);
    config
}

pub fn client(stand: &Stand) -> Client {
    let mut config = wire(stand);
    let (username, password) = ("admin".to_owned(), "haltscope-demo".into());
    config.credentials = Some(Credentials { username, password });
    Client::new(config).expect("a client")
}

fn with_tokens(stand: &Stand) -> Client {
    let grant = Grant::ClientCredentials { secret: BUILTIN_CLIENT.into() };
    client(stand).with_tokens(tokens(stand, BUILTIN_CLIENT, grant))
}

pub fn tokens(stand: &Stand, client: &str, grant: Grant) -> TokenSource {
    TokenSource::new(wire(stand), client, grant).expect("a source")
}

/// A session that is attached, with a breakpoint at the start of `beforeCreate`.
pub async fn attached(stand: &Stand, client: Client) -> Driver {
    let spec = BreakpointSpec::plain(ScriptPath::from(SCRIPT), Line(create_line()));
    let saved = Saved { breakpoints: vec![spec], ..Saved::default() };
    let options = Options {
        instance: Some("test".to_owned()),
        storefront: Some(Storefront {
            origin: stand.origin(),
            site: "Storefront".to_owned(),
            is_site_assumed: false,
            locale: "default".to_owned(),
        }),
        ..Options::default()
    };
    let (clock, project) = (Clock::system(), Project::default());
    let parts = Parts { wire: Some(Arc::new(HttpWire::new(client))), clock, project, state: None };
    let mut driver = Driver::start(Session::new(options, saved), parts);
    driver.command(Command::Connection(ConnectionCommand::Attach));
    let is_waiting = |driver: &Driver| driver.word() == StateWord::Waiting;
    driver.until(is_waiting, PATIENCE).await.expect("attached");
    driver
}

pub fn ask(driver: &mut Driver, method: &str, body: Option<&str>) {
    let (method, url) = (method.to_owned(), TYPED.to_owned());
    driver.command(Command::Request { method, url, body: body.map(str::to_owned) });
}

/// What the console says of the request, once it is answered.
pub async fn answered(driver: &mut Driver) -> String {
    let is_over = |driver: &Driver| driver.session().requests().active().is_none();
    driver.until(is_over, PATIENCE).await.expect("an answer");
    let last = driver.session().console().entries().last().map(|entry| &entry.line);
    match last {
        Some(ConsoleLine::Request { lines, .. }) => lines.join("\n"),
        other => panic!("no answer: {other:?}"),
    }
}

fn has_result(driver: &Driver) -> bool {
    let last = driver.session().console().entries().last().map(|entry| &entry.line);
    matches!(last, Some(ConsoleLine::Eval { outcome: EvalOutcome::Text(_), .. }))
}

#[tokio::test]
async fn a_put_halts_in_its_hook_and_what_is_changed_there_is_stored() {
    let stand = start().await;
    let mut driver = attached(&stand, with_tokens(&stand)).await;
    ask(&mut driver, "put", Some(r#"{"name": {"default": "sent"}}"#));
    let is_halted = |driver: &Driver| driver.word() == StateWord::Halted;
    driver.until(is_halted, PATIENCE).await.expect("halted in the hook");
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
    driver.values(ValuesCommand::Evaluate("create.name = {default: 'seen'}".to_owned()));
    driver.until(has_result, PATIENCE).await.expect("evaluated");
    driver.thread(ThreadCommand::Continue);
    let answer = answered(&mut driver).await;
    assert!(answer.starts_with("201, ") && answer.contains("seen"), "{answer}");
    assert_eq!(stand.get(&asset("a")).await["name"], json!({"default": "seen"}));
}

#[tokio::test]
async fn patch_and_delete_carry_the_state_that_they_find() {
    let stand = start().await;
    stand.put(&asset("a"), json!({"template": "one"})).await.ok(201);
    let mut driver = attached(&stand, with_tokens(&stand)).await;
    ask(&mut driver, "PATCH", Some(r#"{"template": "two"}"#));
    let answer = answered(&mut driver).await;
    assert!(answer.starts_with("200, "), "{answer}");
    assert_eq!(stand.get(&asset("a")).await["template"], "two");
    ask(&mut driver, "GET", None);
    let answer = answered(&mut driver).await;
    assert!(answer.starts_with("200, ") && answer.contains("two"), "{answer}");
    ask(&mut driver, "DELETE", None);
    let answer = answered(&mut driver).await;
    assert!(answer.starts_with("204, "), "{answer}");
    ask(&mut driver, "PATCH", Some("{}"));
    let answer = answered(&mut driver).await;
    assert!(answer.starts_with("404, ") && answer.contains("ContentNotFound"), "{answer}");
}

#[tokio::test]
async fn without_an_api_client_nothing_is_sent() {
    let stand = start().await;
    let mut driver = attached(&stand, client(&stand)).await;
    ask(&mut driver, "PUT", Some("{}"));
    let answer = answered(&mut driver).await;
    assert!(answer.contains("no API client is configured"), "{answer}");
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
}
