//! Takes the selected part of a document.

use super::{Comparison, Condition, Group, Index, Item, Name, Sign};
use serde_json::{Map, Value};
use std::cmp::Ordering;

/// What clients need to make sense of a document, and to change it.
const ALWAYS: [&str; 3] = ["_v", "_type", "_resource_state"];

/// The part of a document that a group selects.
pub(super) fn apply(group: &Group, document: &Value) -> Value {
    Rules::of([group].into_iter()).prune(document).unwrap_or_default()
}

/// What is selected of one value.
#[derive(Default)]
struct Rules<'a> {
    all: bool,
    simple: bool,
    with: Vec<&'a Item>,
    without: Vec<&'a Item>,
}

impl<'a> Rules<'a> {
    /// Several groups select what any of them does.
    fn of(groups: impl Iterator<Item = &'a Group>) -> Self {
        let mut rules = Self::default();
        for Group(items) in groups {
            rules.all |= items.iter().all(|item| item.sign == Sign::Minus);
            for item in items {
                match (item.sign, &item.name) {
                    (Sign::Minus, _) => rules.without.push(item),
                    (Sign::Plus, Name::All) => rules.all = true,
                    (Sign::Plus, Name::Simple) => rules.simple = true,
                    (Sign::Plus, Name::Field(_)) => rules.with.push(item),
                }
            }
        }
        rules
    }

    /// Everything but what the items name.
    fn whole_but(items: &[&'a Item]) -> Self {
        let inner = items.iter().filter_map(|item| item.inner.as_ref());
        Self {
            all: true,
            without: inner.flat_map(|Group(items)| items).collect(),
            ..Self::default()
        }
    }

    fn prune(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Object(object) => Some(self.prune_object(object).into()),
            Value::Array(items) => Some(items.iter().filter_map(|item| self.prune(item)).collect()),
            scalar => self.all.then(|| scalar.clone()),
        }
    }

    fn prune_object(&self, object: &Map<String, Value>) -> Map<String, Value> {
        let kept = object.iter().filter_map(|(name, value)| {
            let kept = if ALWAYS.contains(&name.as_str()) {
                Some(value.clone())
            } else {
                self.prune_field(name, value)
            };
            kept.map(|value| (name.clone(), value))
        });
        kept.collect()
    }

    fn prune_field(&self, name: &str, value: &Value) -> Option<Value> {
        let is_simple = !value.is_object() && !value.is_array();
        let names = |item: &&&Item| match &item.name {
            Name::Field(field) => field == name,
            Name::Simple => is_simple,
            Name::All => true,
        };
        let with: Vec<_> = self.with.iter().filter(names).copied().collect();
        let without: Vec<_> = self.without.iter().filter(names).copied().collect();
        let whole = self.all || (self.simple && is_simple);
        match value {
            Value::Array(items) if with.iter().chain(&without).any(|item| item.index.is_some()) => {
                let items = items.iter().enumerate();
                Some(
                    items
                        .filter_map(|(at, item)| part(item, Some(at), whole, &with, &without))
                        .collect(),
                )
            }
            value => part(value, None, whole, &with, &without),
        }
    }
}

/// A field's value, or one of its items, by the rules that name the field.
fn part(
    value: &Value,
    at: Option<usize>,
    whole: bool,
    with: &[&Item],
    without: &[&Item],
) -> Option<Value> {
    let fits = |item: &&&Item| match (&item.index, at) {
        (None, _) => true,
        (Some(index), Some(at)) => index.fits(at, value),
        (Some(_), None) => false,
    };
    let with: Vec<_> = with.iter().filter(fits).copied().collect();
    let without: Vec<_> = without.iter().filter(fits).copied().collect();
    if without.iter().any(|item| item.inner.is_none()) {
        return None;
    }
    if whole || with.iter().any(|item| item.inner.is_none()) {
        return Rules::whole_but(&without).prune(value);
    }
    if with.is_empty() {
        return None;
    }
    let mut rules = Rules::of(with.iter().filter_map(|item| item.inner.as_ref()));
    rules.without.extend(Rules::whole_but(&without).without);
    rules.prune(value)
}

impl Index {
    fn fits(&self, at: usize, item: &Value) -> bool {
        match self {
            Self::Positions(positions) => positions.contains(&at),
            Self::Slice(first, last) => (*first..=*last).contains(&at),
            Self::Filter(condition) => condition.holds(item),
        }
    }
}

impl Condition {
    fn holds(&self, item: &Value) -> bool {
        match self {
            Self::And(all) => all.iter().all(|condition| condition.holds(item)),
            Self::Or(any) => any.iter().any(|condition| condition.holds(item)),
            Self::Compare { path, with, value } => {
                let found = path.iter().try_fold(item, |value, name| value.get(name));
                with.holds(found.unwrap_or(&Value::Null), value)
            }
        }
    }
}

impl Comparison {
    /// Values of different types are unequal and have no order.
    fn holds(self, left: &Value, right: &Value) -> bool {
        let order = match (left, right) {
            (Value::Number(left), Value::Number(right)) => {
                left.as_f64().partial_cmp(&right.as_f64())
            }
            (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
            (left, right) if left == right => Some(Ordering::Equal),
            _ => None,
        };
        match self {
            Self::Equal => order == Some(Ordering::Equal),
            Self::Unequal => order != Some(Ordering::Equal),
            Self::Less => order == Some(Ordering::Less),
            Self::Greater => order == Some(Ordering::Greater),
            Self::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Self::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        }
    }
}
