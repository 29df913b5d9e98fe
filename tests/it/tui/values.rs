//! Values: opened as root, awaited, searched for, from the key to the screen.

use crate::testkit::screen::{Runner, Start};
use std::time::Duration;

/// Opens the basket after `latency`; every screen on the way to its members.
async fn screens_until_open(latency: Duration) -> Vec<String> {
    let runner = Runner::halted().await;
    runner.instance.play(|part| part.latency = latency);
    runner.press("1 j l");
    let mut screens = Vec::new();
    loop {
        let pause = Duration::from_millis(10);
        let _ = tokio::time::timeout(pause, runner.screen.frame()).await;
        let screen = runner.screen.text();
        if screen.contains("currency") {
            return screens;
        }
        screens.push(screen);
        assert!(screens.len() < 1_000, "{}", runner.screen.text());
    }
}

fn says_what_it_waits_for(screen: &str) -> bool {
    let result = screen.lines().rev().nth(1).unwrap_or_default();
    result.trim_start().starts_with("members 0.")
}

#[tokio::test(start_paused = true)]
async fn what_is_in_flight_is_said_after_150_ms_and_not_before() {
    let quick = screens_until_open(Duration::from_millis(140)).await;
    assert!(!quick.iter().any(|screen| says_what_it_waits_for(screen)), "{quick:#?}");
    let slow = screens_until_open(Duration::from_secs(1)).await;
    let first = slow.iter().position(|screen| says_what_it_waits_for(screen));
    let first = first.unwrap_or_else(|| panic!("{}", slow.last().expect("a screen")));
    assert!(slow[first].contains("members 0.1s"), "{}", slow[first]);
    assert!(slow[first..].iter().all(|screen| says_what_it_waits_for(screen)));
    assert!(slow.last().is_some_and(|screen| screen.contains("members 0.9s")), "it counts on");
}

#[tokio::test(start_paused = true)]
async fn a_value_is_opened_as_root_and_the_way_back_is_shown() {
    let runner = Runner::halted().await;
    runner.press("1 j enter");
    runner.shows("[1 Variables  #0  local > basket]").await;
    runner.shows("currency").await;
    runner.hides("closure").await;
    runner.press("n");
    runner.shows("stepped to Cart.js:6").await;
    runner.shows("local > basket").await;
    runner.press("esc");
    runner.hides("local > basket").await;
    runner.shows("closure").await;
    runner.press("enter");
    runner.shows("local > basket").await;
    runner.press("g enter");
    runner.hides("local > basket").await;
}

#[tokio::test(start_paused = true)]
async fn a_deep_search_counts_on_and_its_matches_are_walked() {
    let start = Start { latency: Duration::from_millis(50), ..Start::default() };
    let runner = Runner::halted_with(start).await;
    runner.press("1 ctrl-f");
    runner.type_text("12");
    runner.press("enter");
    let progress = |screen: &str| {
        let (_, rest) = screen.split_once("looking for 12: ")?;
        let mut numbers = rest.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty());
        Some([numbers.next()?, numbers.next()?, numbers.next()?].map(|it| it.parse().unwrap_or(0)))
    };
    let mut read: Vec<u32> = Vec::new();
    runner.shows("looking for 12: ").await;
    while let Some([asked, _, _]) = progress(&runner.screen.text()) {
        read.push(asked);
        let _ = tokio::time::timeout(Duration::from_millis(20), runner.screen.frame()).await;
    }
    read.dedup();
    assert!(read.len() > 3 && read.is_sorted(), "{read:?}");
    runner.shows("; . goes to the next").await;
    let result = |screen: &str| screen.lines().rev().nth(1).unwrap_or_default().trim().to_owned();
    let found = result(&runner.screen.text());
    let (found, _) = found.trim_start_matches("ok ").split_once(" found in ").expect("a result");
    assert!(found.parse::<u32>().is_ok_and(|count| count > 2), "{found}");
    runner.press(".");
    runner.shows(&format!("match 2 of {found}")).await;
    runner.press(", ,");
    runner.shows(&format!("match {found} of {found}")).await;
}

#[tokio::test(start_paused = true)]
async fn a_match_of_the_filter_can_be_opened_and_closed() {
    let runner = Runner::halted().await;
    runner.press("1 j l");
    runner.shows("currency ").await;
    runner.press("h /");
    runner.type_text("basket");
    runner.press("enter");
    runner.hides("closure").await;
    runner.hides("currency ").await;
    runner.press("g j l");
    runner.shows("currency ").await;
    runner.press("h");
    runner.hides("currency ").await;
    runner.shows("basket").await;
}
