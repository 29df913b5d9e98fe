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
    parts::Parts,
    seed::{Imported, LeftOut, Way, plant},
    state::Beside,
    store::{CheckpointError, CheckpointName, Library, Memory, PutBack, Store, StoreError, Wanted},
    storefront::sample_content,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio_util::sync::CancellationToken;

/// The options as the store's shop completes them, and what is to be planted.
pub(super) struct Prepared {
    /// With the sites of the shop.
    pub options: SandboxOptions,
    /// What the archives hold.
    pub imported: Imported,
}

/// Puts back what the options say to start from; answers what was kept beside that.
pub(super) async fn start_from(
    from: Option<&str>,
    store: &Arc<dyn Store>,
) -> Result<Option<Beside>, CheckpointError> {
    let aside = CheckpointName::aside();
    if has(store, &aside).await? {
        // A start from a file was ended in the middle.
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
    let put_back = put_back(&name, store).await;
    if is_file {
        store.checkpoints().forget(&name).await?;
    }
    put_back.map(Some)
}

/// Puts a snapshot back; answers what was kept beside it. That is read first: what can't be read changes nothing.
async fn put_back(
    name: &CheckpointName,
    store: &Arc<dyn Store>,
) -> Result<Beside, CheckpointError> {
    let beside = Beside::read(&store.checkpoints().beside(name).await?)?;
    store.checkpoints().put_back(name, PutBack::Everything).await?;
    Ok(beside)
}

/// Reads what the options name on top of what the store holds; of the store only libraries are made.
pub(super) async fn prepare(
    options: SandboxOptions,
    store: &Arc<dyn Store>,
) -> Result<Prepared, SandboxError> {
    provide(&options, store).await?;
    let mut imported = import::read(&options, store).await?;
    let options = import::sites(options, &mut imported);
    import::judge(&options, store, &mut imported).await?;
    provide(&options, store).await?;
    Ok(Prepared { options, imported })
}

/// Writes what was prepared to the store, and tells what has no place there.
pub(super) async fn fill(
    Prepared { options, imported }: &Prepared,
    data: &DataApi,
) -> Result<Vec<(PathBuf, LeftOut)>, SandboxError> {
    if options.cartridges.is_empty() {
        plant_sample(data).await?;
    }
    let planted =
        plant(&imported.libraries, SHARED_LIBRARY, (data, Way::Put, &CancellationToken::new()))
            .await?;
    let mut left_out = planted.left_out;
    if !options.site_archives.is_empty() {
        data.store.keep_shop(&imported.shop).await?;
    }
    let planted =
        plant(&options.seeds, SHARED_LIBRARY, (data, Way::Put, &CancellationToken::new())).await?;
    left_out.extend(planted.left_out);
    Ok(left_out)
}

/// Loads what is new into the seed of a store that has one, and leaves what the store holds alone: the seed is filled
/// in a store of its own, for other sandboxes may be serving this one.
pub(super) async fn fill_seed(options: &SandboxOptions, parts: &Parts) -> Result<(), SandboxError> {
    let (store, seed) = (&parts.store, CheckpointName::seed());
    let is_new = !options.seeds.is_empty() || !options.site_archives.is_empty();
    if !is_new || !has(store, &seed).await? {
        return Ok(());
    }
    let folder = tempfile::tempdir().map_err(CheckpointError::from)?;
    let [before, after] = ["before", "after"].map(|name| folder.path().join(name));
    store.checkpoints().export(&seed, &before).await?;
    let apart = Parts { store: Arc::new(Memory::new()), ..parts.clone() };
    let checkpoints = apart.store.checkpoints();
    checkpoints.adopt(&seed, &before).await?;
    let beside = checkpoints.beside(&seed).await?;
    checkpoints.put_back(&seed, PutBack::Everything).await?;
    let prepared = prepare(options.clone(), &apart.store).await?;
    fill(&prepared, &apart.data_api(&prepared.options).await?).await?;
    checkpoints.take(&seed, beside, options.clock.now()).await?;
    checkpoints.export(&seed, &after).await?;
    Ok(store.checkpoints().adopt(&seed, &after).await?)
}

/// Whether the store keeps something under that name.
pub(super) async fn has(
    store: &Arc<dyn Store>,
    name: &CheckpointName,
) -> Result<bool, CheckpointError> {
    match store.checkpoints().beside(name).await {
        Err(CheckpointError::Unknown(_)) => Ok(false),
        kept => kept.map(|_| true),
    }
}

/// The libraries that are always there.
pub(super) fn libraries(options: &SandboxOptions) -> Vec<Library> {
    let mut libraries = vec![Library::named(SHARED_LIBRARY)];
    libraries.extend(options.site_ids().iter().map(|site| Library::named(site)));
    libraries.extend(options.libraries.iter().cloned());
    libraries
}

/// Makes the libraries that aren't there yet.
async fn provide(options: &SandboxOptions, store: &Arc<dyn Store>) -> Result<(), StoreError> {
    store.provide(&libraries(options), options.clock.now()).await
}

/// Loads the sample's content, once: what became of it since is left alone.
async fn plant_sample(data: &DataApi) -> Result<(), SandboxError> {
    let seed = sample_content(&data.sites)?;
    let library = seed.library.as_deref().unwrap_or_default();
    if data.store.read(&Wanted::library(library)).await?.libraries.is_empty() {
        plant(&[seed], SHARED_LIBRARY, (data, Way::Put, &CancellationToken::new())).await?;
    }
    Ok(())
}
