//! What nobody should send to the sandbox's own addresses, and what shouldn't come at the same time.

use super::{
    each,
    snapshots::{halt, halted},
    stand::Shop,
};
use crate::{
    data::stand::{Answer, LIBRARY, database},
    testkit::cluster,
};
use futures::future::join_all;
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};

/// Bad documents are refused with a word about what is wrong, and change nothing.
#[tokio::test]
async fn nonsense_is_refused_and_changes_nothing() {
    each(async |shop| {
        let rules = json!({"rules": [{"route": "/nowhere", "drop": true}]});
        shop.own("PUT", "/faults", Some(rules.clone())).await.ok(200);
        let frozen = json!({"frozen": true, "now": "2030-01-01T00:00:00Z"});
        let time = shop.own("PUT", "/clock", Some(frozen)).await.ok(200);
        let faults = |rule: Value| ("PUT", "/faults", json!({"rules": [rule]}));
        for (verb, path, body) in [
            ("PUT", "/faults", json!({})),
            ("PUT", "/faults", json!([])),
            ("PUT", "/faults", json!({"rules": {}})),
            ("PUT", "/faults", json!({"rules": [], "more": 1})),
            faults(json!("GET /a")),
            faults(json!({"route": "/a"})),
            faults(json!({"route": "", "drop": true})),
            faults(json!({"route": "/a", "delay_ms": -1})),
            faults(json!({"route": "/a", "delay_ms": 1e9})),
            faults(json!({"route": "/a", "status": 200})),
            faults(json!({"route": "/a", "status": "503"})),
            faults(json!({"route": "/a", "drop": "yes"})),
            faults(json!({"route": "/a", "drop": false})),
            faults(json!({"route": "/a?b=c", "drop": true})),
            faults(json!({"route": "GET  /a", "drop": true})),
            faults(json!({"route": "/-/sandbox/faults", "drop": true})),
            ("PUT", "/faults", json!({"rules": vec![json!({"route": "/a", "drop": true}); 101]})),
            ("PUT", "/clock", json!({})),
            ("PUT", "/clock", json!({"frozen": "yes"})),
            ("PUT", "/clock", json!({"frozen": true, "now": ""})),
            ("PUT", "/clock", json!({"frozen": true, "now": "2030-02-30T00:00:00Z"})),
            ("PUT", "/clock", json!({"frozen": true, "now": "1969-12-31T23:59:59Z"})),
            ("PUT", "/clock", json!({"frozen": true, "now": "9999-12-31T23:59:60.5Z"})),
            ("PUT", "/clock", json!({"frozen": true, "now": 1_900_000_000})),
            ("POST", "/clock/advance", json!({})),
            ("POST", "/clock/advance", json!({"seconds": null})),
            ("POST", "/clock/advance", json!({"seconds": 1e308})),
            ("POST", "/clock/advance", json!({"seconds": -1e308})),
            ("POST", "/snapshots", json!({"name": null})),
            ("POST", "/snapshots", json!({"name": ["a"]})),
            ("POST", "/snapshots", json!({"name": "a", "replace": 1})),
        ] {
            let answer = shop.own(verb, path, Some(body.clone())).await;
            assert_eq!(answer.status, 400, "{path} {body}: {}", answer.text);
            let fault = &answer.json()["fault"];
            assert!(fault["message"].as_str().is_some_and(|it| it.len() > 20), "{body}: {fault}");
        }
        assert_eq!(shop.own("GET", "/faults", None).await.ok(200), rules);
        assert_eq!(shop.own("GET", "/clock", None).await.ok(200), time);
        assert_eq!(shop.own("GET", "/snapshots", None).await.ok(200), json!({"snapshots": []}));
    })
    .await;
}

#[tokio::test]
async fn odd_addresses_and_parameters_are_refused() {
    each(async |shop| {
        for query in [
            "limit=0",
            "limit=-0",
            "limit=-1",
            "limit=1001",
            "limit=1e2",
            "limit=",
            "limit=99999999999999999999999",
            "after=-1",
            "after=1.5",
            "wait=61",
            "wait=x",
            "format=",
            "format=xml",
        ] {
            let answer = shop.own("GET", &format!("/journal?{query}"), None).await;
            assert_eq!(answer.status, 400, "{query}: {}", answer.text);
        }
        for query in ["limit=1", "limit=1000&after=0", "after=9007199254740991", "format=HAR", "x"]
        {
            shop.own("GET", &format!("/journal?{query}"), None).await.ok(200);
        }
        for path in ["", "/", "/healthy", "/health/x", "/snapshots/a/b", "/snapshots/a/restore/x"] {
            shop.own("GET", path, None).await.fails(404, "ResourcePathNotFound");
        }
        for name in ["%00", "%ff", "a%2fb", "..%5c", "-seed", "-aside", "a%20b"] {
            for (verb, path) in [("GET", ""), ("DELETE", ""), ("POST", "/restore")] {
                let answer = shop.own(verb, &format!("/snapshots/{name}{path}"), None).await;
                answer.fails(400, "StringConstraintViolation");
            }
        }
        let head = shop.own("HEAD", "/health", None).await;
        assert_eq!((head.status, head.text.as_str()), (200, ""));
    })
    .await;
}

#[tokio::test]
async fn huge_and_packed_bodies_are_refused() {
    each(async |shop| {
        let huge = json!({"name": "x".repeat(70_000)});
        for (verb, path) in [("POST", "/snapshots"), ("PUT", "/faults"), ("PUT", "/clock")] {
            let answer = shop.own(verb, path, Some(huge.clone())).await;
            answer.fails(413, "RequestEntityTooLarge");
            let url = format!("{}/-/sandbox{path}", shop.stand.plain_origin());
            let request = shop.visitor.request(verb.parse().expect("a method"), url);
            let request = request.basic_auth("admin", Some("haltscope-demo"));
            let packed = request.header("content-encoding", "gzip").body("{}");
            let answer = Answer::of(packed).await;
            assert_eq!(answer.status, 415, "{}", answer.text);
        }
    })
    .await;
}

/// Whoever asks for it at the same time gets it, one after the other.
#[tokio::test]
async fn restores_and_resets_at_the_same_time_are_all_done() {
    each(async |shop| {
        shop.leave("a").await;
        shop.own("POST", "/snapshots", Some(json!({"name": "one"}))).await.ok(201);
        let one = shop.seen().await;
        let (first, second) = (json!({"name": "two"}), json!({"name": "two"}));
        let (first, second) = tokio::join!(
            shop.own("POST", "/snapshots", Some(first)),
            shop.own("POST", "/snapshots", Some(second))
        );
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409], "{} {}", first.text, second.text);
        let paths = ["/snapshots/one/restore", "/reset", "/snapshots/two/restore"];
        let all = join_all((0..12).map(|number| shop.own("POST", paths[number % 3], None))).await;
        for answer in all {
            answer.ok(200);
        }
        shop.own("POST", "/snapshots/one/restore", None).await.ok(200);
        assert_eq!(shop.seen().await, one);
    })
    .await;
}

/// A snapshot that goes while it is restored is restored whole or not at all.
#[tokio::test]
async fn a_snapshot_is_deleted_while_it_is_restored() {
    each(async |shop| {
        shop.leave("a").await;
        let one = shop.seen().await;
        for _ in 0..5 {
            shop.own("POST", "/snapshots", Some(json!({"name": "one", "replace": true})))
                .await
                .ok(201);
            let (restored, deleted) = tokio::join!(
                shop.own("POST", "/snapshots/one/restore", None),
                shop.own("DELETE", "/snapshots/one", None)
            );
            deleted.ok(204);
            assert!([200, 404].contains(&restored.status), "{}", restored.text);
            assert_eq!(shop.seen().await, one);
        }
    })
    .await;
}

/// Two sandboxes of one database put states back at once, while somebody writes: each is done, and a write is there whole
/// or not at all.
#[tokio::test(flavor = "multi_thread")]
async fn two_sandboxes_put_states_back_at_the_same_time() {
    let Some(cluster) = cluster::shared() else { return };
    let data = database(&cluster.address());
    let open = || Shop::with(|options| SandboxOptions { data: Some(data.clone()), ..options });
    let shops = [open().await, open().await];
    shops[0].leave("a").await;
    shops[0].own("POST", "/snapshots", Some(json!({"name": "one"}))).await.ok(201);
    let path = format!("{LIBRARY}/content/a");
    let kept = shops[1].stand.get(&path).await["_resource_state"].clone();
    let putting_back = shops.each_ref().map(async |shop| {
        for number in 0..8 {
            let path = if number % 2 == 0 { "/snapshots/one/restore" } else { "/reset" };
            shop.own("POST", path, None).await.ok(200);
        }
    });
    let writing = async {
        for number in 0..30 {
            let written = shops[0].stand.put(&path, json!({"c_n": number})).await;
            assert!([200, 201].contains(&written.status), "{}", written.text);
        }
    };
    tokio::join!(join_all(putting_back), writing);
    shops[1].own("POST", "/snapshots/one/restore", None).await.ok(200);
    for shop in &shops {
        assert_eq!(shop.stand.get(&path).await["_resource_state"], kept);
    }
    shops[0].own("POST", "/reset", None).await.ok(200);
    shops[1].stand.send("GET", &path).await.fails(404, "ContentNotFound");
}

/// A restore in one sandbox ends its own halted threads and leaves the others' alone.
#[tokio::test(flavor = "multi_thread")]
async fn halted_threads_of_another_sandbox_go_on() {
    let Some(cluster) = cluster::shared() else { return };
    let data = database(&cluster.address());
    let open = || Shop::with(|options| SandboxOptions { data: Some(data.clone()), ..options });
    let [one, other] = [open().await, open().await];
    one.own("POST", "/snapshots", Some(json!({"name": "one"}))).await.ok(201);
    let (thread, page) = halt(&other).await;
    assert_eq!(one.own("POST", "/snapshots/one/restore", None).await.ok(200)["threads_ended"], 0);
    assert_eq!(halted(&other).await, thread);
    other.debugger("POST", &format!("/threads/{thread}/resume"), None).await.ok(200);
    assert_eq!(page.await.expect("it ends").expect("an answer").status(), 200);
}
