//! The platform's own steps that export: they write files below `IMPEX/src` that the steps which import read back.

use super::{
    ending::{Stopped, status},
    files::below,
};
use crate::sandbox::{
    seed::LeftOut,
    store::Timestamp,
    storefront::{Declared, Place, StepStatus, Storefront, all_declared},
};
use std::{collections::BTreeMap, fs, io, sync::LazyLock};
use tokio_util::sync::CancellationToken;

/// Where files are exchanged.
pub(super) const SRC: &str = "IMPEX/src";
/// What the files end with that are named by the time, and have no format of their own.
pub(super) const PLAIN: &str = ".txt";

/// What names the file that is written.
pub(super) const FILE: &str = r#"
    {"@name": "ExportFile", "@required": false},
    {"@name": "FileNamePrefix", "@required": false},
    {"@name": "OverwriteExportFile", "@type": "boolean", "default-value": true}"#;

/// What one of these steps has besides.
const PARAMETERS: &str = r#"
    {"@name": "InventoryListIDs", "@required": false},
    {"@name": "ExportCategories", "@type": "boolean", "default-value": true},
    {"@name": "ExportCategoryAssignments", "@type": "boolean", "default-value": true},
    {"@name": "ExportProductOptions", "@type": "boolean", "default-value": true},
    {"@name": "ExportProducts", "@type": "boolean", "default-value": true},
    {"@name": "ExportRecommendations", "@type": "boolean", "default-value": true},
    {"@name": "ExportVariationAttributes", "@type": "boolean", "default-value": true},
    {"@name": "CatalogID", "@required": false},
    {"@name": "PriceBookID", "@required": false},
    {"@name": "CustomObjectTypeID", "@required": false},
    {"@name": "LibraryID", "@required": false},
    {"@name": "StoreID", "@required": false}"#;

/// The kinds of a catalogue that are left out unless a parameter says so.
const PARTS: [(&str, &str); 6] = [
    ("category", "ExportCategories"),
    ("category-assignment", "ExportCategoryAssignments"),
    ("product-option", "ExportProductOptions"),
    ("product", "ExportProducts"),
    ("recommendation", "ExportRecommendations"),
    ("variation-attribute", "ExportVariationAttributes"),
];

/// A step that exports.
#[derive(Debug)]
pub(super) struct ExportStep {
    /// Its type.
    pub(super) id: &'static str,
    /// Where it runs.
    pub(super) place: Place,
    root: &'static str,
    what: What,
}

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// What the site has.
    OfSite,
    /// One catalogue, by a parameter.
    Catalog,
    /// One price book, by a parameter.
    PriceBook,
    /// The lists that a parameter names, or the site's.
    InventoryLists,
    /// The store that a parameter names; `*` means all of them.
    Stores,
    /// One content library, by a parameter.
    Library,
    /// The custom objects of a type, by a parameter.
    Objects,
}

/// All of them, by their names.
const STEPS: [ExportStep; 13] = [
    step("ExportCatalog", Place::Organization, "catalog", What::Catalog),
    step("ExportContent", Place::Anywhere, "library", What::Library),
    step("ExportContentSlots", Place::Sites, "slot-configurations", What::OfSite),
    step("ExportCoupons", Place::Sites, "coupons", What::OfSite),
    step("ExportCustomObjects", Place::Anywhere, "custom-objects", What::Objects),
    step("ExportCustomerGroups", Place::Sites, "customer-groups", What::OfSite),
    step("ExportInventoryLists", Place::Sites, "inventory", What::InventoryLists),
    step("ExportPriceBook", Place::Organization, "pricebooks", What::PriceBook),
    step("ExportPromotions", Place::Sites, "promotions", What::OfSite),
    step("ExportShippingMethods", Place::Sites, "shipping", What::OfSite),
    step("ExportSourceCodeGroups", Place::Sites, "sourcecodes", What::OfSite),
    step("ExportStores", Place::Sites, "stores", What::Stores),
    step("ExportTaxTable", Place::Sites, "tax", What::OfSite),
];

const fn step(id: &'static str, place: Place, root: &'static str, what: What) -> ExportStep {
    ExportStep { id, place, root, what }
}

/// The step of a type.
pub(super) fn find(type_id: &str) -> Option<&'static ExportStep> {
    STEPS.iter().find(|step| step.id == type_id)
}

/// The types, by name.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.id)
}

/// What such a step may be called with.
pub(super) fn parameters() -> &'static [Declared] {
    static ALL: LazyLock<Vec<Declared>> =
        LazyLock::new(|| all_declared(&format!("[{FILE},{PARAMETERS}]")));
    &ALL
}

/// Does what a step is to do, unless it is stopped before its file is written. Blocks.
pub(super) fn run(
    step: &ExportStep,
    values: &BTreeMap<String, String>,
    storefront: &Storefront,
    (at, ending): ((bool, Timestamp), &CancellationToken),
) -> Result<StepStatus, Stopped> {
    status(exported(step, values, storefront, (at, ending)), ending)
}

/// The file that a step writes, by its parameters: `IMPEX/src/orders.xml`. Without a name of its own it is named by the
/// time, and by the site where it is a site's. Plain files are called as they are named.
pub(super) fn target(
    (root, ending): (&str, &str),
    values: &BTreeMap<String, String>,
    storefront: &Storefront,
    (is_of_site, now): (bool, Timestamp),
) -> Result<String, String> {
    let text = |name: &str| values.get(name).map(|it| it.trim()).unwrap_or_default();
    let site = is_of_site.then(|| storefront.site());
    let name = match (text("ExportFile"), text("FileNamePrefix")) {
        ("", "") => {
            return Err("one of the parameters ExportFile and FileNamePrefix is needed".to_owned());
        }
        ("", prefix) => {
            let time: String = now.to_string()[..19].chars().filter(char::is_ascii_digit).collect();
            let site = site.map(|site| format!("_{site}")).unwrap_or_default();
            format!("{prefix}_{time}{site}{ending}")
        }
        (file, _) if ending == PLAIN => file.to_owned(),
        (file, _) => format!("{}{ending}", file.strip_suffix(ending).unwrap_or(file)),
    };
    let path = below(root, &name);
    let place = storefront.place(&path).map_err(|error| error.to_string())?;
    if text("OverwriteExportFile") == "false" && place.exists() {
        return Err(format!("there is a file /{path}"));
    }
    Ok(path)
}

fn exported(
    step: &ExportStep,
    values: &BTreeMap<String, String>,
    storefront: &Storefront,
    (at, ending): ((bool, Timestamp), &CancellationToken),
) -> Result<String, String> {
    let text = |name: &str| values.get(name).map(|it| it.trim()).unwrap_or_default();
    let path = target((SRC, ".xml"), values, storefront, at)?;
    let place = storefront.place(&path).map_err(|error| error.to_string())?;
    place.check_space().map_err(|error| error.to_string())?;
    let (content, more) = content(step, &text, storefront)?;
    if ending.is_cancelled() {
        return Err(Stopped.to_string());
    }
    let written = place.parent().map_or(Ok(()), fs::create_dir_all);
    let written: io::Result<()> = written.and_then(|()| fs::write(place, content));
    written.map_err(|error| format!("/{path} can't be written: {}", error.kind()))?;
    Ok(format!("/{path} is written{more}"))
}

/// What a step writes, and what there is to say of it besides.
fn content<'a>(
    step: &ExportStep,
    text: &dyn Fn(&str) -> &'a str,
    storefront: &Storefront,
) -> Result<(String, String), String> {
    let needed = |parameter: &str| match text(parameter) {
        "" => Err(format!("the parameter {parameter} is missing")),
        value => Ok(value),
    };
    if step.what == What::Library {
        return library(storefront, needed("LibraryID")?)
            .map(|(content, left_out)| (content, told(&left_out)));
    }
    if step.what == What::Objects {
        let (content, count) = storefront.exported_objects(needed("CustomObjectTypeID")?);
        return Ok((content, format!(", custom objects: {count}")));
    }
    let scopes = scopes(step.what, text, storefront)?;
    let store = text("StoreID");
    if step.what == What::Stores && store.is_empty() {
        return Err("the parameter StoreID is missing".to_owned());
    }
    let is_wanted = |kind: &str, id: &str| match step.what {
        What::Catalog => {
            let part = PARTS.iter().find(|(of, _)| *of == kind);
            part.is_none_or(|(_, parameter)| text(parameter) != "false")
        }
        What::Stores => store == "*" || kind == "store" && id == store,
        _ => true,
    };
    Ok((storefront.exported(step.root, &scopes, &is_wanted), String::new()))
}

/// A library that has to be there, and what files have no place for.
pub(super) fn library(storefront: &Storefront, id: &str) -> Result<(String, LeftOut), String> {
    let found = storefront.exported_library(id).map_err(|error| error.to_string())?;
    found.ok_or_else(|| format!("there is no library {id}"))
}

fn told(left_out: &LeftOut) -> String {
    if left_out.is_empty() { String::new() } else { format!(", left out: {left_out}") }
}

/// The catalogue, the price book, the lists or the site that is meant.
fn scopes<'a>(
    what: What,
    text: &dyn Fn(&str) -> &'a str,
    storefront: &Storefront,
) -> Result<Vec<String>, String> {
    let named = |parameter: &str, kinds: &[&str], what: &str| match text(parameter) {
        "" => Err(format!("the parameter {parameter} is missing")),
        id if kinds.iter().any(|kind| storefront.has_scope(kind, id)) => Ok(id.to_owned()),
        id => Err(format!("there is no {what} {id}")),
    };
    match what {
        What::OfSite | What::Stores | What::Library | What::Objects => {
            Ok(vec![storefront.site().to_owned()])
        }
        What::Catalog => {
            Ok(vec![named("CatalogID", &["catalog", "category", "product"], "catalogue")?])
        }
        What::PriceBook => Ok(vec![named("PriceBookID", &["pricebook", "price"], "price book")?]),
        What::InventoryLists => {
            let listed = text("InventoryListIDs").split(',').map(str::trim);
            let listed: Vec<_> = listed.filter(|it| !it.is_empty()).map(str::to_owned).collect();
            let all = if listed.is_empty() {
                Vec::from_iter(storefront.inventory_list())
            } else {
                listed
            };
            let is_there = |id: &&String| {
                ["inventory-list", "inventory"].iter().any(|kind| storefront.has_scope(kind, id))
            };
            match all.iter().find(|id| !is_there(id)) {
                Some(id) => Err(format!("there is no inventory list {id}")),
                None if all.is_empty() => Err("the site has no inventory list".to_owned()),
                None => Ok(all),
            }
        }
    }
}
