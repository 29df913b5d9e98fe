//! What a search looks through: an entry for each product that isn't a variant.

use super::{
    Assortment,
    entry::{Entry, Field, Member, values},
    online::is_online,
    searchable::Searchable,
};
use crate::sandbox::{shop::Shop, storefront::locale::fallbacks};

impl Assortment {
    pub(super) fn entries(&self) -> &[Entry] {
        self.entries.get_or_init(|| {
            let mut searchable = self.searchable();
            let ids = self.owners.iter().filter(|(id, _)| !self.masters.contains_key(*id));
            let mut all: Vec<Entry> =
                ids.filter_map(|(id, owner)| self.entry(id, owner, &mut searchable)).collect();
            all.sort_by(|left, right| left.id.cmp(&right.id));
            all
        })
    }

    /// Nothing for what isn't online, can't be found, or stands in no category.
    fn entry(&self, id: &str, owner: &str, searchable: &mut [Searchable]) -> Option<Entry> {
        let document = self.shop.document("product", owner, id)?;
        let document = Shop::seen_at(document, &self.site);
        let categories = self.tree.categories.get(id)?.clone();
        if !is_online(&document) || document["searchable"] == false {
            return None;
        }
        let variants = self.variants(id);
        let parts = document["productSetProduct"].as_array().into_iter().flatten();
        let parts = parts.filter_map(|it| it["productId"].as_str().map(str::to_owned));
        let mut entry = Entry {
            id: id.to_owned(),
            name: document["displayName"].clone(),
            parts: parts.collect(),
            values: values(&document),
            members: variants.iter().filter_map(|id| self.member(id)).collect(),
            categories,
            ..Entry::default()
        };
        if entry.members.is_empty() {
            entry.members.push(Member { id: id.to_owned(), ..Member::default() });
        }
        let ids: Vec<String> =
            variants.iter().map(String::as_str).chain([id]).map(str::to_lowercase).collect();
        let fields = searchable.iter_mut().map(|it| Field {
            weight: it.weight,
            corrects: it.corrects,
            texts: self.searched(it, &document, &entry, &ids),
        });
        entry.fields = fields.filter(|field| !field.texts.is_empty()).collect();
        Some(entry)
    }

    /// A variant; nothing for one that isn't online.
    fn member(&self, id: &str) -> Option<Member> {
        let document = self.shop.document("product", self.owners.get(id)?, id)?;
        let document = Shop::seen_at(document, &self.site);
        is_online(&document).then(|| Member { id: id.to_owned(), values: values(&document) })
    }

    /// What people read for a value of an attribute.
    pub(super) fn value_name(&self, attribute: &str, value: &str, locale: &str) -> Option<String> {
        let of = format!("Product.{attribute}");
        let probe = serde_json::json!({ "@enum": value, "@of": of });
        let seen = self.shop.seen(probe, &self.site, &fallbacks(locale));
        seen["@display"].as_str().map(str::to_owned)
    }
}
