//! Texts as they stand in addresses: in small letters, without blanks, with other characters replaced.

use super::list;
use crate::sandbox::storefront::locale::{fallbacks, of_tag};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::collections::HashMap;

/// What need not be encoded in a part of an address.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// How a site writes texts.
#[derive(Debug, Default)]
pub(super) struct Wording {
    is_small: bool,
    /// What stands for a blank, encoded.
    blank: String,
    /// By locale.
    replacements: HashMap<String, HashMap<char, String>>,
    is_replacing: bool,
    is_replacing_in_page_urls: bool,
}

impl Wording {
    pub(super) fn of(rules: &Value) -> Self {
        let settings = &rules["generalSettings"];
        let groups = list(&rules["characterReplacements"]);
        let of_locale = |group: &Value| {
            let locale = of_tag(group["xml:lang"].as_str().unwrap_or_default());
            (locale, list(&group["characterReplacement"]).filter_map(replacement).collect())
        };
        Self {
            is_small: settings["lowerCaseUrls"] == true,
            blank: settings["blankSubstitute"].as_str().unwrap_or("%20").to_owned(),
            replacements: groups.map(of_locale).collect(),
            is_replacing: settings["characterReplacementsEnabled"] == true,
            is_replacing_in_page_urls: settings["characterReplacementsForPageUrlEnabled"] != false,
        }
    }

    /// What an attribute says.
    pub(super) fn text(&self, text: &str, locale: &str) -> String {
        let replaced =
            if self.is_replacing { self.replaced(text, locale) } else { text.to_owned() };
        self.plain(&replaced)
    }

    /// The path that an object names itself.
    pub(super) fn page_url(&self, text: &str, locale: &str) -> String {
        let is_replacing = self.is_replacing && self.is_replacing_in_page_urls;
        let parts = text.split('/').map(|part| {
            let replaced = if is_replacing { self.replaced(part, locale) } else { part.to_owned() };
            self.plain(&replaced)
        });
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
    }

    /// Without blanks around it, and single ones in it.
    fn plain(&self, text: &str) -> String {
        let text = if self.is_small { text.to_lowercase() } else { text.to_owned() };
        let words = text.split_whitespace().map(encoded);
        words.collect::<Vec<_>>().join(&self.blank)
    }

    /// Each character is replaced as the locale says, or its language, or the default one. Blanks around one that becomes a
    /// mark such as `-` go with it.
    fn replaced(&self, text: &str, locale: &str) -> String {
        let locales = fallbacks(locale);
        let known =
            |letter: char| locales.iter().find_map(|own| self.replacements.get(*own)?.get(&letter));
        let (mut written, mut letters) = (String::new(), text.chars().peekable());
        while let Some(letter) = letters.next() {
            let Some(replacement) = known(letter) else {
                written.push(letter);
                continue;
            };
            let is_mark = matches!(replacement.as_str(), "-" | "_" | "." | "~");
            let stands_alone = written.ends_with(char::is_whitespace)
                && letters.peek().is_some_and(|next| next.is_whitespace());
            if is_mark && stands_alone {
                written.truncate(written.trim_end().len());
                while letters.next_if(|next| next.is_whitespace()).is_some() {}
            }
            written.push_str(replacement);
        }
        written
    }
}

/// As it stands in a part of an address.
pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}

fn replacement(document: &Value) -> Option<(char, String)> {
    let letter = document["character"].as_str()?.chars().next()?;
    Some((letter, document["replacement"].as_str().unwrap_or_default().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_are_written_as_the_site_says() {
        let one = |from: &str, to: &str| json!({ "character": from, "replacement": to });
        let wording = Wording::of(&json!({
            "generalSettings": {
                "lowerCaseUrls": true,
                "blankSubstitute": "-",
                "characterReplacementsEnabled": true,
                "characterReplacementsForPageUrlEnabled": false,
            },
            "characterReplacements": [
                { "xml:lang": "x-default", "characterReplacement": [one("&", "-"), one("ö", "o"), one("™", "")] },
                { "xml:lang": "de", "characterReplacement": [one("ö", "oe")] },
            ],
        }));
        for (text, locale, expected) in [
            ("Tops  &  Shirts", "en_US", "tops-shirts"),
            ("H&M", "en_US", "h-m"),
            (" Möbel ", "en_US", "mobel"),
            ("Möbel", "de_DE", "moebel"),
            ("A ™ b", "de_DE", "a-b"),
            ("50% / más", "en_US", "50%25-%2F-m%C3%A1s"),
            ("", "en_US", ""),
        ] {
            assert_eq!(wording.text(text, locale), expected, "{text}");
        }
        assert_eq!(wording.page_url("/Neue  Möbel//x/", "de_DE"), "neue-m%C3%B6bel/x");
    }

    #[test]
    fn without_settings_texts_are_encoded_alone() {
        let wording = Wording::of(&json!({}));
        assert_eq!(wording.text("Tops & Shirts", "en"), "Tops%20%26%20Shirts");
    }
}
