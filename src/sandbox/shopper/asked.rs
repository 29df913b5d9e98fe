//! What clients say when they ask for codes and tokens.

use super::claims::EVERY_SCOPE;
use crate::sandbox::{
    accounts::{ApiClient, Scopes},
    oauth::{Fault, Fields, Form},
    storefront::is_scope,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use rand::RngExt;
use sha2::{Digest, Sha256};
use url::Url;

/// What of a form counts.
pub(super) const FIELDS: Fields = Fields {
    kept: &[
        "channel_id",
        "client_id",
        "code",
        "code_challenge",
        "code_verifier",
        "dnt",
        "grant_type",
        "hint",
        "redirect_uri",
        "refresh_token",
        "response_type",
        "scope",
        "state",
        "usid",
    ],
    in_query: &[],
};

/// Where the client is to be led to.
pub(super) fn redirect_uri(client: &ApiClient, form: &Form) -> Result<Url, Fault> {
    let uri = form.field("redirect_uri").filter(|uri| client.may_lead_to(uri));
    let uri = uri.and_then(|uri| Url::parse(uri).ok());
    uri.ok_or_else(|| Fault::invalid_request("Bad or missing redirect_uri."))
}

/// The scopes of a client's tokens: those that are asked for of its own, else all of these.
pub(super) fn scope(client: &ApiClient, form: &Form) -> Result<String, Fault> {
    match (form.scope()?, client.scopes()) {
        (Some(asked), own) => {
            let is_custom = |it: &str| it == EVERY_SCOPE || is_scope(it);
            let is_foreign = |it: &str| is_custom(it) && !own.has(it);
            match asked.split(' ').find(|it| is_foreign(it)) {
                Some(_) => Err(Fault::invalid_scope_of_client()),
                None => Ok(asked.to_owned()),
            }
        }
        (None, Scopes::All) => Ok(EVERY_SCOPE.to_owned()),
        (None, Scopes::These(all)) => Ok(all.join(" ")),
    }
}

/// The shopper's ID that a client knows, or a new one.
pub(super) fn usid(form: &Form) -> Result<String, Fault> {
    match form.field("usid").filter(|it| !it.is_empty()) {
        Some(known) if is_usid(known) => Ok(known.to_owned()),
        Some(_) => Err(Fault::invalid_request("Bad usid.")),
        None => Ok(new_usid()),
    }
}

fn is_usid(text: &str) -> bool {
    let is_plain = |it: u8| it.is_ascii_hexdigit() || it == b'-';
    text.len() == 36 && text.bytes().all(is_plain)
}

/// A random UUID (RFC 9562, 5.4).
fn new_usid() -> String {
    let number: u128 = rand::rng().random();
    let number = (number & !(0xf << 76) & !(0x3 << 62)) | (0x4 << 76) | (0x2 << 62);
    let text = format!("{number:032x}");
    [&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]].join("-")
}

/// Whether a verifier is the one that a challenge was made of (RFC 7636, 4.6).
pub(super) fn answers(challenge: &str, verifier: &str) -> bool {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
        == challenge.trim_end_matches('=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verifier_answers_the_challenge_that_was_made_of_it() {
        // The example of RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(answers(challenge, verifier));
        assert!(!answers(challenge, "other") && !answers("", verifier));
    }

    #[test]
    fn ids_of_shoppers_are_random_uuids() {
        let (one, other) = (new_usid(), new_usid());
        assert_ne!(one, other);
        assert!(is_usid(&one), "{one}");
        assert_eq!(&one[14..15], "4");
        assert!("89ab".contains(&one[19..20]), "{one}");
        for wrong in ["", "x", &one[1..], "zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz"] {
            assert!(!is_usid(wrong), "{wrong}");
        }
    }
}
