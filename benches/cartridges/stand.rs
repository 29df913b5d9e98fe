//! The storefront, served; and a cartridge of the bench's own before it that loads scripts.

use crate::{given::Given, visitor::Visitor};
use haltscope::sandbox::{Sandbox, SandboxOptions};
use std::fs;
use tempfile::TempDir;

/// The bench's own cartridge.
pub const LOADER: &str = "bench_loader";

/// A running sandbox.
pub struct Stand {
    sandbox: Sandbox,
    locale: String,
    /// Nothing for the sample, which is served as it is.
    loader: Option<TempDir>,
}

impl Stand {
    /// Serves what the command line names.
    pub async fn start(given: &Given) -> Self {
        let loader = tempfile::tempdir().expect("a folder");
        let controllers = loader.path().join(LOADER).join("cartridge/controllers");
        fs::create_dir_all(&controllers).expect("a folder");
        fs::write(controllers.join("BenchLoader.js"), include_str!("load.js")).expect("a file");
        let mut options = given.options();
        options.cartridges.push(loader.path().to_owned());
        options.cartridge_path.insert(0, LOADER.to_owned());
        for site in &mut options.sites {
            site.cartridge_path.clone_from(&options.cartridge_path);
        }
        Self { loader: Some(loader), ..Self::serve(options, &given.locale).await }
    }

    /// Serves the built-in sample.
    pub async fn sample() -> Self {
        Self::serve(SandboxOptions::on_free_ports(), "default").await
    }

    async fn serve(options: SandboxOptions, locale: &str) -> Self {
        let sandbox = Sandbox::start(options).await.expect("a sandbox");
        Self { sandbox, locale: locale.to_owned(), loader: None }
    }

    /// Two of them in a script that no page runs, as the debugger API is asked for them.
    pub fn breakpoints(&self) -> &'static str {
        match self.loader {
            Some(_) => {
                r#"{"breakpoints":[{"line_number":5,"script_path":"/bench_loader/cartridge/controllers/BenchLoader.js"},{"line_number":6,"script_path":"/bench_loader/cartridge/controllers/BenchLoader.js"}]}"#
            }
            None => {
                r#"{"breakpoints":[{"line_number":20,"script_path":"/app_storefront/cartridge/controllers/Address.js"},{"line_number":30,"script_path":"/app_storefront/cartridge/controllers/Address.js"}]}"#
            }
        }
    }

    /// Somebody who was never here.
    pub fn visitor(&self) -> Visitor {
        let (site, locale) = (self.sandbox.site(), &self.locale);
        let root = self.root();
        let shop = format!("{root}/on/demandware.store/Sites-{site}-Site/{locale}/");
        Visitor::new(root, shop, self.sandbox.ca_file())
    }

    /// Where all addresses begin.
    pub fn root(&self) -> String {
        format!("https://{}", self.sandbox.https_addr())
    }
}
