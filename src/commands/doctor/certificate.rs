//! What a certificate says of itself.

use jiff::Timestamp;
use serde_json::{Value, json};
use std::net::IpAddr;
use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::GeneralName;
use x509_parser::prelude::FromDer;
use x509_parser::x509::X509Name;

/// A certificate's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Certificate {
    pub(super) subject: String,
    pub(super) issuer: String,
    /// The hosts that it is made for.
    pub(super) names: Vec<String>,
    pub(super) from: Timestamp,
    pub(super) until: Timestamp,
    pub(super) signature: Signed,
}

/// By whom a certificate says that it is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signed {
    /// By its own subject.
    ByItself,
    /// By another.
    ByAnother,
}

impl Certificate {
    /// Reads DER; `None` when it is no certificate.
    pub(super) fn read(der: &[u8]) -> Option<Self> {
        let (_, found) = X509Certificate::from_der(der).ok()?;
        let time = |seconds| Timestamp::from_second(seconds).ok();
        let is_own = found.subject().as_raw() == found.issuer().as_raw();
        Some(Self {
            subject: called(found.subject()),
            issuer: called(found.issuer()),
            names: names(&found),
            from: time(found.validity().not_before.timestamp())?,
            until: time(found.validity().not_after.timestamp())?,
            signature: if is_own { Signed::ByItself } else { Signed::ByAnother },
        })
    }

    /// Whole days until it expires; negative when it has.
    pub(super) fn days_left(&self, now: Timestamp) -> i64 {
        (self.until.as_second() - now.as_second()).div_euclid(24 * 60 * 60)
    }

    /// The hosts that it is made for, in words.
    pub(super) fn made_for(&self) -> String {
        const SHOWN: usize = 4;
        match self.names.as_slice() {
            [] => format!("{}, without a host name", self.subject),
            names if names.len() <= SHOWN => names.join(", "),
            names => format!("{} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN),
        }
    }

    /// For programs.
    pub(super) fn document(&self) -> Value {
        json!({
            "subject": self.subject,
            "issuer": self.issuer,
            "names": self.names,
            "not_before": self.from.to_string(),
            "not_after": self.until.to_string(),
        })
    }
}

/// A day, as `2026-11-22`.
pub(super) fn day(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d").to_string()
}

/// The common name, else the organisation, else everything.
fn called(name: &X509Name<'_>) -> String {
    let common = name.iter_common_name().find_map(|part| part.as_str().ok());
    let organisation = || name.iter_organization().find_map(|part| part.as_str().ok());
    common.or_else(organisation).map_or_else(|| name.to_string(), str::to_owned)
}

fn names(certificate: &X509Certificate<'_>) -> Vec<String> {
    let Ok(Some(names)) = certificate.subject_alternative_name() else { return Vec::new() };
    names.value.general_names.iter().filter_map(host).collect()
}

fn host(name: &GeneralName<'_>) -> Option<String> {
    match name {
        GeneralName::DNSName(name) => Some((*name).to_owned()),
        GeneralName::IPAddress(bytes) => {
            let four = <[u8; 4]>::try_from(*bytes).map(IpAddr::from);
            let sixteen = || <[u8; 16]>::try_from(*bytes).map(IpAddr::from);
            four.or_else(|_| sixteen()).ok().map(|address| address.to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, DnType, KeyPair, date_time_ymd};

    #[test]
    fn a_certificate_says_for_whom_by_whom_and_until_when() {
        let key = KeyPair::generate().expect("a key");
        let names = ["shop.example", "127.0.0.1", "::1"].map(str::to_owned);
        let mut params = CertificateParams::new(names).expect("names");
        params.distinguished_name.push(DnType::CommonName, "A shop");
        params.not_before = date_time_ymd(2026, 1, 2);
        params.not_after = date_time_ymd(2026, 3, 4);
        let made = params.self_signed(&key).expect("a certificate");
        let found = Certificate::read(made.der()).expect("a certificate");
        assert_eq!((found.subject.as_str(), found.issuer.as_str()), ("A shop", "A shop"));
        assert_eq!(found.made_for(), "shop.example, 127.0.0.1, ::1");
        assert_eq!((day(found.from), day(found.until)), ("2026-01-02".into(), "2026-03-04".into()));
        assert_eq!(found.signature, Signed::ByItself);
        let days = |now: &str| found.days_left(now.parse().expect("a time"));
        assert_eq!(days("2026-03-03T00:00:00Z"), 1);
        assert_eq!(days("2026-03-03T00:00:01Z"), 0);
        assert_eq!(days("2026-03-04T00:00:01Z"), -1);
        assert_eq!(Certificate::read(b"no certificate"), None);
    }
}
