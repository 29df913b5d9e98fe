//! `export`: walks the folders from the root, then reads the assets that are in them.

use super::archive::Archive;
use super::journal::{Journal, Subject};
use super::snapshot::{Fields, Header, Snapshot, lasting};
use super::{AT_ONCE, listed};
use crate::api::content::COUNT;
use crate::api::paging::Page;
use crate::cli::ExportArgs;
use crate::client::content::{ContentError, Listing, Resource};
use crate::commands::content::Content;
use crate::commands::failure::Failure;
use crate::commands::output::{self, Form, Progress};
use futures::stream::{self, StreamExt, TryStreamExt};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::io;

/// The folder that every library has.
const ROOT: &str = "root";

/// A folder with what is in it.
struct Found {
    id: String,
    fields: Fields,
    folders: Vec<String>,
    assets: Vec<(String, Option<String>)>,
}

impl Content {
    pub(in crate::commands::content) async fn export(
        &self,
        args: ExportArgs,
    ) -> Result<(), Failure> {
        let archive = Archive::at(args.to.path);
        archive.check()?;
        let subject = Subject {
            server: self.library.address().to_string(),
            library: self.library.id().to_owned(),
        };
        let unwritable = |error: io::Error| {
            Failure::failed(format!("can't write beside {}: {error}", archive.path().display()))
                .then("Name a path in a folder that can be written to.")
        };
        let mut journal = Journal::open(archive.path(), &subject).map_err(unwritable)?;
        let snapshot = match self.snapshot(&args.assets, &mut journal).await {
            Ok(snapshot) => snapshot,
            Err(failure) if journal.is_empty() => {
                journal.finish().map_err(unwritable)?;
                return Err(failure);
            }
            Err(failure) => {
                let advice = "Run it again: what was read is kept beside the export.";
                return Err(failure.and_then(advice));
            }
        };
        archive.write(&snapshot).map_err(|failure| {
            failure.then("Make that possible and run it again: what was read is kept beside it.")
        })?;
        journal.finish().map_err(unwritable)?;
        self.report_export(&archive, &snapshot)
    }

    fn report_export(&self, archive: &Archive, snapshot: &Snapshot) -> Result<(), Failure> {
        let counts = [&snapshot.folders, &snapshot.assets].map(BTreeMap::len);
        let ([folders, assets], assignments) = (counts, snapshot.assignments.len());
        let path = archive.path().display().to_string();
        if self.form == Form::Json {
            return output::print(&output::json(&json!({
                "path": path, "folders": folders, "assets": assets, "assignments": assignments,
            })));
        }
        self.say(&format!(
            "exported {} to {path}\n\
             Assets that are in no folder can't be listed: only those that --asset names are part of it.",
            listed([folders, assets, assignments])
        ));
        Ok(())
    }

    /// The folders, what is in them, and the assets that are named.
    async fn snapshot(&self, named: &[String], journal: &mut Journal) -> Result<Snapshot, Failure> {
        let mut snapshot =
            Snapshot { header: Header::of(self.library.id()), ..Snapshot::default() };
        let mut assets = BTreeMap::new();
        let mut pairs = Vec::new();
        for found in self.walk().await? {
            for (asset, state) in found.assets {
                pairs.push(Resource::Assignment { asset: asset.clone(), folder: found.id.clone() });
                assets.insert(asset, state);
            }
            snapshot.add(&Resource::Folder(found.id), found.fields);
        }
        for id in named {
            assets.entry(id.clone()).or_default();
        }
        self.assets(assets, journal, &mut snapshot).await?;
        if let Some(id) = named.iter().find(|id| !snapshot.assets.contains_key(*id)) {
            let missing = format!("--asset {id}: {} has no such asset", self.library.id());
            return Err(Failure::failed(missing).then("Correct the ID; it is case-sensitive."));
        }
        self.assignments(pairs, &mut snapshot).await?;
        Ok(snapshot)
    }

    /// All folders, level by level.
    async fn walk(&self) -> Result<Vec<Found>, Failure> {
        let progress = Progress::of("folders");
        let (mut level, mut all) = (vec![ROOT.to_owned()], Vec::new());
        let mut seen = HashSet::from([ROOT.to_owned()]);
        while !level.is_empty() {
            let visits = stream::iter(level).map(|id| self.visit(id)).buffer_unordered(AT_ONCE);
            let found: Vec<Option<Found>> = visits.try_collect().await?;
            let found: Vec<Found> = found.into_iter().flatten().collect();
            let below = found.iter().flat_map(|found| found.folders.iter().cloned());
            level = below.filter(|id| seen.insert(id.clone())).collect();
            all.extend(found);
            progress.show(all.len() as u64, (all.len() + level.len()) as u64);
        }
        Ok(all)
    }

    /// A folder; `None` if it is gone meanwhile.
    async fn visit(&self, id: String) -> Result<Option<Found>, ContentError> {
        let folder = match self.library.get(&Resource::Folder(id.clone())).await {
            Err(error) if error.is_missing() && id != ROOT => return Ok(None),
            folder => folder?,
        };
        let folders = self.ids(Listing::FoldersIn(id.clone())).await?;
        let folders = folders.into_iter().map(|(id, _)| id).collect();
        let assets = self.ids(Listing::AssetsIn(id.clone())).await?;
        Ok(Some(Found { id, fields: lasting(folder.fields), folders, assets }))
    }

    /// The IDs of a listing with the states that things are in, if it says them.
    async fn ids(&self, listing: Listing) -> Result<Vec<(String, Option<String>)>, ContentError> {
        let first = Page { start: 0, count: COUNT.1 };
        let pages: Vec<_> = self.library.pages(listing, first).try_collect().await?;
        let text = |hit: &Fields, name: &str| Some(hit.get(name)?.as_str()?.to_owned());
        let hits = pages.iter().flat_map(|page| &page.hits);
        Ok(hits.filter_map(|hit| Some((text(hit, "id")?, text(hit, "_resource_state")))).collect())
    }

    async fn assets(
        &self,
        assets: BTreeMap<String, Option<String>>,
        journal: &mut Journal,
        snapshot: &mut Snapshot,
    ) -> Result<(), Failure> {
        let (progress, total) = (Progress::of("assets"), assets.len() as u64);
        let mut missing = Vec::new();
        for (id, state) in assets {
            match journal.get(&id, state.as_deref()) {
                Some(fields) => snapshot.add(&Resource::Asset(id), fields.clone()),
                None => missing.push(Resource::Asset(id)),
            }
        }
        let mut read = stream::iter(missing).map(|it| self.read(it)).buffer_unordered(AT_ONCE);
        while let Some(found) = read.try_next().await? {
            let Some((resource, fields)) = found else { continue };
            let state = fields.get("_resource_state").and_then(Value::as_str).map(str::to_owned);
            let fields = lasting(fields);
            if let (Some(state), Resource::Asset(id)) = (state, &resource) {
                let kept = journal.add(id, &state, &fields);
                kept.map_err(|error| Failure::failed(format!("can't keep what is read: {error}")))?;
            }
            snapshot.add(&resource, fields);
            progress.show(snapshot.assets.len() as u64, total);
        }
        Ok(())
    }

    async fn assignments(
        &self,
        pairs: Vec<Resource>,
        snapshot: &mut Snapshot,
    ) -> Result<(), Failure> {
        let (progress, total) = (Progress::of("assignments"), pairs.len() as u64);
        let mut read = stream::iter(pairs).map(|it| self.read(it)).buffer_unordered(AT_ONCE);
        while let Some(found) = read.try_next().await? {
            if let Some((resource, fields)) = found {
                snapshot.add(&resource, lasting(fields));
            }
            progress.show(snapshot.assignments.len() as u64, total);
        }
        // An asset that went meanwhile took its assignments along.
        let Snapshot { assets, assignments, .. } = snapshot;
        assignments.retain(|(asset, _), _| assets.contains_key(asset));
        Ok(())
    }

    /// `None` if it is gone meanwhile.
    async fn read(&self, resource: Resource) -> Result<Option<(Resource, Fields)>, ContentError> {
        match self.library.get(&resource).await {
            Ok(document) => Ok(Some((resource, document.fields))),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }
}
