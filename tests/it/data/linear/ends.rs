//! The sandboxes that clients speak to: in this process, or each in one of its own.

use crate::{
    data::stand::{Answer, Stand},
    testkit::process::Process,
};
use haltscope::sandbox::BUILTIN_CLIENT;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::path::Path;

/// How to reach one, unencrypted, which is faster.
pub struct End {
    pub http: Client,
    pub origin: String,
    pub token: String,
}

impl End {
    /// Of a sandbox in this process.
    pub fn of(stand: &Stand) -> Self {
        let (http, token) = (stand.http.clone(), stand.token.clone());
        Self { http, origin: stand.plain_origin(), token }
    }

    /// Of a process that has said where it is.
    async fn at(ready: &Value) -> Self {
        let http = Client::builder().no_proxy().build().expect("a client");
        let origin = ready["http"].as_str().expect("an address").to_owned();
        // A long run outlasts its token otherwise.
        let frozen = http.put(format!("{origin}/-/sandbox/clock")).json(&json!({"frozen": true}));
        json(frozen.basic_auth("admin", Some("haltscope-demo"))).await;
        let grant = http.post(format!("{origin}/dwsso/oauth2/access_token"));
        let grant = grant.basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
        let token = json(grant.form(&[("grant_type", "client_credentials")])).await;
        let token = token["access_token"].as_str().expect("a token").to_owned();
        Self { http, origin, token }
    }
}

async fn json(request: RequestBuilder) -> Value {
    Answer::of(request).await.ok(200)
}

/// The program over a database.
pub struct Served {
    process: Process,
    end: End,
}

impl Served {
    /// One that takes requests for content without encryption, by its settings in that folder.
    pub async fn start(database: &str, folder: &Path) -> Self {
        let settings = folder.join("settings.toml");
        std::fs::write(&settings, "data_api.allow_plain_http = true\n").expect("written");
        let settings = settings.to_str().expect("text");
        let arguments = ["--json", "--data", database, "--settings", settings];
        let mut process = Process::on_free_ports(&arguments);
        let end = End::at(&process.ready()).await;
        Self { process, end }
    }

    /// The way to it, and the program, which runs as long as somebody has it.
    pub fn parts(self) -> (End, Process) {
        (self.end, self.process)
    }
}
