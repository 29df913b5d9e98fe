//! The sandbox's own addresses: health, journal, injected faults; and requests that aren't even
//! read as such.

use super::{
    requests::{get, raw, status},
    stand::{Answer, Stand},
};
use serde_json::{Value, json};

impl Stand {
    async fn own(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let mut debugger = self.debugger("");
        "/-/sandbox".clone_into(&mut debugger.base);
        let mut request = debugger.request(method, path);
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        Answer::read(request).await
    }

    async fn journal(&self, query: &str) -> Vec<Value> {
        let journal = self.own("GET", &format!("/journal?{query}"), None).await.expect(200).json();
        journal["entries"].as_array().expect("a list").clone()
    }
}

#[tokio::test]
async fn health_tells_everybody_what_goes_on() {
    let stand = Stand::start().await;
    let (_debugger, _, _page) = stand.halted_at("Steps-Lines", "start").await;
    let mut nobody = stand.debugger("");
    (nobody.login, nobody.base) = (None, "/-/sandbox".to_owned());
    let health = nobody.get("/health").await.expect(200).json();
    assert_eq!((&health["ready"], &health["store"]), (&json!(true), &json!("memory")));
    assert_eq!(health["threads"], json!({"running": 0, "halted": 1, "given_up": 0}));
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    assert!(health["age_seconds"].is_u64(), "{health}");
    nobody.post("/health").await.expect_fault(405, "MethodNotAllowedException");
    for path in ["/journal", "/faults"] {
        nobody.get(path).await.expect_fault(401, "NotAuthorizedException");
    }
    let mut clerk = stand.debugger("");
    clerk.login = Some(("clerk".to_owned(), "no-debugger".to_owned()));
    "/-/sandbox".clone_into(&mut clerk.base);
    clerk.get("/journal").await.expect_fault(401, "NotAuthorizedException");
}

#[tokio::test]
async fn the_journal_tells_what_ran_for_how_long_it_was_halted_and_why_it_was_refused() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    debugger.get(&format!("/threads/{thread}/frames/0/eval?expr='top%20secret'")).await.expect(200);
    debugger.post(&format!("/threads/{thread}/resume")).await.expect(200);
    page.await.expect("a page").expect(200);
    stand.debugger("nobody").get("/threads").await.expect(412);

    let all = stand.journal("limit=1000").await;
    let numbers: Vec<_> = all.iter().filter_map(|entry| entry["seq"].as_u64()).collect();
    assert_eq!(numbers, (1..=all.len() as u64).collect::<Vec<_>>(), "each once, in order");
    let page = all.iter().find(|entry| !entry["ran"].as_array().expect("a list").is_empty());
    let page = page.expect("the page");
    assert_eq!((&page["status"], &page["method"]), (&json!(200), &json!("GET")));
    assert_eq!(
        (&page["ran"][0]["kind"], &page["ran"][0]["name"]),
        (&json!("controller"), &json!("Steps-Lines"))
    );
    assert!(page["ran"][0]["halted_ms"].as_u64() <= page["ms"].as_u64(), "{page}");
    let refused = all.last().expect("an entry");
    assert_eq!(refused["refused"]["type"], "DebuggerDisabledException", "{refused}");
    assert!(refused["refused"]["message"].is_string(), "{refused}");
    let told = json!(all).to_string();
    assert!(!told.contains("secret") && !told.contains("haltscope-demo"), "{told}");

    assert_eq!(stand.journal("limit=2").await.len(), 2);
    let last = numbers.len();
    assert_eq!(
        stand.journal(&format!("after={}", last - 1)).await.len(),
        1,
        "a journal isn't in itself"
    );
    let har = stand.own("GET", "/journal?format=har", None).await.expect(200).json();
    assert_eq!(har["log"]["version"], "1.2");
    assert_eq!(har["log"]["entries"].as_array().map(Vec::len), Some(last));
    stand.own("GET", "/journal?format=xml", None).await.expect(400);
    stand.own("GET", "/journal?limit=0", None).await.expect(400);
}

#[tokio::test]
async fn who_follows_the_journal_waits_for_the_next_request() {
    let stand = Stand::start().await;
    let waiting = stand.journal("after=0&wait=60");
    let asking = async {
        stand.debugger("one").get("/threads").await.expect(412);
    };
    let (entries, ()) = tokio::join!(waiting, asking);
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["path"], "/s/-/dw/debugger/v2_0/threads");
}

#[tokio::test]
async fn injected_faults_answer_late_with_a_status_or_not_at_all() {
    let stand = Stand::start().await;
    let debugger = stand.attached("one").await;
    let rules = json!({"rules": [
        {"route": "GET */threads", "status": 503, "times": 1},
        {"route": "GET */threads", "drop": true, "times": 1},
        {"route": "*/breakpoints", "delay_ms": 1},
    ]});
    let kept = stand.own("PUT", "/faults", Some(rules.clone())).await.expect(200).json();
    assert_eq!(kept, rules);
    debugger.get("/threads").await.expect_fault(503, "InjectedFaultException");
    let dropped = debugger.request("GET", "/threads").send().await;
    assert!(dropped.is_err(), "no answer: {dropped:?}");
    debugger.get("/threads").await.expect(200);
    debugger.get("/breakpoints").await.expect(200);
    let health = stand.own("GET", "/health", None).await.expect(200).json();
    assert_eq!(health["faults"], 1);
    let told: Vec<_> = stand.journal("limit=1000").await;
    let injected = told.iter().filter(|entry| entry["injected"].is_string());
    let statuses: Vec<_> = injected.map(|entry| entry["status"].clone()).collect();
    assert_eq!(statuses, [json!(503), json!(null), json!(200)]);
    stand.own("DELETE", "/faults", None).await.expect(204);
    assert_eq!(stand.own("GET", "/faults", None).await.json(), json!({"rules": []}));
    let wrong = Some(json!({"rules": [{"route": "/a"}]}));
    stand.own("PUT", "/faults", wrong).await.expect_fault(400, "InvalidFaultsException");
}

#[tokio::test]
async fn what_can_not_be_read_as_a_request_gets_a_document_that_says_why() {
    let stand = Stand::start().await;
    for (sent, expected, kind) in [
        ("GARBAGE\r\n\r\n".to_owned(), 400, "MalformedRequestException"),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), 400, "MalformedRequestException"),
        (get("/", &"x".repeat(200_000)), 431, "RequestHeaderFieldsTooLargeException"),
    ] {
        let answer = raw(&stand, &sent).await;
        assert_eq!(status(&answer), expected, "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        let body: Value = serde_json::from_str(body).expect("one document");
        assert_eq!(body["fault"]["type"], kind);
    }
}

/// Every API reads bodies as they are.
#[tokio::test]
async fn packed_bodies_are_refused() {
    let stand = Stand::start().await;
    let debugger = stand.attached("one").await;
    let packed = debugger.request("POST", "/breakpoints").header("content-encoding", "gzip");
    let answer = Answer::read(packed.header("content-type", "application/json").body("{}")).await;
    assert_eq!(answer.header("accept-encoding"), "identity");
    answer.expect_fault(415, "UnsupportedContentEncodingException");
    let plain = debugger.request("POST", "/breakpoints").header("content-encoding", "identity");
    Answer::read(plain.body("{\"breakpoints\":[]}")).await.expect(200);
    let root = format!("http://{}", stand.sandbox.http_addr());
    for (method, path, body) in [
        ("PUT", "/dw/data/v23_2/libraries/SharedLibrary/folders/f", "{}"),
        ("POST", "/dw/oauth2/access_token", "grant_type=client_credentials"),
        ("POST", "/on/demandware.store/Sites-Storefront-Site/default/Steps-Lines", "a=b"),
    ] {
        let method: reqwest::Method = method.parse().expect("a method");
        let request = debugger.http.request(method, format!("{root}{path}"));
        let request = request.header("content-encoding", "br");
        let request = request.basic_auth("admin", Some("haltscope-demo"));
        let answer = Answer::read(request.body(body)).await;
        // The Data API asks for a token first.
        let expected = if path.contains("/data/") { 401 } else { 415 };
        answer.expect(expected);
    }
}
