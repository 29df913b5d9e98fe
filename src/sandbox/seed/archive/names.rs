//! What the files of archives name, with the lines: all of them are read before anybody can say what isn't there.

use super::{feed::Change, tree::Node, types::Types};
use crate::sandbox::{seed::LeftOut, shop::Shop};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Names that are told of many that are wrong in one way.
const TOLD: usize = 3;

/// What something in a file may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::sandbox) enum Target {
    Product,
    Category,
    /// A category of the catalogue that names it.
    OwnCategory,
    Promotion,
    Campaign,
    Coupon,
    CustomerGroup,
    SourceCodes,
    Profile,
    Credential,
    /// A content asset.
    Content,
    Template,
    StepType,
    /// A cartridge on the path of a site.
    Cartridge,
}

impl Target {
    /// The kind of its records; nothing of what a shop doesn't have.
    const fn kind(self) -> Option<&'static str> {
        Some(match self {
            Self::Product => "product",
            Self::Category | Self::OwnCategory => "category",
            Self::Promotion => "promotion",
            Self::Campaign => "campaign",
            Self::Coupon => "coupon",
            Self::CustomerGroup => "customer-group",
            Self::SourceCodes => "source-code-group",
            Self::Profile => "service-profile",
            Self::Credential => "service-credential",
            Self::Content | Self::Template | Self::StepType | Self::Cartridge => return None,
        })
    }

    /// Whether it may well be in an archive of its own: where there are none at all, nothing is said of one.
    const fn is_apart(self) -> bool {
        matches!(self, Self::Product | Self::Category | Self::OwnCategory)
    }

    /// What is always there.
    const fn always(self) -> &'static [&'static str] {
        match self {
            Self::Category | Self::OwnCategory => &["root"],
            Self::CustomerGroup => &["Everyone", "Registered", "Unregistered"],
            _ => &[],
        }
    }

    /// One of them, several, and where they aren't.
    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Product => ("a product", "products", "no catalogue has"),
            Self::Category => ("a category", "categories", "no catalogue has"),
            Self::OwnCategory => ("a category", "categories", "the catalogue doesn't have"),
            Self::Promotion => ("a promotion", "promotions", "no archive has"),
            Self::Campaign => ("a campaign", "campaigns", "no archive has"),
            Self::Coupon => ("a coupon", "coupons", "no archive has"),
            Self::CustomerGroup => ("a customer group", "customer groups", "no archive has"),
            Self::SourceCodes => ("a source code group", "source code groups", "no archive has"),
            Self::Profile => ("a profile", "profiles", "no archive has"),
            Self::Credential => ("a credential", "credentials", "no archive has"),
            Self::Content => ("a content asset", "content assets", "no library has"),
            Self::Template => ("a template", "templates", "no cartridge has"),
            Self::StepType => (
                "a type of steps",
                "types of steps",
                "no cartridge declares and the sandbox doesn't have",
            ),
            Self::Cartridge => ("a cartridge", "cartridges", "no folder has"),
        }
    }
}

/// Which records name something: their kind, the element that does (they themselves if it is empty), its attribute (its
/// text if that is empty), and what it names.
const NAMING: [(&str, &str, &str, Target); 21] = [
    ("price", "", "product-id", Target::Product),
    ("inventory", "", "product-id", Target::Product),
    ("category-assignment", "", "product-id", Target::Product),
    ("category-assignment", "", "category-id", Target::OwnCategory),
    ("slot", "product", "product-id", Target::Product),
    ("slot", "category", "category-id", Target::Category),
    ("slot", "content-asset", "content-id", Target::Content),
    ("slot", "template", "", Target::Template),
    ("slot-assignment", "", "campaign-id", Target::Campaign),
    ("slot-assignment", "customer-group", "group-id", Target::CustomerGroup),
    ("service", "profile-id", "", Target::Profile),
    ("service", "credential-id", "", Target::Credential),
    ("campaign", "customer-group", "group-id", Target::CustomerGroup),
    ("campaign", "coupon", "coupon-id", Target::Coupon),
    ("campaign", "source-code", "group-id", Target::SourceCodes),
    ("promotion-assignment", "", "promotion-id", Target::Promotion),
    ("promotion-assignment", "", "campaign-id", Target::Campaign),
    ("promotion-assignment", "customer-group", "group-id", Target::CustomerGroup),
    ("promotion-assignment", "coupon", "coupon-id", Target::Coupon),
    ("promotion-assignment", "source-code", "group-id", Target::SourceCodes),
    ("job", "step", "type", Target::StepType),
];

/// Who names something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct By {
    /// In words.
    who: String,
    target: Target,
    /// The scope that it belongs to.
    scope: String,
}

/// What one file names.
#[derive(Debug, Default)]
pub(super) struct Names {
    named: BTreeMap<By, Vec<(String, usize)>>,
    /// Custom attributes that nothing had defined when they were read: by type, their IDs with the first line of each.
    undefined: BTreeMap<String, BTreeMap<String, usize>>,
    /// Choices that attributes don't have: `Type.attribute`, the value, those that there are.
    unchosen: BTreeMap<String, Unchosen>,
    /// Custom objects of types that nothing had defined when they were read: by type, their scopes, IDs and lines.
    objects: BTreeMap<String, Vec<(String, String, usize)>>,
}

#[derive(Debug)]
struct Unchosen {
    first: String,
    choices: String,
    count: usize,
    line: usize,
}

/// Against what names are held: a shop, and what a file changes of it.
pub(in crate::sandbox) struct Known<'a> {
    shop: &'a Shop,
    /// What else scripts find, with what the shop has.
    furnished: Option<&'a Shop>,
    changes: &'a [Change],
    /// The IDs of a kind, in a scope or in all of them.
    ids: HashMap<(Target, String), HashSet<&'a str>>,
}

/// Against what attributes and custom objects are held.
pub(super) struct Defined<'a> {
    /// What archives define.
    archived: &'a Shop,
    types: &'a Types,
    /// The types of custom objects that a file defines beside them.
    own: HashSet<&'a str>,
}

/// What one file names that may be elsewhere: what it is held against is for others to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere(Vec<Named>);

/// Who names what else, and in which line first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sandbox) struct Named {
    who: String,
    target: Target,
    /// The scope that it belongs to.
    scope: String,
    names: Vec<(String, usize)>,
}

/// A custom object that can't be: its scope and ID.
pub(super) type Refused = (String, String);

impl Names {
    /// Notes what a record names.
    pub(super) fn record(&mut self, (kind, scope, id): (&str, &str, &str), node: &Node) {
        for (_, element, attribute, target) in NAMING.iter().filter(|it| it.0 == kind) {
            let mut found = Vec::new();
            if element.is_empty() {
                found.extend(named(node, attribute));
            } else {
                below(node, element, attribute, &mut found);
            }
            self.note(&who(kind, scope, id), *target, scope, found);
        }
        let is_of_category = kind == "slot" && node.attribute("context") == Some("category");
        if is_of_category && let Some(found) = named(node, "context-id") {
            self.note(&who(kind, scope, id), Target::Category, scope, vec![found]);
        }
        let path = node.children.iter().find(|it| kind == "site" && it.name == "custom-cartridges");
        if let Some(path) = path {
            let all = path.text.split(':').map(str::trim).filter(|it| !it.is_empty());
            let found = all.map(|it| (it.to_owned(), path.line)).collect();
            self.note(&who(kind, scope, id), Target::Cartridge, scope, found);
        }
    }

    fn note(&mut self, who: &str, target: Target, scope: &str, found: Vec<(String, usize)>) {
        if !found.is_empty() {
            let by = By { who: who.to_owned(), target, scope: scope.to_owned() };
            self.named.entry(by).or_default().extend(found);
        }
    }

    /// A custom attribute that nothing has defined yet.
    pub(super) fn undefined(&mut self, kind: &str, id: &str, line: usize) {
        let of_type = self.undefined.entry(kind.to_owned()).or_default();
        of_type.entry(id.to_owned()).or_insert(line);
    }

    /// A choice that an attribute doesn't have.
    pub(super) fn unchosen(&mut self, of: String, odd: String, choices: &[String], line: usize) {
        let new = || Unchosen { first: odd, choices: several(choices), count: 0, line };
        self.unchosen.entry(of).or_insert_with(new).count += 1;
    }

    /// A custom object of a type that nothing has defined yet.
    pub(super) fn object(&mut self, of_type: &str, scope: &str, id: &str, line: usize) {
        let all = self.objects.entry(of_type.to_owned()).or_default();
        all.push((scope.to_owned(), id.to_owned(), line));
    }

    /// What is named besides.
    pub(super) fn append(&mut self, other: Self) {
        for (by, names) in other.named {
            self.named.entry(by).or_default().extend(names);
        }
        for (of_type, ids) in other.undefined {
            let known = self.undefined.entry(of_type).or_default();
            for (id, line) in ids {
                known.entry(id).or_insert(line);
            }
        }
        for (of_type, objects) in other.objects {
            self.objects.entry(of_type).or_default().extend(objects);
        }
        for (of, own) in other.unchosen {
            let count = own.count;
            self.unchosen.entry(of).or_insert(Unchosen { count: 0, ..own }).count += count;
        }
    }

    /// What of it is wrong by the definitions, which custom objects can't be, and what it names.
    pub(super) fn judge(self, defined: &Defined<'_>) -> (LeftOut, Elsewhere, Vec<Refused>) {
        let mut told = LeftOut::default();
        let named = self.named.into_iter().map(|(By { who, target, scope }, names)| Named {
            who,
            target,
            scope,
            names,
        });
        let elsewhere = Elsewhere(named.collect());
        tell_undefined(self.undefined, defined, &mut told);
        for (of, Unchosen { first, choices, count, line }) in self.unchosen {
            let more = if count == 1 { String::new() } else { format!(" ({count} such values)") };
            let what = format!("{first:?} is no value of {of}, which may be {choices}{more}");
            told.mistake(what, line);
        }
        let refused = refuse(self.objects, defined, &mut told);
        (told, elsewhere, refused)
    }
}

impl<'a> Known<'a> {
    /// `furnished` is a shop with more in it, which scripts find in its place.
    pub(in crate::sandbox) fn new(
        shop: &'a Shop,
        furnished: Option<&'a Shop>,
        changes: &'a [Change],
    ) -> Self {
        Self { shop, furnished, changes, ids: HashMap::new() }
    }

    fn has(&mut self, target: Target, scope: &str, id: &str) -> bool {
        if target.always().contains(&id) {
            return true;
        }
        let scope = if target == Target::OwnCategory { scope } else { "" };
        let (shop, changes) = (self.furnished.unwrap_or(self.shop), self.changes);
        let all = self.ids.entry((target, scope.to_owned())).or_insert_with(|| {
            let kind = target.kind().unwrap_or_default();
            let is_meant = |own: &str| scope.is_empty() || own == scope;
            let scopes = shop.scopes(kind).filter(|own| is_meant(own));
            let held = scopes.flat_map(|own| shop.ids(kind, own));
            let made = changes.iter().filter(|it| it.kind == kind && is_meant(&it.scope));
            held.chain(made.map(|it| it.id.as_str())).collect()
        });
        all.contains(id)
    }

    fn is_told(&self, target: Target) -> bool {
        let kind = target.kind().unwrap_or_default();
        let is_made = || self.changes.iter().any(|it| it.kind == kind && it.document.is_some());
        !target.is_apart() || has_any(kind, self.shop) || is_made()
    }
}

/// Whether there is anything of a kind in a shop.
fn has_any(kind: &str, shop: &Shop) -> bool {
    let mut scopes = shop.scopes(kind);
    scopes.any(|scope| shop.ids(kind, scope).next().is_some())
}

impl<'a> Defined<'a> {
    pub(super) fn new(archived: &'a Shop, changes: &'a [Change], types: &'a Types) -> Self {
        let own = changes.iter().filter(|it| it.kind == "custom-type" && it.document.is_some());
        Self { archived, types, own: own.map(|it| it.id.as_str()).collect() }
    }

    /// Whether any type of custom objects is defined.
    fn has_types(&self) -> bool {
        !self.own.is_empty() || has_any("custom-type", self.archived)
    }

    fn has_type(&self, of_type: &str) -> bool {
        self.own.contains(of_type) || self.archived.ids("custom-type", of_type).next().is_some()
    }

    fn is_key(&self, of_type: &str, id: &str) -> bool {
        let definition = self.archived.document("custom-type", of_type, of_type);
        definition.is_some_and(|it| it["keyDefinition"]["attributeId"] == id)
    }
}

impl Elsewhere {
    /// Whether nothing is.
    pub(in crate::sandbox) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of something.
    pub(in crate::sandbox) fn names(&self, target: Target) -> impl Iterator<Item = &str> {
        let all = self.0.iter().filter(move |it| it.target == target);
        all.flat_map(|it| &it.names).map(|(name, _)| name.as_str())
    }

    /// Tells what of shops isn't in one; what else is named stays.
    pub(in crate::sandbox) fn tell_of_shop(&mut self, known: &mut Known<'_>, told: &mut LeftOut) {
        let (of_shop, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.0).into_iter().partition(|it| it.target.kind().is_some());
        self.0 = others;
        for mut named in of_shop {
            let Named { target, scope, names, .. } = &mut named;
            if !known.is_told(*target) {
                continue;
            }
            names.retain(|(name, _)| !known.has(*target, scope, name));
            named.tell(told);
        }
    }

    /// Tells which of these cartridges are on the path of a site; says whether any is.
    pub(in crate::sandbox) fn tell_cartridges(
        &self,
        site: &str,
        absent: &[String],
        told: &mut LeftOut,
    ) -> bool {
        let is_meant = |it: &&Named| it.target == Target::Cartridge && it.scope == site;
        let found = self.0.iter().filter(is_meant).map(|it| {
            let names = it.names.iter().filter(|(name, _)| absent.contains(name));
            Named { names: names.cloned().collect(), ..it.clone() }
        });
        for named in found {
            named.tell(told);
        }
        !told.is_empty()
    }

    /// Forgets the cartridges, which are judged.
    pub(in crate::sandbox) fn forget_cartridges(&mut self) {
        self.0.retain(|it| it.target != Target::Cartridge);
    }

    /// Tells those that aren't there.
    pub(in crate::sandbox) fn tell(self, told: &mut LeftOut, has: impl Fn(Target, &str) -> bool) {
        for mut named in self.0 {
            let target = named.target;
            named.names.retain(|(name, _)| !has(target, name));
            named.tell(told);
        }
    }
}

impl Named {
    /// All of them as one mistake, if there are any.
    fn tell(&self, told: &mut LeftOut) {
        let Some(line) = self.names.iter().map(|(_, line)| *line).min() else { return };
        let mut names: Vec<&str> = Vec::new();
        let mut met = HashSet::new();
        names.extend(self.names.iter().map(|(name, _)| name.as_str()).filter(|it| met.insert(*it)));
        let (one, many, absent) = self.target.words();
        let what = match names.len() {
            1 => one.to_owned(),
            count => format!("{count} {many}"),
        };
        told.mistake(format!("{} names {what} that {absent}: {}", self.who, several(&names)), line);
    }
}

/// Custom attributes that nothing defines, of types that have any.
fn tell_undefined(
    all: BTreeMap<String, BTreeMap<String, usize>>,
    defined: &Defined<'_>,
    told: &mut LeftOut,
) {
    for (of_type, mut ids) in all {
        if !defined.types.has_custom(&of_type) {
            continue;
        }
        ids.retain(|id, _| !defined.types.has(&of_type, id) && !defined.is_key(&of_type, id));
        let Some(line) = ids.values().min() else { continue };
        let names: Vec<&String> = ids.keys().collect();
        let thing =
            if of_type.ends_with("Preferences") { "preference" } else { "custom attribute" };
        let plural = if names.len() == 1 { "" } else { "s" };
        told.mistake(
            format!("no archive defines the {thing}{plural} {} of {of_type}", several(&names)),
            *line,
        );
    }
}

/// Custom objects whose types nothing defines can't be, unless nothing defines any.
fn refuse(
    objects: BTreeMap<String, Vec<(String, String, usize)>>,
    defined: &Defined<'_>,
    told: &mut LeftOut,
) -> Vec<Refused> {
    let has_types = defined.has_types();
    let what = "custom objects of a type that no archive defines";
    let mut refused = Vec::new();
    for (of_type, objects) in objects {
        if defined.has_type(&of_type) {
            continue;
        }
        for (scope, id, line) in objects {
            if has_types {
                told.mistake(format!("{what}, which are left out: {of_type}"), line);
                refused.push((scope, id));
            } else {
                told.mistake(format!("{what}: {of_type}"), line);
            }
        }
    }
    refused
}

/// Who names something, in words.
fn who(kind: &str, scope: &str, id: &str) -> String {
    let first = id.split('|').next().unwrap_or_default();
    match kind {
        "price" => format!("price book {scope}"),
        "inventory" => format!("inventory list {scope}"),
        "category-assignment" => format!("catalogue {scope}"),
        "promotion-assignment" => format!("the assignment of promotion {first}"),
        "slot-assignment" => format!("the assignment of slot {first}"),
        _ => format!("{kind} {first}"),
    }
}

/// What an element names with an attribute, or with its text.
fn named(node: &Node, attribute: &str) -> Option<(String, usize)> {
    let name =
        if attribute.is_empty() { Some(node.text.as_str()) } else { node.attribute(attribute) };
    let name = name.map(str::trim).filter(|it| !it.is_empty())?;
    Some((name.to_owned(), node.line))
}

fn below(node: &Node, element: &str, attribute: &str, found: &mut Vec<(String, usize)>) {
    for child in &node.children {
        if child.name == element {
            found.extend(named(child, attribute));
        }
        below(child, element, attribute, found);
    }
}

/// The first of them, and that there are more.
fn several<T: AsRef<str>>(all: &[T]) -> String {
    let first: Vec<&str> = all.iter().take(TOLD).map(AsRef::as_ref).collect();
    let more = if all.len() > TOLD { ", …" } else { "" };
    format!("{}{more}", first.join(", "))
}
