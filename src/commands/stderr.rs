//! What is said on stderr, for people and for programs: a JSON object a line where JSON is asked for.

use crate::api::escapes::is_hidden;
use serde_json::json;
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::OnceLock;

/// For whom something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// As `--json` says it.
impl From<bool> for Form {
    fn from(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// For whom stderr is written; for people unless somebody says otherwise.
static STDERR: OnceLock<Form> = OnceLock::new();

/// Says for whom stderr is written: for programs it holds a JSON object a line.
pub(super) fn speak(form: Form) {
    // Who said it first was right.
    let _ = STDERR.set(form);
}

/// Whether stderr is for programs.
pub(super) fn is_json() -> bool {
    STDERR.get() == Some(&Form::Json)
}

/// What ends the program.
pub(super) struct Error<'a> {
    pub(super) code: u8,
    pub(super) message: &'a str,
    /// The server's name for it.
    pub(super) kind: Option<&'a str>,
    /// What to do next.
    pub(super) action: Option<&'a str>,
}

/// Says on stderr why the program ends.
pub(super) fn error(error: &Error<'_>) {
    let Error { code, message, kind, action } = error;
    if is_json() {
        let mut shown = json!({"code": code, "message": message});
        for (name, value) in [("type", kind), ("remedy", action)] {
            if let Some(value) = value {
                shown[name] = (*value).into();
            }
        }
        return say(&json!({"error": shown}).to_string());
    }
    let action = action.map(|action| format!("\n  {action}")).unwrap_or_default();
    say(&format!("haltscope: {message}{action}"));
}

/// Says on stderr what does harm.
pub(super) fn warn<'a>(texts: impl IntoIterator<Item = &'a String>) {
    texts.into_iter().for_each(|text| line_of("warning", text));
}

/// Says on stderr what is good to know.
pub(super) fn remark<'a>(texts: impl IntoIterator<Item = &'a String>) {
    texts.into_iter().for_each(|text| line_of("note", text));
}

fn line_of(kind: &str, text: &str) {
    if is_json() { say(&json!({kind: text}).to_string()) } else { say(&format!("{kind}: {text}")) }
}

fn say(text: &str) {
    // Some of the words are a server's. With stderr closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "{}", harmless(text));
}

/// Says something on stderr, in a line.
pub(super) fn note(text: &str) {
    if is_json() { line_of("note", text) } else { say(&format!("haltscope: {text}")) }
}

/// Without the characters that would move the cursor, change colours, or reorder or hide text.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    let is_harmful = |letter: char| is_hidden(letter) && letter != '\n';
    if text.contains(is_harmful) {
        text.replace(is_harmful, "\u{fffd}").into()
    } else {
        text.into()
    }
}
