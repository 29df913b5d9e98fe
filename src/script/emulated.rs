//! What of the platform this program emulates, as its own modules tell.

use super::cartridges::Cartridges;
use super::declared::MemberKind;
use super::engine::Engine;
use super::error::ScriptError;
use super::host::{Call, Host, HostError};
use super::job::{Entry, Job, Limits};
use super::platform::declared;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// The declared classes that have a module here, each with the names of its own declared members that it lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emulated(BTreeMap<String, BTreeSet<String>>);

impl Emulated {
    /// Asks the platform modules of the program.
    pub async fn ask() -> Result<Self, ScriptError> {
        let engine = Engine::new(Limits::default(), Arc::new(Nobody));
        let entry = Entry { module: "internal/emulated".to_owned(), function: "list".to_owned() };
        let cartridges = Arc::new(Cartridges::new());
        let listed = engine
            .start(Job { cartridges, entry, input: Value::Null, run_time: None })
            .outcome
            .await?;
        Ok(Self(serde_json::from_value(listed).unwrap_or_default()))
    }

    /// Whether the class has a module here.
    pub fn has_class(&self, class: &str) -> bool {
        self.0.contains_key(class)
    }

    /// Whether a declared member of a class, or of those that it extends, is there.
    pub fn has_member(&self, class: &str, name: &str) -> bool {
        self.0.get(class).is_some_and(|missing| !missing.contains(name))
    }

    /// How much there is of what is declared, package by package, as a document in Markdown.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn document(&self) -> String {
        let mut text = HEAD.to_owned();
        let mut package = "";
        for class in declared().classes() {
            let (own, _) = class.rsplit_once('/').unwrap_or_default();
            if own != package {
                package = own;
                // Writing into a string can't fail.
                let _ = write!(text, "\n## dw.{}\n\n", package.replace('/', "."));
                text.push_str("| class | emulated | not emulated |\n|---|---|---|\n");
            }
            text.push_str(&self.row(class));
        }
        text
    }

    fn row(&self, class: &str) -> String {
        let name = class.rsplit('/').next().unwrap_or(class);
        let is_plain = |kind| !matches!(kind, MemberKind::Constant(Some(_)));
        let own = declared().own_members(class).filter(|(_, member)| is_plain(member.kind));
        let own: Vec<&str> = own.map(|(name, _)| name).collect();
        if !self.has_class(class) {
            return format!("| {name} | no | |\n");
        }
        let missing: Vec<&str> =
            own.iter().copied().filter(|name| !self.has_member(class, name)).collect();
        if missing.is_empty() {
            return match PARTS.iter().find(|(known, _)| *known == class) {
                Some((_, what)) => format!("| {name} | in part | {what} |\n"),
                None => format!("| {name} | yes | |\n"),
            };
        }
        let count = own.len() - missing.len();
        format!("| {name} | {count} of {} | {} |\n", own.len(), missing.join(", "))
    }
}

const HEAD: &str = "# What the sandbox emulates of the platform\n\n\
    Each class of the script API with the members of its own that the sandbox doesn't emulate yet. What isn't emulated can be \
    required all the same; it fails where it is used, by name. `haltscope sandbox --cartridges DIR --check` lists what your \
    cartridges use of it.\n\n\
    This file is generated: `UPDATE_DOCUMENTS=1 cargo test emulated` writes it anew.\n";

/// What classes that have all their members can't do with them.
const PARTS: [(&str, &str); 1] =
    [("crypto/WeakCipher", "what is neither RSA nor AES nor triple DES")];

/// Answers nothing: modules are looked at, but nothing of theirs is called.
struct Nobody;

impl Host for Nobody {
    fn call(&self, Call { name, .. }: Call<'_>) -> Result<Value, HostError> {
        Err(HostError::new(format!("nobody answers {name}")))
    }
}
