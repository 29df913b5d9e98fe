//! What requests to the storefront bring: addresses, parameters, cookies, names of files; and what cartridges hold for it:
//! bundles and form definitions.

use super::{
    cookies::OwnCookies,
    files, forms,
    resources::{self, Bundles},
    visit::{self, Visit},
};
use crate::{
    sandbox::{
        Bodies,
        outside::{bytes, headers, setting, text},
        seed::Statics,
    },
    script::{Cartridges, Files},
};
use axum::{
    body::Body,
    http::{Request, Uri},
};
use futures::executor::block_on;
use proptest::prelude::*;
use serde_json::Value;
use std::sync::LazyLock;

const TARGETS: &[&str] = &[
    "/on/demandware.store/Sites-Shop-Site/default/Home-Show?q=a+b&q=%ff&&=",
    "/on/demandware.store/Sites-Shop-Site/de_DE/Cart-AddProduct",
    "/on/demandware.store/Sites-Other-Site/xx/a-",
    "/on/demandware.store/Sites-%53hop-Site/default/%2E%2E-Show",
];
const FILES: &[&str] = &[
    "/on/demandware.static/Sites-Shop-Site/-/default/css/a.css",
    "/on/demandware.static/Sites-Shop-Site/-/de_DE/../../controllers/Cart.js",
    "/on/demandware.static/Sites-Shop-Site/-/..%2f..%2fcontrollers%2fCart.js",
    "/on/demandware.static/Sites-Shop-Site/-/%2e%2e/controllers/Cart.js",
    "/on/demandware.static/-/Sites-goods/default/dw01ab23cd/css/a.css",
];
const NAMES: &[&str] = &["cookie", "content-type", "host", "accept", "authorization"];
const VALUES: &[&str] = &[
    "sid-Shop=abc; a=\"b\"; =; c",
    "application/x-www-form-urlencoded; charset=UTF-8",
    "localhost:8400",
    "Basic S3CRET",
];
const FORMS: &[&str] = &["a=1&b=%C3%B6&a=2", "%ff=%00&&=&x", "{\"a\":1}"];

const BUNDLES: &[&str] =
    &["a=b\n# c\n! d\nkey : \\u00e9\\\n  more\n\nother\\=x  y\n", "\u{feff}key=\\u12\nkey\\"];
const DEFINITIONS: &[&str] = &[
    "<form xmlns=\"x\">\n<field formid=\"a\" type=\"string\"><options><option value=\"1\"/></options></field>\n</form>",
    "<form><group formid=\"g\"><include formid=\"i\" name=\"a\"/></group><list formid=\"l\"/><action formid=\"x\"/></form>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>\n<form>&b;</form>",
];

static CARTRIDGES: LazyLock<Cartridges> = LazyLock::new(|| {
    Cartridges::new().with(
        "app",
        Files::memory([
            ("cartridge/static/default/css/a.css", b"a style".as_slice()),
            ("cartridge/controllers/Cart.js", b"a script".as_slice()),
        ]),
    )
});

/// A cartridge with one file.
fn one(path: &str, content: Vec<u8>) -> Cartridges {
    Cartridges::new().with("app", Files::memory([(path, content)]))
}

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn controllers(path in text(TARGETS)) {
        let path = path.split('?').next().unwrap_or_default();
        if let Ok((locale, action)) = visit::place("Shop", path) {
            prop_assert!(locale == "default" || locale.len() == 2 || locale.len() == 5);
            if let Ok((controller, function)) = visit::split(&action) {
                prop_assert!(!controller.is_empty() && !function.is_empty());
            }
        }
    }

    #[test]
    fn visits(target in text(TARGETS), headers in headers(NAMES, VALUES), body in bytes(FORMS)) {
        let Ok(uri) = target.parse::<Uri>() else { return Ok(()) };
        let mut request = Request::post(uri).body(Body::from(body)).expect("a request");
        *request.headers_mut() = headers;
        if let Ok(visit) = block_on(Visit::read("Shop", request, None, &Bodies::default())) {
            let input = visit.input(&Value::Null, &Value::Null, &OwnCookies::of("Shop"));
            let request = &input["request"];
            let cookies = request["headers"]["cookie"].as_str().unwrap_or_default();
            let is_session = |pair: &str| pair.starts_with("sid-Shop=");
            prop_assert!(!cookies.split("; ").any(is_session), "scripts see no session");
            prop_assert!(request["cookies"].get("sid-Shop").is_none());
            let _ = target.parse().map(|uri| visit.included("Shop", &uri, None));
        }
    }

    #[test]
    fn bundles(content in bytes(BUNDLES)) {
        let lines = resources::decoded(&content).lines().count();
        for (line, what) in resources::faults(&resources::decoded(&content)) {
            prop_assert!((1..=lines).contains(&(line as usize)) && !what.is_empty());
        }
        let cartridges = one("cartridge/templates/resources/a.properties", content);
        Bundles::default().message(&cartridges, ("a", "key"), "de_DE");
    }

    #[test]
    fn form_definitions(content in bytes(DEFINITIONS)) {
        let lines = String::from_utf8_lossy(&content).matches('\n').count() + 1;
        let faults = forms::faults(&content, |_| true);
        for (line, what) in &faults {
            prop_assert!((1..=lines).contains(&(*line as usize)), "line {}: {}", line, what);
        }
        let read = forms::definition(&one("cartridge/forms/default/a.xml", content), "a", "default");
        prop_assert!(!faults.is_empty() || read.err().is_none_or(|it| it.contains("include")));
    }

    #[test]
    fn static_files(path in text(FILES)) {
        if let Some((kind, content)) = files::found(&CARTRIDGES, &Statics::default(), "Shop", &path) {
            prop_assert_eq!((kind, content.as_slice()), ("text/css;charset=UTF-8", &b"a style"[..]));
        }
    }
}
