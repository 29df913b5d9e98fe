//! Steps one after the other, with what they get and leave.

use super::stand::{Works, job, step, told};
use serde_json::{Value, json};

const SITE: &[&str] = &["Storefront"];

#[tokio::test]
async fn a_step_gets_its_parameters_by_their_types_and_leaves_simple_values_to_the_next() {
    let parameters = "<parameters><parameter name=\"Text\">of the job</parameter></parameters>";
    let first = "<step step-id=\"First\" type=\"custom.Say\"><parameters>\
                 <parameter name=\"Text\" job-parameter-ref=\"Text\"/>\
                 <parameter name=\"Is\">TRUE</parameter><parameter name=\"Day\">2026-11-27</parameter>\
                 <parameter name=\"Undeclared\">1</parameter></parameters></step>";
    let second = step("Second", "custom.Say", &[("Text", " two "), ("Count", "7")], "");
    let last = "</flow><flow><context site-id=\"Sites\"/><step step-id=\"Last\" type=\"custom.Remember\"/>";
    let flow = format!("<flow><context site-id=\"Storefront\"/>{first}{second}{last}</flow>");
    let works = Works::start(&format!("<job job-id=\"Talk\">{parameters}{flow}</job>")).await;
    let execution = works.run("Talk", json!({})).await;
    let said = |step: usize| -> Value {
        let message = &execution["step_executions"][step]["exit_status"]["message"];
        serde_json::from_str(message.as_str().expect("a message")).expect("JSON")
    };
    let ids = |step: &str| [json!(step), json!("custom.Say"), json!("Talk"), json!(true)];
    let first = [
        "of the job".into(),
        3.into(),
        true.into(),
        json!("2026-11-27T00:00:00.000Z"),
        true.into(),
        true.into(),
    ];
    let here = ["Storefront".into(), Value::Null];
    assert_eq!(said(0), json!([first.to_vec(), ids("First").to_vec(), here.to_vec()].concat()));
    let second = ["two".into(), 7.into(), Value::Null, Value::Null, false.into(), true.into()];
    let here = ["Storefront".into(), json!("of the job")];
    assert_eq!(said(1), json!([second.to_vec(), ids("Second").to_vec(), here.to_vec()].concat()));
    assert_eq!(told(&execution)[2], "Last Organization OK Sites-Site 1970-01-01T00:00:00.000Z");
    assert_eq!(execution["step_executions"][0]["status"], "SAID");
    assert_eq!(execution["execution_scopes"], json!(["Organization", "Storefront"]));
    let parameters = json!({"parameters": [{"name": "Text", "value": "of today"}]});
    let execution = works.run("Talk", parameters.clone()).await;
    assert!(told(&execution)[0].contains("of today"), "{execution}");
    assert_eq!(execution["parameters"], parameters["parameters"]);
}

#[tokio::test]
async fn what_a_step_can_not_be_called_with_is_its_error() {
    let bad = |id: &str, parameters: &[(&str, &str)]| {
        step(id, "custom.Say", parameters, "<on-exit status=\"ERROR\"><continue/></on-exit>")
    };
    let goes_on = |id: &str, type_id: &str| {
        step(id, type_id, &[], "<on-exit status=\"*\"><continue/></on-exit>")
    };
    let steps = [
        bad("Missing", &[]),
        bad("Wrong", &[("Text", "a"), ("Count", "many")]),
        bad("Pattern", &[("Text", "a"), ("Word", "a1")]),
        goes_on("Function", "custom.Nothing"),
        goes_on("Unknown", "custom.Unknown"),
        goes_on("System", "ExportABTests"),
        goes_on("Import", "ImportCatalog"),
        goes_on("Scope", "custom.Remember"),
        goes_on("Index", "SearchReindex"),
    ];
    let works = Works::start(&job("Bad", SITE, &steps.concat())).await;
    let execution = works.run("Bad", json!({})).await;
    assert_eq!(
        told(&execution),
        [
            "Missing Storefront ERROR the parameter Text is missing",
            "Wrong Storefront ERROR the parameter Count is \"many\", which is no long",
            "Pattern Storefront ERROR Error: the parameter Word is \"a1\", which isn't written as [a-z]+",
            "Function Storefront ERROR Error: int_jobs/cartridge/scripts/steps.js exports no function nobody",
            "Unknown Storefront ERROR no cartridge's steptypes.json has the type custom.Unknown",
            "System Storefront ERROR the step type ExportABTests is not emulated by the sandbox",
            "Import Storefront ERROR the step type ImportCatalog isn't for sites",
            "Scope Storefront ERROR the step type custom.Remember isn't for sites",
            "Index Storefront OK Searches of the sandbox need no index.",
        ]
    );
}

#[tokio::test]
async fn codes_and_rules_say_what_comes_next() {
    let answer =
        |id: &str, code: &str, rules: &str| step(id, "custom.Answer", &[("Code", code)], rules);
    let rule = |status: &str, then: &str| format!("<on-exit status=\"{status}\">{then}</on-exit>");
    let plain = [
        answer("One", "", ""),
        answer("Two", "NO_DATA", ""),
        answer("Three", "ERROR", ""),
        answer("Four", "", ""),
    ];
    let ruled = [
        answer("One", "throw", &rule("ERROR", "<continue next-step=\"Three\"/>")),
        answer("Two", "", ""),
        answer("Three", "SKIPPED", &rule("OK, SKIPPED", "<stop-flow/>")),
        answer("Four", "", ""),
    ];
    let stopped = [answer("One", "DONE", &rule("DONE", "<stop-job/>")), answer("Two", "", "")];
    let lost = [answer("One", "", &rule("*", "<continue next-step=\"Nowhere\"/>"))];
    let then = "</flow><flow><context site-id=\"Storefront\"/><step step-id=\"Then\" type=\"custom.Answer\"/>";
    let jobs = [
        job("Plain", SITE, &plain.concat()),
        job("Ruled", SITE, &(ruled.concat() + then)),
        job("Stopped", SITE, &(stopped.concat() + then)),
        job("Lost", SITE, &lost.concat()),
    ];
    let works = Works::start(&jobs.concat()).await;
    let run = async |id: &str| {
        let execution = works.run(id, json!({})).await;
        (
            told(&execution).join("; "),
            execution["exit_status"].clone(),
            execution["execution_status"].clone(),
        )
    };
    let (steps, exit, _) = run("Plain").await;
    assert_eq!(steps, "One Storefront OK; Two Storefront NO_DATA; Three Storefront ERROR as asked");
    assert_eq!(exit, json!({"code": "ERROR", "status": "error", "message": "as asked"}));
    let (steps, exit, _) = run("Ruled").await;
    assert_eq!(
        steps,
        "One Storefront ERROR TypeError: no order; Three Storefront SKIPPED; Then Storefront OK"
    );
    assert_eq!(exit, json!({"code": "OK", "status": "ok"}));
    let (steps, exit, state) = run("Stopped").await;
    assert_eq!((steps.as_str(), state), ("One Storefront DONE", json!("finished")));
    assert_eq!(exit, json!({"code": "DONE", "status": "ok"}));
    let (_, exit, state) = run("Lost").await;
    assert_eq!(state, "aborted");
    let lost = "a rule of One leads to the step Nowhere, which isn't there";
    assert_eq!(exit["message"], lost);
}

#[tokio::test]
async fn an_error_tells_its_place_and_leaves_what_was_committed() {
    let goes_on = "<on-exit status=\"ERROR\"><continue/></on-exit>";
    let steps = [
        step("Half", "custom.Half", &[], goes_on),
        step("Notes", "custom.Notes", &[], ""),
        step("Whole", "custom.Whole", &[], goes_on),
        step("Still", "custom.Notes", &[], ""),
    ];
    let works = Works::start(&job("Halves", SITE, &steps.concat())).await;
    let execution = works.run("Halves", json!({})).await;
    assert_eq!(
        told(&execution),
        [
            "Half Storefront ERROR Error: halfway",
            "Notes Storefront OK 1",
            "Whole Storefront ERROR Error: halfway",
            "Still Storefront OK 1",
        ]
    );
    let message = &execution["step_executions"][0]["exit_status"]["message"];
    let message = message.as_str().expect("a message");
    assert!(message.contains("/int_jobs/cartridge/scripts/steps.js:"), "{message}");
    assert!(!message.contains("storefront/step"), "{message}");
}

#[tokio::test]
async fn preferences_that_a_step_sets_are_kept_for_all_sites_and_for_each() {
    let prefer = step("Prefer", "custom.Prefer", &[], "");
    let works = Works::start(&job("Prefer", &["Storefront", "Second", "Sites"], &prefer)).await;
    let execution = works.run("Prefer", json!({})).await;
    let begin = |site: &str| format!("Prefer {site} OK");
    assert_eq!(
        told(&execution),
        [
            format!("{}   Second=null Storefront=1", begin("Storefront")),
            format!("{}  1 Second=1 Storefront=1", begin("Second")),
            format!("{}  2 Second=1 Storefront=1", begin("Organization")),
        ]
    );
    works.own("POST", "/reset", None).await.ok(200);
    let execution = works.run("Prefer", json!({})).await;
    assert_eq!(told(&execution)[0], "Prefer Storefront OK   Second=null Storefront=1");
}

#[tokio::test]
async fn nobody_visits_a_step() {
    let script = "JSON.stringify([session.customer, customer, request.session.getCustomer(), session.customerAuthenticated, \
                  require('dw/campaign/PromotionMgr').activeCustomerPromotions.promotions.length > 0])";
    let look = step("Look", "custom.Look", &[("Script", script)], "");
    let flow = format!("<flow><context site-id=\"Storefront\"/>{look}</flow>");
    let works = Works::start(&format!("<job job-id=\"Look\">{flow}</job>")).await;
    let execution = works.run("Look", json!({})).await;
    assert_eq!(told(&execution), ["Look Storefront OK [null,null,null,false,true]"]);
}

#[tokio::test]
async fn chunks_are_read_worked_on_and_written() {
    let chunks = |bad: &str| {
        let goes_on = "<on-exit status=\"ERROR\"><continue/></on-exit>";
        let parameters: &[(&str, &str)] = if bad.is_empty() { &[] } else { &[("Bad", bad)] };
        let said = step("Said", "custom.Say", &[("Text", "x")], "");
        let notes = step("Notes", "custom.Notes", &[], "");
        [step("Chunks", "custom.Chunks", parameters, goes_on), said, notes].concat()
    };
    let works =
        Works::start(&[job("Bad", SITE, &chunks("5")), job("Good", SITE, &chunks(""))].concat())
            .await;
    let execution = works.run("Bad", json!({})).await;
    let told = told(&execution);
    assert_eq!(told[0], "Chunks Storefront ERROR Error: number 5");
    assert!(told[1].contains("begin(1 3)(!failed"), "{}", told[1]);
    assert_eq!(told[2], "Notes Storefront OK 3", "the chunk before it stays");
    works.own("POST", "/reset", None).await.ok(200);
    let execution = works.run("Good", json!({})).await;
    let told = super::stand::told(&execution);
    assert_eq!(told[0], "Chunks Storefront OK");
    assert!(told[1].contains("begin(1 3)(5)(7)done"), "{}", told[1]);
    let chunks = &execution["step_executions"][0];
    let counts = [
        "is_chunk_oriented",
        "chunk_size",
        "item_write_count",
        "item_filter_count",
        "total_item_count",
    ];
    assert_eq!(
        counts.map(|name| chunks[name].clone()),
        [json!(true), 3.into(), 4.into(), 4.into(), 8.into()]
    );
}

#[tokio::test]
async fn flows_run_for_their_sites_and_cartridges_aside_count() {
    let aside = step("Aside", "custom.Aside", &[], "");
    let where_it_is = step("Said", "custom.Say", &[("Text", "x")], "");
    let script = step(
        "Script",
        "ExecuteScriptModule",
        &[
            ("ExecuteScriptModule.Module", "int_jobs/cartridge/scripts/steps.js"),
            ("ExecuteScriptModule.FunctionName", "answer"),
            ("Code", "BY_MODULE"),
        ],
        "",
    );
    let included = step("In", "IncludeStepsFromJob", &[("JobID", "Aside")], "");
    let split = format!(
        "<job job-id=\"Split\"><split sequential=\"false\">\
         <flow><context site-id=\"Storefront\"/><template-ref template-id=\"t\"/></flow>\
         <flow><context site-id=\"Second\"/><template-ref template-id=\"t\"/></flow>\
         <flow-template template-id=\"t\">{where_it_is}</flow-template></split></job>"
    );
    let everywhere = format!(
        "<job job-id=\"Everywhere\">\
         <split sequential=\"true\"><contexts template-ref=\"t\"><all-storefront-sites/></contexts>\
         <flow-template template-id=\"t\">{where_it_is}</flow-template></split>\
         <split sequential=\"true\"><contexts template-ref=\"u\"><context site-id=\"Second\"/></contexts>\
         <flow-template template-id=\"u\">{script}</flow-template></split></job>"
    );
    let jobs = [
        job("Aside", SITE, &(aside + &script)),
        job("Sites", &["Storefront", "Elsewhere"], &where_it_is),
        job("Included", &["Sites"], &included),
        split,
        everywhere,
    ];
    let works = Works::start(&jobs.concat()).await;
    let execution = works.run("Aside", json!({})).await;
    assert_eq!(told(&execution), ["Aside Storefront ASIDE", "Script Storefront BY_MODULE"]);
    let execution = works.run("Included", json!({})).await;
    assert_eq!(told(&execution), ["Aside Organization ASIDE", "Script Organization BY_MODULE"]);
    assert_eq!(execution["step_executions"][0]["include_steps_from_job_id"], "Aside");
    let execution = works.run("Sites", json!({})).await;
    let elsewhere = "Said Elsewhere ERROR there is no site Elsewhere; there are Storefront, Second: name those that are meant with --sites";
    assert_eq!(told(&execution)[1], elsewhere);
    let scope =
        json!({"parameters": [{"name": "SiteScope", "value": "{\"named_sites\":[\"Second\"]}"}]});
    let execution = works.run("Sites", scope).await;
    assert_eq!(execution["execution_scopes"], json!(["Second"]));
    assert!(told(&execution)[0].contains("\"Second\""), "{execution}");
    let execution = works.run("Split", json!({})).await;
    assert_eq!(execution["execution_scopes"], json!(["Second", "Storefront"]));
    assert_eq!(execution["exit_status"]["code"], "SAID");
    let execution = works.run("Everywhere", json!({})).await;
    let ran: Vec<String> =
        told(&execution).iter().map(|it| it[..it.len().min(12)].into()).collect();
    assert_eq!(ran, ["Said Storefr", "Said Second ", "Script Secon"]);
}

#[tokio::test]
async fn a_parameter_without_a_value_is_null_and_not_in_the_map() {
    let script = "[parameters.Other === null, 'Other' in parameters, parameters.containsKey('Other'), \
                  parameters.Other = 2, parameters.Other, typeof parameters.then].join(' ')";
    let look = step("Look", "custom.Look", &[("Script", script)], "");
    let works = Works::start(&job("Unset", SITE, &look)).await;
    let execution = works.run("Unset", json!({})).await;
    assert_eq!(told(&execution), ["Look Storefront OK true false false 2 2 undefined"]);
}
