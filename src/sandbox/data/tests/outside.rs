//! What requests to the Data API bring: addresses, methods, selectors, conditions, types, documents.

use super::super::{
    Draft, Method,
    address::{Address, Base},
    body::{check_accepted, check_type},
    fields::Kind,
    lock,
    state::Conditions,
};
use crate::sandbox::select::Selector;
use crate::{
    api::content::Version,
    sandbox::{
        data::Reading,
        outside::{headers, json as values, setting, text, value},
        parameters::Parameters,
    },
};
use axum::http::{self, HeaderMap, header};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const SITES: &[&str] = &["Storefront", "Second"];
const PATHS: &[&str] = &[
    "/dw/data/v23_2/libraries/SharedLibrary/content/about",
    "/s/-/dw/data/v17_1/libraries/L/folder_assignments/a/f",
    "/s/Storefront/dw/data/v25_6/libraries/L/folders/root/sub_folders",
    "/dw/data/v99_99/libraries/%2F/content/%00",
    "/dw/data/v023_2//libraries",
];
const SELECTORS: &[&str] = &[
    "(**)",
    "(*,+name.default,-(a),hits[0:4].(id,link))",
    "(hits[?(@.id=='a' && @.n>1 || !@.x)].(**),b[1,3],online.default@Site)",
    "((((((((a.(b.(c.(d",
    "(a[?(@.b.c>=-1.5e3)],d[18446744073709551616])",
];
const METHODS: &[&str] = &["PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "GET", "put", "BREW"];
const TAGS: &[&str] = &["\"abc\", W/\"x\", bare,*", "*", "\"", "not_exists", "W/", "\"a,b\",\"\""];
const TYPES: &[&str] = &[
    "application/json; charset=\"UTF-8\"",
    "text/xml;a=b;c",
    "utf-8;q=0.5, iso-8859-1;q=NaN, *;q=0",
    "application/;charset",
];
const FIELDS: &[&str] = &[
    "id",
    "_v",
    "_type",
    "_resource_state",
    "name",
    "online",
    "default",
    "default@Storefront",
    "de",
    "de-AT",
    "x@y",
    "template",
    "site_map_change_frequency",
    "always",
    "site_map_included",
    "site_map_priority",
    "c_body",
    "c_a",
    "c_",
    "c_ö",
    "c_a.b",
    "c_c_a",
    "source",
    "markup",
    "parent_folder_id",
    "root",
    "content_id",
    "folder_id",
    "position",
    "23.2",
    "user",
    "link",
];

fn sites() -> Vec<String> {
    SITES.iter().map(|site| (*site).to_owned()).collect()
}

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn addresses(path in text(PATHS)) {
        match Base::parse(&path, &sites()).and_then(|base| Address::parse(&base)) {
            Ok(address) => {
                prop_assert!(path.starts_with(&address.base) && path.ends_with(&address.path));
                let (oldest, newest) = (Version::OLDEST, Version::NEWEST);
                prop_assert!((oldest..=newest).contains(&address.version));
                prop_assert!(address.segments.iter().all(|segment| !segment.is_empty()));
            }
            Err(refusal) => prop_assert!(!refusal.message().is_empty()),
        }
    }

    #[test]
    fn selectors(text in text(SELECTORS), hit in values(FIELDS)) {
        let document = json!({"hits": [hit, 1], "a": hit, "id": "x"});
        match text.parse::<Selector>() {
            Ok(selector) => {
                let selected = selector.apply(&document);
                prop_assert!(selected.to_string().len() <= document.to_string().len());
            }
            Err(error) => prop_assert!(error.to_string().contains("at character")),
        }
    }

    #[test]
    fn method_overrides(
        sent in prop::sample::select(&["POST", "GET", "PUT", "BREW"][..]),
        named in value(METHODS),
        query in text(&["method=PUT", "method=%ff&method", "select=(**)"]),
    ) {
        let sent: http::Method = sent.parse().expect("a method");
        let headers = HeaderMap::from_iter([
            (header::HeaderName::from_static("x-dw-http-method-override"), named),
        ]);
        match Method::of(&sent, &headers, &Parameters::read(&query)) {
            Ok(Some(method)) if sent == http::Method::POST => prop_assert!(method != Method::Get),
            Ok(Some(method)) => prop_assert_eq!(method.as_str(), sent.as_str()),
            Ok(None) => {}
            Err(refusal) => prop_assert!(
                refusal.is("IllegalHttpMethodOverride") || refusal.is("MalformedParameter")
            ),
        }
    }

    #[test]
    fn conditions(
        headers in headers(&["if-match", "x-dw-resource-state"], TAGS),
        state in text(TAGS),
        present in prop::option::of(text(TAGS)),
    ) {
        let conditions = Conditions::read(&headers, Some(&state));
        let outcome = conditions.check(present.as_deref());
        let is_met = outcome.is_ok();
        prop_assert!(!is_met || present.as_deref() == Some(&state) || state == "not_exists");
        prop_assert!(!conditions.lost(present.as_deref()).message().is_empty());
        prop_assert!(conditions.are_given(), "a state at least");
    }

    #[test]
    fn types(kind in value(TYPES), charsets in value(TYPES)) {
        let kind = HeaderMap::from_iter([(header::CONTENT_TYPE, kind)]);
        if let Err(refusal) = check_type(&kind) {
            prop_assert!(refusal.is("MalformedMediaType") || refusal.is("UnsupportedContentType"));
        }
        let charsets = HeaderMap::from_iter([(header::ACCEPT_CHARSET, charsets)]);
        if let Err(refusal) = check_accepted(&charsets) {
            prop_assert!(refusal.is("CharsetNotAcceptable"));
        }
    }

    #[test]
    fn documents(
        document in values(FIELDS),
        kind in prop::sample::select(&[Kind::Asset, Kind::Folder, Kind::Assignment][..]),
        old in values(FIELDS),
    ) {
        let sites = sites();
        let reading = Reading { kind, version: Version::SPECIFIED, sites: &sites };
        match Draft::read(document, reading) {
            Ok(draft) => {
                let custom = draft.fields.keys().filter(|name| name.starts_with("c_"));
                let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
                prop_assert!(custom.clone().all(|name| name.chars().all(is_plain)));
                let old = old.as_object().cloned().unwrap_or_default();
                let merged = Value::Object(draft.merged(old, &[]));
                let has_null = |fields: &Map<String, Value>| {
                    draft.fields.iter().any(|(name, value)| value.is_null() && fields.contains_key(name))
                };
                prop_assert!(!has_null(merged.as_object().expect("an object")));
            }
            Err(refusal) => prop_assert!(!refusal.message().is_empty()),
        }
    }

    #[test]
    fn locks(path in text(&["/-/sandbox/libraries/L/content/a%2Fb/lock"]), body in values(FIELDS)) {
        if let Some(names) = lock::names(&path) {
            prop_assert!(path.starts_with("/-/sandbox/libraries/") && path.ends_with("/lock"));
            drop(names);
        }
        match lock::holder(&body, "caller") {
            Ok(user) => prop_assert!(!user.is_empty()),
            Err(refusal) => prop_assert!(!refusal.message().is_empty()),
        }
    }
}
