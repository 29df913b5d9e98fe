//! The protocol's framing: `Content-Length: N`, a blank line, N bytes of JSON.
//!
//! Whatever comes in, reading goes on: a fault is told once, and the next header that can be
//! found is where reading starts again. JSON can't hold a header's line end unescaped, so what
//! looks like a header below a broken message is one.

use serde_json::Value;
use std::io;
use tokio_util::bytes::{Buf, BufMut, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

const LENGTH: &[u8] = b"content-length:";
/// A header that is longer than this is none.
const LONGEST_HEADER: usize = 4 << 10;
/// A header with a number fits into so many bytes.
const LONGEST_LINE: usize = 64;
/// A message that is longer than this is refused.
pub(super) const LONGEST_MESSAGE: usize = 8 << 20;

/// What came in.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Incoming {
    /// JSON.
    Message(Value),
    /// Something that can't be read, and why.
    Unreadable(Fault),
}

/// Why something can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    #[error("this is no header: {0:?}; a message starts with Content-Length: and a blank line")]
    NoHeader(String),
    #[error("a header without Content-Length")]
    NoLength,
    #[error("a header of more than {LONGEST_HEADER} bytes")]
    LongHeader,
    #[error("a message of {0} bytes; at most {LONGEST_MESSAGE} are read")]
    TooLong(u64),
    #[error("the message is no JSON: {0}")]
    NoJson(String),
    #[error("the message is shorter than its Content-Length")]
    Cut,
}

/// Where reading stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stand {
    #[default]
    Header,
    /// So many bytes are to come; so many of them hold no further header.
    Body { length: usize, searched: usize },
    /// After a fault: everything up to the next header is dropped.
    Lost,
}

/// Frames in, frames out.
#[derive(Clone, Debug, Default)]
pub(super) struct Codec(Stand);

impl Codec {
    fn fault(&mut self, source: &mut BytesMut, fault: Fault) -> Incoming {
        let past = LENGTH.len().min(source.len());
        if source[..past].eq_ignore_ascii_case(LENGTH) {
            source.advance(past);
        }
        self.0 = Stand::Lost;
        Incoming::Unreadable(fault)
    }

    /// Drops what is in front of the next header.
    fn find(&mut self, source: &mut BytesMut) {
        // Without one, its beginning may be all that has come.
        let beginning = source.len().min(LENGTH.len() - 1);
        let found = position(source);
        source.advance(found.unwrap_or(source.len() - beginning));
        if found.is_some() {
            self.0 = Stand::Header;
        }
    }

    fn header(&mut self, source: &mut BytesMut) -> Option<Incoming> {
        let mut length = None;
        let mut at = 0;
        while let Some(end) = source[at..].iter().position(|byte| *byte == b'\n') {
            let line = source[at..at + end].trim_ascii();
            at += end + 1;
            if line.is_empty() {
                return self.header_ends(source, at, length);
            }
            match header_line(line) {
                Ok(found) => length = found.or(length),
                Err(fault) => return Some(self.fault(source, fault)),
            }
        }
        (source.len() > LONGEST_HEADER).then(|| self.fault(source, Fault::LongHeader))
    }

    fn header_ends(
        &mut self,
        source: &mut BytesMut,
        at: usize,
        length: Option<u64>,
    ) -> Option<Incoming> {
        let Some(length) = length else {
            // Blank lines between messages harm nobody.
            if source[..at].trim_ascii().is_empty() {
                source.advance(at);
                return None;
            }
            return Some(self.fault(source, Fault::NoLength));
        };
        match usize::try_from(length).ok().filter(|length| *length <= LONGEST_MESSAGE) {
            Some(length) => {
                source.advance(at);
                self.0 = Stand::Body { length, searched: 0 };
                None
            }
            None => Some(self.fault(source, Fault::TooLong(length))),
        }
    }

    fn body(&mut self, source: &mut BytesMut, length: usize, searched: usize) -> Option<Incoming> {
        if source.len() < length {
            return self.unfinished(source, length, searched);
        }
        match serde_json::from_slice(&source[..length]) {
            Ok(message) => {
                source.advance(length);
                self.0 = Stand::Header;
                Some(Incoming::Message(message))
            }
            Err(error) => {
                // A message that came half has the next one's header inside, or its beginning.
                let beginning = length.saturating_sub(LENGTH.len() - 1);
                source.advance(position(&source[..length]).unwrap_or(beginning));
                self.0 = Stand::Lost;
                Some(Incoming::Unreadable(Fault::NoJson(error.to_string())))
            }
        }
    }

    /// The rest is still to come, unless the next message has begun already.
    fn unfinished(
        &mut self,
        source: &mut BytesMut,
        length: usize,
        searched: usize,
    ) -> Option<Incoming> {
        let from = searched.saturating_sub(LONGEST_LINE);
        if let Some(at) = whole_header(&source[from..]) {
            source.advance(from + at);
            self.0 = Stand::Lost;
            return Some(Incoming::Unreadable(Fault::Cut));
        }
        self.0 = Stand::Body { length, searched: source.len() };
        None
    }

    fn step(&mut self, source: &mut BytesMut) -> Option<Incoming> {
        loop {
            let before = (self.0, source.len());
            let found = match self.0 {
                Stand::Header => self.header(source),
                Stand::Body { length, searched } => self.body(source, length, searched),
                Stand::Lost => {
                    self.find(source);
                    None
                }
            };
            if found.is_some() || (self.0, source.len()) == before {
                return found;
            }
        }
    }
}

/// Where a header with its number and its line end starts.
fn whole_header(bytes: &[u8]) -> Option<usize> {
    let at = position(bytes)?;
    let line = &bytes[at + LENGTH.len()..];
    let end = line.iter().position(|byte| *byte == b'\n')?;
    let number = line[..end].trim_ascii();
    (!number.is_empty() && number.iter().all(u8::is_ascii_digit)).then_some(at)
}

/// Where the next header starts.
fn position(bytes: &[u8]) -> Option<usize> {
    bytes.windows(LENGTH.len()).position(|window| window.eq_ignore_ascii_case(LENGTH))
}

/// The length, if this is the line that has it.
fn header_line(line: &[u8]) -> Result<Option<u64>, Fault> {
    let text = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
    let Some((name, value)) = text.split_once(':') else { return Err(Fault::NoHeader(text)) };
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(Fault::NoHeader(text));
    }
    if !name.eq_ignore_ascii_case("content-length") {
        return Ok(None);
    }
    value.trim().parse().map(Some).map_err(|_| Fault::NoHeader(text.clone()))
}

impl Decoder for Codec {
    type Item = Incoming;
    type Error = io::Error;

    fn decode(&mut self, source: &mut BytesMut) -> io::Result<Option<Incoming>> {
        Ok(self.step(source))
    }

    fn decode_eof(&mut self, source: &mut BytesMut) -> io::Result<Option<Incoming>> {
        if let Some(found) = self.step(source) {
            return Ok(Some(found));
        }
        let is_cut = !source.trim_ascii().is_empty() && self.0 != Stand::Lost
            || matches!(self.0, Stand::Body { .. });
        source.clear();
        self.0 = Stand::Header;
        Ok(is_cut.then_some(Incoming::Unreadable(Fault::Cut)))
    }
}

impl Encoder<Value> for Codec {
    type Error = io::Error;

    fn encode(&mut self, message: Value, target: &mut BytesMut) -> io::Result<()> {
        let text = message.to_string();
        target.reserve(text.len() + 32);
        target.put_slice(format!("Content-Length: {}\r\n\r\n", text.len()).as_bytes());
        target.put_slice(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    /// Everything that a stream of these chunks yields.
    fn read<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Incoming> {
        let (mut codec, mut buffer, mut all) = (Codec::default(), BytesMut::new(), Vec::new());
        for chunk in chunks {
            buffer.put_slice(chunk);
            while let Some(found) = codec.decode(&mut buffer).expect("never fails") {
                all.push(found);
            }
        }
        while let Some(found) = codec.decode_eof(&mut buffer).expect("never fails") {
            all.push(found);
        }
        all
    }

    fn check(input: &str, expected: &[&str]) {
        let all = read([input.as_bytes()]);
        let texts: Vec<String> = all.iter().map(text).collect();
        assert_eq!(texts, expected, "{input:?}");
        let single: Vec<&[u8]> = input.as_bytes().chunks(1).collect();
        let last = read(single).iter().map(text).collect::<Vec<_>>();
        assert_eq!(last, expected, "byte by byte: {input:?}");
    }

    fn text(incoming: &Incoming) -> String {
        match incoming {
            Incoming::Message(value) => value.to_string(),
            Incoming::Unreadable(Fault::NoJson(_)) => "no JSON".to_owned(),
            Incoming::Unreadable(fault) => fault.to_string(),
        }
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn messages_are_read_however_their_headers_are_written() {
        check(&framed("1"), &["1"]);
        check(&(framed("1") + &framed("{\"a\":2}")), &["1", "{\"a\":2}"]);
        check("content-length:1\n\n1", &["1"]);
        check("Content-Type: x\r\nContent-Length: 1\r\n\r\n1", &["1"]);
        check(&format!("\r\n\r\n{}", framed("1")), &["1"]);
        check("", &[]);
    }

    #[test]
    fn after_a_fault_the_next_message_is_read() {
        let next = framed("7");
        let no_header = |text: &str| Fault::NoHeader(text.to_owned()).to_string();
        check(&format!("{{\"seq\":1}}\n{next}"), &[&no_header("{\"seq\":1}"), "7"]);
        check(&format!("\u{0}\u{1}\n{next}"), &[&no_header("\u{0}\u{1}"), "7"]);
        check(&format!("Content-Length: x\r\n\r\n{next}"), &[&no_header("Content-Length: x"), "7"]);
        check(
            &format!("Content-Length: -1\r\n\r\n{next}"),
            &[&no_header("Content-Length: -1"), "7"],
        );
        check(&format!("Host: x\r\n\r\n{next}"), &[&Fault::NoLength.to_string(), "7"]);
        check(&format!("trash{next}"), &[&Fault::NoLength.to_string(), "7"]);
        check(&(framed("{nonsense") + &next), &["no JSON", "7"]);
        check(&(framed("") + &next), &["no JSON", "7"]);
    }

    #[test]
    fn half_a_message_costs_no_whole_one() {
        let half = "Content-Length: 12\r\n\r\n{\"seq\"";
        check(&(half.to_owned() + &framed("7")), &["no JSON", "7"]);
        check(half, &[&Fault::Cut.to_string()]);
        let long = "Content-Length: 2000\r\n\r\n{\"seq\": ";
        check(&(long.to_owned() + &framed("7")), &[&Fault::Cut.to_string(), "7"]);
        check("Content-Length: 1", &[&Fault::Cut.to_string()]);
    }

    #[test]
    fn what_is_too_long_is_refused_without_being_kept() {
        let claim = "Content-Length: 104857600\r\n\r\n";
        check(&(claim.to_owned() + &framed("7")), &[&Fault::TooLong(104_857_600).to_string(), "7"]);
        let (mut codec, mut buffer) = (Codec::default(), BytesMut::new());
        buffer.put_slice(b"X-Long: ");
        let mut faults = 0;
        for _ in 0..1_600 {
            buffer.put_bytes(b'a', 64 << 10);
            while codec.decode(&mut buffer).expect("never fails").is_some() {
                faults += 1;
            }
            assert!(buffer.len() < 128 << 10, "{} bytes are kept", buffer.len());
        }
        buffer.put_slice(framed("7").as_bytes());
        let next = codec.decode(&mut buffer).expect("never fails");
        assert_eq!((faults, next), (1, Some(Incoming::Message(json!(7)))));
    }

    #[test]
    fn deeply_nested_input_is_a_fault_like_another() {
        check(&(framed(&"[".repeat(100_000)) + &framed("7")), &["no JSON", "7"]);
    }

    proptest! {
        #[test]
        fn chunks_make_no_difference(bodies in prop::collection::vec(".{0,40}", 1..6), size in 1_usize..50) {
            let messages: Vec<Value> = bodies.iter().map(|body| json!({ "text": body })).collect();
            let (mut codec, mut buffer) = (Codec::default(), BytesMut::new());
            for message in &messages {
                codec.encode(message.clone(), &mut buffer).expect("encoded");
            }
            let bytes = buffer.to_vec();
            let expected: Vec<Incoming> = messages.into_iter().map(Incoming::Message).collect();
            prop_assert_eq!(read(bytes.chunks(size)), expected);
        }

        #[test]
        fn anything_at_all_is_followed_by_the_next_message(noise in prop::collection::vec(any::<u8>(), 0..300)) {
            let mut bytes = noise;
            bytes.extend(b"\r\n");
            bytes.extend(framed("{\"seq\":7}").as_bytes());
            let all = read([bytes.as_slice()]);
            prop_assert_eq!(all.last(), Some(&Incoming::Message(json!({"seq": 7}))));
        }
    }
}
