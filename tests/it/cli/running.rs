//! `haltscope sandbox snapshot`, `clock`, `reset` and the like, of a running sandbox.

use super::{Outcome, Place};
use crate::testkit::patience::PATIENCE;
use haltscope::sandbox::{Sandbox, SandboxOptions};
use serde_json::Value;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::time::timeout;

/// A sandbox, and somebody at a shell.
struct Shell {
    place: Arc<Place>,
    server: String,
    _sandbox: Sandbox,
}

impl Shell {
    async fn open() -> Self {
        let sandbox = Sandbox::start(SandboxOptions::on_free_ports()).await.expect("it starts");
        let server = sandbox.http_addr().to_string();
        Self {
            place: Arc::new(Place::new()),
            server: format!("http://{server}"),
            _sandbox: sandbox,
        }
    }

    async fn run(&self, arguments: &str) -> Outcome {
        self.run_with(arguments, &[], "").await
    }

    async fn run_with(
        &self,
        arguments: &str,
        variables: &'static [(&'static str, &'static str)],
        stdin: &'static str,
    ) -> Outcome {
        let (place, server) = (Arc::clone(&self.place), self.server.clone());
        let words: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let run = move || {
            let mut all = vec!["sandbox"];
            all.extend(words.iter().map(String::as_str));
            all.extend(["--server", &server]);
            place.run_with(&all, variables, stdin)
        };
        tokio::task::spawn_blocking(run).await.expect("it runs")
    }

    #[track_caller]
    fn json(outcome: &Outcome) -> Value {
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        serde_json::from_str(&outcome.stdout).expect("JSON")
    }

    async fn says(&self, arguments: &str, expected: &str) {
        let outcome = self.run(arguments).await;
        let code = (outcome.code, outcome.stdout.trim_end(), outcome.stderr.as_str());
        assert_eq!(code, (Some(0), expected, ""), "{arguments}");
    }

    async fn fails(&self, arguments: &str, code: i32, words: &[&str]) {
        let outcome = self.run(arguments).await;
        assert_eq!(outcome.code, Some(code), "{arguments}: {}", outcome.stderr);
        for word in words {
            assert!(outcome.stderr.contains(word), "{arguments}: {word}: {}", outcome.stderr);
        }
        assert_eq!(outcome.stdout, "", "{arguments}");
    }
}

#[tokio::test]
async fn snapshots_are_taken_listed_restored_exported_and_deleted() {
    let shell = Shell::open().await;
    shell.says("snapshot list", "There are no snapshots.").await;
    shell.says("snapshot take one", "The snapshot one is taken.").await;
    let taken = shell.run("snapshot take one").await;
    let words = "There is a snapshot \"one\" already: delete it first, or replace it. (status 409)\n  \
                 Give --replace to have the new one in its place, or another name.\n";
    assert!(taken.code == Some(1) && taken.stderr.ends_with(words), "{}", taken.stderr);
    shell.says("snapshot take one --replace", "The snapshot one is taken.").await;
    let listed = Shell::json(&shell.run("snapshot list --json").await);
    assert_eq!(listed["snapshots"][0]["name"], "one");
    let listed = shell.run("snapshot list").await.stdout;
    assert!(listed.starts_with("one  20"), "{listed}");
    shell.says("snapshot restore one", "The sandbox is as the snapshot one.").await;
    let restored = Shell::json(&shell.run("snapshot restore one --json").await);
    assert_eq!(restored["threads_ended"], 0);
    shell.says("snapshot export one file", "The snapshot one is in file.").await;
    let file = std::fs::read(shell.place.path().join("file")).expect("it is there");
    assert!(file.starts_with(b"SQLite format 3\0"));
    shell.fails("snapshot export one file", 1, &["can't write file"]).await;
    shell.fails("snapshot export two other", 1, &["no snapshot \"two\""]).await;
    assert!(!shell.place.path().join("other").exists(), "nothing half done");
    shell.says("snapshot delete one", "The snapshot one is deleted.").await;
    let list = "`haltscope sandbox snapshot list`";
    shell.fails("snapshot restore one", 1, &["There is no snapshot \"one\"", list]).await;
    shell.fails("snapshot take ../x", 2, &["letters"]).await;
    shell.fails("snapshot take", 2, &["NAME"]).await;
    shell.says("reset", "The sandbox is as it began.").await;
}

#[tokio::test]
async fn jobs_and_steps_are_listed_run_and_shown() {
    let shell = Shell::open().await;
    let listed = shell.run("job").await.stdout;
    assert!(listed.starts_with("Export  Writes new orders"), "{listed}");
    assert!(listed.contains("\n    Folder: string, MarkAsExported?: boolean\n"), "{listed}");
    assert!(listed.contains("\nOf the platform: ImportCatalog, ImportContent, "), "{listed}");
    shell.says("job show", "No job has run.").await;
    let run = shell.run("job step custom.ExportOrders -p Folder=src/x").await;
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let lines: Vec<_> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("NO_ORDERS"), "{}", run.stdout);
    assert!(
        lines[0].ends_with("custom.ExportOrders (Storefront): Every order was exported before.")
    );
    assert_eq!(lines[1..], ["custom.ExportOrders ended with NO_ORDERS (execution 1)."]);
    let failed = shell.run("job step custom.ExportOrders").await;
    assert_eq!(failed.code, Some(1));
    assert!(failed.stdout.contains("(execution 2)"), "{}", failed.stdout);
    assert!(failed.stderr.contains("failed: the parameter Folder is missing"), "{}", failed.stderr);
    let shown = Shell::json(&shell.run("job show 2 --json").await);
    assert_eq!(shown["step_executions"][0]["status"], "ERROR");
    let all = shell.run("job show").await.stdout;
    let row = |row: &str| row.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    let rows: Vec<_> = all.lines().map(row).collect();
    let expected = ["2 custom.ExportOrders ERROR", "1 custom.ExportOrders NO_ORDERS"];
    assert_eq!(rows, expected);
    let log = shell.run("job log 1").await.stdout;
    assert!(log.contains(" INFO  custom.ExportOrders: ended with NO_ORDERS: Every order"), "{log}");
    shell.fails("job log 9", 1, &["no execution 9", "job show`"]).await;
    shell.fails("job run Nobody", 1, &["there is no job Nobody", "haltscope sandbox job`"]).await;
    shell.fails("job stop 9", 1, &["no execution 9", "job show`"]).await;
    shell.fails("job run Export -p Folder", 2, &["NAME=VALUE"]).await;
}

#[tokio::test]
async fn the_clock_is_turned() {
    let shell = Shell::open().await;
    let still = "2030-12-24T18:00:00.000Z, standing still";
    shell.says("clock freeze 2030-12-24T18:00:00Z", still).await;
    shell.says("clock", still).await;
    shell.says("clock advance -1.5", "2030-12-24T17:59:58.500Z, standing still").await;
    let running = shell.run("clock run").await.stdout;
    assert!(running.starts_with("2030-12-24T1") && !running.contains("still"), "{running}");
    let set = shell.run("clock set 2040-01-01T00:00:00Z --json").await;
    assert_eq!(Shell::json(&set)["frozen"], false);
    let thawed = shell.run("clock thaw").await.stdout;
    assert!(!thawed.starts_with("2040"), "{thawed}");
    shell.fails("clock set tomorrow", 2, &["2030-12-24T18:00:00Z"]).await;
    shell.fails("clock set", 2, &["TIME"]).await;
    for amount in ["1h", "nan", "inf"] {
        let words = ["number of seconds", "such as 3600 or -1.5"];
        shell.fails(&format!("clock advance {amount}"), 2, &words).await;
    }
}

#[tokio::test]
async fn journal_faults_and_health_are_told() {
    let shell = Shell::open().await;
    let health = shell.run("health").await.stdout;
    assert!(health.contains("store") && health.contains("memory"), "{health}");
    assert!(health.starts_with("ready"), "{health}");
    let url = format!("{}/-/nothing", shell.server);
    reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client")
        .get(url)
        .send()
        .await
        .expect("an answer");
    let journal = shell.run("journal").await.stdout;
    assert!(journal.contains("  404  ") && journal.contains("GET /-/nothing\n"), "{journal}");
    assert!(journal.contains("ResourcePathNotFoundException: "), "{journal}");
    let archive = Shell::json(&shell.run("journal --har").await);
    assert_eq!(archive["log"]["entries"][0]["response"]["status"], 404);
    let entries = Shell::json(&shell.run("journal --json --limit 1").await);
    assert_eq!(entries["entries"][0]["path"], "/-/nothing");
    shell.says("faults", "Everything is answered.").await;
    let rules = "{\"rules\": [{\"route\": \"/a\", \"status\": 503}]}";
    let set = shell.run_with("faults set -", &[], rules).await;
    assert_eq!(set.stdout, "{\"route\":\"/a\",\"status\":503}\n", "{}", set.stderr);
    shell.says("faults clear", "Everything is answered.").await;
    shell.fails("faults set missing", 2, &["can't read missing", "or - for stdin"]).await;
    let rules = "{\"rules\": [{\"route\": \"FOO */x\", \"drop\": true}]}";
    let wrong = shell.run_with("faults set -", &[], rules).await;
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("a method is GET"), "{}", wrong.stderr);
}

#[tokio::test]
async fn who_may_not_or_asks_somebody_else_hears_why() {
    let shell = Shell::open().await;
    let wrong = shell.run_with("reset --password-stdin", &[], "wrong\n").await;
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.stderr.contains("right \"admin\""), "{}", wrong.stderr);
    let variables = &[("SFCC_PASSWORD", "haltscope-demo")];
    let right = shell.run_with("reset --username admin", variables, "").await;
    assert_eq!(right.code, Some(0), "{}", right.stderr);
    let nowhere = Arc::clone(&shell.place);
    let run = move || nowhere.run(&["sandbox", "health", "--server", "http://127.0.0.1:9"]);
    let nobody = tokio::task::spawn_blocking(run).await.expect("it runs");
    assert_eq!(nobody.code, Some(1));
    assert!(nobody.stderr.contains("haltscope sandbox"), "{}", nobody.stderr);
    let both = shell.run("reset --listen 127.0.0.1:0").await;
    assert_eq!(both.code, Some(2), "{}", both.stderr);
}

#[tokio::test]
async fn a_journal_that_nobody_reads_any_more_ends() {
    let shell = Shell::open().await;
    let url = format!("{}/-/nothing", shell.server);
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    http.get(url).send().await.expect("an answer");
    let mut child = tokio::process::Command::new(crate::testkit::program::PROGRAM)
        .args(["sandbox", "journal", "--follow", "--server", &shell.server])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("it starts");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    timeout(PATIENCE, output.read_line(&mut line)).await.expect("in time").expect("a line");
    assert!(line.contains("/-/nothing"), "{line}");
    drop(output);
    let status = timeout(PATIENCE, child.wait()).await.expect("it ends").expect("ended");
    assert_eq!(status.code(), Some(0));
}

#[tokio::test]
async fn how_a_sandbox_is_named_is_said_where_it_was_named_otherwise() {
    let shell = Shell::open().await;
    let plain = shell.server.trim_start_matches("http://").to_owned();
    let place = Arc::clone(&shell.place);
    let run =
        tokio::task::spawn_blocking(move || place.run(&["sandbox", "health", "--server", &plain]));
    let outcome = run.await.expect("it runs");
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    for words in ["--server http://127.0.0.1", "HOST:PORT alone means HTTPS"] {
        assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    }
}
