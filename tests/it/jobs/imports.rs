//! Steps of the platform's own that import the files of a folder, and those that write such files.

use super::stand::{Works, step, told};
use serde_json::{Value, json};

/// What may stand in a parameter.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A step that writes a file below `IMPEX/src`.
fn write(path: &str, text: &str) -> String {
    step(&format!("Write {path}"), "custom.Write", &[("Path", path), ("Text", &escaped(text))], "")
}

/// A step whose message is what a script finds.
fn look(id: &str, script: &str) -> String {
    step(id, "custom.Look", &[("Script", &escaped(script))], "")
}

/// An import that the job goes on behind, however it ends.
fn import(id: &str, type_id: &str, parameters: &[(&str, &str)]) -> String {
    step(id, type_id, parameters, "<on-exit status=\"*\"><continue/></on-exit>")
}

fn flow(site: &str, steps: &[String]) -> String {
    format!("<flow><context site-id=\"{site}\"/>{}</flow>", steps.concat())
}

async fn ran(flows: &[String]) -> (Works, Value) {
    let works = Works::start(&format!("<job job-id=\"J\">{}</job>", flows.concat())).await;
    let execution = works.run("J", json!({})).await;
    (works, execution)
}

/// The lines of the steps with those names, without the first words.
fn of(execution: &Value, ids: &[&str]) -> Vec<String> {
    let all = told(execution);
    let line = |id: &&str| {
        let found = all.iter().find(|line| line.starts_with(&format!("{id} ")));
        found.unwrap_or_else(|| panic!("no {id}: {all:?}"))[id.len() + 1..].to_owned()
    };
    ids.iter().map(line).collect()
}

const PRODUCT: &str = "(function () { var p = require('dw/catalog/ProductMgr').getProduct('KM01001-01'); \
    var n = require('dw/catalog/ProductMgr').getProduct('NEW'); \
    return [p && p.name, n && n.name, n && n.custom.lidded].join(); })()";
const CATALOG: &str = "<catalog xmlns=\"http://www.demandware.com/xml/impex/catalog/2006-10-31\" catalog-id=\"fern-and-flint\">";

#[tokio::test]
async fn a_catalogue_is_changed_for_all_sites_and_its_files_are_put_away() {
    let first = format!(
        "{CATALOG}<product product-id=\"KM01001-01\"><display-name xml:lang=\"x-default\">Changed</display-name></product>\
         <product product-id=\"NEW\"><display-name xml:lang=\"x-default\">New</display-name><nonsense/>\
         <custom-attributes><custom-attribute attribute-id=\"lidded\">true</custom-attribute></custom-attributes></product></catalog>"
    );
    let second = format!(
        "{CATALOG}<product product-id=\"NEW\"><display-name xml:lang=\"x-default\">Newer</display-name></product></catalog>"
    );
    let files = [
        write("feeds/cat-2.xml", &second),
        write("feeds/cat-1.xml", &first),
        write("feeds/other.xml", "<catalog"),
        look("Before", PRODUCT),
    ];
    let folder =
        [("WorkingFolder", "/feeds/"), ("FileNamePattern", "cat-.*xml"), ("ArchiveFolder", "done")];
    let again = [("WorkingFolder", "feeds"), ("FileNamePattern", "^cat.*")];
    let imports = [
        import("Import", "ImportCatalog", &folder),
        import("Nothing", "ImportCatalog", &again),
        import("Bad", "ImportCatalog", &[("FileNamePattern", "*.xml")]),
    ];
    let list = "new (require('dw/io/File'))('/IMPEX/done').list().sort().join()";
    let after = [look("After", PRODUCT), look("Files", list)];
    let (works, execution) = ran(&[
        flow("Second", &files),
        flow("Sites", &imports),
        flow("Storefront", &after),
        flow("Second", &[look("There", PRODUCT)]),
    ])
    .await;
    let lines = of(&execution, &["Before", "Import", "Nothing", "Bad", "After", "Files", "There"]);
    let name =
        lines[0].strip_prefix("Second OK ").expect("a name").split(',').next().expect("a name");
    assert!(!name.is_empty() && name != "Changed", "{lines:?}");
    assert_eq!(
        lines[1..],
        [
            "Organization OK 2 imported",
            "Organization NO_FILES_FOUND no files to import in /IMPEX/src/feeds",
            "Organization ERROR the parameter FileNamePattern is \"*.xml\", which can't be read as a regular expression: repetition operator missing expression",
            "Storefront OK Changed,Newer,true",
            "Storefront OK cat-1.xml,cat-2.xml",
            "Second OK Changed,Newer,true",
        ]
    );
    let log = works.own("GET", "/jobs/executions/1/log", None).await.ok(200);
    let log = log["log"].as_str().expect("a text");
    for part in [
        "INFO  Import: /IMPEX/src/feeds/cat-1.xml: 1 made, 1 changed",
        "WARN  Import: /IMPEX/src/feeds/cat-1.xml: left out: <nonsense> in <product> (1, line 1)",
        "INFO  Import: /IMPEX/src/feeds/cat-2.xml is now /IMPEX/done/cat-2.xml",
        "INFO  After: [look.jobs] found Changed,Newer,true",
        "ERROR Bad: ended with ERROR: the parameter FileNamePattern",
        "INFO  the job ended with OK",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert_eq!(works.own("GET", "/jobs/executions/9/log", None).await.status, 404);
    // Snapshots have what imports have brought.
    works.own("POST", "/snapshots", Some(json!({"name": "later"}))).await.ok(201);
    for (verb, path, found) in [
        ("POST", "/reset", format!("{name},,")),
        ("POST", "/snapshots/later/restore", "Changed,Newer,true".to_owned()),
    ] {
        works.own(verb, path, None).await.ok(200);
        let look = json!({"step_type": "custom.Look", "parameters": {"Script": PRODUCT}});
        let begun = works.own("POST", "/jobs/executions", Some(look)).await.ok(202);
        let ended = works.ended(begun["id"].as_str().expect("an ID")).await;
        assert_eq!(told(&ended), [format!("custom.Look Storefront OK {found}")], "{path}");
    }
}

#[tokio::test]
async fn a_file_that_is_wrong_changes_nothing_and_stays_if_that_is_an_error() {
    let broken = format!("{CATALOG}<product product-id=\"NEW\"/>\n<product product-id=\"X\">");
    let prices = "<pricebooks><pricebook><header pricebook-id=\"fern-and-flint-list\"/></pricebook></pricebooks>";
    let files =
        [write("a/broken.xml", &broken), write("a/z.xml", prices), write("b/broken.xml", &broken)];
    let import = |id: &str, folder: &str, more: &[(&str, &str)]| {
        import(id, "ImportCatalog", &[&[("WorkingFolder", folder)], more].concat())
    };
    let imports = [
        import("Warn", "a", &[("AfterImportFileHandling", "Delete")]),
        import(
            "Error",
            "b",
            &[("ImportFailedHandling", "ERROR"), ("AfterImportFileHandling", "Delete")],
        ),
        import("Empty", "c", &[("NoFilesFoundHandling", "ERROR")]),
    ];
    let list = "['a', 'b'].map(function (it) { return new (require('dw/io/File'))('/IMPEX/src/' + it).list().join(); }).join(';')";
    let after = [look("Product", PRODUCT), look("Files", list)];
    let (_works, execution) =
        ran(&[flow("Storefront", &files), flow("Sites", &imports), flow("Storefront", &after)])
            .await;
    let lines = of(&execution, &["Warn", "Error", "Empty", "Product", "Files"]);
    assert!(
        lines[0].starts_with("Organization WARN /IMPEX/src/a/broken.xml: line 2: "),
        "{lines:?}"
    );
    assert!(
        lines[1].starts_with("Organization ERROR /IMPEX/src/b/broken.xml: line 2: "),
        "{lines:?}"
    );
    assert_eq!(lines[2], "Organization ERROR no files to import in /IMPEX/src/c");
    assert!(lines[3].ends_with(",,"), "{lines:?}");
    assert_eq!(lines[4], "Storefront OK ;broken.xml");
}

#[tokio::test]
async fn prices_and_stock_come_in_their_modes_and_take_the_place_of_what_scripts_have_set() {
    let list = |mode: &str, records: &str| {
        format!(
            "<inventory><inventory-list><header list-id=\"fern-and-flint\"/><records>{records}</records></inventory-list></inventory>{mode}"
        )
    };
    let record = |id: &str, pieces: u32| {
        format!("<record product-id=\"{id}\"><allocation>{pieces}</allocation></record>")
    };
    let prices = "<pricebooks><pricebook><header pricebook-id=\"fern-and-flint-list\"><currency>EUR</currency></header><price-tables>\
        <price-table product-id=\"KM01001\"><amount quantity=\"1\">99.00</amount></price-table></price-tables></pricebook></pricebooks>";
    let stock = "['KM01001-01', 'KM01001-02', 'KM01002-01'].map(function (id) { \
        var r = require('dw/catalog/ProductInventoryMgr').getInventoryList().getRecord(id); return r && r.ATS.value; }).join()";
    let set = "require('dw/catalog/ProductInventoryMgr').getInventoryList().getRecord('KM01001-01').setAllocation(5)";
    let price = "['KM01001-01', 'KM01002-01'].map(function (id) { \
        return require('dw/catalog/ProductMgr').getProduct(id).priceModel.getPriceBookPrice('fern-and-flint-list').value; }).join()";
    let files = [
        write("merge/a.xml", &list("", &record("KM01001-01", 70))),
        write("delete/a.xml", &list("", "<record product-id=\"KM01001-02\"/>")),
        write("replace/a.xml", &list("", &record("KM01002-01", 8))),
        write("prices/a.xml", prices),
        look("Set", &format!("{set}; {stock}")),
    ];
    let import = |id: &str, folder: &str, mode: &str, type_id: &str| {
        import(id, type_id, &[("WorkingFolder", folder), ("ImportMode", mode)])
    };
    let stocks = "ImportInventoryLists";
    let seen = |id: &str, script: &str| flow("Storefront", &[look(id, script)]);
    let organization = |step: String| flow("Sites", &[step]);
    let (_works, execution) = ran(&[
        flow("Storefront", &files),
        organization(import("Merge", "merge", "Merge", stocks)),
        seen("Merged", stock),
        organization(import("Delete", "delete", "Delete", stocks)),
        seen("Deleted", stock),
        organization(import("Replace", "replace", "Replace", stocks)),
        seen("Replaced", stock),
        seen("Cheap", price),
        organization(import("Prices", "prices", "Merge", "ImportPriceBook")),
        seen("Dear", price),
        organization(import("AllPrices", "prices", "Replace", "ImportPriceBook")),
    ])
    .await;
    let lines = of(&execution, &["Set", "Merged", "Deleted", "Replaced", "Cheap", "Dear"]);
    let found =
        lines.iter().map(|line| line.trim_start_matches("Storefront OK ")).collect::<Vec<_>>();
    assert_eq!(found, ["5,2,36", "70,2,36", "70,,36", ",,8", "14.5,18.9", "99,18.9"]);
}

#[tokio::test]
async fn stores_custom_objects_customers_and_content_go_where_scripts_find_them() {
    let stores = "<stores><store store-id=\"moon\"><name>On the moon</name><city>Mare</city></store></stores>";
    let objects = "<custom-objects><custom-object type-id=\"Note\" object-id=\"own\"><object-attribute attribute-id=\"text\">of the file</object-attribute></custom-object>\
        <custom-object type-id=\"Note\" object-id=\"old\" mode=\"delete\"/></custom-objects>";
    let customers = "<customers><customer customer-no=\"77\"><credentials><login>ada@example.test</login></credentials>\
        <profile><first-name>Ada</first-name></profile></customer></customers>";
    let more = "<customers><customer customer-no=\"77\"><profile><last-name>Byron</last-name></profile></customer></customers>";
    let content = "<library><content content-id=\"moon\"><display-name xml:lang=\"x-default\">The moon</display-name>\
        <online-flag>true</online-flag></content></library>";
    let files = [
        write("stores.xml", stores),
        write("objects.xml", objects),
        write("customers-1.xml", customers),
        write("customers-2.xml", more),
        write("content.xml", content),
        look(
            "Note",
            "CustomObjectMgr.createCustomObject('Note', 'old').custom.text = 'of a script'",
        ),
    ];
    let import = |type_id: &str, pattern: &str, mode: &str| {
        import(
            type_id,
            type_id,
            &[
                ("FileNamePattern", pattern),
                ("ImportMode", mode),
                ("AfterImportFileHandling", "Archive Zipped"),
            ],
        )
    };
    let imports = [
        import("ImportStores", "stores.xml", "Merge"),
        import("ImportCustomObjects", "objects.xml", "Merge"),
        import("ImportCustomers", "customers.*", "Merge"),
        import("ImportContent", "content.xml", "Merge"),
    ];
    let moon = "require('dw/catalog/StoreMgr').getStore('moon')";
    let after = [
        look("Store", &format!("{moon}.name + ' ' + {moon}.city")),
        look(
            "Objects",
            "[CustomObjectMgr.getCustomObject('Note', 'own').custom.text, CustomObjectMgr.getCustomObject('Note', 'old')].join()",
        ),
        look(
            "Customer",
            "(function (it) { return [it.firstName, it.lastName, it.customerNo].join(); })(require('dw/customer/CustomerMgr').getCustomerByCustomerNumber('77').profile)",
        ),
        look("Content", "require('dw/content/ContentMgr').getContent('moon').name"),
        look("Files", "new (require('dw/io/File'))('/IMPEX/archive').list().sort().join()"),
    ];
    let (_works, execution) = ran(&[
        flow("Storefront", &[files.as_slice(), imports.as_slice(), after.as_slice()].concat()),
        flow("Second", &[look("Elsewhere", &format!("String({moon})"))]),
    ])
    .await;
    let lines = of(&execution, &["Store", "Objects", "Customer", "Content", "Files", "Elsewhere"]);
    assert_eq!(
        lines,
        [
            "Storefront OK On the moon Mare",
            "Storefront OK of the file,",
            "Storefront OK Ada,Byron,77",
            "Storefront OK The moon",
            "Storefront OK content.xml.zip,customers-1.xml.zip,customers-2.xml.zip,objects.xml.zip,stores.xml.zip",
            "Second OK null",
        ]
    );
}

#[tokio::test]
async fn what_is_exported_has_what_scripts_have_set_and_is_read_back() {
    let set = "(function () { var Mgr = require('dw/catalog/ProductMgr'); Mgr.getProduct('KM01001-01').custom.note = 'by a script'; \
        require('dw/catalog/ProductInventoryMgr').getInventoryList().getRecord('KM01001-01').setAllocation(5); })()";
    let read = |file: &str| {
        format!(
            "(function () {{ var reader = new (require('dw/io/FileReader'))(new (require('dw/io/File'))('/IMPEX/src/{file}'), 'UTF-8'); \
            var text = reader.readString ? reader.readString() : ''; reader.close(); return text; }})()"
        )
    };
    let seen = |file: &str, pattern: &str| {
        format!("({pattern}.exec({}) || ['nothing'])[0].replace(/\\s+/g, ' ')", read(file))
    };
    let catalog = [
        ("CatalogID", "fern-and-flint"),
        ("ExportFile", "out/catalog"),
        ("ExportCategories", "false"),
    ];
    let organization = [
        import("Catalog", "ExportCatalog", &catalog),
        import(
            "Again",
            "ExportCatalog",
            &[&catalog[..], &[("OverwriteExportFile", "false")]].concat(),
        ),
        import("None", "ExportPriceBook", &[("PriceBookID", "none"), ("FileNamePrefix", "out/p")]),
        import(
            "Prices",
            "ExportPriceBook",
            &[("PriceBookID", "fern-and-flint-list"), ("FileNamePrefix", "out/p")],
        ),
        import("Unnamed", "ExportPriceBook", &[("PriceBookID", "fern-and-flint-list")]),
        import(
            "Back",
            "ImportCatalog",
            &[
                ("WorkingFolder", "out"),
                ("FileNamePattern", "catalog.xml"),
                ("ImportMode", "Replace"),
            ],
        ),
    ];
    let sites = [
        import("Stock", "ExportInventoryLists", &[("ExportFile", "out/stock.xml")]),
        import("Stores", "ExportStores", &[("ExportFile", "out/stores.xml"), ("StoreID", "*")]),
        look(
            "Note",
            &format!(
                "/<product product-id=\"KM01001-01\"[^]*?by a script/.test({})",
                read("out/catalog.xml")
            ),
        ),
        look("Left", &seen("out/catalog.xml", "/<category /")),
        look(
            "Record",
            &seen("out/stock.xml", "/<record product-id=\"KM01001-01\">[^]*?<\\/allocation>/"),
        ),
        look(
            "All",
            "new (require('dw/io/File'))('/IMPEX/src/out').list().map(function (it) { return it.replace(/[0-9]+/, 'N'); }).sort().join()",
        ),
    ];
    let after = "(function () { var p = require('dw/catalog/ProductMgr').getProduct('KM01001-01'); return [p.name, p.custom.note, p.masterProduct.ID].join(); })()";
    let (_works, execution) = ran(&[
        flow("Storefront", &[look("Set", set)]),
        flow("Sites", &organization[..5]),
        flow("Storefront", &sites),
        flow("Sites", &organization[5..]),
        flow("Storefront", &[look("After", after)]),
    ])
    .await;
    let ids = [
        "Catalog", "Again", "None", "Unnamed", "Stock", "Note", "Left", "Record", "All", "Back",
        "After",
    ];
    assert_eq!(
        of(&execution, &ids),
        [
            "Organization OK /IMPEX/src/out/catalog.xml is written",
            "Organization ERROR there is a file /IMPEX/src/out/catalog.xml",
            "Organization ERROR there is no price book none",
            "Organization ERROR one of the parameters ExportFile and FileNamePrefix is needed",
            "Storefront OK /IMPEX/src/out/stock.xml is written",
            "Storefront OK true",
            "Storefront OK nothing",
            "Storefront OK <record product-id=\"KM01001-01\"> <allocation>5</allocation>",
            "Storefront OK catalog.xml,p_N.xml,stock.xml,stores.xml",
            "Organization OK 1 imported",
            "Storefront OK Heron Mug,by a script,KM01001",
        ]
    );
}
