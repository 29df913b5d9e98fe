//! The libraries client against instances that refuse, lie or lead astray.

use super::clients::{config, library};
use crate::testkit::patience::PATIENCE;
use crate::testkit::server::{Came, Reply, Server, page};
use futures::TryStreamExt;
use haltscope::api::paging::Page;
use haltscope::client::ClientError;
use haltscope::client::content::{ContentError, HitPage, Listing, Resource};
use serde_json::json;

const MANY: usize = 100;
const FIRST: Page = Page { start: 0, count: 2 };

fn asset() -> Resource {
    Resource::Asset("a".into())
}

fn listing() -> Listing {
    Listing::AssetsIn("f".into())
}

async fn pages(server: &Server) -> Result<Vec<HitPage>, ContentError> {
    library(server).pages(listing(), FIRST).try_collect().await
}

/// What the stream says to a page that comes whatever is asked.
async fn astray(reply: Reply) -> (Result<Vec<HitPage>, ContentError>, Server) {
    let server = Server::with_tokens(move |_| reply.clone()).await;
    let pages = pages(&server).await;
    (pages, server)
}

#[tokio::test]
async fn a_token_that_is_no_longer_taken_is_renewed_once() {
    for kind in ["InvalidAccessTokenException", "ExpiredTokenException", "InvalidAccessToken"] {
        let server = Server::with_tokens(move |came| match came.header("authorization") {
            "Bearer token-1" => Reply::fault(401, kind),
            _ => Reply::new(200, json!({"id": "a"})),
        })
        .await;
        let library = library(&server);
        library.get(&asset()).await.expect("an asset");
        assert_eq!(server.counts(), (2, 2), "{kind}");
        library.get(&asset()).await.expect("an asset");
        assert_eq!(server.counts(), (2, 3), "{kind}: the new one is kept");
    }
}

#[tokio::test]
async fn a_token_that_is_never_taken_is_renewed_no_more_than_once() {
    let server = Server::with_tokens(|_| Reply::fault(401, "InvalidAccessTokenException")).await;
    let refused = library(&server).get(&asset()).await.expect_err("refused");
    assert!(refused.fault().is_some_and(|fault| fault.is("InvalidAccessToken")), "{refused}");
    assert_eq!(server.counts(), (2, 2));
}

#[tokio::test]
async fn other_refusals_renew_nothing() {
    for (status, kind) in [
        (401, "AuthorizationHeaderMissingException"),
        (401, "UnauthorizedOriginException"),
        (403, "ClientAccessForbiddenException"),
        (500, "InternalServerErrorException"),
    ] {
        let server = Server::with_tokens(move |_| Reply::fault(status, kind)).await;
        library(&server).get(&asset()).await.expect_err("refused");
        assert_eq!(server.counts(), (1, 1), "{kind}");
    }
}

#[tokio::test]
async fn a_hundred_requests_with_a_refused_token_renew_it_once() {
    let server = Server::with_tokens(|came| match came.header("authorization") {
        "Bearer token-1" => Reply::fault(401, "InvalidAccessTokenException"),
        _ => Reply::new(200, json!({})),
    })
    .await;
    let library = library(&server);
    let asset = asset();
    let all = futures::future::join_all((0..MANY).map(|_| library.get(&asset))).await;
    assert!(all.iter().all(Result::is_ok));
    assert_eq!(server.counts().0, 2);
}

#[tokio::test]
async fn the_token_follows_no_redirect() {
    let other = Server::with_tokens(|_| Reply::new(200, "{}")).await;
    let elsewhere = config(&other).address.url().to_string();
    let server = Server::with_tokens(move |_| Reply::redirect(&elsewhere)).await;
    let library = library(&server);
    let fields = serde_json::Map::new();
    let base = haltscope::client::content::Base::from_state("s");
    for refused in [
        library.get(&asset()).await.err(),
        library.put(&asset(), &fields).await.err(),
        library.patch(&asset(), &fields, &base).await.err(),
        library.delete(&asset(), &base).await.err(),
        library.page(&listing(), FIRST).await.err(),
    ] {
        let redirected = ContentError::Connection(ClientError::Redirected {
            status: 307,
            location: config(&other).address.url().to_string(),
        });
        assert_eq!(refused, Some(redirected));
    }
    assert_eq!(server.counts(), (1, 5));
    assert_eq!(other.counts(), (0, 0));
}

/// The numbers of a link are taken, never its host: that one must not see the token.
#[tokio::test]
async fn a_next_link_to_another_host_stays_here() {
    let other = Server::with_tokens(|_| page(2, &["stolen"], None)).await;
    let elsewhere = config(&other).address.url().join("/x?start=2&count=2");
    let elsewhere = elsewhere.expect("a URL").to_string();
    let server = Server::with_tokens(move |came: &Came| match came.before {
        0 => page(0, &["a", "b"], Some(&elsewhere)),
        _ => page(2, &["c"], None),
    })
    .await;
    let pages = pages(&server).await.expect("two pages");
    assert_eq!(pages.iter().map(|page| page.hits.len()).collect::<Vec<_>>(), [2, 1]);
    let path = "/s/-/dw/data/v23_2/libraries/L/folders/f/content";
    assert_eq!(server.came()[2].line(), format!("GET {path}?start=2&count=2"));
    assert_eq!(other.counts(), (0, 0));
}

#[tokio::test]
async fn next_links_that_lead_nowhere_end_the_stream_with_an_error() {
    for next in [
        "https://a.test/x?start=0&count=2",
        "https://a.test/x?start=-1",
        "https://a.test/x?start=two",
        "https://a.test/x?count=2",
        "https://a.test/x?start=99999999999999999999",
        "/x?start=2",
        "no link",
        "",
    ] {
        let (outcome, server) = astray(page(0, &["a"], Some(next))).await;
        let malformed = matches!(outcome, Err(ContentError::Malformed { .. }));
        assert!(malformed, "{next}: {outcome:?}");
        assert_eq!(server.counts(), (1, 1), "{next}");
    }
}

#[tokio::test]
async fn a_loop_of_pages_is_noticed() {
    let server = Server::with_tokens(|came| {
        let next = if came.before.is_multiple_of(2) { 2 } else { 0 };
        page(2 - next, &["a", "b"], Some(&format!("https://a.test/x?start={next}&count=2")))
    })
    .await;
    let outcome = pages(&server).await;
    assert!(matches!(outcome, Err(ContentError::Malformed { .. })), "{outcome:?}");
    assert_eq!(server.counts(), (1, 2));
}

/// Each link leads forward, and there is nothing on any page: it would go on for ever.
#[tokio::test]
async fn empty_pages_without_end_are_noticed() {
    let server = Server::with_tokens(|came| {
        let next = format!("https://a.test/x?start={}&count=2", 2 * (came.before + 1));
        page(2 * came.before, &[], Some(&next))
    })
    .await;
    let outcome = tokio::time::timeout(PATIENCE, pages(&server)).await;
    let outcome = outcome.expect("it ends");
    assert!(matches!(outcome, Err(ContentError::Malformed { .. })), "{outcome:?}");
    assert_eq!(server.counts(), (1, 1));
}

/// Servers leave out what is empty.
#[tokio::test]
async fn a_page_without_hits_is_an_empty_one() {
    for body in [json!({"total": 0, "start": 0, "count": 0}), json!({})] {
        let (outcome, _) = astray(Reply::new(200, &body)).await;
        let pages = outcome.expect("a page");
        assert!(pages.len() == 1 && pages[0].hits.is_empty(), "{body}");
    }
}

#[tokio::test]
async fn pages_of_another_shape_are_said_to_be_wrong() {
    for body in [
        json!({"hits": {"id": "a"}}).to_string(),
        json!({"hits": "a"}).to_string(),
        json!({"hits": ["a"]}).to_string(),
        json!({"hits": [null]}).to_string(),
        json!({"hits": [], "total": "many"}).to_string(),
        json!({"hits": [], "next": 7}).to_string(),
        json!([]).to_string(),
        "<html>login</html>".to_owned(),
        String::new(),
        "{\"hits\":[".to_owned(),
    ] {
        let (outcome, _) = astray(Reply::new(200, &body)).await;
        let refused = outcome.expect_err("refused");
        assert!(matches!(refused, ContentError::Malformed { .. }), "{body}: {refused:?}");
        assert!(refused.action().contains("--server"), "{body}");
    }
}

#[tokio::test]
async fn documents_of_another_shape_are_said_to_be_wrong() {
    for body in ["[]", "\"text\"", "null", "", "<html>login</html>", "{\"id\":"] {
        let server = Server::with_tokens(move |_| Reply::new(200, body)).await;
        let refused = library(&server).get(&asset()).await.expect_err("refused");
        assert!(matches!(refused, ContentError::Malformed { .. }), "{body}: {refused:?}");
    }
}

#[tokio::test]
async fn faults_are_read_in_either_shape() {
    for body in [
        json!({"_v": "23.2", "_type": "fault", "fault": {
            "type": "ContentNotFoundException", "message": "m", "arguments": {"contentId": "a"}}}),
        json!({"_v": "23.2", "type": "ContentNotFoundException", "message": "m",
            "arguments": {"contentId": "a"}}),
        json!({"fault": {"type": "ContentNotFound", "message": "m",
            "arguments": {"contentId": {"type": "String", "value": "a"}}}}),
    ] {
        let sent = body.clone();
        let server = Server::with_tokens(move |_| Reply::new(404, &sent)).await;
        let refused = library(&server).get(&asset()).await.expect_err("refused");
        let fault = refused.fault().expect("a fault");
        assert!(fault.is("ContentNotFound"), "{body}");
        assert_eq!(fault.arguments["contentId"], "a", "{body}");
        assert!(refused.is_missing() && !refused.is_conflict(), "{body}");
    }
}

/// Conflicts go by the fault's name: section 7.1 has two statuses for one of them.
#[tokio::test]
async fn conflicts_are_told_by_their_name() {
    for (status, kind, is_conflict) in [
        (412, "InvalidIfMatchException", true),
        (409, "InvalidIfMatchException", true),
        (409, "ResourceStateConflictException", true),
        (409, "ConcurrentModificationException", true),
        (409, "ResourceLockedException", false),
        (412, "ResourceLockedException", false),
        (409, "IfMatchRequiredException", false),
    ] {
        let server = Server::with_tokens(move |_| Reply::fault(status, kind)).await;
        let refused = library(&server).get(&asset()).await.expect_err("refused");
        assert_eq!(refused.is_conflict(), is_conflict, "{status} {kind}");
    }
}

#[tokio::test]
async fn refusals_that_are_no_json_are_told_as_they_are() {
    for (status, body) in
        [(502, "<title>Bad gateway</title>"), (500, ""), (401, "who?"), (404, "[]"), (400, "{}")]
    {
        let server = Server::with_tokens(move |_| Reply::new(status, body)).await;
        let refused = library(&server).get(&asset()).await.expect_err("refused");
        assert!(matches!(refused, ContentError::Connection(_)), "{status} {body}: {refused:?}");
        assert!(refused.to_string().contains(&status.to_string()), "{refused}");
        assert_eq!(server.counts(), (1, 1), "{status}: nothing is retried");
    }
}
