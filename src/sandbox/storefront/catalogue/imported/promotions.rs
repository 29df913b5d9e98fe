//! Campaigns, coupons and promotions of a site archive, with their rules as the archive has them.

use super::Assortment;
use serde_json::{Map, Value, json};

impl Assortment {
    /// `{ campaigns, coupons, promotions, excluded }`, as the scripts' `dw/campaign` reads it.
    pub(super) fn promotions(&self) -> Value {
        let settings = self.shop.documents("promotion-settings", &self.site).next();
        json!({
            "campaigns": self.each("campaign", |id, it| Some(campaign(id, it))),
            "coupons": self.each("coupon", |id, it| Some(coupon(id, it))),
            "promotions": self.each("promotion", |id, document| self.promotion(id, document)),
            "excluded": settings.map(|(_, settings)| settings["globalExcludedProducts"].clone()),
        })
    }

    fn each(&self, kind: &str, shown: impl Fn(&str, &Value) -> Option<Value>) -> Value {
        self.shop.documents(kind, &self.site).filter_map(|(id, it)| shown(id, &it)).collect()
    }

    /// Nothing for one without a rule, and for one that is kept as a memory only.
    fn promotion(&self, id: &str, document: &Value) -> Option<Value> {
        let (class, rule) = ["product", "order", "shipping"].into_iter().find_map(|class| {
            Some((class, document.get(format!("{class}PromotionRule"))?.clone()))
        })?;
        let assigned = self.shop.documents("promotion-assignment", &self.site);
        let assignments: Vec<Value> = assigned
            .filter_map(|(key, it)| {
                let (promotion, campaign) = key.split_once('|')?;
                (promotion == id).then(|| assignment(campaign, &it))
            })
            .collect();
        let mut shown = json!({
            "id": id,
            "class": class,
            "enabled": document["enabled"] == true,
            "name": texts(document, "name"),
            "calloutMsg": texts(document, "calloutMsg"),
            "details": texts(document, "details"),
            "rule": rule,
            "assignments": assignments,
        });
        let fields = [
            "exclusivity",
            "mutuallyExclusiveGroup",
            "currency",
            "image",
            "tags",
            "rank",
            "refinable",
            "custom",
        ];
        copy(&mut shown, document, &fields);
        (document["archived"] != true).then_some(shown)
    }
}

/// Fields that are there, as they are.
fn copy(shown: &mut Value, document: &Value, fields: &[&str]) {
    for field in fields {
        if let Some(value) = document.get(field) {
            shown[*field] = value.clone();
        }
    }
}

/// A text by locale.
fn texts(document: &Value, name: &str) -> Value {
    document[name].get("$").cloned().unwrap_or_default()
}

/// The IDs in a list such as `customerGroups: { customerGroup: [{ groupId }] }`.
fn ids(document: &Value, [list, entry]: [&str; 2], fields: &[&str]) -> Vec<Value> {
    let entries = document[list][entry].as_array().into_iter().flatten();
    entries.filter_map(|it| fields.iter().find_map(|field| it.get(field).cloned())).collect()
}

/// Who qualifies: groups of customers, source codes and coupons.
fn qualifiers(document: &Value) -> Map<String, Value> {
    let lists: [(&str, &str, &[&str]); 3] = [
        ("customerGroups", "customerGroup", &["groupId"]),
        ("sourceCodes", "sourceCode", &["sourceCodeId", "groupId"]),
        ("coupons", "coupon", &["couponId"]),
    ];
    lists
        .into_iter()
        .map(|(list, entry, fields)| (list.to_owned(), ids(document, [list, entry], fields).into()))
        .collect()
}

fn campaign(id: &str, document: &Value) -> Value {
    let mut shown = Value::Object(qualifiers(document));
    shown["id"] = id.into();
    copy(&mut shown, document, &["description", "enabled", "startDate", "endDate", "custom"]);
    shown
}

/// A promotion in a campaign, with qualifiers and a schedule of its own.
fn assignment(campaign: &str, document: &Value) -> Value {
    let mut shown = Value::Object(qualifiers(document));
    shown["campaign"] = campaign.into();
    shown["match"] = document["qualifiers"]["matchMode"].clone();
    copy(&mut shown, document, &["rank"]);
    copy(&mut shown, &document["schedule"], &["startDate", "endDate"]);
    shown
}

fn coupon(id: &str, document: &Value) -> Value {
    let list = document["code"].as_array().cloned();
    let single = document.get("singleCode").cloned().map(|code| vec![code]);
    let limits = &document["redemptionLimits"];
    let mut shown = json!({
        "id": id,
        "codes": single.or_else(|| list.clone()).unwrap_or_default(),
        "isList": list.is_some(),
        "prefix": document["systemCodes"]["codePrefix"],
    });
    copy(&mut shown, document, &["description", "enabled", "caseInsensitive"]);
    copy(&mut shown, limits, &["limitPerCode", "limitPerCustomer"]);
    shown
}
