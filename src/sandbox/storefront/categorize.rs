//! Products that the rules of a category assign to it.

use super::Storefront;
use crate::sandbox::{
    seed::{Change, Feed},
    shop::{Mode, Shop},
};
use serde_json::{Map, Value, json};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};
use tokio_util::sync::CancellationToken;

/// Instead of a category's ID: all of them.
const ALL: &str = "ALL";

/// What rules have changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Categorized {
    /// Categories with rules.
    pub categories: usize,
    /// Products that were assigned to one.
    pub assigned: usize,
    /// Those that rules had assigned, and do no longer.
    pub taken_out: usize,
}

/// A product as rules see it: its catalogue, its ID, and what is known of it.
type Product = (String, String, Value);

impl Storefront {
    /// Assigns products to a category of a catalogue, or to all of them (`ALL`), by the rules that stand in the archive:
    /// a product is meant if all conditions of one rule hold, unless a rule excludes it or the category does. What rules
    /// have assigned earlier goes where they don't any more; other assignments stay. The reason in words if it can't be
    /// done, or is stopped. Blocks.
    pub fn categorize(
        &self,
        catalogue: &str,
        category: &str,
        (sites, ending): (&[Arc<Self>], &CancellationToken),
    ) -> Result<Categorized, String> {
        let shop = self.services.all_records();
        if !shop.scopes("category").any(|it| it == catalogue) {
            return Err(format!("there is no catalogue {catalogue} with categories"));
        }
        let is_meant = |id: &str| category == ALL || category == id;
        let meant: Vec<(String, Value)> = shop
            .documents("category", catalogue)
            .filter(|(id, _)| is_meant(id))
            .map(|(id, document)| (id.to_owned(), document))
            .collect();
        if meant.is_empty() && category != ALL {
            return Err(format!("there is no category {category} in the catalogue {catalogue}"));
        }
        let products = self.ruled_products(&shop);
        let (mut done, mut changes) = (Categorized::default(), Vec::new());
        for (id, document) in meant.iter().filter(|(_, it)| it["categorizationRules"].is_array()) {
            done.categories += 1;
            let products = products.iter().take_while(|_| !ending.is_cancelled());
            changes.extend(changes_of(&shop, (catalogue, id, document), products, &mut done));
        }
        let feed = Feed { changes, ..Feed::default() };
        let taken = self.take_import(feed, Mode::Merge, (sites, ending), || Ok(()));
        taken.map(|_| done).map_err(|why| why.to_string())
    }

    /// All but variants, which are where their masters are.
    fn ruled_products(&self, shop: &Shop) -> Vec<Product> {
        let of = |scope: &str| -> Vec<Product> {
            let all = shop.documents("product", scope);
            all.map(|(id, document)| {
                let seen = self.services.with_edits(("product", scope, id), document);
                (scope.to_owned(), id.to_owned(), seen)
            })
            .collect()
        };
        let all: Vec<_> = shop.scopes("product").flat_map(of).collect();
        let variants: HashSet<String> =
            all.iter().flat_map(|(_, _, it)| listed(it, "variant", "productId")).collect();
        all.into_iter().filter(|(_, id, _)| !variants.contains(id)).collect()
    }
}

fn listed(document: &Value, list: &str, field: &str) -> Vec<String> {
    let all = document[list].as_array().into_iter().flatten();
    all.filter_map(|it| it[field].as_str().map(str::to_owned)).collect()
}

/// What the rules of one category change.
fn changes_of<'p>(
    shop: &Shop,
    (catalogue, category, document): (&str, &str, &Value),
    products: impl Iterator<Item = &'p Product>,
    done: &mut Categorized,
) -> Vec<Change> {
    let known: HashMap<String, Value> = shop
        .documents("category-assignment", catalogue)
        .filter_map(|(id, it)| {
            let (own, product) = id.split_once('|')?;
            (own == category).then(|| (product.to_owned(), it))
        })
        .collect();
    let excluded = listed(document, "categorizationExcludedProduct", "productId");
    let mut changes = Vec::new();
    for (owner, id, product) in products {
        let rules = if excluded.contains(id) { None } else { assigning(document, product) };
        match (rules, known.get(id)) {
            (Some(rules), None) => {
                done.assigned += 1;
                let mut fields = json!({ "categoryId": category, "productId": id, "byRule": true });
                if says(rules, "primaryCategoryAssignment") {
                    fields["primary"] = true.into();
                }
                changes.push(change(
                    "category-assignment",
                    catalogue,
                    format!("{category}|{id}"),
                    Some(fields),
                ));
                if says(rules, "classificationCategoryAssignment") {
                    let place = json!({ "catalogId": catalogue, "value": category });
                    let fields = json!({ "classificationCategory": place });
                    changes.push(change("product", owner, id.clone(), Some(fields)));
                }
            }
            (None, Some(assignment)) if assignment["byRule"] == true => {
                done.taken_out += 1;
                changes.push(change(
                    "category-assignment",
                    catalogue,
                    format!("{category}|{id}"),
                    None,
                ));
            }
            _ => {}
        }
    }
    changes
}

fn change(kind: &str, scope: &str, id: String, fields: Option<Value>) -> Change {
    let document = fields.map(|it| it.as_object().cloned().unwrap_or_default());
    Change { kind: kind.to_owned(), scope: scope.to_owned(), id, document }
}

/// Flags that are attributes are texts.
fn says(element: &Value, name: &str) -> bool {
    matches!(element[name].as_str(), Some("true" | "1"))
}

/// Of a category's rules those that assign a product, if some do and none excludes it.
fn assigning<'d>(category: &'d Value, product: &Value) -> Option<&'d Value> {
    let all = || category["categorizationRules"].as_array().into_iter().flatten();
    let of = |rules: &'d Value| rules["categorizationRule"].as_array().into_iter().flatten();
    let is_on = |rule: &&Value| rule["enabled"] != "false" && rule["enabled"] != "0";
    let mut holding = all().flat_map(|rules| {
        of(rules).filter(is_on).filter(|rule| holds(rule, product)).map(move |rule| (rules, rule))
    });
    let found: Vec<_> = holding.by_ref().collect();
    if found.iter().any(|(_, rule)| says(rule, "exclusion")) {
        return None;
    }
    found.first().map(|(rules, _)| *rules)
}

/// Whether all conditions of a rule hold; one without conditions means nothing.
fn holds(rule: &Value, product: &Value) -> bool {
    let Some(conditions) = rule["categorizationCondition"].as_array() else { return false };
    !conditions.is_empty() && conditions.iter().all(|condition| is_so(condition, product))
}

fn is_so(condition: &Value, product: &Value) -> bool {
    let texts = values(product, condition["attributeId"].as_str().unwrap_or_default());
    let wanted = match &condition["attributeValue"] {
        Value::String(text) => text.trim(),
        _ => "",
    };
    let any = |test: &dyn Fn(&str) -> bool| texts.iter().any(|text| test(text));
    let listed = |text: &str| wanted.split(',').any(|it| is_equal(text, it.trim()));
    match condition["operator"].as_str().unwrap_or_default() {
        "equals" => any(&|text| is_equal(text, wanted)),
        "not_equals" => !any(&|text| is_equal(text, wanted)),
        "contains" => any(&|text| text.contains(wanted)),
        "starts_with" => any(&|text| text.starts_with(wanted)),
        "is_defined" => !texts.is_empty(),
        "is_not_defined" => texts.is_empty(),
        "is_one_of" => any(&listed),
        "not_one_of" => !any(&listed),
        "greater_than" => any(&|text| is_less(wanted, text)),
        "less_than" => any(&|text| is_less(text, wanted)),
        _ => false,
    }
}

fn numbers(one: &str, other: &str) -> Option<(f64, f64)> {
    Some((one.parse().ok()?, other.parse().ok()?))
}

#[expect(clippy::float_cmp, reason = "both were read of texts")]
fn is_equal(one: &str, other: &str) -> bool {
    numbers(one, other).map_or(one == other, |(one, other)| one == other)
}

/// Numbers by their value, all else, such as dates, by its letters.
fn is_less(one: &str, other: &str) -> bool {
    numbers(one, other).map_or(one < other, |(one, other)| one < other)
}

/// The values of a product's attribute as texts: a custom one, or one of the platform's in whatever letters; of what has
/// locales that of all of them.
fn values(product: &Value, attribute: &str) -> Vec<String> {
    let name = attribute.strip_prefix("custom.").unwrap_or(attribute);
    let of_platform = |fields: &Map<String, Value>| {
        let own = match name.to_ascii_lowercase().as_str() {
            "id" => "productid".to_owned(),
            "name" => "displayname".to_owned(),
            other => other.to_owned(),
        };
        fields.iter().find(|(name, _)| name.to_ascii_lowercase() == own).map(|(_, it)| it.clone())
    };
    let custom = product["custom"].get(name).cloned();
    let value = custom.or_else(|| product.as_object().and_then(of_platform)).unwrap_or_default();
    let value = value.get("$").map_or(&value, |texts| &texts["default"]).clone();
    let all = match value {
        Value::Array(all) => all,
        other => vec![other],
    };
    all.into_iter()
        .filter_map(|it| match it {
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => None,
        })
        .filter(|text| !text.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_so_by_its_operator() {
        let product = json!({
            "productId": "p1", "brand": "Fern", "displayName": { "$": { "default": "Smart Phone", "de": "Handy" } },
            "online": true, "custom": { "tags": ["new", "sale"], "size": 9, "since": "2026-01-31", "empty": "" },
        });
        for (attribute, operator, value, expected) in [
            ("ID", "equals", "p1", true),
            ("brand", "equals", "Fern", true),
            ("brand", "equals", "fern", false),
            ("brand", "not_equals", "Oak", true),
            ("brand", "not_equals", "Fern", false),
            ("name", "contains", "art Ph", true),
            ("name", "starts_with", "Smart", true),
            ("name", "starts_with", "Handy", false),
            ("custom.tags", "is_one_of", "old, sale", true),
            ("tags", "is_one_of", "old,older", false),
            ("tags", "not_one_of", "old,older", true),
            ("tags", "not_one_of", "new", false),
            ("tags", "equals", "sale", true),
            ("size", "greater_than", "10", false),
            ("size", "greater_than", "8.5", true),
            ("size", "less_than", "10", true),
            ("size", "equals", "9.0", true),
            ("since", "greater_than", "2025-12-31", true),
            ("since", "less_than", "2025-12-31", false),
            ("empty", "is_defined", "", false),
            ("none", "is_not_defined", "", true),
            ("online", "equals", "true", true),
            ("online", "is_defined", "", true),
            ("brand", "sounds_like", "Fern", false),
        ] {
            let condition =
                json!({ "attributeId": attribute, "operator": operator, "attributeValue": value });
            assert_eq!(is_so(&condition, &product), expected, "{attribute} {operator} {value}");
        }
    }
}
