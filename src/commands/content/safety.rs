//! Changes that safety levels or rules refuse, or want somebody to agree to, before anything is sent.

use super::Content;
use super::asking::{self, Answer};
use crate::api::safety::{Operation, Refusal, Safety};
use crate::client::content::{ContentError, Resource};
use crate::commands::failure::Failure;

impl Content {
    /// The same content once it is sure that all of these may be changed by that method.
    pub(super) async fn agreed(
        &self,
        method: &reqwest::Method,
        resources: impl IntoIterator<Item = &Resource>,
    ) -> Result<Self, Failure> {
        let mut question = None;
        for resource in resources {
            match self.library.check(method, resource) {
                Ok(()) => {}
                Err(ContentError::Unsafe(refusal @ Refusal::Unconfirmed { .. })) => {
                    question.get_or_insert(refusal);
                }
                Err(error) => return Err(error.into()),
            }
        }
        match question {
            None => Ok(self.clone()),
            Some(refusal) => {
                let asked = tokio::task::spawn_blocking(move || ask(refusal)).await;
                asked.map_err(|error| Failure::failed(error.to_string()))??;
                Ok(Self { library: self.library.confirmed(), ..self.clone() })
            }
        }
    }
}

/// Asks if a rule about commands wants it.
pub(super) fn agree_to(safety: &Safety, command: &str) -> Result<(), Failure> {
    match safety.check(Operation::Command(command)) {
        Ok(()) => Ok(()),
        Err(refusal @ Refusal::Unconfirmed { .. }) => ask(refusal),
        Err(refusal @ Refusal::Blocked { .. }) => Err(ContentError::from(refusal).into()),
    }
}

/// Without a terminal nobody can agree.
fn ask(refusal: Refusal) -> Result<(), Failure> {
    match asking::ask(&format!("{refusal}. Go on? [y/N] ")) {
        Answer::Yes => Ok(()),
        Answer::No => Err(Failure::failed("nothing was changed")),
        Answer::Nobody => Err(ContentError::from(refusal).into()),
    }
}
