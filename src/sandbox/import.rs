//! Site archives at the start: what they hold, and the sites that they bring.

use super::{
    SHARED_LIBRARY, SandboxError,
    options::{SandboxOptions, Site},
    seed::{Imported, read_archives},
    shop::Shop,
    store::Store,
    storefront::SiteFacts,
};
use std::sync::Arc;

/// What was kept, and on top of it what the archives say. Nothing is written yet.
pub(super) async fn read(
    options: &SandboxOptions,
    store: &Arc<dyn Store>,
) -> Result<Imported, SandboxError> {
    let kept = store.shop().await?;
    Ok(read_archives(&options.site_archives, kept, &options.site_ids())?)
}

/// The options with the sites of the archives: those that nobody has named are served too, each with its own
/// cartridges and library.
pub(super) fn sites(options: SandboxOptions, shop: &Shop) -> SandboxOptions {
    let mut options = options;
    let ids: Vec<String> = shop.scopes("site").map(str::to_owned).collect();
    for id in ids.into_iter().filter(|id| super::options::is_site_id(id)) {
        let is_known = options.sites.iter().any(|site| site.id == id);
        if is_known {
            continue;
        }
        let facts = SiteFacts::of(shop, &id, &options.spoken);
        let is_there = options.cartridges_of(&facts.cartridge_path).is_ok();
        let cartridge_path = if is_there { facts.cartridge_path } else { Vec::new() };
        if id == options.site && options.cartridge_path.is_empty() {
            options.cartridge_path.clone_from(&cartridge_path);
        }
        let library = facts.library.unwrap_or_else(|| SHARED_LIBRARY.to_owned());
        options.sites.push(Site { id, cartridge_path, library });
    }
    options
}
