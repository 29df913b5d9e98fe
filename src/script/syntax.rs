//! Scripts as the parser reads them.

use oxc::allocator::Allocator;
use oxc::ast::ast::Program;
use oxc::parser::{ParseOptions, Parser};
use oxc::semantic::{Semantic, SemanticBuilder};
use oxc::span::SourceType;

/// Stack of a thread that parses or rewrites; what passed the check of scripts needs far less.
pub(super) const WORK_STACK: usize = 512 << 20;

/// Does what needs a deep stack; nothing if it can't be done.
pub(super) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(WORK_STACK).spawn_scoped(scope, work);
        worker.ok()?.join().ok()
    })
}

/// What `look` makes of a script, which may return outside of functions; else what the parser says against it. Needs a
/// large stack for deeply nested scripts.
pub(super) fn parsed<T>(text: &str, look: impl FnOnce(&Program<'_>) -> T) -> Result<T, String> {
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, text, SourceType::cjs()).with_options(options).parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        let first = parsed.diagnostics.errors().next().map(ToString::to_string);
        return Err(first.unwrap_or_else(|| "the script can't be parsed".to_owned()));
    }
    Ok(look(&parsed.program))
}

/// The same with what its names mean; nothing if it can't be parsed.
pub(super) fn understood<T>(
    text: &str,
    look: impl FnOnce(&Program<'_>, &Semantic<'_>) -> T,
) -> Option<T> {
    let understand = |program: &Program<'_>| {
        let semantic = SemanticBuilder::new().with_build_nodes(true).build(program).semantic;
        look(program, &semantic)
    };
    parsed(text, understand).ok()
}
