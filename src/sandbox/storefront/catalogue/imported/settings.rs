//! Shipping, payment and promotions of a site archive, in the form in which the sample's classes read them.

use super::Assortment;
use serde_json::{Value, json};

impl Assortment {
    /// A document by the name of the sample's file; without records of its kind an empty list.
    pub(super) fn setting_document(&self, name: &str) -> Value {
        match name {
            "shipping.json" => self.list("shipping-method", shipping_method),
            "payment.json" => self.list("payment-method", payment_method),
            _ => self.promotions(),
        }
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
    let amounts = document["amount"].as_array().cloned().unwrap_or_default();
    let first = amounts.first().and_then(|it| it["value"].as_f64()).unwrap_or(0.0);
    (document["online"] != false).then(|| {
        json!({
            "id": id,
            "cost": super::prices::text(first),
            "standard": document["default"] == "true",
            "custom": document.get("custom").cloned().unwrap_or_else(|| json!({})),
            "name": localized(document, "displayName", id),
            "description": localized(document, "description", ""),
            "currency": document["currency"],
        })
    })
}

fn payment_method(id: &str, document: &Value) -> Option<Value> {
    (document["enabled"] == true).then(|| {
        json!({
            "id": id,
            "name": localized(document, "name", id),
            "processor": document["processorId"],
        })
    })
}

impl Assortment {
    /// The promotions that are simple enough for the sample's engine: a percentage of the products of a category, of
    /// an order or of its shipping, from a threshold on, with a coupon. All of them, whole, are records of the kind
    /// `promotion`.
    fn promotions(&self) -> Value {
        let assigned = self.shop.documents("promotion-assignment", &self.site);
        let coupons: std::collections::HashMap<String, Value> = assigned
            .map(|(id, document)| {
                let coupon = document["coupons"]["coupon"][0]["couponId"].clone();
                (id.split('|').next().unwrap_or_default().to_owned(), coupon)
            })
            .collect();
        let all = self.shop.documents("promotion", &self.site);
        let active =
            all.filter(|(id, document)| document["enabled"] == true && coupons.contains_key(*id));
        active.filter_map(|(id, document)| self.promotion(id, &document, &coupons[id])).collect()
    }

    fn promotion(&self, id: &str, document: &Value, coupon: &Value) -> Option<Value> {
        let classes = ["product", "order", "shipping"];
        let (class, rule) = classes.into_iter().find_map(|class| {
            let field = format!("{class}PromotionRule");
            Some((class, document.get(&field)?))
        })?;
        let discount =
            rule.get("simpleDiscount").or_else(|| rule["discounts"]["discount"].get(0))?;
        let is_free = discount["free"] == true || discount["freeShipping"] == true;
        let percent = discount["percentage"].as_f64().or_else(|| is_free.then_some(100.0))?;
        let threshold = discount["threshold"].as_f64();
        let products = rule.get("discountedProducts").or_else(|| rule.get("qualifyingProducts"));
        let category = products.and_then(|it| {
            it["conditionGroup"][0]["categoryCondition"][0]["categoryId"][0].as_str()
        });
        let code = coupon.as_str().map(|coupon| {
            let document = self.shop.document("coupon", &self.site, coupon).unwrap_or_default();
            document["singleCode"].as_str().unwrap_or(coupon).to_owned()
        });
        if class == "product" && category.is_none() {
            return None;
        }
        let mut promotion = json!({
            "id": id,
            "class": class,
            "name": document["name"]["$"].get("default").cloned().unwrap_or_else(|| json!(id)),
            "percent": percent,
        });
        let optional = [
            ("category", category.filter(|_| class == "product").map(|it| json!(it))),
            ("quantity", threshold.filter(|_| class == "product").map(|it| json!(it))),
            (
                "threshold",
                threshold.filter(|_| class != "product").map(|it| json!(super::prices::text(it))),
            ),
            ("coupon", code.map(|it| json!(it))),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                promotion[name] = value;
            }
        }
        Some(promotion)
    }
}
