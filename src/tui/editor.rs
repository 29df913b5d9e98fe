//! The user's editor: which program, and how it is told the line.

use crate::api::ids::Line;
use std::path::Path;

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    pub program: String,
    pub arguments: Vec<String>,
}

/// The command that opens `file` at `line` with what `$VISUAL` or `$EDITOR` says, `vi` if neither
/// says anything. The variables may hold arguments, as in `code --wait`.
pub fn command_line(
    visual: Option<&str>,
    editor: Option<&str>,
    file: &Path,
    line: Line,
) -> CommandLine {
    let set = [visual, editor].into_iter().flatten().find(|value| !value.trim().is_empty());
    let mut words = set.unwrap_or("vi").split_whitespace().map(str::to_owned);
    let program = words.next().unwrap_or_default();
    let mut arguments: Vec<String> = words.collect();
    let name = Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let file = file.display();
    match name.as_str() {
        "code" | "codium" | "code-insiders" | "cursor" => {
            arguments.extend(["--goto".to_owned(), format!("{file}:{line}")]);
        }
        "hx" | "helix" | "subl" | "zed" => arguments.push(format!("{file}:{line}")),
        _ => arguments.extend([format!("+{line}"), file.to_string()]),
    }
    CommandLine { program, arguments }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_editor_is_told_the_line_in_its_own_way() {
        let check = |visual: Option<&str>, editor: Option<&str>, expected: &str| {
            let line = command_line(visual, editor, Path::new("/c/Cart.js"), Line(142));
            let words = [vec![line.program], line.arguments].concat().join(" ");
            assert_eq!(words, expected);
        };
        check(None, None, "vi +142 /c/Cart.js");
        check(Some(" "), Some("nano"), "nano +142 /c/Cart.js");
        check(Some("code --wait"), Some("nano"), "code --wait --goto /c/Cart.js:142");
        check(Some("/usr/bin/hx"), None, "/usr/bin/hx /c/Cart.js:142");
    }
}
