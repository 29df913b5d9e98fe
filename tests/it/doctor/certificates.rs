//! What is told of certificates.

use super::replies::{LOGIN_WANTED, NO_CLIENT};
use super::stand::{Place, Report, at, sandbox};
use crate::testkit::certificate::Shown;
use crate::testkit::server::Server;
use rcgen::{BasicConstraints, IsCa, date_time_ymd};

/// A debugger over TLS, and a report about it.
async fn report(presented: &Shown, change: impl FnOnce(Place) -> Place) -> (Server, Report) {
    let server = Server::tls(presented.tls(), |came| {
        if came.has_login() { NO_CLIENT.to_owned() } else { LOGIN_WANTED.to_owned() }
    })
    .await;
    let place = change(Place::of(&format!("localhost:{}", server.address.port())));
    let report = place.report(&[]).await;
    (server, report)
}

/// Nothing was sent to a server whose certificate isn't accepted.
#[track_caller]
fn is_left_alone((server, report): &(Server, Report)) {
    assert_eq!((report.code, server.came().len()), (Some(1), 0));
    report.skips(&["api", "credentials", "client", "affinity"], "no secure connection");
}

#[tokio::test]
async fn a_self_signed_certificate_is_refused_with_the_way_out() {
    let presented = Shown::by_itself(&["localhost"]);
    let seen = report(&presented, |place| place).await;
    is_left_alone(&seen);
    let words = ["unknown authority", "self-signed, valid until "];
    seen.1.says("tls", "problem", &words, &["--ca FILE"]);
    let chain = &seen.1.one("tls")["details"]["chain"];
    assert_eq!(chain[0]["names"], serde_json::json!(["localhost"]), "{chain}");
}

#[tokio::test]
async fn an_unknown_authority_is_named() {
    let sandbox = sandbox().await;
    let report = at(&sandbox).variable("SFCC_CA", "").report(&[]).await;
    report.says(
        "tls",
        "problem",
        &["unknown authority", "issued by haltscope sandbox CA", "valid until", "days)"],
        &["--ca FILE"],
    );
}

#[tokio::test]
async fn another_name_is_told_beside_the_own() {
    let presented = Shown::by_itself(&["shop.example", "*.shop.example"]);
    let ca = presented.pem.clone();
    let seen = report(&presented, |place| trusting(place, &ca)).await;
    is_left_alone(&seen);
    seen.1.says(
        "tls",
        "problem",
        &["another host name", "made for shop.example, *.shop.example, not for localhost"],
        &["as --server"],
    );
}

#[tokio::test]
async fn an_expired_certificate_says_since_when() {
    let presented = Shown::with(&["localhost"], |params| {
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2021, 2, 3);
    });
    let ca = presented.pem.clone();
    let seen = report(&presented, |place| trusting(place, &ca)).await;
    is_left_alone(&seen);
    seen.1.says("tls", "problem", &["expired on 2021-02-03"], &["clock", "new certificate"]);
    let early = Shown::with(&["localhost"], |params| {
        params.not_before = date_time_ymd(3000, 1, 1);
        params.not_after = date_time_ymd(3001, 1, 1);
    });
    let ca = early.pem.clone();
    let seen = report(&early, |place| trusting(place, &ca)).await;
    seen.1.says("tls", "problem", &["not valid before 3000-01-01"], &["clock"]);
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_at_once() {
    let presented = Shown::with(&["shop.example"], |params| {
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2021, 2, 3);
    });
    let seen = report(&presented, |place| place).await;
    is_left_alone(&seen);
    seen.1.says(
        "tls",
        "problem",
        &["self-signed", "made for shop.example, not for localhost", "expired on 2021-02-03"],
        &["as --server", "new certificate"],
    );
}

#[tokio::test]
async fn a_certificate_that_expires_soon_is_worth_a_word() {
    let now = jiff::Timestamp::now();
    let soon = now + jiff::SignedDuration::from_hours(24 * 5 + 1);
    let date = soon.to_zoned(jiff::tz::TimeZone::UTC).date();
    let day = |part: i8| u8::try_from(part).expect("positive");
    let presented = Shown::with(&["localhost"], |params| {
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(date.year().into(), day(date.month()), day(date.day()));
        params.is_ca = IsCa::NoCa;
    });
    let ca = presented.pem.clone();
    let (_, report) = report(&presented, |place| trusting(place, &ca)).await;
    report.says("tls", "warning", &["accepted", &date.to_string()], &["needs a new certificate"]);
    assert_eq!(report.status("credentials"), "ok");
}

#[tokio::test]
async fn insecure_says_what_it_hides() {
    let presented = Shown::by_itself(&["shop.example"]);
    let lenient = |place: Place| place.variable("SFCC_SELFSIGNED", "true");
    let (server, report) = report(&presented, lenient).await;
    report.says(
        "tls",
        "warning",
        &["only because of SFCC_SELFSIGNED", "made for shop.example", "read the password"],
        &["--ca FILE"],
    );
    assert_eq!((report.code, report.status("credentials")), (Some(0), "ok"));
    assert!(server.logins() > 0);
}

#[tokio::test]
async fn insecure_that_is_not_needed_is_worth_a_word() {
    let sandbox = sandbox().await;
    let report = at(&sandbox).report(&["--insecure"]).await;
    report.says("tls", "warning", &["accepted", "--insecure isn't needed"], &["Leave out"]);
}

#[tokio::test]
async fn an_authority_between_is_named_with_the_one_above() {
    let root = Shown::authority("The Root");
    let between = root.signing("Between", |params| {
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    });
    let own = between.signing("localhost", |_| ());
    let (_, report) = report(&own, |place| trusting(place, &root.pem)).await;
    report.says("tls", "ok", &["issued by Between under The Root, valid until"], &[]);
    assert_eq!(report.one("tls")["details"]["chain"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_port_without_tls_and_one_that_wants_a_certificate_are_told() {
    let plain = Server::start(|_| LOGIN_WANTED.to_owned()).await;
    let report = Place::of(&plain.address.to_string()).report(&[]).await;
    report.says("tls", "problem", &["doesn't speak TLS"], &["Check the port"]);

    let authority = Shown::authority("Who lets clients in");
    let own = Shown::by_itself(&["localhost"]);
    let config = own.tls_for(&authority.pem);
    let server = Server::tls(config, |_| LOGIN_WANTED.to_owned()).await;
    let place = Place::of(&format!("localhost:{}", server.address.port()));
    let report = trusting(place, &own.pem).report(&[]).await;
    report.says("tls", "problem", &["asks for a client certificate"], &["--cert FILE"]);
    report.skips(&["api", "credentials"], "no secure connection");
}

fn trusting(place: Place, pem: &str) -> Place {
    place.file("ca.pem", pem).variable("SFCC_CA", "ca.pem")
}
