//! ZIP files that nobody knows: what they list is bounded before it is read.

use std::{
    fs::File,
    io::{self, Read, Seek},
};
use zip::ZipArchive;

/// What stands before each entry of the list in an archive.
const MARK: &[u8] = b"PK\x01\x02";

/// Opens an archive with at most so many entries; else an error of the kind "file too large".
pub(super) fn archive(mut file: File, most: usize) -> io::Result<ZipArchive<File>> {
    // Archives in it that aren't packed once more have lists, too: that is less than anybody has.
    if marks(&mut file)? > most.saturating_mul(10) {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    file.rewind()?;
    let archive = ZipArchive::new(file)?;
    if archive.len() > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(archive)
}

fn marks(file: &mut File) -> io::Result<usize> {
    let (mut count, mut kept, mut piece) = (0, 0, vec![0; 64 << 10]);
    loop {
        let read = file.read(&mut piece[kept..])?;
        if read == 0 {
            return Ok(count);
        }
        let found = &piece[..kept + read];
        count += found.windows(MARK.len()).filter(|it| *it == MARK).count();
        // A mark may be cut in two.
        let tail = found.len().saturating_sub(MARK.len() - 1)..found.len();
        kept = tail.len();
        piece.copy_within(tail, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn opened(content: &[u8], most: usize) -> Result<usize, io::ErrorKind> {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(content).expect("written");
        file.rewind().expect("at its start");
        archive(file, most).map(|it| it.len()).map_err(|it| it.kind())
    }

    #[test]
    fn a_list_has_an_end() {
        let mut written = ZipWriter::new(io::Cursor::new(Vec::new()));
        for name in ["a", "b", "c"] {
            written.start_file(name, SimpleFileOptions::default()).expect("begun");
        }
        let content = written.finish().expect("finished").into_inner();
        assert_eq!(opened(&content, 3), Ok(3));
        assert_eq!(opened(&content, 2), Err(io::ErrorKind::FileTooLarge));
        let crowd = [MARK.repeat(31), content].concat();
        assert_eq!(opened(&crowd, 3), Err(io::ErrorKind::FileTooLarge));
    }

    #[test]
    fn marks_are_counted_wherever_they_stand() {
        let mut file = tempfile::tempfile().expect("a file");
        for space in [0, 1, 65_530, 65_533, 70_000] {
            file.write_all(&vec![b'P'; space]).expect("written");
            file.write_all(MARK).expect("written");
        }
        file.rewind().expect("at its start");
        assert_eq!(marks(&mut file).expect("read"), 5);
    }
}
