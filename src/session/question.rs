//! What can be asked of a frame, and the answers.

use super::expression::is_script_error;
use super::tree::{Access, Node, Tree, is_class, is_the_value_itself, says_nothing};
use crate::api::debugger::{Member, MemberList, Scope};
use crate::api::paging::Page;
use std::borrow::Cow;
use std::sync::Arc;

/// What can be asked of a frame of a halted thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Its variables, of all scopes: those that are read anyway, so that they cost no call of
    /// their own at the current location.
    Variables,
    /// A page of the members of the object that a path leads to.
    Members {
        /// As in `basket.productLineItems[0]`.
        path: String,
        /// Which part.
        page: Page,
    },
    /// What an expression gives in the live request.
    Evaluate(String),
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Variables or members.
    Variables(Variables),
    /// A result; or the script's own error.
    Evaluated(Result<Told, String>),
}

/// What an expression gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The result's text, raw.
    pub text: String,
    /// Of an object whose text doesn't say it, and of a list: what it holds.
    pub held: Option<Held>,
}

/// An object with its first members, which have no paths: it was there for its expression alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    object: Variable,
    members: Variables,
}

impl Told {
    /// Whether it is an error of the script's, as far as its text tells: errors come as results.
    pub(super) fn is_error(&self) -> bool {
        self.held.is_none() && is_script_error(&self.text)
    }

    /// What stands for it in one line.
    pub fn shown(&self) -> Cow<'_, str> {
        let held = self.held.as_ref().map(|held| Cow::Owned(held.line(|it| it.value.clone())));
        held.unwrap_or(Cow::Borrowed(&self.text))
    }
}

impl Held {
    pub(super) const fn new(object: Variable, members: Variables) -> Self {
        Self { object, members }
    }

    /// Whether it is an array, or can be made one.
    pub fn is_list(&self) -> bool {
        Node::is_list_type(&self.object.type_name)
    }

    /// What it holds in one line, each member's value as `shown` tells it.
    pub fn line(&self, shown: impl Fn(&Variable) -> String) -> String {
        let told = |it: &Variable| Variable { value: shown(it), ..it.clone() };
        let list = self.members.list.iter().map(told).collect();
        self.object.preview(&Variables { list, ..self.members })
    }
}

/// A part of a list of variables or members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variables {
    /// Members in the server's order; of variables what somebody made before what is always there.
    pub list: Arc<[Variable]>,
    /// The index of the first of them.
    pub start: u64,
    /// How many there are in all.
    pub total: u64,
}

impl Variables {
    /// A page of the members of the object that a path leads to, as they came.
    pub(super) fn of_object(path: &str, page: Page, came: &MemberList) -> Self {
        let list: Arc<[Variable]> =
            came.object_members.iter().map(|member| member_of(member, path)).collect();
        let start = came.start.unwrap_or(page.start);
        let total = came.total.unwrap_or(start + list.len() as u64);
        Self { list, start, total }
    }

    /// What they are members of, where nothing but they tells it: `{master, images, …}`, `2 items`, `function getName()`.
    pub fn summary(&self) -> String {
        Tree::summary_of(&self.first(), self.total)
    }

    /// As many as one line tells something of.
    fn first(&self) -> Vec<Member> {
        let member = |it: &Variable| Member {
            name: it.name.clone(),
            parent: String::new(),
            type_name: it.type_name.clone(),
            value: it.value.clone(),
            scope: None,
        };
        let enough = usize::try_from(Page::PREVIEW).unwrap_or(usize::MAX);
        self.list.iter().take(enough).map(member).collect()
    }

    /// The same where no script reaches those that are meant by their expressions.
    #[must_use]
    pub fn beyond_scripts(self, is_meant: impl Fn(&Variable) -> bool) -> Self {
        let one = |it: &Variable| {
            let access = it.access.clone();
            let access = if is_meant(it) { access.map(Access::beyond_scripts) } else { access };
            Variable { access, ..it.clone() }
        };
        Self { list: self.list.iter().map(one).collect(), ..self }
    }

    /// Whether the path that was asked for leads to nothing in the frame.
    pub fn is_unresolved(&self, path: &str) -> bool {
        matches!(&*self.list, [only] if only.path() == Some(path)
            && only.type_name.eq_ignore_ascii_case("undefined")
            && only.value == "unresolved")
    }
}

/// A variable or a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// As the server names it: `[0]` for an entry of a list.
    pub name: String,
    /// The server's text for the type.
    pub type_name: String,
    /// The server's text for the value, whole.
    pub value: String,
    /// A variable's scope; members have none.
    pub scope: Option<Scope>,
    /// Where it is found; `None` for what was there for its expression alone.
    pub access: Option<Access>,
}

impl Variable {
    /// The path that its members are asked for with; `None` if a name can't be part of one.
    pub fn path(&self) -> Option<&str> {
        self.access.as_ref()?.path()
    }

    /// The expression that a script reaches it by; `None` if it doesn't.
    pub fn expression(&self) -> Option<&str> {
        let access = self.access.as_ref().filter(|access| !access.is_beyond_scripts());
        Some(access?.expression())
    }

    /// The same with entries by the server's numbers, whatever a script makes of them.
    pub fn place(&self) -> Option<&str> {
        Some(self.access.as_ref()?.expression())
    }

    /// Whether it is a getter, which a list of members tells of without running it.
    pub fn is_getter(&self) -> bool {
        Node::is_getter_type(&self.type_name)
    }

    /// Whether it is a getter of a script's, not of what brings its own.
    pub fn is_scripts_getter(&self) -> bool {
        self.is_getter() && self.value != "<built-in getter>"
    }

    /// Whether the server may number its entries and a script doesn't, by its type: a map or a set, or what a getter
    /// gives.
    pub fn may_have_numbers_of_its_own(&self) -> bool {
        let is_known = !self.type_name.is_empty() && !self.is_getter();
        !is_known || Node::is_keyed_type(&self.type_name)
    }

    /// Whether members can be below it, by its type.
    pub fn has_members(&self) -> bool {
        !Node::is_primitive(&self.type_name)
    }

    /// Whether its members say best what it is: a list, and an object whose text says nothing, of a
    /// scope where objects are few.
    pub fn lacks_preview(&self) -> bool {
        let is_near = self.scope != Some(Scope::Global) && self.path().is_some();
        let is_silent = || says_nothing(&self.value) || Node::is_list_type(&self.type_name);
        is_near && self.has_members() && !is_class(&self.value) && is_silent()
    }

    /// It and the first 20 of its members in one line, as in `{ID: "KM01001", name: "Heron Mug", …}`.
    pub fn preview(&self, members: &Variables) -> String {
        Tree::preview_of((&self.type_name, &self.value), &members.first(), members.total)
    }

    /// From the wire; `object` is the path that was asked for.
    fn new(member: &Member, object: &str) -> Self {
        let Member { name, parent, type_name, value, scope } = member.clone();
        let parent = if parent.is_empty() { object } else { &parent };
        let access = match parent {
            "" => Access::variable(&name),
            parent => Access::at(parent).member(&name),
        };
        Self { name, type_name, value, scope, access: Some(access) }
    }
}

/// A member of the object that a path leads to; or its value itself, if that has no members.
fn member_of(member: &Member, path: &str) -> Variable {
    let variable = Variable::new(member, path);
    if is_the_value_itself(path, member) {
        return Variable { access: Some(Access::at(path)), ..variable };
    }
    variable
}

/// All of a frame's variables, in the order in which they are told.
pub(super) fn variables(listed: &[Member]) -> Arc<[Variable]> {
    listed.iter().map(|member| Variable::new(member, "")).collect()
}
