//! What a sandbox is asked about itself, typed where commands are chosen: `snapshot take before-checkout`.

use crate::api::sandbox::Operation;

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
        }
    }
}
