//! How much of the cartridges below some folders would run.

use haltscope::script::{Emulated, Used, uses};
use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

/// So many of the members that are lacking are listed.
const LISTED: usize = 25;

/// What is counted of the scripts, and of the templates.
#[derive(Default)]
struct Count {
    files: usize,
    parsed: usize,
    /// File and line of what doesn't parse, and why.
    faults: Vec<String>,
}

/// The table.
#[derive(Default)]
pub struct Counted {
    scripts: Count,
    templates: Count,
    uses: usize,
    emulated: usize,
    lacking: BTreeMap<String, usize>,
    seen: HashSet<Vec<u8>>,
}

impl Counted {
    /// Looks at all cartridges below a folder.
    pub fn look_below(&mut self, folder: &Path, emulated: &Emulated) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            let is_left_out = path.is_symlink()
                || ["node_modules", "static", "client", ".git"].iter().any(|it| path.ends_with(it));
            if path.is_dir() && !is_left_out {
                self.look_below(&path, emulated);
            } else if path.is_file() && is_of_a_server(&path) {
                self.look_at(&path, emulated);
            }
        }
    }

    fn look_at(&mut self, path: &Path, emulated: &Emulated) {
        let Ok(content) = fs::read(path) else { return };
        if !self.seen.insert(content.clone()) {
            return;
        }
        let is_template = path.extension().is_some_and(|end| end == "isml");
        let found = uses(&path.to_string_lossy(), &content);
        let count = if is_template { &mut self.templates } else { &mut self.scripts };
        count.files += 1;
        match found {
            Ok(uses) => {
                count.parsed += 1;
                for it in uses {
                    self.count(it.what, emulated);
                }
            }
            Err(faults) => count.faults.extend(
                faults.iter().map(|it| format!("{}:{}: {}", path.display(), it.line, it.message)),
            ),
        }
    }

    fn count(&mut self, used: Used, emulated: &Emulated) {
        let (name, works) = match used {
            Used::Module(_)
            | Used::Reference { .. }
            | Used::Template(_)
            | Used::Tag(_)
            | Used::Attribute { .. } => return,
            Used::Class(class) => (class.to_owned(), emulated.has_class(class)),
            Used::Member { class, name } => {
                let works = emulated.has_member(class, &name);
                (format!("{class}.{name}"), works)
            }
        };
        self.uses += 1;
        self.emulated += usize::from(works);
        if !works {
            *self.lacking.entry(name).or_default() += 1;
        }
    }

    /// Prints the table, what is lacking and what doesn't parse.
    pub fn print(&self) {
        println!("{:<12} {:>7} {:>7} {:>8}", "", "all", "good", "");
        for (name, all, good) in [
            ("scripts", self.scripts.files, self.scripts.parsed),
            ("templates", self.templates.files, self.templates.parsed),
            ("uses", self.uses, self.emulated),
        ] {
            println!("{name:<12} {all:>7} {good:>7} {:>7.2} %", share(good, all));
        }
        let mut lacking: Vec<_> = self.lacking.iter().collect();
        lacking.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        println!("\nnot emulated, by uses:");
        for (name, count) in lacking.into_iter().take(LISTED) {
            println!("{count:>6} {name}");
        }
        println!("\nwhat doesn't parse:");
        for fault in self.scripts.faults.iter().chain(&self.templates.faults) {
            println!("  {fault}");
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn share(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

/// A server script or a template of a cartridge.
fn is_of_a_server(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let is_inside = path.components().any(|it| it.as_os_str() == "cartridge");
    let in_modules = path.components().any(|it| it.as_os_str() == "modules");
    match end {
        "isml" => is_inside,
        "js" | "ds" => is_inside || in_modules,
        _ => false,
    }
}
