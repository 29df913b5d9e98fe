//! Static files of the cartridges, and of the catalogues and libraries of archives.

use super::{address, locale::fallbacks, page};
use crate::{sandbox::seed::Statics, script::Cartridges};
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH},
        request::Parts,
    },
    response::Response,
};
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};
use std::{borrow::Cow, fmt::Write};

/// How the names of catalogues and libraries begin.
const OWNERS: [&str; 2] = ["Sites-", "Library-Sites-"];

const TYPES: [(&str, &str); 29] = [
    ("css", "text/css;charset=UTF-8"),
    ("js", "text/javascript;charset=UTF-8"),
    ("mjs", "text/javascript;charset=UTF-8"),
    ("json", "application/json;charset=UTF-8"),
    ("map", "application/json;charset=UTF-8"),
    ("webmanifest", "application/manifest+json"),
    ("html", "text/html;charset=UTF-8"),
    ("htm", "text/html;charset=UTF-8"),
    ("txt", "text/plain;charset=UTF-8"),
    ("csv", "text/csv;charset=UTF-8"),
    ("xml", "application/xml"),
    ("pdf", "application/pdf"),
    ("wasm", "application/wasm"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("ico", "image/x-icon"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("webm", "video/webm"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
    ("ttf", "font/ttf"),
    ("otf", "font/otf"),
    ("eot", "application/vnd.ms-fontobject"),
];

/// Answers `/on/demandware.static/Sites-<site>-Site/-/<locale>/<path>`: the first
/// `cartridge/static/<locale>/<path>` on the cartridge path, else the archives' own file of that path; and
/// `/on/demandware.static/-/<owner>/<locale>/<path>`: the file of a catalogue (`Sites-<catalogue>`) or a library
/// (`Library-Sites-<library>`, `Sites-<site>-Library`), else that of the cartridges, never that of another owner. A version
/// may stand before the path. Who has the file as it is now, by its tag, gets 304 without it.
pub(super) fn answer(
    cartridges: &Cartridges,
    statics: &Statics,
    site: &str,
    parts: &Parts,
) -> Response {
    let Some((kind, content)) = found(cartridges, statics, site, parts.uri.path()) else {
        return page::told(StatusCode::NOT_FOUND, "There is no such file.");
    };
    let tag = tag(&content);
    let mut response = if is_known(&parts.headers, &tag) {
        page::plain(StatusCode::NOT_MODIFIED, kind, Body::empty())
    } else {
        page::plain(StatusCode::OK, kind, content)
    };
    let headers = response.headers_mut();
    // Whoever edits a style sheet wants to see it, so browsers ask each time.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(ETAG, tag);
    }
    response
}

/// What tells a file's content from any other one, in quotes.
fn tag(content: &[u8]) -> String {
    let mut tag = String::from("\"");
    for byte in &Sha256::digest(content)[..16] {
        // A text takes whatever is written.
        let _ = write!(tag, "{byte:02x}");
    }
    tag + "\""
}

/// Whether a request names the tag, also as a weak one, among those of what it has.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|it| it.to_str().ok());
    known
        .flat_map(|tags| tags.split(','))
        .map(str::trim)
        .any(|it| it == "*" || it.strip_prefix("W/").unwrap_or(it) == tag)
}

pub(super) fn found(
    cartridges: &Cartridges,
    statics: &Statics,
    site: &str,
    path: &str,
) -> Option<(&'static str, Vec<u8>)> {
    let rest = path.strip_prefix("/on/demandware.static/")?;
    let segments: Vec<_> =
        rest.split('/').map(|it| percent_decode_str(it).decode_utf8_lossy().into_owned()).collect();
    let [in_site, owner, locale, names @ ..] = segments.as_slice() else { return None };
    let is_plain = names.iter().all(|name| !name.contains(['/', '\\']));
    let is_here = address::site_of(in_site) == Some(site);
    let is_owner = OWNERS.iter().any(|start| owner.starts_with(start));
    let is_known = if is_owner { is_here || in_site == "-" } else { is_here && owner == "-" };
    if !is_known || !is_plain {
        return None;
    }
    let locales = fallbacks(locale);
    let of_cartridges = |name: &str| {
        let read = |it: &str, locale: &str| {
            cartridges.read(&format!("/{it}/cartridge/static/{locale}/{name}"))
        };
        let mut all =
            locales.iter().flat_map(|locale| cartridges.list().map(move |it| (it, locale)));
        all.find_map(|(it, locale)| read(it, locale)).map(Cow::into_owned)
    };
    let of_archives = |name: &str| {
        let path = |locale: &str| {
            if is_owner { format!("{owner}/{locale}/{name}") } else { format!("{locale}/{name}") }
        };
        locales.iter().find_map(|locale| statics.read(&path(locale)))
    };
    let content = |names: &[String]| {
        let name = names.join("/");
        if is_owner {
            of_archives(&name).or_else(|| of_cartridges(&name))
        } else {
            of_cartridges(&name).or_else(|| of_archives(&name))
        }
    };
    let content = content(names).or_else(|| match names {
        [version, names @ ..] if is_version(version) => content(names),
        _ => None,
    })?;
    Some((kind(names.last()?), content))
}

/// The locale in which a file of a catalogue or library, `(owner, path)`, is found for another one.
pub(super) fn locale_of<'a>(statics: &Statics, file: (&str, &str), locale: &'a str) -> &'a str {
    let (owner, path) = file;
    let found = |locale: &&str| statics.has(&format!("{owner}/{locale}/{path}"));
    fallbacks(locale).into_iter().find(found).unwrap_or("default")
}

/// What changes with a file, such as `dw0123abcd` or `v1425977280365`: nothing that has to be known to find it.
fn is_version(name: &str) -> bool {
    let digits = name.strip_prefix("dw").or_else(|| name.strip_prefix('v')).unwrap_or_default();
    digits.len() >= 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
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
            ("/-/default/v1425977280365/css/a.css", Some("a")),
            ("/-/default/dw01ab23cd/css/a.css", Some("a")),
            ("/-/default/dw01ab23/css/a.css", None),
            ("/Sites-goods/de/dw01ab23cd/css/a.css", Some("de")),
            ("/Library-Sites-goods/de/css/../a.css", None),
            ("/x/default/css/a.css", None),
            ("", None),
        ] {
            let found = found(&cartridges, &Statics::default(), "Shop", &format!("{base}{path}"));
            let text = found.map(|(_, content)| String::from_utf8(content).expect("text"));
            assert_eq!(text.as_deref(), expected, "{path}");
        }
        assert!(
            found(
                &cartridges,
                &Statics::default(),
                "Other",
                &format!("{base}/-/default/css/a.css")
            )
            .is_none()
        );
        assert_eq!(kind("a.CSS"), "text/css;charset=UTF-8");
        assert_eq!(kind("a"), "application/octet-stream");
    }

    #[test]
    fn a_tag_is_known_by_any_of_the_request_s() {
        let tag = tag(b"a");
        assert_eq!(tag, "\"ca978112ca1bbdcafac231b39a23dc4d\"");
        for (known, expected) in [
            (tag.clone(), true),
            (format!("\"b\", W/{tag}"), true),
            ("*".to_owned(), true),
            ("\"b\"".to_owned(), false),
            (tag.trim_matches('"').to_owned(), false),
        ] {
            let value = HeaderValue::try_from(&known).expect("a header");
            let headers = HeaderMap::from_iter([(IF_NONE_MATCH, value)]);
            assert_eq!(is_known(&headers, &tag), expected, "{known}");
        }
        assert!(!is_known(&HeaderMap::new(), &tag));
    }
}
