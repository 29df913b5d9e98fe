//! Scripts as the protocol's sources: a file here, else a number and what is known.

use super::attached::Attached;
use super::wire::Refusal;
use super::words::for_editors;
use crate::api::ids::{Line, ScriptPath};
use crate::session::{CodeLines, Command, LineCode, SourceState};
use dapts::{
    BreakpointLocation, BreakpointLocationsArguments, BreakpointLocationsResponse,
    InitializeRequestArgumentsPathFormat as PathFormat, LoadedSourcesResponse, Module, ModuleId,
    ModulesArguments, ModulesResponse, Source, SourceArguments, SourcePresentationHint,
    SourceResponse,
};
use std::path::{Path, PathBuf};
use std::time::Duration;
use url::Url;

/// A file that takes longer to be read is answered for without its text.
const READING: Duration = Duration::from_secs(5);

impl Attached {
    /// A script as a source.
    pub(super) fn source_of(&self, script: &ScriptPath) -> Source {
        let file = self.desk.look(|session| {
            let found = session.sources().index()?;
            found.scripts.get(script).cloned()
        });
        let name = Some(script.file_name().to_owned());
        match file {
            Some(file) => {
                let path = Some(self.path_out(&self.absolute(&file)));
                Source { name, path, ..Source::default() }
            }
            None => Source {
                name,
                source_reference: Some(self.scripts().number(script)),
                origin: Some("not on this machine".to_owned()),
                presentation_hint: Some(SourcePresentationHint::Deemphasize),
                ..Source::default()
            },
        }
    }

    /// The script that a source means.
    pub(super) fn script_of(&self, source: &Source) -> Result<ScriptPath, String> {
        let by_number = source.source_reference.and_then(|number| self.scripts().get(number));
        if let Some(script) = by_number {
            return Ok(script);
        }
        let Some(path) = &source.path else { return Err("a source without a path".to_owned()) };
        let path = path_in(path);
        let named = self.desk.look(|session| session.sources().script_named(&path, &self.folder));
        named.map_err(|error| for_editors(&error.to_string()).into_owned())
    }

    fn absolute(&self, file: &Path) -> PathBuf {
        self.folder.join(file)
    }

    fn path_out(&self, path: &Path) -> String {
        let plain = path.display().to_string();
        match self.client.path_format {
            Some(PathFormat::Uri) => Url::from_file_path(path).map_or(plain, |url| url.to_string()),
            _ => plain,
        }
    }

    /// The text of a script that has one here; else what is known of it.
    pub(super) async fn source(&self, wanted: SourceArguments) -> Result<SourceResponse, Refusal> {
        let source = wanted.source.unwrap_or_default();
        let number = match wanted.source_reference {
            0 => source.source_reference,
            number => Some(number),
        };
        let script = self.script_of(&Source { source_reference: number, ..source });
        let script = script.map_err(Refusal::shown)?;
        self.read(&script).await;
        let content = self.desk.look(|session| {
            let source = session.sources().get(&script);
            match source.map(|source| (&source.state, &source.lines)) {
                Some((SourceState::Missing { searched }, _)) => missing(&script, searched),
                Some((SourceState::Unreadable(cause), _)) => format!("// {script}: {cause}\n"),
                Some((SourceState::Loading, _)) | None => format!("// {script} is being read\n"),
                Some((_, lines)) => lines.join("\n") + "\n",
            }
        });
        Ok(SourceResponse { content, mime_type: Some("text/javascript".to_owned()) })
    }

    /// Waits until a script's text is here, or is known not to be.
    pub(super) async fn read(&self, script: &ScriptPath) {
        self.desk.command(Command::OpenSource(script.clone()));
        let read = self.desk.until(|session| {
            let source = session.sources().get(script)?;
            (source.state != SourceState::Loading).then_some(())
        });
        let _ = tokio::time::timeout(READING, read).await;
    }

    /// The lines of a part of a script on which breakpoints halt.
    pub(super) async fn locations(
        &self,
        wanted: BreakpointLocationsArguments,
    ) -> Result<BreakpointLocationsResponse, Refusal> {
        let script = self.script_of(&wanted.source).map_err(Refusal::quiet)?;
        self.read(&script).await;
        let (first, last) = (wanted.line, wanted.end_line.unwrap_or(wanted.line));
        let (first, last) = (self.line_in(first), self.line_in(last));
        let lines: Vec<Line> = self.desk.look(|session| {
            let code = session.sources().code(&script);
            let past_end = match code {
                CodeLines::Known(lines) => u32::try_from(lines.len()).unwrap_or(u32::MAX),
                CodeLines::Unknown | CodeLines::Unparsed(_) => 0,
            };
            let lines = (first.0..=last.0.min(past_end)).map(Line);
            lines.filter(|line| code.at(*line) == LineCode::Here).collect()
        });
        let location = |line: Line| BreakpointLocation {
            line: self.line_out(line),
            column: None,
            end_column: None,
            end_line: None,
        };
        let breakpoints = lines.into_iter().map(location).collect();
        Ok(BreakpointLocationsResponse { breakpoints })
    }

    pub(super) fn loaded_sources(&self) -> LoadedSourcesResponse {
        let scripts: Vec<ScriptPath> =
            self.desk.look(|session| session.sources().scripts().cloned().collect());
        LoadedSourcesResponse { sources: scripts.iter().map(|it| self.source_of(it)).collect() }
    }

    /// The cartridges.
    pub(super) fn modules(&self, wanted: &ModulesArguments) -> ModulesResponse {
        let all: Vec<Module> = self.desk.look(|session| {
            let cartridges = session.sources().index().map(|found| &found.cartridges);
            let module = |cartridge: &crate::session::Cartridge| Module {
                id: ModuleId::String(cartridge.name.clone()),
                name: cartridge.name.clone(),
                path: Some(self.path_out(&self.absolute(&cartridge.folder))),
                address_range: None,
                date_time_stamp: None,
                is_optimized: None,
                is_user_code: None,
                symbol_file_path: None,
                symbol_status: None,
                version: None,
            };
            cartridges.into_iter().flatten().map(module).collect()
        });
        let start = wanted.start_module.unwrap_or_default();
        let count = wanted.module_count.filter(|count| *count > 0).unwrap_or(u64::MAX);
        let (start, count) = (index(start), index(count));
        let total_modules = Some(all.len() as u64);
        let modules = all.into_iter().skip(start).take(count).collect();
        ModulesResponse { modules, total_modules }
    }
}

/// Editors that speak in URIs write paths as such.
fn path_in(path: &str) -> String {
    let url = Url::parse(path).ok().filter(|url| url.scheme() == "file");
    let file = url.and_then(|url| url.to_file_path().ok());
    file.map_or_else(|| path.to_owned(), |file| file.display().to_string())
}

fn missing(script: &ScriptPath, searched: &[String]) -> String {
    let found = match searched {
        [] => "no cartridge was found here".to_owned(),
        names => format!("the cartridges here are {}", names.join(", ")),
    };
    format!(
        "// {script} is not on this machine: {found}.\n\
         // Name the folder that holds its cartridge in \"cartridges\" of the launch configuration.\n"
    )
}

/// As an index; too large a number is past every end.
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_in_both_spellings() {
        assert_eq!(path_in("/a b/x.js"), "/a b/x.js");
        assert_eq!(path_in("file:///a%20b/x.js"), "/a b/x.js");
        assert_eq!(path_in("untitled:x.js"), "untitled:x.js");
    }

    #[test]
    fn what_is_missing_names_what_is_there() {
        let names = ["app_base".to_owned()];
        assert!(missing(&ScriptPath::from("/x/y.js"), &names).contains("here are app_base."));
        assert!(missing(&ScriptPath::from("/x/y.js"), &[]).contains("no cartridge was found"));
    }
}
