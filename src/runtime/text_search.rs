//! A text in all scripts of the project.

use super::sources::{self, Project};
use crate::api::ids::{Line, ScriptPath};
use crate::session::{Completeness, SourcesFound, TextPlace, TextSearch};

/// More places than anybody goes through.
const MOST: usize = 500;
/// Characters of a line that are shown.
const LONGEST: usize = 300;

/// Looks for a text, in any case unless it has capitals itself. Scripts that can't be read hold
/// nothing.
pub(super) fn search(project: &Project, found: &SourcesFound, wanted: String) -> TextSearch {
    let mut search = TextSearch { wanted, ..TextSearch::default() };
    for (script, file) in &found.scripts {
        let Ok(text) = sources::read(project, script, file) else { continue };
        in_script(script, &text, &mut search);
        if search.places.len() >= MOST {
            search.places.truncate(MOST);
            search.completeness = Completeness::Cut;
            break;
        }
    }
    search
}

fn in_script(script: &ScriptPath, text: &str, search: &mut TextSearch) {
    let any_case = !search.wanted.chars().any(char::is_uppercase);
    let wanted = if any_case { search.wanted.to_lowercase() } else { search.wanted.clone() };
    for (number, line) in (1..).zip(text.lines()) {
        let holds =
            if any_case { line.to_lowercase().contains(&wanted) } else { line.contains(&wanted) };
        if holds {
            let text = line.trim().chars().take(LONGEST).collect();
            search.places.push(TextPlace { script: script.clone(), line: Line(number), text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    fn searched(scripts: &[(&str, &str)], wanted: &str) -> TextSearch {
        let path = |name: &str| ScriptPath::from(format!("/app/cartridge/{name}").as_str());
        let built_in: BTreeMap<_, _> =
            scripts.iter().map(|(name, text)| (path(name), (*text).to_owned())).collect();
        let files = built_in.keys().map(|script| (script.clone(), PathBuf::from("nowhere")));
        let found = SourcesFound { scripts: files.collect(), ..SourcesFound::default() };
        let project = Project { built_in, ..Project::default() };
        search(&project, &found, wanted.to_owned())
    }

    fn places(search: &TextSearch) -> Vec<(&str, u32, &str)> {
        search
            .places
            .iter()
            .map(|it| (it.script.file_name(), it.line.0, it.text.as_str()))
            .collect()
    }

    #[test]
    fn every_line_of_every_script_is_looked_at() {
        let scripts =
            [("a.js", "var qty = 1;\n\n  addQty(qty);"), ("b.js", "// QTY"), ("c.js", "")];
        let found = searched(&scripts, "qty");
        let expected =
            [("a.js", 1, "var qty = 1;"), ("a.js", 3, "addQty(qty);"), ("b.js", 1, "// QTY")];
        assert_eq!(places(&found), expected);
        assert_eq!(places(&searched(&scripts, "Qty")), [("a.js", 3, "addQty(qty);")]);
        assert_eq!(places(&searched(&scripts, "none")), []);
    }

    #[test]
    fn a_search_ends_early_where_there_is_too_much_and_says_so() {
        let many = "x\n".repeat(MOST);
        let found = searched(&[("a.js", &many), ("b.js", "x")], "x");
        assert_eq!((found.places.len(), found.completeness), (MOST, Completeness::Cut));
    }
}
