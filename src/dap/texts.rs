//! Values as lists show them.

/// Characters of a value in a list; the clipboard gets all.
const LONGEST: usize = 4_096;

pub(super) fn is_function(type_name: &str) -> bool {
    type_name.eq_ignore_ascii_case("function")
}

/// What a list shows of a value: all of a text, but of a function no body that goes over lines.
pub(super) fn listed(type_name: &str, value: &str) -> String {
    match value.split_once('\n') {
        Some((head, _)) if is_function(type_name) => {
            shortened(&format!("{} {{…}}", head.trim_end().trim_end_matches('{').trim_end()))
        }
        _ => shortened(value),
    }
}

/// As much of a value as a list shows.
pub(super) fn shortened(value: &str) -> String {
    match value.char_indices().nth(LONGEST) {
        None => value.to_owned(),
        Some((at, _)) => format!("{}… ({} bytes in all)", &value[..at], value.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_listed_on_one_line() {
        for (type_name, value, expected) in [
            ("Function", "function next(error) {\n    go();\n}", "function next(error) {…}"),
            ("function", "class A extends B\n{\n}", "class A extends B {…}"),
            ("Function", "x => x", "x => x"),
            ("string", "two {\nlines", "two {\nlines"),
        ] {
            assert_eq!(listed(type_name, value), expected);
        }
    }

    #[test]
    fn long_values_are_cut_between_letters_and_say_so() {
        assert_eq!(shortened("abc"), "abc");
        let long = "ä".repeat(LONGEST + 1);
        let cut = shortened(&long);
        assert!(cut.starts_with("ää") && cut.ends_with("… (8194 bytes in all)"), "{cut}");
    }
}
