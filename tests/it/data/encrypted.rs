//! What a database's server has to prove, by `sslmode` and `sslrootcert`. The test says so and ends where the machine has
//! no PostgreSQL.

use super::stand::{Stand, accounts, database};
use crate::testkit::cluster::{self, Cluster, Flush};
use haltscope::sandbox::{Sandbox, SandboxOptions};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use std::{fs, net::Ipv4Addr, process::Command};

/// An authority, as PEM, and the server's key and certificate of it.
struct Papers {
    authority: String,
    key: String,
    certificate: String,
}

impl Papers {
    fn of(name: &str) -> Self {
        let key = || KeyPair::generate().expect("a key");
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        // Whoever looks for the signer goes by this name.
        params.distinguished_name.push(DnType::CommonName, format!("authority of {name}"));
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, key()).expect("an authority");
        let own = key();
        let params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        let certificate = params.signed_by(&own, &authority).expect("a certificate");
        Self {
            authority: authority.pem(),
            key: own.serialize_pem(),
            certificate: certificate.pem(),
        }
    }
}

/// An address of this machine that only this process listens at: Linux has many of them.
fn own_address() -> Ipv4Addr {
    let [_, _, high, low] = std::process::id().to_be_bytes();
    Ipv4Addr::new(127, 77, high, low)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_proves_what_is_asked_of_it() {
    if !cfg!(target_os = "linux") {
        return cluster::skipped("this machine's loopback has one address");
    }
    let address = own_address();
    let Some(mut cluster) = Cluster::listening(Flush::Never, &address.to_string()) else { return };
    let named = Papers::of(&address.to_string());
    let other = Papers::of("db.example");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let (trusted, foreign) = (file("named", &named.authority), file("other", &other.authority));
    let none = file("none", "no certificate\n");
    let missing = folder.path().join("missing").display().to_string();
    let schema = cluster.address();
    let schema = schema.split("schema=").nth(1).expect("a schema");
    let at = |parameters: &str| {
        format!("postgres://haltscope@{address}/postgres?schema={schema}&{parameters}")
    };
    cluster.order("stop");
    configure(&cluster, "ssl = off", "host all all 127.0.0.1/32 trust");
    cluster.order("start");
    starts(&cluster, &at("sslmode=prefer"), false).await;
    fails(&at("sslmode=require"), "server does not support TLS").await;
    cluster.order("stop");
    give(&mut cluster, &named);
    starts(&cluster, &at("sslmode=prefer"), true).await;
    starts(&cluster, &at("sslmode=require"), true).await;
    starts(&cluster, &at(&format!("sslmode=verify-ca&sslrootcert={trusted}")), true).await;
    starts(&cluster, &at(&format!("sslmode=verify-full&sslrootcert={trusted}")), true).await;
    fails(&at("sslmode=disable"), "no encryption").await;
    // Nobody in the system's own list has signed it.
    fails(&at("sslmode=verify-full"), "certificate").await;
    for mode in ["require", "verify-ca", "verify-full"] {
        let address = at(&format!("sslmode={mode}&sslrootcert={foreign}"));
        fails(&address, "UnknownIssuer").await;
    }
    fails(&at(&format!("sslmode=verify-ca&sslrootcert={missing}")), "missing").await;
    fails(&at(&format!("sslmode=verify-ca&sslrootcert={none}")), "no certificate").await;
    cluster.order("stop");
    give(&mut cluster, &other);
    starts(&cluster, &at(&format!("sslmode=verify-ca&sslrootcert={foreign}")), true).await;
    fails(&at(&format!("sslmode=verify-full&sslrootcert={foreign}")), "db.example").await;
}

/// The server presents these papers from its next start on, and wants encryption.
fn give(cluster: &mut Cluster, papers: &Papers) {
    let key = cluster.give("key.pem", &papers.key).display().to_string();
    let certificate = cluster.give("certificate.pem", &papers.certificate).display().to_string();
    let settings = format!("ssl = on\nssl_key_file = '{key}'\nssl_cert_file = '{certificate}'");
    configure(cluster, &settings, "hostssl all all 127.0.0.1/32 trust");
    cluster.order("start");
}

fn configure(cluster: &Cluster, settings: &str, rule: &str) {
    cluster.give("data/postgresql.auto.conf", &format!("{settings}\n"));
    cluster.give("data/pg_hba.conf", &format!("local all all trust\n{rule}\n"));
}

/// A sandbox starts with it, and all its sessions are encrypted or none is.
async fn starts(cluster: &Cluster, address: &str, encrypted: bool) {
    let options = SandboxOptions {
        accounts: accounts(),
        data: Some(database(address)),
        ..SandboxOptions::on_free_ports()
    };
    let stand = Stand::with(options).await;
    let sessions = "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'haltscope sandbox'";
    let sessions = cluster.session().await.query(sessions, &[]).await.expect("asked");
    assert!(!sessions.is_empty(), "{address}");
    assert!(sessions.iter().all(|row| row.get::<_, bool>(0) == encrypted), "{address}");
    stand.sandbox.shutdown().await;
}

/// None starts; the reason is told, and by the program in one line with what to do.
async fn fails(address: &str, reason: &str) {
    let data = Some(database(address));
    let options = SandboxOptions { data, ..SandboxOptions::on_free_ports() };
    let refused = Sandbox::start(options).await.err().expect(address).to_string();
    assert!(refused.contains(reason), "{address}: {refused}");
    let said = Command::new(env!("CARGO_BIN_EXE_haltscope"))
        .args(["sandbox", "--listen", "127.0.0.1:0", "--tls-listen", "127.0.0.1:0"])
        .args(["--data", address])
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&said.stderr);
    assert!(!said.status.success() && text.contains(reason), "{address}: {text}");
}
