//! The deep search: breadth first, bounded, four requests at a time.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::failure::Failure;
use super::super::frame::At;
use super::super::frame::Spot;
use super::super::ids::SearchId;
use super::super::notice::NoticeKind;
use super::super::remedy::Remedy;
use super::super::thread::Thread;
use super::super::tree::Home;
use super::super::tree::{Node, NodeId, NodeKind, ScopeKind, Tree};
use super::Values;
use crate::api::counted::counted;
use crate::api::debugger::MemberList;
use crate::api::ids::ThreadId;
use crate::api::paging::Page;
use std::collections::VecDeque;

/// So many requests, for whole pages, is one search worth.
const REQUESTS: u32 = 200;
/// Nodes further down are not looked into.
const DEPTH: u16 = 6;
/// Nobody looks through more matches.
const FOUND: usize = 200;
const AT_A_TIME: usize = 4;

/// A bounded search below what is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeepSearch {
    /// Its number.
    pub id: SearchId,
    /// The frame whose values are searched.
    pub spot: Spot,
    /// What is looked for, in names and values, any case.
    pub text: String,
    /// How many requests were answered.
    pub asked: u32,
    /// How many objects and pages wait to be looked into, as far as is known by now.
    pub left: usize,
    /// What was found; reveal one to see it.
    pub found: Vec<NodeId>,
    /// Whether it goes on.
    pub running: bool,
    /// It ended at its bound, not at the end of the tree.
    pub bounded: bool,
}

/// The search and what is still to be looked into.
#[derive(Clone, Debug)]
pub(super) struct Search {
    shown: DeepSearch,
    /// What was not looked into yet.
    waiting: VecDeque<NodeId>,
    /// Long lists of which a part was read.
    rest: VecDeque<NodeId>,
    sent: u32,
}

impl Search {
    /// What is looked into next. Neither a list without end nor the many objects of one keep the other from its turn.
    fn next(&mut self) -> Option<NodeId> {
        let mut turns = [&mut self.waiting, &mut self.rest];
        if self.sent % 2 == 1 {
            turns.reverse();
        }
        turns.into_iter().find_map(VecDeque::pop_front)
    }

    fn left(&self) -> usize {
        self.waiting.len() + self.rest.len()
    }
}

impl Values {
    pub(in crate::session) fn search(&self) -> Option<&DeepSearch> {
        self.search.as_ref().map(|search| &search.shown)
    }

    fn running(&mut self, id: SearchId) -> Option<&mut Search> {
        self.search.as_mut().filter(|search| search.shown.id == id && search.shown.running)
    }

    /// The thread moves on: what was found is no more.
    pub(super) fn end_search_of(&mut self, thread: ThreadId) {
        self.search.take_if(|search| search.shown.spot.thread == thread);
    }
}

impl Session {
    pub(in crate::session) fn deep_find(&mut self, spot: Spot, text: &str) {
        let text = text.trim().to_lowercase();
        if text.is_empty() {
            return;
        }
        if !self.threads.get(spot.thread).is_some_and(Thread::is_halted) {
            return self.cx.say(NoticeKind::Hint, "the search needs a halted thread");
        }
        self.forget_search();
        self.values.searches += 1;
        let id = SearchId(self.values.searches);
        let shown = DeepSearch {
            id,
            spot,
            text,
            asked: 0,
            left: 0,
            found: Vec::new(),
            running: true,
            bounded: false,
        };
        self.values.search =
            Some(Search { shown, waiting: VecDeque::new(), rest: VecDeque::new(), sent: 0 });
        let roots = self.with_tree(Home::Frame(spot), |tree| {
            let scopes = [ScopeKind::Local, ScopeKind::Closure, ScopeKind::Global];
            let roots = scopes.into_iter().filter_map(|scope| tree.scope(scope));
            roots.map(|root| root.id).collect::<Vec<_>>()
        });
        for root in roots.unwrap_or_default() {
            self.look_below(id, root, 0);
        }
        self.search_on(id);
    }

    /// Nobody waits for what a search has asked for: the nodes can be read again.
    fn forget_search(&mut self) {
        let is_search = |purpose: &Purpose| matches!(purpose, Purpose::SearchMembers { .. });
        for purpose in self.cx.calls.forget(is_search) {
            if let Purpose::SearchMembers { home, node, .. } = purpose {
                self.with_tree(home, |tree| tree.give_up(node));
            }
        }
    }

    /// Loaded entries from the given one on are looked at, and queued to be looked into.
    fn look_below(&mut self, id: SearchId, node: NodeId, start: u64) {
        let Some(search) = self.values.running(id) else { return };
        let (text, home) = (search.shown.text.clone(), Home::Frame(search.shown.spot));
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
        if let Some(search) = self.values.running(id) {
            search.shown.found.extend(hits);
            search.waiting.extend(objects);
        }
        for child in below {
            self.look_below(id, child, 0);
        }
    }

    fn search_on(&mut self, id: SearchId) {
        while self.is_searching(id) < AT_A_TIME {
            let Some(search) = self.values.running(id) else { return };
            if search.bound() != Bound::None {
                break;
            }
            let Some(node) = search.next() else { break };
            self.search_into(id, node);
        }
        self.cx.tell(Change::Search { id });
        let active = self.is_searching(id);
        let Some(search) = self.values.running(id) else { return };
        search.shown.left = search.left() + active;
        let bound = search.bound();
        let is_done = search.left() == 0;
        if active == 0 && (bound != Bound::None || is_done) {
            self.finish_search(if is_done { Bound::None } else { bound });
        }
    }

    /// How many requests of a search are under way.
    fn is_searching(&self, id: SearchId) -> usize {
        self.cx.calls.count(
            |purpose| matches!(purpose, Purpose::SearchMembers { search, .. } if *search == id),
        )
    }

    fn search_into(&mut self, id: SearchId, node: NodeId) {
        let Some(search) = self.values.running(id) else { return };
        let spot = search.shown.spot;
        let home = Home::Frame(spot);
        let Some(at) = self.place_to_read(home) else { return };
        let Some(page) = self.page_to_search(home, node) else { return };
        let Some(path) = self.path_of(home, node) else { return };
        let now = self.cx.now();
        self.with_tree(home, |tree| tree.loading(node, now));
        if let Some(search) = self.values.running(id) {
            search.sent += 1;
        }
        self.cx.call(Purpose::SearchMembers { at, search: id, home, node, path, page });
    }

    pub(in crate::session) fn search_read(
        &mut self,
        (_, id): (At, SearchId),
        (home, node, page): (Home, NodeId, Page),
        outcome: Result<MemberList, Failure>,
    ) {
        match outcome {
            Ok(list) => {
                self.with_tree(home, |tree| {
                    tree.merge_members(node, page, &list.object_members, list.total);
                });
                if let Some(search) = self.values.running(id) {
                    search.shown.asked += 1;
                }
                self.look_below(id, node, page.start);
                if self.page_to_search(home, node).is_some()
                    && let Some(search) = self.values.running(id)
                {
                    search.rest.push_back(node);
                }
            }
            Err(failure) => {
                let text = format!("could not be read: {}", failure.cause);
                self.with_tree(home, |tree| tree.failed(node, text));
            }
        }
        self.cx.tell(Change::Tree { home });
        self.search_on(id);
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

    /// False if none goes on.
    pub(in crate::session) fn cancel_search(&mut self) -> bool {
        let running = self.values.search.as_ref().is_some_and(|search| search.shown.running);
        if running {
            self.forget_search();
            self.finish_search(Bound::Esc);
        }
        running
    }

    fn finish_search(&mut self, bound: Bound) {
        let Some(search) = &mut self.values.search else { return };
        search.shown.running = false;
        search.shown.bounded = bound != Bound::None;
        search.waiting.clear();
        search.rest.clear();
        search.shown.left = 0;
        let (found, asked) = (search.shown.found.len(), search.shown.asked);
        let bound = bound.words();
        let text =
            format!("{found} found in {}, {DEPTH} levels deep{bound}", counted(asked, "request"));
        if found > 1 {
            self.cx.advise(NoticeKind::Done, text, Remedy::NextMatch);
        } else {
            self.cx.say(NoticeKind::Done, text);
        }
    }
}

impl Search {
    fn bound(&self) -> Bound {
        match self.shown.found.len() {
            FOUND.. => Bound::Found,
            _ if self.sent >= REQUESTS => Bound::Requests,
            _ => Bound::None,
        }
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
