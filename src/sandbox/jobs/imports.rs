//! The platform's own steps that import files: which there are, and what one of them does with its files.
//!
//! The files lie below `IMPEX/src`. Each is imported as a whole or not at all; what becomes of it then, and how the step
//! ends, its parameters say.

use super::files::below;
use crate::sandbox::{
    shop::Mode,
    storefront::{Declared, Place, Storefront, all_declared},
};
use regex::Regex;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::Path,
    sync::LazyLock,
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// What most of these steps have in common.
const PARAMETERS: &str = r#"[
    {"@name": "WorkingFolder", "@required": false},
    {"@name": "FileNamePattern", "@required": false},
    {"@name": "NoFilesFoundHandling", "default-value": "NO_FILES_FOUND",
     "enum-values": {"value": ["OK", "ERROR", "WARN", "NO_FILES_FOUND"]}},
    {"@name": "ImportMode", "default-value": "Merge", "enum-values": {"value": ["Merge", "Delete", "Replace", "Update"]}},
    {"@name": "ImportFailedHandling", "default-value": "WARN", "enum-values": {"value": ["ERROR", "WARN"]}},
    {"@name": "AfterImportFileHandling", "default-value": "Archive", "enum-values": {"value": [
        "Keep", "Delete", "Archive", "Archive Zipped", "Archive In Subfolders", "Archive Overwrite Existing"]}},
    {"@name": "ArchiveFolder", "default-value": "archive"},
    {"@name": "InventoryListLockWaitSeconds", "@type": "long", "@required": false}
]"#;

/// A step that imports files.
#[derive(Debug)]
pub(super) struct ImportStep {
    /// Its type.
    pub(super) id: &'static str,
    /// Where it runs.
    pub(super) place: Place,
    /// The roots that its files may have.
    pub(super) roots: &'static [&'static str],
}

/// All of them, by their names.
const STEPS: [ImportStep; 17] = [
    of_organization("ImportCatalog", &["catalog"]),
    of_sites("ImportContent", &["library"]),
    of_sites("ImportContentSlots", &["slot-configurations"]),
    of_sites("ImportCoupons", &["coupons"]),
    ImportStep { id: "ImportCustomObjects", place: Place::Anywhere, roots: &["custom-objects"] },
    of_sites("ImportCustomerGroups", &["customer-groups"]),
    of_organization("ImportCustomerList", &["customer-list"]),
    of_organization("ImportCustomerLists", &["customer-list", "customer-lists"]),
    of_sites("ImportCustomers", &["customers"]),
    of_sites("ImportGiftCertificates", &["gift-certificates"]),
    of_organization("ImportInventoryLists", &["inventory"]),
    of_organization("ImportPriceBook", &["pricebooks"]),
    of_sites("ImportPromotions", &["promotions"]),
    of_sites("ImportShippingMethods", &["shipping"]),
    of_sites("ImportSourceCodeGroups", &["sourcecodes"]),
    of_sites("ImportStores", &["stores"]),
    of_sites("ImportTaxTable", &["tax"]),
];

const fn of_organization(id: &'static str, roots: &'static [&'static str]) -> ImportStep {
    ImportStep { id, place: Place::Organization, roots }
}

const fn of_sites(id: &'static str, roots: &'static [&'static str]) -> ImportStep {
    ImportStep { id, place: Place::Sites, roots }
}

/// What imports the files of archives, whatever steps of their own would.
pub(super) const fn of_archives(id: &'static str) -> ImportStep {
    ImportStep { id, place: Place::Organization, roots: &ROOTS }
}

/// The roots of all of them, and those that archives alone have.
const ROOTS: [&str; 33] = [
    "ab-tests",
    "cache-settings",
    "catalog",
    "coupons",
    "custom-objects",
    "customer-groups",
    "customer-list",
    "customer-lists",
    "customers",
    "geolocations",
    "gift-certificates",
    "inventory",
    "jobs",
    "library",
    "locales",
    "oauth-providers",
    "page-meta-tags",
    "payment-processors",
    "payment-settings",
    "preferences",
    "pricebooks",
    "promotions",
    "redirect-urls",
    "search",
    "services",
    "shipping",
    "site",
    "slot-configurations",
    "sort",
    "sourcecodes",
    "stores",
    "tax",
    "url-rules",
];

/// The step of a type.
pub(super) fn find(type_id: &str) -> Option<&'static ImportStep> {
    STEPS.iter().find(|step| step.id == type_id)
}

/// The types, by name.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.id)
}

/// What such a step may be called with.
pub(super) fn parameters() -> &'static [Declared] {
    static ALL: LazyLock<Vec<Declared>> = LazyLock::new(|| all_declared(PARAMETERS));
    &ALL
}

/// What becomes of a file that was imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Keep,
    Delete,
    Archive,
    Zip,
    ByDay,
    Overwrite,
}

/// What is to be done.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) step: &'static ImportStep,
    /// The folder below the instance's, without a slash at its end.
    pub(super) folder: String,
    pattern: Option<Regex>,
    /// The step's status where no file is meant.
    pub(super) without_files: String,
    pub(super) mode: Mode,
    /// The step's status where a file can't be imported.
    pub(super) failed: String,
    after: After,
    archive: String,
}

impl Order {
    /// For files of an archive.
    pub(super) fn of_archive(step: &'static ImportStep) -> Self {
        let values = BTreeMap::new();
        Self::of(step, &values).expect("there is no pattern")
    }

    /// By the values of the parameters.
    pub(super) fn of(
        step: &'static ImportStep,
        values: &BTreeMap<String, String>,
    ) -> Result<Self, String> {
        let text = |name: &str| values.get(name).map(String::as_str).unwrap_or_default();
        let mode = match text("ImportMode") {
            "Delete" => Mode::Delete,
            "Replace" => Mode::Replace,
            "Update" => Mode::Update,
            _ => Mode::Merge,
        };
        let pattern = Some(text("FileNamePattern")).filter(|it| !it.is_empty());
        let pattern = pattern.map(|it| {
            let whole = Regex::new(&format!("^(?:{it})$"));
            whole.map_err(|error| {
                let why = why_not(&error);
                format!("the parameter FileNamePattern is \"{it}\", which can't be read as a regular expression: {why}")
            })
        });
        Ok(Self {
            step,
            folder: below("IMPEX/src", text("WorkingFolder")),
            pattern: pattern.transpose()?,
            without_files: text("NoFilesFoundHandling").to_owned(),
            mode,
            failed: text("ImportFailedHandling").to_owned(),
            after: match text("AfterImportFileHandling") {
                "Keep" => After::Keep,
                "Delete" => After::Delete,
                "Archive Zipped" => After::Zip,
                "Archive In Subfolders" => After::ByDay,
                "Archive Overwrite Existing" => After::Overwrite,
                _ => After::Archive,
            },
            archive: below("IMPEX", text("ArchiveFolder")),
        })
    }

    /// The files that are meant, in the order of their names.
    pub(super) fn files(&self, storefront: &Storefront) -> Result<Vec<String>, String> {
        let place = storefront.place(&self.folder).map_err(|error| error.to_string())?;
        let Ok(found) = fs::read_dir(place) else { return Ok(Vec::new()) };
        let is_file = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|it| it.is_file());
        let names =
            found.flatten().filter(is_file).map(|it| it.file_name().to_string_lossy().into_owned());
        let is_meant = |name: &String| self.pattern.as_ref().is_none_or(|it| it.is_match(name));
        let mut names: Vec<_> = names.filter(is_meant).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Does with a file what is to be done with it afterwards; answers where it is then.
    pub(super) fn put_away(
        &self,
        storefront: &Storefront,
        name: &str,
        day: &str,
    ) -> io::Result<Option<String>> {
        let place = |path: &str| {
            storefront.place(path).map_err(|error| io::Error::other(error.to_string()))
        };
        let file = place(&format!("{}/{name}", self.folder))?;
        let folder = match self.after {
            After::Keep => return Ok(None),
            After::Delete => return fs::remove_file(file).map(|()| None),
            After::ByDay => format!("{}/{day}", self.archive),
            _ => self.archive.clone(),
        };
        fs::create_dir_all(place(&folder)?)?;
        let name = if self.after == After::Zip { format!("{name}.zip") } else { name.to_owned() };
        let mut to = format!("{folder}/{name}");
        let (stem, end) = name.split_at(name.find('.').unwrap_or(name.len()));
        let mut number = 1;
        while self.after != After::Overwrite && place(&to)?.exists() {
            number += 1;
            to = format!("{folder}/{stem}-{number}{end}");
        }
        let target = place(&to)?;
        if self.after == After::Zip {
            zipped(&file, &target)?;
            fs::remove_file(file)?;
        } else {
            fs::rename(file, target)?;
        }
        Ok(Some(to))
    }
}

/// What is wrong with a pattern, or what of it isn't emulated.
fn why_not(error: &regex::Error) -> String {
    // Where it is, in lines of their own, is about a text that nobody wrote.
    let words = error.to_string();
    let last = words.lines().next_back().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

fn zipped(file: &Path, target: &Path) -> io::Result<()> {
    let mut archive = ZipWriter::new(File::create(target)?);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    archive.start_file(name, SimpleFileOptions::default())?;
    io::copy(&mut File::open(file)?, &mut archive)?;
    archive.finish()?;
    Ok(())
}
