//! The system's proxy, as most programs read it from the environment.

use super::origin::{Origin, Sourced};
use super::{Proxy, Surroundings};

/// For HTTPS; plain HTTP stays on this machine. The first that isn't empty wins.
const NAMES: [&str; 4] = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
const EXCEPTIONS: [&str; 2] = ["NO_PROXY", "no_proxy"];

/// The proxy that the process's variables name.
pub(super) fn of(surroundings: &Surroundings) -> Option<Proxy> {
    let value = |name: &&'static str| {
        let mut variables = surroundings.variables.iter();
        let (_, value) = variables.find(|(variable, _)| variable == name)?;
        Some((*name, value.trim()))
    };
    let given = |(_, value): &(&str, &str)| !value.is_empty();
    let (name, url) = NAMES.iter().filter_map(value).find(given)?;
    let exceptions = EXCEPTIONS.iter().filter_map(value).find(given);
    Some(Proxy {
        url: Sourced::new(url.into(), Origin::Variable(name)),
        exceptions: exceptions.map(|(_, hosts)| hosts.to_owned()).unwrap_or_default(),
    })
}
