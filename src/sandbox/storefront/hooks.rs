//! Hooks that cartridges register: `package.json` names a `hooks.json`, that one names scripts.

use super::packages::{Fault, Lines, Listed, Lists, package};
use crate::script::{Cartridges, beside, offered};
use parking_lot::Mutex;
use serde::Deserialize;
use std::collections::HashSet;

/// Extension points that the platform itself calls, by the function that is their last word. Cartridges give points of
/// their own names that begin alike, and call what they like.
const CALLED: [&str; 6] = [
    "dw.order.calculate",
    "dw.order.calculateShipping",
    "dw.order.calculateTax",
    "dw.order.createOrderNo",
    "dw.system.request.onRequest",
    "dw.system.request.onSession",
];
/// What families of others begin with.
const FAMILIES: [&str; 2] = ["dw.ocapi.", "dw.extensions.applepay."];

#[derive(Debug, Deserialize)]
struct Registrations {
    hooks: Vec<Registration>,
}

#[derive(Debug, Deserialize)]
struct Registration {
    name: String,
    script: String,
    /// The line of the script's name, from 1.
    #[serde(skip)]
    line: u32,
}

/// What cartridges register, or why that can't be read.
#[derive(Debug)]
pub(super) struct Hooks {
    lists: Lists<Vec<Registration>>,
    /// What the log knows that isn't as it should be: a page asks for dozens of hooks.
    told: Mutex<HashSet<String>>,
}

impl Default for Hooks {
    fn default() -> Self {
        Self { lists: Lists::new("hooks", read), told: Mutex::default() }
    }
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
            let list = match self.lists.of(cartridges, name) {
                Ok(Some(list)) => list,
                Ok(None) => continue,
                Err(fault) => {
                    found.problems.push(fault.to_string());
                    continue;
                }
            };
            for hook in list.content.iter().filter(|hook| hook.name == extension_point) {
                match script(cartridges, name, &list, hook) {
                    Ok(path) => found.scripts.push(path),
                    Err(fault) => found.problems.push(fault.to_string()),
                }
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
}

fn read(bytes: &[u8]) -> serde_json::Result<Vec<Registration>> {
    let Registrations { mut hooks } = serde_json::from_slice(bytes)?;
    let mut lines = Lines::of(bytes);
    for hook in &mut hooks {
        hook.line = lines.next(&hook.script);
    }
    Ok(hooks)
}

/// The script that a list names: from its own folder on, or from the cartridge's, `~/cartridge/…`.
fn script(
    cartridges: &Cartridges,
    cartridge: &str,
    list: &Listed<Vec<Registration>>,
    hook: &Registration,
) -> Result<String, Fault> {
    let fault = |what: String| Fault { file: list.path.clone(), line: hook.line, what };
    let named = &hook.script;
    let path = match named.strip_prefix("~/") {
        Some(below) => beside(&package(cartridge), below),
        None => beside(&list.path, named),
    };
    let outside = || fault(format!("the hook script {named} leads out of the cartridges"));
    let path = path.ok_or_else(outside)?;
    let candidates = [path.clone(), format!("{path}.js"), format!("{path}.ds")];
    let found = candidates.into_iter().find(|it| cartridges.contains(it));
    found.ok_or_else(|| fault(format!("the hook script {path} isn't there")))
}

/// What is wrong with what a cartridge registers.
pub(super) fn faults(cartridges: &Cartridges, cartridge: &str) -> Vec<Fault> {
    let list = match Hooks::default().lists.of(cartridges, cartridge) {
        Ok(Some(list)) => list,
        Ok(None) => return Vec::new(),
        Err(fault) => return vec![fault],
    };
    let faulty = |hook: &Registration| match script(cartridges, cartridge, &list, hook) {
        Err(fault) => Some(fault),
        Ok(path) => lacking(cartridges, &path, hook).map(|what| Fault {
            file: list.path.clone(),
            line: hook.line,
            what,
        }),
    };
    list.content.iter().filter_map(faulty).collect()
}

/// That a script exports no function of the name by which the platform calls it. What doesn't parse is told of the script.
fn lacking(cartridges: &Cartridges, path: &str, hook: &Registration) -> Option<String> {
    let is_called = CALLED.contains(&hook.name.as_str())
        || FAMILIES.iter().any(|family| hook.name.starts_with(family));
    let (_, function) = hook.name.rsplit_once('.').filter(|_| is_called)?;
    let exports = offered(path, &cartridges.read(path)?)?;
    let what = || format!("{}: {path} exports no function {function}", hook.name);
    exports.lacks(function).then(what)
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
            ("cartridge/scripts/hooks/total.js", b"exports.calculate = 1;".as_slice()),
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
        write("package.json", r#"{"hooks": "~/hooks.json"}"#);
        assert_eq!(found(&hooks).scripts, ["/app/a.js"]);
        write("hooks.json", r#"{"hooks": []}"#);
        assert_eq!(found(&hooks), HookScripts::default());
    }

    #[test]
    fn faults_have_the_line_of_the_script_s_name() {
        let list = r#"{"hooks": [
            {"name": "pay", "script": "./hooks/pay.js"},
            {"name": "pay", "script": "./hooks/missing.js"},
            {"name": "dw.order.calculate", "script": "./hooks/other"},
            {"script": "./hooks/total.js", "name": "dw.order.calculate"},
            {"name": "app.total", "script": "./hooks/total.js"},
            {"name": "dw.order.calculateOurTax", "script": "./hooks/total.js"}
        ]}"#;
        let found = |list: &'static str| {
            let faults = faults(&Cartridges::new().with("a", cartridge(list)), "a");
            faults.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let file = "/a/cartridge/scripts/hooks.json";
        assert_eq!(
            found(list),
            [
                format!(
                    "{file}:3: the hook script /a/cartridge/scripts/hooks/missing.js isn't there"
                ),
                format!(
                    "{file}:4: dw.order.calculate: /a/cartridge/scripts/hooks/other.js exports no function calculate"
                ),
            ]
        );
        let broken = found("{\n\"hooks\": [}");
        assert!(broken[0].starts_with(&format!("{file}:2: it doesn't list hooks: ")), "{broken:?}");
    }

    #[test]
    fn a_package_that_names_no_file_says_so() {
        let found = |package: &'static str| {
            let files = Files::memory([("package.json", package.as_bytes())]);
            let faults = faults(&Cartridges::new().with("a", files), "a");
            faults.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            found("{\n\"hooks\": \"./gone.json\"}"),
            ["/a/package.json:2: its \"hooks\" names /a/gone.json, which isn't there"]
        );
        let broken = found("{\n\"hooks\": \n}");
        assert!(broken[0].starts_with("/a/package.json:3: it can't be read: "), "{broken:?}");
        assert_eq!(found("{\"hooks\": {}}"), [""; 0]);
    }
}
