//! Searches: what they find, in which order, and by what they can be narrowed.

use super::*;

/// A shop of bolts, each with a price, below a category for metal.
fn bolts() -> Shop {
    let mut shop = super::shop();
    let mut add = |kind: &str, scope: &str, id: &str, document: Value| {
        shop.add(kind, scope, id, document.as_object().expect("an object"));
    };
    let refinements = json!([
        { "type": "attribute", "attributeId": "manufacturerName" },
        { "type": "attribute", "attributeId": "size", "sortDirection": "descending" },
        { "type": "attribute", "attributeId": "length", "thresholdBucket": [
            { "displayName": texts("to 15", "bis 15"), "threshold": texts("15", "15") },
            { "displayName": texts("to 150", "bis 150"), "threshold": texts("150", "150") },
        ] },
    ]);
    add(
        "category",
        "shop",
        "metal",
        json!({ "displayName": texts("Metal, Wire", "Metall"), "parent": "root", "refinementDefinition": refinements }),
    );
    add(
        "category",
        "shop",
        "bolts",
        json!({ "displayName": texts("Bolts", "Schrauben"), "parent": "metal" }),
    );
    for (id, length, from, maker, price) in [
        ("b-9", 9, Some("2020-05-01T00:00:00.000Z"), Some("Zed"), 3.0),
        ("b-20", 20, Some("2021-05-01T00:00:00.000Z"), Some("Acme"), 2.0),
        ("b-100", 100, Some("2019-05-01T00:00:00.000Z"), Some("Acme"), 4.0),
        ("b-none", 0, None, None, 1.0),
    ] {
        let mut document = json!({
            "displayName": texts(&format!("Bolt {id}"), "Schraube"), "manufacturerName": maker, "onlineFrom": from,
            "shortDescription": texts("Steel thing", "Stahl"), "custom": { "size": format!("{length}"), "note": "shiny" },
        });
        if length > 0 {
            document["custom"]["length"] = length.into();
        }
        add("product", "master", id, document);
        add("category-assignment", "shop", &format!("bolts|{id}"), json!({ "primary": true }));
        add("price", "usd-list", id, json!({ "amount": [{ "quantity": "1", "value": price }] }));
    }
    shop
}

fn of(shop: Shop) -> Assortment {
    let shop = Arc::new(shop);
    let facts = SiteFacts::of(&shop, "Ref", &Spoken::default());
    Assortment::of(&shop, &facts).expect("a catalogue")
}

fn asked(query: &Value) -> Query {
    serde_json::from_value(query.clone()).expect("a query")
}

fn searched(assortment: &Assortment, query: &Value) -> Value {
    assortment.search(&asked(query))
}

fn found(assortment: &Assortment, query: &Value) -> Vec<String> {
    serde_json::from_value(searched(assortment, query)["ids"].clone()).expect("ids")
}

fn refinements(assortment: &Assortment, query: &Value) -> Vec<Value> {
    serde_json::from_value(assortment.refinements(&asked(query))).expect("refinements")
}

/// The values of a refinement, each with how many there are.
fn offered(assortment: &Assortment, query: &Value, attribute: &str) -> Vec<String> {
    let all = refinements(assortment, query);
    let own = all.iter().filter(|it| it["attribute"] == attribute);
    let values = own.flat_map(|it| it["values"].as_array().expect("values"));
    values.map(|it| format!("{}:{}", it["name"].as_str().unwrap_or("?"), it["count"])).collect()
}

#[test]
fn prices_are_those_of_the_currency_and_of_the_books() {
    let mut shop = super::shop();
    let mut add = |kind: &str, scope: &str, id: &str, document: Value| {
        shop.add(kind, scope, id, document.as_object().expect("an object"));
    };
    add("pricebook", "eur", "eur", json!({ "currency": "EUR" }));
    for (id, price) in [("mug-r", 50.0), ("mug-b", 50.0), ("lamp", 4.0)] {
        add("price", "eur", id, json!({ "amount": [{ "quantity": "1", "value": price }] }));
    }
    let assortment = of(shop);
    let eur = |more: Value| {
        let mut query = json!({ "currency": "EUR", "books": ["eur"], "locale": "en" });
        query
            .as_object_mut()
            .expect("a query")
            .extend(more.as_object().cloned().unwrap_or_default());
        query
    };
    assert_eq!(found(&assortment, &eur(json!({ "price_min": 0.0, "price_max": 15.0 }))), ["lamp"]);
    assert_eq!(found(&assortment, &eur(json!({ "order": [["price", 1]] }))), ["lamp", "mug"]);
    assert_eq!(offered(&assortment, &eur(json!({})), "price"), ["x:1"]);
    assert_eq!(found(&assortment, &json!({ "order": [["price", 1]] })), ["mug", "lamp"]);
    // A book that isn't the site's counts where a visitor's source code has it.
    let club = json!({ "books": ["usd-list", "other"], "price_max": 5.0 });
    assert_eq!(found(&assortment, &club), ["lamp"]);
    assert_eq!(found(&assortment, &json!({ "books": ["usd-list"], "price_max": 10.0 })), [""; 0]);
}

#[test]
fn the_lowest_price_counts_also_where_it_is_of_the_book_above() {
    let mut shop = super::shop();
    let dearer = json!({ "amount": [{ "quantity": "1", "value": 50 }] });
    shop.add("price", "usd-sale", "lamp", dearer.as_object().expect("an object"));
    let assortment = of(shop);
    let lamp = assortment.product("lamp", "default").expect("a lamp");
    assert_eq!((&lamp["price"], &lamp["list"]), (&json!("40.00"), &json!("40.00")));
    assert_eq!(found(&assortment, &json!({ "price_min": 45.0 })), [""; 0]);
}

#[test]
fn what_is_found_is_sorted_by_numbers_times_and_texts() {
    let assortment = of(bolts());
    let by = |attribute: &str, direction: u8| {
        let query = json!({ "category": "bolts", "order": [[attribute, direction]] });
        found(&assortment, &query)
    };
    assert_eq!(by("custom.length", 1), ["b-9", "b-20", "b-100", "b-none"]);
    assert_eq!(by("custom.length", 2), ["b-100", "b-20", "b-9", "b-none"]);
    assert_eq!(by("onlineFrom", 2), ["b-20", "b-9", "b-100", "b-none"]);
    assert_eq!(by("manufacturerName", 2), ["b-9", "b-100", "b-20", "b-none"]);
    assert_eq!(by("price", 2), ["b-100", "b-9", "b-20", "b-none"]);
}

#[test]
fn refinements_are_by_system_attributes_by_thresholds_and_in_their_direction() {
    let assortment = of(bolts());
    let all = json!({ "category": "bolts", "locale": "en" });
    assert_eq!(offered(&assortment, &all, "manufacturerName"), ["Acme:2", "Zed:1"]);
    assert_eq!(offered(&assortment, &all, "size"), ["100:1", "20:1", "9:1", "0:1"]);
    assert_eq!(offered(&assortment, &all, "length"), ["to 15:1", "to 150:2"]);
    let refined = |attribute: &str, value: &str| {
        let refinements = json!({ attribute: [value] });
        found(
            &assortment,
            &json!({ "category": "bolts", "locale": "en", "refinements": refinements }),
        )
    };
    assert_eq!(refined("manufacturerName", "Zed"), ["b-9"]);
    assert_eq!(refined("length", "to 150"), ["b-100", "b-20"]);
    assert_eq!(refined("length", "9"), ["b-9"]);
    // The bucket's name is known without its category, too.
    let words =
        json!({ "phrase": "steel", "locale": "de", "refinements": { "length": ["bis 15"] } });
    assert_eq!(found(&assortment, &words), ["b-9"]);
}

#[test]
fn what_there_is_by_now_sorts() {
    let assortment = of(bolts());
    let order = json!({ "category": "bolts", "order": [["availabilityModel.ats", 2]] });
    let mut query: Query = serde_json::from_value(order).expect("a query");
    let first = assortment.search(&query)["ids"].clone();
    let last = first.as_array().and_then(|ids| ids.last()).expect("several").clone();
    let other = first.as_array().and_then(|ids| ids.first()).expect("several").clone();
    assert_ne!(last, other);
    query.stock.insert(last.as_str().expect("an ID").to_owned(), 1e6);
    assert_eq!(assortment.search(&query)["ids"][0], last);
}

#[test]
fn values_of_a_whole_category_are_offered_where_it_says_so() {
    let mut shop = bolts();
    let definition = json!([{ "type": "attribute", "attributeId": "size", "valueSet": "refinement-category", "sortMode": "value-count" }]);
    let document = json!({ "refinementDefinition": definition });
    shop.add("category", "shop", "bolts", document.as_object().expect("an object"));
    let nine = json!({ "category": "bolts", "refinements": { "manufacturerName": ["Zed"] } });
    assert_eq!(offered(&of(shop), &nine, "size"), ["9:1", "0:0", "20:0", "100:0"]);
}

#[test]
fn words_are_refined_by_what_all_that_was_found_has_in_common() {
    let assortment = of(bolts());
    let names = |query: Value| {
        let all = refinements(&assortment, &query);
        all.iter().map(|it| it["attribute"].as_str().unwrap_or("?").to_owned()).collect::<Vec<_>>()
    };
    let root = ["category", "price", "color"];
    let metal = ["category", "price", "color", "manufacturerName", "size", "length"];
    assert_eq!(names(json!({ "phrase": "bolt" })), metal);
    assert_eq!(names(json!({ "phrase": "bolt", "refining": "root" })), root);
    assert_eq!(names(json!({ "phrase": "nothing" })), root);
    assert_eq!(names(json!({})), root);
    let common = |ids: &[&str]| assortment.common(ids.iter().copied()).to_owned();
    assert_eq!(common(&["b-9", "b-20"]), "bolts");
    assert_eq!(common(&["b-9", "lamp"]), "root");
    assert_eq!(common(&["mug", "lamp"]), "desk");
    assert_eq!(common(&["mug"]), "mugs");
}

#[test]
fn words_have_a_sorting_rule_of_their_own() {
    let mut shop = bolts();
    let mut add = |kind: &str, id: &str, document: Value| {
        shop.add(kind, "Ref", id, document.as_object().expect("an object"));
    };
    let by_id =
        json!({ "kind": "attribute", "attributePath": "product.ID", "direction": "descending" });
    add("sorting-rule", "ids", json!({ "sortingAttributes": [by_id] }));
    add(
        "sorting-rule",
        "cheap",
        json!({ "sortingAttributes": [{ "kind": "price", "direction": "ascending" }] }),
    );
    add("sorting-rule-assignment", "root", json!({ "categoryId": "root", "ruleId": "cheap" }));
    add("keyword-sorting", "ids|", json!({ "ruleId": "ids" }));
    add("keyword-sorting", "cheap|steel", json!({ "ruleId": "cheap", "keywordGroupId": "steel" }));
    add("keyword-group", "steel|x-default", json!({ "id": "steel", "value": "Steel, iron bar" }));
    let assortment = of(shop);
    let rule = |query: Value| searched(&assortment, &query)["rule"].clone();
    assert_eq!(rule(json!({ "phrase": "bolt" })), "ids");
    assert_eq!(rule(json!({ "phrase": "steel" })), "cheap");
    assert_eq!(rule(json!({ "category": "bolts" })), "cheap");
    assert_eq!(rule(json!({ "phrase": "bolt", "sort": "cheap" })), "cheap");
    assert_eq!(
        found(&assortment, &json!({ "phrase": "bolt" })),
        ["b-none", "b-9", "b-20", "b-100"]
    );
    assert_eq!(
        found(&assortment, &json!({ "category": "bolts" })),
        ["b-none", "b-20", "b-9", "b-100"]
    );
}

#[test]
fn a_set_costs_what_its_products_cost() {
    let mut shop = bolts();
    let set = json!({ "productSetProduct": [{ "productId": "b-9" }, { "productId": "mug" }], "displayName": texts("Set", "Satz") });
    shop.add("product", "master", "set", set.as_object().expect("an object"));
    shop.add("category-assignment", "shop", "bolts|set", &serde_json::Map::new());
    shop.add(
        "price",
        "usd-list",
        "mug",
        json!({ "amount": [{ "quantity": "1", "value": 12 }] }).as_object().expect("an object"),
    );
    let assortment = of(shop);
    let between = |least: f64, most: f64| {
        found(&assortment, &json!({ "phrase": "set", "price_min": least, "price_max": most }))
    };
    assert_eq!(between(2.0, 5.0), ["set"]);
    assert_eq!(between(11.0, 13.0), ["set"]);
    assert_eq!(between(4.0, 11.0), [""; 0]);
    let cheap = json!({ "category": "bolts", "order": [["price", 1]] });
    assert_eq!(found(&assortment, &cheap), ["b-none", "b-20", "b-9", "set", "b-100"]);
}

#[test]
fn dictionaries_say_what_words_mean() {
    let mut shop = bolts();
    let mut add = |kind: &str, id: &str, document: Value| {
        shop.add(kind, "Ref", id, document.as_object().expect("an object"));
    };
    add("stopwords", "en-US", json!({ "stopwords": ["the, of"] }));
    add(
        "synonyms",
        "en-US",
        json!({ "synonyms": ["gadget, thing", "light source, lamp", "cup, mug, -bolt"] }),
    );
    add("synonyms", "x-default", json!({ "synonyms": ["widget, lamp"] }));
    add(
        "hypernyms",
        "en-US",
        json!({ "hypernymRule": [{ "hyponyms": "lamp", "hypernyms": "furniture" }] }),
    );
    let assortment = of(shop);
    let words = |phrase: &str, locale: &str| {
        let query = json!({ "phrase": phrase, "locale": locale, "order": [["ID", 1]] });
        found(&assortment, &query)
    };
    let bolts = ["b-100", "b-20", "b-9", "b-none"];
    assert_eq!(words("gadget", "en_US"), bolts);
    assert_eq!(words("Steel Gadget", "en_US"), bolts);
    assert_eq!(words("gadget", "de_DE"), [""; 0]);
    assert_eq!(words("the bolt of steel", "en_US"), bolts);
    assert_eq!(words("the bolt", "de_DE"), [""; 0]);
    assert_eq!(words("the", "en_US"), [""; 0]);
    assert_eq!(words("light source", "en_US"), ["lamp"]);
    assert_eq!(words("widget", "fr"), ["lamp"]);
    assert_eq!(words("widget", "en_US"), [""; 0]);
    assert_eq!(words("cup", "en_US"), ["mug"]);
    assert_eq!(words("furniture", "en_US"), ["lamp"]);
    assert_eq!(words("lamp", "en_US"), ["lamp"]);
}

#[test]
fn words_are_looked_for_where_the_site_says_and_where_they_are_worth_most_first() {
    let mut shop = bolts();
    let mut add = |kind: &str, scope: &str, id: &str, document: Value| {
        shop.add(kind, scope, id, document.as_object().expect("an object"));
    };
    add("product", "master", "lamp", json!({ "custom": { "note": "bolt" } }));
    let words = |shop: Shop, phrase: &str| found(&of(shop), &json!({ "phrase": phrase }));
    let mut weighted = shop.clone();
    for (path, boost) in
        [("product.name", 1.0), ("product.custom.note", 2.0), ("category.displayName", 0.5)]
    {
        let document = json!({ "attributePath": path, "boost": boost });
        weighted.add("searchable-attribute", "Ref", path, document.as_object().expect("an object"));
    }
    assert_eq!(words(shop.clone(), "bolt")[0], "b-100", "a note isn't looked through by itself");
    assert_eq!(words(weighted.clone(), "bolt")[0], "lamp");
    assert_eq!(words(weighted.clone(), "shiny").len(), 4);
    assert_eq!(words(weighted.clone(), "steel"), [""; 0]);
    // Names of categories, and of those above them.
    assert_eq!(words(weighted.clone(), "wire").len(), 4);
    let excluded = json!({ "categoryExclusions": [r"Metal\, Wire, Desk"] });
    for mut shop in [shop, weighted] {
        shop.add(
            "category-exclusions",
            "Ref",
            "x-default",
            excluded.as_object().expect("an object"),
        );
        assert_eq!(words(shop.clone(), "wire"), [""; 0]);
        assert_eq!(words(shop, "schrauben").len(), 4);
    }
}

#[test]
fn phrases_and_refinements_have_an_end() {
    let assortment = of(bolts());
    let words = |behind: &str| {
        let phrase = "bolt ".repeat(100) + behind;
        found(&assortment, &json!({ "phrase": phrase, "order": [["ID", 1]] }))
    };
    assert_eq!(words("nothing-has-this"), ["b-100", "b-20", "b-9", "b-none"]);
    let misspelled = |count: usize| assortment.corrected(&"bolz ".repeat(count));
    assert_eq!(misspelled(150_000), misspelled(100));
    let check = |count: usize| {
        let values: Vec<_> = (0..count).map(|it| it.to_string()).collect();
        asked(&json!({ "refinements": { "size": values } })).check()
    };
    assert_eq!(check(999), Ok(()));
    assert_eq!(check(1_000), Err("it names more than 1000 values and attributes".to_owned()));
}
