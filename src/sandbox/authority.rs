//! The local certificate authority: made at the first start, limited to loopback names, so that
//! trusting it gives nobody a way to pose as any other host.

use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DnType, ExtendedKeyUsagePurpose,
    GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose, NameConstraints,
};
use rustls::{
    ServerConfig,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    version::{TLS12, TLS13},
};
use sha2::{Digest, Sha256};
use std::{
    error::Error,
    fs::{self, OpenOptions, Permissions},
    io::Write,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

/// The names that reach this machine alone; certificates and the `Host` rule share them.
pub const LOOPBACK_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// How long browsers accept a server's certificate.
const LEAF_DAYS: i64 = 397;
const AUTHORITY_DAYS: i64 = 3650;

/// Files of an authority: what clients trust, and what nobody else may have.
const CERTIFICATE: &str = "ca.pem";
const KEY: &str = "ca-key.pem";

/// A certificate authority, the server's certificate by it, and the file that clients trust.
pub struct Authority {
    /// What isn't kept ends with it.
    _temporary: Option<TempDir>,
    file: PathBuf,
    server: Arc<ServerConfig>,
}

impl Authority {
    /// Makes a fresh authority and writes its certificate (PEM, 0600 in a 0700 folder). Its key is
    /// never written.
    pub fn create() -> Result<Self, Box<dyn Error + Send + Sync>> {
        let folder = tempfile::Builder::new()
            .prefix("haltscope-")
            .permissions(Permissions::from_mode(0o700))
            .tempdir()?;
        let file = folder.path().join(CERTIFICATE);
        Self::with_key(KeyPair::generate()?, file, Some(folder))
    }

    /// The authority that a folder keeps, made if there is none: clients trust it over restarts.
    pub fn kept(folder: &Path) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let file = folder.join(KEY);
        let key = if file.exists() {
            KeyPair::from_pem(&fs::read_to_string(file)?)?
        } else {
            let key = KeyPair::generate()?;
            write_private(&file, &key.serialize_pem())?;
            key
        };
        Self::with_key(key, folder.join(CERTIFICATE), None)
    }

    fn with_key(
        key: KeyPair,
        file: PathBuf,
        temporary: Option<TempDir>,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
        let params = authority_params(today, &key)?;
        if !file.exists() {
            write_private(&file, &params.self_signed(&key)?.pem())?;
        }
        let certificate = CertificateDer::from_pem_file(&file)?;
        let server = server_config(today, &Issuer::new(params, key), &certificate)?;
        Ok(Self { _temporary: temporary, file, server: Arc::new(server) })
    }

    /// The authority's certificate, PEM.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// TLS 1.2 and 1.3 with the server's certificate.
    pub fn server(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.server)
    }
}

/// The number in the name comes from the key, so that a kept authority keeps its name.
fn authority_params(today: Date, key: &KeyPair) -> Result<CertificateParams, rcgen::Error> {
    let digest: [u8; 32] = Sha256::digest(key.public_key_pem()).into();
    let [a, b, c, d, ..] = digest;
    let number = u32::from_be_bytes([a, b, c, d]);
    let mut params = params("haltscope sandbox CA", number, today, AUTHORITY_DAYS)?;
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params.name_constraints = Some(NameConstraints {
        permitted_subtrees: vec![
            GeneralSubtree::DnsName("localhost".to_owned()),
            GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(
                IpAddr::V4(Ipv4Addr::new(127, 0, 0, 0)),
                8,
            )),
            GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(
                IpAddr::V6(Ipv6Addr::LOCALHOST),
                128,
            )),
        ],
        excluded_subtrees: Vec::new(),
    });
    Ok(params)
}

fn server_config(
    today: Date,
    issuer: &Issuer<'_, KeyPair>,
    authority: &CertificateDer<'static>,
) -> Result<ServerConfig, Box<dyn Error + Send + Sync>> {
    let key = KeyPair::generate()?;
    let leaf = leaf_params(today, &LOOPBACK_NAMES)?.signed_by(&key, issuer)?;
    let chain = vec![leaf.der().clone(), authority.clone()];
    let provider = Arc::new(aws_lc_rs::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&TLS13, &TLS12])?
        .with_no_client_auth()
        .with_single_cert(chain, PrivateKeyDer::from(key))?;
    config.alpn_protocols = [b"http/1.1", b"http/1.0"].map(|name| name.to_vec()).to_vec();
    Ok(config)
}

fn leaf_params(today: Date, names: &[&str]) -> Result<CertificateParams, rcgen::Error> {
    let mut params = params("haltscope sandbox", rand::random(), today, LEAF_DAYS)?;
    let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    params.subject_alt_names = CertificateParams::new(names)?.subject_alt_names;
    params.use_authority_key_identifier_extension = true;
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    Ok(params)
}

/// The number keeps authorities apart in a trust store.
fn params(
    name: &str,
    number: u32,
    today: Date,
    days: i64,
) -> Result<CertificateParams, rcgen::Error> {
    let mut params = CertificateParams::new(Vec::new())?;
    let midnight = |day: Date| {
        let small = |part: i8| u8::try_from(part).unwrap_or(1);
        rcgen::date_time_ymd(day.year().into(), small(day.month()), small(day.day()))
    };
    params.not_before = midnight(today.saturating_sub(1.day()));
    params.not_after = midnight(today.saturating_add((days - 1).days()));
    params.distinguished_name = rcgen::DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, format!("{name} {number:08x}"));
    Ok(params)
}

fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
    file.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustls::{
        RootCertStore,
        client::{WebPkiServerVerifier, danger::ServerCertVerifier},
        pki_types::{ServerName, UnixTime},
    };

    #[test]
    fn the_file_and_its_folder_are_private_and_go_with_the_authority() {
        let authority = Authority::create().expect("certificates");
        let file = authority.file().to_owned();
        let folder = file.parent().expect("a folder").to_owned();
        let mode = |path: &Path| path.metadata().expect("exists").permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(&folder)), (0o600, 0o700));
        let text = std::fs::read_to_string(&file).expect("reads");
        assert!(text.starts_with("-----BEGIN CERTIFICATE-----"), "{text}");
        assert!(!text.contains("PRIVATE"), "the key stays in memory");
        drop(authority);
        assert!(!folder.exists());
    }

    #[test]
    fn a_kept_authority_is_the_same_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = Authority::kept(folder.path()).expect("certificates");
        let trusted = fs::read(first.file()).expect("reads");
        drop(first);
        let again = Authority::kept(folder.path()).expect("certificates");
        assert_eq!(fs::read(again.file()).expect("reads"), trusted);
        let mode = folder.path().join(KEY).metadata().expect("exists").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::write(folder.path().join(KEY), "no key").expect("written");
        assert!(Authority::kept(folder.path()).is_err());
    }

    /// Whether a client that trusts the authority takes its certificate for `name`.
    fn is_trusted(name: &str) -> bool {
        let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
        let key = KeyPair::generate().expect("a key");
        let params = authority_params(today, &key).expect("parameters");
        let authority = params.self_signed(&key).expect("an authority");
        let issuer = Issuer::new(params, key);
        let key = KeyPair::generate().expect("a key");
        let leaf = leaf_params(today, &[name]).expect("parameters");
        let leaf = leaf.signed_by(&key, &issuer).expect("a certificate");
        let mut roots = RootCertStore::empty();
        roots.add(authority.der().clone()).expect("a root");
        let provider = Arc::new(aws_lc_rs::default_provider());
        let verifier = WebPkiServerVerifier::builder_with_provider(roots.into(), provider);
        let name = ServerName::try_from(name).expect("a name");
        let verifier = verifier.build().expect("a verifier");
        verifier.verify_server_cert(leaf.der(), &[], &name, &[], UnixTime::now()).is_ok()
    }

    #[test]
    fn name_constraints_keep_the_authority_to_loopback_names() {
        for name in ["localhost", "shop.localhost", "127.0.0.1", "127.1.2.3", "::1"] {
            assert!(is_trusted(name), "{name}");
        }
        for name in ["shop.example", "localhost.example", "192.0.2.1", "128.0.0.1", "::2"] {
            assert!(!is_trusted(name), "{name}");
        }
    }
}
