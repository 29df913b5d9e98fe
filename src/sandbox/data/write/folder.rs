//! Writes of content folders (section 4.3; "beyond the specification", 2.4).

use super::{Target, Write};
use crate::sandbox::{
    data::{Draft, Method, faults, fields::Kind},
    refusal::Refusal,
    store::{Folder, Key, Overlay, ROOT, Range, Record, Timestamp},
};
use serde_json::{Map, Value};

/// Fields that rows keep beside the others.
const KEPT_APART: &[&str] = &["id", "parent_folder_id"];

/// The checks from "404" on, in their order.
pub fn prepare(
    write: &Write<'_>,
    overlay: &mut Overlay,
    library: &str,
    id: &str,
) -> Result<Target, Refusal> {
    let key = Key::folder(library, id);
    let revision = overlay.revision(&key)?;
    // What exists is in a library that does.
    if revision.is_none() && !overlay.has_library(library)? {
        return Err(faults::library_not_found(library));
    }
    if revision.is_none() && write.method != Method::Put {
        return Err(faults::folder_not_found(library, id));
    }
    if write.method == Method::Patch {
        write.conditions.require_if_match()?;
    }
    write.check_conditions(&key, revision)?;
    check_draft(write, overlay, [library, id], &write.draft)?;
    Ok(Target { key, is_new: revision.is_none() })
}

/// The new ID is free; the parent exists and is no folder below.
pub fn check_draft(
    write: &Write<'_>,
    overlay: &mut Overlay,
    [library, id]: [&str; 2],
    draft: &Draft,
) -> Result<(), Refusal> {
    if write.method == Method::Delete {
        return Ok(());
    }
    check_id(write, overlay, [library, id], draft)?;
    let is_cleared = draft.clears("parent_folder_id") && write.method == Method::Patch;
    let Some(parent) = draft.text("parent_folder_id") else {
        return if is_cleared { Err(wrong("parent_folder_id")) } else { Ok(()) };
    };
    if overlay.folder(library, parent)?.is_none() {
        return Err(match write.method {
            Method::Put => faults::parent_folder_not_found(library, parent),
            _ => faults::folder_not_found(library, parent),
        });
    }
    let is_below = is_at_or_below(overlay, library, parent, id)?;
    if is_below || id == ROOT { Err(wrong("parent_folder_id")) } else { Ok(()) }
}

fn check_id(
    write: &Write<'_>,
    overlay: &mut Overlay,
    [library, id]: [&str; 2],
    draft: &Draft,
) -> Result<(), Refusal> {
    match draft.text("id").filter(|new| *new != id) {
        Some(other) if write.method == Method::Put => Err(faults::id_conflict(other, id)),
        Some(_) if id == ROOT => Err(wrong("id")),
        Some(new) if overlay.folder(library, new)?.is_some() => Err(faults::folder_id_in_use(new)),
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

/// Every folder on the way is read, so that a move of any of them meanwhile is noticed.
fn is_at_or_below(
    overlay: &mut Overlay,
    library: &str,
    folder: &str,
    ancestor: &str,
) -> Result<bool, Refusal> {
    let mut at = Some(folder.to_owned());
    while let Some(id) = at {
        if id == ancestor {
            return Ok(true);
        }
        at = overlay.folder(library, &id)?.and_then(|folder| folder.parent);
    }
    Ok(false)
}

/// Writes to the overlay.
pub fn apply(
    write: &Write<'_>,
    overlay: &mut Overlay,
    [library, id]: [&str; 2],
    draft: &Draft,
    now: Timestamp,
) -> Result<Target, Refusal> {
    let key = Key::folder(library, id);
    let existing = overlay.folder(library, id)?;
    let is_new = existing.is_none();
    match (write.method, existing) {
        (Method::Put, existing) => {
            let mut fields = draft.fresh(KEPT_APART);
            let parent =
                (id != ROOT).then(|| draft.text("parent_folder_id").unwrap_or(ROOT).to_owned());
            complete(&mut fields, id);
            let created = existing.map_or(now, |existing| existing.created);
            let folder = Folder { fields, parent, created, modified: now };
            overlay.put(key.clone(), Record::Folder(folder));
        }
        (Method::Patch, Some(existing)) => {
            let mut fields = draft.merged(existing.fields, KEPT_APART);
            complete(&mut fields, id);
            let parent = draft.text("parent_folder_id").map(str::to_owned).or(existing.parent);
            let folder = Folder { fields, parent, created: existing.created, modified: now };
            let new = draft.text("id").unwrap_or(id);
            let key = Key::folder(library, new);
            overlay.put(key.clone(), Record::Folder(folder));
            if new != id {
                rename(overlay, library, [id, new], now)?;
            }
            return Ok(Target { key, is_new });
        }
        (_, None) => return Err(faults::folder_not_found(library, id)),
        (_, Some(_)) => remove(overlay, library, id, now)?,
    }
    Ok(Target { key, is_new })
}

/// A folder is always online or offline: offline unless it says otherwise, but for the root.
fn complete(fields: &mut Map<String, Value>, id: &str) {
    fields.entry("online").or_insert_with(|| (id == ROOT).into());
}

/// The whole subtree goes with its assignments; the assets stay.
fn remove(overlay: &mut Overlay, library: &str, id: &str, now: Timestamp) -> Result<(), Refusal> {
    let mut folders = vec![id.to_owned()];
    while let Some(folder) = folders.pop() {
        folders.extend(overlay.ids(&Range::folders_in(library, &folder))?);
        for asset in overlay.ids(&Range::assets_in(library, &folder))? {
            reclassify(overlay, [library, &asset, &folder], None, now)?;
            overlay.remove(Key::assignment(library, &asset, &folder));
        }
        overlay.remove(Key::folder(library, &folder));
    }
    Ok(())
}

/// Sub folders and assignments follow.
fn rename(
    overlay: &mut Overlay,
    library: &str,
    [old, new]: [&str; 2],
    now: Timestamp,
) -> Result<(), Refusal> {
    for id in overlay.ids(&Range::folders_in(library, old))? {
        if let Some(mut folder) = overlay.folder(library, &id)? {
            folder.parent = Some(new.to_owned());
            folder.modified = now;
            overlay.put(Key::folder(library, &id), Record::Folder(folder));
        }
    }
    for asset in overlay.ids(&Range::assets_in(library, old))? {
        if let Some(assignment) = overlay.assignment(library, &asset, old)? {
            let key = Key::assignment(library, &asset, new);
            overlay.put(key, Record::Assignment(assignment));
        }
        reclassify(overlay, [library, &asset, old], Some(new), now)?;
        overlay.remove(Key::assignment(library, &asset, old));
    }
    overlay.remove(Key::folder(library, old));
    Ok(())
}

/// An asset whose default assignment is that folder's names another one, or none.
fn reclassify(
    overlay: &mut Overlay,
    [library, asset, folder]: [&str; 3],
    to: Option<&str>,
    now: Timestamp,
) -> Result<(), Refusal> {
    if let Some(mut record) = overlay.asset(library, asset)?
        && record.classification.as_deref() == Some(folder)
    {
        record.classification = to.map(str::to_owned);
        record.modified = now;
        overlay.put(Key::asset(library, asset), Record::Asset(record));
    }
    Ok(())
}
