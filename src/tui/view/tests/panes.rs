//! Each pane by itself.

use super::shop::{self, ascii, find, open, sketched, waiting};
use super::stage::{Stage, halted, member};
use super::{rows, screen, text};
use crate::api::debugger::{Member, Scope};
use crate::api::ids::{Line, ScriptPath};
use crate::session::{
    BreakpointCommand, BreakpointSpec, Command, NodeId, StepKind, ThreadCommand, TreeCommand,
    ValuesCommand,
};
use crate::tui::msg::Msg;
use crate::tui::settings::Settings;
use crate::tui::ui::{AWAITED, Pane, Zoom};
use crate::tui::update;
use crossterm::event::{KeyCode, KeyEvent};
use std::time::Duration;

/// Every pane in the narrow layout and zoomed in the one of two columns.
#[test]
fn every_pane_narrow_and_zoomed() {
    for pane in Pane::ALL {
        let mut stage = sketched(ascii());
        stage.screen.app.ui.list_mut(Pane::Variables).cursor = 4;
        stage.screen.app.ui.focus(pane);
        let narrow = text(&stage.screen, 80, 24);
        stage.screen.app.ui.zoom = Zoom::On;
        let zoomed = text(&stage.screen, 120, 40);
        assert!(zoomed.contains("[zoom]"), "{zoomed}");
        insta::assert_snapshot!(pane.title().to_lowercase(), format!("{narrow}\n\n{zoomed}"));
    }
}

#[test]
fn a_log_point_that_also_halts_says_so() {
    let mut stage = sketched(ascii());
    let set = |also_halts| BreakpointSpec {
        log: Some("added {qty}".to_owned()),
        also_halts,
        ..BreakpointSpec::plain(ScriptPath::from(shop::CART), Line(149))
    };
    for (also_halts, count) in [(true, 1), (false, 0)] {
        stage.command(Command::Breakpoint(BreakpointCommand::Set(set(also_halts))));
        for pane in [Pane::Source, Pane::Breakpoints] {
            stage.screen.app.ui.focus(pane);
            stage.screen.app.ui.zoom = Zoom::On;
            let whole = text(&stage.screen, 120, 40);
            assert_eq!(whole.matches("halts, too").count(), count, "{whole}");
        }
    }
}

#[test]
fn focus_is_a_double_border_and_a_bracketed_title() {
    let mut stage = sketched(Settings::default());
    for (width, height) in [(120, 40), (200, 60)] {
        for pane in Pane::ALL {
            stage.screen.app.ui.focus(pane);
            let whole = text(&stage.screen, width, height);
            let title = pane.digit().map_or(String::new(), |digit| format!("{digit} "));
            let title = match pane {
                Pane::Source => "╔═[Cart.js".to_owned(),
                pane => format!("╔═[{title}{}", pane.title()),
            };
            assert!(whole.contains(&title), "{title}\n{whole}");
            assert_eq!(whole.matches('╔').count(), 1, "{whole}");
        }
    }
}

fn variable(name: &str, type_name: &str, value: &str) -> Member {
    Member { scope: Some(Scope::Local), ..member("", name, type_name, value) }
}

/// A thread that is halted twice, with these variables.
fn two_halts(before: &[Member], after: &[Member], settings: Settings) -> Stage {
    let mut stage = waiting(settings);
    stage.instance.variables = before.to_vec();
    stage.instance.threads = vec![halted(7, &[("f()", shop::CART, 140)])];
    stage.pass(Duration::from_secs(1));
    let next = (halted(7, &[("f()", shop::CART, 141)]), after.to_vec());
    stage.instance.steps.push_back(next);
    stage.thread(ThreadCommand::Step(StepKind::Over));
    stage.pass(Duration::from_secs(1));
    stage
}

/// The narrow layout's variables.
fn variables(stage: &Stage) -> Vec<String> {
    rows(&screen(&stage.screen, 80, 24)).split_off(13)
}

#[test]
fn changes_differ_as_text_and_leave_at_the_next_halt() {
    let before = [
        variable("same", "Number", "1"),
        variable("changed", "Number", "2"),
        variable("retyped", "Number", "3"),
        variable("gone", "Number", "4"),
    ];
    let after = [
        variable("same", "Number", "1"),
        variable("changed", "Number", "20"),
        variable("retyped", "String", "3"),
        variable("new", "Number", "5"),
    ];
    for (settings, marks) in
        [(ascii(), ["d", "t", "n", "x"]), (shop::plain(), ["Δ", "≠", "+", "-"])]
    {
        let mut stage = two_halts(&before, &after, settings);
        let row = |rows: &[String], name: &str| {
            rows.iter().find(|row| row.contains(name)).cloned().unwrap_or_default()
        };
        let shown = variables(&stage);
        for (name, mark) in ["changed", "retyped", "new", "gone"].into_iter().zip(marks) {
            assert!(row(&shown, name).starts_with(mark), "{name}: {shown:#?}");
        }
        assert!(row(&shown, "same").starts_with(' '), "{shown:#?}");
        assert!(row(&shown, "changed").ends_with("(was 2)"), "{shown:#?}");
        let next = (halted(7, &[("f()", shop::CART, 142)]), after.to_vec());
        stage.instance.steps.push_back(next);
        stage.thread(ThreadCommand::Step(StepKind::Over));
        stage.pass(Duration::from_secs(1));
        let shown = variables(&stage);
        assert!(!shown.join("\n").contains("(was"), "{shown:#?}");
        assert!(row(&shown, "changed").starts_with(' '), "{shown:#?}");
        assert!(row(&shown, "gone").is_empty(), "{shown:#?}");
    }
}

#[test]
fn a_filter_says_what_it_leaves_and_what_it_did_not_see() {
    let mut stage = sketched(ascii());
    open(&mut stage, &["local", "basket", "productLineItems"]);
    stage.screen.app.ui.list_mut(Pane::Variables).filter = "price".to_owned();
    let tree = stage.screen.app.shown().tree.expect("a tree");
    stage.screen.app.filtered = Some(tree.filtered("price"));
    let shown = variables(&stage);
    assert!(shown.iter().any(|row| row.contains("totalGrossPrice")), "{shown:#?}");
    assert!(!shown.iter().any(|row| row.contains("qty")), "{shown:#?}");
    assert!(
        shown
            .iter()
            .any(|row| row.starts_with("/price") && row.contains("938 not loaded, 10 not opened")),
        "{shown:#?}"
    );
}

#[test]
fn what_is_filtered_by_is_told_before_what_was_not_seen() {
    let mut stage = sketched(ascii());
    open(&mut stage, &["local", "basket", "productLineItems"]);
    let text = "a-rather-long-name-that-is-nowhere-in-the-basket";
    stage.screen.app.ui.list_mut(Pane::Variables).filter = text.to_owned();
    let tree = stage.screen.app.shown().tree.expect("a tree");
    stage.screen.app.filtered = Some(tree.filtered(text));
    let shown = variables(&stage);
    assert!(shown.iter().any(|row| row.starts_with(&format!("/{text}"))), "{shown:#?}");
}

#[test]
fn a_name_without_letters_is_seen() {
    let names = [variable("", "Number", "1"), variable("plain", "Number", "1")];
    let stage = two_halts(&names, &names, ascii());
    let shown = variables(&stage);
    assert!(shown.iter().any(|row| row.trim_start().starts_with("'' ")), "{shown:#?}");
}

#[test]
fn the_source_is_scrolled_no_further_than_its_longest_line() {
    let mut stage = sketched(ascii());
    stage.screen.app.ui.focus(Pane::Source);
    let mut right = || {
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char('l'))));
        let script = stage.screen.app.script().expect("a script");
        stage.screen.app.ui.source(&script).column
    };
    let columns: Vec<usize> = (0..60).map(|_| right()).collect();
    let longest = shop::CODE.iter().map(|line| line.len()).max().expect("lines");
    let last = columns[59];
    assert!(0 < last && last < longest && last == columns[58], "{columns:?} of {longest}");
}

#[test]
fn the_keys_of_a_prompt_are_whole_where_they_need_two_lines() {
    let mut stage = sketched(ascii());
    stage.screen.app.ui.focus(Pane::Source);
    let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char('B'))));
    let shown = text(&stage.screen, 60, 24);
    for key in ["Enter set", "Ctrl-t test", "Ctrl-o once", "Ctrl-g my request", "Esc cancel"] {
        assert!(shown.contains(key), "{key}: {shown}");
    }
}

#[test]
fn names_without_a_path_say_so() {
    let names = [variable("a.b", "Object", "[Object]"), variable("plain", "Number", "1")];
    let stage = two_halts(&names, &names, ascii());
    let shown = variables(&stage);
    let row = shown.iter().find(|row| row.contains("a.b")).expect("its row");
    assert!(row.ends_with("(no path)"), "{shown:#?}");
}

#[test]
fn a_long_list_touches_only_the_rows_on_screen() {
    let mut stage = sketched(ascii());
    let many: Vec<Member> = (0..200)
        .map(|at| member("basket.productLineItems", &format!("[{at}]"), "Object", "{}"))
        .collect();
    stage.instance.members.insert("basket.productLineItems".to_owned(), (many, 100_000));
    let id = open(&mut stage, &["local", "basket", "productLineItems"]);
    stage.screen.app.ui.list_mut(Pane::Variables).cursor = 150;
    let shown = variables(&stage).join("\n");
    assert!(shown.contains("[146]"), "{shown}");
    let rows = crate::tui::rows::count(&stage.screen.app, Pane::Variables);
    let reach = format!("/{rows} ");
    let whole = text(&stage.screen, 120, 40);
    assert!(whole.contains(&reach), "the frame says how far the rows reach: {whole}");
    let whole = {
        stage.screen.app.ui.list_mut(Pane::Variables).cursor = 206;
        variables(&stage).join("\n")
    };
    assert!(whole.contains("200 of 100,000, m loads 200 more"), "{whole}");
    assert!(stage.screen.app.node(id).is_some());
}

#[test]
fn only_what_is_awaited_for_long_is_marked_and_a_tick_is_due_for_it() {
    let mut stage = sketched(ascii());
    stage.instance.silent =
        Some(|request| matches!(request, crate::session::Request::Members { .. }));
    let args: NodeId = find(&stage.screen.app, &["local", "args"]).expect("args").id;
    stage.tree(args, TreeCommand::Expand);
    assert!(!text(&stage.screen, 80, 24).contains("loading"), "a quick answer does not flicker");
    assert_eq!(crate::tui::next_wake(&stage.screen.app), Some(stage.now + AWAITED));
    stage.pass(AWAITED);
    assert!(text(&stage.screen, 80, 24).contains("loading"));
}

#[test]
fn a_node_that_could_not_be_read_says_why() {
    let mut stage = sketched(ascii());
    let args: NodeId = find(&stage.screen.app, &["local", "args"]).expect("args").id;
    stage.instance.failure = Some(crate::session::Failure::new(
        crate::session::FailureKind::Unexpected,
        "500 the getter threw",
        "look at the logs",
    ));
    stage.tree(args, TreeCommand::Expand);
    let shown = variables(&stage);
    let row = shown.iter().find(|row| row.contains("args")).expect("its row");
    assert!(row.contains("! 500 the getter threw"), "{shown:#?}");
}

#[test]
fn the_source_scrolls_sideways_and_shows_what_the_search_found() {
    let mut stage = sketched(ascii());
    let script = crate::api::ids::ScriptPath::from(shop::CART);
    if let Some(view) = stage.screen.app.ui.sources.get_mut(&script) {
        view.column = 6;
    }
    stage.screen.app.ui.source_search = "qty".to_owned();
    let buffer = screen(&stage.screen, 80, 24);
    let shown = rows(&buffer);
    assert!(shown[1].contains("/qty 2 of 3"), "{}", shown[1]);
    assert!(shown[8].starts_with(">  142   < li.setQuantityValue"), "{}", shown[8]);
    let at = u16::try_from(shown[8].find("qty)").expect("a match")).expect("narrow");
    let style = ratatui::style::Modifier::REVERSED;
    assert!(buffer[(at, 8)].modifier.contains(style));
    assert!(!buffer[(at - 2, 8)].modifier.contains(style));
}

#[test]
fn code_is_coloured_where_the_colours_are_known() {
    use crate::tui::highlight::{Delivered, Worker};
    let mut stage = sketched(ascii());
    let script = crate::api::ids::ScriptPath::from(shop::CART);
    let lines = stage.screen.app.source().expect("a source").lines.clone();
    let (answers, inbox) = std::sync::mpsc::channel();
    let deliver = move |batch| match answers.send(batch) {
        Ok(()) => Delivered::Taken,
        Err(_) => Delivered::ClosedDown,
    };
    let worker = Worker::start(deliver).expect("a thread");
    worker.send(stage.screen.app.ui.highlights.want(&script, &lines, 135..145).expect("a job"));
    let batch = inbox.recv_timeout(Duration::from_mins(1)).expect("colours");
    stage.screen.app.ui.highlights.apply(batch);
    let buffer = screen(&stage.screen, 80, 24);
    let keyword = crate::tui::theme::Theme::ansi().style(crate::tui::theme::Role::Keyword).fg;
    let row = super::row(&buffer, 2);
    let at = u16::try_from(row.find("return").expect("code")).expect("narrow");
    assert_eq!(Some(buffer[(at, 2)].fg), keyword);
}

#[test]
fn an_evaluation_under_way_says_so() {
    let mut stage = sketched(ascii());
    stage.instance.silent = Some(|request| matches!(request, crate::session::Request::Eval { .. }));
    stage.values(ValuesCommand::Evaluate("1 + 1".to_owned()));
    let shown = text(&stage.screen, 120, 40);
    assert!(shown.contains("> 1 + 1"), "{shown}");
    assert!(shown.contains("running"), "{shown}");
}

#[test]
fn a_long_type_leaves_the_value_room() {
    let model = |value: &str| variable("model", "dw.catalog.ProductVariationModel", value);
    let mut stage = two_halts(&[model("undefined")], &[model("[Variations of KM01001]")], ascii());
    stage.screen.app.ui.focus(Pane::Variables);
    let whole = text(&stage.screen, 120, 40);
    let row = whole.lines().find(|line| line.contains("model")).expect("a row");
    assert!(row.contains("Produ..  [Varia..") && row.contains(" (was"), "{row}");
}

#[test]
fn the_narrowest_pane_leaves_plain_types_out_for_the_value() {
    let mut stage = sketched(ascii());
    stage.screen.app.ui.focus(Pane::Variables);
    stage.screen.app.ui.zoom = Zoom::On;
    let shown = rows(&screen(&stage.screen, 40, 10));
    let row = |name: &str| shown.iter().find(|row| row.contains(name)).expect("its row");
    assert!(shown[1].ends_with("[z]="), "{shown:#?}");
    assert!(row("basket").contains("Basket"), "{shown:#?}");
    assert!(!row(" i ").contains("Number"), "{shown:#?}");
}

#[test]
fn a_comparison_shows_one_line_of_each_value() {
    let text = |text: &str| variable("text", "String", text);
    let mut stage = two_halts(&[text("one\ntwo")], &[text("1\n2")], ascii());
    let numbers: Vec<_> =
        stage.screen.app.session.history().halts().map(|halt| halt.number).collect();
    let comparison =
        stage.screen.app.session.compare(numbers[0], numbers[1]).expect("both were read");
    stage.screen.app.selection.compare(Some(comparison));
    stage.screen.app.ui.focus(Pane::History);
    let shown = crate::tui::view::tests::text(&stage.screen, 120, 40);
    assert!(shown.contains("one..") && shown.contains("-> 1.."), "{shown}");
    let row = shown.lines().find(|row| row.contains("->")).expect("its row");
    assert!(!row.rsplit("||").next().unwrap_or_default().contains("\\n"), "{shown}");
}

#[test]
fn a_halt_is_compared_with_the_one_before_it_from_any_pane() {
    let number = |text: &str| variable("n", "Number", text);
    let mut stage = two_halts(&[number("1")], &[number("2")], ascii());
    stage.screen.app.ui.focus(Pane::Source);
    let press = |stage: &mut Stage| {
        let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char('='))));
        crate::tui::view::tests::text(&stage.screen, 80, 24)
    };
    let shown = press(&mut stage);
    assert!(shown.contains("1 value differs between halts 1 and 2"), "{shown}");
    assert!(shown.contains("[7 Hist") && shown.contains("local.n"), "{shown}");
    assert!(!press(&mut stage).contains("local.n"), "a second time ends it");
    let first = stage.screen.app.session.history().halts().next().expect("a halt").number;
    stage.screen.app.selection.go_back_to(first);
    stage.screen.app.ui.focus(Pane::Variables);
    assert!(press(&mut stage).contains("no halt before the one shown is recorded"));
}
