//! The storefront: the sample shop's journey, and what scripts get from the platform.

mod ab_tests;
mod archive;
mod at_once;
mod attributes;
mod calls;
mod catalogues;
mod classes;
mod content;
mod coupons;
mod coverage;
mod debugger;
mod e4x;
mod faulty_files;
mod form_checks;
mod form_tokens;
mod ftp;
mod groups;
mod hooks;
mod html;
mod images;
mod includes;
mod journey;
mod language;
mod missing;
mod misuse;
mod money;
mod passwords;
mod platform;
mod promotions;
mod providers;
mod readings;
mod redirects;
mod remembering;
mod requests;
mod searching;
mod server;
mod shipping;
mod sites;
mod slots;
mod stepping;
mod tags;
mod templates;
mod uploads;
mod variation_groups;
mod web_services;
mod webdav;

use crate::testkit::patience::EVER;
use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions, router};
use haltscope::sandbox::{ArchiveSites, Clock, Imported, LeftOut, Shop, read_archives};
use haltscope::script::{Cartridges, Files, Limits};
use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, UNIX_EPOCH},
};
use tower::ServiceExt;
use url::form_urlencoded;

const SITE: &str = "/on/demandware.store/Sites-Storefront-Site";

/// A browser in front of a storefront, in process: it keeps cookies.
struct Browser {
    shop: Router,
    cookies: BTreeMap<String, String>,
}

/// What a browser got.
struct Page {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Browser {
    fn of_sample() -> Self {
        Self::of(&Storefront::new(StorefrontOptions::sample("Storefront")))
    }

    fn of(storefront: &Arc<Storefront>) -> Self {
        Self {
            shop: router(Arc::clone(storefront), Vec::new(), Arc::default()),
            cookies: BTreeMap::new(),
        }
    }

    /// Another window of the same visitor.
    fn twin(&self) -> Self {
        Self { shop: self.shop.clone(), cookies: self.cookies.clone() }
    }

    /// Asks for `Cart-Show`, or `de/Cart-Show`, perhaps with a query, or for a whole path.
    async fn get(&mut self, action: &str) -> Page {
        self.send("GET", action, None).await
    }

    async fn post(&mut self, action: &str, form: &[(&str, &str)]) -> Page {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        self.send("POST", action, Some(body)).await
    }

    /// Posts and follows the redirect that must come.
    async fn submit(&mut self, action: &str, form: &[(&str, &str)]) -> Page {
        let page = self.post(action, form).await;
        assert_eq!(page.status, StatusCode::FOUND, "{action}: {}", page.body);
        let target = page.location().to_owned();
        self.get(&target).await
    }

    /// Fills in the form of a page that leads to an action and sends it with all that stands in it, as
    /// browsers do; then goes where the answer leads.
    async fn fill(&mut self, page: &Page, action: &str, written: &[(&str, &str)]) -> Page {
        let mut form = html::Form::of(page, action);
        for (name, value) in written {
            form.write(name, value);
        }
        let mut fields = form_urlencoded::Serializer::new(String::new());
        let fields = fields.extend_pairs(form.fields).finish();
        let page = if form.is_get {
            self.get(&format!("{}?{fields}", form.action)).await
        } else {
            self.send("POST", &form.action, Some(fields)).await
        };
        self.follow(page).await
    }

    /// The page itself, or the one that it leads to.
    async fn follow(&mut self, page: Page) -> Page {
        if page.status != StatusCode::FOUND {
            return page;
        }
        let target = page.location().to_owned();
        self.get(&target).await
    }

    async fn send(&mut self, method: &str, action: &str, form: Option<String>) -> Page {
        let uri = address(action);
        let mut request =
            Request::builder().method(method).uri(uri).header(header::HOST, "localhost");
        let cookies: Vec<_> =
            self.cookies.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies.join("; "));
        }
        if form.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        let request = request.body(Body::from(form.unwrap_or_default())).expect("a request");
        let page = sent(self.shop.clone(), request).await;
        self.keep_cookies(&page.headers);
        page
    }

    fn keep_cookies(&mut self, headers: &HeaderMap) {
        for line in headers.get_all(header::SET_COOKIE) {
            let line = line.to_str().expect("a cookie in ASCII");
            let pair =
                line.split(';').next().and_then(|pair| pair.split_once('=')).expect("a pair");
            if line.contains("Max-Age=0;") {
                self.cookies.remove(pair.0);
            } else {
                self.cookies.insert(pair.0.to_owned(), pair.1.to_owned());
            }
        }
    }
}

impl Page {
    fn location(&self) -> &str {
        self.headers[header::LOCATION].to_str().expect("an address in ASCII")
    }

    #[track_caller]
    fn shows(&self, text: &str) -> &Self {
        assert!(self.body.contains(text), "{text:?} isn't in the page:\n{}", self.body);
        self
    }

    #[track_caller]
    fn hides(&self, text: &str) -> &Self {
        assert!(!self.body.contains(text), "{text:?} is in the page:\n{}", self.body);
        self
    }

    #[track_caller]
    fn is_fine(&self) -> &Self {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        self
    }

    /// The value of the first input of a name.
    #[track_caller]
    fn input(&self, name: &str) -> String {
        let start = format!("name=\"{name}\" value=\"");
        let rest = self
            .body
            .split(&start)
            .nth(1)
            .unwrap_or_else(|| panic!("no input {name}:\n{}", self.body));
        rest.split('"').next().expect("a closing quote").to_owned()
    }
}

fn address(action: &str) -> String {
    if action.starts_with('/') {
        return action.to_owned();
    }
    let in_locale = action.split('?').next().is_some_and(|path| path.contains('/'));
    let locale = if in_locale { "" } else { "default/" };
    format!("{SITE}/{locale}{action}")
}

async fn sent(shop: Router, request: Request<Body>) -> Page {
    let response = shop.oneshot(request).await.expect("the router never fails");
    let (parts, body) = response.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.expect("a body");
    let body = String::from_utf8(body.to_vec()).expect("text");
    Page { status: parts.status, headers: parts.headers, body }
}

/// Files of one cartridge: path and content.
type Tree = Vec<(String, Vec<u8>)>;

/// A storefront whose cartridges hold these files; paths are `<cartridge>/<path in it>`, and the order of
/// the cartridges is that of their first files.
fn storefront(files: &[(&str, &str)]) -> Arc<Storefront> {
    storefront_of(files, Shop::default())
}

/// A site archive of these files, read, and where it stands.
fn imported(files: &[(&str, &str)]) -> (Imported, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, content) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, content).expect("a file");
    }
    let read =
        read_archives(&[folder.path().to_owned()], Shop::default(), &ArchiveSites::default());
    (read.expect("an archive"), folder)
}

/// What an archive of these files says; all of it has a place, and is right.
#[track_caller]
fn archived(files: &[(&str, &str)]) -> Shop {
    archived_with(files, &[])
}

/// The same with mistakes, `file:line: what`, in the order of the files' names.
#[track_caller]
fn archived_with(files: &[(&str, &str)], mistakes: &[&str]) -> Shop {
    let (read, folder) = imported(files);
    let mut told: Vec<String> = read
        .left_out
        .iter()
        .flat_map(|(file, told)| {
            let name = file.strip_prefix(folder.path()).unwrap_or(file);
            told.told(&name.display().to_string(), LeftOut::UNPLACED)
        })
        .collect();
    told.sort();
    assert_eq!(told, mistakes);
    read.shop
}

/// The same, of a site with those records of an archive.
fn storefront_of(files: &[(&str, &str)], shop: Shop) -> Arc<Storefront> {
    let mut trees: Vec<(&str, Tree)> = Vec::new();
    for (path, text) in files {
        let (cartridge, path) = path.split_once('/').expect("cartridge/path");
        if trees.iter().all(|(name, _)| *name != cartridge) {
            trees.push((cartridge, Vec::new()));
        }
        let tree = trees.iter_mut().find(|(name, _)| *name == cartridge).expect("just made");
        tree.1.push((path.to_owned(), text.as_bytes().to_vec()));
    }
    let path = trees.into_iter().fold(Cartridges::new(), |path, (name, files)| match name {
        "modules" => path.with_modules(Files::memory(files)),
        _ => path.with(name, Files::memory(files)),
    });
    let options = StorefrontOptions {
        cartridges: Arc::new(path),
        limits: Limits { halt_timeout: EVER, ..Limits::default() },
        shop: Arc::new(shop),
        ..StorefrontOptions::sample("Storefront")
    };
    Storefront::new(options)
}

/// A storefront of one script, with an archive's records and a clock that the test turns, in seconds.
fn turned(controller: &str, shop: Shop) -> (Arc<Storefront>, Arc<AtomicU64>) {
    let now = Arc::new(AtomicU64::new(1_700_000_000));
    let told = Arc::clone(&now);
    let files = [("cartridge/controllers/Test.js".to_owned(), controller.as_bytes().to_vec())];
    let options = StorefrontOptions {
        shop: Arc::new(shop),
        cartridges: Arc::new(Cartridges::new().with("app", Files::memory(files))),
        clock: Clock::new(move || UNIX_EPOCH + Duration::from_secs(told.load(Ordering::SeqCst))),
        ..StorefrontOptions::sample("Storefront")
    };
    (Storefront::new(options), now)
}

/// Runs statements in a classic controller, in which `print(value)` writes a line, and answers the page.
async fn run(statements: &str) -> Page {
    let controller = format!(
        "function print(value) {{ response.writer.println(value); }}\n\
         exports.Run = function () {{ {statements}\n}};\nexports.Run.public = true;"
    );
    let shop = storefront(&[("app/cartridge/controllers/Test.js", &controller)]);
    Browser::of(&shop).get("Test-Run").await
}

/// What each line of a script prints must be what is expected.
async fn check(statements: &str, expected: &[&str]) {
    let page = run(statements).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    assert_eq!(page.body.lines().collect::<Vec<_>>(), expected, "{statements}");
}
