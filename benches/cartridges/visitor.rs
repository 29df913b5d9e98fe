//! A browser's part: requests with cookies, redirects left alone.

use reqwest::{Certificate, Client, Method, RequestBuilder, header, redirect::Policy};
use std::{collections::BTreeMap, fs, path::Path};

/// What browsers say of themselves; storefronts read it.
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Somebody in the shop.
pub struct Visitor {
    client: Client,
    root: String,
    shop: String,
    cookies: BTreeMap<String, String>,
}

/// What came back.
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body as text.
    pub body: String,
    /// The error that a page of the storefront's own is about.
    pub error: Option<String>,
}

impl Visitor {
    /// `root` begins the addresses that name a whole path, `shop` those that name an action.
    pub fn new(root: String, shop: String, ca: &Path) -> Self {
        let ca = Certificate::from_pem(&fs::read(ca).expect("the sandbox's CA")).expect("a CA");
        let client = Client::builder()
            .tls_certs_only([ca])
            .redirect(Policy::none())
            .user_agent(BROWSER)
            .build()
            .expect("a client");
        Self { client, root, shop, cookies: BTreeMap::new() }
    }

    /// Asks for an action, perhaps with a query.
    pub async fn get(&mut self, action: &str) -> Answer {
        let request = self.client.get(format!("{}{action}", self.shop));
        self.send(request).await
    }

    /// Sends a form to an action.
    pub async fn post(&mut self, action: &str, form: &[(&str, &str)]) -> Answer {
        let request = self.client.post(format!("{}{action}", self.shop)).form(form);
        self.send(request.header("x-requested-with", "XMLHttpRequest")).await
    }

    /// Asks the debugger API as its built-in user.
    pub async fn debug(&mut self, method: Method, what: &str, body: Option<&str>) -> Answer {
        let url = format!("{}/s/-/dw/debugger/v2_0/{what}", self.root);
        let request = self.client.request(method, url).header("x-dw-client-id", "bench");
        let request = request.basic_auth("admin", Some("haltscope-demo"));
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(body.unwrap_or_default().to_owned())).await
    }

    async fn send(&mut self, request: RequestBuilder) -> Answer {
        let cookies: Vec<_> = self.cookies.iter().map(|(key, it)| format!("{key}={it}")).collect();
        let request = request.header(header::COOKIE, cookies.join("; "));
        let response = request.send().await.expect("an answer");
        let lines = response.headers().get_all(header::SET_COOKIE).iter();
        for cookie in lines.filter_map(|line| cookie::Cookie::parse(line.to_str().ok()?).ok()) {
            self.cookies.insert(cookie.name().to_owned(), cookie.value().to_owned());
        }
        let status = response.status().as_u16();
        let error = response.headers().get("x-script-error");
        let error = error.map(|text| String::from_utf8_lossy(text.as_bytes()).into_owned());
        Answer { status, body: response.text().await.unwrap_or_default(), error }
    }
}
