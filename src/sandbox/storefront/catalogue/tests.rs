use super::*;
use crate::sandbox::storefront::sample;

fn sample_catalogue() -> Catalogue {
    Catalogue::read(&sample::catalogue()).expect("the sample catalogue is well-formed")
}

fn ids(catalogue: &Catalogue, query: Value) -> Vec<String> {
    let query: Query = serde_json::from_value(query).expect("a query");
    serde_json::from_value(catalogue.search(&query)["ids"].clone()).expect("ids")
}

#[test]
fn the_sample_is_a_whole_shop() {
    let catalogue = sample_catalogue();
    assert!(catalogue.products.len() >= 1200, "{} products", catalogue.products.len());
    assert!(catalogue.variants.len() >= 1200, "{} variants", catalogue.variants.len());
    for product in catalogue.products.values() {
        assert!(catalogue.categories.contains_key(&product.category), "{}", product.id);
        match &product.stock {
            product::Stock::One(_) => assert_eq!(product.kind(), Kind::Simple, "{}", product.id),
            product::Stock::Each(each) => {
                assert_eq!(each.len(), product.variants().len(), "{}", product.id);
            }
        }
    }
}

#[test]
fn a_variant_is_a_product_of_its_own() {
    let catalogue = sample_catalogue();
    let master = catalogue.product("KM01001", "de_DE").expect("a mug");
    assert_eq!(
        (master["type"].as_str(), master["name"].as_str()),
        (Some("master"), Some("Heron Becher"))
    );
    let variant = catalogue.product("KM01001-02", "default").expect("its second colour");
    assert_eq!(
        (variant["type"].as_str(), variant["name"].as_str()),
        (Some("variant"), Some("Heron Mug"))
    );
    assert_eq!(variant["values"], json!({ "color": "moss" }));
    assert_eq!(catalogue.stock("KM01001-02"), Some(2));
    assert_eq!(catalogue.stock("KM01001"), Some(35));
    assert_eq!(catalogue.product("KM01001-09", "default"), None);
}

#[test]
fn a_search_needs_every_word_and_ranks_names_first() {
    let catalogue = sample_catalogue();
    let found = ids(&catalogue, json!({ "phrase": "heron mug" }));
    assert_eq!(found.first().map(String::as_str), Some("KM01001"));
    assert!(ids(&catalogue, json!({ "phrase": "heron nosuchthing" })).is_empty());
    assert_eq!(ids(&catalogue, json!({ "phrase": "km01002" })), ["KM01002"]);
}

#[test]
fn a_search_stays_in_its_bounds() {
    let catalogue = sample_catalogue();
    let query = json!({ "category": "kitchen", "price_min": 20.0, "price_max": 30.0, "sort": "price-low-to-high" });
    let found = ids(&catalogue, query);
    let prices: Vec<_> = found.iter().map(|id| catalogue.products[id].lowest_price().0).collect();
    assert!(!prices.is_empty() && prices.is_sorted(), "{prices:?}");
    assert!(prices.iter().all(|price| (2000..=3000).contains(price)), "{prices:?}");
    assert!(found.iter().all(|id| id.starts_with('K')), "{found:?}");
}

#[test]
fn a_refinement_leaves_the_other_values_of_its_attribute_on_offer() {
    let catalogue = sample_catalogue();
    let query = Query {
        category: Some("kitchen-mugs".to_owned()),
        refinements: IndexMap::from([("color".to_owned(), vec!["moss".to_owned()])]),
        ..Query::default()
    };
    let result = catalogue.search(&query);
    let count = |value: &str| {
        result["refinements"][1]["values"].as_array().and_then(|offers| {
            offers.iter().find(|offer| offer["value"] == value)?["count"].as_u64()
        })
    };
    assert_eq!(result["refinements"][1]["attribute"], "color");
    assert_eq!(result["ids"].as_array().map(|ids| ids.len() as u64), count("moss"));
    assert!(count("ink").is_some_and(|count| count > 0));
    assert_eq!(result["refinements"][0]["values"][0]["name"], "Mugs");
}

#[test]
fn a_broken_line_is_named() {
    let mut files = sample::catalogue();
    files.insert("products.jsonl".to_owned(), Cow::Borrowed(b"\n{\"id\":1}\n"));
    let error = Catalogue::read(&files).expect_err("refused").to_string();
    assert!(error.starts_with("the catalogue's file products.jsonl, line 2: "), "{error}");
}
