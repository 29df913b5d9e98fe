//! The remote includes of a page: requests of their own, several of which run at once.
//!
//! The page is the one that it would be if each began when the one before it was done. What includes change is kept
//! in the order of the page, and an include that had begun before such a change begins anew, as if it had waited. So that
//! this is seldom, what comes after an action that changed something when it ran last does wait. With a debugger
//! attached all do: whoever steps meets them in their order.

use super::{
    Storefront,
    bounds::{Bounds, Excess},
    page, redirects,
    run::{Begun, End, Kept},
    visit::{self, Instead, Visit},
};
use axum::http::Uri;
use parking_lot::Mutex;
use std::{
    collections::{HashSet, VecDeque},
    future::Future,
    panic::resume_unwind,
    pin::Pin,
    sync::Arc,
    thread::available_parallelism,
};
use tokio::task::spawn_blocking;

/// So many includes of a page run at once at most.
const WIDEST: usize = 4;
/// What stands in JSON for an answer that isn't there, or is nothing.
pub(in crate::sandbox) const NO_VALUE: &str = "{}";

/// Actions whose includes changed something when they ran last: a session, an order, a profile, a record.
#[derive(Debug, Default)]
pub(super) struct Changing(Mutex<HashSet<String>>);

impl Changing {
    fn note(&self, visit: &Visit, is_changed: bool) {
        let mut actions = self.0.lock();
        if is_changed {
            actions.insert(visit.action());
        } else {
            actions.remove(&visit.action());
        }
    }

    fn has(&self, visit: &Visit) -> bool {
        self.0.lock().contains(&visit.action())
    }
}

/// A page with its includes, and whether they have changed anything.
type Assembled<'a> = Pin<Box<dyn Future<Output = Result<(String, bool), Excess>> + Send + 'a>>;

impl Storefront {
    /// A page with the pages of its remote includes in their places, which stand behind the mark; an error if that is more
    /// than one request may take.
    pub(super) async fn assembled(
        &self,
        (visit, bounds): (&Visit, &Bounds),
        session: &str,
        (body, mark): (String, &str),
    ) -> Result<String, Excess> {
        let _passage = self.gate().pass().await;
        bounds.begin(body.len());
        let scope = Scope { session, mark, bounds };
        Ok(self.with_includes((visit, scope), body, width()).await?.0)
    }

    fn with_includes<'a>(
        &'a self,
        (visit, scope): (&'a Visit, Scope<'a>),
        body: String,
        width: usize,
    ) -> Assembled<'a> {
        Box::pin(async move {
            let mut parts = body.split(scope.mark);
            let mut page = parts.next().unwrap_or_default().to_owned();
            let includes: Vec<_> =
                parts.map(|part| part.split_once("-->").unwrap_or((part, ""))).collect();
            let mut waiting = VecDeque::new();
            for (url, _) in &includes {
                waiting.push_back((*url, self.included(visit, url).await));
            }
            let mut row = Row {
                storefront: self,
                scope,
                width,
                waiting,
                running: VecDeque::new(),
                changes: 0,
            };
            for (_, rest) in &includes {
                match row.next().await {
                    Ok(text) => page.push_str(&text),
                    Err(excess) => {
                        row.give_up().await;
                        return Err(excess);
                    }
                }
                page.push_str(rest);
            }
            Ok((page, row.changes > 0))
        })
    }
}

impl Storefront {
    /// The visit of an include, by the address of a controller or by a short one.
    async fn included(&self, visit: &Visit, url: &str) -> Option<Visit> {
        let uri: Uri = url.parse().ok()?;
        if visit::place(self.site(), uri.path()).is_ok() {
            return visit.included(self.site(), &uri, None);
        }
        let origin = redirects::origin(self.site(), &uri)?;
        let services = Arc::clone(&self.services);
        let looking = spawn_blocking(move || services.page(&origin));
        let page = looking.await.unwrap_or_else(|end| resume_unwind(end.into_panic()))?;
        let instead = Instead::page(self.site(), page, &uri)?;
        visit.included(self.site(), &uri, Some(instead))
    }
}

/// Whether an include is a bar that the Business Manager puts around the pages of its cartridges.
fn is_frame(visit: &Visit) -> bool {
    visit.controller == "SiteNavigationBar" && visit.function.starts_with("IncludeFrame")
}

/// How many includes may run at once: as many as there are processors for them.
fn width() -> usize {
    available_parallelism().map_or(1, |count| count.get().min(WIDEST))
}

/// What a page and all that it includes have in common.
#[derive(Clone, Copy)]
struct Scope<'a> {
    session: &'a str,
    mark: &'a str,
    bounds: &'a Bounds,
}

/// The includes of a page in their order, each with its address; one that leads nowhere has no visit.
struct Row<'a> {
    storefront: &'a Storefront,
    scope: Scope<'a>,
    width: usize,
    waiting: VecDeque<(&'a str, Option<Visit>)>,
    running: VecDeque<Running<'a>>,
    /// How often one of them has changed something.
    changes: usize,
}

struct Running<'a> {
    url: &'a str,
    script: Option<(Visit, Begun)>,
    /// The changes of which it knows.
    changes: usize,
}

impl Row<'_> {
    /// What stands in the place of the next include.
    async fn next(&mut self) -> Result<String, Excess> {
        let page = self.page().await?;
        let is_nothing = self.is_value() && page.trim().is_empty();
        Ok(if is_nothing { NO_VALUE.to_owned() } else { page })
    }

    /// Waits for the ends of those that run, of which nothing is kept.
    async fn give_up(&mut self) {
        for Running { script, .. } in self.running.drain(..) {
            if let Some((_, begun)) = script {
                begun.give_up().await;
            }
        }
    }

    /// Whether includes are values in JSON.
    fn is_value(&self) -> bool {
        self.scope.mark == self.storefront.services.value_mark
    }

    /// The page of the next include, if there is one.
    async fn page(&mut self) -> Result<String, Excess> {
        self.begin()?;
        let Some(Running { url, script, changes }) = self.running.pop_front() else {
            return Ok(String::new());
        };
        let Some((visit, mut begun)) = script else {
            tracing::error!("the include of {url} leads elsewhere or is nested too deep");
            return Ok(String::new());
        };
        if changes != self.changes {
            begun.give_up().await;
            self.scope.bounds.check(url)?;
            begun = self.storefront.begin(&visit, Some(self.scope.session));
        }
        let (end, Kept { mut is_changed, ran, .. }) = self.storefront.end(&visit, begun).await;
        self.scope.bounds.spend(ran);
        let is_value = self.is_value();
        let text = match end {
            // A page of an error is no value.
            End::Printed(printed) if is_value && printed.status() != 200 => String::new(),
            End::Failed(_) if is_value => String::new(),
            End::Printed(printed) => {
                let width = self.width.saturating_sub(self.running.len()).max(1);
                self.scope.bounds.grow(url, printed.body.len())?;
                let inner = (&visit, self.scope);
                let (text, changed) =
                    self.storefront.with_includes(inner, printed.body, width).await?;
                is_changed |= changed;
                text
            }
            End::Missing(_) if is_frame(&visit) => String::new(),
            End::Missing(reason) => {
                tracing::error!("the include of {url} found nothing: {reason}");
                String::new()
            }
            End::Failed(error) => page::failure(&error),
        };
        self.changes += usize::from(is_changed);
        self.storefront.services.changing.note(&visit, is_changed);
        Ok(text)
    }

    /// Begins those that need not wait, the next one in any case.
    fn begin(&mut self) -> Result<(), Excess> {
        while self.has_room()
            && let Some((url, visit)) = self.waiting.pop_front()
        {
            if visit.is_some() {
                self.scope.bounds.include(url)?;
            }
            let script = visit.map(|visit| {
                let begun = self.storefront.begin(&visit, Some(self.scope.session));
                (visit, begun)
            });
            self.running.push_back(Running { url, script, changes: self.changes });
        }
        Ok(())
    }

    fn has_room(&self) -> bool {
        let changing = &self.storefront.services.changing;
        let is_harmless = |running: &Running<'_>| {
            running.script.as_ref().is_none_or(|(visit, _)| !changing.has(visit))
        };
        let may_others = || {
            let is_watched = self.storefront.engine().control().has_debuggers();
            !is_watched && self.running.len() < self.width && self.running.iter().all(is_harmless)
        };
        self.running.is_empty() || may_others()
    }
}
