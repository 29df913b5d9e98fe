//! Makes accounts, libraries and sites of the file, and finds what is wrong with it.

use super::{
    Settings, SettingsFault,
    file::{self, File, Secret, Text},
};
use crate::api::{ids::LibraryId, wording::plain};
use crate::sandbox::{
    SHARED_LIBRARY,
    accounts::{
        ApiClient, Permission, Permissions, PublicKey, ResourcePattern, Right, Scopes, User,
    },
    data::{PlainHttp, is_id},
    method::Method,
    options::{Site, is_site_id},
    select::Selector,
    store::Library,
    storefront::is_scope,
};
use secrecy::{ExposeSecret, SecretString};
use std::{cell::RefCell, collections::BTreeSet, fs, ops::Range, path::Path};
use toml::Spanned;

type Checked<T> = Result<T, SettingsFault>;

/// Knows the file's text and folder, and what was found wrong.
pub(super) struct Checker<'a> {
    pub text: &'a str,
    pub folder: &'a Path,
    /// Where the tables are that something wrong was taken out of.
    pub robbed: Vec<Range<usize>>,
    /// Whether a library or a site was taken out as a whole.
    pub lacks_places: bool,
    pub faults: RefCell<Vec<SettingsFault>>,
}

impl Checker<'_> {
    /// Takes down the fault of a file that is no TOML, or has unknown keys or wrong types.
    pub(super) fn unreadable(&self, error: &toml::de::Error) {
        let at = error.span().unwrap_or(0..0).start;
        let what = error.message().lines().next().unwrap_or_default();
        self.wrong(self.fault_at(at, self.key_at(at), &without_value(what)));
    }

    fn wrong(&self, fault: SettingsFault) {
        self.faults.borrow_mut().push(fault);
    }

    /// Whether the table there has all that the file gives it: what another one lacks was told already.
    fn is_whole(&self, table: &Range<usize>) -> bool {
        !self.robbed.contains(table)
    }

    /// What is right; what is wrong is taken down.
    fn right<T>(&self, checked: Checked<T>) -> Option<T> {
        checked.map_err(|fault| self.wrong(fault)).ok()
    }

    /// Checks everything, past what is wrong.
    pub(super) fn settings(&self, file: File, site: &str) -> Settings {
        self.check_unique("login", file.users.iter().map(|user| &user.get_ref().login));
        self.check_unique("id", file.clients.iter().map(|client| &client.id));
        self.check_unique("id", file.libraries.iter().map(|library| &library.id));
        self.check_unique("id", file.sites.iter().map(|site| &site.id));
        let hosts = file.hosts.iter().filter_map(|host| self.right(self.host(host))).collect();
        let users = file.users.into_iter().map(|user| self.user(user)).collect();
        let clients = file.clients.iter().map(|client| self.client(client)).collect();
        let own = file.sites.iter().map(|site| site.id.get_ref().as_str()).chain([site]).collect();
        // Sites may name one that is wrong in another way.
        let named = file.libraries.iter().map(|library| library.id.get_ref().clone()).collect();
        let libraries = file.libraries.iter();
        let libraries = libraries.filter_map(|it| self.right(self.library(it, &own))).collect();
        let path_lines = file.sites.iter().map(|site| self.path_line(site)).collect();
        let sites = self.sites(file.sites, named, site);
        let is_allowed = file.data_api.allow_plain_http;
        let plain_http = if is_allowed { PlainHttp::Allowed } else { PlainHttp::Refused };
        let builtin_accounts = file.builtin_accounts;
        Settings {
            builtin_accounts,
            hosts,
            plain_http,
            users,
            clients,
            libraries,
            sites,
            path_lines,
        }
    }

    fn host(&self, host: &Text) -> Checked<String> {
        let name = host.get_ref().to_ascii_lowercase();
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
        if !name.is_empty() && name.chars().all(is_name) {
            return Ok(name);
        }
        Err(self.fault(&host.span(), "hosts", "a host is a name without scheme and port"))
    }

    fn user(&self, user: Spanned<file::User>) -> User {
        let is_whole = self.is_whole(&user.span());
        let user = user.into_inner();
        self.right(self.check_id("login", &user.login));
        let mut made = User::new(user.login.get_ref());
        let has_password = user.password.is_some() || user.password_hash.is_some();
        let has_login = has_password || !user.access_keys.is_empty();
        made = match (user.password, user.password_hash) {
            (Some(_), Some(hash)) => {
                let what = "give either password or password_hash";
                self.wrong(self.fault(&hash.span(), "password_hash", what));
                made
            }
            (Some(password), None) => match self.right(self.secret("password", &password)) {
                Some(password) => made.with_password(password),
                None => made,
            },
            (None, Some(hash)) => {
                let what = "this is no argon2id hash in its PHC form";
                let wrong = || self.fault(&hash.span(), "password_hash", what);
                let hashed = made.clone().with_password_hash(&hash.get_ref().0);
                self.right(hashed.ok_or_else(wrong)).unwrap_or(made)
            }
            (None, None) => made,
        };
        for key in &user.access_keys {
            if let Some(key) = self.right(self.secret("access_keys", key)) {
                made = made.with_access_key(key);
            }
        }
        for (has, right) in [(user.admin, Right::Admin), (user.debugger, Right::Debugger)] {
            made = if has { made.permitted_to(right) } else { made };
        }
        if !has_login && is_whole {
            let what = "nobody could log in: give password, password_hash or access_keys";
            self.wrong(self.fault(&user.login.span(), "login", what));
        }
        made.permitted(self.permissions(&user.resources))
    }

    fn client(&self, client: &file::Client) -> ApiClient {
        self.right(self.check_id("id", &client.id));
        let mut made = ApiClient::new(client.id.get_ref());
        let secret = client.secret.as_ref();
        if let Some(secret) = secret.and_then(|it| self.right(self.secret("secret", it))) {
            made = made.with_secret(secret);
        }
        if let Some(key) = self.right(self.public_key(client)).flatten() {
            made = made.with_public_key(key);
        }
        for origin in client.allowed_origins.iter().filter_map(|it| self.right(self.origin(it))) {
            made = made.with_allowed_origin(origin);
        }
        made = made.with_scopes(self.scopes(&client.scopes));
        for uri in client.redirect_uris.iter().filter_map(|it| self.right(self.redirect_uri(it))) {
            made = made.with_redirect_uri(uri);
        }
        made.permitted(self.permissions(&client.resources))
    }

    fn public_key(&self, client: &file::Client) -> Checked<Option<PublicKey>> {
        match (&client.public_key, &client.public_key_file) {
            (Some(_), Some(file)) => {
                let what = "give either public_key or public_key_file";
                Err(self.fault(&file.span(), "public_key_file", what))
            }
            (Some(key), None) => self.key("public_key", key, key.get_ref()).map(Some),
            (None, Some(file)) => {
                let path = self.folder.join(file.get_ref());
                let unreadable = |error| {
                    let what = format!("can't read {}: {error}", path.display());
                    self.fault(&file.span(), "public_key_file", &what)
                };
                let text = fs::read_to_string(&path).map_err(unreadable)?;
                self.key("public_key_file", file, &text).map(Some)
            }
            (None, None) => Ok(None),
        }
    }

    /// One that nobody can guess by saying nothing.
    fn secret<'s>(&self, key: &str, secret: &'s Spanned<Secret>) -> Checked<&'s SecretString> {
        let what = "it is empty: anybody could log in";
        let wrong = || self.fault(&secret.span(), key, what);
        let Secret(text) = secret.get_ref();
        (!text.expose_secret().is_empty()).then_some(text).ok_or_else(wrong)
    }

    fn key(&self, name: &str, at: &Text, text: &str) -> Checked<PublicKey> {
        PublicKey::parse(text).map_err(|error| self.fault(&at.span(), name, &error.to_string()))
    }

    fn origin(&self, origin: &Text) -> Checked<String> {
        let text = origin.get_ref();
        let is_origin = url::Url::parse(text)
            .is_ok_and(|url| url.origin().ascii_serialization() == text.to_ascii_lowercase());
        let what = "an origin is scheme, host and port, as in https://app.shop.test";
        let wrong = || self.fault(&origin.span(), "allowed_origins", what);
        is_origin.then(|| text.clone()).ok_or_else(wrong)
    }

    fn scopes(&self, scopes: &[Text]) -> Scopes {
        if matches!(scopes, [all] if all.get_ref() == "*") {
            return Scopes::All;
        }
        let scope = |scope: &Text| {
            let what = "a scope is c_ and letters, digits, '.', '-' or '_', 25 characters at most; [\"*\"] are all";
            let wrong = || self.fault(&scope.span(), "scopes", what);
            is_scope(scope.get_ref()).then(|| scope.get_ref().clone()).ok_or_else(wrong)
        };
        Scopes::These(scopes.iter().filter_map(|it| self.right(scope(it))).collect())
    }

    fn redirect_uri(&self, uri: &Text) -> Checked<String> {
        let is_whole = url::Url::parse(uri.get_ref())
            .is_ok_and(|it| matches!(it.scheme(), "http" | "https") && it.fragment().is_none());
        let what = "an address to lead to is whole, as in http://localhost:3000/callback";
        let wrong = || self.fault(&uri.span(), "redirect_uris", what);
        is_whole.then(|| uri.get_ref().clone()).ok_or_else(wrong)
    }

    fn permissions(&self, resources: &[Spanned<file::Resource>]) -> Permissions {
        resources.iter().filter_map(|resource| self.permission(resource)).collect()
    }

    fn permission(&self, resource: &Spanned<file::Resource>) -> Option<Permission> {
        let is_whole = self.is_whole(&resource.span());
        let resource = resource.get_ref();
        let id = &resource.id;
        let wrong = || self.fault(&id.span(), "resource_id", "a pattern is /name/*/**");
        let pattern = self.right(ResourcePattern::parse(id.get_ref()).ok_or_else(wrong));
        let methods = resource.methods.iter().filter_map(|method| self.right(self.method(method)));
        let methods = methods.collect();
        let selector = |key, text: &Option<Text>| self.right(self.selector(key, text.as_ref()));
        let read = selector("read_attributes", &resource.read_attributes);
        let write = selector("write_attributes", &resource.write_attributes);
        if resource.methods.is_empty() && is_whole {
            let what = "without a method nothing is permitted";
            self.wrong(self.fault(&id.span(), "methods", what));
        }
        Some(Permission::new(pattern?, methods).reading(read?).writing(write?))
    }

    fn method(&self, method: &Text) -> Checked<Method> {
        match method.get_ref().as_str() {
            "get" => Ok(Method::Get),
            "put" => Ok(Method::Put),
            "patch" => Ok(Method::Patch),
            "delete" => Ok(Method::Delete),
            "post" => Ok(Method::Post),
            _ => {
                let what = "a method is get, put, patch, delete or post";
                Err(self.fault(&method.span(), "methods", what))
            }
        }
    }

    fn selector(&self, key: &str, text: Option<&Text>) -> Checked<Selector> {
        let Some(text) = text else { return Ok(Selector::everything()) };
        text.get_ref().parse().map_err(|error| {
            let what = format!("this is no selector: {error}");
            self.fault(&text.span(), key, &what)
        })
    }

    /// `own` are those that sites bring.
    fn library(&self, library: &file::Library, own: &BTreeSet<&str>) -> Checked<Library> {
        self.check_id("id", &library.id)?;
        let id = library.id.get_ref().clone();
        if own.contains(id.as_str()) {
            let what = "the site of this name brings the library by itself";
            return Err(self.fault(&library.id.span(), "id", what));
        }
        let display_name = library.display_name.clone().unwrap_or_else(|| id.clone());
        Ok(Library { id: LibraryId(id), display_name })
    }

    /// `known` are the libraries that the file names.
    fn sites(&self, sites: Vec<file::Site>, mut known: BTreeSet<String>, own: &str) -> Vec<Site> {
        known.extend([SHARED_LIBRARY.to_owned(), own.to_owned()]);
        known.extend(sites.iter().map(|site| site.id.get_ref().clone()));
        sites.into_iter().map(|site| self.site(site, &known)).collect()
    }

    fn site(&self, site: file::Site, libraries: &BTreeSet<String>) -> Site {
        if !is_site_id(site.id.get_ref()) {
            let what = "a site's ID has letters, digits, '_', '-' and '.', 1 to 256 of them";
            self.wrong(self.fault(&site.id.span(), "id", what));
        }
        let is_unknown = |it: &&Text| !libraries.contains(it.get_ref()) && !self.lacks_places;
        if let Some(library) = site.library.as_ref().filter(is_unknown) {
            let what = format!("there is no library \"{}\"", library.get_ref());
            self.wrong(self.fault(&library.span(), "library", &what));
        }
        let library = site.library.map_or_else(|| SHARED_LIBRARY.to_owned(), Spanned::into_inner);
        let path = site.cartridge_path.map(Spanned::into_inner).unwrap_or_default();
        let cartridges = path.split(':').filter(|name| !name.is_empty());
        let cartridge_path = cartridges.map(str::to_owned).collect();
        Site { id: site.id.into_inner(), cartridge_path, library }
    }

    fn path_line(&self, site: &file::Site) -> usize {
        let path = site.cartridge_path.as_ref();
        self.line(path.map_or(site.id.span().start, |path| path.span().start))
    }

    fn check_id(&self, key: &str, id: &Text) -> Checked<()> {
        // A colon would end the login of a Basic header.
        let is_login = key == "login";
        if is_id(id.get_ref()) && !(is_login && id.get_ref().contains(':')) {
            return Ok(());
        }
        let what = "1 to 256 characters without control characters";
        let more = if is_login { ", and without ':'" } else { "" };
        Err(self.fault(&id.span(), key, &format!("{what}{more}")))
    }

    fn check_unique<'t>(&self, key: &str, ids: impl Iterator<Item = &'t Text>) {
        let mut seen = BTreeSet::new();
        for again in ids.filter(|id: &&Spanned<String>| !seen.insert(id.get_ref())) {
            self.wrong(self.fault(&again.span(), key, "this one stands twice"));
        }
    }

    fn fault(&self, span: &Range<usize>, key: &str, what: &str) -> SettingsFault {
        self.fault_at(span.start, key.to_owned(), what)
    }

    fn fault_at(&self, at: usize, key: String, what: &str) -> SettingsFault {
        SettingsFault { line: self.line(at), key, what: what.to_owned() }
    }

    fn line(&self, at: usize) -> usize {
        1 + self.text.get(..at).unwrap_or_default().matches('\n').count()
    }

    /// The key that stands there, or before the value there. Anything else may be a secret.
    fn key_at(&self, at: usize) -> String {
        let (before, after) = self.text.split_at_checked(at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default().trim_end();
        if let Some(assigned) = line.strip_suffix('=') {
            let name = assigned.trim_end().rsplit(|c| !is_key(c)).next();
            return name.unwrap_or_default().to_owned();
        }
        let name = after.split(|c| !is_key(c)).next().unwrap_or_default();
        // A number in a list ends as the name of a table does.
        let is_number = name.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let rest = after[name.len()..].trim_start();
        let is_named = rest.starts_with('=') || !is_number && rest.starts_with(']');
        if is_named { name.to_owned() } else { String::new() }
    }
}

fn is_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// "invalid type: string "…", expected a sequence" repeats a value that may be a secret, and so does
/// "invalid type: integer `…`, expected a string".
fn without_value(message: &str) -> String {
    let number = message.split_once(" `").filter(|(kind, _)| kind.starts_with("invalid "));
    let parts = message.split_once(" \"").or(number).zip(message.rsplit_once(", expected "));
    plain(&match parts {
        Some(((kind, _), (_, expected))) => format!("{kind}, expected {expected}"),
        None => message.to_owned(),
    })
}
