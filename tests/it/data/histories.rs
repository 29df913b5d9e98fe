//! Concurrent clients: no update is lost, and what is read is what somebody wrote.

use super::stand::{Answer, LIBRARY, Stand, accounts};
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};
use std::{collections::HashMap, sync::Arc};

const CLIENTS: usize = 8;
const ROUNDS: usize = 40;

/// Every client reads a counter and adds one to it, with `If-Match`; only a success counts.
#[tokio::test(flavor = "multi_thread")]
async fn no_update_with_if_match_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = SandboxOptions {
        accounts: accounts(),
        data: Some(folder.path().into()),
        ..SandboxOptions::on_free_ports()
    };
    let stand = Arc::new(Stand::with(kept).await);
    for key in 0..2 {
        stand.put(&path(key), json!({"c_n": 0})).await.ok(201);
    }
    let clients = (0..CLIENTS).map(|client| tokio::spawn(add(stand.clone(), client)));
    let mut added = [0; 2];
    for client in futures::future::join_all(clients).await {
        let done = client.expect("no panic");
        added[0] += done[0];
        added[1] += done[1];
    }
    assert!(added[0] > 0 && added[1] > 0);
    for (key, added) in added.iter().enumerate() {
        assert_eq!(stand.get(&path(key)).await["c_n"], *added, "key {key}");
    }
}

fn path(key: usize) -> String {
    format!("{LIBRARY}/content/k{key}")
}

async fn add(stand: Arc<Stand>, client: usize) -> [i64; 2] {
    let mut added = [0; 2];
    for round in 0..ROUNDS {
        let key = (client + round) % 2;
        let read = stand.get(&path(key)).await;
        let value = read["c_n"].as_i64().expect("a number") + 1;
        let state = read["_resource_state"].as_str().expect("a state").to_owned();
        let request = stand.ask("PATCH", &path(key)).header("if-match", state);
        let answer = Answer::of(request.json(&json!({"c_n": value}))).await;
        match answer.status {
            200 => added[key] += 1,
            _ => answer.fails(412, "InvalidIfMatch"),
        }
    }
    added
}

/// PUT, PATCH, DELETE at random: each success's state is seen as the base of one success at most,
/// which is what keeps updates from being lost.
#[tokio::test(flavor = "multi_thread")]
async fn every_state_is_the_base_of_one_write_at_most() {
    let stand = Arc::new(Stand::start().await);
    let clients = (0..CLIENTS).map(|client| tokio::spawn(write_at_random(stand.clone(), client)));
    let mut bases: HashMap<String, usize> = HashMap::new();
    let mut made: HashMap<String, usize> = HashMap::new();
    for client in futures::future::join_all(clients).await {
        for (base, state) in client.expect("no panic") {
            *bases.entry(base).or_default() += 1;
            if let Some(state) = state {
                *made.entry(state).or_default() += 1;
            }
        }
    }
    assert!(bases.len() > CLIENTS);
    assert!(bases.values().all(|count| *count == 1), "a state was built on twice");
    assert!(made.values().all(|count| *count == 1), "a state was made twice");
}

async fn write_at_random(stand: Arc<Stand>, client: usize) -> Vec<(String, Option<String>)> {
    let mut written = Vec::new();
    let mut random = client as u64 + 1;
    for _ in 0..ROUNDS {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let [.., first, second] = random.to_le_bytes();
        let (key, action) = (usize::from(first) % 2, usize::from(second) % 4);
        let read = stand.send("GET", &path(key)).await;
        let Some(base) = state(&read).filter(|_| read.status == 200) else {
            stand.put(&path(key), json!({"_resource_state": "not_exists"})).await;
            continue;
        };
        let verb = ["PUT", "PATCH", "PATCH", "DELETE"][action];
        let request = stand.ask(verb, &path(key)).header("if-match", &base);
        let answer = Answer::of(request.json(&json!({"c_by": client}))).await;
        match answer.status {
            200 => written.push((base, state(&answer))),
            204 => written.push((base, None)),
            404 => answer.fails(404, "ContentNotFound"),
            _ => answer.fails(412, "InvalidIfMatch"),
        }
    }
    written
}

fn state(answer: &Answer) -> Option<String> {
    let document: Value = serde_json::from_str(&answer.text).ok()?;
    document["_resource_state"].as_str().map(str::to_owned)
}
