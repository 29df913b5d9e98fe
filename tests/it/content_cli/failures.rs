//! Faults, connections that fail, wrong usage.

use super::stand::Stand;
use crate::testkit::unheard::Unheard;

#[tokio::test(flavor = "multi_thread")]
async fn faults_name_arguments_and_next_step() {
    let stand = Stand::start().await;
    for (arguments, words) in [
        (
            &["asset", "get", "x"][..],
            &[
                "ContentNotFoundException",
                "contentId: \"x\"",
                "libraryId: \"SharedLibrary\"",
                "404",
                "folder assets root",
                "asset put",
            ][..],
        ),
        (
            &["asset", "delete", "x"],
            &["ContentNotFoundException", "nothing to delete", "folder assets root"],
        ),
        (&["folder", "delete", "x"], &["nothing to delete", "folder subfolders root"]),
        (&["assignment", "delete", "x", "root"], &["nothing to delete", "folder assets root"]),
        (
            &["asset", "get", "x", "--library", "None"],
            &["LibraryNotFoundException", "libraryId: \"None\"", "--library"],
        ),
        (&["folder", "get", "x"], &["FolderNotFoundException", "folderId: \"x\"", "folder put"]),
        (
            &["folder", "put", "x", "--field", "parent_folder_id=y"],
            &["ParentFolderNotFoundException", "folderId: \"y\""],
        ),
        (
            &["asset", "put", "x", "--field", "id=y"],
            &["IdConflictException", "bodyID: \"y\"", "urlID: \"x\"", "same one"],
        ),
        (&["asset", "put", "x", "--field", "nmae=y"], &["UnknownPropertyException", "nmae", "c_"]),
        (
            &["asset", "put", "x", "--field", "name=y"],
            &["TypeDecodingException", "$.name", "by locale"],
        ),
        (&["folder", "delete", "root"], &["MethodNotAllowedException", "root"]),
    ] {
        stand.content(arguments).await.fails(1, words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bodys_absence_or_nonsense_is_wrong_usage() {
    let stand = Stand::start().await;
    let broken = stand.file("broken.json", "{\"a\":");
    let list = stand.file("list.json", "[]");
    for (arguments, words) in [
        (&["asset", "put", "x"][..], &["no body", "--field"][..]),
        (&["folder", "patch", "x"], &["no body", "--field"]),
        (&["assignment", "patch", "x", "y"], &["no body"]),
        (&["asset", "put", "x", "none.json"], &["none.json"]),
        (&["asset", "put", "x", &broken], &["broken.json", "no JSON", "line 1"]),
        (&["asset", "put", "x", &list], &["list.json", "object"]),
        (&["asset", "put", "x", "--field", "name"], &["--field name", "PATH=VALUE"]),
        (&["asset", "get", ".."], &["\"..\"", "256"]),
        (&["asset", "get", ""], &["256"]),
        (&["asset", "put", "a\n", "--field", "template=x"], &["\"a\\n\"", "control"]),
        (&["asset", "get", "x", "--library", "a\tb"], &["\"a\\tb\"", "control"]),
        (&["asset", "dance"], &["dance"]),
        (&["asset"], &["asset"]),
    ] {
        stand.content(arguments).await.fails(2, words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_is_named_by_its_flag() {
    let stand = Stand::start().await;
    let all = stand.variables();
    for (absent, flag) in [
        ("SFCC_SERVER", "--server"),
        ("SFCC_CLIENT_ID", "--client-id"),
        ("SFCC_CLIENT_SECRET", "--client-secret-stdin"),
    ] {
        let variables: Vec<_> = all.iter().filter(|it| it.0 != absent).cloned().collect();
        for command in [&["content", "asset", "get", "x"][..], &["token"]] {
            stand.fed(command, &variables, "").await.fails(2, &[flag]);
        }
    }
    let nonsense = stand.file("key.pem", "no key");
    for (key, words) in [("none.pem", "can't read"), (nonsense.as_str(), "no private key")] {
        let outcome = stand.content(&["asset", "get", "x", "--jwt-key", key]).await;
        outcome.fails(2, &["--jwt-key", words]);
    }
    let user = stand.content(&["asset", "get", "x", "--grant", "user"]).await;
    user.fails(2, &["--username"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_fail_say_what_to_do() {
    let stand = Stand::start().await;
    let untrusting: Vec<_> = stand.variables().into_iter().filter(|it| it.0 != "SFCC_CA").collect();
    for command in [&["content", "asset", "get", "x"][..], &["token"]] {
        let outcome = stand.fed(command, &untrusting, "").await;
        outcome.fails(1, &["certificate", "unknown authority", "--ca", "--insecure"]);
    }
    let insecure = stand.fed(&["token", "--insecure"], &untrusting, "").await;
    assert_eq!(insecure.code, Some(0), "{}", insecure.stderr);
    assert!(insecure.stderr.contains("not checked"), "{}", insecure.stderr);

    let hasty = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", hasty.local_addr().expect("bound"));
    std::thread::spawn(move || hasty.incoming().for_each(drop));
    let outcome = stand.fed(&["token", "--server", &address], &stand.variables(), "").await;
    outcome.fails(1, &["broke", "closed the connection: try again."]);

    let nobody = Unheard::bind();
    let address = nobody.address();
    let outcome = stand.content(&["asset", "get", "x", "--server", &address]).await;
    outcome.fails(1, &["nobody listens", &address, "haltscope sandbox"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_ends_a_waiting_command_with_130() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let server = silent.local_addr().expect("bound").to_string();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_haltscope"))
        .args(["token", "--server", &server, "--client-id", "x"])
        .env_clear()
        .env("SFCC_CLIENT_SECRET", "x")
        .spawn()
        .expect("the program starts");
    // It listens for signals before it connects.
    let _connection = silent.accept().await.expect("it connects");
    let id = i32::try_from(child.id()).expect("a process id");
    let process = rustix::process::Pid::from_raw(id).expect("a process");
    rustix::process::kill_process(process, rustix::process::Signal::INT).expect("sent");
    assert_eq!(
        tokio::task::spawn_blocking(move || child.wait())
            .await
            .expect("it ran")
            .expect("it ends")
            .code(),
        Some(130)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_is_gone_is_no_failure() {
    let stand = Stand::start().await;
    for arguments in [&["token"][..], &["content", "folder", "get", "root"], &["man"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_haltscope"));
        command.args(arguments).env_clear().envs(stand.variables()).stdout(writer);
        let run = tokio::task::spawn_blocking(move || command.output());
        let output = run.await.expect("it ran").expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*stderr), (Some(0), ""), "{arguments:?}");
    }
}
