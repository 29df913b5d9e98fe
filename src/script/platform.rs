//! The platform's own modules, written in JavaScript.

use super::cartridges::Files;
use super::declared::Declared;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The table is part of the program, and kept for good.
static DECLARED: LazyLock<Declared> = LazyLock::new(|| {
    let table = Embedded::get("declared.txt").map(|file| file.data).unwrap_or_default();
    Declared::parse(String::from_utf8_lossy(&table).into_owned().leak())
});

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
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn files(files: Files) -> Self {
        Self { files: Some(files) }
    }

    /// The classes that the vendor declares; nothing for other modules than the built-in ones.
    pub(super) fn declared(&self) -> Option<&'static Declared> {
        self.files.is_none().then(declared)
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

/// What the platform's vendor declares, emulated here or not.
pub fn declared() -> &'static Declared {
    &DECLARED
}
