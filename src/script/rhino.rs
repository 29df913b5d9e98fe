//! Syntax that only the platform's old engine knows, recognised to name it in the error where it can't be read.

/// The name of the Rhino-only construct that a syntax error on `line` comes from.
pub(super) fn construct_near(source: &str, line: u32) -> Option<&'static str> {
    let index = (line as usize).checked_sub(1)?;
    let text = source.lines().nth(index)?;
    if has_for_each(text) {
        Some("`for each`")
    } else if has_xml(text) {
        Some("E4X")
    } else if has_type_annotation(text) {
        Some("a type annotation")
    } else if has_conditional_catch(text) {
        Some("a conditional `catch`")
    } else if words_after(text, "let").any(|rest| rest.trim_start().starts_with('(')) {
        Some("a `let` block")
    } else if has_expression_closure(text) {
        Some("an expression closure")
    } else {
        None
    }
}

fn has_for_each(text: &str) -> bool {
    words_after(text, "for").any(|rest| {
        let rest = rest.trim_start();
        rest.strip_prefix("each").is_some_and(|rest| rest.trim_start().starts_with('('))
    })
}

fn has_xml(text: &str) -> bool {
    let literal = text.match_indices('<').any(|(at, _)| {
        let before = text[..at].trim_end();
        let opens = before.is_empty()
            || before.ends_with(['=', '(', ',', ':', '?', '['])
            || before.ends_with("return");
        let after = &text[at + 1..];
        opens
            && after
                .starts_with(|next: char| next.is_alphabetic() || matches!(next, '>' | '!' | '?'))
    });
    literal
        || [".@", ".(", "::"].iter().any(|it| text.contains(it))
        || text.contains("..") && !text.contains("...")
        || text.contains("default xml namespace")
}

fn has_type_annotation(text: &str) -> bool {
    let declared = ["var", "let", "const"].iter().flat_map(|word| words_after(text, word));
    let annotated_variable = |rest: &str| {
        let rest = after_name(rest.trim_start());
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    };
    declared.into_iter().any(annotated_variable) || has_annotated_function(text)
}

/// `function f(a : String) : Number`.
fn has_annotated_function(text: &str) -> bool {
    words_after(text, "function").any(|rest| {
        let Some((_, rest)) = rest.split_once('(') else { return false };
        match rest.split_once(')') {
            Some((parameters, after)) => {
                parameters.contains(':') || after.trim_start().starts_with(':')
            }
            None => rest.contains(':'),
        }
    })
}

/// `catch (e if e instanceof X)`.
fn has_conditional_catch(text: &str) -> bool {
    words_after(text, "catch").any(|rest| {
        let name = rest.trim_start().strip_prefix('(').map(str::trim_start);
        let rest = name.and_then(after_name).map(str::trim_start);
        let rest = rest.and_then(|rest| rest.strip_prefix("if"));
        rest.is_some_and(|rest| !rest.starts_with(is_name))
    })
}

/// `function (x) x * 2`.
fn has_expression_closure(text: &str) -> bool {
    words_after(text, "function").any(|rest| {
        let body = rest.split_once(')').map(|(_, body)| body.trim_start());
        body.is_some_and(|body| body.starts_with(is_name))
    })
}

fn after_name(text: &str) -> Option<&str> {
    let end = text.find(|next: char| !is_name(next)).unwrap_or(text.len());
    (end > 0).then(|| &text[end..])
}

/// What follows each whole word of that text.
fn words_after<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(word).filter_map(move |(at, _)| {
        let whole = !text[..at].ends_with(is_name) && !text[at + word.len()..].starts_with(is_name);
        whole.then(|| &text[at + word.len()..])
    })
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rhino_only_syntax_is_named() {
        for (text, expected) in [
            ("for each (var x in list) {", Some("`for each`")),
            ("for  each(let x in list) {", Some("`for each`")),
            ("var page = <html><body/></html>;", Some("E4X")),
            ("var ids = order.item.@id;", Some("E4X")),
            ("var id = order.function::id, a = b.(c);", Some("E4X")),
            ("default xml namespace = 'x';", Some("E4X")),
            ("function sum(a : Number, b) {", Some("a type annotation")),
            ("function sum(a) : Number {", Some("a type annotation")),
            ("var total : Number = 0;", Some("a type annotation")),
            ("} catch (e if e instanceof TypeError) {", Some("a conditional `catch`")),
            ("let (x = 1) { print(x); }", Some("a `let` block")),
            ("var twice = function (x) x * 2;", Some("an expression closure")),
            ("} catch (iffy) { return function (x) { ; ", None),
            ("var a = ;", None),
            ("if (a < b) {", None),
            ("var o = { a: 1 ;", None),
            ("forEach (x)", None),
        ] {
            assert_eq!(construct_near(text, 1), expected, "{text}");
        }
    }
}
