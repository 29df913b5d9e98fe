//! The sample storefront that is built into the program.

use super::{catalogue::Catalogue, folders::CartridgesError};
use crate::{
    sandbox::{
        seed::{Imported, Seed, SeedError, read_builtin},
        shop::Shop,
    },
    script::{Cartridges, Files},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

/// All cartridges of the sample as one cartridge path, leftmost first.
const CARTRIDGES: [&str; 4] = ["bm_content", "app_brand", "app_storefront", "app_base"];

/// The cartridge path of its site. Hooks around the writes of content are left to those who ask for
/// `bm_content`: they cost a write two script threads, and one that loses a race isn't repeated.
const SITE_PATH: [&str; 3] = ["app_brand", "app_storefront", "app_base"];

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

/// All cartridges of the sample, in an order that suits a cartridge path.
pub fn sample_cartridges() -> Vec<SampleCartridge> {
    CARTRIDGES.map(|name| SampleCartridge { name, files: files_of(name) }).into()
}

/// Cartridges of the sample in the order of a cartridge path; an empty one means that of its site.
pub fn sample_path(path: &[String]) -> Result<Cartridges, CartridgesError> {
    if path.is_empty() {
        return Ok(cartridges());
    }
    let names: Result<Vec<_>, _> = path.iter().map(known).collect();
    Ok(in_order(names?))
}

/// The cartridges of the sample's site.
pub(super) fn cartridges() -> Cartridges {
    in_order(SITE_PATH)
}

fn known(name: &String) -> Result<&'static str, CartridgesError> {
    CARTRIDGES.into_iter().find(|known| known == name).ok_or_else(|| CartridgesError::Unknown {
        name: name.clone(),
        found: CARTRIDGES.join(", "),
    })
}

fn in_order(names: impl IntoIterator<Item = &'static str>) -> Cartridges {
    names
        .into_iter()
        .fold(Cartridges::new(), |path, name| path.with(name, Files::memory(files_of(name))))
}

/// What its content library begins with; a test reads it.
pub fn sample_content(sites: &[String]) -> Result<Seed, SeedError> {
    let archive = archive(SITE, sites)?;
    // The site's own library has only what is designed, which isn't kept with the content.
    let is_shared = |seed: &Seed| seed.library.as_deref() != Some(SITE);
    Ok(archive.libraries.into_iter().find(is_shared).unwrap_or_default())
}

/// A shop with what the sample has besides products, such as stores, where the shop itself has none.
pub(super) fn furnished(shop: &Shop, site: &str) -> Arc<Shop> {
    let archive = archive(site, &[]).expect("a test reads the built-in archive");
    let mut furnished = shop.clone();
    furnished.fill(archive.shop);
    Arc::new(furnished)
}

/// The site that the archive is of; any other gets the same.
const SITE: &str = "Storefront";

/// Its site archive.
fn archive(site: &str, sites: &[String]) -> Result<Imported, SeedError> {
    let of_site = format!("sites/{SITE}/");
    let renamed = |path: String| match path.strip_prefix(&of_site) {
        Some(rest) => format!("sites/{site}/{rest}"),
        None => path,
    };
    let files = files_below("archive/").map(|(path, content)| (renamed(path), content));
    read_builtin(files.collect(), sites)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_archive_has_a_place() {
        let archive = archive("Elsewhere", &[]).expect("a well-formed archive");
        assert!(archive.left_out.is_empty(), "{:?}", archive.left_out);
        assert_eq!(archive.shop.ids("store", "Elsewhere").count(), 6);
        assert_eq!(archive.shop.ids("store", SITE).count(), 0);
        assert!(archive.libraries[0].left_out.is_empty());
    }
}
