//! The platform's own step that assigns products to categories by rules.

use super::ending::{Stopped, status};
use crate::sandbox::storefront::{Categorized, Declared, StepStatus, Storefront, all_declared};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};
use tokio_util::sync::CancellationToken;

/// Its type.
pub(super) const TYPE: &str = "ExecuteCategorizationRules";

const PARAMETERS: &str = r#"[{"@name": "CatalogID"}, {"@name": "CategoryID"}]"#;

/// What it may be called with.
pub(super) fn parameters() -> &'static [Declared] {
    static ALL: LazyLock<Vec<Declared>> = LazyLock::new(|| all_declared(PARAMETERS));
    &ALL
}

/// Does what it is to do. Blocks.
pub(super) fn run(
    values: &BTreeMap<String, String>,
    storefront: &Storefront,
    (sites, ending): (&[Arc<Storefront>], &CancellationToken),
) -> Result<StepStatus, Stopped> {
    let text = |name: &str| values.get(name).map(|it| it.trim()).unwrap_or_default();
    let done = storefront.categorize(text("CatalogID"), text("CategoryID"), (sites, ending));
    let told = |Categorized { categories, assigned, taken_out }| {
        format!(
            "categories with rules: {categories}; products assigned: {assigned}, taken out: {taken_out}"
        )
    };
    status(done.map(told), ending)
}
