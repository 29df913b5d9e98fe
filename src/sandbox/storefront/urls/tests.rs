use super::*;
use crate::sandbox::{
    outside::setting,
    store::{Asset, Assignment, Folder, Key, Library, Memory, Overlay, Record, Store, Timestamp},
    storefront::{catalogue::Assortment, libraries::Libraries, site::Spoken},
};
use futures::executor::block_on;
use proptest::prelude::*;
use serde_json::{Map, json};

const LIBRARY: &str = "Lib";

fn texts(default: &str, de: &str) -> Value {
    json!({ "$": { "default": default, "de": de } })
}

/// A site with a small catalogue and those rules.
fn shop(rules: &Value) -> Arc<Shop> {
    let mut shop = Shop::default();
    let mut add = |kind: &str, scope: &str, id: &str, document: Value| {
        shop.add(kind, scope, id, document.as_object().expect("an object"));
    };
    let preference = |id: &str, value: &str| json!({ "preferenceId": id, "value": value });
    let list = [preference("SiteCatalog", "shop"), preference("SiteDefaultLocale", "en_US")];
    add("preferences", "S", "S", json!({ "standardPreferences": { "preference": list } }));
    add("url-rules", "S", "S", rules.clone());
    let category = |name: Value, parent: &str| json!({ "displayName": name, "parent": parent });
    add("category", "shop", "men", category(texts("Mens", "Herren"), "root"));
    add("category", "shop", "men-suits", category(texts("Suits & Ties", "Anzüge"), "men"));
    add("category", "shop", "women", category(texts("Womens", "Damen"), "root"));
    add("category", "shop", "women-suits", category(texts("Suits & Ties", "Anzüge"), "women"));
    add("category", "shop", "cart", category(texts("Cart", "Korb"), "root"));
    add("category", "shop", "de", category(texts("de", "de"), "root"));
    add("category", "shop", "nameless", json!({ "parent": "root" }));
    let mut own = category(texts("Own", "Eigen"), "root");
    own["pageUrl"] = texts("Our own/Path", "Unser/Weg");
    add("category", "shop", "own", own);
    add("product", "shop", "P-1", json!({ "displayName": texts("Wool Suit", "Wollanzug") }));
    add("product", "shop", "1", json!({ "displayName": texts("Wool Suit-P", "Wollanzug-P") }));
    add("product", "shop", "a/b", json!({}));
    add("product", "shop", "Größe 5%", json!({ "pageUrl": texts("big", "gross") }));
    add("product", "shop", "about", json!({ "displayName": "x" }));
    add("category-assignment", "shop", "men-suits|P-1", json!({ "primary": true }));
    add("category-assignment", "shop", "own|1", json!({}));
    Arc::new(shop)
}

fn named(name: &str, parent: &str) -> Record {
    let fields = Map::from_iter([("name".to_owned(), json!({ "default": name }))]);
    Record::Folder(Folder { fields, parent: Some(parent.into()), ..Folder::root(Timestamp(0)) })
}

fn content(name: &str, classification: Option<&str>) -> Record {
    let fields =
        Map::from_iter([("name".to_owned(), json!({ "default": name, "de": "Über uns" }))]);
    let (created, modified) = (Timestamp(0), Timestamp(0));
    Record::Asset(Asset {
        fields,
        classification: classification.map(Into::into),
        created,
        modified,
    })
}

fn libraries() -> Libraries {
    let store: Arc<dyn Store> = Arc::new(Memory::new());
    block_on(async {
        let provided = store.provide(&[Library::named(LIBRARY)], Timestamp(0)).await;
        provided.expect("memory takes a library");
        let mut overlay = Overlay::new(Arc::clone(&store));
        overlay.put(Key::folder(LIBRARY, "help"), named("Good to know", "root"));
        overlay.put(Key::folder(LIBRARY, "faq"), named("FAQ", "help"));
        overlay.put(Key::folder(LIBRARY, "mens"), named("Mens", "root"));
        overlay.put(Key::asset(LIBRARY, "about-us"), content("About us", Some("help")));
        overlay.put(Key::asset(LIBRARY, "about"), content("About", None));
        let assigned = Record::Assignment(Assignment { is_default: true, position: None });
        overlay.put(Key::assignment(LIBRARY, "about-us", "help"), assigned);
        store.commit(overlay.changes()).await.expect("memory takes it");
    });
    Libraries::new(store, LIBRARY)
}

/// The rules of the reference architecture's site, with other locales.
fn rules(locales: &Value) -> Value {
    json!({
        "generalSettings": { "lowerCaseUrls": true, "blankSubstitute": "-" },
        "localeSettings": locales,
        "categoryRule": "[ category-path, [ attribute, displayName ], / ]",
        "categoryTrailingSlash": true,
        "productRule": "[ category ]",
        "productIdSeparator": "/",
        "folderRule": "[ folder-path, [ attribute, displayName, noname ], / ]",
        "folderTrailingSlash": true,
        "contentRule": "[ folder ]",
        "pipelineAliases": [
            { "xml:lang": "x-default", "pipelineAlias": [
                { "pipeline": "Cart-Show", "value": "cart" },
                { "pipeline": "Search-Show", "value": "search" },
                { "pipeline": "Account-Show", "value": "my/account" },
            ] },
            { "xml:lang": "de-DE", "pipelineAlias": [
                { "pipeline": "Cart-Show", "value": "korb" },
                { "pipeline": "Login-Show", "value": "cart" },
            ] },
        ],
    })
}

/// A site by those rules.
struct Stand {
    urls: Urls,
    assortment: Assortment,
    libraries: Libraries,
}

impl Stand {
    fn of(rules: &Value) -> Self {
        let shop = shop(rules);
        let facts = SiteFacts::of(&shop, "S", &Spoken::default());
        let assortment = Assortment::of(&shop, &facts).expect("a catalogue");
        Self { urls: Urls::of(&shop, &facts), assortment, libraries: libraries() }
    }

    fn objects(&self) -> Objects<'_> {
        let Self { assortment, libraries, .. } = self;
        Objects { site: "S", assortment, edition: 0, libraries }
    }

    fn find(&self, origin: &str) -> Option<String> {
        let page = self.urls.find(origin, &self.objects())?;
        Some(page.origin(None))
    }

    fn short(&self, locale: &str, action: &str, query: &str) -> Option<String> {
        self.urls.short((action, locale, query), &self.objects())
    }
}

fn check(locales: &Value, expected: &[(&str, Option<&str>)]) {
    let stand = Stand::of(&rules(locales));
    for (origin, expected) in expected {
        assert_eq!(stand.find(origin).as_deref(), *expected, "{origin}");
    }
}

fn check_short(stand: &Stand, expected: &[(&str, &str, &str, Option<&str>)]) {
    for (locale, action, query, expected) in expected {
        let written = stand.short(locale, action, query);
        assert_eq!(written.as_deref(), *expected, "{locale} {action} {query}");
    }
}

#[test]
fn pages_are_found_by_their_names() {
    check(
        &json!({ "type": "none" }),
        &[
            ("/cart", Some("/en_US/Cart-Show")),
            ("/Cart/?a=1", Some("/en_US/Cart-Show")),
            ("/my/account", Some("/en_US/Account-Show")),
            ("/", Some("/en_US/Home-Show")),
            ("", Some("/en_US/Home-Show")),
            ("/fr_FR/", Some("/fr_FR/Home-Show")),
            ("/mens/suits-%26-ties", Some("/en_US/Search-Show?cgid=men-suits")),
            ("/MENS/", Some("/en_US/Search-Show?cgid=men")),
            ("/mens/suits-%26-ties/P-1.html", Some("/en_US/Product-Show?pid=P-1")),
            ("/once/elsewhere/P-1.html", Some("/en_US/Product-Show?pid=P-1")),
            ("/good-to-know/faq", Some("/en_US/Search-ShowContent?fdid=faq")),
            ("/good-to-know/about-us.html", Some("/en_US/Page-Show?cid=about-us")),
            ("/korb", None),
            ("/cart/more", None),
            ("/P-2.html", None),
            ("/%ff", None),
        ],
    );
}

#[test]
fn addresses_name_locales_by_their_path() {
    let mapping = json!([
        { "xml:lang": "de-DE", "value": "de" },
        { "xml:lang": "fr-FR", "value": "fr/FR" },
        { "xml:lang": "x-default", "value": "int" },
    ]);
    check(
        &json!({ "type": "path", "localeMapping": mapping }),
        &[
            ("/de/korb", Some("/de_DE/Cart-Show")),
            ("/de/cart", Some("/de_DE/Login-Show")),
            ("/de", Some("/de_DE/Home-Show")),
            ("/de/herren/anz%C3%BCge/", Some("/de_DE/Search-Show?cgid=men-suits")),
            ("/fr/FR/cart", Some("/fr_FR/Cart-Show")),
            ("/int/cart", Some("/default/Cart-Show")),
            ("/en/cart", Some("/en/Cart-Show")),
            ("/cart", Some("/en_US/Cart-Show")),
            ("/fr/cart", Some("/fr/Cart-Show")),
            ("/it/cart", None),
        ],
    );
}

#[test]
fn addresses_name_locales_by_a_parameter() {
    check(
        &json!({ "type": "parameter", "parameterName": "l" }),
        &[
            ("/korb?l=de_DE", Some("/de_DE/Cart-Show")),
            ("/cart?l=..", Some("/en_US/Cart-Show")),
            ("/cart?lang=de_DE", Some("/en_US/Cart-Show")),
        ],
    );
}

#[test]
fn pages_have_the_addresses_that_the_rules_give_them() {
    let stand = Stand::of(&rules(&json!({ "type": "parameter", "parameterName": "lang" })));
    check_short(
        &stand,
        &[
            ("en_US", "Cart-Show", "", Some("/s/S/cart?lang=en_US")),
            ("de_DE", "Cart-Show", "a=1&b", Some("/s/S/korb?a=1&b&lang=de_DE")),
            ("en_US", "Cart-AddProduct", "pid=P-1", None),
            ("en_US", "Search-Show", "q=tea", Some("/s/S/search?q=tea&lang=en_US")),
            ("en_US", "Search-Show", "cgid=men", Some("/s/S/mens/?lang=en_US")),
            (
                "de_DE",
                "Search-Show",
                "prefn1=c&cgid=men-suits&prefv1=a%2Bb",
                Some("/s/S/herren/anz%C3%BCge/?prefn1=c&prefv1=a%2Bb&lang=de_DE"),
            ),
            // There is no such category, two are named, the root has no name: the name of the page serves.
            ("en_US", "Search-Show", "cgid=gone", Some("/s/S/search?cgid=gone&lang=en_US")),
            (
                "en_US",
                "Search-Show",
                "cgid=men&cgid=women",
                Some("/s/S/search?cgid=men&cgid=women&lang=en_US"),
            ),
            ("en_US", "Search-Show", "cgid=root", Some("/s/S/search?cgid=root&lang=en_US")),
            // It is called as a page is.
            ("en_US", "Search-Show", "cgid=cart", Some("/s/S/search?cgid=cart&lang=en_US")),
            ("en_US", "Search-Show", "cgid=own", Some("/s/S/our-own/path/?lang=en_US")),
            (
                "en_US",
                "Product-Show",
                "pid=P-1",
                Some("/s/S/mens/suits-%26-ties/P-1.html?lang=en_US"),
            ),
            ("en_US", "Product-Show", "pid=1", Some("/s/S/our-own/path/1.html?lang=en_US")),
            ("en_US", "Product-Show", "pid=a%2Fb", Some("/s/S/a%2Fb.html?lang=en_US")),
            (
                "de_DE",
                "Product-Show",
                "pid=Gr%C3%B6%C3%9Fe+5%25&x=1",
                Some("/s/S/gross/Gr%C3%B6%C3%9Fe%205%25.html?x=1&lang=de_DE"),
            ),
            ("en_US", "Product-Show", "pid=P-2", None),
            ("en_US", "Product-Show", "pid=", None),
            (
                "en_US",
                "Page-Show",
                "cid=about-us",
                Some("/s/S/good-to-know/about-us.html?lang=en_US"),
            ),
            // A product has this address already.
            ("en_US", "Page-Show", "cid=about", None),
            ("en_US", "Product-Show", "pid=about", Some("/s/S/about.html?lang=en_US")),
            ("en_US", "Search-ShowContent", "fdid=faq", Some("/s/S/good-to-know/faq/?lang=en_US")),
            // A category has this one.
            ("en_US", "Search-ShowContent", "fdid=mens", None),
            ("en_US", "Cart-Show", "lang=x", None),
        ],
    );
}

#[test]
fn a_locale_that_addresses_cant_name_keeps_the_long_ones() {
    let expected =
        |short| [("en_US", "Cart-Show", "", Some("/s/S/cart")), ("de_DE", "Cart-Show", "", short)];
    check_short(&Stand::of(&rules(&json!({ "type": "none" }))), &expected(None));
    let mapping = json!([{ "xml:lang": "de-DE", "value": "de/DE" }]);
    let stand = Stand::of(&rules(&json!({ "type": "path", "localeMapping": mapping })));
    check_short(&stand, &expected(Some("/s/S/de/DE/korb")));
    check_short(
        &stand,
        &[
            ("en", "Search-Show", "cgid=men", Some("/s/S/en/mens/")),
            ("it_IT", "Search-Show", "cgid=men", None),
            // It is called as a locale is.
            ("en_US", "Search-Show", "cgid=de", None),
        ],
    );
}

#[test]
fn sites_without_rules_or_without_the_module_write_none() {
    let mut shop = Shop::clone(&shop(&rules(&json!({ "type": "none" }))));
    let off = json!({ "preferenceId": "StorefrontURLsEnabled", "value": "false" });
    let off = json!({ "standardPreferences": { "preference": [off] } });
    shop.add("preferences", "S", "S", off.as_object().expect("an object"));
    let shop = Arc::new(shop);
    let facts = SiteFacts::of(&shop, "S", &Spoken::default());
    let urls = Urls::of(&shop, &facts);
    let stand = Stand { urls, ..Stand::of(&json!({})) };
    assert_eq!(stand.short("en_US", "Cart-Show", ""), None);
    assert_eq!(stand.find("/cart").as_deref(), Some("/en_US/Cart-Show"));
    assert_eq!(Stand::of(&json!({})).short("en_US", "Search-Show", "cgid=men"), None);
}

const LOCALES: [&str; 5] = ["en_US", "de_DE", "de", "default", "fr_FR"];
const ACTIONS: [(&str, &str); 6] = [
    ("Product-Show", "pid"),
    ("Search-Show", "cgid"),
    ("Page-Show", "cid"),
    ("Search-ShowContent", "fdid"),
    ("Cart-Show", "q"),
    ("Home-Show", "lang"),
];
const IDS: [&str; 16] = [
    "P-1",
    "1",
    "a/b",
    "Größe 5%",
    "about",
    "men",
    "men-suits",
    "women-suits",
    "own",
    "de",
    "cart",
    "nameless",
    "about-us",
    "help",
    "faq",
    "&=?#",
];
const CATEGORY_RULES: [&str; 4] = [
    "[ category-path, [ attribute, displayName ], / ]",
    "[ [ constant, c], / ,[ attribute, ID ] ]",
    "[ category-parent, [ attribute, ID ], - ]",
    "[ attribute, displayName ]",
];
const LEAF_RULES: [&str; 4] = [
    "[ category ]",
    "[ attribute, name ]",
    "[[ constant, p ], -, [ attribute, name, cart ]]",
    "[ [constant, de], / ,[ [category, [attribute, displayName] ], / , [attribute, name] ] ]",
];

fn any_rules() -> impl Strategy<Value = Value> {
    let names = prop::sample::select(vec!["", "de", "de/DE", "en", "mens", "cart"]);
    let mappings = prop::collection::vec((prop::sample::select(LOCALES.to_vec()), names), 0..4);
    let kinds = prop::sample::select(vec!["none", "path", "parameter"]);
    let rules = (0..CATEGORY_RULES.len(), 0..LEAF_RULES.len(), 0..LEAF_RULES.len());
    let marks = prop::sample::select(vec!["/", "-", "_"]);
    let flags = any::<[bool; 5]>();
    (kinds, mappings, rules, marks, flags).prop_map(|(kind, mappings, rules, mark, flags)| {
        let mapping = |(locale, name): (&str, &str)| {
            json!({ "xml:lang": locale.replace('_', "-").replace("default", "x-default"), "value": name })
        };
        let (category, product, content) = rules;
        let mut all = self::rules(&json!({
            "type": kind,
            "localeMapping": mappings.into_iter().map(mapping).collect::<Vec<_>>(),
        }));
        let folder = CATEGORY_RULES[category].replace("category", "folder");
        for (name, value) in [
            ("categoryRule", json!(CATEGORY_RULES[category])),
            ("productRule", json!(LEAF_RULES[product])),
            ("folderRule", json!(folder)),
            ("contentRule", json!(LEAF_RULES[content].replace("category", "folder"))),
            ("productIdSeparator", json!(mark)),
            ("contentIdSeparator", json!(mark)),
            ("categoryTrailingSlash", json!(flags[0])),
            ("pipelineTrailingSlash", json!(flags[1])),
            ("productPageUrlOverride", json!(flags[2])),
            ("categoryPageUrlOverride", json!(flags[3])),
        ] {
            all[name] = value;
        }
        all["generalSettings"]["lowerCaseUrls"] = json!(flags[4]);
        all
    })
}

fn decoded(query: &str) -> Vec<(String, String)> {
    let mut all: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn each_address_leads_back_to_its_page(
        rules in any_rules(),
        locale in prop::sample::select(LOCALES.to_vec()),
        (action, name) in prop::sample::select(ACTIONS.to_vec()),
        ids in prop::collection::vec(prop::sample::select(IDS.to_vec()), 0..3),
        other in "[a-z]{0,3}",
    ) {
        let stand = Stand::of(&rules);
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(ids.iter().map(|id| (name, id)));
        let query = query.append_pair("o", &other).finish();
        let Some(written) = stand.short(locale, action, &query) else { return Ok(()) };
        let uri: axum::http::Uri = written.parse().expect("an address");
        let origin = crate::sandbox::storefront::redirects::origin("S", &uri).expect("the site's");
        let page = stand.urls.find(&origin, &stand.objects()).expect("a page");
        prop_assert_eq!((page.locale.as_str(), page.action.as_str()), (locale, action));
        let found = page.origin(uri.query());
        let mut found = decoded(found.split_once('?').map_or("", |(_, query)| query));
        // By a parameter the address says its locale.
        if rules["localeSettings"]["type"] == "parameter" {
            let at = found.iter().position(|(name, _)| name == "lang").expect("a locale");
            found.remove(at);
        }
        prop_assert_eq!(found, decoded(&query), "{}", written);
    }
}
