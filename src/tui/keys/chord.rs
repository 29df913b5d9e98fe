//! One key with its modifiers: read from text, from the terminal, and written for the reader.

use crokey::{KeyCombination, OneToThree};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt;

/// A key as the table and the terminal agree on it: Shift counts for letters and named keys only,
/// because a terminal reports `?` with or without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord(KeyCombination);

/// Why a text names no usable key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChordError {
    #[error("{0:?} names no key")]
    Unknown(String),
    #[error("{key:?} reaches programs as {same}")]
    Indistinct { key: String, same: &'static str },
}

impl Chord {
    /// Reads `c`, `C`, `ctrl-p`, `shift-f11`, `C-S-F8`, `space`, `-`.
    pub fn parse(text: &str) -> Result<Self, ChordError> {
        let long = long_modifiers(text);
        if let Some(same) = indistinct(&long) {
            return Err(ChordError::Indistinct { key: text.to_owned(), same });
        }
        let mut shifted = long.clone();
        let mut characters = long.chars().rev();
        let last = characters.next();
        if last.is_some_and(char::is_uppercase)
            && !characters.next().is_some_and(char::is_alphanumeric)
        {
            shifted.insert_str(0, "shift-");
        }
        crokey::parse(&shifted)
            .ok()
            .filter(|key| key.is_ansi_compatible())
            .map(Self::normal)
            .ok_or_else(|| ChordError::Unknown(text.to_owned()))
    }

    /// The key that the terminal reported.
    pub fn of(event: KeyEvent) -> Self {
        Self::normal(KeyCombination::one_key(event.code, event.modifiers))
    }

    /// Whether it is one of F1 to F24.
    pub fn is_function_key(self) -> bool {
        matches!(self.code(), Some(KeyCode::F(_)))
    }

    /// The digit, if it is one without modifiers.
    pub fn digit(self) -> Option<u32> {
        self.character()?.to_digit(10)
    }

    /// The character, if it is one without Ctrl or Alt.
    pub fn character(self) -> Option<char> {
        let plain = self.0.modifiers.difference(KeyModifiers::SHIFT).is_empty();
        match self.code() {
            Some(KeyCode::Char(character)) if plain => Some(character),
            _ => None,
        }
    }

    fn code(self) -> Option<KeyCode> {
        match self.0.codes {
            OneToThree::One(code) => Some(code),
            _ => None,
        }
    }

    fn normal(key: KeyCombination) -> Self {
        let mut key = key.normalized();
        key.modifiers &= KeyModifiers::SHIFT | KeyModifiers::CONTROL | KeyModifiers::ALT;
        match key.codes {
            OneToThree::One(KeyCode::Char(character)) if !character.is_alphabetic() => {
                key.modifiers.remove(KeyModifiers::SHIFT);
            }
            OneToThree::One(KeyCode::Tab) if key.modifiers.contains(KeyModifiers::SHIFT) => {
                key.codes = OneToThree::One(KeyCode::BackTab);
            }
            _ => {}
        }
        if key.codes == OneToThree::One(KeyCode::BackTab) {
            key.modifiers.insert(KeyModifiers::SHIFT);
        }
        Self(key)
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code().unwrap_or(KeyCode::Null);
        let short = self.is_function_key();
        let modifiers = [
            (KeyModifiers::CONTROL, "C-", "Ctrl-"),
            (KeyModifiers::ALT, "A-", "Alt-"),
            (KeyModifiers::SHIFT, "S-", "Shift-"),
        ];
        for (modifier, brief, long) in modifiers {
            let implied = modifier == KeyModifiers::SHIFT
                && matches!(code, KeyCode::Char(_) | KeyCode::BackTab);
            if self.0.modifiers.contains(modifier) && !implied {
                f.write_str(if short { brief } else { long })?;
            }
        }
        match code {
            KeyCode::Char(' ') => f.write_str("Space"),
            KeyCode::Char(character) => write!(f, "{character}"),
            KeyCode::F(number) => write!(f, "F{number}"),
            KeyCode::BackTab => f.write_str("Shift-Tab"),
            KeyCode::PageUp => f.write_str("PgUp"),
            KeyCode::PageDown => f.write_str("PgDn"),
            other => write!(f, "{other:?}"),
        }
    }
}

fn long_modifiers(text: &str) -> String {
    let mut rest = text;
    let mut long = String::new();
    let short = [("C-", "ctrl-"), ("A-", "alt-"), ("S-", "shift-")];
    while let Some((brief, name)) = short.iter().find(|(brief, _)| rest.starts_with(brief)) {
        long.push_str(name);
        rest = &rest[brief.len()..];
    }
    long + rest
}

fn indistinct(text: &str) -> Option<&'static str> {
    match text.to_ascii_lowercase().as_str() {
        "ctrl-i" => Some("Tab"),
        "ctrl-m" => Some("Enter"),
        "ctrl-[" => Some("Esc"),
        _ => None,
    }
}
