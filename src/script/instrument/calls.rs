//! Which functions can only call functions that are known.

use super::methods::{Method, method};
use super::tables::{Bending, Calls, Function, Name, Scope};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The calls of a script, as far as its text tells whom they mean.
#[derive(Default)]
pub(super) struct Callees {
    /// What is known of variables.
    values: Declarations<Value>,
    /// How often each is declared or set.
    set: Declarations<u32>,
    /// The names that are set, and in which scopes.
    assigned: Vec<(u32, Name)>,
    /// Those of the [`PURE`] that are declared or set.
    impure: BTreeSet<&'static str>,
    /// For each function what it calls by name, from which scope; nothing if it may call anything.
    calls: BTreeMap<u32, Option<Vec<(u32, Called)>>>,
    /// The functions that a function returns; nothing if that may be something else.
    returned: FxHashMap<u32, Option<Vec<u32>>>,
    /// The functions that read or set members.
    reading: BTreeSet<u32>,
    /// Whether a direct `eval` or a `with` may declare and set anything.
    evaluates: bool,
    bending: Bending,
}

/// By the scope of a declaration, and its name there.
type Declarations<T> = FxHashMap<(u32, Name), T>;

/// What a variable is set to where it is declared.
pub(super) enum Value {
    Function(u32),
    /// What the function of that name returns, as that scope sees it.
    Returned(u32, Name),
    /// An array of its own.
    Array,
}

/// What is called.
pub(super) enum Called {
    /// The variable of that name.
    Variable(Name),
    /// The function that is written there.
    Function(u32),
    /// A method of the language, of a variable of that name.
    Method(&'static Method, Option<Name>),
}

/// Methods that an array of one's own has from the language, until that is changed.
pub(super) const OF_ARRAYS: [&str; 8] =
    ["includes", "indexOf", "lastIndexOf", "pop", "push", "reverse", "shift", "unshift"];

/// A function that returns what others return is followed through so many of them.
const MAKERS: u32 = 4;

/// Functions of the language that call nothing of a script's.
const PURE: [&str; 8] =
    ["Boolean", "Math", "Number", "String", "isFinite", "isNaN", "parseFloat", "parseInt"];

/// Methods by which an object becomes a primitive or a text, wherever one is needed.
const CONVERTING: [&str; 3] = ["toJSON", "toString", "valueOf"];

/// Words without which a script makes accessors, and objects that become primitives or are made of
/// others in a way of their own, by syntax only.
const BENDING: [&str; 7] = [
    "definePropert",
    "__define",
    "Proxy",
    "Function(",
    "Object.create(",
    "Symbol",
    "extends Array",
];

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
        *self.set.entry((scope, name.into())).or_default() += 1;
        self.keep_impure(name);
    }

    /// A name is set in a scope.
    pub(super) fn assigned(&mut self, scope: u32, name: &str) {
        self.keep_impure(name);
        self.assigned.push((scope, name.into()));
    }

    fn keep_impure(&mut self, name: &str) {
        self.impure.extend(PURE.iter().find(|pure| **pure == name));
    }

    /// It was set to that.
    pub(super) fn value(&mut self, scope: u32, name: &str, value: Value) {
        self.values.insert((scope, name.into()), value);
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
        self.bending.accessors = true;
    }

    /// The script has a member of that name.
    pub(super) fn named(&mut self, name: &str) {
        self.bending.methods.extend(method(name).map(|method| method.name));
    }

    /// A function may call anything.
    pub(super) fn anything(&mut self, function: u32) {
        self.calls.insert(function, None);
    }

    pub(super) fn evaluates(&mut self) {
        self.evaluates = true;
    }

    /// Tells the functions what they may call, directly or by others; answers what the script does
    /// to the meaning of calls.
    pub(super) fn settle(
        mut self,
        source: &str,
        (scopes, functions): (&[Scope], &mut [Function]),
    ) -> Bending {
        for (scope, name) in std::mem::take(&mut self.assigned) {
            let place = self.place((scope, &name), scopes);
            if let Some(times) = place.and_then(|place| self.set.get_mut(&place)) {
                *times += 1;
            }
        }
        let direct: Vec<Option<Calls>> =
            (0..).zip(&*functions).map(|(index, _)| self.direct(index, scopes)).collect();
        for (index, function) in functions.iter_mut().enumerate() {
            function.calls = reached(index, &direct);
        }
        let bends = self.evaluates || BENDING.iter().any(|word| source.contains(word));
        self.bending.accessors |= bends;
        self.bending
    }

    fn direct(&self, function: u32, scopes: &[Scope]) -> Option<Calls> {
        if self.evaluates {
            return None;
        }
        let reads = self.reading.contains(&function);
        let mut all = Calls { reads, ..Calls::default() };
        let Some(calls) = self.calls.get(&function) else {
            return Some(all);
        };
        for (scope, called) in calls.as_ref()? {
            match called {
                Called::Variable(name) if self.is_pure(name) => {}
                Called::Variable(name) => {
                    all.functions.extend(self.meant((*scope, name), scopes, MAKERS)?);
                }
                Called::Function(function) => {
                    all.functions.insert(*function);
                }
                Called::Method(method, receiver) => {
                    let of = receiver.as_deref().filter(|_| OF_ARRAYS.contains(&method.name));
                    let value = of.and_then(|name| self.only((*scope, name), scopes));
                    if !matches!(value, Some(Value::Array)) {
                        all.methods.extend([method.name].into_iter().chain(method.asks));
                    }
                }
            }
        }
        Some(all)
    }

    fn is_pure(&self, name: &str) -> bool {
        is_pure(name) && !self.impure.contains(name)
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
        self.values.get(&place).filter(|_| self.set[&place] == 1)
    }

    /// The declaration of a name that a scope sees.
    fn place(&self, (scope, name): (u32, &str), scopes: &[Scope]) -> Option<(u32, Name)> {
        let around = std::iter::successors(Some(scope), |scope| scopes[*scope as usize].parent);
        let name = Name::from(name);
        around.map(|scope| (scope, name.clone())).find(|place| self.set.contains_key(place))
    }
}

/// What a function reaches; a chain of calls that is too long counts as anything.
fn reached(from: usize, direct: &[Option<Calls>]) -> Option<Calls> {
    const MOST: usize = 64;
    let mut reached = direct[from].clone()?;
    let mut open: Vec<u32> = reached.functions.iter().copied().collect();
    while let Some(next) = open.pop() {
        let calls = direct[next as usize].as_ref()?;
        reached.reads |= calls.reads;
        reached.methods.extend(&calls.methods);
        for callee in &calls.functions {
            if reached.functions.insert(*callee) {
                open.push(*callee);
            }
        }
        if reached.functions.len() > MOST {
            return None;
        }
    }
    Some(reached)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::instrument::{Detail, Kind, instrument};

    /// What the named functions of a script may call, by name; `*` is anything.
    fn check(source: &str, expected: &[(&str, &str)]) {
        let (_, code) = instrument(source, Kind::Module, &Detail::All).expect("it parses");
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
        check("function h(a) { a.push(1); a.other(1); }", &[("h", "*")]);
    }

    #[test]
    fn methods_of_the_language_call_what_they_are_given() {
        check("function h(a) { a.b.map(function f() {}).join(''); }", &[("h", "f")]);
        check("function h(a) { (function e() {}).c.map((function f() {})); }", &[("h", "f")]);
        check("function h(a) { a.replace(/b/g, function f() {}); }", &[("h", "f")]);
        check("function h(a) { a.replace(function e() {}, function f() {}); }", &[("h", "*")]);
        check("function h(a) { a.replace('b', `c${a}`).toFixed(2); }", &[("h", "")]);
        check("function h(a) { a.reduce(h, 0); }", &[("h", "h")]);
        check("function h(a) { a.map(a); }", &[("h", "*")]);
        check("function h(a) { a.map(a.b); }", &[("h", "*")]);
        check("function h(a) { a.map(...a); }", &[("h", "*")]);
        check("function h(a) { JSON.stringify(a); JSON.parse(a, a); }", &[("h", "*")]);
        check("function h(a) { for (var b in a) a[b] = 1; }", &[("h", "")]);
        check("function h(a) { a?.map(function f() { a.sort(); }); }", &[("h", "f"), ("f", "")]);
    }

    #[test]
    fn a_script_that_has_members_of_such_names_bends_them() {
        for (source, expected) in [
            ("function h(a) { a.map(1); }", ""),
            ("exports.map = function () {};", "map"),
            ("exports['map'] = function () {};", "map"),
            ("module.exports = { map, filter: 1, sort() {} };", "filter map sort"),
            ("class C { find() {} static some = 1; }", "find some"),
            ("[a.push] = [1]; a.every++;", "every push"),
            ("for (a.join of []);", "join"),
        ] {
            let (_, code) = instrument(source, Kind::Module, &Detail::All).expect("it parses");
            let methods: Vec<_> = code.bending.methods.iter().copied().collect();
            assert_eq!(methods.join(" "), expected, "{source}");
        }
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
            ("function h(a) { return a.b; } class C extends Array {}", true),
            ("function h(a) { return a.b; } h.prototype.toJSON = h;", true),
            ("function h(a) { return a + 1; }", false),
            ("function h(a) { return `${a}`; } h.prototype.toString = h;", true),
            ("function h(a) { return a < 1; } var o = { valueOf: h };", true),
            ("function h(a) { return -a; } var o = { toString() {} };", true),
            ("function h(a) { a++; } class C { toString() {} }", true),
            ("function h(a) { a += 1; } var o = { [Symbol.toPrimitive]: h };", true),
            ("function h(a) { return parseInt(a); } var o = { toString: h };", true),
        ] {
            let (_, code) = instrument(source, Kind::Module, &Detail::All).expect("it parses");
            assert_eq!(code.bending.accessors, accessors, "{source}");
            let reads = code.functions[1].calls.as_ref().map(|calls| calls.reads);
            assert_eq!(reads, Some(true), "{source}");
        }
    }
}
