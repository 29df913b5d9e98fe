//! Amounts: decimal texts outside, cents inside.

use serde::{Deserialize, Deserializer, de::Error};

/// An amount with two digits after the point, in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cents(pub(super) u64);

impl Cents {
    /// Reads `14`, `14.5` or `14.50`; nothing for anything else, more digits included.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > 2 {
            return None;
        }
        let whole: u64 = whole.parse().ok()?;
        let cents: u64 = format!("{fraction:0<2}").parse().ok()?;
        whole.checked_mul(100)?.checked_add(cents).map(Self)
    }
}

impl std::fmt::Display for Cents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl<'de> Deserialize<'de> for Cents {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let text = String::deserialize(source)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format!("\"{text}\" is no amount")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_at_most_two_digits_after_the_point() {
        for (text, cents) in [
            ("14", Some(1400)),
            ("14.5", Some(1450)),
            ("0.05", Some(5)),
            ("14.505", None),
            ("-1", None),
            (".5", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(Cents::parse(text).map(|it| it.0), cents, "{text}");
        }
        assert_eq!(Cents(1405).to_string(), "14.05");
    }
}
