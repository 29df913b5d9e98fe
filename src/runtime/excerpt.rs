//! The first lines of an answer, for the console: of a page its text, of a document its fields.

use indexmap::IndexMap;
use nanohtml2text::html2text;
use serde_json::Value;

/// Lines of an answer that are kept.
const FIRST_LINES: usize = 20;
/// Names are told on lines that are no wider.
const WIDTH: usize = 64;
/// Characters by which a page is known.
const PAGE_BEGINNING: usize = 500;

/// What is shown of an answer, which may be a sandbox's own about itself.
pub(super) fn lines(text: &str, is_own: bool) -> Vec<String> {
    let own = is_own.then(|| own_lines(text)).flatten();
    own.unwrap_or_else(|| first_lines(text))
}

/// What a sandbox says of itself, a line for each thing; nothing for what isn't such a document.
fn own_lines(text: &str) -> Option<Vec<String>> {
    let document: Value = serde_json::from_str(text).ok()?;
    let texts = |value: &Value, names: &[&str]| {
        let shown = names.iter().map(|name| match &value[*name] {
            Value::String(text) => text.clone(),
            Value::Null => "-".to_owned(),
            other => other.to_string(),
        });
        shown.collect::<Vec<_>>().join("  ")
    };
    if let Some(entries) = document["entries"].as_array() {
        // An attached debugger asks all the time: what it was answered well is no news.
        let is_news = |entry: &&Value| {
            let path = entry["path"].as_str().unwrap_or_default();
            entry["status"] != 200 || !path.contains("/dw/debugger/")
        };
        let latest = entries.iter().rev().filter(is_news).take(FIRST_LINES);
        let mut lines: Vec<_> = latest
            .map(|entry| {
                let why = entry.get("refused").map(|it| format!("  {}", texts(it, &["message"])));
                let line = texts(entry, &["status", "method", "path"]);
                format!("{line}{}", why.unwrap_or_default())
            })
            .collect();
        lines.reverse();
        return Some(lines);
    }
    if let Some(all) = document["snapshots"].as_array() {
        let none = || vec!["there are no snapshots".to_owned()];
        let lines: Vec<_> = all.iter().map(|it| texts(it, &["name", "taken"])).collect();
        return Some(if lines.is_empty() { none() } else { lines });
    }
    if let Some(all) = document["jobs"].as_array() {
        let list = |name: &str| document[name].as_array().cloned().unwrap_or_default();
        let named = |all: &[Value]| {
            all.iter().map(|it| texts(it, &["id", "description"]).trim_end().to_owned()).collect()
        };
        let mut lines: Vec<String> = named(all);
        if lines.is_empty() {
            lines.push("there are no jobs".to_owned());
        }
        let types: Vec<String> = named(&list("step_types"));
        if !types.is_empty() {
            lines.push("step types:".to_owned());
            lines.extend(types);
        }
        let own = list("platform_types");
        let own: Vec<_> = own.iter().filter_map(Value::as_str).collect();
        if !own.is_empty() {
            lines.push("step types of the platform:".to_owned());
            lines.extend(filled(&own));
        }
        let problems = list("problems").into_iter();
        lines.extend(problems.filter_map(|it| it.as_str().map(str::to_owned)));
        return Some(lines);
    }
    if let Some(all) = document["executions"].as_array() {
        let latest = all.iter().take(FIRST_LINES);
        let lines: Vec<_> = latest.map(|it| texts(it, &["id", "job_id", "status"])).collect();
        return Some(if lines.is_empty() { vec!["no job has run".to_owned()] } else { lines });
    }
    if let Some(steps) = document["step_executions"].as_array() {
        let state = texts(&document, &["id", "job_id", "status"]);
        let steps = steps.iter().map(|it| texts(it, &["step_id", "execution_scope", "status"]));
        return Some([format!("execution {state}")].into_iter().chain(steps).collect());
    }
    // What was put back or taken says no more than that it was.
    if ["threads_ended", "taken"].iter().any(|name| document.get(name).is_some()) {
        return Some(Vec::new());
    }
    let is_still = document["frozen"].as_bool()?;
    Some(vec![texts(&document, &["now"]) + if is_still { ", standing still" } else { "" }])
}

/// Names, as many on a line as a pane shows.
fn filled(names: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + name.len() <= WIDTH => {
                line.push_str(", ");
                line.push_str(name);
            }
            _ => lines.push((*name).to_owned()),
        }
    }
    lines
}

fn first_lines(text: &str) -> Vec<String> {
    let document = laid_out(text).or_else(|| is_page(text).then(|| page_text(text)));
    let lines = document.as_deref().unwrap_or(text).lines();
    let lines = lines.map(str::trim_end).filter(|line| !line.is_empty());
    lines.take(FIRST_LINES).map(str::to_owned).collect()
}

/// Whether it is a page: what is read of it is its text.
fn is_page(text: &str) -> bool {
    let beginning: String = text.trim_start().chars().take(PAGE_BEGINNING).collect();
    let beginning = beginning.to_ascii_lowercase();
    beginning.starts_with("<!doctype html") || beginning.contains("<html")
}

/// Its title, and what can be read of it; the addresses of links would be the most of it.
fn page_text(page: &str) -> String {
    let title = page.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    let title = title.map_or_else(String::new, |(title, _)| html2text(title));
    let text = html2text(&with_breaks(&page.replace(" href=", " data-href=")));
    let text = text.trim_start();
    let text = text.strip_prefix(title.trim()).unwrap_or(text);
    format!("{}\n{text}", title.trim())
}

/// The page with a break for each line of its `<pre>`s, whose entities nobody would decode otherwise.
fn with_breaks(page: &str) -> String {
    let mut parts = page.split("<pre");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (laid_out, rest) = part.split_once("</pre>").unwrap_or((part, ""));
        let (attributes, laid_out) = laid_out.split_once('>').unwrap_or(("", laid_out));
        let lines = laid_out.replace('\n', "<br>");
        whole.extend(["<div", attributes, ">", &lines, "</div>", rest]);
    }
    whole
}

/// A document on lines of its own, for it comes in one that no pane is wide enough for. What says
/// something of the document itself comes last.
fn laid_out(text: &str) -> Option<String> {
    let mut document: IndexMap<String, Value> = serde_json::from_str(text).ok()?;
    document.sort_by_key(|name, _| name.starts_with('_'));
    serde_json::to_string_pretty(&document).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sandbox_tells_a_line_for_each_thing() {
        let journal = r#"{"entries":[{"seq":1,"status":200,"method":"GET","path":"/a"},
            {"seq":2,"status":200,"method":"GET","path":"/s/-/dw/debugger/v2_0/threads"},
            {"seq":3,"status":null,"method":"GET","path":"/b","refused":{"message":"No."}}]}"#;
        let lines = |text| own_lines(text).unwrap_or_default();
        assert_eq!(lines(journal), ["200  GET  /a", "-  GET  /b  No."]);
        let snapshots = r#"{"snapshots":[{"name":"one","taken":"2030-01-01T00:00:00.000Z"}]}"#;
        assert_eq!(lines(snapshots), ["one  2030-01-01T00:00:00.000Z"]);
        assert_eq!(lines(r#"{"snapshots":[]}"#), ["there are no snapshots"]);
        assert_eq!(lines(r#"{"now":"2030","frozen":true}"#), ["2030, standing still"]);
        let taken = r#"{"name":"one","taken":"2030-01-01T00:00:00.000Z"}"#;
        for done in [taken, r#"{"threads_ended":1}"#] {
            assert_eq!(own_lines(done), Some(Vec::new()));
        }
        let execution = r#"{"id":"3","job_id":"Export","status":"OK","step_executions":[
            {"step_id":"Orders","execution_scope":"Shop","status":"NO_ORDERS"}]}"#;
        assert_eq!(lines(execution), ["execution 3  Export  OK", "Orders  Shop  NO_ORDERS"]);
        let executions = format!("{{\"executions\":[{execution}]}}");
        assert_eq!(lines(&executions), ["3  Export  OK"]);
        assert_eq!(lines(r#"{"executions":[]}"#), ["no job has run"]);
        let jobs = r#"{"jobs":[{"id":"Export","description":"Writes files"}],"step_types":[]}"#;
        assert_eq!(lines(jobs), ["Export  Writes files"]);
        let types = r#"{"jobs":[],"step_types":[{"id":"custom.Feed","description":""}],
            "platform_types":["ImportCatalog","ExportCatalog"],"problems":["a/steptypes.json: no"]}"#;
        let told = [
            "there are no jobs",
            "step types:",
            "custom.Feed",
            "step types of the platform:",
            "ImportCatalog, ExportCatalog",
            "a/steptypes.json: no",
        ];
        assert_eq!(lines(types), told);
        assert_eq!(own_lines(r#"{"ready":true}"#), None);
    }

    #[test]
    fn of_a_page_its_text_is_shown() {
        let page = "<!DOCTYPE html><html><head><title>404 Not Found</title><style>b{}</style></head>\
                    <body><h1>404 Not Found</h1><p>There is no site &quot;A&quot;; this one is B.</p></body></html>";
        assert_eq!(first_lines(page), ["404 Not Found", "There is no site \"A\"; this one is B."]);
        let shop =
            "<html><title>Heron &amp; Mug</title><nav><a href=\"/home\">Home</a></nav></html>";
        assert_eq!(first_lines(shop), ["Heron & Mug", "Home"]);
        let failed = "<html><body><pre class=\"a\">TypeError: &#39;a&#39;\n    at b</pre>Behind</body></html>";
        let lines = first_lines(failed);
        assert_eq!(
            lines.iter().map(|it| it.trim()).collect::<Vec<_>>(),
            ["TypeError: 'a'", "at b", "Behind"]
        );
    }

    #[test]
    fn a_document_is_laid_out_and_a_fragment_stays_as_it_is() {
        let document = r#"{"_v":"23.2","id":"a","c_b":{"d":"Bye"}}"#;
        let laid_out = [
            r"{",
            r#"  "id": "a","#,
            r#"  "c_b": {"#,
            r#"    "d": "Bye""#,
            r"  },",
            r#"  "_v": "23.2""#,
            r"}",
        ];
        assert_eq!(first_lines(document), laid_out);
        assert_eq!(first_lines("<p>\n\n  {\"a\":1} \n"), ["<p>", "  {\"a\":1}"]);
        assert_eq!(first_lines(r#"{"cut": "of"#), [r#"{"cut": "of"#]);
        let long = format!("{{\"a\":[{}0]}}", "0,".repeat(100));
        assert_eq!(first_lines(&long).len(), FIRST_LINES);
    }
}
