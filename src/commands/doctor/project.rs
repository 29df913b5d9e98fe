//! What stands on this machine: cartridges, their order, and the breakpoints that are kept.

use super::finding::Finding;
use crate::api::counted::counted;
use crate::client::{Client, SandboxFacts};
use crate::commands::{analysis, cartridges, debug};
use crate::config::{Config, Folders, Surroundings};
use crate::runtime::{self, StateFile};
use crate::session::{BreakpointSpec, Saved, SourcesFound};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A project and its breakpoints.
pub(super) struct Project {
    /// Where its scripts are.
    pub(super) sources: runtime::Project,
    /// Those of the command line, then the saved ones.
    pub(super) breakpoints: Vec<BreakpointSpec>,
    /// About the file that keeps them.
    pub(super) kept: Finding,
}

/// A state file, as far as it matters here.
#[derive(Deserialize)]
struct Kept {
    state: Saved,
}

impl Project {
    /// The project of the working folder.
    pub(super) fn of(
        config: &Config,
        surroundings: &Surroundings,
        folders: Option<&Folders>,
    ) -> Self {
        let roots = cartridges::cartridge_folders(config, surroundings);
        let analyser = Some(analysis::lines as _);
        let sources = runtime::Project { roots, analyser, ..runtime::Project::default() };
        let mut breakpoints: Vec<BreakpointSpec> =
            config.breakpoints.iter().map(|it| debug::breakpoint(&it.breakpoint)).collect();
        let root = cartridges::root(&surroundings.folder);
        let file = folders.map(|folders| StateFile::new(&folders.state, &root).path().to_owned());
        let (saved, problem) = file.as_deref().map(saved).unwrap_or_default();
        for spec in saved {
            if breakpoints.iter().all(|other| other.key != spec.key) {
                breakpoints.push(spec);
            }
        }
        let kept = problem.unwrap_or_else(|| counting(&breakpoints, file.as_ref()));
        Self { sources, breakpoints, kept }
    }
}

/// Only reads: whoever debugs sets a broken file aside.
fn saved(file: &Path) -> (Vec<BreakpointSpec>, Option<Finding>) {
    let broken = |error: String| {
        let seen = format!("{} can't be read: {error}", file.display());
        Finding::problem("breakpoints", seen)
            .then("The next `haltscope debug` sets it aside and begins without saved breakpoints.")
    };
    match fs::read(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => (Vec::new(), None),
        Err(error) => (Vec::new(), Some(broken(error.to_string()))),
        Ok(bytes) => match serde_json::from_slice::<Kept>(&bytes) {
            Ok(kept) => (kept.state.breakpoints, None),
            Err(error) => (Vec::new(), Some(broken(error.to_string()))),
        },
    }
}

fn counting(breakpoints: &[BreakpointSpec], file: Option<&PathBuf>) -> Finding {
    let off = breakpoints.iter().filter(|spec| !spec.enabled).count();
    let off = if off == 0 { String::new() } else { format!(", {off} of them off") };
    let number = breakpoints.len();
    let seen = match (number, file) {
        (0, Some(file)) => format!("none are saved in {} or given by --break", file.display()),
        (0, None) => "none are given by --break; without a home folder none are saved".to_owned(),
        _ => format!("{}{off}, saved or given by --break", counted(number, "breakpoint")),
    };
    Finding::ok("breakpoints", seen).with("count", number)
}

/// About the cartridges that were found.
pub(super) fn cartridges(found: &SourcesFound) -> Finding {
    const CHECK: &str = "cartridges";
    let searched: Vec<String> =
        found.searched.iter().map(|folder| folder.display().to_string()).collect();
    let names: Vec<&str> = found.cartridges.iter().map(|each| each.name.as_str()).collect();
    let place = searched.join(", ");
    let listing = || {
        let (cartridges, scripts) = (names.len(), found.scripts.len());
        format!(
            "{} with {} below {place}: {}",
            counted(cartridges, "cartridge"),
            counted(scripts, "script"),
            names.join(", ")
        )
    };
    let finding = match &found.incomplete {
        _ if names.is_empty() => Finding::warning(CHECK, format!("none below {place}"))
            .then("Name the folder that holds them with --cartridges DIR; without them there is stepping, but no text to see."),
        Some(reason) => Finding::warning(CHECK, format!("{}; not everything was searched", listing()))
            .then(format!("There are {reason}.")),
        None => Finding::ok(CHECK, listing()),
    };
    finding.with("names", names).with("searched", searched).with("scripts", found.scripts.len())
}

/// The site's cartridge path.
pub(super) struct Order {
    /// Leftmost first; empty when it isn't known.
    pub(super) path: Vec<String>,
    /// Whether a sandbox has told it, and nobody has configured it.
    pub(super) is_told: bool,
}

impl Order {
    /// As it is configured, else as the sandbox has told it that this client has asked.
    pub(super) fn of(config: &Config, client: Option<&Client>) -> Self {
        let configured = &config.cartridge_path.value;
        let told = client.filter(|_| configured.is_empty()).and_then(Client::sandbox);
        let site = config.site.as_ref().map(|site| &site.value);
        let is_of_site = |it: &SandboxFacts| site.is_none() || site == it.site.as_ref();
        match told.filter(is_of_site) {
            Some(facts) => Self { path: facts.cartridges, is_told: true },
            None => Self { path: configured.clone(), is_told: false },
        }
    }
}

/// About their order, which decides between scripts of the same path.
pub(super) fn order(found: &SourcesFound, order: &Order) -> Finding {
    const CHECK: &str = "order";
    let Order { path: order, is_told } = order;
    let doubles = doubles(found);
    let finding = match (order.as_slice(), doubles.as_slice()) {
        ([], []) => Finding::ok(CHECK, "not configured, and no script is in two cartridges here"),
        ([], [first, ..]) => {
            let number = counted(doubles.len(), "path");
            let seen = format!(
                "not configured, and several cartridges have the same scripts ({number}, such as {first}): which one runs isn't known"
            );
            Finding::warning(CHECK, seen)
                .then("Say the site's cartridge path: \"cartridges-path\": \"a:b\" in dw.json.")
        }
        (order, _) => {
            let is_here = |name: &&String| found.cartridges.iter().any(|each| each.name == **name);
            let elsewhere: Vec<&str> =
                order.iter().filter(|name| !is_here(name)).map(String::as_str).collect();
            let path = order.join(":");
            let path = if *is_told { format!("{path}, as the sandbox tells") } else { path };
            Finding::ok(
                CHECK,
                match elsewhere.as_slice() {
                    [] => path,
                    names => format!("{path}; not here: {}", names.join(", ")),
                },
            )
        }
    };
    finding.with("path", order.clone()).with("in_several", doubles.len())
}

/// Paths below `cartridge/` that several cartridges have.
fn doubles(found: &SourcesFound) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for script in found.scripts.keys() {
        let inner = script.as_str().trim_start_matches('/').split_once('/');
        let inner = inner.map(|(_, inner)| inner).filter(|path| path.starts_with("cartridge/"));
        if let Some(inner) = inner {
            *counts.entry(inner).or_default() += 1;
        }
    }
    let doubles = counts.into_iter().filter(|(_, count)| *count > 1);
    doubles.map(|(path, _)| path.to_owned()).collect()
}
