//! A line that is typed: `120` of the script shown, `cart:33` of another one.

use super::ranking::ranked;
use crate::api::ids::{Line, ScriptPath};

/// A line, perhaps of a script by a part of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedPlace {
    /// Empty for the script that is shown.
    pub name: String,
    pub line: Line,
}

impl TypedPlace {
    /// What Enter will do with it.
    pub(super) fn help(&self) -> String {
        let script = if self.name.is_empty() { "the script shown" } else { &self.name };
        format!("Enter go to line {} of {script}  Esc cancel", self.line)
    }
}

/// What is typed, if it is a line.
pub fn typed_place(text: &str) -> Option<TypedPlace> {
    let text = text.trim();
    let (name, line) = match text.rsplit_once(':') {
        Some((name, line)) => (name.trim(), line),
        None => ("", text),
    };
    let line: u32 = line.parse().ok().filter(|line| *line > 0)?;
    Some(TypedPlace { name: name.to_owned(), line: Line(line) })
}

/// A part of a name, and the line behind its colon.
pub(super) fn name_and_line(text: &str) -> (&str, Option<Line>) {
    let text = text.trim();
    match text.rsplit_once(':') {
        Some((name, line)) => (name, line.parse().ok().filter(|line| *line > 0).map(Line)),
        None => (text, None),
    }
}

/// The indices of the scripts that a part of a name means, best first: those with it in the file's
/// own name before the others, and what browsers run, which never halts, behind all.
pub fn best(scripts: &[ScriptPath], wanted: &str) -> Vec<usize> {
    let wanted = wanted.to_lowercase();
    let mut found = ranked(&wanted, scripts.iter().map(ScriptPath::as_str));
    found.sort_by_key(|index| {
        let script = &scripts[*index];
        (script.is_for_browsers(), !script.file_name().to_lowercase().contains(&wanted))
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_typed_alone_or_behind_a_name() {
        for (text, expected) in [
            ("120", Some(("", 120))),
            (" cart:33 ", Some(("cart", 33))),
            ("app/cart.js:1", Some(("app/cart.js", 1))),
            ("0", None),
            ("cart", None),
            ("cart:", None),
            ("a:b", None),
            ("", None),
        ] {
            let found = typed_place(text);
            let found = found.as_ref().map(|it| (it.name.as_str(), it.line.0));
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(name_and_line("cart:3"), ("cart", Some(Line(3))));
        assert_eq!(name_and_line("cart:"), ("cart", None));
        assert_eq!(name_and_line("cart"), ("cart", None));
    }

    #[test]
    fn a_part_of_a_name_means_the_file_before_its_folder() {
        let scripts = ["/app_cart/cartridge/a.js", "/app/cartridge/controllers/Cart.js"];
        let scripts = scripts.map(ScriptPath::from);
        assert_eq!(best(&scripts, "cart").first(), Some(&1));
        assert_eq!(best(&scripts, "nothing"), [0_usize; 0]);
        let scripts = [
            "/app/cartridge/client/default/js/cart.js",
            "/app/cartridge/models/cart.js",
            "/app/cartridge/scripts/cart/helpers.js",
        ];
        let scripts = scripts.map(ScriptPath::from);
        assert_eq!(best(&scripts, "cart"), [1, 2, 0], "the browser's own are the last");
    }
}
