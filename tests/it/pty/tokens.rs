//! What the prompt says when the configuration is not enough for an access token.

use super::Stage;
use crate::testkit::terminal::Size;

fn put(stage: &Stage) {
    stage.terminal.press(":");
    stage.terminal.wait_text("[Commands");
    stage.terminal.press("content put banner {}\r");
}

#[test]
fn a_request_without_an_api_client_says_what_to_give() {
    let stage = Stage::attached_with(Size::LARGE, &[], &[], &[]);
    put(&stage);
    stage.terminal.wait_text("no access token: --client-id is missing");
    stage.terminal.wait_text("Give --client-id ID, SFCC_CLIENT_ID or client-id in dw.json.");
    assert!(stage.instance.others().iter().all(|line| !line.contains("/dw/data/")));
}

#[test]
fn a_key_that_cant_be_read_is_named() {
    let arguments = ["--client-id", "pipeline", "--jwt-key", "gone.pem"];
    let stage = Stage::attached_with(Size::LARGE, &[], &arguments, &[]);
    put(&stage);
    stage.terminal.wait_text("no access token: --jwt-key: can't read");
}
