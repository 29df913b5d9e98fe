//! Newtyped identifiers: a thread is never mistaken for a frame or a line.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! integer_id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

integer_id! {
    /// A script thread's `id` (section 2.7); never reused by the sandbox.
    ThreadId(u64)
}
integer_id! {
    /// A stack frame's `index` (section 2.7): 0 is the current location.
    FrameIndex(u32)
}
integer_id! {
    /// A breakpoint's `id`: the server's, from 1, belonging to one debugger client.
    BreakpointId(u64)
}
integer_id! {
    /// A line of a script, counted from 1 as the server counts.
    Line(u32)
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The identifier as the wire carries it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&$name> for $name {
            fn from(id: &$name) -> Self {
                id.clone()
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

text_id! {
    /// The value of the header `x-dw-client-id`: one debugger client (section 4.6).
    DebuggerId
}
text_id! {
    /// A content library: a shared one's own name, or the ID of a site (section 1).
    LibraryId
}
text_id! {
    /// A content asset of a library: `content_id` in addresses (section 2.2).
    AssetId
}
text_id! {
    /// A content folder of a library: `folder_id` in addresses (section 2.3).
    FolderId
}
text_id! {
    /// A script as the server names it: `/<cartridge>/<path in the cartridge>`, exact case.
    ScriptPath
}

impl ScriptPath {
    /// The file's name, the last segment of the path.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The first segment, which names the cartridge; empty when the path has none.
    pub fn cartridge(&self) -> &str {
        self.0.trim_start_matches('/').split('/').next().unwrap_or_default()
    }

    /// The folder without the leading `/` and without the file's name.
    pub fn folder(&self) -> &str {
        let path = self.0.trim_start_matches('/');
        path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The controller's name, as it stands in a route before the `-`; `None` of other scripts.
    pub fn controller(&self) -> Option<&str> {
        self.0.contains("/cartridge/controllers/").then(|| self.file_name().strip_suffix(".js"))?
    }

    /// Whether it is a template.
    pub fn is_template(&self) -> bool {
        self.file_name().rsplit_once('.').is_some_and(|(_, kind)| kind == "isml")
    }

    /// Whether its folder holds what storefronts send to browsers. No thread of the server runs that, unless a script
    /// of the server requires it.
    pub fn is_for_browsers(&self) -> bool {
        let mut segments = self.0.trim_start_matches('/').split('/').skip(1);
        segments.next() == Some("cartridge")
            && segments.next().is_some_and(|folder| BROWSER_FOLDERS.contains(&folder))
    }
}

/// Whether threads halt in a file of that path: a script, or a template. Case matters, as in all script paths.
pub fn is_script(path: &str) -> bool {
    [".js", ".ds", ".isml"].iter().any(|ending| path.ends_with(ending))
}

/// The folders of a cartridge that hold what storefronts send to browsers: sources, built files, and both in older
/// storefronts.
pub const BROWSER_FOLDERS: [&str; 3] = ["client", "static", "js"];
