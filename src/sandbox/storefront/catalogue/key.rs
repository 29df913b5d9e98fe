//! Values of attributes as they are compared.

use jiff::Timestamp;
use std::cmp::Ordering;

/// A value as it is compared: numbers come before times, and times before texts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Key {
    Number(f64),
    Time(Timestamp),
    Text(String),
}

impl Key {
    pub(super) fn of(text: &str) -> Self {
        let number = text.parse().ok().filter(|it: &f64| it.is_finite()).map(Self::Number);
        let time = || text.parse().ok().map(Self::Time);
        number.or_else(time).unwrap_or_else(|| Self::Text(text.to_lowercase()))
    }

    fn place(&self) -> u8 {
        match self {
            Self::Number(_) => 0,
            Self::Time(_) => 1,
            Self::Text(_) => 2,
        }
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(left), Self::Number(right)) => left.total_cmp(right),
            (Self::Time(left), Self::Time(right)) => left.cmp(right),
            (Self::Text(left), Self::Text(right)) => left.cmp(right),
            _ => self.place().cmp(&other.place()),
        }
    }
}

/// In the order of values of attributes: numbers by their size, times by when they are, texts by their letters.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    Key::of(left).compare(&Key::of(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_as_what_they_are() {
        for (less, more) in [
            ("9", "20"),
            ("-1.5", "0"),
            ("100", "2020-01-01T00:00:00.000Z"),
            ("2020-01-01T00:00:00.000Z", "2020-01-01T01:00:00.000+00:00"),
            ("2020-01-01T00:30:00.000+01:00", "2020-01-01T00:00:00.000Z"),
            ("2020-01-01T00:00:00.000Z", "Acme"),
            ("acme", "Zed"),
        ] {
            assert_eq!(compare(less, more), Ordering::Less, "{less} {more}");
            assert_eq!(compare(more, less), Ordering::Greater, "{more} {less}");
        }
        assert_eq!(compare("9.0", "9"), Ordering::Equal);
    }
}
