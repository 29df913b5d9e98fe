//! Storefront requests from the same screen.

use super::Session;
use crate::session::console::ConsoleLine;
use crate::session::effect::{Effect, RequestId, StorefrontRequest};
use crate::session::event::StorefrontAnswer;
use crate::session::failure::Failure;
use crate::session::notice::NoticeKind;
use crate::session::request::SentRequest;

impl Session {
    pub(super) fn request(&mut self, method: String, url: String, body: Option<String>) {
        if self.requests.active.is_some() {
            return self.say(NoticeKind::Hint, "a request is under way: :request cancel aborts it");
        }
        let Some(storefront) = &self.options.storefront else {
            return self.say(NoticeKind::Error, "no storefront is configured: set site and server");
        };
        let Some(whole) = storefront.complete(&url) else {
            let text =
                format!("{url} is on another host: requests go to the configured instance only");
            return self.say(NoticeKind::Error, text);
        };
        self.requests.next += 1;
        let id = RequestId(self.requests.next);
        self.requests.remember(format!("{method} {url}"));
        self.save_soon();
        self.say(NoticeKind::Hint, format!("sent {method} {url}"));
        let sent = SentRequest { id, method: method.clone(), url, since: self.now };
        self.requests.active = Some(sent);
        self.polls.at_once();
        self.effects.push(Effect::Fetch(StorefrontRequest { id, method, url: whole, body }));
    }

    pub(super) fn cancel_request(&mut self) {
        match self.requests.active.take() {
            Some(request) => {
                self.effects.push(Effect::Abort(request.id));
                self.say(NoticeKind::Done, "the request was aborted; its script may run on");
            }
            None => self.say(NoticeKind::Hint, "no request is under way"),
        }
    }

    pub(super) fn fetched(&mut self, id: RequestId, outcome: Result<StorefrontAnswer, Failure>) {
        let Some(request) = self.requests.active.take_if(|request| request.id == id) else {
            return self.log.drop_stale(self.now, "storefront");
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
        self.say(kind, format!("{title}: {first}"));
        self.console.push(self.now, ConsoleLine::Request { title, lines, failed }, None, None);
    }
}

fn answer_lines(answer: StorefrontAnswer) -> Vec<String> {
    let StorefrontAnswer { status, took, size, first_lines } = answer;
    let mut lines = vec![format!("{status}, {} ms, {size} bytes", took.as_millis())];
    lines.extend(first_lines);
    lines
}
