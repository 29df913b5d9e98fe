//! Hooks that cartridges register: `package.json` names a `hooks.json`, that one names scripts.

use super::{kept::Kept, packages::listed};
use crate::script::{Cartridges, beside};
use parking_lot::Mutex;
use serde::Deserialize;
use std::collections::HashSet;

#[derive(Debug, Deserialize)]
struct Registrations {
    hooks: Vec<Registration>,
}

#[derive(Debug, Deserialize)]
struct Registration {
    name: String,
    script: String,
}

/// What cartridges register, or why that can't be read.
#[derive(Debug, Default)]
pub(super) struct Hooks {
    /// The lists that the cartridges' `package.json` name, if they name one.
    packages: Kept<Result<Option<String>, String>>,
    lists: Kept<Result<Registrations, String>>,
    /// What the log knows that isn't as it should be: a page asks for dozens of hooks.
    told: Mutex<HashSet<String>>,
}

/// What is registered for an extension point.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HookScripts {
    /// The script paths, in the order of the cartridge path and, within a cartridge, of its file.
    pub scripts: Vec<String>,
    /// What isn't as it should be, and registers nothing.
    problems: Vec<String>,
}

impl Hooks {
    /// Looks for an extension point's scripts in all cartridges, and tells the log once what isn't as it should be.
    pub(super) fn find(&self, cartridges: &Cartridges, extension_point: &str) -> HookScripts {
        let mut found = HookScripts::default();
        for name in cartridges.list() {
            if let Err(problem) = self.add(&mut found, (cartridges, name), extension_point) {
                found.problems.push(problem);
            }
        }
        self.tell(&found.problems);
        found
    }

    fn tell(&self, problems: &[String]) {
        if problems.is_empty() {
            return;
        }
        let mut told = self.told.lock();
        for problem in problems.iter().filter(|problem| told.insert((*problem).clone())) {
            tracing::error!(target: "script", "{problem}");
        }
    }

    fn add(
        &self,
        found: &mut HookScripts,
        (cartridges, name): (&Cartridges, &str),
        point: &str,
    ) -> Result<(), String> {
        let package = format!("/{name}/package.json");
        let named =
            self.packages.of(cartridges, &package, |bytes| listed("hooks", &package, bytes));
        let Some(list) = named.map_or(Ok(None), |named| (*named).clone())? else { return Ok(()) };
        let registrations = self.lists.of(cartridges, &list, |bytes| {
            serde_json::from_slice(bytes)
                .map_err(|cause| format!("{list} doesn't list hooks: {cause}"))
        });
        let missing = || format!("{list}, named by the package.json of {name}, isn't there");
        let registrations = registrations.ok_or_else(missing)?;
        let Registrations { hooks } = (*registrations).as_ref().map_err(String::clone)?;
        for hook in hooks.iter().filter(|hook| hook.name == point) {
            match script(cartridges, (&package, &list), &hook.script) {
                Ok(path) => found.scripts.push(path),
                Err(problem) => found.problems.push(problem),
            }
        }
        Ok(())
    }
}

/// The script that a list names: from its own folder on, or from the cartridge's, `~/cartridge/…`.
fn script(
    cartridges: &Cartridges,
    (package, list): (&str, &str),
    named: &str,
) -> Result<String, String> {
    let outside =
        || format!("the hook script {named}, named by {list}, leads out of the cartridges");
    let path = match named.strip_prefix("~/") {
        Some(below) => beside(package, below),
        None => beside(list, named),
    };
    let path = path.ok_or_else(outside)?;
    let candidates = [path.clone(), format!("{path}.js"), format!("{path}.ds")];
    let found = candidates.into_iter().find(|it| cartridges.contains(it));
    found.ok_or_else(|| format!("the hook script {path}, named by {list}, isn't there"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    fn cartridge(hooks: &'static str) -> Files {
        Files::memory([
            ("package.json", br#"{"hooks":"./cartridge/scripts/hooks.json"}"#.as_slice()),
            ("cartridge/scripts/hooks.json", hooks.as_bytes()),
            ("cartridge/scripts/hooks/pay.js", b"".as_slice()),
            ("cartridge/scripts/hooks/other.js", b"".as_slice()),
        ])
    }

    #[test]
    fn hooks_come_in_the_order_of_path_and_file() {
        let both = r#"{"hooks":[{"name":"pay","script":"./hooks/other.js"},{"name":"pay","script":"hooks/pay"},
            {"name":"pay","script":"./hooks/missing.js"},{"name":"else","script":"./hooks/pay.js"}]}"#;
        let cartridges = Cartridges::new()
            .with("b", cartridge(both))
            .with("broken", cartridge("[]"))
            .with("none", Files::memory([("x", b"".as_slice())]))
            .with("a", cartridge(r#"{"hooks":[{"name":"pay","script":"./hooks/pay.js"}]}"#));
        let hooks = Hooks::default();
        let found = hooks.find(&cartridges, "pay");
        assert_eq!(
            found.scripts,
            [
                "/b/cartridge/scripts/hooks/other.js",
                "/b/cartridge/scripts/hooks/pay.js",
                "/a/cartridge/scripts/hooks/pay.js"
            ]
        );
        assert!(found.problems[0].contains("/b/cartridge/scripts/hooks/missing.js"));
        assert!(found.problems[1].contains("/broken/cartridge/scripts/hooks.json"));
        assert!(hooks.find(&cartridges, "nothing").scripts.is_empty());
        let told: Vec<_> =
            found.problems.iter().filter(|it| hooks.told.lock().contains(*it)).collect();
        assert_eq!((told.len(), hooks.told.lock().len()), (2, 2));
        assert_eq!(hooks.find(&cartridges, "pay"), found);
    }

    #[test]
    fn scripts_are_named_from_the_list_or_from_the_cartridge() {
        let list = r#"{"hooks":[{"name":"pay","script":"~/cartridge/scripts/hooks/pay"},
            {"name":"pay","script":"../scripts/hooks/other"},{"name":"pay","script":"~/../../other"}]}"#;
        let cartridges = Cartridges::new().with("a", cartridge(list));
        let found = Hooks::default().find(&cartridges, "pay");
        let expected = ["/a/cartridge/scripts/hooks/pay.js", "/a/cartridge/scripts/hooks/other.js"];
        assert_eq!(found.scripts, expected);
        assert!(found.problems[0].contains("~/../../other"), "{:?}", found.problems);
    }

    #[test]
    fn a_list_that_is_written_anew_is_read_anew() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("it is written");
        };
        write("package.json", r#"{"hooks": "hooks.json"}"#);
        write("a.js", "");
        let (hooks, files) = (Hooks::default(), Files::Folder(folder.path().to_owned()));
        let cartridges = Cartridges::new().with("app", files);
        let found = |hooks: &Hooks| hooks.find(&cartridges, "pay");
        assert!(found(&hooks).problems[0].contains("isn't there"));
        write("hooks.json", r#"{"hooks": [{"name": "pay", "script": "a"}]}"#);
        assert_eq!(found(&hooks).scripts, ["/app/a.js"]);
        write("hooks.json", r#"{"hooks": []}"#);
        assert_eq!(found(&hooks), HookScripts::default());
    }
}
