//! Shipping and payment of a site, as the scripts' `dw/order` reads them.

use super::Assortment;
use serde_json::{Value, json};

impl Assortment {
    /// The ways to ship, also those that aren't `online`.
    pub(in crate::sandbox::storefront) fn shipping_methods(&self) -> Value {
        let all = self.shop.documents("shipping-method", &self.site);
        all.map(|(id, document)| shipping_method(id, &document)).collect()
    }

    /// The ways to pay, also those that aren't `enabled`.
    pub(in crate::sandbox::storefront) fn payment_methods(&self) -> Value {
        let all = self.shop.documents("payment-method", &self.site);
        all.map(|(id, document)| payment_method(id, &document)).collect()
    }
}

/// Its text per locale stays as it is.
fn localized(document: &Value, name: &str, id: &str) -> Value {
    document[name].get("$").cloned().unwrap_or_else(|| json!({ "default": id }))
}

fn shipping_method(id: &str, document: &Value) -> Value {
    let costs = costs(document);
    json!({
            "id": id,
            "online": document["online"] != false,
            "baseMethod": document["baseMethod"],
            "cost": costs.first().map_or_else(|| "0".into(), |cost| cost[1].clone()),
            "amounts": costs,
            "productCosts": document["productCostGroup"],
            "excludedProducts": document["excludedProducts"],
            "excludedAddresses": document["excludedAddresses"],
            "includedAddresses": document["includedAddresses"],
            "taxClass": document["taxClassId"],
            "standard": document["default"] == "true",
            "custom": document.get("custom").cloned().unwrap_or_else(|| json!({})),
            "name": localized(document, "displayName", id),
            "description": localized(document, "description", ""),
            "currency": document["currency"],
            "customerGroups": document["customerGroups"],
    })
}

/// From which value on it costs how much, `[0, "5.99", false]`, or how many percent, `[100, 2.5, true]`.
fn costs(document: &Value) -> Vec<Value> {
    let rows = |name: &str| document[name].as_array().cloned().unwrap_or_default();
    let from =
        |row: &Value| row["orderValue"].as_str().and_then(|from| from.parse().ok()).unwrap_or(0.0);
    let amounts = rows("amount").into_iter().filter_map(|row| {
        let amount = super::prices::text(row["value"].as_f64()?);
        Some((from(&row), json!(amount), false))
    });
    let percentages = rows("percentage")
        .into_iter()
        .filter_map(|row| Some((from(&row), json!(row["value"].as_f64()?), true)));
    let mut costs: Vec<(f64, Value, bool)> = amounts.chain(percentages).collect();
    costs.sort_by(|left, right| left.0.total_cmp(&right.0));
    costs.into_iter().map(|cost| json!(cost)).collect()
}

fn payment_method(id: &str, document: &Value) -> Value {
    json!({
        "id": id,
        "enabled": document["enabled"] == true,
        "name": localized(document, "name", id),
        "description": localized(document, "description", ""),
        "image": document["image"],
        "custom": document["custom"],
        "processor": document["processorId"],
        "country": document["country"],
        "currency": document["currency"],
        "customerGroups": document["customerGroups"],
        "range": document["range"],
    })
}
