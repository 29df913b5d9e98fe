//! Addresses of controllers.

/// What the addresses of a site's controllers begin with.
pub(super) fn site(id: &str) -> String {
    format!("/on/demandware.store/Sites-{id}-Site")
}

/// The address of a controller function, for example `Cart-Show`.
pub(super) fn controller(site: &str, locale: &str, action: &str) -> String {
    format!("{}/{locale}/{action}", self::site(site))
}

/// The site in an address's segment `Sites-<site>-Site`.
pub(super) fn site_of(segment: &str) -> Option<&str> {
    segment.strip_prefix("Sites-")?.strip_suffix("-Site")
}
