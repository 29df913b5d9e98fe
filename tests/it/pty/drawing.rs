//! What reaches the terminal: size, colour, characters, paste.

use super::Stage;
use crate::testkit::instance::Asked;
use crate::testkit::terminal::Size;

/// The parameters of every `CSI … m`.
fn graphics(raw: &[u8]) -> Vec<Vec<u16>> {
    let text = String::from_utf8_lossy(raw);
    let sequences = text.split("\x1b[").skip(1);
    let graphics = sequences.filter_map(|rest| {
        let end = rest.find(|letter: char| !matches!(letter, '0'..='9' | ';' | ':'))?;
        rest[end..].starts_with('m').then(|| rest[..end].to_owned())
    });
    graphics
        .map(|parameters| parameters.split([';', ':']).map(|it| it.parse().unwrap_or(0)).collect())
        .collect()
}

fn has_colour(parameters: &[u16]) -> bool {
    parameters.iter().any(|code| matches!(code, 30..=38 | 40..=48 | 90..=107))
}

#[test]
fn colours_are_the_users() {
    for (variables, arguments, expected) in [
        (&[][..], &[][..], true),
        (&[("NO_COLOR", "1")], &[], false),
        (&[("NO_COLOR", "")], &[], true),
        (&[], &["--color", "never"], false),
        (&[("NO_COLOR", "1")], &["--color", "always"], true),
    ] {
        let stage = Stage::attached_with(Size::LARGE, &[7], arguments, variables);
        stage.terminal.wait_text("ArrayList");
        let sent = graphics(&stage.terminal.raw());
        let coloured = sent.iter().any(|parameters| has_colour(parameters));
        assert_eq!(coloured, expected, "{variables:?} {arguments:?}");
        assert!(
            sent.iter().any(|parameters| parameters.iter().any(|code| matches!(code, 1 | 4 | 7)))
        );
    }
}

#[test]
fn the_c_locale_gets_seven_bits() {
    for variables in [&[("LC_ALL", "C")][..], &[("LANG", "POSIX")]] {
        let stage = Stage::attached_with(Size::LARGE, &[7], &[], variables);
        stage.terminal.wait_text("ArrayList");
        let raw = stage.terminal.raw();
        let eighth = raw.iter().position(|byte| *byte >= 0x80);
        assert_eq!(eighth, None, "{}", String::from_utf8_lossy(&raw));
    }
}

#[test]
fn ascii_marks_can_be_asked_for() {
    let stage = Stage::attached_with(Size::LARGE, &[7], &["--ascii"], &[]);
    stage.terminal.wait_text("ArrayList");
    assert!(!stage.terminal.text().contains(['║', '─', '►']), "{}", stage.terminal.text());
    assert!(stage.terminal.text().contains("+="), "{}", stage.terminal.text());
}

/// The screen without what time changes.
fn lasting(text: &str) -> String {
    let no_digits = text.replace(|letter: char| letter.is_ascii_digit(), "");
    no_digits.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_storm_of_sizes_ends_in_the_same_frame() {
    let stage = Stage::attached(Size::LARGE, &[7]);
    stage.terminal.wait_text("ArrayList");
    stage.terminal.wait_text("keep-alive");
    let mut random = 0x2545_F491_u32;
    let mut next = |limit: u16| {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        u16::try_from(random % u32::from(limit)).expect("below the limit") + 1
    };
    for _ in 0..500 {
        stage.terminal.resize(Size(next(300), next(100)));
    }
    stage.terminal.resize(Size::LARGE);
    stage.terminal.wait_text("ArrayList");
    let fresh = Stage::attached(Size::LARGE, &[7]);
    fresh.terminal.wait_text("ArrayList");
    // Both show the same once the last messages of the start have gone their way.
    stage.terminal.press("\x0c");
    stage.terminal.wait_for("the frame of a fresh start", |text| {
        panes(text) == panes(&fresh.terminal.text())
    });
}

/// The frame between the top bar and the result line, which tell of time.
fn panes(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let inner = lines.get(1..lines.len().saturating_sub(2)).unwrap_or_default();
    lasting(&inner.join("\n"))
}

#[test]
fn pasted_text_is_never_keys() {
    let stage = Stage::attached(Size::LARGE, &[7]);
    stage.terminal.wait_text("ArrayList");
    stage.terminal.press("\x1b[200~n\nc\nX\n\x1b[201~");
    stage.terminal.wait_for("a prompt that holds the lines", |text| {
        let held = |line: &str| text.lines().any(|row| row.split_whitespace().nth(1) == Some(line));
        text.contains("[Eval") && held("c") && text.contains("> n")
    });
    let log = stage.instance.asked();
    let is_unasked =
        |it: &&Asked| it.what.starts_with("POST /threads/7") || it.what.ends_with("/eval");
    assert_eq!(log.iter().filter(is_unasked).count(), 0, "{log:?}");
    assert!(!stage.terminal.text().contains("STEPPING"));
}

#[test]
fn what_a_killed_program_left_on_the_screen_is_gone() {
    let stage = Stage::attached(Size::LARGE, &[7]);
    let raw = stage.terminal.raw();
    let at = |text: &str| {
        raw.windows(text.len()).position(|window| window == text.as_bytes()).expect("written")
    };
    let (taken, cleared) = (at("\x1b[?1049h"), at("\x1b[2J"));
    assert!((taken..taken + 64).contains(&cleared), "taken at {taken}, cleared at {cleared}");
}
