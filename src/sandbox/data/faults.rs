//! The Data API's faults (section 7.1; "beyond the specification", 2).

use super::Method;
use crate::{
    api::{
        content::{STATE_HEADER, Version},
        ids::{AssetId, FolderId, LibraryId},
    },
    sandbox::{refusal::Refusal, store::StoreError},
};
use axum::http::{
    HeaderValue, StatusCode,
    header::{ALLOW, WWW_AUTHENTICATE},
};

fn conflict(kind: &str, message: impl Into<String>) -> Refusal {
    Refusal::new(StatusCode::CONFLICT, kind, message)
}

fn forbidden(kind: &str, message: impl Into<String>) -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, kind, message)
}

fn unauthorized(kind: &str, message: impl Into<String>) -> Refusal {
    let challenge = HeaderValue::from_static("Bearer realm=\"haltscope sandbox\"");
    Refusal::new(StatusCode::UNAUTHORIZED, kind, message).with_header(WWW_AUTHENTICATE, challenge)
}

fn precondition(kind: &str, message: impl Into<String>) -> Refusal {
    Refusal::new(StatusCode::PRECONDITION_FAILED, kind, message)
}

/// A store that can't write says why: the caller may be who can help. Else it is a bug of ours or
/// a damaged file, of which the log says more.
impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the content store");
        let message = match &error {
            StoreError::Unreachable(cause) => format!("The database can't be used: {cause}."),
            StoreError::Unknown(cause) => {
                format!("Whether this was written isn't known, for the connection broke: {cause}.")
            }
            StoreError::Unwritten(cause) => format!("Nothing was written: {cause}."),
            StoreError::Closed => "Nothing was written: the sandbox is ending.".to_owned(),
            StoreError::Database(_) | StoreError::Damaged(_) => {
                "The sandbox failed; its log says more.".to_owned()
            }
        };
        match error {
            StoreError::Unreachable(_) | StoreError::Unknown(_) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "ServiceUnavailable", message)
            }
            _ => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError", message),
        }
    }
}

pub(super) fn unknown_site(site: &str) -> Refusal {
    Refusal::not_found("UnknownSite", format!("There is no site \"{site}\".")).with("siteId", site)
}

pub(super) fn invalid_version(version: &str) -> Refusal {
    let message = format!("A version is written as in v23_2, not \"{version}\".");
    Refusal::bad_request("InvalidVersion", message).with("version", version)
}

pub(super) fn version_not_found(version: &str) -> Refusal {
    let (oldest, newest) = (Version::OLDEST.in_path(), Version::NEWEST.in_path());
    let message = format!("Version {version} is not served; use {oldest} to {newest}.");
    Refusal::not_found("VersionNotFound", message).with("version", version)
}

pub(super) fn method_not_allowed(method: &str, allowed: &[Method]) -> Refusal {
    let message = format!("{method} is not allowed here.");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed", message)
        .with("method", method)
        .with_header(ALLOW, allow(allowed))
}

/// The value of the header `Allow`.
pub(super) fn allow(methods: &[Method]) -> HeaderValue {
    let names: Vec<_> = methods.iter().map(|method| method.as_str()).collect();
    HeaderValue::from_str(&names.join(", ")).expect("methods are ASCII")
}

pub(super) fn secure_communication_required() -> Refusal {
    forbidden("SecureCommunicationRequired", "Use HTTPS for content assets.")
}

pub(super) fn unauthorized_origin(origin: &str) -> Refusal {
    let message = format!("Pages of {origin} may not use this API.");
    Refusal::new(StatusCode::UNAUTHORIZED, "UnauthorizedOrigin", message).with("origin", origin)
}

pub(super) fn authorization_header_missing() -> Refusal {
    unauthorized("AuthorizationHeaderMissing", "Send the header Authorization: Bearer <token>.")
}

pub(super) fn invalid_authorization_header() -> Refusal {
    unauthorized("InvalidAuthorizationHeader", "Authorization must be Bearer <token>.")
}

/// The token is masked: faults end up in logs.
pub(super) fn invalid_access_token(token: &str) -> Refusal {
    let masked: String = token.chars().take(6).chain("…".chars()).collect();
    unauthorized("InvalidAccessToken", "The access token is not valid or has expired.")
        .with("accessToken", masked)
}

pub(super) fn invalid_client_id(id: &str) -> Refusal {
    Refusal::bad_request("InvalidClientId", "The client ID is not the token's.")
        .with("clientId", id)
}

pub(super) fn client_access_forbidden(method: Method, path: &str) -> Refusal {
    let message = format!("The API client may not {} {path}.", method.as_str());
    forbidden("ClientAccessForbidden", message).with("method", method.as_str()).with("path", path)
}

pub(super) fn user_access_forbidden(method: Method, path: &str) -> Refusal {
    let message = format!("The user may not {} {path}.", method.as_str());
    forbidden("UserAccessForbidden", message).with("method", method.as_str()).with("path", path)
}

pub(super) fn property_not_permitted(property: &str, document: &str) -> Refusal {
    let message = format!("{property} may not be written.");
    Refusal::bad_request("PropertyNotPermitted", message)
        .with("property", property)
        .with("document", document)
}

pub(super) fn malformed_media_type(text: &str) -> Refusal {
    Refusal::bad_request("MalformedMediaType", format!("\"{text}\" is no media type."))
        .with("mediaType", text)
}

pub(super) fn charset_not_acceptable(charsets: &str) -> Refusal {
    let message = "Documents are in UTF-8.";
    Refusal::new(StatusCode::NOT_ACCEPTABLE, "CharsetNotAcceptable", message)
        .with("acceptCharset", charsets)
}

pub(super) fn malformed_selector(selector: &str, why: &str) -> Refusal {
    Refusal::bad_request("MalformedSelector", format!("The selector can't be read: {why}."))
        .with("selector", selector)
}

pub(super) fn invalid_expand(value: &str) -> Refusal {
    Refusal::bad_request("InvalidExpandValue", format!("Nothing can be expanded: {value}."))
        .with("expand", value)
}

pub(super) fn unexpected_version(sent: &str, version: Version) -> Refusal {
    let message = format!("The document has _v {sent}, the address {version}.");
    Refusal::bad_request("UnexpectedVersion", message)
        .with("actual", sent)
        .with("expected", version.to_string())
}

pub(super) fn id_conflict(body: &str, url: &str) -> Refusal {
    let message = format!("The body has the ID \"{body}\", the address \"{url}\".");
    Refusal::bad_request("IdConflict", message).with("bodyID", body).with("urlID", url)
}

pub(super) fn unknown_property(property: &str, document: &str) -> Refusal {
    let message = format!("A {document} has no property {property}.");
    Refusal::bad_request("UnknownProperty", message)
        .with("property", property)
        .with("document", document)
}

pub(super) fn property_constraint(document: &str, path: &str, expected: &str) -> Refusal {
    let message = format!("{path} must be {expected}.");
    Refusal::bad_request("PropertyConstraintViolation", message)
        .with("document", document)
        .with("path", path)
}

pub(super) fn enum_constraint(document: &str, value: &str) -> Refusal {
    let message = format!("\"{value}\" is none of the allowed values.");
    Refusal::bad_request("EnumConstraintViolation", message)
        .with("document", document)
        .with("enumValue", value)
}

pub(super) fn malformed_locale(locale: &str) -> Refusal {
    let message = format!("\"{locale}\" is no locale: default, xx or xx-YY.");
    Refusal::bad_request("MalformedLocale", message).with("locale", locale)
}

pub(super) fn unknown_site_id(site: &str) -> Refusal {
    Refusal::bad_request("UnknownSiteId", format!("There is no site \"{site}\"."))
        .with("siteId", site)
}

pub(super) fn invalid_custom_property(property: &str, document: &str) -> Refusal {
    let message =
        format!("{property} must be named c_ and letters, and be a scalar or a list of scalars.");
    Refusal::bad_request("InvalidCustomProperty", message)
        .with("property", property)
        .with("document", document)
}

pub(super) fn library_not_found(library: &LibraryId) -> Refusal {
    Refusal::not_found("LibraryNotFound", format!("There is no library \"{library}\"."))
        .with("libraryId", library.as_str())
}

pub(super) fn content_not_found(library: &LibraryId, content: &AssetId) -> Refusal {
    let message = format!("Library \"{library}\" has no content asset \"{content}\".");
    Refusal::not_found("ContentNotFound", message)
        .with("libraryId", library.as_str())
        .with("contentId", content.as_str())
}

pub(super) fn folder_not_found(library: &LibraryId, folder: &FolderId) -> Refusal {
    let message = format!("Library \"{library}\" has no folder \"{folder}\".");
    Refusal::not_found("FolderNotFound", message)
        .with("libraryId", library.as_str())
        .with("folderId", folder.as_str())
}

pub(super) fn parent_folder_not_found(library: &LibraryId, folder: &FolderId) -> Refusal {
    let message = format!("Library \"{library}\" has no folder \"{folder}\".");
    Refusal::not_found("ParentFolderNotFound", message)
        .with("libraryId", library.as_str())
        .with("folderId", folder.as_str())
}

pub(super) fn assignment_not_found(
    library: &LibraryId,
    content: &AssetId,
    folder: &FolderId,
) -> Refusal {
    let message = format!("Content asset \"{content}\" is not assigned to folder \"{folder}\".");
    Refusal::not_found("AssignmentNotFound", message)
        .with("libraryId", library.as_str())
        .with("contentId", content.as_str())
        .with("folderId", folder.as_str())
}

pub(super) fn if_match_required() -> Refusal {
    conflict("IfMatchRequired", "Send If-Match with the ETag of the state that you change.")
}

pub(super) fn invalid_if_match(sent: &str) -> Refusal {
    let message = "If-Match is not the resource's present ETag: read it again.";
    precondition("InvalidIfMatch", message).with("ifMatch", sent)
}

pub(super) fn resource_locked(id: &AssetId) -> Refusal {
    precondition("ResourceLocked", format!("Content asset \"{id}\" is locked by another user."))
        .with("componentName", "Content")
        .with("id", id.as_str())
}

pub(super) fn state_conflict(client: &str, server: &str) -> Refusal {
    let message = format!("{STATE_HEADER} is not the resource's present state: read it again.");
    conflict("ResourceStateConflict", message).with("client", client).with("server", server)
}

pub(super) fn already_exists() -> Refusal {
    conflict("ResourceAlreadyExists", "The resource exists already.")
}

pub(super) fn concurrent_modification() -> Refusal {
    conflict("ConcurrentModification", "Somebody else has changed it meanwhile: try again.")
}

pub(super) fn content_id_in_use(id: &AssetId) -> Refusal {
    Refusal::bad_request("ContentIdAlreadyInUse", format!("Content asset \"{id}\" exists already."))
        .with("contentId", id.as_str())
}

pub(super) fn folder_id_in_use(id: &FolderId) -> Refusal {
    Refusal::bad_request("ContentFolderIdAlreadyInUse", format!("Folder \"{id}\" exists already."))
        .with("folderId", id.as_str())
}
