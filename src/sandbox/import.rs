//! Site archives at the start: what they hold, and the sites that they bring.

use super::{
    SHARED_LIBRARY, SandboxError, jobs,
    named::There,
    options::{SandboxOptions, Site},
    seed::{ArchiveSites, Elsewhere, Imported, LeftOut, read_furnished},
    shop::Shop,
    store::Store,
    storefront::{SiteFacts, sample_content, with_sample},
};
use std::{collections::HashSet, path::PathBuf, slice, sync::Arc};

/// What was kept, and on top of it what the archives say. Nothing is written yet.
pub(super) async fn read(
    options: &SandboxOptions,
    store: &Arc<dyn Store>,
) -> Result<Imported, SandboxError> {
    let kept = store.shop().await?;
    let sites = ArchiveSites { served: options.site_ids(), renamed: options.renamed_sites.clone() };
    let furnish = |shop: &Shop| {
        let own = shop.scopes("site").map(str::to_owned);
        let all: Vec<String> = options.site_ids().into_iter().chain(own).collect();
        with_sample(shop, &all, &options.spoken)
    };
    Ok(read_furnished(&options.site_archives, kept, &sites, furnish)?)
}

/// Tells which templates, step types and content assets archives name that are nowhere.
pub(super) async fn judge(
    options: &SandboxOptions,
    store: &Arc<dyn Store>,
    imported: &mut Imported,
) -> Result<(), SandboxError> {
    let files = std::mem::take(&mut imported.elsewhere);
    if files.is_empty() {
        return Ok(());
    }
    let of_sample = if options.cartridges.is_empty() {
        Some(sample_content(&options.site_ids())?)
    } else {
        None
    };
    let seeds = imported.libraries.iter().chain(&options.seeds).chain(&of_sample);
    let assets: HashSet<String> = seeds.flat_map(|seed| seed.ids()[0].clone()).collect();
    let cartridges = options.cartridges_of(&[])?;
    let there = There {
        cartridges: &cartridges,
        store: store.as_ref(),
        assets,
        is_own_step: jobs::has_type,
    };
    imported.left_out.extend(there.judge(files).await?);
    Ok(())
}

/// The options with the sites of the archives: those that nobody has named are served too, each with its own
/// cartridges and library. Of its cartridges those count that are there; the others are told.
pub(super) fn sites(options: SandboxOptions, imported: &mut Imported) -> SandboxOptions {
    let Imported { shop, left_out, elsewhere, .. } = imported;
    let mut options = options;
    let ids: Vec<String> = shop.scopes("site").map(str::to_owned).collect();
    let found = options.cartridges_of(&[]).ok();
    for id in ids.into_iter().filter(|id| super::options::is_site_id(id)) {
        let is_known = options.sites.iter().any(|site| site.id == id);
        if is_known {
            continue;
        }
        let facts = SiteFacts::of(shop, &id, &options.spoken);
        let is_there = |name: &String| {
            let of_sample = options.cartridges.is_empty();
            found.as_ref().is_some_and(|it| it.cartridge(name).is_some())
                || of_sample && options.cartridges_of(slice::from_ref(name)).is_ok()
        };
        let (cartridge_path, absent): (Vec<_>, Vec<_>) =
            facts.cartridge_path.into_iter().partition(is_there);
        let is_asked = id != options.site || options.cartridge_path.is_empty();
        if is_asked && !options.cartridges.is_empty() && !absent.is_empty() {
            left_out.extend(absent_cartridges(&id, &absent, elsewhere));
        }
        if id == options.site && options.cartridge_path.is_empty() {
            options.cartridge_path.clone_from(&cartridge_path);
        }
        let library = facts.library.unwrap_or_else(|| SHARED_LIBRARY.to_owned());
        options.sites.push(Site { id, cartridge_path, library });
    }
    elsewhere.retain_mut(|(_, names)| {
        names.forget_cartridges();
        !names.is_empty()
    });
    options
}

/// Tells cartridges of a site that aren't there, where archives name them; those of a site that was kept stand in no file.
fn absent_cartridges(
    site: &str,
    absent: &[String],
    files: &[(PathBuf, Elsewhere)],
) -> Vec<(PathBuf, LeftOut)> {
    let mut all = Vec::new();
    for (file, elsewhere) in files {
        let mut told = LeftOut::default();
        if elsewhere.tell_cartridges(site, absent, &mut told) {
            all.push((file.clone(), told));
        }
    }
    if all.is_empty() {
        let mut told = LeftOut::default();
        for name in absent {
            told.mistake(format!("no folder has the cartridge {name}"), 0);
        }
        all.push((PathBuf::from(format!("cartridge path of site {site}")), told));
    }
    all
}
