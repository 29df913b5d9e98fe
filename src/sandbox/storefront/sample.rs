//! The sample storefront that is built into the program.

use super::catalogue::Catalogue;
use crate::script::{Cartridges, Files};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

/// The sample's cartridges in the order of their cartridge path, leftmost first.
const CARTRIDGE_PATH: [&str; 3] = ["app_brand", "app_storefront", "app_base"];

#[derive(RustEmbed)]
#[folder = "assets/storefront/"]
struct Embedded;

/// One of the sample's cartridges with all its files.
#[derive(Clone, Debug)]
pub struct SampleCartridge {
    /// Its name, which is the first segment of its script paths.
    pub name: &'static str,
    /// Path below the cartridge's folder, for example `cartridge/controllers/Cart.js`, and content.
    pub files: Vec<(String, Cow<'static, [u8]>)>,
}

/// The cartridges of the sample storefront, in the order of the cartridge path.
pub fn sample_cartridges() -> Vec<SampleCartridge> {
    CARTRIDGE_PATH.map(|name| SampleCartridge { name, files: files_of(name) }).into()
}

/// The sample's cartridges as scripts are run from them.
pub(super) fn cartridges() -> Cartridges {
    sample_cartridges().into_iter().fold(Cartridges::new(), |path, cartridge| {
        path.with(cartridge.name, Files::memory(cartridge.files))
    })
}

/// The catalogue's documents: file name (for example `products.jsonl`) to content.
pub(super) fn catalogue() -> BTreeMap<String, Cow<'static, [u8]>> {
    files_below("catalogue/").collect()
}

/// The catalogue, read at its first use.
pub(super) fn shared_catalogue() -> Arc<Catalogue> {
    static CATALOGUE: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
        let read = Catalogue::read(&catalogue());
        Arc::new(read.expect("a test reads the built-in catalogue"))
    });
    Arc::clone(&CATALOGUE)
}

fn files_of(name: &str) -> Vec<(String, Cow<'static, [u8]>)> {
    files_below(&format!("cartridges/{name}/")).collect()
}

fn files_below(folder: &str) -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    Embedded::iter().filter_map(move |path| {
        let name = path.strip_prefix(folder)?.to_owned();
        let EmbeddedFile { data, .. } = Embedded::get(&path)?;
        Some((name, data))
    })
}
