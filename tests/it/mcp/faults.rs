//! Whatever comes in is answered, and the next request is served.

use crate::testkit::patience::PATIENCE;
use haltscope::mcp::{self, Refused};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// A client that can write whatever it wants.
struct Client {
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
}

impl Client {
    async fn begun() -> Self {
        let (input, theirs) = tokio::io::duplex(1 << 16);
        let (ours, output) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let open = Arc::new(|_: &mcp::Wanted| Err(Refused("nobody is there".to_owned())));
            let _ = mcp::serve(theirs, ours, open, CancellationToken::new()).await;
        });
        let mut client = Self { input, output: BufReader::new(output).lines() };
        let params = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        });
        let initialize =
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
        client.write(&initialize.to_string()).await;
        assert_eq!(client.read().await["id"], 1);
        client.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        client
    }

    async fn write(&mut self, line: &str) {
        let line = format!("{line}\n");
        timeout(PATIENCE, self.input.write_all(line.as_bytes()))
            .await
            .expect("in time")
            .expect("read");
    }

    async fn read(&mut self) -> Value {
        let line = timeout(PATIENCE, self.output.next_line()).await.expect("a line in time");
        serde_json::from_str(&line.expect("a line").expect("it goes on")).expect("JSON")
    }

    async fn ping(&mut self, id: u64) {
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"}).to_string()).await;
        assert_eq!(self.read().await, json!({"jsonrpc": "2.0", "id": id, "result": {}}));
    }
}

#[tokio::test]
async fn garbage_half_messages_and_lines_of_100_megabytes_are_answered() {
    let mut client = Client::begun().await;
    let endless = "x".repeat(100 << 20);
    for (id, line) in (2..).zip(["garbage", "{\"jsonrpc\": ", "\u{0}", "[1,", &endless]) {
        client.write("").await;
        client.write(line).await;
        let answer = client.read().await;
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32700)));
        client.ping(id).await;
    }
    client.input.write_all(b"\xff\xfe\n").await.expect("read");
    assert_eq!(client.read().await["error"]["code"], -32700);
    client.ping(9).await;
    let message = |more: Value| {
        let mut message = json!({"jsonrpc": "2.0", "id": 77});
        message.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        message
    };
    for (line, id, words) in [
        (message(json!({})), json!(77), "there is no method"),
        (message(json!({"method": 5})), json!(77), "there is no method"),
        (message(json!({"method": "ping", "params": []})), json!(77), "params are an object"),
        (json!({"id": "a", "method": "ping"}), json!("a"), "jsonrpc is to be"),
        (message(json!({"method": "ping", "id": {}})), Value::Null, "an id is"),
        (json!([1]), Value::Null, "a message is an object"),
    ] {
        client.write(&line.to_string()).await;
        let answer = client.read().await;
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(-32600)), "{line}");
        assert!(answer.as_object().is_some_and(|it| it.contains_key("id")), "{answer}");
        let told = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(told.contains(words), "{told}");
    }
    client.ping(10).await;
    for (id, call) in (11..).zip([json!({}), json!({"params": {"name": 5}})]) {
        let mut call = call;
        (call["jsonrpc"], call["id"], call["method"]) =
            ("2.0".into(), id.into(), "tools/call".into());
        client.write(&call.to_string()).await;
        let answer = client.read().await;
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(id), &json!(-32602)));
    }
    for (method, known) in [
        ("nothing", "there are initialize, ping, tools/call, tools/list"),
        ("tool/list", "did you mean tools/list?"),
    ] {
        let asked = json!({"jsonrpc": "2.0", "id": 10, "method": method});
        client.write(&asked.to_string()).await;
        let told = format!("there is no method {method}; {known}");
        let answer = client.read().await;
        assert_eq!(answer["error"], json!({"code": -32601, "message": told}));
    }
}
