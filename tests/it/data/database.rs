//! Sandboxes over one PostgreSQL database: what one of them is told all of them know, and what they say when the database
//! is away. These tests say so and end where the machine has no PostgreSQL.

use super::stand::{Answer, BASE, DATABASE, LIBRARY, Stand, accounts, database};
use crate::testkit::cluster::{self, Cluster, Flush};
use futures::future::join_all;
use haltscope::sandbox::{Data, Sandbox, SandboxError, SandboxOptions, store::PostgresAddress};
use serde_json::json;
use std::{
    net::TcpListener,
    os::fd::OwnedFd,
    path::Path,
    process::{Child, Command},
    sync::Arc,
    time::Duration,
};

fn options(data: &Data) -> SandboxOptions {
    let data = Some(data.clone());
    SandboxOptions { accounts: accounts(), data, ..SandboxOptions::on_free_ports() }
}

/// All tests of this room again, every sandbox of theirs over a database of its own.
#[test]
fn the_data_api_is_the_same() {
    if cluster::shared().is_none() {
        return;
    }
    let this = std::env::current_exe().expect("the tests");
    let mut again = Command::new(this);
    again.args(["data::", "--test-threads", "4"]).env(DATABASE, "1");
    // These bring stores of their own, or are about one.
    for skipped in ["data::database", "data::linear", "data::crash", "data::memory"] {
        again.args(["--skip", skipped]);
    }
    let done = again.output().expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}");
    let passed = said.lines().filter(|line| line.ends_with("... ok")).count();
    assert!(passed > 50, "the tests are elsewhere: {said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_sandbox_writes_every_one_knows() {
    let Some(cluster) = cluster::shared() else { return };
    let data = database(&cluster.address());
    // Both find nothing there and make it.
    let starts = (0..2).map(|_| Stand::with(options(&data)));
    let both: [Stand; 2] = join_all(starts).await.try_into().ok().expect("two");
    let [one, mut other] = both;
    // A token is no less worth with the other.
    other.token.clone_from(&one.token);
    let asset = format!("{LIBRARY}/content/a");
    one.put(&asset, json!({"name": {"default": "A"}})).await.ok(201);
    let read = other.get(&asset).await;
    assert_eq!(read["name"]["default"], "A");
    let state = read["_resource_state"].as_str().expect("a state");
    let patch = other.ask("PATCH", &asset).header("if-match", state);
    let patched = Answer::of(patch.json(&json!({"name": {"default": "B"}}))).await.ok(200);
    assert_eq!(one.get(&asset).await["_resource_state"], patched["_resource_state"]);
    let late = one.ask("PATCH", &asset).header("if-match", state);
    Answer::of(late.json(&json!({}))).await.fails(412, "InvalidIfMatch");
    let lists = async |stand: &Stand| {
        stand.get(&format!("{LIBRARY}/folders/root/content?count=200")).await["total"].as_u64()
    };
    let before = lists(&one).await;
    other.assign("a", "root", json!({})).await;
    assert_eq!(lists(&one).await, before.map(|total| total + 1), "no page that was kept is old");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_finds_what_the_first_left() {
    let Some(cluster) = cluster::shared() else { return };
    let data = database(&cluster.address());
    let first = Stand::with(options(&data)).await;
    let asset = format!("{LIBRARY}/content/kept");
    first.put(&asset, json!({"c_n": 1})).await.ok(201);
    let (document, token) = (first.get(&asset).await, first.token.clone());
    first.sandbox.shutdown().await;
    let mut second = Stand::with(options(&data)).await;
    second.token = token;
    assert_eq!(second.get(&asset).await["_resource_state"], document["_resource_state"]);
}

/// A sandbox says that its database is away, and goes on when it is back.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_goes_away_is_told_and_waited_for() {
    let Some(mut cluster) = Cluster::start(Flush::Never) else { return };
    let data = database(&cluster.address());
    let stand = Stand::with(options(&data)).await;
    let asset = format!("{LIBRARY}/content/a");
    stand.put(&asset, json!({"c_n": 1})).await.ok(201);
    for end in ["stop", "kill"] {
        cluster.order(end);
        let read = stand.send("GET", &asset).await;
        read.fails(503, "ServiceUnavailable");
        assert!(read.text.contains("The database can't be used"), "{}", read.text);
        let refused = stand.put(&asset, json!({"c_n": 2})).await;
        refused.fails(503, "ServiceUnavailable");
        for (verb, path) in [("GET", "snapshots"), ("POST", "reset")] {
            let url = format!("{}/-/sandbox/{path}", stand.origin());
            let verb = verb.parse().expect("a method");
            let request = stand.http.request(verb, url).basic_auth("admin", Some("haltscope-demo"));
            Answer::of(request).await.fails(503, "ServiceUnavailable");
        }
        cluster.order("start");
        assert_eq!(stand.get(&asset).await["c_n"], 1, "nothing was written after a {end}");
    }
    stand.put(&asset, json!({"c_n": 3})).await.ok(200);
}

#[tokio::test]
async fn a_database_that_is_away_at_the_start_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("postgres://me@/d?host={}", folder.path().display());
    let refused = Sandbox::start(options(&database(&address))).await.err().expect("refused");
    assert!(matches!(refused, SandboxError::Database(_)), "{refused}");
    assert!(refused.to_string().contains("the database can't be used"), "{refused}");
    assert!(!refused.is_wrong_usage());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_schema_is_refused_and_left_alone() {
    let Some(cluster) = cluster::shared() else { return };
    let address = cluster.address();
    let data = database(&address);
    Stand::with(options(&data)).await.sandbox.shutdown().await;
    let client = cluster.session().await;
    let schema = PostgresAddress::read(&address).expect("an address").schema().to_owned();
    let newer = format!("UPDATE {schema}.version SET version = 99");
    client.execute(&newer, &[]).await.expect("written");
    let refused = Sandbox::start(options(&data)).await.err().expect("refused");
    assert!(refused.to_string().contains("has version 99"), "{refused}");
    let version = client.query_one(&format!("SELECT version FROM {schema}.version"), &[]).await;
    assert_eq!(version.expect("read").get::<_, i64>(0), 99);
}

/// The built program over a database: no password in what it says, and a clear word about a wrong one.
#[test]
fn the_program_keeps_the_password_to_itself() {
    let refused = Command::new(env!("CARGO_BIN_EXE_haltscope"))
        .args([
            "sandbox",
            "--data",
            "postgres://me:hunter2@127.0.0.1:1/d",
            "--listen",
            "127.0.0.1:0",
        ])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("PGPASSWORD") && !said.contains("hunter2"), "{said}");
    for other in ["mysql://me:hunter2@127.0.0.1/d", "postgresql:me:hunter2"] {
        let refused = Command::new(env!("CARGO_BIN_EXE_haltscope"))
            .args(["sandbox", "--listen", "127.0.0.1:0", "--data", other])
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("postgres://user@host") && !said.contains("hunter2"), "{said}");
    }
    let away = Command::new(env!("CARGO_BIN_EXE_haltscope"))
        .args(["sandbox", "--data", "postgres://me:$DB@127.0.0.1:1/d"])
        .args(["--listen", "127.0.0.1:0", "--tls-listen", "127.0.0.1:0"])
        .env("DB", "hunter2")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&away.stderr).into_owned();
    assert_eq!(away.status.code(), Some(1), "{said}");
    assert!(said.contains("database can't be used") && !said.contains("hunter2"), "{said}");
}

/// A write that was acknowledged is there after the server's sudden end. `HALTSCOPE_SERVER_KILLS=50` ends it as often.
#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_write_is_lost_with_the_server() {
    let Some(mut cluster) = Cluster::start(Flush::Always) else { return };
    let data = database(&cluster.address());
    let stand = Arc::new(Stand::with(options(&data)).await);
    let wanted = std::env::var("HALTSCOPE_SERVER_KILLS").ok();
    let kills = wanted.map_or(3, |kills| kills.parse().expect("a number of kills"));
    for round in 0..kills {
        let writers = (0..4_u32).map(|writer| tokio::spawn(write(stand.clone(), round, writer)));
        let writers: Vec<_> = writers.collect();
        // In the middle of it: somebody has been told of a write by then.
        while Answer::of(stand.ask("GET", &format!("{LIBRARY}/content/k{round}-0"))).await.status
            != 200
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        cluster.order("kill");
        let mut told = Vec::new();
        for writer in writers {
            told.push(writer.await.expect("no panic"));
        }
        cluster.order("start");
        for (writer, last) in told.iter().enumerate() {
            let path = format!("{LIBRARY}/content/k{round}-{writer}");
            let there = Answer::of(stand.ask("GET", &path)).await;
            let there =
                if there.status == 404 { 0 } else { there.ok(200)["c_n"].as_u64().expect("ours") };
            // One more may have been written whose answer never came.
            assert!(there == *last || there == last + 1, "{there} of {last} in round {round}");
        }
    }
}

/// Counts up until something else than a success is answered; how far that was.
async fn write(stand: Arc<Stand>, round: u32, writer: u32) -> u64 {
    for number in 1.. {
        let path = format!("{BASE}{LIBRARY}/content/k{round}-{writer}");
        let request = stand.ask_at("PUT", &path).json(&json!({"c_n": number}));
        if Answer::of(request).await.status >= 300 {
            return number - 1;
        }
    }
    unreachable!("the server ends before the numbers do")
}

/// The load balancer's configuration as the documentation has it, in front of two sandboxes.
#[tokio::test(flavor = "multi_thread")]
async fn a_load_balancer_leads_a_debugger_to_its_sandbox() {
    let Some(cluster) = cluster::shared() else { return };
    let data = database(&cluster.address());
    let stands = [Stand::with(options(&data)).await, Stand::with(options(&data)).await];
    let ports = stands.each_ref().map(|stand| stand.sandbox.http_addr().port());
    let Some(balancer) = Balancer::start(ports).await else { return };
    let http = &stands[0].http;
    let ask = |verb: &str, path: &str, cookie: Option<&str>| {
        let verb = reqwest::Method::from_bytes(verb.as_bytes()).expect("a method");
        let url = format!("http://127.0.0.1:{}/s/-/dw/debugger/v2_0/{path}", balancer.port);
        let request = http.request(verb, url).basic_auth("admin", Some("haltscope-demo"));
        let request = request.header("x-dw-client-id", "me");
        match cookie {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        }
    };
    let attached = Answer::of(ask("POST", "client", None)).await;
    assert_eq!(attached.status, 204, "{}", attached.text);
    let cookie = attached.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    for _ in 0..4 {
        Answer::of(ask("GET", "threads", Some(&cookie))).await.ok(200);
    }
    let mut refused = None;
    for _ in 0..4 {
        let answer = Answer::of(ask("GET", "threads", None)).await;
        refused = refused.or(Some(answer).filter(|answer| answer.status != 200));
    }
    refused.expect("the other one was asked, too").fails(412, "DebuggerDisabled");
}

/// HAProxy as the documentation configures it.
struct Balancer {
    process: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Balancer {
    /// Nothing, with a word on stderr, where there is none.
    async fn start(sandboxes: [u16; 2]) -> Option<Self> {
        const DOCUMENT: &str = include_str!("../../../assets/team.md");
        let there = ["/usr/sbin/haproxy", "/usr/bin/haproxy", "/usr/local/sbin/haproxy"];
        let Some(program) = there.into_iter().find(|path| Path::new(path).is_file()) else {
            cluster::skipped("there is no HAProxy on this machine");
            return None;
        };
        let block = DOCUMENT.split("```haproxy\n").nth(1).expect("a block");
        let block = block.split("```").next().expect("its end");
        // It is given the socket itself, so that nobody else can take the port.
        let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = socket.local_addr().expect("its address").port();
        let configured = block
            .replace("127.0.0.1:8500", "fd@0")
            .replace("127.0.0.1:8410", &format!("127.0.0.1:{}", sandboxes[0]))
            .replace("127.0.0.1:8420", &format!("127.0.0.1:{}", sandboxes[1]));
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("haproxy.cfg");
        std::fs::write(&file, configured).expect("written");
        let mut command = Command::new(program);
        command.arg("-db").arg("-f").arg(&file).stdin(OwnedFd::from(socket));
        let process = command.spawn().expect("it runs");
        let mut balancer = Self { process, port, _folder: folder };
        let health = format!("http://127.0.0.1:{port}/-/sandbox/health");
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        while !http.get(&health).send().await.is_ok_and(|answer| answer.status() == 200) {
            let ended = balancer.process.try_wait().expect("asked");
            assert!(ended.is_none(), "the load balancer ended: {ended:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Some(balancer)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _ended = self.process.wait();
    }
}
