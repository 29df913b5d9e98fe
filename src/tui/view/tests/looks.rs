//! How things look that no row of text tells: tints, frames, what fades; and what stays in sight.

use super::shop::{self, CART, open, plain, sketched, waiting};
use super::stage::{Stage, halted, member};
use super::{rows, screen, text};
use crate::api::ids::ScriptPath;
use crate::session::{
    Command, ConnectionCommand, Request, StepKind, ThreadCommand, TreeCommand, ValuesCommand,
};
use crate::tui::msg::{Cmd, Msg};
use crate::tui::settings::Settings;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::{FADING, Pane, SAID_OLD};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use ratatui::style::Modifier;
use std::time::Duration;

fn themed(name: &str) -> Settings {
    Settings { theme: name.to_owned(), ..Settings::default() }
}

/// Where a text stands.
fn find(buffer: &Buffer, wanted: &str) -> (u16, u16) {
    let all = rows(buffer);
    let found = all.iter().enumerate().find_map(|(y, row)| {
        let x = row[..row.find(wanted)?].chars().count();
        Some((u16::try_from(x).ok()?, u16::try_from(y).ok()?))
    });
    found.unwrap_or_else(|| panic!("{wanted} in {all:#?}"))
}

fn press(stage: &mut Stage, keys: &[KeyCode]) -> Vec<Cmd> {
    let key = |code: &KeyCode| Msg::Key(KeyEvent::new(*code, KeyModifiers::NONE));
    keys.iter().flat_map(|code| crate::tui::update(&mut stage.screen, key(code))).collect()
}

fn typed(words: &str) -> Vec<KeyCode> {
    words.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect()
}

#[test]
fn the_whole_current_line_is_tinted_or_underlined() {
    for name in Theme::names() {
        let stage = sketched(themed(name));
        let line = Theme::named(name).expect("built in").style(Role::Line);
        let buffer = screen(&stage.screen, 80, 24);
        let (_, y) = find(&buffer, "►  142");
        for x in 0..80 {
            let cell = &buffer[(x, y)];
            let is_tinted = line.bg.is_some_and(|tint| cell.bg == tint);
            let is_lined = cell.modifier.contains(Modifier::UNDERLINED);
            assert!(is_tinted || line.bg.is_none() && is_lined, "{name}: cell {x}");
        }
        if let Some(tint) = line.bg {
            assert_ne!(buffer[(40, y - 1)].bg, tint, "{name}: the line above is not tinted");
        }
    }
}

#[test]
fn recorded_halts_have_frames_of_their_own_colour_and_a_hollow_arrow() {
    let mut stage = sketched(themed("dark"));
    let theme = Theme::named("dark").expect("built in");
    let corner = |stage: &Stage| screen(&stage.screen, 120, 40)[(0, 1)].fg;
    assert_eq!(Some(corner(&stage)), theme.style(Role::Border).fg);
    let newest = stage.screen.app.session.history().newest().expect("a halt");
    stage.screen.app.selection.go_back_to(newest);
    assert_eq!(Some(corner(&stage)), theme.style(Role::PastFrame).fg);
    let shown = text(&stage.screen, 120, 40);
    assert!(shown.contains("│▻  142"), "{shown}");
    assert!(shown.contains("halt 12 of 12, "), "{shown}");
}

#[test]
fn a_quick_step_dims_nothing_and_a_slow_one_does() {
    let mut stage = sketched(plain());
    let is_dim = |stage: &Stage| {
        let buffer = screen(&stage.screen, 80, 24);
        let at = find(&buffer, "basket ");
        buffer[at].modifier.contains(Modifier::DIM)
    };
    stage.instance.silent = Some(|request| matches!(request, Request::Step(..)));
    stage.thread(ThreadCommand::Step(StepKind::Over));
    assert!(!is_dim(&stage), "it may be there in a moment");
    assert!(crate::tui::next_wake(&stage.screen.app).is_some_and(|at| at <= stage.now + FADING));
    stage.pass(FADING);
    assert!(is_dim(&stage));
}

#[test]
fn what_is_read_again_in_a_moment_is_not_dimmed() {
    let mut stage = sketched(plain());
    let is_dim = |stage: &Stage| {
        let buffer = screen(&stage.screen, 80, 24);
        let at = find(&buffer, "basket ");
        buffer[at].modifier.contains(Modifier::DIM)
    };
    stage.instance.evals.insert("qty = 5".to_owned(), "5".to_owned());
    stage.instance.silent = Some(|request| matches!(request, Request::Variables { .. }));
    stage.values(ValuesCommand::Evaluate("qty = 5".to_owned()));
    assert!(stage.screen.app.shown().tree.is_some_and(crate::session::Tree::is_stale));
    assert!(!is_dim(&stage), "it may be there in a moment");
    assert!(crate::tui::next_wake(&stage.screen.app).is_some_and(|at| at <= stage.now + FADING));
    stage.pass(FADING);
    assert!(is_dim(&stage), "it is still of before");
}

#[test]
fn what_an_object_held_at_an_earlier_place_says_so_until_it_is_read_again() {
    let mut stage = waiting(plain());
    stage.screen.app.ui.size = Size::new(120, 40);
    "[object Object]".clone_into(&mut stage.instance.variables[0].value);
    let pid = member("args", "pid", "string", "M1");
    stage.instance.members.insert("args".to_owned(), (vec![pid], 1));
    stage.instance.threads = vec![halted(7, &[("addProduct()", CART, 142)])];
    stage.pass(Duration::from_secs(1));
    let args = open(&mut stage, &["local", "args"]);
    stage.tree(args, TreeCommand::Collapse);
    let row = |stage: &Stage| {
        let shown = text(&stage.screen, 120, 40);
        let args = |line: &&str| line.contains("▸ args");
        shown.lines().find(args).expect("its row").to_owned()
    };
    assert!(row(&stage).contains("{pid: \"M1\"}"), "{}", row(&stage));
    assert!(!row(&stage).contains(" old"), "{}", row(&stage));
    stage.instance.silent = Some(|request| matches!(request, Request::Members { .. }));
    stage.instance.evals.insert("qty = 5".to_owned(), "5".to_owned());
    stage.values(ValuesCommand::Evaluate("qty = 5".to_owned()));
    assert!(!row(&stage).contains(" old"), "it may be there in a moment");
    stage.pass(SAID_OLD);
    assert!(row(&stage).contains(" old"), "{}", row(&stage));
}

#[test]
fn values_of_an_earlier_place_go_from_beside_the_source() {
    let mut stage = sketched(plain());
    let is_told = |stage: &Stage| text(&stage.screen, 120, 40).contains("{   i = 3");
    assert!(is_told(&stage));
    stage.instance.silent = Some(|request| matches!(request, Request::Variables { .. }));
    stage.instance.evals.insert("i = 5".to_owned(), "5".to_owned());
    stage.values(ValuesCommand::Evaluate("i = 5".to_owned()));
    assert!(is_told(&stage), "it may be there in a moment");
    stage.pass(SAID_OLD);
    assert!(!is_told(&stage), "{}", text(&stage.screen, 120, 40));
}

#[test]
fn what_is_found_far_to_the_right_is_in_sight_and_stays_there() {
    let mut instance = shop::instance();
    let script = ScriptPath::from(CART);
    let far = format!("{}var needle = 1;", " ".repeat(600));
    let lines = (1..=142).map(|line| if line == 142 { far.clone() } else { String::new() });
    instance.sources.insert(script, lines.collect::<Vec<_>>().join("\n"));
    let mut stage = Stage::new(shop::options(), shop::saved(), plain(), instance);
    stage.command(Command::Connection(ConnectionCommand::Attach));
    stage.screen.app.ui.size = Size::new(120, 40);
    stage.instance.threads = vec![halted(7, &[("addProduct()", CART, 142)])];
    stage.pass(Duration::from_secs(1));
    let row = |stage: &Stage| {
        let shown = text(&stage.screen, 120, 40);
        shown.lines().find(|line| line.contains(" 142 ")).expect("its row").to_owned()
    };
    assert!(!row(&stage).contains("needle"));
    stage.screen.app.ui.focus(Pane::Source);
    press(&mut stage, &[KeyCode::Char('/')]);
    press(&mut stage, &typed("needle"));
    assert!(row(&stage).contains("var needle = 1;"), "{}", row(&stage));
    let _ = crate::tui::update(&mut stage.screen, Msg::Resize(Size::new(118, 40)));
    assert!(row(&stage).contains("needle"), "{}", row(&stage));
}

#[test]
fn the_inspector_gives_back_the_place_that_it_borrowed() {
    let mut stage = sketched(plain());
    stage.screen.app.ui.focus(Pane::Inspector);
    assert!(!text(&stage.screen, 120, 40).contains("2 Watch"));
    stage.screen.app.ui.focus(Pane::Variables);
    assert!(text(&stage.screen, 120, 40).contains("2 Watch"));
}

#[test]
fn a_new_watch_is_in_sight() {
    let mut stage = sketched(plain());
    stage.screen.app.ui.size = Size::new(120, 40);
    for number in 0..12 {
        press(&mut stage, &[KeyCode::Char('W')]);
        press(&mut stage, &typed(&format!("args.own{number}")));
    }
    let shown = text(&stage.screen, 120, 40);
    assert!(shown.contains("args.own11") && !shown.contains("args.own1 "), "{shown}");
}

#[test]
fn what_was_typed_stays_while_nothing_can_run_it() {
    let mut stage = waiting(plain());
    stage.screen.app.ui.size = Size::new(120, 40);
    press(&mut stage, &[KeyCode::Char('6')]);
    press(&mut stage, &typed("basket.UUID"));
    let shown = text(&stage.screen, 120, 40);
    assert!(shown.contains("> basket.UUID"), "{shown}");
    assert!(shown.contains("expressions run in a halted thread"), "{shown}");
}

#[test]
fn nothing_peeps_out_beside_a_prompt() {
    for key in ['e', 'W', 'B', 'R', ':', '/'] {
        for (width, height) in [(60, 20), (80, 24), (120, 40), (200, 60)] {
            let mut stage = sketched(plain());
            stage.screen.app.ui.size = Size::new(width, height);
            press(&mut stage, &[KeyCode::Char(key)]);
            let rows = rows(&screen(&stage.screen, width, height));
            let top = rows.iter().position(|row| row.starts_with("╔═[")).expect("a prompt");
            let bottom = rows.iter().rposition(|row| row.starts_with('╚')).expect("its end");
            for row in &rows[top..=bottom] {
                let ends = [row.chars().next(), row.chars().last()];
                let are_its = ends.iter().flatten().all(|end| "╔╗║╚╝".contains(*end));
                assert!(are_its && row.chars().count() == usize::from(width), "{key}: {row}");
            }
        }
    }
}
