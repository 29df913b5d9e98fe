//! `asset folders`, `folder assets`, `folder subfolders`.

use super::Content;
use crate::api::content::COUNT;
use crate::api::paging::Page;
use crate::cli::PartArgs;
use crate::client::content::Listing;
use crate::commands::failure::Failure;
use crate::commands::output::{self, Form, Progress};
use futures::TryStreamExt;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use std::pin::pin;

impl Content {
    pub(super) async fn list(&self, listing: Listing, part: PartArgs) -> Result<(), Failure> {
        let (_, largest, usual) = COUNT;
        let count = part.count.unwrap_or(if part.all { largest } else { usual });
        let page = Page { start: part.start, count };
        let (hits, total) = if part.all {
            self.every(listing.clone(), page).await?
        } else {
            let found = self.library.page(&listing, page).await?;
            (found.hits, found.total)
        };
        match self.form {
            Form::Json => output::print(&output::json(&hits)),
            Form::Text => {
                output::print(&table(&listing, &hits))?;
                self.say(&format!("{} of {total}", hits.len()));
                Ok(())
            }
        }
    }

    async fn every(
        &self,
        listing: Listing,
        first: Page,
    ) -> Result<(Vec<Map<String, Value>>, u64), Failure> {
        let progress = Progress::of("reading");
        let mut pages = pin!(self.library.pages(listing, first));
        let (mut hits, mut total) = (Vec::new(), 0);
        while let Some(page) = pages.try_next().await? {
            total = page.total;
            hits.extend(page.hits);
            progress.show(first.start + hits.len() as u64, total);
        }
        Ok((hits, total))
    }
}

fn table(listing: &Listing, hits: &[Map<String, Value>]) -> String {
    let is_of_folders = !matches!(listing, Listing::AssetsIn(_));
    let mut rows = vec![vec!["ID".to_owned()]];
    rows.extend(hits.iter().map(|hit| vec![text(hit, "id")]));
    if is_of_folders {
        rows[0].push("PARENT".to_owned());
        for (row, hit) in rows[1..].iter_mut().zip(hits) {
            row.push(last_segment(&text(hit, "parent_link")));
        }
    }
    output::table(&rows)
}

fn text(hit: &Map<String, Value>, name: &str) -> String {
    let text = hit.get(name).and_then(Value::as_str).unwrap_or_default();
    output::harmless(text).replace('\n', " ")
}

fn last_segment(link: &str) -> String {
    let path = link.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    output::harmless(&percent_decode_str(last).decode_utf8_lossy()).replace('\n', " ")
}
