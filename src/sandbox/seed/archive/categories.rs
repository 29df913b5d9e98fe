//! Where categories stand: each below another one that is there, and none below itself.

use crate::sandbox::shop::Shop;
use std::collections::{HashMap, HashSet};

/// The category that all others are below.
const ROOT: &str = "root";

/// A category that a file says a parent of.
#[derive(Debug)]
pub(super) struct Stated {
    /// Its catalogue.
    pub(super) scope: String,
    pub(super) id: String,
    pub(super) line: usize,
}

/// What is wrong with the place of a category.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// In words; none of its file can be used.
    Circle(String),
    /// In words; the category is in no place.
    Missing(String),
}

/// The parents of a catalogue's categories; nothing is above one that has none.
pub(super) type Parents = HashMap<String, Option<String>>;

/// Those that a shop has.
pub(super) fn parents(shop: &Shop, scope: &str) -> Parents {
    let all = shop.documents("category", scope);
    all.map(|(id, document)| (id.to_owned(), document["parent"].as_str().map(str::to_owned)))
        .collect()
}

/// The places of a catalogue's categories. Of what is above many of them it is looked once.
#[derive(Debug, Default)]
pub(super) struct Places {
    parents: Parents,
    /// Those above which nothing is wrong, and those that are above no circle that they are in.
    settled: HashSet<String>,
}

impl Places {
    pub(super) fn of(parents: Parents) -> Self {
        Self { parents, settled: HashSet::new() }
    }

    /// What is wrong with the place of a category, if anything is.
    pub(super) fn misplaced(&mut self, id: &str) -> Option<Misplaced> {
        let Self { parents, settled } = self;
        let above = |id: &str| parents.get(id).and_then(Option::as_deref);
        let (mut way, mut met) = (vec![id], HashSet::from([id]));
        while let Some(parent) = way.last().and_then(|id| above(id)).filter(|it| *it != ROOT) {
            if !parents.contains_key(parent) && way.len() == 1 {
                let what = format!("place of category {id}, whose parent {parent} isn't there");
                return Some(Misplaced::Missing(what));
            }
            if settled.contains(parent) {
                break;
            }
            if !met.insert(parent) {
                // Of the circle it is told once, by one that is in it.
                if parent == id {
                    way.push(parent);
                    let what = format!("category {id} is below itself: {}", way.join(" in "));
                    return Some(Misplaced::Circle(what));
                }
                way.truncate(way.iter().position(|it| *it == parent).unwrap_or_default());
                break;
            }
            way.push(parent);
        }
        let way: Vec<String> = way.into_iter().map(str::to_owned).collect();
        settled.extend(way);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_is_below_one_that_is_there_and_not_below_itself() {
        let parents: Parents = [
            ("root", None),
            ("a", Some("root")),
            ("b", Some("a")),
            ("c", Some("d")),
            ("d", Some("c")),
            ("e", Some("c")),
            ("f", Some("f")),
            ("g", Some("none")),
            ("h", Some("g")),
            ("i", None),
        ]
        .into_iter()
        .map(|(id, parent)| (id.to_owned(), parent.map(str::to_owned)))
        .collect();
        let circle = |what: &str| Some(Misplaced::Circle(what.to_owned()));
        let mut places = Places::of(parents);
        for (id, expected) in [
            ("root", None),
            ("b", None),
            ("c", circle("category c is below itself: c in d in c")),
            ("e", None),
            ("f", circle("category f is below itself: f in f")),
            (
                "g",
                Some(Misplaced::Missing(
                    "place of category g, whose parent none isn't there".to_owned(),
                )),
            ),
            ("h", None),
            ("i", None),
        ] {
            assert_eq!(places.misplaced(id), expected, "{id}");
        }
    }
    #[test]
    fn a_long_row_of_categories_is_looked_through_once() {
        let id = |number: usize| format!("c{number}");
        let above = |number: usize| Some(id(number.wrapping_sub(1))).filter(|_| number > 0);
        let count = 100_000;
        let mut places = Places::of((0..count).map(|it| (id(it), above(it))).collect());
        for number in (0..count).rev() {
            assert_eq!(places.misplaced(&id(number)), None);
        }
        // The first ones stand in a circle.
        places.settled.clear();
        places.parents.insert(id(0), Some(id(9)));
        for number in (10..count).rev() {
            assert_eq!(places.misplaced(&id(number)), None);
        }
        assert!(matches!(places.misplaced(&id(5)), Some(Misplaced::Circle(_))));
    }
}
