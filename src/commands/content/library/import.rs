//! `import`: writes what differs; repeated or resumed, it does only what is left.

use super::archive::Archive;
use super::snapshot::{Fields, Snapshot, lasting};
use super::{AT_ONCE, listed};
use crate::api::counted::counted;
use crate::client::content::{ContentError, Resource};
use crate::commands::content::Content;
use crate::commands::failure::Failure;
use crate::commands::output::{self, Form, Progress};
use futures::stream::{self, StreamExt, TryStreamExt};
use reqwest::Method;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What became of the things of one kind.
#[derive(Clone, Copy, Default)]
struct Tally {
    written: usize,
    unchanged: usize,
}

/// What was written so far. Where the import ends before it is whole, whatever the reason, that is
/// said.
#[derive(Default)]
struct Brought {
    written: AtomicUsize,
    is_whole: AtomicBool,
}

impl Brought {
    fn count(&self) {
        self.written.fetch_add(1, Ordering::Relaxed);
    }

    fn finish(self) {
        self.is_whole.store(true, Ordering::Relaxed);
    }
}

impl Drop for Brought {
    fn drop(&mut self) {
        if !*self.is_whole.get_mut() {
            let written = counted(*self.written.get_mut(), "thing");
            output::note(&format!(
                "the import isn't whole: {written} written so far. Run it again to go on from here."
            ));
        }
    }
}

enum Outcome {
    Written,
    Unchanged,
}

/// A thing and what it shall be.
type Wanted<'a> = (Resource, &'a Fields);

impl Content {
    pub(in crate::commands::content) async fn import(&self, path: PathBuf) -> Result<(), Failure> {
        let archive = Archive::at(path);
        let snapshot = archive.read()?;
        let levels = snapshot.levels().map_err(|problem| {
            Failure::usage(format!("{}: {problem}", archive.path().display())).then(
                "Correct its parent_folder_id, or that of a folder above it; root is above all.",
            )
        })?;
        let levels: Vec<Vec<_>> =
            levels.into_iter().map(|level| folders(level, &snapshot)).collect();
        let (assets, assignments) = (assets(&snapshot), by_asset(&snapshot));
        let all = levels.iter().flatten().chain(&assets).chain(&assignments).flatten();
        let agreed = self.agreed(&Method::PUT, all.map(|(resource, _)| resource)).await?;
        let brought = Brought::default();
        let mut written = Tally::default();
        for level in levels {
            written.add(agreed.write("folders", level, &brought).await?);
        }
        let assets = agreed.write("assets", assets, &brought).await?;
        let assignments = agreed.write("assignments", assignments, &brought).await?;
        brought.finish();
        self.report_import([written, assets, assignments])
    }

    /// Groups at the same time, what is in a group one after the other.
    async fn write(
        &self,
        what: &'static str,
        groups: Vec<Vec<Wanted<'_>>>,
        brought: &Brought,
    ) -> Result<Tally, Failure> {
        let total = groups.iter().map(Vec::len).sum::<usize>() as u64;
        let (progress, mut tally) = (Progress::of(what), Tally::default());
        let mut done = stream::iter(groups)
            .map(|group| self.write_group(group, brought))
            .buffer_unordered(AT_ONCE);
        while let Some(group) = done.try_next().await? {
            tally.add(group);
            progress.show((tally.written + tally.unchanged) as u64, total);
        }
        Ok(tally)
    }

    async fn write_group(
        &self,
        group: Vec<Wanted<'_>>,
        brought: &Brought,
    ) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        for (resource, fields) in group {
            match self.bring(&resource, fields).await {
                Ok(Outcome::Written) => {
                    tally.written += 1;
                    brought.count();
                }
                Ok(Outcome::Unchanged) => tally.unchanged += 1,
                Err(error) => {
                    return Err(
                        Failure::failed(format!("{resource}: {error}")).then(error.action())
                    );
                }
            }
        }
        Ok(tally)
    }

    async fn bring(&self, resource: &Resource, fields: &Fields) -> Result<Outcome, ContentError> {
        let there = match self.library.get(resource).await {
            Err(error) if error.is_missing() => None,
            there => Some(lasting(there?.fields)),
        };
        if there.as_ref() == Some(fields) {
            return Ok(Outcome::Unchanged);
        }
        self.library.put(resource, fields).await?;
        Ok(Outcome::Written)
    }

    fn report_import(&self, [folders, assets, assignments]: [Tally; 3]) -> Result<(), Failure> {
        if self.form == Form::Json {
            let shown =
                |tally: Tally| json!({"written": tally.written, "unchanged": tally.unchanged});
            return output::print(&output::json(&json!({
                "folders": shown(folders), "assets": shown(assets),
                "assignments": shown(assignments),
            })));
        }
        let unchanged = folders.unchanged + assets.unchanged + assignments.unchanged;
        self.say(&format!(
            "imported {}; {unchanged} unchanged",
            listed([folders, assets, assignments].map(|tally| tally.written))
        ));
        Ok(())
    }
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.written += other.written;
        self.unchanged += other.unchanged;
    }
}

/// Setting a default assignment changes its asset: those of one asset must not race.
fn folders<'a>(level: Vec<&'a String>, snapshot: &'a Snapshot) -> Vec<Vec<Wanted<'a>>> {
    let folder = |id: &'a String| vec![(Resource::Folder(id.clone()), &snapshot.folders[id])];
    level.into_iter().map(folder).collect()
}

fn assets(snapshot: &Snapshot) -> Vec<Vec<Wanted<'_>>> {
    let assets = snapshot.assets.iter();
    assets.map(|(id, fields)| vec![(Resource::Asset(id.clone()), fields)]).collect()
}

fn by_asset(snapshot: &Snapshot) -> Vec<Vec<Wanted<'_>>> {
    let mut groups: BTreeMap<&str, Vec<Wanted<'_>>> = BTreeMap::new();
    for ((asset, folder), fields) in &snapshot.assignments {
        let resource = Resource::Assignment { asset: asset.clone(), folder: folder.clone() };
        groups.entry(asset).or_default().push((resource, fields));
    }
    groups.into_values().collect()
}
