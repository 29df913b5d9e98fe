//! An exported history on the screen: the same keys, nothing to be stepped, no instance.

use crate::testkit::cartridge;
use crate::testkit::terminal::{Size, Terminal};
use serde_json::json;
use std::path::Path;

const SCRIPT: &str = "/app_shop/cartridge/controllers/Cart.js";

/// A checkout and the export of two halts in it.
fn recorded(home: &Path) {
    let source = "'use strict';\nfunction add(item) {\n    item.qty += 1;\n    return item;\n}\n";
    cartridge::write(&home.join("shop"), SCRIPT, source);
    let halt = |number: u64, line: u32, quantity: u32| {
        let entry = |path: &str, type_name: &str, value: &str| json!({"scope": "local", "path": path, "type": type_name, "value": value});
        let quantity = quantity.to_string();
        json!({
            "number": number, "thread": 7, "at": 1_795_000_000_000_u64 + number, "how": "over",
            "call_stack": [
                {"function_name": "add()", "line_number": line, "script_path": SCRIPT},
                {"function_name": "onAdd()", "line_number": 5, "script_path": SCRIPT},
            ],
            "outer_frames": [{"frame": 1, "variables": [entry("wanted", "number", &quantity)]}],
            "variables": [entry("item", "Object", "[object Object]"), entry("item.qty", "number", &quantity)],
            "watches": [{"expression": "item.qty * 2", "value": "twice of it"}],
            "console": [{"expression": "item", "value": "asked then"}],
        })
        .to_string()
    };
    let text = format!("{}\n{}\n", halt(3, 3, 1), halt(4, 4, 2));
    std::fs::write(home.join("halts.jsonl"), text).expect("an export");
}

fn replayed(home: &Path, size: Size) -> Terminal {
    recorded(home);
    let (file, shop) = (home.join("halts.jsonl"), home.join("shop"));
    let [file, shop] = [&file, &shop].map(|path| path.to_str().expect("UTF-8"));
    Terminal::haltscope(size, home, &["replay", file, "--cartridges", shop], &[])
}

#[test]
fn recorded_halts_are_walked_with_the_same_keys() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = replayed(home.path(), Size::LARGE);
    terminal.wait_for("the newest halt with its source and values", |text| {
        let bar = text.lines().next().unwrap_or_default();
        bar.contains("HISTORY  2/2 of halts.jsonl, read only")
            && text.contains("item.qty += 1;")
            && text.contains("{qty: 2}")
    });
    terminal.wait_text("twice of it");
    terminal.wait_text("asked then");
    terminal.press("1jl");
    terminal.wait_for("the change against the halt before", |text| text.contains("(was 1)"));
    terminal.press("[");
    terminal.wait_text("1/2 of halts.jsonl");
    terminal.wait_text("{qty: 1}");
    terminal.press("[");
    terminal.wait_text("there is no earlier halt");
    terminal.press("]]");
    terminal.wait_text("there is no later halt");
    for refused in ["n", "b", "e", "R", "\x06"] {
        terminal.press(refused);
        terminal.wait_text("halts.jsonl is a recording, read only");
        terminal.press("j");
        terminal.wait_for("the next key", |text| !text.contains("is a recording"));
    }
    terminal.press("u");
    terminal.wait_for("the caller's line, marked as one, and its variables", |text| {
        let bar = text.lines().next().unwrap_or_default();
        let is_marked = text.lines().any(|row| row.contains('▷') && row.contains('5'));
        bar.contains("2/2 #1 of halts.jsonl") && is_marked && text.contains("wanted")
    });
    terminal.press("d");
    terminal.wait_text("HISTORY  2/2 of halts.jsonl");
    terminal.press("7j=");
    terminal.wait_text("1 value differs between halts 3 and 4");
    terminal.press("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn a_recording_fits_a_small_screen_and_needs_no_cartridges() {
    let home = tempfile::tempdir().expect("a folder");
    recorded(home.path());
    let file = home.path().join("halts.jsonl");
    let file = file.to_str().expect("UTF-8");
    let nowhere = home.path().to_str().expect("UTF-8");
    let arguments = ["replay", file, "--cartridges", nowhere, "--ascii"];
    let terminal = Terminal::haltscope(Size::SMALL, home.path(), &arguments, &[]);
    terminal.wait_text("2/2 of halts.jsonl");
    terminal.wait_text("{qty: 2}");
}
