//! What is in stock, by what archives say and what orders took.

use super::{Ask, Services, answer, asked};
use crate::script::HostError;
use serde_json::{Value, json};

impl Services {
    pub(super) fn stock(&self, what: asked::Inventory, ask: &Ask<'_>) -> Result<Value, HostError> {
        let goods = self.goods();
        let own = goods.assortment.inventory_list();
        match what {
            asked::Inventory::List => answer(own),
            asked::Inventory::Record => {
                let list = ask.arguments.get("list").and_then(Value::as_str);
                Ok(self.inventory(list.or(own), ask.text("id")?))
            }
        }
    }

    /// An inventory record of a list, of a master with those of its variants, which tell whether these are online.
    fn inventory(&self, list: Option<&str>, id: &str) -> Value {
        let goods = self.goods();
        let catalogue = &goods.assortment;
        let mut record = self.record(list, id);
        let keepers = catalogue.stock_keepers(id);
        if keepers.iter().any(|keeper| keeper != id) {
            let of_variant = |id: &String| {
                let mut record = self.record(list, id);
                for (name, value) in catalogue.online(id) {
                    record[name] = value;
                }
                record
            };
            record["variants"] = keepers.iter().map(of_variant).collect();
        }
        record
    }

    /// An inventory record as `dw/catalog/ProductInventoryRecord` reads it.
    fn record(&self, list: Option<&str>, id: &str) -> Value {
        let goods = self.goods();
        let catalogue = &goods.assortment;
        let said = list.and_then(|list| catalogue.inventory(list, id));
        let header = list.and_then(|list| self.goods().shop.document("inventory-list", list, list));
        let header = header.unwrap_or_default();
        let is_there = said.is_some() || list.is_none();
        let said = said.unwrap_or_default();
        let keepers = catalogue.stock_keepers(id);
        let first: f64 = keepers.iter().filter_map(|id| catalogue.stock(list, id)).sum();
        let taken: f64 = keepers.iter().map(|id| self.taken(list, id)).sum();
        json!({
            "id": id,
            "list": list,
            "isThere": is_there,
            "taken": taken,
            "allocation": first,
            "perpetual": said["perpetual"] == true,
            "handling": said["preorderBackorderHandling"],
            "later": said["preorderBackorderAllocation"].as_f64().unwrap_or(0.0),
            "inStockDate": in_stock(&said),
            "onOrder": said["onOrder"].as_f64().unwrap_or(0.0),
            "countsOnOrder": header["onOrder"] == true,
            "bundlesAlone": header["useBundleInventoryOnly"] == true,
            "allocated": said["allocationTimestamp"],
            "custom": said["custom"],
        })
    }

    /// How much of a product orders took out of an inventory list: lines that name none take it out of the site's.
    pub(in super::super) fn taken(&self, list: Option<&str>, id: &str) -> f64 {
        let (orders, goods) = (&self.remembered.orders, self.goods());
        let own = goods.assortment.inventory_list();
        let unnamed = if list == own { orders.taken(None, id) } else { 0.0 };
        unnamed + list.map_or(0.0, |list| orders.taken(Some(list), id))
    }
}

/// When a product is in stock again: by the day, or by the time of that day, of which a file says either or both.
fn in_stock(record: &Value) -> Option<&str> {
    let day = record["inStockDate"].as_str();
    // `2030-01-31Z` is no date to scripts.
    let day = day.map(|day| if day.contains('T') { day } else { day.trim_end_matches('Z') });
    let time = record["inStockDatetime"].as_str();
    time.filter(|time| day.is_none_or(|day| time.starts_with(day))).or(day)
}
