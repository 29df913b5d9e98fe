//! Steps of the platform's own that import the files of a folder, and those that write such files.

use super::stand::{Works, step, told};
use serde_json::{Value, json};

/// What may stand in a parameter.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A step that writes a file below `IMPEX/src`.
pub(super) fn write(path: &str, text: &str) -> String {
    step(&format!("Write {path}"), "custom.Write", &[("Path", path), ("Text", &escaped(text))], "")
}

/// A step whose message is what a script finds.
pub(super) fn look(id: &str, script: &str) -> String {
    step(id, "custom.Look", &[("Script", &escaped(script))], "")
}

/// An import that the job goes on behind, however it ends.
pub(super) fn import(id: &str, type_id: &str, parameters: &[(&str, &str)]) -> String {
    step(id, type_id, parameters, "<on-exit status=\"*\"><continue/></on-exit>")
}

pub(super) fn flow(site: &str, steps: &[String]) -> String {
    format!("<flow><context site-id=\"{site}\"/>{}</flow>", steps.concat())
}

pub(super) async fn ran(flows: &[String]) -> (Works, Value) {
    let works = Works::start(&format!("<job job-id=\"J\">{}</job>", flows.concat())).await;
    let execution = works.run("J", json!({})).await;
    (works, execution)
}

/// The lines of the steps with those names, without the first words.
pub(super) fn of(execution: &Value, ids: &[&str]) -> Vec<String> {
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
pub(super) const CATALOG: &str = "<catalog xmlns=\"http://www.demandware.com/xml/impex/catalog/2006-10-31\" catalog-id=\"fern-and-flint\">";

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
async fn content_is_imported_in_all_modes() {
    let library = |inner: &str| format!("<library>{inner}</library>");
    let content = |id: &str, inner: &str| {
        format!("<content content-id=\"{id}\"><online-flag>true</online-flag>{inner}</content>")
    };
    let name = |text: &str| format!("<display-name xml:lang=\"x-default\">{text}</display-name>");
    let said = |text: &str| format!("<description xml:lang=\"x-default\">{text}</description>");
    let links = "<folder-links><classification-link folder-id=\"news\"/></folder-links>";
    let folder = "<folder folder-id=\"news\"><display-name xml:lang=\"x-default\">News</display-name>\
        <online-flag>true</online-flag><parent>root</parent></folder>";
    let first = [
        folder.to_owned(),
        content("a", &(name("A") + &said("first") + links)),
        content("b", &(name("B") + links)),
    ];
    let files = [
        write("first.xml", &library(&first.concat())),
        write("merge.xml", &library(&(content("a", &said("second")) + &content("c", &name("C"))))),
        write("update.xml", &library(&(content("c", &said("more")) + &content("d", &name("D"))))),
        write("replace.xml", &library(&content("a", &name("Anew")))),
        write("gone.xml", &library("<content content-id=\"b\" mode=\"delete\"/>")),
        write("delete.xml", &library(&(folder.to_owned() + &content("c", "") + &content("x", "")))),
    ];
    let import = |name: &str, mode: &str| {
        let file = format!("{name}.xml");
        import(name, "ImportContent", &[("FileNamePattern", file.as_str()), ("ImportMode", mode)])
    };
    let found = "['a', 'b', 'c', 'd'].map(function (id) { var it = require('dw/content/ContentMgr').getContent(id); \
        return it && [it.name, it.description, it.classificationFolder && it.classificationFolder.ID].join('/'); }).join() + \
        ' ' + require('dw/content/ContentMgr').getFolder('news')";
    let steps = [
        import("first", "Merge"),
        look("First", found),
        import("merge", "Merge"),
        look("Merged", found),
        import("update", "Update"),
        look("Updated", found),
        import("replace", "Replace"),
        look("Replaced", found),
        import("gone", "Merge"),
        look("Gone", found),
        import("delete", "Delete"),
        look("Deleted", found),
    ];
    let (works, execution) =
        ran(&[flow("Storefront", &[files.as_slice(), steps.as_slice()].concat())]).await;
    let ends = of(&execution, &["First", "Merged", "Updated", "Replaced", "Gone", "Deleted"]);
    let ends: Vec<_> = ends.iter().map(|it| it.trim_start_matches("Storefront OK ")).collect();
    let news = "[Folder id=news]";
    assert_eq!(
        ends,
        [
            format!("A/first/news,B//news,, {news}"),
            format!("A/second/news,B//news,C//, {news}"),
            format!("A/second/news,B//news,C/more/, {news}"),
            format!("Anew//,B//news,C/more/, {news}"),
            format!("Anew//,,C/more/, {news}"),
            "Anew//,,, null".to_owned(),
        ]
    );
    let log = works.own("GET", "/jobs/executions/1/log", None).await.ok(200);
    let log = log["log"].as_str().expect("a text");
    for part in [
        "first.xml: 3 made\n",
        "merge.xml: 1 made, 1 changed\n",
        "update.xml: 1 changed, 1 passed over\n",
        "replace.xml: 1 changed\n",
        "gone.xml: 1 removed\n",
        "delete.xml: 2 removed, 1 passed over\n",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
}

/// A script's text of a file below `IMPEX/src`.
fn read(file: &str) -> String {
    format!(
        "(function () {{ var reader = new (require('dw/io/FileReader'))(new (require('dw/io/File'))('/IMPEX/src/{file}'), 'UTF-8'); \
        var text = reader.readString ? reader.readString() : ''; reader.close(); return text; }})()"
    )
}

/// An export that the job goes on behind.
fn export(type_id: &str, file: &str, more: &[(&str, &str)]) -> String {
    import(type_id, type_id, &[&[("ExportFile", file)], more].concat())
}

/// What is known of all gift certificates.
const GIFTS: &str = "['TEA25', 'HALF'].map(function (code) {     var it = require('dw/order/GiftCertificateMgr').getGiftCertificate(code);     return it && [it.amount.toNumberString(), it.balance.toNumberString(), it.status, it.enabled, it.recipientName, it.description, it.merchantID].join('/'); }).join(' ')";

#[tokio::test]
async fn orders_are_exported_once() {
    let order = "(function () { var BasketMgr = require('dw/order/BasketMgr'), OrderMgr = require('dw/order/OrderMgr'); \
        var make = function (status) { var basket = BasketMgr.currentOrNewBasket; basket.createProductLineItem('KM01001-01', basket.defaultShipment); \
            basket.customerEmail = 'ada@example.test'; var order = OrderMgr.createOrder(basket); OrderMgr.placeOrder(order); \
            order.setExportStatus(status); return order; }; \
        var all = [make(order_ready), make(order_not)]; return all.map(function (it) { return it.orderNo; }).join(); })()"
        .replace("order_ready", "require('dw/order/Order').EXPORT_STATUS_READY")
        .replace("order_not", "require('dw/order/Order').EXPORT_STATUS_NOTEXPORTED");
    let statuses = "(function () { var all = []; require('dw/order/OrderMgr').processOrders(function (it) { all.push(it.orderNo + ' ' + it.exportStatus.displayValue); }, ''); return all.sort().join(); })()";
    let steps = [
        look("Orders", &order),
        export("ExportOrders", "o/orders", &[]),
        look("Statuses", statuses),
        import(
            "Again",
            "ExportOrders",
            &[("ExportFile", "o/orders"), ("OverwriteExportFile", "false")],
        ),
        import(
            "Exported",
            "ExportOrders",
            &[("FileNamePrefix", "o/exported"), ("Export Status", "Exported"), ("New", "false")],
        ),
        look(
            "Order",
            &format!(
                "/<order [^>]*>|<product-id>[^<]*/g[Symbol.match]({}).join(' ')",
                read("o/orders.xml")
            ),
        ),
    ];
    let (_works, execution) = ran(&[flow("Storefront", &steps)]).await;
    let ids = ["Orders", "ExportOrders", "Statuses", "Again", "Exported", "Order"];
    let mut lines = of(&execution, &ids);
    // The time is in its name.
    let time = |it: &str| it.split('_').nth(1).expect("a time").to_owned();
    lines[4] = lines[4].replace(&time(&lines[4]), "TIME");
    assert_eq!(
        lines,
        [
            "Storefront OK 00000001,00000002",
            "Storefront OK 1 orders in /IMPEX/src/o/orders.xml",
            "Storefront OK 00000001 EXPORTED,00000002 NOTEXPORTED",
            "Storefront ERROR there is a file /IMPEX/src/o/orders.xml",
            "Storefront OK 0 orders in /IMPEX/src/o/exported_TIME_Storefront.xml",
            "Storefront OK <order order-no=\"00000001\"> <product-id>KM01001-01",
        ]
    );
}

#[tokio::test]
async fn sitemaps_are_made_of_what_is_online_and_of_what_scripts_add() {
    let get = |name: &str| format!("require('dw/sitemap/SitemapMgr').getSitemap('{name}')");
    let places = |name: &str| {
        format!(
            "{}.match(/<loc>[^<]*/g).map(function (it) {{ return it.replace(/.*\\//, ''); }}).sort()",
            get(name)
        )
    };
    let add = "(function () { var File = require('dw/io/File'), file = new File('IMPEX/src/mine.xml'); file.createNewFile(); \
        var writer = new (require('dw/io/FileWriter'))(file); writer.write('<urlset/>'); writer.close(); \
        require('dw/sitemap/SitemapMgr').addCustomSitemapFile('shop.example.test', file); return 'added'; })()";
    let steps = [
        look("Before", &format!("String({})", get("sitemap_index.xml"))),
        look("Add", add),
        step("Make", "CreateSitemap", &[], ""),
        look("Index", &format!("{}.join()", places("sitemap_index.xml"))),
        look(
            "First",
            &format!(
                "(function (all) {{ return [all.indexOf('Home-Show') >= 0, all.indexOf('Product-Show?pid=KM01001') >= 0, \
                    all.indexOf('Product-Show?pid=KM01001-01'), all.some(function (it) {{ return it.indexOf('Search-Show?cgid=') === 0; }}), \
                    all.length > 10].join(); }})({})",
                places("sitemap_0.xml")
            ),
        ),
        look("Added", &get("mine.xml")),
        look(
            "Nothing",
            "new (require('dw/system/Pipelet'))('SendGoogleSiteMap').execute({ FileName: 'none.xml' }).result === PIPELET_ERROR",
        ),
    ];
    let (_works, execution) = ran(&[flow("Storefront", &steps)]).await;
    let ids = ["Before", "Add", "Index", "First", "Added", "Nothing"];
    assert_eq!(
        of(&execution, &ids),
        [
            "Storefront OK null",
            "Storefront OK added",
            "Storefront OK mine.xml,sitemap_0.xml",
            "Storefront OK true,true,-1,true,true",
            "Storefront OK <urlset/>",
            "Storefront OK true",
        ]
    );
    let made = &of(&execution, &["Make"])[0];
    assert!(made.ends_with(" addresses in the sitemaps"), "{made}");
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one round, step by step")]
async fn what_scripts_keep_is_exported_and_read_back() {
    let set = "(function () { \
        CustomObjectMgr.createCustomObject('Note', 'a\"b').custom.text = 'x < y'; \
        var made = require('dw/customer/CustomerMgr').createCustomer('ada@example.test', 'white tea, please'); \
        made.profile.firstName = 'Ada & Co'; var home = made.profile.addressBook.createAddress('home'); home.city = 'Bath'; home.countryCode = 'GB'; \
        var given = require('dw/order/GiftCertificateMgr').createGiftCertificate(25, 'TEA25'); given.recipientName = 'Eve'; \
        return made.profile.customerNo; })()";
    let steps = [
        look("Set", set),
        export("ExportCustomObjects", "o/objects", &[("CustomObjectTypeID", "Note")]),
        export("ExportCustomers", "o/customers.xml", &[]),
        export("ExportGiftCertificates", "o/gifts", &[]),
        look(
            "Objects",
            &format!(
                "/<custom-object [^>]*>|<object-attribute[^]*?<.object-attribute>/g[Symbol.match]({}).join('')",
                read("o/objects.xml")
            ),
        ),
        look(
            "Customer",
            &format!(
                "/<login>[^]*?<.login>|<first-name>[^]*?<.first-name>|<address [^]*?<.address>/g[Symbol.match]({}).join(' ')",
                read("o/customers.xml")
            ),
        ),
        look(
            "Gift",
            &format!(
                "/<gift-certificate [^>]*>|<amount>[^<]*|<status>[^<]*/g[Symbol.match]({}).join(' ')",
                read("o/gifts.xml")
            ),
        ),
        look(
            "Remove",
            "(function () { CustomObjectMgr.remove(CustomObjectMgr.getCustomObject('Note', 'a\"b')); var ada = require('dw/customer/CustomerMgr').getCustomerByLogin('ada@example.test').profile; \
                ada.firstName = 'Eve'; ada.addressBook.removeAddress(ada.addressBook.addresses[0]); })()",
        ),
        look(
            "Spend",
            "(function () { var it = require('dw/order/GiftCertificateMgr').getGiftCertificate('TEA25'); it.enabled = false; it.recipientName = 'Bob'; it.description = 'gone'; })()",
        ),
        import(
            "BackGifts",
            "ImportGiftCertificates",
            &[
                ("WorkingFolder", "o"),
                ("FileNamePattern", "gifts.xml"),
                ("ImportMode", "Replace"),
                ("AfterImportFileHandling", "Keep"),
            ],
        ),
        look("Gifts", GIFTS),
        write(
            "g/more.xml",
            "<gift-certificates xmlns=\"http://www.demandware.com/xml/impex/giftcertificate/2007-02-28\">             <gift-certificate gc-id=\"TEA25\"><recipient-name>Bea</recipient-name></gift-certificate>             <gift-certificate gc-id=\"HALF\" gc-merchant-id=\"m1\"><create-date>2020-01-02T03:04:05.000Z</create-date><enabled-flag>false</enabled-flag>             <status>PART_REDEEMED</status><currency>USD</currency><amount>10.5</amount><redemptions><redemption><date>2020-02-02T00:00:00.000Z</date>             <amount>4.25</amount></redemption></redemptions></gift-certificate></gift-certificates>",
        ),
        import("MoreGifts", "ImportGiftCertificates", &[("WorkingFolder", "g")]),
        look("Both", GIFTS),
        import(
            "BackObjects",
            "ImportCustomObjects",
            &[("WorkingFolder", "o"), ("FileNamePattern", "objects.xml")],
        ),
        import(
            "BackCustomers",
            "ImportCustomers",
            &[("WorkingFolder", "o"), ("FileNamePattern", "customers.xml")],
        ),
        look(
            "After",
            "[CustomObjectMgr.getCustomObject('Note', 'a\"b').custom.text, (function (it) { return it && [it.profile.firstName, it.profile.addressBook.addresses[0].city]; })(require('dw/customer/CustomerMgr').getCustomerByLogin('ada@example.test'))].join()",
        ),
    ];
    let (_works, execution) = ran(&[flow("Storefront", &steps)]).await;
    let ids = [
        "Set",
        "ExportCustomObjects",
        "ExportCustomers",
        "ExportGiftCertificates",
        "Objects",
        "Customer",
        "Gift",
        "BackObjects",
        "BackCustomers",
        "BackGifts",
        "Gifts",
        "MoreGifts",
        "Both",
        "After",
    ];
    assert_eq!(
        of(&execution, &ids),
        [
            "Storefront OK 00000001",
            "Storefront OK /IMPEX/src/o/objects.xml is written, custom objects: 1",
            "Storefront OK 1 customers in /IMPEX/src/o/customers.xml",
            "Storefront OK 1 gift certificates in /IMPEX/src/o/gifts.xml",
            "Storefront OK <custom-object type-id=\"Note\" object-id=\"a&quot;b\"><object-attribute attribute-id=\"text\">x &lt; y</object-attribute>",
            "Storefront OK <login>ada@example.test</login> <first-name>Ada &amp; Co</first-name> <address address-id=\"home\" preferred=\"true\"><city>Bath</city><country-code>GB</country-code></address>",
            "Storefront OK <gift-certificate gc-id=\"TEA25\"> <status>ISSUED <amount>25.00",
            "Storefront OK 1 imported",
            "Storefront OK 1 imported",
            "Storefront OK 1 imported",
            "Storefront OK 25.00/25.00/1/true/Eve//",
            "Storefront OK 1 imported",
            "Storefront OK 25.00/25.00/1/true/Bea// 10.50/6.25/2/false///m1",
            "Storefront OK x < y,Ada & Co,Bath",
        ]
    );
}

#[tokio::test]
async fn what_is_exported_has_what_scripts_have_set_and_is_read_back() {
    let set = "(function () { var Mgr = require('dw/catalog/ProductMgr'); Mgr.getProduct('KM01001-01').custom.note = 'by a script'; \
        require('dw/catalog/ProductInventoryMgr').getInventoryList().getRecord('KM01001-01').setAllocation(5); })()";
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

#[tokio::test]
async fn codes_of_coupons_are_exported_a_line_each() {
    let coupons = "<coupons xmlns=\"http://www.demandware.com/xml/impex/coupon/2008-06-17\">        <coupon coupon-id=\"list\"><enabled-flag>true</enabled-flag><multiple-codes><code>A</code><code>B</code><code>C</code></multiple-codes></coupon>        <coupon coupon-id=\"made\"><enabled-flag>true</enabled-flag><system-codes><max-number-of-codes>4</max-number-of-codes><code-prefix>T-</code-prefix></system-codes></coupon>        <coupon coupon-id=\"one\"><enabled-flag>true</enabled-flag><single-code>TEA</single-code></coupon></coupons>";
    let codes = |id: &str, coupon: &str, more: &[(&str, &str)]| {
        let file = format!("c/{id}.csv");
        let own = [("CouponID", coupon), ("ExportFile", file.as_str())];
        import(id, "ExportCouponCodes", &[&own, more].concat())
    };
    let text = |id: &str| {
        look(
            &format!("Text {id}"),
            &format!("{}.trim().split(/\\s+/).join()", read(&format!("c/{id}.csv"))),
        )
    };
    let steps = [
        write("coupons.xml", coupons),
        import("In", "ImportCoupons", &[]),
        look(
            "Given",
            "require('dw/system/Transaction').wrap(function () { return require('dw/campaign/CouponMgr').getCoupon('list').nextCouponCode; })",
        ),
        codes("next", "list", &[]),
        text("next"),
        codes("first", "list", &[("StartFrom", "1"), ("NumberOfCodes", "2")]),
        text("first"),
        codes("single", "one", &[]),
        text("single"),
        codes("made", "made", &[("NumberOfCodes", "3")]),
        look(
            "Made",
            &format!(
                "(function (all) {{ return all.length + ' ' + all.every(function (it) {{ return it.indexOf('T-') === 0; }}) + ' ' + require('dw/campaign/CouponMgr').getCouponByCode(all[2]).ID; }})({}.trim().split(/\\s+/))",
                read("c/made.csv")
            ),
        ),
        codes("rest", "made", &[]),
        codes("none", "nobody", &[]),
        codes("odd", "list", &[("StartFrom", "0")]),
    ];
    let (_works, execution) = ran(&[flow("Storefront", &steps)]).await;
    let ids = [
        "Given",
        "next",
        "Text next",
        "first",
        "Text first",
        "single",
        "Text single",
        "made",
        "Made",
        "rest",
        "none",
        "odd",
    ];
    assert_eq!(
        of(&execution, &ids),
        [
            "Storefront OK A",
            "Storefront OK 2 codes in /IMPEX/src/c/next.csv",
            "Storefront OK B,C",
            "Storefront OK 2 codes in /IMPEX/src/c/first.csv",
            "Storefront OK A,B",
            "Storefront OK 1 codes in /IMPEX/src/c/single.csv",
            "Storefront OK TEA",
            "Storefront OK 3 codes in /IMPEX/src/c/made.csv",
            "Storefront OK 3 true made",
            "Storefront OK 1 codes in /IMPEX/src/c/rest.csv",
            "Storefront ERROR there is no coupon nobody",
            "Storefront ERROR StartFrom begins with 1, and NumberOfCodes is not below 0",
        ]
    );
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one round, step by step")]
async fn what_an_archive_exports_it_imports_again() {
    let step = |id: &str, type_id: &str, own: &[(&str, &str)]| import(id, type_id, own);
    let units = r#"{"export_data_units_configuration": {"inventory_lists": {"all": true}, "price_books": {"fern-and-flint-list": true, "nobody": true},
        "sites": {"Storefront": {"coupons": true, "stores": true}}}}"#;
    let stock = "require('dw/catalog/ProductInventoryMgr').inventoryList.getRecord('KM01001-01').allocation.value";
    let coupon = "require('dw/campaign/CouponMgr').getCoupon('mine') && require('dw/campaign/CouponMgr').getCoupon('mine').enabled";
    let set = |enabled: bool| {
        format!(
            "<coupons xmlns=\"http://www.demandware.com/xml/impex/coupon/2008-06-17\"><coupon coupon-id=\"mine\"><enabled-flag>{enabled}</enabled-flag><single-code>X</single-code></coupon></coupons>"
        )
    };
    let change = |pieces: u32| {
        format!(
            "(function () {{ require('dw/system/Transaction').wrap(function () {{ require('dw/catalog/ProductInventoryMgr').inventoryList.getRecord('KM01001-01').setAllocation({pieces}); }}); return {stock}; }})()"
        )
    };
    let flows = [
        flow(
            "Storefront",
            &[
                write("coupons.xml", &set(true)),
                import("In", "ImportCoupons", &[]),
                look("Stock", &change(41)),
            ],
        ),
        flow(
            "Sites",
            &[step("Out", "SiteExport", &[("DataUnits", &escaped(units)), ("ExportFile", "all")])],
        ),
        flow(
            "Storefront",
            &[
                write("coupons.xml", &set(false)),
                import("Off", "ImportCoupons", &[]),
                look("Less", &change(3)),
            ],
        ),
        flow("Sites", &[step("Back", "ImportSiteArchive", &[("ImportFile", "all.zip")])]),
        flow("Storefront", &[look("Again", stock), look("Coupon", coupon)]),
        flow(
            "Sites",
            &[
                step(
                    "Twice",
                    "SiteExport",
                    &[
                        ("DataUnits", "{}"),
                        ("ExportFile", "all.zip"),
                        ("OverwriteExportFile", "false"),
                    ],
                ),
                step(
                    "Unit",
                    "SiteExport",
                    &[
                        (
                            "DataUnits",
                            &escaped(r#"{"sites": {"Storefront": {"active_data_feeds": true}}}"#),
                        ),
                        ("ExportFile", "b"),
                    ],
                ),
                step(
                    "Whole",
                    "SiteExport",
                    &[
                        ("DataUnits", &escaped(r#"{"global_data": {"users": true}}"#)),
                        ("ExportFile", "b"),
                    ],
                ),
                step("Text", "SiteExport", &[("DataUnits", "units"), ("ExportFile", "b")]),
                step(
                    "Realm",
                    "SiteExport",
                    &[
                        ("DataUnits", &escaped(r#"{"sites": {"all": true}}"#)),
                        ("ExportFile", "b"),
                        ("SaveOnRealm", "true"),
                    ],
                ),
                step(
                    "Elsewhere",
                    "ImportSiteArchive",
                    &[("ImportFile", "b.zip"), ("ImportFromRealm", "true")],
                ),
                step("Missing", "ImportSiteArchive", &[("ImportFile", "b.zip")]),
            ],
        ),
    ];
    let (works, execution) = ran(&flows).await;
    let ids = [
        "Stock",
        "Out",
        "Less",
        "Back",
        "Again",
        "Coupon",
        "Twice",
        "Unit",
        "Whole",
        "Text",
        "Realm",
        "Elsewhere",
        "Missing",
    ];
    let lines = of(&execution, &ids);
    assert_eq!(
        lines,
        [
            "Storefront OK 41",
            "Organization OK /IMPEX/src/instance/all.zip is written, files: 4",
            "Storefront OK 3",
            "Organization OK files imported: 4",
            "Storefront OK 41",
            "Storefront OK true",
            "Organization ERROR there is a file /IMPEX/src/instance/all.zip",
            "Organization ERROR the data unit sites/Storefront/active_data_feeds is not emulated by the sandbox",
            "Organization ERROR the data unit global_data/users is not emulated by the sandbox",
            "Organization ERROR the parameter DataUnits is no JSON: expected value at line 1 column 1",
            "Organization OK /REALMDATA/b.zip is written, files: 20",
            "Organization OK files imported: 20",
            "Organization ERROR /IMPEX/src/instance/b.zip can't be read: entity not found",
        ]
    );
    let log = works.own("GET", "/jobs/executions/1/log", None).await.ok(200);
    let log = log["log"].as_str().expect("a text");
    for part in
        ["there is nothing called nobody of price_books", "all/sites/Storefront/coupons.xml: "]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
}
