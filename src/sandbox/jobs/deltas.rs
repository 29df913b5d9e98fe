//! The platform's own step that exports which products of catalogues have changed since the last time, for those who read
//! it: a numbered ZIP file each, below `IMPEX/src/platform/outbox`.

use super::{
    ending::{Stopped, status},
    files::below,
};
use crate::sandbox::{
    store::Timestamp,
    storefront::{Declared, StepStatus, Storefront, all_declared},
};
use rand::distr::{Alphanumeric, SampleString};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write},
    path::Path,
    sync::LazyLock,
};
use tokio_util::sync::CancellationToken;
use zip::{ZipWriter, write::SimpleFileOptions};

/// Its type.
pub(super) const TYPE: &str = "CatalogDeltaExport";

const PARAMETERS: &str = r#"[
    {"@name": "CatalogIDs"},
    {"@name": "Consumers"},
    {"@name": "ExportFile"},
    {"@name": "MasterProductExport", "@type": "boolean", "default-value": false}
]"#;

const OUTBOX: &str = "IMPEX/src/platform/outbox";

/// What it may be called with.
pub(super) fn parameters() -> &'static [Declared] {
    static ALL: LazyLock<Vec<Declared>> = LazyLock::new(|| all_declared(PARAMETERS));
    &ALL
}

/// Does what it is to do, unless it is stopped before; what a consumer has by then he keeps. Blocks.
pub(super) fn run(
    values: &BTreeMap<String, String>,
    storefront: &Storefront,
    (now, ending): (Timestamp, &CancellationToken),
) -> Result<StepStatus, Stopped> {
    status(exported(values, storefront, (now, ending)), ending)
}

fn exported(
    values: &BTreeMap<String, String>,
    storefront: &Storefront,
    (now, ending): (Timestamp, &CancellationToken),
) -> Result<String, String> {
    let text = |name: &str| values.get(name).map(|it| it.trim()).unwrap_or_default();
    let list = |name: &str| -> Result<Vec<String>, String> {
        let all = text(name).split(',').map(str::trim).filter(|it| !it.is_empty());
        let all: Vec<_> = all.map(str::to_owned).collect();
        if all.is_empty() { Err(format!("the parameter {name} is missing")) } else { Ok(all) }
    };
    let (catalogs, consumers) = (list("CatalogIDs")?, list("Consumers")?);
    let known = |id: &String| {
        ["catalog", "category", "product"].iter().any(|kind| storefront.has_scope(kind, id))
    };
    if let Some(id) = catalogs.iter().find(|id| !known(id)) {
        return Err(format!("there is no catalogue {id}"));
    }
    let name = match text("ExportFile") {
        "" => return Err("the parameter ExportFile is missing".to_owned()),
        name => name,
    };
    let with_masters = text("MasterProductExport") == "true";
    let mut told = Vec::new();
    for consumer in &consumers {
        if ending.is_cancelled() {
            return Err(Stopped.to_string());
        }
        let folder = below(OUTBOX, &format!("{consumer}/{name}"));
        let delta = storefront.delta(&folder, &catalogs, with_masters);
        if delta.files.is_empty() {
            told.push(format!("nothing has changed for {consumer}"));
            continue;
        }
        let path = format!("{folder}/{:06}.zip", delta.number);
        let place = storefront.place(&path).map_err(|error| error.to_string())?;
        packed(&place, &delta.files, now)
            .map_err(|error| format!("/{path} can't be written: {}", error.kind()))?;
        told.push(format!("/{path} is written, products: {}", delta.count));
        storefront.keep_delta(&folder, &delta);
    }
    Ok(told.join("; "))
}

/// An archive whose folder nobody has named.
fn packed(place: &Path, files: &[(String, String)], now: Timestamp) -> io::Result<()> {
    place.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut archive = ZipWriter::new(File::create(place)?);
    let folder = Alphanumeric.sample_string(&mut rand::rng(), 16);
    let version = ("version.txt".to_owned(), format!("{now}\n"));
    for (path, content) in files.iter().chain([&version]) {
        archive.start_file(format!("{folder}/{path}"), SimpleFileOptions::default())?;
        archive.write_all(content.as_bytes())?;
    }
    archive.finish().map(drop).map_err(io::Error::from)
}
