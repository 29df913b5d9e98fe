//! Doing things in the demo: from a name to its meaning and back, into a chosen call, completion,
//! lines and texts of any script, what is said of a breakpoint at once.

use crate::testkit::terminal::{Size, Terminal};

fn halted(size: Size) -> (tempfile::TempDir, Terminal) {
    let home = tempfile::tempdir().expect("a folder");
    let terminal = Terminal::haltscope(size, home.path(), &["demo"], &[]);
    terminal.wait_for("a halt with its variables", |text| {
        text.contains("HALTED") && text.contains("[Product")
    });
    (home, terminal)
}

/// The bar says that the thread stands there.
fn stands(terminal: &Terminal, place: &str) {
    terminal.wait_for(place, |text| {
        let bar = text.lines().next().unwrap_or_default();
        bar.contains("HALTED") && bar.contains(place)
    });
}

#[test]
fn a_name_leads_to_its_function_and_back() {
    let (_home, terminal) = halted(Size::LARGE);
    terminal.press("\r");
    terminal.wait_for("the function's script", |text| {
        text.contains("[productHelpers.js") && text.contains("11/44")
    });
    stands(&terminal, "Product.js:14");
    terminal.press("\x0f");
    terminal.wait_for("the line where it began", |text| {
        text.contains("[Product.js") && text.contains("14/45")
    });
    terminal.press(":");
    terminal.wait_text("[Commands");
    terminal.press("4\r");
    terminal.wait_text("4/45");
    terminal.press("\r");
    terminal.wait_for("the script that line 4 requires", |text| {
        text.contains("[productHelpers.js") && text.contains("1/44")
    });
}

#[test]
fn one_of_several_calls_is_run_into() {
    let (_home, terminal) = halted(Size::LARGE);
    terminal.press("n");
    stands(&terminal, "Product.js:15");
    terminal.press("S");
    stands(&terminal, "productHelpers.js:");
    terminal.wait_text("detail()");
    // Without a call on the line it is a step into.
    terminal.press("f");
    stands(&terminal, "Product.js:");
}

#[test]
fn names_are_completed_by_what_the_server_tells() {
    let (_home, terminal) = halted(Size::SMALL);
    terminal.press("e");
    terminal.wait_text("[Eval");
    terminal.press("product.");
    terminal.wait_for("members with their types", |text| {
        text.contains("product.name ") && text.contains("product.brand ") && text.contains("string")
    });
    terminal.press("na\t");
    terminal.wait_text("> product.name");
    terminal.press("\r");
    terminal.press("6");
    terminal.wait_text("Heron Mug");
}

#[test]
fn requests_are_completed_by_the_controllers_on_disk() {
    let (_home, terminal) = halted(Size::SMALL);
    terminal.press("R");
    terminal.wait_text("[Request");
    terminal.press("cart-");
    terminal.wait_for("the routes of the controller", |text| {
        text.contains("Cart-Show") && text.contains("Cart-AddProduct")
    });
    terminal.press("\x15product-s");
    terminal.wait_text("Product-Show?pid=KM01001");
    terminal.press("\t");
    terminal.wait_text("URL    Product-Show?pid=KM01001");
}

#[test]
fn any_line_and_any_text_of_every_script_is_found() {
    let (_home, terminal) = halted(Size::SMALL);
    terminal.press(":");
    terminal.wait_text("[Commands");
    terminal.press("cart:33");
    terminal.wait_text("Enter go to line 33 of cart");
    terminal.press("\r");
    terminal.wait_for("that line", |text| text.contains("[Cart.js") && text.contains(" 33/"));
    terminal.press("\x07account:999\r");
    terminal.wait_text("Account.js has no line 999: its last is ");
    terminal.press(" /");
    terminal.wait_text("[Search every script");
    terminal.press("function addProductToCart\r");
    terminal.wait_for("two cartridges with it", |text| {
        text.contains("app_base/scripts/helpers/cartHelpers.js:25")
            && text.contains("app_brand/scripts/helpers/cartHelpers.js:9")
    });
    terminal.press("brand\r");
    terminal.wait_for("the chosen one", |text| {
        text.contains("[cartHelpers.js") && text.contains("app_brand") && text.contains(" 9/")
    });
}

#[test]
fn what_keeps_a_breakpoint_from_halting_is_said_at_once() {
    let (_home, terminal) = halted(Size::LARGE);
    terminal.press("jjjj");
    terminal.wait_text("18/45");
    terminal.press("b");
    terminal.wait_text("Product.js:18: line 18 begins no statement");
    terminal.wait_text("18 ◇");
    terminal.press("k");
    terminal.press("B");
    terminal.wait_text("[Breakpoint");
    terminal.press("qty >");
    terminal.wait_text("qty >: doesn't parse, so nothing halts");
}

#[test]
fn a_condition_is_tested_where_its_breakpoint_would_see_it() {
    let (_home, terminal) = halted(Size::LARGE);
    terminal.press("B");
    terminal.wait_text("[Breakpoint");
    terminal.press("product.name == 'Heron Mug'\x14");
    terminal.wait_text("is true here");
    terminal.press("\x1b");
    terminal.wait_for("no prompt", |text| !text.contains("[Breakpoint"));
    terminal.press(":");
    terminal.wait_text("[Commands");
    terminal.press("cart:30\r");
    terminal.wait_text("[Cart.js");
    terminal.press("B");
    terminal.wait_text("[Breakpoint");
    terminal.press("true\x14");
    terminal.wait_text("not tested: no frame of T1 is in the function around app_base/Cart.js:30");
}

#[test]
fn somebody_who_looks_elsewhere_is_called_back_by_a_halt() {
    let (_home, terminal) = halted(Size::SMALL);
    assert_eq!(terminal.written("\x1b]9;"), 0, "nobody looks elsewhere yet");
    terminal.wait_written("HALTED app_base/Product.js:14 - haltscope", 1);
    terminal.press("c");
    terminal.wait_text("WAITING");
    terminal.press("R");
    terminal.wait_text("[Request");
    terminal.press("Product-Show?pid=KM01001\r");
    terminal.press("\x1b[O");
    stands(&terminal, "Product.js:14");
    terminal.wait_written("\x1b]9;haltscope: T", 1);
    terminal.wait_written(" halted at app_base/Product.js:14\x07", 1);
}
