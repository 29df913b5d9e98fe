//! The words of a search, with what the site's dictionaries say of them: stop words, synonyms and hypernyms.

use super::{
    Assortment,
    entry::{Entry, Field},
    query::Query,
};
use crate::sandbox::storefront::locale::fallbacks;
use serde::Serialize;
use serde_json::{Value, json};

/// Words of a phrase; what is behind them isn't looked for.
pub(super) const MOST_WORDS: usize = 100;

/// As many words in a row may be a synonym.
const LONGEST: usize = 4;

/// What a product must have words of.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct Phrase(Vec<Term>);

/// One of these is looked for, each of them words all of which must be there.
#[derive(Debug, PartialEq, Serialize)]
struct Term {
    any: Vec<Vec<String>>,
    /// A product that has the words of one of these isn't meant.
    none: Vec<Vec<String>>,
}

impl Assortment {
    /// The words of a search in the language of its locale.
    pub(super) fn phrase(&self, query: &Query) -> Phrase {
        self.meaning(query.phrase.as_deref().unwrap_or_default(), &query.locale)
    }

    /// What a phrase looks for, as scripts read it: of each `{any, none}` one of `any`, and none of `none`, where each of these
    /// is a list of words in small letters.
    pub(in crate::sandbox::storefront) fn terms(&self, phrase: &str, locale: &str) -> Value {
        json!(self.meaning(phrase, locale))
    }

    fn meaning(&self, phrase: &str, locale: &str) -> Phrase {
        let phrase = phrase.to_lowercase();
        let mut all: Vec<&str> = phrase.split_whitespace().take(MOST_WORDS).collect();
        if all.is_empty() {
            return Phrase::default();
        }
        let ignored: Vec<String> =
            texts(&self.dictionary("stopwords", locale)["stopwords"]).concat().concat();
        let left: Vec<&str> =
            all.iter().copied().filter(|word| !ignored.iter().any(|it| it == word)).collect();
        if !left.is_empty() {
            all = left;
        }
        let groups = self.groups(locale);
        let mut terms = Vec::new();
        let mut rest = all.as_slice();
        while !rest.is_empty() {
            let longest = (1..=LONGEST.min(rest.len())).rev();
            let known = longest.into_iter().find_map(|count| {
                let meant: Vec<_> = groups.iter().filter(|it| it.is_for(&rest[..count])).collect();
                (!meant.is_empty()).then_some((count, meant))
            });
            let (count, meant) = known.unwrap_or((1, Vec::new()));
            let (own, others) = rest.split_at(count);
            terms.push(term(own, &meant, &all));
            rest = others;
        }
        Phrase(terms)
    }

    /// Whether a phrase is one of a group of keywords.
    pub(super) fn is_in_group(&self, phrase: &str, group: &str) -> bool {
        let words = phrase.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let groups = self.shop.documents("keyword-group", &self.site);
        let mut own = groups.filter(|(_, document)| document["id"] == group);
        own.any(|(_, document)| {
            listed(document["value"].as_str().unwrap_or_default()).contains(&owned(&words))
        })
    }

    /// The dictionary of a kind for the language of a locale, or for all; null if there is none.
    fn dictionary(&self, kind: &str, locale: &str) -> Value {
        let of = |own: &str| {
            let mut ids = self.shop.ids(kind, &self.site);
            let id = ids.find(|id| match *id {
                "x-default" => own == "default",
                tag => tag.replace('-', "_") == own,
            })?;
            self.shop.document(kind, &self.site, id)
        };
        fallbacks(locale).into_iter().find_map(of).unwrap_or_default()
    }

    /// What is searched together.
    fn groups(&self, locale: &str) -> Vec<Group> {
        let synonyms =
            texts(&self.dictionary("synonyms", locale)["synonyms"]).into_iter().map(|all| {
                let is_negative =
                    |words: &Vec<String>| words.first().is_some_and(|it| it.starts_with('-'));
                let (mut none, any): (Vec<_>, Vec<_>) = all.into_iter().partition(is_negative);
                for words in &mut none {
                    words[0].remove(0);
                }
                Group { asked: any.clone(), any, none }
            });
        let hypernyms = self.dictionary("hypernyms", locale);
        let rules = hypernyms["hypernymRule"].as_array().into_iter().flatten().map(|rule| {
            let listed = |name: &str| listed(rule[name].as_str().unwrap_or_default());
            Group { asked: listed("hypernyms"), any: listed("hyponyms"), none: Vec::new() }
        });
        synonyms.chain(rules).collect()
    }
}

/// Who asks for one of these finds what has one of those, unless it has one of a third kind.
struct Group {
    asked: Vec<Vec<String>>,
    any: Vec<Vec<String>>,
    none: Vec<Vec<String>>,
}

impl Group {
    fn is_for(&self, words: &[&str]) -> bool {
        self.asked.iter().any(|it| it == words)
    }
}

/// The term for words of a phrase, with those that are searched with them.
fn term(own: &[&str], groups: &[&Group], phrase: &[&str]) -> Term {
    let mut any = vec![owned(own)];
    any.extend(groups.iter().flat_map(|it| &it.any).filter(|it| *it != own).cloned());
    // What is asked for by name is meant.
    let is_asked = |words: &&Vec<String>| words.iter().all(|it| phrase.contains(&it.as_str()));
    let none = groups.iter().flat_map(|it| &it.none).filter(|it| !is_asked(it)).cloned().collect();
    Term { any, none }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}

/// The lists of a dictionary, each with the words of its entries.
fn texts(value: &Value) -> Vec<Vec<Vec<String>>> {
    let all = value.as_array().into_iter().flatten();
    all.filter_map(Value::as_str).map(listed).collect()
}

/// Entries that stand in one text, divided by commas, each as its words in small letters.
fn listed(text: &str) -> Vec<Vec<String>> {
    let text = text.to_lowercase();
    let entries = text.split([',', '\n']).map(|it| it.split_whitespace().map(str::to_owned));
    entries.map(Iterator::collect).filter(|words: &Vec<String>| !words.is_empty()).collect()
}

impl Phrase {
    /// Words of which a product that fits has the beginning of one at least; nothing if all fit.
    pub(super) fn firsts(&self) -> Option<impl Iterator<Item = &str>> {
        let first = self.0.first()?;
        Some(first.any.iter().filter_map(|words| words.first()).map(String::as_str))
    }

    /// How well a product fits; nothing unless it has something of each term.
    pub(super) fn relevance(&self, entry: &Entry) -> Option<u32> {
        self.0.iter().try_fold(0, |sum, term| Some(sum + term.relevance(entry)?))
    }
}

impl Term {
    fn relevance(&self, entry: &Entry) -> Option<u32> {
        let fits = |words: &Vec<String>| {
            let scores = words.iter().map(|word| best(&entry.fields, word));
            scores.min().filter(|score| *score > 0)
        };
        let has = |words: &Vec<String>| words.iter().all(|word| has(&entry.fields, word));
        let found = self.any.iter().filter_map(fits).max()?;
        (!self.none.iter().any(has)).then_some(found)
    }
}

/// What the best of the places is worth where a word, or its beginning, stands.
fn best(fields: &[Field], word: &str) -> u32 {
    let scores =
        |field: &Field| field.texts.iter().map(|text| score(text, word, field.weight)).max();
    fields.iter().filter_map(scores).max().unwrap_or(0)
}

fn has(fields: &[Field], word: &str) -> bool {
    fields.iter().flat_map(|field| &field.texts).any(|text| words(text).any(|it| it == word))
}

/// Words as a search finds them; between some of them is an empty one.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '-')
}

/// The weight for the word itself, half of it for its beginning.
fn score(text: &str, word: &str, weight: u32) -> u32 {
    // Most texts don't have it at all.
    if !text.contains(word) {
        0
    } else if words(text).any(|it| it == word) {
        weight
    } else if words(text).any(|it| it.starts_with(word)) {
        weight / 2
    } else {
        0
    }
}
