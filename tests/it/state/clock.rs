//! Turning the clock, and what follows it.

use super::{each, stand::visitor};
use serde_json::json;

#[tokio::test]
async fn scripts_tell_the_time_of_the_sandbox() {
    each(async |shop| {
        let frozen = json!({"frozen": true, "now": "2030-12-24T18:00:00.250+01:00"});
        let shown = json!({"now": "2030-12-24T17:00:00.250Z", "frozen": true});
        assert_eq!(shop.own("PUT", "/clock", Some(frozen)).await.ok(200), shown);
        let time = "2030-12-24T17:00:00.250Z";
        assert_eq!(shop.visit("Time").await, [time; 3].join(" "));
        assert_eq!(shop.own("GET", "/health", None).await.ok(200)["clock"], "frozen");
        let advanced = shop.own("POST", "/clock/advance", Some(json!({"seconds": 0.75}))).await;
        assert_eq!(advanced.ok(200), json!({"now": "2030-12-24T17:00:01.000Z", "frozen": true}));
        assert_eq!(
            shop.own("GET", "/clock", None).await.ok(200)["now"],
            "2030-12-24T17:00:01.000Z"
        );
        let going = shop.own("PUT", "/clock", Some(json!({"frozen": false}))).await.ok(200);
        assert_eq!(going["frozen"], false);
        assert!(shop.visit("Time").await.starts_with("2030-12-24T17:"), "it goes on from there");
        assert_eq!(shop.own("GET", "/health", None).await.ok(200)["clock"], "shifted");
        shop.own("DELETE", "/clock", None).await.ok(204);
        let now = jiff::Timestamp::now().as_second();
        let told = shop.own("GET", "/clock", None).await.ok(200)["now"].clone();
        let told: jiff::Timestamp = told.as_str().expect("text").parse().expect("a time");
        assert!((told.as_second() - now).abs() < 600, "as the machine's");
    })
    .await;
}

#[tokio::test]
async fn tokens_sessions_and_dates_of_content_follow() {
    each(async |shop| {
        shop.leave("a").await;
        assert_eq!(shop.seen().await["visits"], 1);
        assert!(shop.token_is_good().await);
        shop.own("POST", "/clock/advance", Some(json!({"seconds": 29 * 60}))).await.ok(200);
        assert_eq!(shop.visit("Show").await.find("\"visits\":1"), Some(1), "used lately");
        shop.own("POST", "/clock/advance", Some(json!({"seconds": 31 * 60}))).await.ok(200);
        assert!(!shop.token_is_good().await, "its lifetime is over");
        assert_eq!(shop.visit("Show").await.find("\"visits\":0"), Some(1), "the session is new");
        let far = json!({"frozen": true, "now": "2040-01-01T00:00:00Z"});
        shop.own("PUT", "/clock", Some(far)).await.ok(200);
        let token = shop
            .stand
            .client_token(haltscope::sandbox::BUILTIN_CLIENT, haltscope::sandbox::BUILTIN_CLIENT);
        let path = format!("{}/libraries/SharedLibrary/content/late", crate::data::stand::BASE);
        let url = format!("{}{path}", shop.stand.origin());
        let put = shop.stand.http.put(url).bearer_auth(token.await).body("{}");
        let put = put.header("content-type", "application/json");
        let created = crate::data::stand::Answer::of(put).await.ok(201);
        assert_eq!(created["creation_date"], "2040-01-01T00:00:00.000Z");
        shop.own("DELETE", "/clock", None).await.ok(204);
        assert!(shop.token_is_good().await, "its time has come again");
    })
    .await;
}

#[tokio::test]
async fn a_halt_lasts_by_the_machines_time() {
    each(async |shop| {
        shop.debugger("POST", "/client", None).await.ok(204);
        let script = "/app_state/cartridge/controllers/State.js";
        let breakpoint = json!({"script_path": script, "line_number": super::stand::line("left")});
        let breakpoints = json!({"breakpoints": [breakpoint]});
        shop.debugger("POST", "/breakpoints", Some(breakpoints)).await.ok(200);
        let page = tokio::spawn(shop.page("Leave").send());
        let halted = super::snapshots::halted(&shop).await;
        let year = json!({"seconds": 365 * 86_400});
        shop.own("POST", "/clock/advance", Some(year)).await.ok(200);
        let path = format!("/threads/{halted}");
        assert_eq!(shop.debugger("GET", &path, None).await.ok(200)["status"], "halted");
        let eval = format!("{path}/frames/0/eval?expr=new%20Date().getFullYear()");
        let year = jiff::Zoned::now().year() + 1;
        let told = shop.debugger("GET", &eval, None).await.ok(200)["result"].clone();
        assert_eq!(told, year.to_string(), "a script that is halted sees the new time");
        shop.debugger("POST", &format!("{path}/resume"), None).await.ok(200);
        let page = page.await.expect("it ends").expect("an answer");
        assert_eq!(page.status(), 200);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_time_is_refused_and_changes_nothing() {
    each(async |shop| {
        let frozen = json!({"frozen": true, "now": "2030-01-01T00:00:00Z"});
        let before = shop.own("PUT", "/clock", Some(frozen)).await.ok(200);
        for (body, kind) in [
            (json!({}), "InvalidDocument"),
            (json!({"frozen": "yes"}), "InvalidDocument"),
            (json!({"frozen": true, "time": 1}), "InvalidDocument"),
            (json!({"frozen": false, "now": "tomorrow"}), "ValueConstraintViolation"),
            (json!({"frozen": false, "now": "1969-12-31T23:59:59Z"}), "ValueConstraintViolation"),
            (json!([]), "InvalidDocument"),
        ] {
            shop.own("PUT", "/clock", Some(body)).await.fails(400, kind);
        }
        for (body, kind) in [
            (json!({}), "InvalidDocument"),
            (json!({"seconds": "60"}), "InvalidDocument"),
            (json!({"seconds": 1e300}), "ValueConstraintViolation"),
            (json!({"seconds": -1e12}), "ValueConstraintViolation"),
        ] {
            shop.own("POST", "/clock/advance", Some(body)).await.fails(400, kind);
        }
        shop.own("POST", "/clock", None).await.fails(405, "MethodNotAllowed");
        shop.own("GET", "/clock/advance", None).await.fails(405, "MethodNotAllowed");
        assert_eq!(shop.own("GET", "/clock", None).await.ok(200), before);
        let url = format!("{}/-/sandbox/clock", shop.stand.plain_origin());
        let stranger = crate::data::stand::Answer::of(visitor().get(url)).await;
        stranger.fails(401, "NotAuthorized");
    })
    .await;
}
