//! The platform's own step that assigns products to categories by rules.

use crate::sandbox::storefront::{Categorized, Declared, StepStatus, Storefront, all_declared};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

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
    sites: &[Arc<Storefront>],
) -> StepStatus {
    let text = |name: &str| values.get(name).map(|it| it.trim()).unwrap_or_default();
    match storefront.categorize(text("CatalogID"), text("CategoryID"), sites) {
        Ok(Categorized { categories, assigned, taken_out }) => {
            let message = format!(
                "categories with rules: {categories}; products assigned: {assigned}, taken out: {taken_out}"
            );
            StepStatus { error: false, code: "OK".to_owned(), message: Some(message) }
        }
        Err(why) => StepStatus { error: true, code: "ERROR".to_owned(), message: Some(why) },
    }
}
