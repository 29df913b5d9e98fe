//! A slow instance: steps don't pile up, and a key waits for no tick of the clock.

use super::Stage;
use crate::testkit::terminal::Size;
use std::time::Duration;

const STEP: &str = "POST /threads/7/over";

/// The bar above all panes, which changes when a second has passed.
fn bar(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// On an idle screen a second passes between two frames, and who waits for the next one sees
/// another bar with each key.
#[test]
fn a_key_after_a_pause_is_drawn_without_waiting_for_the_clock() {
    let stage = Stage::with_source(Size::LARGE, &[7], 400);
    let mut between_ticks = 0;
    for line in 8..400 {
        stage.terminal.wait_quiet(Duration::from_millis(60));
        let before = bar(&stage.terminal.text());
        stage.terminal.press("j");
        let after = stage.terminal.wait_shown(&format!(" {line}/400"));
        between_ticks += usize::from(bar(&after) == before);
        if between_ticks == 20 {
            return;
        }
    }
    panic!("only {between_ticks} keys were drawn between two ticks");
}

#[test]
fn held_step_keys_do_not_pile_up() {
    let stage = Stage::with_source(Size::LARGE, &[7], 40);
    stage.instance.play(|part| part.held_after = Some((STEP, 1)));
    for _ in 0..50 {
        stage.terminal.press("n");
    }
    // Whoever answers this has read all keys before it.
    stage.terminal.press("?");
    stage.terminal.wait_text("word or key:");
    stage.terminal.press("\x1b");
    stage.instance.wait_for(STEP, 1);
    stage.instance.play(|part| part.held_after = None);
    stage.terminal.wait_for("the last step", |text| {
        text.contains("stopped again on Cart.js:7") && text.contains(" HALTED")
    });
    assert_eq!(stage.instance.count(STEP), 2);
}

#[test]
fn a_repeated_step_ends_with_escape_and_says_how_far_it_came() {
    let stage = Stage::with_source(Size::LARGE, &[7], 40);
    stage.instance.play(|part| part.held_after = Some((STEP, 2)));
    stage.terminal.press("r5n");
    stage.instance.wait_for(STEP, 2);
    stage.terminal.press("\x1b");
    stage.terminal.wait_text("ends after 2 of 5");
    stage.instance.play(|part| part.held_after = None);
    stage.terminal.wait_text(" HALTED");
    assert_eq!(stage.instance.count(STEP), 2);
}
