//! What was answered lately, kept until it is answered again.
//!
//! A document is kept with the revision that wrote its row and the moment at which that was seen
//! last, and the pages of listings for the moment at which they were read. None of it ever means
//! anything else, so nothing has to be dropped when somebody writes.

use super::render::{ListedPage, Rendered};
use crate::sandbox::store::{Key, Moment, Part, Revision};
use lru::LruCache;
use parking_lot::Mutex;
use std::{num::NonZeroUsize, sync::Arc};

/// How many documents are kept, none larger than this many bytes.
const DOCUMENTS: NonZeroUsize = NonZeroUsize::new(2048).expect("not zero");
const LARGEST_DOCUMENT: usize = 4096;
/// How many pages are kept, none larger than this many bytes.
const PAGES: NonZeroUsize = NonZeroUsize::new(512).expect("not zero");
const LARGEST_PAGE: usize = 16_384;

/// Documents and pages: 16 MB at most, and mostly some megabytes.
pub(super) struct Recent {
    documents: Mutex<LruCache<Key, Dated>>,
    pages: Mutex<Pages>,
}

/// A document, and of what it is.
#[derive(Clone)]
pub(super) struct Dated {
    /// The row's, when it was read.
    pub(super) revision: Revision,
    /// When the row was seen with that revision last, if that moment has a name.
    pub(super) moment: Option<Moment>,
    /// The document.
    pub(super) document: Arc<Rendered>,
}

/// Pages of one moment.
struct Pages {
    moment: Option<Moment>,
    pages: LruCache<Part, Arc<ListedPage>>,
}

impl Recent {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self {
            documents: Mutex::new(LruCache::new(DOCUMENTS)),
            pages: Mutex::new(Pages { moment: None, pages: LruCache::new(PAGES) }),
        }
    }

    /// What was kept last of a row, be it still so or not.
    pub(super) fn document(&self, key: &Key) -> Option<Dated> {
        let mut documents = self.documents.lock();
        documents.get(key).cloned()
    }

    /// Keeps the document of a row in the place of an earlier one, unless it is a large one.
    pub(super) fn keep_document(&self, key: &Key, dated: Dated) {
        if dated.document.size() <= LARGEST_DOCUMENT {
            self.documents.lock().put(key.clone(), dated);
        }
    }

    /// A page as it was at this moment.
    pub(super) fn page(&self, part: &Part, moment: Moment) -> Option<Arc<ListedPage>> {
        let mut kept = self.pages.lock();
        if kept.moment == Some(moment) { kept.pages.get(part).cloned() } else { None }
    }

    /// Keeps a page, unless it is a large one, and forgets those of another moment.
    pub(super) fn keep_page(&self, part: Part, moment: Moment, page: &Arc<ListedPage>) {
        if page.size() > LARGEST_PAGE {
            return;
        }
        let mut kept = self.pages.lock();
        if kept.moment != Some(moment) {
            kept.pages.clear();
            kept.moment = Some(moment);
        }
        kept.pages.put(part, Arc::clone(page));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::store::{Hit, Listing, Range};

    fn page(id: &str) -> Arc<ListedPage> {
        let hits = vec![Hit { id: id.to_owned(), revision: Revision(1), parent: None }];
        let listing = Listing { hits, total: 1 };
        Arc::new(ListedPage { listing, state: String::new(), hit_states: vec![String::new()] })
    }

    fn part(start: u64) -> Part {
        Part { range: Range::assets_in("L", "f"), start, count: 25 }
    }

    #[test]
    fn pages_are_those_of_one_moment() {
        let (recent, [first, second]) = (Recent::new(), [Moment(0), Moment(2)]);
        recent.keep_page(part(0), first, &page("a"));
        assert!(recent.page(&part(0), first).is_some());
        assert!(recent.page(&part(0), second).is_none());
        assert!(recent.page(&part(25), first).is_none());
        recent.keep_page(part(25), second, &page("b"));
        assert!(recent.page(&part(25), second).is_some());
        for moment in [first, second] {
            assert!(recent.page(&part(0), moment).is_none(), "{moment:?}");
        }
    }

    #[test]
    fn a_large_page_is_not_kept() {
        let recent = Recent::new();
        recent.keep_page(part(0), Moment(0), &page(&"x".repeat(LARGEST_PAGE)));
        assert!(recent.page(&part(0), Moment(0)).is_none());
    }
}
