//! `put`, `patch`, `delete`.

use super::asking::{self, Answer};
use super::conflict::{self, Known};
use super::{Content, body};
use crate::cli::BodyArgs;
use crate::client::content::{Base, ContentError, Resource};
use crate::commands::failure::Failure;
use crate::commands::output::Form;
use reqwest::Method;
use serde_json::Map;
use std::io::{self, IsTerminal, Write};

/// Whether somebody at a terminal is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirmation {
    Ask,
    Given,
}

/// As `--yes` says it.
impl From<bool> for Confirmation {
    fn from(yes: bool) -> Self {
        if yes { Self::Given } else { Self::Ask }
    }
}

impl Content {
    pub(super) async fn put(&self, resource: &Resource, args: BodyArgs) -> Result<(), Failure> {
        let body = match body::read(args).await? {
            Some(body) => body,
            // An assignment says enough by its address.
            None if matches!(resource, Resource::Assignment { .. }) => Map::new(),
            None => return Err(without_body()),
        };
        let agreed = self.agreed(&Method::PUT, [resource]).await?;
        match agreed.library.put(resource, &body).await {
            Ok(written) => self.print(&written.document().fields),
            Err(error) => Err(self.explained(error, resource, Known::Body(&body)).await),
        }
    }

    /// Reads, merges, writes with the state that it read; a state in the body is the base instead.
    pub(super) async fn patch(&self, resource: &Resource, args: BodyArgs) -> Result<(), Failure> {
        let body = body::read(args).await?.ok_or_else(without_body)?;
        let state = body::state(&body)?;
        let agreed = self.agreed(&Method::PATCH, [resource]).await?;
        let (base, read) = if let Some(state) = state {
            (Base::from_state(state), None)
        } else {
            let read = self.library.get(resource).await?;
            (read.base(), Some(read.fields))
        };
        match agreed.library.patch(resource, &body, &base).await {
            Ok(document) => self.print(&document.fields),
            Err(error) => {
                let known = read.as_ref().map_or(Known::Body(&body), Known::Read);
                Err(self.explained(error, resource, known).await)
            }
        }
    }

    pub(super) async fn delete(
        &self,
        resource: &Resource,
        confirmation: Confirmation,
    ) -> Result<(), Failure> {
        let agreed = self.agreed(&Method::DELETE, [resource]).await?;
        let read = self.library.get(resource).await.map_err(undeletable)?;
        if confirmation == Confirmation::Ask {
            let question = format!("Delete {resource} from {}? [y/N] ", self.library.id());
            confirm(question).await?;
        }
        match agreed.library.delete(resource, &read.base()).await {
            Ok(()) => {
                self.say(&format!("deleted {resource}"));
                Ok(())
            }
            Err(error) => Err(self.explained(error, resource, Known::Read(&read.fields)).await),
        }
    }

    async fn explained(
        &self,
        error: ContentError,
        resource: &Resource,
        known: Known<'_>,
    ) -> Failure {
        if error.is_conflict() {
            conflict::report(&self.library, resource, known, &error).await
        } else {
            error.into()
        }
    }

    /// For people, on stderr.
    pub(super) fn say(&self, text: &str) {
        if self.form == Form::Text {
            let _ = writeln!(io::stderr(), "{text}");
        }
    }
}

/// What isn't there need not be created first.
fn undeletable(error: ContentError) -> Failure {
    let there = |listing: &str| {
        format!(
            "There is nothing to delete, unless another ID (they are case-sensitive) or --library is meant; `haltscope content {listing}` lists what is there."
        )
    };
    let kind = |name| error.fault().is_some_and(|fault| fault.is(name));
    let listing = if kind("ContentNotFound") {
        "folder assets root"
    } else if kind("FolderNotFound") {
        "folder subfolders root"
    } else if kind("AssignmentNotFound") {
        "asset folders"
    } else {
        return error.into();
    };
    Failure::from(error).then(there(listing))
}

fn without_body() -> Failure {
    Failure::usage("there is no body")
        .then("Give a FILE with a JSON document, - for stdin, or --field PATH=VALUE.")
}

/// Asks if somebody is there to answer; who would answer and can't see the question isn't asked.
async fn confirm(question: String) -> Result<(), Failure> {
    if !io::stdin().is_terminal() {
        return Ok(());
    }
    let asked = tokio::task::spawn_blocking(move || asking::ask(&question)).await;
    match asked.map_err(|error| Failure::failed(error.to_string()))? {
        Answer::Yes => Ok(()),
        Answer::No => {
            Err(Failure::failed("nothing was deleted").then("--yes deletes without asking."))
        }
        Answer::Nobody => Err(Failure::usage(
            "nothing was deleted: nobody can be asked, for stderr is no terminal",
        )
        .then("--yes deletes without asking.")),
    }
}
