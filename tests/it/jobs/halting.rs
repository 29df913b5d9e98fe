//! Steps that halt, and jobs that are ended.

use super::stand::{Works, job, step};
use crate::testkit::patience::PATIENCE;
use serde_json::{Value, json};
use tokio::time::timeout;

async fn halted(works: &Works) -> Value {
    let halts = async {
        loop {
            let threads = works.debugger("GET", "/threads", None).await.ok(200);
            let thread = threads["script_threads"][0].clone();
            if thread["status"] == "halted" {
                return thread;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, halts).await.expect("it halts")
}

async fn breaking(steps: &str) -> Works {
    let works = Works::start(&job("Job", &["Storefront"], steps)).await;
    works.debugger("POST", "/client", None).await.ok(204);
    let script = "/int_jobs/cartridge/scripts/steps.js";
    let line = Works::line("say");
    let body = json!({"breakpoints": [{"script_path": script, "line_number": line}]});
    works.debugger("POST", "/breakpoints", Some(body)).await.ok(200);
    works
}

#[tokio::test]
async fn a_step_halts_and_is_looked_at_like_any_script() {
    let said = step("Said", "custom.Say", &[("Text", "halt here")], "");
    let works = breaking(&said).await;
    let begun = works.begin("Job", json!({})).await.ok(202);
    let thread = halted(&works).await;
    let frames = thread["call_stack"].as_array().expect("frames");
    assert_eq!(frames[0]["location"]["line_number"], Works::line("say"));
    assert_eq!(frames.len(), 1, "nothing of ours is in the stack: {thread}");
    let id = thread["id"].as_i64().expect("an ID");
    let path = format!("/threads/{id}/frames/0/eval?expr=parameters.Text");
    let seen = works.debugger("GET", &path, None).await.ok(200);
    assert_eq!(seen["result"], "halt here");
    let execution = format!("/jobs/executions/{}", begun["id"].as_str().expect("an ID"));
    let told = works.own("GET", &execution, None).await.ok(200);
    assert_eq!(told["halted_threads"], json!([id]));
    let again = works.begin("Job", json!({})).await;
    again.fault(400, "JobAlreadyRunning", json!({"jobId": "Job"}));
    works.debugger("POST", &format!("/threads/{id}/resume"), None).await.ok(200);
    let execution = works.ended(begun["id"].as_str().expect("an ID")).await;
    assert_eq!(execution["exit_status"]["code"], "SAID");
}

#[tokio::test]
async fn a_job_is_ended_where_it_is_halted() {
    let said = step("Said", "custom.Say", &[("Text", "halt here")], "");
    let works = breaking(&(said + &step("Then", "custom.Answer", &[], ""))).await;
    let begun = works.begin("Job", json!({})).await.ok(202);
    let id = begun["id"].as_str().expect("an ID");
    halted(&works).await;
    let running = works.stand.send("DELETE", &format!("/jobs/Job/executions/{id}")).await;
    running.fault(403, "JobExecutionNotFinished", json!({"jobId": "Job", "executionId": id}));
    works.own("DELETE", &format!("/jobs/executions/{id}"), None).await.ok(204);
    let execution = works.ended(id).await;
    assert_eq!(execution["execution_status"], "aborted");
    let steps = execution["step_executions"].as_array().expect("steps");
    assert_eq!((steps.len(), &steps[0]["execution_status"]), (1, &json!("aborted")));
    let path = format!("/jobs/Job/executions/{id}");
    works.stand.send("DELETE", &path).await.ok(204);
    works.stand.send("GET", &path).await.fails(404, "JobExecutionNotFound");
}

#[tokio::test]
async fn a_reset_ends_a_job_and_nothing_of_it_goes_on() {
    let said = step("Said", "custom.Say", &[("Text", "halt here")], "");
    let works = breaking(&(said + &step("Then", "custom.Answer", &[], ""))).await;
    let begun = works.begin("Job", json!({})).await.ok(202);
    halted(&works).await;
    let ended = works.own("POST", "/reset", None).await.ok(200);
    assert_eq!(ended["threads_ended"], 1);
    let execution = works.ended(begun["id"].as_str().expect("an ID")).await;
    assert_eq!(execution["execution_status"], "aborted");
    assert_eq!(execution["step_executions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_step_ends_with_its_time() {
    let forever = step("Forever", "custom.Forever", &[], "");
    let works = Works::start(&job("Job", &["Storefront"], &forever)).await;
    let execution = works.run("Job", json!({})).await;
    assert_eq!(execution["execution_status"], "aborted");
    let message = execution["exit_status"]["message"].as_str().expect("a message");
    assert!(message.contains("longer than 1 s"), "{message}");
}
