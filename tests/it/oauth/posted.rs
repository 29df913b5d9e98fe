//! Client ID and password in the form: what several OAuth libraries send unless told otherwise.

use super::clients::{GRANT, PATHS, post, refused};
use crate::data::stand::{Answer, Stand};
use haltscope::sandbox::BUILTIN_CLIENT;

const GRANTED: (&str, &str) = ("grant_type", "client_credentials");

#[tokio::test]
async fn a_client_may_send_id_and_secret_in_the_form() {
    let stand = Stand::start().await;
    for path in PATHS {
        for (id, secret) in [(BUILTIN_CLIENT, BUILTIN_CLIENT), ("reader", "p+s%:w/ö")] {
            let form = [GRANTED, ("client_id", id), ("client_secret", secret)];
            let answer = Answer::of(post(&stand, path).form(&form)).await;
            assert_eq!(answer.header("cache-control"), "no-store");
            assert_eq!(answer.ok(200)["token_type"], "Bearer");
        }
    }
}

#[tokio::test]
async fn a_wrong_secret_in_the_form_is_an_invalid_client() {
    let stand = Stand::start().await;
    for (id, secret) in [
        ("reader", "wrong"),
        // Decoded once, as forms are, and not once more as Basic logins may be.
        ("reader", "p%2Bs%25%3Aw%2F%C3%B6"),
        ("nobody-known", "p+s%:w/ö"),
        ("reader", ""),
    ] {
        let form = [GRANTED, ("client_id", id), ("client_secret", secret)];
        let answer = Answer::of(post(&stand, PATHS[0]).form(&form)).await.named(id);
        refused(&answer, 401, "invalid_client");
        assert_eq!(answer.json()["error_description"], "Client authentication failed");
    }
    let nameless = [GRANTED, ("client_secret", BUILTIN_CLIENT)];
    refused(&Answer::of(post(&stand, PATHS[0]).form(&nameless)).await, 400, "invalid_request");
}

/// RFC 6749, 2.3: not more than one method in a request.
#[tokio::test]
async fn two_ways_to_authenticate_are_an_invalid_request() {
    let stand = Stand::start().await;
    let basic = |path| post(&stand, path).basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
    let secret = ("client_secret", BUILTIN_CLIENT);
    let id = ("client_id", BUILTIN_CLIENT);
    let kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    let asserted = [("client_assertion_type", kind), ("client_assertion", "x.y.z")];
    let user = "urn:demandware:params:oauth:grant-type:client-id:dwsid:dwsecuretoken";
    for request in [
        basic(PATHS[0]).form(&[GRANTED, id, secret]),
        basic(PATHS[0]).form(&[GRANTED, secret]),
        post(&stand, PATHS[0]).form(&[GRANTED, id, secret, asserted[0], asserted[1]]),
        basic(PATHS[1]).form(&[("grant_type", user), id, secret]),
    ] {
        refused(&Answer::of(request).await, 400, "invalid_request");
    }
    // RFC 6749, 3.2: what has no value counts as left out, and an ID alone is no method.
    let empty = [GRANTED, id, ("client_secret", "")];
    Answer::of(basic(PATHS[0]).form(&empty)).await.ok(200);
}

#[tokio::test]
async fn a_secret_in_the_query_proves_nothing() {
    let stand = Stand::start().await;
    let path = format!("{}?client_id={BUILTIN_CLIENT}&client_secret={BUILTIN_CLIENT}", PATHS[0]);
    refused(&Answer::of(post(&stand, &path).form(GRANT)).await, 401, "invalid_client");
}
