//! `this` of functions that are called by their names alone.

use super::Edit;
use oxc::ast::AstKind;
use oxc::semantic::{NodeId, ScopeId, Semantic};
use oxc::span::GetSpan;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The global that answers what `this` is; it isn't listed as a variable.
pub(super) const SCOPE: &str = "__scope";

/// On the platform's engine the module's own scope is `this` of a function that was called by its name alone:
/// `this.extend` is what the module has declared as `extend`. It becomes
/// `__scope(this,require,()=>({get extend(){return extend}})).extend`.
pub(super) fn edits(semantic: &Semantic<'_>) -> Vec<Edit> {
    let found: Vec<_> =
        semantic.nodes().iter().filter_map(|it| mentioned(semantic, it.id())).collect();
    // What is called through it has it as its own `this`, and may mention any of the names.
    let names: BTreeMap<&str, bool> = found.iter().map(|it| (it.name, it.is_settable)).collect();
    found
        .iter()
        .map(|it| {
            let reached = names.iter().filter(|(name, _)| is_of_module(semantic, it.scope, name));
            Edit::new(it.start..it.start + "this".len(), asked(reached))
        })
        .collect()
}

/// A member of `this` that is called like something that the module has declared.
struct Mentioned<'a> {
    start: usize,
    scope: ScopeId,
    name: &'a str,
    /// Whether it may be set: what is constant may not.
    is_settable: bool,
}

fn mentioned<'a>(semantic: &Semantic<'a>, node: NodeId) -> Option<Mentioned<'a>> {
    let nodes = semantic.nodes();
    let AstKind::ThisExpression(this) = nodes.kind(node) else { return None };
    let AstKind::StaticMemberExpression(member) = nodes.parent_kind(node) else { return None };
    let (name, scope) = (member.property.name.as_str(), nodes.get_node(node).scope_id());
    let is_meant = is_of_module(semantic, scope, name)
        && semantic.scoping().find_binding(scope, "require".into()).is_none()
        && is_in_plain_function(semantic, node);
    let symbol = semantic.scoping().get_root_binding(name.into()).filter(|_| is_meant)?;
    let is_settable = !semantic.scoping().symbol_flags(symbol).is_const_variable();
    Some(Mentioned { start: this.span().start as usize, scope, name, is_settable })
}

/// Whether a name means there what the module has declared outside of functions.
fn is_of_module(semantic: &Semantic<'_>, scope: ScopeId, name: &str) -> bool {
    let scoping = semantic.scoping();
    let own = scoping.get_root_binding(name.into());
    own.is_some() && scoping.find_binding(scope, name.into()) == own
}

/// Whether the nearest function with a `this` of its own may be called by its name: no module, and no part of a class.
fn is_in_plain_function(semantic: &Semantic<'_>, node: NodeId) -> bool {
    let nodes = semantic.nodes();
    let mut around = nodes.ancestors(node);
    let function = around.find(|it| {
        matches!(
            it.kind(),
            AstKind::Function(_)
                | AstKind::PropertyDefinition(_)
                | AstKind::StaticBlock(_)
                | AstKind::Class(_)
        )
    });
    function.is_some_and(|it| {
        matches!(it.kind(), AstKind::Function(_))
            && !matches!(nodes.parent_kind(it.id()), AstKind::MethodDefinition(_))
    })
}

/// The call that takes the place of `this`.
fn asked<'n>(names: impl Iterator<Item = (&'n &'n str, &'n bool)>) -> String {
    let mut text = format!("{SCOPE}(this,require,()=>({{");
    for (name, is_settable) in names {
        // Writing into a string can't fail.
        let _ = write!(text, "get {name}(){{return {name}}},");
        if *is_settable {
            let value = if *name == "value" { "given" } else { "value" };
            let _ = write!(text, "set {name}({value}){{{name}={value}}},");
        }
    }
    text.push_str("}))");
    text
}
