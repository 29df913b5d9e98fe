//! Static files of the cartridges.

use super::{address, locale::fallbacks, page};
use crate::script::Cartridges;
use axum::{http::HeaderValue, http::StatusCode, http::header::CACHE_CONTROL, response::Response};
use percent_encoding::percent_decode_str;

const TYPES: [(&str, &str); 14] = [
    ("css", "text/css;charset=UTF-8"),
    ("js", "text/javascript;charset=UTF-8"),
    ("json", "application/json;charset=UTF-8"),
    ("html", "text/html;charset=UTF-8"),
    ("txt", "text/plain;charset=UTF-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("ico", "image/x-icon"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
];

/// Answers `/on/demandware.static/Sites-<site>-Site/-/<locale>/<path>`: the first
/// `cartridge/static/<locale>/<path>` on the cartridge path.
pub(super) fn answer(cartridges: &Cartridges, site: &str, path: &str) -> Response {
    match found(cartridges, site, path) {
        Some((kind, content)) => {
            let mut response = page::plain(StatusCode::OK, kind, content);
            // Whoever edits a style sheet wants to see it.
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
            response
        }
        None => page::told(StatusCode::NOT_FOUND, "There is no such file."),
    }
}

pub(super) fn found(
    cartridges: &Cartridges,
    site: &str,
    path: &str,
) -> Option<(&'static str, Vec<u8>)> {
    let rest = path.strip_prefix("/on/demandware.static/")?;
    let segments: Vec<_> =
        rest.split('/').map(|it| percent_decode_str(it).decode_utf8_lossy().into_owned()).collect();
    let [in_site, dash, locale, names @ ..] = segments.as_slice() else { return None };
    let is_plain = names.iter().all(|name| !name.contains(['/', '\\']));
    if address::site_of(in_site) != Some(site) || dash != "-" || !is_plain {
        return None;
    }
    let name = names.join("/");
    let content = fallbacks(locale).into_iter().find_map(|locale| {
        cartridges
            .list()
            .find_map(|it| cartridges.read(&format!("/{it}/cartridge/static/{locale}/{name}")))
    })?;
    Some((kind(&name), content.into_owned()))
}

fn kind(name: &str) -> &'static str {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let known = TYPES.into_iter().find(|(known, _)| Some(*known) == extension.as_deref());
    known.map_or("application/octet-stream", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    #[test]
    fn only_files_below_static_are_served() {
        let cartridges = Cartridges::new().with(
            "app",
            Files::memory([
                ("cartridge/static/default/css/a.css", b"a".as_slice()),
                ("cartridge/static/de/css/a.css", b"de".as_slice()),
                ("cartridge/controllers/Cart.js", b"secret".as_slice()),
            ]),
        );
        let base = "/on/demandware.static/Sites-Shop-Site";
        for (path, expected) in [
            ("/-/default/css/a.css", Some("a")),
            ("/-/de_DE/css/a.css", Some("de")),
            ("/-/fr/css/a.css", Some("a")),
            ("/-/default/css/b.css", None),
            ("/-/default/../../controllers/Cart.js", None),
            ("/-/default/..%2f..%2fcontrollers%2fCart.js", None),
            ("/-/default/%2e%2e/%2e%2e/controllers/Cart.js", None),
            ("/-/../controllers/Cart.js", None),
            ("/x/default/css/a.css", None),
            ("", None),
        ] {
            let found = found(&cartridges, "Shop", &format!("{base}{path}"));
            let text = found.map(|(_, content)| String::from_utf8(content).expect("text"));
            assert_eq!(text.as_deref(), expected, "{path}");
        }
        assert!(found(&cartridges, "Other", &format!("{base}/-/default/css/a.css")).is_none());
        assert_eq!(kind("a.CSS"), "text/css;charset=UTF-8");
        assert_eq!(kind("a"), "application/octet-stream");
    }
}
