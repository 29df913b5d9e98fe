//! What the store holds before the first request, and what a reset goes back to.
//!
//! The seed is what a new store holds once all is loaded that the options name. What is named at later starts of a
//! store that is kept is loaded into its seed too, so that a reset goes back to all that was ever loaded and to
//! nothing else.

use super::{
    SHARED_LIBRARY, SandboxError,
    data::DataApi,
    import,
    options::SandboxOptions,
    seed::{Imported, plant},
    state::Beside,
    store::{CheckpointError, CheckpointName, Library, PutBack, Store, StoreError},
    storefront::sample_content,
};
use std::{path::Path, sync::Arc};

/// The options as the store's shop completes them, and what is to be planted.
pub struct Prepared {
    /// With the sites of the shop.
    pub options: SandboxOptions,
    /// What the archives hold.
    pub imported: Imported,
}

/// Puts back what the options say to start from; answers what was kept beside that.
pub async fn start_from(
    from: Option<&str>,
    store: &Arc<dyn Store>,
) -> Result<Option<Beside>, CheckpointError> {
    let aside = CheckpointName::aside();
    if has(store, &aside).await? {
        // A start was ended while it worked on the seed.
        store.checkpoints().put_back(&aside, PutBack::Everything).await?;
        store.checkpoints().forget(&aside).await?;
    }
    let Some(from) = from else { return Ok(None) };
    let (name, is_file) = match from.parse() {
        Ok(name) if !Path::new(from).is_file() => (name, false),
        _ => (aside, true),
    };
    if is_file {
        store.checkpoints().adopt(&name, Path::new(from)).await?;
    }
    let beside = Beside::read(&store.checkpoints().beside(&name).await?);
    let put_back = store.checkpoints().put_back(&name, PutBack::Everything).await;
    if is_file {
        store.checkpoints().forget(&name).await?;
    }
    put_back.and(beside).map(Some)
}

/// Reads what the options name on top of what the store holds; of the store only libraries are made.
pub fn prepare(options: SandboxOptions, store: &Arc<dyn Store>) -> Result<Prepared, SandboxError> {
    provide(&options, store)?;
    let imported = import::read(&options, store)?;
    let options = import::sites(options, &imported.shop);
    provide(&options, store)?;
    Ok(Prepared { options, imported })
}

/// Writes what was prepared to the store.
pub async fn fill(
    Prepared { options, imported }: &Prepared,
    data: &DataApi,
) -> Result<(), SandboxError> {
    if options.cartridges.is_empty() {
        plant_sample(data).await?;
    }
    plant(&imported.libraries, SHARED_LIBRARY, data).await?;
    if !options.site_archives.is_empty() {
        data.store.keep_shop(&imported.shop)?;
    }
    plant(&options.seeds, SHARED_LIBRARY, data).await?;
    Ok(())
}

/// Loads what is new into the seed of a store that has one, and leaves what the store holds alone. A start that
/// ends in the middle of this is made good by the next one.
pub async fn fill_seed(
    options: &SandboxOptions,
    store: &Arc<dyn Store>,
    data: impl Fn(&SandboxOptions) -> Result<DataApi, StoreError>,
) -> Result<(), SandboxError> {
    let (seed, aside) = (CheckpointName::seed(), CheckpointName::aside());
    let is_new = !options.seeds.is_empty() || !options.site_archives.is_empty();
    if !is_new || !has(store, &seed).await? {
        return Ok(());
    }
    let beside = store.checkpoints().beside(&seed).await?;
    let now = options.clock.now();
    store.checkpoints().take(&aside, Vec::new(), now).await?;
    let filled = async {
        store.checkpoints().put_back(&seed, PutBack::Everything).await?;
        let prepared = prepare(options.clone(), store)?;
        fill(&prepared, &data(&prepared.options)?).await?;
        store.checkpoints().take(&seed, beside, now).await?;
        Ok(())
    };
    let filled = filled.await;
    store.checkpoints().put_back(&aside, PutBack::Everything).await?;
    store.checkpoints().forget(&aside).await?;
    filled
}

/// Whether the store keeps something under that name.
pub async fn has(store: &Arc<dyn Store>, name: &CheckpointName) -> Result<bool, CheckpointError> {
    match store.checkpoints().beside(name).await {
        Err(CheckpointError::Unknown(_)) => Ok(false),
        kept => kept.map(|_| true),
    }
}

/// The libraries that are always there.
pub fn libraries(options: &SandboxOptions) -> Vec<Library> {
    let mut libraries = vec![Library::named(SHARED_LIBRARY)];
    libraries.extend(options.site_ids().iter().map(|site| Library::named(site)));
    libraries.extend(options.libraries.iter().cloned());
    libraries
}

/// Makes the libraries that aren't there yet.
fn provide(options: &SandboxOptions, store: &Arc<dyn Store>) -> Result<(), StoreError> {
    store.provide(&libraries(options), options.clock.now())
}

/// Loads the sample's content, once: what became of it since is left alone.
async fn plant_sample(data: &DataApi) -> Result<(), SandboxError> {
    let seed = sample_content(&data.sites)?;
    let library = seed.library.as_deref().unwrap_or_default();
    if data.store.snapshot()?.library(library)?.is_none() {
        plant(&[seed], SHARED_LIBRARY, data).await?;
    }
    Ok(())
}
