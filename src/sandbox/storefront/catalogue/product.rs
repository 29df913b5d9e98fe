//! A product's document.

use super::Assortment;
use crate::sandbox::shop::Shop;
use indexmap::IndexSet;
use serde_json::{Map, Value, json};

/// What a variant takes from its master where it says nothing itself.
const INHERITED: [&str; 14] = [
    "displayName",
    "shortDescription",
    "longDescription",
    "brand",
    "imageGroup",
    "pageTitle",
    "pageDescription",
    "pageKeywords",
    "pageUrl",
    "taxClassId",
    "unit",
    "template",
    "classificationCategory",
    "manufacturerName",
];

impl Assortment {
    /// The document of a product. It has the fields of `forms.txt` and, derived from them and the other files:
    /// `type` (`simple`, `master`, `variant`, `group`, `set`, `bundle`, `option`), `name`, `short`, `long`, `category`,
    /// `categories`, `price`, `list`, `prices`, `attributes`, `variants`, `master`, `values`, `options`.
    pub(in crate::sandbox::storefront) fn product(&self, id: &str, locale: &str) -> Option<Value> {
        let owner = self.owners.get(id)?;
        let mut document = self.read("product", owner, id, locale)?;
        let group = self.groups.get(id);
        let master = self.masters.get(id).or(group);
        let above = self.master_of(id, locale);
        let fields = document.as_object_mut()?;
        let pictured = if fields.contains_key("imageGroup") { Some(owner) } else { None };
        if let Some(above) = &above {
            inherit(fields, above);
        }
        let pictured = pictured.or_else(|| self.owners.get(master?)).unwrap_or(owner);
        self.place_images(pictured, fields);
        let derived = self.derived(id, fields, locale);
        fields.extend(derived);
        if let (Some(master), Some(above)) = (master, &above) {
            let values = own_values(above, fields);
            let kind = if group.is_some() { "group" } else { "variant" };
            fields.insert("type".to_owned(), kind.into());
            fields.insert("master".to_owned(), master.as_str().into());
            fields.insert("values".to_owned(), values.into());
            if group.is_some() {
                let owner = self.owners.get(master)?;
                let differing = self.differing(id, self.attributes(owner, above, locale));
                fields.extend(differing);
            }
        } else if fields.contains_key("variant") {
            fields.insert("type".to_owned(), "master".into());
            let attributes = self.attributes(owner, &fields.clone().into(), locale);
            fields.extend(self.differing(id, attributes));
        }
        Some(document)
    }

    /// What a product says of itself, as `forms.txt` names it, with its `id` and what it takes from its master; and the
    /// categories of the site's catalogue that it is in: the one that classifies it, then its primary one, then the others.
    pub(in crate::sandbox::storefront) fn described(
        &self,
        id: &str,
        locale: &str,
    ) -> Option<(Value, Vec<String>)> {
        let mut document = self.read("product", self.owners.get(id)?, id, locale)?;
        let fields = document.as_object_mut()?;
        if let Some(above) = self.master_of(id, locale) {
            inherit(fields, &above);
        }
        fields.insert("id".to_owned(), id.into());
        let named = &document["classificationCategory"];
        let is_own = named["catalogId"].as_str().is_none_or(|it| it == self.catalogue);
        let classifying = named["categoryId"].as_str().or_else(|| named["value"].as_str());
        let classifying = classifying.filter(|_| is_own).map(str::to_owned);
        let others = self.categories_of(id);
        let homes: IndexSet<String> = classifying.into_iter().chain(others).collect();
        Some((document, homes.into_iter().collect()))
    }

    fn master_of(&self, id: &str, locale: &str) -> Option<Value> {
        let master = self.masters.get(id).or_else(|| self.groups.get(id))?;
        self.read("product", self.owners.get(master)?, master, locale)
    }

    /// The categories of a product, its primary one first; those of its master if it has none.
    fn categories_of(&self, id: &str) -> Vec<String> {
        let master = self.masters.get(id).map_or(id, String::as_str);
        let categories = self.tree.categories.get(id).or_else(|| self.tree.categories.get(master));
        categories.cloned().unwrap_or_default()
    }

    /// `attributes` and `variants` of a master or a group, from the attributes that variants of the master may differ in.
    fn differing(&self, id: &str, mut attributes: Vec<Value>) -> [(String, Value); 2] {
        let variants: Vec<Value> =
            self.variants(id).iter().filter_map(|it| self.variant(it, &attributes)).collect();
        for attribute in &mut attributes {
            keep_values(attribute, &variants);
        }
        [("attributes".to_owned(), attributes.into()), ("variants".to_owned(), variants.into())]
    }

    /// Paths of images begin in the folder that their catalogue names, the document's `imageCatalogue`. What else it says
    /// of images the document has as `imageSettings`.
    fn place_images(&self, owner: &str, fields: &mut Map<String, Value>) {
        fields.insert("imageCatalogue".to_owned(), owner.into());
        let mut header = self.shop.document("catalog", owner, owner).unwrap_or_default();
        let settings = header["imageSettings"].take();
        let base = settings["internalLocation"]["basePath"].as_str().unwrap_or_default();
        let base = base.trim_end_matches('/').to_owned();
        if settings.is_object() {
            fields.insert("imageSettings".to_owned(), settings);
        }
        let groups = fields.get_mut("imageGroup").and_then(Value::as_array_mut);
        let images = groups.into_iter().flatten().filter_map(|group| group["image"].as_array_mut());
        for image in images.flatten().filter(|_| !base.is_empty()) {
            let path = image["path"].as_str().unwrap_or_default().trim_start_matches('/');
            image["path"] = format!("{}/{path}", base.trim_start_matches('/')).into();
        }
    }

    /// The IDs of the variants of a master or of a group.
    pub(super) fn variants(&self, id: &str) -> Vec<String> {
        if let Some(master) = self.groups.get(id) {
            let values_of = |id: &str| self.values_of(id, master).unwrap_or_default();
            let common = values_of(id);
            let mut variants = self.variants(master);
            variants.retain(|variant| {
                let own = values_of(variant);
                common.iter().all(|(attribute, value)| own.get(attribute) == Some(value))
            });
            return variants;
        }
        let Some(owner) = self.owners.get(id) else { return Vec::new() };
        let document = self.shop.document("product", owner, id).unwrap_or_default();
        let listed = document["variant"].as_array().into_iter().flatten();
        let ids = listed.filter_map(|it| it["productId"].as_str());
        ids.filter(|id| self.owners.contains_key(*id)).map(str::to_owned).collect()
    }

    /// What a variant or a group is by the attributes of its master.
    fn values_of(&self, id: &str, master: &str) -> Option<Map<String, Value>> {
        let owner = self.owners.get(master)?;
        let above = self.shop.document("product", owner, master)?;
        let attributes = self.attributes(owner, &above, "default");
        let document = self.shop.document("product", self.owners.get(id)?, id)?;
        Some(values(&attributes, &document["custom"]))
    }

    fn derived(&self, id: &str, fields: &Map<String, Value>, locale: &str) -> Map<String, Value> {
        let own = |name: &str| fields.get(name).cloned().unwrap_or_default();
        let categories = self.categories_of(id);
        let price = self.price(id, &self.currency, None);
        let amount = |read: fn(&super::prices::Price) -> f64| {
            price.as_ref().map(|price| super::prices::text(read(price)))
        };
        let kind = if fields.contains_key("productSetProduct") {
            "set"
        } else if fields.contains_key("bundledProduct") {
            "bundle"
        } else if fields.contains_key("option") || fields.contains_key("sharedOption") {
            "option"
        } else {
            "simple"
        };
        let entries = [
            ("id", json!(id)),
            ("type", json!(kind)),
            ("name", own("displayName")),
            ("short", text(own("shortDescription"))),
            ("long", text(own("longDescription"))),
            ("brand", text(own("brand"))),
            ("category", json!(categories.first())),
            ("categories", json!(categories)),
            ("custom", fields.get("custom").cloned().unwrap_or_else(|| json!({}))),
            ("price", json!(amount(|it| it.amount))),
            ("list", json!(amount(|it| it.list))),
            ("prices", self.prices_of(id).into()),
            ("options", self.options(id, fields, locale).iter().map(option).collect()),
            ("inBundles", json!(self.bundles.get(id))),
            ("inSets", json!(self.sets.get(id))),
            ("recommendations", json!(self.recommended(&self.catalogue, id, locale))),
        ];
        entries.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
    }

    /// The options with their values, the shared ones from the catalogue.
    fn options(&self, id: &str, fields: &Map<String, Value>, locale: &str) -> Vec<Value> {
        let list =
            |name: &str| fields.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        let owner = self.owners.get(id).map_or("", String::as_str);
        let shared = list("sharedOption")
            .into_iter()
            .filter_map(|it| self.read("product-option", owner, it["optionId"].as_str()?, locale));
        list("option").into_iter().chain(shared).collect()
    }

    /// `[{id, attribute, name, values, names}]`: what the variants of a master differ in.
    pub(super) fn attributes(&self, owner: &str, master: &Value, locale: &str) -> Vec<Value> {
        let list = |name: &str| master[name].as_array().cloned().unwrap_or_default();
        let shared = list("sharedVariationAttribute").into_iter().filter_map(|it| {
            let id = it["variationAttributeId"].as_str()?;
            self.read("variation-attribute", owner, id, locale)
        });
        list("variationAttribute").into_iter().chain(shared).map(|it| attribute(&it)).collect()
    }

    fn variant(&self, id: &str, attributes: &[Value]) -> Option<Value> {
        let document = self.shop.document("product", self.owners.get(id)?, id)?;
        let document = Shop::seen_at(document, &self.site);
        let price = self.price(id, &self.currency, None);
        let price = price.map(|it| super::prices::text(it.amount));
        let stock = self.stock(self.inventory_list(), id);
        let mut variant = json!({
            "id": id, "values": values(attributes, &document["custom"]), "price": price, "stock": stock,
            "prices": self.prices_of(id),
        });
        for name in ["online", "onlineFrom", "onlineTo", "unitQuantity"] {
            if let Some(said) = document.get(name) {
                variant[name] = said.clone();
            }
        }
        Some(variant)
    }
}

/// Leaves an attribute those values that a variant has.
fn keep_values(attribute: &mut Value, variants: &[Value]) {
    let id = attribute["id"].as_str().unwrap_or_default().to_owned();
    if let Some(values) = attribute["values"].as_array_mut() {
        values.retain(|value| variants.iter().any(|variant| variant["values"][&id] == *value));
    }
}

/// What a variant is, by its master's attributes.
fn own_values(master: &Value, fields: &Map<String, Value>) -> Map<String, Value> {
    let shared = master["sharedVariationAttribute"].as_array().into_iter().flatten();
    let own = master["variationAttribute"].as_array().into_iter().flatten();
    let attributes: Vec<Value> = own.chain(shared).map(attribute).collect();
    values(&attributes, fields.get("custom").unwrap_or(&Value::Null))
}

fn inherit(fields: &mut Map<String, Value>, master: &Value) {
    for name in INHERITED {
        if let (false, Some(value)) = (fields.contains_key(name), master.get(name)) {
            fields.insert(name.to_owned(), value.clone());
        }
    }
    let own = fields.remove("custom");
    let mut custom = master["custom"].as_object().cloned().unwrap_or_default();
    custom.extend(own.into_iter().filter_map(|it| it.as_object().cloned()).flatten());
    fields.insert("custom".to_owned(), custom.into());
}

/// An option as `dw/catalog/ProductOption` reads it.
fn option(document: &Value) -> Value {
    let values = document["optionValue"].as_array().into_iter().flatten().map(|it| {
        let prices = it["optionValuePrice"].as_array().into_iter().flatten();
        let price = |it: &Value| Some((it["currency"].as_str()?.to_owned(), it["value"].clone()));
        json!({
            "id": it["valueId"],
            "name": it["displayValue"],
            "description": it["description"],
            "default": it["default"] == "true",
            "modifier": it["productIdModifier"],
            "prices": prices.filter_map(price).collect::<Map<_, _>>(),
            "custom": it["custom"],
        })
    });
    json!({
        "id": document["optionId"],
        "name": document["displayName"],
        "description": document["description"],
        "image": document["image"],
        "custom": document["custom"],
        "values": values.collect::<Vec<_>>(),
    })
}

fn attribute(document: &Value) -> Value {
    let id = ["variationAttributeId", "attributeId"]
        .into_iter()
        .find_map(|name| document[name].as_str());
    let values = document["variationAttributeValue"].as_array().cloned().unwrap_or_default();
    let names = values.iter().filter_map(|it| {
        Some((
            it["value"].as_str()?.to_owned(),
            it.get("displayValue").cloned().unwrap_or_default(),
        ))
    });
    json!({
        "id": id,
        "attribute": document["attributeId"],
        "name": document["displayName"],
        "values": values.iter().filter_map(|it| it["value"].as_str()).collect::<Vec<_>>(),
        "names": names.collect::<Map<_, _>>(),
    })
}

fn values(attributes: &[Value], custom: &Value) -> Map<String, Value> {
    let pairs = attributes.iter().filter_map(|attribute| {
        let name = attribute["attribute"].as_str().or_else(|| attribute["id"].as_str())?;
        Some((attribute["id"].as_str()?.to_owned(), plain(custom.get(name)?)?.into()))
    });
    pairs.collect()
}

/// A custom attribute's value as a text.
pub(super) fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Object(fields) => {
            fields.get("@enum").or_else(|| fields.get("$")?.get("default")).and_then(plain)
        }
        _ => None,
    }
}

/// Scripts count on a text.
fn text(value: Value) -> Value {
    if value.is_null() { "".into() } else { value }
}
