//! Addresses of controllers and static files.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What may stand unencoded in a name or value of a query.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// What the addresses of a site's controllers begin with.
pub(super) fn site(id: &str) -> String {
    format!("/on/demandware.store/Sites-{id}-Site")
}

/// The address of a controller function, for example `Cart-Show`, with its query.
pub(super) fn controller(
    site: &str,
    locale: &str,
    action: &str,
    parameters: &[(String, String)],
) -> String {
    let path = format!("{}/{locale}/{action}", self::site(site));
    let query: Vec<String> = parameters
        .iter()
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
        .collect();
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

/// The address of a file below the cartridges' `static` folders.
pub(super) fn file(site: &str, locale: &str, name: &str) -> String {
    format!("/on/demandware.static/Sites-{site}-Site/-/{locale}/{}", name.trim_start_matches('/'))
}

/// The site in an address's segment `Sites-<site>-Site`.
pub(super) fn site_of(segment: &str) -> Option<&str> {
    segment.strip_prefix("Sites-")?.strip_suffix("-Site")
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, QUERY).to_string()
}
