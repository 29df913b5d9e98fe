//! What products cost when they are searched: in a currency, by the price books that apply.

use super::{
    Assortment,
    entry::{Entry, Member},
};
use std::{collections::HashMap, sync::Arc};

/// Of so many currencies and choices of price books it is kept what products cost.
const MOST: usize = 16;

/// A currency, and the price books that apply; without any they are the site's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Basis {
    currency: String,
    books: Option<Vec<String>>,
}

/// What everything that is found costs, on one basis.
#[derive(Debug, Default)]
pub(super) struct Costs {
    /// By what can be had; of a set it is what its products cost.
    members: HashMap<String, Vec<f64>>,
    /// The lowest price, by what is found.
    lowest: HashMap<String, f64>,
}

impl Assortment {
    /// What products cost in a currency, by these price books; without them in the site's currency, by those of the site.
    pub(super) fn costs(&self, currency: Option<&str>, books: Option<&[String]>) -> Arc<Costs> {
        let currency = currency.unwrap_or(&self.currency).to_owned();
        let basis = Basis { currency, books: books.map(<[String]>::to_vec) };
        if let Some((_, known)) = self.costs.lock().iter().find(|(known, _)| *known == basis) {
            return Arc::clone(known);
        }
        let costs = Arc::new(self.costs_on(&basis));
        let mut known = self.costs.lock();
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push((basis, Arc::clone(&costs)));
        costs
    }

    fn costs_on(&self, basis: &Basis) -> Costs {
        let price = |id: &str| self.price(id, &basis.currency, basis.books.as_deref());
        let amount = |id: &str| Some(price(id)?.amount);
        let mut costs = Costs::default();
        for entry in self.entries() {
            let mut all: Vec<f64> = amount(&entry.id).into_iter().collect();
            for member in &entry.members {
                let parts = entry.parts.iter().filter_map(|id| amount(id));
                let mut own: Vec<f64> = parts.collect();
                if own.is_empty() {
                    own.extend(amount(&member.id));
                }
                all.extend(&own);
                costs.members.insert(member.id.clone(), own);
            }
            let lowest = all.into_iter().min_by(f64::total_cmp);
            costs.lowest.extend(lowest.map(|lowest| (entry.id.clone(), lowest)));
        }
        costs
    }
}

impl Costs {
    /// The prices of what can be had of something; without one of its own it is the lowest one.
    pub(super) fn of(&self, entry: &Entry, member: &Member) -> &[f64] {
        let own = self.members.get(&member.id).map_or(&[][..], Vec::as_slice);
        let lowest = || self.lowest.get(&entry.id).map_or(&[][..], std::slice::from_ref);
        if own.is_empty() { lowest() } else { own }
    }

    /// The lowest price of what is found.
    pub(super) fn lowest(&self, entry: &Entry) -> Option<f64> {
        self.lowest.get(&entry.id).copied()
    }
}
