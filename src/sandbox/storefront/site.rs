//! What a site is: its locales, currencies and preferences, and which catalogue, price books, inventory and library
//! are its own.

use super::locale::ALLOWED;
use crate::sandbox::shop::Shop;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The preference by which a site's pages have no addresses of its rules for them, whatever these say.
const URL_RULES: &str = "StorefrontURLsEnabled";

/// Of sites and instances whose preferences name none.
const TIME_ZONE: &str = "Etc/UTC";

/// A site as an archive, or the command line, describes it.
#[derive(Clone, Debug)]
pub struct SiteFacts {
    /// The part of a script's input that is the same for all requests of the site.
    pub(super) document: Arc<Value>,
    /// The catalogue that its categories are in; none without an archive.
    pub(super) catalogue: Option<String>,
    /// The price books that apply.
    pub(super) price_books: Vec<String>,
    pub(super) inventory: Option<String>,
    /// The list that its customers are in.
    pub(super) customers: String,
    /// The library that its scripts read, if an archive names one.
    pub library: Option<String>,
    /// Its cartridges, if an archive names them.
    pub cartridge_path: Vec<String>,
    pub(super) spoken: Spoken,
}

/// What the command line says of the sites.
#[derive(Clone, Debug, Default)]
pub struct Spoken {
    /// The locales, the default one first; none means those of the archive.
    pub locales: Vec<String>,
    /// The currency; nothing means that of the archive.
    pub currency: Option<String>,
    /// The ports of HTTP and of HTTPS, for addresses that change from one to the other.
    pub ports: Option<[u16; 2]>,
}

impl SiteFacts {
    /// What is known of a site.
    pub fn of(shop: &Shop, id: &str, spoken: &Spoken) -> Self {
        let site = shop.document("site", id, id).unwrap_or_default();
        let preferences = Preferences::of(shop, id);
        let list = |name: &str| preferences.list(name);
        let text = |name: &str| site.get(name).and_then(Value::as_str);
        let locales =
            [spoken.locales.clone(), list("SiteLocales"), ALLOWED.map(str::to_owned).into()];
        let locales = locales.into_iter().find(|it| !it.is_empty()).unwrap_or_default();
        let default = preferences.text("SiteDefaultLocale").filter(|_| spoken.locales.is_empty());
        let currency = spoken.currency.as_deref().or_else(|| text("currency")).unwrap_or("EUR");
        let mut currencies = list("SiteCurrencies");
        if !currencies.iter().any(|it| it == currency) {
            currencies.insert(0, currency.to_owned());
        }
        let document = json!({
            "id": id,
            "name": text("name").unwrap_or(id),
            "currency": currency,
            "currencies": currencies,
            "locales": locales,
            "defaultLocale": default.as_deref().unwrap_or(&locales[0]),
            "timezone": preferences.text("SiteTimezone").as_deref().unwrap_or(TIME_ZONE),
            "instanceTimezone": preferences.instance_timezone,
            "taxation": text("taxation").unwrap_or("gross"),
            "customerList": preferences.text("SiteCustomerList").unwrap_or_else(|| id.to_owned()),
            "online": text("storefrontStatus").is_none_or(|status| status == "online"),
            "status": text("storefrontStatus").unwrap_or("online"),
            "hasUrlRules": shop.document("url-rules", id, id).is_some()
                && preferences.text(URL_RULES).is_none_or(|it| it != "false"),
            "preferences": preferences.custom,
            "organizationPreferences": preferences.organization,
            "standardPreferences": preferences.standard,
            "ports": spoken.ports.map(|[http, https]| json!({ "http": http, "https": https })),
        });
        let texts = |name: &str| preferences_list(&preferences.standard, name);
        Self {
            catalogue: catalogue(shop, preferences_text(&preferences.standard, "SiteCatalog")),
            price_books: texts("SitePriceBooks"),
            inventory: preferences_text(&preferences.standard, "SiteInventoryList"),
            customers: preferences_text(&preferences.standard, "SiteCustomerList")
                .unwrap_or_else(|| id.to_owned()),
            library: preferences_text(&preferences.standard, "SiteLibrary"),
            cartridge_path: split(text("customCartridges").unwrap_or_default()),
            spoken: spoken.clone(),
            document: Arc::new(document),
        }
    }

    /// The same site after an import. Its library, its cartridges and its list of customers are found at the start alone,
    /// and one that sells the sample goes on with that.
    pub(super) fn after(&self, shop: &Shop) -> Self {
        let id = self.document["id"].as_str().unwrap_or_default();
        let mut now = Self::of(shop, id, &self.spoken);
        Arc::make_mut(&mut now.document)["customerList"] = self.document["customerList"].clone();
        now.catalogue = self.catalogue.as_ref().map(|own| now.catalogue.unwrap_or(own.clone()));
        if self.catalogue.is_none() {
            now.price_books.clone_from(&self.price_books);
            now.inventory.clone_from(&self.inventory);
        }
        Self {
            customers: self.customers.clone(),
            library: self.library.clone(),
            cartridge_path: self.cartridge_path.clone(),
            ..now
        }
    }

    /// What a record says of the site that [`after`](Self::after) goes without.
    pub(super) fn unheard(
        &self,
        kind: &str,
        said: &Map<String, Value>,
        shop: &Shop,
    ) -> Vec<&'static str> {
        let said = Value::Object(said.clone());
        if kind == "site" {
            let path = said["customCartridges"].as_str().map(split);
            let is_other = path.is_some_and(|path| path != self.cartridge_path);
            return is_other.then_some("<custom-cartridges>").into_iter().collect();
        }
        let standard = standard(&said);
        // One that sells the sample has the sample's.
        let id = self.document["id"].as_str().unwrap_or_default();
        let catalogue =
            self.catalogue.clone().or_else(|| Self::of(shop, id, &self.spoken).catalogue);
        let own = [
            ("SiteLibrary", self.library.as_deref()),
            ("SiteCustomerList", Some(self.customers.as_str())),
            ("SiteCatalog", catalogue.as_deref()),
        ];
        let is_other = |(name, own): &(&'static str, Option<&str>)| {
            let is_fixed = *name != "SiteCatalog" || self.catalogue.is_none();
            let new = preferences_text(&standard, name);
            is_fixed && new.is_some() && new.as_deref() != *own
        };
        own.into_iter().filter(is_other).map(|(name, _)| name).collect()
    }

    /// The locale of an address that names none.
    pub(super) fn default_locale(&self) -> &str {
        self.document["defaultLocale"].as_str().unwrap_or("default")
    }
}

/// The catalogue that a site names; without a name, the only one with categories there is.
fn catalogue(shop: &Shop, named: Option<String>) -> Option<String> {
    named.or_else(|| {
        let mut all = shop.scopes("category");
        all.next().filter(|_| all.next().is_none()).map(str::to_owned)
    })
}

/// A site's preferences, those of all instances and those of a sandbox together.
struct Preferences {
    standard: Map<String, Value>,
    custom: Map<String, Value>,
    /// The custom ones of the organization, which all sites have in common.
    organization: Map<String, Value>,
    instance_timezone: String,
}

impl Preferences {
    fn of(shop: &Shop, site: &str) -> Self {
        let of_instance = shop.document("preferences", "", "").unwrap_or_default();
        let own = shop.document("preferences", site, site).unwrap_or_default();
        let instance = standard(&of_instance);
        let zone = preferences_text(&instance, "InstanceTimezone");
        Self {
            custom: custom(&shop.seen(own.clone(), site, &["default"])),
            organization: custom(&shop.seen(of_instance.clone(), site, &["default"])),
            standard: standard(&own),
            instance_timezone: zone.unwrap_or_else(|| TIME_ZONE.to_owned()),
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        preferences_text(&self.standard, name)
    }

    fn list(&self, name: &str) -> Vec<String> {
        preferences_list(&self.standard, name)
    }
}

fn standard(document: &Value) -> Map<String, Value> {
    let all = &document["standardPreferences"];
    let lists = [&all["preference"], &all["development"]["preference"]];
    let entries = lists.into_iter().filter_map(Value::as_array).flatten();
    entries
        .filter_map(|it| {
            let value = it.get("value").cloned().unwrap_or_else(|| "".into());
            Some((it.get("preferenceId")?.as_str()?.to_owned(), value))
        })
        .collect()
}

fn custom(document: &Value) -> Map<String, Value> {
    let all = &document["customPreferences"];
    let parts = [&all["allInstances"], &all["development"]];
    parts
        .into_iter()
        .filter_map(Value::as_object)
        .flatten()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn preferences_text(all: &Map<String, Value>, name: &str) -> Option<String> {
    all.get(name).and_then(Value::as_str).filter(|it| !it.is_empty()).map(str::to_owned)
}

fn preferences_list(all: &Map<String, Value>, name: &str) -> Vec<String> {
    preferences_text(all, name).map(|text| split(&text)).unwrap_or_default()
}

fn split(text: &str) -> Vec<String> {
    text.split([':', ',']).map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop() -> Shop {
        let mut shop = Shop::default();
        let mut add = |kind: &str, scope: &str, document: &Value| {
            shop.add(kind, scope, scope, document.as_object().expect("an object"));
        };
        add("site", "Ref", &json!({ "currency": "USD", "customCartridges": "app_a:app_b" }));
        let preference = |id: &str, value: &str| json!({ "preferenceId": id, "value": value });
        add(
            "preferences",
            "Ref",
            &json!({
                "standardPreferences": {
                    "preference": [preference("SiteLocales", "default:en_US"), preference("SiteCatalog", "c")],
                    "development": { "preference": [preference("SiteCatalog", "d")] },
                    "production": { "preference": [preference("SiteCatalog", "e")] },
                },
                "customPreferences": { "allInstances": { "a": 1, "b": 1 }, "development": { "b": 2 } },
            }),
        );
        shop
    }

    #[test]
    fn a_site_is_as_its_archive_says() {
        let facts = SiteFacts::of(&shop(), "Ref", &Spoken::default());
        assert_eq!(facts.document["locales"], json!(["default", "en_US"]));
        assert_eq!(facts.document["currencies"], json!(["USD"]));
        assert_eq!(facts.document["preferences"], json!({ "a": 1, "b": 2 }));
        assert_eq!(facts.catalogue.as_deref(), Some("d"));
        assert_eq!(facts.cartridge_path, ["app_a", "app_b"]);
    }

    #[test]
    fn the_command_line_wins() {
        let spoken = Spoken {
            locales: vec!["de_DE".to_owned()],
            currency: Some("CHF".to_owned()),
            ports: None,
        };
        let document = SiteFacts::of(&shop(), "Ref", &spoken).document;
        assert_eq!(
            (&document["locales"], &document["currency"]),
            (&json!(["de_DE"]), &json!("CHF"))
        );
        assert_eq!(document["defaultLocale"], "de_DE");
    }
}
