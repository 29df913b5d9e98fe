//! `--seed`: which kind of file it is, and what it says.

use super::content::library::{Archive, Document, Kind};
use super::failure::Failure;
use super::output;
use crate::sandbox::{LeftOut, Place, Seed};
use std::fs;
use std::path::Path;

/// Reads an export of ours or the platform's, and says on stderr what is left out of the latter.
pub(super) fn read(path: &Path, sites: &[String]) -> Result<Seed, Failure> {
    let unreadable = |error| wrong(format!("can't read {}: {error}", path.display()));
    fs::metadata(path).map_err(unreadable)?;
    let is = |end: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(end));
    if path.is_dir() || is("json") {
        return export(path);
    }
    if !is("xml") {
        let what = "a seed is a folder, a .json or an .xml file";
        return Err(wrong(format!("{}: {what}", path.display())));
    }
    let text = fs::read_to_string(path).map_err(unreadable)?;
    let seed = Seed::of_library_xml(&text, path, sites);
    let seed = seed.map_err(|error| wrong(error.to_string()))?;
    let told = seed.left_out.told(&path.display().to_string(), LeftOut::UNPLACED);
    for line in told {
        output::note(&line);
    }
    Ok(seed)
}

/// A failure that says what to do about the file.
pub(super) fn wrong(cause: String) -> Failure {
    Failure::usage(cause)
        .then("Correct the file; nothing of what --seed or --site-archive names was loaded.")
}

/// A failure that says what an archive has to be.
pub(super) fn unread(cause: String) -> Failure {
    Failure::usage(cause).then(
        "Name an archive of the platform's site import with --site-archive: a folder that holds catalogs/, \
         sites/ or the like, or such a folder as a ZIP file.",
    )
}

fn export(path: &Path) -> Result<Seed, Failure> {
    let documents = Archive::at(path.to_owned()).documents();
    let documents = documents.map_err(|error| wrong(error.to_string()))?;
    let mut seed = Seed::new(Some(documents.library().to_owned()));
    for Document { kind, file, line, fields } in documents.all {
        let place = Place { file, line };
        match kind {
            Kind::Folder => seed.folder(place, fields),
            Kind::Asset => seed.asset(place, fields),
            Kind::Assignment => seed.assignment(place, fields),
        }
    }
    Ok(seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_there_is_told_from_one_of_another_kind() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.txt"), "").expect("written");
        let said = |name: &str| {
            let failure = read(&path(name), &[]).expect_err("it is refused");
            failure.to_string().replace(&format!("{}/", folder.path().display()), "")
        };
        assert_eq!(said("a.txt"), "a.txt: a seed is a folder, a .json or an .xml file");
        for name in ["none", "none.json", "none.xml"] {
            let words = format!("can't read {name}: No such file");
            assert!(said(name).starts_with(&words), "{}", said(name));
        }
    }
}
