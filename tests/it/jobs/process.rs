//! Imports of a sandbox that is a process of its own: what becomes of its memory, and of its end.

use super::stopping::catalogue;
use crate::testkit::{patience::PATIENCE, process::Process};
use reqwest::{Client, Method};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{fs, time::Duration};
use tokio::time::{sleep, timeout};

/// A client of a sandbox.
struct Operator {
    http: Client,
    origin: String,
}

impl Operator {
    async fn ask(&self, verb: &str, path: &str, body: String) -> Value {
        let request =
            self.http.request(verb.parse::<Method>().expect("one"), self.origin.clone() + path);
        let request = request.basic_auth("admin", Some("haltscope-demo"));
        let request = request.header("content-type", "application/json").body(body);
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{verb} {path}: {}", answer.status());
        serde_json::from_str(&answer.text().await.expect("a text")).unwrap_or_default()
    }
}

impl Operator {
    fn of(process: &mut Process) -> Self {
        let origin = process.ready()["http"].as_str().expect("an address").to_owned();
        Self { http: Client::builder().no_proxy().build().expect("a client"), origin }
    }

    /// Begins an import; answers its execution.
    async fn begin_import(&self) -> Value {
        let files = "/on/demandware.servlet/webdav/Sites/Impex/src/import";
        self.ask("MKCOL", files, String::new()).await;
        self.ask("PUT", &format!("{files}/a.xml"), catalogue()).await;
        let parameters = json!({ "WorkingFolder": "import" });
        let step = json!({ "step_type": "ImportCatalog", "parameters": parameters });
        self.ask("POST", "/-/sandbox/jobs/executions", step.to_string()).await
    }
}

#[tokio::test]
async fn memory_of_an_import_goes_back_to_the_system() {
    /// Megabytes that are left of hundreds.
    const FEW: f64 = 100.0;
    let mut process = Process::on_free_ports(&["--json"]);
    let operator = Operator::of(&mut process);
    let before = process.memory("VmRSS");
    let mut told = operator.begin_import().await;
    let at = format!("/-/sandbox/jobs/executions/{}", told["id"].as_str().expect("an ID"));
    while told["exit_status"].is_null() {
        let after = told["revision"].as_u64().unwrap_or(0);
        told = operator.ask("GET", &format!("{at}?after={after}&wait=30"), String::new()).await;
    }
    assert_eq!(told["exit_status"]["message"], "1 imported");
    operator.ask("POST", "/-/sandbox/reset", String::new()).await;
    let given_back = async {
        while process.memory("VmRSS") > before + FEW {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let most = process.memory("VmHWM");
    let ended = timeout(PATIENCE, given_back).await;
    ended.unwrap_or_else(|_| panic!("{before} MB before, {most} MB in between"));
    assert!(most > before + 2.0 * FEW, "{most} MB are no import");
}

#[tokio::test]
async fn a_sandbox_that_ends_in_an_import_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_str().expect("a name");
    let mut process = Process::on_free_ports_with(&["--json"], &[("TMPDIR", place)]);
    let operator = Operator::of(&mut process);
    operator.begin_import().await;
    process.signal(Signal::TERM);
    assert!(process.wait().success());
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}
