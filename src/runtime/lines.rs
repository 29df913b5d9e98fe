//! Lines of input, bounded, for protocols that have a message in each.

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// A longer line is no message.
pub const LONGEST_LINE: usize = 8 << 20;

/// What came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A line without its end.
    Whole(Vec<u8>),
    /// A line that was longer than [`LONGEST_LINE`]; it was read over.
    TooLong,
}

/// Reads lines; can be dropped and taken up again between any two bytes.
pub struct InputLines<R> {
    input: R,
    line: Vec<u8>,
    is_too_long: bool,
}

impl<R: AsyncBufRead + Unpin> InputLines<R> {
    /// Of any input.
    pub const fn new(input: R) -> Self {
        Self { input, line: Vec::new(), is_too_long: false }
    }

    /// The next line; `None` at the end of input, or when it can't be read any more.
    pub async fn next(&mut self) -> Option<InputLine> {
        loop {
            let Ok(bytes) = self.input.fill_buf().await else { return self.last() };
            if bytes.is_empty() {
                return self.last();
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            self.is_too_long |= self.line.len() + part.len() > LONGEST_LINE;
            if self.is_too_long {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            let used = end.map_or(bytes.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Some(self.take());
            }
        }
    }

    /// A line without an end is one, too.
    fn last(&mut self) -> Option<InputLine> {
        (self.is_too_long || !self.line.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> InputLine {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_too_long) {
            InputLine::TooLong
        } else {
            InputLine::Whole(line)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::BufReader;

    async fn read(input: &[u8], chunk: usize) -> Vec<InputLine> {
        let mut lines = InputLines::new(BufReader::with_capacity(chunk, input));
        let mut all = Vec::new();
        while let Some(line) = lines.next().await {
            all.push(line);
        }
        all
    }

    #[tokio::test]
    async fn lines_come_whole_under_any_chunking() {
        let whole = |text: &str| InputLine::Whole(text.as_bytes().to_vec());
        for chunk in [1, 2, 3, 7, 4_096] {
            let lines = read(b"one\n\ntwo\r\n\xff\nlast", chunk).await;
            let odd = InputLine::Whole(vec![0xff]);
            assert_eq!(lines, [whole("one"), whole(""), whole("two\r"), odd, whole("last")]);
            assert_eq!(read(b"", chunk).await, []);
        }
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_read_over_and_the_next_one_is_whole() {
        let mut input = vec![b'a'; LONGEST_LINE];
        input.extend(b"\n");
        input.extend(vec![b'b'; LONGEST_LINE + 1]);
        input.extend(b"\nnext\n");
        let lines = read(&input, 64 << 10).await;
        assert!(matches!(&lines[0], InputLine::Whole(line) if line.len() == LONGEST_LINE));
        assert_eq!(lines[1..], [InputLine::TooLong, InputLine::Whole(b"next".to_vec())]);
    }
}
