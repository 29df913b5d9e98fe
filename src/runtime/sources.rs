//! Scripts on this machine, by the names that the server gives them.

use crate::api::ids::{ScriptPath, is_script};
use crate::folders::{DEPTH, is_cartridge, is_library, may_hold_cartridges};
use crate::session::{Cartridge, CodeLines, Outline, SourceText, SourcesFound};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Entries that are looked at before the search gives up.
const ENTRIES: usize = 200_000;
/// A longer file is no script that anybody reads on a screen.
const LONGEST: u64 = 16 << 20;

/// Where a project's scripts are looked for.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// Folders that hold cartridges, or are one.
    pub roots: Vec<PathBuf>,
    /// Scripts that the program itself brings.
    pub built_in: BTreeMap<ScriptPath, String>,
    /// Knows a script's lines with code from its path and text; without one they stay unknown. It may take
    /// a while, as parsing does.
    pub analyser: Option<fn(&ScriptPath, &str) -> CodeLines>,
    /// Knows what a script defines, calls and asks for from its path and text.
    pub outliner: Option<fn(&ScriptPath, &str) -> Outline>,
}

impl Project {
    /// A script's text with what its lines mean to breakpoints, or why it can't be read.
    pub fn read(&self, script: &ScriptPath, file: &Path) -> Result<SourceText, String> {
        let text = read(self, script, file)?;
        let code = self.analyser.map(|analyse| analyse(script, &text)).unwrap_or_default();
        let outline = self.outliner.map(|outline| outline(script, &text)).unwrap_or_default();
        Ok(SourceText { text, code, outline })
    }
}

/// Looks for cartridges: folders with a `cartridge` folder that holds code. `modules` beside them
/// counts as one. The first of a name wins.
pub fn find(project: &Project) -> SourcesFound {
    let (found, looked_through) = (built_in(project), BTreeSet::new());
    let mut search = Search { found, left: ENTRIES, looked_through };
    search.found.searched.extend(project.roots.iter().cloned());
    for root in &project.roots {
        search.below(root);
    }
    if search.left == 0 {
        search.found.incomplete =
            Some(format!("more than {ENTRIES} entries: name the folder with --cartridges"));
    }
    search.found
}

/// A script's text; bytes that are no UTF-8 are replaced.
pub(super) fn read(project: &Project, script: &ScriptPath, file: &Path) -> Result<String, String> {
    if let Some(text) = project.built_in.get(script) {
        return Ok(text.clone());
    }
    let facts = fs::metadata(file).map_err(|error| error.to_string())?;
    if !facts.is_file() {
        // Whoever reads a pipe waits for somebody who writes to it.
        return Err("it is no file".to_owned());
    }
    let size = facts.len();
    if size > LONGEST {
        return Err(format!("it has {} MB", size >> 20));
    }
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// When the file was last changed; `None` if it can't be told.
pub(super) fn changed_at(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}

fn built_in(project: &Project) -> SourcesFound {
    let mut found = SourcesFound::default();
    for script in project.built_in.keys() {
        let name = script.cartridge();
        if !found.cartridges.iter().any(|cartridge| cartridge.name == name) {
            let folder = PathBuf::from("(built in)").join(name);
            found.cartridges.push(Cartridge { name: name.to_owned(), folder });
        }
        let file = PathBuf::from(format!("(built in){script}"));
        found.scripts.insert(script.clone(), file);
    }
    found
}

struct Search {
    found: SourcesFound,
    left: usize,
    /// Folders of cartridges that were looked through for what stands beside them.
    looked_through: BTreeSet<PathBuf>,
}

impl Search {
    fn below(&mut self, root: &Path) {
        let mut folders = VecDeque::from([(root.to_owned(), 0)]);
        while let Some((folder, depth)) = folders.pop_front() {
            if self.take_cartridge(&folder) || depth == DEPTH {
                continue;
            }
            let inner = self.entries(&folder).into_iter().map(|entry| entry.path());
            // Links may lead in circles: further than to a cartridge they are followed here alone.
            let is_followed = |path: &PathBuf| {
                path.is_dir() && (depth == 0 || is_cartridge(path) || !path.is_symlink())
            };
            let kept: Vec<PathBuf> =
                inner.filter(|path| may_hold_cartridges(path) && is_followed(path)).collect();
            folders.extend(kept.into_iter().map(|path| (path, depth + 1)));
        }
    }

    /// Whether the folder is a cartridge with code.
    fn take_cartridge(&mut self, folder: &Path) -> bool {
        let Some(name) = name_of(folder) else { return false };
        if !is_cartridge(folder) {
            return false;
        }
        let scripts = self.scripts(&folder.join("cartridge"), &format!("/{name}/cartridge"));
        if scripts.is_empty() {
            return false;
        }
        self.take(name, folder, scripts);
        if let Some(parent) = folder.parent() {
            self.take_what_is_beside(parent);
        }
        true
    }

    /// The `modules` and the libraries in a folder of cartridges.
    fn take_what_is_beside(&mut self, parent: &Path) {
        if !self.looked_through.insert(parent.to_owned()) {
            return;
        }
        for folder in self.entries(parent).into_iter().map(|entry| entry.path()) {
            let Some(name) = name_of(&folder) else { continue };
            let known = self.found.cartridges.iter().any(|cartridge| cartridge.name == name);
            let is_meant = folder.is_dir() && (name == "modules" || is_library(&folder));
            if is_meant && !known {
                let scripts = self.scripts(&folder, &format!("/{name}"));
                self.take(name, &folder, scripts);
            }
        }
    }

    fn take(&mut self, name: String, folder: &Path, scripts: Vec<(ScriptPath, PathBuf)>) {
        let known = self.found.cartridges.iter().any(|cartridge| cartridge.name == name);
        if known || scripts.is_empty() {
            return;
        }
        self.found.scripts.extend(scripts);
        self.found.cartridges.push(Cartridge { name, folder: folder.to_owned() });
    }

    fn scripts(&mut self, folder: &Path, prefix: &str) -> Vec<(ScriptPath, PathBuf)> {
        let mut scripts = Vec::new();
        let mut folders = vec![(folder.to_owned(), prefix.to_owned())];
        while let Some((folder, prefix)) = folders.pop() {
            for entry in self.entries(&folder) {
                let (path, name) = (entry.path(), entry.file_name());
                let name = format!("{prefix}/{}", name.to_string_lossy());
                if is_folder(&entry) {
                    if may_hold_cartridges(&path) {
                        folders.push((path, name));
                    }
                } else if is_script(&path.to_string_lossy()) {
                    scripts.push((ScriptPath(name), path));
                }
            }
        }
        scripts
    }

    /// In the order of their names; nothing when the search has gone far enough.
    fn entries(&mut self, folder: &Path) -> Vec<DirEntry> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut entries: Vec<DirEntry> = entries.flatten().take(self.left).collect();
        self.left -= entries.len();
        entries.sort_by_key(DirEntry::file_name);
        entries
    }
}

/// A cartridge is called like its folder, or like the link to it.
fn name_of(folder: &Path) -> Option<String> {
    let name = |folder: &Path| Some(folder.file_name()?.to_string_lossy().into_owned());
    name(folder).or_else(|| name(&folder.canonicalize().ok()?))
}

/// Links to folders inside of a cartridge are not followed: they may lead in circles.
fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[&str]) -> (tempfile::TempDir, Project) {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
            let is_package = file.ends_with("package.json");
            let package = "{\"main\": \"lib/main\"}".to_owned();
            let text = if is_package { package } else { format!("// {file}\n") };
            fs::write(path, text).expect("it is written");
        }
        let project = Project { roots: vec![folder.path().to_owned()], ..Project::default() };
        (folder, project)
    }

    fn found(files: &[&str]) -> Vec<String> {
        let (_folder, project) = project(files);
        find(&project).scripts.keys().map(ToString::to_string).collect()
    }

    #[test]
    fn cartridges_are_found_by_name_at_any_depth() {
        let scripts = found(&[
            "cartridges/app_a/cartridge/controllers/Cart.js",
            "cartridges/app_a/cartridge/scripts/x.ds",
            "cartridges/app_a/cartridge/static/x.css",
            "cartridges/modules/server.js",
            "cartridges/lodash/index.js",
            "cartridges/lodash/fp/map.js",
            "cartridges/deep/package.json",
            "cartridges/deep/lib/main.js",
            "cartridges/docs/lib/none.js",
            "plugins/deep/down/int_b/cartridge/y.js",
        ]);
        assert_eq!(
            scripts,
            [
                "/app_a/cartridge/controllers/Cart.js",
                "/app_a/cartridge/scripts/x.ds",
                "/deep/lib/main.js",
                "/int_b/cartridge/y.js",
                "/lodash/fp/map.js",
                "/lodash/index.js",
                "/modules/server.js",
            ]
        );
    }

    #[test]
    fn folders_without_code_and_packages_are_skipped() {
        let scripts = found(&[
            "bm_data/cartridge/static/x.css",
            "node_modules/z/cartridge/z.js",
            ".git/a/cartridge/a.js",
        ]);
        assert!(scripts.is_empty(), "{scripts:?}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_read() {
        let (folder, project) = project(&["app/cartridge/a.js"]);
        let pipe = folder.path().join("app/cartridge/pipe.js");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).expect("a pipe");
        let script = ScriptPath::from("/app/cartridge/pipe.js");
        assert_eq!(project.read(&script, &pipe), Err("it is no file".to_owned()));
    }

    /// As the sandbox has it.
    #[cfg(unix)]
    #[test]
    fn links_to_cartridges_are_followed_and_circles_are_not() {
        let (folder, _) =
            project(&["real/app_x/cartridge/T.js", "shelf/deep/app_y/cartridge/U.js"]);
        let path = |below: &str| folder.path().join(below);
        fs::create_dir_all(path("sym/inner")).expect("folders");
        let link = |to: &str, from: &str| {
            std::os::unix::fs::symlink(path(to), path(from)).expect("a link");
        };
        link("real/app_x", "sym/app_x");
        link("real/app_x", "sym/inner/app_again");
        link("shelf/deep", "sym/shelf");
        link("sym", "sym/inner/circle");
        let project = Project { roots: vec![path("sym")], ..Project::default() };
        let scripts: Vec<String> = find(&project).scripts.keys().map(ToString::to_string).collect();
        let expected =
            ["/app_again/cartridge/T.js", "/app_x/cartridge/T.js", "/app_y/cartridge/U.js"];
        assert_eq!(scripts, expected);
    }

    #[test]
    fn the_first_of_a_name_wins() {
        let (_folder, project) = project(&["a/app/cartridge/x.js", "b/app/cartridge/y.js"]);
        let found = find(&project);
        assert_eq!(found.cartridges.len(), 1);
        assert!(found.scripts.contains_key(&ScriptPath::from("/app/cartridge/x.js")));
    }

    #[test]
    fn a_root_may_be_a_cartridge_itself() {
        let (folder, _) = project(&["app/cartridge/x.js"]);
        let roots = vec![folder.path().join("app")];
        let found = find(&Project { roots, ..Project::default() });
        assert_eq!(found.cartridges[0].name, "app");
    }

    #[test]
    fn links_that_lead_in_circles_end() {
        let (folder, project) = project(&["app/cartridge/x.js"]);
        let link = folder.path().join("app/cartridge/again");
        std::os::unix::fs::symlink(folder.path(), link).expect("a link");
        assert_eq!(find(&project).scripts.len(), 1);
    }

    #[test]
    fn scripts_are_read_without_their_byte_order_mark() {
        let (folder, project) = project(&["app/cartridge/x.js"]);
        let file = folder.path().join("app/cartridge/x.js");
        fs::write(&file, b"\xef\xbb\xbfvar a;\xff").expect("it is written");
        let text = read(&project, &ScriptPath::from("/app/cartridge/x.js"), &file);
        assert_eq!(text, Ok("var a;\u{fffd}".to_owned()));
    }

    #[test]
    fn scripts_come_with_what_the_analyser_makes_of_their_lines() {
        let (folder, mut project) = project(&["app/cartridge/x.js"]);
        let file = folder.path().join("app/cartridge/x.js");
        let script = ScriptPath::from("/app/cartridge/x.js");
        let read = |project: &Project| project.read(&script, &file).expect("it is there").code;
        assert_eq!(read(&project), CodeLines::Unknown);
        project.analyser = Some(|_, text| CodeLines::Known(text.lines().map(|_| None).collect()));
        assert_eq!(read(&project), CodeLines::Known([None].into()));
        let gone = project.read(&script, &folder.path().join("gone.js"));
        assert!(gone.is_err_and(|reason| reason.contains("No such file")));
    }

    #[test]
    fn built_in_scripts_need_no_file() {
        let script = ScriptPath::from("/app/cartridge/x.js");
        let built_in = BTreeMap::from([(script.clone(), "var a;".to_owned())]);
        let project = Project { built_in, ..Project::default() };
        let found = find(&project);
        assert_eq!(found.cartridges[0].name, "app");
        let text = read(&project, &script, &found.scripts[&script]);
        assert_eq!(text, Ok("var a;".to_owned()));
    }
}
