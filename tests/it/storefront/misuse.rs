//! What scripts are told when they call the platform with what it can't take, or name what isn't there.

use super::missing::log_of;
use super::{Browser, check, storefront};

/// What a script catches, with the place that it was thrown at.
const CAUGHT: &str = "exports.Run = function () { try { FAILING } catch (error) { response.writer.print(error + '\\n' + error.stack); } }; exports.Run.public = true;";

async fn caught(failing: &str, files: &[(&str, &str)]) -> String {
    let controller = CAUGHT.replace("FAILING", failing);
    let mut all = vec![("app/cartridge/controllers/Test.js", controller.as_str())];
    all.extend_from_slice(files);
    let page = Browser::of(&storefront(&all)).get("Test-Run").await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.body);
    page.body
}

#[tokio::test]
async fn what_a_function_can_t_take_is_named_with_what_it_needs() {
    check(
        "[function () { return require('dw/util/StringUtils').formatCalendar(new Date(), 'yyyy'); },\n\
          function () { return require('dw/util/StringUtils').formatMoney(5); },\n\
          function () { return require('dw/util/StringUtils').formatMoney(null); },\n\
          function () { return require('dw/system/Transaction').wrap('x'); }]\n\
         .forEach(function (call) { try { print(call()); } catch (error) { print(error); } });",
        &[
            "TypeError: StringUtils.formatCalendar needs a dw.util.Calendar, such as new Calendar(date), not [object Date]",
            "TypeError: StringUtils.formatMoney needs a dw.value.Money, not 5",
            "TypeError: StringUtils.formatMoney needs a dw.value.Money, not null",
            "TypeError: Transaction.wrap needs a function, not \"x\"",
        ],
    )
    .await;
}

#[tokio::test]
async fn a_document_that_can_t_be_read_is_named_with_the_place_of_its_fault() {
    let bad = [("app/cartridge/config/bad.json", "{\n\"a\": 1,}")];
    let told = caught("require('*/cartridge/config/bad.json');", &bad).await;
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "SyntaxError: /app/cartridge/config/bad.json can't be read as JSON: trailing comma at line 2 column 8",
            "    at /app/cartridge/config/bad.json:2:1",
        ]
    );
}

#[tokio::test]
async fn stacks_that_scripts_catch_have_the_frames_of_cartridges_alone() {
    for failing in [
        "require('dw/util/StringUtils').formatMoney(5);",
        "require('dw/system/Transaction').wrap(function () { throw new Error('own'); });",
        "require('dw/template/ISML').renderTemplate('part', {});",
    ] {
        let part =
            [("app/cartridge/templates/default/part.isml", "<p>\n<isinclude template=\"gone\"/>")];
        let told = caught(failing, &part).await;
        let frames: Vec<_> = told.lines().skip(1).collect();
        assert!(!frames.is_empty(), "{told}");
        for frame in frames {
            assert!(frame.contains("/app/cartridge/"), "{frame} in {told}");
        }
    }
}

#[tokio::test]
async fn a_template_that_isn_t_there_tells_where_it_was_looked_for() {
    let told = caught("require('dw/template/ISML').renderTemplate('a/b', {});", &[]).await;
    let expected = "Error: There is no template a/b in cartridge/templates/default of app";
    assert!(told.starts_with(expected), "{told}");
    assert!(told.contains("/app/cartridge/controllers/Test.js:1:"), "{told}");
}

/// The result of the call says no more than the error.
#[tokio::test]
async fn what_a_service_s_function_throws_is_told_in_the_log_with_its_place() {
    let log = log_of(
        "  var service = require('dw/svc/LocalServiceRegistry').createService('beans', {\n    \
         mockFull: function () {\n      return {}.getText();\n    }\n  });\n  service.setMock().call();",
    )
    .await;
    let told: Vec<_> = log.lines().filter(|line| line.contains("service.beans")).collect();
    let [line] = told.as_slice() else { panic!("one line, not {told:?} in\n{log}") };
    assert!(line.contains(" WARN "), "{line}");
    assert!(line.contains("at mockFull (/app/cartridge/controllers/Test.js:4:"), "{line}");
}
