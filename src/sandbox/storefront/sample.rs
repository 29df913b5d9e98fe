//! The sample storefront that is built into the program.

use super::folders::CartridgesError;
use crate::{
    sandbox::{
        seed::{Imported, Seed, SeedError, read_builtin},
        shop::Shop,
    },
    script::{Cartridges, Files},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::{Value, json};
use std::{borrow::Cow, sync::LazyLock};

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
    let archive = archive(is_of_content, sites)?;
    Ok(archive.libraries.into_iter().next().unwrap_or_default())
}

/// The site that the archive is of; any other gets the same.
const SITE: &str = "Storefront";

/// What else the archive says, as a site that sells in a currency has it.
pub(super) fn shop(site: &str, currency: &str) -> Shop {
    static SHOP: LazyLock<Shop> = LazyLock::new(|| {
        let read = archive(|path| !is_of_content(path), &[]);
        read.expect("a test reads the built-in archive").shop
    });
    let mut shop = SHOP.clone();
    shop.rename_scope(SITE, site);
    let jobs: Vec<_> =
        shop.documents("job", "").map(|(id, job)| (id.to_owned(), of_site(job, site))).collect();
    for (id, job) in jobs {
        job.as_object().into_iter().for_each(|job| shop.add("job", "", &id, job));
    }
    let books: Vec<String> = shop.scopes("pricebook").map(str::to_owned).collect();
    for book in books {
        let header = json!({ "currency": currency });
        header.as_object().into_iter().for_each(|it| shop.add("pricebook", &book, &book, it));
    }
    shop
}

/// A job whose flows are those of another site.
fn of_site(job: Value, site: &str) -> Value {
    match job {
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| {
                let value = if name == "siteId" { site.into() } else { of_site(value, site) };
                (name, value)
            });
            fields.collect()
        }
        Value::Array(all) => all.into_iter().map(|it| of_site(it, site)).collect(),
        other => other,
    }
}

/// A content library is planted as soon as the sandbox begins; all else waits for a visitor.
fn is_of_content(path: &str) -> bool {
    path.starts_with("libraries/")
}

/// What the files of its site archive say whose paths are `meant`.
fn archive(meant: impl Fn(&str) -> bool, sites: &[String]) -> Result<Imported, SeedError> {
    let files = files_below("archive/").filter(|(path, _)| meant(path));
    read_builtin(files.collect(), sites)
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
        let archive = archive(|_| true, &[]).expect("a well-formed archive");
        assert!(archive.left_out.is_empty(), "{:?}", archive.left_out);
        assert!(archive.libraries.iter().all(|library| library.left_out.is_empty()));
    }

    #[test]
    fn a_site_has_all_that_the_archive_has_for_its_own() {
        let shop = shop("Elsewhere", "CHF");
        assert_eq!(shop.ids("store", "Elsewhere").count(), 6);
        assert_eq!(shop.ids("store", SITE).count(), 0);
        assert_eq!(shop.ids("site", "Elsewhere").collect::<Vec<_>>(), ["Elsewhere"]);
        let currencies =
            shop.scopes("pricebook").map(|book| shop.document("pricebook", book, book));
        assert!(currencies.flatten().all(|header| header["currency"] == "CHF"));
    }
}
