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
use std::time::Duration;

/// So many requests wait for their pages at a time.
const AT_A_TIME: usize = 16;

impl Session {
    pub(super) fn request(&mut self, method: &str, url: &str, body: Option<String>) {
        if self.requests.under_way() == AT_A_TIME {
            let text = format!("{AT_A_TIME} requests are under way");
            return self.cx.advise(NoticeKind::Hint, text, Remedy::CancelRequest);
        }
        let Some(storefront) = &self.cx.options.storefront else {
            let text = "no storefront is configured: set site and server";
            return self.cx.say(NoticeKind::Error, text);
        };
        let Some(whole) = storefront.complete(url) else {
            let text =
                format!("{url} is on another host: requests go to the configured instance only");
            return self.cx.say(NoticeKind::Error, text);
        };
        let id = self.requests.begin(method, url, self.cx.now());
        self.cx.save_soon();
        self.cx.say(NoticeKind::Hint, format!("sent {method} {url}"));
        self.polls.at_once();
        self.cx.tell(Change::Requested { id });
        self.cx.effect(Effect::Fetch(StorefrontRequest {
            id,
            method: method.to_owned(),
            url: whole,
            body,
        }));
    }

    /// A sandbox answers; it says which site it serves.
    pub(super) fn sandbox_answers(&mut self, site: Option<String>) {
        self.is_sandbox = true;
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
        let title = format!("{} {}", request.method, request.url);
        let held = request.held(self.cx.now());
        self.cx.tell(Change::RequestFinished { id, outcome: outcome.clone() });
        let (kind, failed, lines) = match outcome {
            Ok(answer) => {
                let failed = answer.is_error();
                let kind = if failed { NoticeKind::Error } else { NoticeKind::Done };
                (kind, failed, answer_lines(answer, held))
            }
            Err(failure) => (NoticeKind::Error, true, vec![failure.cause, failure.action]),
        };
        let first = lines.first().cloned().unwrap_or_default();
        self.cx.say(kind, format!("{title}: {first}"));
        let line = ConsoleLine::Request { title, lines, failed };
        self.console.push(line, None);
    }
}

fn answer_lines(answer: StorefrontAnswer, held: Duration) -> Vec<String> {
    let StorefrontAnswer { status, took, size, first_lines, script_error, refusal, .. } = answer;
    let own = match held {
        Duration::ZERO => String::new(),
        held => format!(", {} without its halts", lasted(took.saturating_sub(held))),
    };
    let why = script_error.or(refusal).map(|why| format!(": {why}")).unwrap_or_default();
    let mut lines = vec![format!("{status}, {}{own}, {size} bytes{why}", lasted(took))];
    lines.extend(first_lines);
    lines
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
    use super::super::{Event, Options, Saved, Storefront};
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
            play.event(Event::Sandbox { site: Some("RefArch".to_owned()) });
            let storefront = play.session.options().storefront.as_ref().expect("it stays");
            let whole = storefront.complete("Home-Show").expect("a URL");
            assert!(whole.contains(&format!("/Sites-{site}-Site/")), "{whole}");
        }
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
        };
        let first =
            |answer: &StorefrontAnswer| answer_lines(answer.clone(), Duration::ZERO).remove(0);
        let refused = "400, 1 ms, 221 bytes: The time must be one such as 2030-12-24.";
        assert_eq!(first(&answer), refused);
        answer.script_error = Some("TypeError: no".to_owned());
        assert_eq!(first(&answer), "400, 1 ms, 221 bytes: TypeError: no");
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
