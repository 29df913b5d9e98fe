//! The Data API's names (sections 2, 4 and 9): versions, document types, headers.

use std::{fmt, str::FromStr};

/// The header with the state that a request builds on (section 4.2).
pub const STATE_HEADER: &str = "x-dw-resource-state";
/// What stands for the state of a resource that doesn't exist.
pub const NOT_EXISTS: &str = "not_exists";
/// The smallest and largest `count` of a listing, and what it is by default (section 4.4).
pub const COUNT: (u64, u64, u64) = (1, 200, 25);
/// The longest ID, in characters (section 2.1).
pub const ID_LENGTH: usize = 256;

/// `_type` of a content asset.
pub const ASSET: &str = "content_asset";
/// `_type` of a content folder.
pub const FOLDER: &str = "content_folder";
/// `_type` of an assignment.
pub const ASSIGNMENT: &str = "content_folder_assignment";
/// `_type` of a list of assets.
pub const ASSET_RESULT: &str = "content_asset_result";
/// `_type` of a list of folders.
pub const FOLDER_RESULT: &str = "content_folder_result";
/// `_type` of a localized value of `c_body`.
pub const MARKUP_TEXT: &str = "markup_text";

/// A version of the Data API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    major: u16,
    minor: u16,
}

/// A path segment that has not the form `v23_2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a version is written as in v23_2")]
pub struct InvalidVersion;

impl Version {
    /// The version that the specification describes.
    pub const SPECIFIED: Self = Self { major: 23, minor: 2 };
    /// The oldest version that the sandbox serves.
    pub const OLDEST: Self = Self { major: 17, minor: 1 };
    /// The newest version that the sandbox serves.
    pub const NEWEST: Self = Self { major: 25, minor: 6 };

    /// As paths have it: `v23_2`.
    pub fn in_path(self) -> String {
        format!("v{}_{}", self.major, self.minor)
    }
}

/// As documents have it in `_v`: `23.2`.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Reads the form that paths have.
impl FromStr for Version {
    type Err = InvalidVersion;

    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        let (major, minor) =
            text.strip_prefix('v').and_then(|text| text.split_once('_')).ok_or(InvalidVersion)?;
        let number = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit())
                && (text == "0" || !text.starts_with('0'));
            text.parse().ok().filter(|_| is_plain).ok_or(InvalidVersion)
        };
        Ok(Self { major: number(major)?, minor: number(minor)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_reads_as_paths_have_it() {
        assert_eq!("v23_2".parse(), Ok(Version::SPECIFIED));
        assert_eq!(Version::SPECIFIED.to_string(), "23.2");
        assert_eq!(Version::SPECIFIED.in_path(), "v23_2");
        for text in [
            "",
            "23_2",
            "v23",
            "v23.2",
            "v_2",
            "v23_",
            "v023_2",
            "v23_02",
            "v+3_2",
            "vx_y",
            "v99999999_1",
        ] {
            assert_eq!(text.parse::<Version>(), Err(InvalidVersion), "{text}");
        }
    }
}
