//! What is wrong in archives, each with its line.

use super::*;
use crate::sandbox::seed::read_feed;
use tokio_util::sync::CancellationToken;

/// What is told of archives that are read together, in the order of their files.
fn told_of(archives: &[&[(&str, &str)]], shop: Shop) -> (Vec<String>, Imported) {
    let folders: Vec<_> = archives.iter().map(|files| folder(files)).collect();
    let paths: Vec<_> = folders.iter().map(|folder| folder.path().to_owned()).collect();
    let imported = read(&paths, shop, &ArchiveSites::default()).expect("read");
    let mut told: Vec<String> = imported
        .left_out
        .iter()
        .flat_map(|(file, told)| told.told(&file.display().to_string(), "left out"))
        .collect();
    for path in &paths {
        let start = format!("{}/", path.display());
        for line in &mut told {
            *line = line.replace(&start, "");
        }
    }
    told.sort();
    (told, imported)
}

#[track_caller]
fn check_told(files: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(told_of(&[files], Shop::default()).0, expected);
}

const META: &str = "meta/system-objecttype-extensions.xml";

fn extension(of_type: &str, attributes: &str) -> String {
    format!(
        "<metadata><type-extension type-id=\"{of_type}\">\n<custom-attribute-definitions>\n{attributes}\n</custom-attribute-definitions></type-extension></metadata>"
    )
}

fn attribute(id: &str, inner: &str) -> String {
    format!("<attribute-definition attribute-id=\"{id}\">{inner}</attribute-definition>")
}

#[test]
fn metadata_name_types_that_there_are() {
    let attributes = [
        attribute("a", "<type>integer</type>"),
        attribute("b", "<type>strng</type>"),
        attribute("c", "<type>set-of-double</type>"),
    ];
    let types = "string, int, double, text, html, image, boolean, date, datetime, email, password, \
        set-of-string, set-of-int, set-of-double, enum-of-string, enum-of-int, quantity, money";
    check_told(
        &[(META, &extension("SitePreference", &attributes.join("\n")))],
        &[
            "meta/system-objecttype-extensions.xml:1: there is no type SitePreference that could be extended: did you mean SitePreferences?",
            &format!(
                "meta/system-objecttype-extensions.xml:3: the attribute a is of no type of values, \"integer\": there are {types}"
            ),
            "meta/system-objecttype-extensions.xml:4: the attribute b is of no type of values, \"strng\": did you mean string?",
        ],
    );
    let mixed = extension("SitePreference", &attribute("a", "<type>int</type>"))
        .replace("<metadata>", &NOTE.replace("</metadata>", "\n"));
    check_told(
        &[(META, &mixed)],
        &[
            "meta/system-objecttype-extensions.xml:2: there is no type SitePreference that could be extended: did you mean SitePreferences?",
        ],
    );
    let key = "<metadata><custom-type type-id=\"Note\"><key-definition attribute-id=\"id\">\n<type>text2</type></key-definition></custom-type></metadata>";
    check_told(
        &[("meta/custom.xml", key)],
        &[
            "meta/custom.xml:2: the attribute id is of no type of values, \"text2\": did you mean text?",
        ],
    );
}

/// Something that is taken of an archive, whatever else is in it.
const TAX: &str = "<tax><tax-classes><tax-class class-id=\"t\"/></tax-classes></tax>";

#[test]
fn a_root_is_of_the_name_space_of_its_files() {
    let start = "http://www.demandware.com/xml/impex/";
    for (file, root, space, is_fine) in [
        ("a.xml", "catalog", "catalog/2006-10-31", true),
        ("a.xml", "catalog", "catalog/2007-10-31", false),
        ("sites/S/search.xml", "search", "search/2007-02-28", true),
        ("libraries/L/library.xml", "library", "catalog/2006-10-31", false),
        ("sites/S/site.xml", "site", "sites/2007-04-30", false),
    ] {
        let content = format!("<!-- -->\n<{root} xmlns=\"{start}{space}\"/>");
        let (told, _) = told_of(&[&[(file, &content), ("tax.xml", TAX)]], Shop::default());
        assert_eq!(told.is_empty(), is_fine, "{file}: {told:?}");
        let begin = format!(
            "{file}:2: <{root}> is of the name space \"{start}{space}\", and not of {start}"
        );
        assert!(told.iter().all(|line| line.starts_with(&begin)), "{told:?}");
    }
}

const CATALOG: &str = "<catalog catalog-id=\"c\"><product product-id=\"p\">\n<custom-attributes>\n\
    <custom-attribute attribute-id=\"size\">L</custom-attribute>\n\
    <custom-attribute attribute-id=\"colour\">red</custom-attribute>\n\
    <custom-attribute attribute-id=\"colour\" xml:lang=\"de\">rot</custom-attribute>\n\
    <custom-attribute attribute-id=\"sizes\"><value>S</value><value>XS</value></custom-attribute>\n\
    </custom-attributes></product></catalog>";

#[test]
fn attributes_are_those_that_archives_define() {
    let size = "<type>enum-of-string</type><value-definitions><value-definition><value>S</value></value-definition>\
        <value-definition><value>M</value></value-definition></value-definitions>";
    let definitions = extension("Product", &(attribute("size", size) + &attribute("sizes", size)));
    let expected = [
        "catalogs/c.xml:3: \"L\" is no value of Product.size, which may be S, M",
        "catalogs/c.xml:4: no archive defines the custom attribute colour of Product",
        "catalogs/c.xml:6: \"XS\" is no value of Product.sizes, which may be S, M",
    ];
    check_told(&[(META, &definitions), ("catalogs/c.xml", CATALOG)], &expected);
    // Wherever the definitions stand, and in whichever archive.
    let apart: [&[(&str, &str)]; 2] = [&[("catalogs/c.xml", CATALOG)], &[("z.xml", &definitions)]];
    assert_eq!(told_of(&apart, Shop::default()).0, [expected[1]]);
    let apart: [&[(&str, &str)]; 2] = [&[("catalogs/c.xml", CATALOG)], &[(META, &definitions)]];
    let (told, imported) = told_of(&apart, Shop::default());
    assert_eq!(told, expected);
    // What was kept counts.
    assert_eq!(told_of(&[&[("catalogs/c.xml", CATALOG)]], imported.shop).0, expected);
    // Without definitions of custom attributes nothing is known of them.
    check_told(&[("catalogs/c.xml", CATALOG)], &[]);
    let system =
        definitions.replace("custom-attribute-definitions", "system-attribute-definitions");
    let others = extension("Order", &attribute("a", "<type>string</type>"));
    check_told(
        &[(META, &system), ("meta/other.xml", &others), ("catalogs/c.xml", CATALOG)],
        &[expected[0], expected[2]],
    );
}

#[test]
fn an_empty_choice_chooses_nothing() {
    let size = "<type>enum-of-string</type><value-definitions><value-definition><value>S</value></value-definition></value-definitions>";
    let definitions = extension("Product", &(attribute("size", size) + &attribute("sizes", size)));
    let catalog = "<catalog catalog-id=\"c\"><product product-id=\"p\"><custom-attributes>\n\
        <custom-attribute attribute-id=\"size\"><value></value></custom-attribute>\n\
        <custom-attribute attribute-id=\"sizes\"><value> </value><value>XS</value></custom-attribute>\n\
        </custom-attributes></product></catalog>";
    check_told(
        &[(META, &definitions), ("catalogs/c.xml", catalog)],
        &["catalogs/c.xml:3: \"XS\" is no value of Product.sizes, which may be S"],
    );
}

#[test]
fn preferences_are_those_of_their_type() {
    let definitions = extension("SitePreferences", &attribute("a", "<type>int</type>"))
        + &extension("OrganizationPreferences", &attribute("b", "<type>int</type>"));
    let definitions = definitions.replace("</metadata><metadata>", "");
    let preferences = "<preferences><custom-preferences><all-instances>\n<preference preference-id=\"a\">1</preference>\n\
        <preference preference-id=\"b\">1</preference>\n</all-instances></custom-preferences></preferences>";
    let (told, imported) = told_of(
        &[&[
            (META, &definitions),
            ("preferences.xml", preferences),
            ("sites/S/preferences.xml", preferences),
        ]],
        Shop::default(),
    );
    assert_eq!(
        told,
        [
            "preferences.xml:2: no archive defines the preference a of OrganizationPreferences",
            "sites/S/preferences.xml:3: no archive defines the preference b of SitePreferences",
        ]
    );
    let of_all = imported.shop.document("preferences", "", "").expect("preferences");
    assert_eq!(of_all["customPreferences"]["allInstances"], json!({ "a": "1", "b": 1 }));
}

const OBJECTS: &str = "<custom-objects>\n<custom-object type-id=\"Note\" object-id=\"n1\"/>\n\
    <custom-object type-id=\"Nte\" object-id=\"n2\"/>\n<custom-object type-id=\"Nte\" object-id=\"n3\"/></custom-objects>";
const NOTE: &str = "<metadata><custom-type type-id=\"Note\"><key-definition attribute-id=\"id\"><type>string</type></key-definition>\
    <attribute-definitions><attribute-definition attribute-id=\"text\"><type>string</type></attribute-definition></attribute-definitions></custom-type></metadata>";

#[test]
fn objects_of_a_type_that_nothing_defines_are_not_taken() {
    let path = "sites/S/custom-objects/o.xml";
    let told = "sites/S/custom-objects/o.xml:3: custom objects of a type that no archive defines, which are left out: Nte (2 times)";
    for meta in ["meta/custom.xml", "z.xml"] {
        let (all, imported) = told_of(&[&[(meta, NOTE), (path, OBJECTS)]], Shop::default());
        assert_eq!(all, [told]);
        let of = |scope: &str| imported.shop.ids("custom-object", scope).count();
        assert_eq!((of("Note") + of("Note|S"), of("Nte"), of("Nte|S")), (1, 0, 0));
    }
    // Where nothing defines any type, all are taken.
    let (all, imported) = told_of(&[&[(path, OBJECTS)]], Shop::default());
    assert_eq!(
        all,
        [
            "sites/S/custom-objects/o.xml:2: custom objects of a type that no archive defines: Note",
            "sites/S/custom-objects/o.xml:3: custom objects of a type that no archive defines: Nte (2 times)",
        ]
    );
    assert_eq!(imported.shop.ids("custom-object", "Nte").count(), 2);
    let odd = OBJECTS.replace(
        "object-id=\"n1\"/>",
        "object-id=\"n1\"><object-attribute attribute-id=\"id\">n1</object-attribute>\
         <object-attribute attribute-id=\"txt\">x</object-attribute></custom-object>",
    );
    let (all, _) = told_of(&[&[("meta/a.xml", NOTE), (path, &odd)]], Shop::default());
    assert_eq!(
        all[0],
        "sites/S/custom-objects/o.xml:2: no archive defines the custom attribute txt of Note"
    );
}

#[test]
fn a_job_s_file_with_objects_of_no_type_brings_the_others() {
    let mut shop = Shop::default();
    let definition = json!({ "keyDefinition": { "attributeId": "id" } });
    shop.add("custom-type", "Note", "Note", definition.as_object().expect("an object"));
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), OBJECTS).expect("written");
    let roots = ["custom-objects"];
    let source = Source {
        file: file.path(),
        name: Path::new("o.xml"),
        roots: &roots,
        site: "S",
        sites: &[],
        ending: &CancellationToken::new(),
    };
    let feed = read_feed(&source, &shop, &shop).expect("read");
    let ending = CancellationToken::new();
    ending.cancel();
    let stopped = read_feed(&Source { ending: &ending, ..source }, &shop, &shop);
    assert!(matches!(stopped, Err(SeedError::Stopped)));
    assert_eq!(feed.changes.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["n1"]);
    assert_eq!(
        feed.left_out.told("o.xml", ""),
        [
            "o.xml:3: custom objects of a type that no archive defines, which are left out: Nte (2 times)"
        ]
    );
    // What the sandbox brings along defines nothing of the archives.
    let feed = read_feed(&source, &shop, &Shop::default()).expect("read");
    assert_eq!(feed.changes.len(), 3);
}

#[test]
fn what_is_named_is_there() {
    let catalog = "<catalog catalog-id=\"c\"><category category-id=\"one\"/><product product-id=\"p\"/>\n\
        <category-assignment category-id=\"one\" product-id=\"p\"/>\n<category-assignment category-id=\"two\" product-id=\"q\"/>\n\
        <category-assignment category-id=\"root\" product-id=\"r\"/></catalog>";
    let prices = "<pricebooks><pricebook><header pricebook-id=\"b\"/><price-tables>\n<price-table product-id=\"p\"/>\n\
        <price-table product-id=\"q\"/>\n<price-table product-id=\"r\"/><price-table product-id=\"s\"/><price-table product-id=\"t\"/>\
        </price-tables></pricebook></pricebooks>";
    let stock = "<inventory><inventory-list><header list-id=\"i\"/><records>\n<record product-id=\"q\"/></records></inventory-list></inventory>";
    let slots = "<slot-configurations><slot-configuration slot-id=\"s\" context=\"category\" context-id=\"three\" configuration-id=\"x\">\n\
        <template>slots/a.isml</template><content><products>\n<product product-id=\"q\"/></products><categories>\n<category category-id=\"one\"/></categories>\
        <content-assets><content-asset content-id=\"banner\"/></content-assets></content></slot-configuration></slot-configurations>";
    let services = "<services><service-credential service-credential-id=\"k\"/><service service-id=\"a\">\n<profile-id>f</profile-id>\n\
        <credential-id>k</credential-id></service><service service-id=\"b\"><profile-id/></service></services>";
    let promotions = "<promotions><campaign campaign-id=\"c\"><customer-groups><customer-group group-id=\"Everyone\"/>\n\
        <customer-group group-id=\"VIP\"/></customer-groups></campaign><promotion promotion-id=\"p\"/>\n\
        <promotion-campaign-assignment promotion-id=\"p\" campaign-id=\"c\"><coupons>\n<coupon coupon-id=\"k\"/></coupons></promotion-campaign-assignment>\n\
        <promotion-campaign-assignment promotion-id=\"q\" campaign-id=\"d\"/></promotions>";
    let jobs = "<jobs><job job-id=\"j\"><flow><step step-id=\"1\" type=\"custom.A\"/>\n<step step-id=\"2\" type=\"custom.B\"/></flow></job></jobs>";
    let files = [
        ("catalogs/c/catalog.xml", catalog),
        ("pricebooks/b.xml", prices),
        ("inventory-lists/i.xml", stock),
        ("sites/S/slots.xml", slots),
        ("services.xml", services),
        ("sites/S/promotions.xml", promotions),
        ("jobs.xml", jobs),
    ];
    let (told, mut imported) = told_of(&[&files], Shop::default());
    assert_eq!(
        told,
        [
            "catalogs/c/catalog.xml:3: catalogue c names 2 products that no catalogue has: q, r",
            "catalogs/c/catalog.xml:3: catalogue c names a category that the catalogue doesn't have: two",
            "inventory-lists/i.xml:2: inventory list i names a product that no catalogue has: q",
            "pricebooks/b.xml:3: price book b names 4 products that no catalogue has: q, r, s, …",
            "services.xml:2: service a names a profile that no archive has: f",
            "sites/S/promotions.xml:2: campaign c names a customer group that no archive has: VIP",
            "sites/S/promotions.xml:4: the assignment of promotion p names a coupon that no archive has: k",
            "sites/S/promotions.xml:5: the assignment of promotion q names a campaign that no archive has: d",
            "sites/S/promotions.xml:5: the assignment of promotion q names a promotion that no archive has: q",
            "sites/S/slots.xml:1: slot s names a category that no catalogue has: three",
            "sites/S/slots.xml:3: slot s names a product that no catalogue has: q",
        ]
    );
    let mut elsewhere = Vec::new();
    for (file, names) in std::mem::take(&mut imported.elsewhere) {
        let mut told = LeftOut::default();
        names.tell(&mut told, |_, name| name == "custom.A");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        elsewhere.extend(told.told(&name, ""));
    }
    elsewhere.sort();
    assert_eq!(
        elsewhere,
        [
            "jobs.xml:2: job j names a type of steps that no cartridge declares and the sandbox doesn't have: custom.B",
            "slots.xml:2: slot s names a template that no cartridge has: slots/a.isml",
            "slots.xml:4: slot s names a content asset that no library has: banner",
        ]
    );
    // Prices and stock come without catalogues, too.
    check_told(&files[1..4], &[]);
}

#[test]
fn an_element_has_no_attributes_without_end() {
    let path = "catalogs/c/catalog.xml";
    let attributes: Vec<_> = (0..1_001).map(|it| format!(" a{it}=''")).collect();
    let attributes = attributes.concat();
    let expected = format!("{path}: line 2: an element has more than 1000 attributes");
    check_refused(
        path,
        &format!("<catalog catalog-id='c'>\n<product{attributes}/></catalog>"),
        &expected,
    );
}
