//! What the command line says.

use clap::Parser;
use haltscope::sandbox::{SandboxOptions, Site, storefront::Spoken};
use std::path::PathBuf;

/// How other people's storefronts fare in the sandbox.
#[derive(Parser)]
#[command(name = "cartridges")]
pub struct Given {
    /// Folders with cartridges somewhere below; with `--cartridge-path` those that hold the storefront's cartridges.
    pub folders: Vec<PathBuf>,
    /// The storefront's cartridges, in their order.
    #[arg(long, value_delimiter = ':')]
    pub cartridge_path: Vec<String>,
    /// Its site import archives, folders or ZIP files.
    #[arg(long)]
    pub site_archive: Vec<PathBuf>,
    /// The site of the archive.
    #[arg(long, default_value = "Storefront")]
    pub site: String,
    /// The locale that is asked for.
    #[arg(long, default_value = "default")]
    pub locale: String,
    /// What a visitor says when a controller reads a parameter, as in `pid=1`, instead of what the archive has.
    #[arg(long = "with", value_parser = parameter)]
    pub parameters: Vec<(String, String)>,
    /// The library that the site's scripts read, where no archive says it.
    #[arg(long)]
    pub library: Option<String>,
    /// Product pages to measure.
    #[arg(long)]
    pub pages: Option<usize>,
    /// Measure the import of the archives.
    #[arg(long)]
    pub import: bool,
    /// Measure the look at the cartridges.
    #[arg(long)]
    pub check: bool,
    /// What cargo says to each benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Given {
    /// The options of the sandbox that serves the storefront.
    pub fn options(&self) -> SandboxOptions {
        let locales = (self.locale != "default").then(|| self.locale.clone());
        let site = self.library.clone().map(|library| Site {
            id: self.site.clone(),
            cartridge_path: self.cartridge_path.clone(),
            library,
        });
        SandboxOptions {
            site: self.site.clone(),
            cartridges: self.folders.clone(),
            cartridge_path: self.cartridge_path.clone(),
            site_archives: self.site_archive.clone(),
            spoken: Spoken { locales: locales.into_iter().collect(), ..Spoken::default() },
            sites: site.into_iter().collect(),
            ..SandboxOptions::on_free_ports()
        }
    }
}

fn parameter(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a parameter is written NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}
