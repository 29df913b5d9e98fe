//! What a folder holds, as `WebDAV` tells it.

use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::{fmt::Write as _, fs, io, path::Path, time::SystemTime};

/// The folders of the instance, as clients write them.
pub(super) const ROOTS: [&str; 7] =
    ["Impex", "Temp", "Catalogs", "Libraries", "Static", "Dynamic", "Realmdata"];

/// What stands in addresses as something else.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// A file or a folder.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) is_folder: bool,
    size: u64,
    changed: SystemTime,
}

impl Entry {
    /// As people read it: a folder has a slash behind its name.
    pub(super) fn line(&self) -> String {
        let Self { name, is_folder, .. } = self;
        if *is_folder { format!("{name}/") } else { name.clone() }
    }
}

/// What is at a place; nothing if nothing is.
pub(super) fn entry(place: &Path) -> Option<Entry> {
    let facts = fs::symlink_metadata(place).ok().filter(|facts| !facts.is_symlink())?;
    let name = place.file_name()?.to_string_lossy().into_owned();
    let changed = facts.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    Some(Entry { name, is_folder: facts.is_dir(), size: facts.len(), changed })
}

/// What a folder holds, by name.
pub(super) fn below(place: &Path) -> io::Result<Vec<Entry>> {
    let mut found = Vec::new();
    for file in fs::read_dir(place)? {
        found.extend(entry(&file?.path()));
    }
    found.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(found)
}

/// The answer to PROPFIND: what is at an address, and below it.
pub(super) fn document(address: &str, own: &Entry, below: &[Entry]) -> String {
    let address = percent_decode_str(address).decode_utf8_lossy();
    let address = address.trim_end_matches('/');
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<D:multistatus xmlns:D=\"DAV:\">\n".to_owned();
    add(&mut text, address, own);
    for entry in below {
        add(&mut text, &format!("{address}/{}", entry.name), entry);
    }
    text + "</D:multistatus>\n"
}

fn add(text: &mut String, address: &str, entry: &Entry) {
    let Entry { name, is_folder, size, changed } = entry;
    let slash = if *is_folder { "/" } else { "" };
    let address = utf8_percent_encode(address, ENCODED);
    let kind = if *is_folder {
        "<D:resourcetype><D:collection/></D:resourcetype>".to_owned()
    } else {
        format!("<D:resourcetype/><D:getcontentlength>{size}</D:getcontentlength>")
    };
    let created = Timestamp::try_from(*changed).unwrap_or_default().strftime("%Y-%m-%dT%H:%M:%SZ");
    let modified = httpdate::fmt_http_date(*changed);
    let name = name.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        text,
        "<D:response><D:href>{address}{slash}</D:href><D:propstat><D:prop><D:displayname>{name}</D:displayname>{kind}\
         <D:creationdate>{created}</D:creationdate><D:getlastmodified>{modified}</D:getlastmodified></D:prop>\
         <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    );
}
