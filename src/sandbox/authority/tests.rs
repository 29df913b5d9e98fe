use super::{certificates::leaf_params, *};
use jiff::{ToSpan, civil::Date};
use std::os::unix::fs::PermissionsExt;

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
}

#[test]
fn a_certificate_that_is_lost_is_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Authority::kept(folder.path()).expect("certificates");
    let trusted = CertificateDer::from_pem_file(first.file()).expect("a certificate");
    fs::remove_file(first.file()).expect("removed");
    Authority::kept(folder.path()).expect("the same authority");
    let key = fs::read_to_string(folder.path().join(KEY)).expect("a key");
    let key = KeyPair::from_pem(&key).expect("a key");
    assert_eq!(check(&key, &trusted), Ok(()), "who trusts the lost one trusts its servers");
}

/// A folder with an authority, changed; which file is refused, and why. Nothing is changed by that.
fn refused(change: impl FnOnce(&Path)) -> (String, Flaw) {
    let folder = tempfile::tempdir().expect("a folder");
    drop(Authority::kept(folder.path()).expect("certificates"));
    change(folder.path());
    let content = || [KEY, CERTIFICATE].map(|name| fs::read(folder.path().join(name)).ok());
    let before = content();
    let error = Authority::kept(folder.path()).err().expect("refused");
    assert_eq!(content(), before, "{error}");
    let AuthorityError::Broken { file, flaw } = error else { panic!("{error}") };
    (file.file_name().expect("a name").to_string_lossy().into_owned(), flaw)
}

fn certificate(key: &KeyPair, day: Date) -> String {
    let params = authority_params(day, key).expect("parameters");
    params.self_signed(key).expect("an authority").pem()
}

#[test]
fn a_broken_authority_is_told_by_file_and_flaw() {
    let (key, other) = (KeyPair::generate().expect("a key"), KeyPair::generate().expect("a key"));
    let write = |name: &'static str, text: &str| {
        let text = text.to_owned();
        move |folder: &Path| fs::write(folder.join(name), text).expect("written")
    };
    let whole = certificate(&key, today());
    for text in [
        "",
        "no key",
        whole.as_str(),
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    ] {
        assert_eq!(refused(write(KEY, text)), (KEY.to_owned(), Flaw::NoKey), "{text}");
    }
    for text in ["", "no certificate", &key.serialize_pem(), &whole[..whole.len() / 2]] {
        let told = refused(write(CERTIFICATE, text));
        assert_eq!(told, (CERTIFICATE.to_owned(), Flaw::NoCertificate), "{text}");
    }
    let no_der = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    let told = refused(write(CERTIFICATE, no_der));
    assert_eq!(told, (CERTIFICATE.to_owned(), Flaw::NoCertificate));
    assert_eq!(refused(write(CERTIFICATE, &whole)), (CERTIFICATE.to_owned(), Flaw::Foreign));
    assert_eq!(
        refused(write(KEY, &other.serialize_pem())),
        (CERTIFICATE.to_owned(), Flaw::Foreign)
    );
    let remove = |folder: &Path| fs::remove_file(folder.join(KEY)).expect("removed");
    assert_eq!(refused(remove), (KEY.to_owned(), Flaw::Missing));
    let old = refused(|folder| {
        let old = certificate(&key, today().saturating_sub(20.years()));
        write(KEY, &key.serialize_pem())(folder);
        write(CERTIFICATE, &old)(folder);
    });
    assert_eq!(old, (CERTIFICATE.to_owned(), Flaw::Ended));
}

#[test]
fn what_can_not_be_read_is_told_by_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join(KEY)).expect("made");
    let error = Authority::kept(folder.path()).err().expect("refused");
    assert!(
        matches!(&error, AuthorityError::Unreadable { file, .. } if file.ends_with(KEY)),
        "{error}"
    );
    assert!(error.action().contains("readable"), "{}", error.action());
}

/// Whether a client that trusts the authority takes its certificate for `name`.
fn is_trusted(name: &str) -> bool {
    let today = today();
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
