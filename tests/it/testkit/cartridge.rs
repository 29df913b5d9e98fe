//! Scripts in folders of their own, and sandboxes that serve them.

use haltscope::sandbox::{Sandbox, SandboxOptions};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Writes a script below a folder of cartridges; `script` is its path as the server names it.
pub fn write(folder: &Path, script: &str, source: &str) {
    let file = folder.join(script.trim_start_matches('/'));
    fs::create_dir_all(file.parent().expect("it is in a cartridge")).expect("it is made");
    fs::write(file, source).expect("it is written");
}

/// A folder with one script.
pub fn holding(script: &str, source: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), script, source);
    folder
}

/// A sandbox that serves one script.
pub struct Served {
    pub folder: TempDir,
    pub sandbox: Sandbox,
}

impl Served {
    pub async fn start(script: &str, source: &str, options: SandboxOptions) -> Self {
        let folder = holding(script, source);
        let options = SandboxOptions { cartridges: vec![folder.path().to_owned()], ..options };
        let sandbox = Sandbox::start(options).await.expect("the sandbox starts");
        Self { folder, sandbox }
    }

    /// Where it serves plain HTTP.
    pub fn url(&self) -> String {
        format!("http://{}", self.sandbox.http_addr())
    }
}
