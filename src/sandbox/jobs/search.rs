//! Searches for executions, by the queries, filters and sorts of the platform's Data API.

use serde_json::{Map, Value, json};
use std::cmp::Ordering;

/// What may be searched by; all but the first may be sorted by.
const FIELDS: [&str; 5] = ["id", "job_id", "start_time", "end_time", "status"];
/// Queries within queries.
const DEEPEST: u32 = 20;
/// How many are answered: unless it is said, and at most.
const COUNT: (u64, u64) = (25, 200);

/// What is wrong with a search, and where.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::sandbox) struct Malformed {
    /// As in `$.query.term_query.operator`.
    pub(in crate::sandbox) path: String,
    /// What should be there.
    pub(in crate::sandbox) expected: String,
}

type Document = Map<String, Value>;
type Found<T> = Result<T, Malformed>;

fn malformed<T>(path: &str, expected: impl Into<String>) -> Found<T> {
    Err(Malformed { path: path.to_owned(), expected: expected.into() })
}

/// The result of a search among executions, `job_execution_search_result` without what stands in every
/// document of the API.
pub(in crate::sandbox) fn search(request: &Value, all: &[Document]) -> Found<Document> {
    let Some(request) = request.as_object() else { return malformed("$", "an object") };
    let Some(query) = request.get("query") else { return malformed("$.query", "a query") };
    let (usual, most) = COUNT;
    let count = whole(request, "count", usual)?.clamp(1, most);
    let start = whole(request, "start", 0)?;
    let mut hits = Vec::new();
    for document in all {
        if matches("$.query", query, document, DEEPEST)? {
            hits.push(document);
        }
    }
    for (index, sort) in list(request.get("sorts"), "$.sorts")?.iter().enumerate().rev() {
        let path = format!("$.sorts[{index}]");
        let field = field(sort, "field", &path, &FIELDS[1..])?;
        let is_descending = sort["sort_order"] == "desc";
        hits.sort_by(|one, other| {
            let order = compare(one.get(field), other.get(field));
            if is_descending { order.reverse() } else { order }
        });
    }
    let total = hits.len();
    let at = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let page: Vec<_> = hits.into_iter().skip(at(start)).take(at(count)).collect();
    let mut result = Document::new();
    result.insert("count".to_owned(), page.len().into());
    result.insert("hits".to_owned(), json!(page));
    result.insert("query".to_owned(), query.clone());
    result.insert("start".to_owned(), start.into());
    result.insert("total".to_owned(), total.into());
    Ok(result)
}

fn whole(request: &Document, name: &str, usual: u64) -> Found<u64> {
    match request.get(name) {
        None | Some(Value::Null) => Ok(usual),
        Some(number) => match number.as_u64() {
            Some(number) => Ok(number),
            None => malformed(&format!("$.{name}"), "a whole number"),
        },
    }
}

fn list<'a>(value: Option<&'a Value>, path: &str) -> Found<&'a [Value]> {
    match value {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(all)) => Ok(all),
        Some(_) => malformed(path, "an array"),
    }
}

/// Whether a document is meant by a query or a filter, which has one member: its kind.
fn matches(path: &str, query: &Value, document: &Document, depth: u32) -> Found<bool> {
    let Some(depth) = depth.checked_sub(1) else { return malformed(path, "a simpler query") };
    let one = query.as_object().filter(|it| it.len() == 1).and_then(|it| it.iter().next());
    let Some((kind, inner)) = one else { return malformed(path, "an object with one query") };
    let path = &format!("{path}.{kind}");
    match kind.as_str() {
        "match_all_query" => Ok(true),
        "term_query" | "term_filter" => term(path, inner, document),
        "text_query" => {
            let Some(phrase) = inner["search_phrase"].as_str() else {
                return malformed(&format!("{path}.search_phrase"), "a text");
            };
            let phrase = phrase.to_lowercase();
            let fields = fields(path, inner)?.into_iter();
            let mut values = fields.filter_map(|name| document.get(name)?.as_str());
            Ok(values.any(|value| value.to_lowercase().contains(&phrase)))
        }
        "bool_query" | "bool_filter" => boolean(path, inner, document, depth),
        "filtered_query" => {
            Ok(matches(&format!("{path}.query"), &inner["query"], document, depth)?
                && matches(&format!("{path}.filter"), &inner["filter"], document, depth)?)
        }
        "query_filter" => matches(&format!("{path}.query"), &inner["query"], document, depth),
        "range_filter" => range(path, inner, document),
        _ => malformed(path, "a query of the Data API"),
    }
}

fn boolean(path: &str, inner: &Value, document: &Document, depth: u32) -> Found<bool> {
    // A filter names its operator, a query has three lists.
    if let Some(operator) = inner["operator"].as_str() {
        let filters = list(inner.get("filters"), &format!("{path}.filters"))?;
        let mut found = Vec::new();
        for filter in filters {
            found.push(matches(&format!("{path}.filters"), filter, document, depth)?);
        }
        return match operator {
            "and" => Ok(found.iter().all(|it| *it)),
            "or" => Ok(found.iter().any(|it| *it)),
            "not" => Ok(!found.iter().any(|it| *it)),
            _ => malformed(&format!("{path}.operator"), "and, or or not"),
        };
    }
    let found = |name: &str| -> Found<Vec<bool>> {
        let path = format!("{path}.{name}");
        let all = list(inner.get(name), &path)?.iter();
        all.map(|query| matches(&path, query, document, depth)).collect()
    };
    let (must, should, must_not) = (found("must")?, found("should")?, found("must_not")?);
    let is_any = should.is_empty() || should.iter().any(|it| *it);
    Ok(must.iter().all(|it| *it) && is_any && !must_not.iter().any(|it| *it))
}

fn term(path: &str, inner: &Value, document: &Document) -> Found<bool> {
    let fields = fields(path, inner)?;
    let values = list(inner.get("values"), &format!("{path}.values"))?;
    let found = || fields.iter().map(|name| document.get(*name));
    let equals = |found: Option<&Value>| values.iter().any(|value| is_same(found, value));
    let compared = |order: Ordering| {
        let first = values.first();
        found().any(|it| it.is_some() && compare(it, first) == order)
    };
    let Some(operator) = inner["operator"].as_str() else {
        return malformed(&format!("{path}.operator"), "an operator");
    };
    match operator {
        "is" | "one_of" => Ok(found().any(equals)),
        "neq" | "not_in" => Ok(!found().any(equals)),
        "is_null" => Ok(found().any(|it| it.is_none())),
        "is_not_null" => Ok(found().any(|it| it.is_some())),
        "less" => Ok(compared(Ordering::Less)),
        "greater" => Ok(compared(Ordering::Greater)),
        _ => malformed(&format!("{path}.operator"), "an operator of the Data API"),
    }
}

fn range(path: &str, inner: &Value, document: &Document) -> Found<bool> {
    let own = document.get(field(inner, "field", path, &FIELDS)?);
    let within = |bound: &str, inclusive: &str, outside: Ordering| match inner.get(bound) {
        None | Some(Value::Null) => true,
        bound => match compare(own, bound) {
            Ordering::Equal => inner[inclusive] != false,
            order => order != outside,
        },
    };
    Ok(own.is_some()
        && within("from", "from_inclusive", Ordering::Less)
        && within("to", "to_inclusive", Ordering::Greater))
}

fn fields<'a>(path: &str, inner: &'a Value) -> Found<Vec<&'a str>> {
    let path = format!("{path}.fields");
    let all = list(inner.get("fields"), &path)?;
    if all.is_empty() {
        return malformed(&path, "the names of fields");
    }
    all.iter().map(|name| known(name, &path, &FIELDS)).collect()
}

fn field<'a>(inner: &'a Value, key: &str, path: &str, all: &[&str]) -> Found<&'a str> {
    known(&inner[key], &format!("{path}.{key}"), all)
}

fn known<'a>(name: &'a Value, path: &str, all: &[&str]) -> Found<&'a str> {
    match name.as_str().filter(|name| all.contains(name)) {
        Some(name) => Ok(name),
        None => malformed(path, format!("one of {}", all.join(", "))),
    }
}

/// Names of states are searched for in any letters.
fn is_same(found: Option<&Value>, value: &Value) -> bool {
    match (found.and_then(Value::as_str), value.as_str()) {
        (Some(found), Some(value)) => found.eq_ignore_ascii_case(value),
        _ => found == Some(value),
    }
}

/// What isn't there comes last; times are written so that their texts have their order.
fn compare(one: Option<&Value>, other: Option<&Value>) -> Ordering {
    match (one.and_then(Value::as_str), other.and_then(Value::as_str)) {
        (Some(one), Some(other)) => one.cmp(other),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Document> {
        let rows = [
            ("1", "Export", "OK", "2026-01-01T00:00:00.000Z"),
            ("2", "Import", "ERROR", "2026-01-02T00:00:00.000Z"),
            ("3", "Export", "RUNNING", "2026-01-03T00:00:00.000Z"),
        ];
        rows.map(|(id, job, status, time)| {
            let row = json!({"id": id, "job_id": job, "status": status, "start_time": time});
            row.as_object().expect("an object").clone()
        })
        .into()
    }

    fn found(request: &Value) -> String {
        let result = search(request, &all()).expect("a result");
        let hits = result["hits"].as_array().expect("hits").iter();
        hits.map(|hit| hit["id"].as_str().unwrap_or_default()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn queries_find_and_sorts_order() {
        let term = |field: &str, operator: &str, values: Value| json!({"term_query": {"fields": [field], "operator": operator, "values": values}});
        for (query, expected) in [
            (json!({"match_all_query": {}}), "3 2 1"),
            (term("job_id", "is", json!(["Export"])), "3 1"),
            (term("status", "one_of", json!(["running", "PENDING"])), "3"),
            (term("status", "not_in", json!(["OK"])), "3 2"),
            (term("end_time", "is_null", json!([])), "3 2 1"),
            (term("start_time", "greater", json!(["2026-01-01T12:00:00.000Z"])), "3 2"),
            (json!({"text_query": {"fields": ["job_id"], "search_phrase": "imp"}}), "2"),
            (
                json!({"bool_query": {
                    "must": [term("job_id", "is", json!(["Export"]))],
                    "must_not": [term("status", "is", json!(["OK"]))],
                }}),
                "3",
            ),
            (
                json!({"filtered_query": {
                    "query": {"match_all_query": {}},
                    "filter": {"range_filter": {
                        "field": "start_time",
                        "from": "2026-01-01T00:00:00.000Z", "from_inclusive": false,
                        "to": "2026-01-03T00:00:00.000Z",
                    }},
                }}),
                "3 2",
            ),
        ] {
            let sorts = json!([{"field": "start_time", "sort_order": "desc"}]);
            assert_eq!(found(&json!({"query": query, "sorts": sorts})), expected, "{query}");
        }
        let all = json!({"match_all_query": {}});
        assert_eq!(found(&json!({"query": all, "start": 1, "count": 1})), "2");
        let sorts = json!([{"field": "job_id"}, {"field": "start_time", "sort_order": "desc"}]);
        assert_eq!(found(&json!({"query": all, "sorts": sorts})), "3 1 2");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let mut deep = json!({"match_all_query": {}});
        for _ in 0..50 {
            deep = json!({"bool_query": {"must": [deep]}});
        }
        for (request, path) in [
            (json!([]), "$"),
            (json!({}), "$.query"),
            (json!({"query": {"nope": {}}}), "$.query.nope"),
            (json!({"query": {"term_query": {"fields": ["nope"]}}}), "$.query.term_query.fields"),
            (json!({"query": {"match_all_query": {}}, "count": "1"}), "$.count"),
            (
                json!({"query": {"match_all_query": {}}, "sorts": [{"field": "id"}]}),
                "$.sorts[0].field",
            ),
        ] {
            let malformed = search(&request, &all()).expect_err("it is refused");
            assert_eq!(malformed.path, path);
        }
        let malformed = search(&json!({"query": deep}), &all()).expect_err("it is refused");
        assert_eq!(malformed.expected, "a simpler query");
    }
}
