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

/// The script paths registered for an extension point, in the order of the cartridge path and, within a
/// cartridge, of its file. A file that isn't as it should be registers nothing; the log says so.
pub fn hook_scripts(cartridges: &Cartridges, extension_point: &str) -> Vec<String> {
    let mut found = Vec::new();
    for name in cartridges.list() {
        let Some(list) = hooks_file(cartridges, name) else { continue };
        let Some(bytes) = cartridges.read(&list) else {
            tracing::error!("{list}, named by the package.json of {name}, isn't there");
            continue;
        };
        match serde_json::from_slice::<Registrations>(&bytes) {
            Ok(registrations) => {
                let wanted =
                    registrations.hooks.into_iter().filter(|it| it.name == extension_point);
                found.extend(wanted.filter_map(|hook| script(cartridges, &list, &hook.script)));
            }
            Err(cause) => tracing::error!("{list} doesn't list hooks: {cause}"),
        }
    }
    found
}

fn hooks_file(cartridges: &Cartridges, cartridge: &str) -> Option<String> {
    let package = format!("/{cartridge}/package.json");
    let document: Value = serde_json::from_slice(&cartridges.read(&package)?).ok()?;
    beside(&package, document.get("hooks")?.as_str()?)
}

fn script(cartridges: &Cartridges, list: &str, named: &str) -> Option<String> {
    let path = beside(list, named)?;
    let candidates = [path.clone(), format!("{path}.js"), format!("{path}.ds")];
    let found = candidates.into_iter().find(|it| cartridges.contains(it));
    if found.is_none() {
        tracing::error!("the hook script {path}, named by {list}, isn't there");
    }
    found
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
        assert_eq!(
            hook_scripts(&cartridges, "pay"),
            [
                "/b/cartridge/scripts/hooks/other.js",
                "/b/cartridge/scripts/hooks/pay.js",
                "/a/cartridge/scripts/hooks/pay.js"
            ]
        );
        assert!(hook_scripts(&cartridges, "nothing").is_empty());
    }
}
