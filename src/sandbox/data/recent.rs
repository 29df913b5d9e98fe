//! What was answered lately, kept until it is answered again.
//!
//! A document is kept under the revision that wrote its row, and a page under the moment at which
//! it was read. Neither ever means anything else, so nothing has to be dropped when somebody
//! writes.

use super::render::{Page, Rendered};
use crate::sandbox::store::{Moment, Range, Revision};
use lru::LruCache;
use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

/// How many documents are kept, none larger than this many bytes.
const DOCUMENTS: NonZeroUsize = NonZeroUsize::new(2048).expect("not zero");
const LARGEST: usize = 4096;
/// How many pages are kept, none of more hits than this.
const PAGES: NonZeroUsize = NonZeroUsize::new(512).expect("not zero");
const MOST_HITS: usize = 50;

/// The part of a range that a page is: the first item and how many at most.
pub type Part = (Range, u64, u64);

/// Documents and pages, each some megabytes at most.
pub struct Recent {
    documents: Mutex<LruCache<Revision, Arc<Rendered>>>,
    pages: Mutex<LruCache<Part, (Moment, Arc<Page>)>>,
}

impl Recent {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            documents: Mutex::new(LruCache::new(DOCUMENTS)),
            pages: Mutex::new(LruCache::new(PAGES)),
        }
    }

    /// The document of the row that this revision wrote.
    pub fn document(&self, revision: Revision) -> Option<Arc<Rendered>> {
        let mut documents = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        documents.get(&revision).cloned()
    }

    /// Keeps a document, unless it is a large one.
    pub fn keep_document(&self, revision: Revision, document: &Arc<Rendered>) {
        if document.size() <= LARGEST {
            let mut documents = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
            documents.put(revision, Arc::clone(document));
        }
    }

    /// A page as it was at this moment.
    pub fn page(&self, part: &Part, moment: Moment) -> Option<Arc<Page>> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let (kept, page) = pages.get(part)?;
        (*kept == moment).then(|| Arc::clone(page))
    }

    /// Keeps a page, unless it is a large one.
    pub fn keep_page(&self, part: Part, moment: Moment, page: &Arc<Page>) {
        if page.listing.hits.len() <= MOST_HITS {
            let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
            pages.put(part, (moment, Arc::clone(page)));
        }
    }
}
