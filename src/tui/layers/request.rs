//! The request prompt: method, URL, body, for the storefront or the Data API.

use super::complete::{Completion, Way, method_of, read_controllers, routes};
use super::field::{Field, bounded};
use super::form::Form;
use super::{Act, Overlay, Reply};
use crate::session::{Command, NoticeKind};
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent};

const LABELS: [&str; 3] = ["method ", "URL    ", "body   "];
const METHOD: usize = 0;
const URL: usize = 1;
const BODY: usize = 2;
/// Where the assets are that every instance has.
pub(super) const ASSETS: &str = "libraries/SharedLibrary/content/";

/// A request being typed.
#[derive(Debug)]
pub struct RequestPrompt {
    fields: [Field; 3],
    current: usize,
    back: usize,
    /// Somebody has said the method; until then it is the one that the URL is known with.
    is_method_said: bool,
    completion: Completion,
}

impl Default for RequestPrompt {
    /// An empty GET; earlier requests come with Up.
    fn default() -> Self {
        Self::new(["GET", ""], URL, false)
    }
}

impl RequestPrompt {
    /// A PUT of an asset that is still to be named.
    pub fn of_asset() -> Self {
        Self::new(["PUT", ASSETS], URL, true)
    }

    /// A request of which only the body is still to be typed.
    pub fn without_body(method: &str, url: &str) -> Self {
        Self::new([method, url], BODY, true)
    }

    fn new([method, url]: [&str; 2], current: usize, is_method_said: bool) -> Self {
        let fields = [Field::line(method), Field::line(url), Field::line("")];
        Self { fields, current, back: 0, is_method_said, completion: Completion::default() }
    }

    /// The current field has another text.
    fn edited(&mut self, app: &App) {
        match self.current {
            METHOD => self.is_method_said = true,
            URL => self.take_method(app),
            _ => {}
        }
    }

    /// The method that the URL is known with, unless somebody has said one.
    fn take_method(&mut self, app: &App) {
        if !self.is_method_said {
            let known = method_of(app, &self.fields[URL].value());
            self.fields[METHOD].set(known.as_deref().unwrap_or("GET"));
        }
    }

    fn accept(&mut self, app: &App) -> Reply {
        // Its controller may have been read since the last key.
        self.take_method(app);
        let [method, url, body] = &self.fields;
        let (url, body) = (url.value().trim().to_owned(), body.value());
        if let Err(text) = complete(app, &url) {
            return Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]);
        }
        let method = method.value().trim().to_ascii_uppercase();
        let command = Command::Request {
            method: if method.is_empty() { "GET".to_owned() } else { method },
            url,
            body: (!body.is_empty()).then_some(body),
        };
        Reply::Close(vec![Act::Command(command)])
    }

    /// Takes the next candidate for the URL, if there is another one than what stands there.
    fn complete(&mut self, app: &App) -> bool {
        if self.current != URL {
            return false;
        }
        let typed = self.fields[URL].value();
        let next = self.completion.turn(Way::Next, || routes(app, &typed)).map(str::to_owned);
        let next = next.filter(|whole| *whole != typed);
        let Some(whole) = next else { return false };
        self.fields[URL].set(&whole);
        self.take_method(app);
        true
    }

    /// Shows the request that was sent so many requests ago; none of them is an empty one.
    fn walk(&mut self, app: &App, back: usize) {
        let history = app.session.requests().history();
        let Some(index) = history.len().checked_sub(back) else { return };
        let (method, url) = history.get(index).map_or(("GET", ""), |text| split(text));
        self.back = back;
        self.is_method_said = back > 0;
        self.fields[METHOD].set(method);
        self.fields[URL].set(url);
    }
}

impl Overlay for RequestPrompt {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        match key.code {
            KeyCode::Esc => return Reply::CLOSE,
            KeyCode::Enter => return self.accept(app),
            KeyCode::Tab if self.complete(app) => {}
            KeyCode::Tab => self.current = (self.current + 1) % LABELS.len(),
            KeyCode::BackTab => self.current = (self.current + LABELS.len() - 1) % LABELS.len(),
            KeyCode::Up => self.walk(app, self.back + 1),
            KeyCode::Down => self.walk(app, self.back.saturating_sub(1)),
            _ => {
                self.completion.clear();
                self.fields[self.current].key(key);
                self.edited(app);
                let reads = read_controllers(app, &self.fields[URL].value());
                return Reply::Stay(reads.filter(|_| self.current == URL).into_iter().collect());
            }
        }
        if key.code != KeyCode::Tab {
            self.completion.clear();
        }
        Reply::STAY
    }

    fn paste(&mut self, text: &str, app: &App) -> Reply {
        self.fields[self.current].insert(bounded(text).0);
        self.edited(app);
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        let (whole, role) = match complete(app, &self.fields[URL].value()) {
            Ok(url) => (url, Role::Dim),
            Err(text) => (text, Role::Warning),
        };
        let form = Form {
            title: "Request",
            labels: &LABELS,
            fields: &self.fields,
            current: self.current,
            notes: &[(&whole, role)],
            help: "Enter send  Tab complete, next field  Up earlier requests  Esc cancel",
        };
        let area = form.draw(canvas, regions);
        if self.current == URL {
            let (typed, below) = (self.fields[URL].value(), area.y.saturating_sub(1));
            self.completion.draw(canvas, regions, below, || routes(app, &typed));
        }
    }
}

/// The whole URL, or what keeps it from being one.
fn complete(app: &App, url: &str) -> Result<String, String> {
    let Some(storefront) = &app.session.options().storefront else {
        return Err("no storefront is configured".to_owned());
    };
    if url.trim().is_empty() {
        let forms = "Controller-Function?name=value, libraries/ID/content/ID, a path";
        return Err(format!("no URL yet: {forms}"));
    }
    storefront.complete(url).ok_or_else(|| {
        format!("requests go to {} only: cookies and credentials are for it", storefront.origin)
    })
}

fn split(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or(("GET", text))
}
