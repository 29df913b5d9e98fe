//! The house's rules, held against the source text: a broken one fails with file and line.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Which rooms each room may name. What isn't here is forbidden.
const EDGES: &[(&str, &[&str])] = &[
    ("api", &[]),
    ("cli", &[]),
    ("files", &[]),
    ("folders", &[]),
    ("script", &[]),
    ("config", &["api"]),
    ("client", &["api"]),
    ("session", &["api"]),
    ("runtime", &["session", "client", "api", "files", "folders"]),
    ("tui", &["session", "runtime", "api"]),
    ("dap", &["session", "runtime", "api"]),
    ("mcp", &["session", "runtime", "api"]),
    ("rpc", &["session", "runtime", "api"]),
    ("probe", &["session", "runtime", "api"]),
    ("sandbox", &["api", "script", "files", "folders"]),
    (
        "commands",
        &[
            "api", "cli", "client", "config", "dap", "files", "mcp", "probe", "rpc", "runtime",
            "sandbox", "script", "session", "tui",
        ],
    ),
];

/// What must not appear in a room's code, tests aside.
const STRANGERS: &[(&str, &[&str])] = &[
    (
        "api",
        &["tokio", "reqwest", "axum", "ratatui", "crossterm", "std::fs", "Instant", "SystemTime"],
    ),
    (
        "session",
        &[
            "tokio",
            "reqwest",
            "axum",
            "ratatui",
            "crossterm",
            "std::fs",
            "std::net",
            "std::thread",
            "Instant::",
            "SystemTime",
        ],
    ),
    ("script", &["axum", "hyper", "reqwest", "http::", "ratatui", "crossterm"]),
    ("sandbox", &["reqwest", "ratatui", "crossterm"]),
    ("client", &["axum", "ratatui", "crossterm", "rquickjs"]),
    ("config", &["tokio", "reqwest", "axum", "ratatui", "crossterm"]),
    ("runtime", &["reqwest", "axum", "ratatui", "crossterm", "rquickjs"]),
    ("tui", &["reqwest", "axum", "rquickjs"]),
    ("dap", &["reqwest", "axum", "rquickjs", "ratatui", "crossterm"]),
    ("mcp", &["reqwest", "axum", "rquickjs", "ratatui", "crossterm"]),
    ("rpc", &["reqwest", "axum", "rquickjs", "ratatui", "crossterm"]),
    ("probe", &["reqwest", "axum", "rquickjs", "ratatui", "crossterm"]),
    ("cli", &["tokio", "reqwest", "anyhow"]),
];

/// Files that know one of them all the same: the calls that scripts make to servers are made by a client.
const ACQUAINTANCES: &[(&str, &str)] = &[("src/sandbox/storefront/native/net.rs", "reqwest")];

/// The one module that may hold `unsafe`, in files by what it's about.
const UNSAFE: &str = "src/script/raw";

const LONGEST_FILE: usize = 500;

/// A file of the sources.
pub struct Source {
    pub path: String,
    pub room: String,
    pub text: String,
}

impl Source {
    /// The lines that aren't comments and stand before the file's tests, with their numbers.
    pub fn code(&self) -> Vec<(usize, &str)> {
        if self.path.contains("/tests") {
            return Vec::new();
        }
        code(&self.text)
    }
}

fn code(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let before_tests = lines.take_while(|(_, line)| !line.starts_with("#[cfg(test)]"));
    before_tests.filter(|(_, line)| !line.starts_with("//")).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All of them, by path.
pub fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    collect(&root().join("src"), "rs", &mut files);
    files.sort();
    assert!(files.len() > 50, "the sources are found");
    files.iter().map(|file| source(file)).collect()
}

fn collect(folder: &Path, end: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, end, files);
        } else if path.extension().is_some_and(|extension| extension == end) {
            files.push(path);
        }
    }
}

fn source(file: &Path) -> Source {
    let path = file.strip_prefix(root()).expect("below the root").display().to_string();
    let room = path.trim_start_matches("src/").split(['/', '.']).next().unwrap_or_default();
    Source { room: room.to_owned(), text: fs::read_to_string(file).expect("a text"), path }
}

fn check(broken: &[String]) {
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The rooms that a file names, by line: `crate::room`, in groups too, and `super`s that lead out.
fn named(path: &str, text: &str) -> Vec<(usize, String)> {
    let depth = path.trim_start_matches("src/").trim_end_matches("/mod.rs").split('/').count();
    let mut found = Vec::new();
    for (number, line) in code(text) {
        for (at, _) in line.match_indices("crate::") {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
                continue;
            }
            let rest = &line[at + "crate::".len()..];
            if !rest.starts_with('{') {
                found.push((number, word(rest)));
            }
        }
        if let Some(rest) = line.find(&"super::".repeat(depth)).map(|at| &line[at..]) {
            found.push((number, word(rest.trim_start_matches("super::"))));
        }
    }
    found.extend(grouped(text));
    found
}

/// The first words inside `crate::{…}`, which may span lines.
fn grouped(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::{") {
        let mut number = text[..at].matches('\n').count() + 1;
        let (mut depth, mut is_start) = (0, false);
        for (offset, letter) in text[at + "crate::".len()..].char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                '\n' => number += 1,
                _ if is_start && depth == 1 && letter.is_alphabetic() => {
                    found.push((number, word(&text[at + "crate::".len() + offset..])));
                    is_start = false;
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            is_start =
                depth == 1 && (matches!(letter, '{' | ',') || is_start && letter.is_whitespace());
        }
    }
    found
}

fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

fn broken_edges(path: &str, room: &str, text: &str) -> Vec<String> {
    let Some((_, allowed)) = EDGES.iter().find(|(name, _)| *name == room) else {
        return Vec::new();
    };
    let is_room = |name: &String| EDGES.iter().any(|(room, _)| room == name);
    named(path, text)
        .into_iter()
        .filter(|(_, name)| is_room(name) && name != room && !allowed.contains(&name.as_str()))
        .map(|(number, name)| format!("{path}:{number}: {room} must not name {name}"))
        .collect()
}

#[test]
fn rooms_name_only_the_rooms_they_may() {
    let broken: Vec<String> =
        sources().iter().flat_map(|it| broken_edges(&it.path, &it.room, &it.text)).collect();
    check(&broken);
}

#[test]
fn a_broken_edge_is_seen_in_every_spelling() {
    for (path, text, line) in [
        ("src/session/a.rs", "use crate::api::ids;\nuse crate::client::Client;\n", 2),
        ("src/session/a/b.rs", "fn f() {\n    super::super::super::client::f();\n}\n", 2),
        ("src/session/mod.rs", "use super::client::Client;\n", 1),
        ("src/session/a.rs", "use crate::{\n    api::{ids, fault},\n    client::Client,\n};\n", 3),
        ("src/session/a.rs", "use crate::{api, client};\n", 1),
    ] {
        let expected = format!("{path}:{line}: session must not name client");
        assert_eq!(broken_edges(path, "session", text), [expected], "{text}");
    }
    let fine = "//! [`crate::client`]\nuse crate::{api::client};\nuse super::client;\n#[cfg(test)]\nmod t { use crate::client; }";
    assert_eq!(broken_edges("src/session/a.rs", "session", fine), [""; 0]);
}

#[test]
fn every_room_has_a_door() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("the library");
    let private = fs::read_to_string(root().join("src/private.rs")).expect("the private rooms");
    for (room, _) in EDGES {
        assert!(lib.contains(&format!("pub mod {room};")), "{room}");
        assert!(private.contains(&format!("\nmod {room};")), "{room} is looked at for dead code");
        assert!(
            *room == "cli" || lib.contains(&format!("[`{room}`]")),
            "{room} is in the code map"
        );
    }
    let doors = lib.lines().filter(|line| line.starts_with("pub mod ")).count();
    assert_eq!(doors, EDGES.len(), "each room has its row in the table of edges");
}

#[test]
fn rooms_know_no_strangers() {
    let mut broken = Vec::new();
    for source in sources() {
        let strangers = STRANGERS.iter().find(|(room, _)| *room == source.room);
        let strangers = strangers.map_or(&[][..], |(_, strangers)| strangers);
        let known = |stranger: &str| ACQUAINTANCES.contains(&(source.path.as_str(), stranger));
        for (number, line) in source.code() {
            for stranger in strangers.iter().filter(|it| line.contains(**it) && !known(it)) {
                broken.push(format!(
                    "{}:{number}: {} must not know {stranger}",
                    source.path, source.room
                ));
            }
            if source.room != "commands" && line.contains("anyhow::") {
                broken.push(format!("{}:{number}: anyhow is for commands alone", source.path));
            }
        }
    }
    check(&broken);
}

#[test]
fn files_are_short() {
    let long = |source: &Source| {
        let lines = source.text.lines().count();
        (lines > LONGEST_FILE).then(|| format!("{}: {lines} lines", source.path))
    };
    check(&sources().iter().filter_map(long).collect::<Vec<_>>());
}

#[test]
fn code_has_no_leftovers() {
    // Written in halves, so that this file doesn't find itself.
    let leftovers = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("X", "XX"),
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("d", "bg!("),
        concat!("#[al", "low("),
        concat!("print", "ln!("),
        concat!(".un", "wrap()"),
    ];
    let mut broken = Vec::new();
    for source in sources() {
        for (number, line) in source.code() {
            for leftover in leftovers.iter().filter(|leftover| line.contains(**leftover)) {
                broken.push(format!("{}:{number}: {leftover}", source.path));
            }
        }
    }
    check(&broken);
}

#[test]
fn unsafe_code_stands_in_one_module_of_the_engine() {
    let keyword = concat!("un", "safe ");
    let holds = |source: &&Source| {
        source
            .code()
            .iter()
            .any(|(_, line)| line.starts_with(keyword) || line.contains(&format!(" {keyword}{{")))
    };
    let all = sources();
    let files = all.iter().filter(holds).map(|source| source.path.as_str());
    let (within, outside): (Vec<&str>, Vec<&str>) = files.partition(|file| {
        file.strip_prefix(UNSAFE).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    });
    assert!(!within.is_empty(), "the keyword is looked for in vain");
    assert!(outside.is_empty(), "{outside:?}");
}

/// What a module of the platform asks for, below `assets/platform`; a name with a star at its end
/// stands for all that begin so.
fn required(module: &str, text: &str) -> Vec<String> {
    let calls = Regex::new(r"require\(\s*['\x22`]([^'\x22`]+)").expect("a pattern");
    let name = |call: regex::Captures<'_>| {
        let name = match call[1].split_once("${") {
            Some((begin, _)) => format!("{begin}*"),
            None => call[1].to_owned(),
        };
        let mut parts: Vec<&str> = module.split('/').filter(|_| name.starts_with('.')).collect();
        parts.pop();
        for part in name.split('/').filter(|part| *part != ".") {
            match part {
                ".." => _ = parts.pop(),
                _ => parts.push(part),
            }
        }
        parts.join("/")
    };
    calls.captures_iter(text).map(name).collect()
}

#[test]
fn every_module_of_the_platform_is_needed() {
    let texts = |folder: &str, end: &str| -> BTreeMap<String, String> {
        let (folder, mut files) = (root().join(folder), Vec::new());
        collect(&folder, end, &mut files);
        let name = |file: &Path| {
            file.strip_prefix(&folder).expect("below").with_extension("").display().to_string()
        };
        files.iter().map(|it| (name(it), fs::read_to_string(it).expect("a text"))).collect()
    };
    let modules = texts("assets/platform", "js");
    // Scripts ask for any class; the program itself names where it begins.
    let own: Vec<_> = ["rs", "js"].iter().flat_map(|end| texts("src", end).into_values()).collect();
    let is_named = |name: &str| {
        own.iter().any(|it| ['"', '\''].iter().any(|q| it.contains(&format!("{q}{name}{q}"))))
    };
    let mut left: Vec<&str> = modules.keys().map(String::as_str).collect();
    left.retain(|name| name.starts_with("dw/") || is_named(name));
    assert!(left.contains(&"prelude") && left.len() < modules.len(), "{left:?}");
    let mut needed = BTreeSet::new();
    while let Some(module) = left.pop() {
        if needed.insert(module) {
            for name in required(module, &modules[module]) {
                let fits = |it: &&str| match name.strip_suffix('*') {
                    Some(begin) => it.starts_with(begin),
                    None => *it == name,
                };
                left.extend(modules.keys().map(String::as_str).filter(fits));
            }
        }
    }
    let idle = modules.keys().filter(|name| !needed.contains(name.as_str()));
    check(
        &idle.map(|name| format!("assets/platform/{name}.js: nobody needs it")).collect::<Vec<_>>(),
    );
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("the README")
}

/// What users read: the README and where it leads to.
const GUIDES: [&str; 5] =
    ["README.md", "assets/editors.md", "assets/sandbox.md", "assets/team.md", "assets/zed.md"];

/// All of them as one text.
fn guides() -> String {
    let read = |guide: &&str| fs::read_to_string(root().join(guide)).expect("a guide");
    GUIDES.iter().map(read).collect()
}

/// What stands between the fences of that language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let opening = format!("```{language}\n");
    let blocks = text.split(&opening).skip(1);
    blocks.filter_map(|rest| rest.split("\n```").next()).collect()
}

#[test]
fn the_guides_commands_are_understood() {
    use clap::Parser;
    for line in blocks(&guides(), "sh").iter().flat_map(|block| block.lines()) {
        let words = line.split(" < ").next().unwrap_or_default().split_whitespace();
        let words = words.skip_while(|word| word.contains("SFCC_"));
        let words: Vec<&str> = match words.collect::<Vec<_>>().as_slice() {
            ["cargo", "test" | "install", ..] => continue,
            ["cargo", "run", "--release", "--", rest @ ..] => {
                ["haltscope"].iter().chain(rest).copied().collect()
            }
            other => other.to_vec(),
        };
        assert_eq!(words.first(), Some(&"haltscope"), "{line}");
        haltscope::cli::Cli::try_parse_from(words)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// What a guide links to is there, and the README leads to all of them.
#[test]
fn the_guides_lead_to_each_other() {
    let mut found = BTreeSet::from(["README.md".to_owned()]);
    for guide in GUIDES {
        let text = fs::read_to_string(root().join(guide)).expect("a guide");
        let folder = Path::new(guide).parent().expect("a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let file = folder.join(link);
            assert!(root().join(&file).is_file(), "{guide}: {link}");
            found.insert(file.to_string_lossy().into_owned());
        }
    }
    for guide in GUIDES {
        assert!(found.contains(guide), "{guide}: nobody leads there");
    }
}

/// What a newcomer runs first, and second.
#[test]
fn the_readme_shows_how_to_try_it_and_how_to_test_it() {
    let readme = readme();
    let lines: Vec<_> = blocks(&readme, "sh").into_iter().flat_map(str::lines).collect();
    for command in ["cargo run --release -- demo", "cargo test"] {
        assert!(lines.contains(&command), "{command} in {lines:?}");
    }
}

/// The long flags of a command and of all below it.
fn flags_of(command: &clap::Command) -> Vec<String> {
    let own = command.get_arguments().filter_map(clap::Arg::get_long).map(str::to_owned);
    own.chain(command.get_subcommands().flat_map(flags_of)).collect()
}

#[test]
fn the_guides_flags_exist() {
    use clap::CommandFactory;
    let mut command = haltscope::cli::Cli::command();
    command.build();
    let flags = flags_of(&command);
    for word in guides().split(|letter: char| !(letter.is_alphanumeric() || letter == '-')) {
        let Some(flag) =
            word.strip_prefix("--").filter(|flag| flag.starts_with(char::is_alphabetic))
        else {
            continue;
        };
        assert!(
            ["release", "open", "path", "locked"].contains(&flag)
                || flags.iter().any(|it| it == flag),
            "--{flag}"
        );
    }
}

#[test]
fn the_readmes_settings_are_settings() {
    use haltscope::config::Settings;
    let folder = tempfile::tempdir().expect("a folder");
    for block in blocks(&readme(), "toml") {
        let file = folder.path().join("config.toml");
        fs::write(&file, block).expect("written");
        let settings = Settings::read(&file).expect("settings");
        assert_ne!(settings, Settings::default());
        assert!(haltscope::tui::theme::Theme::named(&settings.theme).is_some());
        let preset = settings.keymap.parse().expect("a preset");
        haltscope::tui::keys::Keymap::load(preset, &settings.keys).expect("keys");
    }
}

#[test]
fn the_readmes_keys_are_keys() {
    let readme = readme();
    let keymap = haltscope::tui::keys::Keymap::default();
    let rows = readme.lines().skip_while(|line| *line != "## Keys").skip(4);
    let mut seen = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        for cell in row.split('|').skip(1).step_by(2) {
            for key in
                cell.split_whitespace().filter_map(|word| word.strip_prefix('`')?.strip_suffix('`'))
            {
                let of = |entry: &&haltscope::tui::keys::Entry| {
                    entry.keys.iter().any(|keys| keys.to_string() == key)
                };
                let is_known =
                    key.parse::<u8>().is_ok() || keymap.entries().iter().any(|it| of(&it));
                assert!(is_known, "{key} in {row}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 16, "{seen} keys");
}

/// What the packages hold is there, or made by the script that makes them.
#[test]
fn packages_hold_what_is_made_for_them() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let script = fs::read_to_string(root().join(".ci/package")).expect("the script");
    let packages = manifest.split("[lib]").next().unwrap_or_default();
    let quoted: Vec<&str> = packages.split('"').skip(1).step_by(2).collect();
    let made = quoted.iter().filter_map(|text| text.strip_prefix("target/package/"));
    let made: Vec<&str> = made.collect();
    assert_eq!(made.len(), 8, "man pages and completions, twice: {made:?}");
    for file in made {
        let made = file.split('/').next().unwrap_or(file);
        assert!(script.contains(&format!("$made/{made}\"")), "{file}");
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        assert!(quoted.contains(&file) && root().join(file).is_file(), "{file}");
    }
}
