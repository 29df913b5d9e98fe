//! Jobs over the Data API and over the sandbox's own addresses.

use super::stand::{Works, job, step};
use crate::data::stand::{Answer, accounts};
use crate::testkit::{attached::session_parts, patience::PATIENCE};
use haltscope::api::sandbox::{Operation, Start};
use haltscope::runtime::{Clock, Desk};
use haltscope::sandbox::{ApiClient, Method, Permission, ResourcePattern, SandboxOptions};
use haltscope::session::{Command, Leaving, NoticeKind, Saved};
use serde_json::{Value, json};
use tokio::time::timeout;

fn jobs() -> String {
    let answer = step("One", "custom.Answer", &[], "");
    let circle = step("In", "IncludeStepsFromJob", &[("JobID", "Circle")], "");
    [job("Quick", &["Storefront"], &answer), job("Circle", &["Storefront"], &circle)].concat()
}

/// What the debugger's own command says, which waits like that of the command line.
#[tokio::test]
async fn who_starts_a_job_from_the_debugger_is_told_of_its_end() {
    let bad = step("Bad", "custom.Answer", &[("Code", "ERROR")], "");
    let works = Works::start(&(jobs() + &job("Fails", &["Storefront"], &bad))).await;
    let origin = format!("http://{}", works.stand.sandbox.http_addr());
    let (session, parts) = session_parts(&origin, Saved::default(), Clock::system());
    let desk = Desk::start(session, parts);
    for (id, line, is_error) in
        [("Quick", "execution 1  Quick  OK", false), ("Fails", "as asked", true)]
    {
        let (parameters, sites) = Default::default();
        let what = Start::Job(id.to_owned());
        desk.command(Command::Sandbox(Operation::Start { what, parameters, sites }));
        let told = desk.until(|session| {
            let notice = session.notice()?;
            (notice.kind != NoticeKind::Hint).then(|| (notice.kind, notice.text.clone()))
        });
        let (kind, text) = timeout(PATIENCE, told).await.expect("told");
        assert!(text.contains(line) && (kind == NoticeKind::Error) == is_error, "{kind:?} {text}");
    }
    desk.leave(Leaving::LetRun).await;
}

#[tokio::test]
async fn an_execution_is_a_document_of_the_data_api() {
    let works = Works::start(&jobs()).await;
    let ended = works.run("Quick", json!({})).await;
    let id = ended["id"].as_str().expect("an ID");
    let told = works.stand.get(&format!("/jobs/Quick/executions/{id}")).await;
    assert_eq!((&told["_v"], &told["_type"]), (&json!("23.2"), &json!("job_execution")));
    assert_eq!(told["status"], "OK");
    assert_eq!(told["exit_status"], json!({"code": "OK", "status": "ok"}));
    let client = haltscope::sandbox::BUILTIN_CLIENT;
    assert_eq!((&told["client_id"], told.get("user_login")), (&json!(client), None));
    for name in ["start_time", "end_time", "modification_time"] {
        let time = told[name].as_str().unwrap_or_default();
        assert!(time.parse::<jiff::Timestamp>().is_ok(), "{name}: {told}");
    }
    let selected =
        works.stand.get(&format!("/jobs/Quick/executions/{id}?select=(id,status)")).await;
    assert_eq!((&selected["id"], selected.get("duration")), (&json!(id), None));
    works.stand.send("HEAD", &format!("/jobs/Quick/executions/{id}")).await.ok(204);
    works.stand.send("GET", &format!("/jobs/Circle/executions/{id}")).await.fault(
        404,
        "JobExecutionNotFound",
        json!({"jobId": "Circle", "executionId": id}),
    );
}

#[tokio::test]
async fn what_can_not_be_started_is_refused() {
    let odd = "<job job-id=\"Odd\"><flow><context/></flow></job>";
    let works = Works::start(&[&jobs(), odd].concat()).await;
    works.begin("Nobody", json!({})).await.fault(404, "JobNotFound", json!({"jobId": "Nobody"}));
    works.begin("Circle", json!({})).await.fault(400, "JobInvalid", json!({"jobId": "Circle"}));
    let answer = works.begin("Odd", json!({})).await;
    answer.fails(400, "JobInvalid");
    assert!(answer.text.contains("it can't be read: missing field `siteId`"), "{}", answer.text);
    works.begin("Quick", json!({"file_name": "x.zip"})).await.fails(400, "UnknownProperty");
    works.begin("Quick", json!([])).await.fails(400, "TypeDecoding");
    works.begin("Quick", json!({"parameters": [{"name": "A"}]})).await.fails(400, "TypeDecoding");
    let scope = json!({"parameters": [{"name": "SiteScope", "value": "Storefront"}]});
    works.begin("Quick", scope).await.fails(400, "JobInvalid");
    let bodiless = works.stand.ask("POST", "/jobs/Quick/executions");
    Answer::of(bodiless.header("content-length", "0")).await.ok(202);
    works.stand.send("GET", "/jobs/Quick/executions").await.fails(405, "MethodNotAllowed");
    works.stand.send("GET", "/jobs").await.fails(404, "ResourcePathNotFound");
}

#[tokio::test]
async fn clients_need_a_permission() {
    let pattern = ResourcePattern::parse("/jobs/*/executions").expect("a pattern");
    let starts = [Permission::new(pattern, vec![Method::Post])].into_iter().collect();
    let starter = ApiClient::new("starter").with_secret(&"starter".into()).permitted(starts);
    let works = Works::with(&jobs(), accounts().with_client(starter)).await;
    let ask = async |client: &str, verb: &str, path: &str, body: Value| {
        let token = works.stand.client_token(client, client).await;
        let url = format!("{}{}{path}", works.stand.origin(), crate::data::stand::BASE);
        let request = works.stand.http.request(verb.parse().expect("a method"), url);
        Answer::of(request.bearer_auth(token).json(&body)).await
    };
    let path = "/jobs/Quick/executions";
    ask("writer", "POST", path, json!({})).await.fault(
        403,
        "ClientAccessForbidden",
        json!({"method": "POST", "path": path}),
    );
    let begun = ask("starter", "POST", path, json!({})).await.ok(202);
    let one = format!("{path}/{}", begun["id"].as_str().expect("an ID"));
    ask("starter", "GET", &one, json!({})).await.fails(403, "ClientAccessForbidden");
}

#[tokio::test]
async fn executions_are_searched() {
    let works = Works::start(&jobs()).await;
    for _ in 0..3 {
        works.run("Quick", json!({})).await;
    }
    let search = async |body: Value| {
        Answer::of(works.stand.ask("POST", "/job_execution_search").json(&body)).await
    };
    let of_quick =
        json!({"term_query": {"fields": ["job_id"], "operator": "is", "values": ["Quick"]}});
    let sorts = json!([{"field": "start_time", "sort_order": "desc"}]);
    let body = json!({"query": of_quick, "count": 2, "sorts": sorts});
    let found = search(body.clone()).await.ok(200);
    assert_eq!(found["_type"], "job_execution_search_result");
    assert_eq!((&found["total"], &found["count"]), (&json!(3), &json!(2)));
    assert_eq!(found["hits"].as_array().map(Vec::len), Some(2));
    search(json!({})).await.fault(
        400,
        "PropertyConstraintViolation",
        json!({"path": "$.query", "expected": "a query"}),
    );
}

#[tokio::test]
async fn the_sandbox_lists_its_jobs_and_runs_single_steps() {
    let works = Works::start(&jobs()).await;
    let all = works.own("GET", "/jobs", None).await.ok(200);
    let ids: Vec<_> = all["jobs"].as_array().expect("jobs").iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, ["Quick", "Circle"]);
    let types = all["step_types"].as_array().expect("types");
    let aside = types.iter().find(|it| it["id"] == "custom.Aside").expect("those aside too");
    assert_eq!(aside["cartridge"], "bm_jobs");
    let say = types.iter().find(|it| it["id"] == "custom.Say").expect("a type");
    assert_eq!(
        (&say["parameters"][0], &say["parameters"][1]),
        (&json!("Text: string"), &json!("Count?: long"))
    );
    let body =
        json!({"step_type": "custom.Say", "parameters": {"Text": "alone"}, "sites": ["Second"]});
    let begun = works.own("POST", "/jobs/executions", Some(body)).await.ok(202);
    assert_eq!(begun["user_login"], "admin");
    let ended = works.ended(begun["id"].as_str().expect("an ID")).await;
    assert_eq!((&ended["job_id"], &ended["status"]), (&json!("custom.Say"), &json!("SAID")));
    let executions = works.own("GET", "/jobs/executions", None).await.ok(200);
    assert_eq!(executions["executions"].as_array().map(Vec::len), Some(1));
    let script = json!({
        "ExecuteScriptModule.Module": "int_jobs/cartridge/scripts/steps.js",
        "ExecuteScriptModule.FunctionName": "answer",
    });
    for (step_type, parameters, status) in [
        ("SearchReindex", json!({}), "OK"),
        ("ExecuteScriptModule", script, "OK"),
        ("ExecuteCategorizationRules", json!({}), "ERROR"),
    ] {
        let listed = all["platform_types"].as_array().expect("types");
        assert!(listed.iter().any(|it| it == step_type), "{step_type}");
        let body = json!({"step_type": step_type, "parameters": parameters});
        let begun = works.own("POST", "/jobs/executions", Some(body)).await.ok(202);
        let ended = works.ended(begun["id"].as_str().expect("an ID")).await;
        assert_eq!(ended["status"], status, "{ended}");
        works
            .own(
                "DELETE",
                &format!("/jobs/executions/{}", begun["id"].as_str().expect("an ID")),
                None,
            )
            .await;
    }
    for (body, told) in [
        (
            json!({"step_type": "custom.Say", "parameters": {"Txt": "a"}}),
            "the step type custom.Say has no parameter Txt (did you mean Text?)",
        ),
        (
            json!({"step_type": "ExportOrders", "parameters": {"Fle": "a"}}),
            "the step type ExportOrders has no parameter Fle (",
        ),
        (
            json!({"job": "Quick", "parameters": {"Txt": "a"}}),
            "the job Quick has no parameter Txt (",
        ),
    ] {
        let answer = works.own("POST", "/jobs/executions", Some(body)).await;
        answer.fails(400, "JobInvalid");
        assert!(answer.text.contains(told), "{}", answer.text);
    }
    let answer =
        works.own("POST", "/jobs/executions", Some(json!({"step_type": "custom.Sya"}))).await;
    answer.fails(404, "JobNotFound");
    assert!(answer.text.contains("custom.Sya (did you mean custom.Say?)"), "{}", answer.text);
    for (job, told) in [
        ("Quik", "job Quik (did you mean Quick?)"),
        ("custom.Say", "custom.Say (it is a step type)"),
    ] {
        let answer = works.own("POST", "/jobs/executions", Some(json!({ "job": job }))).await;
        answer.fails(404, "JobNotFound");
        assert!(answer.text.contains(told), "{}", answer.text);
    }
    let nobody = json!({"step_type": "custom.Nobody"});
    works.own("POST", "/jobs/executions", Some(nobody)).await.fails(404, "JobNotFound");
    let both = json!({"step_type": "custom.Say", "job": "Quick"});
    works.own("POST", "/jobs/executions", Some(both)).await.fails(400, "InvalidDocument");
    works.own("DELETE", "/jobs/executions/77", None).await.fails(404, "JobExecutionNotFound");
}

#[tokio::test]
async fn the_sample_exports_its_orders_and_products() {
    let options = SandboxOptions {
        accounts: accounts(),
        site: "Elsewhere".to_owned(),
        ..crate::testkit::patience::unhurried()
    };
    let works = Works::of(crate::data::stand::Stand::with(options).await);
    let ended = works.run("Export", json!({})).await;
    let told = super::stand::told(&ended);
    assert_eq!(told[0], "Orders Elsewhere NO_ORDERS Every order was exported before.");
    assert_eq!(told[1], "Products Elsewhere OK");
    let products = &ended["step_executions"][1];
    let count = |name: &str| products[name].as_u64().expect("a number");
    let all = count("item_write_count") + count("item_filter_count");
    assert_eq!(all, count("total_item_count"), "{products}");
    assert!(count("item_write_count") > 10, "{products}");
}
