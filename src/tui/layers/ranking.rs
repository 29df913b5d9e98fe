//! Names by how well they match.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// How a name fits what is typed, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    Start,
    StartOfWord,
    Inside,
    /// Every word stands somewhere in the name or in what it does.
    ByWords,
    /// Its letters stand there in that order.
    ByLetters,
}

/// The indices of the named things that match, best first; all in their order if nothing is wanted. What is typed of a
/// name from its start on goes before everything else, and letters that are strewn over what it does are no match.
pub(super) fn ranked_by_name<'a>(
    wanted: &str,
    entries: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<usize> {
    let entries: Vec<(&str, &str)> = entries.collect();
    let wanted = wanted.trim().to_lowercase();
    if wanted.is_empty() {
        return (0..entries.len()).collect();
    }
    let by_letters = ranked(&wanted, entries.iter().map(|(name, _)| *name));
    let place = |index: usize| by_letters.iter().position(|other| *other == index);
    let mut found: Vec<(Fit, usize, usize)> = Vec::new();
    for (index, (name, does)) in entries.iter().enumerate() {
        let place = place(index);
        let fit = fit(&wanted, &name.to_lowercase(), &does.to_lowercase());
        let fit = fit.or_else(|| place.map(|_| Fit::ByLetters));
        found.extend(fit.map(|fit| (fit, place.unwrap_or(usize::MAX), index)));
    }
    found.sort_unstable();
    found.into_iter().map(|(_, _, index)| index).collect()
}

fn fit(wanted: &str, name: &str, does: &str) -> Option<Fit> {
    let is_there = |word: &str| name.contains(word) || does.contains(word);
    if name == wanted {
        Some(Fit::Whole)
    } else if name.starts_with(wanted) {
        Some(Fit::Start)
    } else if name.split([' ', '-']).any(|word| word.starts_with(wanted)) {
        Some(Fit::StartOfWord)
    } else if name.contains(wanted) {
        Some(Fit::Inside)
    } else {
        wanted.split_whitespace().all(is_there).then_some(Fit::ByWords)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRIES: [(&str, &str); 6] = [
        ("step repeatedly", "steps as often as a number says"),
        ("stop", "ends the thread"),
        ("new stop", "another one"),
        ("stop all", "ends all"),
        ("restore", "puts a snapshot back"),
        ("unstoppable", ""),
    ];

    #[track_caller]
    fn check(wanted: &str, expected: &[&str]) {
        let found = ranked_by_name(wanted, ENTRIES.into_iter());
        let names: Vec<&str> = found.into_iter().map(|index| ENTRIES[index].0).collect();
        assert_eq!(names, expected, "{wanted}");
    }

    #[test]
    fn a_name_goes_before_its_beginning_and_that_before_everything_else() {
        check("", &ENTRIES.map(|(name, _)| name));
        check("stop", &["stop", "stop all", "new stop", "unstoppable"]);
        check("Stop A", &["stop all", "unstoppable", "stop", "new stop"]);
        check("snap", &["restore"]);
        check("thread ends", &["stop"]);
        check("stpa", &["stop all", "step repeatedly", "unstoppable"]);
        check("xyz", &[]);
    }
}
