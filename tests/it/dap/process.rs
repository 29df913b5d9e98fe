//! The program itself: pipes that end, and sockets.

use super::editor::{Editor, at, program};
use crate::sandbox::stand::{Stand, until};
use crate::testkit::patience::PATIENCE;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Halts a page for an editor that then goes without a word.
async fn abandoned(stand: &Stand, go: impl AsyncFnOnce(Editor)) {
    let mut editor = Editor::start(stand).attached().await;
    editor.break_at(json!([at("quick")])).await;
    let page = stand.visit("Steps-Quick");
    editor.event("stopped").await;
    go(editor).await;
    page.await.expect("answered").expect(200);
    let debugger = stand.debugger("haltscope");
    until(async || (debugger.get("/threads").await.status == 412).then_some(())).await;
}

#[tokio::test]
async fn an_editor_that_is_gone_leaves_no_thread_halted() {
    let stand = Stand::start().await;
    abandoned(&stand, async |mut editor: Editor| {
        let mut child = editor.child.take().expect("the program");
        drop(editor);
        let status = timeout(PATIENCE, child.wait()).await.expect("in time").expect("ended");
        assert_eq!(status.code(), Some(0));
    })
    .await;
}

#[tokio::test]
async fn an_editor_that_does_not_read_any_more_leaves_no_thread_halted() {
    let stand = Stand::start().await;
    abandoned(&stand, async |mut editor: Editor| {
        let mut child = editor.child.take().expect("the program");
        let input = editor.writes_only();
        let status = timeout(PATIENCE, child.wait()).await.expect("in time").expect("ended");
        assert_eq!(status.code(), Some(0));
        drop(input);
    })
    .await;
}

#[tokio::test]
async fn an_adapter_that_is_told_to_end_leaves_first() {
    let stand = Stand::start().await;
    abandoned(&stand, async |mut editor: Editor| {
        let mut child = editor.child.take().expect("the program");
        let pid = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        kill_process(pid.expect("it runs"), Signal::TERM).expect("told");
        let status = timeout(PATIENCE, child.wait()).await.expect("in time").expect("ended");
        assert_eq!(status.code(), Some(130));
    })
    .await;
}

#[tokio::test]
async fn one_editor_at_a_time_is_served_over_a_socket() {
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    let mut child =
        program(&["dap", "--listen", "127.0.0.1:0"], &stand, &home).spawn().expect("it starts");
    let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    timeout(PATIENCE, stderr.read_line(&mut line)).await.expect("in time").expect("a line");
    let address = line.trim().strip_prefix("listening on ").expect("the address").to_owned();
    let connect = async || {
        let (input, output) = TcpStream::connect(&address).await.expect("it listens").into_split();
        Editor::over(output, input)
    };
    let first = connect().await.attached().await;
    let mut second = connect().await;
    let refused = second.fails("initialize", json!({"adapterID": "haltscope"})).await;
    assert!(refused.contains("another editor"), "{refused}");
    first.leave().await;
    connect().await.attached().await.leave().await;
    child.kill().await.expect("ended");
}

#[tokio::test]
async fn nobody_is_listened_to_from_outside() {
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    for arguments in [&["dap", "--listen", "0.0.0.0:0"][..], &["dap", "--password-stdin"]] {
        let mut child = program(arguments, &stand, &home).spawn().expect("it starts");
        let status = timeout(PATIENCE, child.wait()).await.expect("in time").expect("ended");
        let mut told = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut told).await.expect("text");
        assert_eq!(status.code(), Some(2), "{told}");
    }
}

/// What an attachment with these arguments, where nothing else is configured, is refused with.
async fn refused(arguments: serde_json::Value) -> String {
    let stand = Stand::start().await;
    let (home, project) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let mut command = program(&["dap"], &stand, &home);
    command.env_remove("SFCC_SERVER").env_remove("SFCC_USERNAME").env_remove("SFCC_PASSWORD");
    let mut child = command.current_dir(project.path()).spawn().expect("it starts");
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let mut editor = Editor::over(input.expect("a pipe"), output.expect("a pipe"));
    editor.initialize(json!({})).await;
    let told = editor.fails("attach", arguments).await;
    editor.leave().await;
    told
}

#[tokio::test]
async fn what_is_wrong_with_a_configuration_is_told_in_its_own_words() {
    for (arguments, argument) in [
        (json!({}), "\"server\": \"HOST\""),
        (json!({"server": "http://shop.test"}), "\"server\": "),
        (json!({"server": "127.0.0.1"}), "\"username\""),
        (json!({"server": "127.0.0.1", "username": "a"}), "SFCC_PASSWORD"),
        (json!({"server": "127.0.0.1", "ca": "no.pem"}), "\"ca\": "),
        (json!({"server": "127.0.0.1", "key": "no.pem"}), "\"cert\" and \"key\""),
        (json!({"server": "127.0.0.1", "pin": "x"}), "\"pin\": "),
        (json!({"server": "127.0.0.1", "cartridges": "none"}), "\"cartridges\": "),
        (json!({"config": "none.json"}), "\"config\": "),
        (json!({"cwd": "/none/such"}), "\"cwd\": there is no folder /none/such"),
        (json!({"instance": "none"}), "\"instance\": "),
        (json!({"server": 7}), "\"server\" in the launch configuration is 7: give a text"),
    ] {
        let told = refused(arguments.clone()).await;
        assert!(told.contains(argument) && !told.contains("--"), "{arguments}: {told}");
    }
}

#[tokio::test]
async fn a_wrong_password_fails_the_attachment() {
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    let mut command = program(&["dap"], &stand, &home);
    let mut child = command.env("SFCC_PASSWORD", "wrong").spawn().expect("it starts");
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let mut editor = Editor::over(input.expect("a pipe"), output.expect("a pipe"));
    editor.initialize(json!({})).await;
    let answer = editor.ask("attach", json!({})).await;
    assert_eq!(answer["body"]["error"]["showUser"], true, "{answer}");
    assert!(!answer.to_string().contains("wrong\""), "{answer}");
    editor.leave().await;
}
