//! What files may hold: a table, `forms.txt`, in which each line is an element, below the one that it stands in.
//!
//! | part | meaning |
//! |---|---|
//! | `name` | the element |
//! | `name*` | it may stand there several times: a list |
//! | `+list` | it stands in the list of that name, with its own name as `kind`, in the order of the file |
//! | `name^` | what it holds belongs to the element around it |
//! | `:kind` | a record of that kind |
//! | `@name` | an attribute; `!` makes it (a part of) the record's ID, `>` the scope of what follows |
//! | `text`, `raw`, `flag`, `number`, `date`, `localized`, `markup`, `secret` | what it holds; `text!` and `date!` are the record's ID, or the end of the one that its attributes make up |
//! | `url-rule`, `off` | a rule for addresses; a flag that is told of and left out unless it is `false` |
//! | `idle` | it is kept, for exports, and told of: nothing else is done with it |
//! | `ordered` | its elements as a list, each with its name as `kind` |
//! | `?` | that it is there is what it says |
//! | `custom Type` | custom attributes of the platform's type; `attributes` those of the scope's |
//! | `&name`, `=name` | names what stands below it; takes what was named |

use std::{collections::HashMap, sync::LazyLock};

/// What an element holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Further elements.
    Elements,
    /// Further elements, in their order.
    Ordered,
    /// Text without the blanks around it.
    Text,
    /// Text as it stands.
    Raw,
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A day with its time, `2026-01-31T08:00:00.000Z`.
    Date,
    /// A text by locale.
    Localized,
    /// A text by locale, as it stands.
    Markup,
    /// A text that can't be read if it is encrypted, but for a password's hash.
    Secret,
    /// What addresses are made of.
    UrlRule,
    /// Whether something is done that isn't done here.
    Off,
    /// Nothing: that it is there counts.
    Presence,
    /// Custom attributes of a type; without one, of the type that is the scope.
    Custom(Option<String>),
}

/// An attribute of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormAttribute {
    pub(super) name: String,
    pub(super) is_key: bool,
    pub(super) is_scope: bool,
}

/// An element that files may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own; all combinations occur"
)]
pub(super) struct Form {
    /// As it stands in files.
    pub(super) name: String,
    /// As documents have it.
    pub(super) field: String,
    pub(super) kind: Option<String>,
    /// The list that it stands in with others, by the field's name.
    pub(super) list: Option<String>,
    pub(super) is_many: bool,
    pub(super) is_inline: bool,
    pub(super) is_key: bool,
    /// Whether nothing here reads it.
    pub(super) is_idle: bool,
    pub(super) holds: Holds,
    pub(super) attributes: Vec<FormAttribute>,
    pub(super) children: Vec<Form>,
}

impl Form {
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|form| form.name == name)
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&FormAttribute> {
        self.attributes.iter().find(|it| it.name == name)
    }

    /// Whether it is no record, but has some.
    pub(super) fn is_container(&self) -> bool {
        self.kind.is_none() && self.children.iter().any(|it| it.kind.is_some() || it.is_container())
    }
}

/// What a file with that root element may hold.
pub(super) fn of_root(name: &str) -> Option<&'static Form> {
    static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| parse(include_str!("forms.txt")));
    FORMS.iter().find(|form| form.name == name)
}

/// `online-flag` is `online`, `page-title` is `pageTitle`.
pub(super) fn field(name: &str) -> String {
    let plain = match name.strip_suffix("-flag").unwrap_or(name) {
        "custom-attributes" => "custom",
        plain => plain,
    };
    let mut words = plain.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut field, word| {
        let mut letters = word.chars();
        field.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        field.push_str(letters.as_str());
        field
    })
}

type Named = HashMap<String, Vec<Form>>;

/// The table's lines are part of the program, and a test reads them.
fn parse(table: &str) -> Vec<Form> {
    let lines: Vec<(usize, &str)> = table
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| ((line.len() - line.trim_start().len()) / 2, line.trim()))
        .collect();
    let mut rest = lines.as_slice();
    block(&mut rest, 0, &mut Named::new())
}

fn block(lines: &mut &[(usize, &str)], depth: usize, named: &mut Named) -> Vec<Form> {
    let mut forms = Vec::new();
    while let Some(((found, line), rest)) = lines.split_first() {
        if *found < depth {
            break;
        }
        assert!(*found == depth, "{line}: too deep");
        *lines = rest;
        let (mut form, mut name, mut taken) = (bare(line), None, None);
        line.split(' ').skip(1).for_each(|part| match part.split_at(1) {
            ("&", own) => name = Some(own.to_owned()),
            ("=", other) => taken = Some(other),
            _ => add(&mut form, part),
        });
        form.children = match taken {
            Some(other) => named.get(other).unwrap_or_else(|| panic!("{line}: no {other}")).clone(),
            None => block(lines, depth + 1, named),
        };
        named.extend(name.map(|name| (name, form.children.clone())));
        forms.push(form);
    }
    forms
}

fn bare(line: &str) -> Form {
    let written = line.split(' ').next().unwrap_or_default();
    let name = written.trim_end_matches(['*', '^']).to_owned();
    Form {
        field: field(&name),
        name,
        kind: None,
        list: None,
        is_many: written.ends_with('*'),
        is_inline: written.ends_with('^'),
        is_key: false,
        is_idle: false,
        holds: Holds::Elements,
        attributes: Vec::new(),
        children: Vec::new(),
    }
}

fn add(form: &mut Form, part: &str) {
    if let Some(kind) = part.strip_prefix(':') {
        form.kind = Some(kind.to_owned());
    } else if let Some(attribute) = part.strip_prefix('@') {
        let (is_key, is_scope) = (attribute.contains('!'), attribute.contains('>'));
        let name = attribute.trim_end_matches(['!', '>']).to_owned();
        form.attributes.push(FormAttribute { name, is_key, is_scope });
    } else if let Some(list) = part.strip_prefix('+') {
        form.list = Some(list.to_owned());
    } else if part == "idle" {
        form.is_idle = true;
    } else if let Holds::Custom(kind) = &mut form.holds {
        *kind = Some(part.to_owned());
    } else {
        form.is_key = part.ends_with('!');
        form.holds = match part.trim_end_matches('!') {
            "text" => Holds::Text,
            "raw" => Holds::Raw,
            "flag" => Holds::Flag,
            "number" => Holds::Number,
            "date" => Holds::Date,
            "url-rule" => Holds::UrlRule,
            "off" => Holds::Off,
            "localized" => Holds::Localized,
            "markup" => Holds::Markup,
            "secret" => Holds::Secret,
            "ordered" => Holds::Ordered,
            "?" => Holds::Presence,
            "custom" | "attributes" => Holds::Custom(None),
            other => panic!("{other} is no part of a line"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        let catalog = of_root("catalog").expect("catalogues");
        assert!(catalog.is_container());
        let product = catalog.child("product").expect("products");
        assert_eq!(product.kind.as_deref(), Some("product"));
        assert!(product.attribute("product-id").is_some_and(|it| it.is_key));
        let groups = product.child("images").and_then(|it| it.child("image-group"));
        assert!(groups.is_some_and(|it| it.is_many && it.field == "imageGroup"));
        assert!(of_root("page").is_none());
    }

    #[test]
    fn fields_are_named_as_scripts_name_them() {
        for (name, expected) in [
            ("online-flag", "online"),
            ("page-title", "pageTitle"),
            ("custom-attributes", "custom"),
            ("ean", "ean"),
        ] {
            assert_eq!(field(name), expected);
        }
    }
}
