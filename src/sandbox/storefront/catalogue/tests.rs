mod searches;

use super::*;
use crate::sandbox::storefront::site::Spoken;

/// Adds a record.
type Add<'a> = dyn FnMut(&str, &str, &str, Value) + 'a;

fn texts(default: &str, de: &str) -> Value {
    json!({"$": {"default": default, "de": de}})
}

fn shop() -> Shop {
    let mut shop = Shop::default();
    let mut add = |kind: &str, scope: &str, id: &str, document: Value| {
        shop.add(kind, scope, id, document.as_object().expect("an object"));
    };
    add_site(&mut add);
    add_categories(&mut add);
    add_products(&mut add);
    add_assignments(&mut add);
    add_prices(&mut add);
    shop
}

fn add_site(add: &mut Add<'_>) {
    add("site", "Ref", "Ref", json!({ "currency": "USD" }));
    let preference = |id: &str, value: &str| json!({ "preferenceId": id, "value": value });
    add(
        "preferences",
        "Ref",
        "Ref",
        json!({ "standardPreferences": { "preference": [
        preference("SiteCatalog", "shop"),
        preference("SitePriceBooks", "usd-list:usd-sale"),
        preference("SiteInventoryList", "stock"),
    ] } }),
    );
}

fn add_categories(add: &mut Add<'_>) {
    add(
        "category",
        "shop",
        "root",
        json!({ "refinementDefinition": [
        { "type": "category" },
        { "type": "price", "priceBucket": [
            { "currency": "USD", "displayName": texts("Cheap", "Billig"), "threshold": 10 },
            { "currency": "EUR", "displayName": texts("x", "x"), "threshold": 5 },
            { "currency": "USD", "displayName": texts("Dear", "Teuer"), "threshold": 100 },
        ] },
        { "type": "attribute", "attributeId": "color", "displayName": texts("Colour", "Farbe"),
          "unbucketedValuesMode": "show-values",
          "attributeBucket": [{ "displayName": texts("Reds", "Rottöne"), "valueList": texts("red,pink", "red,pink"), "presentationId": "r" }] },
    ] }),
    );
    add(
        "category",
        "shop",
        "kitchen",
        json!({ "displayName": texts("Kitchen", "Küche"), "parent": "root", "position": "2" }),
    );
    add(
        "category",
        "shop",
        "mugs",
        json!({ "displayName": texts("Mugs", "Becher"), "parent": "kitchen" }),
    );
    add(
        "category",
        "shop",
        "desk",
        json!({ "displayName": texts("Desk", "Schreibtisch"), "parent": "root", "position": "1" }),
    );
}

fn add_products(add: &mut Add<'_>) {
    add(
        "product",
        "master",
        "mug",
        json!({
            "displayName": texts("Heron Mug", "Reiherbecher"), "brand": "Fenwick",
            "imageGroup": [{ "viewType": "large" }],
            "sharedVariationAttribute": [{ "attributeId": "color", "variationAttributeId": "color" }],
            "variant": [{ "productId": "mug-r" }, { "productId": "mug-b" }, { "productId": "mug-gone" }],
        }),
    );
    add(
        "variation-attribute",
        "master",
        "color",
        json!({
            "variationAttributeId": "color", "attributeId": "color", "displayName": texts("Color", "Farbe"),
            "variationAttributeValue": [
                { "value": "red", "displayValue": texts("Red", "Rot") }, { "value": "blue", "displayValue": texts("Blue", "Blau") },
            ],
        }),
    );
    add("product", "master", "mug-r", json!({ "custom": { "color": "red" } }));
    add("product", "master", "mug-b", json!({ "custom": { "color": "blue" }, "brand": "Own" }));
    add(
        "product",
        "master",
        "lamp",
        json!({
            "displayName": texts("Lamp", "Lampe"), "custom": { "color": "pink" },
            "sharedOption": [{ "optionId": "warranty" }],
        }),
    );
    add(
        "product-option",
        "master",
        "warranty",
        json!({ "optionId": "warranty", "displayName": texts("Warranty", "Garantie") }),
    );
    add(
        "product",
        "master",
        "hidden",
        json!({ "displayName": texts("Hidden Mug", ""), "online": false }),
    );
}

fn add_assignments(add: &mut Add<'_>) {
    for (category, product, primary) in [
        ("mugs", "mug", true),
        ("desk", "lamp", false),
        ("mugs", "hidden", true),
        ("desk", "mug", false),
    ] {
        add(
            "category-assignment",
            "shop",
            &format!("{category}|{product}"),
            json!({ "primary": primary }),
        );
    }
}

fn add_prices(add: &mut Add<'_>) {
    add("pricebook", "usd-list", "usd-list", json!({ "currency": "USD" }));
    add("pricebook", "usd-sale", "usd-sale", json!({ "currency": "USD", "parent": "usd-list" }));
    add("pricebook", "other", "other", json!({ "currency": "USD" }));
    for (book, product, amount) in [
        ("usd-list", "mug-r", 12.0),
        ("usd-sale", "mug-r", 9.5),
        ("usd-list", "mug-b", 12.0),
        ("usd-list", "lamp", 40.0),
        ("other", "lamp", 1.0),
    ] {
        add(
            "price",
            book,
            product,
            json!({ "amount": [{ "quantity": "1", "value": amount }, { "quantity": "5", "value": amount - 1.0 }] }),
        );
    }
    add("inventory-list", "stock", "stock", json!({ "defaultInstock": false }));
    add("inventory", "stock", "mug-r", json!({ "allocation": 7 }));
    add("inventory", "stock", "mug-b", json!({ "perpetual": true }));
}

fn assortment() -> Assortment {
    let shop = Arc::new(shop());
    let facts = SiteFacts::of(&shop, "Ref", &Spoken::default());
    Assortment::of(&shop, &facts).expect("a catalogue")
}

fn ids(query: Value) -> Vec<String> {
    let found = assortment().search(&serde_json::from_value(query).expect("a query"));
    serde_json::from_value(found["ids"].clone()).expect("ids")
}

#[test]
fn a_master_has_its_variants_with_their_prices_and_stock() {
    let mug = assortment().product("mug", "de_DE").expect("a mug");
    assert_eq!(
        (&mug["type"], &mug["name"], &mug["category"]),
        (&json!("master"), &json!("Reiherbecher"), &json!("mugs"))
    );
    assert_eq!(mug["categories"], json!(["mugs", "desk"]));
    let attribute = json!({
        "id": "color", "attribute": "color", "name": "Farbe", "values": ["red", "blue"],
        "names": { "red": "Rot", "blue": "Blau" },
    });
    assert_eq!(mug["attributes"], json!([attribute]));
    let list = json!([[1.0, "12.00"], [5.0, "11.00"]]);
    let sale = json!([[1.0, "9.50"], [5.0, "8.50"]]);
    let of = |books: Value| json!({ "USD": books });
    let book = |steps: Value| json!([{ "steps": steps }]);
    assert_eq!(
        mug["variants"],
        json!([
            { "id": "mug-r", "values": { "color": "red" }, "price": "9.50", "stock": 7.0,
              "prices": of(json!({ "usd-list": book(list.clone()), "usd-sale": book(sale) })) },
            { "id": "mug-b", "values": { "color": "blue" }, "price": "12.00", "stock": ENDLESS,
              "prices": of(json!({ "usd-list": book(list) })) },
        ])
    );
}

#[test]
fn a_variant_takes_from_its_master_what_it_lacks() {
    let assortment = assortment();
    let red = assortment.product("mug-r", "default").expect("a variant");
    let shown = ["type", "name", "brand", "master", "price", "list", "category"]
        .map(|name| red[name].clone());
    let expected =
        ["variant", "Heron Mug", "Fenwick", "mug", "9.50", "12.00", "mugs"].map(|it| json!(it));
    assert_eq!(shown, expected);
    assert_eq!(red["values"], json!({ "color": "red" }));
    assert_eq!(red["imageGroup"][0]["viewType"], "large");
    assert_eq!(
        red["prices"]["USD"]["usd-list"][0]["steps"],
        json!([[1.0, "12.00"], [5.0, "11.00"]])
    );
    assert_eq!(assortment.product("mug-b", "default").expect("a variant")["brand"], "Own");
    assert_eq!(assortment.stock_keepers("mug"), ["mug-r", "mug-b"]);
    assert_eq!(assortment.stock(Some("stock"), "lamp").map(|it| json!(it)), Some(json!(0.0)));
    assert_eq!(assortment.product("nothing", "default"), None);
}

#[test]
fn a_price_for_a_time_comes_before_the_one_for_always() {
    let mut shop = shop();
    let mut add = |book: &str, id: &str, document: Value| {
        shop.add("price", book, id, document.as_object().expect("an object"));
    };
    let table = |from: &str, to: &str, amount: f64| json!({ "onlineFrom": from, "onlineTo": to, "amount": [{ "quantity": "1", "value": amount }] });
    let (past, later, future) =
        ("2001-01-01T00:00:00.000Z", "2002-01-01T00:00:00.000Z", "2990-01-01T00:00:00.000Z");
    add("usd-sale", "mug-r|1", table(past, later, 1.0));
    add("usd-sale", "mug-r|2", table(past, future, 8.0));
    add("usd-sale", "mug-r|3", table(later, future, 7.0));
    add("usd-sale", "mug-r|4", table(future, "", 2.0));
    // A quarter less of ten, and of what the book above says.
    let off = json!([{ "quantity": "10", "value": 25 }]);
    add("usd-list", "lamp", json!({ "percentage": off }));
    add("usd-sale", "lamp", json!({ "percentage": [{ "quantity": "1", "value": 50 }] }));
    let shop = Arc::new(shop);
    let facts = SiteFacts::of(&shop, "Ref", &Spoken::default());
    let assortment = Assortment::of(&shop, &facts).expect("a catalogue");
    let red = assortment.product("mug-r", "default").expect("a variant");
    assert_eq!((&red["price"], &red["list"]), (&json!("7.00"), &json!("12.00")));
    let sale = red["prices"]["USD"]["usd-sale"].as_array().expect("tables").iter();
    let steps: Vec<_> = sale.map(|it| it["steps"][0][1].as_str().unwrap_or_default()).collect();
    assert_eq!(steps, ["2.00", "7.00", "1.00", "8.00", "9.50"]);
    let lamp = assortment.product("lamp", "default").expect("a lamp");
    assert_eq!((&lamp["price"], &lamp["list"]), (&json!("20.00"), &json!("40.00")));
    let steps = &lamp["prices"]["USD"]["usd-list"][0]["steps"];
    assert_eq!(steps, &json!([[1.0, "40.00"], [5.0, "39.00"], [10.0, "30.00"]]));
}

#[test]
fn options_come_from_the_catalogue() {
    let lamp = assortment().product("lamp", "de").expect("a lamp");
    assert_eq!(
        (&lamp["type"], &lamp["options"][0]["name"]),
        (&json!("option"), &json!("Garantie"))
    );
    assert_eq!(lamp["price"], "40.00", "a book that isn't the site's has no say");
}

#[test]
fn categories_stand_in_the_order_of_their_positions() {
    let root = assortment().category(None, "root", "de").expect("a root");
    assert_eq!((&root["children"], &root["parent"]), (&json!(["desk", "kitchen"]), &Value::Null));
    let kitchen = assortment().category(None, "kitchen", "de").expect("a category");
    let shown = ["name", "parent", "children"].map(|name| kitchen[name].clone());
    assert_eq!(shown, [json!("Küche"), json!("root"), json!(["mugs"])]);
}

#[test]
fn a_search_finds_what_is_online_below_a_category() {
    assert_eq!(ids(json!({ "category": "kitchen" })), ["mug"]);
    assert_eq!(ids(json!({ "phrase": "reiher" })), ["mug"]);
    assert_eq!(ids(json!({ "phrase": "mug-b" })), ["mug"]);
    assert_eq!(ids(json!({ "phrase": "hidden" })), [""; 0]);
    assert_eq!(ids(json!({ "price_max": 20.0 })), ["mug"]);
    assert_eq!(ids(json!({ "refinements": { "color": ["pink"] } })), ["lamp"]);
}

#[test]
fn a_search_may_be_for_a_range_and_in_an_order_of_its_own() {
    assert_eq!(ids(json!({ "ranges": { "color": ["c", "q"] } })), ["lamp"]);
    assert_eq!(ids(json!({ "ranges": { "color": [null, "c"] } })), ["mug"]);
    assert_eq!(ids(json!({ "ranges": { "size": ["1", null] } })), [""; 0]);
    let all = |order: Value| ids(json!({ "order": order }));
    assert_eq!(all(json!([["price", 1]])), ["mug", "lamp"]);
    assert_eq!(all(json!([["price", 2]])), ["lamp", "mug"]);
    assert_eq!(all(json!([["ID", 1]])), ["lamp", "mug"]);
    assert_eq!(all(json!([["custom.color", 2], ["ID", 1]])), ["mug", "lamp"]);
}

#[test]
fn refinements_are_those_that_the_category_defines() {
    let query = serde_json::from_value(json!({ "locale": "de" })).expect("a query");
    let found = assortment().refinements(&query);
    let shown = |index: usize| {
        let values = found[index]["values"].as_array().cloned().unwrap_or_default();
        values
            .iter()
            .map(|it| format!("{} {} {}", it["value"], it["name"], it["count"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(0), ["\"desk\" \"Schreibtisch\" 2", "\"kitchen\" \"Küche\" 1"]);
    // One mug is cheap, the other one isn't.
    assert_eq!(shown(1), ["\"0..10\" \"Billig\" 1", "\"10..100\" \"Teuer\" 2"]);
    assert_eq!(shown(2), ["\"Rottöne\" \"Rottöne\" 2", "\"blue\" \"blue\" 1"]);
    assert_eq!(found[2]["name"], "Farbe");
}

#[test]
fn promotions_have_their_rules_their_campaigns_and_who_qualifies() {
    let mut shop = shop();
    let mut add = |kind: &str, id: &str, document: Value| {
        shop.add(kind, "Ref", id, document.as_object().expect("an object"));
    };
    let rule = json!({ "simpleDiscount": { "percentage": 10.0 } });
    let groups = json!({ "matchMode": "all", "customerGroup": [{ "groupId": "Everyone" }] });
    let coupons = json!({ "coupon": [{ "couponId": "C" }] });
    add(
        "promotion",
        "p",
        json!({ "enabled": true, "exclusivity": "class", "orderPromotionRule": rule }),
    );
    add("promotion", "kept", json!({ "archived": true, "orderPromotionRule": rule }));
    add(
        "campaign",
        "c",
        json!({ "enabled": true, "customerGroups": groups, "endDate": "2030-01-01T00:00:00.000Z" }),
    );
    add(
        "promotion-assignment",
        "p|c",
        json!({ "coupons": coupons, "qualifiers": { "matchMode": "all" }, "rank": 5.0, "schedule": { "startDate": "2020-01-01T00:00:00.000Z" } }),
    );
    add("coupon", "C", json!({ "enabled": true, "singleCode": "ten" }));
    let limits = json!({ "limitPerCode": 1, "allowMultipleCodesPerOrder": true });
    add(
        "coupon",
        "L",
        json!({ "multipleCodes": { "code": ["a", "b"] }, "caseInsensitive": true, "redemptionLimits": limits }),
    );
    add("coupon-codes", "L", json!({ "code": ["c"] }));
    add("coupon", "S", json!({ "systemCodes": { "codePrefix": "SYS", "codeLength": 12 } }));
    add("promotion-settings", "", json!({ "globalExcludedProducts": { "conditionGroup": [] } }));
    let facts = SiteFacts::of(&shop, "Ref", &Spoken::default());
    let assortment = Assortment::of(&Arc::new(shop), &facts).expect("a catalogue");
    let found = assortment.promotions();
    let [only] = found["promotions"].as_array().expect("a list").as_slice() else {
        panic!("{found}")
    };
    assert_eq!(
        [&only["id"], &only["class"], &only["exclusivity"], &only["rule"]],
        [&json!("p"), &json!("order"), &json!("class"), &rule]
    );
    assert_eq!(
        only["assignments"],
        json!([{ "campaign": "c", "match": "all", "customerGroups": [], "sourceCodes": [], "coupons": ["C"], "rank": 5.0, "startDate": "2020-01-01T00:00:00.000Z" }])
    );
    assert_eq!(
        found["campaigns"],
        json!([{ "id": "c", "enabled": true, "customerGroups": ["Everyone"], "groupsMatch": "all", "sourceCodes": [], "coupons": [], "endDate": "2030-01-01T00:00:00.000Z" }])
    );
    assert_eq!(
        found["coupons"],
        json!([
            { "id": "C", "codes": ["ten"], "isList": false, "enabled": true },
            { "id": "L", "codes": ["a", "b", "c"], "isList": true, "caseInsensitive": true, "limitPerCode": 1, "allowMultiple": true },
            { "id": "S", "codes": [], "isList": false, "system": { "prefix": "SYS", "codeLength": 12 } },
        ])
    );
    assert_eq!(found["excluded"], json!({ "conditionGroup": [] }));
}

#[test]
fn a_master_is_found_by_the_variants_that_fit() {
    let found =
        |query: Value| assortment().search(&serde_json::from_value(query).expect("a query"));
    let represented = |query: Value| found(query)["represented"].clone();
    assert_eq!(represented(json!({})), json!({}));
    assert_eq!(
        represented(json!({ "refinements": { "color": ["blue"] } })),
        json!({ "mug": ["mug-b"] })
    );
    assert_eq!(represented(json!({ "price_max": 10.0 })), json!({ "mug": ["mug-r"] }));
    assert_eq!(represented(json!({ "refinements": { "color": ["red", "blue"] } })), json!({}));
    // The blue one is dearer, and of a brand of its own; the red one has its master's.
    let blue = json!({ "refinements": { "color": ["blue"] }, "price_max": 10.0 });
    assert_eq!(found(blue.clone())["ids"], json!([]));
    assert_eq!(ids(json!({ "refinements": { "color": ["red"], "brand": ["Fenwick"] } })), ["mug"]);
    assert!(ids(json!({ "refinements": { "color": ["blue"], "brand": ["Fenwick"] } })).is_empty());
    // What can be chosen of an attribute is what fits the others.
    let red = json!({ "price_min": 10.0, "refinements": { "color": ["red"] } });
    let offered = assortment().refinements(&serde_json::from_value(red).expect("a query"));
    let values = offered[2]["values"].as_array().expect("values").clone();
    let names: Vec<_> = values.iter().map(|it| (&it["value"], &it["count"])).collect();
    assert_eq!(names, [(&json!("Reds"), &json!(1)), (&json!("blue"), &json!(1))]);
}
