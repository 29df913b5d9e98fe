//! Site import archives: scripts read what they hold, `--data` keeps it, and a broken one changes nothing.

use crate::{data::stand::Stand, testkit::process::Process};
use haltscope::sandbox::{Sandbox, SandboxOptions};
use serde_json::{Value, json};
use std::{fs, path::Path};
use tempfile::TempDir;

const CONTROLLER: &str = "'use strict';
var server = require('server');
var CatalogMgr = require('dw/catalog/CatalogMgr');
var ProductMgr = require('dw/catalog/ProductMgr');
var ContentMgr = require('dw/content/ContentMgr');
var Site = require('dw/system/Site');

function found(phrase) {
    var search = new (require('dw/content/ContentSearchModel'))();
    search.setSearchPhrase(phrase);
    search.search();
    return search.content.asList().toArray().map(function (it) { return it.ID; });
}

server.get('Show', function (req, res, next) {
    var mug = ProductMgr.getProduct('mug-r');
    var site = Site.getCurrent();
    var terms = ContentMgr.getContent('terms');
    var list = new (require('dw/content/ContentSearchModel'))();
    list.setFolderID('help');
    res.json({ shown: {
        name: mug.name,
        price: mug.priceModel.price.toString(),
        stock: mug.availabilityModel.inventoryRecord.ATS.value,
        category: CatalogMgr.getCategory('mugs').displayName,
        terms: terms.name,
        tags: [terms.pageMetaTags.map(function (it) { return it.content; }), list.getPageMetaTag('title').content, list.getPageMetaTag('none'), terms.onlineFlag, terms.searchableFlag, terms.page],
        words: [found('the terms'), found('conditions of trade'), found('nothing'), list.refinedByFolder],
        folders: ContentMgr.siteLibrary.root.subFolders.toArray().map(function (it) { return it.ID; }),
        locales: site.allowedLocales.toArray(),
        preference: site.getCustomPreferenceValue('greeting')
    } });
    next();
});

module.exports = server.exports();
";

/// Path and content of an archive's files.
const ARCHIVE: [(&str, &str); 8] = [
    (
        "site/pagemetatag.xml",
        r#"<page-meta-tags><page-meta-tag-definitions><page-meta-tag-definition meta-tag-id="title" type="title"/></page-meta-tag-definitions><page-meta-tag-rules>
<content-detail-page-meta-tag-rules><page-meta-tag-rule rule-id="asset" meta-tag-id="title"><rule xml:lang="x-default">${Content.name} of ${Site.displayName}</rule></page-meta-tag-rule>
<page-meta-tag-rule rule-id="place" meta-tag-id="description"><rule xml:lang="x-default">In ${Folder.displayName}</rule></page-meta-tag-rule></content-detail-page-meta-tag-rules>
<content-listing-page-meta-tag-rules><page-meta-tag-rule rule-id="list" meta-tag-id="title"><rule xml:lang="x-default">All of ${Folder.displayName}</rule></page-meta-tag-rule></content-listing-page-meta-tag-rules>
</page-meta-tag-rules></page-meta-tags>"#,
    ),
    (
        "site/catalogs/shop/catalog.xml",
        r#"<catalog catalog-id="shop">
  <category category-id="root"><online-flag>true</online-flag></category>
  <category category-id="mugs"><display-name xml:lang="x-default">Mugs</display-name><display-name xml:lang="de">Becher</display-name><parent>root</parent></category>
  <product product-id="mug"><display-name xml:lang="x-default">Heron Mug</display-name><display-name xml:lang="de">Reiherbecher</display-name>
    <variations><attributes><variation-attribute attribute-id="color" variation-attribute-id="color"/></attributes><variants><variant product-id="mug-r"/></variants></variations></product>
  <product product-id="mug-r"><custom-attributes><custom-attribute attribute-id="color">red</custom-attribute></custom-attributes></product>
  <category-assignment category-id="mugs" product-id="mug"><primary-flag>true</primary-flag></category-assignment>
</catalog>"#,
    ),
    (
        "site/pricebooks/usd.xml",
        r#"<pricebooks><pricebook><header pricebook-id="usd"><currency>USD</currency></header><price-tables><price-table product-id="mug-r"><amount quantity="1">9.50</amount></price-table></price-tables></pricebook></pricebooks>"#,
    ),
    (
        "site/inventory-lists/stock.xml",
        r#"<inventory><inventory-list><header list-id="stock"/><records><record product-id="mug-r"><allocation>7</allocation></record></records></inventory-list></inventory>"#,
    ),
    (
        "site/libraries/Shared/library.xml",
        r#"<library library-id="Shared"><folder folder-id="root"><display-name xml:lang="x-default">Everything</display-name><content-listing-page-meta-tag-rules><page-meta-tag-rule rule-id="list"/></content-listing-page-meta-tag-rules></folder>
<folder folder-id="faq"><online-flag>true</online-flag><parent>root</parent><position>2.0</position></folder><folder folder-id="news"><parent>root</parent><position>-1.0</position></folder>
<folder folder-id="help"><display-name xml:lang="x-default">Help</display-name><parent>root</parent><content-detail-page-meta-tag-rules><page-meta-tag-rule rule-id="place"/></content-detail-page-meta-tag-rules></folder>
<content content-id="terms"><display-name xml:lang="x-default">Terms</display-name><online-flag>true</online-flag><folder-links><classification-link folder-id="help"/></folder-links>
<content-detail-page-meta-tag-rules><page-meta-tag-rule rule-id="asset"/></content-detail-page-meta-tag-rules></content>
<content content-id="trade"><display-name xml:lang="x-default">Terms of trade</display-name><online-flag>true</online-flag><searchable-flag>true</searchable-flag><folder-links><classification-link folder-id="faq"/></folder-links></content></library>"#,
    ),
    (
        "site/sites/Ref/site.xml",
        r#"<site site-id="Ref"><name>Reference</name><currency>USD</currency><custom-cartridges>app_data</custom-cartridges></site>"#,
    ),
    (
        "site/sites/Ref/preferences.xml",
        r#"<preferences><standard-preferences><all-instances>
<preference preference-id="SiteCatalog">shop</preference><preference preference-id="SiteInventoryList">stock</preference>
<preference preference-id="SiteLibrary">Shared</preference><preference preference-id="SiteLocales">default:de_DE</preference>
</all-instances></standard-preferences><custom-preferences><all-instances><preference preference-id="greeting">Hello</preference></all-instances></custom-preferences></preferences>"#,
    ),
    (
        "site/sites/Ref/search2.xml",
        r#"<search><stopword-list xml:lang="x-default"><stopwords>the</stopwords></stopword-list><synonym-list><synonyms>conditions, terms</synonyms></synonym-list></search>"#,
    ),
];

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, content) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, content).expect("a file");
    }
}

pub(super) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), files);
    folder
}

fn cartridges() -> TempDir {
    folder(&[("app_data/cartridge/controllers/Data.js", CONTROLLER)])
}

pub(super) fn options(
    cartridges: &Path,
    archives: &[&Path],
    data: Option<&Path>,
) -> SandboxOptions {
    SandboxOptions {
        site: "Ref".to_owned(),
        cartridges: vec![cartridges.to_owned()],
        site_archives: archives.iter().map(|path| (*path).to_owned()).collect(),
        data: data.map(Into::into),
        ..SandboxOptions::on_free_ports()
    }
}

async fn shown(stand: &Stand, locale: &str) -> Value {
    let url = format!("{}/on/demandware.store/Sites-Ref-Site/{locale}/Data-Show", stand.origin());
    let answer = stand.http.get(url).send().await.expect("an answer");
    let text = answer.text().await.expect("a page");
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    document["shown"].clone()
}

fn expected(name: &str, category: &str) -> Value {
    json!({
        "name": name, "price": "USD 9.50", "stock": 7, "category": category, "terms": "Terms",
        "tags": [["Terms of Reference", "In Help"], "All of Help", null, true, false, false],
        "words": [["trade"], ["trade"], [], true],
        "folders": ["news", "faq", "help"], "locales": ["default", "de_DE"], "preference": "Hello",
    })
}

#[tokio::test]
async fn scripts_read_what_an_archive_holds_and_data_keeps_it() {
    let (cartridges, archive, data) =
        (cartridges(), folder(&ARCHIVE), tempfile::tempdir().expect("a folder"));
    let stand = Stand::with(options(cartridges.path(), &[archive.path()], Some(data.path()))).await;
    assert_eq!(shown(&stand, "default").await, expected("Heron Mug", "Mugs"));
    assert_eq!(shown(&stand, "de_DE").await, expected("Reiherbecher", "Becher"));
    stand.sandbox.shutdown().await;

    let again = Stand::with(options(cartridges.path(), &[], Some(data.path()))).await;
    assert_eq!(shown(&again, "default").await, expected("Heron Mug", "Mugs"));
}

#[tokio::test]
async fn a_broken_archive_changes_nothing() {
    let (cartridges, archive, data) =
        (cartridges(), folder(&ARCHIVE), tempfile::tempdir().expect("a folder"));
    let stand = Stand::with(options(cartridges.path(), &[archive.path()], Some(data.path()))).await;
    stand.sandbox.shutdown().await;

    let broken = folder(&[
        (
            "catalogs/shop/catalog.xml",
            "<catalog catalog-id=\"shop\"><product product-id=\"mug\" mode=\"delete\"/></catalog>",
        ),
        ("pricebooks/usd.xml", "<pricebooks>\n<pricebook><header/></pricebook></pricebooks>"),
    ]);
    let error =
        Sandbox::start(options(cartridges.path(), &[broken.path()], Some(data.path()))).await;
    let error = error.err().expect("refused");
    assert!(
        error.is_wrong_usage()
            && error.to_string().ends_with("usd.xml: line 2: <header> has no pricebook-id"),
        "{error}"
    );

    let again = Stand::with(options(cartridges.path(), &[], Some(data.path()))).await;
    assert_eq!(shown(&again, "default").await, expected("Heron Mug", "Mugs"));
}

#[test]
fn people_are_told_what_is_left_out() {
    let archive = folder(&[
        ("sites/Ref/feeds.xml", "<feeds/>"),
        ("sites/Ref/site.xml", "<site site-id=\"Ref\"/>"),
    ]);
    let path = archive.path().to_str().expect("text");
    let (_, log) = Process::on_free_ports(&["--site", "Ref", "--site-archive", path]).greeting();
    assert!(
        log.contains(
            "feeds.xml: left out, as the sandbox has no place for it: <feeds> (1, line 1)"
        ),
        "{log}"
    );
    let empty = tempfile::tempdir().expect("a folder");
    let repository = folder(&[
        ("cartridges/app/cartridge/controllers/Home.js", ""),
        ("sites/site_import/sites/Ref/site.xml", "<site site-id=\"Ref\"/>"),
    ]);
    let path = repository.path().to_str().expect("text");
    let (code, stderr) = Process::on_free_ports(&["--site-archive", path]).fails();
    assert_eq!(code, 2, "{stderr}");
    assert!(
        stderr.contains(&format!(
            "{path}: it is a repository, no archive; there seems to be one in {path}/sites/site_import\n"
        )),
        "{stderr}"
    );
    let other = folder(&[("cartridge/forms/default/address.xml", "<form/>"), ("notes.txt", "")]);
    let part = archive.path().join("sites");
    for (folder, why) in [
        (other.path(), "nothing of a site archive is in it"),
        (empty.path(), "nothing of a site archive is in it"),
        (&part, "it is a part of the archive /"),
    ] {
        let path = folder.to_str().expect("text");
        let (code, stderr) = Process::on_free_ports(&["--site-archive", path]).fails();
        assert!(code == 2 && stderr.contains(&format!("{path}: {why}")), "{code}: {stderr}");
    }
    let (code, stderr) = Process::on_free_ports(&["--site-archive", "/no/such.zip"]).fails();
    assert_eq!(code, 2, "{stderr}");
    assert_eq!(
        stderr.lines().collect::<Vec<_>>(),
        [
            "haltscope: /no/such.zip: there is no such file or folder",
            "  Name an archive of the platform's site import with --site-archive: a folder that holds catalogs/, sites/ or the like, or such a folder as a ZIP file.",
        ]
    );
    for (flag, value) in [("--locales", "de_DE,german"), ("--currency", "euro")] {
        let (code, stderr) = Process::on_free_ports(&[flag, value]).fails();
        assert_eq!(code, 2, "{stderr}");
    }
}

#[tokio::test]
async fn of_a_sites_cartridges_those_count_that_are_there() {
    let cartridges = folder(&[
        ("app_b/cartridge/controllers/Data.js", CONTROLLER),
        (
            "app_a/cartridge/controllers/Data.js",
            "exports.Show = function () { response.writer.print('hidden by the other'); }; exports.Show.public = true;",
        ),
    ]);
    let mut files = ARCHIVE;
    files[5].1 = r#"<site site-id="Ref"><currency>USD</currency><custom-cartridges>int_none:app_b:app_a</custom-cartridges></site>"#;
    let archive = folder(&files);
    let stand = Stand::with(options(cartridges.path(), &[archive.path()], None)).await;
    assert_eq!(shown(&stand, "default").await["name"], "Heron Mug");
    let told: Vec<_> = stand
        .sandbox
        .left_out()
        .iter()
        .map(|(file, what)| format!("{}: {what}", file.display()))
        .collect();
    let file = archive.path().join(files[5].0);
    assert_eq!(
        told,
        [format!(
            "{}: site Ref names a cartridge that no folder has: int_none (1, line 1)",
            file.display()
        )]
    );
}
