//! Clients that write at random over HTTP, and the history of what they were answered.

use super::{
    checker::Timed,
    content::{Answered, Asked, Call, FOLDERS, Token},
    ends::End,
};
use crate::data::stand::{Answer, BASE, LIBRARY};
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

const CLIENTS: u64 = 8;
/// Few, so that the clients meet.
const ASSETS: usize = 2;
/// Of one client.
const CALLS: usize = 6;

/// One history: what all clients did to its assets.
struct History {
    ends: Arc<[End]>,
    clock: AtomicUsize,
    assets: Vec<Asset>,
}

struct Asset {
    id: String,
    tokens: Mutex<Vec<String>>,
    calls: Mutex<Vec<Timed<Call>>>,
}

/// The states that a client was told last.
#[derive(Default)]
struct Known {
    asset: Option<Token>,
    assignments: [Option<Token>; FOLDERS],
}

/// Makes the folders that assets are assigned to.
pub async fn prepare(end: &End) {
    for folder in 0..FOLDERS {
        let request = ask(end, Method::PUT, &format!("/folders/f{folder}"));
        Answer::of(request.json(&json!({"parent_folder_id": "root"}))).await.ok(201);
    }
}

/// Lets all clients loose on fresh assets; the calls that came to each of them.
pub async fn run(ends: Arc<[End]>, seed: u64) -> Vec<Vec<Timed<Call>>> {
    let asset = |index| Asset {
        id: format!("h{seed}-{index}"),
        tokens: Mutex::default(),
        calls: Mutex::default(),
    };
    let assets = (0..ASSETS).map(asset).collect();
    let history = Arc::new(History { ends, clock: AtomicUsize::new(0), assets });
    let clients = (0..CLIENTS).map(|client| {
        let random = StdRng::seed_from_u64(seed * CLIENTS + client);
        tokio::spawn(act(Arc::clone(&history), client, random))
    });
    for client in futures::future::join_all(clients).await {
        client.expect("a client panicked");
    }
    let calls = |asset: &Asset| asset.calls.lock().expect("no panic").clone();
    history.assets.iter().map(calls).collect()
}

async fn act(history: Arc<History>, client: u64, mut random: StdRng) {
    let end = usize::try_from(client).expect("few") % history.ends.len();
    let end = &history.ends[end];
    let mut known: [Known; ASSETS] = Default::default();
    for _ in 0..CALLS {
        let index = random.random_range(0..ASSETS);
        let asked = choose(&mut random, &known[index]);
        let answered = history.perform(end, &history.assets[index], &asked).await;
        known[index].learn(&asked, &answered);
    }
}

fn choose(random: &mut impl Rng, known: &Known) -> Asked {
    let value = random.random();
    let folder = random.random_range(0..FOLDERS);
    let is_default = random.random();
    let sometimes = |base: Option<Token>, random: &mut dyn Rng| base.filter(|_| random.random());
    match random.random_range(0..17) {
        0..3 => Asked::Put { value },
        3..7 => match known.asset {
            Some(base) => Asked::Patch { base, value },
            None => Asked::Get,
        },
        7 => Asked::Delete { base: sometimes(known.asset, random) },
        8..10 => Asked::GetAssignment { folder },
        10..12 => Asked::Assign { folder, is_default },
        12 => {
            let base = sometimes(known.assignments[folder], random);
            Asked::Reassign { folder, base, is_default }
        }
        13 => Asked::Unassign { folder },
        14 => Asked::Folders,
        _ => Asked::Get,
    }
}

impl Known {
    fn learn(&mut self, asked: &Asked, answered: &Answered) {
        match (asked, answered) {
            (_, Answered::Asset { token, .. }) => self.asset = Some(*token),
            (
                Asked::GetAssignment { folder }
                | Asked::Assign { folder, .. }
                | Asked::Reassign { folder, .. },
                Answered::Assignment { token, .. },
            ) => self.assignments[*folder] = Some(*token),
            _ => {}
        }
    }
}

impl History {
    async fn perform(&self, end: &End, asset: &Asset, asked: &Asked) -> Answered {
        let request = request(end, asset, asked);
        let start = self.clock.fetch_add(1, Ordering::SeqCst);
        let answer = Answer::of(request).await;
        let stop = self.clock.fetch_add(1, Ordering::SeqCst);
        let answered = asset.read(&answer);
        let call = Call { asked: asked.clone(), answered: answered.clone() };
        let timed = Timed { asked: start, answered: stop, call };
        asset.calls.lock().expect("no panic").push(timed);
        answered
    }
}

fn request(end: &End, asset: &Asset, asked: &Asked) -> RequestBuilder {
    let id = &asset.id;
    let at_asset = |verb| ask(end, verb, &format!("/content/{id}"));
    let at_assignment =
        |verb, folder| ask(end, verb, &format!("/folder_assignments/{id}/f{folder}"));
    match *asked {
        Asked::Get => at_asset(Method::GET),
        Asked::Put { value } => at_asset(Method::PUT).json(&json!({"c_put": value})),
        Asked::Patch { base, value } => {
            let request = at_asset(Method::PATCH).header("if-match", asset.token(base));
            request.json(&json!({"c_patch": value}))
        }
        Asked::Delete { base: None } => at_asset(Method::DELETE),
        Asked::Delete { base: Some(base) } => {
            at_asset(Method::DELETE).header("x-dw-resource-state", asset.token(base))
        }
        Asked::GetAssignment { folder } => at_assignment(Method::GET, folder),
        Asked::Assign { folder, is_default } => {
            at_assignment(Method::PUT, folder).json(&json!({"default": is_default}))
        }
        Asked::Reassign { folder, base, is_default } => {
            let state = base.map(|base| asset.token(base));
            let body = json!({"default": is_default, "_resource_state": state});
            at_assignment(Method::PATCH, folder).json(&body)
        }
        Asked::Unassign { folder } => at_assignment(Method::DELETE, folder),
        Asked::Folders => ask(end, Method::GET, &format!("/content/{id}/folders")),
    }
}

/// Unencrypted, which is faster.
fn ask(end: &End, verb: Method, path: &str) -> RequestBuilder {
    let url = format!("{}{BASE}{LIBRARY}{path}", end.origin);
    end.http.request(verb, url).bearer_auth(&end.token)
}

impl Asset {
    fn token(&self, token: Token) -> String {
        self.tokens.lock().expect("no panic")[token].clone()
    }

    fn number(&self, state: &str) -> Token {
        let mut tokens = self.tokens.lock().expect("no panic");
        tokens.iter().position(|known| known == state).unwrap_or_else(|| {
            tokens.push(state.to_owned());
            tokens.len() - 1
        })
    }

    fn read(&self, answer: &Answer) -> Answered {
        if answer.status == 204 {
            return Answered::Gone;
        }
        let document = answer.json();
        if answer.status >= 400 {
            return fault(answer, &document);
        }
        if let Some(hits) = document["hits"].as_array() {
            let is_listed = |folder| hits.iter().any(|hit| hit["id"] == format!("f{folder}"));
            assert_eq!(document["total"], hits.len(), "they fit on one page");
            return Answered::Folders(std::array::from_fn(is_listed));
        }
        let token = self.number(document["_resource_state"].as_str().expect("a state"));
        let is_new = answer.status == 201;
        if document["_type"] == "content_folder_assignment" {
            let is_default = document["default"].as_bool().expect("it is always told");
            return Answered::Assignment { is_new, token, is_default };
        }
        let field = |name: &str| document[name].as_u64().map(|n| u32::try_from(n).expect("ours"));
        let fields = [field("c_put"), field("c_patch")];
        let default = document["classification_folder_id"].as_str();
        let default = default.map(|id| id[1..].parse().expect("a folder of ours"));
        Answered::Asset { is_new, token, fields, default }
    }
}

fn fault(answer: &Answer, document: &Value) -> Answered {
    match document["fault"]["type"].as_str() {
        Some("ContentNotFoundException") => Answered::NoAsset,
        Some("AssignmentNotFoundException") => Answered::NoAssignment,
        Some("InvalidIfMatchException" | "ResourceStateConflictException") => Answered::Conflict,
        _ => panic!("{} {}", answer.status, answer.text),
    }
}
