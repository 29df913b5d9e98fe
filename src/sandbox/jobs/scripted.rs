//! The platform's own steps that scripts of ours do: exports of what scripts keep, each of which writes a file below
//! `IMPEX/src`, and sitemaps.

use super::exports::{self, FILE, PLAIN, SRC};
use crate::sandbox::{
    store::Timestamp,
    storefront::{Place, StepType, Storefront, Work, all_declared},
};
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock};

/// What `ExportOrders` has besides.
const ORDERS: &str = r#",
    {"@name": "Canceled", "@type": "boolean", "default-value": true},
    {"@name": "Completed", "@type": "boolean", "default-value": true},
    {"@name": "Created", "@type": "boolean", "default-value": true},
    {"@name": "Failed", "@type": "boolean", "default-value": true},
    {"@name": "New", "@type": "boolean", "default-value": true},
    {"@name": "Open", "@type": "boolean", "default-value": true},
    {"@name": "Replaced", "@type": "boolean", "default-value": true},
    {"@name": "Use Order Export Delay", "@type": "boolean", "default-value": false},
    {"@name": "Confirmation Status", "default-value": "All", "enum-values": {"value": ["All", "Not Confirmed", "Confirmed"]}},
    {"@name": "Export Status", "default-value": "Ready for Export", "enum-values": {"value": [
        "All", "Not Exported", "Exported", "Ready for Export", "Export Failed"]}},
    {"@name": "Payment Status", "default-value": "All", "enum-values": {"value": ["All", "Not Paid", "Partially Paid", "Paid"]}},
    {"@name": "Shipment Status", "default-value": "All", "enum-values": {"value": [
        "All", "Not Shipped", "Partially Shipped", "Shipped"]}}"#;

/// The step that writes no file.
const SITEMAP: &str = "CreateSitemap";

/// Where the script finds its file.
const PLACE: &str = "path";

/// Type, where it runs, script and function, and its own parameters.
type Row = (&'static str, Place, (&'static str, &'static str), &'static str);

/// All of them, by their names.
const STEPS: [Row; 5] = [
    (SITEMAP, Place::Sites, ("internal/steps/sitemap", "execute"), ""),
    (
        "ExportCouponCodes",
        Place::Sites,
        ("internal/steps/couponCodes", "execute"),
        r#", {"@name": "CouponID"}, {"@name": "NumberOfCodes", "@type": "long", "@required": false},
            {"@name": "StartFrom", "@type": "long", "@required": false}"#,
    ),
    ("ExportCustomers", Place::Sites, ("internal/steps/customers", "execute"), ""),
    ("ExportGiftCertificates", Place::Sites, ("internal/steps/giftCertificates", "execute"), ""),
    ("ExportOrders", Place::Sites, ("internal/steps/orders", "execute"), ORDERS),
];

/// The types, by name.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|(id, ..)| *id)
}

/// The step of a type.
pub(super) fn find(type_id: &str) -> Option<&'static StepType> {
    static ALL: LazyLock<Vec<StepType>> = LazyLock::new(|| STEPS.iter().map(step).collect());
    ALL.iter().find(|step| step.id == type_id)
}

fn step((id, place, (module, function), parameters): &Row) -> StepType {
    let file = if *id == SITEMAP { "" } else { FILE };
    StepType {
        id: (*id).to_owned(),
        description: String::new(),
        module: format!("../{module}"),
        work: Work::Task((*function).to_owned()),
        is_transactional: false,
        timeout: None,
        runs_in_parallel: true,
        place: *place,
        parameters: all_declared(&format!("[{file}{parameters}]")),
        unread: None,
    }
}

/// What the file of a step ends with.
fn ending(type_id: &str) -> &'static str {
    // Codes stand in lines.
    if type_id == "ExportCouponCodes" { PLAIN } else { ".xml" }
}

/// Adds to the parameters of a step the file that it is to write, if it writes any.
pub(super) fn place(
    type_id: &str,
    parameters: &mut Vec<(String, Value)>,
    storefront: &Storefront,
    at: (bool, Timestamp),
) -> Result<(), String> {
    if type_id == SITEMAP {
        return Ok(());
    }
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let values: BTreeMap<_, _> =
        parameters.iter().map(|(name, value)| (name.clone(), text(value))).collect();
    let path = exports::target((SRC, ending(type_id)), &values, storefront, at)?;
    parameters.push((PLACE.to_owned(), path.into()));
    Ok(())
}
