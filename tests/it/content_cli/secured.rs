//! What the program trusts, what it shows and which way it takes, by flags, variables and files.

use super::stand::Stand;
use crate::testkit::certificate::Shown;
use crate::testkit::server::{Proxy, Reply, Server};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

type Variables = Vec<(&'static str, String)>;

fn without(variables: Variables, name: &str) -> Variables {
    variables.into_iter().filter(|it| it.0 != name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pinned_certificate_needs_no_authority() {
    let stand = Stand::start().await;
    let variables = without(stand.variables(), "SFCC_CA");
    let other = "ab".repeat(32);
    let refused = stand.fed(&["token", "--pin", &other], &variables, "").await;
    refused.fails(1, &["not the pinned one", "--pin"]);
    let shown = refused.stderr.split("SHA-256 ").nth(1).expect("its fingerprint");
    let shown = shown.split_whitespace().next().expect("its fingerprint");
    stand.fed(&["token", "--pin", shown], &variables, "").await.ok();
    let mut pinned = variables.clone();
    pinned.push(("SFCC_PIN", shown.replace(':', "").to_lowercase()));
    stand.fed(&["token"], &pinned, "").await.ok();
    let both = stand.fed(&["token", "--pin", shown, "--insecure"], &variables, "").await;
    both.fails(2, &["--pin", "--insecure"]);
    stand
        .fed(&["token", "--pin", "nonsense"], &variables, "")
        .await
        .fails(2, &["--pin", "SHA-256"]);
}

const TOKEN: &str = r#"{"access_token":"t0ken","expires_in":1800,"token_type":"Bearer"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn the_systems_proxy_is_used_and_its_login_never_shown() {
    let stand = Stand::start().await;
    let shown = Shown::by_itself(&["shop.example.com"]);
    let server = Server::tls(shown.tls(), |_| Reply::new(200, TOKEN)).await;
    let proxy = Proxy::to(server.address, Some("YWRhOnMzY3JldA==")).await;
    let variables = |login: &str, exceptions: &str| -> Variables {
        vec![
            ("SFCC_SERVER", "shop.example.com:8443".into()),
            ("SFCC_AUTH_URL", "shop.example.com:8443".into()),
            ("SFCC_CLIENT_ID", "c".into()),
            ("SFCC_CLIENT_SECRET", "c".into()),
            ("SFCC_CA", stand.file("ca.pem", &shown.pem)),
            ("HTTPS_PROXY", format!("http://{login}@{}", proxy.address)),
            ("NO_PROXY", exceptions.into()),
            ("HALTSCOPE_LOG", "trace".into()),
        ]
    };
    let through = stand.fed(&["token"], &variables("ada:s3cret", ""), "").await;
    assert_eq!((through.code, through.stdout.as_str()), (Some(0), "t0ken\n"), "{}", through.stderr);
    assert!(!through.stderr.contains("s3cret"), "{}", through.stderr);
    assert!(proxy.came()[0].starts_with("CONNECT shop.example.com:8443 "));
    let refused = stand.fed(&["token"], &variables("ada:wr0ng-s3cret", ""), "").await;
    refused.fails(1, &["through the proxy 127.0.0.1:", "HTTPS_PROXY"]);
    assert!(!refused.stderr.contains("s3cret"), "{}", refused.stderr);
    let around = stand.fed(&["token"], &variables("ada:s3cret", "example.com"), "").await;
    around.fails(1, &["shop.example.com"]);
    assert_eq!(proxy.came().len(), 2, "hosts that are excepted are reached without it");
    let here = [stand.variables(), vec![("HTTPS_PROXY", format!("http://{}", proxy.address))]];
    stand.fed(&["token"], &here.concat(), "").await.ok();
    assert_eq!(proxy.came().len(), 2, "this machine, too");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pkcs12_file_is_shown_to_a_server_that_asks() {
    let stand = Stand::start().await;
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/identity");
    let authority = fs::read_to_string(fixtures.join("authority.pem")).expect("a fixture");
    let shown = Shown::by_itself(&["localhost"]);
    let server = Server::tls(shown.tls_for(&authority), |_| Reply::new(200, TOKEN)).await;
    let file = stand.path().join("ada.p12");
    fs::copy(fixtures.join("old.p12"), &file).expect("copied");
    fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).expect("its owner's");
    let dw_json = |passphrase: &str| {
        let place = format!("localhost:{}", server.address.port());
        stand.file("dw.json", &format!(
            r#"{{"hostname": "{place}", "client-id": "c", "client-secret": "c", "certificate": "ada.p12"{passphrase}}}"#
        ))
    };
    let ca = || vec![("SFCC_CA", stand.file("ca.pem", &shown.pem))];
    dw_json(r#", "certificate-passphrase": "green-tea""#);
    assert_eq!(stand.fed(&["token"], &ca(), "").await.ok(), "t0ken\n");
    dw_json(r#", "certificate-passphrase": "black-tea""#);
    let wrong = stand.fed(&["token"], &ca(), "").await;
    wrong.fails(2, &["ada.p12", "the passphrase does not open it", "certificate-passphrase"]);
    assert!(!wrong.stderr.contains("tea"), "{}", wrong.stderr);
    dw_json("");
    let missing = stand.fed(&["token"], &ca(), "").await;
    missing.fails(2, &["ada.p12", "none is given", "SFCC_CERTIFICATE_PASSPHRASE"]);
    let by_variable = [ca(), vec![("SFCC_CERTIFICATE_PASSPHRASE", "green-tea".to_owned())]];
    stand.fed(&["token"], &by_variable.concat(), "").await.ok();
    let by_flag = ["token", "--cert", "ada.p12"];
    stand.fed(&by_flag, &by_variable.concat(), "").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_others_can_read_are_warned_of() {
    let stand = Stand::start().await;
    let mut variables = without(stand.variables(), "SFCC_CLIENT_SECRET");
    let text = format!(r#"{{"client-secret": "{}"}}"#, haltscope::sandbox::BUILTIN_CLIENT);
    let file = stand.file("dw.json", &text);
    stand.fed(&["token"], &variables, "").await.ok();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).expect("its owner's");
    let warned = stand.fed(&["token", "--keep"], &variables, "").await;
    assert_eq!(warned.code, Some(0), "{}", warned.stderr);
    let expected = format!(
        "warning: {file} holds secrets, and its permissions (0644) let others read it: chmod 600 {file}\n"
    );
    assert_eq!(warned.stderr, expected);
    variables.push(("SFCC_CLIENT_SECRET", "wrong".into()));
    fs::remove_file(file).expect("there");
    let tokens = stand.path().join(".local/state/haltscope/tokens");
    let kept = fs::read_dir(tokens).expect("a folder").next().expect("a token").expect("a file");
    fs::set_permissions(kept.path(), PermissionsExt::from_mode(0o644)).expect("its owner's");
    let warned = stand.fed(&["content", "asset", "get", "x"], &variables, "").await;
    let command = format!("chmod 600 {}", kept.path().display());
    warned.fails(1, &["warning: ", &command, "invalid_client"]);
}
