//! Records of a site archive, for scripts: `assets/platform/internal/records.js` asks.

use super::{ask::Ask, asked, locale::fallbacks};
use crate::{sandbox::shop::Shop, script::HostError};
use serde_json::{Value, json};

/// Answers a script's `site.…` but for `site.facts`: `record` and `raw` (a document, or null), `ids`, `scopes`, and `records`, which is
/// `[{id, document}]`. `scope` is the site itself unless it is named.
pub(super) fn answer(
    shop: &Shop,
    site: &str,
    what: asked::Records,
    ask: &Ask<'_>,
) -> Result<Value, HostError> {
    let kind = ask.text("kind")?;
    let scope = ask.arguments.get("scope").and_then(Value::as_str).unwrap_or(site);
    let locale = ask.arguments.get("locale").and_then(Value::as_str).unwrap_or("default");
    let locales = fallbacks(locale);
    Ok(match what {
        asked::Records::One => json!(shop.read((kind, scope, ask.text("id")?), site, &locales)),
        asked::Records::Raw => json!(shop.document(kind, scope, ask.text("id")?)),
        asked::Records::Ids => shop.ids(kind, scope).collect(),
        asked::Records::Scopes => shop.scopes(kind).collect(),
        asked::Records::All => {
            let all = shop.documents(kind, scope);
            all.map(|(id, it)| json!({ "id": id, "document": shop.seen(it, site, &locales) }))
                .collect()
        }
    })
}
