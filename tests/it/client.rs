//! The client against the sandbox over real TLS: what is trusted, who may log in. And against
//! servers that play a part: access tokens, content libraries.

mod clients;
mod custom;
mod library;
mod packed;
mod proxied;
mod redirects;
mod requests;
mod tls;
mod tokens;

use haltscope::api::address::Address;
use haltscope::client::{
    Client, ClientConfig, ClientError, Credentials, Login, StorefrontRequest, TlsProblem, Trust,
};
use haltscope::sandbox::{Sandbox, SandboxOptions};

async fn sandbox() -> Sandbox {
    Sandbox::start(SandboxOptions::on_free_ports()).await.expect("a sandbox")
}

fn ca(sandbox: &Sandbox) -> Vec<u8> {
    std::fs::read(sandbox.ca_file()).expect("the CA's certificate")
}

fn client(url: &str, trust: Trust, login: Option<(&str, &str)>) -> Client {
    let address = Address::parse(url).expect("an address");
    let mut config = ClientConfig::new(address, "haltscope".into());
    config.trust = trust;
    config.credentials = login.map(|(username, password)| Credentials {
        username: username.to_owned(),
        password: password.into(),
    });
    Client::new(config).expect("a usable configuration")
}

const ADMIN: Option<(&str, &str)> = Some(("admin", "haltscope-demo"));

#[tokio::test(flavor = "multi_thread")]
async fn only_a_trusted_authority_is_believed() {
    let sandbox = sandbox().await;
    let url = format!("https://{}", sandbox.https_addr());
    let untrusted = client(&url, Trust::System, ADMIN).create_client().await.expect_err("refused");
    let problem = TlsProblem::UnknownAuthority;
    assert_eq!(untrusted, ClientError::Tls { host: "127.0.0.1".into(), problem });
    assert!(untrusted.action().contains("--ca"), "{}", untrusted.action());
    for trust in [Trust::Also(ca(&sandbox)), Trust::Only(ca(&sandbox)), Trust::Anyone] {
        client(&url, trust.clone(), ADMIN).create_client().await.unwrap_or_else(|error| {
            panic!("{trust:?}: {error}");
        });
    }
    sandbox.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_login_says_what_to_check() {
    let sandbox = sandbox().await;
    let url = format!("http://{}", sandbox.http_addr());
    for login in [Some(("Admin", "haltscope-demo")), Some(("admin", "wrong")), None] {
        let error = client(&url, Trust::System, login).threads().await.expect_err("refused");
        let user = login.map(|(user, _)| user.to_owned());
        let login_of = user.map_or(Login::Nobody, |user| Login::Refused { user });
        assert_eq!(error, ClientError::Unauthorized { login: login_of });
        assert!(error.action().contains(if login.is_some() {
            "case-sensitive"
        } else {
            "--username"
        }));
    }
    sandbox.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_was_not_created_is_named_as_such() {
    let sandbox = sandbox().await;
    let client = client(&format!("http://{}", sandbox.http_addr()), Trust::System, ADMIN);
    assert_eq!(client.threads().await, Err(ClientError::Disabled));
    client.create_client().await.expect("created");
    assert_eq!(client.threads().await, Ok(Vec::new()));
    assert!(client.session_cookie().is_some_and(|cookie| !cookie.is_empty()));
    client.delete_client().await.expect("deleted");
    assert_eq!(client.threads().await, Err(ClientError::Disabled));
    sandbox.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn storefront_requests_arrive_over_the_same_connection() {
    let sandbox = sandbox().await;
    let url = format!("https://{}", sandbox.https_addr());
    let client = client(&url, Trust::Only(ca(&sandbox)), ADMIN);
    let request = StorefrontRequest {
        method: "GET".into(),
        url: "/on/demandware.store/Sites-Storefront-Site/default/Nobody-Knows".into(),
        body: None,
    };
    let answer = client.storefront(request).await.expect("an answer");
    assert_eq!(answer.status, 404);
    sandbox.shutdown().await;
}
