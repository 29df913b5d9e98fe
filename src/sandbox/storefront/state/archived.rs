//! Customers whom a site archive brings, as scripts keep them.

use crate::sandbox::shop::Shop;
use rand::distr::{Alphanumeric, SampleString};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Characters of a UUID.
const UUID_LENGTH: usize = 26;
/// What profiles and addresses name otherwise than archives do.
const RENAMED: [(&str, &str); 3] =
    [("taxId", "taxID"), ("creationDate", "created"), ("postbox", "postBox")];

/// A customer of an archive.
pub(super) struct Archived {
    pub(super) number: String,
    pub(super) login: String,
    /// The password, or its hash.
    pub(super) password: Option<Secret>,
    pub(super) document: Value,
}

/// What an archive says of a password.
pub(super) struct Secret {
    pub(super) text: String,
    pub(super) is_hash: bool,
}

/// The customers of a site: those of its list, and those that stand in its own folder.
pub(super) fn of(shop: &Shop, site: &str, list: &str) -> Vec<Archived> {
    let scopes = if list == site { vec![site] } else { vec![site, list] };
    let groups = groups(shop, &scopes);
    let all = scopes.into_iter().flat_map(|scope| shop.documents("customer", scope));
    let read = all.filter_map(|(number, record)| {
        let own = groups.get(number).cloned().unwrap_or_default();
        customer(number, &Shop::seen_at(record, site), own)
    });
    read.collect()
}

/// The groups that customers are put into by name.
fn groups(shop: &Shop, scopes: &[&str]) -> HashMap<String, Vec<String>> {
    let mut groups = HashMap::<String, Vec<String>>::new();
    for (id, _) in scopes.iter().flat_map(|scope| shop.documents("group-assignment", scope)) {
        if let Some((group, number)) = id.split_once('|') {
            groups.entry(number.to_owned()).or_default().push(group.to_owned());
        }
    }
    groups
}

/// Nothing for one without a login.
pub(super) fn customer(number: &str, record: &Value, mut groups: Vec<String>) -> Option<Archived> {
    let credentials = &record["credentials"];
    let login = credentials["login"].as_str()?.to_owned();
    let listed = record["customerGroups"]["customerGroup"].as_array().into_iter().flatten();
    groups.extend(listed.filter_map(|it| it["groupId"].as_str().map(str::to_owned)));
    groups.sort_unstable();
    groups.dedup();
    let mut document = fields(&record["profile"]);
    document.entry("custom").or_insert_with(|| json!({}));
    document.entry("created").or_insert(Value::Null);
    let addresses = record["address"].as_array().into_iter().flatten().map(address);
    let own = json!({
        "id": number,
        "number": number,
        "login": login,
        "enabled": credentials.get("enabled").cloned().unwrap_or(Value::Bool(true)),
        "note": record["note"],
        "groups": groups,
        "addresses": addresses.collect::<Vec<_>>(),
        "externals": externals(record).collect::<Vec<_>>(),
    });
    document.extend(own.as_object().cloned().into_iter().flatten());
    let (number, password) = (number.to_owned(), secret(record));
    Some(Archived { number, login, password, document: document.into() })
}

/// A customer whom there is, with what an import says of him.
pub(super) fn amended(document: &mut Value, record: &Value) {
    let Some(own) = document.as_object_mut() else { return };
    let mut said = fields(&record["profile"]);
    let custom = said.remove("custom").and_then(|it| it.as_object().cloned()).unwrap_or_default();
    own.extend(said);
    let known = own.entry("custom").or_insert_with(|| json!({}));
    if let Some(known) = known.as_object_mut() {
        known.extend(custom);
    }
    if let Some(enabled) = record["credentials"].get("enabled") {
        own.insert("enabled".to_owned(), enabled.clone());
    }
    if !record["note"].is_null() {
        own.insert("note".to_owned(), record["note"].clone());
    }
    let addresses = record["address"].as_array().into_iter().flatten().map(address);
    join(own, "addresses", addresses, "id");
    join(own, "externals", externals(record), "provider");
    let groups = record["customerGroups"]["customerGroup"].as_array().into_iter().flatten();
    for group in groups.filter_map(|it| it["groupId"].as_str()) {
        grouped(own, group, true);
    }
}

/// Puts a customer into a group, or takes him out of it.
pub(super) fn grouped(document: &mut Map<String, Value>, group: &str, is_in: bool) {
    let groups = document.entry("groups").or_insert_with(|| json!([]));
    let Some(groups) = groups.as_array_mut() else { return };
    groups.retain(|it| it != group);
    groups.extend(is_in.then(|| group.into()));
}

/// Elements of a list: one that has the key of another takes its place, with its UUID.
fn join(
    document: &mut Map<String, Value>,
    list: &str,
    elements: impl Iterator<Item = Value>,
    key: &str,
) {
    let known = document.entry(list).or_insert_with(|| json!([]));
    let Some(known) = known.as_array_mut() else { return };
    for mut element in elements {
        match known.iter_mut().find(|it| it[key] == element[key]) {
            Some(same) => {
                if !same["uuid"].is_null() {
                    element["uuid"] = same["uuid"].take();
                }
                *same = element;
            }
            None => known.push(element),
        }
    }
}

fn externals(record: &Value) -> impl Iterator<Item = Value> {
    record["externalProfile"].as_array().into_iter().flatten().map(
        |it| json!({ "provider": it["providerId"], "id": it["externalId"], "email": it["email"] }),
    )
}

/// What is said of a password.
pub(super) fn secret(record: &Value) -> Option<Secret> {
    let password = &record["credentials"]["password"];
    let text = password["value"].as_str()?.to_owned();
    Some(Secret { text, is_hash: password["encrypted"] == "true" })
}

fn address(record: &Value) -> Value {
    let mut address = fields(record);
    let id = address.remove("addressId").unwrap_or_default();
    let preferred = address.remove("preferred").is_some_and(|it| it == "true");
    address.insert("id".to_owned(), id);
    address.insert("uuid".to_owned(), uuid().into());
    address.insert("preferred".to_owned(), preferred.into());
    address.entry("custom").or_insert_with(|| json!({}));
    address.into()
}

/// A UUID for what an archive has without one.
pub(super) fn uuid() -> String {
    Alphanumeric.sample_string(&mut rand::rng(), UUID_LENGTH).to_lowercase()
}

fn fields(record: &Value) -> Map<String, Value> {
    let all = record.as_object().into_iter().flatten().map(|(name, value)| {
        let renamed = RENAMED.iter().find(|(theirs, _)| theirs == name);
        (renamed.map_or(name.as_str(), |(_, own)| own).to_owned(), dated(name, value))
    });
    all.collect()
}

/// A birthday is a day by the clock on the wall, wherever that hangs.
fn dated(name: &str, value: &Value) -> Value {
    match value.as_str().and_then(|text| text.get(..10)) {
        Some(day) if name == "birthday" => format!("{day}T00:00:00").into(),
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop(records: &[(&str, &str, &str, Value)]) -> Shop {
        let mut shop = Shop::default();
        for (kind, scope, id, document) in records {
            shop.add(kind, scope, id, document.as_object().expect("an object"));
        }
        shop
    }

    #[test]
    fn customers_are_as_the_archive_says() {
        let ada = json!({
            "credentials": { "login": "ada", "password": { "value": "tea", "encrypted": "false" }, "enabled": false },
            "profile": { "firstName": "Ada", "birthday": "1990-06-01Z", "taxId": "7", "creationDate": "2020-01-01T00:00:00.000Z", "custom": { "a": 1 } },
            "address": [{ "addressId": "home", "preferred": "true", "postbox": "9" }],
            "customerGroups": { "customerGroup": [{ "groupId": "Staff" }] },
        });
        let shop = shop(&[
            ("customer", "List", "7", ada),
            ("customer", "List", "8", json!({ "profile": {} })),
            ("customer", "Other", "9", json!({ "credentials": { "login": "eve" } })),
            ("group-assignment", "Site", "Club|7", json!({})),
        ]);
        let all = of(&shop, "Site", "List");
        let [Archived { number, login, password, document }] = all.as_slice() else {
            panic!("{} customers", all.len())
        };
        assert_eq!((number.as_str(), login.as_str()), ("7", "ada"));
        assert!(password.as_ref().is_some_and(|it| it.text == "tea" && !it.is_hash));
        let mut document = document.clone();
        assert_eq!(
            document["addresses"][0]["uuid"].take().as_str().map(str::len),
            Some(UUID_LENGTH)
        );
        let expected = json!({
            "id": "7", "number": "7", "login": "ada", "enabled": false, "note": null, "firstName": "Ada",
            "birthday": "1990-06-01T00:00:00", "taxID": "7", "created": "2020-01-01T00:00:00.000Z", "custom": { "a": 1 },
            "groups": ["Club", "Staff"], "externals": [],
            "addresses": [{ "id": "home", "preferred": true, "postBox": "9", "uuid": null, "custom": {} }],
        });
        assert_eq!(document, expected);
    }
}
