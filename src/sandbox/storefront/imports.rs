//! What a file of an import says, done to what the shop has: all of it or nothing.
//!
//! Customers, gift certificates and custom objects are changed where scripts find them; all else comes on top of the archives, for all
//! sites. What scripts have set of a record goes where an import says something else of it.

use super::{
    Storefront,
    native::Placed,
    state::{Imported, Record, Saved, SiteImport, TooMuch},
};
use crate::sandbox::{
    seed::{Change, Elsewhere, Feed, Known, LeftOut, SeedError, Source, read_feed},
    shop::{Importing, Later, Mode, Shop, Tally},
};
use serde_json::{Map, Value, json};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio_util::sync::CancellationToken;

/// Bytes of all that imports have brought.
const MOST: usize = 512 << 20;
/// Records whose scope they name, and what else is in it.
const WHOLES: [(&str, &str); 2] = [("pricebook", "price"), ("inventory-list", "inventory")];

/// What is changed where scripts find it.
const OWN: [&str; 3] = ["customer", "custom-object", "gift-certificate"];

/// What is to be imported.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// A file of the instance, such as `IMPEX/src/a.xml`.
    pub path: &'a str,
    /// The root elements that it may have.
    pub roots: &'a [&'a str],
    /// Whether it is for this site alone.
    pub is_of_site: bool,
    /// Whether it is one of several: what they name is judged after the last of them ([`Storefront::unfound`]).
    pub is_part: bool,
    /// Is cancelled once nobody wants it any more.
    pub ending: &'a CancellationToken,
}

/// Why nothing was.
#[derive(Debug, thiserror::Error)]
pub enum NotImported {
    /// The file can't be read, or something in it is wrong.
    #[error(transparent)]
    Unread(#[from] SeedError),
    /// It is too much.
    #[error("with it, imports would have brought more than {} MiB", MOST >> 20)]
    TooMuch,
    /// It is more than scripts can find.
    #[error("with it, {0}")]
    NoRoom(#[from] TooMuch),
    /// A path that leads elsewhere.
    #[error("{0}")]
    Place(String),
}

impl Storefront {
    /// Where a file or folder of the instance lies, there or not: `IMPEX/src/a.xml`.
    pub fn place(&self, path: &str) -> Result<Placed, NotImported> {
        let place = self.services.natives.place(path);
        place.map_err(|refused| NotImported::Place(refused.message))
    }

    /// Where a file or folder would lie that is at another place now: as [`place`], and what is in a folder has room there.
    ///
    /// [`place`]: Self::place
    pub fn place_for(&self, from: &Path, path: &str) -> Result<PathBuf, NotImported> {
        let place = self.services.natives.place_for(from, path);
        place.map_err(|refused| NotImported::Place(refused.message))
    }

    /// The library that content is in which names none.
    pub fn own_library(&self) -> String {
        // A site with a shared library has one of its own beside it.
        match &self.services.held().facts.library {
            Some(_) => self.site().to_owned(),
            None => self.libraries().site_library().to_owned(),
        }
    }

    /// Reads a file, which changes nothing; `sites` are all there are, this one too. Blocks.
    pub fn read_import(
        &self,
        import: &Import<'_>,
        sites: &[Arc<Self>],
    ) -> Result<Feed, NotImported> {
        let file = self.place(import.path)?;
        let ids: Vec<String> = sites.iter().map(|site| site.site().to_owned()).collect();
        let name = format!("/{}", import.path);
        let source = Source {
            file: &file,
            name: Path::new(&name),
            roots: import.roots,
            site: if import.is_of_site { self.site() } else { "" },
            sites: &ids,
            ending: import.ending,
        };
        let known = self.services.all_records();
        let mut feed = read_feed(&source, &known, &self.services.held().shop)?;
        for Change { kind, scope, document, .. } in &feed.changes {
            let site = sites.iter().find(|site| site.site() == scope);
            let Some((site, said)) = site.zip(document.as_ref()) else { continue };
            if kind == "site" || kind == "preferences" {
                for what in site.services.held().facts.unheard(kind, said, &known) {
                    feed.left_out.add(format!("{what}, which is read at the start alone"), 0);
                }
            }
        }
        if !import.is_part {
            let mut known = Known::new(&known, None, &feed.changes);
            feed.elsewhere.tell_of_shop(&mut known, &mut feed.left_out);
        }
        Ok(feed)
    }

    /// What of shops files name that isn't in this one's, by file; what else they name stays. Blocks.
    pub fn unfound(&self, files: &mut [(PathBuf, Elsewhere)]) -> Vec<(PathBuf, LeftOut)> {
        let shop = self.services.all_records();
        let mut known = Known::new(&shop, None, &[]);
        let told = files.iter_mut().map(|(file, elsewhere)| {
            let mut told = LeftOut::default();
            elsewhere.tell_of_shop(&mut known, &mut told);
            (file.clone(), told)
        });
        told.collect()
    }

    /// Does what a file says, all of it or nothing; nothing if it is stopped in time. Content is left to who writes
    /// libraries: `rest`, which is called when nothing else can refuse any more. Blocks.
    pub fn take_import<T>(
        &self,
        feed: Feed,
        mode: Mode,
        (sites, ending): (&[Arc<Self>], &CancellationToken),
        rest: impl FnOnce() -> Result<T, SeedError>,
    ) -> Result<(Tally, T), NotImported> {
        let shared = self.services.remembered.records.shared();
        let _turn = shared.turn();
        let known = self.services.all_records();
        let (now, mut changes) = (self.services.clock.now().to_string(), feed.changes);
        for change in &mut changes {
            dated(change, &now);
        }
        let is_own = |it: &Change| OWN.contains(&it.kind.as_str());
        let (own, others): (Vec<_>, Vec<_>) = changes.into_iter().partition(is_own);
        let mut importing = Importing::new(&known, shared.later().as_ref().clone(), mode);
        let wholes = wholes(&others, mode);
        for (kind, scope) in &wholes {
            importing.clear(kind, scope);
        }
        let is_taken = |it: &&Change| mode != Mode::Delete || !is_head_of_part(it, &wholes);
        for Change { kind, scope, id, document } in others.iter().filter(is_taken) {
            check(ending)?;
            importing.take((kind, scope, id), document.as_ref());
        }
        let (later, mut tally) = importing.done();
        if later.bytes() > MOST {
            return Err(NotImported::TooMuch);
        }
        let later = Arc::new(later);
        let shop = self.services.held().shop_with(&later);
        let mut done = Done { sites, changed: Vec::new() };
        for change in &own {
            check(ending)?;
            done.import(change, (&known, mode), &mut tally)?;
        }
        check(ending)?;
        let rest = rest()?;
        done.holds();
        shared.set_later(Arc::clone(&later));
        for site in sites {
            for change in &others {
                site.services.forget_edits(change);
            }
            site.hold(Arc::clone(&later), Arc::clone(&shop));
        }
        for change in others.iter().filter(|it| it.kind == "group-assignment") {
            group(change, mode, sites);
        }
        Ok((tally, rest))
    }

    /// What imports have brought is there: after a snapshot was put back.
    pub(super) fn hold_later(&self) {
        let later = self.services.remembered.records.shared().later();
        let shop = self.services.held().shop_with(&later);
        self.hold(later, shop);
    }

    /// What came later is there, which makes `shop` of the archives.
    fn hold(&self, later: Arc<Later>, shop: Arc<Shop>) {
        let held = self.services.held().with(later, shop);
        self.services.remembered.records.shared().tell_site(&held.facts.document);
        self.services.hold(held);
    }

    /// Does to a customer, a gift certificate or a custom object what an import says of it; answers what it was, whether it
    /// was there, and whether it is.
    fn import_own(
        &self,
        change: &Change,
        shop: &Shop,
        mode: Mode,
    ) -> Result<(Before, bool, bool), NotImported> {
        let Change { kind, scope, id, document } = change;
        let (site, remembered) = (self.site(), &self.services.remembered);
        if kind == "customer" {
            let said = document.clone().map(|it| Shop::seen_at(it.into(), site));
            let before = Before::Customer(id.clone(), remembered.customers.saved(id));
            let (was_there, is_there) = remembered.customers.import(mode, id, said.as_ref())?;
            return Ok((before, was_there, is_there));
        }
        let (import, said) = (SiteImport { shop, site, mode }, document.as_ref());
        let of_type = scope.split_once('|').map_or(scope.as_str(), |it| it.0);
        let Imported { before, is_there } = if kind == "gift-certificate" {
            remembered.records.import_certificate(import, id, said)?
        } else {
            remembered.records.import(import, of_type, id, said)?
        };
        let was_there = before.is_there();
        Ok((Before::Record(before), was_there, is_there))
    }

    /// Whether a customer, a gift certificate or a custom object is one of this site's.
    fn is_meant(&self, change: &Change) -> bool {
        let site = self.site();
        match change.kind.as_str() {
            "customer" => {
                change.scope == site || change.scope == self.services.held().facts.customers
            }
            "gift-certificate" => change.scope == site,
            _ => change.scope.split_once('|').is_none_or(|(_, own)| own == site),
        }
    }
}

impl super::services::Services {
    /// What scripts have set of a record, where an import says something else of it.
    fn forget_edits(&self, change: &Change) {
        let Change { kind, scope, id, document } = change;
        if kind == "preferences" {
            return self.forget_preferences(scope, document.as_ref());
        }
        let (kind, key) = match kind.as_str() {
            "product" => ("edited:product", id.clone()),
            "category" => ("edited:category", format!("{scope} {id}")),
            "inventory" => ("edited:inventory", format!("{scope}|{id}")),
            "inventory-list" => ("edited:inventory-list", id.clone()),
            _ => return,
        };
        let records = &self.remembered.records;
        let mut own =
            records.get(kind, &key).and_then(|it| it.as_object().cloned()).unwrap_or_default();
        let known = own.clone();
        match document {
            None => own.clear(),
            Some(said) => overruled(&mut own, said),
        }
        // What was ordered before it was counted is out of the house.
        let taken = self.taken(Some(scope), id);
        let is_counted = document.as_ref().is_some_and(|it| it.contains_key("allocation"));
        if kind == "edited:inventory" && is_counted {
            own.remove("counted");
            own.extend((taken > 0.0).then(|| ("counted".to_owned(), taken.into())));
        }
        if own != known {
            let document = (!own.is_empty()).then(|| own.into());
            records.keep(Record::new(kind, key, document));
        }
    }
}

impl super::services::Services {
    /// What scripts have set of preferences, where an import says something else of them.
    fn forget_preferences(&self, scope: &str, said: Option<&Map<String, Value>>) {
        let kind = if scope.is_empty() { "organization-preferences" } else { "site-preferences" };
        let (kind, records) = (format!("edited:{kind}"), &self.remembered.records);
        let Some(Value::Object(mut own)) = records.get(&kind, scope) else { return };
        let parts = said.and_then(|it| it.get("customPreferences")?.as_object());
        let is_said = |name: &String| {
            let parts = ["allInstances", "development"].map(|part| parts?.get(part)?.get(name));
            said.is_none() || parts.iter().any(Option::is_some)
        };
        if let Some(Value::Object(custom)) = own.get_mut("custom") {
            custom.retain(|name, _| !is_said(name));
        }
        records.keep(Record::new(kind, scope, Some(own.into())));
    }
}

/// An error once nobody wants the import any more.
fn check(ending: &CancellationToken) -> Result<(), NotImported> {
    if ending.is_cancelled() { Err(SeedError::Stopped.into()) } else { Ok(()) }
}

/// What an import has changed where scripts find it, which is as it was before unless all of it is done.
struct Done<'a> {
    sites: &'a [Arc<Storefront>],
    changed: Vec<(&'a Storefront, Before)>,
}

/// What something was.
enum Before {
    Customer(String, Saved),
    Record(Record),
}

impl Done<'_> {
    /// A customer, a gift certificate, or a custom object.
    fn import(
        &mut self,
        change: &Change,
        (shop, mode): (&Shop, Mode),
        tally: &mut Tally,
    ) -> Result<(), NotImported> {
        // What all sites share was there for the first of them, if it was for any.
        let mut first = None;
        for site in self.sites.iter().filter(|site| site.is_meant(change)) {
            let (before, was_there, is_there) = site.import_own(change, shop, mode)?;
            self.changed.push((site, before));
            first.get_or_insert((was_there, is_there));
        }
        match first {
            Some((false, true)) => tally.made += 1,
            Some((true, true)) => tally.changed += 1,
            Some((true, false)) => tally.removed += 1,
            Some((false, false)) | None => tally.passed += 1,
        }
        Ok(())
    }

    /// It stays as it is now.
    fn holds(mut self) {
        self.changed.clear();
    }
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        for (site, before) in self.changed.drain(..).rev() {
            let remembered = &site.services.remembered;
            match before {
                Before::Customer(number, saved) => remembered.customers.restore(&number, saved),
                Before::Record(record) => drop(remembered.records.keep(record)),
            }
        }
    }
}

/// What scripts have set goes for what is said.
fn overruled(own: &mut Map<String, Value>, said: &Map<String, Value>) {
    for (name, value) in said {
        let own_name = match name.as_str() {
            "displayName" => "name",
            "preorderBackorderHandling" => "handling",
            "preorderBackorderAllocation" => "later",
            "allocationTimestamp" => "allocated",
            "inStockDatetime" => "inStockDate",
            other => other,
        };
        match (own.get_mut(own_name), value) {
            (Some(Value::Object(own)), Value::Object(said)) if name == "custom" => {
                own.retain(|name, _| !said.contains_key(name));
            }
            _ => drop(own.remove(own_name)),
        }
    }
    if own.get("custom") == Some(&json!({})) {
        own.remove("custom");
    }
}

/// Stock without a time was counted now.
fn dated(change: &mut Change, now: &str) {
    let Some(said) = change.document.as_mut().filter(|_| change.kind == "inventory") else {
        return;
    };
    if said.contains_key("allocation") {
        said.entry("allocationTimestamp").or_insert_with(|| now.into());
    }
}

/// Price books and inventory lists that go as a whole, with what is in them: all that are made anew, and those that
/// nothing more is said of than that they are to go.
fn wholes(changes: &[Change], mode: Mode) -> Vec<(&'static str, &str)> {
    let inner =
        |change: &Change| WHOLES.iter().find(|(of, _)| *of == change.kind).map(|(_, inner)| *inner);
    let is_whole = |change: &Change| {
        let is_alone =
            || !changes.iter().any(|it| it.scope == change.scope && it.kind != change.kind);
        match mode {
            Mode::Replace => true,
            Mode::Delete => is_alone(),
            Mode::Merge | Mode::Update => change.document.is_none() && is_alone(),
        }
    };
    let all = changes.iter().filter(|change| is_whole(change));
    all.filter_map(|change| Some((inner(change)?, change.scope.as_str()))).collect()
}

/// Whether it is the head of something of which only a part is to go.
fn is_head_of_part(change: &Change, gone: &[(&'static str, &str)]) -> bool {
    let is_head = change.kind == "catalog" || WHOLES.iter().any(|(of, _)| *of == change.kind);
    is_head && !gone.iter().any(|(_, scope)| *scope == change.scope)
}

/// Customers are in the groups that they are put into.
fn group(change: &Change, mode: Mode, sites: &[Arc<Storefront>]) {
    let Some((group, number)) = change.id.split_once('|') else { return };
    let is_in = mode != Mode::Delete && change.document.is_some();
    for site in sites {
        let held = site.services.held();
        if change.scope == site.site() || change.scope == held.facts.customers {
            site.services.remembered.customers.group(number, group, is_in);
        }
    }
}
