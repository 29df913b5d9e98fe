//! Templates and routes that tags and scripts name.

use super::Sources;
use super::outline::{Destination, Target};
use crate::api::ids::{Line, ScriptPath};

/// Where templates are that no locale has its own of.
const DEFAULT: &str = "default";

/// A template or a route that a tag or a script names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Included {
    /// Where it is named.
    pub line: Line,
    /// Where a thread stands that enters it: at the end of what it decorates. `None` for what is entered by another way
    /// than a tag that stands here.
    pub entered_from: Option<Line>,
    /// What it is.
    pub what: Inclusion,
}

/// What is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inclusion {
    /// A template by its name.
    Template(String),
    /// A route, as in `Cart-MiniCart`.
    Route(String),
}

impl Sources {
    /// What a line names, as far as it is here.
    pub(super) fn included_on(&self, script: &ScriptPath, line: Line) -> Vec<Destination> {
        let here = self.included(script).iter().filter(|it| it.line == line);
        here.filter_map(|it| self.brought(script, it)).collect()
    }

    /// The templates that a thread enters from a line, as far as they are here.
    pub(super) fn entered_from(
        &self,
        script: &ScriptPath,
        line: Line,
    ) -> impl Iterator<Item = Destination> {
        let here = self.included(script).iter().filter(move |it| it.entered_from == Some(line));
        here.filter_map(|it| self.brought(script, it))
    }

    fn included(&self, script: &ScriptPath) -> &[Included] {
        self.outline(script).map_or(&[], |outline| &outline.included)
    }

    fn brought(&self, from: &ScriptPath, it: &Included) -> Option<Destination> {
        let (name, script, target) = match &it.what {
            Inclusion::Template(name) => {
                (format!("template {name}"), self.template(from, name)?, Target::Template)
            }
            Inclusion::Route(name) => {
                let (controller, route) = name.split_once('-')?;
                let inner = format!("cartridge/controllers/{controller}");
                (name.clone(), self.in_cartridges(from, &inner)?, Target::Route(route.to_owned()))
            }
        };
        Some(Destination { name, script, target })
    }

    /// The line on which a thread stands that has just entered a template: the first one with code that is in none of
    /// its functions.
    pub(super) fn beginning_of(&self, template: &ScriptPath) -> Option<Line> {
        let count = u32::try_from(self.get(template)?.lines.len()).unwrap_or(u32::MAX);
        let functions = &self.outline(template)?.extents;
        let is_inside = |line: Line| functions.iter().any(|it| it.first <= line && line <= it.last);
        let mut lines = (1..=count).map(Line).filter(|line| !is_inside(*line));
        lines.find(|line| self.has_code(template, *line) == Some(true))
    }

    /// The template of a name: of the locale of the one that names it, else the default one.
    fn template(&self, from: &ScriptPath, name: &str) -> Option<ScriptPath> {
        let name = name.trim_start_matches('/');
        let name = name.strip_suffix(".isml").unwrap_or(name);
        let below = from.as_str().split_once("/cartridge/templates/").map(|(_, below)| below);
        let own = below.and_then(|below| below.split('/').next()).unwrap_or(DEFAULT);
        let in_locale = |locale: &str| {
            self.in_cartridges(from, &format!("cartridge/templates/{locale}/{name}.isml"))
        };
        in_locale(own).or_else(|| in_locale(DEFAULT))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CodeLines, Extent, Outline, Route};
    use super::*;
    use crate::session::rehearsal::Rehearsal;
    use crate::session::source::SourceText;

    const HOME: &str = "/app_base/cartridge/templates/default/home.isml";
    const PART: &str = "/app_base/cartridge/templates/default/part.isml";
    const CART: &str = "/app_base/cartridge/controllers/Cart.js";

    #[test]
    fn tags_lead_to_what_they_bring_and_steps_into_what_is_entered_from_there() {
        let mut play = Rehearsal::attached();
        for script in [HOME, PART, CART] {
            play.source(script, "a\nb\nc\nd\n");
        }
        let included = |line, entered_from: Option<u32>, what| Included {
            line: Line(line),
            entered_from: entered_from.map(Line),
            what,
        };
        let template = |name: &str| Inclusion::Template(name.to_owned());
        let home = Outline {
            included: vec![
                included(1, Some(3), template("part")),
                included(2, None, Inclusion::Route("Cart-Mini".to_owned())),
                included(2, Some(2), template("none")),
            ],
            ..Outline::default()
        };
        let function = Extent { first: Line(2), last: Line(2), end: Some(Line(2)) };
        let part = Outline { extents: vec![function], ..Outline::default() };
        let mini =
            Route { name: "Mini".to_owned(), is_post: false, line: Line(3), last_line: Line(4) };
        let cart = Outline { routes: vec![mini], ..Outline::default() };
        let lines = [3, 3, 4, 4].map(|line| Some(Line(line)));
        for (script, outline) in [(HOME, home), (PART, part), (CART, cart)] {
            let code = CodeLines::Known(lines.into());
            let text = SourceText { text: "a\nb\nc\nd\n".to_owned(), code, outline };
            play.event(crate::session::Event::SourceRead {
                script: ScriptPath::from(script),
                text: Ok(text),
            });
        }
        let sources = play.session.sources();
        let home = ScriptPath::from(HOME);
        let led = |line: u32| -> Vec<(String, String, Option<Line>)> {
            let all = sources.destinations(&home, Line(line)).into_iter();
            all.map(|it| (it.name.clone(), it.script.to_string(), sources.line_of(&it))).collect()
        };
        assert_eq!(led(1), [("template part".to_owned(), PART.to_owned(), Some(Line(1)))]);
        assert_eq!(led(2), [("Cart-Mini".to_owned(), CART.to_owned(), Some(Line(3)))]);
        assert_eq!(led(3), []);
        let entered = |line: u32| -> Vec<Option<Line>> {
            let all = sources.step_targets(&home, Line(line)).into_iter();
            all.map(|it| sources.entry_of(&it)).collect()
        };
        assert_eq!((entered(1), entered(2)), (vec![], vec![]));
        assert_eq!(entered(3), [Some(Line(4))]);
    }
}
