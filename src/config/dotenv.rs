//! The project's `.env`: `NAME=value` lines.

/// One assignment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    /// Counted from 1.
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) value: String,
}

/// The assignments of a file; other lines count for nothing.
pub(super) fn parse(text: &str) -> Vec<Assignment> {
    text.lines().enumerate().filter_map(|(index, line)| assignment(index + 1, line)).collect()
}

fn assignment(number: usize, line: &str) -> Option<Assignment> {
    let line = line.trim();
    let (name, value) = line.strip_prefix("export ").unwrap_or(line).split_once('=')?;
    let name = name.trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let named = !name.is_empty() && name.chars().all(plain);
    named.then(|| Assignment { line: number, name: name.to_owned(), value: unquote(value.trim()) })
}

/// Single quotes keep everything, double quotes know `\n`, `\"` and `\\`, none ends at ` #`.
fn unquote(value: &str) -> String {
    match value.chars().next() {
        Some('\'') => value[1..].split('\'').next().unwrap_or_default().to_owned(),
        Some('"') => double_quoted(&value[1..]),
        Some('#') => String::new(),
        _ => value.split(" #").next().unwrap_or_default().trim_end().to_owned(),
    }
}

fn double_quoted(rest: &str) -> String {
    let mut text = String::new();
    let mut letters = rest.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => match letters.next() {
                Some('n') => text.push('\n'),
                Some(other @ ('"' | '\\')) => text.push(other),
                other => text.extend(std::iter::once('\\').chain(other)),
            },
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_give_names_and_values() {
        for (line, expected) in [
            ("A=b", Some(("A", "b"))),
            ("export A = b c ", Some(("A", "b c"))),
            ("A=b # why", Some(("A", "b"))),
            ("A=b#c", Some(("A", "b#c"))),
            ("A='b # \\n c' # why", Some(("A", "b # \\n c"))),
            (r#"A="b \"c\" \\ \n d" # why"#, Some(("A", "b \"c\" \\ \n d"))),
            (r#"A="C:\dir""#, Some(("A", "C:\\dir"))),
            ("A==", Some(("A", "="))),
            ("A=", Some(("A", ""))),
            ("A= # nothing", Some(("A", ""))),
            ("# A=b", None),
            ("no assignment", None),
            ("", None),
        ] {
            let found = assignment(1, line).map(|found| (found.name, found.value));
            let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn lines_are_counted_from_one() {
        let lines: Vec<usize> = parse("A=1\n\n# x\r\nB=2\r\n").iter().map(|it| it.line).collect();
        assert_eq!(lines, [1, 4]);
    }
}
