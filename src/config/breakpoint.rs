//! `--break PATH:LINE[:CONDITION]`: a script as the server names it, from its cartridge on, by the
//! end of its path, or a local file.

use super::error::ConfigError;
use crate::api::debugger::NewBreakpoint;
use crate::api::folders::normal;
use crate::api::ids::{Line, ScriptPath, is_script};
use std::path::{Component, Path};

/// A breakpoint that somebody gave as a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenBreakpoint {
    /// The text.
    pub text: String,
    /// Its place and condition.
    pub breakpoint: NewBreakpoint,
    /// How the script was named.
    pub naming: Naming,
}

/// How a script is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// As the server does it, or as a file that is there.
    Certain,
    /// From its cartridge on, as in `app_base/cartridge/…`: whoever knows the project's cartridges
    /// can say whether there is such a one.
    FromCartridge,
    /// By the end of its path, as in `Cart.js` or `controllers/Cart.js`: whoever knows the project's
    /// scripts can say which one is meant.
    ByEnd,
}

/// Reads one argument; local files are looked for from `folder`.
pub(super) fn parse(text: &str, folder: &Path) -> Result<GivenBreakpoint, ConfigError> {
    read(text, folder).map_err(|problem| ConfigError::Breakpoint { text: text.to_owned(), problem })
}

fn read(text: &str, folder: &Path) -> Result<GivenBreakpoint, String> {
    let (path, line, condition) = split(text)?;
    let condition = Some(condition.trim()).filter(|text| !text.is_empty()).map(str::to_owned);
    let (script_path, naming) = script_path(path, folder)?;
    if !is_script(script_path.as_str()) {
        return Err("breakpoints need a .js, .ds or .isml file".into());
    }
    let breakpoint = NewBreakpoint { line_number: Line(line), script_path, condition };
    Ok(GivenBreakpoint { text: text.to_owned(), breakpoint, naming })
}

/// At the first `:` that a line number and the end or another `:` follow; the condition may hold
/// any number of them.
fn split(text: &str) -> Result<(&str, u32, &str), String> {
    for (colon, _) in text.match_indices(':') {
        let (path, rest) = (&text[..colon], &text[colon + 1..]);
        let (number, condition) = rest.split_once(':').unwrap_or((rest, ""));
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        return match number.parse() {
            Ok(0) => Err("lines are counted from 1".into()),
            Ok(line) => Ok((path, line, condition)),
            Err(_) => Err(format!("there is no line {number}")),
        };
    }
    Err("PATH:LINE or PATH:LINE:CONDITION is needed".into())
}

fn script_path(path: &str, folder: &Path) -> Result<(ScriptPath, Naming), String> {
    let local = folder.join(path);
    if local.is_file() {
        let whole = std::path::absolute(&local).map_err(|error| error.to_string())?;
        let named = on_server(&normal(&whole)).map(|script| (script, Naming::Certain));
        return named.ok_or_else(|| format!("{} is in no cartridge", local.display()));
    }
    if Path::new(path).components().any(|part| part == Component::ParentDir) {
        return Err("a script path is /cartridge/file, without ..".into());
    }
    if path.starts_with('/') {
        return Ok((ScriptPath::from(path), Naming::Certain));
    }
    let from_cartridge = path.strip_prefix("./").map_or(path, |path| path.trim_start_matches('/'));
    if !starts_with_cartridge(from_cartridge) {
        return Ok((ScriptPath::from(from_cartridge), Naming::ByEnd));
    }
    Ok((ScriptPath(format!("/{from_cartridge}")), Naming::FromCartridge))
}

/// `app_base/cartridge/…`, `modules/…`.
fn starts_with_cartridge(path: &str) -> bool {
    let mut parts = path.split('/');
    let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    first == "modules" && !second.is_empty() || !first.is_empty() && second == "cartridge"
}

/// How the server names a local file: from the cartridge's folder on, or from `modules` on.
fn on_server(file: &Path) -> Option<ScriptPath> {
    let cartridges: Vec<&Path> =
        file.ancestors().skip(1).filter(|folder| folder.join("cartridge").is_dir()).collect();
    let inside = |folder: &&&Path| file.starts_with(folder.join("cartridge"));
    let marked = cartridges.iter().filter(inside).find(|folder| folder.join(".project").exists());
    let cartridge = marked.or_else(|| cartridges.iter().find(inside));
    let modules = || {
        let named = |folder: &&Path| folder.file_name().is_some_and(|name| name == "modules");
        file.ancestors().skip(1).filter(named).last()
    };
    let root = cartridge.copied().or_else(modules)?;
    let below = file.strip_prefix(root.parent()?).ok()?;
    let parts: Option<Vec<&str>> = below.iter().map(std::ffi::OsStr::to_str).collect();
    Some(ScriptPath(format!("/{}", parts?.join("/"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> tempfile::TempDir {
        let project = tempfile::tempdir().expect("a folder");
        for file in [
            "cartridges/app_base/cartridge/controllers/Cart.js",
            "cartridges/app_base/cartridge/scripts/cartridge/x.ds",
            "cartridges/app_base/.project",
            "cartridges/modules/server/server.js",
            "cartridges/app_base/cartridge/templates/page.html",
            "tools/build.js",
            "colon:9.js",
        ] {
            let file = project.path().join(file);
            std::fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
            std::fs::write(file, "").expect("a file");
        }
        project
    }

    fn check(text: &str, expected: Result<(&str, u32, Option<&str>), &str>) {
        let project = project();
        let found = parse(text, project.path());
        match (found, expected) {
            (Ok(GivenBreakpoint { breakpoint: found, .. }), Ok((path, line, condition))) => {
                let condition = condition.map(str::to_owned);
                let place =
                    NewBreakpoint { line_number: Line(line), script_path: path.into(), condition };
                assert_eq!(found, place, "{text}");
            }
            (Err(error), Err(words)) => {
                let error = error.to_string();
                assert!(error.contains(words) && error.contains("--break"), "{text}: {error}");
            }
            (found, expected) => panic!("{text}: {found:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn server_paths_are_taken_as_they_are() {
        check("/app/cartridge/a.js:12", Ok(("/app/cartridge/a.js", 12, None)));
        check("/modules/server.ds:1", Ok(("/modules/server.ds", 1, None)));
        check("/app/cartridge/a.js:12:qty > 5", Ok(("/app/cartridge/a.js", 12, Some("qty > 5"))));
        check("/a/b.js:1:x ? 'a:2' : y", Ok(("/a/b.js", 1, Some("x ? 'a:2' : y"))));
        check("/a/b:c.js:7:", Ok(("/a/b:c.js", 7, None)));
    }

    #[test]
    fn local_files_are_named_from_their_cartridge_on() {
        let cart = "/app_base/cartridge/controllers/Cart.js";
        check("cartridges/app_base/cartridge/controllers/Cart.js:3", Ok((cart, 3, None)));
        check(
            "./tools/../cartridges/app_base/cartridge/controllers/Cart.js:3:a:b",
            Ok((cart, 3, Some("a:b"))),
        );
        check(
            "cartridges/app_base/cartridge/scripts/cartridge/x.ds:3",
            Ok(("/app_base/cartridge/scripts/cartridge/x.ds", 3, None)),
        );
        check("cartridges/modules/server/server.js:3", Ok(("/modules/server/server.js", 3, None)));
        let project = project();
        let whole = project.path().join("cartridges/app_base/cartridge/controllers/Cart.js");
        let found = parse(&format!("{}:3", whole.display()), Path::new("/")).expect("a breakpoint");
        assert_eq!(found.breakpoint.script_path.as_str(), cart);
    }

    #[test]
    fn scripts_are_named_from_their_cartridge_on_in_any_folder() {
        check("app_x/cartridge/a.js:8", Ok(("/app_x/cartridge/a.js", 8, None)));
        check("./app_x/cartridge/a.js:8:x", Ok(("/app_x/cartridge/a.js", 8, Some("x"))));
        check("modules/server.js:8", Ok(("/modules/server.js", 8, None)));
        let naming = |text: &str| parse(text, Path::new("/none")).map(|given| given.naming);
        assert!(matches!(naming("app_x/cartridge/a.js:8"), Ok(Naming::FromCartridge)));
        assert!(matches!(naming("/app_x/cartridge/a.js:8"), Ok(Naming::Certain)));
    }

    #[test]
    fn the_end_of_a_path_is_for_whoever_knows_the_scripts() {
        for text in ["Cart.js", "controllers/Cart.js", "app_base/controllers/Cart.js"] {
            check(&format!("{text}:1:x"), Ok((text, 1, Some("x"))));
            for here in ["./", ".//"] {
                let given = parse(&format!("{here}{text}:1"), Path::new("/none")).expect("taken");
                assert_eq!(
                    (given.naming, given.breakpoint.script_path.as_str()),
                    (Naming::ByEnd, text)
                );
            }
        }
    }

    #[test]
    fn other_texts_say_what_is_needed() {
        check("/a/b.js", Err("PATH:LINE"));
        check("/a/b.js:x", Err("PATH:LINE"));
        check("/a/b.js:0", Err("counted from 1"));
        check("/a/b.js:99999999999", Err("no line 99999999999"));
        check("/a/../b.js:1", Err(".."));
        check("/a/b.html:1", Err(".js, .ds or .isml"));
        check("cartridges/app_base/cartridge/templates/page.html:1", Err(".js, .ds or .isml"));
        check("app_base/cartridge/../x.js:1", Err(".."));
        check("tools/build.js:1", Err("in no cartridge"));
    }
}
