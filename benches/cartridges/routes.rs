//! The routes of a storefront's controllers, as their sources tell.

use haltscope::script::Cartridges;
use std::collections::{BTreeMap, BTreeSet};

/// What a controller answers.
#[derive(Default)]
pub struct Route {
    /// Whether GET is meant: by a route for any method, or by an old-style function.
    pub is_for_get: bool,
    /// The parameters that the controller reads.
    pub parameters: BTreeSet<String>,
}

/// How a controller adds to a route.
const VERBS: [&str; 6] = ["get", "post", "use", "append", "prepend", "replace"];

/// What a controller reads parameters from.
const READ: [&str; 4] = ["querystring.", "httpParameterMap.", "parameterMap.", "params."];

/// All routes by name, `Cart-Show`; what cartridges before or behind add to them too.
pub fn of(cartridges: &Cartridges) -> BTreeMap<String, Route> {
    let mut routes: BTreeMap<String, Route> = BTreeMap::new();
    for files in cartridges.list().filter_map(|name| cartridges.cartridge(name)) {
        for path in files.list() {
            let Some(controller) = controller(&path) else { continue };
            let content = files.read(&path).unwrap_or_default();
            let source = String::from_utf8_lossy(&content);
            let parameters = parameters(&source);
            for (function, is_for_get) in functions(&source) {
                let route = routes.entry(format!("{controller}-{function}")).or_default();
                route.is_for_get |= is_for_get;
                route.parameters.extend(parameters.iter().cloned());
            }
        }
    }
    routes
}

/// The name of the controller that a cartridge's file holds.
fn controller(path: &str) -> Option<&str> {
    let name = path.strip_prefix("cartridge/controllers/")?;
    let name = name.strip_suffix(".js").or_else(|| name.strip_suffix(".ds"))?;
    (!name.contains('/')).then_some(name)
}

/// The functions that a controller answers with, and whether for GET.
fn functions(source: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for verb in VERBS {
        // What is appended to is for the method that the base says.
        let is_for_get = matches!(verb, "get" | "use" | "replace");
        for rest in source.split(&format!("server.{verb}(")).skip(1) {
            found.extend(quoted(rest).map(|name| (name, is_for_get)));
        }
    }
    for part in source.split("exports.").skip(1) {
        let name = word(part);
        let rest = part[name.len()..].trim_start();
        if rest.starts_with(".public") || rest.starts_with("= guard.") {
            found.push((name.to_owned(), true));
        }
    }
    found
}

/// The text that a call begins with.
fn quoted(rest: &str) -> Option<String> {
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    let (name, _) = rest[1..].split_once(quote)?;
    Some(name.to_owned())
}

/// Those that a script reads by name, and those that its comments tell of, `@param {querystringparameter} - pid`.
fn parameters(source: &str) -> BTreeSet<String> {
    let told = source.split("{querystringparameter}").skip(1);
    let told = told.map(|rest| word(rest.trim_start_matches([' ', '-'])).to_owned());
    let read = READ.iter().flat_map(|start| source.split(*start).skip(1));
    read.filter_map(|rest| match word(rest) {
        "get" | "isParameterSubmitted" => quoted(rest[word(rest).len()..].trim_start_matches('(')),
        name => Some(name.to_owned()),
    })
    .chain(told)
    .collect()
}

fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}
