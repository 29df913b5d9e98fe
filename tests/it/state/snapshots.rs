//! Snapshots and reset.

use super::{
    each,
    stand::{Shop, line, visitor},
};
use crate::data::stand::{Answer, LIBRARY};
use haltscope::sandbox::{Place, SandboxOptions, Seed};
use serde_json::{Value, json};

/// The thread that is halted, once one is.
pub async fn halted(shop: &Shop) -> u64 {
    loop {
        let threads = shop.debugger("GET", "/threads", None).await.ok(200);
        let threads = threads["script_threads"].as_array().expect("a list").clone();
        if let Some(thread) = threads.iter().find(|thread| thread["status"] == "halted") {
            return thread["id"].as_u64().expect("an id");
        }
        tokio::task::yield_now().await;
    }
}

/// Halts `State-Leave` at its end.
pub async fn halt(
    shop: &Shop,
) -> (u64, tokio::task::JoinHandle<reqwest::Result<reqwest::Response>>) {
    shop.debugger("POST", "/client", None).await.ok(204);
    let script = "/app_state/cartridge/controllers/State.js";
    let breakpoint = json!({"script_path": script, "line_number": line("left")});
    let breakpoints = json!({"breakpoints": [breakpoint]});
    shop.debugger("POST", "/breakpoints", Some(breakpoints)).await.ok(200);
    let page = tokio::spawn(shop.page("Leave").send());
    (halted(shop).await, page)
}

async fn take(shop: &Shop, name: &str) -> Value {
    shop.own("POST", "/snapshots", Some(json!({"name": name}))).await.ok(201)
}

async fn restore(shop: &Shop, name: &str) -> Answer {
    shop.own("POST", &format!("/snapshots/{name}/restore"), None).await
}

#[tokio::test]
async fn what_is_restored_is_what_was_there() {
    each(async |shop| {
        shop.leave("a").await;
        let frozen = json!({"frozen": true, "now": "2030-01-01T00:00:00Z"});
        let time = shop.own("PUT", "/clock", Some(frozen)).await.ok(200);
        shop.own("DELETE", "/clock", None).await.ok(204);
        let one = shop.seen().await;
        assert_eq!(
            (&one["visits"], &one["notes"], &one["order"], &one["lines"]),
            (&json!(1), &json!(1), &json!(true), &json!(1))
        );
        take(&shop, "one").await;
        shop.leave("b").await;
        let two = shop.seen().await;
        assert_eq!((&two["visits"], &two["customers"]), (&json!(2), &json!(2)));
        assert_ne!(two["taken"], one["taken"]);
        let frozen = json!({"frozen": true, "now": "2030-01-01T00:00:00Z"});
        shop.own("PUT", "/clock", Some(frozen)).await.ok(200);
        take(&shop, "two").await;
        assert_eq!(restore(&shop, "one").await.ok(200), json!({"threads_ended": 0}));
        assert_eq!(shop.seen().await, one, "the same visitor, the same states of assets");
        let now = shop.own("GET", "/clock", None).await.ok(200);
        assert_eq!(now["frozen"], false);
        restore(&shop, "two").await.ok(200);
        assert_eq!(shop.own("GET", "/clock", None).await.ok(200), time);
        shop.own("DELETE", "/clock", None).await.ok(204);
        assert_eq!(shop.seen().await, two);
        assert!(shop.token_is_good().await, "tokens are no part of it");
    })
    .await;
}

#[tokio::test]
async fn snapshots_are_listed_replaced_and_deleted() {
    each(async |shop| {
        assert_eq!(shop.own("GET", "/snapshots", None).await.ok(200), json!({"snapshots": []}));
        let answer = shop.own("POST", "/snapshots", Some(json!({"name": "one"}))).await;
        assert_eq!(answer.header("location"), "/-/sandbox/snapshots/one");
        let taken = answer.ok(201);
        assert_eq!(taken["name"], "one");
        let all = shop.own("GET", "/snapshots", None).await.ok(200);
        assert_eq!(all, json!({"snapshots": [taken]}));
        let again = shop.own("POST", "/snapshots", Some(json!({"name": "one"}))).await;
        again.fails(409, "SnapshotAlreadyExists");
        assert_eq!(again.json()["fault"]["arguments"], json!({"name": "one"}));
        let replaced = json!({"name": "one", "replace": true});
        shop.leave("a").await;
        shop.own("POST", "/snapshots", Some(replaced)).await.ok(201);
        let with_a = shop.seen().await;
        shop.leave("b").await;
        restore(&shop, "one").await.ok(200);
        assert_eq!(shop.seen().await, with_a);
        shop.own("DELETE", "/snapshots/one", None).await.ok(204);
        for (verb, path) in [
            ("DELETE", "/one"),
            ("GET", "/one"),
            ("POST", "/one/restore"),
            ("POST", "/-seed/restore"),
        ] {
            let answer = shop.own(verb, &format!("/snapshots{path}"), None).await;
            if path.starts_with("/-") {
                answer.fails(400, "StringConstraintViolation");
            } else {
                answer.fails(404, "SnapshotNotFound");
            }
        }
        assert_eq!(shop.seen().await, with_a);
    })
    .await;
}

#[tokio::test]
async fn bad_names_and_strangers_are_refused() {
    each(async |shop| {
        for name in ["", ".", "../x", "a/b", "a b", "-x", "ä", &"x".repeat(101)] {
            let body = json!({"name": name});
            let answer = shop.own("POST", "/snapshots", Some(body)).await;
            answer.fails(400, "StringConstraintViolation");
        }
        for body in [json!({}), json!({"name": 7}), json!({"name": "a", "replaces": true})] {
            shop.own("POST", "/snapshots", Some(body)).await.fails(400, "InvalidDocument");
        }
        shop.own("GET", "/snapshots/%2e%2e%2fcontent", None)
            .await
            .fails(400, "StringConstraintViolation");
        let root = format!("{}/-/sandbox", shop.stand.plain_origin());
        for (verb, path) in [
            ("POST", "/reset"),
            ("GET", "/snapshots"),
            ("POST", "/snapshots"),
            ("GET", "/snapshots/a"),
            ("DELETE", "/snapshots/a"),
            ("POST", "/snapshots/a/restore"),
        ] {
            let request =
                visitor().request(verb.parse().expect("a method"), format!("{root}{path}"));
            Answer::of(request).await.fails(401, "NotAuthorized");
        }
        for (verb, path) in
            [("GET", "/reset"), ("PUT", "/snapshots"), ("GET", "/snapshots/a/restore")]
        {
            shop.own(verb, path, None).await.fails(405, "MethodNotAllowed");
        }
        assert_eq!(shop.own("GET", "/snapshots", None).await.ok(200), json!({"snapshots": []}));
    })
    .await;
}

#[tokio::test]
async fn a_reset_goes_back_to_the_seed_and_ends_halted_threads() {
    each(async |shop| {
        let seed = shop.seen().await;
        shop.leave("a").await;
        let frozen = json!({"frozen": true});
        shop.own("PUT", "/clock", Some(frozen)).await.ok(200);
        take(&shop, "kept").await;
        let (thread, page) = halt(&shop).await;
        let rules = json!({"rules": [{"route": "/nowhere", "drop": true}]});
        shop.own("PUT", "/faults", Some(rules.clone())).await.ok(200);
        assert_eq!(shop.own("POST", "/reset", None).await.ok(200), json!({"threads_ended": 1}));
        let page = page.await.expect("it ends").expect("an answer");
        assert_eq!(page.status(), 500, "its script was ended");
        let gone = shop.debugger("GET", &format!("/threads/{thread}"), None).await;
        assert_eq!(gone.status, 404, "{}", gone.text);
        shop.debugger("DELETE", "/breakpoints", None).await.ok(204);
        assert_eq!(shop.seen().await, seed);
        assert_eq!(shop.own("GET", "/health", None).await.ok(200)["clock"], "machine");
        assert_eq!(shop.own("GET", "/faults", None).await.ok(200), rules, "they are no state");
        let all = shop.own("GET", "/snapshots", None).await.ok(200);
        assert_eq!(all["snapshots"][0]["name"], "kept", "nor are snapshots");
        assert!(shop.token_is_good().await);
        shop.leave("a").await;
        assert_eq!(shop.seen().await["visits"], 1);
    })
    .await;
}

#[tokio::test]
async fn a_snapshot_is_taken_while_a_thread_is_halted_and_a_restore_ends_it() {
    each(async |shop| {
        let before = shop.seen().await;
        let (thread, page) = halt(&shop).await;
        take(&shop, "halted").await;
        let path = format!("/threads/{thread}");
        assert_eq!(shop.debugger("GET", &path, None).await.ok(200)["status"], "halted");
        shop.debugger("POST", &format!("{path}/resume"), None).await.ok(200);
        let page = page.await.expect("it ends").expect("an answer");
        assert_eq!(page.status(), 200);
        shop.learn(page.headers());
        shop.debugger("DELETE", "/breakpoints", None).await.ok(204);
        let after = shop.seen().await;
        assert_eq!((&after["visits"], &after["notes"]), (&json!(1), &json!(1)));
        restore(&shop, "halted").await.ok(200);
        let seen = shop.seen().await;
        assert_eq!((&seen["visits"], &seen["notes"]), (&before["visits"], &before["notes"]));
        let (_, page) = halt(&shop).await;
        assert_eq!(restore(&shop, "halted").await.ok(200), json!({"threads_ended": 1}));
        assert_eq!(page.await.expect("it ends").expect("an answer").status(), 500);
    })
    .await;
}

/// Each client sees one state or the other, and no write is half there.
#[tokio::test]
async fn writes_during_restores_are_whole() {
    each(async |shop| {
        shop.leave("a").await;
        take(&shop, "one").await;
        let writing = async {
            for number in 0..40 {
                let body = json!({"name": {"default": number.to_string()}});
                let request = shop.stand.ask("PUT", &format!("{LIBRARY}/content/a"));
                let request = request.header("content-type", "application/json");
                let answer = Answer::of(request.body(body.to_string())).await;
                assert!([200, 201].contains(&answer.status), "{}", answer.text);
            }
        };
        let visiting = async {
            for _ in 0..20 {
                // On a busy machine a restore may not wait for it.
                shop.visit_unless_ended("Leave").await;
                let Some(seen) = shop.visit_unless_ended("Show").await else { continue };
                let seen: Value = serde_json::from_str(&seen).expect("a document");
                let (notes, customers) = (&seen["notes"], &seen["customers"]);
                assert_eq!(notes, customers, "what a script left came and went together");
            }
        };
        let restoring = async {
            for _ in 0..20 {
                restore(&shop, "one").await.ok(200);
            }
        };
        tokio::join!(writing, visiting, restoring);
        restore(&shop, "one").await.ok(200);
        let seen = shop.seen().await;
        assert_eq!((&seen["notes"], &seen["visits"]), (&json!(1), &json!(1)));
    })
    .await;
}

#[tokio::test]
async fn snapshots_and_seed_outlive_the_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Shop::open(Some(folder.path())).await;
    let fresh = first.seen().await;
    first.leave("a").await;
    let one = first.seen().await;
    take(&first, "one").await;
    first.stand.sandbox.shutdown().await;

    let mut second = Shop::open(Some(folder.path())).await;
    let seen = second.seen().await;
    second.cookie = first.cookie;
    assert_eq!((&seen["visits"], &seen["a"]), (&json!(0), &one["a"]), "content alone is kept");
    restore(&second, "one").await.ok(200);
    assert_eq!(second.seen().await, one, "the visitor too");
    second.own("POST", "/reset", None).await.ok(200);
    assert_eq!(second.seen().await, fresh);
    second.stand.sandbox.shutdown().await;

    let third = Shop::with(|options| SandboxOptions {
        data: Some(folder.path().into()),
        from: Some("one".to_owned()),
        ..options
    });
    let third = third.await;
    assert_eq!(third.seen().await["a"], one["a"]);
    let notes: Value = serde_json::from_str(&third.visit("Show").await).expect("a document");
    assert_eq!((&notes["notes"], &notes["customers"]), (&json!(1), &json!(1)));
}

/// An asset that a file names.
fn seed(id: &str) -> Seed {
    let mut seed = Seed::new(None);
    let place = Place { file: "seed.json".into(), line: 1 };
    let fields = json!({"id": id, "name": {"default": "from a file"}});
    seed.asset(place, fields.as_object().expect("an object").clone());
    seed
}

#[tokio::test]
async fn what_later_starts_load_is_in_the_seed_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = |id: Option<&str>| {
        let seeds = id.map(seed).into_iter().collect();
        let data = Some(folder.path().into());
        Shop::with(|options| SandboxOptions { data, seeds, ..options })
    };
    let first = open(Some("a")).await;
    let kept = first.seen().await["a"].clone();
    let asset = format!("{LIBRARY}/content/a");
    let name = first.stand.get(&asset).await["name"].clone();
    first.stand.put(&asset, json!({"name": {"default": "other"}})).await;
    first.stand.put(&format!("{LIBRARY}/content/mine"), json!({})).await;
    first.stand.sandbox.shutdown().await;

    let second = open(Some("b")).await;
    let seen = second.seen().await;
    assert!(seen["a"] != kept && seen["b"].is_string(), "what was there stays: {seen}");
    second.stand.sandbox.shutdown().await;

    let third = open(None).await;
    assert_eq!(third.seen().await["a"], seen["a"], "nothing was lost");
    third.own("POST", "/reset", None).await.ok(200);
    let seen = third.seen().await;
    assert_eq!(third.stand.get(&asset).await["name"], name);
    assert!(seen["b"].is_string(), "it was loaded once");
    let mine = third.stand.ask("GET", &format!("{LIBRARY}/content/mine"));
    assert_eq!(Answer::of(mine).await.status, 404, "it never was");
}

#[tokio::test]
async fn an_exported_snapshot_starts_another_sandbox() {
    each(async |shop| {
        shop.leave("a").await;
        take(&shop, "one").await;
        let url = format!("{}/-/sandbox/snapshots/one", shop.stand.plain_origin());
        let request = shop.visitor.get(url).basic_auth("admin", Some("haltscope-demo"));
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.headers()["content-type"], "application/vnd.sqlite3");
        assert_eq!(
            answer.headers()["content-disposition"],
            "attachment; filename=\"one.snapshot\""
        );
        let bytes = answer.bytes().await.expect("a body");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("exported");
        std::fs::write(&file, &bytes).expect("written");
        let from = Some(file.to_str().expect("text").to_owned());
        for data in [None, Some(folder.path().join("data").into())] {
            let from = from.clone();
            let other = Shop::with(|options| SandboxOptions { data, from, ..options }).await;
            let seen = other.seen().await;
            assert_eq!((&seen["notes"], &seen["order"]), (&json!(1), &json!(true)));
            assert!(seen["a"].is_string());
            other.leave("b").await;
            other.own("POST", "/reset", None).await.ok(200);
            assert_eq!(other.seen().await["notes"], 1, "that is what it began with");
            assert_eq!(other.own("GET", "/snapshots", None).await.ok(200)["snapshots"], json!([]));
        }
    })
    .await;
}
