//! What is remembered as documents is bounded by what they take as JSON.

use serde::Serialize;
use std::io::{self, Write};

/// Bytes of all that is remembered of one sort. In memory that is several times as much. Tests have less time.
pub(super) const MOST: usize = if cfg!(test) { 1 << 20 } else { 128 << 20 };

/// There would be more than so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there would be more than {} MiB of them", self.0 >> 20)]
pub struct TooMuch(pub(super) usize);

/// Bytes of a document as JSON.
pub(super) fn bytes_of(document: &impl Serialize) -> usize {
    let mut counted = Counted(0);
    // Nothing fails where nothing is written.
    let _counted = serde_json::to_writer(&mut counted, document);
    counted.0
}

struct Counted(usize);

impl Write for Counted {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0 += piece.len();
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_document_takes_what_it_is_written_in() {
        for document in [json!(null), json!({ "a": ["ä\n", 1.5], "b": {} })] {
            assert_eq!(bytes_of(&document), document.to_string().len());
        }
    }
}
