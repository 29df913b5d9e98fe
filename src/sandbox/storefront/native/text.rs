//! Texts in the encodings that scripts name.

use crate::script::HostError;

/// An encoding of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Latin1,
    Ascii,
    Utf16Be,
    Utf16Le,
}

impl Encoding {
    /// By its name in any spelling, for example `utf-8`.
    pub(super) fn named(name: &str) -> Result<Self, HostError> {
        let plain: String =
            name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
        match plain.as_str() {
            "" | "UTF8" => Ok(Self::Utf8),
            "ISO88591" | "ISO8859" | "LATIN1" => Ok(Self::Latin1),
            "USASCII" | "ASCII" => Ok(Self::Ascii),
            "UTF16" | "UTF16BE" => Ok(Self::Utf16Be),
            "UTF16LE" => Ok(Self::Utf16Le),
            _ => {
                let message = format!("The encoding {name} is not emulated by the sandbox");
                Err(HostError::new(message))
            }
        }
    }

    /// The text of bytes; what is none in this encoding becomes U+FFFD.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Latin1 => bytes.iter().copied().map(char::from).collect(),
            Self::Ascii => {
                let letter =
                    |byte: &u8| if byte.is_ascii() { char::from(*byte) } else { '\u{fffd}' };
                bytes.iter().map(letter).collect()
            }
            Self::Utf16Be => wide(bytes, u16::from_be_bytes),
            Self::Utf16Le => wide(bytes, u16::from_le_bytes),
        }
    }

    /// The bytes of a text; a letter that has none becomes `?`.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        let narrow = |most: u32| {
            let byte = move |letter: char| u8::try_from(u32::from(letter)).ok();
            let known = move |it: &u8| u32::from(*it) <= most;
            text.chars().map(|it| byte(it).filter(known).unwrap_or(b'?')).collect()
        };
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Latin1 => narrow(255),
            Self::Ascii => narrow(127),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        }
    }

    /// How many of these bytes hold whole letters, if more bytes follow them.
    pub(super) fn whole(self, bytes: &[u8]) -> usize {
        match self {
            Self::Latin1 | Self::Ascii => bytes.len(),
            Self::Utf8 => {
                let tail = bytes.len().saturating_sub(3)..bytes.len();
                let lead = tail.rev().find(|at| bytes[*at] & 0xc0 != 0x80);
                lead.filter(|at| width(bytes[*at]) > bytes.len() - at).unwrap_or(bytes.len())
            }
            Self::Utf16Be | Self::Utf16Le => {
                let even = bytes.len() & !1;
                let high = if self == Self::Utf16Be { 2 } else { 1 };
                let cuts = even >= 2 && bytes[even - high] & 0xfc == 0xd8;
                if cuts { even - 2 } else { even }
            }
        }
    }
}

fn width(lead: u8) -> usize {
    match lead {
        0xf0.. => 4,
        0xe0.. => 3,
        0xc0.. => 2,
        _ => 1,
    }
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Encoding; 5] =
        [Encoding::Utf8, Encoding::Latin1, Encoding::Ascii, Encoding::Utf16Be, Encoding::Utf16Le];

    #[test]
    fn encodings_are_known_by_their_names() {
        for (name, expected) in [
            ("utf-8", Encoding::Utf8),
            ("ISO-8859-1", Encoding::Latin1),
            ("UTF-16LE", Encoding::Utf16Le),
        ] {
            assert_eq!(Encoding::named(name), Ok(expected));
        }
        assert!(Encoding::named("EBCDIC").is_err());
        assert_eq!(Encoding::Latin1.encode("Öl €"), b"\xd6l ?");
    }

    proptest! {
        #[test]
        fn a_text_cut_into_pieces_is_the_same_text(text in "\\PC{0,40}", size in 4_usize..9) {
            for encoding in ALL {
                let bytes = encoding.encode(&text);
                let mut rest = bytes.as_slice();
                let mut read = String::new();
                while !rest.is_empty() {
                    let piece = &rest[..size.min(rest.len())];
                    let end = if piece.len() == rest.len() { piece.len() } else { encoding.whole(piece) };
                    read += &encoding.decode(&piece[..end]);
                    rest = &rest[end..];
                }
                prop_assert_eq!(&read, &encoding.decode(&bytes));
            }
        }
    }
}
