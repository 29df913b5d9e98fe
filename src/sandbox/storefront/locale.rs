//! Locales: which ones an address may name, and where a text is looked for.

/// The locales that scripts are told of; an address may name any other well-formed one too.
pub(super) const ALLOWED: [&str; 7] = ["default", "en", "en_US", "de", "de_DE", "fr", "fr_FR"];

/// Whether an address may name it: `default`, a language, or a language and a country.
pub(super) fn is_well_formed(locale: &str) -> bool {
    let (language, country) = locale.split_once('_').unwrap_or((locale, "XX"));
    let is_language = language.len() == 2 && language.bytes().all(|b| b.is_ascii_lowercase());
    let is_country = country.len() == 2 && country.bytes().all(|b| b.is_ascii_uppercase());
    locale == "default" || (is_language && is_country)
}

/// The locale of a language tag as files have it: `en-US` is `en_US`, `x-default` is `default`, as is none.
pub(super) fn of_tag(tag: &str) -> String {
    if tag.is_empty() || tag == "x-default" { "default".to_owned() } else { tag.replace('-', "_") }
}

/// The locales in which something is looked for, the best first: `de_DE`, `de`, `default`.
pub(super) fn fallbacks(locale: &str) -> Vec<&str> {
    let language = locale.split('_').next().unwrap_or(locale);
    let mut found = vec![locale, language, "default"];
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_languages_and_countries() {
        for (locale, fine) in [
            ("default", true),
            ("de", true),
            ("de_DE", true),
            ("DE", false),
            ("de-DE", false),
            ("deu", false),
            ("", false),
            ("..", false),
        ] {
            assert_eq!(is_well_formed(locale), fine, "{locale}");
        }
    }

    #[test]
    fn texts_fall_back_to_the_language_and_the_default() {
        assert_eq!(fallbacks("de_DE"), ["de_DE", "de", "default"]);
        assert_eq!(fallbacks("de"), ["de", "default"]);
        assert_eq!(fallbacks("default"), ["default"]);
    }
}
