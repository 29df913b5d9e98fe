//! Whether the server runs the same text: its code is read over `WebDAV`, where the platform keeps
//! the code versions below `/on/demandware.servlet/webdav/Sites/Cartridges/`. The debugger API itself
//! shows no sources.

use crate::api::ids::ScriptPath;
use crate::client::{Client, ClientError};
use crate::session::verdict::Deployed;
use std::collections::HashMap;

const ROOT: &str = "/on/demandware.servlet/webdav/Sites/Cartridges";

/// Compares scripts with a code version on the server.
pub(super) struct Comparison {
    source: Result<Source, String>,
    known: HashMap<ScriptPath, Deployed>,
}

struct Source {
    client: Client,
    version: String,
}

impl Comparison {
    /// Needs a client whose login the server takes, and the code version's name.
    pub(super) fn new(client: Result<Client, &str>, version: Option<&str>) -> Self {
        let source = match (client, version) {
            (Err(because), _) => Err(because.to_owned()),
            (Ok(_), None) => Err("no code version is configured (\"code-version\")".to_owned()),
            (Ok(client), Some(version)) => Ok(Source { client, version: version.to_owned() }),
        };
        Self { source, known: HashMap::new() }
    }

    /// How the text stands to the server's.
    pub(super) async fn with(&mut self, script: &ScriptPath, text: &str) -> Deployed {
        if let Some(known) = self.known.get(script) {
            return known.clone();
        }
        let deployed = match &self.source {
            Err(because) => Deployed::Unknown(because.clone()),
            Ok(source) => source.compared(script, text).await.unwrap_or_else(|refusal| {
                // A login that is refused there isn't sent there again.
                self.source = Err(refusal.clone());
                Deployed::Unknown(refusal)
            }),
        };
        self.known.insert(script.clone(), deployed.clone());
        deployed
    }
}

impl Source {
    async fn compared(&self, script: &ScriptPath, text: &str) -> Result<Deployed, String> {
        let Self { client, version } = self;
        let look = match client.look_at(&self.place(script)).await {
            Ok(look) => look,
            Err(error) => return Err(error.cause()),
        };
        Ok(match (look.status, look.outcome) {
            (401 | 403, _) => {
                return Err(format!(
                    "the server doesn't show its code to this login ({})",
                    look.status
                ));
            }
            (_, Ok(theirs)) => match first_difference(text, &String::from_utf8_lossy(&theirs)) {
                None => Deployed::Same(format!("the same text as in code version {version}")),
                Some(line) => Deployed::Differs(format!(
                    "code version {version} has another text, from line {line} on"
                )),
            },
            (404, Err(_)) => {
                Deployed::Unknown(format!("code version {version} shows no such file (404)"))
            }
            (_, Err(error)) => Deployed::Unknown(unusable(&error)),
        })
    }

    fn place(&self, script: &ScriptPath) -> String {
        let mut url = url::Url::parse("https://host").expect("the constant is a URL");
        let below = script.as_str().trim_start_matches('/').split('/');
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(ROOT.trim_start_matches('/').split('/'));
            segments.push(&self.version).extend(below);
        }
        url.path().to_owned()
    }
}

fn unusable(error: &ClientError) -> String {
    format!("reading the server's code failed: {}", error.cause())
}

/// The first line that differs; line ends and a byte-order mark count for nothing.
fn first_difference(ours: &str, theirs: &str) -> Option<usize> {
    let theirs = theirs.strip_prefix('\u{feff}').unwrap_or(theirs);
    let (mut ours, mut theirs) = (ours.lines(), theirs.lines());
    (1..).find_map(|number| match (ours.next(), theirs.next()) {
        (None, None) => Some(None),
        (ours, theirs) if ours == theirs => None,
        _ => Some(Some(number)),
    })?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differ_from_a_line_on_or_not_at_all() {
        for (ours, theirs, expected) in [
            ("a\nb\n", "a\nb\n", None),
            ("a\nb", "\u{feff}a\r\nb\r\n", None),
            ("", "", None),
            ("a\nb", "a\nc", Some(2)),
            ("a", "a\nb", Some(2)),
            ("a\nb", "", Some(1)),
        ] {
            assert_eq!(first_difference(ours, theirs), expected, "{ours:?} {theirs:?}");
        }
    }
}
