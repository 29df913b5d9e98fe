//! The values of a step's parameters, as its type declares them.

use super::plan::{PlannedStep, SITE_SCOPE};
use crate::{api::similar::nearest, sandbox::storefront::Declared};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What is said of a parameter that somebody gives and `whose` doesn't take, with the one that is meant.
pub(super) fn not_taken(
    given: &BTreeMap<String, String>,
    known: &BTreeSet<&str>,
    whose: &str,
) -> Option<String> {
    let is_unknown = |name: &&String| !known.contains(name.as_str()) && *name != SITE_SCOPE;
    let name = given.keys().find(is_unknown)?;
    let all = known.iter().copied().collect::<Vec<_>>().join(", ");
    let hint = match nearest(name, known.iter().copied()) {
        Some(meant) => format!("did you mean {meant}?"),
        None if all.is_empty() => "it has none".to_owned(),
        None => format!("it has {all}"),
    };
    Some(format!("{whose} has no parameter {name} ({hint})"))
}

/// The values of the parameters of a step of the platform's own, as texts.
pub(super) fn texts(
    declared: &[Declared],
    planned: &PlannedStep,
) -> Result<BTreeMap<String, String>, String> {
    let (values, _) = parameters(declared, planned)?;
    let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Ok(values.into_iter().map(|(name, value)| (name, text(value))).collect())
}

type Pairs<T> = Vec<(String, T)>;

/// The values of a step's parameters, and how those are written that have a pattern.
pub(super) fn parameters(
    declared: &[Declared],
    planned: &PlannedStep,
) -> Result<(Pairs<Value>, Pairs<String>), String> {
    let mut parameters = Vec::new();
    for declared in declared {
        let given = planned.parameters.get(&declared.name).map(String::as_str);
        let value = declared.value(given)?;
        parameters.extend(value.map(|value| (declared.name.clone(), value)));
    }
    for name in planned.parameters.keys() {
        if !declared.iter().any(|declared| declared.name == *name) {
            let (step, type_id) = (&planned.step.id, &planned.step.type_id);
            tracing::warn!(step, "the step type {type_id} has no parameter {name}");
        }
    }
    let patterns = declared.iter().filter_map(|it| Some((it.name.clone(), it.pattern.clone()?)));
    Ok((parameters, patterns.collect()))
}
