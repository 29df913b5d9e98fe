//! Files of the instance over `WebDAV`, as the platform's clients use it: `/on/demandware.servlet/webdav/Sites/Impex/src/…`.
//!
//! They are those that scripts and jobs read and write as `/IMPEX/src/…`. Who may run jobs may use them: a user with the
//! right "admin" with Basic login, or an API client with its token.

mod listing;

use super::{
    Clock,
    accounts::{Credentials, Logins, Permissions, Right, User},
    method::Method as Permitted,
    oauth::Tokens,
    refusal::Refusal,
    storefront::{Placed, Storefront},
};
use crate::files::remove_folder;
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderName, HeaderValue, Request, StatusCode,
        header::{ALLOW, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, LAST_MODIFIED},
        request::Parts,
    },
    response::Response,
};
use futures::StreamExt;
use listing::{Entry, entry};
use percent_encoding::percent_decode_str;
use std::{fs, io, path::Path, sync::Arc};
use tokio::io::AsyncWriteExt;
use tokio_util::{
    bytes::BytesMut,
    codec::{BytesCodec, FramedRead},
};

/// What the addresses of files begin with.
pub(super) const ROOT: &str = "/on/demandware.servlet/webdav/Sites";

/// Bytes of one file.
const LARGEST: u64 = 200 << 20;

const METHODS: &str = "OPTIONS, GET, HEAD, PUT, DELETE, MKCOL, PROPFIND, MOVE, COPY";
const DEPTH: HeaderName = HeaderName::from_static("depth");
const DESTINATION: HeaderName = HeaderName::from_static("destination");
const OVERWRITE: HeaderName = HeaderName::from_static("overwrite");

/// The files of a sandbox.
pub(super) struct WebDav {
    logins: Arc<Logins>,
    tokens: Arc<Tokens>,
    clock: Clock,
    site: Arc<Storefront>,
}

/// What an address names: a file or a folder, there or not.
struct Target {
    /// As scripts name it, `IMPEX/src/a.xml`.
    path: String,
    place: Placed,
}

impl Target {
    fn is_root(&self) -> bool {
        !self.path.contains('/')
    }
}

impl WebDav {
    /// `site` is any site: all have the same files.
    pub(super) fn new(
        logins: &Arc<Logins>,
        tokens: &Arc<Tokens>,
        clock: Clock,
        site: &Arc<Storefront>,
    ) -> Self {
        let (logins, tokens) = (Arc::clone(logins), Arc::clone(tokens));
        Self { logins, tokens, clock, site: Arc::clone(site) }
    }

    /// Answers a request for an address below [`ROOT`].
    pub(super) async fn answer(&self, request: Request<Body>) -> Result<Response, Refusal> {
        let (head, body) = request.into_parts();
        self.admit(&head.headers).await?;
        let address = head.uri.path();
        if head.method.as_str() == "OPTIONS" {
            return Ok(allowing(empty(StatusCode::OK)));
        }
        let target = self.target(address)?;
        match head.method.as_str() {
            "GET" | "HEAD" => got(target, head.method.as_str() == "HEAD").await,
            "PUT" => put(target, body).await,
            "DELETE" => blocking(move || deleted(&target)).await,
            "MKCOL" => blocking(move || made(&target)).await,
            "PROPFIND" => {
                let (address, depth) = (address.to_owned(), text(&head.headers, &DEPTH));
                blocking(move || listed(&target, &address, depth.as_deref())).await
            }
            "MOVE" | "COPY" => self.carried(target, &head).await,
            other => Err(Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "MethodNotAllowed",
                format!("Files answer {METHODS}, not {other}."),
            )
            .with_header(ALLOW, HeaderValue::from_static(METHODS))),
        }
    }

    async fn admit(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let token = headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok()?.split_once(' '));
        if let Some((_, token)) = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        {
            return if self.may_run_jobs(token.trim()) {
                Ok(())
            } else {
                let message = "The token is of no API client that may run jobs, or is too old.";
                Err(Refusal::new(StatusCode::UNAUTHORIZED, "InvalidAccessToken", message))
            };
        }
        let Some(credentials) = Credentials::read(headers) else {
            return Err(Refusal::admin_required());
        };
        let user = self.logins.user_by_password(&credentials).await;
        user.filter(|user| user.may(Right::Admin)).map(|_| ()).ok_or_else(Refusal::admin_required)
    }

    fn may_run_jobs(&self, token: &str) -> bool {
        let Some(identity) = self.tokens.identify(token, self.clock.now()) else { return false };
        let accounts = self.logins.accounts();
        let Some((client, user)) = accounts.bearer(&identity.client, identity.user.as_deref())
        else {
            return false;
        };
        let permissions = [Some(client.permissions()), user.map(User::permissions)];
        let may =
            |it: &Permissions| it.grant(Permitted::Post, &["jobs", "any", "executions"]).is_some();
        permissions.into_iter().flatten().all(may)
    }

    /// What an encoded address names.
    fn target(&self, address: &str) -> Result<Target, Refusal> {
        let encoded = address.strip_prefix(ROOT).unwrap_or_default().trim_matches('/');
        let missing = |why: String| Refusal::not_found("FileNotFound", why);
        let decoded = percent_decode_str(encoded).decode_utf8();
        let decoded = decoded.map_err(|_| missing(format!("{encoded} is no UTF-8.")))?;
        if decoded.is_empty() {
            return Err(missing(format!(
                "Files are in folders such as {ROOT}/Impex: {}.",
                listing::ROOTS.join(", ")
            )));
        }
        let (root, below) = decoded.split_once('/').unwrap_or((&decoded, ""));
        // `Impex`, as clients write it.
        let path = format!("{}/{below}", root.to_ascii_uppercase());
        let path = path.trim_end_matches('/').to_owned();
        let place = self.site.place(&path).map_err(|refused| missing(format!("{refused}.")))?;
        Ok(Target { path, place })
    }

    async fn carried(&self, from: Target, head: &Parts) -> Result<Response, Refusal> {
        let destination = text(&head.headers, &DESTINATION).unwrap_or_default();
        let start = destination.find(ROOT).ok_or_else(|| {
            let message = format!("The header Destination names no file below {ROOT}.");
            Refusal::bad_request("InvalidDestination", message)
        })?;
        let to = self.target(&destination[start..])?;
        if !from.place.is_beside(&to.place) {
            // The sandbox was reset just now.
            return Err(missing(&from));
        }
        let replaces =
            text(&head.headers, &OVERWRITE).is_none_or(|it| !it.eq_ignore_ascii_case("f"));
        let is_move = head.method.as_str() == "MOVE";
        let site = Arc::clone(&self.site);
        blocking(move || {
            // Folders would lie deeper there, too.
            if is_move && let Err(refused) = site.place_for(&from.place, &to.path) {
                let kind = "DestinationUnusable";
                return Err(Refusal::new(StatusCode::FORBIDDEN, kind, format!("{refused}.")));
            }
            carry(&from, &to, (is_move, replaces))
        })
        .await
    }
}

/// Whether an address is one of files.
pub(super) fn is_below(path: &str) -> bool {
    path.strip_prefix(ROOT).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).and_then(|it| it.to_str().ok()).map(|it| it.trim().to_owned())
}

/// Runs what waits for the disk.
async fn blocking(
    work: impl FnOnce() -> Result<Response, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|cause| Err(broken(&io::Error::other(cause))))
}

fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

fn allowing(mut response: Response) -> Response {
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(METHODS));
    let class = HeaderValue::from_static("1");
    response.headers_mut().insert(HeaderName::from_static("dav"), class);
    response
}

fn missing(target: &Target) -> Refusal {
    Refusal::not_found("FileNotFound", format!("There is no file /{}.", target.path))
}

fn refused(status: StatusCode, kind: &str, what: String) -> Refusal {
    Refusal::new(status, kind, what)
}

/// The operating system's words may name the folder; its kind doesn't.
fn broken(cause: &io::Error) -> Refusal {
    let message = format!("The file can't be used: {}.", cause.kind());
    refused(StatusCode::INTERNAL_SERVER_ERROR, "FileUnusable", message)
}

/// There has to be a folder for it, and room.
fn check_parent(target: &Target) -> Result<(), Refusal> {
    if target.place.parent().is_some_and(Path::is_dir) {
        return target.place.check_space().map_err(|refused| {
            let message = format!("{refused}.");
            self::refused(StatusCode::INSUFFICIENT_STORAGE, "InsufficientStorage", message)
        });
    }
    let message = format!("There is no folder for /{}: make it with MKCOL.", target.path);
    Err(refused(StatusCode::CONFLICT, "FolderMissing", message))
}

async fn got(target: Target, is_head: bool) -> Result<Response, Refusal> {
    let facts = tokio::fs::metadata(&target.place).await.map_err(|_| missing(&target))?;
    if facts.is_dir() {
        let names = blocking(move || {
            let entries = listing::below(&target.place).map_err(|cause| broken(&cause))?;
            let lines = entries.iter().map(|it| it.line() + "\n").collect::<String>();
            Ok(Response::new(Body::from(lines)))
        });
        let mut response = names.await?;
        let kind = HeaderValue::from_static("text/plain;charset=UTF-8");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        return Ok(response);
    }
    let body = if is_head {
        Body::empty()
    } else {
        let file = tokio::fs::File::open(&target.place).await.map_err(|cause| broken(&cause))?;
        let parts = FramedRead::new(file, BytesCodec::new());
        Body::from_stream(parts.map(|part| part.map(BytesMut::freeze)))
    };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_LENGTH, facts.len().into());
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    if let Ok(changed) = facts.modified()
        && let Ok(date) = HeaderValue::from_str(&httpdate::fmt_http_date(changed))
    {
        headers.insert(LAST_MODIFIED, date);
    }
    Ok(response)
}

/// The file is there as a whole or not at all.
async fn put(target: Target, body: Body) -> Result<Response, Refusal> {
    if target.is_root() || target.place.is_dir() {
        let message = format!("/{} is a folder.", target.path);
        return Err(refused(StatusCode::METHOD_NOT_ALLOWED, "FolderInTheWay", message));
    }
    check_parent(&target)?;
    let unfit = |cause: io::Error| broken(&cause);
    // Beside its place: it can't be renamed from one disk to another.
    let folder = target.place.parent().unwrap_or(&target.place);
    let arriving = tempfile::NamedTempFile::new_in(folder).map_err(unfit)?;
    let mut file = tokio::fs::File::from_std(arriving.reopen().map_err(unfit)?);
    let (mut parts, mut length) = (body.into_data_stream(), 0);
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| {
            Refusal::bad_request("BadRequest", "The file did not arrive as a whole.")
        })?;
        length += part.len() as u64;
        if length > LARGEST {
            let message = format!("A file has at most {LARGEST} bytes.");
            return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, "FileTooLarge", message));
        }
        file.write_all(&part).await.map_err(unfit)?;
    }
    file.flush().await.map_err(unfit)?;
    blocking(move || {
        let was_there = target.place.exists();
        arriving.persist(&target.place).map_err(|it| broken(&it.error))?;
        Ok(empty(if was_there { StatusCode::NO_CONTENT } else { StatusCode::CREATED }))
    })
    .await
}

fn deleted(target: &Target) -> Result<Response, Refusal> {
    if target.is_root() {
        let message = format!("/{} is always there.", target.path);
        return Err(refused(StatusCode::FORBIDDEN, "FolderNeeded", message));
    }
    remove(&target.place).map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound => missing(target),
        _ => broken(&cause),
    })?;
    Ok(empty(StatusCode::NO_CONTENT))
}

fn remove(place: &Path) -> io::Result<()> {
    if place.is_dir() { remove_folder(place) } else { fs::remove_file(place) }
}

fn made(target: &Target) -> Result<Response, Refusal> {
    if target.place.exists() {
        let message = format!("/{} is there.", target.path);
        return Err(refused(StatusCode::METHOD_NOT_ALLOWED, "FolderInTheWay", message));
    }
    check_parent(target)?;
    fs::create_dir(&target.place).map_err(|cause| broken(&cause))?;
    Ok(empty(StatusCode::CREATED))
}

fn listed(target: &Target, address: &str, depth: Option<&str>) -> Result<Response, Refusal> {
    let own = entry(&target.place).ok_or_else(|| missing(target))?;
    let below = match depth {
        Some("1") if own.is_folder => {
            listing::below(&target.place).map_err(|cause| broken(&cause))?
        }
        Some("0" | "1") => Vec::new(),
        _ => {
            let message = "A listing has the header Depth: 0 or 1.";
            return Err(refused(StatusCode::FORBIDDEN, "DepthUnusable", message.to_owned()));
        }
    };
    let mut response = Response::new(Body::from(listing::document(address, &own, &below)));
    *response.status_mut() = StatusCode::MULTI_STATUS;
    let kind = HeaderValue::from_static("application/xml;charset=UTF-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    Ok(response)
}

/// Moves or copies; folders are but moved.
fn carry(
    from: &Target,
    to: &Target,
    (is_move, replaces): (bool, bool),
) -> Result<Response, Refusal> {
    let Some(Entry { is_folder, .. }) = entry(&from.place) else { return Err(missing(from)) };
    // What is replaced is gone first.
    let is_within = to.place.starts_with(&from.place) || from.place.starts_with(&to.place);
    if from.is_root() || to.is_root() || is_within {
        let message = format!("/{} can't be put at /{}.", from.path, to.path);
        return Err(refused(StatusCode::FORBIDDEN, "DestinationUnusable", message));
    }
    if is_folder && !is_move {
        let message = format!("/{} is a folder, of which there are no copies.", from.path);
        return Err(refused(StatusCode::FORBIDDEN, "FolderNotCopied", message));
    }
    check_parent(to)?;
    let was_there = to.place.exists();
    if was_there && !replaces {
        let message = format!("/{} is there.", to.path);
        return Err(refused(StatusCode::PRECONDITION_FAILED, "FileInTheWay", message));
    }
    let unfit = |cause: io::Error| broken(&cause);
    if was_there {
        remove(&to.place).map_err(unfit)?;
    }
    if is_move {
        fs::rename(&from.place, &to.place).map_err(unfit)?;
    } else {
        fs::copy(&from.place, &to.place).map_err(unfit)?;
    }
    Ok(empty(if was_there { StatusCode::NO_CONTENT } else { StatusCode::CREATED }))
}
