//! Every point × every way in which its hooks may end a request: nothing is left behind.

use super::stand::{Cartridges, asset, attached_at, folder, point_name};
use crate::{
    data::stand::{Answer, Stand},
    sandbox::stand::{Debugger, id_of, until},
};
use futures::future::join_all;
use haltscope::sandbox::{Data, Sandbox, SandboxOptions};
use serde_json::{Value, json};
use std::time::Duration;

const SCRIPT: &str = "/app_own/cartridge/scripts/hooks.js";
/// The line of the script at which a thread may be halted.
const HALT: u32 = 4;

/// An ID says where and how its hook fails: `afterUpdate-throw`. What is deleted is noted in the asset
/// `log`, for `afterDelete` gets the library alone.
const HOOKS: &str = "\
var Status = require('dw/system/Status');
var log = function (library) { return require('dw/content/ContentMgr').getContent(library, 'log'); };
var ways = {
    halt: function () { return null; },
    error: function () { return new Status(Status.ERROR, 'NO', 'as wished'); },
    throw: function () { throw new Error('as wished'); },
    loop: function () { while (true) {} },
};
var act = function (library, point, id) {
    var wish = String(id).split('-');
    if (log(library)) { log(library).custom.seen = point; }
    return wish[0] === point && ways[wish[1]] ? ways[wish[1]]() : undefined;
};
exports.beforeCreate = function (library, create) { return act(library, 'beforeCreate', create.id); };
exports.afterCreate = function (library, it) { return act(library, 'afterCreate', it.ID); };
exports.beforeUpdate = function (library, it) { return act(library, 'beforeUpdate', it.ID); };
exports.afterUpdate = function (library, it) { return act(library, 'afterUpdate', it.ID); };
exports.beforeDelete = function (library, it) {
    log(library).custom.deleted = it.ID;
    return act(library, 'beforeDelete', it.ID);
};
exports.afterDelete = function (library) {
    return act(library, 'afterDelete', log(library).custom.deleted);
};";

/// What a hook may be reached by.
#[derive(Clone, Copy, Debug)]
struct Row {
    kind: &'static str,
    point: &'static str,
    verb: &'static str,
}

const ROWS: [Row; 12] = {
    const fn row(kind: &'static str, point: &'static str, verb: &'static str) -> Row {
        Row { kind, point, verb }
    }
    [
        row("content", "beforeCreate", "PUT"),
        row("content", "afterCreate", "PUT"),
        row("content", "beforeUpdate", "PATCH"),
        row("content", "afterUpdate", "PATCH"),
        row("content", "beforeDelete", "DELETE"),
        row("content", "afterDelete", "DELETE"),
        row("folder", "beforeCreate", "PUT"),
        row("folder", "afterCreate", "PUT"),
        row("folder", "beforeUpdate", "PATCH"),
        row("folder", "afterUpdate", "PATCH"),
        row("folder", "beforeDelete", "DELETE"),
        row("folder", "afterDelete", "DELETE"),
    ]
};

impl Row {
    fn extension_point(self) -> String {
        point_name(&format!("{}.{}", self.kind, self.point))
    }

    fn path(self, way: &str) -> String {
        let id = format!("{}-{way}", self.point);
        if self.kind == "content" { asset(&id) } else { folder(&id) }
    }

    /// What there is before the request; nothing, if it creates.
    async fn provide(self, stand: &Stand, way: &str) {
        if self.verb != "PUT" {
            stand.put(&self.path(way), json!({"c_kept": "as it was"})).await.ok(201);
        }
    }

    /// The request that reaches the point.
    async fn request(self, stand: &Stand, way: &str) -> reqwest::RequestBuilder {
        let path = self.path(way);
        let body = json!({"c_kept": "no more"});
        match self.verb {
            "PATCH" => {
                let state = stand.get(&path).await["_resource_state"].clone();
                let state = state.as_str().expect("a state");
                stand.ask("PATCH", &path).header("if-match", state).json(&body)
            }
            "PUT" => stand.ask("PUT", &path).json(&body),
            verb => stand.ask(verb, &path),
        }
    }

    /// What the request might have changed.
    async fn looks_like(self, stand: &Stand, way: &str) -> [Value; 2] {
        [stand.send("GET", &self.path(way)).await.json(), stand.get(&asset("log")).await]
    }

    fn check(self, way: &str, answer: &Answer) {
        let point = self.extension_point();
        match way {
            "error" => answer.fault(
                400,
                "HookStatus",
                json!({
                    "extensionPoint": point, "statusCode": "NO", "statusMsg": "as wished",
                    "statusDetails": {},
                }),
            ),
            _ => answer.fault(500, "HookInternalServerError", json!({"extensionPoint": point})),
        }
    }
}

/// A sandbox with these hooks and the asset `log`.
struct Hooked {
    stand: Stand,
    _cartridges: Cartridges,
}

impl Hooked {
    async fn start(change: impl FnOnce(SandboxOptions) -> SandboxOptions) -> Self {
        let points: Vec<_> = ROWS.iter().map(|row| format!("{}.{}", row.kind, row.point)).collect();
        let points: Vec<_> = points.iter().map(String::as_str).collect();
        let cartridges = Cartridges::one(&points, HOOKS);
        let stand = cartridges.start_with(change).await;
        stand.put(&asset("log"), json!({})).await.ok(201);
        Self { stand, _cartridges: cartridges }
    }

    /// One row: the request is refused, and everything is as it was.
    async fn ends(&self, row: Row, way: &str, end: impl AsyncFnOnce(&Stand)) {
        let stand = &self.stand;
        row.provide(stand, way).await;
        let before = row.looks_like(stand, way).await;
        let request = row.request(stand, way).await;
        let answer = tokio::spawn(Answer::of(request));
        end(stand).await;
        row.check(way, &answer.await.expect("no panic"));
        assert_eq!(row.looks_like(stand, way).await, before, "{row:?} {way}");
    }
}

#[tokio::test]
async fn a_status_an_error_and_an_endless_loop_leave_nothing_behind() {
    let run_time = Duration::from_millis(500);
    let hooked = Hooked::start(|options| SandboxOptions { run_time, ..options }).await;
    for way in ["error", "throw", "loop"] {
        for row in ROWS {
            hooked.ends(row, way, async |_| {}).await;
        }
    }
}

async fn stops(data: Option<Data>) {
    let hooked = Hooked::start(|options| SandboxOptions { data, ..options }).await;
    let debugger = attached_at(&hooked.stand, SCRIPT, HALT).await;
    for row in ROWS {
        hooked.ends(row, "halt", async |_| stop_halted(&debugger).await).await;
    }
}

async fn stop_halted(debugger: &Debugger) {
    let thread = id_of(&debugger.halted().await);
    assert_eq!(debugger.eval(thread, 0, "1 + 1").await, "2");
    debugger.post(&format!("/threads/{thread}/stop")).await.expect(204);
}

#[tokio::test]
async fn a_stopped_hook_leaves_nothing_behind_in_memory() {
    stops(None).await;
}

#[tokio::test]
async fn a_stopped_hook_leaves_nothing_behind_in_a_folder() {
    let data = tempfile::tempdir().expect("a folder");
    stops(Some(data.path().into())).await;
}

#[tokio::test]
async fn a_hook_that_sleeps_too_long_leaves_nothing_behind() {
    let halt_timeout = Duration::from_millis(300);
    let hooked = Hooked::start(|options| SandboxOptions { halt_timeout, ..options }).await;
    attached_at(&hooked.stand, SCRIPT, HALT).await;
    for row in ROWS {
        hooked.ends(row, "halt", async |_| {}).await;
    }
}

#[tokio::test]
async fn a_halted_hook_that_goes_on_is_committed_in_memory_and_in_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    for data in [None, Some(folder.path().into())] {
        let hooked = Hooked::start(|options| SandboxOptions { data, ..options }).await;
        let debugger = attached_at(&hooked.stand, SCRIPT, HALT).await;
        for row in ROWS {
            row.provide(&hooked.stand, "halt").await;
            let answer = tokio::spawn(Answer::of(row.request(&hooked.stand, "halt").await));
            let thread = id_of(&debugger.halted().await);
            debugger.step(thread, "resume").await;
            let status = answer.await.expect("no panic").status;
            assert!((200..300).contains(&status), "{status} for {row:?}");
            let log = hooked.stand.get(&asset("log")).await;
            assert!(log["c_seen"].as_str().is_some_and(|seen| seen.starts_with("after")), "{log}");
        }
    }
}

#[tokio::test]
async fn a_sandbox_that_shuts_down_ends_halted_requests_and_writes_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let keep = |options| SandboxOptions { data: Some(data.path().into()), ..options };
    let hooked = Hooked::start(keep).await;
    let debugger = attached_at(&hooked.stand, SCRIPT, HALT).await;
    let row = ROWS[0];
    let answer = tokio::spawn(Answer::of(row.request(&hooked.stand, "halt").await));
    debugger.halted().await;
    hooked.stand.sandbox.shutdown().await;
    row.check("halt", &answer.await.expect("no panic"));
    // The thread of the ended script lets go of the folder a moment later.
    let free = || keep(SandboxOptions::on_free_ports());
    until(async || Sandbox::start(free()).await.ok()).await.shutdown().await;
    let again = Stand::with(free()).await;
    again.send("GET", &row.path("halt")).await.fails(404, "ContentNotFound");
}

#[tokio::test]
async fn all_rows_at_a_time_leave_nothing_behind() {
    let hooked = Hooked::start(|options| options).await;
    for row in ROWS {
        row.provide(&hooked.stand, "throw").await;
    }
    let before = join_all(ROWS.map(|row| row.looks_like(&hooked.stand, "throw"))).await;
    let answers = ROWS.map(async |row| {
        let request = row.request(&hooked.stand, "throw").await;
        row.check("throw", &Answer::of(request).await);
    });
    join_all(answers).await;
    assert_eq!(join_all(ROWS.map(|row| row.looks_like(&hooked.stand, "throw"))).await, before);
}
