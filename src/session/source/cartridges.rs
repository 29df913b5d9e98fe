//! Which cartridges are here, and which of several scripts of one path the server runs.

use crate::api::ids::ScriptPath;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A cartridge that was found, or the `modules` folder beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cartridge {
    /// The first segment of its scripts' paths.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
}

/// What the search for cartridges gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcesFound {
    /// Where was searched.
    pub searched: Vec<PathBuf>,
    /// In the order in which they were found.
    pub cartridges: Vec<Cartridge>,
    /// Each script as the server would name it, and its file.
    pub scripts: BTreeMap<ScriptPath, PathBuf>,
    /// Why not everything was looked at, if so.
    pub incomplete: Option<String>,
}

impl SourcesFound {
    /// Scripts of the same path in cartridges that come before the script's own, by the site's
    /// cartridge path.
    pub fn earlier(&self, script: &ScriptPath, order: &[String]) -> Vec<ScriptPath> {
        let place = order.iter().position(|name| name == script.cartridge());
        let Some((place, inner)) = place.zip(in_cartridge(script)) else { return Vec::new() };
        let before = order[..place].iter().map(|name| ScriptPath(format!("/{name}/{inner}")));
        before.filter(|path| self.scripts.contains_key(path)).collect()
    }

    /// Scripts that the server runs only if this one hands on to them, the next one first.
    pub(in crate::session) fn later(
        &self,
        script: &ScriptPath,
        order: &[String],
    ) -> Vec<ScriptPath> {
        let place = order.iter().position(|name| name == script.cartridge());
        let Some((place, inner)) = place.zip(in_cartridge(script)) else { return Vec::new() };
        let after = order[place + 1..].iter().map(|name| ScriptPath(format!("/{name}/{inner}")));
        after.filter(|path| self.scripts.contains_key(path)).collect()
    }
}

/// Whether a script's text goes on to the same path in the next cartridge.
pub fn uses_super_module(text: &str) -> bool {
    text.contains("superModule")
}

/// The path below the cartridge, of scripts that other cartridges can override.
pub(in crate::session) fn in_cartridge(script: &ScriptPath) -> Option<&str> {
    let (_, inner) = script.as_str().trim_start_matches('/').split_once('/')?;
    inner.starts_with("cartridge/").then_some(inner)
}
