//! What strict functions may do on the platform's older engine, and may not in the language.

use super::Edit;
use super::own_names::PLATFORM;
use crate::script::tokens::{TokenKind, Tokens};
use oxc::ast::AstKind;
use oxc::ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BinaryOperator, Directive,
    Expression, FunctionBody, Program,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::{NodeId, ScopeId, Semantic};
use oxc::span::GetSpan;
use std::ops::Range;

/// What each script has without declaring it.
const GIVEN: [&str; 3] = ["exports", "module", "require"];

/// The global that sets a property, or leaves one that is only read; it isn't listed as a variable.
pub(super) const SET: &str = "__set";

/// Whether a text may have something strict.
pub(super) fn may_be_strict(text: &str) -> bool {
    text.contains("use strict") || text.contains("class ")
}

/// What a strict text becomes: the edits at the starts and those at the ends, for others may stand in between.
///
/// The platform's engine makes a global of a name that is assigned and not declared, in strict functions too: a text
/// that rests on it is read as one that isn't strict. It also leaves a property that is only read as it is, which what
/// lays one object over another meets: `to[name] = value` becomes `__set(to,(name), value)`.
pub(super) fn edits(
    text: &str,
    program: &Program<'_>,
    semantic: &Semantic<'_>,
) -> (Vec<Edit>, Vec<Edit>) {
    let is_lenient = assigns_to_names_of_nobody(semantic);
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for node in semantic.nodes() {
        let AstKind::AssignmentExpression(it) = node.kind() else { continue };
        // A class is strict wherever it stands.
        let is_meant = is_strict(semantic, node.scope_id())
            && (!is_lenient || is_in_class(semantic, node.id()));
        if let Some((first, last)) = written(text, semantic, it).filter(|_| is_meant) {
            starts.extend(first);
            ends.push(last);
        }
    }
    if is_lenient {
        starts.extend(without_directives(text, program));
    }
    (starts, ends)
}

/// Whether a strict function, or a strict script outside of functions, does.
fn assigns_to_names_of_nobody(semantic: &Semantic<'_>) -> bool {
    let scoping = semantic.scoping();
    let names = scoping.root_unresolved_references();
    let is_known = |name: &str| GIVEN.contains(&name) || PLATFORM.contains(&name);
    let others = names.iter().filter(|(name, _)| !is_known(name.as_str()));
    others.flat_map(|(_, references)| references.iter()).any(|id| {
        let reference = scoping.get_reference(*id);
        reference.is_write() && is_strict(semantic, reference.scope_id())
    })
}

/// What setting a property becomes whose name only running it tells, and its end; nothing for anything else.
///
/// What counts names no property that is only read, and stands in the loops that take the time.
fn written(
    text: &str,
    semantic: &Semantic<'_>,
    it: &AssignmentExpression<'_>,
) -> Option<(Vec<Edit>, Edit)> {
    let AssignmentTarget::ComputedMemberExpression(member) = &it.left else { return None };
    let is_meant = it.operator == AssignmentOperator::Assign
        && it.span.start == member.span.start
        && !is_number(semantic, &member.expression)
        && !matches!(member.object, Expression::Super(_));
    if !is_meant {
        return None;
    }
    let opening = sign(text, member.object.span().end, "[")?;
    let closing = member.span.end as usize - 1..member.span.end as usize;
    let equals = sign(text, member.span.end, "=")?;
    let starts = vec![
        Edit::insert(member.span.start as usize, format!("{SET}(")),
        Edit::new(opening, ",("),
        Edit::new(closing, ")"),
        Edit::new(equals, ","),
    ];
    Some((starts, Edit::insert(it.span.end as usize, ")")))
}

/// Whether a property's name is a number, as far as the text tells: it is reckoned, or counted up or down somewhere.
fn is_number(semantic: &Semantic<'_>, name: &Expression<'_>) -> bool {
    match name.without_parentheses() {
        Expression::Identifier(name) => {
            let scoping = semantic.scoping();
            let symbol = scoping.get_reference(name.reference_id()).symbol_id();
            let references = symbol.into_iter().flat_map(|it| scoping.get_resolved_references(it));
            let counts = |kind| matches!(kind, AstKind::UpdateExpression(_));
            references.into_iter().any(|it| counts(semantic.nodes().parent_kind(it.node_id())))
        }
        Expression::BinaryExpression(it) => match it.operator {
            BinaryOperator::Addition => [&it.left, &it.right].into_iter().all(|side| {
                !matches!(side, Expression::StringLiteral(_)) && is_number(semantic, side)
            }),
            operator => operator.is_arithmetic() || operator.is_bitwise(),
        },
        Expression::UpdateExpression(_) => true,
        name => name.is_literal(),
    }
}

/// Where a sign stands that comes next.
fn sign(text: &str, from: u32, sign: &str) -> Option<Range<usize>> {
    let tokens = Tokens::from(text, from as usize);
    let next = tokens.into_iter().find(|it| it.kind != TokenKind::Comment)?;
    let range = next.start..next.start + sign.len();
    (text.get(range.clone()) == Some(sign)).then_some(range)
}

fn is_in_class(semantic: &Semantic<'_>, node: NodeId) -> bool {
    semantic.nodes().ancestor_kinds(node).any(|kind| matches!(kind, AstKind::Class(_)))
}

fn is_strict(semantic: &Semantic<'_>, scope: ScopeId) -> bool {
    semantic.scoping().scope_flags(scope).is_strict_mode()
}

/// The directives become blanks.
fn without_directives(text: &str, program: &Program<'_>) -> Vec<Edit> {
    let mut found = Directives(Vec::new());
    found.visit_program(program);
    found
        .0
        .into_iter()
        .map(|range| Edit::new(range.clone(), " ".repeat(text[range].len())))
        .collect()
}

/// Where `'use strict'` stands as a directive.
struct Directives(Vec<Range<usize>>);

impl Directives {
    fn add(&mut self, directives: &[Directive<'_>]) {
        let strict = directives.iter().filter(|it| it.directive == "use strict");
        let spans = strict.map(|it| it.expression.span);
        self.0.extend(spans.map(|span| span.start as usize..span.end as usize));
    }
}

impl<'a> Visit<'a> for Directives {
    fn visit_program(&mut self, it: &Program<'a>) {
        self.add(&it.directives);
        walk::walk_program(self, it);
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.add(&it.directives);
        walk::walk_function_body(self, it);
    }
}
