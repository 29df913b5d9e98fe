//! The page of the request that a probe has sent itself.

use crate::runtime::{Changes, Desk};
use crate::session::{Change, Command, Failure, NoticeKind, RequestId, StorefrontAnswer};
use std::future::pending;

/// A request whose page is not here yet, or none.
pub(super) struct Page {
    id: Option<RequestId>,
    changes: Changes,
}

/// How a page was answered.
pub(super) struct Answered(Result<StorefrontAnswer, Failure>);

impl Page {
    /// Sends the request, if one is wanted; else says why it can't be sent.
    pub(super) fn asked(desk: &Desk, url: Option<String>) -> Result<Self, String> {
        let changes = desk.changes();
        let Some(url) = url else { return Ok(Self { id: None, changes }) };
        let told = desk.command(Command::Request { method: "GET".to_owned(), url, body: None });
        let refused = told.iter().find_map(|change| match change {
            Change::Output { kind: NoticeKind::Error, text, .. } => Some(text.clone()),
            _ => None,
        });
        let sent = told.iter().find_map(|change| match change {
            Change::Requested { id } => Some(*id),
            _ => None,
        });
        refused.map_or(Ok(Self { id: sent, changes }), Err)
    }

    /// Whether its answer is still to come.
    pub(super) const fn is_awaited(&self) -> bool {
        self.id.is_some()
    }

    /// Waits for the answer, which comes once at the most. Can be dropped at any moment.
    pub(super) async fn answered(&mut self) -> Answered {
        loop {
            let Some(id) = self.id else { return pending().await };
            let Some(batch) = self.changes.next().await else { return pending().await };
            let answer = batch.iter().find_map(|change| match change {
                Change::RequestFinished { id: of, outcome } if *of == id => Some(outcome.clone()),
                _ => None,
            });
            if let Some(answer) = answer {
                self.id = None;
                return Answered(answer);
            }
        }
    }
}

impl Answered {
    /// Whether there was any answer at all.
    pub(super) const fn has_come(&self) -> bool {
        self.0.is_ok()
    }

    pub(super) fn is_error(&self) -> bool {
        self.0.as_ref().map_or(true, StorefrontAnswer::is_error)
    }

    /// As in `the page was answered 404 Not Found`, with the script's error if there is one.
    pub(super) fn words(&self) -> String {
        match &self.0 {
            Ok(StorefrontAnswer {
                status, reason, script_error, refusal, redirected_to, ..
            }) => {
                let from = redirected_to.as_ref().map(|it| format!(", redirected to {it}"));
                let why = script_error
                    .as_ref()
                    .or(refusal.as_ref())
                    .map(|error| format!(": {}", error.trim_end_matches('.')));
                let whole = format!("the page was answered {status} {reason}");
                let (from, why) = (from.unwrap_or_default(), why.unwrap_or_default());
                format!("{}{from}{why}", whole.trim_end())
            }
            Err(failure) => format!("the page was not answered: {failure}"),
        }
    }
}
