//! What a storefront's cartridges use that isn't emulated, and what in them is faulty.

use super::{
    caches, designer, forms, hooks,
    packages::{self, PACKAGE},
    resources, rest_apis, step_types, templates,
    web_references::WebReferences,
};
use crate::api::{ids::BROWSER_FOLDERS, similar::nearest};
use crate::script::{
    Cartridges, Emulated, Files, REFERENCES, ScriptError, Use, Used, defined_tags, document_fault,
    finds, instead, script_named, tag_attributes, uses,
};
use serde::Serialize;
use std::{collections::BTreeSet, path::PathBuf};

/// Something that won't work here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 (none in JSON) where it stands in none.
    #[serde(skip_serializing_if = "is_none")]
    pub line: u32,
    /// Whose lack it is.
    pub severity: Severity,
    /// What it is, in words.
    #[serde(rename = "message")]
    pub what: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serializer passes it so")]
fn is_none(line: &u32) -> bool {
    *line == 0
}

/// Whose lack it is that something won't work here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The cartridge's or the archive's: it is faulty.
    Error,
    /// The sandbox's: it doesn't emulate it, or has no place for it.
    Warning,
}

/// What a file is, by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A server script, or a template.
    Script,
    Bundle,
    Form,
    /// The description of a web service.
    Reference,
    /// The types of a cartridge's job steps.
    StepTypes,
    /// The same where nothing looks for them.
    Misplaced,
    /// A part of a custom API.
    RestApi(rest_apis::Part),
    /// The `package.json` of a cartridge, which names lists.
    Package,
    /// A definition of the Page Designer.
    Designer,
}

/// What a look at cartridges has found.
#[derive(Debug, Default)]
pub struct Looked {
    /// In the order of files and lines.
    pub findings: Vec<Finding>,
    /// Which of these are of modules, templates and tags that other cartridges may have: script path, line and what.
    pub elsewhere: BTreeSet<(String, u32, String)>,
}

/// Looks at all files that a cartridge is made of.
pub async fn check(cartridges: &Cartridges) -> Result<Looked, ScriptError> {
    let looker =
        Looker { cartridges, emulated: Emulated::ask().await?, named: Named::of(cartridges) };
    let mut found = Looked::default();
    let named = cartridges.list().filter_map(|name| Some((name, cartridges.cartridge(name)?)));
    let modules = cartridges.modules().iter().map(|files| ("modules", files));
    for (name, files) in named.chain(modules) {
        for path in files.list() {
            looker.look(name, files, &path, &mut found);
        }
    }
    found.findings.sort();
    found.findings.dedup();
    Ok(found)
}

/// What cartridges have under a name, whatever its locale.
#[derive(Default)]
struct Named {
    templates: BTreeSet<String>,
    forms: BTreeSet<String>,
    /// Tags that modules define.
    tags: BTreeSet<String>,
    /// A module may define any tag.
    has_any_tag: bool,
}

impl Named {
    fn of(cartridges: &Cartridges) -> Self {
        let mut named = Self::default();
        for files in cartridges.list().filter_map(|name| cartridges.cartridge(name)) {
            for path in files.list() {
                named.forms.extend(forms::name_of(&path).map(str::to_owned));
                let Some(template) = templates::name_of(&path) else { continue };
                named.templates.insert(template.to_owned());
                for tag in defined_tags(&files.read(&path).unwrap_or_default()) {
                    named.has_any_tag |= tag.is_none();
                    named.tags.extend(tag);
                }
            }
        }
        named
    }

    fn has_template(&self, name: &str) -> bool {
        self.templates.contains(name) || templates::is_of_business_manager(name)
    }

    fn has_tag(&self, name: &str) -> bool {
        self.has_any_tag
            || templates::BUSINESS_MANAGER_TAGS.contains(&name)
            || self.tags.contains(name)
    }
}

struct Looker<'a> {
    cartridges: &'a Cartridges,
    emulated: Emulated,
    named: Named,
}

impl Looker<'_> {
    fn look(&self, cartridge: &str, files: &Files, path: &str, looked: &mut Looked) {
        let Some(kind) = kind(cartridge, path) else { return };
        let Some(content) = files.read(path) else { return };
        let faults = match kind {
            Kind::Script => self.script(&format!("/{cartridge}/{path}"), &content, looked),
            Kind::Package => return self.package(cartridge, &mut looked.findings),
            Kind::Designer => faulty(designer::faults(self.cartridges, path, &content)),
            Kind::Bundle => faulty(resources::faults(&resources::decoded(&content))),
            Kind::Form => faulty(forms::faults(&content, |form| self.named.forms.contains(form))),
            Kind::RestApi(part) => faulty(rest_apis::faults(files, part, path, &content)),
            Kind::StepTypes => faulty(step_types::faults(self.cartridges, path, &content)),
            Kind::Misplaced => {
                let what = "nothing reads it here: step types stand beside the folder cartridge";
                faulty(vec![(1, what.to_owned())])
            }
            Kind::Reference => {
                let path = format!("/{cartridge}/{path}");
                let fault = WebReferences::fault(self.cartridges, &path);
                faulty(fault.into_iter().map(|it| (1, it)).collect())
            }
        };
        let file = files.place(path);
        looked.findings.extend(faults.into_iter().map(|(line, severity, what)| {
            let file = file.clone();
            Finding { file, line, severity, what }
        }));
    }

    fn script(
        &self,
        path: &str,
        content: &[u8],
        looked: &mut Looked,
    ) -> Vec<(u32, Severity, String)> {
        match uses(path, content) {
            Ok(uses) => {
                looked.findings.extend(uses.iter().filter_map(|it| self.unread(path, &it.what)));
                let lacking = |it: Use| {
                    let what = self.lacks(path, &it.what)?;
                    if self.may_be_elsewhere(path, &it.what) {
                        looked.elsewhere.insert((path.to_owned(), it.line, what.clone()));
                    }
                    Some((it.line, severity(&it.what), what))
                };
                uses.into_iter().filter_map(lacking).collect()
            }
            Err(faults) => faulty(faults.into_iter().map(|it| (it.line, it.message)).collect()),
        }
    }

    /// What is wrong with a document that a script requires.
    fn unread(&self, from: &str, used: &Used) -> Option<Finding> {
        let Used::Module(name) = used else { return None };
        let path = script_named(self.cartridges, from, name).filter(|it| designer::is_json(it))?;
        let (line, what) = document_fault(&self.cartridges.read(&path)?)?;
        let fault = packages::Fault { file: path, line, what: format!("it can't be read: {what}") };
        Some(self.finding(fault))
    }

    /// What is wrong with the lists that a cartridge's `package.json` names.
    fn package(&self, cartridge: &str, findings: &mut Vec<Finding>) {
        let faults = hooks::faults(self.cartridges, cartridge).into_iter();
        let faults = faults.chain(caches::faults(self.cartridges, cartridge));
        findings.extend(faults.map(|fault| self.finding(fault)));
    }

    fn finding(&self, packages::Fault { file, line, what }: packages::Fault) -> Finding {
        let place = file.strip_prefix('/').and_then(|it| it.split_once('/'));
        let place =
            place.and_then(|(name, path)| Some(self.cartridges.cartridge(name)?.place(path)));
        let file = place.unwrap_or_else(|| PathBuf::from(file));
        Finding { file, line, severity: Severity::Error, what }
    }

    /// What stands where a module should be, if that is known.
    fn instead(&self, from: &str, module: &str) -> String {
        match instead(self.cartridges, from, module) {
            Some(found) => format!(": {found}"),
            None => self.other_name(module),
        }
    }

    /// Which cartridge a module is of, if that goes by another name here.
    fn other_name(&self, module: &str) -> String {
        let first = module.split('/').next().unwrap_or_default();
        let is_it = |it: &&str| project_name(self.cartridges, it).as_deref() == Some(first);
        let found = self.cartridges.list().find(is_it).filter(|it| *it != first);
        found.map_or_else(String::new, |it| {
            format!(" (the .project of {it} calls that cartridge {first}: name its folder so)")
        })
    }

    /// Whether a cartridge that isn't given may have what none of those has.
    fn may_be_elsewhere(&self, from: &str, used: &Used) -> bool {
        match used {
            Used::Module(name) => {
                !name.starts_with(['.', '~', '/']) && self.instead(from, name).is_empty()
            }
            Used::Template(_) | Used::Tag(_) => true,
            _ => false,
        }
    }

    /// Why something that is used isn't there; nothing if it is.
    fn lacks(&self, from: &str, used: &Used) -> Option<String> {
        let typed = |class: &str| format!("dw.{}", class.replace('/', "."));
        match used {
            Used::Module(name) => (!finds(self.cartridges, from, name))
                .then(|| format!("there is no module '{name}'{}", self.instead(from, name))),
            Used::Class(class) => (!self.emulated.has_class(class))
                .then(|| format!("{} is not emulated", typed(class))),
            Used::Member { class, name } => (!self.emulated.has_member(class, name)).then(|| {
                let what = if name == "new" { String::new() } else { format!(".{name}") };
                format!("{}{what} is not emulated", typed(class))
            }),
            Used::Reference { folder, name } => {
                (!WebReferences::has(self.cartridges, (folder, name))).then(|| {
                    format!("there is no web service '{name}': cartridge/{folder}/{name}.wsdl")
                })
            }
            Used::Template(name) => (!self.named.has_template(plain(name))).then(|| {
                format!("there is no template {name}: no cartridge has cartridge/templates/default/{}.isml", plain(name))
            }),
            Used::Tag(name) => (!self.named.has_tag(name))
                .then(|| format!("<{name}> is no tag: no <ismodule> of the cartridges defines it")),
            Used::Attribute { tag, name } => {
                let meant = nearest(name, tag_attributes(tag).iter().copied());
                let meant = meant.map(|it| format!(": did you mean {it}?")).unwrap_or_default();
                Some(format!("<{tag}> has no attribute {name}{meant}"))
            }
        }
    }
}

/// What the project file of a cartridge calls it: its folder has to have that name.
fn project_name(cartridges: &Cartridges, cartridge: &str) -> Option<String> {
    let content = cartridges.read(&format!("/{cartridge}/.project"))?;
    let text = String::from_utf8_lossy(&content);
    let (name, _) = text.split_once("<name>")?.1.split_once("</name>")?;
    Some(name.trim().to_owned())
}

/// The name of a template, which tags may write with a slash before it and with its file's end.
fn plain(name: &str) -> &str {
    let name = name.trim_start_matches('/');
    name.strip_suffix(".isml").unwrap_or(name)
}

/// What a file gets wrong.
fn faulty(faults: Vec<(u32, String)>) -> Vec<(u32, Severity, String)> {
    faults.into_iter().map(|(line, what)| (line, Severity::Error, what)).collect()
}

/// Classes are the platform's; what else is used those of cartridges.
const fn severity(used: &Used) -> Severity {
    match used {
        Used::Class(_) | Used::Member { .. } => Severity::Warning,
        Used::Module(_)
        | Used::Reference { .. }
        | Used::Template(_)
        | Used::Tag(_)
        | Used::Attribute { .. } => Severity::Error,
    }
}

/// What a cartridge's server has no use for is passed over.
fn kind(cartridge: &str, path: &str) -> Option<Kind> {
    let (stem, end) = path.rsplit_once('.')?;
    if cartridge == "modules" {
        return (end == "js").then_some(Kind::Script);
    }
    if path == PACKAGE {
        return Some(Kind::Package);
    }
    if step_types::STEP_TYPES.contains(&path) {
        return Some(Kind::StepTypes);
    }
    let is_misplaced = |name: &str| path.strip_prefix("cartridge/") == Some(name);
    if step_types::STEP_TYPES.into_iter().any(is_misplaced) {
        return Some(Kind::Misplaced);
    }
    if let Some(part) = rest_apis::Part::of(path) {
        return Some(Kind::RestApi(part));
    }
    if designer::is_definition(path) {
        return Some(Kind::Designer);
    }
    let inner = stem.strip_prefix("cartridge/")?;
    let (folder, _) = inner.split_once('/')?;
    if BROWSER_FOLDERS.contains(&folder) {
        return None;
    }
    match (folder, end) {
        ("templates", "isml") | (_, "js" | "ds") => Some(Kind::Script),
        ("templates", "properties") => Some(Kind::Bundle),
        ("forms", "xml") => Some(Kind::Form),
        (folder, "wsdl") if REFERENCES.contains(&folder) => Some(Kind::Reference),
        _ => None,
    }
}
