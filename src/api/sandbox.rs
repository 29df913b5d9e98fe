//! What a running sandbox of this program is asked about itself.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Where all of it lies.
pub const ROOT: &str = "/-/sandbox/";

/// One thing that a sandbox can be asked. Names and times are as somebody wrote them: the sandbox
/// says what is wrong with them.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// Whether it is ready, and what it does.
    Health,
    /// Back to what it began with.
    Reset,
    /// All snapshots.
    Snapshots,
    /// A snapshot of that name; in the place of another one if that is meant.
    Take {
        /// Its name.
        name: String,
        /// Whether one of that name goes.
        replace: bool,
    },
    /// The snapshot of that name put back.
    Restore(String),
    /// The snapshot of that name deleted.
    Delete(String),
    /// The snapshot of that name as a file.
    Export(String),
    /// What the clock shows.
    Clock,
    /// The clock standing still, at that time or the one that it shows.
    Freeze(Option<String>),
    /// The clock going on from that time.
    Set(String),
    /// The clock going on from where it stands.
    Run,
    /// The clock so many seconds ahead, or back.
    Advance(f64),
    /// The machine's time.
    Thaw,
    /// All jobs, and the types of steps that cartridges bring.
    Jobs,
    /// What became of jobs.
    Executions,
    /// A job started, or a step of a type.
    Start {
        /// The job, or the step's type.
        what: Start,
        /// In place of the job's own, by name.
        parameters: BTreeMap<String, String>,
        /// In place of the sites that the job names.
        sites: Vec<String>,
    },
    /// An execution, once it has changed more often than that or is over, or so many seconds later.
    Execution {
        /// Its ID.
        id: String,
        /// How often it had changed.
        after: u64,
        /// In seconds.
        wait: u64,
    },
    /// What an execution has said so far.
    ExecutionLog(String),
    /// An execution ended.
    StopExecution(String),
    /// The last requests, by a query without its question mark.
    Journal(String),
    /// The fault rules.
    Faults,
    /// These fault rules in place of those before.
    SetFaults(Value),
    /// No fault rules.
    ClearFaults,
}

/// What can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The job of that ID.
    Job(String),
    /// One step of that type.
    Step(String),
}

/// An operation as a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: &'static str,
    /// From the root on.
    pub path: String,
    /// JSON.
    pub body: Option<String>,
}

impl Operation {
    /// The request for it.
    pub fn asked(&self) -> Asked {
        let snapshot = |name: &str| format!("snapshots/{}", in_path(name));
        let clock = |body: Value| ("PUT", "clock".to_owned(), Some(body));
        let (method, path, body) = match self {
            Self::Health => ("GET", "health".to_owned(), None),
            Self::Reset => ("POST", "reset".to_owned(), None),
            Self::Snapshots => ("GET", "snapshots".to_owned(), None),
            Self::Take { name, replace } => {
                let body = json!({"name": name, "replace": replace});
                ("POST", "snapshots".to_owned(), Some(body))
            }
            Self::Restore(name) => ("POST", format!("{}/restore", snapshot(name)), None),
            Self::Delete(name) => ("DELETE", snapshot(name), None),
            Self::Export(name) => ("GET", snapshot(name), None),
            Self::Clock => ("GET", "clock".to_owned(), None),
            Self::Freeze(Some(time)) => clock(json!({"frozen": true, "now": time})),
            Self::Freeze(None) => clock(json!({"frozen": true})),
            Self::Set(time) => clock(json!({"frozen": false, "now": time})),
            Self::Run => clock(json!({"frozen": false})),
            Self::Advance(seconds) => {
                ("POST", "clock/advance".to_owned(), Some(json!({"seconds": seconds})))
            }
            Self::Thaw => ("DELETE", "clock".to_owned(), None),
            Self::Jobs => ("GET", "jobs".to_owned(), None),
            Self::Executions => ("GET", "jobs/executions".to_owned(), None),
            Self::Start { what, parameters, sites } => {
                let mut body = json!({"parameters": parameters, "sites": sites});
                match what {
                    Start::Job(id) => body["job"] = id.as_str().into(),
                    Start::Step(id) => body["step_type"] = id.as_str().into(),
                }
                ("POST", "jobs/executions".to_owned(), Some(body))
            }
            Self::Execution { id, after, wait } => {
                let id = in_path(id);
                ("GET", format!("jobs/executions/{id}?after={after}&wait={wait}"), None)
            }
            Self::ExecutionLog(id) => ("GET", format!("jobs/executions/{}/log", in_path(id)), None),
            Self::StopExecution(id) => ("DELETE", format!("jobs/executions/{}", in_path(id)), None),
            Self::Journal(query) => ("GET", format!("journal?{query}"), None),
            Self::Faults => ("GET", "faults".to_owned(), None),
            Self::SetFaults(rules) => ("PUT", "faults".to_owned(), Some(rules.clone())),
            Self::ClearFaults => ("DELETE", "faults".to_owned(), None),
        };
        let path = format!("{ROOT}{path}");
        Asked { method, path, body: body.map(|body| body.to_string()) }
    }

    /// As somebody writes it, in the words of `haltscope sandbox`.
    pub fn words(&self) -> String {
        match self {
            Self::Health => "health".to_owned(),
            Self::Reset => "reset".to_owned(),
            Self::Snapshots => "snapshot list".to_owned(),
            Self::Take { name, replace: false } => format!("snapshot take {name}"),
            Self::Take { name, replace: true } => format!("snapshot take {name} --replace"),
            Self::Restore(name) => format!("snapshot restore {name}"),
            Self::Delete(name) => format!("snapshot delete {name}"),
            Self::Export(name) => format!("snapshot export {name}"),
            Self::Clock => "clock".to_owned(),
            Self::Freeze(None) => "clock freeze".to_owned(),
            Self::Freeze(Some(time)) => format!("clock freeze {time}"),
            Self::Set(time) => format!("clock set {time}"),
            Self::Run => "clock run".to_owned(),
            Self::Advance(seconds) => format!("clock advance {seconds}"),
            Self::Thaw => "clock thaw".to_owned(),
            Self::Jobs => "job list".to_owned(),
            Self::Executions => "job show".to_owned(),
            Self::Start { what, parameters, sites } => {
                let what = match what {
                    Start::Job(id) => format!("job run {id}"),
                    Start::Step(id) => format!("job step {id}"),
                };
                let parameters =
                    parameters.iter().map(|(name, value)| format!("-p {name}={value}"));
                let sites = (!sites.is_empty()).then(|| format!("--sites {}", sites.join(",")));
                let all: Vec<_> = [what].into_iter().chain(parameters).chain(sites).collect();
                all.join(" ")
            }
            Self::Execution { id, .. } => format!("job show {id}"),
            Self::ExecutionLog(id) => format!("job log {id}"),
            Self::StopExecution(id) => format!("job stop {id}"),
            Self::Journal(_) => "journal".to_owned(),
            Self::Faults => "faults".to_owned(),
            Self::SetFaults(_) => "faults set".to_owned(),
            Self::ClearFaults => "faults clear".to_owned(),
        }
    }
}

/// A name as one segment of a path, whatever it holds.
fn in_path(name: &str) -> String {
    utf8_percent_encode(name, NON_ALPHANUMERIC).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_one_segment_of_the_path() {
        let asked = Operation::Restore("../reset?x".to_owned()).asked();
        assert_eq!(asked.path, "/-/sandbox/snapshots/%2E%2E%2Freset%3Fx/restore");
        assert_eq!((asked.method, asked.body), ("POST", None));
    }
}
