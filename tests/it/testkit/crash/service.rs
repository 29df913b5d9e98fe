//! The requests of one writer, over HTTPS.

use super::estate::{ASSETS, Change, Estate, FOLDERS};
use haltscope::sandbox::BUILTIN_CLIENT;
use reqwest::{Certificate, Client, Method, RequestBuilder};
use serde_json::{Value, json};

const LIBRARY: &str = "/s/-/dw/data/v23_2/libraries/SharedLibrary";

/// A running sandbox, as its ready line names it.
#[derive(Clone)]
pub struct Service {
    http: Client,
    origin: String,
    token: String,
}

impl Service {
    pub async fn at(ready: &Value) -> Self {
        let text = |name: &str| ready[name].as_str().unwrap_or_else(|| panic!("{name}: {ready}"));
        let pem = std::fs::read(text("ca_file")).expect("the CA's certificate");
        let authority = Certificate::from_pem(&pem).expect("a certificate");
        let http = Client::builder().no_proxy().tls_certs_only([authority]).build();
        let http = http.expect("a client");
        let origin = text("https").to_owned();
        let grant = http.post(format!("{origin}/dwsso/oauth2/access_token"));
        let grant = grant.basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
        let grant = grant.form(&[("grant_type", "client_credentials")]).send().await;
        let grant: Value = grant.expect("an answer").json().await.expect("a document");
        let token = grant["access_token"].as_str().expect("a token").to_owned();
        Self { http, origin, token }
    }

    fn ask(&self, verb: Method, path: &str) -> RequestBuilder {
        let url = format!("{}{LIBRARY}{path}", self.origin);
        self.http.request(verb, url).bearer_auth(&self.token)
    }

    /// Whether the change was acknowledged; not, if the service has died meanwhile. Panics when it
    /// is refused: only what is possible is asked for.
    pub async fn perform(&self, writer: u64, change: Change) -> bool {
        let Ok(answer) = self.request(writer, change).send().await else { return false };
        let status = answer.status();
        let Ok(text) = answer.text().await else { return false };
        assert!(status.is_success(), "{change:?}: {status} {text}");
        true
    }

    fn request(&self, writer: u64, change: Change) -> RequestBuilder {
        let of = |name: &str| format!("w{writer}-{name}");
        let asset = |verb, id: &str| self.ask(verb, &format!("/content/{}", of(id)));
        let folder = |verb, id: &str| self.ask(verb, &format!("/folders/{}", of(id)));
        match change {
            Change::Put { asset: id, value } => {
                asset(Method::PUT, id).json(&json!({"c_value": value}))
            }
            Change::Delete { asset: id } => asset(Method::DELETE, id),
            Change::Rename { asset: id, to } => {
                asset(Method::PATCH, id).header("if-match", "*").json(&json!({"id": of(to)}))
            }
            Change::MakeFolder { folder: id } => {
                let parent = if id == FOLDERS[0] { "root".to_owned() } else { of(FOLDERS[0]) };
                folder(Method::PUT, id).json(&json!({"parent_folder_id": parent}))
            }
            Change::DeleteFolder { folder: id } => folder(Method::DELETE, id),
            Change::Assign { asset, folder, is_default } => {
                let path = format!("/folder_assignments/{}/{}", of(asset), of(folder));
                self.ask(Method::PUT, &path).json(&json!({"default": is_default}))
            }
        }
    }

    /// All that the writer has.
    pub async fn estate(&self, writer: u64) -> Estate {
        let mut estate = Estate::default();
        let of = |name: &str| format!("w{writer}-{name}");
        for asset in ASSETS {
            let Some(document) = self.get(&format!("/content/{}", of(asset))).await else {
                continue;
            };
            estate.assets.insert(asset, document["c_value"].as_u64().expect("ours"));
            if let Some(id) = document["classification_folder_id"].as_str() {
                let default = FOLDERS.into_iter().find(|folder| of(folder) == id);
                estate.defaults.insert(asset, default.expect("one of ours"));
            }
        }
        for folder in FOLDERS {
            if self.get(&format!("/folders/{}", of(folder))).await.is_some() {
                estate.folders.insert(folder);
            }
            for asset in ASSETS {
                let path = format!("/folder_assignments/{}/{}", of(asset), of(folder));
                if let Some(document) = self.get(&path).await {
                    let is_default = document["default"].as_bool().expect("always told");
                    estate.assignments.insert((asset, folder), is_default);
                }
            }
        }
        estate
    }

    async fn get(&self, path: &str) -> Option<Value> {
        let answer = self.ask(Method::GET, path).send().await.expect("an answer");
        let status = answer.status().as_u16();
        let document: Value = answer.json().await.expect("a document");
        assert!(matches!(status, 200 | 404), "{path}: {status} {document}");
        (status == 200).then_some(document)
    }
}
