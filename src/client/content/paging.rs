//! Listings, page by page (sections 2.5 and 4.4).

use super::send::Ask;
use super::{ContentError, Library, Listing};
use crate::api::paging::Page;
use futures::{Stream, stream};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

/// One page of a listing.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct HitPage {
    /// Index of the first hit.
    #[serde(default)]
    pub start: u64,
    /// How many there are in the whole collection.
    #[serde(default)]
    pub total: u64,
    /// The hits.
    #[serde(default)]
    pub hits: Vec<Map<String, Value>>,
    next: Option<String>,
}

impl Library {
    /// `GET` of one page of a listing.
    pub async fn page(&self, listing: &Listing, page: Page) -> Result<HitPage, ContentError> {
        let query = [("start", page.start), ("count", page.count)];
        self.send(&Ask::new(Method::GET, listing.segments()).with_query(query)).await?.json()
    }

    /// All pages from `first` on, until a page names no next one.
    pub fn pages(
        &self,
        listing: Listing,
        first: Page,
    ) -> impl Stream<Item = Result<HitPage, ContentError>> + Send + '_ {
        stream::try_unfold(Some(first), move |page| {
            let listing = listing.clone();
            async move {
                let Some(page) = page else { return Ok(None) };
                let answer = self.page(&listing, page).await?;
                let next = answer.next(page)?;
                Ok(Some((answer, next)))
            }
        })
    }
}

impl HitPage {
    /// Where the next page starts. Only the numbers are taken from `next`: its host may be one
    /// that must not see the token.
    fn next(&self, page: Page) -> Result<Option<Page>, ContentError> {
        let Some(next) = &self.next else { return Ok(None) };
        let start = Url::parse(next).ok().and_then(|url| {
            let mut pairs = url.query_pairs();
            pairs.find(|(name, _)| name == "start")?.1.parse().ok()
        });
        match start {
            // An endless row of empty pages would lead forward too.
            Some(start) if start > page.start && !self.hits.is_empty() => {
                Ok(Some(Page { start, ..page }))
            }
            _ => Err(ContentError::Malformed { problem: "its next page leads nowhere".to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_leads_forward_or_nowhere() {
        let page = Page { start: 3, count: 3 };
        let next = |next: Option<&str>| {
            let next = next.map(str::to_owned);
            HitPage { start: 3, total: 9, hits: vec![Map::new()], next }.next(page)
        };
        assert_eq!(next(None), Ok(None));
        let there = Some(Page { start: 6, count: 3 });
        assert_eq!(next(Some("https://elsewhere.test/x?count=3&start=6")), Ok(there));
        for text in
            ["https://a.test/?start=3", "https://a.test/", "no URL", "https://a.test/?start=x"]
        {
            assert!(next(Some(text)).is_err(), "{text}");
        }
    }
}
