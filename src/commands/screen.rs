//! What the full screen needs to know about terminal, locale and settings.

use super::failure::Failure;
use crate::api::similar::nearest;
use crate::cli::{ColorChoice, ScreenArgs};
use crate::config::{Color, Folders, Marks, Mistake, Settings, SettingsError};
use crate::tui;
use crate::tui::keys::{Keymap, KeymapError, Preset};
use crate::tui::settings::Clipboard;
use crate::tui::text::Charset;
use crate::tui::theme::Theme;
use crate::tui::ui::{Colours, MarkSet, Mouse};
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::Path;

/// The theme that follows the terminal's ground.
const AUTO: &str = "auto";

/// Refuses to start where no full screen can be drawn.
pub(super) fn check_terminal() -> Result<(), Failure> {
    let problem = if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
        "TERM is \"dumb\""
    } else if !io::stdout().is_terminal() {
        "stdout is no terminal"
    } else if !io::stdin().is_terminal() && File::open("/dev/tty").is_err() {
        "stdin is no terminal and there is no /dev/tty"
    } else {
        return Ok(());
    };
    let action = "Start it in a terminal window. `haltscope probe` and `haltscope rpc` debug without a screen; `haltscope sandbox`, `haltscope content` and `haltscope token` need none either.";
    Err(Failure::usage(format!("the full screen needs a terminal: {problem}")).then(action))
}

/// Reads the settings' file, of which only the screen looks at all; without a home folder there are the defaults.
pub(super) fn settings(folders: Option<&Folders>) -> Result<Settings, Failure> {
    Ok(folders
        .map_or_else(|| Ok(Settings::default()), |folders| Settings::read(&folders.settings()))?)
}

/// The settings, and the screen's own ones. Flags win over the environment, that over the file.
pub(super) fn screen_settings(
    args: &ScreenArgs,
    folders: Option<&Folders>,
) -> Result<(Settings, tui::Settings), Failure> {
    let locale = Locale::of_process();
    let file = folders.map(Folders::settings);
    let settings = file.as_deref().map_or_else(|| Ok(Settings::default()), checked)?;
    let (Chosen { preset, theme }, _) = chosen(&settings, &file.unwrap_or_default());
    let is_forbidden = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
    let colours = colours(args.color, is_forbidden, &settings);
    let own = tui::Settings {
        preset,
        keys: settings.keys.clone(),
        marks: marks(args, &settings, &locale, &std::env::var("TERM").unwrap_or_default()),
        charset: if locale.is_utf8() { Charset::Unicode } else { Charset::SevenBit },
        colours,
        theme: fitting(theme, colours),
        mouse: if settings.mouse { Mouse::Captured } else { Mouse::Released },
        clipboard: clipboard(
            &std::env::var("TERM").unwrap_or_default(),
            &std::env::var("TMUX").unwrap_or_default(),
        ),
        visual: std::env::var("VISUAL").ok(),
        editor: std::env::var("EDITOR").ok(),
        report: report(folders),
        ..tui::Settings::default()
    };
    // The terminal library looks at NO_COLOR by itself, but knows nothing of the flag.
    crossterm::style::force_color_output(own.colours == Colours::Ansi);
    Ok((settings, own))
}

/// Whoever works in tmux has its socket in a variable; over the network only the terminal's name says so.
fn clipboard(term: &str, tmux: &str) -> Clipboard {
    if tmux.is_empty() && !term.starts_with("tmux") { Clipboard::Terminal } else { Clipboard::Tmux }
}

/// What a settings' file chooses among what only the screen knows.
struct Chosen {
    preset: Preset,
    /// The theme's name; [`AUTO`] is the one for the terminal's own ground.
    theme: String,
}

/// Keys, preset and theme, and what of them can't be used; the default stands for that.
fn chosen(settings: &Settings, file: &Path) -> (Chosen, Vec<Mistake>) {
    let wrong = |path: &[&str], problem: String| Mistake::of_value(file, path, problem);
    let mut mistakes = Vec::new();
    let preset = settings.keymap.parse().unwrap_or_else(|error: KeymapError| {
        mistakes.push(wrong(&["keymap"], error.to_string()));
        Preset::default()
    });
    let is_known = mistakes.is_empty();
    let mut keys = settings.keys.clone();
    while let Err(error) = Keymap::load(preset, &keys) {
        let actions = error.actions();
        // One of the two may be the preset's.
        let own =
            actions.iter().find(|action| keys.contains_key(**action)).map(|it| (*it).to_owned());
        if is_known || actions.iter().all(|action| keys.contains_key(*action)) {
            mistakes.push(wrong(&["keys", own.as_deref().unwrap_or_default()], error.to_string()));
        }
        if own.and_then(|own| keys.remove(&own)).is_none() {
            break;
        }
    }
    let mut theme = settings.theme.clone();
    if theme != AUTO && Theme::named(&theme).is_none() {
        let names: Vec<&str> = [AUTO].into_iter().chain(Theme::names()).collect();
        let meant = nearest(&theme, names.iter().copied());
        let meant = meant.map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default();
        let known = names.join(", ");
        let problem = format!("there is no theme \"{theme}\"; there are {known}{meant}");
        mistakes.push(wrong(&["theme"], problem));
        AUTO.clone_into(&mut theme);
    }
    (Chosen { preset, theme }, mistakes)
}

/// Reads a settings' file and looks at all that is in it, as the screen does when it starts.
pub(super) fn checked(file: &Path) -> Result<Settings, SettingsError> {
    let (settings, mut mistakes) = Settings::read_past(file)?;
    mistakes.extend(chosen(&settings, file).1);
    settings.without(file, mistakes)
}

/// Asks the terminal for its ground where the theme depends on it.
fn fitting(theme: String, colours: Colours) -> String {
    if theme != AUTO || colours == Colours::None {
        return theme;
    }
    Theme::on(tui::ground::of_terminal()).name.clone()
}

fn report(folders: Option<&Folders>) -> String {
    let Some(folders) = folders else {
        return "There is no home folder, so there are no settings.".to_owned();
    };
    let file = folders.settings();
    let found =
        if file.exists() { "read without mistakes" } else { "not there; all defaults hold" };
    format!("{}: {found}", file.display())
}

/// The console of the Linux kernel has a font of 512 glyphs at most, without most of the marks.
fn marks(args: &ScreenArgs, settings: &Settings, locale: &Locale, term: &str) -> MarkSet {
    match settings.marks {
        _ if args.ascii || !locale.is_utf8() => MarkSet::Ascii,
        Marks::Auto if locale.is_east_asian() || term == "linux" => MarkSet::Ascii,
        Marks::Auto | Marks::Unicode => MarkSet::Unicode,
        Marks::Ascii => MarkSet::Ascii,
    }
}

fn colours(flag: ColorChoice, is_forbidden: bool, settings: &Settings) -> Colours {
    let color = match flag {
        ColorChoice::Always => Color::Always,
        ColorChoice::Never => Color::Never,
        ColorChoice::Auto if is_forbidden => Color::Never,
        ColorChoice::Auto => settings.color,
    };
    if color == Color::Never { Colours::None } else { Colours::Ansi }
}

/// The name of the process's character locale, as in `de_DE.UTF-8`; empty is the C locale.
struct Locale(String);

impl Locale {
    fn of_process() -> Self {
        let given = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self(["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(given).unwrap_or_default())
    }

    fn is_utf8(&self) -> bool {
        let name = self.0.to_ascii_lowercase().replace('-', "");
        name.contains("utf8")
    }

    /// Where terminals draw many signs two cells wide.
    fn is_east_asian(&self) -> bool {
        ["ja", "zh", "ko"].iter().any(|language| self.0.starts_with(language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_flag_locale_and_settings() {
        for (ascii, setting, locale, expected) in [
            (false, Marks::Auto, "de_DE.UTF-8", MarkSet::Unicode),
            (false, Marks::Auto, "C.utf8", MarkSet::Unicode),
            (true, Marks::Unicode, "de_DE.UTF-8", MarkSet::Ascii),
            (false, Marks::Ascii, "de_DE.UTF-8", MarkSet::Ascii),
            (false, Marks::Auto, "ja_JP.UTF-8", MarkSet::Ascii),
            (false, Marks::Unicode, "ja_JP.UTF-8", MarkSet::Unicode),
            (false, Marks::Unicode, "C", MarkSet::Ascii),
            (false, Marks::Unicode, "de_DE.ISO-8859-1", MarkSet::Ascii),
            (false, Marks::Auto, "", MarkSet::Ascii),
        ] {
            let args = ScreenArgs { color: ColorChoice::Auto, ascii };
            let settings = Settings { marks: setting, ..Settings::default() };
            let locale = Locale(locale.into());
            assert_eq!(marks(&args, &settings, &locale, "xterm"), expected, "{}", locale.0);
        }
        let args = ScreenArgs { color: ColorChoice::Auto, ascii: false };
        let utf8 = Locale("C.UTF-8".into());
        assert_eq!(marks(&args, &Settings::default(), &utf8, "linux"), MarkSet::Ascii);
    }

    #[test]
    fn tmux_is_known_by_its_socket_or_its_name() {
        for (term, tmux, expected) in [
            ("xterm-256color", "", Clipboard::Terminal),
            ("screen-256color", "/tmp/tmux-1000/default,1,0", Clipboard::Tmux),
            ("tmux-256color", "", Clipboard::Tmux),
        ] {
            assert_eq!(clipboard(term, tmux), expected, "{term}");
        }
    }

    #[test]
    fn colours_follow_flag_environment_and_settings() {
        use ColorChoice::{Always, Auto, Never};
        for (flag, forbidden, setting, expected) in [
            (Auto, false, Color::Auto, Colours::Ansi),
            (Auto, true, Color::Auto, Colours::None),
            (Auto, true, Color::Always, Colours::None),
            (Auto, false, Color::Never, Colours::None),
            (Always, true, Color::Never, Colours::Ansi),
            (Never, false, Color::Always, Colours::None),
        ] {
            let settings = Settings { color: setting, ..Settings::default() };
            assert_eq!(colours(flag, forbidden, &settings), expected, "{flag:?} {setting:?}");
        }
    }
}
