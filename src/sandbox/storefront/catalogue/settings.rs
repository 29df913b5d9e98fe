//! Shipping and payment of a site, as the scripts' `dw/order` reads them.

use super::Assortment;
use serde_json::{Value, json};

impl Assortment {
    /// The ways to ship that are online.
    pub(in crate::sandbox::storefront) fn shipping_methods(&self) -> Value {
        self.list("shipping-method", shipping_method)
    }

    /// The ways to pay that are enabled.
    pub(in crate::sandbox::storefront) fn payment_methods(&self) -> Value {
        self.list("payment-method", payment_method)
    }

    fn list(&self, kind: &str, shown: fn(&str, &Value) -> Option<Value>) -> Value {
        let all = self.shop.documents(kind, &self.site);
        all.filter_map(|(id, document)| shown(id, &document)).collect()
    }
}

/// Its text per locale stays as it is.
fn localized(document: &Value, name: &str, id: &str) -> Value {
    document[name].get("$").cloned().unwrap_or_else(|| json!({ "default": id }))
}

fn shipping_method(id: &str, document: &Value) -> Option<Value> {
    let mut amounts: Vec<(f64, f64)> = document["amount"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| {
            let from = it["orderValue"].as_str().and_then(|from| from.parse().ok());
            Some((from.unwrap_or(0.0), it["value"].as_f64()?))
        })
        .collect();
    amounts.sort_by(|left, right| left.0.total_cmp(&right.0));
    let texts = amounts.iter().map(|(from, amount)| json!([from, super::prices::text(*amount)]));
    (document["online"] != false).then(|| {
        json!({
            "id": id,
            "cost": super::prices::text(amounts.first().map_or(0.0, |(_, amount)| *amount)),
            "amounts": texts.collect::<Vec<_>>(),
            "taxClass": document["taxClassId"],
            "standard": document["default"] == "true",
            "custom": document.get("custom").cloned().unwrap_or_else(|| json!({})),
            "name": localized(document, "displayName", id),
            "description": localized(document, "description", ""),
            "currency": document["currency"],
            "customerGroups": document["customerGroups"],
        })
    })
}

fn payment_method(id: &str, document: &Value) -> Option<Value> {
    (document["enabled"] == true).then(|| {
        json!({
            "id": id,
            "name": localized(document, "name", id),
            "processor": document["processorId"],
            "country": document["country"],
            "currency": document["currency"],
            "customerGroups": document["customerGroups"],
            "range": document["range"],
        })
    })
}
