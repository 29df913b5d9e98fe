//! The server's certificate: chain, name and dates, beside the client's own verdict.

use super::certificate::{Certificate, Signed, day};
use super::finding::Finding;
use crate::api::address::Address;
use crate::api::counted::counted;
use crate::client::{self, ClientError, TlsProblem};
use crate::config::Origin;
use jiff::Timestamp;
use serde_json::Value;

const CHECK: &str = "tls";
/// A certificate that expires so soon is worth a word, in days.
const SOON: i64 = 14;

/// What a server presents, and what it is worth.
pub(super) struct Presented {
    chain: Vec<Certificate>,
    name: NameMatch,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NameMatch {
    Made,
    NotMade,
}

impl Presented {
    /// Reads a chain (DER), the server's own certificate first.
    pub(super) fn read(chain: &[Vec<u8>], address: &Address) -> Self {
        let own = chain.first();
        let is_made = own.is_some_and(|der| client::is_made_for(der, address.host()));
        Self {
            chain: chain.iter().filter_map(|der| Certificate::read(der)).collect(),
            name: if is_made { NameMatch::Made } else { NameMatch::NotMade },
        }
    }

    /// Whether nothing was presented that can be read.
    pub(super) const fn is_empty(&self) -> bool {
        self.chain.is_empty()
    }

    /// A chain that the client accepts, whoever asked it to accept any.
    pub(super) fn accepted(&self, insecure: Option<&Origin>, now: Timestamp) -> Finding {
        let seen = match self.chain.first() {
            None => "the certificate is accepted".to_owned(),
            Some(own) => {
                format!("accepted: for {}, {}", own.made_for(), self.issued_and_valid(own, now))
            }
        };
        let soon = self.chain.first().filter(|own| own.days_left(now) < SOON);
        let found = if let Some(Certificate { until, .. }) = soon {
            let action = format!("The server needs a new certificate before {}.", day(*until));
            Finding::warning(CHECK, seen).then(action)
        } else if let Some(origin) = insecure {
            let seen = format!("{seen}; {origin} isn't needed for that");
            Finding::warning(CHECK, seen)
                .then(format!("Leave out {origin}: it gives up knowing who answers."))
        } else {
            Finding::ok(CHECK, seen)
        };
        self.with_details(found, "accepted")
    }

    /// A chain that the client refuses.
    pub(super) fn refused(
        &self,
        problem: &TlsProblem,
        address: &Address,
        now: Timestamp,
    ) -> Finding {
        let seen = self.against(problem, address, now);
        let found = Finding::problem(CHECK, seen).then(self.actions(problem, address, now));
        self.with_details(found, "refused")
    }

    /// A chain that is accepted only because everything is.
    pub(super) fn tolerated(
        &self,
        (problem, origin): (&TlsProblem, &Origin),
        address: &Address,
        now: Timestamp,
    ) -> Finding {
        let seen = format!(
            "accepted only because of {origin}: {}; whoever is in between can read the password \
             and forge answers",
            self.against(problem, address, now)
        );
        let found = Finding::warning(CHECK, seen).then(self.actions(problem, address, now));
        self.with_details(found, "tolerated")
    }

    /// Everything that speaks against it; verifiers stop at the first.
    fn against(&self, problem: &TlsProblem, address: &Address, now: Timestamp) -> String {
        let mut words = vec![problem.to_string()];
        if let Some(own) = self.chain.first() {
            words.push(self.issued_and_valid(own, now));
            if self.name == NameMatch::NotMade {
                words.push(format!("made for {}, not for {}", own.made_for(), address.host()));
            }
        }
        for certificate in &self.chain {
            words.extend(out_of_date(certificate, now));
        }
        words.join("; ")
    }

    fn issued_and_valid(&self, own: &Certificate, now: Timestamp) -> String {
        let by = match (own.signature, self.chain.last()) {
            (Signed::ByItself, _) => "self-signed".to_owned(),
            (_, Some(last)) if last.issuer != own.issuer => {
                format!("issued by {} under {}", own.issuer, last.issuer)
            }
            _ => format!("issued by {}", own.issuer),
        };
        let days = own.days_left(now);
        let left = if days < 0 { String::new() } else { format!(" ({})", counted(days, "day")) };
        format!("{by}, valid until {}{left}", day(own.until))
    }

    fn actions(&self, problem: &TlsProblem, address: &Address, now: Timestamp) -> String {
        let is_out_of_date = self.chain.iter().any(|each| out_of_date(each, now).is_some());
        let is_unknown = !self.chain.is_empty() && concerns_certificate(problem);
        let is_unnamed = !self.chain.is_empty() && self.name == NameMatch::NotMade;
        let mut problems = vec![problem.clone()];
        problems.extend((is_out_of_date && is_unknown).then_some(TlsProblem::OutOfDate));
        problems.extend((is_unnamed && is_unknown).then_some(TlsProblem::WrongName));
        problems.dedup();
        let action = |problem| {
            let host = address.host().to_owned();
            ClientError::Tls { host, problem }.action()
        };
        problems.into_iter().map(action).collect::<Vec<_>>().join(" ")
    }

    fn with_details(&self, finding: Finding, verdict: &str) -> Finding {
        let chain: Vec<Value> = self.chain.iter().map(Certificate::document).collect();
        finding.with("verdict", verdict).with("chain", chain)
    }
}

/// Whether it is the certificate's problem, and not that of the handshake around it.
pub(super) fn concerns_certificate(problem: &TlsProblem) -> bool {
    !matches!(problem, TlsProblem::ClientCertificate | TlsProblem::NotTls)
}

fn out_of_date(certificate: &Certificate, now: Timestamp) -> Option<String> {
    let Certificate { subject, from, until, .. } = certificate;
    if now > *until {
        Some(format!("{subject} expired on {}", day(*until)))
    } else if now < *from {
        Some(format!("{subject} is not valid before {}", day(*from)))
    } else {
        None
    }
}
