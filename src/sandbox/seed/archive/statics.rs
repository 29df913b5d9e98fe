//! Static files of catalogues and libraries: they stay in their archive and are read when somebody asks for them.

use super::files::{Archives, File};
use parking_lot::Mutex;
use std::{collections::HashMap, fmt, io::Read};

/// Bytes of one file.
const LARGEST: u64 = 64 << 20;

/// The static files of archives, by locale and path: `default/images/large/cup.jpg`; and by the same behind the name that
/// addresses have for their catalogue or library: `Sites-shop/default/images/large/cup.jpg`.
#[derive(Default)]
pub struct Statics {
    archives: Mutex<Archives>,
    files: Vec<File>,
    /// Where in `files` they are.
    places: HashMap<String, usize>,
}

impl Statics {
    /// Those of archives that are open; of two with the same path the one that was read last.
    pub(super) fn of(mut archives: Archives) -> Self {
        let files = archives.take_statics();
        let mut places = HashMap::new();
        for (place, file) in files.iter().enumerate() {
            if let Some(path) = file.path_below("static") {
                let owned = file.owners().into_iter().map(|owner| format!("{owner}/{path}"));
                places.extend(owned.map(|path| (path, place)));
                places.insert(path, place);
            }
        }
        Self { archives: Mutex::new(archives), files, places }
    }

    /// Whether there is a file.
    pub fn has(&self, path: &str) -> bool {
        self.places.contains_key(path)
    }

    /// What a file holds; nothing if there is none, or if it can't be read any more.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        let file = &self.files[*self.places.get(path)?];
        let mut content = Vec::new();
        let read = self
            .archives
            .lock()
            .unbounded(file, |input| input.take(LARGEST + 1).read_to_end(&mut content));
        match read {
            Ok(Ok(_)) if content.len() as u64 <= LARGEST => Some(content),
            Ok(Ok(_)) => {
                tracing::warn!("{} is larger than {} MiB", file.shown.display(), LARGEST >> 20);
                None
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, "{} can't be read", file.shown.display());
                None
            }
            Err(error) => {
                tracing::warn!(%error, "a static file can't be read");
                None
            }
        }
    }
}

impl fmt::Debug for Statics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Statics").field("files", &self.files.len()).finish_non_exhaustive()
    }
}
