//! Writes of folder assignments (section 4.3; "beyond the specification", 2.4).

use super::{Target, Write};
use crate::{
    api::ids::{AssetId, FolderId, LibraryId},
    sandbox::{
        data::{Draft, Method, faults},
        refusal::Refusal,
        store::{Assignment, Key, Overlay, Record, Timestamp},
    },
};
use serde_json::{Number, Value};

/// Library, asset and folder of an assignment.
pub(crate) type Names<'a> = (&'a LibraryId, &'a AssetId, &'a FolderId);

/// The checks from "404" on, in their order.
pub(crate) async fn prepare(
    write: &Write<'_>,
    overlay: &mut Overlay,
    (library, asset, folder): Names<'_>,
) -> Result<Target, Refusal> {
    let key = Key::assignment(library, asset, folder);
    let keys = [key.clone(), Key::asset(library, asset), Key::folder(library, folder)];
    overlay.fetch(keys, []).await?;
    let is_asset = overlay.asset(library, asset).await?.is_some();
    // What exists is in a library that does.
    if !is_asset && !overlay.has_library(library).await? {
        return Err(faults::library_not_found(library));
    }
    if !is_asset {
        return Err(faults::content_not_found(library, asset));
    }
    if overlay.folder(library, folder).await?.is_none() {
        return Err(match write.method {
            Method::Patch => faults::folder_not_found(library, folder),
            _ => faults::parent_folder_not_found(library, folder),
        });
    }
    let revision = overlay.revision(&key).await?;
    if revision.is_none() && write.method != Method::Put {
        return Err(faults::assignment_not_found(library, asset, folder));
    }
    write.check_conditions(&key, revision)?;
    Ok(Target { key, is_new: revision.is_none() })
}

/// The document may repeat the IDs of the address, but not name others.
pub(crate) fn check_ids(draft: &Draft, asset: &AssetId, folder: &FolderId) -> Result<(), Refusal> {
    for (field, url) in [("content_id", asset.as_str()), ("folder_id", folder.as_str())] {
        if let Some(other) = draft.text(field).filter(|id| *id != url) {
            return Err(faults::id_conflict(other, url));
        }
    }
    Ok(())
}

/// Writes to the overlay: the assignment, the asset whose default it is, and the former default.
pub(crate) async fn apply(
    write: &Write<'_>,
    overlay: &mut Overlay,
    names: Names<'_>,
    draft: &Draft,
    now: Timestamp,
) -> Result<Target, Refusal> {
    let (library, asset, folder) = names;
    let key = Key::assignment(library, asset, folder);
    let existing = overlay.assignment(library, asset, folder).await?;
    let is_new = existing.is_none();
    let assignment = match (write.method, existing) {
        (Method::Put, _) => Some(changed(draft, Assignment { is_default: false, position: None })),
        (Method::Patch, Some(existing)) => Some(changed(draft, existing)),
        (_, None) => return Err(faults::assignment_not_found(library, asset, folder)),
        (_, Some(_)) => None,
    };
    let is_default = assignment.as_ref().is_some_and(|assignment| assignment.is_default);
    set_default(overlay, names, is_default.then_some(folder), now).await?;
    match assignment {
        Some(assignment) => overlay.put(key.clone(), Record::Assignment(assignment)),
        None => overlay.remove(key.clone()),
    }
    Ok(Target { key, is_new })
}

fn changed(draft: &Draft, mut assignment: Assignment) -> Assignment {
    if let Some(value) = draft.fields.get("default") {
        assignment.is_default = value == &Value::Bool(true);
    }
    if let Some(value) = draft.fields.get("position") {
        assignment.position = match value {
            Value::Number(position) => Some(plain(position)),
            _ => None,
        };
    }
    assignment
}

/// -0 is 0: both would have their own place in an order.
fn plain(position: &Number) -> Number {
    if position.as_f64() == Some(0.0) { Number::from(0) } else { position.clone() }
}

/// Makes `default` the asset's classification, or takes it from this folder. The asset gets a new
/// state if that changes anything; the folder that was the default stays assigned.
async fn set_default(
    overlay: &mut Overlay,
    (library, asset, folder): Names<'_>,
    default: Option<&FolderId>,
    now: Timestamp,
) -> Result<(), Refusal> {
    let Some(mut record) = overlay.asset(library, asset).await? else { return Ok(()) };
    let former = record.classification.clone();
    let is_affected = default.is_some() || former.as_ref() == Some(folder);
    if !is_affected || former.as_ref() == default {
        return Ok(());
    }
    if let Some(former) = former.filter(|former| former != folder)
        && let Some(assignment) = overlay.assignment(library, asset, &former).await?
    {
        let cleared = Assignment { is_default: false, ..assignment };
        overlay.put(Key::assignment(library, asset, &former), Record::Assignment(cleared));
    }
    record.classification = default.cloned();
    record.modified = now;
    overlay.put(Key::asset(library, asset), Record::Asset(record));
    Ok(())
}
