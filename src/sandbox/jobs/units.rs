//! The data units of site archives: what each is called, and the files that it is written to.

use super::ending::Stopped;
use crate::sandbox::storefront::Storefront;
use serde_json::{Map, Value};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Units of an instance: name, the kinds of records by which they are there, root, and where their files lie.
const SHARED: [(&str, &[&str], &str, &str); 3] = [
    ("catalogs", &["catalog", "category", "product"], "catalog", "catalogs/{id}/catalog.xml"),
    ("inventory_lists", &["inventory-list", "inventory"], "inventory", "inventory-lists/{id}.xml"),
    ("price_books", &["pricebook", "price"], "pricebooks", "pricebooks/{id}.xml"),
];
/// Units of a site: name, root, file.
const OF_SITES: [(&str, &str, &str); 20] = [
    ("ab_tests", "ab-tests", "abtests.xml"),
    ("cache_settings", "cache-settings", "cache-settings.xml"),
    ("campaigns_and_promotions", "promotions", "promotions.xml"),
    ("coupons", "coupons", "coupons.xml"),
    ("customer_groups", "customer-groups", "customer-groups.xml"),
    ("payment_methods", "payment-settings", "payment-methods.xml"),
    ("payment_processors", "payment-processors", "payment-processors.xml"),
    ("redirect_urls", "redirect-urls", "redirect-urls.xml"),
    ("search_settings", "search", "search2.xml"),
    ("shipping", "shipping", "shipping.xml"),
    ("site_descriptor", "site", "site.xml"),
    ("site_preferences", "preferences", "preferences.xml"),
    ("slots", "slot-configurations", "slots.xml"),
    ("sorting_rules", "sort", "sort.xml"),
    ("source_codes", "sourcecodes", "sourcecodes.xml"),
    ("stores", "stores", "stores.xml"),
    ("tax", "tax", "tax.xml"),
    ("url_rules", "url-rules", "url-rules.xml"),
    (CONTENT, "library", "library/library.xml"),
    (OBJECTS, "custom-objects", "custom-objects/{id}.xml"),
];
/// Those of the organization.
const GLOBAL: [(&str, &str, &str); 8] = [
    ("geolocations", "geolocations", "geolocations/{id}.xml"),
    ("job_schedules", "jobs", "jobs.xml"),
    ("locales", "locales", "locales.xml"),
    ("oauth_providers", "oauth-providers", "oauth-providers.xml"),
    ("preferences", "preferences", "preferences.xml"),
    ("services", "services", "services.xml"),
    ("sorting_rules", "sort", "sort.xml"),
    (GLOBAL_OBJECTS, "custom-objects", "custom-objects/{id}.xml"),
];
const CONTENT: &str = "content";
const OBJECTS: &str = "custom_objects";
const GLOBAL_OBJECTS: &str = "global_custom_objects";
const LIBRARIES: &str = "libraries";

/// A file of an archive that is to be written.
pub(super) struct Part {
    /// In the archive.
    pub(super) path: String,
    pub(super) content: String,
}

/// What is told, with its level.
type Say<'a> = &'a dyn Fn(&str, String);

/// Writes units.
struct Parts<'a> {
    sites: &'a [Arc<Storefront>],
    ending: &'a CancellationToken,
    say: Say<'a>,
    all: Vec<Part>,
}

/// The files of the units that a text names, unless it is stopped before. Blocks.
pub(super) fn parts(
    units: &str,
    (sites, ending): (&[Arc<Storefront>], &CancellationToken),
    say: Say<'_>,
) -> Result<Vec<Part>, String> {
    let wrong = |why: &str| format!("the parameter DataUnits {why}");
    let read: Value =
        serde_json::from_str(units).map_err(|error| wrong(&format!("is no JSON: {error}")))?;
    let units = read.get("export_data_units_configuration").unwrap_or(&read);
    let units = units.as_object().ok_or_else(|| wrong("is no object"))?;
    let mut parts = Parts { sites, ending, say, all: Vec::new() };
    for (name, wanted) in units {
        let wanted =
            wanted.as_object().ok_or_else(|| wrong(&format!("has no object in {name}")))?;
        match name.as_str() {
            "sites" => parts.of_sites(wanted)?,
            "global_data" => parts.global(wanted)?,
            LIBRARIES => parts.libraries(wanted)?,
            _ => parts.shared(name, wanted)?,
        }
    }
    Ok(parts.all)
}

impl Parts<'_> {
    fn add(&mut self, path: impl Into<String>, content: String) -> Result<(), String> {
        if self.ending.is_cancelled() {
            return Err(Stopped.to_string());
        }
        self.all.push(Part { path: path.into(), content });
        Ok(())
    }

    fn warn(&self, what: String) {
        (self.say)("warn", what);
    }

    fn shared(&mut self, name: &str, wanted: &Map<String, Value>) -> Result<(), String> {
        let own = &self.sites[0];
        let known = SHARED.iter().find(|(unit, ..)| *unit == name);
        let (_, kinds, root, path) = known.ok_or_else(|| refused(name))?;
        for id in meant(wanted, own.scopes(kinds)) {
            if kinds.iter().any(|kind| own.has_scope(kind, &id)) {
                let content = own.exported(root, std::slice::from_ref(&id), &|_, _| true);
                self.add(path.replace("{id}", &id), content)?;
            } else {
                self.warn(format!("there is nothing called {id} of {name}"));
            }
        }
        Ok(())
    }

    fn of_sites(&mut self, wanted: &Map<String, Value>) -> Result<(), String> {
        for id in meant(wanted, self.sites.iter().map(|it| it.site().to_owned())) {
            match self.sites.iter().find(|it| it.site() == id).cloned() {
                Some(site) => self.of_site(&site, wanted.get(&id).unwrap_or(&Value::Null))?,
                None => self.warn(format!("there is no site {id}")),
            }
        }
        Ok(())
    }

    fn of_site(&mut self, site: &Arc<Storefront>, wanted: &Value) -> Result<(), String> {
        let at = format!("sites/{}/", site.site());
        let is_wanted = self.named(wanted, &OF_SITES, &at)?;
        for (unit, root, file) in OF_SITES.iter().filter(|(unit, ..)| is_wanted(unit)) {
            match *unit {
                CONTENT => self.library(site, &site.own_library(), &format!("{at}{file}"))?,
                OBJECTS => {
                    for of_type in site.object_types(false) {
                        let (content, _) = site.exported_objects(&of_type);
                        self.add(format!("{at}{}", file.replace("{id}", &of_type)), content)?;
                    }
                }
                _ if site.holds(root, site.site()) => {
                    let content = site.exported(root, &[site.site().to_owned()], &|_, _| true);
                    self.add(format!("{at}{file}"), content)?;
                }
                _ => (self.say)("info", format!("the site {} has no {unit}", site.site())),
            }
        }
        Ok(())
    }

    fn global(&mut self, wanted: &Map<String, Value>) -> Result<(), String> {
        let own = Arc::clone(&self.sites[0]);
        let is_wanted = self.named(&wanted.clone().into(), &GLOBAL, "global_data/")?;
        for (unit, root, file) in GLOBAL.iter().filter(|(unit, ..)| is_wanted(unit)) {
            if *unit == GLOBAL_OBJECTS {
                for of_type in own.object_types(true) {
                    let (content, _) = own.exported_objects(&of_type);
                    self.add(file.replace("{id}", &of_type), content)?;
                }
                continue;
            }
            // Countries are files of their own.
            let scopes = if file.contains("{id}") {
                own.scopes(&["geolocation"])
            } else {
                vec![String::new()]
            };
            let scopes: Vec<_> = scopes.into_iter().filter(|it| own.holds(root, it)).collect();
            if scopes.is_empty() {
                (self.say)("info", format!("there are no {unit}"));
            }
            for scope in scopes {
                let content = own.exported(root, std::slice::from_ref(&scope), &|_, _| true);
                self.add(file.replace("{id}", &scope), content)?;
            }
        }
        Ok(())
    }

    fn libraries(&mut self, wanted: &Map<String, Value>) -> Result<(), String> {
        let own = Arc::clone(&self.sites[0]);
        let known = own.library_ids().map_err(|error| error.to_string())?;
        // A site's own library is a part of its site.
        let is_shared = |id: &String| self.sites.iter().all(|site| site.site() != id);
        let shared: Vec<_> = known.iter().filter(|id| is_shared(id)).cloned().collect();
        for id in meant(wanted, shared) {
            if known.contains(&id) {
                self.library(&own, &id, &format!("libraries/{id}/library.xml"))?;
            } else {
                self.warn(format!("there is nothing called {id} of {LIBRARIES}"));
            }
        }
        Ok(())
    }

    /// A library, if it is there.
    fn library(&mut self, site: &Arc<Storefront>, id: &str, path: &str) -> Result<(), String> {
        let found = site.exported_library(id).map_err(|error| error.to_string())?;
        let Some((content, left_out)) = found else {
            (self.say)("info", format!("there is no library {id}"));
            return Ok(());
        };
        if !left_out.is_empty() {
            self.warn(format!("{path}: left out: {left_out}"));
        }
        self.add(path, content)
    }

    /// Which of a group of units are meant; refuses those that aren't emulated, unless all are meant.
    fn named(
        &self,
        wanted: &Value,
        known: &[(&str, &str, &str)],
        at: &str,
    ) -> Result<impl Fn(&str) -> bool + use<>, String> {
        let is_all = wanted["all"] == true || !wanted.is_object();
        let named = wanted.as_object().into_iter().flatten().filter(|(_, it)| **it == true);
        let named: Vec<String> =
            named.map(|(name, _)| name.clone()).filter(|it| *it != "all").collect();
        if is_all {
            (self.say)("info", format!("of {at} only what the sandbox exports is written"));
        } else if let Some(other) = named.iter().find(|name| known.iter().all(|it| it.0 != **name))
        {
            return Err(refused(&format!("{at}{other}")));
        }
        Ok(move |unit: &str| is_all || named.iter().any(|it| it == unit))
    }
}

/// Those that a unit names, or all of them.
fn meant(wanted: &Map<String, Value>, all: impl IntoIterator<Item = String>) -> Vec<String> {
    if wanted.get("all") == Some(&Value::Bool(true)) {
        return all.into_iter().collect();
    }
    let named = wanted.iter().filter(|(_, value)| value.is_object() || **value == true);
    named.map(|(name, _)| name.clone()).collect()
}

fn refused(unit: &str) -> String {
    format!("the data unit {unit} is not emulated by the sandbox")
}
