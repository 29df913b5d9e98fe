//! What a sandbox is asked about itself, typed where commands are chosen: `snapshot take before-checkout`.

use crate::api::sandbox::{Operation, Start};
use std::collections::BTreeMap;

/// What is typed, if it is such a request, whole; in the words of `haltscope sandbox`.
pub(super) fn typed_own(text: &str) -> Option<Operation> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let owned = |text: &&str| (*text).to_owned();
    Some(match words.as_slice() {
        ["snapshot", "list"] => Operation::Snapshots,
        ["snapshot", "take", name] => Operation::Take { name: owned(name), replace: false },
        ["snapshot", "take", name, "--replace"] | ["snapshot", "take", "--replace", name] => {
            Operation::Take { name: owned(name), replace: true }
        }
        ["snapshot", "restore", name] => Operation::Restore(owned(name)),
        ["snapshot", "delete", name] => Operation::Delete(owned(name)),
        ["clock", "freeze"] => Operation::Freeze(None),
        ["clock", "freeze", time] => Operation::Freeze(Some(owned(time))),
        ["clock", "set", time] => Operation::Set(owned(time)),
        ["clock", "run"] => Operation::Run,
        ["clock", "advance", seconds] => {
            Operation::Advance(seconds.parse().ok().filter(|seconds: &f64| seconds.is_finite())?)
        }
        ["clock", "thaw"] => Operation::Thaw,
        ["job", "list"] => Operation::Jobs,
        ["job", "run", id, rest @ ..] => started(Start::Job(owned(id)), rest)?,
        ["job", "step", id, rest @ ..] => started(Start::Step(owned(id)), rest)?,
        ["job", "show"] => Operation::Executions,
        ["job", "show", id] => Operation::Execution { id: owned(id), after: 0, wait: 0 },
        ["job", "log", id] => Operation::ExecutionLog(owned(id)),
        ["job", "stop", id] => Operation::StopExecution(owned(id)),
        _ => return None,
    })
}

/// With its parameters and sites: `-p NAME=VALUE`, `--sites A,B`.
fn started(what: Start, rest: &[&str]) -> Option<Operation> {
    let (mut parameters, mut sites) = (BTreeMap::new(), Vec::new());
    for pair in rest.chunks(2) {
        match pair {
            ["-p" | "--param", parameter] => {
                let (name, value) =
                    parameter.split_once('=').filter(|(name, _)| !name.is_empty())?;
                parameters.insert(name.to_owned(), value.to_owned());
            }
            ["--sites", all] => sites.extend(all.split(',').map(str::to_owned)),
            _ => return None,
        }
    }
    Some(Operation::Start { what, parameters, sites })
}

/// How such requests are written, if what is typed begins with one's first word.
pub(super) fn written(text: &str) -> Option<&'static str> {
    Some(match text.split_whitespace().next()? {
        "snapshot" => "snapshot list, take NAME [--replace], restore NAME or delete NAME",
        "clock" => "clock freeze [TIME], set TIME, run, advance SECONDS or thaw",
        "job" => {
            "job list, run ID [-p NAME=VALUE] [--sites A,B], step ID, show [ID], log ID or stop ID"
        }
        _ => return None,
    })
}

/// What Enter will do with it.
pub(super) fn help(operation: &Operation) -> String {
    format!("Enter {}  Esc cancel", operation.words())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_typed_in_the_words_of_the_command_line() {
        let one = || "one".to_owned();
        for (text, expected) in [
            ("snapshot list", Operation::Snapshots),
            (" snapshot  take one ", Operation::Take { name: one(), replace: false }),
            ("snapshot take one --replace", Operation::Take { name: one(), replace: true }),
            ("snapshot restore one", Operation::Restore(one())),
            ("snapshot delete one", Operation::Delete(one())),
            ("clock freeze", Operation::Freeze(None)),
            ("clock freeze one", Operation::Freeze(Some(one()))),
            ("clock set one", Operation::Set(one())),
            ("clock run", Operation::Run),
            ("clock advance -60", Operation::Advance(-60.0)),
            ("clock thaw", Operation::Thaw),
            ("job list", Operation::Jobs),
            ("job show", Operation::Executions),
            ("job show one", Operation::Execution { id: one(), after: 0, wait: 0 }),
            ("job log one", Operation::ExecutionLog(one())),
            ("job stop one", Operation::StopExecution(one())),
            (
                "job run one",
                Operation::Start {
                    what: Start::Job(one()),
                    parameters: BTreeMap::new(),
                    sites: Vec::new(),
                },
            ),
            (
                "job step one -p A=b=c --sites X,Y",
                Operation::Start {
                    what: Start::Step(one()),
                    parameters: [("A".to_owned(), "b=c".to_owned())].into(),
                    sites: vec!["X".to_owned(), "Y".to_owned()],
                },
            ),
        ] {
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(expected.words(), words.join(" "));
            assert_eq!(typed_own(text), Some(expected), "{text}");
        }
        let first = typed_own("snapshot take --replace one");
        assert_eq!(first, Some(Operation::Take { name: one(), replace: true }));
        for text in
            ["snapshot", "snapshot take", "clock advance x", "clock advance nan", "clock set 1 2"]
        {
            assert_eq!(typed_own(text), None, "{text}");
            let first = text.split(' ').next();
            assert_eq!(written(text).and_then(|how| how.split(' ').next()), first);
        }
        assert_eq!(written("snapshots"), None);
    }
}
