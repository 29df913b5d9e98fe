//! Where a request goes: site, version and resource (section 4.1; "beyond the specification", 2.1).

use super::{Method, faults, fields::Kind};
use crate::{
    api::{
        content::{ID_LENGTH, Version},
        ids::{AssetId, FolderId, LibraryId},
    },
    sandbox::{
        faults::string_constraint,
        refusal::{Refusal, resource_not_found},
        store::{Key, ROOT},
    },
};
use percent_encoding::percent_decode_str;

/// An address below `/dw/data`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// The path up to the version, as it was sent: links repeat it.
    pub base: String,
    /// The version asked for.
    pub version: Version,
    /// The path after the version, as it was sent.
    pub path: String,
    /// The same, decoded.
    pub segments: Vec<String>,
    /// What it names.
    pub resource: Resource,
}

/// What an address names (section 4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    /// A content asset.
    Asset { library: LibraryId, id: AssetId },
    /// The folders that an asset is assigned to.
    FoldersOf { library: LibraryId, asset: AssetId },
    /// An assignment.
    Assignment { library: LibraryId, asset: AssetId, folder: FolderId },
    /// A content folder.
    Folder { library: LibraryId, id: FolderId },
    /// The assets of a folder.
    AssetsIn { library: LibraryId, folder: FolderId },
    /// The sub folders of a folder.
    FoldersIn { library: LibraryId, folder: FolderId },
}

impl Address {
    /// Reads the rest of a path whose version is known.
    pub(super) fn parse(base: &Base<'_>) -> Result<Self, Refusal> {
        let segments = base.segments()?;
        let resource = Resource::of(&segments)?.ok_or_else(|| base.not_found())?;
        let (text, path) = (base.text.to_owned(), base.below());
        Ok(Self { base: text, version: base.version, path, segments, resource })
    }
}

/// The start of a path below `/dw/data`, which says in which version faults are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base<'a> {
    /// The path up to the version, as it was sent.
    text: &'a str,
    /// The version asked for.
    pub version: Version,
    /// What follows the version's slash.
    rest: &'a str,
}

impl<'a> Base<'a> {
    /// Reads the path of a target whose site, if it names one, is one of `sites`.
    pub(super) fn parse(path: &'a str, sites: &[String]) -> Result<Self, Refusal> {
        let (base_length, site) = split(path).ok_or_else(|| resource_not_found(path))?;
        if let Some(site) = site.filter(|site| site != "-" && !sites.contains(site)) {
            return Err(faults::unknown_site(&site));
        }
        let (version, rest) =
            path[base_length..].split_once('/').unwrap_or((&path[base_length..], ""));
        let known = version.parse::<Version>().map_err(|_| faults::invalid_version(version))?;
        if !(Version::OLDEST..=Version::NEWEST).contains(&known) {
            return Err(faults::version_not_found(version));
        }
        Ok(Self { text: &path[..base_length + version.len()], version: known, rest })
    }

    /// The path after the version, as it was sent.
    pub(super) fn below(&self) -> String {
        format!("/{}", self.rest)
    }

    /// The same in its parts, decoded.
    pub(super) fn segments(&self) -> Result<Vec<String>, Refusal> {
        let raw: Vec<_> = self.rest.split('/').collect();
        if raw.iter().any(|segment| segment.is_empty()) {
            return Err(self.not_found());
        }
        raw.iter().map(|segment| decode(segment)).collect()
    }

    fn not_found(&self) -> Refusal {
        resource_not_found(&format!("{}/{}", self.text, self.rest))
    }
}

/// The length of what stands before the version, and the site.
fn split(path: &str) -> Option<(usize, Option<String>)> {
    const API: &str = "/dw/data/";
    if path.starts_with(API) {
        return Some((API.len(), None));
    }
    let site = path.strip_prefix("/s/")?.split('/').next()?;
    let prefix = "/s/".len() + site.len();
    let decoded = percent_decode_str(site).decode_utf8_lossy().into_owned();
    path[prefix..].starts_with(API).then_some((prefix + API.len(), Some(decoded)))
}

/// A segment that isn't text stays out of every constraint.
fn decode(segment: &str) -> Result<String, Refusal> {
    let decoded = percent_decode_str(segment).decode_utf8();
    decoded.map(std::borrow::Cow::into_owned).map_err(|_| string_constraint("path", "UTF-8"))
}

fn id<'a, T: From<&'a str>>(parameter: &str, text: &'a str) -> Result<T, Refusal> {
    if is_id(text) {
        return Ok(text.into());
    }
    Err(string_constraint(parameter, "1 to 256 characters without control characters"))
}

/// Whether a text can be an ID (section 2.1).
pub(crate) fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= ID_LENGTH && !text.chars().any(char::is_control)
}

impl Resource {
    fn of(segments: &[String]) -> Result<Option<Self>, Refusal> {
        let names: Vec<_> = segments.iter().map(String::as_str).collect();
        let ["libraries", library, rest @ ..] = names.as_slice() else { return Ok(None) };
        let library = || id("library_id", library);
        let content = |text| id("content_id", text);
        let folder = |text| id("folder_id", text);
        Ok(Some(match rest {
            ["content", asset] => Self::Asset { library: library()?, id: content(asset)? },
            ["content", asset, "folders"] => {
                Self::FoldersOf { library: library()?, asset: content(asset)? }
            }
            ["folder_assignments", asset, of] => Self::Assignment {
                library: library()?,
                asset: content(asset)?,
                folder: folder(of)?,
            },
            ["folders", of] => Self::Folder { library: library()?, id: folder(of)? },
            ["folders", of, "content"] => {
                Self::AssetsIn { library: library()?, folder: folder(of)? }
            }
            ["folders", of, "sub_folders"] => {
                Self::FoldersIn { library: library()?, folder: folder(of)? }
            }
            _ => return Ok(None),
        }))
    }

    /// The library that it is in.
    pub(crate) fn library(&self) -> &LibraryId {
        match self {
            Self::Asset { library, .. }
            | Self::FoldersOf { library, .. }
            | Self::Assignment { library, .. }
            | Self::Folder { library, .. }
            | Self::AssetsIn { library, .. }
            | Self::FoldersIn { library, .. } => library,
        }
    }

    /// The row that it is; listings are none.
    pub(crate) fn key(&self) -> Option<Key> {
        match self {
            Self::Asset { library, id } => Some(Key::asset(library, id)),
            Self::Folder { library, id } => Some(Key::folder(library, id)),
            Self::Assignment { library, asset, folder } => {
                Some(Key::assignment(library, asset, folder))
            }
            _ => None,
        }
    }

    /// The kind of its documents; listings have none that is written.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Self::Asset { .. } => Some(Kind::Asset),
            Self::Folder { .. } => Some(Kind::Folder),
            Self::Assignment { .. } => Some(Kind::Assignment),
            _ => None,
        }
    }

    /// What can be done with it; the root folder can't be removed.
    pub(crate) fn methods(&self) -> &'static [Method] {
        use Method::{Delete, Get, Head, Options, Patch, Put};
        match self {
            Self::Folder { id, .. } if id.as_str() == ROOT => &[Get, Head, Put, Patch, Options],
            Self::Asset { .. } | Self::Folder { .. } | Self::Assignment { .. } => {
                &[Get, Head, Put, Patch, Delete, Options]
            }
            _ => &[Get, Head, Options],
        }
    }

    /// Whether the method needs an encrypted connection (section 4.1).
    pub(crate) fn is_secure_only(&self, method: Method) -> bool {
        use Method::{Delete, Get, Head, Put};
        matches!((self, method), (Self::Asset { .. }, Get | Head | Put | Delete))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(path: &str) -> Result<Address, Refusal> {
        Address::parse(&Base::parse(path, &["Storefront".to_owned()])?)
    }

    #[test]
    fn both_shapes_name_the_same_resources() {
        for base in ["/dw/data/v23_2", "/s/-/dw/data/v17_1", "/s/Storefront/dw/data/v25_6"] {
            let (library, id) = ("L".into(), "a/b ö".into());
            let address = parse(&format!("{base}/libraries/L/content/a%2Fb%20%C3%B6")).expect(base);
            assert_eq!(address.resource, Resource::Asset { library, id });
            assert_eq!(address.base, base);
            assert_eq!(address.path, "/libraries/L/content/a%2Fb%20%C3%B6");
        }
    }

    #[test]
    fn other_addresses_have_their_faults() {
        let long = "x".repeat(257);
        for (path, fault) in [
            ("/s/Other/dw/data/v23_2/libraries/L/content/a", "UnknownSite"),
            ("/dw/data/v16_9/libraries/L/content/a", "VersionNotFound"),
            ("/dw/data/v25_7/libraries/L/content/a", "VersionNotFound"),
            ("/dw/data/23_2/libraries/L/content/a", "InvalidVersion"),
            ("/dw/data/v23/libraries/L/content/a", "InvalidVersion"),
            ("/dw/data/v23_2", "ResourcePathNotFound"),
            ("/dw/data/v23_2/", "ResourcePathNotFound"),
            ("/dw/data/v23_2/sites", "ResourcePathNotFound"),
            ("/dw/data/v23_2/libraries/L", "ResourcePathNotFound"),
            ("/dw/data/v23_2/libraries/L/content", "ResourcePathNotFound"),
            ("/dw/data/v23_2/libraries/L/content/", "ResourcePathNotFound"),
            ("/dw/data/v23_2/libraries//content/a", "ResourcePathNotFound"),
            ("/dw/data/v23_2/libraries/L/content//folders", "ResourcePathNotFound"),
            ("/dw/data/v23_2/libraries/L/content/a/", "ResourcePathNotFound"),
            ("/dw/data/v23_2/libraries/L/content/a/x", "ResourcePathNotFound"),
            ("/dw/data/v23_2/libraries/L/content/a%00", "StringConstraintViolation"),
            ("/dw/data/v23_2/libraries/L/content/%ff", "StringConstraintViolation"),
            (&format!("/dw/data/v23_2/libraries/{long}/content/a"), "StringConstraintViolation"),
        ] {
            let refusal = parse(path).expect_err(path);
            assert!(refusal.is(fault), "{path}: {refusal:?}");
        }
        let longest = "ö".repeat(256);
        assert!(parse(&format!("/dw/data/v23_2/libraries/L/folders/{longest}")).is_ok());
    }
}
