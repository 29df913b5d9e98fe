//! Certificates: the authority's, limited to loopback names, and the server's.

use super::LOOPBACK_NAMES;
use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DnType, ExtendedKeyUsagePurpose,
    GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose, NameConstraints,
};
use rustls::{
    ServerConfig,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer},
    version::{TLS12, TLS13},
};
use sha2::{Digest, Sha256};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::Arc,
};
use thiserror::Error;

/// How long browsers accept a server's certificate.
const LEAF_DAYS: i64 = 397;
const AUTHORITY_DAYS: i64 = 3650;

/// Why a certificate can't be made.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// By the library that makes them.
    #[error(transparent)]
    Made(#[from] rcgen::Error),
    /// By the library that uses them.
    #[error(transparent)]
    Used(#[from] rustls::Error),
}

/// Today, by the calendar of certificates.
pub(super) fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}

/// The number in the name comes from the key, so that a kept authority keeps its name.
pub(super) fn authority_params(
    today: Date,
    key: &KeyPair,
) -> Result<CertificateParams, rcgen::Error> {
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

/// A server's certificate by the authority of a key, to be looked at.
pub(super) fn sample(key: &KeyPair) -> Result<CertificateDer<'static>, rcgen::Error> {
    let issuer = Issuer::new(authority_params(today(), key)?, key);
    let leaf = leaf_params(today(), &LOOPBACK_NAMES)?.signed_by(&KeyPair::generate()?, &issuer)?;
    Ok(leaf.into())
}

/// What the server needs: a certificate of its own by the authority.
pub(super) fn server_config(
    today: Date,
    issuer: &Issuer<'_, KeyPair>,
    authority: &CertificateDer<'static>,
) -> Result<ServerConfig, CertificateError> {
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

pub(super) fn leaf_params(today: Date, names: &[&str]) -> Result<CertificateParams, rcgen::Error> {
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
