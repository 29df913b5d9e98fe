//! From a line of a script to its coloured pieces.

use super::{Span, Spans};
use crate::tui::theme::Role;
use std::collections::HashMap;
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

/// Bytes of a line that are looked at; the rest of a longer one stays plain, so that a minified
/// script costs no more than a written one.
const LONGEST_LINE: usize = 2_000;

/// Scopes by prefix; of several that fit, the longest counts. The innermost scope with a role wins.
const ROLES: &[(&str, Role)] = &[
    ("source", Role::Text),
    ("text", Role::Text),
    ("comment", Role::Comment),
    ("string", Role::Quoted),
    ("constant.numeric", Role::Number),
    ("constant.language", Role::Constant),
    ("constant.character", Role::Constant),
    ("keyword", Role::Keyword),
    ("keyword.operator", Role::Text),
    ("keyword.other.template", Role::Quoted),
    ("keyword.operator.word", Role::Keyword),
    ("keyword.operator.new", Role::Keyword),
    ("storage", Role::Keyword),
    ("storage.type.function.arrow", Role::Text),
    ("variable.language", Role::Constant),
    ("entity.name.function", Role::Function),
    ("variable.function", Role::Function),
    ("support.function", Role::Function),
    ("entity.name.tag", Role::Tag),
    ("entity.other.attribute-name", Role::Tag),
    ("support.type.property-name", Role::Tag),
];

/// The languages and what their scopes mean.
pub(super) struct Lexer {
    syntaxes: SyntaxSet,
    table: Vec<(Scope, usize, Role)>,
    known: HashMap<Scope, Option<Role>>,
    /// A string in this scope is a key of an object.
    key: Scope,
}

/// Where reading stands between two lines.
pub(super) struct State {
    parse: ParseState,
    scopes: ScopeStack,
}

impl Lexer {
    /// Loads the languages; some ten milliseconds of work.
    pub(super) fn new() -> Self {
        let scope = |(name, role): &(&str, Role)| Some((Scope::new(name).ok()?, name.len(), *role));
        Self {
            syntaxes: two_face::syntax::extra_newlines(),
            table: ROLES.iter().filter_map(scope).collect(),
            known: HashMap::new(),
            key: Scope::new("meta.mapping.key").unwrap_or_default(),
        }
    }

    /// The state before the first line; `None` for a file in no language that is coloured.
    pub(super) fn start(&self, file_name: &str) -> Option<State> {
        let parse = ParseState::new(self.syntax(file_name)?);
        Some(State { parse, scopes: ScopeStack::new() })
    }

    fn syntax(&self, file_name: &str) -> Option<&SyntaxReference> {
        let extension = file_name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension.to_ascii_lowercase().as_str() {
            "js" | "ds" | "mjs" => self.syntaxes.find_syntax_by_name("JavaScript (Babel)"),
            "isml" | "htm" => self.syntaxes.find_syntax_by_extension("html"),
            "" => None,
            other => self.syntaxes.find_syntax_by_extension(other),
        }
    }

    /// Reads one line, given without its end.
    pub(super) fn line(&mut self, state: &mut State, line: &str, buffer: &mut String) -> Spans {
        let seen = &line[..line.floor_char_boundary(LONGEST_LINE)];
        buffer.clear();
        buffer.push_str(seen);
        buffer.push('\n');
        let Ok(steps) = state.parse.parse_line(buffer, &self.syntaxes) else {
            return Spans::default();
        };
        let mut spans = Vec::new();
        let mut start = 0;
        for (end, step) in steps {
            self.push(&mut spans, start, end.min(seen.len()), &state.scopes);
            start = end;
            if state.scopes.apply(&step).is_err() {
                return spans.into();
            }
        }
        self.push(&mut spans, start, seen.len(), &state.scopes);
        spans.into()
    }

    fn push(&mut self, spans: &mut Vec<Span>, start: usize, end: usize, scopes: &ScopeStack) {
        let role = scopes.as_slice().iter().rev().find_map(|scope| self.role(*scope));
        let is_key = scopes.as_slice().iter().any(|scope| self.key.is_prefix_of(*scope));
        let role = if is_key && role == Some(Role::Quoted) { Some(Role::Tag) } else { role };
        let Some(role) = role.filter(|role| *role != Role::Text && start < end) else { return };
        let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end)) else { return };
        match spans.last_mut() {
            Some(last) if last.end == start && last.role == role => last.end = end,
            _ => spans.push(Span { start, end, role }),
        }
    }

    fn role(&mut self, scope: Scope) -> Option<Role> {
        let table = &self.table;
        *self.known.entry(scope).or_insert_with(|| {
            let fits = table.iter().filter(|(prefix, ..)| prefix.is_prefix_of(scope));
            fits.max_by_key(|(_, length, _)| *length).map(|(.., role)| *role)
        })
    }
}
