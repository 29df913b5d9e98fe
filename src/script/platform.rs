//! The platform's own modules, written in JavaScript.

use super::cartridges::Files;
use rust_embed::RustEmbed;
use std::borrow::Cow;

/// Where `dw/…`, `server` and `prelude` come from.
#[derive(Clone, Debug, Default)]
pub struct Platform {
    files: Option<Files>,
}

#[derive(RustEmbed)]
#[folder = "assets/platform/"]
struct Embedded;

impl Platform {
    /// The modules built into the program, from `assets/platform`.
    pub fn embedded() -> Self {
        Self { files: None }
    }

    /// Other modules, for tests of the engine alone.
    pub fn files(files: Files) -> Self {
        Self { files: Some(files) }
    }

    /// The text of a module, for example `dw/util/ArrayList`, without its `.js`.
    pub(super) fn read(&self, module: &str) -> Option<Cow<'static, [u8]>> {
        let path = format!("{module}.js");
        match &self.files {
            Some(files) => files.read(&path),
            None => Embedded::get(&path).map(|file| file.data),
        }
    }
}
