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

impl Session {
    pub(super) fn request(&mut self, method: &str, url: &str, body: Option<String>) {
        if self.requests.active().is_some() {
            let text = "a request is under way";
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
        self.cx.effect(Effect::Fetch(StorefrontRequest {
            id,
            method: method.to_owned(),
            url: whole,
            body,
        }));
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
        let (kind, failed, lines) = match outcome {
            Ok(answer) => {
                let failed = answer.status >= 400;
                let kind = if failed { NoticeKind::Error } else { NoticeKind::Done };
                (kind, failed, answer_lines(answer))
            }
            Err(failure) => (NoticeKind::Error, true, vec![failure.cause, failure.action]),
        };
        let first = lines.first().cloned().unwrap_or_default();
        self.cx.say(kind, format!("{title}: {first}"));
        let line = ConsoleLine::Request { title, lines, failed };
        self.console.push(self.cx.now(), line, None, None);
        self.cx.tell(Change::RequestFinished { id });
    }
}

fn answer_lines(answer: StorefrontAnswer) -> Vec<String> {
    let StorefrontAnswer { status, took, size, first_lines } = answer;
    let mut lines = vec![format!("{status}, {} ms, {size} bytes", took.as_millis())];
    lines.extend(first_lines);
    lines
}
