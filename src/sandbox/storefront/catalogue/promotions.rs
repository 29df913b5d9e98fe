//! Campaigns, coupons and promotions of a site archive, with their rules as the archive has them.

use super::Assortment;
use serde_json::{Map, Value, json};

impl Assortment {
    /// `{ campaigns, coupons, promotions, excluded, excludedOptions }`, as the scripts' `dw/campaign` reads it.
    pub(in crate::sandbox::storefront) fn promotions(&self) -> Value {
        let assignments: Vec<_> = self.shop.documents("promotion-assignment", &self.site).collect();
        let settings = self.shop.documents("promotion-settings", &self.site).next();
        let settings = settings.map(|(_, settings)| settings).unwrap_or_default();
        json!({
            "campaigns": self.each("campaign", |id, it| Some(campaign(id, it))),
            "coupons": self.each("coupon", |id, it| Some(coupon(id, it, &self.more_codes(id)))),
            "promotions": self.each("promotion", |id, it| promotion(id, it, &assignments)),
            "excluded": settings["globalExcludedProducts"],
            "excludedOptions": settings["productOptionId"],
        })
    }

    fn more_codes(&self, coupon: &str) -> Value {
        self.shop.document("coupon-codes", &self.site, coupon).unwrap_or_default()
    }

    fn each(&self, kind: &str, shown: impl Fn(&str, &Value) -> Option<Value>) -> Value {
        self.shop.documents(kind, &self.site).filter_map(|(id, it)| shown(id, &it)).collect()
    }
}

/// Nothing for one without a rule, and for one that is kept as a memory only.
fn promotion(id: &str, document: &Value, assigned: &[(&str, Value)]) -> Option<Value> {
    let (class, rule) = ["product", "order", "shipping"]
        .into_iter()
        .find_map(|class| Some((class, document.get(format!("{class}PromotionRule"))?.clone())))?;
    let assignments: Vec<Value> = assigned
        .iter()
        .filter_map(|(key, it)| {
            let (promotion, campaign) = key.split_once('|')?;
            (promotion == id).then(|| assignment(campaign, it))
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
        "exclusivityGroup",
        "combinablePromotion",
        "mutuallyExclusivePromotion",
        "currency",
        "image",
        "tags",
        "rank",
        "refinable",
        "prorateAcrossEligibleItems",
        "custom",
    ];
    copy(&mut shown, document, &fields);
    (document["archived"] != true).then_some(shown)
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
    let mut shown: Map<String, Value> = lists
        .into_iter()
        .map(|(list, entry, fields)| (list.to_owned(), ids(document, [list, entry], fields).into()))
        .collect();
    if let Some(mode) = document["customerGroups"].get("matchMode") {
        shown.insert("groupsMatch".to_owned(), mode.clone());
    }
    shown
}

fn campaign(id: &str, document: &Value) -> Value {
    let mut shown = Value::Object(qualifiers(document));
    shown["id"] = id.into();
    copy(&mut shown, document, &["description", "enabled", "startDate", "endDate", "custom"]);
    let groups = ids(document, ["storeGroups", "storeGroup"], &["storeGroupId"]);
    if !groups.is_empty() {
        shown["storeGroups"] = groups.into();
    }
    if let Some(scope) = document.get("campaignScope") {
        let mut stores = ids(scope, ["applicableInStore", "store"], &["storeId"]);
        stores.append(&mut ids(document, ["stores", "store"], &["storeId"]));
        shown["scope"] = json!({
            "online": scope.get("applicableOnline").is_some(),
            "inStore": scope.get("applicableInStore").is_some(),
            "stores": stores,
        });
    }
    shown
}

/// A promotion in a campaign, with qualifiers and a schedule of its own.
fn assignment(campaign: &str, document: &Value) -> Value {
    let mut shown = Value::Object(qualifiers(document));
    shown["campaign"] = campaign.into();
    shown["match"] = document["qualifiers"]["matchMode"].clone();
    copy(&mut shown, document, &["rank"]);
    copy(&mut shown, &document["schedule"], &["startDate", "endDate", "recurrence"]);
    shown
}

/// A coupon with its codes; `more` are those that stand in an element of their own.
fn coupon(id: &str, document: &Value, more: &Value) -> Value {
    let own = [&document["multipleCodes"]["code"], &more["code"]];
    let listed = own.into_iter().filter_map(Value::as_array).flatten().cloned();
    let codes: Vec<Value> = document.get("singleCode").cloned().into_iter().chain(listed).collect();
    let mut shown = json!({
        "id": id,
        "codes": codes,
        "isList": document.get("multipleCodes").is_some(),
    });
    if let Some(system) = document.get("systemCodes") {
        shown["system"] = json!({ "prefix": system["codePrefix"] });
        let fields = ["maxNumberOfCodes", "codeLength", "includeVowels", "includeDashes"];
        copy(&mut shown["system"], system, &fields);
    }
    copy(&mut shown, document, &["description", "enabled", "caseInsensitive"]);
    let limits = &document["redemptionLimits"];
    copy(&mut shown, limits, &["limitPerCode", "limitPerCustomer", "limitPerTimeFrame"]);
    if let Some(several) = limits.get("allowMultipleCodesPerOrder") {
        shown["allowMultiple"] = several.clone();
    }
    shown
}
