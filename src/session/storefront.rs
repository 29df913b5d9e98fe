//! Storefront requests from the same screen.

use super::Session;
use super::change::Change;
use super::effect::{Effect, StorefrontRequest};
use super::evaluation::ConsoleLine;
use super::event::StorefrontAnswer;
use super::failure::Failure;
use super::ids::RequestId;
use super::notice::NoticeKind;
use super::remedy::Remedy;
use crate::api::counted::counted;
use crate::api::sandbox::{Asked, Operation};
use std::time::Duration;

/// So many requests wait for their pages at a time.
const AT_A_TIME: usize = 16;

impl Session {
    pub(super) fn request(&mut self, method: &str, url: &str, body: Option<String>) {
        if url.trim().is_empty() {
            self.cx.say(
                NoticeKind::Error,
                "the request names no page: give a URL, or Controller-Action",
            );
            return;
        }
        let Some(whole) = self.completed(url) else { return };
        let id = self.requests.begin(method, url, self.cx.now());
        self.cx.save_soon();
        self.cx.say(NoticeKind::Hint, format!("sent {method} {url}"));
        self.polls.at_once();
        self.cx.tell(Change::Requested { id });
        let method = method.to_owned();
        self.cx.effect(Effect::Fetch(StorefrontRequest { id, method, url: whole, body }));
    }

    /// Asks a sandbox something about itself.
    pub(super) fn operate(&mut self, operation: &Operation) {
        let Asked { method, path, body } = operation.asked();
        let Some(url) = self.completed(&path) else { return };
        let id = self.requests.begin_own(operation, self.cx.now());
        self.cx.say(NoticeKind::Hint, format!("sent {}", operation.words()));
        self.cx.tell(Change::Requested { id });
        let method = method.to_owned();
        self.cx.effect(Effect::Fetch(StorefrontRequest { id, method, url, body }));
    }

    /// The whole address of a request, unless it can't be sent, which is said.
    fn completed(&mut self, url: &str) -> Option<String> {
        if self.requests.under_way() == AT_A_TIME {
            let text = format!("{AT_A_TIME} requests are under way");
            self.cx.advise(NoticeKind::Hint, text, Remedy::CancelRequest);
            return None;
        }
        let Some(storefront) = &self.cx.options.storefront else {
            self.cx.say(NoticeKind::Error, "no storefront is configured: set site and server");
            return None;
        };
        let whole = storefront.complete(url);
        if whole.is_none() {
            let text =
                format!("{url} is on another host: requests go to the configured instance only");
            self.cx.say(NoticeKind::Error, text);
        }
        whole
    }

    /// The answer with where it came from as requests are written here.
    fn shortened(&self, answer: StorefrontAnswer) -> StorefrontAnswer {
        let storefront = self.cx.options.storefront.as_ref();
        let short = |it: String| storefront.map_or(it.clone(), |known| known.shortened(&it));
        StorefrontAnswer { redirected_to: answer.redirected_to.map(short), ..answer }
    }

    /// A sandbox answers; it says which site it serves, and with which cartridges. Started anew it may say another.
    pub(super) fn sandbox_answers(&mut self, site: Option<String>, cartridges: Vec<String>) {
        self.is_sandbox = true;
        let chosen = self.cx.options.storefront.as_ref().filter(|it| !it.is_site_assumed);
        let is_of_chosen = chosen.is_none_or(|it| Some(&it.site) == site.as_ref());
        let is_configured =
            !self.cx.options.cartridge_path.is_empty() && !self.sources.order_is_told;
        if is_of_chosen && !is_configured && self.cx.options.cartridge_path != cartridges {
            self.cartridge_path_is(cartridges);
        }
        let storefront = self.cx.options.storefront.as_mut().filter(|it| it.is_site_assumed);
        if let Some((storefront, site)) = storefront.zip(site) {
            storefront.site = site;
        }
    }

    pub(super) fn cancel_request(&mut self) {
        match self.requests.take_active() {
            Some(request) => {
                self.cx.effect(Effect::Abort(request.id));
                let text = "the request was aborted; its script may run on";
                self.cx.say(NoticeKind::Done, text);
            }
            None => self.cx.say(NoticeKind::Hint, "no request is under way"),
        }
    }

    pub(super) fn fetched(&mut self, id: RequestId, outcome: Result<StorefrontAnswer, Failure>) {
        let Some(request) = self.requests.end(id) else {
            return self.cx.drop_stale("storefront");
        };
        let outcome = outcome.map(|answer| self.shortened(answer));
        let title = request.title();
        let held = request.held(self.cx.now());
        self.cx.tell(Change::RequestFinished { id, outcome: outcome.clone() });
        let (kind, failed, lines) = match outcome {
            Ok(answer) => {
                let failed = answer.is_error();
                let kind = if failed { NoticeKind::Error } else { NoticeKind::Done };
                let lines = match request.own {
                    Some(_) => own_lines(answer),
                    None => answer_lines(answer, held),
                };
                (kind, failed, lines)
            }
            Err(failure) => (NoticeKind::Error, true, vec![failure.cause, failure.action]),
        };
        let first = match (&request.own, lines.as_slice()) {
            // A job's first line says how it ended.
            (Some(_), [first, _, ..]) if !failed && !first.starts_with("execution ") => {
                format!("{} in the console", counted(lines.len(), "line"))
            }
            (_, lines) => lines.first().cloned().unwrap_or_default(),
        };
        self.cx.say(kind, format!("{title}: {first}"));
        let line = ConsoleLine::Request { title, lines, failed };
        self.console.push(line, None);
    }
}

fn answer_lines(answer: StorefrontAnswer, held: Duration) -> Vec<String> {
    let StorefrontAnswer { status, took, size, first_lines, script_error, refusal, .. } = answer;
    let from = answer.redirected_to.map(|it| format!(" redirected to {it},")).unwrap_or_default();
    let own = match held {
        Duration::ZERO => String::new(),
        held => format!(", {} without its halts", lasted(took.saturating_sub(held))),
    };
    let why = script_error.or(refusal).map(|why| format!(": {why}")).unwrap_or_default();
    let mut lines =
        vec![format!("{status},{from} {}{own}, {}{why}", lasted(took), counted(size, "byte"))];
    lines.extend(first_lines);
    lines
}

/// What a sandbox tells of itself, or that it did what it was asked to.
fn own_lines(answer: StorefrontAnswer) -> Vec<String> {
    let StorefrontAnswer { status, reason, first_lines, script_error, refusal, .. } = answer;
    match refusal.or(script_error) {
        Some(why) if status < 400 => [why].into_iter().chain(first_lines).collect(),
        Some(why) => vec![why],
        None if status >= 400 => vec![format!("{status} {reason}").trim_end().to_owned()],
        None if first_lines.is_empty() => vec!["done".to_owned()],
        None => first_lines,
    }
}

/// `812 ms`, `81.2 s`, `12 min 4 s`: a request that halted takes as long as somebody looks at it.
fn lasted(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{} ms", time.as_millis()),
        10..600 => format!("{}.{} s", time.as_secs(), time.subsec_millis() / 100),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rehearsal::Rehearsal;
    use super::super::{Command, Event, Options, Saved, Storefront};
    use super::*;

    #[test]
    fn a_sandbox_says_its_site_unless_somebody_has_said_one() {
        for (is_site_assumed, site) in [(true, "RefArch"), (false, "Shop")] {
            let storefront = Storefront {
                origin: "https://shop.test".to_owned(),
                site: "Shop".to_owned(),
                is_site_assumed,
                locale: "default".to_owned(),
            };
            let options = Options { storefront: Some(storefront), ..Options::default() };
            let mut play = Rehearsal::new(options, Saved::default());
            let cartridges = vec!["app_base".to_owned()];
            play.event(Event::Sandbox { site: Some("RefArch".to_owned()), cartridges });
            let path = &play.session.options().cartridge_path;
            assert_eq!(path.is_empty(), !is_site_assumed, "another site's path says nothing");
            let storefront = play.session.options().storefront.as_ref().expect("it stays");
            let whole = storefront.complete("Home-Show").expect("a URL");
            assert!(whole.contains(&format!("/Sites-{site}-Site/")), "{whole}");
        }
    }

    #[test]
    fn a_sandbox_that_was_started_anew_tells_its_cartridges_anew() {
        let told = |options: Options, paths: &[&[&str]]| {
            let mut play = Rehearsal::new(options, Saved::default());
            for path in paths {
                let cartridges = path.iter().map(|it| (*it).to_owned()).collect();
                play.event(Event::Sandbox { site: None, cartridges });
            }
            play.session.options().cartridge_path.clone()
        };
        assert_eq!(told(Options::default(), &[&["a"], &["b", "a"]]), ["b", "a"]);
        assert_eq!(told(Options::default(), &[&["a"], &[]]), [""; 0], "its sites differ now");
        let configured = Options { cartridge_path: vec!["c".to_owned()], ..Options::default() };
        assert_eq!(told(configured, &[&["a"], &["b"]]), ["c"]);
    }

    #[test]
    fn the_first_line_says_why_a_request_was_refused() {
        let mut answer = StorefrontAnswer {
            status: 400,
            reason: "Bad Request",
            took: Duration::from_millis(1),
            size: 221,
            first_lines: vec!["{".to_owned()],
            script_error: None,
            refusal: Some("The time must be one such as 2030-12-24.".to_owned()),
            redirected_to: None,
        };
        let first =
            |answer: &StorefrontAnswer| answer_lines(answer.clone(), Duration::ZERO).remove(0);
        let refused = "400, 1 ms, 221 bytes: The time must be one such as 2030-12-24.";
        assert_eq!(first(&answer), refused);
        answer.script_error = Some("TypeError: no".to_owned());
        assert_eq!(first(&answer), "400, 1 ms, 221 bytes: TypeError: no");
        answer.redirected_to = Some("Mine-Show?from=old".to_owned());
        let first = first(&answer);
        assert_eq!(first, "400, redirected to Mine-Show?from=old, 1 ms, 221 bytes: TypeError: no");
    }

    #[test]
    fn a_sandbox_is_asked_and_answers_in_the_words_of_its_commands() {
        let said = |operation: Operation, status: u16, lines: &[&str], why: Option<&str>| {
            let mut play = Rehearsal::configured();
            play.command(Command::Sandbox(operation));
            let id = play.session.requests().active().expect("it is sent").id;
            assert_eq!(play.session.requests().history(), [""; 0], "nobody typed a request");
            let answer = StorefrontAnswer {
                status,
                reason: "Forbidden",
                took: Duration::from_millis(1),
                size: 80,
                first_lines: lines.iter().map(|line| (*line).to_owned()).collect(),
                script_error: None,
                refusal: why.map(str::to_owned),
                redirected_to: None,
            };
            play.event(Event::Fetched { id, outcome: Ok(answer) });
            play.session.notice().expect("it is told").text.clone()
        };
        let take = || Operation::Take { name: "one".to_owned(), replace: false };
        assert_eq!(said(take(), 201, &[], None), "snapshot take one: done");
        let why = "There is a snapshot \"one\" already.";
        assert_eq!(said(take(), 409, &["{"], Some(why)), format!("snapshot take one: {why}"));
        assert_eq!(said(take(), 403, &["{"], None), "snapshot take one: 403 Forbidden");
        let now = "2030-12-24T18:00:00.000Z, standing still";
        assert_eq!(
            said(Operation::Freeze(None), 200, &[now], None),
            format!("clock freeze: {now}")
        );
        let journal = Operation::Journal("limit=1000".to_owned());
        let told = said(journal, 200, &["200  GET  /a", "200  GET  /b"], None);
        assert_eq!(told, "journal: 2 lines in the console");
    }

    #[test]
    fn times_are_told_in_the_unit_that_reads_best() {
        for (millis, text) in
            [(812, "812 ms"), (9_999, "9999 ms"), (81_215, "81.2 s"), (724_000, "12 min 4 s")]
        {
            assert_eq!(lasted(Duration::from_millis(millis)), text);
        }
    }
}
