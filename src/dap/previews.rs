//! What objects hold, in place of a text that says nothing.
//!
//! Members that somebody opens come with it. The variables of a scope don't wait for it: editors
//! read them at every stop, so it is read after their answer, and the client is told to ask again.
//! They do where the client can't be told so.

use super::attached::Attached;
use super::handles::{Handle, Held, Texts};
use super::wire::Asked;
use crate::session::{ScopeKind, Spot, Variable};
use dapts::{IRequest, VariablesArguments, request::Variables};
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

impl Attached {
    /// Whether the client takes the word that variables aren't what they were.
    pub(super) fn can_ask_again(&self) -> bool {
        self.client.supports_invalidated_event == Some(true)
    }

    /// What the objects of a list hold, by path.
    pub(super) async fn previews_of<'a>(
        &self,
        spot: Spot,
        list: impl IntoIterator<Item = &'a Variable>,
    ) -> Texts {
        self.desk.previews(spot, list, |member| member.value.clone()).await
    }

    /// After the answer to a request for a scope's variables: what they hold is read once, and the
    /// client asks again.
    pub(super) async fn preview_after(&self, asked: &Asked) {
        if asked.command != Variables::COMMAND || !self.can_ask_again() {
            return;
        }
        let Ok(wanted) = asked.arguments::<VariablesArguments>() else { return };
        let Ok(held) = self.held(u64::from(wanted.variables_reference)) else { return };
        let Handle::Scope(kind @ (ScopeKind::Local | ScopeKind::Closure)) = held.handle else {
            return;
        };
        let texts = Arc::<OnceLock<Texts>>::default();
        let is_first = match self.previews().entry(held.clone()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(Arc::clone(&texts));
                true
            }
        };
        if !is_first {
            return;
        }
        let Ok(variables) = self.desk.variables(held.spot).await else { return };
        let list = variables.list.iter().filter(|it| super::values::scope_of(it) == kind);
        let read = self.previews_of(held.spot, list).await;
        let is_news = !read.is_empty();
        let _ = texts.set(read);
        // Else they are of before something ran, or of a place that was left.
        let holds = self.previews().get(&held).is_some_and(|held| Arc::ptr_eq(held, &texts));
        if is_news && holds {
            self.show_again(held.spot);
        }
    }

    /// What was read of a list that the client asks for again.
    pub(super) fn previews_read(&self, held: &Held) -> Texts {
        let texts = self.previews().get(held).cloned();
        texts.and_then(|texts| texts.get().cloned()).unwrap_or_default()
    }

    /// Code has run: what objects hold may be old.
    pub(super) fn forget_previews(&self, spot: Spot) {
        self.previews().retain(|held, _| held.spot.thread != spot.thread);
    }
}
