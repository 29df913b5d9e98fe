//! Prices: of all books that apply, and of those above them, the lowest one; the list price is that of the book which the
//! one with the lowest price derives from. A variant that is in none of them costs what its master does.
//!
//! A book may have several tables for a product: those for a time come before the one for always, and of two of them the
//! one that begins later.

use super::{Assortment, online::is_online};
use crate::sandbox::shop::Shop;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

/// A price book.
#[derive(Debug)]
struct Book {
    id: String,
    currency: String,
    parent: Option<String>,
    /// The site sells at its prices; others serve promotions and what scripts ask for by name.
    applies: bool,
    /// `onlineFrom` and `onlineTo`.
    times: Value,
    /// The IDs of the tables that are for a time, by product.
    timed: HashMap<String, Vec<String>>,
}

/// The price books of a site, and the shop's others.
#[derive(Debug)]
pub(super) struct Prices {
    books: Vec<Book>,
    /// The IDs of those that apply, and of those above them.
    sold_by: HashSet<String>,
}

/// What a product costs in one currency.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Price {
    pub(super) amount: f64,
    pub(super) list: f64,
}

impl Assortment {
    /// What one piece costs in a currency, by these price books alone, or by those of the site and all above them.
    pub(super) fn price(
        &self,
        id: &str,
        currency: &str,
        books: Option<&[String]>,
    ) -> Option<Price> {
        let price = |id: &str| self.prices.price(&self.shop, id, currency, books);
        price(id).or_else(|| price(self.masters.get(id)?))
    }

    /// A product's prices: currency to `{book: [{steps: [[quantity, amount]], info, from, to, bookFrom, bookTo}]}`, of
    /// which the first counts whose time it is.
    pub(super) fn prices_of(&self, id: &str) -> Map<String, Value> {
        let mut own = self.prices.document(&self.shop, id);
        let master = self.masters.get(id).map(|id| self.prices.document(&self.shop, id));
        for (currency, prices) in master.into_iter().flatten() {
            let own = own.entry(currency).or_insert_with(|| json!({}));
            if let (Some(own), Value::Object(prices)) = (own.as_object_mut(), prices)
                && !own.keys().any(|book| self.prices.sold_by.contains(book))
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
            timed: timed(shop, id),
        });
        let mut prices = Self { books: books.collect(), sold_by: HashSet::new() };
        let applied = prices.books.iter().filter(|book| book.applies);
        let above = applied.flat_map(|book| prices.up_from(book));
        prices.sold_by = above.map(|book| book.id.clone()).collect();
        prices
    }

    fn document(&self, shop: &Shop, product: &str) -> Map<String, Value> {
        let mut all = Map::new();
        for book in &self.books {
            let tables = book.tables(shop, product).into_iter();
            let tables: Vec<Value> =
                tables.filter_map(|table| self.table(shop, book, product, &table)).collect();
            if !tables.is_empty() {
                let of_currency = all.entry(book.currency.clone()).or_insert_with(|| json!({}));
                of_currency[&book.id] = tables.into();
            }
        }
        all
    }

    /// A table as scripts get it; nothing of one without a price.
    fn table(&self, shop: &Shop, book: &Book, product: &str, table: &Value) -> Option<Value> {
        let steps = self.steps(shop, book, product, table);
        if steps.is_empty() {
            return None;
        }
        let steps: Vec<_> = steps.into_iter().map(|(from, amount)| (from, text(amount))).collect();
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
        Some(document)
    }

    /// Quantities and the price of a piece from each on. A percentage is taken off the price of the lowest quantity, or
    /// off that of a book above if the table has no amount of its own.
    fn steps(&self, shop: &Shop, book: &Book, product: &str, table: &Value) -> Vec<(f64, f64)> {
        let mut steps = rows(table, "amount");
        let above = || {
            let above = self.up_from(book).skip(1);
            let mut tables = above.filter_map(|it| it.current(shop, product));
            tables.find_map(|it| lowest(&rows(&it, "amount")))
        };
        let percentages = rows(table, "percentage");
        if !percentages.is_empty()
            && let Some(base) = lowest(&steps).or_else(above)
        {
            let off = percentages.into_iter();
            steps.extend(off.map(|(from, percent)| (from, base * (1.0 - percent / 100.0))));
        }
        steps.sort_by(|left, right| left.0.total_cmp(&right.0));
        steps
    }

    /// What a piece costs in a book, if both the book and its price are online.
    fn one(&self, shop: &Shop, book: &Book, product: &str) -> Option<f64> {
        let table = book.current(shop, product).filter(|_| is_online(&book.times))?;
        self.steps(shop, book, product, &table).first().map(|(_, amount)| cents(*amount))
    }

    fn price(
        &self,
        shop: &Shop,
        product: &str,
        currency: &str,
        ids: Option<&[String]>,
    ) -> Option<Price> {
        let is_meant = |book: &&Book| {
            ids.map_or_else(|| self.sold_by.contains(&book.id), |ids| ids.contains(&book.id))
        };
        let books = self.books.iter().filter(|book| book.currency == currency).filter(is_meant);
        let found = books.filter_map(|book| Some((self.one(shop, book, product)?, book)));
        let (amount, book) = found.min_by(|left, right| left.0.total_cmp(&right.0))?;
        Some(Price { amount, list: self.list(shop, book, product).unwrap_or(amount) })
    }

    /// The price in the book furthest up that has one.
    fn list(&self, shop: &Shop, book: &Book, product: &str) -> Option<f64> {
        self.up_from(book).filter_map(|book| self.one(shop, book, product)).last()
    }

    /// A book and those above it, the nearest first.
    fn up_from<'a>(&'a self, book: &'a Book) -> impl Iterator<Item = &'a Book> {
        let parent = |book: &&'a Book| {
            let id = book.parent.as_ref()?;
            self.books.iter().find(|it| it.id == *id)
        };
        std::iter::successors(Some(book), parent).take(self.books.len())
    }
}

impl Book {
    /// The tables of a product; the first of those that are online counts.
    fn tables(&self, shop: &Shop, product: &str) -> Vec<Value> {
        let timed = self.timed.get(product).into_iter().flatten().map(String::as_str);
        let ids = timed.chain([product]);
        let mut tables: Vec<Value> =
            ids.filter_map(|id| shop.document("price", &self.id, id)).collect();
        let from = |table: &Value| table["onlineFrom"].as_str()?.parse::<Timestamp>().ok();
        tables.sort_by_cached_key(|table| {
            let is_timed = from(table).is_some() || table["onlineTo"].is_string();
            Reverse((is_timed, from(table)))
        });
        tables
    }

    /// The table that counts now.
    fn current(&self, shop: &Shop, product: &str) -> Option<Value> {
        self.tables(shop, product).into_iter().find(is_online)
    }
}

/// The tables of a book that are for a time, by product: their IDs have that behind the product's.
fn timed(shop: &Shop, book: &str) -> HashMap<String, Vec<String>> {
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for id in shop.ids("price", book) {
        if let Some((product, _)) = id.split_once('|') {
            found.entry(product.to_owned()).or_default().push(id.to_owned());
        }
    }
    found
}

/// Quantities with their amounts or percentages.
fn rows(table: &Value, name: &str) -> Vec<(f64, f64)> {
    let rows = table[name].as_array().into_iter().flatten();
    let row = |row: &Value| {
        let quantity = row["quantity"].as_str().and_then(|it| it.parse().ok());
        Some((quantity.unwrap_or(1.0), row["value"].as_f64()?))
    };
    rows.filter_map(row).collect()
}

/// What stands at the lowest quantity.
fn lowest(rows: &[(f64, f64)]) -> Option<f64> {
    rows.iter().min_by(|left, right| left.0.total_cmp(&right.0)).map(|(_, value)| *value)
}

fn cents(amount: f64) -> f64 {
    (amount * 100.0).round() / 100.0
}

/// An amount as money is written, for example `12.50`.
pub(super) fn text(amount: f64) -> String {
    format!("{amount:.2}")
}
