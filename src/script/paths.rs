//! What an expression reads, as paths of names.

use super::syntax::{parsed, with_room};
use oxc::ast::AstKind;
use oxc::ast::ast::{Expression, MemberExpression};
use oxc::ast_visit::Visit;

/// The names from a variable to a member of it, as in `basket.items[0]`; nothing for what only running it tells: what
/// a call gives, or the name that `basket[key]` means.
pub type ReadPath = Vec<Option<String>>;

/// Of so many brackets inside of each other no parser needs more stack than there is.
const SHALLOW: usize = 40;

/// All that an expression, or a few statements, may read, however that is written: `a.b`, `a?.["b"]`, `(x || a).b`.
/// Nothing if it can't be parsed.
pub fn read_paths(expression: &str) -> Option<Vec<ReadPath>> {
    let read = || {
        parsed(expression, |program| {
            let mut found = Found::default();
            found.visit_program(program);
            found.paths
        })
        .ok()
    };
    let opened = expression.bytes().filter(|byte| b"([{`?".contains(byte)).count();
    if opened <= SHALLOW { read() } else { with_room(read)? }
}

#[derive(Default)]
struct Found {
    paths: Vec<ReadPath>,
}

impl<'a> Visit<'a> for Found {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        match kind {
            AstKind::IdentifierReference(it) => self.paths.push(vec![Some(it.name.to_string())]),
            AstKind::ThisExpression(_) => self.paths.push(vec![Some("this".to_owned())]),
            AstKind::StaticMemberExpression(it) => {
                let name = Some(it.property.name.to_string());
                self.paths.extend(below(&it.object, name.as_ref()));
            }
            AstKind::ComputedMemberExpression(it) => {
                let name = constant(&it.expression);
                self.paths.extend(below(&it.object, name.as_ref()));
            }
            _ => {}
        }
    }
}

/// The paths of a member that may be called so.
fn below(object: &Expression<'_>, name: Option<&String>) -> Vec<ReadPath> {
    let mut paths = paths_of(object);
    for path in &mut paths {
        path.push(name.cloned());
    }
    paths
}

/// Where an expression's value may come from.
fn paths_of(expression: &Expression<'_>) -> Vec<ReadPath> {
    match expression.get_inner_expression() {
        Expression::Identifier(it) => vec![vec![Some(it.name.to_string())]],
        Expression::ThisExpression(_) => vec![vec![Some("this".to_owned())]],
        Expression::ChainExpression(it) => match it.expression.as_member_expression() {
            Some(member) => of_member(member),
            None => vec![vec![None]],
        },
        Expression::SequenceExpression(it) => {
            it.expressions.last().map(paths_of).unwrap_or_default()
        }
        Expression::AssignmentExpression(it) => paths_of(&it.right),
        Expression::LogicalExpression(it) => [paths_of(&it.left), paths_of(&it.right)].concat(),
        Expression::ConditionalExpression(it) => {
            [paths_of(&it.consequent), paths_of(&it.alternate)].concat()
        }
        other => match other.as_member_expression() {
            Some(member) => of_member(member),
            None => vec![vec![None]],
        },
    }
}

fn of_member(member: &MemberExpression<'_>) -> Vec<ReadPath> {
    match member {
        MemberExpression::StaticMemberExpression(it) => {
            below(&it.object, Some(&it.property.name.to_string()))
        }
        MemberExpression::ComputedMemberExpression(it) => {
            below(&it.object, constant(&it.expression).as_ref())
        }
        MemberExpression::PrivateFieldExpression(it) => {
            below(&it.object, Some(&format!("#{}", it.field.name)))
        }
    }
}

/// The name that a key between brackets is, if its text says it.
fn constant(key: &Expression<'_>) -> Option<String> {
    match key.get_inner_expression() {
        Expression::StringLiteral(it) => Some(it.value.to_string()),
        Expression::NumericLiteral(it) => Some(it.value.to_string()),
        Expression::TemplateLiteral(it) => it.single_quasi().map(|text| text.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(expression: &str) -> Vec<String> {
        let paths = read_paths(expression).expect("it parses");
        let written = |path: ReadPath| {
            path.into_iter().map(|it| it.unwrap_or("?".to_owned())).collect::<Vec<_>>().join(".")
        };
        let mut paths: Vec<_> = paths.into_iter().map(written).collect();
        paths.sort();
        paths
    }

    #[test]
    fn a_path_is_the_same_however_it_is_written() {
        for expression in [
            "a.b",
            "a .b",
            "a. b",
            "a?.b",
            "a['b']",
            "a[ \"b\" ]",
            "a[`b`]",
            "(a).b",
            "((a)).b",
            "a?.['b']",
            "a/* c */.b",
            "a\n.b",
            "(0, a).b",
        ] {
            assert_eq!(read(expression), ["a", "a.b"], "{expression}");
        }
    }

    #[test]
    fn all_that_may_be_read_is_found() {
        for (expression, expected) in [
            ("f(a.b[0])", vec!["a", "a.b", "a.b.0", "f"]),
            ("f().b.c", vec!["?.b", "?.b.c", "f"]),
            ("a[k].b", vec!["a", "a.?", "a.?.b", "k"]),
            ("(a || c).b", vec!["a", "a.b", "c", "c.b"]),
            ("(x = a).b", vec!["a", "a.b", "x"]),
            ("(x ? a : c).b", vec!["a", "a.b", "c", "c.b", "x"]),
            ("this.b", vec!["this", "this.b"]),
            ("void 0 || a.b", vec!["a", "a.b"]),
            ("`${a.b}`", vec!["a", "a.b"]),
            ("var x = a; return x.b", vec!["a", "x", "x.b"]),
            ("() => a.b", vec!["a", "a.b"]),
            ("'a.b'", vec![]),
        ] {
            assert_eq!(read(expression), expected, "{expression}");
        }
        assert_eq!(read_paths("a.b +"), None);
        let deep = format!("{}a.b{}", "(".repeat(3000), ")".repeat(3000));
        assert_eq!(read(&deep), ["a", "a.b"]);
    }
}
