//! Customization hooks that cartridges bring (section 6; "beyond the specification", 3).
//!
//! A reached extension point is one script thread: it calls the registered functions one after the
//! other with the request's overlay, which holds no transaction, and may halt like any other.

mod outcome;

use super::{
    Clock,
    breaker::{Breakers, Ending, seconds},
    data::hooks::{Call, Event, Hooks, Point, When},
    refusal::Refusal,
    storefront::Storefront,
    trail::{self, Ran},
};
use crate::script::{Entry, Job, ScriptError};
use axum::http::{StatusCode, header::RETRY_AFTER};
use futures::future::BoxFuture;
use outcome::Outcome;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// Runs the hooks of a storefront's cartridges.
pub(super) struct ScriptHooks {
    storefront: Arc<Storefront>,
    sites: Arc<[String]>,
    clock: Clock,
    breakers: Breakers<Point>,
}

impl Hooks for ScriptHooks {
    fn has(&self, point: Point) -> bool {
        !self.storefront.hook_scripts(&point.name()).scripts.is_empty()
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Call, Refusal>> {
        Box::pin(self.run(call))
    }
}

impl ScriptHooks {
    /// The storefront's cartridges, engine and libraries are used; locales may name these sites; the
    /// clock dates what scripts write.
    pub(super) fn new(storefront: Arc<Storefront>, sites: Arc<[String]>, clock: Clock) -> Self {
        Self { storefront, sites, clock, breakers: Breakers::default() }
    }

    async fn run(&self, call: Call) -> Result<Call, Refusal> {
        let pass = self.breakers.admit(&call.point).map_err(|left| paused(call.point, left))?;
        let _passage = self.storefront.gate().pass().await;
        let mut input = Self::input(&call);
        let Call { point, library, id, overlay, document } = call;
        let view = self.storefront.libraries().lend(overlay);
        input["view"] = view.id.into();
        let script = self.storefront.engine().start(Job {
            cartridges: Arc::clone(self.storefront.cartridges()),
            entry: Entry { module: "hooks/point".to_owned(), function: "run".to_owned() },
            input,
            run_time: None,
        });
        let (thread, halted) = (script.id, script.halted);
        let returned = script.outcome.await;
        let error = returned.as_ref().err().map(ToString::to_string);
        trail::note(Ran::new("hook", point.name(), halted.time(), error));
        let call = Call { point, library, id, overlay: view.close(), document };
        let finished = self.finish(returned, call).await;
        let (ending, answer) = finished.unwrap_or_else(|(ending, cause)| {
            let name = point.name();
            tracing::error!(target: "script", %thread, "a hook of {name} failed: {cause}");
            (ending, Err(failed(point)))
        });
        self.breakers.note(&pass, ending, &point.name());
        answer
    }

    /// What the scripts answer, or how they failed and why.
    async fn finish(
        &self,
        returned: Result<Value, ScriptError>,
        call: Call,
    ) -> Result<(Ending, Result<Call, Refusal>), (Ending, String)> {
        let document =
            returned.map_err(|error| (Ending::of(&error), format!("{error}\n{}", error.stack)))?;
        let answer = match Outcome::read(document) {
            Ok(outcome) => self.take(outcome, call).await,
            Err(cause) => Err(cause),
        };
        answer.map(|answer| (Ending::Answered, answer)).map_err(|cause| (Ending::Failed, cause))
    }

    /// What the entry module gets.
    fn input(call: &Call) -> Value {
        let Call { point, library, id, document, .. } = call;
        let name = point.name();
        let function = name.rsplit('.').next().unwrap_or_default();
        json!({
            "method": method(point.event),
            "point": name,
            "name": function,
            "library": library,
            "kind": kind(point.event),
            "id": has_object(*point).then_some(id),
            "document": sent(*point).then(|| with_id(*point, id, document.clone())),
        })
    }

    /// The call as the scripts leave it; `Ok(Err(…))` is a refusal by one of them.
    async fn take(
        &self,
        outcome: Outcome,
        mut call: Call,
    ) -> Result<Result<Call, Refusal>, String> {
        if let Some(status) = outcome.status.filter(|status| status.error) {
            return Ok(Err(status.refusal(call.point)));
        }
        for write in outcome.writes {
            write.apply(&mut call.overlay, &self.sites, self.clock.now()).await?;
        }
        match outcome.document {
            Some(document) => call.document = document,
            None if sent(call.point) => {
                return Err("a hook left nothing of its document".to_owned());
            }
            None => {}
        }
        Ok(Ok(call))
    }
}

/// A hook that failed without a Status: its error is in the log alone.
fn failed(point: Point) -> Refusal {
    let name = point.name();
    let message = format!("A hook of {name} failed; the sandbox's log says more.");
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "HookInternalServerError", message)
        .with("extensionPoint", name)
}

/// Hooks that kept failing aren't called for a while.
fn paused(point: Point, left: Duration) -> Refusal {
    let (name, seconds) = (point.name(), seconds(left));
    let message =
        format!("The hooks of {name} kept failing; they are called again in {seconds} s.");
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "HookCircuitBreaker", message)
        .with("extensionPoint", name)
        .with_header(RETRY_AFTER, seconds.into())
}

fn method(event: Event) -> &'static str {
    match event {
        Event::CreateAsset | Event::CreateFolder => "PUT",
        Event::UpdateAsset | Event::UpdateFolder => "PATCH",
        Event::DeleteAsset | Event::DeleteFolder => "DELETE",
    }
}

fn kind(event: Event) -> &'static str {
    match event {
        Event::CreateAsset | Event::UpdateAsset | Event::DeleteAsset => "asset",
        Event::CreateFolder | Event::UpdateFolder | Event::DeleteFolder => "folder",
    }
}

/// Whether the point's functions get the asset or folder: it exists at that moment.
fn has_object(point: Point) -> bool {
    match point.event {
        Event::CreateAsset | Event::CreateFolder => point.when == When::After,
        Event::UpdateAsset | Event::UpdateFolder => true,
        Event::DeleteAsset | Event::DeleteFolder => point.when == When::Before,
    }
}

/// Whether the point's functions get a document.
fn sent(point: Point) -> bool {
    !matches!(point.event, Event::DeleteAsset | Event::DeleteFolder)
}

/// A document to create names what it creates, which nothing else tells a before-hook.
fn with_id(
    point: Point,
    id: &str,
    mut document: serde_json::Map<String, Value>,
) -> serde_json::Map<String, Value> {
    if matches!(point.event, Event::CreateAsset | Event::CreateFolder) {
        document.entry("id").or_insert_with(|| id.into());
    }
    document
}
