//! Writes of content assets (section 4.3).

use super::{Target, Write};
use crate::{
    api::ids::{AssetId, FolderId, LibraryId},
    sandbox::{
        data::{Draft, Method, faults},
        refusal::Refusal,
        store::{Asset, Key, Overlay, Record, Timestamp},
    },
};

/// The checks from "404" on, in their order.
pub(super) async fn prepare(
    write: &Write<'_>,
    overlay: &mut Overlay,
    library: &LibraryId,
    id: &AssetId,
) -> Result<Target, Refusal> {
    let key = Key::asset(library, id);
    overlay.fetch([key.clone(), Key::lock(library, id)], []).await?;
    let revision = overlay.revision(&key).await?;
    // What exists is in a library that does.
    if revision.is_none() && !overlay.has_library(library).await? {
        return Err(faults::library_not_found(library));
    }
    if revision.is_none() && write.method != Method::Put {
        return Err(faults::content_not_found(library, id));
    }
    if write.method == Method::Patch {
        write.conditions.require_if_match()?;
    }
    check_lock(write, overlay, library, id).await?;
    write.check_conditions(&key, revision)?;
    check_draft(write, overlay, (library, id), &write.draft).await?;
    Ok(Target { key, is_new: revision.is_none() })
}

/// A lock keeps everybody out but the user who holds it (section 4.2).
pub(super) async fn check_lock(
    write: &Write<'_>,
    overlay: &mut Overlay,
    library: &LibraryId,
    id: &AssetId,
) -> Result<(), Refusal> {
    match overlay.lock(library, id).await? {
        Some(lock) if write.user != Some(lock.user.as_str()) => Err(faults::resource_locked(id)),
        _ => Ok(()),
    }
}

/// PUT may not name another ID; PATCH renames to it, if it is free.
pub(super) async fn check_draft(
    write: &Write<'_>,
    overlay: &mut Overlay,
    (library, id): (&LibraryId, &AssetId),
    draft: &Draft,
) -> Result<(), Refusal> {
    match draft.text("id").map(AssetId::from).filter(|new| new != id) {
        Some(other) if write.method == Method::Put => {
            Err(faults::id_conflict(other.as_str(), id.as_str()))
        }
        Some(new)
            if write.method == Method::Patch && overlay.asset(library, &new).await?.is_some() =>
        {
            Err(faults::content_id_in_use(&new))
        }
        _ => Ok(()),
    }
}

/// Writes to the overlay.
pub(super) async fn apply(
    write: &Write<'_>,
    overlay: &mut Overlay,
    (library, id): (&LibraryId, &AssetId),
    draft: &Draft,
    now: Timestamp,
) -> Result<Target, Refusal> {
    let key = Key::asset(library, id);
    let existing = overlay.asset(library, id).await?;
    let is_new = existing.is_none();
    match (write.method, existing) {
        (Method::Put, existing) => {
            let fields = draft.fresh(&["id"]);
            let (created, classification) = match existing {
                Some(existing) => (existing.created, existing.classification),
                None => (now, None),
            };
            let asset = Asset { fields, classification, created, modified: now };
            overlay.put(key.clone(), Record::Asset(asset));
        }
        (Method::Patch, Some(existing)) => {
            let fields = draft.merged(existing.fields, &["id"]);
            let new = draft.text("id").map_or_else(|| id.clone(), AssetId::from);
            if &new != id {
                rename(overlay, library, (id, &new)).await?;
            }
            let key = Key::asset(library, &new);
            let asset = Asset { fields, modified: now, ..existing };
            overlay.put(key.clone(), Record::Asset(asset));
            return Ok(Target { key, is_new });
        }
        (_, None) => return Err(faults::content_not_found(library, id)),
        (_, Some(_)) => remove(overlay, library, id).await?,
    }
    Ok(Target { key, is_new })
}

/// Assignments and lock go with it.
async fn remove(overlay: &mut Overlay, library: &LibraryId, id: &AssetId) -> Result<(), Refusal> {
    for folder in overlay.folders_of(library, id).await? {
        overlay.remove(Key::assignment(library, id, &folder));
    }
    overlay.remove(Key::lock(library, id));
    overlay.remove(Key::asset(library, id));
    Ok(())
}

/// Assignments and lock follow. The asset itself is written by the caller.
async fn rename(
    overlay: &mut Overlay,
    library: &LibraryId,
    (old, new): (&AssetId, &AssetId),
) -> Result<(), Refusal> {
    let folders = overlay.folders_of(library, old).await?;
    let key = |folder: &FolderId| Key::assignment(library, old, folder);
    overlay.fetch(folders.iter().map(key), []).await?;
    for folder in folders {
        if let Some(assignment) = overlay.assignment(library, old, &folder).await? {
            let record = Record::Assignment(assignment);
            overlay.put(Key::assignment(library, new, &folder), record);
        }
    }
    if let Some(lock) = overlay.lock(library, old).await? {
        overlay.put(Key::lock(library, new), Record::Lock(lock));
    }
    remove(overlay, library, old).await
}
