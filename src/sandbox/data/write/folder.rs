//! Writes of content folders (section 4.3; "beyond the specification", 2.4).

use super::{Target, Write};
use crate::{
    api::ids::{AssetId, FolderId, LibraryId},
    sandbox::{
        data::{Draft, Method, faults, fields::Kind},
        refusal::Refusal,
        store::{Folder, Key, Overlay, ROOT, Range, Record, Timestamp},
    },
};
use serde_json::{Map, Value};

/// Fields that rows keep beside the others.
const KEPT_APART: &[&str] = &["id", "parent_folder_id"];

/// The checks from "404" on, in their order.
pub(super) async fn prepare(
    write: &Write<'_>,
    overlay: &mut Overlay,
    library: &LibraryId,
    id: &FolderId,
) -> Result<Target, Refusal> {
    let key = Key::folder(library, id);
    let revision = overlay.revision(&key).await?;
    // What exists is in a library that does.
    if revision.is_none() && !overlay.has_library(library).await? {
        return Err(faults::library_not_found(library));
    }
    if revision.is_none() && write.method != Method::Put {
        return Err(faults::folder_not_found(library, id));
    }
    if write.method == Method::Patch {
        write.conditions.require_if_match()?;
    }
    write.check_conditions(&key, revision)?;
    check_draft(write, overlay, (library, id), &write.draft).await?;
    Ok(Target { key, is_new: revision.is_none() })
}

/// Folders above a folder: each of them is looked at when one is put there.
const DEEPEST: usize = 200;

/// The new ID is free; the parent exists, is no folder below, and not too deep.
pub(super) async fn check_draft(
    write: &Write<'_>,
    overlay: &mut Overlay,
    (library, id): (&LibraryId, &FolderId),
    draft: &Draft,
) -> Result<(), Refusal> {
    if write.method == Method::Delete {
        return Ok(());
    }
    check_id(write, overlay, (library, id), draft).await?;
    let is_cleared = draft.clears("parent_folder_id") && write.method == Method::Patch;
    let Some(parent) = draft.text("parent_folder_id").map(FolderId::from) else {
        return if is_cleared { Err(wrong("parent_folder_id")) } else { Ok(()) };
    };
    if overlay.folder(library, &parent).await?.is_none() {
        return Err(match write.method {
            Method::Put => faults::parent_folder_not_found(library, &parent),
            _ => faults::folder_not_found(library, &parent),
        });
    }
    let depth = depth_apart(overlay, library, &parent, id).await?;
    match depth.filter(|_| id.as_str() != ROOT) {
        None => Err(wrong("parent_folder_id")),
        Some(depth) if depth > DEEPEST => {
            let expected = format!("a folder with fewer than {DEEPEST} folders above it");
            Err(faults::property_constraint(Kind::Folder.name(), "$.parent_folder_id", &expected))
        }
        Some(_) => Ok(()),
    }
}

async fn check_id(
    write: &Write<'_>,
    overlay: &mut Overlay,
    (library, id): (&LibraryId, &FolderId),
    draft: &Draft,
) -> Result<(), Refusal> {
    match draft.text("id").map(FolderId::from).filter(|new| new != id) {
        Some(other) if write.method == Method::Put => {
            Err(faults::id_conflict(other.as_str(), id.as_str()))
        }
        Some(_) if id.as_str() == ROOT => Err(wrong("id")),
        Some(new) if overlay.folder(library, &new).await?.is_some() => {
            Err(faults::folder_id_in_use(&new))
        }
        _ => Ok(()),
    }
}

fn wrong(field: &str) -> Refusal {
    let expected = match field {
        "id" => "root: the root folder keeps its ID",
        _ => "a folder that is neither this one nor below it",
    };
    faults::property_constraint(Kind::Folder.name(), &format!("$.{field}"), expected)
}

/// How many folders there are from one to the root, both counted, if a certain one isn't among them; it ends where they are
/// too many. Every folder on the way is read, so that a move of any of them meanwhile is noticed.
async fn depth_apart(
    overlay: &mut Overlay,
    library: &LibraryId,
    folder: &FolderId,
    other: &FolderId,
) -> Result<Option<usize>, Refusal> {
    let (mut at, mut depth) = (Some(folder.clone()), 0);
    while let Some(id) = at.filter(|_| depth <= DEEPEST) {
        if &id == other {
            return Ok(None);
        }
        depth += 1;
        at = overlay.folder(library, &id).await?.and_then(|folder| folder.parent);
    }
    Ok(Some(depth))
}

/// Writes to the overlay.
pub(super) async fn apply(
    write: &Write<'_>,
    overlay: &mut Overlay,
    (library, id): (&LibraryId, &FolderId),
    draft: &Draft,
    now: Timestamp,
) -> Result<Target, Refusal> {
    let key = Key::folder(library, id);
    let existing = overlay.folder(library, id).await?;
    let is_new = existing.is_none();
    match (write.method, existing) {
        (Method::Put, existing) => {
            let mut fields = draft.fresh(KEPT_APART);
            let parent = draft.text("parent_folder_id").unwrap_or(ROOT);
            let parent = (id.as_str() != ROOT).then(|| parent.into());
            complete(&mut fields, id);
            let created = existing.map_or(now, |existing| existing.created);
            let folder = Folder { fields, parent, created, modified: now };
            overlay.put(key.clone(), Record::Folder(folder));
        }
        (Method::Patch, Some(existing)) => {
            let mut fields = draft.merged(existing.fields, KEPT_APART);
            complete(&mut fields, id);
            let parent = draft.text("parent_folder_id").map(FolderId::from).or(existing.parent);
            let folder = Folder { fields, parent, created: existing.created, modified: now };
            let new = draft.text("id").map_or_else(|| id.clone(), FolderId::from);
            let key = Key::folder(library, &new);
            overlay.put(key.clone(), Record::Folder(folder));
            if &new != id {
                rename(overlay, library, (id, &new), now).await?;
            }
            return Ok(Target { key, is_new });
        }
        (_, None) => return Err(faults::folder_not_found(library, id)),
        (_, Some(_)) => remove(overlay, library, id, now).await?,
    }
    Ok(Target { key, is_new })
}

/// A folder is always online or offline: offline unless it says otherwise, but for the root.
fn complete(fields: &mut Map<String, Value>, id: &FolderId) {
    fields.entry("online").or_insert_with(|| (id.as_str() == ROOT).into());
}

/// The whole subtree goes with its assignments; the assets stay.
async fn remove(
    overlay: &mut Overlay,
    library: &LibraryId,
    id: &FolderId,
    now: Timestamp,
) -> Result<(), Refusal> {
    let mut level = vec![id.clone()];
    while !level.is_empty() {
        let ranges = |folder: &FolderId| {
            [Range::folders_in(library, folder), Range::assets_in(library, folder)]
        };
        overlay.fetch([], level.iter().flat_map(ranges)).await?;
        let mut below = Vec::new();
        for folder in level {
            below.extend(overlay.folders_in(library, &folder).await?);
            let assets = overlay.assets_in(library, &folder).await?;
            overlay.fetch(assets.iter().map(|asset| Key::asset(library, asset)), []).await?;
            for asset in assets {
                reclassify(overlay, (library, &asset, &folder), None, now).await?;
                overlay.remove(Key::assignment(library, &asset, &folder));
            }
            overlay.remove(Key::folder(library, &folder));
        }
        level = below;
    }
    Ok(())
}

/// Sub folders and assignments follow.
async fn rename(
    overlay: &mut Overlay,
    library: &LibraryId,
    (old, new): (&FolderId, &FolderId),
    now: Timestamp,
) -> Result<(), Refusal> {
    let ranges = [Range::folders_in(library, old), Range::assets_in(library, old)];
    overlay.fetch([], ranges).await?;
    let folders = overlay.folders_in(library, old).await?;
    let assets = overlay.assets_in(library, old).await?;
    let assigned =
        |asset: &AssetId| [Key::assignment(library, asset, old), Key::asset(library, asset)];
    let keys = folders.iter().map(|id| Key::folder(library, id));
    overlay.fetch(keys.chain(assets.iter().flat_map(assigned)), []).await?;
    for id in folders {
        if let Some(mut folder) = overlay.folder(library, &id).await? {
            folder.parent = Some(new.clone());
            folder.modified = now;
            overlay.put(Key::folder(library, &id), Record::Folder(folder));
        }
    }
    for asset in assets {
        if let Some(assignment) = overlay.assignment(library, &asset, old).await? {
            let key = Key::assignment(library, &asset, new);
            overlay.put(key, Record::Assignment(assignment));
        }
        reclassify(overlay, (library, &asset, old), Some(new), now).await?;
        overlay.remove(Key::assignment(library, &asset, old));
    }
    overlay.remove(Key::folder(library, old));
    Ok(())
}

/// An asset whose default assignment is that folder's names another one, or none.
async fn reclassify(
    overlay: &mut Overlay,
    (library, asset, folder): (&LibraryId, &AssetId, &FolderId),
    to: Option<&FolderId>,
    now: Timestamp,
) -> Result<(), Refusal> {
    if let Some(mut record) = overlay.asset(library, asset).await?
        && record.classification.as_ref() == Some(folder)
    {
        record.classification = to.cloned();
        record.modified = now;
        overlay.put(Key::asset(library, asset), Record::Asset(record));
    }
    Ok(())
}
