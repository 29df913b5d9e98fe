//! What `haltscope sandbox --check` says of the files that a cartridge is made of.

use haltscope::sandbox::storefront::{Looked, check};
use haltscope::script::{Cartridges, Files};

/// `file:line: what` of all findings.
async fn told(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    let cartridges = Cartridges::new().with("app_x", Files::memory(files));
    let Looked { findings, .. } = check(&cartridges).await.expect("it is looked at");
    findings
        .into_iter()
        .map(|it| format!("{}:{}: {}", it.file.display(), it.line, it.what))
        .collect()
}

#[tokio::test]
async fn each_fault_is_named_with_its_file_and_line() {
    let found = told(&[
        ("package.json", "{\"hooks\": \"./hooks.json\",\n\"caches\": \"./caches.json\"}"),
        (
            "hooks.json",
            "{\"hooks\": [{\"name\": \"a.b\", \"script\": \"./cartridge/scripts/gone.js\"},\n\
             {\"name\": \"dw.order.calculate\", \"script\": \"./cartridge/scripts/h.js\"},\n\
             {\"name\": \"a.c\", \"script\": \"./cartridge/scripts/h.js\"}]}",
        ),
        ("caches.json", "{\"caches\": [{\"id\": \"m\"}\n"),
        ("cartridge/scripts/h.js", "exports.other = function () {};"),
        ("cartridge/controllers/T.js", "\nrequire('*/cartridge/config/bad.json');"),
        ("cartridge/config/bad.json", "{\n\"a\": 1,}"),
        ("cartridge/config/unused.json", "{"),
        (
            "cartridge/experience/components/c/one.json",
            "{\"attribute_definition_groups\": [{\"attribute_definitions\": [\n{\"id\": \"h\", \"type\": \"strng\"}]}]}",
        ),
        (
            "cartridge/forms/default/f.xml",
            "<form>\n<field formid=\"x\" type=\"strng\"/>\n<include formid=\"g\" name=\"nope\"/></form>",
        ),
        (
            "cartridge/templates/default/t.isml",
            "<isinclude template=\"no/such\"/>\n<isfoo a=\"1\"/>\n<isprint value=\"${1}\" encodng=\"off\"/>\n\
             <isbar b=\"2\"/><isinclude template=\"/part/bar.isml\"/><isinclude template=\"${pdict.any}\"/>\n\
             <isdecorate template=\"application/MenuFrame\"><isinclude template=\"inc/Modules.isml\"/><isinclude template=\"inc/Breadcrumb\"/><isbreadcrumb name1=\"b\"/><isinputfield formfield=\"${pdict.f}\"/></isdecorate>",
        ),
        (
            "cartridge/templates/de/part/bar.isml",
            "<ismodule template=\"part/bar\" name=\"bar\" attribute=\"b\"/>",
        ),
        (
            "steptypes.json",
            "{\"step-types\": {\"script-module-step\": [{\"@type-id\": \"custom.X\", \"module\": \"app_x/cartridge/scripts/h.js\",\n\"function\": \"go\"}]}}",
        ),
    ])
    .await;
    let expected = [
        "caches.json:2: it doesn't list caches: EOF while parsing a list at line 2 column 0",
        "cartridge/config/bad.json:2: it can't be read: trailing comma at line 2 column 8",
        "cartridge/experience/components/c/one.json:1: no cartridge has the script that renders it, cartridge/experience/components/c/one.js",
        "cartridge/experience/components/c/one.json:2: h: strng is no type of an attribute (did you mean string?): boolean, category, cms_record, custom, enum, file, image, integer, markup, page, product, string, text, url",
        "cartridge/forms/default/f.xml:2: strng is no type of a field: string, integer, number, boolean, date",
        "cartridge/forms/default/f.xml:3: there is no form nope: no cartridge has cartridge/forms/default/nope.xml",
        "cartridge/templates/default/t.isml:1: there is no template no/such: no cartridge has cartridge/templates/default/no/such.isml",
        "cartridge/templates/default/t.isml:2: <isfoo> is no tag: no <ismodule> of the cartridges defines it",
        "cartridge/templates/default/t.isml:3: <isprint> has no attribute encodng: did you mean encoding?",
        "hooks.json:1: the hook script /app_x/cartridge/scripts/gone.js isn't there",
        "hooks.json:2: dw.order.calculate: /app_x/cartridge/scripts/h.js exports no function calculate",
        "steptypes.json:1: custom.X: /app_x/cartridge/scripts/h.js exports no function go",
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn lists_that_a_package_names_and_nobody_has_are_faults_of_the_package() {
    let package =
        "{\"name\": \"app_x\",\n\"hooks\": \"./gone.json\",\n\"caches\": \"../../out.json\"}";
    assert_eq!(
        told(&[("package.json", package)]).await,
        [
            "package.json:2: its \"hooks\" names /app_x/gone.json, which isn't there",
            "package.json:3: its \"caches\", ../../out.json, leads out of the cartridges",
        ]
    );
    assert_eq!(
        told(&[("package.json", "{\n\"hooks\": ,}")]).await,
        ["package.json:2: it can't be read: expected value at line 2 column 10"]
    );
    assert_eq!(told(&[("package.json", "{\"name\": \"app_x\"}")]).await, [""; 0]);
}
