//! What is written: a JSON object from a file or stdin, and fields of the command line on top.

use crate::api::strict;
use crate::cli::BodyArgs;
use crate::commands::failure::Failure;
use serde_json::{Map, Value};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The body; `None` when nothing was given.
pub(super) async fn read(args: BodyArgs) -> Result<Option<Map<String, Value>>, Failure> {
    if args.file.is_none() && args.fields.is_empty() {
        return Ok(None);
    }
    let mut body = match args.file {
        Some(file) => document(file).await?,
        None => Map::new(),
    };
    for field in &args.fields {
        set(&mut body, field).map_err(|problem| {
            Failure::usage(format!("--field {field}: {problem}"))
                .then("Give PATH=VALUE, as in --field name.default=Hello.")
        })?;
    }
    Ok(Some(body))
}

async fn document(file: PathBuf) -> Result<Map<String, Value>, Failure> {
    // Nobody who waits for stdin may keep an interrupt from being noticed.
    let read = tokio::task::spawn_blocking(move || (bytes(&file), file)).await;
    let (bytes, file) = read.map_err(|error| Failure::failed(error.to_string()))?;
    let name = if file == Path::new("-") { "stdin".to_owned() } else { file.display().to_string() };
    let bytes = bytes.map_err(|error| {
        Failure::usage(format!("can't read {name}: {error}"))
            .then("Name a file with a JSON document that can be read, or - for stdin.")
    })?;
    parse(&bytes).map_err(|problem| {
        Failure::usage(format!("{name}: {problem}"))
            .then("Correct it: what is written is one JSON object, as `get --json` prints it.")
    })
}

fn bytes(file: &Path) -> io::Result<Vec<u8>> {
    if file != Path::new("-") {
        return fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn parse(bytes: &[u8]) -> Result<Map<String, Value>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| format!("no JSON: {error}"))?;
    strict::object(text).map_err(|error| {
        if error.is_data() { error.to_string() } else { format!("no JSON: {error}") }
    })
}

/// The state that a body builds on; `null` is none.
pub(super) fn state(body: &Map<String, Value>) -> Result<Option<&str>, Failure> {
    let wrong = |what| {
        Failure::usage(format!("_resource_state is {what}")).then(
            "Give the text that `get --json` tells, or leave it out to build on what is there now.",
        )
    };
    match body.get("_resource_state") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(state)) if state.is_empty() => Err(wrong("empty")),
        Some(Value::String(state)) => Ok(Some(state)),
        Some(_) => Err(wrong("no text")),
    }
}

/// Sets a field by dotted path; a backslash keeps a dot in a name.
fn set(body: &mut Map<String, Value>, field: &str) -> Result<(), String> {
    let (path, value) = field.split_once('=').ok_or("there is no =")?;
    let names = names(path);
    if names.iter().any(String::is_empty) {
        return Err("a name in the path is empty".to_owned());
    }
    let (last, parents) = names.split_last().ok_or("the path is empty")?;
    let mut place = body;
    for name in parents {
        let inner = place.entry(name.as_str()).or_insert_with(|| Map::new().into());
        place = inner.as_object_mut().ok_or_else(|| format!("{name} is no object"))?;
    }
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    place.insert(last.clone(), value);
    Ok(())
}

fn names(path: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut letters = path.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '.' {
            names.push(String::new());
            continue;
        }
        let is_escaped = letter == '\\' && letters.peek() == Some(&'.');
        let letter = if is_escaped { letters.next() } else { Some(letter) };
        names.last_mut().expect("there is one from the start").extend(letter);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_are_set_by_dotted_path() {
        let mut body = Map::new();
        for field in [
            "name.default=Hello",
            "name.de=\"1\"",
            "online.default=true",
            "position=1.5",
            "c_list=[1,2]",
            "template=a=b",
            "description=",
            "page_url=null",
            "online.default@a\\.b=false",
        ] {
            set(&mut body, field).expect(field);
        }
        let expected = json!({
            "name": {"default": "Hello", "de": "1"},
            "online": {"default": true, "default@a.b": false},
            "position": 1.5, "c_list": [1, 2], "template": "a=b", "description": "",
            "page_url": null,
        });
        assert_eq!(Value::Object(body), expected);
    }

    #[test]
    fn other_fields_say_what_is_wrong() {
        let mut body = Map::from_iter([("id".to_owned(), "x".into())]);
        for (field, words) in
            [("name", "no ="), ("=x", "empty"), ("a..b=x", "empty"), ("id.x=1", "id is no object")]
        {
            assert!(set(&mut body, field).expect_err(field).contains(words), "{field}");
        }
    }

    #[test]
    fn bodies_are_objects() {
        assert!(parse(b"\xef\xbb\xbf{}").is_ok());
        assert!(parse(b"[]").expect_err("refused").contains("object"));
        assert!(parse(b"{\"a\":\n1,}").expect_err("refused").contains("line 2"));
        let twice = parse(br#"{"name": {"default": "one"}, "name": {"default": "two"}}"#);
        assert!(twice.expect_err("refused").starts_with("the key \"name\" stands twice"));
    }
}
