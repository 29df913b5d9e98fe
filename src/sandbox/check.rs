//! What won't work, before anything is served.

use super::{
    import,
    options::{SandboxError, SandboxOptions},
    seed::{LeftOut, Remark},
    store::{Memory, Store},
    storefront::{self, Finding, Looked, Severity},
};
use std::{path::Path, sync::Arc};

/// What was found.
#[derive(Debug)]
pub struct Checked {
    /// All of it, in the order of files and lines.
    pub findings: Vec<Finding>,
    /// How many of these are of modules, templates and tags that other cartridges may have.
    pub elsewhere: usize,
    /// Whether nothing is wrong with the archives, and nothing found in the cartridges: what the sandbox merely has no place
    /// for in archives is found, and fine.
    pub is_fine: bool,
}

/// Looks at the cartridges and the archives of a sandbox with those options. Nothing listens, and what is kept is neither
/// looked at nor changed: the options' `data` and `from` count for nothing.
pub async fn check(options: SandboxOptions) -> Result<Checked, SandboxError> {
    let Looked { mut findings, elsewhere } = storefront::check(&options.cartridges()?).await?;
    let mut is_fine = findings.is_empty();
    if !options.site_archives.is_empty() {
        let store: Arc<dyn Store> = Arc::new(Memory::new());
        let mut imported = import::read(&options, &store).await?;
        let options = import::sites(options, &mut imported);
        import::judge(&options, &store, &mut imported).await?;
        let told = imported.left_out.into_iter().flat_map(|(file, told)| in_file(&file, &told));
        let told: Vec<_> = told.collect();
        is_fine &= told.iter().all(|it| it.severity == Severity::Warning);
        findings.extend(told);
    }
    findings.sort();
    Ok(Checked { findings, elsewhere: elsewhere.len(), is_fine })
}

fn in_file(file: &Path, told: &LeftOut) -> Vec<Finding> {
    let finding = |Remark { line, what, is_mistake }| {
        let (severity, what) = if is_mistake {
            (Severity::Error, what)
        } else {
            (Severity::Warning, format!("{}: {what}", LeftOut::UNPLACED))
        };
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        Finding { file: file.to_owned(), line, severity, what }
    };
    told.remarks().into_iter().map(finding).collect()
}
