//! libpq's file of passwords: `host:port:database:user:password` in each line, `*` for anything.

use secrecy::SecretString;
use std::{fs, os::unix::fs::PermissionsExt, path::Path};

/// The password of the first line that fits host, port, database and user. A file that others can read isn't used.
pub(super) fn find(path: &Path, wanted: [&str; 4]) -> Result<Option<SecretString>, String> {
    let facts = fs::metadata(path).map_err(|error| error.to_string())?;
    if facts.permissions().mode() & 0o077 != 0 {
        return Err("others can read it; chmod 600 makes it private".to_owned());
    }
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    Ok(text.lines().find_map(|line| password(line, wanted)).map(SecretString::from))
}

fn password(line: &str, wanted: [&str; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut fields = fields(line);
    let password = fields.pop().filter(|_| fields.len() == wanted.len())?;
    let fits = |(field, wanted): (&Field, &str)| field.is_any || field.text == wanted;
    fields.iter().zip(wanted).all(fits).then_some(password.text)
}

#[derive(Default)]
struct Field {
    text: String,
    /// A lone `*` that wasn't written `\*`.
    is_any: bool,
}

/// At most five: a password may have colons in it, but the file's rule is that they are escaped there, too.
fn fields(line: &str) -> Vec<Field> {
    let mut fields = vec![Field::default()];
    let mut characters = line.chars();
    let mut is_escaped = false;
    while let Some(c) = characters.next() {
        let Some(field) = fields.last_mut() else { continue };
        match c {
            '\\' => {
                is_escaped = true;
                field.text.extend(characters.next());
                continue;
            }
            ':' => {
                fields.push(Field::default());
                is_escaped = false;
                continue;
            }
            _ => field.text.push(c),
        }
        field.is_any = field.text == "*" && !is_escaped;
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fits_word_by_word() {
        let wanted = ["h", "5432", "d", "me"];
        for (line, expected) in [
            ("h:5432:d:me:secret", Some("secret")),
            ("*:*:*:*:secret", Some("secret")),
            (r"h:5432:d:me:se\:cr\\et", Some(r"se:cr\et")),
            (r"\*:5432:d:me:secret", None),
            ("h:5433:d:me:secret", None),
            ("#h:5432:d:me:secret", None),
            ("h:5432:d:me", None),
            ("", None),
        ] {
            assert_eq!(password(line, wanted).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn a_file_that_others_can_read_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("passwords");
        fs::write(&file, "*:*:*:*:secret").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("set");
        let refused = find(&file, ["h", "1", "d", "me"]).expect_err("refused");
        assert!(refused.contains("chmod 600") && !refused.contains("secret"), "{refused}");
    }
}
