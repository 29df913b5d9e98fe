//! Which ground the terminal has, as it says itself.

use super::theme::Ground;
use std::time::Duration;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

/// For so long an answer is waited for. Whoever knows the question not answers the one behind it,
/// which every terminal knows, so that only a slow line takes this time.
const PATIENCE: Duration = Duration::from_secs(1);

/// Asks the terminal. Must be called before anybody else reads its input.
pub fn of_terminal() -> Ground {
    let value = |name| std::env::var(name).unwrap_or_default();
    let term = value("TERM");
    if !has_256_colours(&term, &value("COLORTERM")) {
        return Ground::Sixteen;
    }
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    match theme_mode(options) {
        Ok(ThemeMode::Dark) => Ground::Dark,
        Ok(ThemeMode::Light) => Ground::Light,
        Err(_) => Ground::Unknown,
    }
}

fn has_256_colours(term: &str, colorterm: &str) -> bool {
    const NAMES: [&str; 9] =
        ["256", "direct", "kitty", "ghostty", "wezterm", "foot", "alacritty", "rio", "contour"];
    !colorterm.is_empty() || NAMES.iter().any(|name| term.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_say_by_their_names_how_many_colours_they_have() {
        for (term, colorterm, expected) in [
            ("xterm-256color", "", true),
            ("tmux-256color", "", true),
            ("xterm-kitty", "", true),
            ("screen", "truecolor", true),
            ("xterm", "", false),
            ("linux", "", false),
            ("vt100", "", false),
        ] {
            assert_eq!(has_256_colours(term, colorterm), expected, "{term} {colorterm}");
        }
    }
}
