//! Files with secrets that other users of the machine can read.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The bits that let the group and everybody else read.
const OTHERS: u32 = 0o044;

/// A warning about a file whose permissions let others read it, with the command that mends it;
/// `what` is in it. What is no file, such as a pipe, is nobody else's.
pub fn exposure(file: &Path, what: &str) -> Option<String> {
    let found = fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
    let mode = found.permissions().mode() & 0o777;
    (mode & OTHERS != 0).then(|| {
        let file = file.display().to_string();
        let word = shell_word(&file);
        format!("{file} holds {what}, and its permissions ({mode:04o}) let others read it: chmod 600 {word}")
    })
}

/// The same for a folder that lets others in.
pub fn open_folder(folder: &Path, what: &str) -> Option<String> {
    let found = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    let mode = found.permissions().mode() & 0o777;
    (mode & (OTHERS | 0o011) != 0).then(|| {
        let folder = folder.display().to_string();
        let word = shell_word(&folder);
        format!("{folder} holds {what}, and its permissions ({mode:04o}) let others in: chmod 700 {word}")
    })
}

/// The text as one word of a shell.
fn shell_word(text: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+@%,:=".contains(letter);
    if text.chars().all(plain) && !text.starts_with('-') {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_others_can_read_are_warned_of() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("it's here.json");
        fs::write(&file, "").expect("written");
        for (mode, expected) in [
            (0o600, None),
            (0o400, None),
            (0o622, None),
            (0o644, Some("0644")),
            (0o640, Some("0640")),
        ] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("its owner's");
            let warning = exposure(&file, "secrets");
            assert_eq!(warning.is_some(), expected.is_some(), "{mode:o}");
            let Some((warning, expected)) = warning.zip(expected) else { continue };
            assert!(warning.contains(&format!("({expected})")), "{warning}");
            let quoted = format!("chmod 600 '{}/it'\\''s here.json'", folder.path().display());
            assert!(warning.ends_with(&quoted), "{warning}");
        }
        assert_eq!(exposure(folder.path(), "secrets"), None, "a folder");
        let allow = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode));
        allow(0o700).expect("its owner's");
        assert_eq!(open_folder(folder.path(), "state"), None, "its owner's");
        allow(0o711).expect("its owner's");
        let warning = open_folder(folder.path(), "state").expect("open");
        assert!(warning.contains("(0711) let others in: chmod 700 "), "{warning}");
        assert_eq!(exposure(&folder.path().join("none"), "secrets"), None);
    }
}
