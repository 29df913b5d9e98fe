//! Prices: of all books that apply the lowest one, where a book without a price of its own has that of its parent; the
//! list price is that of the book they all derive from. A variant that is in none of them costs what its master does.

use super::{Assortment, online::is_online};
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
    /// `onlineFrom` and `onlineTo`.
    times: Value,
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

    /// A product's prices: currency to `{book: {steps: [[quantity, amount]], info, from, to, bookFrom, bookTo}}`.
    pub(super) fn prices_of(&self, id: &str) -> Map<String, Value> {
        let mut own = self.prices.document(&self.shop, id);
        let master = self.masters.get(id).map(|id| self.prices.document(&self.shop, id));
        for (currency, prices) in master.into_iter().flatten() {
            let own = own.entry(currency).or_insert_with(|| json!({}));
            if let (Some(own), Value::Object(prices)) = (own.as_object_mut(), prices)
                && !own.keys().any(|book| self.prices.sells_by(book))
            {
                own.extend(prices);
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
            times: json!({ "onlineFrom": header["onlineFrom"], "onlineTo": header["onlineTo"] }),
        });
        Self(books.collect())
    }

    fn document(&self, shop: &Shop, product: &str) -> Map<String, Value> {
        let mut all = Map::new();
        for book in &self.0 {
            let table = shop.document("price", &book.id, product).unwrap_or_default();
            let steps = steps(&table);
            if steps.is_empty() {
                continue;
            }
            let mut document = json!({ "steps": steps });
            for (name, value) in [
                ("info", &table["priceInfo"]),
                ("from", &table["onlineFrom"]),
                ("to", &table["onlineTo"]),
                ("bookFrom", &book.times["onlineFrom"]),
                ("bookTo", &book.times["onlineTo"]),
            ] {
                if !value.is_null() {
                    document[name] = value.clone();
                }
            }
            let of_currency = all.entry(book.currency.clone()).or_insert_with(|| json!({}));
            of_currency[&book.id] = document;
        }
        all
    }

    fn price(&self, shop: &Shop, product: &str, currency: &str) -> Option<Price> {
        let books = self.0.iter().filter(|book| book.applies && book.currency == currency);
        let found = books.filter_map(|book| Some((self.nearest(shop, book, product)?, book)));
        let (amount, book) = found.min_by(|left, right| left.0.total_cmp(&right.0))?;
        Some(Price { amount, list: self.list(shop, book, product).unwrap_or(amount) })
    }

    /// The price in the book furthest up that has one.
    fn list(&self, shop: &Shop, book: &Book, product: &str) -> Option<f64> {
        self.up_from(book).filter_map(|book| one(shop, book, product)).last()
    }

    /// The price in a book, or in the nearest one above it that has one.
    fn nearest(&self, shop: &Shop, book: &Book, product: &str) -> Option<f64> {
        self.up_from(book).find_map(|book| one(shop, book, product))
    }

    /// Whether a book applies, or is above one that does.
    fn sells_by(&self, id: &str) -> bool {
        let applied = self.0.iter().filter(|book| book.applies);
        applied.flat_map(|book| self.up_from(book)).any(|book| book.id == id)
    }

    /// A book and those above it, the nearest first.
    fn up_from<'a>(&'a self, book: &'a Book) -> impl Iterator<Item = &'a Book> {
        let parent = |book: &&'a Book| {
            let id = book.parent.as_ref()?;
            self.0.iter().find(|it| it.id == *id)
        };
        std::iter::successors(Some(book), parent).take(self.0.len())
    }
}

/// Quantities and the price of a piece from each on.
fn steps(table: &Value) -> Vec<(f64, String)> {
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

/// What a piece costs in a book, if both the book and its price are online.
fn one(shop: &Shop, book: &Book, product: &str) -> Option<f64> {
    let table = shop.document("price", &book.id, product).filter(is_online)?;
    let first = steps(&table).into_iter().next().filter(|_| is_online(&book.times));
    first.and_then(|(_, amount)| amount.parse().ok())
}

/// An amount as money is written, for example `12.50`.
pub(super) fn text(amount: f64) -> String {
    format!("{amount:.2}")
}
