//! The bodies of forms that send files: `multipart/form-data`.

use axum::body::Bytes;
use futures::{FutureExt, future, stream};
use multer::{Field, Multipart};
use std::convert::Infallible;

/// A field of such a form, or a file that it sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The field's name.
    pub(super) name: String,
    /// What the file is called where it comes from; nothing for a field that is no file. Empty where none was chosen.
    pub(super) file_name: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) content: Bytes,
}

/// The boundary that a request's `Content-Type` names; nothing for another kind of body.
pub(super) fn boundary(content_type: &str) -> Option<String> {
    multer::parse_boundary(content_type).ok().filter(|it| !it.is_empty())
}

/// The parts of a body in their order; nothing if it isn't written as one.
pub(super) fn parts(body: &[u8], boundary: &str) -> Option<Vec<Part>> {
    let whole = future::ready(Ok::<_, Infallible>(Bytes::copy_from_slice(body)));
    let mut form = Multipart::new(stream::once(whole), boundary);
    let read = async {
        let mut parts = Vec::new();
        while let Some(field) = form.next_field().await? {
            parts.push(part(field).await?);
        }
        Ok::<_, multer::Error>(parts.into_iter().collect())
    };
    // All of it is there: nothing is waited for.
    read.now_or_never()?.ok()?
}

/// One part; nothing if it has no name.
async fn part(field: Field<'_>) -> multer::Result<Option<Part>> {
    let name = field.name().map(unescaped);
    let file_name = field.file_name().map(unescaped);
    let content_type = field.content_type().map(ToString::to_string);
    let content = field.bytes().await?;
    Ok(name.map(|name| Part { name, file_name, content_type, content }))
}

/// Browsers write these three in the names of fields and files so, and nothing else.
fn unescaped(value: &str) -> String {
    value.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(name: &str, file: Option<(&str, &str)>, content: &[u8]) -> Part {
        let (file_name, content_type) = file.unzip();
        Part {
            name: name.to_owned(),
            file_name: file_name.map(str::to_owned),
            content_type: content_type.map(str::to_owned),
            content: Bytes::copy_from_slice(content),
        }
    }

    fn written(parts: &[Part], boundary: &str) -> Vec<u8> {
        let masked = |name: &str| name.replace('"', "%22");
        let written = |part: &Part| {
            let file = part.file_name.as_deref().map(masked);
            let file = file.map(|it| format!("; filename=\"{it}\"")).unwrap_or_default();
            let kind = part.content_type.as_deref().map(|it| format!("\r\nContent-Type: {it}"));
            let head = format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"{file}{}\r\n\r\n",
                masked(&part.name),
                kind.unwrap_or_default()
            );
            [head.as_bytes(), &part.content, b"\r\n"].concat()
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
