//! A project's state: one file for its owner, written whole or not at all, shared with other
//! programs on the same project.

use crate::files;
use crate::session::Saved;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Where one project's state is kept, and what was read there last.
#[derive(Clone, Debug, PartialEq)]
pub struct StateFile {
    file: PathBuf,
    root: PathBuf,
    base: Saved,
    kept: Kept,
}

/// What of a session is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Everything,
    /// Which client it has created, to know it again if it is left behind.
    Mark,
}

/// What a state file held.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// The state; empty if there was none.
    pub saved: Saved,
    /// Worth telling the user: a file that could not be read was set aside.
    pub problem: Option<String>,
}

/// A session's presence in its project. It ends with the process, however that ends.
#[derive(Debug)]
pub struct Presence {
    #[expect(dead_code, reason = "the lock is held as long as the file is open")]
    file: Option<File>,
    alone: bool,
}

impl Presence {
    /// Whether no other session of the project was running when this one began.
    pub const fn is_alone(&self) -> bool {
        self.alone
    }
}

#[derive(Serialize, Deserialize)]
struct Document {
    root: PathBuf,
    state: Saved,
}

impl StateFile {
    /// The state of the project at `root`, below the program's state folder.
    pub fn new(state_folder: &Path, root: &Path) -> Self {
        let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let digest = Sha256::digest(root.as_os_str().as_encoded_bytes());
        let number = digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte));
        let digest = format!("{number:016x}");
        let file = state_folder.join("projects").join(format!("{name}-{digest}.json"));
        Self { file, root: root.to_owned(), base: Saved::default(), kept: Kept::Everything }
    }

    /// For sessions that begin with nothing and leave nothing to the next one, but a client that
    /// they could not delete.
    pub fn of_marks(state_folder: &Path, root: &Path) -> Self {
        Self { kept: Kept::Mark, ..Self::new(&state_folder.join("headless"), root) }
    }

    /// The file itself.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// Says that a session of the project runs from now on.
    pub fn claim(&self) -> Presence {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let _ = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        let file = private(OpenOptions::new().write(true).create(true).truncate(false))
            .open(self.file.with_extension("session"));
        // Where nothing can be written, nobody is there to be told of.
        let Ok(file) = file else { return Presence { file: None, alone: true } };
        let alone = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        Presence { file: Some(file), alone }
    }

    /// Reads it. A corrupt file is set aside, never written over; one that can't be read stays where it is.
    pub fn load(&mut self) -> Loaded {
        let (saved, problem) = match self.read() {
            Ok(saved) => (saved, None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Saved::default(), None),
            Err(error) if is_corrupt(&error) => (Saved::default(), Some(self.set_aside(&error))),
            Err(error) => {
                (Saved::default(), Some(format!("{} can't be read ({error})", self.file.display())))
            }
        };
        self.base = saved.clone();
        Loaded { saved, problem }
    }

    /// Writes what changed since it was read into what is there now; says so if that was corrupt and had to be set
    /// aside. What can't be read isn't written either.
    pub fn save(&mut self, ours: &Saved) -> io::Result<Option<String>> {
        let ours = &match self.kept {
            Kept::Everything => ours.clone(),
            Kept::Mark => Saved { client: ours.client.clone(), ..Saved::default() },
        };
        let folder = self.file.parent().unwrap_or(Path::new("."));
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let lock = private(OpenOptions::new().write(true).create(true).truncate(false))
            .open(self.file.with_extension("lock"))?;
        lock.lock()?;
        let (theirs, problem) = match self.read() {
            Ok(theirs) => (theirs, None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (self.base.clone(), None),
            Err(error) if is_corrupt(&error) => (self.base.clone(), Some(self.set_aside(&error))),
            Err(error) => return Err(error),
        };
        let merged = Saved::merge(&self.base, ours, &theirs);
        let document = Document { root: self.root.clone(), state: merged };
        files::replace(&self.file, &serde_json::to_vec_pretty(&document)?)?;
        self.base = ours.clone();
        Ok(problem)
    }

    fn read(&self) -> io::Result<Saved> {
        let bytes = fs::read(&self.file)?;
        let document: Document = serde_json::from_slice(&bytes)?;
        Ok(document.state)
    }

    fn set_aside(&self, error: &io::Error) -> String {
        let aside = free_name(&self.file);
        let file = self.file.display();
        match fs::rename(&self.file, &aside) {
            Ok(()) => {
                format!("{file} can't be read ({error}); it was set aside as {}", aside.display())
            }
            Err(_) => format!("{file} can't be read ({error})"),
        }
    }
}

/// Whether what was read is no state of a project, whoever reads it.
fn is_corrupt(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
}

fn free_name(file: &Path) -> PathBuf {
    let names = (1..).map(|number| file.with_extension(format!("corrupt-{number}")));
    let mut free = names.filter(|name: &PathBuf| !name.exists());
    free.next().unwrap_or_else(|| file.with_extension("corrupt"))
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn watching(expressions: &[&str]) -> Saved {
        let watches = expressions.iter().map(|&text| text.to_owned()).collect();
        Saved { watches, ..Saved::default() }
    }

    fn state(folder: &tempfile::TempDir) -> StateFile {
        StateFile::new(folder.path(), Path::new("/work/shop"))
    }

    #[test]
    fn a_second_session_of_a_project_is_not_alone_until_the_first_has_ended() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = state(&folder).claim();
        assert!(first.is_alone());
        assert!(!state(&folder).claim().is_alone());
        let other = StateFile::new(folder.path(), Path::new("/work/other")).claim();
        assert!(other.is_alone());
        drop(first);
        assert!(state(&folder).claim().is_alone());
    }

    #[test]
    fn what_was_saved_is_loaded_and_belongs_to_its_owner() {
        let folder = tempfile::tempdir().expect("a folder");
        state(&folder).save(&watching(&["a"])).expect("it is written");
        let mut again = state(&folder);
        assert_eq!(again.load(), Loaded { saved: watching(&["a"]), ..Loaded::default() });
        let mode = fs::metadata(again.path()).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let folder = fs::metadata(again.path().parent().expect("a folder")).expect("there");
        assert_eq!(folder.permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn projects_of_one_name_have_files_of_their_own() {
        let folder = Path::new("/state");
        let one = StateFile::new(folder, Path::new("/a/shop"));
        let other = StateFile::new(folder, Path::new("/b/shop"));
        assert_ne!(one.path(), other.path());
    }

    #[test]
    fn two_programs_keep_each_others_entries() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut one, mut other) = (state(&folder), state(&folder));
        one.load();
        other.load();
        one.save(&watching(&["a"])).expect("it is written");
        other.save(&watching(&["b"])).expect("it is written");
        assert_eq!(state(&folder).load().saved, watching(&["a", "b"]));
        one.save(&watching(&[])).expect("it is written");
        assert_eq!(state(&folder).load().saved, watching(&["b"]));
    }

    #[test]
    fn a_corrupt_file_is_set_aside_and_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = state(&folder);
        file.save(&watching(&["a"])).expect("it is written");
        fs::write(file.path(), "{\"root\": \"/work").expect("it is cut");
        let loaded = state(&folder).load();
        assert_eq!(loaded.saved, Saved::default());
        assert!(loaded.problem.is_some_and(|text| text.contains("set aside")));
        let aside = file.path().with_extension("corrupt-1");
        assert_eq!(fs::read_to_string(aside).expect("it is kept"), "{\"root\": \"/work");
    }

    #[test]
    fn a_file_that_became_corrupt_is_set_aside_when_it_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = state(&folder);
        assert_eq!(file.save(&watching(&["a"])).expect("it is written"), None);
        fs::write(file.path(), "{}").expect("somebody writes something else");
        let problem = file.save(&watching(&["a", "b"])).expect("it is written");
        assert!(problem.is_some_and(|text| text.contains("set aside")));
        assert_eq!(state(&folder).load().saved, watching(&["a", "b"]));
    }

    #[test]
    fn what_cannot_be_read_now_is_left_where_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = state(&folder);
        // Nobody can read a folder.
        fs::create_dir_all(file.path()).expect("a folder");
        let problem = file.load().problem.expect("told");
        assert!(problem.contains("can't be read") && !problem.contains("aside"), "{problem}");
        assert!(file.save(&watching(&["a"])).is_err());
        assert!(file.path().is_dir());
    }

    #[test]
    fn an_unfinished_temporary_file_harms_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = state(&folder);
        file.save(&watching(&["a"])).expect("it is written");
        let beside = file.path().parent().expect("a folder").join(".haltscope-x");
        fs::write(beside, "{").expect("a killed program leaves this");
        assert_eq!(state(&folder).load().saved, watching(&["a"]));
    }
}
