//! The checker finds what it is for: histories with a violation in them, each beside one that
//! differs in its times alone and is fine.

use super::{
    checker::{Timed, order},
    content::{Answered, Asked, Call, Content, Fields, Token},
};
use Answered::{Conflict, Gone, NoAsset, NoAssignment};

/// A call from one time to another.
fn call(asked: usize, answered: usize, what: Asked, answer: Answered) -> Timed<Call> {
    Timed { asked, answered, call: Call { asked: what, answered: answer } }
}

fn asset(token: Token, fields: Fields, default: Option<usize>) -> Answered {
    Answered::Asset { is_new: false, token, fields, default }
}

fn made(token: Token, value: u32) -> Answered {
    Answered::Asset { is_new: true, token, fields: [Some(value), None], default: None }
}

fn assignment(token: Token, is_default: bool) -> Answered {
    Answered::Assignment { is_new: false, token, is_default }
}

fn assigned(token: Token) -> Answered {
    Answered::Assignment { is_new: true, token, is_default: true }
}

/// The asset is there from time 1 on, with token 0.
fn after_put(rest: impl IntoIterator<Item = Timed<Call>>) -> Vec<Timed<Call>> {
    let put = call(0, 1, Asked::Put { value: 7 }, made(0, 7));
    std::iter::once(put).chain(rest).collect()
}

#[track_caller]
fn is_fine(history: &[Timed<Call>]) {
    assert!(order(&Content::default(), history).is_some(), "{history:#?}");
}

#[track_caller]
fn is_found(history: &[Timed<Call>]) {
    assert_eq!(order(&Content::default(), history), None, "{history:#?}");
}

#[test]
fn a_lost_update_is_found() {
    let patches = |second| {
        after_put([
            call(2, 5, Asked::Patch { base: 0, value: 1 }, asset(1, [Some(7), Some(1)], None)),
            call(3, 4, Asked::Patch { base: 0, value: 2 }, second),
        ])
    };
    is_fine(&patches(Conflict));
    is_found(&patches(asset(2, [Some(7), Some(2)], None)));
}

#[test]
fn a_stale_read_is_found() {
    let read = |from| {
        after_put([
            call(2, 3, Asked::Patch { base: 0, value: 1 }, asset(1, [Some(7), Some(1)], None)),
            call(from, 9, Asked::Get, asset(0, [Some(7), None], None)),
        ])
    };
    is_fine(&read(2));
    is_found(&read(4));
}

#[test]
fn a_resurrected_delete_is_found() {
    let read = |from| {
        after_put([
            call(2, 3, Asked::Delete { base: None }, Gone),
            call(from, 9, Asked::Get, asset(0, [Some(7), None], None)),
        ])
    };
    is_fine(&read(2));
    is_found(&read(4));
    let put = |answer| {
        after_put([
            call(2, 3, Asked::Delete { base: None }, Gone),
            call(4, 5, Asked::Put { value: 8 }, answer),
        ])
    };
    is_fine(&put(made(1, 8)));
    is_found(&put(asset(1, [Some(8), None], None)));
}

#[test]
fn a_refusal_without_a_reason_is_found() {
    for (asked, refusal) in [
        (Asked::Patch { base: 0, value: 1 }, Conflict),
        (Asked::Delete { base: Some(0) }, Conflict),
        (Asked::Get, NoAsset),
        (Asked::Patch { base: 0, value: 1 }, NoAsset),
    ] {
        is_found(&after_put([call(2, 3, asked.clone(), refusal.clone())]));
        let overwrite = call(2, 9, Asked::Delete { base: None }, Gone);
        is_fine(&after_put([call(3, 4, asked, refusal), overwrite]));
    }
}

#[test]
fn reads_that_go_back_and_forth_are_found() {
    let reads = |second, third| {
        let token = |told| if told == 0 { [Some(7), None] } else { [Some(7), Some(1)] };
        after_put([
            call(2, 9, Asked::Patch { base: 0, value: 1 }, asset(1, [Some(7), Some(1)], None)),
            call(3, 4, Asked::Get, asset(second, token(second), None)),
            call(5, 6, Asked::Get, asset(third, token(third), None)),
        ])
    };
    is_fine(&reads(0, 1));
    is_fine(&reads(0, 0));
    is_fine(&reads(1, 1));
    is_found(&reads(1, 0));
}

#[test]
fn assignments_that_outlive_their_asset_are_found() {
    let assign = call(2, 3, Asked::Assign { folder: 0, is_default: true }, assigned(1));
    let again = |answer| {
        after_put([
            assign.clone(),
            call(4, 5, Asked::Delete { base: None }, Gone),
            call(6, 7, Asked::Put { value: 8 }, made(2, 8)),
            call(8, 9, Asked::GetAssignment { folder: 0 }, answer),
        ])
    };
    is_fine(&again(NoAssignment));
    is_found(&again(assignment(1, true)));
}

#[test]
fn half_a_switch_of_the_default_is_found() {
    let switched = |former, default, told: Token| {
        after_put([
            call(2, 3, Asked::Assign { folder: 0, is_default: true }, assigned(1)),
            call(4, 5, Asked::Assign { folder: 1, is_default: true }, assigned(2)),
            call(6, 7, Asked::GetAssignment { folder: 0 }, former),
            call(8, 9, Asked::Get, asset(told, [Some(7), None], default)),
        ])
    };
    is_fine(&switched(assignment(3, false), Some(1), 4));
    is_found(&switched(assignment(3, true), Some(1), 4));
    is_found(&switched(assignment(1, false), Some(1), 4));
    is_found(&switched(assignment(3, false), Some(0), 4));
    is_found(&switched(assignment(3, false), Some(1), 0));
    is_found(&switched(assignment(3, false), Some(1), 3));
}
