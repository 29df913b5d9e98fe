//! State tokens, and the conditions that writes name (section 4.2; "beyond the specification",
//! 2.3).

use super::faults;
use crate::{
    api::content::{NOT_EXISTS, STATE_HEADER},
    sandbox::{
        refusal::Refusal,
        store::{Hit, Key, Range, Revision, Secret},
    },
};
use aws_lc_rs::hmac;
use axum::http::{HeaderMap, header::IF_MATCH};

/// A listing has a token per hit, which formatting would make slow.
const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Makes the opaque tokens that stand for a resource's state.
pub(super) struct States(hmac::Key);

impl States {
    /// Tokens under a key that outlives the process if its store does.
    pub(super) fn new(key: &Secret) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, key))
    }

    /// The token of a row: 64 hexadecimal digits.
    pub(super) fn of_row(&self, key: &Key, revision: Revision) -> String {
        let (kind, names): (_, &[&str]) = match key {
            Key::Asset { library, id } => ("asset", &[library.as_str(), id.as_str()]),
            Key::Folder { library, id } => ("folder", &[library.as_str(), id.as_str()]),
            Key::Assignment { library, asset, folder } => {
                ("assignment", &[library.as_str(), asset.as_str(), folder.as_str()])
            }
            Key::Lock { library, asset } => ("lock", &[library.as_str(), asset.as_str()]),
        };
        let mut signing = Signing::new(&self.0, kind);
        for name in names {
            signing.add(name.as_bytes());
        }
        signing.add(&revision.0.to_be_bytes());
        signing.finish()
    }

    /// The token of a page: it changes with its hits and with the listing's size.
    pub(super) fn of_page(&self, range: &Range, start: u64, hits: &[Hit], total: u64) -> String {
        let kind = match range {
            Range::FoldersOf { .. } => "folders of",
            Range::AssetsIn { .. } => "assets in",
            Range::FoldersIn { .. } => "folders in",
        };
        let mut signing = Signing::new(&self.0, kind);
        signing.add(range.library().as_str().as_bytes());
        signing.add(range.owner_id().as_bytes());
        for number in [start, total] {
            signing.add(&number.to_be_bytes());
        }
        for hit in hits {
            signing.add(hit.id.as_bytes());
            signing.add(&hit.revision.0.to_be_bytes());
        }
        signing.finish()
    }
}

/// Signs parts, each with its length, so that they can't run together.
struct Signing(hmac::Context);

impl Signing {
    fn new(key: &hmac::Key, kind: &str) -> Self {
        let mut signing = Self(hmac::Context::with_key(key));
        signing.add(kind.as_bytes());
        signing
    }

    fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_be_bytes());
        self.0.update(part);
    }

    fn finish(self) -> String {
        let tag = self.0.sign();
        let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
        tag.as_ref().iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
    }
}

/// What a request demands of the present state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conditions {
    if_match: Option<IfMatch>,
    states: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct IfMatch {
    text: String,
    tags: Tags,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Tags {
    Any,
    These(Vec<String>),
    Malformed,
}

impl Conditions {
    /// The conditions of a request's headers and of its document.
    pub(super) fn read(headers: &HeaderMap, state: Option<&str>) -> Self {
        let text = |name| {
            let values = headers.get_all(name).iter();
            values.map(|value| String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
        };
        let if_match = text(IF_MATCH.as_str()).collect::<Vec<_>>().join(",");
        let is_empty = if_match.trim_matches([' ', ',', '\t']).is_empty();
        let if_match = (!is_empty).then(|| IfMatch { tags: tags(&if_match), text: if_match });
        let sent = text(STATE_HEADER).filter(|state| !state.is_empty());
        let states = sent.chain(state.map(str::to_owned)).collect();
        Self { if_match, states }
    }

    /// Demands that `If-Match` is there.
    pub(super) fn require_if_match(&self) -> Result<(), Refusal> {
        self.if_match.as_ref().map(|_| ()).ok_or_else(faults::if_match_required)
    }

    /// Whether the request names any state at all.
    pub(super) fn are_given(&self) -> bool {
        self.if_match.is_some() || !self.states.is_empty()
    }

    /// Compares with the resource's present token; `None` when it doesn't exist.
    pub(super) fn check(&self, present: Option<&str>) -> Result<(), Refusal> {
        match &self.if_match {
            Some(if_match) if !if_match.fits(present) => {
                return Err(faults::invalid_if_match(&if_match.text));
            }
            _ => {}
        }
        self.states.iter().try_for_each(|state| check_state(state, present))
    }

    /// The fault of a request that lost a race against another.
    pub(super) fn lost(&self, present: Option<&str>) -> Refusal {
        match (&self.if_match, self.states.first()) {
            (Some(if_match), _) => faults::invalid_if_match(&if_match.text),
            (None, Some(state)) => faults::state_conflict(state, present.unwrap_or(NOT_EXISTS)),
            (None, None) => faults::concurrent_modification(),
        }
    }
}

impl IfMatch {
    fn fits(&self, present: Option<&str>) -> bool {
        match (&self.tags, present) {
            (Tags::Any, Some(_)) => true,
            (Tags::These(tags), Some(present)) => tags.iter().any(|tag| tag == present),
            (Tags::Malformed, _) | (_, None) => false,
        }
    }
}

fn check_state(sent: &str, present: Option<&str>) -> Result<(), Refusal> {
    match (sent, present) {
        (NOT_EXISTS, None) => Ok(()),
        (NOT_EXISTS, Some(_)) => Err(faults::already_exists()),
        (sent, present) if present == Some(sent) => Ok(()),
        (sent, present) => Err(faults::state_conflict(sent, present.unwrap_or(NOT_EXISTS))),
    }
}

/// Quoted or bare tags, separated by commas. A weak one is never equal to any.
fn tags(text: &str) -> Tags {
    let mut tags = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (is_weak, quoted) = match rest.strip_prefix("W/") {
            Some(tag) if tag.starts_with('"') => (true, tag),
            _ => (false, rest),
        };
        let (tag, after) = match quoted.strip_prefix('"') {
            Some(inner) => match inner.split_once('"') {
                Some(parts) => parts,
                None => return Tags::Malformed,
            },
            None => quoted.split_at(quoted.find(',').unwrap_or(quoted.len())),
        };
        let is_bare = !quoted.starts_with('"');
        let tag = tag.trim();
        match tag {
            "*" if is_bare => return if text.trim() == "*" { Tags::Any } else { Tags::Malformed },
            bare if is_bare && bare.contains(['"', ' ', '\t']) => return Tags::Malformed,
            _ if !is_weak && !tag.is_empty() => tags.push(tag.to_owned()),
            _ => {}
        }
        let after = after.trim_start();
        rest = match after.strip_prefix(',') {
            Some(next) => next.trim_start(),
            None if after.is_empty() => after,
            None => return Tags::Malformed,
        };
    }
    Tags::These(tags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(if_match: &str) -> Conditions {
        let mut headers = HeaderMap::new();
        headers.insert(IF_MATCH, if_match.parse().expect("a header value"));
        Conditions::read(&headers, None)
    }

    #[test]
    fn if_match_reads_as_documented() {
        for (sent, fits) in [
            ("\"abc\"", true),
            ("abc", true),
            ("\"x\", \"abc\"", true),
            ("x,abc", true),
            ("\"x,y\",abc", true),
            ("*", true),
            ("W/\"abc\"", false),
            ("\"abd\"", false),
            ("\"abc", false),
            ("abc\"", false),
            ("\"abc\" \"x\"", false),
            ("*,\"abc\"", false),
            ("ABC", false),
        ] {
            assert_eq!(conditions(sent).check(Some("abc")).is_ok(), fits, "{sent}");
            assert!(conditions(sent).check(None).is_err(), "{sent} of nothing");
            assert!(conditions(sent).require_if_match().is_ok(), "{sent}");
        }
        for sent in ["", " ", ","] {
            assert!(conditions(sent).require_if_match().is_err(), "{sent:?} is none");
            assert!(conditions(sent).check(None).is_ok());
        }
    }

    #[test]
    fn every_state_must_match() {
        let mut headers = HeaderMap::new();
        headers.insert(STATE_HEADER, "abc".parse().expect("a header value"));
        let check = |state, present| Conditions::read(&headers, state).check(present);
        assert!(check(None, Some("abc")).is_ok());
        assert!(check(Some("abc"), Some("abc")).is_ok());
        assert!(check(Some("abd"), Some("abc")).is_err_and(|e| e.is("ResourceStateConflict")));
        assert!(check(None, Some("abd")).is_err_and(|e| e.is("ResourceStateConflict")));
        assert!(check(None, None).is_err_and(|e| e.is("ResourceStateConflict")));
        let fresh = Conditions::read(&HeaderMap::new(), Some(NOT_EXISTS));
        assert!(fresh.check(None).is_ok());
        assert!(fresh.check(Some("abc")).is_err_and(|e| e.is("ResourceAlreadyExists")));
    }

    #[test]
    fn tokens_differ_by_kind_names_and_revision() {
        let states = States::new(&[7; 32]);
        let tokens = [
            states.of_row(&Key::asset("a", "bc"), Revision(1)),
            states.of_row(&Key::asset("ab", "c"), Revision(1)),
            states.of_row(&Key::asset("a", "bc"), Revision(2)),
            states.of_row(&Key::folder("a", "bc"), Revision(1)),
            States::new(&[8; 32]).of_row(&Key::asset("a", "bc"), Revision(1)),
        ];
        let distinct: std::collections::BTreeSet<_> = tokens.iter().collect();
        assert_eq!(distinct.len(), tokens.len());
        let is_hex =
            |token: &String| token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(tokens.iter().all(is_hex));
    }
}
