//! Whether a script is taken by the compiler as it was written if it takes the instrumented one.
//!
//! What is added keeps the script's own text, so that whatever is wrong with it is wrong in both. But the runtime refuses
//! what nests too deeply for a small stack, and braces of ours hide that a declaration stands where only a statement
//! may, or that it has the name of a parameter.

use oxc::ast::AstKind;
use oxc::ast::ast::{Program, Statement};
use oxc::ast_visit::Visit;

/// The smallest stack that compiles a script is enough for about twice as many nodes inside of each other.
const NESTED: usize = 100;

/// Whether a script nests so little that its depth is no question.
pub(super) fn is_shallow(program: &Program<'_>) -> bool {
    let mut depth = Depth::default();
    depth.visit_program(program);
    depth.most <= NESTED
}

/// Whether it may be an error that a compound statement has this one for a body.
pub(super) fn declares(body: &Statement<'_>) -> bool {
    body.is_declaration() || matches!(body, Statement::LabeledStatement(_))
}

#[derive(Default)]
struct Depth {
    now: usize,
    most: usize,
}

impl<'a> Visit<'a> for Depth {
    fn enter_node(&mut self, _: AstKind<'a>) {
        self.now += 1;
        self.most = self.most.max(self.now);
    }

    fn leave_node(&mut self, _: AstKind<'a>) {
        self.now -= 1;
    }
}
