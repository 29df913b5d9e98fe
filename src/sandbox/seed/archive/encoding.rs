//! Files in another encoding than UTF-8, as their mark or their XML declaration says.

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::io::{self, Cursor, Read};

/// Bytes in which a declaration stands.
const HEAD: u64 = 256;
/// Bytes that are decoded at once.
const PIECE: usize = 16 << 10;

/// Whether there is an encoding of a name.
pub(super) fn is_known(name: &str) -> bool {
    Encoding::for_label(name.as_bytes()).is_some()
}

/// What a file holds, in UTF-8. One that declares an encoding that nobody knows is left as it is.
pub(super) fn in_utf8<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut head = Vec::new();
    input.by_ref().take(HEAD).read_to_end(&mut head)?;
    let encoding = encoding_of(&head);
    let whole = Cursor::new(head).chain(input);
    if encoding == UTF_8 {
        return Ok(Box::new(whole));
    }
    let decoder = encoding.new_decoder_with_bom_removal();
    Ok(Box::new(Decoded { input: whole, decoder, ready: String::new(), passed: 0, over: false }))
}

fn encoding_of(head: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(head) {
        return encoding;
    }
    match head {
        [b'<', 0, ..] => UTF_16LE,
        [0, b'<', ..] => UTF_16BE,
        // Who can read the declaration byte by byte doesn't read UTF-16, whatever it says.
        _ => declared(head).filter(|it| *it != UTF_16LE && *it != UTF_16BE).unwrap_or(UTF_8),
    }
}

/// The encoding that an XML declaration names.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let text = String::from_utf8_lossy(head);
    let (declaration, _) = text.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let (name, _) = value[1..].split_once(quote)?;
    Encoding::for_label(name.as_bytes())
}

/// Decodes piece by piece.
struct Decoded<R> {
    input: R,
    decoder: Decoder,
    ready: String,
    /// Bytes of what is ready that were read.
    passed: usize,
    over: bool,
}

impl<R: Read> Decoded<R> {
    fn decode(&mut self) -> io::Result<()> {
        let mut piece = [0; PIECE];
        let length = self.input.read(&mut piece)?;
        self.over = length == 0;
        self.passed = 0;
        self.ready.clear();
        let room = self.decoder.max_utf8_buffer_length(length).unwrap_or_default();
        self.ready.reserve(room);
        let (result, _, is_wrong) =
            self.decoder.decode_to_string(&piece[..length], &mut self.ready, self.over);
        if is_wrong || result == CoderResult::OutputFull {
            let what = format!("there are bytes that are no {}", self.decoder.encoding().name());
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        Ok(())
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.passed == self.ready.len() && !self.over {
            self.decode()?;
        }
        let left = &self.ready.as_bytes()[self.passed..];
        let length = left.len().min(into.len());
        into[..length].copy_from_slice(&left[..length]);
        self.passed += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        in_utf8(bytes)?.read_to_string(&mut text).map(|_| text)
    }

    fn wide(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(unit).collect()
    }

    #[test]
    fn files_are_read_in_the_encoding_that_they_name() {
        let declared =
            |name: &str| format!("<?xml version='1.0' encoding='{name}'?><a>").into_bytes();
        for (bytes, expected) in [
            ([declared("ISO-8859-1"), b"\xfc</a>".to_vec()].concat(), "ü</a>"),
            ([declared("windows-1252"), b"\x80</a>".to_vec()].concat(), "€</a>"),
            ([declared("UTF-8"), "ü</a>".into()].concat(), "ü</a>"),
            // It claims to be what it can't be.
            ([declared("UTF-16"), "ü</a>".into()].concat(), "ü</a>"),
            ([declared("of nobody"), "ü</a>".into()].concat(), "ü</a>"),
            (wide("\u{feff}<a>€</a>", u16::to_le_bytes), "€</a>"),
            (wide("\u{feff}<a>€</a>", u16::to_be_bytes), "€</a>"),
            (wide("<a>€</a>", u16::to_le_bytes), "€</a>"),
            (wide("<a>€</a>", u16::to_be_bytes), "€</a>"),
        ] {
            let text = read(&bytes).expect("a text");
            assert!(text.ends_with(&format!("<a>{expected}")), "{text}");
        }
    }

    #[test]
    fn long_files_are_read_to_their_end() {
        let text = format!("<a>{}</a>", "ü€".repeat(PIECE));
        assert_eq!(read(&wide(&text, u16::to_le_bytes)).expect("a text"), text);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let error = read(&[b'<', 0, 0, 0xd8]).expect_err("half a letter");
        assert_eq!(error.to_string(), "there are bytes that are no UTF-16LE");
    }
}
