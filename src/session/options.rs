//! What a session is started with.

use super::mask::Mask;
use super::source::{Condition, Unparsed};
use crate::api::content::Version;
use crate::api::ids::DebuggerId;
use std::time::Duration;

/// Where storefront requests go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storefront {
    /// Scheme, host and port, without a trailing `/`.
    pub origin: String,
    /// The site's id.
    pub site: String,
    /// Whether nobody has said the site: a sandbox's own is taken then.
    pub is_site_assumed: bool,
    /// As in `default` or `en_GB`.
    pub locale: String,
}

/// Whether a breakpoint's condition parses, or why not.
pub type ParseCondition = fn(&str) -> Result<Condition, Unparsed>;

/// What a session needs to know about its surroundings.
#[derive(Clone, Debug)]
pub struct Options {
    /// The instance's short name for the top bar; `None` when nothing is configured.
    pub instance: Option<String>,
    /// The instance as it was configured: a host, with its port or as a URL.
    pub server: String,
    /// Who logs in.
    pub user: String,
    /// The value of `x-dw-client-id`.
    pub debugger_id: DebuggerId,
    /// How long the server lets a halted thread sleep (section 8: 60 s).
    pub halt_timeout: Duration,
    /// Renewal ends when nobody pressed a key for so long.
    pub idle_limit: Duration,
    /// Where storefront requests go, if known.
    pub storefront: Option<Storefront>,
    /// Local files are what the server runs, as in the demo.
    pub sources_are_deployed: bool,
    /// The site's cartridge path, leftmost first; empty when it isn't known.
    pub cartridge_path: Vec<String>,
    /// Knows whether a breakpoint's condition parses; without one it stays unknown.
    pub parse_condition: Option<ParseCondition>,
    /// So many objects in sight are read for their line at each place; 0: none.
    pub previews: usize,
    /// What is masked in exports and for assistants.
    pub mask: Mask,
    /// Unix time of [`super::Time::START`], in milliseconds; for exports.
    pub started_at: u64,
    /// This program's process id, to know its own traces by.
    pub process: u32,
    /// Seeds the jitter of reconnects.
    pub seed: u64,
}

impl Options {
    /// So many objects are previewed at each place unless the user says otherwise.
    pub const PREVIEWS: usize = 24;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            instance: None,
            server: String::new(),
            user: String::new(),
            debugger_id: DebuggerId::from("haltscope"),
            halt_timeout: Duration::from_mins(1),
            idle_limit: Duration::from_mins(15),
            storefront: None,
            sources_are_deployed: false,
            cartridge_path: Vec::new(),
            parse_condition: None,
            previews: Self::PREVIEWS,
            mask: Mask::default(),
            started_at: 0,
            process: 0,
            seed: 1,
        }
    }
}

impl Storefront {
    /// Somebody says the site.
    pub fn name_site(&mut self, site: &str) {
        site.clone_into(&mut self.site);
        self.is_site_assumed = false;
    }

    /// Completes `Cart-AddProduct?pid=1` to an absolute URL, and `libraries/SharedLibrary/content/a`
    /// to one of the Data API; a URL of this very instance stays.
    /// `None` for any other host: credentials and cookies go to the configured instance only.
    pub fn complete(&self, url: &str) -> Option<String> {
        let url = url.trim();
        if url.contains("://") {
            let rest = url.strip_prefix(&self.origin)?;
            return (rest.is_empty() || rest.starts_with(['/', '?'])).then(|| url.to_owned());
        }
        if url.starts_with("//") {
            return None;
        }
        if url.starts_with('/') {
            return Some(format!("{}{url}", self.origin));
        }
        if url.starts_with("libraries/") {
            let version = Version::SPECIFIED.in_path();
            return Some(format!("{}/s/-/dw/data/{version}/{url}", self.origin));
        }
        Some(format!("{}{}{url}", self.origin, self.home()))
    }

    /// A path of the instance as requests are written: without what leads to the site's controllers.
    pub(in crate::session) fn shortened(&self, path: &str) -> String {
        path.strip_prefix(&self.home()).unwrap_or(path).to_owned()
    }

    /// The path before the names of the site's controllers.
    fn home(&self) -> String {
        format!("/on/demandware.store/Sites-{}-Site/{}/", self.site, self.locale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storefront_urls_are_completed_and_stay_on_the_instance() {
        let storefront = Storefront {
            origin: "https://shop.test".to_owned(),
            site: "Shop".to_owned(),
            is_site_assumed: false,
            locale: "default".to_owned(),
        };
        let base = "https://shop.test/on/demandware.store/Sites-Shop-Site/default";
        let check = |url: &str, whole: Option<&str>| {
            assert_eq!(storefront.complete(url).as_deref(), whole, "{url}");
        };
        check("Cart-AddProduct?pid=1", Some(&format!("{base}/Cart-AddProduct?pid=1")));
        let asset = "libraries/SharedLibrary/content/a";
        check(asset, Some(&format!("https://shop.test/s/-/dw/data/v23_2/{asset}")));
        check("/s/Shop/home", Some("https://shop.test/s/Shop/home"));
        check("https://shop.test/x", Some("https://shop.test/x"));
        check("https://shop.test", Some("https://shop.test"));
        check("https://shop.test.evil.test/x", None);
        check("https://shop.test@evil.test/x", None);
        check("//evil.test/x", None);
        check("https://other.test/", None);
    }
}
