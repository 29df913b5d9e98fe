//! Prices: of all books that apply the lowest one; the list price is that of the book they all derive from. A variant
//! that is in none of them costs what its master does.

use super::Assortment;
use crate::sandbox::shop::Shop;
use serde_json::{Map, Value, json};

/// A price book.
#[derive(Clone, Debug)]
struct Book {
    id: String,
    currency: String,
    parent: Option<String>,
    /// The site sells at its prices; others serve promotions and what scripts ask for by name.
    applies: bool,
}

/// The price books of a site, and the shop's others.
#[derive(Debug)]
pub(super) struct Prices(Vec<Book>);

/// What a product costs in one currency.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Price {
    pub(super) amount: f64,
    pub(super) list: f64,
}

impl Assortment {
    /// What one piece costs, in the site's currency.
    pub(super) fn price(&self, id: &str) -> Option<Price> {
        let price = |id: &str| self.prices.price(&self.shop, id, &self.currency);
        price(id).or_else(|| price(self.masters.get(id)?))
    }

    /// A product's prices: currency to `{books: {id: [[quantity, amount]]}, others: {…}}`.
    pub(super) fn prices_of(&self, id: &str) -> Map<String, Value> {
        let mut own = self.prices.document(&self.shop, id);
        let master = self.masters.get(id).map(|id| self.prices.document(&self.shop, id));
        for (currency, prices) in master.into_iter().flatten() {
            let own = own.entry(currency).or_insert_with(|| json!({ "books": {} }));
            if own["books"].as_object().is_none_or(Map::is_empty) {
                own["books"] = prices["books"].clone();
            }
        }
        own
    }
}

impl Prices {
    /// The site sells at the prices of the books with those IDs, or of all of them.
    pub(super) fn of(shop: &Shop, wanted: &[String]) -> Self {
        let books = shop.scopes("pricebook").flat_map(|scope| shop.documents("pricebook", scope));
        let books = books.filter(|(_, header)| header["online"] != false);
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let books = books.map(|(id, header)| Book {
            id: id.to_owned(),
            currency: text(&header["currency"]).unwrap_or_default(),
            parent: text(&header["parent"]),
            applies: wanted.is_empty() || wanted.iter().any(|it| it == id),
        });
        Self(books.collect())
    }

    fn document(&self, shop: &Shop, product: &str) -> Map<String, Value> {
        let mut all = Map::new();
        for book in &self.0 {
            let steps = steps(shop, &book.id, product);
            if steps.is_empty() {
                continue;
            }
            let of_currency =
                all.entry(book.currency.clone()).or_insert_with(|| json!({ "books": {} }));
            let kind = if book.applies { "books" } else { "others" };
            of_currency[kind][&book.id] = json!(steps);
        }
        all
    }

    fn price(&self, shop: &Shop, product: &str, currency: &str) -> Option<Price> {
        let books = self.0.iter().filter(|book| book.applies && book.currency == currency);
        let found = books.filter_map(|book| Some((one(shop, &book.id, product)?, book)));
        let (amount, book) = found.min_by(|left, right| left.0.total_cmp(&right.0))?;
        Some(Price { amount, list: self.list(shop, book, product).unwrap_or(amount) })
    }

    /// The price in the book furthest up that has one.
    fn list(&self, shop: &Shop, book: &Book, product: &str) -> Option<f64> {
        let mut at = Some(book);
        let mut list = None;
        for _ in 0..=self.0.len() {
            let Some(book) = at else { break };
            list = one(shop, &book.id, product).or(list);
            at = book.parent.as_ref().and_then(|id| self.0.iter().find(|it| it.id == *id));
        }
        list
    }
}

/// Quantities and the price of a piece from each on.
fn steps(shop: &Shop, book: &str, product: &str) -> Vec<(f64, String)> {
    let table = shop.document("price", book, product).unwrap_or_default();
    let amounts = table["amount"].as_array().into_iter().flatten();
    let mut steps: Vec<(f64, String)> = amounts
        .filter_map(|amount| {
            let quantity = amount["quantity"].as_str().and_then(|it| it.parse().ok());
            Some((quantity.unwrap_or(1.0), text(amount["value"].as_f64()?)))
        })
        .collect();
    steps.sort_by(|left, right| left.0.total_cmp(&right.0));
    steps
}

fn one(shop: &Shop, book: &str, product: &str) -> Option<f64> {
    steps(shop, book, product).first().and_then(|(_, amount)| amount.parse().ok())
}

/// An amount as money is written, for example `12.50`.
pub(super) fn text(amount: f64) -> String {
    format!("{amount:.2}")
}
