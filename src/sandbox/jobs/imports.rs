//! The platform's own steps that import files: which there are, and what one of them does with its files.
//!
//! The files lie below `IMPEX/src`. Each is imported as a whole or not at all; what becomes of it then, and how the step
//! ends, its parameters say.

use super::files::{below, head, root_of};
use crate::sandbox::{
    data::{DataApi, Loaded},
    named::There,
    seed::{Change, Elsewhere, LeftOut, Planted, Seed, SeedError, Way, plant},
    shop::{Mode, Tally},
    store::CommitError,
    storefront::{Declared, Import, NotImported, Place, StepStatus, Storefront, all_declared},
};
use regex::Regex;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};
use tokio::{runtime::Handle, task::spawn_blocking};
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
    roots: &'static [&'static str],
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
    step: &'static ImportStep,
    /// The folder below the instance's, without a slash at its end.
    folder: String,
    pattern: Option<Regex>,
    without_files: String,
    mode: Mode,
    failed: String,
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
    fn files(&self, storefront: &Storefront) -> Result<Vec<String>, String> {
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
    fn put_away(
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

/// Where a step's work is done.
pub(super) struct Site<'a> {
    pub(super) storefront: &'a Arc<Storefront>,
    /// All of them.
    pub(super) all: &'a [Arc<Storefront>],
    /// Writes to libraries.
    pub(super) content: &'a Arc<DataApi>,
    /// Whether it is this one's work, not the organization's.
    pub(super) alone: bool,
    /// For archives by day: `20261128`.
    pub(super) day: String,
}

/// Imports the files of a step; what there is to say of each goes to `say`, with its level.
pub(super) async fn run(order: Order, site: Site<'_>, say: impl Fn(&str, String)) -> StepStatus {
    let order = Arc::new(order);
    let (looking, storefront) = (Arc::clone(&order), Arc::clone(site.storefront));
    let files = match off_the_loop(move || looking.files(&storefront)).await {
        Ok(files) => files,
        Err(why) => return ended("ERROR", why),
    };
    let at = format!("/{}", order.folder);
    if files.is_empty() {
        return ended(&order.without_files, format!("no files to import in {at}"));
    }
    let (mut done, mut failed) = (0, Vec::new());
    for name in files {
        let path = format!("{}/{name}", order.folder);
        match import(&order, &site, path, None).await {
            Ok((tally, left_out)) => {
                done += 1;
                say("info", format!("{at}/{name}: {}", told(tally)));
                tell(&format!("{at}/{name}"), &left_out, &say);
            }
            Err(error) => {
                say("error", error.to_string());
                failed.push(error.to_string());
                if order.failed == "ERROR" {
                    break;
                }
            }
        }
        let (order, storefront) = (Arc::clone(&order), Arc::clone(site.storefront));
        let (file, day) = (name.clone(), site.day.clone());
        match off_the_loop(move || order.put_away(&storefront, &file, &day)).await {
            Ok(None) => {}
            Ok(Some(to)) => say("info", format!("{at}/{name} is now /{to}")),
            Err(error) => say("warn", format!("{at}/{name} stays where it is: {}", error.kind())),
        }
    }
    match failed.first() {
        None => ended("OK", format!("{done} imported")),
        Some(first) => ended(&order.failed, first.clone()),
    }
}

/// Imports a file of an archive, which people know by another name than that of the instance; what there is to say of it
/// goes to `say`. One that no step imports is told, and left. Answers what it names, for [`judge`].
pub(super) async fn import_as(
    order: &Arc<Order>,
    site: &Site<'_>,
    path: String,
    name: &str,
    say: &impl Fn(&str, String),
) -> Result<Elsewhere, String> {
    let file = site.storefront.place(&path).map_err(|error| error.to_string())?;
    let head = off_the_loop(move || File::open(file).and_then(head)).await;
    let head = head.map_err(|error| format!("{name}: {}", error.kind()))?;
    let root = root_of(&head).unwrap_or_default();
    if !order.step.roots.contains(&root) {
        say(
            "warn",
            format!(
                "{name}: left out: <{root}> is read at the start alone (`sandbox --site-archive`)"
            ),
        );
        return Ok(Elsewhere::default());
    }
    let (known, mut named) = (format!("/{path}"), Elsewhere::default());
    match import(order, site, path, Some(&mut named)).await {
        Ok((tally, left_out)) => {
            say("info", format!("{name}: {}", told(tally)));
            tell(name, &left_out, say);
            Ok(named)
        }
        Err(error) => {
            let why = error.to_string().replace(&known, name);
            say("error", why.clone());
            Err(why)
        }
    }
}

/// Tells what the files of an archive name that is nowhere, though all of them are imported.
pub(super) async fn judge(
    mut files: Vec<(PathBuf, Elsewhere)>,
    site: &Site<'_>,
    say: &impl Fn(&str, String),
) -> Result<(), NotImported> {
    let storefront = Arc::clone(site.storefront);
    let (of_shop, files) = off_the_loop(move || (storefront.unfound(&mut files), files)).await;
    let mut all = BTreeMap::<PathBuf, LeftOut>::new();
    for (file, told) in of_shop.into_iter().chain(unfound(files, None, site).await?) {
        all.entry(file).or_default().append(told);
    }
    for (file, told) in all {
        tell(&file.to_string_lossy(), &told, say);
    }
    Ok(())
}

/// Imports a file; what it names is judged at once, or goes to `named` if it is one of several.
async fn import(
    order: &Arc<Order>,
    site: &Site<'_>,
    path: String,
    named: Option<&mut Elsewhere>,
) -> Result<(Tally, LeftOut), NotImported> {
    let (storefront, all) = (Arc::clone(site.storefront), site.all.to_vec());
    let (roots, mode, is_of_site) = (order.step.roots, order.mode, site.alone);
    let (reader, sites) = (Arc::clone(&storefront), all.clone());
    let is_part = named.is_some();
    let read =
        move || reader.read_import(&Import { path: &path, roots, is_of_site, is_part }, &sites);
    let mut feed = off_the_loop(read).await?;
    let library = feed.library.take();
    let mut left_out = std::mem::take(&mut feed.left_out);
    let elsewhere = std::mem::take(&mut feed.elsewhere);
    if let Some(named) = named {
        *named = elsewhere;
    } else {
        let files = vec![(PathBuf::new(), elsewhere)];
        for (_, told) in unfound(files, library.as_ref(), site).await? {
            left_out.append(told);
        }
    }
    if let Some(seed) = library.as_ref().filter(|_| matches!(mode, Mode::Delete | Mode::Replace)) {
        let scope = if is_of_site { storefront.site() } else { "" };
        feed.changes = pages(seed, scope).chain(feed.changes).collect();
    }
    // What belongs together is kept while no snapshot is taken.
    let _together = storefront.gate().leave().await;
    let (taker, content, runtime) =
        (Arc::clone(&storefront), Arc::clone(site.content), Handle::current());
    let work = off_the_loop(move || {
        let planted =
            |seed| runtime.block_on(plant(&[seed], &taker.own_library(), (&content, way(mode))));
        taker.take_import(feed, mode, &all, || library.map(planted).transpose())
    });
    let (tally, planted) = work.await?;
    let Some(Planted { left_out: unplaced, loaded }) = planted else {
        return Ok((tally, left_out));
    };
    for (_, more) in unplaced {
        left_out.append(more);
    }
    // What the shop keeps of pages belongs to their contents, which are counted.
    let Loaded { made, changed, removed, passed, .. } = loaded;
    Ok((Tally { made, changed, removed, passed }, left_out))
}

/// Which templates, step types and content assets files name that are nowhere, by file.
async fn unfound(
    files: Vec<(PathBuf, Elsewhere)>,
    library: Option<&Seed>,
    site: &Site<'_>,
) -> Result<Vec<(PathBuf, LeftOut)>, NotImported> {
    let there = There {
        cartridges: site.storefront.all_cartridges(),
        store: site.content.store.as_ref(),
        assets: library.map(|seed| seed.ids()[0].iter().cloned().collect()).unwrap_or_default(),
        is_own_step: super::has_type,
    };
    let told = there.judge(files).await;
    told.map_err(|error| NotImported::from(SeedError::from(CommitError::from(error))))
}

/// Tells what of a file wasn't taken, and what is wrong in it.
fn tell(name: &str, left_out: &LeftOut, say: &impl Fn(&str, String)) {
    for line in left_out.told(name, "left out") {
        say("warn", line);
    }
}

fn way(mode: Mode) -> Way {
    match mode {
        Mode::Merge => Way::Merge,
        Mode::Update => Way::Update,
        Mode::Replace => Way::Replace,
        Mode::Delete => Way::Delete,
    }
}

/// What the shop keeps of the contents and folders of a library goes.
fn pages(seed: &Seed, scope: &str) -> impl Iterator<Item = Change> {
    let scope = seed.library.clone().unwrap_or_else(|| scope.to_owned());
    let [contents, folders] = seed.ids();
    let of = move |kind: &str, ids: Vec<String>| -> Vec<Change> {
        let change =
            |id| Change { kind: kind.to_owned(), scope: scope.clone(), id, document: None };
        ids.into_iter().map(change).collect()
    };
    of("page", contents).into_iter().chain(of("library-folder", folders))
}

/// Does what blocks.
pub(super) async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    spawn_blocking(work).await.unwrap_or_else(|end| resume_unwind(end.into_panic()))
}

fn told(Tally { made, changed, removed, passed }: Tally) -> String {
    let all = [(made, "made"), (changed, "changed"), (removed, "removed"), (passed, "passed over")];
    let all = all.iter().filter(|(count, _)| *count > 0);
    let all: Vec<_> = all.map(|(count, what)| format!("{count} {what}")).collect();
    if all.is_empty() { "nothing to do".to_owned() } else { all.join(", ") }
}

fn ended(code: &str, message: String) -> StepStatus {
    StepStatus { error: code == "ERROR", code: code.to_owned(), message: Some(message) }
}
