//! Groups of product attributes that categories have.

use super::Assortment;
use serde_json::Value;

impl Assortment {
    /// Those of a product's classification category and of the categories above it, as `forms.txt` has them: from the
    /// uppermost category down. None of a product without a classification.
    pub(in crate::sandbox::storefront) fn attribute_groups_of_product(
        &self,
        id: &str,
        locale: &str,
    ) -> Vec<Value> {
        let owner = |id: &str| self.owners.get(id).map(String::as_str);
        let product = |id: &str| self.read("product", owner(id)?, id, locale);
        let classified = |document: Value| {
            Some(document["classificationCategory"].clone()).filter(|it| !it.is_null())
        };
        let own = product(id).and_then(classified);
        let master = || product(self.masters.get(id)?).and_then(classified);
        let Some(category) = own.or_else(master) else { return Vec::new() };
        // Where nothing else is said, it is a category of the catalogue that the product is in.
        let catalogue = category["catalogId"].as_str().or_else(|| owner(id));
        let ids = [&category["value"], &category["categoryId"], &category];
        let id = ids.into_iter().find_map(Value::as_str);
        match (catalogue, id) {
            (Some(catalogue), Some(id)) => self.attribute_groups(catalogue, id, locale),
            _ => Vec::new(),
        }
    }

    /// Those of a category of the site's catalogue and of the categories above it.
    pub(in crate::sandbox::storefront) fn attribute_groups_of_category(
        &self,
        id: &str,
        locale: &str,
    ) -> Vec<Value> {
        self.attribute_groups(&self.catalogue, id, locale)
    }

    fn attribute_groups(&self, catalogue: &str, category: &str, locale: &str) -> Vec<Value> {
        let mut path = self.path(catalogue, category, locale);
        path.extend(self.read("category", catalogue, "root", locale));
        let groups =
            path.into_iter().rev().filter_map(|mut it| match it["attributeGroup"].take() {
                Value::Array(groups) => Some(groups),
                _ => None,
            });
        groups.flatten().collect()
    }
}
