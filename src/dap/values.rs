//! Variables, members and the values of expressions.

use super::attached::Attached;
use super::files::index;
use super::handles::{Handle, Held};
use super::texts::{is_function, listed, shortened};
use super::wire::Refusal;
use crate::api::debugger::Scope;
use crate::api::paging::Page;
use crate::session::{
    Access, Place, ScopeKind, Spot, Tree, Variable, is_plain_path, without_place,
};
use dapts::{
    EvaluateArguments, EvaluateArgumentsContext as Context, EvaluateResponse,
    VariablePresentationHint, VariablePresentationHintKind as HintKind, VariablesArguments,
    VariablesArgumentsFilter as Filter, VariablesResponse,
};
use futures::future::join_all;
use std::ops::Range;

/// A list that is longer is shown in ranges to a client that asks for all of it.
const WHOLE: u64 = 1_000;
/// A range is at least this long.
const RANGE: u64 = 200;
/// There are at most so many ranges side by side.
const RANGES: u64 = 100;

/// The type of a getter.
const GETTER: &str = "accessor";

/// A value that a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) type_name: String,
    pub(super) value: String,
    /// `None` for a value without members.
    members: Option<Counts>,
}

/// How many members a value has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    total: u64,
    /// All of them are entries of a list.
    is_list: bool,
}

impl Attached {
    pub(super) async fn variables(
        &self,
        wanted: VariablesArguments,
    ) -> Result<VariablesResponse, Refusal> {
        let held = self.held(u64::from(wanted.variables_reference))?;
        let variables = match &held.handle {
            Handle::Frame | Handle::Call(_) => {
                return Err(Refusal::quiet("a frame has scopes, not variables"));
            }
            Handle::Scope(ScopeKind::Platform) => cut(self.platform(&held).await, &wanted),
            Handle::Scope(kind) => cut(self.scope(&held, *kind).await?, &wanted),
            Handle::Members(path) | Handle::Counted(path) => {
                self.members(&held, path, &wanted).await?
            }
            Handle::Range(path, range, _) => self.part(&held, path, range.clone()).await?,
            Handle::Getter(code) => vec![self.run_getter(&held, code).await?],
        };
        Ok(VariablesResponse { variables })
    }

    async fn scope(&self, held: &Held, kind: ScopeKind) -> Result<Vec<dapts::Variable>, Refusal> {
        let variables = self.desk.variables(held.spot).await?;
        let list = variables.list.iter().filter(|it| scope_of(it) == kind);
        Ok(self.all_shown(held, list).await)
    }

    /// The names that no list of variables holds; those that this script doesn't have are left out, and those that
    /// can't be read say why.
    async fn platform(&self, held: &Held) -> Vec<dapts::Variable> {
        let reads = Tree::PLATFORM.map(|name| async move {
            match self.found(held.spot, name).await {
                Ok(found) => Some(self.named(held, name, &found?)),
                Err(refusal) => Some(variable(name, format!("<not read: {}>", refusal.text), 0)),
            }
        });
        join_all(reads).await.into_iter().flatten().collect()
    }

    async fn members(
        &self,
        held: &Held,
        path: &str,
        wanted: &VariablesArguments,
    ) -> Result<Vec<dapts::Variable>, Refusal> {
        if let Some(count) = wanted.count.filter(|count| *count > 0) {
            let start = wanted.start.unwrap_or_default();
            let list = self.part(held, path, start..start.saturating_add(count)).await?;
            return Ok(filtered(list, wanted.filter.as_ref()));
        }
        let first = self.desk.reached_members(held.spot, path, Page::first()).await?;
        let total = first.total;
        let is_long = total > WHOLE;
        let wants_names = wanted.filter == Some(Filter::Named);
        // Who was told how many there are asks for parts, or wants all of them.
        let is_counted = matches!(held.handle, Handle::Counted(_));
        let is_from_start = wanted.start.unwrap_or_default() == 0;
        if is_long && is_from_start && !wants_names && !is_counted {
            // Such as `length` and `empty` of the platform's lists.
            let before = first.list.iter().position(|it| it.name == "[0]").unwrap_or(0);
            let mut list = self.all_shown(held, first.list[..before].iter()).await;
            let before = before as u64;
            list.extend(self.ranges(held, path, before..total, before));
            return Ok(list);
        }
        let mut list = self.all_shown(held, first.list.iter()).await;
        let read = list.len() as u64;
        if read < total {
            // Names that are no indices stand at either end of a list.
            let ends = total.saturating_sub(Page::MEMBERS).max(read);
            let from = if is_long && wants_names { ends } else { read };
            list.extend(self.part(held, path, from..total).await?);
        }
        Ok(cut(list, wanted))
    }

    async fn part(
        &self,
        held: &Held,
        path: &str,
        range: Range<u64>,
    ) -> Result<Vec<dapts::Variable>, Refusal> {
        let count = range.end.saturating_sub(range.start);
        if let Handle::Range(_, _, before) = held.handle
            && count > WHOLE
        {
            return Ok(self.ranges(held, path, range, before));
        }
        let page = Page { start: range.start, count: count.clamp(1, Page::MEMBERS_MAX) };
        let variables = self.desk.reached_members(held.spot, path, page).await?;
        Ok(self.all_shown(held, variables.list.iter()).await)
    }

    /// Parts of a long list, each with a number of its own, by their first and last entries.
    fn ranges(
        &self,
        held: &Held,
        path: &str,
        range: Range<u64>,
        before: u64,
    ) -> Vec<dapts::Variable> {
        let parts = parts(&range).into_iter();
        let variable = |part: Range<u64>| {
            let [first, last] = [part.start, part.end - 1].map(|it| it.saturating_sub(before));
            let name = format!("[{first}..{last}]");
            let handle = Handle::Range(path.to_owned(), part, before);
            let reference = self.number(held.spot, held.place, handle);
            variable(&name, String::new(), reference)
        };
        parts.map(variable).collect()
    }

    /// An object whose own text says nothing is told by what it holds, in the same answer: editors
    /// mark as changed what they are told differently later.
    async fn all_shown<'a>(
        &self,
        held: &Held,
        list: impl Iterator<Item = &'a Variable> + Clone,
    ) -> Vec<dapts::Variable> {
        let own = |member: &Variable| member.value.clone();
        let previews = self.desk.previews(held.spot, list.clone(), own).await;
        let told = |it: &Variable| {
            let preview = it.path().and_then(|path| previews.get(path));
            self.shown(held, it, preview.unwrap_or(&it.value))
        };
        list.map(told).collect()
    }

    fn shown(&self, held: &Held, it: &Variable, value: &str) -> dapts::Variable {
        let handle = if it.is_getter() {
            it.expression().map(|code| Handle::Getter(code.to_owned()))
        } else {
            let path = it.path().filter(|_| it.has_members());
            path.map(|path| Handle::Members(path.to_owned()))
        };
        let reference = handle.map_or(0, |handle| self.number(held.spot, held.place, handle));
        dapts::Variable {
            ty: self.type_out(&it.type_name),
            evaluate_name: it.expression().map(str::to_owned),
            presentation_hint: hint(&it.type_name),
            ..variable(&it.name, listed(&it.type_name, value), reference)
        }
    }

    fn named(&self, held: &Held, name: &str, found: &Found) -> dapts::Variable {
        let reference = self.reference(held.spot, held.place, name, found);
        dapts::Variable {
            ty: self.type_out(&found.type_name),
            evaluate_name: Some(name.to_owned()),
            ..variable(name, listed(&found.type_name, &found.value), reference)
        }
    }

    pub(super) fn reference(&self, spot: Spot, place: Place, path: &str, found: &Found) -> u32 {
        let members = found.members.is_some();
        let handle = members.then(|| Handle::Members(path.to_owned()));
        handle.map_or(0, |handle| self.number(spot, place, handle))
    }

    pub(super) fn type_out(&self, type_name: &str) -> Option<String> {
        let wanted = self.client.supports_variable_type == Some(true) && !type_name.is_empty();
        wanted.then(|| type_name.to_owned())
    }

    /// What a getter gives: it runs in the live request.
    async fn run_getter(&self, held: &Held, code: &str) -> Result<dapts::Variable, Refusal> {
        let told = self.desk.evaluate(held.spot, code).await?.map_err(|error| failed(&error))?;
        Ok(variable("", shortened(&told.shown()), 0))
    }

    pub(super) async fn evaluate(
        &self,
        wanted: EvaluateArguments,
    ) -> Result<EvaluateResponse, Refusal> {
        let (spot, place) = self.spot(wanted.frame_id)?;
        let context = wanted.context.unwrap_or_default();
        let expression = wanted.expression.trim();
        if expression.is_empty() {
            return Err(Refusal::quiet("there is nothing to evaluate"));
        }
        if context == Context::Hover
            && let Some(getter) = self.getter_on(spot, expression).await
        {
            return self.not_run((spot, place), expression, getter);
        }
        if is_plain_path(expression)
            && !self.desk.look(|session| session.leads_to_entry(spot, expression))
            && let Some(found) = self.found(spot, expression).await?
        {
            if context == Context::Clipboard && found.has_members() {
                return Ok(response(self.copied(spot, expression, found).await?, 0));
            }
            return Ok(self.result((spot, place), expression, &found, &context));
        }
        if context == Context::Hover {
            return Err(Refusal::quiet("not a value of this frame; hovering runs no code"));
        }
        let told = self.desk.evaluate(spot, expression).await?.map_err(|error| failed(&error))?;
        if context == Context::Repl {
            self.values_changed(spot);
        }
        Ok(response(told.shown().into_owned(), 0))
    }

    /// The getter that reading a path would run, which hovering doesn't.
    async fn getter_on(&self, spot: Spot, path: &str) -> Option<String> {
        if is_plain_path(path) { self.desk.getter_on(spot, path).await } else { None }
    }

    /// A getter as the lists show it: whoever opens it runs it. What is behind one isn't reached.
    fn not_run(
        &self,
        (spot, place): (Spot, Place),
        path: &str,
        getter: String,
    ) -> Result<EvaluateResponse, Refusal> {
        if getter != path {
            return Err(Refusal::quiet(format!("{getter} is a getter; hovering runs no code")));
        }
        let reference = self.number(spot, place, Handle::Getter(getter));
        Ok(EvaluateResponse {
            ty: self.type_out(GETTER),
            presentation_hint: hint(GETTER),
            ..response("<getter>".to_owned(), reference)
        })
    }

    /// An object as JSON, as the list shows it where that says nothing: the platform's objects,
    /// maps and functions have none, and what holds itself none either.
    async fn copied(&self, spot: Spot, path: &str, found: Found) -> Result<String, Refusal> {
        let code = format!("JSON.stringify({path}, null, 2)");
        let json = self.desk.evaluate(spot, &code).await?;
        let json = json.ok().map(|told| told.text);
        Ok(json.filter(|json| json != "{}" && json != "undefined").unwrap_or(found.value))
    }

    fn result(
        &self,
        (spot, place): (Spot, Place),
        path: &str,
        found: &Found,
        context: &Context,
    ) -> EvaluateResponse {
        let counts = found.members.filter(|counts| counts.is_list);
        let reference = match counts {
            Some(_) if self.client.supports_variable_paging == Some(true) => {
                self.number(spot, place, Handle::Counted(path.to_owned()))
            }
            _ => self.reference(spot, place, path, found),
        };
        let is_whole = matches!(context, Context::Clipboard | Context::Repl);
        let value =
            if is_whole { found.value.clone() } else { listed(&found.type_name, &found.value) };
        let indexed = counts.and_then(|counts| u32::try_from(counts.total).ok());
        EvaluateResponse {
            ty: self.type_out(&found.type_name),
            indexed_variables: indexed,
            named_variables: indexed.map(|_| 0),
            ..response(value, reference)
        }
    }

    /// The value that a plain path leads to, read without running code; `None` if to none.
    pub(super) async fn found(&self, spot: Spot, path: &str) -> Result<Option<Found>, Refusal> {
        let members = self.desk.members(spot, path, Page::first());
        let (members, listed) = tokio::join!(members, self.desk.listed(spot, path));
        let members = members?;
        if let [only] = &*members.list
            && only.path() == Some(path)
        {
            return Ok((!members.is_unresolved(path)).then(|| Found::leaf(only)));
        }
        let is_list =
            !members.list.is_empty() && members.list.iter().all(|it| it.name.starts_with('['));
        let counts = Counts { total: members.total, is_list };
        // A getter's own text says nothing of the object that it gave.
        let (type_name, value) = match listed.filter(|it| !it.is_getter()) {
            None => (String::new(), members.summary()),
            Some(it) if it.lacks_preview() => (it.type_name.clone(), it.preview(&members)),
            Some(it) => (it.type_name, it.value),
        };
        Ok(Some(Found { type_name, value, members: Some(counts) }))
    }
}

impl Found {
    fn leaf(it: &Variable) -> Self {
        Self { type_name: it.type_name.clone(), value: it.value.clone(), members: None }
    }

    pub(super) const fn has_members(&self) -> bool {
        self.members.is_some()
    }

    pub(super) fn is_text(&self) -> bool {
        self.type_name.eq_ignore_ascii_case("string")
    }
}

fn failed(error: &str) -> Refusal {
    Refusal::quiet(without_place(error))
}

pub(super) fn scope_of(variable: &Variable) -> ScopeKind {
    match variable.scope {
        None | Some(Scope::Local) => ScopeKind::Local,
        Some(Scope::Closure) => ScopeKind::Closure,
        Some(Scope::Global) => ScopeKind::Global,
    }
}

fn variable(name: &str, value: String, reference: u32) -> dapts::Variable {
    dapts::Variable {
        name: name.to_owned(),
        value,
        variables_reference: reference,
        declaration_location_reference: None,
        evaluate_name: None,
        indexed_variables: None,
        memory_reference: None,
        named_variables: None,
        presentation_hint: None,
        ty: None,
        value_location_reference: None,
    }
}

fn response(result: String, reference: u32) -> EvaluateResponse {
    EvaluateResponse { result, variables_reference: reference, ..EvaluateResponse::default() }
}

fn hint(type_name: &str) -> Option<VariablePresentationHint> {
    let (kind, lazy) = match type_name {
        GETTER => (None, Some(true)),
        kind if is_function(kind) => (Some(HintKind::Method), None),
        _ => return None,
    };
    Some(VariablePresentationHint { attributes: None, kind, lazy, visibility: None })
}

/// The part that the client asks for of a list that is whole.
fn cut(list: Vec<dapts::Variable>, wanted: &VariablesArguments) -> Vec<dapts::Variable> {
    let start = index(wanted.start.unwrap_or_default());
    let count = index(wanted.count.filter(|count| *count > 0).unwrap_or(u64::MAX));
    filtered(list, wanted.filter.as_ref()).into_iter().skip(start).take(count).collect()
}

fn filtered(list: Vec<dapts::Variable>, filter: Option<&Filter>) -> Vec<dapts::Variable> {
    let fits = |it: &dapts::Variable| match filter {
        None => true,
        Some(Filter::Indexed) => it.name.starts_with('['),
        Some(Filter::Named) => !it.name.starts_with('['),
    };
    list.into_iter().filter(fits).collect()
}

/// A range in parts: of 200, or as many as it takes for there to be at most a hundred.
fn parts(range: &Range<u64>) -> Vec<Range<u64>> {
    let count = range.end.saturating_sub(range.start);
    let mut size = RANGE;
    while count.div_ceil(size) > RANGES {
        size *= 10;
    }
    let starts = (0..count.div_ceil(size)).map(|part| range.start + part * size);
    starts.map(|start| start..(start + size).min(range.end)).collect()
}

/// The expression for a member of a list of variables.
pub(super) fn expression_for(handle: &Handle, name: &str) -> Option<String> {
    match handle {
        Handle::Frame | Handle::Getter(_) | Handle::Call(_) => None,
        Handle::Scope(_) => Some(name.to_owned()),
        Handle::Members(path) | Handle::Counted(path) | Handle::Range(path, ..) => {
            Some(Access::at(path).member(name).expression().to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_parted() {
        let check = |range: Range<u64>, first: Range<u64>, last: Range<u64>, count: usize| {
            let parts = parts(&range);
            assert_eq!((parts.first(), parts.last()), (Some(&first), Some(&last)));
            assert_eq!(parts.len(), count);
        };
        check(0..1_204, 0..200, 1_200..1_204, 7);
        check(0..20_000, 0..200, 19_800..20_000, 100);
        check(0..20_001, 0..2_000, 20_000..20_001, 11);
        check(2_000..4_000, 2_000..2_200, 3_800..4_000, 10);
        check(0..1_000_000, 0..20_000, 980_000..1_000_000, 50);
    }

    #[test]
    fn members_are_written_so_that_the_engine_takes_them() {
        let members = Handle::Members("basket".to_owned());
        for (name, expected) in [
            ("total", "basket.total"),
            ("[3]", "basket[3]"),
            ("a.b", "basket[\"a.b\"]"),
            ("content-type", "basket[\"content-type\"]"),
            ("two\nlines", "basket[\"two\\nlines\"]"),
            ("say \"a.b\"", "basket[\"say \\\"a.b\\\"\"]"),
        ] {
            assert_eq!(expression_for(&members, name).as_deref(), Some(expected));
        }
        let local = Handle::Scope(ScopeKind::Local);
        assert_eq!(expression_for(&local, "qty").as_deref(), Some("qty"));
        assert_eq!(expression_for(&Handle::Frame, "qty"), None);
    }

    #[test]
    fn getters_run_when_somebody_asks() {
        assert_eq!(hint("accessor").and_then(|hint| hint.lazy), Some(true));
        assert_eq!(hint("string"), None);
    }
}
