//! What strict functions may do on the platform's older engine, and may not in the language.

use super::Edit;
use super::own_names::PLATFORM;
use oxc::ast::AstKind;
use oxc::ast::ast::{AssignmentTarget, Directive, FunctionBody, Program};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::{NodeId, ScopeId, Semantic};
use std::ops::Range;

/// What each script has without declaring it.
const GIVEN: [&str; 3] = ["exports", "module", "require"];

/// The platform's engine makes a global of a name that is assigned and not declared, and leaves a property that is only
/// read as it is, in strict functions too: a text that rests on it is read as one that isn't strict.
pub(super) fn edits(text: &str, program: &Program<'_>, semantic: &Semantic<'_>) -> Vec<Edit> {
    if assigns_to_names_of_nobody(semantic) || copies_properties(semantic) {
        without_directives(text, program)
    } else {
        Vec::new()
    }
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

/// Whether a strict function sets properties by names that only running it tells, `to[name] = from[name]`: what lays one
/// object over another meets those that can't be set.
fn copies_properties(semantic: &Semantic<'_>) -> bool {
    let nodes = semantic.nodes();
    let copies = |id: NodeId| match nodes.kind(id) {
        AstKind::AssignmentExpression(it) => is_by_any_name(&it.left),
        _ => false,
    };
    nodes.iter().any(|it| copies(it.id()) && is_strict(semantic, it.scope_id()))
}

fn is_by_any_name(target: &AssignmentTarget<'_>) -> bool {
    let AssignmentTarget::ComputedMemberExpression(member) = target else { return false };
    !member.expression.is_literal()
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
