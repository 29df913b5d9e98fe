//! All routes, asked for one after the other.

use crate::{
    answers::{COLUMNS, Outcome},
    goods::Goods,
    routes::Route,
    stand::Stand,
    visitor::Visitor,
};
use std::collections::{BTreeMap, BTreeSet};
use url::form_urlencoded::Serializer;

/// How a visitor comes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// For the first time to each route, without a parameter.
    Bare,
    /// With a basket, and with the parameters that the controller reads.
    Furnished,
}

/// What a visitor found.
pub struct Lap {
    manner: Manner,
    outcomes: BTreeMap<String, Outcome>,
}

impl Lap {
    /// Asks for each route that is for GET.
    pub async fn run(
        manner: Manner,
        stand: &Stand,
        routes: &BTreeMap<String, Route>,
        goods: &Goods,
    ) -> Self {
        let mut outcomes = BTreeMap::new();
        for (name, route) in routes.iter().filter(|(_, route)| route.is_for_get) {
            let mut visitor = stand.visitor();
            let url = match manner {
                Manner::Bare => name.clone(),
                Manner::Furnished => {
                    fill_basket(&mut visitor, goods).await;
                    furnished(name, route, goods)
                }
            };
            outcomes.insert(name.clone(), Outcome::of(&visitor.get(&url).await));
        }
        Self { manner, outcomes }
    }
}

/// The first product that can be bought lies in the basket; a storefront without such a route goes without.
async fn fill_basket(visitor: &mut Visitor, goods: &Goods) {
    if let Some(product) = goods.value("pid") {
        let form = [("pid", product), ("quantity", "1"), ("options", "[]")];
        visitor.post("Cart-AddProduct", &form).await;
    }
}

/// The route with what its controller reads, as far as there is a value for it.
fn furnished(name: &str, route: &Route, goods: &Goods) -> String {
    let mut query = Serializer::new(String::new());
    for parameter in &route.parameters {
        if let Some(value) = goods.value(parameter) {
            query.append_pair(parameter, value);
        }
    }
    let query = query.finish();
    if query.is_empty() { name.to_owned() } else { format!("{name}?{query}") }
}

/// How many routes came to what, and every script's error with the routes that have it.
pub fn print(laps: &[Lap]) {
    println!("\n{:<12} {:>7}", "routes", "all");
    println!("{:<12} {:>7} {}", "", "", COLUMNS.map(|name| format!("{name:>9}")).concat());
    for lap in laps {
        let mut counts = [0_usize; COLUMNS.len()];
        lap.outcomes.values().for_each(|outcome| counts[outcome.column()] += 1);
        let counts = counts.map(|count| format!("{count:>9}")).concat();
        println!("{:<12} {:>7} {counts}", lap.manner.name(), lap.outcomes.len());
    }
    let mut errors: BTreeMap<(usize, &str), BTreeSet<String>> = BTreeMap::new();
    for lap in laps {
        for (route, outcome) in &lap.outcomes {
            let Some(error) = outcome.error() else { continue };
            let routes = errors.entry((outcome.column(), error)).or_default();
            routes.insert(format!("{route} ({})", lap.manner.name()));
        }
    }
    println!("\nscripts' errors:");
    for ((column, error), routes) in errors {
        let routes = routes.into_iter().collect::<Vec<_>>().join(", ");
        println!("  {}: {error}\n      {routes}", COLUMNS[column]);
    }
}

impl Manner {
    const fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Furnished => "furnished",
        }
    }
}
