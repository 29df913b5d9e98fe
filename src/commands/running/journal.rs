//! `haltscope sandbox journal`.

use super::{Running, shown};
use crate::api::sandbox::Operation;
use crate::cli::JournalArgs;
use crate::commands::failure::Failure;
use crate::commands::output::{self, Form};
use crate::commands::reader;
use serde_json::Value;

/// How long the sandbox waits for a next request, in seconds.
const WAIT: u64 = 60;

impl Running {
    pub(super) async fn journal(&self, args: &JournalArgs) -> Result<(), Failure> {
        let limit = args.limit;
        if args.har {
            let har = Operation::Journal(format!("limit={limit}&format=har"));
            return output::print(&output::json(&self.ask(&har).await?));
        }
        let mut last = 0;
        let mut query = match self.form {
            Form::Json => format!("limit={limit}"),
            Form::Text => "limit=1000".to_owned(),
        };
        let mut most = usize::try_from(limit).unwrap_or(usize::MAX);
        loop {
            let asked = Operation::Journal(query);
            let answer = tokio::select! {
                biased;
                () = reader::gone() => return Ok(()),
                answer = self.ask(&asked) => answer?,
            };
            let entries = answer["entries"].as_array().map(Vec::as_slice).unwrap_or_default();
            if self.form == Form::Json && !args.follow {
                return output::print(&output::json(&answer));
            }
            last = entries.last().and_then(|entry| entry["seq"].as_u64()).unwrap_or(last);
            let shown: Vec<_> = entries.iter().filter(|entry| self.is_shown(entry)).collect();
            for entry in &shown[shown.len().saturating_sub(most)..] {
                output::print(&self.line(entry))?;
            }
            most = usize::MAX;
            if !args.follow {
                return Ok(());
            }
            query = format!("limit=1000&after={last}&wait={WAIT}");
        }
    }

    /// An attached debugger asks all the time: people don't want to read what it was answered well.
    fn is_shown(&self, entry: &Value) -> bool {
        let path = entry["path"].as_str().unwrap_or_default();
        self.form == Form::Json || entry["status"] != 200 || !path.contains("/dw/debugger/")
    }

    fn line(&self, entry: &Value) -> String {
        match self.form {
            Form::Json => format!("{entry}\n"),
            Form::Text => format!("{}\n", output::harmless(&told(entry))),
        }
    }
}

/// Time, status, how long it took, what was asked; then what ran and why it was refused.
fn told(entry: &Value) -> String {
    let status = entry["status"].as_u64().map_or_else(|| "---".to_owned(), |it| it.to_string());
    let time = shown(&entry["time"]);
    let time = time.split(['T', 'Z']).nth(1).unwrap_or_default().to_owned();
    let (method, path) = (shown(&entry["method"]), shown(&entry["path"]));
    let mut lines =
        vec![format!("{time}  {status}  {:>5} ms  {method} {path}", shown(&entry["ms"]))];
    for ran in entry["ran"].as_array().into_iter().flatten() {
        let halted = ran["halted_ms"].as_u64().filter(|halted| *halted > 0);
        let halted = halted.map(|halted| format!(", halted {halted} ms")).unwrap_or_default();
        let error = ran["error"].as_str().map(|error| format!(": {error}")).unwrap_or_default();
        lines.push(format!("{} {}{halted}{error}", shown(&ran["kind"]), shown(&ran["name"])));
    }
    if let Some(refused) = entry.get("refused") {
        lines.push(format!("{}: {}", shown(&refused["type"]), shown(&refused["message"])));
    }
    if let Some(route) = entry["injected"].as_str() {
        lines.push(format!("by the fault rule {route}"));
    }
    lines.join("\n    ")
}
