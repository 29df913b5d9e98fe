//! The sandbox's side: what logs in there is in no log of it and in no file of its folder.

use super::planted::{CLIENT_SECRET, Home, PASSWORD, Source};
use crate::testkit::process::Process;
use reqwest::Client;
use std::fmt::Write as _;

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_writes_no_secret_of_those_who_log_in() {
    let mut home = Home::with(Source::DwJson, "http://127.0.0.1:9");
    let mut settings = String::new();
    write!(settings, "[[users]]\nlogin = \"ada\"\npassword = \"{PASSWORD}\"\ndebugger = true\n")
        .expect("a String takes any text");
    write!(settings, "[[clients]]\nid = \"pipeline\"\nsecret = \"{CLIENT_SECRET}\"\n")
        .expect("a String takes any text");
    home.plant("settings.toml", settings.as_bytes());
    let (file, data) = (home.path().join("settings.toml"), home.path().join("data"));
    let arguments = ["--json", "--settings", file.to_str().expect("UTF-8"), "--data"];
    let arguments = [&arguments[..], &[data.to_str().expect("UTF-8")]].concat();
    let mut sandbox = Process::on_free_ports_with(&arguments, &[("HALTSCOPE_LOG", "trace")]);
    let url = sandbox.ready()["http"].as_str().expect("an address").to_owned();
    let http = Client::builder().no_proxy().build().expect("a client");
    let threads = format!("{url}/s/-/dw/debugger/v2_0/threads");
    for password in [PASSWORD, "pl4nted-typed"] {
        let request = http.get(&threads).header("x-dw-client-id", "x");
        request.basic_auth("ada", Some(password)).send().await.expect("an answer");
    }
    let tokens = format!("{url}/dwsso/oauth2/access_token");
    for secret in [CLIENT_SECRET, "pl4nted-typed"] {
        let grant = ("grant_type", "client_credentials");
        let basic = http.post(&tokens).basic_auth("pipeline", Some(secret)).form(&[grant]);
        basic.send().await.expect("an answer");
        let form = [grant, ("client_id", "pipeline"), ("client_secret", secret)];
        let answer = http.post(&tokens).form(&form).send().await.expect("an answer");
        let text = answer.text().await.expect("a body");
        home.search("the answer", text.as_bytes(), &[]);
        let repeated = [form.as_slice(), &form].concat();
        http.post(&tokens).form(&repeated).send().await.expect("an answer");
    }
    home.search("the log", sandbox.log().as_bytes(), &[]);
    assert!(home.search_files("the folder", &[]) > 0);
}
