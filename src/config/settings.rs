//! The settings: how the program looks and behaves, as TOML in the XDG configuration folder.

use crate::api::forgiving::{self, Read};
use crate::api::similar;
use crate::api::wording::plain;
use serde::{Deserialize, Deserializer, de};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How the program looks and behaves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The set of keys: `default`, `vscode`, `jetbrains` or `gdb`.
    pub keymap: String,
    /// Own keys by action name: one, or several in a list; an empty list takes them away.
    #[serde(deserialize_with = "key_lists")]
    pub keys: BTreeMap<String, Vec<String>>,
    /// Which marks are drawn.
    pub marks: Marks,
    /// Whether colours are used; `--color` wins.
    pub color: Color,
    /// The theme's name.
    pub theme: String,
    /// Whether the mouse is used from the start.
    pub mouse: bool,
    /// After how long without a key halted threads are not kept alive any more.
    #[serde(deserialize_with = "duration")]
    pub idle_limit: Duration,
    /// How long the server lets a halted thread sleep.
    #[serde(deserialize_with = "duration")]
    pub halt_timeout: Duration,
    /// The site of storefront requests.
    #[serde(deserialize_with = "site")]
    pub site: String,
    /// The locale of storefront requests.
    #[serde(deserialize_with = "locale")]
    pub locale: String,
    /// Paths whose values are masked in an exported history.
    #[serde(deserialize_with = "paths")]
    pub mask: Vec<String>,
    /// So many objects in sight are read for their line at each halt; 0 reads none unasked.
    #[serde(deserialize_with = "count")]
    pub previews: usize,
}

/// Which marks are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Marks {
    /// Unicode where the locale allows it.
    #[default]
    Auto,
    /// Always Unicode.
    Unicode,
    /// Always ASCII.
    Ascii,
}

/// Whether colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            keymap: "default".to_owned(),
            keys: BTreeMap::new(),
            marks: Marks::Auto,
            color: Color::Auto,
            theme: "auto".to_owned(),
            mouse: true,
            idle_limit: Duration::from_mins(15),
            halt_timeout: Duration::from_mins(1),
            site: "Storefront".to_owned(),
            locale: "default".to_owned(),
            mask: Vec::new(),
            previews: 24,
        }
    }
}

/// What a settings file gets wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The file is there but can't be read.
    #[error("can't read {}: {problem}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        problem: String,
    },
    /// Lines that aren't what they should be.
    #[error("{}", of_file(file, mistakes))]
    Wrong {
        /// The file.
        file: PathBuf,
        /// In the order of the lines; never empty.
        mistakes: Vec<Mistake>,
    },
}

/// What is wrong in a line of a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

const KEYS: [&str; 12] = [
    "keymap",
    "keys",
    "marks",
    "color",
    "theme",
    "mouse",
    "idle_limit",
    "halt_timeout",
    "site",
    "locale",
    "mask",
    "previews",
];

impl Settings {
    /// Reads a file; one that isn't there means the defaults.
    pub fn read(file: &Path) -> Result<Self, SettingsError> {
        let (settings, mistakes) = Self::read_past(file)?;
        settings.without(file, mistakes)
    }

    /// Reads a file past its mistakes: what is wrong has its default.
    pub fn read_past(file: &Path) -> Result<(Self, Vec<Mistake>), SettingsError> {
        match std::fs::read_to_string(file) {
            Ok(text) => Ok(Self::parse(&text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok((Self::default(), Vec::new()))
            }
            Err(error) => {
                Err(SettingsError::Unreadable { file: file.to_owned(), problem: error.to_string() })
            }
        }
    }

    /// What was read of a file, if nothing is wrong with it.
    pub fn without(self, file: &Path, mut mistakes: Vec<Mistake>) -> Result<Self, SettingsError> {
        if mistakes.is_empty() {
            return Ok(self);
        }
        mistakes.sort_by_key(|mistake| mistake.line);
        Err(SettingsError::Wrong { file: file.to_owned(), mistakes })
    }

    /// Reads a file's text past its mistakes.
    pub(super) fn parse(text: &str) -> (Self, Vec<Mistake>) {
        let mistake = |at: usize, problem: String| Mistake { line: line(text, at), problem };
        let Read { file: settings, errors, .. } = forgiving::read(text);
        let wrong = errors.iter().map(|error| {
            let at = error.span().map_or(0, |span| span.start);
            mistake(at, plain(&error.message().replace('\n', ", ")))
        });
        let table = toml::de::DeTable::parse(text);
        let keys = table.iter().flat_map(|table| table.get_ref().keys());
        let unknown = keys
            .filter(|key| !KEYS.contains(&key.get_ref().as_ref()))
            .map(|key| mistake(key.span().start, unknown(key.get_ref())));
        let mistakes = wrong.chain(unknown).collect();
        (settings, mistakes)
    }
}

impl Mistake {
    /// What is wrong with a value that was read, by what only others know; `path` leads to it, as in `["keys", "zoom"]`.
    pub fn of_value(file: &Path, path: &[&str], problem: String) -> Self {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        Self { line: line(&text, place(&text, path)), problem }
    }

    /// With the file that it is in.
    pub fn of_file(&self, file: &Path) -> String {
        format!("{}, line {}: {}", file.display(), self.line, self.problem)
    }
}

/// A line for each.
fn of_file(file: &Path, mistakes: &[Mistake]) -> String {
    mistakes.iter().map(|mistake| mistake.of_file(file)).collect::<Vec<_>>().join("\n")
}

/// The line of a place in a text, from 1.
fn line(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].matches('\n').count() + 1
}

/// Where a key stands, or the last one on the way to it that is there.
fn place(text: &str, path: &[&str]) -> usize {
    let Ok(table) = toml::de::DeTable::parse(text) else { return 0 };
    let (mut table, mut at) = (table.get_ref(), 0);
    for name in path {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == name) else { break };
        at = key.span().start;
        let toml::de::DeValue::Table(inner) = value.get_ref() else { break };
        table = inner;
    }
    at
}

impl Settings {
    /// The names of the settings that a file's text says something about.
    pub fn said(text: &str) -> Vec<String> {
        let table = toml::de::DeTable::parse(text);
        let keys = table.iter().flat_map(|table| table.get_ref().keys());
        keys.map(|key| key.get_ref().to_string()).collect()
    }

    /// Each setting by its name, as the file would write its value.
    pub fn shown(&self) -> Vec<(&'static str, String)> {
        let keys: Vec<String> = self
            .keys
            .iter()
            .map(|(action, keys)| format!("{action} = {}", keys.join(" ")))
            .collect();
        let seconds = |span: Duration| format!("{}s", span.as_secs());
        vec![
            ("keymap", self.keymap.clone()),
            ("keys", keys.join(", ")),
            ("marks", format!("{:?}", self.marks).to_lowercase()),
            ("color", format!("{:?}", self.color).to_lowercase()),
            ("theme", self.theme.clone()),
            ("mouse", self.mouse.to_string()),
            ("idle_limit", seconds(self.idle_limit)),
            ("halt_timeout", seconds(self.halt_timeout)),
            ("site", self.site.clone()),
            ("locale", self.locale.clone()),
            ("mask", self.mask.join(", ")),
            ("previews", self.previews.to_string()),
        ]
    }
}

fn unknown(key: &str) -> String {
    let mut problem = format!("there is no setting \"{key}\"");
    match similar::nearest(key, KEYS) {
        Some(near) => write!(problem, "; did you mean \"{near}\"?"),
        None => write!(problem, "; there are {}", KEYS.join(", ")),
    }
    .expect("a String takes any text");
    problem
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

fn key_lists<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let lists: BTreeMap<String, OneOrMany> = BTreeMap::deserialize(deserializer)?;
    let list = |keys| match keys {
        OneOrMany::One(key) => vec![key],
        OneOrMany::Many(keys) => keys,
    };
    Ok(lists.into_iter().map(|(action, keys)| (action, list(keys))).collect())
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Span {
    Seconds(u64),
    Text(String),
}

/// Seconds, or a number with `s`, `m` or `h` behind it.
fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let words = "a time is a number of seconds, or a text like \"90s\", \"15m\", \"1h\"";
    let span = Span::deserialize(deserializer).map_err(|_| de::Error::custom(words))?;
    let seconds = match &span {
        Span::Seconds(seconds) => Some(*seconds),
        Span::Text(text) => seconds(text.trim()),
    };
    let seconds = seconds.filter(|seconds| (1..=86_400).contains(seconds));
    seconds
        .map(Duration::from_secs)
        .ok_or_else(|| de::Error::custom(format!("{words}, at most 24h")))
}

/// Part of the addresses of pages.
fn site<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    word(deserializer, "_-.", "a site is its ID, such as RefArch")
}

fn locale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    word(deserializer, "_-", "a locale is one word, such as default or en_GB")
}

fn word<'de, D: Deserializer<'de>>(
    deserializer: D,
    more: &str,
    words: &str,
) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || more.contains(letter);
    let is_word = !text.is_empty() && text.chars().all(fits);
    if is_word { Ok(text) } else { Err(de::Error::custom(words)) }
}

fn paths<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let words = "masked are paths in a list, such as [\"customer.profile\"]";
    let paths = Vec::<String>::deserialize(deserializer).map_err(|_| de::Error::custom(words))?;
    let is_any = paths.iter().all(|path| !path.trim().is_empty());
    if is_any { Ok(paths) } else { Err(de::Error::custom(words)) }
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let words = "a number of objects is a whole one, 0 or more";
    usize::deserialize(deserializer).map_err(|_| de::Error::custom(words))
}

fn seconds(text: &str) -> Option<u64> {
    let (number, factor) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(number) if text.ends_with('m') => (number, 60),
        Some(number) if text.ends_with('h') => (number, 3600),
        Some(number) => (number, 1),
        None => (text, 1),
    };
    number.trim().parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Settings, String> {
        let (settings, mistakes) = Settings::parse(text);
        settings.without(Path::new("s.toml"), mistakes).map_err(|error| error.to_string())
    }

    #[test]
    fn every_setting_reads() {
        let text = r#"
            keymap = "jetbrains"
            marks = "ascii"
            color = "never"
            theme = "night"
            mouse = false
            idle_limit = "1h"
            halt_timeout = 90
            site = "RefArch"
            locale = "en_GB"
            mask = ["customer.profile"]
            previews = 8
            [keys]
            "step over" = "f8"
            "continue" = ["c", "f9"]
            zoom = []
        "#;
        let settings = parse(text).expect("settings");
        let expected = Settings {
            keymap: "jetbrains".into(),
            keys: [("step over", vec!["f8"]), ("continue", vec!["c", "f9"]), ("zoom", vec![])]
                .map(|(name, keys)| (name.into(), keys.into_iter().map(Into::into).collect()))
                .into(),
            marks: Marks::Ascii,
            color: Color::Never,
            theme: "night".into(),
            mouse: false,
            idle_limit: Duration::from_hours(1),
            halt_timeout: Duration::from_secs(90),
            site: "RefArch".into(),
            locale: "en_GB".into(),
            mask: vec!["customer.profile".into()],
            previews: 8,
        };
        assert_eq!(settings, expected);
        assert_eq!(parse(""), Ok(Settings::default()));
    }

    #[test]
    fn mistakes_name_their_line() {
        for (text, message) in [
            (
                "mouse = true\n\nmarsk = \"ascii\"",
                "s.toml, line 3: there is no setting \"marsk\"; did you mean \"marks\"?",
            ),
            (
                "volume = 3",
                "s.toml, line 1: there is no setting \"volume\"; there are keymap, keys, marks, color, theme, mouse, idle_limit, halt_timeout, site, locale, mask, previews",
            ),
            (
                "\nmarks = \"round\"",
                "s.toml, line 2: unknown variant `round`, expected one of `auto`, `unicode`, `ascii`",
            ),
            (
                "mouse = \"yes\"",
                "s.toml, line 1: invalid type: string \"yes\", expected true or false",
            ),
            ("previews = -1", "s.toml, line 1: a number of objects is a whole one, 0 or more"),
            (
                "idle_limit = \"soon\"",
                "s.toml, line 1: a time is a number of seconds, or a text like \"90s\", \"15m\", \"1h\", at most 24h",
            ),
            (
                "\nmask = [\n  \"\"]",
                "s.toml, line 2: masked are paths in a list, such as [\"customer.profile\"]",
            ),
            (
                "mask = \"a\"",
                "s.toml, line 1: masked are paths in a list, such as [\"customer.profile\"]",
            ),
            ("\nsite = \"\"", "s.toml, line 2: a site is its ID, such as RefArch"),
            ("locale = \"x y\"", "s.toml, line 1: a locale is one word, such as default or en_GB"),
            (
                "halt_timeout = 0",
                "s.toml, line 1: a time is a number of seconds, or a text like \"90s\", \"15m\", \"1h\", at most 24h",
            ),
        ] {
            assert_eq!(parse(text), Err(message.to_owned()), "{text}");
        }
        assert!(parse("a b").expect_err("no TOML").starts_with("s.toml, line 1: "));
        let text = "mouse = 1\nthme = \"night\"\nidle_limit = \"soon\"\nsite = \"RefArch\"\n[keys]\nzoom = 3\n";
        let all = parse(text).expect_err("wrong");
        let lines: Vec<&str> = all.lines().filter_map(|it| it.split(": ").next()).collect();
        let expected = ["s.toml, line 1", "s.toml, line 2", "s.toml, line 3"];
        assert_eq!(lines[..3], expected, "each is told: {all}");
        assert_eq!(lines.len(), 4, "{all}");
        assert_eq!(Settings::parse(text).0.site, "RefArch", "what is right is read");
    }

    #[test]
    fn the_table_of_names_is_that_of_the_fields() {
        let fields = format!("{:?}", Settings::default());
        for key in KEYS {
            assert!(fields.contains(&format!("{key}: ")), "{key}");
        }
        assert_eq!(fields.matches(": ").count(), KEYS.len());
        let shown = Settings::default().shown();
        assert_eq!(shown.iter().map(|(name, _)| *name).collect::<Vec<_>>(), KEYS);
        assert_eq!(Settings::said("mouse = true\n[keys]\nzoom = 'z'"), ["keys", "mouse"]);
    }
}
