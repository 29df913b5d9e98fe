//! Where the content of a file on another server goes to and comes from.

use super::super::{
    Ask, HostError, base64, bytes,
    disk::{Disk, Placed},
    number,
    text::Encoding,
};
use serde_json::Value;
use std::{
    fs::File,
    io::{self, Read, Write},
};

/// What is got: bytes, or a file of the instance.
pub(super) struct Sink {
    /// Bytes that are still taken.
    room: u64,
    /// Bytes that wait: all of them, or those of a letter that has not come whole.
    waiting: Vec<u8>,
    place: Option<Placed>,
    /// It is made once there is something to get.
    file: Option<File>,
    /// Of a text, which is written to the file as UTF-8.
    encoding: Option<Encoding>,
}

impl Sink {
    /// `most` bytes, into `file` if that is named, as the text of an `encoding` if that is.
    pub(super) fn of(ask: &Ask<'_>, disk: &Disk) -> Result<Self, HostError> {
        let named = |key: &str| ask.arguments.get(key).and_then(Value::as_str);
        let place = named("file").map(|path| disk.place(path)).transpose()?;
        place.iter().try_for_each(Placed::check_space)?;
        Ok(Self {
            room: number(ask, "most"),
            waiting: Vec::new(),
            place,
            file: None,
            encoding: named("encoding").map(Encoding::named).transpose()?,
        })
    }

    /// Takes a piece; whether more is wanted.
    pub(super) fn take(&mut self, piece: &[u8]) -> io::Result<bool> {
        let wanted = usize::try_from(self.room).unwrap_or(usize::MAX).min(piece.len());
        self.room -= wanted as u64;
        self.waiting.extend_from_slice(&piece[..wanted]);
        if self.place.is_some() {
            let whole = self.encoding.map_or(self.waiting.len(), |it| it.whole(&self.waiting));
            self.write(whole)?;
        }
        Ok(wanted == piece.len())
    }

    /// The bytes in Base64; nothing of a file, which has them all now.
    pub(super) fn taken(mut self) -> io::Result<Value> {
        if self.place.is_none() {
            return Ok(base64(self.waiting));
        }
        self.write(self.waiting.len())?;
        Ok(Value::Null)
    }

    /// Writes so many of the bytes that wait to the file.
    fn write(&mut self, count: usize) -> io::Result<()> {
        let Some(place) = &self.place else { return Ok(()) };
        if self.file.is_none() {
            self.file = Some(File::create(place)?);
        }
        if let Some(file) = &mut self.file {
            written(file, self.encoding, &self.waiting[..count])?;
        }
        self.waiting.drain(..count);
        Ok(())
    }
}

fn written(file: &mut File, encoding: Option<Encoding>, bytes: &[u8]) -> io::Result<()> {
    match encoding {
        Some(encoding) => file.write_all(encoding.decode(bytes).as_bytes()),
        None => file.write_all(bytes),
    }
}

/// What is put: bytes, or a file of the instance.
pub(super) enum Source {
    Bytes(io::Cursor<Vec<u8>>),
    File(File),
}

impl Source {
    pub(super) fn of(ask: &Ask<'_>, disk: &Disk) -> Result<Self, HostError> {
        let Some(path) = ask.arguments.get("file").and_then(Value::as_str) else {
            return bytes(ask, "bytes").map(|it| Self::Bytes(io::Cursor::new(it)));
        };
        let opened = File::open(disk.place(path)?);
        let refused = |cause: io::Error| {
            HostError::new(format!("The file /{path} can't be used: {}", cause.kind()))
        };
        opened.map(Self::File).map_err(refused)
    }

    /// The next piece; it is empty at the end.
    pub(super) fn next(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Bytes(bytes) => bytes.read(room),
            Self::File(file) => file.read(room),
        }
    }
}
