//! What one does with keys, from the key to the screen and to the instance.

use crate::testkit::instance::{InMemory, MANY_ITEMS, SCRIPT};
use crate::testkit::screen::{Runner, Start};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use haltscope::tui::Signal;
use std::time::Duration;

fn calls(instance: &InMemory, wanted: &str) -> usize {
    instance.count(wanted)
}

#[tokio::test(start_paused = true)]
async fn steps_follow_the_thread() {
    let runner = Runner::halted().await;
    runner.shows("Cart.js:5").await;
    runner.press("n");
    runner.shows("Cart.js:6").await;
    runner.press("s");
    runner.shows("Cart.js:7").await;
    runner.press("f10");
    runner.shows("Cart.js:8").await;
    runner.press("c");
    runner.instance_has("a resume", |instance| calls(instance, "/resume") == 1).await;
}

#[tokio::test(start_paused = true)]
async fn a_count_repeats_a_step() {
    let runner = Runner::halted().await;
    runner.press("r 5 n");
    runner.shows("Cart.js:10").await;
    assert_eq!(calls(&runner.instance, "/over"), 5);
}

#[tokio::test(start_paused = true)]
async fn a_held_step_key_is_no_queue() {
    let start = Start { latency: Duration::from_millis(100), ..Start::default() };
    let runner = Runner::halted_with(start).await;
    for _ in 0..50 {
        runner.press("n");
    }
    runner.shows("Cart.js:7").await;
    let steps = calls(&runner.instance, "/over");
    assert!(steps <= 3, "{steps} steps for one held key");
}

#[tokio::test(start_paused = true)]
async fn breakpoints_are_set_from_the_source_edited_and_switched() {
    let runner = Runner::halted().await;
    runner.press("j j b");
    let at_line_7 = |instance: &InMemory| {
        let held = instance.held();
        held.breakpoints.iter().any(|known| known.place.line_number.0 == 7)
    };
    runner.instance_has("a breakpoint on line 7", at_line_7).await;
    runner.press("B");
    runner.shows("Breakpoint  Cart.js:7").await;
    runner.type_text("qty > 5");
    runner.press("ctrl-t");
    runner.instance_has("the test", |instance| calls(instance, "/eval !!(qty > 5)") == 1).await;
    runner.press("enter");
    runner
        .instance_has("the condition", |instance| {
            let held = instance.held();
            held.breakpoints.iter().any(|it| it.place.condition.as_deref() == Some("qty > 5"))
        })
        .await;
    runner.press("-");
    runner.instance_has("none", |instance| instance.held().breakpoints.is_empty()).await;
    runner.shows("off").await;
}

#[tokio::test(start_paused = true)]
async fn expressions_are_evaluated_in_the_prompt_and_in_the_console() {
    let runner = Runner::halted().await;
    runner.press("e");
    runner.shows("Eval  #0 addProduct()").await;
    runner.type_text("qty + 1");
    runner.press("enter");
    runner.instance_has("an eval", |instance| calls(instance, "/eval qty + 1") == 1).await;
    runner.shows("> qty + 1").await;
    runner.press("6");
    runner.type_text("nope");
    runner.press("enter");
    runner.shows("\"nope\" is not defined").await;
    runner.type_text("basket");
    runner.press("enter");
    runner.shows("currency").await;
    runner.press("up up up");
    runner.press("enter");
    runner.instance_has("it again", |instance| calls(instance, "/eval qty + 1") == 2).await;
}

#[tokio::test(start_paused = true)]
async fn tab_completes_loaded_names() {
    let runner = Runner::halted().await;
    runner.press("e");
    runner.type_text("bas");
    runner.press("tab");
    runner.shows("> basket").await;
    runner.press("esc");
    runner.hides("Eval  #0").await;
}

#[tokio::test(start_paused = true)]
async fn a_long_list_is_read_in_pages() {
    let runner = Runner::halted().await;
    runner.press("1");
    runner.press("j j l");
    runner.shows("[0]").await;
    runner.press("#");
    runner.shows("Go to index").await;
    runner.type_text("54321");
    runner.press("enter");
    runner.shows("[54321]").await;
    let pages = calls(&runner.instance, "/members items");
    assert!(pages <= 3, "{pages} pages for one element of {MANY_ITEMS}");
}

#[tokio::test(start_paused = true)]
async fn the_index_of_a_closed_list_is_its_own() {
    let runner = Runner::halted().await;
    runner.press("1");
    runner.press("j j #");
    runner.shows("Go to index of items").await;
    runner.shows("[0]").await;
    runner.type_text("54321");
    runner.press("enter");
    runner.shows("[54321]").await;
}

#[tokio::test(start_paused = true)]
async fn the_tree_survives_steps() {
    let runner = Runner::halted().await;
    runner.press("1 j l");
    runner.shows("currency").await;
    for line in [6, 7] {
        runner.press("n");
        runner.shows(&format!("stepped to Cart.js:{line}")).await;
    }
    runner.shows("currency").await;
    runner.press("y");
    let copied = |runner: &Runner| runner.tty.done().iter().any(|it| it.contains("[object"));
    runner.shows("sent to the terminal (OSC 52)").await;
    assert!(copied(&runner), "{:?}", runner.tty.done());
}

#[tokio::test(start_paused = true)]
async fn the_selected_value_is_watched() {
    let runner = Runner::halted().await;
    runner.press("1 j j j w");
    runner.press("2");
    runner
        .instance_has("a saved watch", |instance| {
            let left = instance.left();
            left.saved.as_ref().is_some_and(|saved| saved.watches == ["qty"])
        })
        .await;
}

#[tokio::test(start_paused = true)]
async fn pasted_text_is_never_keys() {
    let runner = Runner::halted().await;
    let before = runner.instance.count("POST ");
    runner.paste("n\nc\nX\n");
    runner.shows("Eval  #0").await;
    runner.shows("> n").await;
    let after = runner.instance.count("POST ");
    assert_eq!(before, after);
}

#[tokio::test(start_paused = true)]
async fn a_paste_of_more_than_a_megabyte_is_cut_and_says_so() {
    let runner = Runner::halted().await;
    runner.paste(&"x".repeat(2 << 20));
    runner.shows("pasted text was cut to 1 MB").await;
}

#[tokio::test(start_paused = true)]
async fn help_is_searched_by_word_and_by_key_and_runs_its_entry() {
    let runner = Runner::attached().await;
    runner.press("?");
    runner.shows("word or key:").await;
    runner.type_text("zoom");
    runner.press("enter");
    runner.shows("[zoom]").await;
    runner.press("z ? E");
    runner.shows("$EDITOR").await;
    runner.hides("continue all").await;
}

#[tokio::test(start_paused = true)]
async fn the_palette_finds_every_action_by_name() {
    let runner = Runner::attached().await;
    runner.press(":");
    runner.type_text("reset layout");
    runner.press("enter");
    runner.shows("every pane has its first size again").await;
}

#[tokio::test(start_paused = true)]
async fn the_menu_appears_after_a_moment_and_blocks_nothing() {
    let runner = Runner::halted().await;
    runner.press("space");
    runner.shows("Menu").await;
    runner.press("f");
    runner.shows("Open a script").await;
    runner.type_text("cart");
    runner.press("enter");
    runner.hides("Open a script").await;
    runner.press("space c n");
    runner.shows("Cart.js:6").await;
}

#[tokio::test(start_paused = true)]
async fn a_storefront_request_is_completed_and_sent() {
    let runner = Runner::attached().await;
    runner.press("R");
    runner.type_text("Cart-Show?pid=1");
    runner.shows("/on/demandware.store/Sites-Shop-Site/default/Cart-Show?pid=1").await;
    runner.press("enter");
    runner.shows("HALTED").await;
    runner.press("c");
    runner.shows("<html>the cart").await;
    runner.press("R up");
    runner.shows("URL    Cart-Show?pid=1").await;
    let sent = runner.instance.left().requests.clone();
    assert_eq!(
        sent,
        ["GET http://127.0.0.1:1/on/demandware.store/Sites-Shop-Site/default/Cart-Show?pid=1"]
    );
}

#[tokio::test(start_paused = true)]
async fn rows_are_filtered_while_one_types() {
    let runner = Runner::halted().await;
    runner.press("1 /");
    runner.type_text("qty");
    runner.hides("basket  ").await;
    runner.press("enter esc");
    runner.shows("basket").await;
}

#[tokio::test(start_paused = true)]
async fn the_source_is_searched() {
    let runner = Runner::halted().await;
    runner.press("0 /");
    runner.type_text("line 33");
    runner.press("enter");
    runner.shows("items.push(33)").await;
    runner.press("H");
    runner.hides("items.push(33)").await;
}

#[tokio::test(start_paused = true)]
async fn the_cursor_stays_where_one_reads_until_the_thread_halts_again() {
    let runner = Runner::halted().await;
    runner.press("0 G");
    runner.shows("60/60").await;
    runner.instance.play(|part| part.latency = Duration::from_millis(300));
    runner.press("n");
    runner.shows("STEPPING").await;
    assert!(runner.screen.text().contains("60/60"), "{}", runner.screen.text());
    runner.shows("6/60").await;
}

#[tokio::test(start_paused = true)]
async fn the_inspector_leads_to_the_halts_where_the_value_was_another() {
    let runner = Runner::halted().await;
    for line in ["Cart.js:6", "Cart.js:7", "Cart.js:8"] {
        runner.press("n");
        runner.shows(line).await;
    }
    runner.press("1 j j j enter");
    runner.shows("[Inspector  qty]").await;
    runner.press("G enter");
    runner.shows("HISTORY").await;
    runner.press("esc esc");
    runner.shows("HALTED").await;
}

#[tokio::test(start_paused = true)]
async fn stopping_a_thread_asks_first() {
    let runner = Runner::halted().await;
    runner.press("X");
    runner.shows("Stop thread").await;
    runner.press("esc");
    runner.hides("Stop thread").await;
    assert_eq!(calls(&runner.instance, "/stop"), 0);
    runner.press("X enter");
    runner.instance_has("a stop", |instance| calls(instance, "/stop") == 1).await;
}

fn click(column: u16, row: u16) -> MouseEvent {
    let kind = MouseEventKind::Down(MouseButton::Left);
    MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }
}

#[tokio::test(start_paused = true)]
async fn the_mouse_focuses_panes_and_sets_breakpoints_in_the_gutter() {
    let runner = Runner::halted().await;
    runner.mouse(click(80, 12));
    runner.shows("[1 Variables").await;
    runner.mouse(click(4, 3));
    runner.instance_has("a breakpoint", |instance| instance.held().breakpoints.len() == 1).await;
    runner.press("M");
    runner.shows("drag to select").await;
    assert!(runner.tty.done().contains(&"mouse Released".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn every_size_is_drawn_and_the_last_one_equals_a_fresh_start() {
    let runner = Runner::halted().await;
    for (width, height) in [(1, 1), (40, 10), (300, 100), (39, 9), (99, 29), (160, 45)] {
        runner.resize(width, height);
    }
    runner.resize(80, 24);
    let fresh = Runner::halted_with(Start { size: (80, 24), ..Start::default() }).await;
    fresh.shows("halted at").await;
    let below = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let wanted = below(&fresh.screen.text());
    runner.until("the screen of a fresh start", |screen| below(screen) == wanted).await;
}

#[tokio::test(start_paused = true)]
async fn a_slow_instance_does_not_slow_the_keys() {
    let runner = Runner::halted().await;
    runner.instance.play(|part| part.latency = Duration::from_millis(300));
    runner.press("n");
    runner.shows("STEPPING").await;
    runner.press("? ");
    runner.shows("word or key:").await;
    runner.press("esc");
    runner.shows("Cart.js:6").await;
}

#[tokio::test(start_paused = true)]
async fn keys_that_mean_nothing_say_so() {
    let runner = Runner::attached().await;
    runner.press("x");
    runner.shows("x does nothing here; ? lists the keys").await;
    runner.press("r 5 c");
    runner.shows("r repeats a step").await;
    runner.press("y");
    assert_eq!(SCRIPT.rsplit('/').next(), Some("Cart.js"));
}

#[tokio::test(start_paused = true)]
async fn where_the_variables_cursor_stands_is_kept_at_once() {
    let runner = Runner::halted().await;
    runner.press("1 j j");
    let kept = |instance: &InMemory| {
        let left = instance.left();
        let cursors = left.saved.as_ref().and_then(|saved| saved.remembered.get("cursors"));
        cursors.is_some_and(|cursors| cursors.to_string().contains("items"))
    };
    runner.instance_has("the cursor in the saved state", kept).await;
}

#[tokio::test(start_paused = true)]
async fn the_deep_search_goes_to_its_first_match_and_says_its_bound() {
    let runner = Runner::halted().await;
    runner.press("1 ctrl-f");
    runner.type_text("currency");
    runner.press("enter");
    runner.shows("1 found in 200 requests, 6 levels deep, its limit of 200").await;
    runner.press("y");
    runner.shows("sent to the terminal (OSC 52), 3 bytes").await;
    let pages = calls(&runner.instance, "/members items");
    assert!(pages > 100, "{pages} pages of the long list were looked at");
}

#[tokio::test(start_paused = true)]
async fn a_stop_from_outside_ends_with_a_whole_frame() {
    let runner = Runner::halted().await;
    let polls = |instance: &InMemory| {
        instance.calls().iter().filter(|call| *call == "GET /threads").count()
    };
    let before = polls(&runner.instance);
    runner.signal(Signal::Continue);
    runner.instance_has("a poll at once", |instance| polls(instance) > before).await;
    assert_eq!(runner.tty.done(), ["enter", "leave", "enter"]);
    runner.press("?");
    runner.shows("word or key:").await;
}

#[tokio::test(start_paused = true)]
async fn run_to_cursor_means_the_place_that_the_focused_pane_shows() {
    for pane in ["3", "4", "7"] {
        let runner = Runner::halted().await;
        runner.press("0 j j");
        runner.shows("7/60").await;
        runner.press(pane);
        runner.press("t");
        let set = |instance: &InMemory| calls(instance, "POST /breakpoints 5") == 1;
        runner.instance_has("a breakpoint where the thread stands, not at the cursor", set).await;
    }
}
