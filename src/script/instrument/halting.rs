//! Where a breakpoint halts, for each line of a script.

use super::tables::{Function, Hook, HookKind, Scope};
use std::collections::{BTreeMap, HashMap};

/// The hooks at which breakpoints halt, by line.
///
/// A breakpoint halts at the first statement of its line; else at the statement of the same
/// function that covers it; else at the next one of that function, else at the next one at all.
pub(super) struct Halting(Vec<Option<u32>>);

impl Halting {
    /// The table of a script with so many lines.
    pub(super) fn of(
        (hooks, scopes, functions): (&[Hook], &[Scope], &[Function]),
        lines: u32,
    ) -> Self {
        let around = around(functions, lines);
        let mut halting = covering((hooks, scopes), &around);
        let mut by_line: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        for (index, hook) in statements(hooks) {
            by_line.entry(hook.line).or_default().push((index, function_of(hook, scopes)));
        }
        let (mut next, mut next_own) = (None, HashMap::new());
        for line in (1..=lines).rev() {
            let here = by_line.get(&line).map(Vec::as_slice).unwrap_or_default();
            let place = &mut halting[line as usize];
            *place = match here.first() {
                Some((first, _)) => Some(*first),
                None => place.or_else(|| next_own.get(&around[line as usize]).copied()).or(next),
            };
            // The first of a line counts, so it is the last to be written.
            for (index, function) in here.iter().rev() {
                next = Some(*index);
                next_own.insert(*function, *index);
            }
        }
        Self(halting)
    }

    /// The hook at which a breakpoint on the line halts.
    pub(super) fn hook(&self, line: u32) -> Option<u32> {
        self.0.get(line as usize).copied().flatten()
    }

    /// The number of lines.
    pub(super) fn lines(&self) -> u32 {
        u32::try_from(self.0.len() - 1).unwrap_or(u32::MAX)
    }
}

/// Hooks that may hold a breakpoint, with their flags.
fn statements(hooks: &[Hook]) -> impl Iterator<Item = (u32, &Hook)> {
    let breakable = |kind| matches!(kind, HookKind::Statement | HookKind::Test | HookKind::Catch);
    (0..).zip(hooks).filter(move |(_, hook)| breakable(hook.kind))
}

fn function_of(hook: &Hook, scopes: &[Scope]) -> u32 {
    scopes[hook.scope as usize].function
}

/// The innermost function around each line; the line on which it begins belongs to the outer one.
fn around(functions: &[Function], lines: u32) -> Vec<u32> {
    let mut around = vec![0; lines as usize + 1];
    for (index, function) in (0..).zip(functions) {
        for line in function.first_line + 1..=function.last_line.min(lines) {
            around[line as usize] = index;
        }
    }
    around
}

/// The statement that begins above a line and still covers it, in the function around the line.
fn covering((hooks, scopes): (&[Hook], &[Scope]), around: &[u32]) -> Vec<Option<u32>> {
    let mut covering = vec![None; around.len()];
    let mut sorted: Vec<(u32, &Hook)> = statements(hooks).collect();
    sorted.sort_by_key(|(_, hook)| hook.line);
    for (index, hook) in sorted {
        let function = function_of(hook, scopes);
        let below = hook.line as usize + 1;
        let lines = covering.iter_mut().zip(around).take(hook.last_line as usize + 1).skip(below);
        for (place, _) in lines.filter(|(_, around)| **around == function) {
            *place = Some(index);
        }
    }
    covering
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::instrument::{Detail, Kind, instrument};

    /// The rule of [`Halting`] once more, word by word, for one line.
    fn rule(hooks: &[Hook], scopes: &[Scope], functions: &[Function], line: u32) -> Option<u32> {
        let inside = |function: &Function| function.first_line < line && line <= function.last_line;
        let function = functions.iter().rposition(inside).unwrap_or(0);
        let own = |hook: &Hook| function_of(hook, scopes) as usize == function;
        let on_line = statements(hooks).find(|(_, hook)| hook.line == line);
        let covers = |hook: &Hook| own(hook) && hook.line < line && line <= hook.last_line;
        let covering = || {
            let all = statements(hooks).filter(|(_, hook)| covers(hook));
            all.max_by_key(|(_, hook)| hook.line)
        };
        let next = || {
            let later = statements(hooks).filter(|(_, hook)| hook.line > line);
            later.min_by_key(|(_, hook)| (!own(hook), hook.line))
        };
        on_line.or_else(covering).or_else(next).map(|(index, _)| index)
    }

    fn check(source: &str) {
        let (_, code) = instrument(source, Kind::Module, &Detail::All).expect("it parses");
        let lines = code.line_count();
        let table = Halting::of((&code.hooks, &code.scopes, &code.functions), lines);
        for line in 0..lines + 3 {
            let expected = rule(&code.hooks, &code.scopes, &code.functions, line);
            let expected = expected.filter(|_| (1..=lines).contains(&line));
            assert_eq!(table.hook(line), expected, "line {line} of\n{source}");
        }
    }

    #[test]
    fn the_table_follows_the_rule_on_every_line() {
        for source in [
            "",
            "\n\n",
            "'use strict';\n\nvar a = 1; var b = 2;\n// end",
            "var a = {\nx: 1,\ny: function () {\n\nreturn 2;\n\n}\n};\n\nf(a);\n",
            "function f() {\n\n}\n\nfunction g() {\nreturn 1;\n}\n",
            "if (a) {\n\nb();\n} else\n\nc();\n}".trim_end_matches('}'),
            "for (var i = 0;\ni < 3;\ni++) {\n\nf(\ni\n);\n}\ntry {\nx();\n} catch (e) {\n\ny();\n}",
            "while (\na) {\nb\n}\ndo {\nc\n}\nwhile (d);\nswitch (e) {\ncase 1:\n\nf();\n}",
            "a.map(x => x); b.map(function (y) { return y;\n\n}); c(() => {\n\nd;\n});\n\n",
        ] {
            check(source);
        }
    }

    #[test]
    fn the_table_follows_the_rule_in_the_sample_storefront() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/storefront");
        let mut folders = vec![root];
        let mut seen = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end == "js") {
                    check(&std::fs::read_to_string(path).expect("a text"));
                    seen += 1;
                }
            }
        }
        assert!(seen > 10, "{seen} scripts");
    }
}
