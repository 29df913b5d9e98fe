//! The same plans as the proxy's mean the same here.

use super::{Cookie, Gets, Network, Sent};
use crate::testkit::proxy::{Line, Plan, Target, Trouble};
use std::time::Duration;

const LATENCY: Duration = Duration::from_millis(100);

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn network(plan: &str) -> Network {
    Network::new(plan.parse().expect("a plan"), LATENCY)
}

/// When the first `reset` of a plan comes to the server, and what the client gets when that
/// answers at once.
fn outcome(fault: &str) -> (Option<Duration>, Gets) {
    let mut network = network(&format!("reset 1: {fault}"));
    let (sent, back) = network.send(Duration::ZERO, Target::Reset);
    match sent {
        Sent::Comes(at) => (Some(at), network.answer(at, back)),
        Sent::Lost(gets) | Sent::Restarts(gets) => (None, gets),
    }
}

#[test]
fn each_fault_has_its_times() {
    let answer = |at| Gets::Answer { at: ms(at), cookie: Cookie::AsSent };
    let end = |at| Gets::End { at: ms(at) };
    let instead = |at, trouble| Gets::Instead { at: ms(at), trouble };
    let cookie = |cookie| Gets::Answer { at: ms(100), cookie };
    for (fault, comes, gets) in [
        ("late 700ms before", Some(750), answer(800)),
        ("late 700ms after", Some(50), answer(800)),
        ("stall before", None, Gets::Nothing),
        ("stall after", Some(50), Gets::Nothing),
        ("drop before", None, end(100)),
        ("reset after", Some(50), end(100)),
        ("garbage before", None, end(100)),
        ("fault 503 before", None, instead(100, Trouble::Fault(503))),
        ("page 502 after", Some(50), instead(100, Trouble::Page(502))),
        ("redirect before", None, instead(100, Trouble::Redirect)),
        ("refused before", None, instead(100, Trouble::Refused)),
        ("gone after", Some(50), instead(100, Trouble::Gone)),
        ("truncated", Some(50), end(100)),
        ("dripping 2ms", Some(50), answer(700)),
        ("other cookie", Some(50), cookie(Cookie::Other)),
        ("no cookie", Some(50), cookie(Cookie::Missing)),
        ("line down for 900ms", None, end(0)),
        ("line silent for 900ms", Some(900), answer(950)),
        ("line slow 4000ms for 9000ms", Some(2_050), answer(4_100)),
        ("line refusing for 900ms", None, instead(100, Trouble::Page(502))),
        ("restart", None, end(100)),
    ] {
        assert_eq!(outcome(fault), (comes.map(ms), gets), "{fault}");
    }
}

#[test]
fn a_line_is_well_again_after_its_time_or_when_it_is_healed() {
    let mut network = network("reset 1: line down for 900ms\nreset 3: drop before");
    let comes = |network: &mut Network, at| network.send(ms(at), Target::Reset).0;
    assert_eq!(comes(&mut network, 0), Sent::Lost(Gets::End { at: ms(0) }));
    assert_eq!(comes(&mut network, 899), Sent::Lost(Gets::End { at: ms(899) }));
    assert_eq!(comes(&mut network, 900), Sent::Lost(Gets::End { at: ms(1_000) }));
    assert_eq!(comes(&mut network, 901), Sent::Comes(ms(951)));
    network.set_line(ms(1_000), Line::Refusing, Duration::from_hours(1));
    assert!(matches!(comes(&mut network, 1_000), Sent::Lost(Gets::Instead { .. })));
    network.heal(Target::Page);
    assert_eq!(comes(&mut network, 1_001), Sent::Comes(ms(1_051)));
}

#[test]
fn an_answer_is_lost_when_the_line_goes_down_under_way() {
    let mut network = network("step 1: line down for 900ms");
    let (_, back) = network.send(ms(0), Target::Reset);
    network.send(ms(10), Target::Step);
    assert_eq!(network.answer(ms(50), back), Gets::End { at: ms(50) });
}

/// A plan decides alone: the same requests at the same times have the same fate.
#[test]
fn a_plan_can_be_played_again() {
    for seed in 0..200 {
        let fates = || {
            let mut network = Network::new(Plan::from_seed(seed), LATENCY);
            let targets = Target::ALL.into_iter().cycle().take(200);
            let send = |(step, target)| {
                let (sent, back) = network.send(ms(step * 70), target);
                let Sent::Comes(at) = sent else { return (sent, None) };
                (sent, Some(network.answer(at, back)))
            };
            (0_u64..).zip(targets).map(send).collect::<Vec<_>>()
        };
        assert_eq!(fates(), fates(), "{seed}");
    }
}
