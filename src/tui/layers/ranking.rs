//! Names by how well they match.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// The indices of the names that match, best first; all in their order if nothing is wanted.
pub(super) fn ranked<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
    let pattern = Pattern::parse(wanted, CaseMatching::Ignore, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut scored: Vec<(u32, usize)> = names
        .enumerate()
        .filter_map(|(index, name)| {
            let score = pattern.score(Utf32Str::new(name, &mut buffer), &mut matcher)?;
            Some((score, index))
        })
        .collect();
    if !wanted.trim().is_empty() {
        scored.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    }
    scored.into_iter().map(|(_, index)| index).collect()
}
