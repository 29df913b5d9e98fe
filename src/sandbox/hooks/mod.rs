//! Customization hooks that cartridges bring (section 6; "beyond the specification", 3).
//!
//! A reached extension point is one script thread: it calls the registered functions one after the
//! other with the request's overlay, on which no transaction is open, and may halt like any other.

mod outcome;

use super::{
    Clock,
    data::hooks::{Call, Event, Hooks, Point, When},
    refusal::Refusal,
    storefront::{HookScripts, Storefront, site_document},
};
use crate::script::{Entry, Job, ScriptError};
use axum::http::StatusCode;
use futures::future::BoxFuture;
use outcome::Outcome;
use serde_json::{Value, json};
use std::sync::Arc;

/// Runs the hooks of a storefront's cartridges.
pub struct ScriptHooks {
    /// Whose cartridges, engine and libraries.
    pub storefront: Arc<Storefront>,
    /// The sites that locales may name.
    pub sites: Arc<[String]>,
    /// When custom attributes are written.
    pub clock: Clock,
}

impl Hooks for ScriptHooks {
    fn has(&self, point: Point) -> bool {
        let found = HookScripts::find(self.storefront.cartridges(), &point.name());
        let has_any = !found.scripts.is_empty();
        if !has_any {
            // Else the thread that looks for them again tells the log.
            found.log_problems();
        }
        has_any
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Call, Refusal>> {
        Box::pin(self.run(call))
    }
}

impl ScriptHooks {
    async fn run(&self, call: Call) -> Result<Call, Refusal> {
        let mut input = self.input(&call);
        let Call { point, library, id, overlay, document } = call;
        let view = self.storefront.libraries().lend(overlay);
        input["view"] = view.id.into();
        let script = self.storefront.engine().start(Job {
            cartridges: Arc::clone(self.storefront.cartridges()),
            entry: Entry { module: "hooks/point".to_owned(), function: "run".to_owned() },
            input,
        });
        let thread = script.id;
        let returned = script.outcome.await;
        let call = Call { point, library, id, overlay: view.close(), document };
        let finished = match returned {
            Ok(document) => Outcome::read(document),
            Err(ScriptError { name, message, stack, .. }) => {
                Err(format!("{name}: {message}\n{stack}"))
            }
        };
        let finished = finished.and_then(|outcome| self.take(outcome, call));
        finished.unwrap_or_else(|cause| {
            let name = point.name();
            tracing::error!(target: "script", %thread, "a hook of {name} failed: {cause}");
            Err(failed(point))
        })
    }

    /// What the entry module gets.
    fn input(&self, call: &Call) -> Value {
        let Call { point, library, id, document, .. } = call;
        let name = point.name();
        let function = name.rsplit('.').next().unwrap_or_default();
        json!({
            "site": site_document(self.storefront.site()),
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
    fn take(&self, outcome: Outcome, mut call: Call) -> Result<Result<Call, Refusal>, String> {
        if let Some(status) = outcome.status.filter(|status| status.error) {
            return Ok(Err(status.refusal(call.point)));
        }
        for write in outcome.writes {
            write.apply(&mut call.overlay, &self.sites, self.clock.now())?;
        }
        if let Some(document) = outcome.document {
            call.document = document;
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
