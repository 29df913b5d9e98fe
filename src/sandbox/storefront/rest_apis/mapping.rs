//! `api.json`: which script answers which endpoint.

use super::yaml::{self, Fault, Node};

/// The file's name.
pub(super) const MAPPING: &str = "api.json";

/// An endpoint with its contract and its script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mapped {
    pub(super) line: u32,
    /// The `operationId`, and the name of the exported function.
    pub(super) endpoint: String,
    /// The contract's file.
    pub(super) schema: String,
    /// The script's file.
    pub(super) script: String,
}

/// The endpoints of a file, and what of it can't be used; the error is why nothing can.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Result<Mapped, Fault>>, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    serde_json::from_slice::<serde::de::IgnoredAny>(bytes).map_err(|error| {
        let line = u32::try_from(error.line().max(1)).unwrap_or(u32::MAX);
        Fault::new(line, error.to_string())
    })?;
    // JSON is YAML, and so has lines.
    let document = yaml::parse(bytes)?;
    let endpoints = document.get("endpoints").map(Node::items).unwrap_or_default();
    if endpoints.is_empty() {
        return Err(Fault::new(1, "it has no list \"endpoints\""));
    }
    Ok(endpoints.iter().map(mapped).collect())
}

fn mapped(node: &Node) -> Result<Mapped, Fault> {
    let needed = |name: &str| {
        let text = node.get(name).and_then(Node::text).filter(|text| !text.is_empty());
        text.ok_or_else(|| Fault::new(node.line, format!("an endpoint has no \"{name}\"")))
    };
    let endpoint = needed("endpoint")?.to_owned();
    let wrong = |what: String| Fault::new(node.line, format!("{endpoint}: {what}"));
    let (schema, implementation) = (needed("schema")?, needed("implementation")?);
    for name in [schema, implementation] {
        if name.contains(['/', '\\']) {
            return Err(wrong(format!("\"{name}\" is no file of the same folder")));
        }
    }
    if implementation.rsplit_once('.').is_some_and(|(_, it)| matches!(it, "js" | "ds")) {
        return Err(wrong(format!("the implementation \"{implementation}\" has no extension")));
    }
    let (schema, script) = (schema.to_owned(), format!("{implementation}.js"));
    Ok(Mapped { line: node.line, endpoint, schema, script })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn endpoints_have_a_contract_and_a_script() {
        let text = b"\xef\xbb\xbf{\n\t\"endpoints\": [\n\t\t{\"endpoint\": \"a\", \"schema\": \"s.yaml\", \"implementation\": \"x\"}\n\t]\n}";
        let (endpoint, schema, script) = ("a".into(), "s.yaml".into(), "x.js".into());
        assert_eq!(read(text), Ok(vec![Ok(Mapped { line: 3, endpoint, schema, script })]));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, line, what) in [
            ("{\n  \"endpoints\": [\n}", 3, ""),
            ("{}", 1, "no list"),
            ("[]", 1, "no list"),
            ("", 1, ""),
        ] {
            let fault = read(text.as_bytes()).expect_err(text);
            assert!(fault.line == line && fault.what.contains(what), "{text}: {fault:?}");
        }
        for (entry, what) in [
            ("{}", "no \"endpoint\""),
            ("1", "no \"endpoint\""),
            (r#"{"endpoint": "a", "schema": "s"}"#, "no \"implementation\""),
            (
                r#"{"endpoint": "a", "schema": "../s", "implementation": "x"}"#,
                "a: \"../s\" is no file",
            ),
            (r#"{"endpoint": "a", "schema": "s", "implementation": "x.js"}"#, "has no extension"),
        ] {
            let all = read(format!("{{\"endpoints\": [\n{entry}]}}").as_bytes()).expect("a list");
            let fault = all.into_iter().next().expect("one").expect_err(entry);
            assert!(fault.line == 2 && fault.what.contains(what), "{entry}: {fault:?}");
        }
    }

    proptest! {
        #[test]
        fn any_file_is_read_or_refused(text in "[\\[\\]{}\",: a-c\n\t]{0,80}") {
            let _either = read(text.as_bytes());
            let _inside = read(format!("{{\"endpoints\": [{text}]}}").as_bytes());
        }
    }
}
