//! What won't work, before anything is served.

use super::{
    import,
    options::{Data, SandboxError, SandboxOptions},
    seed::{LeftOut, Remark},
    start::open_store,
    store::{Memory, Store},
    storefront::{self, Finding, Severity},
};
use std::{path::Path, sync::Arc};

/// Looks at the cartridges and the archives of a sandbox with those options; in the order of files and lines. Nothing
/// listens, and of what the options keep nothing changes.
pub async fn check(options: SandboxOptions) -> Result<Vec<Finding>, SandboxError> {
    let mut findings = storefront::check(&options.cartridges()?).await?;
    if !options.site_archives.is_empty() {
        let store = held(&options).await?;
        let mut imported = import::read(&options, &store).await?;
        let options = import::sites(options, &mut imported);
        import::judge(&options, &store, &mut imported).await?;
        let told = imported.left_out.into_iter().flat_map(|(file, told)| in_file(&file, &told));
        findings.extend(told.collect::<Vec<_>>());
    }
    findings.sort();
    Ok(findings)
}

/// What the options keep, which is looked at alone: a folder that isn't there isn't made.
async fn held(options: &SandboxOptions) -> Result<Arc<dyn Store>, SandboxError> {
    match &options.data {
        Some(Data::Folder(folder)) if !folder.exists() => Ok(Arc::new(Memory::new())),
        _ => open_store(options).await,
    }
}

fn in_file(file: &Path, told: &LeftOut) -> Vec<Finding> {
    let finding = |Remark { line, what, is_mistake }| {
        let (severity, what) = if is_mistake {
            (Severity::Error, what)
        } else {
            (Severity::Warning, format!("{}: {what}", LeftOut::UNPLACED))
        };
        let line = u32::try_from(line).unwrap_or(u32::MAX).max(1);
        Finding { file: file.to_owned(), line, severity, what }
    };
    told.remarks().into_iter().map(finding).collect()
}
