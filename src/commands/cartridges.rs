//! Where the project and its cartridges are, and which scripts of theirs are meant by breakpoints that
//! name theirs without a `/` in front.

use super::failure::Failure;
use crate::api::similar::nearest;
use crate::config::{Config, GivenBreakpoint, Naming, Surroundings};
use crate::runtime::{self, find_sources};
use crate::session::{NoScript, Sources, SourcesFound};
use std::path::{Path, PathBuf};

/// The folders that are searched for cartridges: those that somebody named, else the working folder,
/// or where its cartridge and those beside it are.
pub(super) fn cartridge_folders(config: &Config, surroundings: &Surroundings) -> Vec<PathBuf> {
    let named = config.cartridges.iter().map(|it| it.value.clone()).collect();
    named_folders(named, surroundings)
}

/// Those that somebody named, else as [`cartridge_folders`] has it.
pub(super) fn named_folders(named: Vec<PathBuf>, surroundings: &Surroundings) -> Vec<PathBuf> {
    if named.is_empty() { vec![around(&surroundings.folder)] } else { named }
}

/// The folder that holds the cartridge which a folder is in, unless that is the project itself.
fn around(folder: &Path) -> PathBuf {
    let root = root(folder);
    let inside = folder.ancestors().take_while(|above| above.starts_with(&root));
    let cartridge = inside.filter(|above| above.join("cartridge").is_dir()).last();
    match cartridge {
        Some(cartridge) if cartridge != root => cartridge.parent().unwrap_or(&root).to_owned(),
        Some(_) => root,
        None => folder.to_owned(),
    }
}

/// The nearest folder that looks like a project's root, else the folder itself.
pub(super) fn root(folder: &Path) -> PathBuf {
    let is_root =
        |folder: &&Path| [".git", "dw.json"].iter().any(|name| folder.join(name).exists());
    folder.ancestors().find(is_root).unwrap_or(folder).to_owned()
}

/// Finds the scripts that breakpoints name by the ends of their paths, and refuses breakpoints in
/// cartridges that aren't here although others are.
pub(super) fn settle(config: &mut Config, surroundings: &Surroundings) -> Result<(), Failure> {
    // A search may take a while, and is for those who need it.
    if config.breakpoints.iter().all(|given| given.naming == Naming::Certain) {
        return Ok(());
    }
    let found = here(config, surroundings);
    let known = names_of(&found);
    let sources = Sources::found(found);
    for given in &mut config.breakpoints {
        match given.naming {
            Naming::Certain => {}
            Naming::FromCartridge => {
                if !known.is_empty() && !known.iter().any(|name| name == cartridge(given)) {
                    return Err(unknown(given, &known));
                }
            }
            Naming::ByEnd => {
                let end = given.breakpoint.script_path.as_str();
                let script = sources.script_named(end, &surroundings.folder);
                let script = script.map_err(|why| unfound(given, &why))?;
                given.breakpoint.script_path = script;
            }
        }
    }
    Ok(())
}

fn unfound(given: &GivenBreakpoint, why: &NoScript) -> Failure {
    Failure::usage(format!("--break {}: {why}", given.text)).then(match why {
        NoScript::Several { .. } => "Name more of the path, or all of it.",
        _ => "Correct the name, or name the folder that holds the cartridges with --cartridges; scripts that only the server has are named whole, as in /app_base/cartridge/controllers/Cart.js.",
    })
}

fn cartridge(given: &GivenBreakpoint) -> &str {
    given.breakpoint.script_path.cartridge()
}

fn unknown(given: &GivenBreakpoint, known: &[String]) -> Failure {
    let name = cartridge(given);
    let near = nearest(name, known.iter().map(String::as_str));
    let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
    let (text, known) = (&given.text, known.join(", "));
    let cause = format!("--break {text}: there is no cartridge \"{name}\" here, but {known}{hint}");
    Failure::usage(cause).then(
        "Correct the name, name the folder that holds it with --cartridges, or put a / in front if only the server has it.",
    )
}

/// What is found where the debugger looks for cartridges, else in the project.
fn here(config: &Config, surroundings: &Surroundings) -> SourcesFound {
    let found = found_in(cartridge_folders(config, surroundings));
    if found.cartridges.is_empty() { found_in(vec![root(&surroundings.folder)]) } else { found }
}

fn found_in(roots: Vec<PathBuf>) -> SourcesFound {
    find_sources(&runtime::Project { roots, ..runtime::Project::default() })
}

fn names_of(found: &SourcesFound) -> Vec<String> {
    found.cartridges.iter().map(|cartridge| cartridge.name.clone()).collect()
}

/// Where cartridges are looked for that nobody has named, and those found there.
pub(super) fn found(surroundings: &Surroundings) -> (PathBuf, Vec<String>) {
    let folder = around(&surroundings.folder);
    let names = names_of(&found_in(vec![folder.clone()]));
    (folder, names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn inside_a_cartridge_those_beside_it_are_searched_too() {
        let project = tempfile::tempdir().expect("a folder");
        let path = |below: &str| project.path().join(below);
        for folder in [
            "p/c/app_a/cartridge/controllers",
            "p/c/app_b/cartridge",
            "p/.git",
            "q/.git",
            "q/cartridge/x",
            "r/cartridge/x",
        ] {
            fs::create_dir_all(path(folder)).expect("folders");
        }
        for (folder, expected) in [
            ("p", "p"),
            ("p/c", "p/c"),
            ("p/c/app_a", "p/c"),
            ("p/c/app_a/cartridge/controllers", "p/c"),
            ("q", "q"),
            ("q/cartridge/x", "q"),
            ("r/cartridge/x", "r/cartridge/x"),
        ] {
            assert_eq!(around(&path(folder)), path(expected), "{folder}");
        }
    }
}
