//! What the tables of a script tell of names and of texts.

use crate::script::instrument::{
    Code, Function, Kind, Meaning, NEW_TARGET, Reach, Rebound, SUPER, Seat, rebind,
};
use crate::script::isml;
use rquickjs::{Coerced, Ctx, Value};
use serde_json::json;
use std::collections::BTreeSet;

/// A reader that a frame has: the scope in which it was made, and what it knows.
pub(super) type Have = (u32, Reach);

/// What names mean in a frame, which has these readers; the module's comes after them.
pub(super) struct Visible<'a> {
    pub(super) code: &'a Code,
    pub(super) scope: u32,
    pub(super) have: &'a [Have],
    /// Whether the frame is an activation of the function around it, and not of what sets a class's fields there.
    pub(super) plain: bool,
}

impl Visible<'_> {
    /// The readers as the script's half tells them: for each its scope and its kind.
    pub(super) fn readers(text: &str) -> Vec<Have> {
        let known: Vec<(u32, u8)> = serde_json::from_str(text).unwrap_or_default();
        let reach = |kind| match kind {
            0 => Reach::Block,
            1 => Reach::Entry,
            _ => Reach::Late,
        };
        known.into_iter().map(|(scope, kind)| (scope, reach(kind))).collect()
    }

    /// The names, each with where it lives and where its value is kept, as JSON.
    ///
    /// `this`, `arguments`, parameters and declarations of the function, then of its blocks; then
    /// the enclosing functions, inner to outer. Of an activation that nobody saw begin, all of them.
    pub(super) fn names(&self) -> String {
        let mut seen = BTreeSet::new();
        let mut list = Vec::new();
        let chain: Vec<_> = self.code.chain(self.scope).collect();
        let unseen = self.have.iter().all(|(_, reach)| *reach == Reach::Block);
        for word in ["this", "arguments"] {
            let seat = self.special(word);
            if (seat.is_some() || unseen) && seen.insert(word) {
                let own = word == "this" || !self.function().arrow;
                list.push(entry(word, if own { "local" } else { "closure" }, seat));
            }
        }
        for function in chain.chunk_by(|(_, a), (_, b)| a.function == b.function) {
            let own = function[0].1.function;
            let local = own == chain[0].1.function && (self.plain || own != 0);
            for (scope, entries) in function.iter().rev() {
                for name in entries.names.iter().filter(|name| seen.insert(name)) {
                    let seat = match self.seat_in(*scope, name) {
                        Meaning::Seat(seat) => Some(seat),
                        _ if local || unseen => None,
                        _ => continue,
                    };
                    list.push(entry(name, if local { "local" } else { "closure" }, seat));
                }
            }
        }
        json!(list).to_string()
    }

    /// Rewrites an expression so that it means the frame's variables.
    pub(super) fn rebind(&self, text: &str) -> String {
        // A template reads members of nothing as nothing.
        let text = match self.code.kind {
            Kind::Template => isml::tolerant(text),
            Kind::Module | Kind::Imported => text.to_owned(),
        };
        let Rebound { text, set, missing, nests } = rebind(&text, |name| self.meaning(name));
        let entry = |(name, it): (String, Seat)| json!([name, it.reader, it.number, it.constant]);
        let set: Vec<_> = set.into_iter().map(entry).collect();
        let strict = self.function().strict;
        json!({ "text": text, "set": set, "missing": missing, "nests": nests, "strict": strict })
            .to_string()
    }

    fn function(&self) -> &Function {
        &self.code.functions[self.code.scopes[self.scope as usize].function as usize]
    }

    fn meaning(&self, name: &str) -> Meaning {
        let meaning = self.own_meaning(name);
        let is_sought = meaning == Meaning::Global
            && self.code.kind == Kind::Template
            && !isml::is_global(name);
        match is_sought.then(|| self.own_meaning(isml::PAGE)) {
            Some(Meaning::Seat(page)) => Meaning::Page(page),
            _ => meaning,
        }
    }

    /// What the script itself makes of a name.
    fn own_meaning(&self, name: &str) -> Meaning {
        let own = self.code.scopes[self.scope as usize].function;
        if matches!(name, "this" | "arguments") {
            let declared = self.code.chain(self.scope).find(|(_, scope)| {
                scope.function == own && scope.names.iter().any(|known| known == name)
            });
            return match declared {
                Some((scope, _)) => self.seat_in(scope, name),
                None => self.special(name).map_or(Meaning::OutOfReach, Meaning::Seat),
            };
        }
        let function = self.function();
        let is_special = match name {
            SUPER => function.words.above,
            NEW_TARGET => function.words.new_target,
            name => function.privates.iter().any(|known| known == name),
        };
        if is_special {
            return self.special(name).map_or(Meaning::OutOfReach, Meaning::Seat);
        }
        let mut chain = self.code.chain(self.scope);
        if let Some((scope, _)) = chain.find(|(_, it)| it.names.iter().any(|known| known == name)) {
            return self.seat_in(scope, name);
        }
        let functions = self.code.chain(self.scope).map(|(_, scope)| scope.function);
        let mut names = functions.filter_map(|it| self.code.functions[it as usize].name.as_deref());
        if names.any(|known| known == name) {
            return self.around(name).map_or(Meaning::OutOfReach, Meaning::Seat);
        }
        Meaning::Global
    }

    /// Where the value of a name is kept that a scope of the chain declares.
    fn seat_in(&self, scope: u32, name: &str) -> Meaning {
        let function = self.code.scopes[scope as usize].function;
        let own = function == self.code.scopes[self.scope as usize].function;
        let inside = self
            .have
            .iter()
            .position(|(place, reach)| *place == scope && *reach != Reach::Late && own);
        let kept = match inside {
            Some(reader) => self.at(reader, self.have[reader], name),
            None if scope == 0 => self.at(self.have.len(), (0, Reach::Entry), name),
            None if own => self.kept(name, |reach| reach == Reach::Late),
            None => self.around(name),
        };
        kept.map_or(Meaning::OutOfReach, Meaning::Seat)
    }

    /// Of the functions around, the function's own reader knows.
    fn around(&self, name: &str) -> Option<Seat> {
        self.kept(name, |reach| reach != Reach::Block)
    }

    fn special(&self, word: &str) -> Option<Seat> {
        let own = self.around(word);
        let module = self.code.scopes[self.scope as usize].function == 0;
        let has = module && self.plain;
        own.or_else(|| has.then(|| self.at(self.have.len(), (0, Reach::Entry), word))?)
    }

    fn kept(&self, name: &str, knows: impl Fn(Reach) -> bool) -> Option<Seat> {
        let mut readers = (0..).zip(self.have).filter(|(_, (_, reach))| knows(*reach));
        readers.find_map(|(reader, have)| self.at(reader, *have, name))
    }

    fn at(&self, reader: usize, (scope, reach): Have, name: &str) -> Option<Seat> {
        let mut known = self.code.read(scope, reach)?.variables();
        let (number, variable) = known.find(|(_, known)| known.name == name)?;
        Some(Seat { reader, number, constant: variable.constant })
    }
}

fn entry(name: &str, place: &str, seat: Option<Seat>) -> serde_json::Value {
    match seat {
        Some(Seat { reader, number, .. }) => json!([name, place, reader, number]),
        None => json!([name, place, -1, 0]),
    }
}

/// The line of a debugger's expression that an error comes from.
pub(super) fn line_of(ctx: &Ctx<'_>, error: Option<&Value<'_>>) -> u32 {
    let stack = error.and_then(Value::as_object).and_then(|error| {
        let text = error.get::<_, Coerced<String>>("stack");
        if text.is_err() {
            drop(ctx.catch());
        }
        text.ok()
    });
    let place = stack.as_ref().and_then(|text| text.0.split("<input>:").nth(1));
    let digits = place.map(|rest| rest.split(|next: char| !next.is_ascii_digit()).next());
    digits.flatten().and_then(|digits| digits.parse().ok()).unwrap_or(1)
}
