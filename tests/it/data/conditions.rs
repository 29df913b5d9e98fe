//! What a write may demand of the state that it builds on: "beyond the specification", 2.3.

use super::stand::{Answer, Stand};
use serde_json::json;

const ASSET: &str = "/libraries/SharedLibrary/content/a";
const FOLDER: &str = "/libraries/SharedLibrary/folders/f";
const ASSIGNMENT: &str = "/libraries/SharedLibrary/folder_assignments/a/f";
const WRITES: [&str; 3] = ["PUT", "PATCH", "DELETE"];

async fn state(stand: &Stand, path: &str) -> String {
    stand.get(path).await["_resource_state"].as_str().expect("a state").to_owned()
}

#[tokio::test]
async fn an_outdated_state_stops_every_write() {
    let stand = Stand::with_assignment().await;
    for path in [ASSET, FOLDER, ASSIGNMENT] {
        let old = state(&stand, path).await;
        stand.put(path, json!({})).await.ok(200);
        let arguments = json!({"client": old, "server": state(&stand, path).await});
        for verb in WRITES {
            // PATCH of a folder or asset names any state in its header, then the old one.
            let ask = || stand.ask(verb, path).header("if-match", "*");
            let header = ask().header("x-dw-resource-state", &old);
            let answer = Answer::of(header).await;
            answer.fault(409, "ResourceStateConflict", arguments.clone());
            let answer = Answer::of(ask().json(&json!({"_resource_state": old}))).await;
            answer.fault(409, "ResourceStateConflict", arguments.clone());
        }
    }
}

#[tokio::test]
async fn the_present_state_lets_every_write_pass() {
    let stand = Stand::with_assignment().await;
    for path in [ASSIGNMENT, FOLDER, ASSET] {
        for verb in WRITES {
            let present = state(&stand, path).await;
            let request = stand.ask(verb, path).header("if-match", format!("\"{present}\""));
            let request = request.header("x-dw-resource-state", &present);
            let answer = Answer::of(request.json(&json!({"_resource_state": present}))).await;
            assert!(answer.status < 300, "{}: {}", answer.row, answer.text);
        }
    }
}

#[tokio::test]
async fn if_match_is_checked_wherever_it_is_sent() {
    let stand = Stand::with_assignment().await;
    for path in [ASSET, FOLDER, ASSIGNMENT] {
        let before = stand.get(path).await;
        for verb in WRITES {
            let request = stand.ask(verb, path).header("if-match", "\"x\"");
            let answer = Answer::of(request).await;
            answer.fault(412, "InvalidIfMatch", json!({"ifMatch": "\"x\""}));
        }
        assert_eq!(stand.get(path).await, before, "{path} is as it was");
    }
}

#[tokio::test]
async fn not_exists_is_for_what_is_not_there() {
    let stand = Stand::with_assignment().await;
    for path in [ASSET, FOLDER, ASSIGNMENT] {
        let create = || stand.put(path, json!({"_resource_state": "not_exists"}));
        create().await.fault(409, "ResourceAlreadyExists", json!({}));
    }
    for path in [ASSIGNMENT, FOLDER, ASSET] {
        stand.send("DELETE", path).await.ok(204);
    }
    for path in [ASSET, FOLDER, ASSIGNMENT] {
        stand.put(path, json!({"_resource_state": "not_exists"})).await.ok(201);
    }
}

/// Writing an assignment that is the default changes the asset too ("beyond the specification",
/// 2.4), and nothing else does.
#[tokio::test]
async fn a_write_changes_the_state_of_what_it_changes_alone() {
    let stand = Stand::with_assignment().await;
    stand.folder("g", "root").await;
    let states = async || [state(&stand, ASSET).await, state(&stand, FOLDER).await];
    let before = states().await;
    stand.put(ASSIGNMENT, json!({"position": 3})).await.ok(200);
    stand.assign("a", "g", json!({})).await;
    assert_eq!(states().await, before);
    stand.put(ASSIGNMENT, json!({"default": true})).await.ok(200);
    let after = states().await;
    assert_ne!(after[0], before[0]);
    assert_eq!(after[1], before[1]);
}
