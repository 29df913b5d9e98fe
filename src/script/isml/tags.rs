//! What tags of templates name that has to be there: other templates, tags of modules, attributes.

use super::scan::{Attribute, Part, Scanner, Tag, TagKind};

/// What a tag names, with its line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::script) struct Mention {
    pub(in crate::script) line: u32,
    pub(in crate::script) what: Mentioned,
}

/// What is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::script) enum Mentioned {
    /// A template by its constant name.
    Template(String),
    /// A tag that isn't the platform's own.
    Tag(String),
    /// An attribute that a tag of the platform doesn't have.
    Attribute {
        /// The tag.
        tag: String,
        /// As it is written.
        name: String,
    },
}

/// The tags of the platform, with the attributes that they have; nothing where those have names of the page's own, or are
/// passed on.
const TAGS: [(&str, Option<&[&str]>); 29] = [
    ("isactivedatacontext", Some(&["category"])),
    ("isactivedatahead", Some(&[])),
    ("isapplepay", None),
    ("isbreak", Some(&[])),
    ("isbuynow", None),
    ("iscache", Some(&["status", "type", "hour", "minute", "varyby", "if"])),
    ("iscomponent", None),
    ("iscontent", Some(&["type", "charset", "compact", "encoding", "session"])),
    ("iscontentasset", Some(&["aid", "alt", "clean"])),
    ("iscontinue", Some(&[])),
    (
        "iscookie",
        Some(&["name", "value", "comment", "domain", "maxage", "path", "secure", "version"]),
    ),
    ("isdecorate", Some(&["template"])),
    ("iselse", Some(&[])),
    ("iselseif", Some(&["condition", "value"])),
    ("isif", Some(&["condition", "var", "status", "alias", "value"])),
    ("isinclude", Some(&["template", "url", "sf-toolkit", "scope"])),
    ("isloop", Some(&["items", "iterator", "var", "alias", "status", "begin", "end", "step"])),
    ("ismodule", Some(&["template", "name", "attribute", "description"])),
    ("isnext", Some(&[])),
    ("isobject", Some(&["object", "view", "context-object"])),
    ("ispayment", None),
    ("ispaymentmessages", None),
    ("isprint", Some(&["value", "encoding", "formatter", "padding", "style", "timezone"])),
    ("isredirect", Some(&["location", "permanent"])),
    ("isremove", Some(&["name", "scope"])),
    ("isreplace", Some(&[])),
    ("isset", Some(&["name", "value", "scope"])),
    (
        "isslot",
        Some(&[
            "id",
            "description",
            "context",
            "context-object",
            "context-attribute",
            "preview-url",
        ]),
    ),
    ("isstatus", Some(&["value"])),
];

/// A tag of the platform, with its attributes as far as it says which; nothing for one that isn't.
fn known(tag: &str) -> Option<(&'static str, Option<&'static [&'static str]>)> {
    TAGS.into_iter().find(|(name, _)| *name == tag)
}

/// The attributes that a tag of the platform has, as far as it says which.
pub fn tag_attributes(tag: &str) -> &'static [&'static str] {
    known(tag).and_then(|(_, attributes)| attributes).unwrap_or_default()
}

/// What the tags of a template name, in their order, as far as it can be split into tags.
pub(in crate::script) fn mentions(text: &str) -> Vec<Mention> {
    tags(text).flat_map(|tag| of_tag(&tag)).collect()
}

/// What a tag, or a call of a script, brings into its page or leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Included {
    /// Where it is named, from 1.
    pub line: u32,
    /// Where it is entered from: at the end of what it decorates; `None` for what is entered by another way than a tag
    /// that stands here.
    pub entered_from: Option<u32>,
    /// What it is.
    pub what: Inclusion,
}

/// What is brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inclusion {
    /// A template by its constant name.
    Template(String),
    /// A route, as in `Cart-MiniCart`.
    Route(String),
    /// What a tag of another name brings, which isn't the platform's own: in small letters, as in `isprice`.
    Tag(String),
    /// A template that such a tag brings from here on: its tag, if an expression doesn't make it, and its name.
    Module(Option<String>, String),
}

/// What a template brings into its page, in the order of its text, as far as it can be split into tags.
pub(in crate::script) fn included(text: &str) -> Vec<Included> {
    let mut found: Vec<Included> = Vec::new();
    let mut decorating = Vec::new();
    for tag in all_tags(text) {
        if tag.kind == TagKind::Closing {
            let opened = if tag.name == "isdecorate" { decorating.pop().flatten() } else { None };
            if let Some(at) = opened {
                let it: &mut Included = &mut found[at];
                it.entered_from = Some(tag.line);
            }
            continue;
        }
        let template = || tag.attribute("template").and_then(Attribute::literal).map(str::to_owned);
        let what = match tag.name.as_str() {
            "isinclude" | "isdecorate" => template().map(Inclusion::Template),
            "ismodule" => template().map(|template| Inclusion::Module(defined(&tag), template)),
            name => known(name).is_none().then(|| Inclusion::Tag(name.to_owned())),
        };
        if tag.name == "isdecorate" {
            decorating.push(what.as_ref().map(|_| found.len()));
        }
        let is_later = matches!(tag.name.as_str(), "isdecorate" | "ismodule");
        let entered_from = (!is_later).then_some(tag.line);
        found.extend(what.map(|what| Included { line: tag.line, entered_from, what }));
    }
    found
}

/// The tags that a template defines with `<ismodule>`, in small letters; nothing for one whose name an expression makes.
pub fn defined_tags(content: &[u8]) -> Vec<Option<String>> {
    let text = String::from_utf8_lossy(content);
    let modules = tags(&text).filter(|tag| tag.name == "ismodule");
    modules.map(|tag| defined(&tag)).collect()
}

/// The tag that a module defines, unless an expression makes its name.
fn defined(module: &Tag<'_>) -> Option<String> {
    let name = module.attribute("name").and_then(Attribute::literal)?;
    Some(format!("is{}", name.to_ascii_lowercase()))
}

fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    all_tags(text).filter(|tag| tag.kind != TagKind::Closing)
}

fn all_tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let parts = Scanner::new(text).map_while(Result::ok);
    parts.filter_map(|part| match part {
        Part::Tag(tag) => Some(tag),
        _ => None,
    })
}

fn of_tag(tag: &Tag<'_>) -> Vec<Mention> {
    let mention = |what: Mentioned| Mention { line: tag.line, what };
    let Some((_, attributes)) = known(&tag.name) else {
        return vec![mention(Mentioned::Tag(tag.name.clone()))];
    };
    let mut found = Vec::new();
    if matches!(tag.name.as_str(), "isinclude" | "isdecorate" | "ismodule") {
        let template = tag.attribute("template").and_then(Attribute::literal);
        found.extend(template.map(|it| mention(Mentioned::Template(it.to_owned()))));
    }
    // An expression may stand alone, and what is data's is the page's own.
    let is_free = |name: &str| name.is_empty() || name.starts_with("data-");
    let is_known = |name: &str| attributes.is_none_or(|known| known.contains(&name));
    let unknown = tag.attributes.iter().filter(|it| !is_free(&it.name) && !is_known(&it.name));
    found.extend(unknown.map(|it| {
        let (tag, name) = (tag.name.clone(), it.written.to_owned());
        mention(Mentioned::Attribute { tag, name })
    }));
    found
}

#[cfg(test)]
mod tests {
    use super::super::write::{PASSED, SIMPLE};
    use super::super::{Broken, compile};
    use super::*;

    #[test]
    fn tags_name_templates_other_tags_and_attributes() {
        let text = "<isinclude template=\"a/b\"/><isinclude template=\"${c}\"/>\n\
             <isprint value=\"${1}\" encodng=\"off\" data-x=\"1\"/><isprint ${1}/><!--- <isa/> --->\n\
             <isdecorate template=\"d\"><isFoo x=\"1\"></isFoo></isdecorate><iscomponent pipeline=\"A-B\" own=\"1\"/>";
        let found: Vec<_> = mentions(text).into_iter().map(|it| (it.line, it.what)).collect();
        let attribute =
            Mentioned::Attribute { tag: "isprint".to_owned(), name: "encodng".to_owned() };
        assert_eq!(
            found,
            [
                (1, Mentioned::Template("a/b".to_owned())),
                (2, attribute),
                (3, Mentioned::Template("d".to_owned())),
                (3, Mentioned::Tag("isfoo".to_owned())),
            ]
        );
    }

    #[test]
    fn the_tags_of_the_platform_are_those_that_become_script() {
        let names = SIMPLE.iter().map(|(name, _)| *name).chain(PASSED);
        let unlisted: Vec<_> = names.filter(|name| known(name).is_none()).collect();
        assert_eq!(unlisted, [""; 0]);
        for (name, wanted) in SIMPLE {
            let Some((_, Some(listed))) = known(name) else { continue };
            let needed = wanted.iter().copied().flatten().filter(|it| !it.is_empty());
            assert_eq!(needed.filter(|it| !listed.contains(it)).count(), 0, "{name}");
        }
        let others = TAGS.iter().filter(|(name, _)| {
            let text = format!("<{name} condition=\"${{1}}\" template=\"a\" name=\"a\" value=\"1\" id=\"a\" aid=\"a\" pipeline=\"A-B\" items=\"${{1}}\" location=\"a\"/>");
            let compiled = compile(&text, &Broken::new());
            compiled.is_ok_and(|it| it.text.contains(".custom("))
        });
        assert_eq!(others.map(|(name, _)| *name).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn what_tags_bring_is_known_with_where_it_is_entered_from() {
        let text = "<isdecorate template=\"d\">\n<isinclude template=\"a/b\"/><isinclude template=\"${c}\"/>\n\
             <ismodule template=\"m\" name=\"Foo\"/>\n\
             <isFoo a=\"1\"/><isinclude url=\"${URLUtils.url('Cart-MiniCart', 'x', y)}\"/><isinclude url=\"${other}\"/>\n</isdecorate>";
        let found: Vec<_> =
            included(text).into_iter().map(|it| (it.line, it.entered_from, it.what)).collect();
        let template = |name: &str| Inclusion::Template(name.to_owned());
        assert_eq!(
            found,
            [
                (1, Some(5), template("d")),
                (2, Some(2), template("a/b")),
                (3, None, Inclusion::Module(Some("isfoo".to_owned()), "m".to_owned())),
                (4, Some(4), Inclusion::Tag("isfoo".to_owned())),
            ]
        );
    }

    #[test]
    fn modules_define_tags() {
        let text = "<ismodule template=\"a\" name=\"Foo\" attribute=\"b\"/><ismodule template=\"a\" name=\"${x}\"/>";
        assert_eq!(defined_tags(text.as_bytes()), [Some("isfoo".to_owned()), None]);
    }
}
