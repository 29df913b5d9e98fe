//! What addresses are made for: a site's categories and products, and the folders and content of its library.

use super::{leaves::Leaf, tree::Node};
use crate::sandbox::{
    store::Folder,
    storefront::{catalogue::Assortment, libraries::Libraries, locale::fallbacks},
};
use indexmap::IndexMap;
use serde_json::{Map, Value};

/// Those of a site at a moment.
pub(in crate::sandbox::storefront) struct Objects<'o> {
    pub(in crate::sandbox::storefront) site: &'o str,
    pub(in crate::sandbox::storefront) assortment: &'o Assortment,
    /// How often imports have changed what the site sells.
    pub(in crate::sandbox::storefront) edition: u64,
    pub(in crate::sandbox::storefront) libraries: &'o Libraries,
}

impl Objects<'_> {
    /// The moment of the library, if it has a name.
    pub(super) fn moment(&self) -> Option<u64> {
        self.libraries.moment()
    }

    /// Those of the site's catalogue, but for the root.
    pub(super) fn categories(&self, locale: &str) -> IndexMap<String, Node> {
        let all = self.assortment.categories(locale).into_iter();
        all.map(|(document, is_online)| {
            let text = |name: &str| document[name].as_str().map(str::to_owned);
            let (id, parent) = (text("id").unwrap_or_default(), text("parent"));
            (id, Node { document, parent, is_online })
        })
        .collect()
    }

    pub(super) fn product(&self, id: &str, locale: &str) -> Option<Leaf> {
        let (document, homes) = self.assortment.described(id, locale)?;
        Some(Leaf { document, homes })
    }

    /// Those of the site's library, but for the root.
    pub(super) fn folders(&self, locale: &str) -> IndexMap<String, Node> {
        let folders = self.libraries.all_folders().unwrap_or_else(|error| {
            tracing::error!(%error, "the folders of the site's library can't be read");
            Vec::new()
        });
        let node = |(id, folder): (String, Folder)| {
            let document = self.document(&id, &folder.fields, locale);
            let is_online = document["online"] == true;
            (id, Node { document, parent: folder.parent.map(|it| it.0), is_online })
        };
        folders.into_iter().map(node).collect()
    }

    pub(super) fn content(&self, id: &str, locale: &str) -> Option<Leaf> {
        let (asset, homes) = self.libraries.asset_with_folders(id).unwrap_or_else(|error| {
            tracing::error!(%error, "content of the site's library can't be read");
            None
        })?;
        Some(Leaf { document: self.document(id, &asset.fields, locale), homes })
    }

    /// The fields of content or of a folder by the names that documents of archives have, in a locale.
    fn document(&self, id: &str, fields: &Map<String, Value>, locale: &str) -> Value {
        let (mut document, mut custom) = (Map::new(), Map::new());
        for (name, value) in fields {
            let value = self.localized(value, locale).clone();
            match name.as_str() {
                "name" => document.insert("displayName".to_owned(), value),
                "page_url" => document.insert("pageUrl".to_owned(), value),
                name => match name.strip_prefix("c_") {
                    Some(name) => custom.insert(name.to_owned(), value),
                    None => document.insert(name.to_owned(), value),
                },
            };
        }
        document.insert("id".to_owned(), id.into());
        document.insert("custom".to_owned(), custom.into());
        document.into()
    }

    /// A field's value in a locale and for the site, as `assets/platform/internal/content.js` reads it.
    fn localized<'v>(&self, value: &'v Value, locale: &str) -> &'v Value {
        let Some(values) = value.as_object() else { return value };
        let tags: Vec<String> = fallbacks(locale).iter().map(|it| it.replace('_', "-")).collect();
        let of_site = tags.iter().map(|tag| format!("{tag}@{}", self.site));
        let names: Vec<String> = of_site.chain(tags.iter().cloned()).collect();
        names.iter().find_map(|name| values.get(name)).unwrap_or(&Value::Null)
    }
}
