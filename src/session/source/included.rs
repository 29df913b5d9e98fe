//! Templates and routes that tags and scripts name.

use super::outline::{Destination, Target};
use super::{SourceState, Sources};
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
    /// What a tag of another name brings, which isn't the platform's own: in small letters, as in `isprice`.
    Tag(String),
    /// A template that such a tag brings from here on: its tag, if that is known, and its name.
    Module(Option<String>, String),
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
            Inclusion::Template(name) | Inclusion::Module(_, name) => {
                (format!("template {name}"), self.template(from, name)?, Target::Template)
            }
            Inclusion::Tag(tag) => (tag.clone(), self.template_of(from, tag)?, Target::Template),
            Inclusion::Route(name) => {
                let (controller, route) = name.split_once('-')?;
                let inner = format!("cartridge/controllers/{controller}");
                (name.clone(), self.in_cartridges(from, &inner)?, Target::Route(route.to_owned()))
            }
        };
        Some(Destination { name, script, target })
    }

    /// The template that a tag brings which isn't the platform's own: as the template itself has it, else one of those
    /// that it includes.
    fn template_of(&self, from: &ScriptPath, tag: &str) -> Option<ScriptPath> {
        let in_one = |script: &ScriptPath| {
            let mut modules = self.included(script).iter().rev();
            modules.find_map(|it| match &it.what {
                Inclusion::Module(Some(defined), template) if defined == tag => {
                    self.template(script, template)
                }
                _ => None,
            })
        };
        in_one(from).or_else(|| self.templates_in(from).iter().find_map(in_one))
    }

    /// The templates that another one includes, as far as they are here.
    fn templates_in(&self, template: &ScriptPath) -> Vec<ScriptPath> {
        let all = self.included(template).iter().filter_map(|it| match &it.what {
            Inclusion::Template(name) => self.template(template, name),
            Inclusion::Route(_) | Inclusion::Tag(_) | Inclusion::Module(..) => None,
        });
        all.collect()
    }

    /// Scripts that are to be read before it is known what a line names and calls: those that may say what its tags
    /// mean, then those that its calls lead to. None that can't be read.
    pub fn to_read_for(&self, script: &ScriptPath, line: Line) -> Vec<ScriptPath> {
        let is_unread = |script: &ScriptPath| self.is_unread(script);
        let mut here = self.included(script).iter().filter(|it| it.line == line);
        let is_unknown = here.any(|it| match &it.what {
            Inclusion::Tag(tag) => self.template_of(script, tag).is_none(),
            _ => false,
        });
        let mut wanted = if is_unknown { self.templates_in(script) } else { Vec::new() };
        wanted.retain(is_unread);
        if wanted.is_empty() {
            wanted = self.calls_on(script, line).into_iter().map(|call| call.script).collect();
            wanted.retain(is_unread);
        }
        wanted
    }

    /// Whether a script was neither read nor found to be unreadable yet.
    pub fn is_unread(&self, script: &ScriptPath) -> bool {
        self.get(script).is_none_or(|it| it.state == SourceState::Loading)
    }

    /// The line on which a thread stands that has just entered a template: the first one with code that is in none of
    /// its functions. `None` too if another file may be rendered under its name.
    pub(super) fn beginning_of(&self, template: &ScriptPath) -> Option<Line> {
        let name = name_of(template);
        if self.namesakes.others(template).any(|other| name_of(other) == name) {
            return None;
        }
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

/// The name under which a template is rendered, whatever its cartridge and its locale.
fn name_of(template: &ScriptPath) -> Option<&str> {
    let (_, below) = template.as_str().split_once("/cartridge/templates/")?;
    below.split_once('/').map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::super::{CodeLines, Extent, Outline, Route};
    use super::*;
    use crate::session::rehearsal::Rehearsal;
    use crate::session::source::SourceText;

    const HOME: &str = "/app_base/cartridge/templates/default/home.isml";
    const PART: &str = "/app_base/cartridge/templates/default/part.isml";
    const PRICE: &str = "/app_base/cartridge/templates/default/price.isml";
    const OTHER_PRICE: &str = "/app_brand/cartridge/templates/de/price.isml";
    const CART: &str = "/app_base/cartridge/controllers/Cart.js";

    #[test]
    fn tags_lead_to_what_they_bring_and_steps_into_what_is_entered_from_there() {
        let mut play = Rehearsal::attached();
        for script in [OTHER_PRICE, HOME, PART, CART, PRICE] {
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
                included(4, Some(4), Inclusion::Tag("isprice".to_owned())),
                included(5, Some(5), template("part")),
                included(5, Some(5), template("price")),
            ],
            ..Outline::default()
        };
        let function = Extent { first: Line(2), last: Line(2), end: Some(Line(2)) };
        let module = Inclusion::Module(Some("isprice".to_owned()), "price".to_owned());
        let part = Outline {
            extents: vec![function],
            included: vec![included(1, None, module)],
            ..Outline::default()
        };
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
        assert_eq!(led(4), [("isprice".to_owned(), PRICE.to_owned(), Some(Line(1)))]);
        assert_eq!((entered(4).len(), sources.to_read_for(&home, Line(4))), (1, vec![]));
        let ways = |line: u32| -> Vec<Option<Line>> {
            let line = Line(line);
            let all = sources.step_targets(&home, line).into_iter();
            all.map(|it| sources.way_into(&home, line, &it)).collect()
        };
        assert_eq!(ways(3), [None], "a step goes there by itself");
        assert_eq!(ways(5), [Some(Line(4))], "the other one may be either file");
    }
}
