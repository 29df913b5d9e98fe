//! Back-office users.

use super::clients::{PATHS, claims, post, refused};
use crate::data::stand::{Answer, Stand};
use haltscope::sandbox::BUILTIN_CLIENT;
use serde_json::json;

const GRANT: &str = "urn:demandware:params:oauth:grant-type:client-id:dwsid:dwsecuretoken";

async fn ask(stand: &Stand, client: &str, login: &str, passwords: &str) -> Answer {
    let path = format!("{}?client_id={client}", PATHS[1]);
    let request = post(stand, &path).basic_auth(login, Some(passwords));
    Answer::of(request.form(&[("grant_type", GRANT)])).await
}

#[tokio::test]
async fn a_users_token_lives_fifteen_minutes() {
    let stand = Stand::start().await;
    let document = ask(&stand, "reader", "editor", "green tea:p+s%:w/ö").await;
    refused(&document, 400, "unauthorized_client");
    let document = ask(&stand, "writer", "editor", "green tea:writer").await.ok(200);
    assert_eq!([&document["expires_in"], &document["token_type"]], [&json!(900), &json!("Bearer")]);
    let claims = claims(&document);
    assert_eq!([&claims["sub"], &claims["client_id"]], ["editor", "writer"]);
}

#[tokio::test]
async fn parameters_stand_in_query_or_form() {
    let stand = Stand::start().await;
    let passwords = format!("green tea:{BUILTIN_CLIENT}");
    let form = [("grant_type", GRANT), ("client_id", BUILTIN_CLIENT)];
    let request = post(&stand, PATHS[1]).basic_auth("editor", Some(&passwords)).form(&form);
    Answer::of(request).await.ok(200);
    let path = format!("{}?client_id={BUILTIN_CLIENT}&grant_type={GRANT}", PATHS[1]);
    let request = post(&stand, &path).basic_auth("editor", Some(&passwords));
    Answer::of(request).await.ok(200);
    let path = format!("{}?client_id={BUILTIN_CLIENT}", PATHS[1]);
    let request = post(&stand, &path).basic_auth("editor", Some(&passwords)).form(&form);
    refused(&Answer::of(request).await, 400, "invalid_request");
}

#[tokio::test]
async fn what_is_wrong_is_not_said() {
    let stand = Stand::start().await;
    let mut texts = std::collections::BTreeSet::new();
    for (client, login, passwords) in [
        (BUILTIN_CLIENT, "editor", format!("wrong:{BUILTIN_CLIENT}")),
        (BUILTIN_CLIENT, "editor", "green tea:wrong".into()),
        (BUILTIN_CLIENT, "nobody", format!("green tea:{BUILTIN_CLIENT}")),
        (BUILTIN_CLIENT, "Editor", format!("green tea:{BUILTIN_CLIENT}")),
        (BUILTIN_CLIENT, "editor", "green tea".into()),
        (BUILTIN_CLIENT, "editor", format!("k3y:{BUILTIN_CLIENT}")),
        ("unknown", "editor", format!("green tea:{BUILTIN_CLIENT}")),
    ] {
        let answer = ask(&stand, client, login, &passwords).await;
        refused(&answer, 400, "unauthorized_client");
        texts.insert(answer.text);
    }
    assert_eq!(texts.len(), 1);
}

#[tokio::test]
async fn the_grant_needs_its_endpoint_and_a_client() {
    let stand = Stand::start().await;
    let passwords = format!("green tea:{BUILTIN_CLIENT}");
    let path = format!("{}?client_id={BUILTIN_CLIENT}", PATHS[0]);
    let request = post(&stand, &path).basic_auth("editor", Some(&passwords));
    let answer = Answer::of(request.form(&[("grant_type", GRANT)])).await;
    refused(&answer, 400, "unsupported_grant_type");
    let request = post(&stand, PATHS[1]).basic_auth("editor", Some(&passwords));
    let answer = Answer::of(request.form(&[("grant_type", GRANT)])).await;
    refused(&answer, 400, "invalid_request");
}
