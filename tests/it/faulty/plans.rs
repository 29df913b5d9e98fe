//! Plans: drawn, written, read back, made smaller.

use crate::testkit::proxy::{Entry, Fault, Line, Plan, Spoiling, Target, Trouble};
use std::collections::BTreeSet;
use std::time::Duration;

#[test]
fn a_plan_is_its_text() {
    for seed in 0..2_000 {
        let plan = Plan::from_seed(seed);
        assert_eq!(plan.to_string().parse(), Ok(plan), "{seed}");
    }
}

#[test]
fn a_seed_means_one_plan_and_other_seeds_others() {
    let texts: BTreeSet<String> = (0..500).map(|seed| Plan::from_seed(seed).to_string()).collect();
    assert!(texts.len() > 400, "{}", texts.len());
    assert_eq!(Plan::from_seed(7), Plan::from_seed(7));
}

/// Written once by hand, so that plans that were noted down stay readable.
#[test]
fn every_fault_has_its_words() {
    let second = Duration::from_secs(1);
    for (text, fault) in [
        ("late 1000ms before", Fault::Before(Trouble::Late(second))),
        ("stall after", Fault::After(Trouble::Stall)),
        ("drop before", Fault::Before(Trouble::Drop)),
        ("reset after", Fault::After(Trouble::Reset)),
        ("fault 503 before", Fault::Before(Trouble::Fault(503))),
        ("page 200 before", Fault::Before(Trouble::Page(200))),
        ("garbage after", Fault::After(Trouble::Garbage)),
        ("redirect before", Fault::Before(Trouble::Redirect)),
        ("refused before", Fault::Before(Trouble::Refused)),
        ("gone before", Fault::Before(Trouble::Gone)),
        ("truncated", Fault::Answer(Spoiling::Truncated)),
        ("dripping 1000ms", Fault::Answer(Spoiling::Dripping(second))),
        ("other cookie", Fault::Answer(Spoiling::OtherCookie)),
        ("no cookie", Fault::Answer(Spoiling::NoCookie)),
        ("line down for 1000ms", Fault::Line(Line::Down, second)),
        ("line silent for 1000ms", Fault::Line(Line::Silent, second)),
        ("line slow 30000ms for 1000ms", Fault::Line(Line::Slow(30 * second), second)),
        ("line refusing for 1000ms", Fault::Line(Line::Refusing, second)),
        ("restart", Fault::Restart),
    ] {
        let entry = Entry { target: Target::ListThreads, nth: 12, fault };
        assert_eq!(entry.to_string(), format!("list threads 12: {text}"));
        assert_eq!(entry.to_string().parse(), Ok(entry));
    }
    for (text, problem) in [
        ("step 2", "\"step 2\" isn't like \"step 2: drop after\""),
        ("leap 2: drop after", "\"leap 2: drop after\" isn't like \"step 2: drop after\""),
        ("step two: drop after", "\"step two: drop after\" isn't like \"step 2: drop after\""),
        ("step 2: drop", "no fault is called \" drop\""),
    ] {
        assert_eq!(text.parse::<Plan>().expect_err(text).to_string(), problem);
    }
}

/// Every kind of fault and of request is somewhere in a few hundred seeds.
#[test]
fn seeds_reach_everything() {
    let plans = (0..500).flat_map(|seed| Plan::from_seed(seed).entries);
    let words = |entry: Entry| {
        let text = entry.fault.to_string();
        let is_word = |word: &&str| !word.starts_with(|first: char| first.is_ascii_digit());
        let fault: Vec<_> = text.split(' ').filter(is_word).collect();
        [fault.join(" "), entry.target.to_string()]
    };
    let seen: BTreeSet<String> = plans.flat_map(words).collect();
    for word in [
        "late before",
        "late after",
        "stall before",
        "stall after",
        "drop before",
        "drop after",
        "reset before",
        "reset after",
        "fault before",
        "fault after",
        "page before",
        "garbage after",
        "redirect before",
        "refused before",
        "gone before",
        "truncated",
        "dripping",
        "other cookie",
        "no cookie",
        "line down for",
        "line silent for",
        "line slow for",
        "line refusing for",
        "restart",
        "list threads",
        "reset",
        "step",
        "resume",
        "variables",
        "add breakpoints",
        "create client",
        "delete client",
        "eval",
        "members",
    ] {
        assert!(seen.contains(word), "{word} in {seen:?}");
    }
}

#[test]
fn a_plan_shrinks_to_what_matters() {
    let plan: Plan = "step 1: drop after\nreset 1: stall before\nreset 2: stall before\n\
                      list threads 3: line down for 500ms\neval 1: garbage before"
        .parse()
        .expect("a plan");
    let fails =
        |plan: &Plan| plan.entries.iter().filter(|it| it.target == Target::Reset).count() == 2;
    let expected = "reset 1: stall before\nreset 2: stall before\n";
    assert_eq!(plan.shrunk(fails).to_string(), expected);
}

#[test]
fn requests_are_told_apart_in_every_spelling_of_the_base_address() {
    for base in ["/dw/debugger/v1_0", "/s/-/dw/debugger/v2_0", "/s/RefArch/dw/debugger/v2_0"] {
        for (method, path, target) in [
            ("POST", "/client", Target::CreateClient),
            ("DELETE", "/client", Target::DeleteClient),
            ("GET", "/breakpoints", Target::ListBreakpoints),
            ("POST", "/breakpoints", Target::AddBreakpoints),
            ("DELETE", "/breakpoints/7", Target::DeleteBreakpoint),
            ("GET", "/threads", Target::ListThreads),
            ("GET", "/threads/7", Target::ReadThread),
            ("POST", "/threads/reset", Target::Reset),
            ("POST", "/threads/7/out", Target::Step),
            ("POST", "/threads/7/resume", Target::Resume),
            ("DELETE", "/threads/7/stop", Target::Stop),
            ("GET", "/threads/7/frames/0/variables", Target::Variables),
            ("GET", "/threads/7/frames/0/members", Target::Members),
            ("GET", "/threads/7/frames/0/eval", Target::Eval),
            ("GET", "/elsewhere", Target::Page),
        ] {
            assert_eq!(Target::of(method, &format!("{base}{path}")), target, "{method} {path}");
        }
    }
    assert_eq!(Target::of("GET", "/on/demandware.store/Sites-S-Site/threads"), Target::Page);
    for target in Target::ALL {
        assert_eq!(Target::named(target.as_str()), Some(target));
    }
}
