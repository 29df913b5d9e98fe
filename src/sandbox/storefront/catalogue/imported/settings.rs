//! Shipping, payment and promotions of a site archive, in the form in which the sample's classes read them.

use super::Assortment;
use serde_json::{Value, json};
use std::collections::HashMap;

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
    /// The promotions that run and are simple enough for the sample's engine: a percentage of the products of a
    /// category, of an order or of its shipping, from an amount on, with a coupon. What says more, such as products that
    /// qualify, would give wrong discounts and is left out. All of them, whole, are records of the kind `promotion`.
    fn promotions(&self) -> Value {
        let assigned = self.shop.documents("promotion-assignment", &self.site);
        let coupons: HashMap<String, Value> = assigned
            .filter_map(|(id, document)| {
                let (promotion, campaign) = id.split_once('|')?;
                let campaign = self.shop.document("campaign", &self.site, campaign);
                let campaign = campaign.unwrap_or_default();
                let coupon = |it: &Value| it["coupons"]["coupon"][0].get("couponId").cloned();
                let coupon = coupon(&document).or_else(|| coupon(&campaign)).unwrap_or_default();
                (campaign["enabled"] != false).then(|| (promotion.to_owned(), coupon))
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
        let category = match concern(class, rule)? {
            Concern::Category(id) => Some(id),
            Concern::Order => None,
        };
        let code = coupon.as_str().map(|coupon| {
            let document = self.shop.document("coupon", &self.site, coupon).unwrap_or_default();
            document["singleCode"].as_str().unwrap_or(coupon).to_owned()
        });
        let mut promotion = json!({
            "id": id,
            "class": class,
            "name": document["name"]["$"].get("default").cloned().unwrap_or_else(|| json!(id)),
            "percent": percent,
        });
        let optional = [
            ("category", category.map(|it| json!(it))),
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

/// What a promotion is about.
enum Concern<'a> {
    /// The products of a category.
    Category(&'a str),
    /// An order, or its shipping.
    Order,
}

/// What a promotion of that class is about; nothing if the rule says more.
fn concern<'a>(class: &str, rule: &'a Value) -> Option<Concern<'a>> {
    const MORE: [&str; 6] = [
        "excludedProducts",
        "qualifyingProductsCombination",
        "discountedProductsCombination",
        "shippingMethods",
        "paymentMethods",
        "cardTypes",
    ];
    let says = |name: &str| rule.get(name).filter(|it| !is_empty(it));
    let [qualifying, discounted] = [says("qualifyingProducts"), says("discountedProducts")];
    let condition = rule["discounts"]["conditionType"].as_str();
    let is_product = class == "product";
    let counts = condition.is_none_or(|it| it.starts_with("product-quantity") == is_product);
    if MORE.into_iter().any(|name| says(name).is_some()) || !counts {
        return None;
    }
    match (qualifying, discounted) {
        (None, None) if !is_product => Some(Concern::Order),
        (Some(products), None) | (None, Some(products)) if is_product => {
            let groups = products["conditionGroup"].as_array().filter(|it| it.len() == 1)?;
            let conditions = groups[0].as_object().filter(|it| it.len() == 1)?;
            let categories = conditions.get("categoryCondition")?.as_array()?;
            let [only] = categories.as_slice() else { return None };
            let [category] = only["categoryId"].as_array()?.as_slice() else { return None };
            let is_plain = products.as_object().is_some_and(|it| it.len() == 1);
            category.as_str().filter(|_| is_plain).map(Concern::Category)
        }
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Array(list) => list.is_empty(),
        other => other.is_null(),
    }
}
