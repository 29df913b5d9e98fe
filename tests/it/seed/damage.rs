//! Archives that are damaged or made to harm: each kind of file is refused by name and line, and nothing of the archive is taken.

use super::archive::folder;
use haltscope::sandbox::{ArchiveSites, Remark, Shop, read_archives};
use std::{collections::BTreeSet, fs, io::Write, path::Path};
use tempfile::NamedTempFile;

/// A file of each kind that archives hold: where it stands, the elements around its content, and that content.
const KINDS: [(&str, &str, &str, &str); 35] = [
    (
        "locales.xml",
        "locales",
        "",
        "<locale locale-id=\"de\">\n<fallback-locale>en</fallback-locale></locale>",
    ),
    (
        "meta/types.xml",
        "metadata",
        "",
        "<custom-type type-id=\"t\">\n<storage-scope>site</storage-scope>\n</custom-type>",
    ),
    (
        "catalogs/c/catalog.xml",
        "catalog",
        "catalog-id=\"c\"",
        "<product product-id=\"p\">\n<ean>1</ean>\n</product>",
    ),
    (
        "pricebooks/p.xml",
        "pricebooks",
        "",
        "<pricebook><header pricebook-id=\"b\"/>\n<price-tables><price-table product-id=\"p\"><amount quantity=\"1\">1</amount></price-table></price-tables></pricebook>",
    ),
    (
        "inventory-lists/i.xml",
        "inventory",
        "",
        "<inventory-list><header list-id=\"l\"/>\n<records><record product-id=\"p\"><allocation>1</allocation></record></records></inventory-list>",
    ),
    (
        "sites/S/gift-certificates.xml",
        "gift-certificates",
        "",
        "<gift-certificate gc-id=\"g\">\n<amount>25</amount></gift-certificate>",
    ),
    (
        "sites/S/ab-tests.xml",
        "ab-tests",
        "",
        "<ab-test test-id=\"t\">\n<description>Red or blue</description></ab-test>",
    ),
    ("sites/S/site.xml", "site", "site-id=\"S\"", "<name>Shop</name>\n<currency>EUR</currency>"),
    (
        "sites/S/preferences.xml",
        "preferences",
        "",
        "<custom-preferences><all-instances>\n<preference preference-id=\"a\">1</preference></all-instances></custom-preferences>",
    ),
    (
        "sites/S/promotions.xml",
        "promotions",
        "",
        "<campaign campaign-id=\"c\">\n<enabled-flag>true</enabled-flag></campaign>",
    ),
    (
        "sites/S/coupons.xml",
        "coupons",
        "",
        "<coupon coupon-id=\"c\">\n<single-code>C</single-code></coupon>",
    ),
    (
        "sites/S/slots.xml",
        "slot-configurations",
        "",
        "<slot-configuration slot-id=\"s\" context=\"global\" configuration-id=\"c\">\n<template>t</template></slot-configuration>",
    ),
    (
        "sites/S/shipping.xml",
        "shipping",
        "",
        "<shipping-method method-id=\"m\">\n<online-flag>true</online-flag></shipping-method>",
    ),
    (
        "sites/S/tax.xml",
        "tax",
        "",
        "<tax-classes>\n<tax-class class-id=\"standard\"/></tax-classes>",
    ),
    ("sites/S/stores.xml", "stores", "", "<store store-id=\"s\">\n<name>Store</name></store>"),
    (
        "sites/S/payment-methods.xml",
        "payment-settings",
        "",
        "<payment-method method-id=\"m\">\n<enabled-flag>true</enabled-flag></payment-method>",
    ),
    (
        "sites/S/payment-processors.xml",
        "payment-processors",
        "",
        "<payment-processor processor-id=\"p\">\n<description>d</description></payment-processor>",
    ),
    (
        "oauth-providers.xml",
        "oauth-providers",
        "",
        "<oauth-provider provider-id=\"p\">\n<description>d</description></oauth-provider>",
    ),
    (
        "sites/S/customer-groups.xml",
        "customer-groups",
        "",
        "<customer-group group-id=\"g\">\n<description>d</description></customer-group>",
    ),
    (
        "customer-lists/lists.xml",
        "customer-lists",
        "",
        "<customer-list list-id=\"l\">\n<description>d</description></customer-list>",
    ),
    (
        "customer-lists/l.xml",
        "customer-list",
        "list-id=\"l\"",
        "<customer customer-no=\"1\">\n<note>n</note></customer>",
    ),
    (
        "sites/S/customers.xml",
        "customers",
        "",
        "<customer customer-no=\"1\">\n<note>n</note></customer>",
    ),
    (
        "custom-objects/o.xml",
        "custom-objects",
        "",
        "<custom-object type-id=\"t\" object-id=\"o\">\n<object-attribute attribute-id=\"a\">1</object-attribute></custom-object>",
    ),
    (
        "sites/S/sort.xml",
        "sort",
        "",
        "<sorting-rule rule-id=\"r\">\n<description>d</description></sorting-rule>",
    ),
    (
        "sites/S/redirect-urls.xml",
        "redirect-urls",
        "",
        "<redirect-url uri=\"/a\">\n<destination-url>/b</destination-url></redirect-url>",
    ),
    (
        "geolocations/de.xml",
        "geolocations",
        "country-code=\"DE\"",
        "<geolocation postal-code=\"1\">\n<latitude>1</latitude></geolocation>",
    ),
    (
        "sites/S/search.xml",
        "search",
        "",
        "<redirect-list><redirect>\n<keywords>k</keywords></redirect></redirect-list>",
    ),
    (
        "sites/S/sourcecodes.xml",
        "sourcecodes",
        "",
        "<sourcecode-group group-id=\"g\">\n<description>d</description></sourcecode-group>",
    ),
    (
        "sites/S/cache-settings.xml",
        "cache-settings",
        "",
        "<settings><development>\n<page-cache-enabled>true</page-cache-enabled></development></settings>",
    ),
    (
        "sites/S/url-rules.xml",
        "url-rules",
        "",
        "<pipeline-aliases>\n<pipeline-alias pipeline=\"Cart-Show\">cart</pipeline-alias></pipeline-aliases>",
    ),
    (
        "pagemetatag.xml",
        "page-meta-tags",
        "",
        "<page-meta-tag-definitions>\n<page-meta-tag-definition meta-tag-id=\"t\" type=\"title\"/></page-meta-tag-definitions>",
    ),
    (
        "services.xml",
        "services",
        "",
        "<service service-id=\"s\">\n<enabled>true</enabled></service>",
    ),
    ("jobs.xml", "jobs", "", "<job job-id=\"j\">\n<description>d</description></job>"),
    (
        "libraries/L/library.xml",
        "library",
        "library-id=\"L\"",
        "<content content-id=\"c\">\n<display-name xml:lang=\"x-default\">C</display-name></content>",
    ),
    (
        "libraries/D/library.xml",
        "library",
        "library-id=\"D\"",
        "<content content-id=\"c\"><type>page.a</type>\n<data xml:lang=\"x-default\">{}</data></content>",
    ),
];

/// What becomes of a file; nothing where that doesn't concern it.
type Damage = fn(&str) -> Vec<u8>;

/// Each with a part of what is told.
const DAMAGES: [(&str, Damage, &str); 9] = [
    ("cut in the middle", |text| text.as_bytes()[..text.len() / 2].to_vec(), ""),
    ("cut before its end", |text| text.as_bytes()[..text.len() - 2].to_vec(), ""),
    (
        "an entity of its own",
        |text| format!("<!DOCTYPE a [<!ENTITY b \"{}\">]>{text}", "c".repeat(99)).into(),
        "a document type isn't read",
    ),
    (
        "a file of this machine as an entity",
        |text| format!("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>{text}").into(),
        "a document type isn't read",
    ),
    (
        "an entity that isn't there",
        |text| with_end(text, "&nothing;"),
        "there is no entity &nothing;",
    ),
    (
        "an encoding that nobody knows",
        |text| format!("<?xml version=\"1.0\" encoding=\"EBCDIC\"?>\n{text}").into(),
        "there is no encoding of the name EBCDIC",
    ),
    ("another encoding by its letters", |text| latin(&with_end(text, "\u{e4}")), ""),
    ("UTF-16 that ends within a letter", |text| cut(utf_16(text)), ""),
    ("another end", |text| with_end(text, "</other>"), ""),
];

/// With something before the end of the root.
fn with_end(text: &str, more: &str) -> Vec<u8> {
    let at = text.rfind("</").expect("an end");
    format!("{}{more}{}", &text[..at], &text[at..]).into()
}

fn latin(text: &[u8]) -> Vec<u8> {
    let text = str::from_utf8(text).expect("text");
    text.chars().map(|letter| u8::try_from(letter).expect("Latin")).collect()
}

fn utf_16(text: &str) -> Vec<u8> {
    "\u{feff}".chars().chain(text.chars()).flat_map(|it| (it as u16).to_le_bytes()).collect()
}

fn cut(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.pop();
    bytes
}

fn whole((_, root, attributes, content): &(&str, &str, &str, &str)) -> String {
    format!("<{root} {attributes}>\n{content}\n</{root}>")
}

fn refusal(archive: &Path) -> String {
    let read = read_archives(&[archive.to_owned()], Shop::default(), &ArchiveSites::default());
    read.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn each_kind_of_file_is_here() {
    let forms = include_str!("../../../src/sandbox/seed/archive/forms.txt");
    let roots = forms.lines().filter(|it| it.starts_with(|first: char| first.is_ascii_lowercase()));
    let roots: BTreeSet<_> = roots.filter_map(|line| line.split(' ').next()).collect();
    let here: BTreeSet<_> = KINDS.iter().map(|(_, root, ..)| *root).collect();
    assert_eq!(here, roots);
    for kind in &KINDS {
        let archive = folder(&[(kind.0, &whole(kind))]);
        let read =
            read_archives(&[archive.path().to_owned()], Shop::default(), &ArchiveSites::default());
        let read = read.unwrap_or_else(|error| panic!("{error}"));
        // Each stands alone: what it names isn't there.
        let remarks: Vec<_> = read.left_out.iter().flat_map(|(_, told)| told.remarks()).collect();
        let is_meant = |it: &Remark| it.is_mistake || it.what.contains("which has no effect");
        assert!(remarks.iter().all(is_meant), "{}: {remarks:?}", kind.0);
    }
}

#[test]
fn damaged_files_are_refused_by_name_and_line() {
    for kind in &KINDS {
        let (path, text) = (kind.0, whole(kind));
        for (name, damage, expected) in DAMAGES {
            let archive = folder(&[(path, "")]);
            let damaged = damage(&text);
            fs::write(archive.path().join(path), &damaged).expect("written");
            let told = refusal(archive.path());
            let start = format!("{}: line ", archive.path().join(path).display());
            let rest =
                told.strip_prefix(&start).unwrap_or_else(|| panic!("{path}, {name}: {told}"));
            let (line, what) = rest.split_once(": ").unwrap_or_else(|| panic!("{path}: {told}"));
            let lines = damaged.split(|byte| *byte == b'\n').count();
            let line: usize = line.parse().expect("a number");
            assert!((1..=lines).contains(&line), "{path}, {name}: {told}");
            assert!(!what.is_empty() && what.contains(expected), "{path}, {name}: {told}");
        }
    }
}

#[test]
fn one_damaged_file_takes_the_whole_archive_with_it() {
    for kind in &KINDS {
        let good = (
            "catalogs/good.xml",
            "<catalog catalog-id=\"good\"><product product-id=\"p\"/></catalog>",
        );
        let archive = folder(&[good, (kind.0, "")]);
        let text = whole(kind);
        fs::write(archive.path().join(kind.0), &text[..text.len() / 2]).expect("written");
        assert!(refusal(archive.path()).contains(kind.0));
    }
}

fn packed(files: &[(&str, &[u8])]) -> NamedTempFile {
    let file = NamedTempFile::new().expect("a file");
    let mut archive = zip::ZipWriter::new(file.reopen().expect("the file"));
    for (name, content) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        archive.write_all(content).expect("its content");
    }
    archive.finish().expect("an archive");
    file
}

/// Little when packed, and more than a file may have at a stretch when unpacked.
#[test]
fn packed_files_that_swell_are_refused_by_name_and_line() {
    let blanks = " ".repeat(33 << 20);
    for kind in &KINDS {
        let text = whole(kind);
        let (start, end) = text.split_at(text.find("\n<").expect("its content"));
        let swollen = format!("{start}\n<!--{blanks}-->{end}");
        let file = packed(&[(kind.0, swollen.as_bytes())]);
        assert!(file.as_file().metadata().expect("a file").len() < 1 << 20);
        let told = refusal(file.path());
        let start = format!("{}: line 2: ", file.path().join(kind.0).display());
        assert!(told.starts_with(&start), "{told}");
        assert!(told.ends_with("more than 32 MiB stand between two tags"), "{told}");
    }
}

#[test]
fn packed_archives_that_are_cut_or_climb_are_refused() {
    for kind in &KINDS {
        let text = whole(kind);
        let file = packed(&[(kind.0, text.as_bytes())]);
        let bytes = fs::read(file.path()).expect("the archive");
        for length in [bytes.len() / 2, bytes.len() - 1, 4, 0] {
            fs::write(file.path(), &bytes[..length]).expect("written");
            let told = refusal(file.path());
            assert!(
                told.contains("no ZIP file, or one that broke off"),
                "{} cut at {length}: {told}",
                kind.0
            );
        }
        for climbing in
            [format!("../{}", kind.0), format!("/{}", kind.0), format!("a\\..\\{}", kind.0)]
        {
            let file = packed(&[("site/readme.txt", b""), (&climbing, text.as_bytes())]);
            let told = refusal(file.path());
            assert!(told.contains(&climbing.replace('\\', "\\\\")), "{told}");
            assert!(told.contains("leads out of it"), "{told}");
        }
    }
}
