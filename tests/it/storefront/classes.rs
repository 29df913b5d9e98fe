//! The platform's classes behave as they are declared and documented: a file of tests, in JavaScript, for each package.

use super::{Browser, EVER};
use axum::{Extension, http::StatusCode};
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions};
use haltscope::sandbox::{Accounts, Shop, Transport};
use haltscope::script::{Cartridges, Files, Limits};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

/// Makes a storefront of what a file tests, and runs each of its tests in a request of its own.
macro_rules! packages {
    ($($name:ident)*) => {
        const PACKAGES: &[&str] = &[$(stringify!($name)),*];

        $(
            #[tokio::test]
            async fn $name() {
                check(stringify!($name)).await;
            }
        )*
    };
}

packages!(campaign catalog content crypto customer e4x experience io net object order pipelets suggest svc system template util web ws xml);

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/storefront/classes"))
}

async fn check(package: &str) {
    let read = |name: String| fs::read_to_string(folder().join(name));
    let tests = read(format!("{package}.js")).expect("tests of the package");
    // What the package's tests find in the shop.
    let documents: BTreeMap<String, Value> = read(format!("{package}.json"))
        .map_or_else(|_| BTreeMap::new(), |text| serde_json::from_str(&text).expect("JSON"));
    let harness = read("harness.js".to_owned()).expect("the harness");
    let controller = harness.replace("/* tests */", &tests);
    let files = [
        ("cartridge/controllers/Test.js".to_owned(), controller.into_bytes()),
        ("cartridge/templates/resources/shop.properties".to_owned(), b"hello=Hello {0}\n".to_vec()),
    ];
    let extra = extra(package);
    // What an archive brings.
    let library = read(format!("{package}.xml"));
    let shop = library.map_or_else(
        |_| Shop::default(),
        |xml| super::archived(&[("libraries/SharedLibrary/library.xml", xml.as_str())]),
    );
    let options = StorefrontOptions {
        shop: Arc::new(shop),
        cartridges: Arc::new(
            Cartridges::new().with("app", Files::memory(files.into_iter().chain(extra))),
        ),
        limits: Limits { halt_timeout: EVER, ..Limits::default() },
        hosts: Vec::new(),
        agents: Accounts::builtin(),
        documents,
        ..StorefrontOptions::sample("Storefront")
    };
    let mut browser = Browser::of(&Storefront::new(options));
    if package == "customer" {
        // Agents come by HTTPS alone.
        browser.shop = browser.shop.layer(Extension(Transport::Tls));
    }
    let mut failures = Vec::new();
    for number in 0.. {
        let page = browser.get(&format!("Test-Run?n={number}")).await;
        match (page.status, page.body.as_str()) {
            (StatusCode::OK, "ok") => {}
            (StatusCode::OK, "end") if number > 0 => break,
            (_, body) => failures.push(body.to_owned()),
        }
        assert!(number < 1000, "it never ends: {failures:#?}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Files that a package's tests need in their cartridge: those of the folder of its name.
fn extra(package: &str) -> Vec<(String, Vec<u8>)> {
    let root = folder().join(package);
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(&root).expect("below it").to_string_lossy().into_owned();
                found.push((format!("cartridge/{name}"), fs::read(&path).expect("a file")));
            }
        }
    }
    found
}

#[test]
fn each_file_of_tests_is_run() {
    let files = fs::read_dir(folder()).expect("the folder").flatten().map(|it| it.file_name());
    let names = files.filter_map(|it| it.to_string_lossy().strip_suffix(".js").map(str::to_owned));
    let mut names: Vec<String> = names.filter(|name| name != "harness").collect();
    names.sort_unstable();
    assert_eq!(names, PACKAGES);
}
