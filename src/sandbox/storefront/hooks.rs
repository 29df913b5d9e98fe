//! Hooks that cartridges register: `package.json` names a `hooks.json`, that one names scripts.

use crate::script::{Cartridges, beside};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Registrations {
    hooks: Vec<Registration>,
}

#[derive(Deserialize)]
struct Registration {
    name: String,
    script: String,
}

/// What is registered for an extension point.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HookScripts {
    /// The script paths, in the order of the cartridge path and, within a cartridge, of its file.
    pub scripts: Vec<String>,
    /// What isn't as it should be, and registers nothing.
    problems: Vec<String>,
}

impl HookScripts {
    /// Looks for them in all cartridges.
    pub fn find(cartridges: &Cartridges, extension_point: &str) -> Self {
        let mut found = Self::default();
        for name in cartridges.list() {
            if let Err(problem) = found.add(cartridges, name, extension_point) {
                found.problems.push(problem);
            }
        }
        found
    }

    /// Tells the log what isn't as it should be.
    pub fn log_problems(&self) {
        for problem in &self.problems {
            tracing::error!(target: "script", "{problem}");
        }
    }

    fn add(&mut self, cartridges: &Cartridges, name: &str, point: &str) -> Result<(), String> {
        let Some(list) = hooks_file(cartridges, name)? else { return Ok(()) };
        let missing = || format!("{list}, named by the package.json of {name}, isn't there");
        let bytes = cartridges.read(&list).ok_or_else(missing)?;
        let registrations: Registrations = serde_json::from_slice(&bytes)
            .map_err(|cause| format!("{list} doesn't list hooks: {cause}"))?;
        for hook in registrations.hooks.into_iter().filter(|hook| hook.name == point) {
            match script(cartridges, &list, &hook.script) {
                Ok(path) => self.scripts.push(path),
                Err(problem) => self.problems.push(problem),
            }
        }
        Ok(())
    }
}

/// The list that a cartridge's `package.json` names, if it has one and names one.
fn hooks_file(cartridges: &Cartridges, cartridge: &str) -> Result<Option<String>, String> {
    let package = format!("/{cartridge}/package.json");
    let Some(bytes) = cartridges.read(&package) else { return Ok(None) };
    let document: Value = serde_json::from_slice(&bytes)
        .map_err(|cause| format!("{package} can't be read: {cause}"))?;
    let Some(named) = document.get("hooks").and_then(Value::as_str) else { return Ok(None) };
    let outside = || format!("{named}, named by {package}, leads out of the cartridges");
    beside(&package, named).map(Some).ok_or_else(outside)
}

fn script(cartridges: &Cartridges, list: &str, named: &str) -> Result<String, String> {
    let outside =
        || format!("the hook script {named}, named by {list}, leads out of the cartridges");
    let path = beside(list, named).ok_or_else(outside)?;
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
        let found = HookScripts::find(&cartridges, "pay");
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
        assert!(HookScripts::find(&cartridges, "nothing").scripts.is_empty());
    }
}
