//! Members whose names are no identifiers: copied, assigned to, watched as a script writes them.

use super::shop::{ascii, find, open, sketched};
use super::stage::{Stage, member};
use super::text;
use crate::session::{Row, StepKind, ThreadCommand, TreeCommand};
use crate::tui::msg::{Cmd, Msg};
use crate::tui::rows;
use crate::tui::ui::Pane;
use crate::tui::update;
use crossterm::event::{KeyCode, KeyEvent};
use std::time::Duration;

/// The cursor on a member of the basket.
fn on(name: &str) -> Stage {
    let mut stage = sketched(ascii());
    let odd = vec![member("basket.odd", name, "Number", "5")];
    let list = vec![member("basket", "odd", "Object", "[object Object]")];
    stage.instance.members.insert("basket".to_owned(), (list, 1));
    stage.instance.members.insert("basket.odd".to_owned(), (odd, 1));
    let basket = find(&stage.screen.app, &["local", "basket"]).expect("there").id;
    stage.tree(basket, TreeCommand::Collapse);
    let next = (stage.instance.threads[1].clone(), stage.instance.variables.clone());
    stage.instance.steps.push_back(next);
    stage.thread(ThreadCommand::Step(StepKind::Over));
    stage.pass(Duration::from_secs(1));
    open(&mut stage, &["local", "basket", "odd"]);
    let member = find(&stage.screen.app, &["local", "basket", "odd", name]);
    let id = member.expect("the member").id;
    let app = &mut stage.screen.app;
    let at = rows::variables(app).iter().position(|row| *row == Row::Node(id)).expect("its row");
    app.ui.focus(Pane::Variables);
    app.ui.anchor = None;
    app.ui.list_mut(Pane::Variables).cursor = at;
    stage
}

fn press(stage: &mut Stage, key: char) -> Vec<Cmd> {
    update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char(key))))
}

const NAMES: [(&str, &str); 4] = [
    ("x-y", r#"basket.odd["x-y"]"#),
    ("a.b", r#"basket.odd["a.b"]"#),
    ("quo\"te", r#"basket.odd["quo\"te"]"#),
    ("", r#"basket.odd[""]"#),
];

#[test]
fn they_are_copied_as_an_expression() {
    for (name, expression) in NAMES {
        let mut stage = on(name);
        let copied = press(&mut stage, 'Y');
        let is_it = |cmd: &Cmd| matches!(cmd, Cmd::Copy(text) if text == expression);
        assert!(copied.iter().any(is_it), "{name}: {copied:?}");
    }
}

#[test]
fn an_assignment_is_prepared_that_the_engine_takes() {
    for (name, expression) in NAMES {
        let mut stage = on(name);
        press(&mut stage, 'i');
        let shown = text(&stage.screen, 120, 40);
        assert!(shown.contains(&format!("> {expression} = 5")), "{name}: {shown}");
    }
}

#[test]
fn the_watch_is_of_the_member() {
    for (name, expression) in NAMES {
        let mut stage = on(name);
        press(&mut stage, 'w');
        let last = stage.screen.app.session.watches().iter().last().map(|it| it.expression.clone());
        assert_eq!(last.as_deref(), Some(expression), "{name}");
    }
}
