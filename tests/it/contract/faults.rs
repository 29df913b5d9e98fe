//! What goes wrong, in whatever shape, has a cause and a next action.

use super::{is_read, is_waiting};
use crate::testkit::attached::attaching;
use crate::testkit::instance::{Instead, Part, Scripted};
use crate::testkit::patience::PATIENCE;
use crate::testkit::unheard::Unheard;
use haltscope::runtime::Driver;
use haltscope::session::{Command, Connection, ConnectionCommand, Leaving, StateWord};

fn is_offline(driver: &Driver) -> bool {
    driver.word() == StateWord::Offline
}

#[tokio::test]
async fn whatever_stands_in_the_way_is_told_with_a_next_action() {
    for (instead, cause) in [
        (Instead::Nested(401, "NotAuthorizedException"), "may not use the script debugger"),
        (Instead::Flat(401, "NotAuthorizedException"), "may not use the script debugger"),
        (Instead::Page, "web page"),
        (Instead::Empty, "status 500"),
        (Instead::Nested(500, "InternalServerErrorException"), "InternalServerError"),
        (Instead::Flat(400, "ClientIdRequiredException"), "ClientIdRequired"),
    ] {
        let server =
            Scripted::start(Part { instead: Some(("GET /threads", instead)), ..Part::default() })
                .await;
        let mut driver = attaching(&server.url());
        driver.until(is_offline, PATIENCE).await.expect("it is noticed");
        let Connection::Offline { problem, .. } = driver.session().connection() else {
            panic!("{:?}", driver.session().connection());
        };
        assert!(problem.cause.contains(cause), "{instead:?}: {}", problem.cause);
        assert!(!problem.action.is_empty(), "{instead:?}");
    }
}

#[tokio::test]
async fn a_refused_connection_is_tried_again() {
    let nobody = Unheard::bind();
    let mut driver = attaching(&nobody.url());
    driver.until(is_offline, PATIENCE).await.expect("nobody is there");
    let tries = |driver: &Driver| {
        matches!(driver.session().connection(), Connection::Offline { attempt: 2.., .. })
    };
    driver.until(tries, PATIENCE).await.expect("it is tried again");
}

#[tokio::test]
async fn a_failed_renewal_of_the_lists_keeps_what_is_shown() {
    let server = Scripted::start(Part::default()).await;
    let mut driver = attaching(&server.url());
    driver.until(is_waiting, PATIENCE).await.expect("attached");
    server.halt(7, 10);
    driver.until(is_read, PATIENCE).await.expect("halted");
    server.play(|part| part.instead = Some(("GET /threads", Instead::Page)));
    driver.until(is_offline, PATIENCE).await.expect("it is noticed");
    assert!(driver.shown().dimmed && driver.shown().tree.is_some());
    let (session, thread) = (driver.session(), driver.selected().expect("it is still shown"));
    assert!(session.countdown(thread.id(), session.now()).is_some());
    server.play(|part| part.instead = None);
    driver.until(is_read, PATIENCE).await.expect("it is back");
}

#[tokio::test]
async fn a_server_that_hangs_is_left_all_the_same() {
    let server = Scripted::start(Part::default()).await;
    let mut driver = attaching(&server.url());
    driver.until(is_waiting, PATIENCE).await.expect("attached");
    server.play(|part| part.instead = Some(("/client", Instead::Hangs)));
    driver.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    driver
        .until(|driver| driver.session().connection().is_detached(), PATIENCE)
        .await
        .expect("left");
    let Connection::Detached { remains: Some(remains) } = driver.session().connection() else {
        panic!("it says what may remain");
    };
    assert!(remains.contains("did not answer"), "{remains}");
}
