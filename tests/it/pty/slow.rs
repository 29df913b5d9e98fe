//! A slow instance: steps don't pile up.

use super::Stage;
use super::instance::Mood;
use super::terminal::Size;
use std::time::{Duration, Instant};

#[test]
fn a_key_after_a_pause_is_drawn_without_waiting_for_the_clock() {
    let stage = Stage::with_source(Size::LARGE, &[7], 400);
    let start = Instant::now();
    for line in 8..28 {
        stage.terminal.wait_quiet(Duration::from_millis(60));
        stage.terminal.press("j");
        stage.terminal.wait_text(&format!(" {line}/400"));
    }
    // Half of what twenty keys took that each waited for the next second.
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn held_step_keys_do_not_pile_up() {
    let stage = Stage::with_source(Size::LARGE, &[7], 40);
    stage.instance.set_mood(Mood::Slow(Duration::from_millis(500)));
    for _ in 0..50 {
        stage.terminal.press("n");
        std::thread::sleep(Duration::from_millis(20));
    }
    stage.terminal.wait_for("the last step", |text| {
        text.contains("stopped again on Cart.js:7") && text.contains(" HALTED")
    });
    let steps = stage.instance.count("POST /threads/7/over");
    assert!((1..=3).contains(&steps), "{steps} steps");
}

#[test]
fn a_repeated_step_ends_with_escape_and_says_how_far_it_came() {
    let stage = Stage::with_source(Size::LARGE, &[7], 40);
    stage.instance.set_mood(Mood::Slow(Duration::from_millis(500)));
    stage.terminal.press("r5n");
    stage.instance.wait_for("POST /threads/7/over", 2);
    stage.terminal.press("\x1b");
    stage.terminal.wait_for("how far it came", |text| text.contains(" of 5"));
    stage.terminal.wait_text(" HALTED");
    let steps = stage.instance.count("POST /threads/7/over");
    assert!((2..=3).contains(&steps), "{steps} steps");
}
