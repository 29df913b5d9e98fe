//! What the platform's own tools keep for a user: their settings, which may name a `dw.json` for all
//! projects, and the safety rules that hold everywhere.

use super::Surroundings;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of those tools.
pub(super) struct Shared(Option<PathBuf>);

impl Shared {
    /// Where those tools look for it too.
    pub(super) fn of(surroundings: &Surroundings) -> Self {
        let given = |name: &str| {
            let found = surroundings.variables.iter().find(|(variable, _)| variable == name);
            found.map(|(_, value)| value).filter(|value| !value.is_empty()).map(PathBuf::from)
        };
        let base = given("B2C_CONFIG_DIR").or_else(|| given("XDG_CONFIG_HOME"));
        let base = base.or_else(|| given("HOME").map(|home| home.join(".config")));
        Self(base.map(|base| surroundings.folder.join(base).join("b2c")))
    }

    /// The `dw.json` for all projects, if the settings name one that is there. Settings that can't be
    /// read count as none: they are another program's, which says so itself.
    pub(super) fn dw_json(&self) -> Option<PathBuf> {
        let folder = self.0.as_ref()?;
        let settings: Value = serde_json::from_slice(&read(&folder.join("settings.json"))?).ok()?;
        let named = settings.get("defaultConfigPath")?.as_str()?.trim();
        let file = folder.join(named);
        (!named.is_empty() && file.is_file()).then_some(file)
    }

    /// The safety rules that hold everywhere, if there are any.
    pub(super) fn safety(&self) -> Option<PathBuf> {
        let file = self.0.as_ref()?.join("safety.json");
        file.is_file().then_some(file)
    }
}

fn read(file: &Path) -> Option<Vec<u8>> {
    fs::read(file).ok()
}
