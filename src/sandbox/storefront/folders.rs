//! Cartridges in folders of the user's own.

use crate::folders::{DEPTH, is_cartridge, is_library, may_hold_cartridges};
use crate::script::{Cartridges, Files};
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// What scripts may require of no cartridge.
const MODULES: &str = "modules";

/// Why a cartridge path can't be made of folders.
#[derive(Debug, Error)]
pub enum CartridgesError {
    /// A folder can't be listed.
    #[error("can't read the folder {folder}")]
    Unreadable {
        /// The folder that was given.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is no cartridge in any of the folders.
    #[error("no cartridge in {folders}: a cartridge is a folder with a folder \"cartridge\" in it")]
    None {
        /// The folders that were given, divided by commas.
        folders: String,
    },
    /// The cartridge path names something that isn't there.
    #[error("the cartridge path names {name}, but only {found} were found")]
    Unknown {
        /// The name in the cartridge path.
        name: String,
        /// The cartridges that are there, divided by commas.
        found: String,
    },
}

/// The cartridges in `folders`, and the `modules` folders and libraries beside them, in the order of
/// `cartridge_path`; an empty one means alphabetical. Those that it doesn't name are aside.
///
/// A folder may also be a cartridge itself, or hold them further below, as a repository does. Of two cartridges with one
/// name the first is taken, and so of libraries.
pub fn find_cartridges(
    folders: &[PathBuf],
    cartridge_path: &[String],
) -> Result<Cartridges, CartridgesError> {
    let mut found = BTreeMap::new();
    let mut modules = Vec::new();
    let mut libraries = Vec::new();
    for folder in folders {
        for inner in candidates(folder)? {
            let name = name_of(&inner);
            if name == MODULES {
                modules.push(inner);
            } else if is_cartridge(&inner) {
                found.entry(name).or_insert(inner);
            } else {
                libraries.push((name, inner));
            }
        }
    }
    if found.is_empty() {
        return Err(CartridgesError::None { folders: joined(folders.iter().map(|f| f.display())) });
    }
    let path = ordered(&found, cartridge_path)?;
    let path = modules.into_iter().fold(path, |path, it| path.with_modules(Files::Folder(it)));
    let libraries = libraries.into_iter();
    Ok(libraries.fold(path, |path, (name, it)| path.with_library(name, Files::Folder(it))))
}

/// What may be a cartridge, `modules` or a library: the folder itself, else those in it and below it.
fn candidates(folder: &Path) -> Result<Vec<PathBuf>, CartridgesError> {
    let unreadable = |source| CartridgesError::Unreadable { folder: folder.to_path_buf(), source };
    let folder_itself = std::fs::canonicalize(folder).map_err(unreadable)?;
    if is_cartridge(&folder_itself) {
        // Nobody has named the folder above it: what can't be listed there isn't there.
        let beside = folder_itself.parent().and_then(|above| folders_in(above).ok());
        let beside = beside.into_iter().flatten();
        let beside = beside.filter(|it| name_of(it) == MODULES || is_library(it));
        return Ok([folder_itself.clone()].into_iter().chain(beside).collect());
    }
    Ok(below(folders_in(&folder_itself).map_err(unreadable)?))
}

/// The cartridges among these folders and below them, with the `modules` and libraries beside them, the nearest first.
fn below(folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut level = vec![folders];
    for depth in 0..DEPTH {
        let mut next = Vec::new();
        for beside in level {
            let is_place = beside.iter().any(|it| is_cartridge(it));
            let (here, others): (Vec<_>, Vec<_>) = beside
                .into_iter()
                .partition(|it| is_cartridge(it) || is_place && name_of(it) == MODULES);
            found.extend(here);
            let libraries = others.iter().filter(|it| is_place && is_library(it));
            found.extend(libraries.cloned());
            // Links may lead in circles.
            let further = others
                .iter()
                .filter(|it| may_hold_cartridges(it) && (depth == 0 || !it.is_symlink()));
            next.extend(further.map(|it| folders_in(it).unwrap_or_default()));
        }
        level = next;
    }
    found
}

fn folders_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?;
    let mut inner: Vec<_> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|it| it.is_dir()).collect();
    inner.sort();
    Ok(inner)
}

fn ordered(
    found: &BTreeMap<String, PathBuf>,
    cartridge_path: &[String],
) -> Result<Cartridges, CartridgesError> {
    let names: Vec<&String> = if cartridge_path.is_empty() {
        found.keys().collect()
    } else {
        cartridge_path.iter().collect()
    };
    let unknown = |name: &String| CartridgesError::Unknown {
        name: name.clone(),
        found: joined(found.keys()),
    };
    let path = names.iter().try_fold(Cartridges::new(), |path, name| {
        let folder = found.get(*name).ok_or_else(|| unknown(name))?;
        Ok::<_, CartridgesError>(path.with(*name, Files::Folder(folder.clone())))
    })?;
    let aside = found.iter().filter(|(name, _)| !names.contains(name));
    Ok(aside
        .fold(path, |path, (name, folder)| path.with_aside(name, Files::Folder(folder.clone()))))
}

fn name_of(folder: &Path) -> String {
    folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn joined(names: impl Iterator<Item = impl ToString>) -> String {
    names.map(|name| name.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in names {
            std::fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        folder
    }

    fn names(folders: &[PathBuf], path: &[&str]) -> Result<Vec<String>, CartridgesError> {
        let path: Vec<String> = path.iter().map(ToString::to_string).collect();
        find_cartridges(folders, &path).map(|found| found.list().map(str::to_owned).collect())
    }

    #[test]
    fn cartridges_stand_alphabetically_or_as_the_path_says() {
        let folder = tree(&["b/cartridge", "a/cartridge", "docs", "modules/server"]);
        let folders = [folder.path().to_path_buf()];
        assert_eq!(names(&folders, &[]).expect("found"), ["a", "b"]);
        assert_eq!(names(&folders, &["b", "a"]).expect("found"), ["b", "a"]);
        assert_eq!(names(&folders, &["b"]).expect("found"), ["b"]);
        let error = names(&folders, &["c"]).expect_err("refused").to_string();
        assert_eq!(error, "the cartridge path names c, but only a, b were found");
    }

    #[test]
    fn a_folder_may_be_a_cartridge_itself() {
        let folder = tree(&["one/cartridge", "modules"]);
        assert_eq!(names(&[folder.path().join("one")], &[]).expect("found"), ["one"]);
    }

    #[test]
    fn the_cartridges_of_a_repository_are_found_below_it() {
        let folder = tree(&[
            "cartridges/a/cartridge",
            "cartridges/modules/server",
            "docs",
            "link/cartridges/b/cartridge",
            "node_modules/c/cartridges/d/cartridge",
            ".git/cartridges/e/cartridge",
            "test/unit/cartridges/a/cartridge/old",
        ]);
        let root = [folder.path().to_path_buf()];
        assert_eq!(names(&root, &[]).expect("found"), ["a", "b"]);
        assert_eq!(names(&root, &["b", "a"]).expect("found"), ["b", "a"]);
        let found = find_cartridges(&root, &[]).expect("found");
        assert_eq!(found.modules().len(), 1);
        assert!(!found.contains("/a/cartridge/old"), "the nearest one is taken");
    }

    #[test]
    fn folders_of_scripts_beside_cartridges_are_libraries() {
        let folder = tree(&[
            "cartridges/a/cartridge",
            "cartridges/sums/inner",
            "cartridges/docs",
            "cartridges/node_modules",
            "tools",
        ]);
        for file in ["sums/add.js", "sums/inner/one.js", "docs/a.md", "node_modules/b.js"] {
            std::fs::write(folder.path().join("cartridges").join(file), "").expect("a file");
        }
        std::fs::write(folder.path().join("tools/build.js"), "").expect("a file");
        let root = [folder.path().to_path_buf()];
        assert_eq!(names(&root, &[]).expect("found"), ["a"]);
        let found = find_cartridges(&root, &["a".to_owned()]).expect("found");
        for (path, is_there) in [
            ("/sums/add.js", true),
            ("/sums/inner/one.js", true),
            ("/docs/a.md", false),
            ("/node_modules/b.js", false),
            ("/tools/build.js", false),
        ] {
            assert_eq!(found.contains(path), is_there, "{path}");
        }
    }

    #[test]
    fn cartridges_below_others_are_found_too() {
        let folder = tree(&[
            "int_a/cartridge",
            "modules/cartridges/no/cartridge",
            "reference/cartridges/base/cartridge",
            "reference/cartridges/int_a/cartridge/old",
            "int_a/cartridges/inside/cartridge",
        ]);
        let root = [folder.path().to_path_buf()];
        assert_eq!(names(&root, &[]).expect("found"), ["base", "int_a"]);
        let found = find_cartridges(&root, &[]).expect("found");
        assert!(!found.contains("/int_a/cartridge/old"), "the nearest one is taken");
    }

    #[test]
    fn folders_without_cartridges_are_refused() {
        let folder = tree(&["docs"]);
        let refused = names(&[folder.path().to_path_buf()], &[]);
        assert!(matches!(refused, Err(CartridgesError::None { .. })));
        let refused = names(&[folder.path().join("missing")], &[]);
        assert!(matches!(refused, Err(CartridgesError::Unreadable { .. })));
    }
}
