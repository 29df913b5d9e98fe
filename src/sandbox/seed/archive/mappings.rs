//! The mappings of addresses of another shop: an archive's `sites/SITE/urls/urlmap`, which means them one by one, and
//! `urlrules`, which means them by pattern.
//!
//! Each line is `FROM [i] p,[protocol],[host],ACTION[,locale][,name,value]*` or
//! `FROM [i] s,[protocol],[host],[unit],[locale],PATH`; white space that belongs to `FROM` stands in single quotes.

use serde_json::{Map, Value, json};

/// A mapping, or why a line is none; lines are counted from 1.
type Line = (usize, Result<Mapping, &'static str>);

/// What a line says.
#[derive(Debug)]
pub(super) struct Mapping {
    /// The address or the pattern.
    pub(super) from: String,
    /// `{ caseless, protocol, host, locale }` and `{ action, parameters: [[name, value]] }` or `{ unit, path }`.
    pub(super) document: Map<String, Value>,
}

/// All lines but empty ones and comments.
pub(super) fn of(text: &str) -> impl Iterator<Item = Line> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let written = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '!']));
    written.map(|(number, line)| (number, mapping(line)))
}

fn mapping(line: &str) -> Result<Mapping, &'static str> {
    let (from, rest) = source(line);
    let caseless = rest.strip_prefix('i').filter(|rest| rest.starts_with(char::is_whitespace));
    let fields = fields(caseless.unwrap_or(rest).trim());
    let field = |at: usize| fields.get(at).map(String::as_str).unwrap_or_default();
    let mut document = Map::new();
    document.insert("caseless".to_owned(), caseless.is_some().into());
    let mut say = |name: &str, value: Value| document.insert(name.to_owned(), value);
    say("protocol", field(1).into());
    say("host", field(2).into());
    match field(0) {
        "p" if !field(3).is_empty() => {
            let given = fields.get(5..).unwrap_or_default().chunks_exact(2);
            let given: Vec<_> = given.filter(|it| !it[0].is_empty()).collect();
            say("action", field(3).into());
            say("locale", field(4).into());
            say("parameters", json!(given));
        }
        "s" if !field(5).is_empty() => {
            say("unit", field(3).into());
            say("locale", field(4).into());
            say("path", field(5).into());
        }
        _ => return Err("mapping that leads nowhere"),
    }
    Ok(Mapping { from, document })
}

/// The address of a line without its quotes, and what follows it.
fn source(line: &str) -> (String, &str) {
    let (mut from, mut is_quoted) = (String::new(), false);
    for (at, letter) in line.char_indices() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            _ if letter.is_whitespace() && !is_quoted => return (from, line[at..].trim_start()),
            _ => from.push(letter),
        }
    }
    (from, "")
}

/// What commas divide; what stands in double quotes is one field.
fn fields(text: &str) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for letter in text.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("there is one").push(letter),
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_mappings_or_told() {
        let text = "\u{20}\n# a comment\n! another\n/mens p,,,Search-Show,,cgid,mens\n\
                    /a' 'b i p,https,www.x.com,Page-Show,de,cid,\"a, b\",name\n\
                    **.gif i s,,,,,/images/none.gif\n/gone x\n/half p,,,\n";
        let read: Vec<_> = of(text)
            .map(|(line, mapping)| match mapping {
                Ok(Mapping { from, document }) => (line, from, json!(document)),
                Err(why) => (line, why.to_owned(), Value::Null),
            })
            .collect();
        let none = "mapping that leads nowhere".to_owned();
        let page = |caseless: bool, protocol: &str, host: &str, action: &str, locale: &str| json!({ "caseless": caseless, "protocol": protocol, "host": host, "action": action, "locale": locale });
        let mut mens = page(false, "", "", "Search-Show", "");
        mens["parameters"] = json!([["cgid", "mens"]]);
        let mut quoted = page(true, "https", "www.x.com", "Page-Show", "de");
        quoted["parameters"] = json!([["cid", "a, b"]]);
        let image = json!({ "caseless": true, "protocol": "", "host": "", "unit": "", "locale": "", "path": "/images/none.gif" });
        assert_eq!(
            read,
            [
                (4, "/mens".to_owned(), mens),
                (5, "/a b".to_owned(), quoted),
                (6, "**.gif".to_owned(), image),
                (7, none.clone(), Value::Null),
                (8, none, Value::Null),
            ]
        );
    }
}
