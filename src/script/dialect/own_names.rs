//! Names of the platform's own objects that a script has for something else.

use super::Edit;
use oxc::ast::ast::Program;
use oxc::semantic::Semantic;

/// Globals without which the platform can't end a request.
pub(super) const PLATFORM: [&str; 4] = ["customer", "request", "response", "session"];

/// Whether a text may set one of them, as far as one sees without parsing it.
pub(super) fn may_have(text: &str) -> bool {
    let is_set = |end: usize| {
        let rest = text[end..].trim_start();
        rest.starts_with('=') && !rest.starts_with("==")
    };
    PLATFORM.iter().any(|name| text.match_indices(name).any(|(at, _)| is_set(at + name.len())))
}

/// What a script sets without having declared it is a variable of that script, which begins as what the platform has
/// under the name.
pub(super) fn edits(program: &Program<'_>, semantic: &Semantic<'_>) -> Vec<Edit> {
    let scoping = semantic.scoping();
    let names = scoping.root_unresolved_references().iter();
    let set = names.filter(|(_, references)| {
        references.iter().any(|id| scoping.get_reference(*id).is_write())
    });
    let set = set.map(|(name, _)| name.as_str()).filter(|name| PLATFORM.contains(name));
    let mut own: Vec<String> = set.map(|name| format!("{name}=globalThis.{name}")).collect();
    if own.is_empty() {
        return Vec::new();
    }
    own.sort_unstable();
    let start = program.directives.last().map_or(0, |it| it.span.end as usize);
    vec![Edit::insert(start, format!(";var {};", own.join(",")))]
}
