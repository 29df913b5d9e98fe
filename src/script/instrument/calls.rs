//! Which functions can only call functions that are known.

use super::tables::{Calls, Function, Scope};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The calls of a script, as far as its text tells whom they mean.
#[derive(Default)]
pub(super) struct Callees {
    /// What is known of variables, by the scope and name of their declaration.
    values: HashMap<(u32, String), Value>,
    /// How often each name of a scope is declared or set.
    set: HashMap<(u32, String), u32>,
    /// The names that are set, and in which scopes.
    assigned: Vec<(u32, String)>,
    /// All these names.
    names: HashSet<String>,
    /// For each function what it calls by name, from which scope; nothing if it may call anything.
    calls: BTreeMap<u32, Option<Vec<(u32, Called)>>>,
    /// The functions that a function returns; nothing if that may be something else.
    returned: HashMap<u32, Option<Vec<u32>>>,
    /// The functions that read or set members.
    reading: BTreeSet<u32>,
    /// Whether a direct `eval` or a `with` may declare and set anything.
    evaluates: bool,
    /// Whether members may be more than values because of this script.
    accessors: bool,
}

/// What a variable is set to where it is declared.
pub(super) enum Value {
    Function(u32),
    /// What the function of that name returns, as that scope sees it.
    Returned(u32, String),
    /// An array of its own.
    Array,
}

/// What is called.
pub(super) enum Called {
    /// The variable of that name.
    Variable(String),
    /// A method of it that only arrays have.
    OfArray(String),
}

/// Methods of arrays that call nothing of a script's.
pub(super) const OF_ARRAYS: [&str; 8] =
    ["includes", "indexOf", "lastIndexOf", "pop", "push", "reverse", "shift", "unshift"];

/// A function that returns what others return is followed through so many of them.
const MAKERS: u32 = 4;

/// Functions of the language that call nothing of a script's.
const PURE: [&str; 5] = ["Math", "isFinite", "isNaN", "parseFloat", "parseInt"];

/// Methods by which an object becomes a primitive, wherever one is needed.
const CONVERTING: [&str; 2] = ["toString", "valueOf"];

/// Words without which a script makes accessors, and objects that become primitives in a way of their own, by syntax only.
const BENDING: [&str; 6] =
    ["definePropert", "__define", "Proxy", "Function(", "Object.create(", "toPrimitive"];

/// Whether an object with a member of that name becomes a primitive by it.
pub(super) fn converts(name: &str) -> bool {
    CONVERTING.contains(&name)
}

/// Whether the language has a function of that name which calls nothing of a script's but to get primitives.
pub(super) fn is_pure(name: &str) -> bool {
    PURE.contains(&name)
}

impl Callees {
    /// A scope declares a name.
    pub(super) fn declared(&mut self, scope: u32, name: &str) {
        self.names.insert(name.to_owned());
        *self.set.entry((scope, name.to_owned())).or_default() += 1;
    }

    /// A name is set in a scope.
    pub(super) fn assigned(&mut self, scope: u32, name: &str) {
        self.names.insert(name.to_owned());
        self.assigned.push((scope, name.to_owned()));
    }

    /// It was set to that.
    pub(super) fn value(&mut self, scope: u32, name: &str, value: Value) {
        self.values.insert((scope, name.to_owned()), value);
    }

    pub(super) fn call(&mut self, function: u32, scope: u32, called: Called) {
        if let Some(calls) = self.calls.entry(function).or_insert_with(|| Some(Vec::new())) {
            calls.push((scope, called));
        }
    }

    /// A function returns another, or something else.
    pub(super) fn returns(&mut self, function: u32, other: Option<u32>) {
        let returned = self.returned.entry(function).or_insert_with(|| Some(Vec::new()));
        match (other, &mut *returned) {
            (Some(other), Some(all)) => all.push(other),
            _ => *returned = None,
        }
    }

    /// A function reads or sets a member, or needs a primitive.
    pub(super) fn reads(&mut self, function: u32) {
        self.reading.insert(function);
    }

    /// Reading a member may call something, or needing a primitive.
    pub(super) fn accessors(&mut self) {
        self.accessors = true;
    }

    /// A function may call anything.
    pub(super) fn anything(&mut self, function: u32) {
        self.calls.insert(function, None);
    }

    pub(super) fn evaluates(&mut self) {
        self.evaluates = true;
    }

    /// Tells the functions what they may call, directly or by others; answers whether reading a
    /// member may call something because of this script.
    pub(super) fn settle(
        mut self,
        source: &str,
        (scopes, functions): (&[Scope], &mut [Function]),
    ) -> bool {
        for (scope, name) in std::mem::take(&mut self.assigned) {
            if let Some(place) = self.place((scope, &name), scopes) {
                *self.set.entry(place).or_default() += 1;
            }
        }
        let direct: Vec<Option<BTreeSet<u32>>> =
            (0..).zip(&*functions).map(|(index, _)| self.direct(index, scopes)).collect();
        for (index, function) in (0..).zip(functions) {
            function.calls = reached(index as usize, &direct).map(|functions| {
                let reads = functions.iter().chain([&index]).any(|it| self.reading.contains(it));
                Calls { functions, reads }
            });
        }
        self.accessors || self.evaluates || BENDING.iter().any(|word| source.contains(word))
    }

    fn direct(&self, function: u32, scopes: &[Scope]) -> Option<BTreeSet<u32>> {
        if self.evaluates {
            return None;
        }
        let Some(calls) = self.calls.get(&function) else {
            return Some(BTreeSet::new());
        };
        let mut all = BTreeSet::new();
        for (scope, called) in calls.as_ref()? {
            match called {
                Called::Variable(name) if self.is_pure(name) => {}
                Called::Variable(name) => all.extend(self.meant((*scope, name), scopes, MAKERS)?),
                Called::OfArray(name) => {
                    let value = self.only((*scope, name), scopes)?;
                    matches!(value, Value::Array).then_some(())?;
                }
            }
        }
        Some(all)
    }

    fn is_pure(&self, name: &str) -> bool {
        is_pure(name) && !self.names.contains(name)
    }

    /// The only functions that a name can mean.
    fn meant(&self, (scope, name): (u32, &str), scopes: &[Scope], makers: u32) -> Option<Vec<u32>> {
        match self.only((scope, name), scopes)? {
            Value::Function(function) => Some(vec![*function]),
            Value::Returned(scope, name) => {
                let by = self.meant((*scope, name), scopes, makers.checked_sub(1)?)?;
                let returned = by.iter().map(|it| self.returned.get(it)?.as_ref());
                Some(returned.collect::<Option<Vec<_>>>()?.into_iter().flatten().copied().collect())
            }
            Value::Array => None,
        }
    }

    /// What a name stands for, if it is set only once.
    fn only(&self, (scope, name): (u32, &str), scopes: &[Scope]) -> Option<&Value> {
        let place = self.place((scope, name), scopes)?;
        self.values.get(&place).filter(|_| self.set.get(&place) == Some(&1))
    }

    /// Where a name is declared that a scope sees.
    fn place(&self, (scope, name): (u32, &str), scopes: &[Scope]) -> Option<(u32, String)> {
        let visible = std::iter::successors(Some(scope), |scope| scopes[*scope as usize].parent);
        let mut places = visible.map(|scope| (scope, name.to_owned()));
        places.find(|place| self.set.contains_key(place))
    }
}

/// What a function reaches; a chain of calls that is too long counts as anything.
fn reached(from: usize, direct: &[Option<BTreeSet<u32>>]) -> Option<BTreeSet<u32>> {
    const MOST: usize = 64;
    let mut reached = direct[from].clone()?;
    let mut open: Vec<u32> = reached.iter().copied().collect();
    while let Some(next) = open.pop() {
        for callee in direct[next as usize].as_ref()? {
            if reached.insert(*callee) {
                open.push(*callee);
            }
        }
        if reached.len() > MOST {
            return None;
        }
    }
    Some(reached)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::instrument::{Detail, SCRIPT, instrument};

    /// What the named functions of a script may call, by name; `*` is anything.
    fn check(source: &str, expected: &[(&str, &str)]) {
        let (_, code) = instrument(source, SCRIPT, &Detail::All).expect("it parses");
        let label = |index: u32| code.functions[index as usize].label.clone().unwrap_or_default();
        for (name, calls) in expected {
            let named = |it: &&Function| it.label.as_deref() == Some(*name);
            let found = match &code.functions.iter().find(named).expect("it is there").calls {
                None => "*".to_owned(),
                Some(Calls { functions, .. }) => {
                    functions.iter().map(|it| label(*it)).collect::<Vec<_>>().join(" ")
                }
            };
            assert_eq!(found, *calls, "{name} in {source}");
        }
    }

    #[test]
    fn functions_are_known_by_the_only_value_of_their_variables() {
        check("var f = function g() {}; function h() { f(); }", &[("h", "g")]);
        check("var f = function g() {}; function h() { f(); } f = h;", &[("h", "*")]);
        check("var f = function g() {}; function h() { f(); } ({ f } = h);", &[("h", "*")]);
        check("function f() {} function h(f) { f(); }", &[("h", "*")]);
        check("function f() {} function h() { return f(); } function i(f) {}", &[("h", "f")]);
        check("function f() {} function h() { { function f() {} } f(); }", &[("h", "*")]);
        check("function f() {} var a = function h() { h(f); };", &[("h", "h")]);
        check("function f() {} function h() { f(); with (h) { f = h; } }", &[("h", "*")]);
    }

    #[test]
    fn factories_are_known_by_what_they_return() {
        let made = "function make() { return function made() {}; } var f = make();";
        check(&format!("{made} function h() {{ f(); }}"), &[("h", "made")]);
        check(
            &format!("{made} function h() {{ f(); }} function i() {{ return h; }}"),
            &[("h", "made")],
        );
        let other =
            "function make(a) { if (a) return a; return function made() {}; } var f = make();";
        check(&format!("{other} function h() {{ f(); }}"), &[("h", "*")]);
        check("var f = f(); function h() { f(); }", &[("h", "*")]);
    }

    #[test]
    fn the_language_calls_nothing_where_scripts_left_it_alone() {
        check("function h(a) { return Math.max(a, parseInt(a)); }", &[("h", "")]);
        check("function h(a, Math) { return Math.max(a); }", &[("h", "*")]);
        check("function h() { var a = []; a.push(1); }", &[("h", "")]);
        check("function h(a) { a.push(1); }", &[("h", "*")]);
        check("function h() { var a = []; a = h; a.push(1); }", &[("h", "*")]);
        check("function h() { var a = []; a.map(h); }", &[("h", "*")]);
    }

    #[test]
    fn members_and_primitives_call_something_only_where_scripts_see_to_it() {
        for (source, accessors) in [
            ("function h(a) { return a.b; }", false),
            ("function h(a) { return a.b; } var o = { get b() {} };", true),
            ("function h(a) { return a.b; } class C { set b(b) {} }", true),
            ("function h(a) { return a.b; } Object.defineProperty(h, 'b', {});", true),
            ("function h(a) { return a.b; } [].push = h;", true),
            ("function h(a) { return a.b; } Math.max = h;", true),
            ("function h(a) { return a + 1; }", false),
            ("function h(a) { return `${a}`; } h.prototype.toString = h;", true),
            ("function h(a) { return a < 1; } var o = { valueOf: h };", true),
            ("function h(a) { return -a; } var o = { toString() {} };", true),
            ("function h(a) { a++; } class C { toString() {} }", true),
            ("function h(a) { a += 1; } var o = { [Symbol.toPrimitive]: h };", true),
            ("function h(a) { return parseInt(a); } var o = { toString: h };", true),
        ] {
            let (_, code) = instrument(source, SCRIPT, &Detail::All).expect("it parses");
            assert_eq!(code.accessors, accessors, "{source}");
            let reads = code.functions[1].calls.as_ref().map(|calls| calls.reads);
            assert_eq!(reads, Some(true), "{source}");
        }
    }
}
