//! Archives that are packed.

use super::*;
use crate::sandbox::outside::{setting, text};
use proptest::prelude::*;
use std::io::Write;

fn packed(files: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let mut archive = zip::ZipWriter::new(file.reopen().expect("the file"));
    for (name, content) in files {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(*name, options).expect("an entry");
        archive.write_all(content).expect("its content");
    }
    archive.finish().expect("an archive");
    file
}

#[test]
fn an_archive_may_be_packed() {
    let xml =
        b"<catalog catalog-id=\"c\"><product product-id=\"p\"><ean>1</ean></product></catalog>";
    let file = packed(&[
        ("site/catalogs/c/catalog.xml", xml),
        ("site/catalogs/c/static/default/a.xml", b"<"),
        ("site/readme.txt", b"?"),
        ("site/catalogs/c/._catalog.xml", b"\0\x05\x16\x07\xff"),
        ("__MACOSX/site/catalogs/c/._catalog.xml", b"\0\x05\x16\x07\xff"),
    ]);
    let imported =
        read(&[file.path().to_owned()], Shop::default(), &ArchiveSites::default()).expect("read");
    assert!(imported.shop.document("product", "c", "p").is_some());
    assert_eq!(imported.left_out[0].1.to_string(), "files of macOS (2), files that aren't XML (1)");
    assert_eq!(imported.statics.read("default/a.xml").as_deref(), Some(b"<".as_slice()));
    assert_eq!(imported.statics.read("readme.txt"), None);
}

#[test]
fn a_packed_archive_stays_in_itself() {
    for name in ["../catalogs/a.xml", "/etc/a.xml", "a/../../b.xml", "a\\b.xml"] {
        let file = packed(&[(name, b"<catalog/>")]);
        let error = read(&[file.path().to_owned()], Shop::default(), &ArchiveSites::default())
            .expect_err("refused");
        assert!(error.to_string().contains("leads out of it"), "{name}: {error}");
    }
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), b"PK no archive").expect("written");
    let error = read(&[file.path().to_owned()], Shop::default(), &ArchiveSites::default())
        .expect_err("refused");
    let file = file.path().display();
    assert_eq!(error.to_string(), format!("{file}: it is no ZIP file, or one that broke off"));
}

const FILES: &[&str] = &[
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<catalog xmlns=\"http://x\" catalog-id=\"c\">\n",
    "<product product-id=\"p\"><display-name xml:lang=\"de\">A &amp; &#66;</display-name><online-flag site-id=\"S\">true</online-flag>",
    "<custom-attributes><custom-attribute attribute-id=\"a\"><value>1</value></custom-attribute></custom-attributes></product>",
    "<category-assignment category-id=\"k\" product-id=\"p\"/><![CDATA[<x>]]></catalog>",
    "<pricebooks><pricebook><header pricebook-id=\"b\"/><price-tables><price-table product-id=\"p\"><amount>1.5</amount></price-table></price-tables></pricebook></pricebooks>",
    "<metadata><custom-type type-id=\"t\"><attribute-definitions><attribute-definition attribute-id=\"a\"><type>int</type></attribute-definition></attribute-definitions></custom-type></metadata>",
    "<sort><sorting-rule rule-id=\"r\"><sorting-attributes><price/></sorting-attributes></sorting-rule></sort>",
    "<!DOCTYPE a [<!ENTITY b \"&c;&c;\">]><search><redirect-list><redirect><keywords>k</keywords></redirect></redirect-list></search>",
];

proptest! {
    #![proptest_config(setting())]

    /// Whatever a file holds, it is read or refused with a line of its own.
    #[test]
    fn files_of_all_kinds(text in text(FILES)) {
        let mut shop = Shop::default();
        let types = Types::default();
        let mut records = Records::new(Target::Shop(&mut shop), &types, "");
        if let Err(Fault { line, what }) = tree::read(text.as_bytes(), "S", &mut records) {
            let lines = text.matches('\n').count() + 1;
            prop_assert!((1..=lines).contains(&line), "line {}: {}", line, what);
            prop_assert!(!what.is_empty());
        }
        for row in shop.rows() {
            prop_assert!(serde_json::from_str::<Value>(&row.document).is_ok());
        }
    }
}
