use super::shop::{ascii, sketched, waiting};
use super::stage::Stage;
use super::{row, screen};
use crate::tui::hints::with_keys;
use crate::tui::layers::Layer;
use crate::tui::layout::regions;
use crate::tui::msg::Msg;
use crate::tui::ui::Pane;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Size;

#[test]
fn help_is_offered_at_every_width() {
    let stage = waiting(ascii());
    for width in 40..=200 {
        for height in [10, 24, 45] {
            let buffer = screen(&stage.screen, width, height);
            let last = row(&buffer, height - 1);
            assert!(last.trim_end().ends_with("? help"), "{width}x{height}: {last}");
        }
    }
}

/// The keys of a footer that has no word behind one of them.
fn bare(footer: &str) -> Vec<&str> {
    let parts = footer.trim().split("  ").map(str::trim).filter(|part| !part.is_empty());
    parts.filter(|part| part.split(' ').count() < 2).collect()
}

#[test]
fn no_key_is_ever_without_its_word() {
    for stage in [waiting(ascii()), sketched(ascii())] {
        for width in 40..=200 {
            for height in [10, 24, 30, 45] {
                let buffer = screen(&stage.screen, width, height);
                let last = row(&buffer, height - 1);
                assert_eq!(bare(&last), [""; 0], "{width}x{height}: {last}");
                assert!(last.matches("  ").count() > 1, "{width}x{height}: {last}");
            }
        }
    }
}

#[test]
fn the_footer_offers_what_the_state_allows() {
    let last = |stage: &Stage| row(&screen(&stage.screen, 80, 24), 23).trim().to_owned();
    let waits = waiting(ascii());
    assert!(last(&waits).starts_with("R request  Ctrl-p open"), "{}", last(&waits));
    assert!(!last(&waits).contains("over"), "{}", last(&waits));
    let mut halted = sketched(ascii());
    let footer = last(&halted);
    assert!(footer.starts_with("c cont  n over  s into  f out  e eval"), "{footer}");
    assert!(footer.contains("R request  q quit"), "{footer}");
    let newest = halted.screen.app.session.history().newest().expect("a halt");
    halted.screen.app.selection.go_back_to(newest);
    assert!(last(&halted).starts_with("[ ] walk  = compare  Esc live"), "{}", last(&halted));
}

#[test]
fn the_line_above_the_result_has_the_verbs_of_the_focused_pane() {
    let mut stage = sketched(ascii());
    for (pane, verbs) in [
        (Pane::Source, "b brk  B cond  - on/off  t to cursor  / search  Ctrl-p open"),
        (Pane::Variables, "l open  Enter root  / filter  w watch  i set  y copy  Y path  p whole"),
        (Pane::Watch, "W add  i edit  D remove  l open  y copy  p whole"),
        (Pane::Breakpoints, "- on/off  B edit  D delete  Enter show"),
        (Pane::Threads, "Enter select  X stop  T next halted"),
    ] {
        stage.screen.app.ui.focus(pane);
        let shown = row(&screen(&stage.screen, 80, 24), 21);
        assert!(shown.trim().starts_with(verbs), "{pane:?}: {shown}");
    }
}

#[test]
fn verbs_that_a_recorded_halt_refuses_are_not_offered() {
    let mut stage = sketched(ascii());
    let newest = stage.screen.app.session.history().newest().expect("a halt");
    stage.screen.app.selection.go_back_to(newest);
    for (pane, verbs) in [
        (Pane::Source, "b brk  B cond  - on/off  / search  Ctrl-p open"),
        (Pane::Variables, "l open  Enter root  / filter  w watch  y copy  Y path  # index"),
        (Pane::Stack, "u/d frame  Enter select  / filter"),
    ] {
        stage.screen.app.ui.focus(pane);
        let shown = row(&screen(&stage.screen, 80, 24), 21);
        assert!(shown.trim().starts_with(verbs), "{pane:?}: {shown}");
    }
}

#[test]
fn a_press_on_a_hint_is_its_key() {
    for (width, height, y, words) in [
        (80, 24, 23, "e eval"),
        (120, 40, 39, "e eval"),
        (80, 24, 21, "B cond"),
        (120, 40, 37, "B cond"),
    ] {
        let mut stage = sketched(ascii());
        stage.screen.app.ui.size = Size::new(width, height);
        stage.screen.app.ui.focus(Pane::Source);
        let buffer = screen(&stage.screen, width, height);
        let rows = super::rows(&buffer);
        let at = rows.iter().enumerate().rev().find_map(|(y, row)| {
            let x = row.find(words)?;
            Some((u16::try_from(x).ok()?, u16::try_from(y).ok()?))
        });
        let (column, row) = at.unwrap_or_else(|| panic!("{words} on {y} of {rows:#?}"));
        let kind = MouseEventKind::Down(MouseButton::Left);
        let press = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        crate::tui::update(&mut stage.screen, Msg::Mouse(press));
        let opened = stage.screen.layers.last();
        let is_it = match words {
            "e eval" => matches!(opened, Some(Layer::Expression(_))),
            _ => matches!(opened, Some(Layer::Breakpoint(_))),
        };
        assert!(is_it, "{words} at {width}x{height}: {opened:?}");
    }
}

#[test]
fn tabs_are_shortened_but_never_dropped() {
    let stage = waiting(ascii());
    for width in 40..=99 {
        let buffer = screen(&stage.screen, width, 24);
        let regions = regions(buffer.area, &stage.screen.app.ui);
        let bar = row(&buffer, regions.slots[1].outer.y);
        for digit in '1'..='7' {
            assert!(bar.contains(digit), "{width}: {bar}");
        }
    }
}

#[test]
fn notices_name_the_keys_that_are_set() {
    let stage = waiting(ascii());
    for (text, shown) in [
        ("`stop thread` stops it", "X stops it"),
        ("`config check`, then `keep alive`", "Space s, then K"),
        ("start `haltscope sandbox`", "start `haltscope sandbox`"),
        ("a lone ` stays", "a lone ` stays"),
        ("", ""),
    ] {
        assert_eq!(with_keys(&stage.screen.app, text), shown);
    }
}
