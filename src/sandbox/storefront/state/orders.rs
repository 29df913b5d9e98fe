//! Orders and what they took from the stock.

use super::{
    Change,
    size::{MOST, TooMuch, bytes_of},
};
use indexmap::IndexMap;
use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;

/// `Order.ORDER_STATUS_CANCELLED`, `…_FAILED`: they give their products back.
const GIVEN_UP: [u64; 2] = [6, 8];

/// The orders of a storefront.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Orders {
    ledger: Mutex<Ledger>,
}

/// Orders by number, and what they took.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Ledger {
    numbers: u64,
    orders: IndexMap<String, Value>,
    /// Product, behind the inventory list that its line names, to the pieces that orders took: `list|product`.
    taken: HashMap<String, f64>,
    /// Of all orders, as JSON. They were not counted in an older snapshot: less may be told.
    #[serde(default)]
    bytes: usize,
}

impl Orders {
    /// The next order number, `00000001` first.
    pub(in crate::sandbox::storefront) fn next_number(&self) -> String {
        let mut ledger = self.ledger.lock();
        ledger.numbers += 1;
        format!("{:08}", ledger.numbers)
    }

    /// Keeps an order as a script left it; one that is too much is told in the log. Says whether that changed anything.
    pub(in crate::sandbox::storefront) fn keep(&self, change: Change) -> bool {
        let Some(number) = change.after["number"].as_str().map(str::to_owned) else { return false };
        let mut ledger = self.ledger.lock();
        let order = change.on(ledger.orders.get(&number));
        let holds = holds_stock(&order);
        if ledger.orders.get(&number) == Some(&order) {
            return false;
        }
        let before = ledger.orders.get(&number).map_or(0, bytes_of);
        let bytes = ledger.bytes.saturating_sub(before) + bytes_of(&order);
        // What there is may become less, however much it is.
        if bytes > MOST.max(ledger.bytes) {
            tracing::error!(number, "the order isn't kept: {}", TooMuch(MOST));
            return false;
        }
        ledger.bytes = bytes;
        // What it took by the lines that it had goes back, whatever became of them.
        if let Some(before) = ledger.orders.get(&number).cloned().filter(holds_stock) {
            ledger.take(&before, -1.0);
        }
        if holds {
            ledger.take(&order, 1.0);
        }
        ledger.orders.insert(number, order);
        true
    }

    /// The order with a number.
    pub(in crate::sandbox::storefront) fn get(&self, number: &str) -> Option<Value> {
        self.ledger.lock().orders.get(number).cloned()
    }

    /// Whether there is an order that was made of the basket with a UUID.
    pub(in crate::sandbox::storefront) fn has(&self, uuid: &str) -> bool {
        self.ledger.lock().orders.values().any(|order| order["uuid"] == uuid)
    }

    /// The numbers of all orders, the oldest first.
    pub(in crate::sandbox::storefront) fn numbers(&self) -> Vec<String> {
        self.ledger.lock().orders.keys().cloned().collect()
    }

    /// How much of a product lines of orders took which name an inventory list, or none.
    pub(in crate::sandbox::storefront) fn taken(&self, list: Option<&str>, product: &str) -> f64 {
        self.ledger.lock().taken.get(&place(list, product)).copied().unwrap_or_default()
    }

    /// The products that orders took some of, behind the inventory list that their lines name: `list|product`.
    pub(in crate::sandbox::storefront) fn taken_places(&self) -> Vec<String> {
        let ledger = self.ledger.lock();
        ledger.taken.iter().filter(|(_, taken)| **taken > 0.0).map(|(it, _)| it.clone()).collect()
    }

    /// All of them, held.
    pub(super) fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock()
    }
}

impl Ledger {
    /// Takes what an order's lines say so many times.
    fn take(&mut self, order: &Value, times: f64) {
        for line in order["lines"].as_array().into_iter().flatten() {
            if let (Some(product), Some(quantity)) =
                (line["product"].as_str(), line["quantity"].as_f64())
            {
                let place = place(line["inventory_list"].as_str(), product);
                let taken = self.taken.entry(place).or_default();
                *taken = quantity.mul_add(times, *taken);
                *taken = exact(*taken).max(0.0);
            }
        }
    }
}

/// A sum of quantities without what binary fractions add to it.
fn exact(sum: f64) -> f64 {
    (sum * 1e6).round() / 1e6
}

fn place(list: Option<&str>, product: &str) -> String {
    list.map_or_else(|| product.to_owned(), |list| format!("{list}|{product}"))
}

fn holds_stock(order: &Value) -> bool {
    order["status"].as_u64().is_some_and(|status| !GIVEN_UP.contains(&status))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn made(order: Value) -> Change {
        Change::new(Value::Null, order)
    }

    fn order(status: u64) -> Value {
        json!({ "number": "1", "status": status, "lines": [{ "product": "a", "quantity": 2 }] })
    }

    #[test]
    fn an_order_takes_its_products_once_and_one_that_is_given_up_gives_them_back() {
        let orders = Orders::default();
        for (status, taken) in [(0, 2), (3, 2), (4, 2), (6, 0), (6, 0), (0, 2), (8, 0)] {
            orders.keep(made(order(status)));
            assert!(!orders.keep(made(order(status))), "it was kept before");
            assert_eq!(json!(orders.taken(None, "a")), json!(f64::from(taken)), "status {status}");
        }
        assert_eq!(orders.numbers(), ["1"]);
    }

    #[test]
    fn a_line_takes_from_the_inventory_list_that_it_names() {
        let orders = Orders::default();
        let lines = json!([{ "product": "a", "quantity": 2, "inventory_list": "shop" }]);
        orders.keep(made(json!({ "number": "1", "status": 3, "lines": lines })));
        assert_eq!(
            json!([orders.taken(Some("shop"), "a"), orders.taken(None, "a")]),
            json!([2.0, 0.0])
        );
    }

    #[test]
    fn parts_of_a_piece_are_taken_and_given_back_by_the_lines_that_took_them() {
        let orders = Orders::default();
        let with = |status: u64, quantities: &[f64]| {
            let line = |quantity: &f64| json!({ "product": "a", "quantity": quantity });
            let lines: Vec<_> = quantities.iter().map(line).collect();
            made(json!({ "number": "1", "status": status, "lines": lines }))
        };
        for (status, quantities, taken) in [
            (3, &[2.5, 0.1, 0.2][..], 2.8),
            (3, &[0.1, 0.2], 0.3),
            (6, &[1.0], 0.0),
            (3, &[1.5], 1.5),
            (8, &[1.5], 0.0),
        ] {
            orders.keep(with(status, quantities));
            assert_eq!(json!(orders.taken(None, "a")), json!(taken), "{status} {quantities:?}");
        }
    }

    #[test]
    fn what_another_request_made_of_an_order_stays() {
        let orders = Orders::default();
        let first = json!({ "number": "1", "status": 3, "paid": 0, "note": null, "lines": [] });
        orders.keep(made(first.clone()));
        let with = |field: &str, value: Value| {
            let mut after = first.clone();
            after[field] = value;
            Change::new(first.clone(), after)
        };
        orders.keep(with("status", json!(6)));
        orders.keep(with("note", json!("a present")));
        let order = orders.get("1").expect("kept");
        assert_eq!([&order["status"], &order["note"]], [&json!(6), &json!("a present")]);
    }

    #[test]
    fn what_is_too_much_is_not_kept_and_takes_nothing() {
        let orders = Orders::default();
        let with = |number: &str, size: usize| {
            let lines = json!([{ "product": "a", "quantity": 1, "text": "x".repeat(size) }]);
            made(json!({ "number": number, "status": 3, "lines": lines }))
        };
        assert!(orders.keep(with("1", MOST / 2)) && !orders.keep(with("2", MOST / 2)));
        assert!(!orders.keep(with("1", MOST)) && orders.keep(with("1", 1)));
        assert!(orders.keep(with("2", MOST / 2)));
        assert_eq!(json!(orders.taken(None, "a")), json!(2.0));
    }

    #[test]
    fn numbers_never_repeat() {
        let orders = Orders::default();
        assert_eq!([orders.next_number(), orders.next_number()], ["00000001", "00000002"]);
    }
}
