//! What an address below a library names (section 4.3).

use std::fmt;

/// A single thing in a library.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resource {
    /// A content asset.
    Asset(String),
    /// A content folder.
    Folder(String),
    /// That an asset is in a folder.
    Assignment {
        /// The asset's ID.
        asset: String,
        /// The folder's ID.
        folder: String,
    },
}

/// A list of things in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The folders that an asset is assigned to.
    FoldersOf(String),
    /// The assets that are assigned to a folder.
    AssetsIn(String),
    /// The sub folders of a folder.
    FoldersIn(String),
}

impl Resource {
    pub(super) fn segments(&self) -> Vec<&str> {
        match self {
            Self::Asset(id) => vec!["content", id],
            Self::Folder(id) => vec!["folders", id],
            Self::Assignment { asset, folder } => vec!["folder_assignments", asset, folder],
        }
    }
}

impl Listing {
    pub(super) fn segments(&self) -> Vec<&str> {
        match self {
            Self::FoldersOf(asset) => vec!["content", asset, "folders"],
            Self::AssetsIn(folder) => vec!["folders", folder, "content"],
            Self::FoldersIn(folder) => vec!["folders", folder, "sub_folders"],
        }
    }
}

/// As messages name it.
impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asset(id) => write!(f, "asset {id}"),
            Self::Folder(id) => write!(f, "folder {id}"),
            Self::Assignment { asset, folder } => write!(f, "assignment of {asset} to {folder}"),
        }
    }
}
