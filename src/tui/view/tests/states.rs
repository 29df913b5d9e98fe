//! Every state word and every designed state, at each size.

use super::shop::{self, CART, ascii, instance, options, plain, saved, sketched, waiting};
use super::stage::{Stage, halted, running};
use super::{SIZES, assert_whole, rows, screen, text};
use crate::api::fault::Fault;
use crate::session::{
    Command, Connection, ConnectionCommand, Event, Failure, FailureKind, KeepAliveMode, NoticeKind,
    Options, Request, Saved, StateWord, StepKind, ThreadCommand,
};
use crate::tui::keys::{Keymap, Preset};
use crate::tui::msg::Msg;
use crate::tui::settings::{Clipboard, Settings};
use crate::tui::update;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;

/// The screens at all sizes, one below the other.
fn all_sizes(stage: &Stage) -> String {
    let screens = SIZES.map(|(width, height)| {
        let buffer = screen(&stage.screen, width, height);
        assert_whole(&buffer);
        format!("{width}x{height}\n{}", rows(&buffer).join("\n"))
    });
    screens.join("\n\n")
}

fn check(name: &str, stage: &Stage, word: StateWord) {
    assert_eq!(stage.screen.app.state_word(), word);
    for (width, height) in SIZES {
        let top = text(&stage.screen, width, height);
        assert!(top.starts_with(&format!(" {word} ")), "{width}x{height}: {top}");
    }
    insta::assert_snapshot!(name, all_sizes(stage));
}

fn attaching(change: impl FnOnce(&mut Stage)) -> Stage {
    let mut stage = Stage::new(options(), saved(), ascii(), instance());
    change(&mut stage);
    stage.command(Command::Connection(ConnectionCommand::Attach));
    stage
}

fn failing(failure: Failure) -> Stage {
    attaching(|stage| stage.instance.failure = Some(failure))
}

/// One thread, halted in `addProduct()`.
fn halted_once(settings: Settings) -> Stage {
    let mut stage = waiting(settings);
    stage.instance.threads = vec![halted(7, &[("addProduct()", CART, 142)])];
    stage.pass(Duration::from_secs(1));
    shop::look_at(&mut stage, 142, 136);
    stage
}

#[test]
fn nothing_is_called_renewed_that_is_not() {
    let bar =
        |stage: &Stage| text(&stage.screen, 120, 40).lines().next().unwrap_or_default().to_owned();
    let unauthorized = Failure::new(FailureKind::Unauthorized, "401", "check the user name");
    let unusable = Failure::new(FailureKind::Unexpected, "503", "look at its logs");
    let dropped = Failure::new(FailureKind::Unreachable, "reset", "look at the network");
    for failure in [unauthorized, unusable, dropped] {
        let mut stage = halted_once(ascii());
        assert!(bar(&stage).contains("(auto 20s)"), "{}", bar(&stage));
        stage.instance.failure = Some(failure);
        stage.pass(Duration::from_secs(3));
        assert!(bar(&stage).starts_with(" OFFLINE "), "{}", bar(&stage));
        assert!(bar(&stage).contains("s not renewed"), "{}", bar(&stage));
        assert!(!bar(&stage).contains("auto"), "{}", bar(&stage));
        stage.instance.failure = None;
        stage.pass(Duration::from_secs(6));
        assert!(bar(&stage).contains("(auto 20s)"), "{}", bar(&stage));
    }
}

#[test]
fn what_was_said_before_a_step_does_not_stand_beside_it() {
    let mut stage = halted_once(ascii());
    let said = |stage: &Stage| text(&stage.screen, 120, 40).contains("ok T7 halted at");
    stage.pass(Duration::from_secs(1));
    assert!(said(&stage));
    stage.instance.silent = Some(|request| matches!(request, Request::Step(..)));
    stage.thread(ThreadCommand::Step(StepKind::Over));
    assert!(said(&stage), "a quick step doesn't flicker");
    stage.pass(Duration::from_millis(200));
    assert!(!said(&stage));
}

#[test]
fn first_run() {
    let nothing = Options { instance: None, ..options() };
    let stage = Stage::new(nothing, Saved::default(), ascii(), instance());
    check("first_run", &stage, StateWord::Offline);
}

#[test]
fn connecting() {
    let mut stage = attaching(|stage| stage.instance.silent = Some(|_| true));
    stage.pass(Duration::from_millis(1_250));
    check("connecting", &stage, StateWord::Connecting);
}

#[test]
fn client_in_use() {
    let stage = attaching(|stage| {
        stage.instance.client = true;
        stage.instance.threads = vec![halted(7, &[("addProduct()", CART, 142)])];
    });
    check("client_in_use", &stage, StateWord::Connecting);
}

#[test]
fn the_keys_of_a_state_are_those_of_the_table() {
    let mut stage = attaching(|stage| stage.instance.client = true);
    let own = [("accept", "x"), ("other id", "O")];
    let own = own.map(|(action, key)| (action.to_owned(), vec![key.to_owned()]));
    stage.screen.app.keymap = Keymap::load(Preset::Default, &own.into()).expect("no conflict");
    let shown = text(&stage.screen, 120, 40);
    let notice = "is in use; x joins it";
    for words in ["x  joins it", "O  attaches under another id", "in use, x joins", notice] {
        assert!(shown.contains(words), "{words} in\n{shown}");
    }
    let mut press = |key: char| {
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char(key))));
        matches!(stage.screen.app.session.connection(), Connection::InUse { .. })
    };
    assert!(press('a'), "it has another key now");
    assert!(!press('O'));
}

#[test]
fn what_a_sandbox_alone_can_is_offered_where_one_answers() {
    let mut stage = waiting(ascii());
    let offered = |stage: &mut Stage, typed: &str| {
        let mut type_in = |key| update(&mut stage.screen, Msg::Key(KeyEvent::from(key)));
        let _ = type_in(KeyCode::Char(':'));
        typed.chars().for_each(|letter| {
            let key = if letter == '\t' { KeyCode::Tab } else { KeyCode::Char(letter) };
            drop(type_in(key));
        });
        let shown = text(&stage.screen, 120, 40);
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Esc)));
        shown
    };
    assert!(offered(&mut stage, "journal").contains("0 found"));
    assert!(offered(&mut stage, "snapshot take one").contains("0 found"));
    stage.feed(Event::Sandbox { site: None, cartridges: Vec::new() });
    assert!(offered(&mut stage, "journal").contains("the sandbox's last requests"));
    assert!(offered(&mut stage, "snap").contains("snapshot take, restore or delete NAME"));
    let typed = offered(&mut stage, "snap");
    assert!(typed.contains("> snapshot ") && typed.contains("Tab complete  Enter"), "{typed}");
    assert!(offered(&mut stage, "snap\t").contains("> snapshot "));
    let typed = offered(&mut stage, "snapshot take one");
    assert!(typed.contains("Enter snapshot take one  Esc cancel"), "{typed}");
    assert!(offered(&mut stage, "job").contains("job run, step, stop, show or log ID"));
    for (width, height) in SIZES {
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char(':'))));
        "reset".chars().for_each(|letter| {
            let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char(letter))));
        });
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Enter)));
        let asked = text(&stage.screen, width, height);
        assert!(asked.contains("Enter reset it"), "{width}x{height}: {asked}");
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Esc)));
    }
}

#[test]
fn what_cannot_be_read_in_the_palette_runs_nothing_else() {
    let mut stage = waiting(ascii());
    let entered = |stage: &mut Stage, typed: &str| {
        let mut type_in = |key| update(&mut stage.screen, Msg::Key(KeyEvent::from(key)));
        let _ = type_in(KeyCode::Char(':'));
        typed.chars().for_each(|letter| drop(type_in(KeyCode::Char(letter))));
        let _ = type_in(KeyCode::Enter);
        let shown = text(&stage.screen, 120, 40);
        assert!(shown.contains(&format!("> {typed} ")), "{typed} stays: {shown}");
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Esc)));
        stage.screen.app.notice().map(|notice| notice.text.clone()).unwrap_or_default()
    };
    let text = entered(&mut stage, "snapshot restore one");
    assert_eq!(text, "\"snapshot restore one\" is for sandboxes: this is none");
    stage.feed(Event::Sandbox { site: None, cartridges: Vec::new() });
    let snapshot =
        "it is written snapshot list, take NAME [--replace], restore NAME or delete NAME";
    for typed in ["snapshot take a b", "snapshot restore", "snapshot bogus x"] {
        assert_eq!(entered(&mut stage, typed), snapshot);
    }
    assert!(entered(&mut stage, "clock advance abc").starts_with("it is written clock freeze"));
    assert!(entered(&mut stage, "job run").starts_with("it is written job list, run ID"));
    let unknown = "no command is like \"qqqq\": help lists them";
    assert_eq!(entered(&mut stage, "qqqq"), unknown);
}

#[test]
fn a_line_that_is_not_there_is_told_of() {
    let mut stage = halted_once(ascii());
    let mut go = |place: &str| {
        let mut type_in = |key| update(&mut stage.screen, Msg::Key(key));
        let _ = type_in(KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL));
        place.chars().for_each(|letter| drop(type_in(KeyEvent::from(KeyCode::Char(letter)))));
        let _ = type_in(KeyEvent::from(KeyCode::Enter));
        text(&stage.screen, 120, 40)
    };
    for place in ["9999", "cart:9999"] {
        let shown = go(place);
        assert!(shown.contains("Cart.js has no line 9999: its last is 310"), "{place}: {shown}");
    }
    assert!(!go("33").contains("has no line"));
}

#[test]
fn what_has_changed_is_told_of_a_halt_and_leaves_room_for_what_went_wrong() {
    let mut stage = sketched(ascii());
    let last = |stage: &Stage| rows(&screen(&stage.screen, 120, 40)).swap_remove(38);
    assert!(last(&stage).contains("1 watch changed"), "{}", last(&stage));
    let wrong = "no answer: ".to_owned() + &"the proxy says why at length ".repeat(9);
    stage.screen.app.ui.say(NoticeKind::Error, wrong, None);
    assert!(last(&stage).contains("at length the proxy") && !last(&stage).contains("changed"));
    stage.screen.app.ui.say(NoticeKind::Error, "no answer", None);
    assert!(last(&stage).contains("1 watch changed"), "{}", last(&stage));
    stage.instance.threads.clear();
    stage.pass(Duration::from_secs(3));
    assert!(!last(&stage).contains("changed"), "{}", last(&stage));
}

#[test]
fn in_tmux_a_copy_says_what_that_needs() {
    let settings = Settings { clipboard: Clipboard::Tmux, ..ascii() };
    let mut stage = halted_once(settings);
    for key in ['0', 'y'] {
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char(key))));
    }
    let shown = text(&stage.screen, 120, 40);
    let words = "sent to tmux (OSC 52), 44 bytes; `set-clipboard on` there passes it on";
    assert!(shown.contains(words), "{shown}");
}

#[test]
fn a_hint_that_goes_leaves_the_result_before_it() {
    let mut stage = halted_once(ascii());
    let press = |stage: &mut Stage, key: char| {
        stage.pass(Duration::from_secs(1));
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char(key))));
    };
    let shown = |stage: &Stage| text(&stage.screen, 120, 40);
    press(&mut stage, '0');
    press(&mut stage, 'y');
    assert!(shown(&stage).contains("sent to the terminal"), "{}", shown(&stage));
    stage.pass(Duration::from_secs(1));
    let next = (halted(7, &[("addProduct()", CART, 143)]), Vec::new());
    stage.instance.steps.push_back(next);
    stage.thread(ThreadCommand::Step(StepKind::Over));
    stage.pass(Duration::from_secs(1));
    assert!(shown(&stage).contains("ok stepped to"), "{}", shown(&stage));
    stage.command(Command::KeepAlive(KeepAliveMode::Off));
    assert!(shown(&stage).contains("renewal is off"), "{}", shown(&stage));
    press(&mut stage, 'j');
    let last = shown(&stage);
    assert!(last.contains("ok stepped to") && !last.contains("sent to the terminal"), "{last}");
}

#[test]
fn waiting_for_a_halt() {
    check("waiting", &waiting(ascii()), StateWord::Waiting);
}

#[test]
fn waiting_too_long() {
    let mut stage = waiting(ascii());
    stage.pass(Duration::from_secs(31));
    check("waiting_too_long", &stage, StateWord::Waiting);
}

#[test]
fn several_halted() {
    check("several_halted", &sketched(ascii()), StateWord::Halted);
}

#[test]
fn several_halted_in_the_usual_marks() {
    check("usual_marks", &sketched(Settings::default()), StateWord::Halted);
}

#[test]
fn running_on() {
    let mut stage = halted_once(ascii());
    stage.instance.silent = Some(|request| matches!(request, Request::Resume(_)));
    stage.thread(ThreadCommand::Continue);
    stage.now = stage.now + Duration::from_millis(3_100);
    stage.screen.app.ui.now = stage.now;
    check("running", &stage, StateWord::Running);
}

#[test]
fn stepping() {
    let mut stage = halted_once(ascii());
    stage.instance.silent = Some(|request| matches!(request, Request::Step(..)));
    stage.thread(ThreadCommand::Step(StepKind::Over));
    stage.now = stage.now + Duration::from_millis(200);
    stage.screen.app.ui.now = stage.now;
    check("stepping", &stage, StateWord::Stepping);
}

#[test]
fn thread_gone() {
    let mut stage = halted_once(ascii());
    stage.instance.threads.clear();
    stage.pass(Duration::from_secs(3));
    check("thread_gone", &stage, StateWord::Waiting);
}

#[test]
fn client_removed() {
    let mut stage = halted_once(ascii());
    stage.instance.client = false;
    stage.pass(Duration::from_secs(3));
    check("client_removed", &stage, StateWord::Disabled);
}

#[test]
fn recorded_halt() {
    let mut stage = sketched(ascii());
    let halt =
        stage.screen.app.session.history().halts().rev().nth(2).expect("an earlier halt").number;
    stage.screen.app.selection.go_back_to(halt);
    check("recorded_halt", &stage, StateWord::History);
}

#[test]
fn source_missing() {
    let mut stage = waiting(ascii());
    let place = ("render()", "/app_brand/cartridge/controllers/Page.js", 12);
    stage.instance.threads = vec![halted(7, &[place, ("onAdd()", CART, 61)])];
    stage.pass(Duration::from_secs(1));
    check("source_missing", &stage, StateWord::Halted);
}

#[test]
fn every_reason_to_be_offline_names_cause_and_next_step() {
    let unauthorized = Fault::new("NotAuthorizedException", "The user is not authorized.");
    let broken = Fault::new("InternalServerErrorException", "Something broke.");
    for (name, failure) in [
        ("offline_401", Failure::from_fault(401, &unauthorized)),
        ("offline_500", Failure::from_fault(500, &broken)),
        (
            "offline_html",
            Failure::new(
                FailureKind::Unexpected,
                "200 with a page instead of an answer: <title>Log in</title>",
                "check the host: it must be the instance itself, not the storefront's own name",
            ),
        ),
        (
            "offline_tls",
            Failure::new(
                FailureKind::Untrusted,
                "the certificate of zzzz-001.dx is not trusted: unknown issuer",
                "name its authority with --ca FILE",
            ),
        ),
        (
            "offline_dns",
            Failure::new(
                FailureKind::Unreachable,
                "zzzz-001.dx is not known to the name server",
                "check the host's spelling and the network",
            ),
        ),
    ] {
        let stage = failing(failure.clone());
        check(name, &stage, StateWord::Offline);
        let whole = text(&stage.screen, 200, 60);
        assert!(whole.contains(&failure.cause) && whole.contains(&failure.action), "{whole}");
    }
}

#[test]
fn offline_while_halted_keeps_the_old_data() {
    let mut stage = halted_once(ascii());
    stage.instance.failure = Some(Failure::new(
        FailureKind::Unreachable,
        "the connection to zzzz-001.dx was refused",
        "check that the instance runs",
    ));
    stage.pass(Duration::from_secs(4));
    check("offline_while_halted", &stage, StateWord::Offline);
    assert!(text(&stage.screen, 120, 40).contains("[Basket 0001]"));
}

/// The top bar of a thread that has been halted for so long.
fn bar_after(seconds: u64, change: impl FnOnce(&mut Stage)) -> String {
    let mut stage = halted_once(ascii());
    change(&mut stage);
    stage.pass(Duration::from_secs(seconds));
    text(&stage.screen, 80, 24).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn countdowns_say_what_happens_in_words() {
    let failed = |stage: &mut Stage| {
        let failure = Failure::new(FailureKind::Unreachable, "refused", "try again");
        for _ in 0..2 {
            stage.fail_to_renew(failure.clone());
        }
    };
    let off = |stage: &mut Stage| stage.command(Command::KeepAlive(KeepAliveMode::Off));
    for (seconds, change, expect) in [
        (18, (|_| ()) as fn(&mut Stage), "KA 4"),
        (50, |_| (), "  ! "),
        (70, |_| (), "EXPIRED"),
        (25, failed, "s renewal failed 2x"),
        (20, off, "s off"),
    ] {
        let bar = bar_after(seconds, change);
        assert!(bar.contains(expect), "{expect:?} in {bar:?}");
    }
}

#[test]
fn an_idle_limit_that_has_passed_is_named() {
    let mut stage = halted_once(ascii());
    for _ in 0..50 {
        stage.pass(Duration::from_secs(19));
        stage.renew();
    }
    let bar = text(&stage.screen, 80, 24).lines().next().unwrap_or_default().to_owned();
    assert!(bar.contains("idle, any key renews"), "{bar}");
}

#[test]
fn a_low_countdown_is_reversed() {
    let mut stage = halted_once(ascii());
    stage.pass(Duration::from_secs(50));
    let buffer = screen(&stage.screen, 80, 24);
    let at = super::row(&buffer, 0).find("! ").expect("a low countdown");
    let cell = &buffer[(u16::try_from(at).expect("narrow"), 0)];
    assert!(cell.modifier.contains(ratatui::style::Modifier::REVERSED));
}

#[test]
fn a_thread_that_ends_sooner_is_named() {
    let mut stage = halted_once(ascii());
    stage.pass(Duration::from_secs(10));
    stage.instance.threads.push(halted(9, &[("show()", CART, 12)]));
    stage.pass(Duration::from_secs(2));
    stage.screen.app.selection.select(crate::api::ids::ThreadId(9));
    let bar = text(&stage.screen, 120, 40).lines().next().unwrap_or_default().to_owned();
    assert!(bar.contains("T7 "), "{bar}");
}

#[test]
fn the_threads_list_has_a_countdown_each() {
    let mut stage = halted_once(ascii());
    stage.instance.threads.push(running(11));
    stage.pass(Duration::from_secs(5));
    let list = rows(&screen(&stage.screen, 200, 60))[2..4].join("\n");
    assert!(list.contains("> T7   halted   Cart.js:142 ") && list.contains("KA "), "{list}");
    assert!(list.contains("  T11  running"), "{list}");
}

#[test]
fn nothing_is_told_by_colour_alone() {
    let mut stage = sketched(plain());
    let without = SIZES.map(|(width, height)| screen(&stage.screen, width, height));
    stage.screen.app.ui.colours = crate::tui::ui::Colours::Ansi;
    for (without, (width, height)) in without.iter().zip(SIZES) {
        assert_eq!(rows(without), rows(&screen(&stage.screen, width, height)));
        for cell in without.content() {
            assert_eq!(cell.fg, ratatui::style::Color::Reset);
            assert_eq!(cell.bg, ratatui::style::Color::Reset);
        }
    }
}

#[test]
fn too_small_says_what_is_needed() {
    let stage = waiting(ascii());
    assert!(text(&stage.screen, 32, 8).contains("need 40x10, have 32x8"));
    for (width, height) in [(1, 1), (5, 3), (39, 10), (40, 9)] {
        assert_whole(&screen(&stage.screen, width, height));
    }
}
