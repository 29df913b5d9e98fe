//! What scripts answer, and what comes of those that can't.

use super::stand::{Apis, check_problem};
use crate::{data::stand::Answer, testkit::patience::unhurried};
use haltscope::sandbox::{Clock, SandboxOptions, storefront::EndpointTimes};
use serde_json::json;
use std::time::Duration;

const CUSTOM: &str =
    "https://api.commercecloud.salesforce.com/documentation/error/v1/custom-errors";

async fn answer(apis: &Apis, token: &str, kind: &str) -> Answer {
    apis.get(&format!("/answers/{kind}?siteId=Storefront"), token).await
}

#[tokio::test]
async fn successes_are_json_and_errors_are_problems() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    let (json_type, problem_type) = ("application/json;charset=UTF-8", "application/problem+json");
    for (kind, status, content_type, body) in [
        ("plain", 200, json_type, json!({"hello": "wörld"})),
        ("later", 200, json_type, json!({"later": true})),
        ("inferred", 409, problem_type, json!({"type": format!("{CUSTOM}/conflict")})),
        ("strange", 418, problem_type, json!({"type": "about:blank"})),
        ("absolute", 400, problem_type, json!({"type": "https://shop.test/e", "title": "Title"})),
        (
            "full",
            404,
            problem_type,
            json!({"type": format!("{CUSTOM}/thing-not-found"), "detail": "No such thing.", "c_foo": "bar", "c_list": [1]}),
        ),
    ] {
        let answer = answer(&apis, &token, kind).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (status, content_type),
            "{kind}"
        );
        assert_eq!(answer.json(), body, "{kind}");
    }
    let empty = answer(&apis, &token, "empty").await;
    assert_eq!((empty.status, empty.text.as_str()), (204, ""));
    let nothing = answer(&apis, &token, "nothing").await;
    assert_eq!((nothing.status, nothing.text.as_str()), (200, ""));
    let headers = answer(&apis, &token, "headers").await;
    assert_eq!(headers.header("expires"), "Tue, 01 Jan 2030 00:00:00 GMT");
    assert_eq!((headers.header("vary"), headers.header("x-own")), ("price_promotion", "yes"));
    let head = apis.ask("HEAD", "custom/things/v1", "/answers/plain?siteId=Storefront", &token);
    let head = Answer::of(head).await;
    assert_eq!((head.status, head.text.as_str()), (200, ""));
}

#[tokio::test]
async fn what_the_platform_does_not_make_throws() {
    let apis = Apis::start().await;
    let told = answer(&apis, &apis.guest().await, "illegal").await.ok(200);
    let argument = "IllegalArgumentException";
    assert_eq!(told, json!([argument, argument, argument, argument, argument, "fine"]));
}

#[tokio::test]
async fn a_script_that_fails_is_an_internal_error_whose_header_says_which() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    for (kind, error) in [("thrown", "TypeError: no thing"), ("twice", "IllegalStateException")] {
        let failed = answer(&apis, &token, kind).await;
        check_problem(&failed, 500, "internal-server-error", "could not be processed", error);
        assert!(failed.header("x-script-error").contains(error), "{kind}");
        assert!(failed.header("x-script-error").contains("answers.js:"), "{kind}");
    }
}

#[tokio::test]
async fn answers_include_others() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    let hello = json!({"hello": "wörld"});
    let text = "/custom/things/v1/organizations/f_ecom_zzxy_prd/answers/plain?siteId=Storefront";
    let included = json!({"a": hello, "all": [{}, {}], "text": text});
    assert_eq!(answer(&apis, &token, "included").await.ok(200), included);
    let nested = answer(&apis, &token, "nested").await.ok(200);
    assert_eq!(nested, json!({"inner": included}));
    assert_eq!(answer(&apis, &token, "hollow").await.ok(200), json!({"inner": {}}));
    for (kind, reason) in [
        ("broken", "is answered with 400"),
        ("endless", "nested too deep"),
        ("outside", "leads to no custom API"),
        ("wide", "is one of more than 250"),
        ("abroad", "leads to another site"),
        ("above", "leads to another site"),
    ] {
        let broken = answer(&apis, &token, kind).await;
        check_problem(&broken, 500, "internal-server-error", "could not be processed", reason);
    }
}

#[tokio::test]
async fn an_endpoint_that_keeps_failing_is_not_called_for_a_while() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    for _ in 0..51 {
        assert_eq!(answer(&apis, &token, "thrown").await.status, 500);
    }
    let spared = answer(&apis, &token, "plain").await;
    let kind = "custom-api-circuit-breaker-error";
    check_problem(&spared, 503, kind, "kept failing", "");
    assert!(spared.header("retry-after").parse::<u64>().is_ok_and(|it| (1..=60).contains(&it)));
    apis.get("/things?siteId=Storefront", &token).await.ok(200);
}

#[tokio::test]
async fn an_answer_that_cannot_be_put_together_is_a_failure_too() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    for _ in 0..51 {
        assert_eq!(answer(&apis, &token, "outside").await.status, 500);
    }
    assert_eq!(answer(&apis, &token, "plain").await.status, 503);
}

#[tokio::test]
async fn an_endpoint_has_its_time() {
    let times = EndpointTimes::default();
    assert_eq!((times.shopper, times.admin), (Duration::from_secs(10), Duration::from_mins(1)));
    let endpoint_times = EndpointTimes { shopper: Duration::from_secs(1), ..times };
    let apis = Apis::with(SandboxOptions { endpoint_times, ..unhurried() }).await;
    let late = answer(&apis, &apis.guest().await, "forever").await;
    check_problem(&late, 504, "gateway-timeout", "took too long", "");
    assert!(late.header("x-script-error").contains("than 1 s"), "{late:?}");
}

#[tokio::test]
async fn the_journal_tells_of_requests_and_why_they_were_refused() {
    let options = SandboxOptions { clock: Clock::system(), ..unhurried() };
    let apis = Apis::with(options).await;
    let token = apis.guest().await;
    apis.get("/things?siteId=Storefront", &token).await.ok(200);
    apis.get("/other?siteId=Storefront", &token).await;
    let journal = apis.http.get(apis.url("/-/sandbox/journal"));
    let journal = Answer::of(journal.basic_auth("admin", Some("haltscope-demo"))).await.ok(200);
    let entries = journal["entries"].as_array().expect("entries");
    let [_, fine, refused] = entries.as_slice() else { panic!("{journal}") };
    assert_eq!(fine["ran"][0]["kind"], "endpoint");
    let name = "GET /custom/things/v1/organizations/{organizationId}/things";
    assert_eq!(fine["ran"][0]["name"], name);
    assert_eq!(refused["refused"]["type"], "ResourceNotFoundException");
    let message = refused["refused"]["message"].as_str().expect("a reason");
    assert!(message.contains("no path that is like /other"), "{message}");
}
