//! Scripts that write XML as XML are halted, stepped and looked at like any other.

use super::debugger::halted;
use super::{Browser, storefront};
use crate::testkit::patience::{PATIENCE, evaluated};
use haltscope::script::{Breakpoint, Owner, Page, Step, ThreadState};

const ME: Owner = Owner(7);
const PATH: &str = "/app/cartridge/controllers/Test.js";
const SCRIPT: &str = "\
exports.Run = function () {
  var order = <order no={7}>
    <item id=\"a\">{1 + 1}</item>
  </order>;
  var items = order.item, total = 0;
  for each (var item in items) {
    total += Number(item);
  }
  response.writer.print(order.@no + ' ' + total);
};
exports.Run.public = true;";

#[tokio::test]
async fn breakpoints_steps_and_values_are_those_of_the_script() {
    let shop = storefront(&[("app/cartridge/controllers/Test.js", SCRIPT)]);
    let control = shop.engine().control();
    control.attach(ME);
    let breakpoint = Breakpoint {
        id: 1,
        path: PATH.to_owned(),
        line: 2,
        condition: Some("<a/>.b.length() == 0".to_owned()),
    };
    control.set_breakpoints(ME, vec![breakpoint]);
    let mut browser = Browser::of(&shop);
    let page = tokio::spawn(async move { browser.get("Test-Run").await.body });
    let mut thread = halted(&shop).await;
    let mut lines = Vec::new();
    while let ThreadState::Halted(halt) = &thread.state {
        lines.push(halt.stack[0].line);
        if halt.stack[0].line == 9 {
            break;
        }
        thread = control.step(thread.id, Step::Over, PATIENCE).await.expect("halted");
    }
    assert_eq!(lines, [2, 5, 6, 7, 9]);
    for (text, expected) in [
        ("order.@no", "7"),
        ("order..item.(@id == 'a')", "2"),
        ("order.item.@id == 'a'", "true"),
        ("<a b={total}/>.toXMLString()", "<a b=\"2\"/>"),
        ("order.function::item", "SyntaxError"),
    ] {
        let told = evaluated(control, thread.id, 0, text).await.expect("halted");
        assert!(told.contains(expected), "{text}: {told}");
    }
    let shown = control.variables(thread.id, 0, Page::ALL).await.expect("halted").members;
    let shown: Vec<_> =
        shown.iter().map(|it| format!("{}: {} = {}", it.name, it.type_name, it.value)).collect();
    assert!(shown.contains(&"items: XMLList = 2".to_owned()), "{shown:#?}");
    assert!(shown.iter().any(|it| it.starts_with("order: XML = <order no=\"7\">")), "{shown:#?}");
    assert!(!shown.iter().any(|it| it.contains("__")), "{shown:#?}");
    let parts =
        control.members(thread.id, 0, Some("order"), Page::ALL).await.expect("halted").members;
    let parts: Vec<_> = parts.iter().map(|it| format!("{} {}", it.name, it.value)).collect();
    assert_eq!(parts, ["[0] @no = 7", "[1] item = 2"]);
    control.resume(thread.id).expect("halted");
    assert_eq!(page.await.expect("a page"), "7 2");
}

#[tokio::test]
async fn what_no_one_can_read_is_named_with_its_line() {
    for (line, expected) in [
        ("var a = <a><b></a>;", "E4X"),
        ("var a = b.function::c;", "E4X"),
        ("var a = new XML('<a>');", "no XML"),
    ] {
        let script =
            format!("exports.Run = function () {{\n\n{line}\n}};\nexports.Run.public = true;");
        let page = Browser::of(&storefront(&[("app/cartridge/controllers/Test.js", &script)]))
            .get("Test-Run")
            .await;
        page.shows(expected).shows(&format!("{PATH}:3"));
    }
}
