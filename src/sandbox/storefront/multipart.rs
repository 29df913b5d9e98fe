//! The bodies of forms that send files: `multipart/form-data`.

/// A field of such a form, or a file that it sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<'b> {
    /// The field's name.
    pub(super) name: String,
    /// What the file is called where it comes from; nothing for a field that is no file. Empty where none was chosen.
    pub(super) file_name: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) content: &'b [u8],
}

/// The boundary that a request's `Content-Type` names; nothing for another kind of body.
pub(super) fn boundary(content_type: &str) -> Option<String> {
    let (kind, parameters) = content_type.split_once(';')?;
    let is_ours = kind.trim().eq_ignore_ascii_case("multipart/form-data");
    parameter(parameters, "boundary").filter(|it| is_ours && !it.is_empty())
}

/// The parts of a body in their order; nothing if it isn't written as one.
pub(super) fn parts<'b>(body: &'b [u8], boundary: &str) -> Option<Vec<Part<'b>>> {
    let first = format!("--{boundary}");
    let next = format!("\r\n{first}");
    // The first boundary may stand at the body's very begin.
    let mut rest = match body.strip_prefix(first.as_bytes()) {
        Some(rest) => rest,
        None => split(body, next.as_bytes())?.1,
    };
    let mut parts = Vec::new();
    loop {
        if rest.starts_with(b"--") {
            return Some(parts);
        }
        let (blanks, after) = split(rest, b"\r\n")?;
        if !blanks.iter().all(|it| matches!(it, b' ' | b'\t')) {
            return None;
        }
        let (part, after) = split(after, next.as_bytes())?;
        parts.push(read(part)?);
        rest = after;
    }
}

fn read(part: &[u8]) -> Option<Part<'_>> {
    let (head, content) = split(part, b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(head);
    let header = |wanted: &str| {
        let mut lines = head.split("\r\n").filter_map(|line| line.split_once(':'));
        let found = lines.find(|(name, _)| name.trim().eq_ignore_ascii_case(wanted));
        found.map(|(_, value)| value.trim().to_owned())
    };
    let disposition = header("content-disposition")?;
    let (_, parameters) = disposition.split_once(';')?;
    Some(Part {
        name: parameter(parameters, "name")?,
        file_name: parameter(parameters, "filename"),
        content_type: header("content-type"),
        content,
    })
}

/// What stands before and behind the first place of `what`.
fn split<'b>(bytes: &'b [u8], what: &[u8]) -> Option<(&'b [u8], &'b [u8])> {
    let at = bytes.windows(what.len()).position(|it| it == what)?;
    Some((&bytes[..at], &bytes[at + what.len()..]))
}

/// The value of one of `; name="a"; filename="b;c"`, in quotes or without.
fn parameter(text: &str, wanted: &str) -> Option<String> {
    let mut rest = text;
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = value(after.trim_start());
        if name.trim_matches([';', ' ', '\t']).eq_ignore_ascii_case(wanted) {
            return Some(value);
        }
        rest = after;
    }
    None
}

/// A value and what stands behind it.
fn value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, rest) = text.split_once(';').unwrap_or((text, ""));
        return (value.trim().to_owned(), rest);
    };
    let mut value = String::new();
    let mut letters = quoted.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match (letter, letters.peek()) {
            ('"', _) => return (unescaped(&value), &quoted[at + 1..]),
            // Only quotes are escaped so: a name may be a path with backslashes.
            ('\\', Some((_, '"'))) => value.extend(letters.next().map(|(_, quote)| quote)),
            _ => value.push(letter),
        }
    }
    (unescaped(&value), "")
}

/// Browsers write these three in the names of fields and files so, and nothing else.
fn unescaped(value: &str) -> String {
    value.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part<'b>(name: &str, file: Option<(&str, &str)>, content: &'b [u8]) -> Part<'b> {
        let (file_name, content_type) = file.unzip();
        Part {
            name: name.to_owned(),
            file_name: file_name.map(str::to_owned),
            content_type: content_type.map(str::to_owned),
            content,
        }
    }

    fn written(parts: &[Part<'_>], boundary: &str) -> Vec<u8> {
        let masked = |name: &str| name.replace('"', "%22");
        let written = |part: &Part<'_>| {
            let file = part.file_name.as_deref().map(masked);
            let file = file.map(|it| format!("; filename=\"{it}\"")).unwrap_or_default();
            let kind = part.content_type.as_deref().map(|it| format!("\r\nContent-Type: {it}"));
            let head = format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"{file}{}\r\n\r\n",
                masked(&part.name),
                kind.unwrap_or_default()
            );
            [head.as_bytes(), part.content, b"\r\n"].concat()
        };
        let mut body: Vec<u8> = parts.iter().flat_map(written).collect();
        body.extend(format!("--{boundary}--\r\n").into_bytes());
        body
    }

    #[test]
    fn a_content_type_names_the_boundary() {
        for (kind, expected) in [
            ("multipart/form-data; boundary=--a1", Some("--a1")),
            ("Multipart/Form-Data;charset=utf-8; Boundary=\"a b\"", Some("a b")),
            ("multipart/form-data", None),
            ("multipart/mixed; boundary=a", None),
            ("text/plain; boundary=a", None),
            ("multipart/form-data; boundary=", None),
        ] {
            assert_eq!(boundary(kind).as_deref(), expected, "{kind}");
        }
    }

    #[test]
    fn names_may_have_quotes_and_signs() {
        for (written, name, file) in [
            ("name=\"a\"; filename=\"b;c=d.txt\"", "a", Some("b;c=d.txt")),
            ("filename=\"b\"; name=a", "a", Some("b")),
            ("name=\"a\\\"b\"; filename=\"C:\\dir\\c.txt\"", "a\"b", Some("C:\\dir\\c.txt")),
            ("name=\"a%22\"; filename=\"\"", "a\"", Some("")),
            ("name=\"größe\"", "größe", None),
        ] {
            let body =
                format!("--x\r\ncontent-disposition: form-data; {written}\r\n\r\n1\r\n--x--");
            let found = parts(body.as_bytes(), "x").expect(written);
            let found: Vec<_> =
                found.iter().map(|it| (it.name.as_str(), it.file_name.as_deref())).collect();
            assert_eq!(found, [(name, file)], "{written}");
        }
    }

    #[test]
    fn what_stands_around_the_parts_is_nothing() {
        let body = b"before\r\n--x \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n\r\n--x--\r\nbehind";
        assert_eq!(parts(body, "x"), Some(vec![part("a", None, b"\r\n")]));
    }

    #[test]
    fn what_is_cut_off_is_none() {
        let body = written(&[part("a", Some(("b.txt", "text/plain")), b"1")], "x");
        for end in 0..body.len() - 4 {
            assert_eq!(parts(&body[..end], "x"), None, "{end}");
        }
        assert_eq!(parts(b"--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--", "x"), None);
        assert_eq!(parts(b"--xy\r\n\r\n1\r\n--xy--", "x"), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            names in prop::collection::vec(("[a-zé\"; =\\\\]{1,8}", prop::option::of("[a-z.\"; ]{0,8}"), prop::collection::vec(any::<u8>(), 0..40)), 0..5)
        ) {
            let all: Vec<_> = names.iter().map(|(name, file, content)| {
                part(name.trim_end_matches('\\'), file.as_deref().map(|it| (it, "a/b")), content)
            }).collect();
            let body = written(&all, "----boundary0815");
            prop_assert_eq!(parts(&body, "----boundary0815"), Some(all));
        }

        #[test]
        fn no_body_is_too_strange(body in prop::collection::vec(prop::sample::select(b"-x\r\n:;=\"\\ aname".to_vec()), 0..80)) {
            drop(parts(&body, "x"));
        }
    }
}
