//! The platform's own steps that write and read site archives, ZIP files below `IMPEX/src/instance`: `SiteExport` and
//! `ImportSiteArchive`.
//!
//! An archive has the files that single exports write, each where site archives have it ([`units`]), and each is imported
//! as by the step for its kind. What is read at the start of a sandbox alone (types, images, …) is told and left.
//!
//! [`units`]: super::units

use super::{
    ending::{Stopped, Works, status},
    exports::target,
    files::below,
    importing::{self, Site},
    imports::{self, ImportStep, Order},
    units::{self, Part},
};
use crate::files::remove_folder;
use crate::sandbox::{
    store::Timestamp,
    storefront::{Declared, Place, Placed, StepStatus, Storefront, all_declared},
    zipped,
};
use rand::distr::{Alphanumeric, SampleString};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};
use tokio_util::sync::CancellationToken;
use zip::{ZipWriter, write::SimpleFileOptions};

/// The types.
pub(super) const EXPORT: &str = "SiteExport";
pub(super) const IMPORT: &str = "ImportSiteArchive";

const EXPORT_PARAMETERS: &str = r#"[
    {"@name": "DataUnits"},
    {"@name": "ExportFile", "@required": false},
    {"@name": "FileNamePrefix", "@required": false},
    {"@name": "OverwriteExportFile", "@type": "boolean", "default-value": true},
    {"@name": "SaveOnRealm", "@type": "boolean", "default-value": false}
]"#;
const IMPORT_PARAMETERS: &str = r#"[
    {"@name": "ImportFile"},
    {"@name": "ImportFromRealm", "@type": "boolean", "default-value": false},
    {"@name": "ImportMode", "default-value": "merge", "enum-values": {"value": ["merge"]}}
]"#;

/// Where archives lie.
const OWN: &str = "IMPEX/src/instance";
/// Where those lie that all instances of a realm share.
const REALM: &str = "REALMDATA";
const ENDING: &str = ".zip";

/// Bytes of all files of an archive, unpacked.
const MOST_BYTES: u64 = 512 << 20;
/// Files in an archive.
const MOST_ENTRIES: usize = 200_000;
/// Bytes that are packed at once.
const PIECE: usize = 1 << 20;
/// What files of archives are imported as.
static FILES: ImportStep = imports::of_archives(IMPORT);

/// The types.
pub(super) const TYPES: [&str; 2] = [EXPORT, IMPORT];

/// What such a step may be called with.
pub(super) fn parameters(type_id: &str) -> &'static [Declared] {
    static WRITE: LazyLock<Vec<Declared>> = LazyLock::new(|| all_declared(EXPORT_PARAMETERS));
    static READ: LazyLock<Vec<Declared>> = LazyLock::new(|| all_declared(IMPORT_PARAMETERS));
    if type_id == EXPORT { &WRITE } else { &READ }
}

/// Where they run.
pub(super) const PLACE: Place = Place::Organization;

type Values = BTreeMap<String, String>;

/// The folder that is meant by a parameter.
fn root(values: &Values, parameter: &str) -> &'static str {
    if values.get(parameter).is_some_and(|it| it == "true") { REALM } else { OWN }
}

/// Writes an archive, unless it is stopped before; what is wanted and isn't there goes to `say`. Blocks.
pub(super) fn export(
    values: &Values,
    sites: &[Arc<Storefront>],
    (now, ending): (Timestamp, &CancellationToken),
    say: &dyn Fn(&str, String),
) -> Result<StepStatus, Stopped> {
    let done = exported(values, sites, (now, ending), say);
    status(done.map(|(path, count)| format!("/{path} is written, files: {count}")), ending)
}

fn exported(
    values: &Values,
    sites: &[Arc<Storefront>],
    (now, ending): (Timestamp, &CancellationToken),
    say: &dyn Fn(&str, String),
) -> Result<(String, usize), String> {
    let own = &sites[0];
    let path = target((root(values, "SaveOnRealm"), ENDING), values, own, (false, now))?;
    let units = values.get("DataUnits").map_or("", String::as_str);
    let parts = units::parts(units, (sites, ending), say)?;
    let place = own.place(&path).map_err(|error| error.to_string())?;
    place.check_space().map_err(|error| error.to_string())?;
    let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(ENDING).to_owned();
    let write = || -> io::Result<()> {
        place.parent().map_or(Ok(()), fs::create_dir_all)?;
        // It is there when it is whole.
        let mut file = tempfile::tempfile()?;
        let mut archive = ZipWriter::new(&mut file);
        for Part { path, content } in &parts {
            archive.start_file(format!("{name}/{path}"), SimpleFileOptions::default())?;
            for piece in content.as_bytes().chunks(PIECE) {
                check(ending)?;
                archive.write_all(piece)?;
            }
        }
        archive.finish()?;
        check(ending)?;
        file.rewind()?;
        io::copy(&mut file, &mut File::create(&place)?).map(drop)
    };
    write().map_err(|error| format!("/{path} can't be written: {}", error.kind()))?;
    Ok((path, parts.len()))
}

/// An error once the job was stopped.
fn check(ending: &CancellationToken) -> io::Result<()> {
    if ending.is_cancelled() { Err(io::Error::other(Stopped)) } else { Ok(()) }
}

/// A file of an archive that was unpacked.
struct Unpacked {
    /// Where it lies, as a file of the instance.
    path: String,
    /// As it stands in the archive.
    name: String,
    site: Option<String>,
}

/// The files of an archive, in a folder that goes with this.
struct Unpacking {
    folder: Placed,
    files: Vec<Unpacked>,
}

impl Unpacking {
    /// The folder goes, for which nobody needs to wait.
    fn remove(self, works: &Works) -> impl Future<Output = ()> + use<> {
        let removing = works.begin(move || drop(self));
        async move { drop(removing.await) }
    }
}

impl Drop for Unpacking {
    fn drop(&mut self) {
        // It goes with all files in the end.
        let _removed = remove_folder(&self.folder);
    }
}

/// Imports an archive; what there is to say of its files goes to `say`, with its level.
pub(super) async fn import(
    values: &Values,
    site: Site<'_>,
    say: impl Fn(&str, String),
) -> Result<StepStatus, Stopped> {
    let name = values.get("ImportFile").map(|it| it.trim()).unwrap_or_default();
    let file = below(root(values, "ImportFromRealm"), name);
    let folder = format!("TEMP/{}", Alphanumeric.sample_string(&mut rand::rng(), 16));
    let (storefront, from) = (Arc::clone(site.storefront), file.clone());
    let ending = site.ending.clone();
    let work = move || unpacked(&storefront, (&from, &folder), &ending);
    let unpacking = match site.works.unless_stopped(&site.ending, work).await? {
        Ok(unpacking) => unpacking,
        Err(why) => return Ok(ended("ERROR", format!("/{file} {why}"))),
    };
    let imported = import_all(&unpacking.files, &site, say).await;
    let removing = unpacking.remove(&site.works);
    if imported.is_ok() {
        removing.await;
    }
    imported
}

/// Imports the files of an archive in their order.
async fn import_all(
    files: &[Unpacked],
    site: &Site<'_>,
    say: impl Fn(&str, String),
) -> Result<StepStatus, Stopped> {
    let (mut done, mut failed, mut named) = (0, None, Vec::new());
    let order = Arc::new(Order::of_archive(&FILES));
    for Unpacked { path, name, site: own } in files {
        let found = own.as_ref().and_then(|id| site.all.iter().find(|it| it.site() == *id));
        if let (Some(id), None) = (own, found) {
            say("warn", format!("{name}: left out: nobody serves the site {id}"));
            continue;
        }
        let at = Site {
            storefront: found.unwrap_or(site.storefront),
            all: site.all,
            content: site.content,
            alone: own.is_some(),
            day: String::new(),
            ending: site.ending.clone(),
            works: site.works.clone(),
        };
        match importing::import_as(&order, &at, path.clone(), name, &say).await? {
            Ok(all) => {
                done += 1;
                named.push((PathBuf::from(name), all));
            }
            Err(why) => failed = failed.or(Some(why)),
        }
    }
    // Names may be of what a later file has.
    if let Err(error) = importing::judge(named, site, &say).await? {
        failed = failed.or(Some(error.to_string()));
    }
    Ok(match failed {
        None => ended("OK", format!("files imported: {done}")),
        Some(first) => ended("ERROR", first),
    })
}

/// The files of an archive that steps import, in a folder, in the order of their names; what else is in it is left. Blocks.
fn unpacked(
    storefront: &Storefront,
    (file, folder): (&str, &str),
    ending: &CancellationToken,
) -> Result<Unpacking, String> {
    let place = |path: &str| storefront.place(path).map_err(|error| error.to_string());
    let input =
        File::open(place(file)?).map_err(|error| format!("can't be read: {}", error.kind()))?;
    let mut archive = zipped::archive(input, MOST_ENTRIES).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => format!("holds more than {MOST_ENTRIES} files"),
        _ => "is no ZIP file, or one that broke off".to_owned(),
    })?;
    let target = place(folder)?;
    target.check_space().map_err(|error| format!("can't be unpacked: {error}"))?;
    let mut unpacking = Unpacking { folder: target, files: Vec::new() };
    let mut left = MOST_BYTES;
    for index in 0..archive.len() {
        let mut entry =
            archive.by_index(index).map_err(|error| format!("can't be read: {error}"))?;
        let name = entry.name().map_err(|error| format!("can't be read: {error}"))?.into_owned();
        let is_static = name.split('/').any(|part| part == "static" || part == "__MACOSX");
        let is_xml = Path::new(&name).extension().is_some_and(|it| it == "xml");
        if !entry.is_file() || is_static || !is_xml {
            continue;
        }
        let path = format!("{folder}/{index}.xml");
        let to = place(&path)?;
        let mut copy = || -> io::Result<u64> {
            to.parent().map_or(Ok(()), fs::create_dir_all)?;
            let pieces = Until { input: &mut entry, ending };
            io::copy(&mut pieces.take(left + 1), &mut File::create(&to)?)
        };
        let length = copy().map_err(|error| format!("can't be unpacked: {}", error.kind()))?;
        left = left
            .checked_sub(length)
            .ok_or_else(|| format!("holds more than {} MiB", MOST_BYTES >> 20))?;
        let site = site_of(&name);
        unpacking.files.push(Unpacked { path, name, site });
    }
    unpacking.files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(unpacking)
}

/// Gives no more pieces once the job was stopped.
struct Until<'a, R> {
    input: R,
    ending: &'a CancellationToken,
}

impl<R: Read> Read for Until<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        check(self.ending)?;
        self.input.read(into)
    }
}

/// The site whose folder a file is in.
fn site_of(name: &str) -> Option<String> {
    let mut parts = name.split('/').skip_while(|part| *part != "sites").skip(1);
    let (site, file) = (parts.next()?, parts.next());
    file.map(|_| site.to_owned())
}

fn ended(code: &str, message: String) -> StepStatus {
    StepStatus { error: code == "ERROR", code: code.to_owned(), message: Some(message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_sites() {
        for (name, expected) in [
            ("a/sites/S/coupons.xml", Some("S")),
            ("sites/S/x/y.xml", Some("S")),
            ("catalogs/c/catalog.xml", None),
            ("sites/a.xml", None),
        ] {
            assert_eq!(site_of(name).as_deref(), expected, "{name}");
        }
    }
}
