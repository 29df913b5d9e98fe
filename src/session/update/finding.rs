//! The deep search: breadth first, bounded, four requests at a time.

use super::purpose::Home;
use super::{DeepSearch, Purpose, Session};
use crate::api::debugger::MemberList;
use crate::api::paging::Page;
use crate::session::effect::Request;
use crate::session::notice::NoticeKind;
use crate::session::tree::{Node, NodeId, NodeKind, ScopeKind, Tree};
use std::collections::VecDeque;

/// So many requests, for whole pages, is one search worth.
const REQUESTS: u32 = 200;
/// Nodes further down are not looked into.
const DEPTH: u16 = 6;
/// Nobody looks through more matches.
const FOUND: usize = 200;
const AT_A_TIME: usize = 4;

/// What is still to be looked into.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    home: Option<Home>,
    waiting: VecDeque<NodeId>,
    active: usize,
    sent: u32,
}

impl Session {
    pub(super) fn deep_find(&mut self, text: &str) {
        let text = text.trim().to_lowercase();
        if text.is_empty() || self.shows_past() {
            return;
        }
        let Some(thread) = self.threads.selected().filter(|thread| thread.is_halted()) else {
            return self.say(NoticeKind::Hint, "the search needs a halted thread");
        };
        let home = Home::Frame(thread.id, thread.selected_frame);
        self.search =
            Some(DeepSearch { text, asked: 0, found: Vec::new(), running: true, bounded: false });
        self.searching = Queue { home: Some(home), ..Queue::default() };
        let roots = self.with_tree(home, |tree| {
            let scopes = [ScopeKind::Local, ScopeKind::Closure, ScopeKind::Global];
            let roots = scopes.into_iter().filter_map(|scope| tree.scope(scope));
            roots.map(|root| root.id).collect::<Vec<_>>()
        });
        for root in roots.unwrap_or_default() {
            self.look_below(home, root, 0);
        }
        self.search_on();
    }

    /// Loaded entries from the given one on are looked at, and queued to be looked into.
    fn look_below(&mut self, home: Home, node: NodeId, start: u64) {
        let Some(search) = &self.search else { return };
        let text = search.text.clone();
        let (mut hits, mut objects, mut below) = (Vec::new(), Vec::new(), Vec::new());
        self.with_tree(home, |tree| {
            for child in tree.entries(node, start) {
                if holds(child, &text) {
                    hits.push(child.id);
                }
                if child.depth <= DEPTH && may_hold(tree, child) {
                    objects.push(child.id);
                } else if child.depth <= DEPTH && child.total() > 0 {
                    below.push(child.id);
                    objects.extend(tree.next_page(child.id).map(|_| child.id));
                }
            }
        });
        if let Some(search) = &mut self.search {
            search.found.extend(hits);
        }
        self.searching.waiting.extend(objects);
        for child in below {
            self.look_below(home, child, 0);
        }
    }

    fn search_on(&mut self) {
        while self.searching.active < AT_A_TIME && !self.search_is_full() {
            let Some(node) = self.searching.waiting.pop_front() else { break };
            self.search_into(node);
        }
        let full = self.search_is_full();
        if self.searching.active == 0 && (full || self.searching.waiting.is_empty()) {
            let is_cut = full && !self.searching.waiting.is_empty();
            self.finish_search(if is_cut { self.bound() } else { Bound::None });
        }
    }

    fn search_is_full(&self) -> bool {
        self.bound() != Bound::None
    }

    fn bound(&self) -> Bound {
        let found = self.search.as_ref().map_or(0, |search| search.found.len());
        match found {
            FOUND.. => Bound::Found,
            _ if self.searching.sent >= REQUESTS => Bound::Requests,
            _ => Bound::None,
        }
    }

    fn search_into(&mut self, node: NodeId) {
        let Some(home) = self.searching.home else { return };
        let Some(place) = self.place_of(home) else { return };
        let Some(page) = self.page_to_search(home, node) else { return };
        let Some((frame, path)) = self.address(home, node) else { return };
        let now = self.now;
        self.with_tree(home, |tree| tree.loading(node, now));
        self.searching.active += 1;
        self.searching.sent += 1;
        self.call(
            Purpose::SearchMembers { home, node, page },
            Some(place),
            Request::Members { thread: place.thread, frame, path, page },
        );
    }

    pub(super) fn search_read(&mut self, home: Home, node: NodeId, page: Page, list: &MemberList) {
        self.with_tree(home, |tree| {
            tree.merge_members(node, page, &list.object_members, list.total);
        });
        self.searching.active = self.searching.active.saturating_sub(1);
        if let Some(search) = self.search.as_mut().filter(|search| search.running) {
            search.asked += 1;
            self.look_below(home, node, page.start);
            // The rest of a long list waits until everything else was looked into once.
            if self.page_to_search(home, node).is_some() {
                self.searching.waiting.push_back(node);
            }
            self.search_on();
        }
    }

    /// What of a node is to be read next; nothing of ranges, which are parts of a node.
    fn page_to_search(&mut self, home: Home, node: NodeId) -> Option<Page> {
        self.with_tree(home, |tree| {
            let is_value = tree.node(node)?.kind == NodeKind::Value;
            let page = tree.page_to_open(node).or_else(|| tree.next_page(node));
            page.filter(|_| is_value)
        })
        .flatten()
    }

    pub(super) fn search_failed(&mut self, node: NodeId) {
        if let Some(home) = self.searching.home {
            self.with_tree(home, |tree| tree.failed(node, "could not be read".to_owned()));
        }
        self.searching.active = self.searching.active.saturating_sub(1);
        self.search_on();
    }

    pub(super) fn cancel_search(&mut self) -> bool {
        let running = self.search.as_ref().is_some_and(|search| search.running);
        if running {
            self.finish_search(Bound::Esc);
        }
        running
    }

    /// The thread moves on: what was found is no more.
    pub(super) fn end_search(&mut self) {
        self.search = None;
        self.searching = Queue::default();
    }

    fn finish_search(&mut self, bound: Bound) {
        let Some(search) = self.search.as_mut().filter(|search| search.running) else { return };
        search.running = false;
        search.bounded = bound != Bound::None;
        let (found, asked) = (search.found.len(), search.asked);
        self.searching.waiting.clear();
        let bound = bound.words();
        self.say(
            NoticeKind::Done,
            format!("{found} found in {asked} requests, {DEPTH} levels deep{bound}"),
        );
    }
}

/// What ended a search before everything was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    None,
    Requests,
    Found,
    Esc,
}

impl Bound {
    fn words(self) -> String {
        match self {
            Self::None => String::new(),
            Self::Requests => format!(", its limit of {REQUESTS}: there may be more"),
            Self::Found => format!(", its limit of {FOUND} matches: there may be more"),
            Self::Esc => ", ended before its end: there may be more".to_owned(),
        }
    }
}

fn holds(node: &Node, text: &str) -> bool {
    node.name.to_lowercase().contains(text) || node.value.to_lowercase().contains(text)
}

fn may_hold(tree: &Tree, node: &Node) -> bool {
    !node.type_name.eq_ignore_ascii_case("function") && tree.page_to_open(node.id).is_some()
}
