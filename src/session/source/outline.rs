//! Where names lead: from a line to the functions that it calls and the modules that it asks for.

use super::{Included, Sources};
use crate::api::ids::{Line, ScriptPath};

/// What holds the functions that a script exports.
const EXPORTED: &str = "module.exports";

/// Something that a line calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// What is called, as in `productHelpers.selectedVariation`.
    pub name: String,
    /// Where.
    pub line: Line,
    /// What it leads to.
    pub callee: Callee,
}

/// A function that is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// Of the script itself; without a first statement where the text doesn't tell which of several.
    Own(Defined),
    /// What a module exports under a name, of which `module.exports` is the module's own.
    OfModule(String, String),
    /// The one whose first statement is on that line.
    Here(Line),
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Defined {
    /// Its name, or that of the variable, property or class that holds it; of what the script exports
    /// itself `module.exports`.
    pub name: String,
    /// The class or object whose member it is, as far as the text tells; of what the script exports
    /// `module.exports`.
    pub of: Option<String>,
    /// Where it begins.
    pub line: Line,
    /// Where its first statement is, if it has any.
    pub body: Option<Line>,
}

/// The lines of a function, named or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Where it begins.
    pub first: Line,
    /// Where it ends.
    pub last: Line,
    /// Where its last statement begins, if it has any.
    pub end: Option<Line>,
}

/// A module that a script asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// As in `*/cartridge/scripts/helpers/productHelpers`.
    pub module: String,
    /// The variable that holds it, if one does.
    pub name: Option<String>,
    /// Where.
    pub line: Line,
}

/// A route of a controller: `Show` of `server.get('Show', …)`, or a public `exports.Show`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// Whether it takes POST alone, as far as this script says.
    pub is_post: bool,
    /// Where.
    pub line: Line,
    /// Where its handlers end.
    pub last_line: Line,
}

/// A script's names in the order of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Functions: declared, held by variables and properties, methods.
    pub functions: Vec<Defined>,
    /// The lines of all functions, the inner ones after those around them.
    pub extents: Vec<Extent>,
    /// The first and the last lines of `return` statements.
    pub returns: Vec<(Line, Line)>,
    /// What is called, as far as the text tells what that leads to.
    pub calls: Vec<Called>,
    /// `require`s.
    pub requires: Vec<Required>,
    /// Routes of a controller.
    pub routes: Vec<Route>,
    /// Templates and routes that are named.
    pub included: Vec<Included>,
}

impl Outline {
    /// The function that the script exports under a name, else the last one of that name.
    fn exported(&self, name: &str) -> Option<&Defined> {
        let mut of_name = self.functions.iter().rev().filter(|it| it.name == name);
        of_name.clone().find(|it| it.of.as_deref() == Some(EXPORTED)).or_else(|| of_name.next())
    }

    /// Where the function begins that the script exports under a name; nothing where it may be one of several.
    fn entry_of(&self, name: &str) -> Option<Line> {
        let function = self.exported(name)?;
        let is_exported = function.of.as_deref() == Some(EXPORTED);
        let mut alike = self.functions.iter().filter(|it| it.name == name);
        function.body.filter(|_| {
            alike.all(|it| it.body == function.body || is_exported && it.of != function.of)
        })
    }

    fn route(&self, name: &str) -> Option<&Route> {
        self.routes.iter().rev().find(|it| it.name == name)
    }

    /// The innermost function whose lines below its first one have a line: outside of all that of none.
    pub fn function_around(&self, line: Line) -> Option<&Extent> {
        self.extents.iter().rev().find(|it| it.first < line && line <= it.last)
    }

    /// Whether a function begins and ends on a line.
    pub fn holds_function(&self, line: Line) -> bool {
        self.extents.iter().any(|it| it.first == line && it.last == line)
    }

    /// Whether the function around a line may end after it: by a `return` there, or because its last statement begins
    /// there or before. Nothing of a line outside of all functions, or where one begins.
    fn may_end_at(&self, line: Line) -> Option<bool> {
        if self.extents.iter().any(|it| it.first == line) {
            return None;
        }
        let returns = self.returns.iter().any(|(first, last)| *first <= line && line <= *last);
        Some(returns || self.function_around(line)?.end.is_none_or(|end| end <= line))
    }
}

/// Where a name of a line leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Destination {
    /// The name as it stands there.
    pub name: String,
    /// The script.
    pub script: ScriptPath,
    /// Where in it.
    pub target: Target,
}

/// Where in a script a name leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// To its beginning.
    Beginning,
    /// To that function.
    Own(Defined),
    /// To the function that is exported under that name.
    Exported(String),
    /// To that line, with which a function's statements begin.
    Line(Line),
    /// To the first line of a template that holds code.
    Template,
    /// To the route of that name.
    Route(String),
}

impl Sources {
    /// What a script defines and calls, once it was read.
    pub fn outline(&self, script: &ScriptPath) -> Option<&Outline> {
        self.outlines.get(script)
    }

    /// The route whose handlers stand around a line, as in `Cart-Show`, once the controller was read.
    pub fn route_at(&self, script: &ScriptPath, line: Line) -> Option<String> {
        let controller = script.controller()?;
        let is_around = |route: &&Route| route.line <= line && line <= route.last_line;
        let route = self.outline(script)?.routes.iter().rev().find(is_around)?;
        Some(format!("{controller}-{}", route.name))
    }

    /// Whether a function may end with a line; nothing where that isn't known.
    pub fn may_end_at(&self, script: &ScriptPath, line: Line) -> Option<bool> {
        self.outline(script)?.may_end_at(line)
    }

    /// The functions that a line calls, as far as their scripts are known: in the order of the
    /// text, each once.
    pub fn calls_on(&self, script: &ScriptPath, line: Line) -> Vec<Destination> {
        let Some(outline) = self.outline(script) else { return Vec::new() };
        let here = outline.calls.iter().filter(|call| call.line == line);
        let mut found: Vec<Destination> = Vec::new();
        let called = here.filter_map(|call| self.of_call(script, call));
        for destination in called.chain(self.entered_from(script, line)) {
            if !found.contains(&destination) {
                found.push(destination);
            }
        }
        found
    }

    /// Those of them that a step can go into by itself, once their scripts were read: the only one, else those whose
    /// first line is known. A step can't tell one call of a line from another.
    pub fn step_targets(&self, script: &ScriptPath, line: Line) -> Vec<Destination> {
        let mut calls = self.calls_on(script, line);
        if calls.len() > 1 {
            calls.retain(|call| self.entry_of(call).is_some());
        }
        calls
    }

    /// What a line mentions: the functions that it calls by a name, then the modules that it asks for.
    pub fn destinations(&self, script: &ScriptPath, line: Line) -> Vec<Destination> {
        let mut found = self.calls_on(script, line);
        found.retain(|call| !matches!(call.target, Target::Line(_) | Target::Template));
        for named in self.included_on(script, line) {
            if !found.contains(&named) {
                found.push(named);
            }
        }
        let requires = self.outline(script).map_or(&[][..], |outline| &outline.requires);
        for required in requires.iter().filter(|required| required.line == line) {
            let target = self.module(script, &required.module);
            found.extend(target.map(|target| Destination {
                name: format!("require '{}'", required.module),
                script: target,
                target: Target::Beginning,
            }));
        }
        found
    }

    /// The line that a destination means, once its script was read: its function's, else the
    /// first.
    pub fn line_of(&self, destination: &Destination) -> Option<Line> {
        let outline = self.outline(&destination.script)?;
        Some(match &destination.target {
            Target::Beginning | Target::Template => Line(1),
            Target::Route(name) => outline.route(name).map_or(Line(1), |it| it.line),
            Target::Own(function) => function.line,
            Target::Exported(name) => outline.exported(name).map_or(Line(1), |it| it.line),
            Target::Line(line) => *line,
        })
    }

    /// The line on which a thread stands that has just entered a function, once its script was
    /// read; `None` too if there is no such function, it may be one of several, or it has no statement. A template of
    /// whose name there are others may be any of them, by the cartridge path and the request's locale.
    pub fn entry_of(&self, destination: &Destination) -> Option<Line> {
        match &destination.target {
            Target::Beginning | Target::Route(_) => None,
            Target::Template => self.beginning_of(&destination.script),
            Target::Own(function) => function.body,
            Target::Exported(name) => self.outline(&destination.script)?.entry_of(name),
            Target::Line(line) => Some(*line),
        }
    }

    /// The line to run to for a step into one of a line's calls; `None` where the step itself leads there: nobody needs
    /// to guess which file the only template is.
    pub fn way_into(
        &self,
        script: &ScriptPath,
        line: Line,
        destination: &Destination,
    ) -> Option<Line> {
        let is_template = destination.target == Target::Template;
        let is_only = || self.calls_on(script, line).len() <= 1;
        self.entry_of(destination).filter(|_| !(is_template && is_only()))
    }

    fn of_call(&self, script: &ScriptPath, call: &Called) -> Option<Destination> {
        let (script, target) = match &call.callee {
            Callee::Own(function) => (script.clone(), Target::Own(function.clone())),
            Callee::OfModule(module, name) => {
                (self.module(script, module)?, Target::Exported(name.clone()))
            }
            Callee::Here(line) => (script.clone(), Target::Line(*line)),
        };
        Some(Destination { name: call.name.clone(), script, target })
    }

    /// The script that a `require` in another one means: `*/` and `~/` by cartridge, `./` by
    /// folder, bare names in `modules`.
    pub fn module(&self, from: &ScriptPath, module: &str) -> Option<ScriptPath> {
        if let Some(inner) = module.strip_prefix("*/") {
            return self.in_cartridges(from, inner);
        }
        if let Some(inner) = module.strip_prefix("~/") {
            return self.existing(&format!("/{}/{inner}", from.cartridge()));
        }
        if module.starts_with('.') {
            return self.existing(&beside(from, module));
        }
        let bare = || self.existing(&format!("/modules/{module}"));
        self.existing(&format!("/{module}")).or_else(bare)
    }

    /// The first cartridge with such a script: as the site's path has them, else the script's own
    /// first.
    pub(super) fn in_cartridges(&self, from: &ScriptPath, inner: &str) -> Option<ScriptPath> {
        let own = [from.cartridge().to_owned()];
        let found = self.index()?.cartridges.iter().map(|cartridge| cartridge.name.clone());
        let order = if self.order.is_empty() {
            own.into_iter().chain(found).collect()
        } else {
            self.order.clone()
        };
        order.iter().find_map(|name| self.existing(&format!("/{name}/{inner}")))
    }

    fn existing(&self, path: &str) -> Option<ScriptPath> {
        let endings = ["", ".js", ".ds", "/index.js", ".json"];
        let paths = endings.iter().map(|ending| ScriptPath(format!("{path}{ending}")));
        paths.into_iter().find(|path| self.holds(path) == Some(true))
    }
}

/// A path beside a script, without `.` and `..`.
fn beside(from: &ScriptPath, module: &str) -> String {
    let mut parts: Vec<&str> = from.as_str().trim_start_matches('/').split('/').collect();
    parts.pop();
    for part in module.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::{Cartridge, SourcesFound};
    use super::*;
    use std::path::PathBuf;
    use std::sync::Arc;

    const PRODUCT: &str = "/app_base/cartridge/controllers/Product.js";
    const HELPERS: &str = "/app_base/cartridge/scripts/helpers/product.js";
    const OVER: &str = "/app_over/cartridge/scripts/helpers/product.js";

    fn sources(order: &[&str]) -> Sources {
        let scripts = [
            PRODUCT,
            HELPERS,
            OVER,
            "/modules/server.js",
            "/app_base/cartridge/scripts/util/index.js",
        ];
        let found = SourcesFound {
            cartridges: ["app_over", "app_base"]
                .map(|name| Cartridge { name: name.to_owned(), folder: PathBuf::from(name) })
                .to_vec(),
            scripts: scripts.iter().map(|it| (ScriptPath::from(*it), PathBuf::from(*it))).collect(),
            ..SourcesFound::default()
        };
        Sources {
            found: Some(Arc::new(found)),
            order: order.iter().map(|name| (*name).to_owned()).collect(),
            ..Sources::default()
        }
    }

    #[test]
    fn modules_are_found_as_the_platform_finds_them() {
        let sources = sources(&["app_over", "app_base"]);
        let from = ScriptPath::from(PRODUCT);
        for (module, expected) in [
            ("*/cartridge/scripts/helpers/product", Some(OVER)),
            ("~/cartridge/scripts/helpers/product", Some(HELPERS)),
            ("../scripts/helpers/product.js", Some(HELPERS)),
            ("../scripts/./util", Some("/app_base/cartridge/scripts/util/index.js")),
            ("server", Some("/modules/server.js")),
            ("app_base/cartridge/controllers/Product", Some(PRODUCT)),
            ("dw/system/Logger", None),
            ("*/cartridge/scripts/none", None),
        ] {
            let found = sources.module(&from, module);
            assert_eq!(found.as_ref().map(ScriptPath::as_str), expected, "{module}");
        }
        let unordered = self::sources(&[]);
        let own = unordered.module(&from, "*/cartridge/scripts/helpers/product");
        assert_eq!(own.as_ref().map(ScriptPath::as_str), Some(HELPERS), "its own cartridge first");
    }

    #[test]
    fn a_line_leads_to_what_it_calls_and_asks_for() {
        let mut sources = sources(&["app_over", "app_base"]);
        let call =
            |name: &str, line, callee| Called { name: name.to_owned(), line: Line(line), callee };
        let helper = "*/cartridge/scripts/helpers/product".to_owned();
        let missing = Callee::OfModule("./missing".to_owned(), "f".to_owned());
        let defined = |name: &str, of: Option<&str>, line| Defined {
            name: name.to_owned(),
            of: of.map(str::to_owned),
            line: Line(line),
            body: Some(Line(line + 1)),
        };
        let local = defined("local", None, 3);
        let own = || Callee::Own(local.clone());
        let from = ScriptPath::from(PRODUCT);
        let outline = Outline {
            functions: vec![local.clone()],
            extents: Vec::new(),
            returns: Vec::new(),
            calls: vec![
                call("helpers.find", 9, Callee::OfModule(helper.clone(), "find".to_owned())),
                call("local", 9, own()),
                call("local", 9, own()),
                call("missing.f", 9, missing),
                call("callback of each", 9, Callee::Here(Line(11))),
                call("exports.local", 10, own()),
            ],
            requires: vec![Required {
                module: helper,
                name: Some("helpers".to_owned()),
                line: Line(2),
            }],
            routes: vec![Route {
                name: "Show".to_owned(),
                is_post: false,
                line: Line(8),
                last_line: Line(12),
            }],
            included: Vec::new(),
        };
        sources.outlines.insert(from.clone(), outline);
        let routes = [7, 8, 12, 13].map(|line| sources.route_at(&from, Line(line)));
        let show = || Some("Product-Show".to_owned());
        assert_eq!(routes, [None, show(), show(), None]);
        let there = |list: Vec<Destination>| -> Vec<(String, String)> {
            list.into_iter().map(|it| (it.name, it.script.to_string())).collect()
        };
        let pair = |name: &str, script: &str| (name.to_owned(), script.to_owned());
        assert_eq!(
            there(sources.destinations(&from, Line(9))),
            [pair("helpers.find", OVER), pair("local", PRODUCT)],
            "each once, what is not known is left out"
        );
        assert_eq!(there(sources.destinations(&from, Line(10))), [pair("exports.local", PRODUCT)]);
        let required = sources.destinations(&from, Line(2));
        assert_eq!(there(required), [pair("require '*/cartridge/scripts/helpers/product'", OVER)]);
        let calls = sources.calls_on(&from, Line(9));
        assert_eq!(sources.line_of(&calls[1]), Some(Line(3)));
        assert_eq!(sources.entry_of(&calls[1]), Some(Line(4)));
        assert_eq!(sources.entry_of(&calls[2]), Some(Line(11)));
        assert_eq!(sources.line_of(&calls[0]), None, "its script was not read yet");
        let helper = ScriptPath::from(OVER);
        let [a, b, exported] = [("A", 5), ("B", 7), ("module.exports", 1)]
            .map(|(of, line)| defined("find", Some(of), line));
        for (functions, line, entry) in
            [(vec![a.clone()], 5, Some(6)), (vec![exported, a.clone(), b.clone()], 1, Some(2))]
        {
            let outline = Outline { functions, ..Outline::default() };
            sources.outlines.insert(helper.clone(), outline);
            assert_eq!(sources.line_of(&calls[0]), Some(Line(line)));
            assert_eq!(sources.entry_of(&calls[0]), entry.map(Line));
        }
        let labels = |sources: &Sources, line: u32| -> Vec<String> {
            let all = sources.step_targets(&from, Line(line)).into_iter();
            all.map(|it| it.name).collect()
        };
        assert_eq!(labels(&sources, 9), ["helpers.find", "local", "callback of each"]);
        let outline = Outline { functions: vec![a, b], ..Outline::default() };
        sources.outlines.insert(helper, outline);
        assert_eq!(sources.entry_of(&calls[0]), None, "either may be meant");
        assert_eq!(labels(&sources, 9), ["local", "callback of each"]);
        assert_eq!(labels(&sources, 10), ["exports.local"]);
    }
}
