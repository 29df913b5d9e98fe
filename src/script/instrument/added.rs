//! A text with additions, and where its places are in the script as it was written.

use super::insert::Insertion;

/// The offsets at which lines start.
#[derive(Default)]
pub(super) struct Lines(Vec<u32>);

impl Lines {
    /// Line ends as the runtime counts them: the two separators of Unicode are none inside of the
    /// `literals`, spans in the order of the text.
    pub(super) fn of(source: &str, literals: &[(u32, u32)]) -> Self {
        let mut starts = vec![0];
        let mut characters = source.char_indices().peekable();
        while let Some((offset, character)) = characters.next() {
            let offset = u32::try_from(offset).unwrap_or(u32::MAX);
            let is_end = match character {
                '\n' => true,
                '\u{2028}' | '\u{2029}' => {
                    let after = literals.partition_point(|(start, _)| *start <= offset);
                    after.checked_sub(1).is_none_or(|index| literals[index].1 <= offset)
                }
                '\r' => characters.peek().is_none_or(|(_, next)| *next != '\n'),
                _ => false,
            };
            if is_end {
                starts.push(offset + u32::try_from(character.len_utf8()).unwrap_or_default());
            }
        }
        Self(starts)
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&self, offset: u32) -> u32 {
        u32::try_from(self.0.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }

    /// The column of a byte, in bytes from 1.
    fn column(&self, offset: u32) -> u32 {
        offset - self.start(self.line(offset)) + 1
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn start(&self, line: u32) -> u32 {
        let index = (line as usize).saturating_sub(1).min(self.0.len() - 1);
        self.0[index]
    }
}

/// What was added to a script, and where.
pub(in crate::script) struct Added {
    insertions: Vec<Insertion>,
    pub(super) lines: Lines,
    /// The length of the script in bytes.
    end: usize,
}

impl Added {
    /// Of insertions in the order of their places.
    pub(super) const fn new(insertions: Vec<Insertion>, lines: Lines, end: usize) -> Self {
        Self { insertions, lines, end }
    }

    /// The byte of the script at a place of the text, line and column from 1; the runtime counts columns in bytes.
    pub(super) fn original(&self, line: u32, column: u32) -> u32 {
        self.found(line, column).0
    }

    /// The same, and whether the text only says there what the script says elsewhere.
    fn found(&self, line: u32, column: u32) -> (u32, bool) {
        let (start, end) = (self.lines.start(line), self.lines.start(line + 1));
        let mut left = column.saturating_sub(1) as usize;
        let mut offset = start as usize;
        let first = self.insertions.partition_point(|insertion| insertion.offset < start);
        for insertion in &self.insertions[first..] {
            if insertion.offset > end && end > start {
                break;
            }
            let plain = insertion.offset as usize - offset;
            if left < plain {
                break;
            }
            left -= plain;
            if let Some(copied) = insertion.copied(left) {
                return (copied, true);
            }
            left = left.saturating_sub(insertion.length);
            offset = insertion.offset as usize;
        }
        (u32::try_from((offset + left).min(self.end)).unwrap_or(0), false)
    }

    /// The line and the column in the script of a place of the text.
    pub(in crate::script) fn place(&self, line: u32, column: u32) -> (u32, u32) {
        let (offset, copied) = self.found(line, column);
        (if copied { self.lines.line(offset) } else { line }, self.lines.column(offset))
    }

    /// The byte at which a function stands of which the runtime tells this place: it counts the columns of a text's
    /// first line from 0 there.
    pub(in crate::script) fn function(&self, line: u32, column: u32) -> u32 {
        self.original(line, if line == 1 { column + 1 } else { column })
    }
}
