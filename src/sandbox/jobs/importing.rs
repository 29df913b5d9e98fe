//! Does what a step that imports files is to do, off the loop: each file is read, then taken, as a whole or not at all.
//!
//! Who stops the job meanwhile waits for a file that is being taken, and for nothing else.

use super::{
    ending::{Stopped, Works},
    files::{head, root_of},
    imports::Order,
};
use crate::sandbox::{
    data::{DataApi, Loaded},
    named::There,
    seed::{Change, Elsewhere, LeftOut, Planted, Seed, SeedError, Way, plant},
    shop::{Mode, Tally},
    store::CommitError,
    storefront::{Import, NotImported, StepStatus, Storefront},
};
use std::{collections::BTreeMap, fs::File, path::PathBuf, sync::Arc};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

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
    /// Is cancelled by who stops the job.
    pub(super) ending: CancellationToken,
    /// What blocks.
    pub(super) works: Works,
}

/// Something is wrong in a file, or the job was stopped.
type Imported<T> = Result<Result<T, NotImported>, Stopped>;

/// What a file of an import came to.
fn imported<T>(done: Result<T, NotImported>) -> Imported<T> {
    match done {
        Err(NotImported::Unread(SeedError::Stopped)) => Err(Stopped),
        done => Ok(done),
    }
}

/// Imports the files of a step; what there is to say of each goes to `say`, with its level.
pub(super) async fn run(
    order: Order,
    site: Site<'_>,
    say: impl Fn(&str, String),
) -> Result<StepStatus, Stopped> {
    let order = Arc::new(order);
    let (looking, storefront) = (Arc::clone(&order), Arc::clone(site.storefront));
    let files =
        match site.works.unless_stopped(&site.ending, move || looking.files(&storefront)).await? {
            Ok(files) => files,
            Err(why) => return Ok(ended("ERROR", why)),
        };
    let at = format!("/{}", order.folder);
    if files.is_empty() {
        return Ok(ended(&order.without_files, format!("no files to import in {at}")));
    }
    let (mut done, mut failed) = (0, Vec::new());
    for name in files {
        let path = format!("{}/{name}", order.folder);
        match import(&order, &site, path, None).await? {
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
        match site.works.done(move || order.put_away(&storefront, &file, &day)).await {
            Ok(None) => {}
            Ok(Some(to)) => say("info", format!("{at}/{name} is now /{to}")),
            Err(error) => say("warn", format!("{at}/{name} stays where it is: {}", error.kind())),
        }
    }
    Ok(match failed.first() {
        None => ended("OK", format!("{done} imported")),
        Some(first) => ended(&order.failed, first.clone()),
    })
}

/// Imports a file of an archive, which people know by another name than that of the instance; what there is to say of it
/// goes to `say`. One that no step imports is told, and left. Answers what it names, for [`judge`], or what is wrong in it.
pub(super) async fn import_as(
    order: &Arc<Order>,
    site: &Site<'_>,
    path: String,
    name: &str,
    say: &impl Fn(&str, String),
) -> Result<Result<Elsewhere, String>, Stopped> {
    let (storefront, place) = (Arc::clone(site.storefront), path.clone());
    let read = move || -> Result<String, String> {
        let file = storefront.place(&place).map_err(|error| error.to_string())?;
        File::open(&*file).and_then(head).map_err(|error| error.kind().to_string())
    };
    let head = match site.works.unless_stopped(&site.ending, read).await? {
        Ok(head) => head,
        Err(why) => return Ok(Err(format!("{name}: {why}"))),
    };
    let root = root_of(&head).unwrap_or_default();
    if !order.step.roots.contains(&root) {
        say(
            "warn",
            format!(
                "{name}: left out: <{root}> is read at the start alone (`sandbox --site-archive`)"
            ),
        );
        return Ok(Ok(Elsewhere::default()));
    }
    let (known, mut named) = (format!("/{path}"), Elsewhere::default());
    match import(order, site, path, Some(&mut named)).await? {
        Ok((tally, left_out)) => {
            say("info", format!("{name}: {}", told(tally)));
            tell(name, &left_out, say);
            Ok(Ok(named))
        }
        Err(error) => {
            let why = error.to_string().replace(&known, name);
            say("error", why.clone());
            Ok(Err(why))
        }
    }
}

/// Tells what the files of an archive name that is nowhere, though all of them are imported.
pub(super) async fn judge(
    mut files: Vec<(PathBuf, Elsewhere)>,
    site: &Site<'_>,
    say: &impl Fn(&str, String),
) -> Imported<()> {
    let storefront = Arc::clone(site.storefront);
    let work = move || (storefront.unfound(&mut files), files);
    let (of_shop, files) = site.works.unless_stopped(&site.ending, work).await?;
    let mut all = BTreeMap::<PathBuf, LeftOut>::new();
    let elsewhere = match unfound(files, None, site).await {
        Ok(elsewhere) => elsewhere,
        Err(error) => return Ok(Err(error)),
    };
    for (file, told) in of_shop.into_iter().chain(elsewhere) {
        all.entry(file).or_default().append(told);
    }
    for (file, told) in all {
        tell(&file.to_string_lossy(), &told, say);
    }
    Ok(Ok(()))
}

/// Imports a file; what it names is judged at once, or goes to `named` if it is one of several.
async fn import(
    order: &Arc<Order>,
    site: &Site<'_>,
    path: String,
    named: Option<&mut Elsewhere>,
) -> Imported<(Tally, LeftOut)> {
    let (storefront, all) = (Arc::clone(site.storefront), site.all.to_vec());
    let (roots, mode, is_of_site) = (order.step.roots, order.mode, site.alone);
    let (reader, sites) = (Arc::clone(&storefront), all.clone());
    let is_part = named.is_some();
    let ending = site.ending.clone();
    let read = move || {
        let import = Import { path: &path, roots, is_of_site, is_part, ending: &ending };
        reader.read_import(&import, &sites)
    };
    let mut feed = match imported(site.works.unless_stopped(&site.ending, read).await?)? {
        Ok(feed) => feed,
        Err(error) => return Ok(Err(error)),
    };
    let library = feed.library.take();
    let mut left_out = std::mem::take(&mut feed.left_out);
    let elsewhere = std::mem::take(&mut feed.elsewhere);
    if let Some(named) = named {
        *named = elsewhere;
    } else {
        let files = vec![(PathBuf::new(), elsewhere)];
        match unfound(files, library.as_ref(), site).await {
            Ok(all) => all.into_iter().for_each(|(_, told)| left_out.append(told)),
            Err(error) => return Ok(Err(error)),
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
    let ending = site.ending.clone();
    let work = site.works.done(move || {
        let planted = |seed| {
            let way = (&*content, way(mode), &ending);
            runtime.block_on(plant(&[seed], &taker.own_library(), way))
        };
        taker.take_import(feed, mode, (&all, &ending), || library.map(planted).transpose())
    });
    let (tally, planted) = match imported(work.await)? {
        Ok(done) => done,
        Err(error) => return Ok(Err(error)),
    };
    let Some(Planted { left_out: unplaced, loaded }) = planted else {
        return Ok(Ok((tally, left_out)));
    };
    for (_, more) in unplaced {
        left_out.append(more);
    }
    // What the shop keeps of pages belongs to their contents, which are counted.
    let Loaded { made, changed, removed, passed, .. } = loaded;
    Ok(Ok((Tally { made, changed, removed, passed }, left_out)))
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

fn told(Tally { made, changed, removed, passed }: Tally) -> String {
    let all = [(made, "made"), (changed, "changed"), (removed, "removed"), (passed, "passed over")];
    let all = all.iter().filter(|(count, _)| *count > 0);
    let all: Vec<_> = all.map(|(count, what)| format!("{count} {what}")).collect();
    if all.is_empty() { "nothing to do".to_owned() } else { all.join(", ") }
}

fn ended(code: &str, message: String) -> StepStatus {
    StepStatus { error: code == "ERROR", code: code.to_owned(), message: Some(message) }
}
