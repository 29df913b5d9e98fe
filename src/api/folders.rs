//! Paths on this machine, taken as they are written.

use std::path::{Component, Path, PathBuf};

/// Without `.` and `..`; links stay as they are, because the project's layout is what counts.
pub fn normal(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir => {}
            other => whole.push(other),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_nowhere_is_left_out() {
        for (path, expected) in [
            ("/a/./b/../c", "/a/c"),
            ("a/..", ""),
            ("../x", "x"),
            ("/../a/", "/a"),
            ("a//b", "a/b"),
        ] {
            assert_eq!(normal(Path::new(path)), Path::new(expected), "{path}");
        }
    }
}
