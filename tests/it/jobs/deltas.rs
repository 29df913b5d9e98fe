//! The platform's own step that tells which products have changed.

use super::imports::{CATALOG, flow, import, look, of, ran, write};

/// The products in the newest file for a reader, the folder of which nobody has named, and all its files.
const NEWEST: &str = "(function () { var File = require('dw/io/File'), FileReader = require('dw/io/FileReader'); \
    var folder = new File('IMPEX/src/platform/outbox/algolia/changes'), names = folder.list().sort(); \
    var to = new File('TEMP/' + names.length); to.mkdirs(); new File(folder, names[names.length - 1]).unzip(to); \
    var inner = to.listFiles()[0], reader = new FileReader(new File(inner, 'catalogs/fern-and-flint/catalog.xml'), 'UTF-8'); \
    var ids = reader.readString().match(/product product-id=\"[^\"]*/g); reader.close(); \
    return [names.join(), inner.list().sort().join(), ids.length > 9 ? 'many' : ids.map(function (id) { return id.slice(20); }).join()].join(' '); })()";

fn export(id: &str, more: &[(&str, &str)]) -> String {
    let usual =
        [("CatalogIDs", "fern-and-flint"), ("Consumers", "algolia"), ("ExportFile", "changes")];
    import(id, "CatalogDeltaExport", &[&usual[..], more].concat())
}

#[tokio::test]
async fn what_has_changed_of_catalogues_is_exported_once_for_each_reader() {
    let changed = format!(
        "{CATALOG}<product product-id=\"KM01001-01\"><display-name xml:lang=\"x-default\">Changed</display-name></product></catalog>"
    );
    let again = changed.replace("Changed", "Changed again");
    let masters = [("MasterProductExport", "true")];
    let folder = [("WorkingFolder", "feeds")];
    let (_works, execution) = ran(&[
        flow("Sites", &[export("First", &[]), export("Second", &[])]),
        flow("Storefront", &[look("All", NEWEST), write("feeds/a.xml", &changed)]),
        flow("Sites", &[import("Import", "ImportCatalog", &folder), export("Third", &[])]),
        flow("Storefront", &[look("Changed", NEWEST), write("feeds/a.xml", &again)]),
        flow(
            "Sites",
            &[
                import("Again", "ImportCatalog", &folder),
                export("Fourth", &masters),
                import(
                    "Nowhere",
                    "CatalogDeltaExport",
                    &[("CatalogIDs", "none"), ("Consumers", "a"), ("ExportFile", "b")],
                ),
                import(
                    "Nobody",
                    "CatalogDeltaExport",
                    &[("CatalogIDs", "none"), ("Consumers", " , "), ("ExportFile", "b")],
                ),
            ],
        ),
        flow("Storefront", &[look("Masters", NEWEST), export("Site", &[])]),
    ])
    .await;
    let ids =
        ["Second", "All", "Third", "Changed", "Fourth", "Masters", "Nowhere", "Nobody", "Site"];
    let outbox = "/IMPEX/src/platform/outbox/algolia/changes";
    assert_eq!(
        of(&execution, &ids),
        [
            "Organization OK nothing has changed for algolia".to_owned(),
            "Storefront OK 000001.zip catalogs,version.txt many".to_owned(),
            format!("Organization OK {outbox}/000002.zip is written, products: 1"),
            "Storefront OK 000001.zip,000002.zip catalogs,version.txt KM01001-01".to_owned(),
            format!("Organization OK {outbox}/000003.zip is written, products: 2"),
            "Storefront OK 000001.zip,000002.zip,000003.zip catalogs,version.txt KM01001,KM01001-01".to_owned(),
            "Organization ERROR there is no catalogue none".to_owned(),
            "Organization ERROR the parameter Consumers is missing".to_owned(),
            "Storefront OK nothing has changed for algolia".to_owned(),
        ]
    );
}
