//! How far below a folder cartridges are looked for, and where not.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders below are looked at this deep.
pub const DEPTH: usize = 6;
/// Never hold cartridges, but very many files.
const SKIPPED: [&str; 4] = ["node_modules", "target", "dist", "bower_components"];

/// Whether there may be cartridges in a folder of that name.
#[must_use]
pub fn may_hold_cartridges(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && !SKIPPED.contains(&name.as_ref())
}

/// Whether a folder holds a cartridge.
#[must_use]
pub fn is_cartridge(folder: &Path) -> bool {
    folder.join("cartridge").is_dir()
}

/// Whether a folder beside cartridges is a library, whose scripts are required by its name: it has some right in it, or
/// says which is the main one. What builds and tests a repository is none, nor is another repository.
#[must_use]
pub fn is_library(folder: &Path) -> bool {
    may_hold_cartridges(folder)
        && !is_cartridge(folder)
        && !is_tool(folder)
        && !is_repository(folder)
        && (entries(folder).any(|it| is_script(&it)) || has_main(folder))
}

/// Folders of a repository that nobody uploads.
const TOOLS: [&str; 22] = [
    "bin",
    "build",
    "build_tools",
    "ci",
    "codecept",
    "config",
    "cypress",
    "doc",
    "docs",
    "documentation",
    "e2e",
    "examples",
    "jest",
    "metadata",
    "mocks",
    "scripts",
    "spec",
    "test",
    "tests",
    "tools",
    "unit",
    "webpack",
];
/// What configures tools: `gulpfile.js`, and anything as `webpack.config.js`.
const CONFIGURES: [&str; 4] = ["gulpfile", "gruntfile", "karma", "webpack"];

fn is_tool(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    TOOLS.contains(&name.as_ref())
}

fn is_repository(folder: &Path) -> bool {
    entries(folder).any(|it| is_cartridge(&it) || it.ends_with("cartridges") && it.is_dir())
}

/// One that isn't about how others are built.
fn is_script(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let configures =
        stem.rsplit_once('.').is_some_and(|(_, end)| ["config", "conf"].contains(&end));
    path.extension().is_some_and(|end| end == "js")
        && !configures
        && !stem.starts_with('.')
        && !CONFIGURES.contains(&stem.as_ref())
}

/// Whether its package says which script is the main one, and that is there.
fn has_main(folder: &Path) -> bool {
    let package = fs::read(folder.join("package.json")).unwrap_or_default();
    let package: serde_json::Value = serde_json::from_slice(&package).unwrap_or_default();
    let Some(main) = package["main"].as_str() else { return false };
    ["", ".js", "/index.js"].iter().any(|end| folder.join(format!("{main}{end}")).is_file())
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(Result::ok).map(|entry| entry.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(folder: &str, files: &[(&str, &str)], expected: bool) {
        let above = tempfile::tempdir().expect("a folder");
        for (file, text) in files {
            let path = above.path().join(folder).join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
            fs::write(path, text).expect("it is written");
        }
        assert_eq!(is_library(&above.path().join(folder)), expected, "{folder}: {files:?}");
    }

    #[test]
    fn libraries_are_told_from_what_builds_and_tests_a_repository() {
        check("lodash", &[("add.js", ""), ("package.json", "{}")], true);
        check("server", &[("main.js", "")], true);
        check(
            "fast",
            &[("package.json", r#"{"main": "./src/parser"}"#), ("src/parser.js", "")],
            true,
        );
        check("other", &[("package.json", r#"{"main": "index.js"}"#), ("lib/a.js", "")], false);
        for tool in ["webpack", "test", "scripts", "bin", "Documentation", "node_modules"] {
            check(tool, &[("run.js", "")], false);
        }
        check(
            "builder",
            &[("webpack.config.js", ""), ("gulpfile.js", ""), (".eslintrc.js", "")],
            false,
        );
        check("link_x", &[("cartridges/int_x/cartridge/a.js", ""), ("index.js", "")], false);
        check("plugin", &[("int_x/cartridge/a.js", ""), ("index.js", "")], false);
        check("app", &[("cartridge/a.js", ""), ("index.js", "")], false);
        check("data", &[("a.json", "")], false);
    }
}
