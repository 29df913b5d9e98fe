//! What scripts are called where one of them is about: by the file's name, and by more where another
//! script has the same.

use super::{Sources, SourcesFound};
use crate::api::ids::{Line, ScriptPath};
use crate::session::frame::Frame;
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

    pub(super) fn others<'a>(
        &'a self,
        script: &'a ScriptPath,
    ) -> impl Iterator<Item = &'a ScriptPath> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::rehearsal::Rehearsal;

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
}
