//! Colours by meaning. Without a choice of the user's the terminal is asked for its ground:
//! [`Theme::on`] has inks that are readable there, and paints no ground; [`Theme::plain`] has no
//! colour at all.
//!
//! Themes with a ground of their own paint it, because only then is the contrast of their text
//! known. A meaning never rests on hue alone: marks, words
//! and weight say the same.

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident = $name:literal,)*) => {
        /// What a piece of text means.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Role { $($(#[$doc])* $role,)* }

        impl Role {
            /// Every role, in the order of declaration.
            pub const ALL: &[Self] = &[$(Self::$role,)*];

            /// The key in a theme's table.
            pub fn name(self) -> &'static str {
                match self { $(Self::$role => $name,)* }
            }
        }
    };
}

roles! {
    /// Everything without a role of its own.
    Text = "text",
    /// Old data, annotations, line numbers.
    Dim = "dim",
    /// Frames of panes.
    Border = "border",
    /// The frame of the pane with the focus.
    Focus = "focus",
    /// The frames while a recorded halt is shown.
    PastFrame = "past-frame",
    /// Titles of panes.
    Title = "title",
    /// The state word while a thread is halted.
    Halted = "halted",
    /// The state word while something runs or is under way.
    Active = "active",
    /// The state word while there is no debugger: offline, disabled.
    Trouble = "trouble",
    /// The state word while a recorded halt is shown.
    Past = "past",
    /// The line of execution and the current frame and thread.
    Current = "current",
    /// The whole line of execution: a tint or an underline beneath what stands there.
    Line = "line",
    /// The row of the cursor.
    Cursor = "cursor",
    /// Breakpoint marks.
    Breakpoint = "breakpoint",
    /// Names that a search found.
    Match = "match",
    /// Values that differ from the last halt.
    Changed = "changed",
    /// Values written into the source.
    Inline = "inline",
    /// Names of types.
    Type = "type",
    /// Something went well.
    Good = "good",
    /// Something needs attention.
    Warning = "warning",
    /// Something failed.
    Error = "error",
    /// Less time is left than a request may take: reversed, whatever the theme.
    Alarm = "alarm",
    /// Keys in hints.
    Key = "key",
    /// Source: keywords.
    Keyword = "keyword",
    /// Source: strings and templates.
    Quoted = "string",
    /// Source: numbers.
    Number = "number",
    /// Source: `true`, `null`, `this` and their like.
    Constant = "constant",
    /// Source: comments.
    Comment = "comment",
    /// Source: names of functions.
    Function = "function",
    /// Source: tags and attributes of templates, keys of objects.
    Tag = "tag",
}

/// A style for each role, and perhaps a ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name by which the settings choose it.
    pub name: String,
    /// The colour behind everything; `None` leaves the terminal's.
    pub ground: Option<Color>,
    styles: Vec<Style>,
}

/// What is wrong with a theme's table.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ThemeError {
    /// It is no TOML, or has keys that a theme does not have.
    #[error("not a theme: {0}")]
    Table(String),
    /// A role is not in the table.
    #[error("the role `{0}` is missing")]
    Missing(&'static str),
    /// The table names something else than a role.
    #[error("`{0}` is no role")]
    Unknown(String),
    /// A word that is neither a colour nor a weight.
    #[error(
        "`{word}` in `{role}` is neither a colour nor one of bold, dim, italic, underline, reverse"
    )]
    Word {
        /// The role's key.
        role: String,
        /// The word.
        word: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    ground: Option<String>,
    roles: BTreeMap<String, String>,
}

const BUILT_IN: [(&str, &str); 8] = [
    ("ansi", include_str!("../../assets/themes/ansi.toml")),
    ("plain", include_str!("../../assets/themes/plain.toml")),
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("either", include_str!("../../assets/themes/either.toml")),
    ("night", include_str!("../../assets/themes/night.toml")),
    ("day", include_str!("../../assets/themes/day.toml")),
    ("contrast", include_str!("../../assets/themes/contrast.toml")),
];

/// What is behind the text, and whether the terminal has more than sixteen inks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Dark,
    Light,
    /// The terminal doesn't say.
    Unknown,
    /// A terminal of sixteen colours.
    Sixteen,
}

static THEMES: LazyLock<Vec<Theme>> = LazyLock::new(|| {
    let parse = |(name, table)| Theme::parse(name, table).expect("a test parses every theme");
    BUILT_IN.map(parse).to_vec()
});

impl Theme {
    /// The theme for a ground that isn't ours.
    pub fn on(ground: Ground) -> &'static Self {
        let name = match ground {
            Ground::Dark => "dark",
            Ground::Light => "light",
            Ground::Unknown => "either",
            Ground::Sixteen => "ansi",
        };
        Self::named(name).unwrap_or(&THEMES[0])
    }

    /// The names of the themes that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// A theme that comes with the program.
    pub fn named(name: &str) -> Option<&'static Self> {
        THEMES.iter().find(|theme| theme.name == name)
    }

    /// The terminal's own sixteen colours on its own ground.
    pub fn ansi() -> &'static Self {
        &THEMES[0]
    }

    /// Bold, dim, underline and reverse alone: `NO_COLOR` and `--color never`.
    pub fn plain() -> &'static Self {
        &THEMES[1]
    }

    /// Reads a theme: `ground` and a table `roles` from each role's key to colour and weights, as
    /// in `error = "#ff8f8f bold"`.
    pub fn parse(name: &str, table: &str) -> Result<Self, ThemeError> {
        let table: Table =
            toml::from_str(table).map_err(|error| ThemeError::Table(error.to_string()))?;
        let known = |name: &String| Role::ALL.iter().any(|role| role.name() == name);
        if let Some(unknown) = table.roles.keys().find(|name| !known(name)) {
            return Err(ThemeError::Unknown(unknown.clone()));
        }
        let ground = table.ground.as_deref().map(|word| colour("ground", word)).transpose()?;
        let style = |role: &Role| {
            let words = table.roles.get(role.name()).ok_or(ThemeError::Missing(role.name()))?;
            style(role.name(), words)
        };
        let styles = Role::ALL.iter().map(style).collect::<Result<_, _>>()?;
        Ok(Self { name: name.to_owned(), ground, styles })
    }

    /// How text of this role looks.
    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

/// An ink, weights, and behind the word `on` a ground.
fn style(role: &str, words: &str) -> Result<Style, ThemeError> {
    let mut words = words.split_whitespace();
    let mut style = Style::new();
    while let Some(word) = words.next() {
        style = match (word, modifier(word)) {
            ("on", _) => style.bg(colour(role, words.next().unwrap_or_default())?),
            (_, Some(modifier)) => style.add_modifier(modifier),
            (_, None) => style.fg(colour(role, word)?),
        };
    }
    Ok(style)
}

fn modifier(word: &str) -> Option<Modifier> {
    Some(match word {
        "bold" => Modifier::BOLD,
        "dim" => Modifier::DIM,
        "italic" => Modifier::ITALIC,
        "underline" => Modifier::UNDERLINED,
        "reverse" => Modifier::REVERSED,
        _ => return None,
    })
}

fn colour(role: &str, word: &str) -> Result<Color, ThemeError> {
    word.parse().map_err(|_| ThemeError::Word { role: role.to_owned(), word: word.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue; the terminal's own ink counts as what terminals usually have.
    fn rgb(colour: Color) -> Option<(u8, u8, u8)> {
        Some(match colour {
            Color::Rgb(red, green, blue) => (red, green, blue),
            Color::Indexed(grey @ 232..) => {
                let grey = 8 + 10 * (grey - 232);
                (grey, grey, grey)
            }
            Color::Indexed(index @ 16..) => {
                let level = |part: u8| [0, 95, 135, 175, 215, 255][usize::from(part % 6)];
                let index = index - 16;
                (level(index / 36), level(index / 6), level(index))
            }
            _ => return None,
        })
    }

    fn luminance(colour: Color) -> f64 {
        let (red, green, blue) =
            rgb(colour).unwrap_or_else(|| panic!("{colour:?} has no known brightness"));
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(one: Color, other: Color) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn hex(text: &str) -> Color {
        text.parse().expect("a colour")
    }

    /// The grounds of terminals as they come: xterm, editors' terminals, Gruvbox, Solarized, One
    /// Dark, Ubuntu, Nord; and the light ones of the same.
    const DARK: [&str; 7] =
        ["#000000", "#1e1e1e", "#282828", "#002b36", "#282c34", "#300a24", "#2e3440"];
    const LIGHT: [&str; 4] = ["#ffffff", "#fdf6e3", "#fafafa", "#eeeeee"];

    /// The grounds on which a theme's inks stand: its own or the usual ones, and its tinted line.
    fn grounds(theme: &Theme) -> Vec<Color> {
        let usual = match theme.name.as_str() {
            "dark" => DARK.to_vec(),
            "light" => LIGHT.to_vec(),
            "either" => vec!["#000000", "#ffffff"],
            _ => Vec::new(),
        };
        let tint = theme.style(Role::Line).bg;
        usual.into_iter().map(hex).chain(theme.ground).chain(tint).collect()
    }

    fn measured() -> impl Iterator<Item = &'static Theme> {
        let unmeasured = ["ansi", "plain"];
        THEMES.iter().filter(move |theme| !unmeasured.contains(&theme.name.as_str()))
    }

    #[test]
    fn every_theme_parses_and_is_found_by_its_name() {
        for (name, table) in BUILT_IN {
            let theme = Theme::parse(name, table);
            assert_eq!(theme.as_ref().ok(), Theme::named(name), "{name}: {theme:?}");
        }
    }

    #[test]
    fn every_ink_is_readable_on_the_grounds_it_is_meant_for() {
        for theme in measured() {
            let grounds = grounds(theme);
            assert!(!grounds.is_empty(), "{}", theme.name);
            for role in Role::ALL {
                let style = theme.style(*role);
                let dims = style.add_modifier.contains(Modifier::DIM);
                assert!(!dims, "{} {}: dim ink is not measured", theme.name, role.name());
                for (ink, ground) in
                    style.fg.iter().flat_map(|ink| grounds.iter().map(move |ground| (ink, ground)))
                {
                    let contrast = contrast(*ink, *ground);
                    assert!(
                        contrast >= 4.5,
                        "{} {} on {ground}: {contrast:.2}",
                        theme.name,
                        role.name()
                    );
                }
            }
        }
    }

    #[test]
    fn the_tint_of_the_current_line_is_seen_on_its_ground() {
        for theme in THEMES.iter() {
            let line = theme.style(Role::Line);
            let Some(tint) = line.bg else {
                assert!(line.add_modifier.contains(Modifier::UNDERLINED), "{}", theme.name);
                continue;
            };
            let ground = grounds(theme)[0];
            assert!(contrast(tint, ground) >= 1.1, "{}: {tint} on {ground}", theme.name);
        }
    }

    #[test]
    fn who_has_no_ground_of_its_own_paints_none() {
        for ground in [Ground::Dark, Ground::Light, Ground::Unknown, Ground::Sixteen] {
            let theme = Theme::on(ground);
            assert_eq!(theme.ground, None, "{}", theme.name);
            assert_eq!(theme.style(Role::Text), Style::new(), "the user's own ink");
        }
    }

    #[test]
    fn a_terminal_of_sixteen_colours_gets_no_others_and_no_ground() {
        let theme = Theme::ansi();
        assert_eq!(theme.ground, None);
        for role in Role::ALL {
            let style = theme.style(*role);
            assert_eq!(style.bg, None, "{}", role.name());
            assert!(
                !matches!(
                    style.fg,
                    Some(
                        Color::Rgb(..)
                            | Color::Indexed(_)
                            | Color::Black
                            | Color::White
                            | Color::Blue
                            | Color::Yellow
                    )
                ),
                "{} would vanish on some ground",
                role.name()
            );
        }
    }

    #[test]
    fn the_plain_theme_has_no_colour() {
        for role in Role::ALL {
            assert_eq!(Theme::plain().style(*role).fg, None, "{}", role.name());
        }
    }

    #[test]
    fn no_two_meanings_that_share_a_place_differ_by_hue_alone() {
        let pairs = [
            (Role::Good, Role::Error),
            (Role::Warning, Role::Error),
            (Role::Good, Role::Warning),
            (Role::Text, Role::Changed),
            (Role::Border, Role::Focus),
            (Role::Halted, Role::Trouble),
            (Role::Halted, Role::Active),
            (Role::Halted, Role::Past),
            (Role::Text, Role::Alarm),
            (Role::Text, Role::Dim),
        ];
        for theme in Theme::names().filter_map(Theme::named) {
            for (one, other) in pairs {
                let (one_style, other_style) = (theme.style(one), theme.style(other));
                let weights = one_style.add_modifier != other_style.add_modifier;
                // The terminal's own ink is what terminals usually have.
                let usual = match theme.name.as_str() {
                    "dark" => Some(hex("#d8d8d8")),
                    "light" => Some(hex("#333333")),
                    "either" => Some(hex("#202020")),
                    _ => None,
                };
                let ink = |style: Style| style.fg.or(usual).filter(|ink| rgb(*ink).is_some());
                let brightness = ink(one_style)
                    .zip(ink(other_style))
                    .is_some_and(|(one, other)| contrast(one, other) >= 1.4);
                assert!(weights || brightness, "{}: {one:?} and {other:?}", theme.name);
            }
        }
    }

    #[test]
    fn a_wrong_table_is_refused_with_the_reason() {
        let table = |line: &str| {
            let roles = Role::ALL.iter().map(|role| format!("{} = \"bold\"\n", role.name()));
            Theme::parse("own", &format!("[roles]\n{}{line}", roles.collect::<String>()))
        };
        assert!(table("").is_ok());
        assert_eq!(table("eror = \"red\""), Err(ThemeError::Unknown("eror".to_owned())));
        let wrong = Theme::parse("own", "[roles]\ntext = \"redd\"");
        let expect = ThemeError::Word { role: "text".to_owned(), word: "redd".to_owned() };
        assert_eq!(wrong, Err(expect));
        assert_eq!(Theme::parse("own", "[roles]"), Err(ThemeError::Missing("text")));
    }
}
