//! Who may do what: tokens, permissions, HTTPS, origins.

use super::stand::{Answer, BASE, LIBRARY, Stand, accounts};
use haltscope::sandbox::{Clock, PlainHttp, SandboxOptions};
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

const ASSET: &str = "/libraries/SharedLibrary/content/a";

#[tokio::test]
async fn a_token_is_demanded_and_checked() {
    let stand = Stand::start().await;
    let url = format!("{}{BASE}{ASSET}", stand.origin());
    let with = |value: &str| stand.http.get(&url).header("authorization", value.to_owned());
    let answer = Answer::of(stand.http.get(&url)).await;
    answer.fault(401, "AuthorizationHeaderMissing", json!({}));
    assert!(answer.header("www-authenticate").starts_with("Bearer"));
    for value in ["Basic YTpi", "Bearer", "token", ""] {
        Answer::of(with(value)).await.fault(401, "InvalidAuthorizationHeader", json!({}));
    }
    let twice = with("Bearer a").header("authorization", "Bearer b");
    Answer::of(twice).await.fails(401, "InvalidAuthorizationHeader");
    let masked = json!({"accessToken": "abcdef…"});
    Answer::of(with("Bearer abcdefghij")).await.fault(401, "InvalidAccessToken", masked);
    stand.asset("a").await;
    Answer::of(with(&format!("bearer {}", stand.token))).await.ok(200);
}

#[tokio::test]
async fn tokens_end_with_their_lifetime() {
    let passed = Arc::new(AtomicU64::new(0));
    let (turned, start) = (Arc::clone(&passed), SystemTime::now());
    let clock = Clock::new(move || start + Duration::from_secs(turned.load(Ordering::Relaxed)));
    let options = SandboxOptions { accounts: accounts(), clock, ..SandboxOptions::on_free_ports() };
    let stand = Stand::with(options).await;
    stand.asset("a").await;
    let user = stand.user_token("editor", "green tea").await;
    let status =
        async |token: &str| Answer::of(stand.ask("GET", ASSET).headers(bearer(token))).await.status;
    for (seconds, of_client, of_user) in
        [(899, 200, 200), (901, 200, 401), (1799, 200, 401), (1801, 401, 401)]
    {
        passed.store(seconds, Ordering::Relaxed);
        assert_eq!(status(&stand.token).await, of_client, "client after {seconds} s");
        assert_eq!(status(&user).await, of_user, "user after {seconds} s");
    }
}

fn bearer(token: &str) -> reqwest::header::HeaderMap {
    let value = format!("Bearer {token}").parse().expect("a header value");
    reqwest::header::HeaderMap::from_iter([(reqwest::header::AUTHORIZATION, value)])
}

#[tokio::test]
async fn a_named_client_must_be_the_tokens() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let own = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    stand.get(&format!("{ASSET}?client_id={own}")).await;
    Answer::of(stand.ask("GET", ASSET).header("x-dw-client-id", own)).await.ok(200);
    let other = stand.send("GET", &format!("{ASSET}?client_id=reader")).await;
    other.fault(400, "InvalidClientId", json!({"clientId": "reader"}));
    let other = Answer::of(stand.ask("GET", ASSET).header("x-dw-client-id", "reader")).await;
    other.fault(400, "InvalidClientId", json!({"clientId": "reader"}));
}

#[tokio::test]
async fn nothing_is_permitted_unless_it_is_said() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let reader = stand.client_token("reader", "p+s%:w/ö").await;
    let nobody = stand.client_token("nobody", "nobody").await;
    for (token, verb, path, permitted) in [
        (&nobody, "GET", ASSET.to_owned(), false),
        (&reader, "GET", ASSET.to_owned(), true),
        (&reader, "HEAD", ASSET.to_owned(), true),
        (&reader, "PUT", ASSET.to_owned(), false),
        (&reader, "DELETE", ASSET.to_owned(), false),
        (&reader, "GET", format!("{ASSET}/folders"), false),
        (&reader, "GET", format!("{LIBRARY}/folders/root"), false),
    ] {
        let answer = Answer::of(stand.ask(verb, &path).headers(bearer(token))).await;
        if permitted {
            assert!(answer.status < 300, "{verb} {path}: {}", answer.text);
        } else {
            answer.fault(403, "ClientAccessForbidden", json!({"method": verb, "path": path}));
        }
    }
}

#[tokio::test]
async fn a_users_token_needs_the_users_rights_too() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let editor = stand.user_token("editor", "green tea").await;
    Answer::of(stand.ask("GET", ASSET).headers(bearer(&editor))).await.ok(200);
    let guest = stand.user_token("guest", "guest").await;
    let answer = Answer::of(stand.ask("GET", ASSET).headers(bearer(&guest))).await;
    answer.fault(403, "UserAccessForbidden", json!({"method": "GET", "path": ASSET}));
}

#[tokio::test]
async fn attributes_are_read_and_written_as_permitted() {
    let stand = Stand::start().await;
    let body = json!({"name": {"default": "A", "de": "B"}, "online": {"default": true, "de": false}, "template": "t"});
    stand.put(ASSET, body).await.ok(201);
    let reader = bearer(&stand.client_token("reader", "p+s%:w/ö").await);
    let read = Answer::of(stand.ask("GET", ASSET).headers(reader)).await.ok(200);
    let names: Vec<_> = read.as_object().expect("an object").keys().collect();
    assert_eq!(names, ["_resource_state", "_type", "_v", "id", "name", "online"]);
    assert_eq!(read["online"], json!({"default": true}));

    let writer = bearer(&stand.client_token("writer", "writer").await);
    let put = async |body| {
        let path = format!("{LIBRARY}/content/b");
        Answer::of(stand.ask("PUT", &path).headers(writer.clone()).json(&body)).await
    };
    for (body, property) in [
        (json!({"template": "x"}), "template"),
        (json!({"template": null}), "template"),
        (json!({"name": {"default": "A", "de": "B"}}), "name.de"),
    ] {
        let arguments = json!({"property": property, "document": "content_asset"});
        put(body).await.fault(400, "PropertyNotPermitted", arguments);
    }
    put(json!({"id": "b", "name": {"default": "A"}, "c_x": 1})).await.ok(201);
}

#[tokio::test]
async fn assets_need_https_where_the_specification_says_so() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let plain = async |verb: &str, path: &str| {
        let verb = reqwest::Method::from_bytes(verb.as_bytes()).expect("a method");
        let url = format!("{}{BASE}{path}", stand.plain_origin());
        Answer::of(stand.http.request(verb, url).bearer_auth(&stand.token)).await
    };
    for verb in ["GET", "PUT", "DELETE"] {
        plain(verb, ASSET).await.fault(403, "SecureCommunicationRequired", json!({}));
    }
    assert_eq!(plain("HEAD", ASSET).await.status, 403);
    plain("PATCH", ASSET).await.fails(409, "IfMatchRequired");
    let folder = plain("GET", &format!("{LIBRARY}/folders/root")).await.ok(200);
    assert!(folder["link"].as_str().expect("a link").starts_with(&stand.plain_origin()));
}

#[tokio::test]
async fn the_settings_may_lift_it() {
    let options =
        SandboxOptions { plain_http: PlainHttp::Allowed, ..SandboxOptions::on_free_ports() };
    let stand = Stand::with(options).await;
    stand.asset("a").await;
    let url = format!("{}{BASE}{ASSET}", stand.plain_origin());
    Answer::of(stand.http.get(url).bearer_auth(&stand.token)).await.ok(200);
}

#[tokio::test]
async fn only_pages_of_allowed_origins_may_ask() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let (allowed, foreign) = ("https://app.shop.test", "https://evil.test");
    let writer = bearer(&stand.client_token("writer", "writer").await);
    let get = |origin: &str| stand.ask("GET", ASSET).header("origin", origin.to_owned());
    let answer = Answer::of(get(allowed).headers(writer.clone())).await;
    assert_eq!(answer.header("access-control-allow-origin"), allowed);
    assert_eq!(answer.header("vary"), "Origin");
    answer.ok(200);
    for (origin, answer) in [
        (foreign, Answer::of(get(foreign).headers(writer)).await),
        ("null", Answer::of(get("null")).await),
    ] {
        answer.fault(401, "UnauthorizedOrigin", json!({"origin": origin}));
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
    Answer::of(get(allowed)).await.fails(401, "UnauthorizedOrigin");
    Answer::of(get(&stand.origin())).await.ok(200);

    let url = format!("{}{BASE}{ASSET}", stand.origin());
    let preflight = stand.http.request(reqwest::Method::OPTIONS, url);
    let preflight = preflight.header("origin", allowed);
    let preflight = preflight.header("access-control-request-method", "PATCH");
    let asked = preflight.header("access-control-request-headers", "authorization,if-match");
    let answer = Answer::of(asked).await;
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("access-control-allow-headers"), "authorization,if-match");
    assert!(answer.header("access-control-allow-methods").contains("PATCH"));
}
