//! The proxy does what plans say: for each fault, what the server has done and what a client gets.

use super::stand::{CLIENT, PASSWORD, Stand, USER};
use crate::testkit::patience::PATIENCE;
use crate::testkit::proxy::{Line, Record, Target, Told};
use reqwest::header::SET_COOKIE;
use std::time::Duration;

const MINUTE: Duration = Duration::from_mins(1);

/// What a client gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Got {
    Status(u16),
    /// The connection ended.
    Broken,
    /// It would wait for ever.
    Nothing,
}

/// A stand with that plan, and a client on the line.
struct OnTheLine {
    stand: Stand,
    http: reqwest::Client,
}

impl OnTheLine {
    async fn with(plan: &str) -> Self {
        let stand = Stand::start(plan.parse().expect("a plan"), MINUTE).await;
        let http =
            reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
        Self { stand, http: http.build().expect("an HTTP client") }
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}/s/-/dw/debugger/v2_0{path}", self.stand.proxy.url());
        let request = self.http.request(method.parse().expect("a method"), url);
        request.header("x-dw-client-id", CLIENT).basic_auth(USER, Some(PASSWORD))
    }

    async fn send(&self, method: &str, path: &str) -> Got {
        match self.request(method, path).timeout(PATIENCE).send().await {
            Ok(answer) => {
                let status = answer.status().as_u16();
                // The body, too, is part of an answer.
                answer.bytes().await.map_or(Got::Broken, |_| Got::Status(status))
            }
            Err(_) => Got::Broken,
        }
    }

    /// Sends one that is never answered; gives it up once the proxy holds it.
    async fn send_in_vain(&self, method: &str, path: &str, held: impl Fn(&Record) -> bool) -> Got {
        let request = self.request(method, path).send();
        tokio::select! {
            answer = request => panic!("{answer:?}"),
            () = self.wait(held) => Got::Nothing,
        }
    }

    async fn wait(&self, condition: impl Fn(&Record) -> bool) {
        let holds = async {
            while !self.stand.proxy.with_record(&condition) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(PATIENCE, holds).await.expect("it comes to that");
    }

    /// Whether the server has the client.
    async fn has_client(&self) -> bool {
        self.stand.direct().threads().await.is_some()
    }
}

#[tokio::test]
async fn each_fault_leaves_server_and_client_as_it_says() {
    for (fault, done, got) in [
        ("late 20ms before", true, Got::Status(204)),
        ("late 20ms after", true, Got::Status(204)),
        ("drop before", false, Got::Broken),
        ("drop after", true, Got::Broken),
        ("reset before", false, Got::Broken),
        ("reset after", true, Got::Broken),
        ("fault 503 before", false, Got::Status(503)),
        ("fault 500 after", true, Got::Status(500)),
        ("page 200 before", false, Got::Status(200)),
        ("page 502 after", true, Got::Status(502)),
        ("garbage before", false, Got::Broken),
        ("garbage after", true, Got::Broken),
        ("redirect before", false, Got::Status(302)),
        ("refused before", false, Got::Status(401)),
        ("gone after", true, Got::Status(412)),
        ("truncated", true, Got::Broken),
        ("dripping 1ms", true, Got::Status(204)),
        ("other cookie", true, Got::Status(204)),
        ("no cookie", true, Got::Status(204)),
        ("line down for 60000ms", false, Got::Broken),
        ("line refusing for 60000ms", false, Got::Status(502)),
        ("line slow 20ms for 60000ms", true, Got::Status(204)),
        ("restart", false, Got::Broken),
    ] {
        let line = OnTheLine::with(&format!("create client 1: {fault}")).await;
        assert_eq!(line.send("POST", "/client").await, got, "{fault}");
        assert_eq!(line.has_client().await, done, "{fault}");
        line.stand.proxy.heal(Target::Page);
        assert_eq!(line.send("POST", "/client").await, Got::Status(204), "after {fault}");
    }
}

#[tokio::test]
async fn what_stalls_is_never_answered_but_may_have_been_done() {
    for (fault, done) in [("stall before", false), ("stall after", true)] {
        let line = OnTheLine::with(&format!("create client 1: {fault}")).await;
        let is_held = move |record: &Record| {
            record.exchanges.first().is_some_and(|first| first.served.is_some() == done)
        };
        let got = line.send_in_vain("POST", "/client", is_held).await;
        assert_eq!(got, Got::Nothing, "{fault}");
        assert_eq!(line.has_client().await, done, "{fault}");
        // The client gave up, and that is noticed.
        line.wait(|record| matches!(record.exchanges[0].told, Some(Told::Nothing(_)))).await;
    }
}

#[tokio::test]
async fn what_was_sent_into_silence_comes_when_it_is_over() {
    let line = OnTheLine::with("").await;
    line.stand.proxy.set_line(Line::Silent);
    let got = line.send_in_vain("POST", "/client", |record| !record.exchanges.is_empty()).await;
    assert_eq!(got, Got::Nothing);
    assert!(!line.has_client().await);
    line.stand.proxy.heal(Target::Page);
    // Its sender has left long ago; the server does it all the same.
    line.wait(|record| record.exchanges[0].served.is_some()).await;
    line.wait(|record| matches!(record.exchanges[0].told, Some(Told::Nothing(_)))).await;
    assert!(line.has_client().await);
}

#[tokio::test]
async fn faults_are_counted_by_kind_of_request() {
    let line = OnTheLine::with("list threads 2: fault 500 before\nreset 1: drop after").await;
    let mut got = Vec::new();
    for (method, path) in [
        ("POST", "/client"),
        ("GET", "/threads"),
        ("POST", "/threads/reset"),
        ("POST", "/threads/reset"),
        ("GET", "/threads"),
        ("GET", "/threads"),
    ] {
        got.push(line.send(method, path).await);
    }
    let fine = Got::Status;
    assert_eq!(got, [fine(204), fine(200), Got::Broken, fine(204), fine(500), fine(200)]);
}

#[tokio::test]
async fn cookies_come_change_and_stay_away() {
    for (fault, cookie) in
        [("late 1ms before", "dwsid="), ("other cookie", "dwsid=another;"), ("no cookie", "")]
    {
        let line = OnTheLine::with(&format!("create client 1: {fault}")).await;
        let answer = line.request("POST", "/client").send().await.expect("an answer");
        let set = answer.headers().get(SET_COOKIE).map(|value| value.to_str().expect("a text"));
        let set = set.unwrap_or_default();
        assert!(set.starts_with(cookie) && set.is_empty() == cookie.is_empty(), "{fault}: {set}");
    }
}

#[tokio::test]
async fn the_record_tells_what_each_side_knows() {
    let line = OnTheLine::with("reset 1: drop after\nlist threads 2: page 502 before").await;
    for (method, path) in [
        ("POST", "/client"),
        ("GET", "/threads"),
        ("POST", "/threads/reset"),
        ("GET", "/threads"),
        ("POST", "/threads/7/over"),
    ] {
        line.send(method, path).await;
    }
    line.wait(|record| record.exchanges.len() == 5).await;
    line.wait(|record| record.exchanges.iter().all(|exchange| exchange.told.is_some())).await;
    line.stand.proxy.with_record(|record| {
        let served: Vec<_> =
            record.exchanges.iter().map(|it| it.served.as_ref().map(|it| it.status)).collect();
        assert_eq!(served, [Some(204), Some(200), Some(204), None, Some(404)]);
        let truly: Vec<_> = record.exchanges.iter().map(|it| it.told_truly().is_some()).collect();
        assert_eq!(truly, [true, true, false, false, true]);
        assert_eq!(record.of(Target::Step).map(|it| it.thread).collect::<Vec<_>>(), [Some(7)]);
        assert_eq!(record.ending("/over"), 1);
        assert_eq!(record.exchanges[0].client.as_deref(), Some(CLIENT));
        let timeline = record.timeline();
        for piece in
            ["1 lists", "POST /threads/reset  server 204", "<- reset 1: drop after", "client 404"]
        {
            assert!(timeline.contains(piece), "{piece} in\n{timeline}");
        }
    });
}

#[tokio::test]
async fn a_proxy_that_dies_is_gone_for_everybody() {
    let mut line = OnTheLine::with("").await;
    assert_eq!(line.send("POST", "/client").await, Got::Status(204));
    line.stand.proxy.die().await;
    assert_eq!(line.send("GET", "/threads").await, Got::Broken);
    assert!(line.has_client().await, "the server lives");
}
