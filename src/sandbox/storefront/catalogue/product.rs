//! One product and its variants.

use super::{Localized, money::Cents};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Value, json};

/// What an id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sandbox::storefront) enum Kind {
    /// Something that is sold as it is.
    Simple,
    /// The master of variants that are sold.
    Master,
}

/// A line of `products.jsonl`.
///
/// With `attributes` it is a master: each combination of their values, the first attribute outermost,
/// is a variant.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::sandbox::storefront) struct Product {
    pub(super) id: String,
    pub(super) category: String,
    pub(super) name: Localized,
    pub(super) brand: String,
    pub(super) short: Localized,
    pub(super) material: String,
    /// What it costs now.
    price: Cents,
    /// What it cost before, if the price is a reduced one.
    list: Option<Cents>,
    #[serde(default)]
    pub(super) new: bool,
    /// Attribute (`color`, `size`) to its values.
    #[serde(default)]
    pub(super) attributes: IndexMap<String, Vec<String>>,
    /// Attribute value to what it costs more.
    #[serde(default)]
    surcharge: IndexMap<String, Cents>,
    pub(super) stock: Stock,
}

/// Pieces there were at first.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Stock {
    /// Of a product without variants.
    One(u64),
    /// Of each variant, in their order.
    Each(Vec<u64>),
}

impl Stock {
    pub(super) fn total(&self) -> u64 {
        match self {
            Self::One(pieces) => *pieces,
            Self::Each(pieces) => pieces.iter().sum(),
        }
    }

    pub(super) fn of(&self, variant: usize) -> u64 {
        match self {
            Self::One(pieces) => *pieces,
            Self::Each(pieces) => pieces.get(variant).copied().unwrap_or(0),
        }
    }
}

/// The values of one variant, by attribute.
type Values<'a> = Vec<(&'a str, &'a str)>;

impl Product {
    pub(in crate::sandbox::storefront) fn kind(&self) -> Kind {
        if self.attributes.is_empty() { Kind::Simple } else { Kind::Master }
    }

    /// All variants in order; none for a simple product.
    pub(super) fn variants(&self) -> Vec<Values<'_>> {
        if self.attributes.is_empty() {
            return Vec::new();
        }
        self.attributes.iter().fold(vec![Vec::new()], |combinations, (attribute, values)| {
            combinations
                .iter()
                .flat_map(|before: &Values<'_>| {
                    values.iter().map(move |value| {
                        before
                            .iter()
                            .copied()
                            .chain([(attribute.as_str(), value.as_str())])
                            .collect()
                    })
                })
                .collect()
        })
    }

    /// `KM01001-02` for the second variant.
    pub(super) fn variant_id(&self, variant: usize) -> String {
        format!("{}-{:02}", self.id, variant + 1)
    }

    /// The lowest price among its variants.
    pub(super) fn lowest_price(&self) -> Cents {
        self.variants()
            .iter()
            .map(|it| self.with_surcharge(self.price, it))
            .min()
            .unwrap_or(self.price)
    }

    fn with_surcharge(&self, price: Cents, values: &Values<'_>) -> Cents {
        let more: u64 =
            values.iter().filter_map(|(_, value)| self.surcharge.get(*value)).map(|it| it.0).sum();
        Cents(price.0 + more)
    }

    fn list_price(&self) -> Cents {
        self.list.unwrap_or(self.price)
    }

    /// The document of the product itself.
    pub(super) fn document(&self, locale: &str) -> Value {
        let mut document = self.common(locale);
        document["id"] = json!(self.id);
        document["price"] = json!(self.price.to_string());
        document["list"] = json!(self.list_price().to_string());
        document["type"] = json!("simple");
        if self.kind() == Kind::Master {
            document["type"] = json!("master");
            document["attributes"] = self.attribute_documents();
            document["variants"] = self.variant_documents();
        }
        document
    }

    /// The document of one of its variants.
    pub(super) fn variant_document(&self, variant: usize, locale: &str) -> Value {
        let values = self.variants().swap_remove(variant);
        let mut document = self.common(locale);
        document["id"] = json!(self.variant_id(variant));
        document["type"] = json!("variant");
        document["master"] = json!(self.id);
        document["price"] = json!(self.with_surcharge(self.price, &values).to_string());
        document["list"] = json!(self.with_surcharge(self.list_price(), &values).to_string());
        document["values"] = object(&values);
        document
    }

    fn common(&self, locale: &str) -> Value {
        json!({
            "name": self.name.get(locale),
            "brand": self.brand,
            "category": self.category,
            "short": self.short.get(locale),
            "long": self.short.get(locale),
            "custom": { "material": self.material, "isNew": self.new },
        })
    }

    fn attribute_documents(&self) -> Value {
        self.attributes.iter().map(|(id, values)| json!({ "id": id, "values": values })).collect()
    }

    fn variant_documents(&self) -> Value {
        let variants = self.variants();
        let documents = variants.iter().enumerate().map(|(n, values)| {
            json!({
                "id": self.variant_id(n),
                "values": object(values),
                "price": self.with_surcharge(self.price, values).to_string(),
                "stock": self.stock.of(n),
            })
        });
        documents.collect()
    }
}

fn object(values: &Values<'_>) -> Value {
    Value::Object(values.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect())
}
