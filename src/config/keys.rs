//! The table of what can be configured: each key's variables and its names in `dw.json`.

/// Something that can be configured by flag, variable or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Server,
    Username,
    Password,
    DebuggerId,
    ClientId,
    ClientSecret,
    JwtKey,
    JwtCertificate,
    JwtPassphrase,
    AuthUrl,
    Scopes,
    Ca,
    Certificate,
    CertificateKey,
    Pkcs12,
    CertificatePassphrase,
    Pin,
    SelfSigned,
    StorefrontUsername,
    StorefrontPassword,
    Site,
    CodeVersion,
    Library,
    CartridgeFolders,
    CartridgePath,
    Safety,
    SafetyLevel,
    SafetyConfirm,
    SafetyFile,
    Instance,
    Config,
}

/// One row of the table.
pub(super) struct Row {
    pub(super) key: Item,
    /// In the order in which they win.
    pub(super) variables: &'static [&'static str],
    /// In kebab case, in the order in which they win; camel case counts as the same.
    pub(super) names: &'static [&'static str],
}

const fn row(key: Item, variables: &'static [&'static str], names: &'static [&'static str]) -> Row {
    Row { key, variables, names }
}

pub(super) const TABLE: &[Row] = &[
    row(Item::Server, &["SFCC_SERVER"], &["hostname", "server"]),
    row(Item::Username, &["SFCC_USERNAME"], &["username"]),
    row(Item::Password, &["SFCC_PASSWORD"], &["password"]),
    row(Item::DebuggerId, &["SFCC_DEBUGGER_ID"], &[]),
    row(Item::ClientId, &["SFCC_CLIENT_ID", "SFCC_OAUTH_CLIENT_ID"], &["client-id"]),
    row(
        Item::ClientSecret,
        &["SFCC_CLIENT_SECRET", "SFCC_OAUTH_CLIENT_SECRET"],
        &["client-secret"],
    ),
    row(Item::JwtKey, &["SFCC_JWT_KEY"], &["jwt-key-path"]),
    row(Item::JwtCertificate, &["SFCC_JWT_CERT"], &["jwt-cert-path"]),
    row(Item::JwtPassphrase, &["SFCC_JWT_PASSPHRASE"], &["jwt-passphrase"]),
    row(
        Item::AuthUrl,
        &["SFCC_AUTH_URL", "SFCC_ACCOUNT_MANAGER_HOST", "SFCC_LOGIN_URL"],
        &["account-manager-host"],
    ),
    row(Item::Scopes, &["SFCC_OAUTH_SCOPES"], &["oauth-scopes"]),
    row(Item::Ca, &["SFCC_CA"], &[]),
    row(Item::Certificate, &["SFCC_CERT"], &[]),
    row(Item::CertificateKey, &["SFCC_KEY"], &[]),
    row(Item::Pkcs12, &["SFCC_CERTIFICATE"], &["certificate"]),
    row(
        Item::CertificatePassphrase,
        &["SFCC_CERTIFICATE_PASSPHRASE"],
        &["certificate-passphrase", "passphrase"],
    ),
    row(Item::Pin, &["SFCC_PIN"], &[]),
    row(Item::SelfSigned, &["SFCC_SELFSIGNED", "SFCC_INSECURE"], &["self-signed", "selfsigned"]),
    row(Item::StorefrontUsername, &["SFCC_STOREFRONT_USERNAME"], &["storefront-username"]),
    row(Item::StorefrontPassword, &["SFCC_STOREFRONT_PASSWORD"], &["storefront-password"]),
    row(Item::Site, &["SFCC_SITE_ID"], &["site-id"]),
    row(Item::CodeVersion, &["SFCC_CODE_VERSION"], &["code-version", "version"]),
    row(Item::Library, &[], &["content-library"]),
    row(Item::CartridgeFolders, &["SFCC_CARTRIDGE_DIRS"], &[]),
    row(Item::CartridgePath, &["SFCC_CARTRIDGES"], &["cartridges-path", "cartridges", "cartridge"]),
    row(Item::Safety, &[], &["safety"]),
    row(Item::SafetyLevel, &["SFCC_SAFETY_LEVEL"], &[]),
    row(Item::SafetyConfirm, &["SFCC_SAFETY_CONFIRM"], &[]),
    row(Item::SafetyFile, &["SFCC_SAFETY_CONFIG"], &[]),
    row(Item::Instance, &["SFCC_INSTANCE"], &[]),
    row(Item::Config, &["SFCC_CONFIG"], &[]),
];

/// What nobody else may read.
pub(super) const SECRETS: [Item; 5] = [
    Item::Password,
    Item::ClientSecret,
    Item::JwtPassphrase,
    Item::CertificatePassphrase,
    Item::StorefrontPassword,
];

impl Item {
    pub(super) fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.key == self).expect("a test finds every key in the table")
    }
}

/// `clientId`, `client-id`: `client-id`.
pub(super) fn kebab(name: &str) -> String {
    let mut kebab = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_uppercase() {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}
