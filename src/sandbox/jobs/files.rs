//! Where the files of the platform's own steps lie.

/// A folder or file below another, as parameters name it: with or without slashes around it.
pub(super) fn below(root: &str, path: &str) -> String {
    let path = path.trim().trim_matches('/');
    if path.is_empty() { root.to_owned() } else { format!("{root}/{path}") }
}
