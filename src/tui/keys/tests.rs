use super::table::Table;
use super::*;
use crate::session::{StepKind, Time};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::BTreeSet;
use std::time::Duration;

fn own(rows: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
    rows.iter().map(|(name, list)| ((*name).to_owned(), keys(list))).collect()
}

fn refused(rows: &[(&str, &[&str])]) -> String {
    Keymap::load(Preset::Default, &own(rows)).expect_err("refused").to_string()
}

fn keys_of(preset: Preset, action: Action) -> String {
    let keymap = Keymap::load(preset, &BTreeMap::new()).expect("a preset");
    keymap.entry(action).expect("in the table").keys_text()
}

#[test]
fn the_table_names_every_action_once_and_nothing_else() {
    let table = Table::embedded().expect("readable");
    let all: BTreeSet<&str> = Action::ALL.iter().map(|action| action.name()).collect();
    assert_eq!(table.names().collect::<BTreeSet<_>>(), all);
    let entries: Vec<Action> =
        Keymap::default().entries().iter().map(|entry| entry.action).collect();
    assert_eq!(entries.len(), Action::ALL.len());
    assert_eq!(entries, Action::ALL);
}

#[test]
fn every_preset_has_the_keys_of_the_design() {
    let expected = [
        (Action::Continue, ["c, F5", "c, F5", "c, F9", "c"]),
        (Action::StepOver, ["n, F10", "n, F10", "n, F8", "n"]),
        (Action::StepInto, ["s, F11, F7", "s, F11", "s, F7", "s"]),
        (Action::StepOut, ["f, o, S-F11", "f, o, S-F11", "f, o, S-F8", "f, o"]),
        (Action::RunToCursor, ["t, C-F10", "t, C-F10", "t, A-F9", "t"]),
        (Action::ToggleBreakpoint, ["b, F9", "b, F9", "b, C-F8", "b"]),
        (Action::EditBreakpoint, ["B, S-F9", "B, S-F9", "B, C-S-F8", "B"]),
        (Action::StopThread, ["X, S-F5", "X, S-F5", "X, C-F2", "X"]),
        (Action::Help, ["?, F1", "?, F1", "?, F1", "?, F1"]),
        (Action::Variables, ["1", "1", "1", "1, v"]),
        (Action::Stack, ["3", "3", "3", "3, w"]),
        (Action::WatchSelected, ["w", "w", "w", "a"]),
        (Action::SwitchBreakpoint, ["-", "-", "-", "-"]),
        (Action::Files, ["Ctrl-p, Space f"; 4]),
        (Action::Suspend, ["Ctrl-z"; 4]),
        (Action::PreviousPane, ["Shift-Tab"; 4]),
    ];
    for (action, by_preset) in expected {
        for (preset, keys) in Preset::ALL.into_iter().zip(by_preset) {
            assert_eq!(keys_of(preset, action), keys, "{} in {preset:?}", action.name());
        }
    }
}

#[test]
fn gdb_has_no_function_key_but_f1_and_no_action_has_only_function_keys() {
    for preset in Preset::ALL {
        let keymap = Keymap::load(preset, &BTreeMap::new()).expect("a preset");
        for entry in keymap.entries() {
            let by_function_key =
                entry.keys.iter().filter(|keys| keys.chords()[0].is_function_key()).count();
            let name = entry.action.name();
            assert!(entry.keys.is_empty() || by_function_key < entry.keys.len(), "{name}");
            if preset == Preset::Gdb && entry.action != Action::Help {
                assert_eq!(by_function_key, 0, "{name}");
            }
        }
    }
}

#[test]
fn the_running_letters_mean_the_same_in_every_pane() {
    let keymap = Keymap::default();
    for letter in ["c", "n", "s", "f", "o", "t", "b", "u", "d", "e"] {
        let chord = [Chord::parse(letter).expect("a key")];
        let meant: BTreeSet<String> =
            Pane::ALL.iter().map(|pane| format!("{:?}", keymap.lookup(&chord, *pane))).collect();
        assert_eq!(meant.len(), 1, "{letter}: {meant:?}");
    }
}

#[test]
fn conflicts_are_refused_with_both_names() {
    let zoom = refused(&[("zoom", &["c"])]);
    assert_eq!(zoom, "the key c is given to both \"continue\" and \"zoom\"");
    let pane_verb = refused(&[("zoom", &["m"])]);
    assert_eq!(pane_verb, "the key m is given to both \"more\" and \"zoom\"");
    let hidden = refused(&[("zoom", &["c x"])]);
    assert_eq!(hidden, "the key c x of \"zoom\" could never be reached: c is \"continue\"");
}

#[test]
fn what_no_terminal_can_tell_apart_and_unknown_names_are_refused() {
    let tab = refused(&[("zoom", &["ctrl-i"])]);
    assert_eq!(tab, "a key of \"zoom\": \"ctrl-i\" reaches programs as Tab");
    assert_eq!(refused(&[("zoom", &["hyper"])]), "a key of \"zoom\": \"hyper\" names no key");
    let name = refused(&[("step-ovr", &["x"])]);
    assert_eq!(name, "there is no action \"step-ovr\"; did you mean \"step over\"?");
    assert_eq!(refused(&[("frobnicate it", &["x"])]), "there is no action \"frobnicate it\"");
}

#[test]
fn own_keys_take_the_place_of_the_presets() {
    let keymap = Keymap::load(Preset::Default, &own(&[("zoom", &["ctrl-x", "Z"])])).expect("free");
    assert_eq!(keymap.entry(Action::Zoom).expect("zoom").keys_text(), "Ctrl-x, Z");
    let old = [Chord::parse("z").expect("a key")];
    assert_eq!(keymap.lookup(&old, Pane::Source), Lookup::Nothing);
}

#[test]
fn a_terminal_may_report_shift_or_not() {
    let of = |code, modifiers| Chord::of(KeyEvent::new(code, modifiers)).to_string();
    assert_eq!(of(KeyCode::Char('?'), KeyModifiers::SHIFT), "?");
    assert_eq!(of(KeyCode::Char('?'), KeyModifiers::NONE), "?");
    assert_eq!(of(KeyCode::Char('C'), KeyModifiers::NONE), "C");
    assert_eq!(of(KeyCode::Char('c'), KeyModifiers::SHIFT), "C");
    assert_eq!(of(KeyCode::Tab, KeyModifiers::SHIFT), "Shift-Tab");
    assert_eq!(of(KeyCode::BackTab, KeyModifiers::NONE), "Shift-Tab");
    assert_eq!(of(KeyCode::F(11), KeyModifiers::SHIFT), "S-F11");
    assert_eq!(of(KeyCode::Char('p'), KeyModifiers::CONTROL), "Ctrl-p");
    for text in ["c", "C", "-", "space", "ctrl-p", "shift-f11", "C-S-F8", "#", "esc", "backtab"] {
        let chord = Chord::parse(text).expect(text);
        assert_eq!(Chord::parse(&chord.to_string()).unwrap_or(chord), chord, "{text}");
    }
}

fn press_all(keys: &str, pending: &mut Pending) -> Vec<Press> {
    let keymap = Keymap::default();
    let press = |key| {
        let chord = Chord::parse(key).expect(key);
        pending.press(chord, &keymap, Pane::Source, Time::START)
    };
    keys.split(' ').map(press).collect()
}

#[test]
fn keys_follow_one_another() {
    let check = |keys: &str, expected: &[Press]| {
        assert_eq!(press_all(keys, &mut Pending::default()), expected, "{keys}");
    };
    check("n", &[Press::Act(Action::StepOver)]);
    check("space f", &[Press::Wait, Press::Act(Action::Files)]);
    check("space esc n", &[Press::Wait, Press::Wait, Press::Act(Action::StepOver)]);
    check("space c", &[Press::Wait, Press::Act(Action::RequestCancel)]);
    check("r 5 n", &[Press::Wait, Press::Wait, Press::Repeat(StepKind::Over, 5)]);
    check("r s", &[Press::Wait, Press::Repeat(StepKind::Into, 1)]);
    check("r 1 2 o", &[Press::Wait, Press::Wait, Press::Wait, Press::Repeat(StepKind::Out, 12)]);
    check("r 5 c c", &[Press::Wait, Press::Wait, Press::NoStep, Press::Act(Action::Continue)]);
    check("5", &[Press::Act(Action::Breakpoints)]);
    check("x", &[Press::Unknown]);
}

#[test]
fn the_menu_waits_for_a_moment() {
    let mut pending = Pending::default();
    assert_eq!(pending.menu_at(), None);
    press_all("space", &mut pending);
    assert_eq!(pending.menu_at(), Some(Time::START + Duration::from_millis(400)));
    let keymap = Keymap::default();
    let following: Vec<String> =
        keymap.following(pending.chords()).iter().map(|(chord, _)| chord.to_string()).collect();
    assert!(following.contains(&"f".to_owned()), "{following:?}");
}

#[test]
fn hints_have_the_keys_of_the_preset() {
    let line = |keymap: &Keymap, place: &str| {
        let text = |hint: Hint| {
            let keys: Vec<String> = hint.keys.into_iter().map(|(_, key)| key).collect();
            let function_key = hint.function_key.map(|key| format!("/{key}")).unwrap_or_default();
            format!("{}{function_key} {}", keys.join(&hint.between), hint.words)
        };
        keymap.hints(place).into_iter().map(text).collect::<Vec<_>>().join("  ")
    };
    let keymap = Keymap::default();
    let halted = line(&keymap, "halted");
    assert!(halted.starts_with("c/F5 continue  n/F10 over  s/F11 into  f/S-F11 out"), "{halted}");
    assert!(halted.contains("u/d frame  [ ] history"), "{halted}");
    assert_eq!(line(&keymap, "end"), ": commands  ? help");
    let gdb = Keymap::load(Preset::Gdb, &BTreeMap::new()).expect("gdb");
    assert!(line(&gdb, "halted").starts_with("c continue  n over"), "{}", line(&gdb, "halted"));
    assert_eq!(line(&keymap, "no such place"), "");
}

#[test]
fn every_state_and_every_pane_has_hints() {
    let keymap = Keymap::default();
    let states = [
        "halted",
        "moving",
        "waiting",
        "history",
        "replay",
        "connecting",
        "in-use",
        "not-configured",
        "offline",
        "refused",
        "disabled",
    ];
    let panes = Pane::ALL.map(|pane| match pane {
        Pane::History => "history-pane".to_owned(),
        pane => pane.title().to_lowercase(),
    });
    for place in states.into_iter().chain(panes.iter().map(String::as_str)) {
        assert!(keymap.hints(place).len() > 2, "{place}");
    }
}

#[test]
fn what_only_one_pane_can_do_stands_among_its_verbs() {
    let keymap = Keymap::default();
    for entry in keymap.entries().iter().filter(|entry| (1..=2).contains(&entry.panes.len())) {
        for pane in &entry.panes {
            let place = match pane {
                Pane::History => "history-pane".to_owned(),
                pane => pane.title().to_lowercase(),
            };
            let hints = keymap.hints(&place);
            let is_it = |hint: &Hint| hint.keys.iter().any(|(action, _)| *action == entry.action);
            assert!(hints.iter().any(is_it), "{} in {place}", entry.action.name());
        }
    }
}
