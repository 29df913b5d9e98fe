//! How an export's folder is laid out: `library.json`, `assignments.json`, a file per folder and
//! per asset.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::{fs, io};

pub(super) const HEADER: &str = "library.json";
pub(super) const ASSIGNMENTS: &str = "assignments.json";
pub(super) const FOLDERS: &str = "folders";
pub(super) const ASSETS: &str = "assets";

/// What stands for itself in a file name.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_');
/// Most systems take names of 255 bytes.
const LONGEST: usize = 200;

/// The documents of a folder, in the order of their names.
pub(super) fn json_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The file of an ID. Long IDs are cut, and IDs with capitals get a digest too, because some
/// systems take `Home` and `home` for the same file, and so do names that Windows has for devices.
pub(super) fn file_name(id: &str) -> String {
    let encoded = utf8_percent_encode(id, PLAIN).to_string();
    let has_capitals = id.bytes().any(|byte| byte.is_ascii_uppercase());
    if encoded.len() <= LONGEST && !has_capitals && !is_device(id) {
        return format!("{encoded}.json");
    }
    let digest = Sha256::digest(id.as_bytes());
    let digest = digest[..8].iter().fold(0, |sum, byte| (sum << 8) | u64::from(*byte));
    let start = &encoded[..encoded.len().min(LONGEST)];
    format!("{start}~{digest:016x}.json")
}

/// Whether Windows has no file of that name, whatever its extension.
fn is_device(id: &str) -> bool {
    let numbered = id.strip_prefix("com").or_else(|| id.strip_prefix("lpt"));
    let is_digit = |rest: &str| matches!(rest.as_bytes(), [b'1'..=b'9']);
    matches!(id, "con" | "prn" | "aux" | "nul") || numbered.is_some_and(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_a_file_of_its_own_below_its_folder() {
        assert_eq!(file_name("imprint-2_b"), "imprint-2_b.json");
        assert_eq!(file_name("../a.b"), "%2E%2E%2Fa%2Eb.json");
        let long = "ü".repeat(256);
        let names = ["Home", "home", "HOME", &long, &long[2..]].map(file_name);
        assert!(names.iter().all(|name| name.len() <= 255 && name.is_ascii()), "{names:?}");
        let mut small: Vec<_> = names.iter().map(|name| name.to_lowercase()).collect();
        small.sort();
        small.dedup();
        assert_eq!(small.len(), names.len());
        for (id, is_plain) in [("con", false), ("lpt1", false), ("com", true), ("con-2", true)] {
            assert_eq!(file_name(id) == format!("{id}.json"), is_plain, "{id}");
        }
    }
}
