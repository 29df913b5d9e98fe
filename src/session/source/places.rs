//! Where a file that somebody names is on the server, and where a script is on this machine.

use super::{Sources, SourcesFound};
use crate::api::folders::normal;
use crate::api::ids::{ScriptPath, is_script};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that no script on the server can be found for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScript {
    /// It is in none of the cartridges that are here.
    #[error("{file} is in no cartridge; known here: {}", listed(.known))]
    InNoCartridge {
        /// As it was named.
        file: String,
        /// The cartridges that are here.
        known: Vec<String>,
    },
    /// Several scripts are called that.
    #[error("{file} may be any of {}", .scripts.join(", "))]
    Several {
        /// As it was named.
        file: String,
        /// The scripts that may be meant.
        scripts: Vec<String>,
    },
    /// Only scripts and templates are halted in.
    #[error("{0}: breakpoints need a .js, .ds or .isml file")]
    NoScriptFile(String),
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none, see --cartridges".to_owned() } else { names.join(", ") }
}

impl Sources {
    /// What a search gave, without any text yet.
    pub fn found(found: SourcesFound) -> Self {
        Self { found: Some(Arc::new(found)), ..Self::default() }
    }

    /// The script that somebody means: a local file, from `folder` on if it is relative; a path as
    /// the server names it, also without its first `/`.
    pub fn script_named(&self, text: &str, folder: &Path) -> Result<ScriptPath, NoScript> {
        if !is_script(text) {
            return Err(NoScript::NoScriptFile(text.to_owned()));
        }
        let found = self.index();
        let local = normal(&folder.join(text));
        if let Some(script) = found.and_then(|found| script_of(found, &local)) {
            return Ok(script);
        }
        let known: Vec<&str> =
            found.iter().flat_map(|it| &it.cartridges).map(|it| it.name.as_str()).collect();
        let in_none = || {
            let known = known.iter().map(|name| (*name).to_owned()).collect();
            Err(NoScript::InNoCartridge { file: text.to_owned(), known })
        };
        if let Some(below) = text.strip_prefix('/') {
            let is_elsewhere = !known.is_empty() && !is_of_server(below, &known);
            return if is_elsewhere { in_none() } else { Ok(ScriptPath::from(text)) };
        }
        let plain = text.trim_start_matches("./");
        let first = plain.split('/').next().unwrap_or_default();
        if known.contains(&first) && plain.contains('/') {
            return Ok(ScriptPath(format!("/{plain}")));
        }
        self.script_that_ends_with(plain).unwrap_or_else(in_none)
    }

    /// As in `Cart.js` or `controllers/Cart.js`, where only one script has that end.
    fn script_that_ends_with(&self, end: &str) -> Option<Result<ScriptPath, NoScript>> {
        let end = format!("/{end}");
        let mut fitting = self.scripts().filter(|script| script.as_str().ends_with(&end));
        let first = fitting.next()?.clone();
        let others: Vec<ScriptPath> = fitting.cloned().collect();
        if others.is_empty() {
            return Some(Ok(first));
        }
        let all = std::iter::once(first).chain(others).map(|script| script.to_string());
        Some(Err(NoScript::Several { file: end[1..].to_owned(), scripts: all.collect() }))
    }

    /// The file of a script, if its cartridge is here.
    pub fn file_of(&self, script: &ScriptPath) -> Option<PathBuf> {
        let found = self.index()?;
        if let Some(file) = found.scripts.get(script) {
            return Some(file.clone());
        }
        let (name, rest) = script.as_str().trim_start_matches('/').split_once('/')?;
        let cartridge = found.cartridges.iter().find(|cartridge| cartridge.name == name)?;
        Some(cartridge.folder.join(rest))
    }
}

/// Whether a path without its first `/` may be one of the server's, and isn't just a file of this machine: it is
/// below a cartridge that is here, or looks as the server's do.
fn is_of_server(path: &str, known: &[&str]) -> bool {
    let mut segments = path.split('/');
    let first = segments.next().unwrap_or_default();
    known.contains(&first) || first == "modules" || segments.next() == Some("cartridge")
}

fn script_of(found: &SourcesFound, local: &Path) -> Option<ScriptPath> {
    found.cartridges.iter().find_map(|cartridge| {
        let below = local.strip_prefix(normal(&cartridge.folder)).ok()?;
        let parts: Option<Vec<&str>> = below.iter().map(std::ffi::OsStr::to_str).collect();
        Some(ScriptPath(format!("/{}/{}", cartridge.name, parts?.join("/"))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::source::Cartridge;

    fn sources() -> Sources {
        let scripts = [
            "/app_base/cartridge/controllers/Cart.js",
            "/app_base/cartridge/controllers/Home.js",
            "/app_own/cartridge/controllers/Home.js",
        ];
        let file = |script: &str| PathBuf::from(format!("/home/me/cartridges{script}"));
        let cartridge = |name: &str| Cartridge {
            name: name.to_owned(),
            folder: PathBuf::from(format!("/home/me/./cartridges/{name}")),
        };
        let found = SourcesFound {
            cartridges: ["app_base", "app_own"].map(cartridge).to_vec(),
            scripts: scripts.map(|script| (ScriptPath::from(script), file(script))).into(),
            ..SourcesFound::default()
        };
        Sources::found(found)
    }

    #[test]
    fn a_script_is_found_by_any_name_that_somebody_may_give_it() {
        let (sources, cart) = (sources(), "/app_base/cartridge/controllers/Cart.js");
        for name in [
            cart,
            "app_base/cartridge/controllers/Cart.js",
            "/home/me/cartridges/app_base/cartridge/controllers/Cart.js",
            "../cartridges/app_base/cartridge/controllers/Cart.js",
            "controllers/Cart.js",
            "./Cart.js",
            "Cart.js",
        ] {
            let script = sources.script_named(name, Path::new("/home/me/tools"));
            assert_eq!(script.as_ref().map(ScriptPath::as_str), Ok(cart), "{name}");
        }
        let new =
            sources.script_named("/home/me/cartridges/app_own/cartridge/New.js", Path::new("/"));
        assert_eq!(new, Ok(ScriptPath::from("/app_own/cartridge/New.js")));
    }

    #[test]
    fn templates_and_what_only_the_server_has_are_named_too() {
        let sources = sources();
        for name in [
            "/app_base/cartridge/templates/default/page.isml",
            "/plugin_elsewhere/cartridge/controllers/Cart.js",
            "/modules/server/route.js",
        ] {
            let script = sources.script_named(name, Path::new("/tmp"));
            assert_eq!(script.as_ref().map(ScriptPath::as_str), Ok(name));
        }
        let anything = Sources::default().script_named("/app/a.js", Path::new("/tmp"));
        assert_eq!(anything, Ok(ScriptPath::from("/app/a.js")), "nothing is known here");
    }

    #[test]
    fn what_is_in_no_cartridge_is_told_with_those_that_are_known() {
        let told = |name: &str| {
            let script = sources().script_named(name, Path::new("/tmp"));
            script.expect_err("no script").to_string()
        };
        assert_eq!(told("x.js"), "x.js is in no cartridge; known here: app_base, app_own");
        assert!(told("Home.js").contains("/app_own/cartridge/controllers/Home.js"));
        let elsewhere = "/home/me/tools/build.js is in no cartridge; known here: app_base, app_own";
        assert_eq!(told("/home/me/tools/build.js"), elsewhere);
        assert!(told("app_base/cartridge/page.html").contains(".isml file"));
        let nothing = Sources::default().script_named("Cart.js", Path::new("/tmp"));
        assert!(nothing.expect_err("no script").to_string().contains("--cartridges"));
    }

    #[test]
    fn a_script_is_at_a_file_also_if_that_is_not_there() {
        let sources = sources();
        let file = |script: &str| sources.file_of(&ScriptPath::from(script));
        let cart = "/home/me/cartridges/app_base/cartridge/controllers/Cart.js";
        assert_eq!(file("/app_base/cartridge/controllers/Cart.js"), Some(PathBuf::from(cart)));
        let gone = Some(PathBuf::from("/home/me/./cartridges/app_base/cartridge/gone.js"));
        assert_eq!(file("/app_base/cartridge/gone.js"), gone);
        assert_eq!(file("/other/cartridge/x.js"), None);
    }
}
