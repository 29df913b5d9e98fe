//! Addresses of controllers.

/// What the addresses of a site's controllers begin with.
pub(super) fn site(id: &str) -> String {
    format!("/on/demandware.store/Sites-{id}-Site")
}

/// The address of a controller function, for example `Cart-Show`.
pub(super) fn controller(site: &str, locale: &str, action: &str) -> String {
    format!("{}/{locale}/{action}", self::site(site))
}

/// What the addresses of a site begin with that its rules for them give its pages.
pub(super) fn short(site: &str) -> String {
    format!("/s/{site}")
}

/// The page of each kind of object, and the parameter that names it there.
pub(super) const PAGES: [(&str, &str, &str); 4] = [
    ("product", "Product-Show", "pid"),
    ("category", "Search-Show", "cgid"),
    ("content", "Page-Show", "cid"),
    ("folder", "Search-ShowContent", "fdid"),
];

/// The site in an address's segment `Sites-<site>-Site`.
pub(super) fn site_of(segment: &str) -> Option<&str> {
    segment.strip_prefix("Sites-")?.strip_suffix("-Site")
}
