//! At which of its hits a breakpoint halts.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// At which of its hits a breakpoint halts; hits are counted from 1, here and not on the server:
/// each other hit halts briefly. Written as in `8`, `= 3`, `% 10` or `= 3 per request`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct HitRule {
    /// Which of them.
    pub hits: Hits,
    /// Where counting begins.
    pub counted: Counted,
}

/// Which hits halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hits {
    /// From this one on.
    From(u32),
    /// At this one only.
    Only(u32),
    /// At each that can be divided by this.
    Every(u32),
}

/// Where the counting of hits begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counted {
    /// With the breakpoint.
    #[default]
    Throughout,
    /// With each request: those of one thread are counted by themselves.
    PerRequest,
}

/// What says in a written rule that each request counts by itself.
const PER_REQUEST: &str = "per request";

impl HitRule {
    /// Whether that hit halts.
    pub const fn halts_at(self, hit: u32) -> bool {
        match self.hits {
            Hits::From(from) => hit >= from,
            Hits::Only(only) => hit == only,
            Hits::Every(every) => hit.is_multiple_of(every),
        }
    }

    /// For a list of breakpoints: `from hit 8`, `at hit 3`, `every 10 hits of a request`.
    pub fn words(self) -> String {
        let hits = match self.hits {
            Hits::From(from) => format!("from hit {from}"),
            Hits::Only(only) => format!("at hit {only}"),
            Hits::Every(1) => "every hit".to_owned(),
            Hits::Every(every) => format!("every {every} hits"),
        };
        match self.counted {
            Counted::Throughout => hits,
            Counted::PerRequest => format!("{hits} of a request"),
        }
    }
}

impl From<Hits> for HitRule {
    fn from(hits: Hits) -> Self {
        Self { hits, counted: Counted::Throughout }
    }
}

impl fmt::Display for HitRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hits {
            Hits::From(from) => write!(f, "{from}")?,
            Hits::Only(only) => write!(f, "= {only}")?,
            Hits::Every(every) => write!(f, "% {every}")?,
        }
        match self.counted {
            Counted::Throughout => Ok(()),
            Counted::PerRequest => write!(f, " {PER_REQUEST}"),
        }
    }
}

/// A text that is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHitRule {
    /// Hits are counted from 1.
    #[error("hits are counted from 1")]
    Zero,
    /// Something else.
    #[error(
        "\"{0}\" is no hit count: a number from 1, > 5, = 3 or % 10, and perhaps \"per request\" after it"
    )]
    Unknown(String),
}

impl FromStr for HitRule {
    type Err = NoHitRule;

    fn from_str(text: &str) -> Result<Self, NoHitRule> {
        let text = text.trim();
        let (hits, counted) = match text.strip_suffix(PER_REQUEST) {
            Some(hits) => (hits, Counted::PerRequest),
            None => (text, Counted::Throughout),
        };
        let unknown = || NoHitRule::Unknown(text.to_owned());
        Ok(Self { hits: read_hits(hits.trim(), unknown)?, counted })
    }
}

fn read_hits(text: &str, unknown: impl Fn() -> NoHitRule) -> Result<Hits, NoHitRule> {
    let at = text.find(|letter: char| letter.is_ascii_digit()).ok_or_else(&unknown)?;
    let (sign, number) = (text[..at].trim(), &text[at..]);
    let number: u32 = number.parse().map_err(|_| unknown())?;
    match (sign, number) {
        (">", _) => number.checked_add(1).map(Hits::From).ok_or_else(unknown),
        ("" | ">=" | "=" | "==" | "===" | "%", 0) => Err(NoHitRule::Zero),
        ("" | ">=", _) => Ok(Hits::From(number)),
        ("=" | "==" | "===", _) => Ok(Hits::Only(number)),
        ("%", _) => Ok(Hits::Every(number)),
        _ => Err(unknown()),
    }
}

/// As it is kept: plain numbers are what former versions wrote.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Number(u32),
    Text(String),
}

impl From<HitRule> for Written {
    fn from(rule: HitRule) -> Self {
        match (rule.hits, rule.counted) {
            (Hits::From(from), Counted::Throughout) => Self::Number(from),
            _ => Self::Text(rule.to_string()),
        }
    }
}

impl TryFrom<Written> for HitRule {
    type Error = NoHitRule;

    fn try_from(written: Written) -> Result<Self, NoHitRule> {
        match written {
            // Halts always: what former versions made of it.
            Written::Number(from) => Ok(Hits::From(from.max(1)).into()),
            Written::Text(text) => text.parse(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_a_number_perhaps_with_a_sign() {
        let check = |text: &str, expected: Result<HitRule, NoHitRule>| {
            assert_eq!(text.parse(), expected, "{text}");
        };
        check("8", Ok(Hits::From(8).into()));
        check(" >= 8 ", Ok(Hits::From(8).into()));
        check("> 5", Ok(Hits::From(6).into()));
        check(">0", Ok(Hits::From(1).into()));
        check("= 3", Ok(Hits::Only(3).into()));
        check("==3", Ok(Hits::Only(3).into()));
        check("%10", Ok(Hits::Every(10).into()));
        let counted = Counted::PerRequest;
        check("= 3 per request", Ok(HitRule { hits: Hits::Only(3), counted }));
        check("2per request", Ok(HitRule { hits: Hits::From(2), counted }));
        check("% 0", Err(NoHitRule::Zero));
        check("0", Err(NoHitRule::Zero));
        for text in ["", "x", "< 3", "3 4", "-1", "per request", "> 4294967295", "99999999999"] {
            check(text, Err(NoHitRule::Unknown(text.to_owned())));
        }
    }

    #[test]
    fn each_rule_halts_at_its_hits() {
        let check = |rule: HitRule, hits: &[u32]| {
            let halts: Vec<u32> = (1..=9).filter(|hit| rule.halts_at(*hit)).collect();
            assert_eq!(halts, hits, "{rule:?}");
        };
        check(Hits::From(7).into(), &[7, 8, 9]);
        check(Hits::Only(3).into(), &[3]);
        check(Hits::Every(4).into(), &[4, 8]);
    }

    #[test]
    fn rules_are_kept_as_they_are_written_and_old_ones_are_read() {
        let of_a_request = |hits| HitRule { hits, counted: Counted::PerRequest };
        for (rule, text) in [
            (Hits::From(8).into(), "8"),
            (Hits::Only(3).into(), "\"= 3\""),
            (Hits::Every(4).into(), "\"% 4\""),
            (of_a_request(Hits::From(2)), "\"2 per request\""),
            (of_a_request(Hits::Only(3)), "\"= 3 per request\""),
        ] {
            assert_eq!(serde_json::to_string(&rule).expect("written"), text);
            assert_eq!(serde_json::from_str::<HitRule>(text).expect("read"), rule);
        }
        assert_eq!(serde_json::from_str::<HitRule>("0").expect("read"), Hits::From(1).into());
        assert!(serde_json::from_str::<HitRule>("\"x\"").is_err());
    }
}
