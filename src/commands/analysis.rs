//! What the script engine knows of texts, in the session's own types.

use crate::api::ids::{Line, ScriptPath};
use crate::script;
use crate::session::{
    Called, Callee, CodeLines, Condition, Defined, Extent, Included, Inclusion, Outline, Required,
    Route, Unparsed,
};

/// Where breakpoints on a script's lines halt.
pub(super) fn lines(path: &ScriptPath, text: &str) -> CodeLines {
    match script::halting_lines(path.as_str(), text) {
        Ok(lines) => CodeLines::Known(lines.into_iter().map(|line| line.map(Line)).collect()),
        Err(why) => CodeLines::Unparsed(unparsed(why)),
    }
}

/// What a script defines, calls and asks for.
pub(super) fn outline(path: &ScriptPath, text: &str) -> Outline {
    let script::Outline {
        functions,
        extents,
        returns,
        calls,
        requires,
        routes,
        included: included_in,
    } = script::outline(path.as_str(), text);
    let function = |it: script::Defined| Defined {
        name: it.name,
        of: it.of,
        line: Line(it.line),
        body: it.body.map(Line),
    };
    let call = |script::Called { name, line, callee }: script::Called| {
        let callee = match callee {
            script::Callee::Own(it) => Callee::Own(function(it)),
            script::Callee::OfModule(module, name) => Callee::OfModule(module, name),
            script::Callee::Here(line) => Callee::Here(Line(line)),
        };
        Called { name, line: Line(line), callee }
    };
    let extent = |it: script::Extent| Extent {
        first: Line(it.first),
        last: Line(it.last),
        end: it.end.map(Line),
    };
    let route = |it: script::Route| Route {
        name: it.name,
        is_post: it.is_post,
        line: Line(it.line),
        last_line: Line(it.last_line),
    };
    let required =
        |it: script::Required| Required { module: it.module, name: it.name, line: Line(it.line) };
    let included = |it: script::Included| {
        let what = match it.what {
            script::Inclusion::Template(name) => Inclusion::Template(name),
            script::Inclusion::Route(name) => Inclusion::Route(name),
            script::Inclusion::Tag(name) => Inclusion::Tag(name),
            script::Inclusion::Module(tag, template) => Inclusion::Module(tag, template),
        };
        Included { line: Line(it.line), entered_from: it.entered_from.map(Line), what }
    };
    Outline {
        included: included_in.into_iter().map(included).collect(),
        functions: functions.into_iter().map(function).collect(),
        extents: extents.into_iter().map(extent).collect(),
        returns: returns.into_iter().map(|(first, last)| (Line(first), Line(last))).collect(),
        calls: calls.into_iter().map(call).collect(),
        requires: requires.into_iter().map(required).collect(),
        routes: routes.into_iter().map(route).collect(),
    }
}

/// What a breakpoint's condition does, or why it doesn't parse.
pub(super) fn condition(text: &str) -> Result<Condition, Unparsed> {
    let condition = script::check_condition(text).map_err(unparsed)?;
    Ok(match condition {
        script::Condition::Tests => Condition::Tests,
        script::Condition::Assigns => Condition::Assigns,
    })
}

fn unparsed(why: script::Unparsed) -> Unparsed {
    let script::Unparsed { line, message, rhino_only } = why;
    Unparsed { line: Line(line), message, rhino_only }
}
