//! What a catalogue's image settings say of its products' images.

use super::{Browser, archived, storefront_of};

const CATALOG: &str = r#"<catalog catalog-id="shop"><header><image-settings>LOCATION<view-types><view-type>large</view-type></view-types>
  <variation-attribute-id>color</variation-attribute-id>PATTERNS</image-settings></header>
  <category category-id="root"><online-flag>true</online-flag></category>
  <product product-id="cup"><display-name xml:lang="x-default">Cup</display-name><display-name xml:lang="de">Tasse</display-name>
    <images><image-group view-type="large"><image path="/a b/cup.jpg"/><image path="two.jpg"><alt xml:lang="x-default">Two</alt><title xml:lang="de">Zwei</title></image></image-group></images>
    <variations><attributes><variation-attribute attribute-id="color" variation-attribute-id="color">
      <variation-attribute-values><variation-attribute-value value="r"><display-value xml:lang="x-default">Red</display-value><display-value xml:lang="de">Rot</display-value></variation-attribute-value>
      <variation-attribute-value value="b"/></variation-attribute-values></variation-attribute></attributes>
    <variants><variant product-id="cup-r"/><variant product-id="cup-b"/></variants></variations></product>
  <product product-id="cup-r"><custom-attributes><custom-attribute attribute-id="color">r</custom-attribute></custom-attributes></product>
  <product product-id="cup-b"><custom-attributes><custom-attribute attribute-id="color">b</custom-attribute></custom-attributes></product>
</catalog>"#;

const CONTROLLER: &str = "function product(id) { return require('dw/catalog/ProductMgr').getProduct(id); }
    function texts(image) { return [image.alt, image.title].map(String).join(' - '); }
    exports.Texts = function () {
        var chosen = product('cup').variationModel;
        chosen.setSelectedAttributeValue('color', 'r');
        [product('cup').getImage('large'), product('cup').getImage('large', 1), product('cup-r').getImage('large'), product('cup-b').getImage('large'),
            chosen.getImage('large'), product('cup').variationModel.getAllValues(product('cup').variationModel.getProductVariationAttribute('color'))[0].getImage('large')]
            .forEach(function (image) { response.writer.println(texts(image)); });
    };
    exports.Addresses = function () {
        var image = product('cup').getImage('large');
        var to = { scaleWidth: 100 };
        [image.URL, image.url, image.absURL, image.httpURL, image.httpsURL, image.getImageURL(to), image.getAbsImageURL(to), image.getHttpImageURL(to), image.getHttpsImageURL(to)]
            .forEach(function (url) { response.writer.println(url); });
    };
    Object.keys(exports).forEach(function (name) { exports[name].public = true; });";

fn browser(location: &str, patterns: &str) -> Browser {
    let catalog = CATALOG.replace("LOCATION", location).replace("PATTERNS", patterns);
    let shop = archived(&[("catalogs/shop/catalog.xml", catalog.as_str())]);
    Browser::of(&storefront_of(&[("app/cartridge/controllers/Test.js", CONTROLLER)], shop))
}

async fn check(browser: &mut Browser, action: &str, expected: &[&str]) {
    let page = browser.get(action).await;
    assert_eq!(page.is_fine().body.lines().collect::<Vec<_>>(), expected, "{action}");
}

#[tokio::test]
async fn what_an_image_says_nothing_of_the_patterns_say() {
    let patterns = "<alt-pattern>${productname}, ${variationvalue}, ${viewtype} ${other}</alt-pattern><title-pattern>${productname}</title-pattern>";
    let mut shop = browser("", patterns);
    check(
        &mut shop,
        "Test-Texts",
        &[
            "Cup, , large ${other} - Cup",
            "Two - Cup",
            "Cup, Red, large ${other} - Cup",
            "Cup, b, large ${other} - Cup",
            "Cup, Red, large ${other} - Cup",
            "Cup, Red, large ${other} - Cup",
        ],
    )
    .await;
    let of_value = "Tasse, Rot, large ${other} - Tasse";
    check(
        &mut shop,
        "de/Test-Texts",
        &[
            "Tasse, , large ${other} - Tasse",
            "Two - Zwei",
            of_value,
            "Tasse, b, large ${other} - Tasse",
            of_value,
            of_value,
        ],
    )
    .await;
    let nothing = "null - null";
    let expected = [nothing, "Two - null", nothing, nothing, nothing, nothing];
    check(&mut browser("", ""), "Test-Texts", &expected).await;
}

#[tokio::test]
async fn images_are_where_the_catalogue_says() {
    let mut shop = browser("<internal-location base-path=\"/images/\"/>", "");
    let page = shop.get("Test-Addresses").await;
    let first = page.is_fine().body.lines().next().map(|it| it.replace("%20", " "));
    let path = first
        .as_deref()
        .and_then(|it| it.strip_prefix("/on/demandware.static/-/Sites-shop/default/dw"));
    assert_eq!(
        path.and_then(|it| it.split_once('/')).map(|(_, path)| path),
        Some("images/a b/cup.jpg")
    );

    let external = "<external-location><http-url>http://img.example.test/is/</http-url><https-url>https://img.example.test/s</https-url></external-location>";
    let (http, https) =
        ("http://img.example.test/is/a b/cup.jpg", "https://img.example.test/s/a b/cup.jpg");
    let expected = [http, http, http, http, https, http, http, http, https];
    check(&mut browser(external, ""), "Test-Addresses", &expected).await;

    let http_alone =
        "<external-location><http-url>http://img.example.test/is</http-url></external-location>";
    check(&mut browser(http_alone, ""), "Test-Addresses", &[http; 9]).await;
}

/// A group may name a value of the attribute that all images vary by, instead of the attribute and a value.
#[tokio::test]
async fn a_group_is_for_a_value_of_the_attribute_that_images_vary_by() {
    let image = |id: &str| format!("<image path=\"{id}.jpg\"><alt>{id}</alt></image>");
    let group = |value: &str| {
        format!(
            "<image-group view-type=\"large\" variation-value=\"{value}\">{}</image-group>",
            image(value)
        )
    };
    let plain = format!("<image-group view-type=\"large\">{}</image-group>", image("plain"));
    let images = format!("<images>{}{}{plain}</images>", group("r"), group("b"));
    let (before, rest) = CATALOG.split_once("<images>").expect("images");
    let (_, after) = rest.split_once("</images>").expect("their end");
    let catalog =
        format!("{before}{images}{after}").replace("LOCATION", "").replace("PATTERNS", "");
    let controller = "exports.Show = function () {
            var model = require('dw/catalog/ProductMgr').getProduct('cup').variationModel;
            var told = [model.getImage('large')].concat(model.getAllValues('color').toArray().map(function (value) { return value.getImage('large'); }));
            model.setSelectedAttributeValue('color', 'b');
            told.push(model.getImage('large'), dw.catalog.ProductMgr.getProduct('cup-r').getImage('large'));
            response.writer.print(told.map(function (image) { return image.alt; }).join(' '));
        };
        exports.Show.public = true;";
    let shop = archived(&[("catalogs/shop/catalog.xml", catalog.as_str())]);
    let mut browser =
        Browser::of(&storefront_of(&[("app/cartridge/controllers/Test.js", controller)], shop));
    check(&mut browser, "Test-Show", &["plain r b b r"]).await;
}
