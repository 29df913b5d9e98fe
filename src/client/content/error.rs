//! What can go wrong with a library, in words that lead on.

use crate::api::fault::Fault;
use crate::api::safety::Refusal;
use crate::client::error::ClientError;
use crate::client::token::TokenError;
use serde_json::{Map, Value};

/// Why a library did not do what it was asked. `Display` is the cause; see
/// [`ContentError::action`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContentError {
    /// There is no token.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Safety levels and rules keep it from being sent.
    #[error(transparent)]
    Unsafe(#[from] Refusal),
    /// The server gave no answer, or none of the Data API.
    #[error(transparent)]
    Connection(#[from] ClientError),
    /// A fault document (section 7.1).
    #[error("{fault} (status {status}{})", arguments(&.fault.arguments))]
    Fault {
        /// The answer's status.
        status: u16,
        /// What the server says.
        fault: Box<Fault>,
    },
    /// An ID that no address can carry.
    #[error("{id:?} can't be an ID")]
    ImpossibleId {
        /// The ID.
        id: String,
    },
    /// A success with a body that is not what the specification shows.
    #[error("the answer is not what the Data API promises: {problem}")]
    Malformed {
        /// Where it differs.
        problem: String,
    },
}

/// `; contentId: "x", libraryId: "y"`.
fn arguments(arguments: &Map<String, Value>) -> String {
    let pairs: Vec<String> =
        arguments.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    if pairs.is_empty() { String::new() } else { format!("; {}", pairs.join(", ")) }
}

impl ContentError {
    /// What to do next, one line.
    pub fn action(&self) -> String {
        match self {
            Self::Token(error) => error.action(),
            Self::Unsafe(refusal) => refusal.action().into(),
            Self::Connection(error) => connection_action(error),
            Self::Fault { status, fault } => fault_action(*status, &fault.kind).into(),
            Self::ImpossibleId { .. } => {
                "IDs have 1 to 256 characters, none of them a control character, and are neither \".\" nor \"..\".".into()
            }
            Self::Malformed { .. } => {
                "Check that --server names an instance with the Data API.".into()
            }
        }
    }

    /// The fault document, if the server sent one.
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Fault { fault, .. } => Some(fault),
            _ => None,
        }
    }

    /// Whether the resource was changed by somebody else: 409 and 412 are one conflict to us.
    pub fn is_conflict(&self) -> bool {
        let kinds = ["InvalidIfMatch", "ResourceStateConflict", "ConcurrentModification"];
        self.fault().is_some_and(|fault| kinds.iter().any(|kind| fault.is(kind)))
    }

    /// Whether the thing that was asked for doesn't exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Fault { status: 404, .. })
    }

    pub(super) fn is_invalid_token(&self) -> bool {
        let kinds = ["InvalidAccessToken", "ExpiredToken"];
        self.fault().is_some_and(|fault| kinds.iter().any(|kind| fault.is(kind)))
    }
}

fn connection_action(error: &ClientError) -> String {
    match error {
        ClientError::TimedOut { .. } => {
            "Check that the instance is awake and the network is up; a script hook may be halted or slow.".into()
        }
        ClientError::Interrupted { .. } => {
            "The server or a proxy closed the connection: read what is there, then try again.".into()
        }
        ClientError::Unexpected { status, .. } if *status < 500 && *status != 429 => {
            "Check that --server names an instance with the Data API.".into()
        }
        ClientError::TooLarge { .. } => "Ask for fewer with --count.".into(),
        other => other.action(),
    }
}

/// What to do next about a fault, by its name without suffix.
const ACTIONS: &[(&str, &str)] = &[
    ("LibraryNotFound", "Name another library with --library; IDs are case-sensitive."),
    (
        "ContentNotFound",
        "Check the asset's ID (it is case-sensitive) and --library; `haltscope content folder assets root` lists what a folder has, `asset put` creates an asset.",
    ),
    ("NotFound", "Check the ID (it is case-sensitive) and --library."),
    (
        "FolderNotFound",
        "Check the folder's ID (it is case-sensitive) and --library; `haltscope content folder subfolders root` lists what a folder has, `folder put` creates one.",
    ),
    (
        "ParentFolderNotFound",
        "Check the folder's ID (it is case-sensitive), or create it first with `haltscope content folder put`.",
    ),
    (
        "AssignmentNotFound",
        "`haltscope content asset folders` lists the asset's folders; `assignment put` assigns it.",
    ),
    ("IdConflict", "Leave the id out of the body, or give the same one as the argument."),
    ("ContentIdAlreadyInUse", "Choose another id, or delete that asset first."),
    ("ContentFolderIdAlreadyInUse", "Choose another id, or delete that folder first."),
    ("SecureCommunicationRequired", "Give --server as https://."),
    ("IfMatchRequired", "Read the resource again; the state that it is in must be sent along."),
    ("InvalidIfMatch", "Read it again and repeat the change on what is there now."),
    ("ResourceStateConflict", "Read it again and repeat the change on what is there now."),
    ("ConcurrentModification", "Somebody else changed it at the same time: try again."),
    ("ResourceAlreadyExists", "Leave _resource_state out of the body to replace what is there."),
    ("ResourceLocked", "Wait until its user unlocks it, or log in as that user with --grant user."),
    (
        "ClientAccessForbidden",
        "Give the API client the permission for this method and path in the Data API settings of the instance.",
    ),
    (
        "UserAccessForbidden",
        "The user lacks the permission for this library: give the role to the user, or log in as another one.",
    ),
    (
        "PropertyNotPermitted",
        "Leave the field out, or let the client's write_attributes include it.",
    ),
    (
        "InvalidAccessToken",
        "A fresh token was refused too: check that --auth-url and --server belong together.",
    ),
    ("ExpiredToken", "A fresh token was refused too: check the clocks."),
    ("InvalidClientId", "Give the --client-id that the token is for."),
    (
        "HookStatus",
        "A hook script refused the request; statusMsg and statusDetails are its own words.",
    ),
    (
        "HookInternalServerError",
        "A hook script failed or was stopped; the log of the instance has its stack.",
    ),
    ("HookCircuitBreaker", "Too many hook scripts failed: correct them, wait a minute, try again."),
    ("BodyDecoding", "Give valid JSON in UTF-8, not deeper than 64 levels, without repeated keys."),
    (
        "TypeDecoding",
        "Correct the field's type: localized fields are objects by locale, as in {\"default\": …}.",
    ),
    ("UnknownProperty", "Correct the field's name; custom attributes start with c_."),
    ("PropertyConstraintViolation", "Correct the field that `path` names."),
    ("EnumConstraintViolation", "Use one of the values that the field allows."),
    ("MalformedLocale", "Locales are default, xx or xx-YY."),
    ("UnknownSiteId", "Use the ID of a site of this instance behind the @."),
    ("UnknownSite", "Use the ID of a site of this instance."),
    (
        "InvalidCustomProperty",
        "Custom attributes are named c_ and letters, digits or _, and are scalars or lists of them.",
    ),
    ("UnexpectedVersion", "Leave _v out of the body."),
    ("ValueConstraintViolation", "--count is 1 to 200, --start 0 or more."),
    (
        "StringConstraintViolation",
        "IDs have 1 to 256 characters, none of them a control character.",
    ),
    ("RequestEntityTooLarge", "Bodies may have 5 MB: split what is in it over several assets."),
    ("MethodNotAllowed", "This can't be done to this resource; the root folder can't be deleted."),
    ("VersionNotFound", "The instance doesn't serve version 23.2 of the Data API."),
    ("InvalidHostHeader", "Use one of the instance's own names as --server."),
];

fn fault_action(status: u16, kind: &str) -> &'static str {
    let kind = kind.strip_suffix("Exception").unwrap_or(kind);
    let row = ACTIONS.iter().find(|(name, _)| *name == kind);
    row.map_or_else(|| status_action(status), |(_, action)| action)
}

fn status_action(status: u16) -> &'static str {
    match status {
        401 => {
            "Check --client-id and its secret, and that the token server belongs to the instance."
        }
        403 => "Check the permissions of the API client and of the user.",
        500.. => "The server has a problem of its own; try again, then look at its logs.",
        _ => "The server refused the request as it is; its message says why.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_name_their_arguments_and_the_next_step() {
        let fault = Fault::new("ContentNotFoundException", "No such asset.")
            .with("libraryId", "SharedLibrary")
            .with("contentId", "x");
        let error = ContentError::Fault { status: 404, fault: Box::new(fault) };
        let cause = error.to_string();
        for words in
            ["ContentNotFoundException", "No such asset.", "404", "contentId: \"x\"", "libraryId"]
        {
            assert!(cause.contains(words), "{words} in {cause}");
        }
        assert!(error.action().contains("asset put"));
        assert!(error.is_missing() && !error.is_conflict());
    }

    #[test]
    fn every_fault_has_a_next_step() {
        for status in [400, 401, 403, 404, 409, 412, 500] {
            assert!(fault_action(status, "NewException").len() > 20);
        }
        let mut names: Vec<_> = ACTIONS.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ACTIONS.len());
    }
}
