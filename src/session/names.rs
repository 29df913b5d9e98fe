//! What scripts are called where one of them is about: by the file's name, and by more where another
//! script has the same.

use super::Session;
use super::frame::Frame;
use super::source::{Sources, SourcesFound};
use super::verdict::{self, goes_on};
use crate::api::ids::{Line, ScriptPath};
use std::borrow::Cow;
use std::collections::HashMap;

/// The scripts of this machine by their file's name.
#[derive(Clone, Debug, Default)]
pub(super) struct Namesakes(HashMap<String, Vec<ScriptPath>>);

impl Namesakes {
    pub(super) fn of(found: &SourcesFound) -> Self {
        let mut names: HashMap<String, Vec<ScriptPath>> = HashMap::new();
        for script in found.scripts.keys() {
            names.entry(script.file_name().to_owned()).or_default().push(script.clone());
        }
        Self(names)
    }

    fn others<'a>(&'a self, script: &'a ScriptPath) -> impl Iterator<Item = &'a ScriptPath> {
        let all = self.0.get(script.file_name()).into_iter().flatten();
        all.filter(move |other| *other != script)
    }
}

impl Sources {
    /// `Cart.js`; `app_base/Cart.js` where another cartridge on this machine has a script of that
    /// name; `app_base/scripts/a/index.js` where its own cartridge has.
    pub fn label<'a>(&self, script: &'a ScriptPath) -> Cow<'a, str> {
        let (file, cartridge) = (script.file_name(), script.cartridge());
        let mut others = self.namesakes.others(script).peekable();
        if others.peek().is_none() || cartridge.is_empty() || cartridge == file {
            return Cow::Borrowed(file);
        }
        if others.any(|other| other.cartridge() == cartridge) {
            let path = script.as_str().trim_start_matches('/');
            return Cow::Owned(path.replacen("/cartridge/", "/", 1));
        }
        Cow::Owned(format!("{cartridge}/{file}"))
    }

    /// The label with a line.
    pub fn place(&self, script: &ScriptPath, line: Line) -> String {
        format!("{}:{line}", self.label(script))
    }

    /// The place of a frame.
    pub fn place_of(&self, frame: &Frame) -> String {
        self.place(&frame.script, frame.line)
    }
}

impl Session {
    /// How a script stands to those of the same path in other cartridges, as far as the cartridge
    /// path and the texts say: `overrides app_base`, `extends app_base`, `extended by app_brand`.
    pub fn kinship(&self, script: &ScriptPath) -> Vec<String> {
        let order = &self.options().cartridge_path;
        let Some(found) = self.sources().index() else { return Vec::new() };
        let mut words = Vec::new();
        if let Some(earlier) = verdict::earlier(script, found, order).last() {
            let how = if self.goes_on(earlier) { "extended" } else { "overridden" };
            words.push(format!("{how} by {}", earlier.cartridge()));
        }
        let later = verdict::later(script, found, order);
        let others: Vec<_> = self.sources().same_in_other_cartridges(script).collect();
        let below = match (later.first(), others.as_slice()) {
            (Some(below), _) => Some(below.cartridge()),
            // Without a cartridge path only the text can tell, and only of one other.
            (None, [other]) if order.is_empty() && self.goes_on(script) => Some(other.cartridge()),
            _ => None,
        };
        if let Some(below) = below {
            let how = if self.goes_on(script) { "extends" } else { "overrides" };
            words.push(format!("{how} {below}"));
        }
        words
    }

    fn goes_on(&self, script: &ScriptPath) -> bool {
        let source = self.sources().get(script);
        source.is_some_and(|source| source.lines.iter().any(|line| goes_on(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::rehearsal::Rehearsal;
    use crate::session::{Options, Saved};

    fn path(text: &str) -> ScriptPath {
        ScriptPath::from(text)
    }

    #[test]
    fn a_script_is_called_by_as_much_as_tells_it_from_others() {
        let mut play = Rehearsal::attached();
        for script in [
            "/app_base/cartridge/controllers/Cart.js",
            "/app_brand/cartridge/controllers/Cart.js",
            "/app_base/cartridge/scripts/a/index.js",
            "/app_base/cartridge/scripts/b/index.js",
            "/app_base/cartridge/controllers/Home.js",
        ] {
            play.source(script, "");
        }
        for (script, label) in [
            ("/app_base/cartridge/controllers/Cart.js", "app_base/Cart.js"),
            ("/app_brand/cartridge/controllers/Cart.js", "app_brand/Cart.js"),
            ("/app_base/cartridge/scripts/b/index.js", "app_base/scripts/b/index.js"),
            ("/app_base/cartridge/controllers/Home.js", "Home.js"),
            ("/int_pay/cartridge/controllers/Pay.js", "Pay.js"),
            ("/int_pay/cartridge/controllers/Home.js", "int_pay/Home.js"),
            ("/int_pay/cartridge/controllers/Cart.js", "int_pay/Cart.js"),
            ("odd.js", "odd.js"),
        ] {
            assert_eq!(play.session.sources().label(&path(script)), label, "{script}");
        }
    }

    #[test]
    fn a_script_says_what_it_overrides_and_what_extends_it() {
        let cartridge_path = ["app_brand", "app_mid", "app_base"].map(str::to_owned).to_vec();
        let options = Options { cartridge_path, ..Options::default() };
        let mut play = Rehearsal::new(options, Saved::default());
        let cart = |name: &str| format!("/{name}/cartridge/controllers/Cart.js");
        play.source(&cart("app_base"), "exports.Show = 1;");
        play.source(&cart("app_mid"), "exports.Show = 2;");
        play.source(&cart("app_brand"), "server.extend(module.superModule);");
        for (script, words) in [
            ("app_brand", vec!["extends app_mid"]),
            ("app_mid", vec!["extended by app_brand", "overrides app_base"]),
            ("app_base", vec!["overridden by app_mid"]),
        ] {
            assert_eq!(play.session.kinship(&path(&cart(script))), words, "{script}");
        }
    }
}
