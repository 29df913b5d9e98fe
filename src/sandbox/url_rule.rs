//! What addresses of categories, products, folders and content are made of: the rules of a site's `url-rules.xml`, such as
//! `[ [ constant, p ], /, [ category, [ attribute, displayName ] ], /, [ attribute, name ] ]`.

/// A rule, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UrlRule {
    /// A text as it stands.
    Constant(String),
    /// What an attribute says; the other text if it says nothing.
    Attribute(String, Option<String>),
    /// What is above as well, the uppermost first, with a text between them.
    Above(Above, Box<UrlRule>, String),
    /// The category of a product, or the folder of content, by a rule; without one its own address.
    Home(Option<Box<UrlRule>>),
    /// One after the other. What stands between two of them belongs to the latter.
    Row(Vec<(String, UrlRule)>),
}

/// How much of what is above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Above {
    /// All below the root.
    All,
    /// What is right above.
    Parent,
}

#[derive(Debug)]
enum Part {
    Word(String),
    List(Vec<Part>),
}

/// Lists in lists in a rule.
const DEEPEST: usize = 16;

impl UrlRule {
    /// Reads a rule; what is wrong with it otherwise.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut rest = text.trim();
        if !rest.starts_with('[') {
            return Err("a rule begins with [".to_owned());
        }
        let part = part(&mut rest, 0)?;
        if rest.trim().is_empty() { of(part) } else { Err(format!("{rest:?} follows it")) }
    }
}

/// One part, behind which `rest` begins then.
fn part(rest: &mut &str, depth: usize) -> Result<Part, String> {
    let text = rest.trim_start();
    let Some(inner) = text.strip_prefix('[') else {
        let end = text.find([',', '[', ']']).unwrap_or(text.len());
        let (word, behind) = text.split_at(end);
        *rest = behind;
        return Ok(Part::Word(word.trim().to_owned()));
    };
    if depth == DEEPEST {
        return Err("there are too many lists in lists".to_owned());
    }
    *rest = inner;
    let mut parts = Vec::new();
    loop {
        parts.push(part(rest, depth + 1)?);
        let text = rest.trim_start();
        if let Some(behind) = text.strip_prefix(']') {
            *rest = behind;
            return Ok(Part::List(parts));
        }
        *rest = text.strip_prefix(',').ok_or_else(|| match text.chars().next() {
            Some(letter) => format!("there is a {letter} where a comma or ] is due"),
            None => "a ] is missing".to_owned(),
        })?;
    }
}

fn of(part: Part) -> Result<UrlRule, String> {
    let mut parts = match part {
        Part::Word(word) => return Err(format!("{word:?} stands where a list in [ ] is due")),
        Part::List(parts) => parts,
    };
    let name = match &parts[0] {
        Part::List(_) => return row(parts),
        Part::Word(name) => name.clone(),
    };
    let mut rest = parts.drain(1..);
    let mut word = || match rest.next() {
        Some(Part::Word(word)) => Ok(word),
        _ => Err(format!("{name} lacks a text")),
    };
    match name.as_str() {
        "constant" => Ok(UrlRule::Constant(word()?)),
        "attribute" => Ok(UrlRule::Attribute(word()?, word().ok())),
        "category" | "folder" => {
            let inner = rest.next().map(of).transpose()?;
            Ok(UrlRule::Home(inner.map(Box::new)))
        }
        "category-path" | "folder-path" | "category-parent" | "folder-parent" => {
            let above = if name.ends_with("path") { Above::All } else { Above::Parent };
            let inner = rest.next().ok_or_else(|| format!("{name} lacks a rule"))?;
            let between = match rest.next() {
                Some(Part::Word(word)) => word,
                _ => "/".to_owned(),
            };
            Ok(UrlRule::Above(above, Box::new(of(inner)?), between))
        }
        _ => Err(format!("{name:?} is none of its words")),
    }
}

fn row(parts: Vec<Part>) -> Result<UrlRule, String> {
    let (mut row, mut between) = (Vec::new(), String::new());
    for part in parts {
        match part {
            Part::Word(word) => between.push_str(&word),
            list @ Part::List(_) => row.push((std::mem::take(&mut between), of(list)?)),
        }
    }
    Ok(UrlRule::Row(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(id: &str) -> UrlRule {
        UrlRule::Attribute(id.to_owned(), None)
    }

    fn constant(text: &str) -> UrlRule {
        UrlRule::Constant(text.to_owned())
    }

    #[test]
    fn rules_of_exports_are_read() {
        let path = UrlRule::Above(Above::All, Box::new(attribute("displayName")), "/".to_owned());
        let named = UrlRule::Attribute("displayName".to_owned(), Some("noname".to_owned()));
        let home = UrlRule::Home(Some(Box::new(attribute("displayName"))));
        let inner = UrlRule::Row(vec![(String::new(), home), ("/".to_owned(), attribute("name"))]);
        for (text, expected) in [
            ("[ attribute, ID ]", attribute("ID")),
            ("[ category ]", UrlRule::Home(None)),
            ("[ category-path, [ attribute, displayName ], / ]", path),
            (
                "[ folder-path, [ attribute, displayName, noname ], - ]",
                UrlRule::Above(Above::All, Box::new(named), "-".to_owned()),
            ),
            (
                "[ category-parent, [ attribute, ID ], / ]",
                UrlRule::Above(Above::Parent, Box::new(attribute("ID")), "/".to_owned()),
            ),
            (
                "[[constant, product], - , [attribute, name]]",
                UrlRule::Row(vec![
                    (String::new(), constant("product")),
                    ("-".to_owned(), attribute("name")),
                ]),
            ),
            (
                "[ [constant, p], / ,[ [category, [attribute, displayName] ], / , [attribute, name] ] ]",
                UrlRule::Row(vec![(String::new(), constant("p")), ("/".to_owned(), inner)]),
            ),
        ] {
            assert_eq!(UrlRule::parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_rule_is_told() {
        let deep = "[".repeat(100);
        for (text, expected) in [
            ("", "a rule begins with ["),
            ("displayName", "a rule begins with ["),
            ("[ attribute, ID", "a ] is missing"),
            ("[ attribute, ID ] x", "\" x\" follows it"),
            ("[ attribute ]", "attribute lacks a text"),
            ("[ product ]", "\"product\" is none of its words"),
            (
                "[ category-path, displayName, / ]",
                "\"displayName\" stands where a list in [ ] is due",
            ),
            ("[ [ constant, a ] [ constant, b ] ]", "there is a [ where a comma or ] is due"),
            (&deep, "there are too many lists in lists"),
        ] {
            assert_eq!(UrlRule::parse(text), Err(expected.to_owned()), "{text}");
        }
    }
}
