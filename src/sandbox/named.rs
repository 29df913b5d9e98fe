//! What archives name that no shop has: templates and step types of cartridges, and content assets.

use super::{
    seed::{Elsewhere, LeftOut, NamedTarget as Target},
    store::{Key, Store, StoreError, Wanted},
    storefront::{StepTypes, template_names},
};
use crate::script::Cartridges;
use std::{
    collections::{BTreeSet, HashSet},
    path::PathBuf,
};

/// What there is.
pub(super) struct There<'a> {
    /// All of them, whatever the path.
    pub cartridges: &'a Cartridges,
    /// The store of content.
    pub store: &'a dyn Store,
    /// Assets that the store doesn't have yet.
    pub assets: HashSet<String>,
    /// Whether a type of steps is one of the sandbox's own.
    pub is_own_step: fn(&str) -> bool,
}

impl There<'_> {
    /// What of the names in files is nowhere, by file.
    pub(super) async fn judge(
        mut self,
        files: Vec<(PathBuf, Elsewhere)>,
    ) -> Result<Vec<(PathBuf, LeftOut)>, StoreError> {
        let all = |target| files.iter().flat_map(move |(_, it)| it.names(target));
        let has_any = self.find_assets(all(Target::Content).collect()).await?;
        let is_named = |target| all(target).next().is_some();
        let templates = is_named(Target::Template).then(|| template_names(self.cartridges));
        // Nothing is said of what may well be elsewhere as a whole.
        let templates = templates.filter(|it| !it.is_empty());
        let steps = is_named(Target::StepType).then(|| StepTypes::read(self.cartridges));
        let has = |target: Target, name: &str| match target {
            Target::Content => !has_any || self.assets.contains(name),
            Target::Template => templates.as_ref().is_none_or(|all| has_template(all, name)),
            Target::StepType => {
                let declared = steps.as_ref().is_some_and(|all| all.find(name).is_some());
                declared || (self.is_own_step)(name)
            }
            _ => true,
        };
        let told = files.into_iter().map(|(file, elsewhere)| {
            let mut told = LeftOut::default();
            elsewhere.tell(&mut told, has);
            (file, told)
        });
        Ok(told.filter(|(_, told)| !told.is_empty()).collect())
    }

    /// Notes which of the assets the store has; says whether there are any assets.
    async fn find_assets(&mut self, names: BTreeSet<&str>) -> Result<bool, StoreError> {
        let names: Vec<&str> =
            names.into_iter().filter(|name| !self.assets.contains(*name)).collect();
        if names.is_empty() {
            return Ok(true);
        }
        let libraries = self.store.libraries().await?;
        let keys = libraries
            .iter()
            .flat_map(|library| names.iter().map(|name| Key::asset(library.id.clone(), *name)));
        let wanted = Wanted { revisions: keys.collect(), ..Wanted::default() };
        let found = self.store.read(&wanted).await?;
        for key in found.revisions.into_keys() {
            if let Key::Asset { id, .. } = key {
                self.assets.insert(id.as_str().to_owned());
            }
        }
        if !self.assets.is_empty() {
            return Ok(true);
        }
        for library in libraries {
            let all = self.store.contents(&library.id).await?;
            if all.keys().any(|key| matches!(key, Key::Asset { .. })) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether there is a template, which archives may name with a slash before it.
fn has_template(all: &BTreeSet<String>, name: &str) -> bool {
    let name = name.trim_start_matches('/');
    all.contains(name.strip_suffix(".isml").unwrap_or(name))
}
