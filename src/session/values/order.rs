//! In which order a frame's variables are told.

use crate::api::debugger::{Member, Scope};
use crate::api::ids::ScriptPath;

/// What the language and the module system give to each function and script.
const GIVEN: [&str; 5] = ["this", "arguments", "exports", "require", "module"];

/// Local ones, then those of closures, then global ones; of each scope those that somebody has made
/// before those that are always there, and of a template those that it only mentions in between.
/// Otherwise in the server's order.
pub(super) fn own_first(mut variables: Vec<Member>, script: Option<&ScriptPath>) -> Vec<Member> {
    let is_template = script.is_some_and(ScriptPath::is_template);
    let rank = |it: &Member| match it.name.as_str() {
        name if GIVEN.contains(&name) => 2,
        // What a template's page holds, the template has under its own name, too.
        "page" if is_template => 2,
        // Nothing has made it yet, if anything will.
        _ if is_template && it.type_name.eq_ignore_ascii_case("undefined") => 1,
        _ => 0,
    };
    variables.sort_by_key(|it| (depth(it.scope), rank(it)));
    variables
}

const fn depth(scope: Option<Scope>) -> u8 {
    match scope {
        None | Some(Scope::Local) => 0,
        Some(Scope::Closure) => 1,
        Some(Scope::Global) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, came: &[(Scope, &str)], expected: &[&str]) {
        let member = |(scope, name): &(Scope, &str)| {
            let type_name = if name.starts_with("un") { "undefined" } else { "Object" };
            Member {
                name: (*name).to_owned(),
                type_name: type_name.to_owned(),
                scope: Some(*scope),
                ..Member::default()
            }
        };
        let variables = came.iter().map(member).collect();
        let told = own_first(variables, Some(&ScriptPath::from(script)));
        let names: Vec<&str> = told.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, expected, "{script}");
    }

    #[test]
    fn what_somebody_made_comes_before_what_is_always_there() {
        use Scope::{Closure, Global, Local};
        check(
            "/app/cartridge/controllers/Cart.js",
            &[
                (Local, "this"),
                (Local, "arguments"),
                (Local, "unset"),
                (Local, "req"),
                (Local, "page"),
                (Closure, "exports"),
                (Closure, "require"),
                (Closure, "module"),
                (Closure, "server"),
                (Global, "made"),
                (Local, "block"),
            ],
            &[
                "unset",
                "req",
                "page",
                "block",
                "this",
                "arguments",
                "server",
                "exports",
                "require",
                "module",
                "made",
            ],
        );
        check(
            "/app/cartridge/templates/default/tile.isml",
            &[
                (Local, "this"),
                (Local, "arguments"),
                (Local, "pdict"),
                (Local, "require"),
                (Local, "page"),
                (Local, "unmade"),
                (Local, "product"),
            ],
            &["pdict", "product", "unmade", "this", "arguments", "require", "page"],
        );
    }
}
