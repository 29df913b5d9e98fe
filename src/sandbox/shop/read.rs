//! A record for one site and one locale.

use super::Shop;
use serde_json::{Map, Value};

impl Shop {
    /// A record as a site's scripts read it in a locale; `locales` are those in which texts are looked for, the
    /// best first.
    pub fn read(&self, at: (&str, &str, &str), site: &str, locales: &[&str]) -> Option<Value> {
        let (kind, scope, id) = at;
        let document = self.document(kind, scope, id)?;
        Some(self.seen(document, site, locales))
    }

    /// A document as a site's scripts read it in a locale.
    pub fn seen(&self, document: Value, site: &str, locales: &[&str]) -> Value {
        let mut document = Self::seen_at(document, site);
        self.resolve(&mut document, locales);
        document
    }

    /// A document as a site has it, in all its locales.
    pub fn seen_at(mut document: Value, site: &str) -> Value {
        if let Some(fields) = document.as_object_mut()
            && let Some(Value::Object(mut sites)) = fields.remove("sites")
            && let Some(Value::Object(own)) = sites.remove(site)
        {
            own.into_iter().for_each(|(name, value)| overlay(fields, name, value));
        }
        document
    }

    fn resolve(&self, value: &mut Value, locales: &[&str]) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::Object(texts)) = fields.get_mut("$") {
                    let found = locales.iter().find_map(|locale| texts.remove(*locale));
                    *value = found.unwrap_or_default();
                    return self.resolve(value, locales);
                }
                if let (Some(own), Some(Value::String(of))) =
                    (fields.get("@enum"), fields.get("@of"))
                    && let Some(display) = self.display(of, own, locales)
                {
                    fields.insert("@display".to_owned(), display);
                }
                fields.values_mut().for_each(|value| self.resolve(value, locales));
            }
            Value::Array(values) => {
                for value in values {
                    self.resolve(value, locales);
                }
            }
            _ => {}
        }
    }

    /// What people read for a value of an enumeration.
    fn display(&self, of: &str, wanted: &Value, locales: &[&str]) -> Option<Value> {
        let (kind, attribute) = of.split_once('.')?;
        let definition = self.document("attribute", kind, attribute)?;
        let values = definition.get("valueDefinition")?.as_array()?;
        let found = values.iter().find(|it| it.get("value") == Some(wanted))?;
        let mut display = found.get("display")?.clone();
        self.resolve(&mut display, locales);
        Some(display)
    }
}

fn overlay(fields: &mut Map<String, Value>, name: String, value: Value) {
    match (fields.get_mut(&name), value) {
        (Some(Value::Object(known)), Value::Object(own)) if name == "custom" => known.extend(own),
        (_, value) => drop(fields.insert(name, value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shop() -> Shop {
        let mut shop = Shop::default();
        let mut add = |at: (&str, &str, &str), document: &Value| {
            shop.add(at.0, at.1, at.2, document.as_object().expect("an object"));
        };
        let sizes = json!({ "valueDefinition": [
            { "value": "9", "display": {"$": {"default": "Nine", "de": "Neun"}} },
        ] });
        add(("attribute", "Product", "size"), &sizes);
        let product = json!({
            "name": {"$": {"default": "Mug", "de": "Becher"}},
            "online": true,
            "custom": { "size": {"@enum": "9", "@of": "Product.size"}, "new": false },
            "sites": { "Two": { "online": false, "custom": { "new": true } } },
        });
        add(("product", "shop", "p"), &product);
        shop
    }

    fn check(site: &str, locales: &[&str], expected: &Value) {
        let read = shop().read(("product", "shop", "p"), site, locales);
        assert_eq!(read.as_ref(), Some(expected), "{site} {locales:?}");
    }

    #[test]
    fn a_record_is_read_for_a_locale() {
        let nine =
            |display: &str| json!({ "@enum": "9", "@of": "Product.size", "@display": display });
        check(
            "One",
            &["de_DE", "de", "default"],
            &json!({
                "name": "Becher", "online": true, "custom": { "size": nine("Neun"), "new": false },
            }),
        );
        check(
            "One",
            &["fr", "default"],
            &json!({
                "name": "Mug", "online": true, "custom": { "size": nine("Nine"), "new": false },
            }),
        );
        check(
            "One",
            &["fr"],
            &json!({
                "name": null, "online": true, "custom": { "size": nine_of_nobody(), "new": false },
            }),
        );
    }

    fn nine_of_nobody() -> Value {
        json!({ "@enum": "9", "@of": "Product.size", "@display": null })
    }

    #[test]
    fn a_site_has_values_of_its_own() {
        let read = shop().read(("product", "shop", "p"), "Two", &["default"]).expect("there");
        assert_eq!((&read["online"], &read["custom"]["new"]), (&json!(false), &json!(true)));
        assert_eq!(read["custom"]["size"]["@enum"], "9");
        assert!(read.get("sites").is_none());
    }
}
