//! What somebody needs who knows nothing but what the screen says, at 80x24.

use super::shop::{CART, ascii, saved, sketched, waiting};
use super::stage::{Stage, halted};
use super::{row, screen, text};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::{
    BreakpointSpec, Command, ConnectionCommand, Event, Options, Outline, Route, Saved, SourceText,
    Storefront, ThreadCommand,
};
use crate::tui::keys::Action;
use crate::tui::msg::Msg;
use crate::tui::ui::Pane;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Size;
use std::time::Duration;

/// The rows from below: footer, result, verbs, and what the cursor is on.
const FOOTER: u16 = 23;
const RESULT: u16 = 22;
const VERBS: u16 = 21;
const DETAIL: u16 = 20;

fn shown(stage: &Stage, y: u16) -> String {
    row(&screen(&stage.screen, 80, 24), y).trim().to_owned()
}

fn press(stage: &mut Stage, code: KeyCode) {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    crate::tui::update(&mut stage.screen, Msg::Key(key));
}

fn type_text(stage: &mut Stage, words: &str) {
    for letter in words.chars() {
        press(stage, KeyCode::Char(letter));
    }
}

/// One watch that runs code and was not allowed to.
fn with_unconfirmed_watch() -> Stage {
    let saved = Saved { watches: vec!["args.pid.length * 2 + qty".to_owned()], ..saved() };
    let mut stage = Stage::new(super::shop::options(), saved, ascii(), super::shop::instance());
    stage.command(Command::Connection(ConnectionCommand::Attach));
    stage.instance.threads = vec![halted(7, &[("addProduct()", "/a/cartridge/x.js", 3)])];
    stage.pass(Duration::from_secs(1));
    stage.screen.app.ui.size = Size::new(80, 24);
    stage.screen.app.ui.focus(Pane::Watch);
    stage
}

/// Attached to an instance with a storefront.
fn with_storefront() -> Stage {
    let storefront = Some(Storefront {
        origin: "https://zzzz-001.test".to_owned(),
        site: "Shop".to_owned(),
        is_site_assumed: false,
        locale: "default".to_owned(),
    });
    let options = Options { storefront, ..super::shop::options() };
    let mut stage = Stage::new(options, saved(), ascii(), super::shop::instance());
    stage.command(Command::Connection(ConnectionCommand::Attach));
    stage
}

#[test]
fn the_way_out_is_offered_whether_something_is_halted_or_not() {
    for stage in [waiting(ascii()), sketched(ascii())] {
        let footer = shown(&stage, FOOTER);
        assert!(footer.contains("q quit"), "{footer}");
    }
}

#[test]
fn how_to_open_a_value_and_how_to_come_back_is_said() {
    let mut stage = sketched(ascii());
    stage.screen.app.ui.size = Size::new(80, 24);
    type_text(&mut stage, "gjj");
    let verbs = shown(&stage, VERBS);
    assert!(verbs.starts_with("l open  Enter root  / filter"), "{verbs}");
    assert!(!verbs.contains("Esc"), "{verbs}");
    press(&mut stage, KeyCode::Enter);
    let verbs = shown(&stage, VERBS);
    assert!(verbs.starts_with("l open  Enter root  Esc out"), "{verbs}");
    press(&mut stage, KeyCode::Esc);
    assert!(!shown(&stage, VERBS).contains("Esc"), "{}", shown(&stage, VERBS));
}

#[test]
fn a_pane_without_rows_offers_nothing_to_do_with_them() {
    let mut stage = waiting(ascii());
    for (pane, verbs) in [
        (Pane::Variables, ""),
        (Pane::Stack, ""),
        (Pane::History, ""),
        (Pane::Source, "Ctrl-p open"),
        (Pane::Console, "6 type"),
    ] {
        stage.screen.app.ui.focus(pane);
        assert_eq!(shown(&stage, VERBS), verbs, "{pane:?}");
    }
    let mut stage =
        Stage::new(super::shop::options(), Saved::default(), ascii(), super::shop::instance());
    for (pane, verbs) in [(Pane::Watch, "W add"), (Pane::Breakpoints, "")] {
        stage.screen.app.ui.focus(pane);
        assert_eq!(shown(&stage, VERBS), verbs, "{pane:?}");
    }
}

#[test]
fn a_watch_that_may_not_run_yet_says_so_and_has_nothing_to_open() {
    let mut stage = with_unconfirmed_watch();
    let shows = text(&stage.screen, 80, 24);
    assert!(shows.contains("  args.pid.length * 2 + qty (eval)    a allows it"), "{shows}");
    let detail = shown(&stage, DETAIL);
    assert_eq!(detail, "args.pid.length * 2 + qty  not run: a allows it");
    for key in [KeyCode::Enter, KeyCode::Right] {
        press(&mut stage, key);
        assert!(
            shown(&stage, RESULT).contains("a in Watch allows it"),
            "{}",
            shown(&stage, RESULT)
        );
        assert_eq!(shown(&stage, DETAIL), detail);
    }
    assert!(shown(&stage, VERBS).contains("a allow"), "{}", shown(&stage, VERBS));
}

#[test]
fn what_a_new_watch_waits_for_is_said_whole() {
    let mut stage = sketched(ascii());
    stage.screen.app.ui.size = Size::new(80, 24);
    press(&mut stage, KeyCode::Char('W'));
    type_text(&mut stage, "product.name.length * 2");
    press(&mut stage, KeyCode::Enter);
    let result = shown(&stage, RESULT);
    assert_eq!(result, "product.name.length * 2 runs code at every halt; a in Watch allows it");
}

#[test]
fn the_way_to_a_thread_that_halts_elsewhere_is_said() {
    let mut stage = waiting(ascii());
    let first = halted(7, &[("f()", "/a/cartridge/x.js", 3)]);
    stage.instance.threads = vec![first.clone()];
    stage.pass(Duration::from_secs(1));
    assert!(shown(&stage, RESULT).ends_with("T7 halted at x.js:3"), "{}", shown(&stage, RESULT));
    stage.instance.threads = vec![first, halted(9, &[("g()", "/a/cartridge/y.js", 4)])];
    stage.pass(Duration::from_secs(1));
    let result = shown(&stage, RESULT);
    assert!(result.ends_with("T9 halted at y.js:4; T goes there"), "{result}");
    let wide = row(&screen(&stage.screen, 160, 45), 44);
    assert!(wide.contains("T next"), "{wide}");
}

/// With several others halted it is the one that the last line tells of; there, nothing leads to it any more.
#[test]
fn the_way_leads_to_the_thread_that_is_told_of() {
    let mut stage = waiting(ascii());
    let mut threads = Vec::new();
    for id in 7..=11 {
        threads.push(halted(id, &[("f()", "/a/cartridge/x.js", 3)]));
        stage.instance.threads.clone_from(&threads);
        stage.pass(Duration::from_secs(1));
    }
    assert!(shown(&stage, RESULT).ends_with("T11 halted at x.js:3; T goes there"));
    press(&mut stage, KeyCode::Char('T'));
    assert_eq!(stage.screen.app.selection.thread(), Some(ThreadId(11)));
    assert!(shown(&stage, RESULT).ends_with("T11 halted at x.js:3"), "{}", shown(&stage, RESULT));
    press(&mut stage, KeyCode::Char('T'));
    assert_eq!(stage.screen.app.selection.thread(), Some(ThreadId(7)), "then one after the other");
}

#[test]
fn no_earlier_halt_is_offered_where_there_is_none() {
    let mut stage = waiting(ascii());
    stage.pass(Duration::from_secs(1));
    assert!(!stage.screen.app.offers(Action::HaltBack));
    let wide = row(&screen(&stage.screen, 200, 60), 59);
    assert!(!wide.contains("last halt"), "{wide}");
}

#[test]
fn the_next_halted_thread_is_offered_only_where_there_is_one() {
    let mut stage = waiting(ascii());
    stage.instance.threads = vec![halted(7, &[("f()", "/a/cartridge/x.js", 3)])];
    stage.pass(Duration::from_secs(1));
    let wide = row(&screen(&stage.screen, 200, 60), 59);
    assert!(!wide.contains("T next"), "{wide}");
}

#[test]
fn the_line_above_the_verbs_is_about_the_focused_pane() {
    let mut stage = sketched(ascii());
    for (pane, detail) in [
        (Pane::Stack, "app_storefront/cartridge/controllers/Cart.js:142  addProduct()"),
        (Pane::Threads, "T7  app_storefront/cartridge/controllers/Cart.js:142"),
        (Pane::Breakpoints, "app_storefront/cartridge/controllers/Cart.js:135"),
        (Pane::Source, "142  li.setQuantityValue(li.quantityValue + qty);"),
    ] {
        stage.screen.app.ui.focus(pane);
        assert_eq!(shown(&stage, DETAIL), detail, "{pane:?}");
    }
    stage.screen.app.ui.focus(Pane::History);
    let detail = shown(&stage, DETAIL);
    for part in ["halt 12 of T7, over  app_storefront/", "/Cart.js:142  ", " ago"] {
        assert!(detail.contains(part), "{part} in {detail}");
    }
    stage.screen.app.ui.focus(Pane::Watch);
    stage.screen.app.ui.list_mut(Pane::Watch).cursor = 2;
    assert_eq!(shown(&stage, DETAIL), "customer.profile.id  ! not in this frame");
    stage.screen.app.ui.focus(Pane::Breakpoints);
    for (cursor, words) in [
        (1, "Cart.js:138  qty > 5"),
        (2, "Cart.js:149  added {qty}"),
        (3, "Order.js:12  off"),
        (4, "Util.js:4  "),
    ] {
        stage.screen.app.ui.list_mut(Pane::Breakpoints).cursor = cursor;
        let detail = shown(&stage, DETAIL);
        assert!(detail.starts_with(words), "{detail}");
    }
}

#[test]
fn counts_behind_the_tabs_go_one_after_the_other() {
    let mut stage = sketched(ascii());
    let bar = |stage: &Stage, width: u16| {
        let buffer = screen(&stage.screen, width, 24);
        let regions = crate::tui::layout::regions(buffer.area, &stage.screen.app.ui);
        row(&buffer, regions.slots[1].outer.y)
    };
    stage.screen.app.ui.focus(Pane::Variables);
    let whole = bar(&stage, 99);
    for title in ["2 Watch 3", "3 Stack 4", "4 Thr 2!", "5 Brk 5", "7 Hist 12"] {
        assert!(whole.contains(title), "{whole}");
    }
    // The stack's goes before the breakpoints', and the badge of halted threads never.
    let narrow = bar(&stage, 80);
    for title in ["5 Brk 5", "4 Thr 2!"] {
        assert!(narrow.contains(title), "{narrow}");
    }
    assert!(!narrow.contains("3 Stack 4"), "{narrow}");
    let least = bar(&stage, 60);
    assert!(least.contains("[1 Vars]"), "{least}");
}

#[test]
fn how_far_a_list_reaches_is_told_beside_any_tabs() {
    let mut stage = sketched(ascii());
    for pane in [Pane::Variables, Pane::History] {
        stage.screen.app.ui.focus(pane);
        for width in 60..=99 {
            let buffer = screen(&stage.screen, width, 24);
            let regions = crate::tui::layout::regions(buffer.area, &stage.screen.app.ui);
            let bar = row(&buffer, regions.slots[1].outer.y);
            let told = bar.split(' ').any(|word| word.contains('/'));
            assert!(told, "{width}: {bar}");
        }
    }
}

#[test]
fn what_a_form_says_is_whole_on_a_narrow_screen() {
    let mut stage = sketched(ascii());
    stage.screen.app.ui.size = Size::new(60, 20);
    stage.screen.app.ui.focus(Pane::Breakpoints);
    press(&mut stage, KeyCode::Char('B'));
    for said in [
        "The server halts only if this is true; Ctrl-t tests it where it would run.",
        "Other hits halt briefly: 3 (from the third on), = 3, % 10, = 3 per request.",
        "Written here with each {expr} evaluated: it halts briefly and runs on.",
        "Armed only in requests in which that one was hit; Tab goes through them.",
    ] {
        let shows = text(&stage.screen, 60, 20).replace('|', " ");
        let words: Vec<&str> = shows.split_whitespace().collect();
        assert!(words.join(" ").contains(said), "{said} in\n{shows}");
        press(&mut stage, KeyCode::Down);
    }
}

#[test]
fn hits_are_whole_in_a_narrow_pane() {
    let mut stage = sketched(ascii());
    stage.screen.app.ui.focus(Pane::Breakpoints);
    for width in [100, 110, 120, 160] {
        let shows = text(&stage.screen, width, 45);
        let row = shows.lines().find(|row| row.contains("Cart.js:135")).expect("the breakpoint");
        assert!(row.contains("hits 3"), "{width}: {row}");
    }
}

/// Halted in one of two scripts of one name, on breakpoints in both.
fn with_namesakes() -> Stage {
    let carts = ["app_storefront/cartridge/controllers", "app_base/cartridge/scripts"];
    let carts = carts.map(|folder| ScriptPath::from(format!("/{folder}/Cart.js").as_str()));
    let plain = |script: &ScriptPath| BreakpointSpec::plain(script.clone(), Line(142));
    let saved = Saved { breakpoints: carts.iter().map(plain).collect(), ..Saved::default() };
    let mut instance = super::shop::instance();
    let text = "var one = 1;\n".repeat(150);
    instance.sources = carts.iter().map(|script| (script.clone(), text.clone())).collect();
    let mut stage = Stage::new(super::shop::options(), saved, ascii(), instance);
    stage.command(Command::Connection(ConnectionCommand::Attach));
    stage.instance.threads = vec![halted(7, &[("addProduct()", carts[0].as_str(), 142)])];
    stage.pass(Duration::from_secs(1));
    stage
}

#[test]
fn a_place_is_whole_where_what_stands_behind_can_give_way() {
    let shows = text(&with_namesakes().screen, 100, 30);
    for whole in ["#0 app_storefront/Cart.js:142  ad", "app_storefront/Cart.js:142   hits 1"] {
        assert!(shows.contains(whole), "{whole} in\n{shows}");
    }
}

#[test]
fn requests_are_offered_before_anything_is_typed() {
    let mut stage = with_storefront();
    stage.screen.app.ui.size = Size::new(80, 24);
    stage.command(Command::Request {
        method: "GET".to_owned(),
        url: "Cart-Show?pid=1".to_owned(),
        body: None,
    });
    press(&mut stage, KeyCode::Char('R'));
    let shows = text(&stage.screen, 80, 24);
    let sent = shows.find("Cart-Show?pid=1  sent before").expect("what was sent");
    let controller = shows.find("Order-  ").expect("a controller on disk");
    assert!(sent < controller, "{shows}");
    press(&mut stage, KeyCode::Tab);
    let shows = text(&stage.screen, 80, 24);
    assert!(shows.contains("URL    Cart-Show?pid=1 "), "{shows}");
}

/// The breakpoints stand in a route, and the controller was read.
fn with_a_route() -> Stage {
    let mut stage = with_storefront();
    let script = ScriptPath::from(CART);
    let text = stage.instance.sources[&script].clone();
    let route = Route {
        name: "AddProduct".to_owned(),
        is_post: true,
        line: Line(120),
        last_line: Line(140),
    };
    let outline = Outline { routes: vec![route], ..Outline::default() };
    let text = Ok(SourceText { text, outline, ..SourceText::default() });
    stage.feed(Event::SourceRead { script, text });
    stage
}

#[test]
fn who_waits_is_told_the_route_that_leads_to_a_breakpoint() {
    let shows = text(&with_a_route().screen, 120, 40);
    assert!(shows.contains("Cart.js:135 in Cart-AddProduct"), "{shows}");
    assert!(!shows.contains("Cart.js:149 in"), "it is behind the route: {shows}");
}

#[test]
fn requests_that_lead_to_a_breakpoint_are_offered_first() {
    let mut stage = with_a_route();
    stage.screen.app.ui.size = Size::new(80, 24);
    for url in ["Cart-Show?pid=1", "Cart-AddProduct?pid=1"] {
        let (method, url) = ("POST".to_owned(), url.to_owned());
        stage.command(Command::Request { method, url, body: None });
    }
    press(&mut stage, KeyCode::Char('R'));
    let shows = text(&stage.screen, 80, 24);
    let first = shows.find("Cart-AddProduct?pid=1  has a breakpoint").expect("what leads there");
    let sent = shows.find("Cart-Show?pid=1  ").expect("what was sent");
    assert!(first < sent, "{shows}");
}

#[test]
fn a_request_takes_the_method_that_it_is_known_with() {
    let mut stage = with_storefront();
    stage.screen.app.ui.size = Size::new(80, 24);
    let (method, url) = ("POST".to_owned(), "Cart-Add?pid=1".to_owned());
    stage.command(Command::Request { method, url, body: None });
    press(&mut stage, KeyCode::Char('R'));
    press(&mut stage, KeyCode::Tab);
    let shows = text(&stage.screen, 80, 24);
    assert!(shows.contains("method POST") && shows.contains("Cart-Add?pid=1"), "{shows}");
    press(&mut stage, KeyCode::Char('7'));
    assert!(text(&stage.screen, 80, 24).contains("method GET"), "nobody knows that one");
    press(&mut stage, KeyCode::BackTab);
    press(&mut stage, KeyCode::Char('X'));
    press(&mut stage, KeyCode::Tab);
    press(&mut stage, KeyCode::Backspace);
    assert!(text(&stage.screen, 80, 24).contains("method GETX"), "somebody has said one");
}

#[test]
fn a_request_without_a_url_says_what_is_missing() {
    let mut stage = with_storefront();
    stage.screen.app.ui.size = Size::new(80, 24);
    press(&mut stage, KeyCode::Char('R'));
    press(&mut stage, KeyCode::Enter);
    assert!(shown(&stage, RESULT).starts_with("! no URL yet: "), "{}", shown(&stage, RESULT));
}

#[test]
fn what_went_wrong_is_told_with_what_to_do_however_narrow_the_screen_is() {
    let mut stage = waiting(ascii());
    stage.feed(Event::Sandbox { site: None, cartridges: Vec::new() });
    stage.screen.app.ui.size = Size::new(80, 24);
    type_text(&mut stage, ":job run");
    press(&mut stage, KeyCode::Enter);
    press(&mut stage, KeyCode::Esc);
    let told = [shown(&stage, VERBS), shown(&stage, RESULT)];
    assert!(told[0].starts_with("! it is written job list, run ID "), "{told:?}");
    assert!(told[1].ends_with("log ID or stop ID"), "{told:?}");
    let focus = stage.screen.app.ui.focus;
    let kind = MouseEventKind::Down(MouseButton::Left);
    for column in 0..80 {
        let modifiers = KeyModifiers::NONE;
        let pressed = MouseEvent { kind, column, row: VERBS, modifiers };
        crate::tui::update(&mut stage.screen, Msg::Mouse(pressed));
    }
    let screen = &stage.screen;
    assert!(screen.layers.is_empty(), "what is covered can't be clicked");
    assert_eq!(screen.app.ui.focus, focus);
    press(&mut stage, KeyCode::Char('1'));
    let wide = text(&stage.screen, 120, 40);
    assert!(wide.contains("show [ID], log ID or stop ID"), "{wide}");
}

#[test]
fn a_thread_that_goes_on_keeps_no_verbs_of_its_halt() {
    let mut stage = sketched(ascii());
    stage.thread(ThreadCommand::Continue);
    let footer = shown(&stage, FOOTER);
    assert!(!footer.contains("over"), "{footer}");
}

#[test]
fn the_source_stands_where_it_stood_once_a_pane_is_no_longer_zoomed() {
    for (pane, size) in [(Pane::Variables, Size::new(120, 40)), (Pane::Source, Size::new(80, 24))] {
        let mut stage = sketched(ascii());
        stage.screen.app.ui.size = size;
        stage.screen.app.ui.focus(pane);
        type_text(&mut stage, "H");
        let script = stage.screen.app.script().expect("there is one");
        let before = stage.screen.app.ui.source(&script);
        assert!(before.top < before.cursor, "{before:?}");
        type_text(&mut stage, "z");
        assert!(text(&stage.screen, size.width, size.height).contains("[zoom]"));
        type_text(&mut stage, "z");
        assert_eq!(stage.screen.app.ui.source(&script), before, "{pane:?}");
    }
}
