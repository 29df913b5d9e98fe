//! What the platform's vendor declares: classes and members by name, whether or not this program emulates
//! them.
//!
//! The table is `assets/platform/declared.txt`, which says how it is written. A name of a class is its
//! module's path below `dw/`, for example `order/OrderMgr`.

use std::collections::HashMap;

/// The table of all classes.
#[derive(Debug)]
pub struct Declared {
    classes: HashMap<&'static str, Class>,
    names: Vec<&'static str>,
}

/// A declared class.
#[derive(Debug)]
struct Class {
    parent: Option<&'static str>,
    /// Its own members, and `new` if there is one.
    members: HashMap<&'static str, Member>,
    /// Their names in order, without the getters of properties.
    names: Vec<&'static str>,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// A function.
    Method,
    /// A value that may change.
    Property,
    /// A value that stays; the one that the declarations tell, as JSON.
    Constant(Option<&'static str>),
    /// `new` of the class.
    Constructor,
}

/// A member of a declared class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What it is.
    pub kind: MemberKind,
    /// Whether it belongs to the class rather than to an instance. Constants belong to both.
    pub is_static: bool,
    /// The class of its value, or of what it returns, if that is declared too.
    pub value: Option<&'static str>,
    /// The class of the elements, if the value is a collection of such.
    pub element: Option<&'static str>,
}

impl Declared {
    /// Reads the table; a line that isn't understood declares nothing.
    pub(super) fn parse(text: &'static str) -> Self {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let rows: Vec<_> = lines.filter_map(Class::parse).collect();
        let names = rows.iter().map(|(name, _)| *name).collect();
        Self { classes: rows.into_iter().collect(), names }
    }

    /// The names of all classes, in alphabetical order.
    pub fn classes(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().copied()
    }

    /// Whether the class is declared.
    pub fn has_class(&self, class: &str) -> bool {
        self.classes.contains_key(class)
    }

    /// The class's name as the table keeps it.
    pub fn class_name(&self, class: &str) -> Option<&'static str> {
        self.classes.get_key_value(class).map(|(name, _)| *name)
    }

    /// The name of a package as the table keeps it: classes stand below it.
    pub fn package_name(&self, package: &str) -> Option<&'static str> {
        let is_below =
            |name: &&&str| name.strip_prefix(package).is_some_and(|rest| rest.starts_with('/'));
        self.names.iter().find(is_below).map(|name| &name[..package.len()])
    }

    /// Whether there are classes below this path, for example `order`.
    pub fn has_package(&self, package: &str) -> bool {
        self.package_name(package).is_some()
    }

    /// The class that a class extends.
    pub fn parent(&self, class: &str) -> Option<&'static str> {
        self.classes.get(class)?.parent
    }

    /// A member of a class or of those that it extends.
    pub fn member(&self, class: &str, name: &str) -> Option<&Member> {
        let mut next = self.classes.get(class);
        while let Some(class) = next {
            if let Some(member) = class.members.get(name) {
                return Some(member);
            }
            next = class.parent.and_then(|parent| self.classes.get(parent));
        }
        None
    }

    /// The names of the class's own members, with the getters of properties, in no order.
    pub(super) fn all_names(&self, class: &str) -> impl Iterator<Item = &'static str> {
        self.classes.get(class).into_iter().flat_map(|class| class.members.keys().copied())
    }

    /// The class's own members in the order of the table; a property's getter isn't told again.
    pub fn own_members(&self, class: &str) -> impl Iterator<Item = (&'static str, &Member)> {
        let class = self.classes.get(class);
        let names = class.map_or(&[][..], |class| class.names.as_slice());
        names.iter().filter_map(move |name| Some((*name, class?.members.get(name)?)))
    }
}

impl Class {
    fn parse(line: &'static str) -> Option<(&'static str, Self)> {
        let mut words = line.split_ascii_whitespace();
        let name = words.next()?;
        let mut class = Self { parent: None, members: HashMap::new(), names: Vec::new() };
        for word in words {
            match word.strip_prefix('<') {
                Some(parent) => class.parent = Some(parent),
                None => class.add(word),
            }
        }
        Some((name, class))
    }

    fn add(&mut self, word: &'static str) {
        let (word, is_static) = word.strip_prefix('+').map_or((word, false), |word| (word, true));
        if let Some((name, value)) = word.split_once('=') {
            let value = (!value.is_empty()).then_some(value);
            let kind = MemberKind::Constant(value);
            return self.insert(name, Member { kind, is_static: true, value: None, element: None });
        }
        let (word, value) =
            word.split_once('>').map_or((word, None), |(it, value)| (it, Some(value)));
        let (value, element) = match value.and_then(|value| value.split_once('*')) {
            Some((value, element)) => (Some(value), Some(element)),
            None => (value, None),
        };
        let member = |kind| Member { kind, is_static, value, element };
        if word == "new()" {
            self.insert("new", member(MemberKind::Constructor));
        } else if let Some(name) = word.strip_suffix("()") {
            self.insert(name, member(MemberKind::Method));
        } else if let Some(name) = word.strip_prefix(['.', '?', '-']) {
            self.insert(name, member(MemberKind::Property));
            if let Some(getter) = getter(word) {
                self.members.insert(getter, member(MemberKind::Method));
            }
        }
    }

    fn insert(&mut self, name: &'static str, member: Member) {
        self.members.insert(name, member);
        self.names.push(name);
    }
}

/// `getName` for `.name`, `isName` for `?name`. The table is read once and kept, and so are the names.
fn getter(word: &str) -> Option<&'static str> {
    let prefix = match word.chars().next()? {
        '.' => "get",
        '?' => "is",
        _ => return None,
    };
    let (first, rest) = word[1..].split_at_checked(1)?;
    Some(format!("{prefix}{}{rest}", first.to_ascii_uppercase()).leak())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# about\n\
        order/Ctnr A=1 B= new() .total>value/Money ?open -raw list()>util/List*order/Line\n\
        order/Basket <order/Ctnr +find() .own\nweb/forms/Form .x\n";

    #[test]
    fn members_are_found_with_their_getters_and_those_of_parents() {
        let declared = Declared::parse(TABLE);
        let kind = |name| declared.member("order/Basket", name).map(|it| (it.kind, it.is_static));
        assert_eq!(kind("A"), Some((MemberKind::Constant(Some("1")), true)));
        assert_eq!(kind("B"), Some((MemberKind::Constant(None), true)));
        assert_eq!(kind("new"), Some((MemberKind::Constructor, false)));
        assert_eq!(kind("find"), Some((MemberKind::Method, true)));
        for (property, getter) in [("total", "getTotal"), ("open", "isOpen"), ("own", "getOwn")] {
            assert_eq!(kind(property), Some((MemberKind::Property, false)), "{property}");
            assert_eq!(kind(getter), Some((MemberKind::Method, false)), "{getter}");
        }
        assert!(kind("raw").is_some() && kind("getRaw").is_none() && kind("other").is_none());
        let list = declared.member("order/Basket", "list").expect("it is inherited");
        assert_eq!((list.value, list.element), (Some("util/List"), Some("order/Line")));
        let own: Vec<_> = declared.own_members("order/Ctnr").map(|(name, _)| name).collect();
        assert_eq!(own, ["A", "B", "new", "total", "open", "raw", "list"]);
    }

    #[test]
    fn packages_are_what_classes_stand_in() {
        let declared = Declared::parse(TABLE);
        for (package, expected) in
            [("order", true), ("web", true), ("web/forms", true), ("ord", false)]
        {
            assert_eq!(declared.has_package(package), expected, "{package}");
        }
        assert!(declared.has_class("order/Basket") && !declared.has_class("order"));
        assert_eq!(declared.parent("order/Basket"), Some("order/Ctnr"));
    }
}
