//! What a folder holds, as `WebDAV` tells it.

use crate::sandbox::seed::Xml;
use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::{fs, io, path::Path, time::SystemTime};

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
    let mut text = String::new();
    let space = [("xmlns:D".to_owned(), "DAV:".to_owned())];
    Xml::file(&mut text).element("D:multistatus", &space, |xml| {
        add(xml, address, own);
        for entry in below {
            add(xml, &format!("{address}/{}", entry.name), entry);
        }
    });
    text
}

fn add(xml: &mut Xml<'_>, address: &str, entry: &Entry) {
    let Entry { name, is_folder, size, changed } = entry;
    let slash = if *is_folder { "/" } else { "" };
    let address = utf8_percent_encode(address, ENCODED);
    let created = Timestamp::try_from(*changed).unwrap_or_default().strftime("%Y-%m-%dT%H:%M:%SZ");
    xml.element("D:response", &[], |xml| {
        xml.line("D:href", &[], &format!("{address}{slash}"));
        xml.element("D:propstat", &[], |xml| {
            xml.element("D:prop", &[], |xml| {
                xml.line("D:displayname", &[], name);
                if *is_folder {
                    xml.element("D:resourcetype", &[], |xml| xml.line("D:collection", &[], ""));
                } else {
                    xml.line("D:resourcetype", &[], "");
                    xml.line("D:getcontentlength", &[], &size.to_string());
                }
                xml.line("D:creationdate", &[], &created.to_string());
                xml.line("D:getlastmodified", &[], &httpdate::fmt_http_date(*changed));
            });
            xml.line("D:status", &[], "HTTP/1.1 200 OK");
        });
    });
}
