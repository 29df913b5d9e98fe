//! What is wrong with the files of custom APIs: what the platform would refuse, or what surely fails.

use super::{
    FOLDER, contract, is_api_name,
    mapping::{self, MAPPING, Mapped},
    yaml::Fault,
};
use crate::script::{Files, offered};

/// What a file is to a custom API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sandbox::storefront) enum Part {
    /// Its `api.json`.
    Mapping,
    /// A contract, or what looks like one.
    Contract,
}

impl Part {
    /// By its path in a cartridge.
    pub(in crate::sandbox::storefront) fn of(path: &str) -> Option<Self> {
        let (_, file) = path.strip_prefix(FOLDER)?.strip_prefix('/')?.split_once('/')?;
        match file.rsplit_once('.') {
            _ if file == MAPPING => Some(Self::Mapping),
            Some((name, "yaml" | "yml")) if !name.contains('/') => Some(Self::Contract),
            _ => None,
        }
    }
}

/// What is wrong with a file, with its lines.
pub(in crate::sandbox::storefront) fn faults(
    files: &Files,
    part: Part,
    path: &str,
    content: &[u8],
) -> Vec<(u32, String)> {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let found = match part {
        Part::Mapping => of_mapping(files, folder, content),
        Part::Contract => of_contract(files, (folder, file), content),
    };
    found.into_iter().map(|Fault { line, what }| (line, what)).collect()
}

fn of_mapping(files: &Files, folder: &str, content: &[u8]) -> Vec<Fault> {
    let name = folder.rsplit('/').next().unwrap_or_default();
    let mut found = Vec::new();
    if !is_api_name(name) {
        let what = format!("its folder \"{name}\" has other letters than a to z, 0 to 9 and '-'");
        found.push(Fault::new(1, what));
    }
    match mapping::read(content) {
        Err(fault) => found.push(fault),
        Ok(all) => {
            for mapped in all {
                match mapped {
                    Ok(mapped) => found.extend(of_endpoint(files, folder, &mapped)),
                    Err(fault) => found.push(fault),
                }
            }
        }
    }
    found
}

fn of_endpoint(files: &Files, folder: &str, mapped: &Mapped) -> Vec<Fault> {
    let Mapped { line, endpoint, schema, script } = mapped;
    let fault = |what: String| Fault::new(*line, format!("{endpoint}: {what}"));
    let mut found = Vec::new();
    match files.read(&format!("{folder}/{schema}")) {
        None => found.push(fault(format!("there is no {schema}"))),
        Some(content) => {
            // What else is wrong with it is told where it stands.
            let is_described = contract::read(&content)
                .map_or(true, |read| read.operations.iter().any(|it| it.id == *endpoint));
            if !is_described {
                found.push(fault(format!("no operation of {schema} has this operationId")));
            }
        }
    }
    let path = format!("{folder}/{script}");
    match files.read(&path) {
        None => found.push(fault(format!("there is no {script}"))),
        Some(content) => {
            // What doesn't parse is told of the script itself.
            let Some(offered) = offered(&path, &content) else { return found };
            if offered.lacks(endpoint) {
                found.push(fault(format!("{script} exports no function of this name")));
            } else if offered.hides(endpoint) {
                let what = format!(
                    "the function of {script} isn't public: exports.{endpoint}.public = true"
                );
                found.push(fault(what));
            }
        }
    }
    found
}

fn of_contract(files: &Files, (folder, file): (&str, &str), content: &[u8]) -> Vec<Fault> {
    let Some(mapping) = files.read(&format!("{folder}/{MAPPING}")) else {
        return vec![Fault::new(1, format!("there is no {MAPPING} beside it"))];
    };
    let mapped = mapping::read(&mapping).unwrap_or_default();
    let own: Vec<_> = mapped.into_iter().flatten().filter(|it| it.schema == file).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let read = match contract::read(content) {
        Ok(read) => read,
        Err(fault) => return vec![fault],
    };
    let mut found: Vec<Fault> = read.version.err().into_iter().collect();
    for operation in read.operations {
        let (id, line) = (operation.id, operation.line);
        found.extend(operation.read.err().unwrap_or_default());
        if !id.is_empty() && !own.iter().any(|it| it.endpoint == id) {
            found.push(Fault::new(line, format!("no endpoint of {MAPPING} is called {id}")));
        }
    }
    found.sort_by_key(|fault| fault.line);
    found.dedup();
    found
}
