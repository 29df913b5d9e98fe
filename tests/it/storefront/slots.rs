//! Slots, page cache and compact pages: what a site's archive and the tags themselves say.

use super::{Browser, Page, archived_with, storefront_of};
use haltscope::sandbox::Shop;
use serde_json::{Value, json};

/// The configurations of slots, by ID.
fn shop(slots: &[(&str, Value)]) -> Shop {
    let mut shop = Shop::default();
    for (id, document) in slots {
        shop.add("slot", "Storefront", id, document.as_object().expect("an object"));
    }
    shop
}

/// A configuration of the slot `s` with a text, and what is said besides.
fn html(text: &str, more: Value) -> Value {
    let mut document = json!({
        "slotId": "s", "context": "global", "template": "slots/html.isml", "enabled": true,
        "content": { "body": {"$": {"default": text, "de": format!("{text} (de)")}} },
    });
    let fields = document.as_object_mut().expect("an object");
    if let Value::Object(more) = more {
        fields.extend(more);
    }
    document
}

const HTML: &str = "[<isloop items=\"${slotcontent.content}\" var=\"text\"><isprint value=\"${text}\" encoding=\"off\"/></isloop>${slotcontent.calloutMsg ? slotcontent.calloutMsg.markup : ''}]";
const PRODUCTS: &str =
    "<isloop items=\"${slotcontent.content}\" var=\"it\">${slotcontent.slotID}:${it.ID} </isloop>";

async fn rendered(template: &str, shop: Shop) -> Page {
    let controller = "exports.Run = function () { require('dw/template/ISML').renderTemplate('test', {}); }; exports.Run.public = true;";
    let files = [
        ("app/cartridge/controllers/Test.js", controller),
        ("app/cartridge/templates/default/test.isml", template),
        ("app/cartridge/templates/default/slots/html.isml", HTML),
        ("app/cartridge/templates/default/slots/products.isml", PRODUCTS),
    ];
    let page = Browser::of(&storefront_of(&files, shop)).get("Test-Run").await;
    page.is_fine();
    page
}

async fn check(slots: &[(&str, Value)], template: &str, expected: &str) {
    assert_eq!(rendered(template, shop(slots)).await.body, expected, "{template}");
}

const SLOT: &str = "<isslot id=\"s\" context=\"global\" description=\"d\"/>.";

#[tokio::test]
async fn a_slot_prints_its_configuration_by_its_own_template() {
    check(&[("1", html("<b>", json!({})))], SLOT, "[<b>].").await;
    let callout = json!({ "calloutMsg": {"$": {"default": "now"}} });
    check(&[("1", html("a", callout))], SLOT, "[anow].").await;
    check(&[], SLOT, ".").await;
    let elsewhere = json!({ "template": "slots/of/another/cartridge.isml" });
    check(&[("1", html("a", elsewhere))], SLOT, ".").await;
}

#[tokio::test]
async fn of_several_configurations_the_one_that_applies_is_shown() {
    let standard = html("default", json!({ "default": "true" }));
    let with = |more: Value| [("1", standard.clone()), ("2", html("campaign", more))];
    check(&with(json!({})), SLOT, "[campaign].").await;
    for away in [
        json!({ "enabled": false }),
        json!({ "schedule": { "startDate": "2999-01-01T00:00:00.000Z" } }),
        json!({ "schedule": { "endDate": "2001-01-01T00:00:00.000Z" } }),
        json!({ "customerGroups": { "customerGroup": [{ "groupId": "Registered" }] } }),
        json!({ "slotId": "other" }),
        json!({ "context": "category", "contextId": "mugs" }),
    ] {
        check(&with(away), SLOT, "[default].").await;
    }
    let everyone = json!({ "customerGroups": { "customerGroup": [{ "groupId": "Everyone" }] } });
    check(&with(everyone), SLOT, "[campaign].").await;
    let ranked =
        [("1", html("later", json!({"rank": 20}))), ("2", html("first", json!({"rank": 10})))];
    check(&ranked, SLOT, "[first].").await;
}

#[tokio::test]
async fn a_configuration_of_a_campaign_is_shown_while_the_campaign_runs() {
    let slots = |campaign: &str, qualifiers: &str| {
        format!(
            r#"<slot-configurations>
<slot-configuration slot-id="s" context="global" configuration-id="own" default="true"><enabled-flag>true</enabled-flag><template>slots/html.isml</template><content><html><body xml:lang="x-default">own</body></html></content></slot-configuration>
<slot-configuration slot-id="s" context="global" configuration-id="late" assigned-to-site="false"><enabled-flag>true</enabled-flag><template>slots/html.isml</template><content><html><body xml:lang="x-default">campaign</body></html></content></slot-configuration>
<slot-configuration-campaign-assignment slot-id="s" context="global" configuration-id="late" campaign-id="{campaign}"><qualifiers>{qualifiers}</qualifiers></slot-configuration-campaign-assignment></slot-configurations>"#
        )
    };
    let promotions = r#"<promotions><campaign campaign-id="now"><enabled-flag>true</enabled-flag></campaign>
<campaign campaign-id="over"><enabled-flag>true</enabled-flag><end-date>2001-01-01T00:00:00.000Z</end-date></campaign>
<campaign campaign-id="none"><enabled-flag>true</enabled-flag><customer-groups><customer-group group-id="Registered"/></customer-groups></campaign></promotions>"#;
    let group = |id: &str| {
        format!("<customer-groups><customer-group group-id=\"{id}\"/></customer-groups>")
    };
    for (campaign, qualifiers, expected) in [
        ("now", String::new(), "[campaign]."),
        ("now", group("Everyone"), "[campaign]."),
        ("now", group("Registered"), "[own]."),
        ("over", String::new(), "[own]."),
        ("none", String::new(), "[own]."),
        ("unknown", String::new(), "[own]."),
    ] {
        let slots = slots(campaign, &qualifiers);
        let files = [
            ("sites/Storefront/slots.xml", slots.as_str()),
            ("sites/Storefront/promotions.xml", promotions),
        ];
        let mistake = "sites/Storefront/slots.xml:4: the assignment of slot s names a campaign that no archive has: unknown";
        let mistakes = [mistake];
        let shop = archived_with(&files, &mistakes[..usize::from(campaign == "unknown")]);
        assert_eq!(rendered(SLOT, shop).await.body, expected, "{campaign} {qualifiers}");
    }
}

#[tokio::test]
async fn a_slot_may_belong_to_a_category_and_hold_what_is_sold() {
    let of = |content: Value| {
        json!({
            "slotId": "s", "context": "category", "contextId": "kitchen", "template": "slots/products", "content": content,
        })
    };
    let template = "<isset name=\"it\" value=\"${require('dw/catalog/CatalogMgr').getCategory('kitchen')}\" scope=\"page\"/><isslot id=\"s\" context=\"category\" context-object=\"${it}\" description=\"d\"/>";
    let products = json!({ "product": [{ "productId": "KM01001" }, { "productId": "gone" }] });
    check(&[("1", of(products))], template, "s:KM01001 ").await;
    let categories = json!({ "category": [{ "categoryId": "kitchen-mugs" }] });
    check(&[("1", of(categories))], template, "s:kitchen-mugs ").await;
}

#[tokio::test]
async fn what_a_page_says_of_its_cache_is_recorded() {
    for (tags, expected) in [
        ("<iscache type=\"relative\" hour=\"24\"/>", Some("minutes=1440")),
        (
            "<iscache hour=\"1\" minute=\"30\" varyby=\"price_promotion\"/>",
            Some("minutes=90; vary-by=price_promotion"),
        ),
        ("<iscache hour=\"2\"/><iscache minute=\"5\"/><iscache hour=\"1\"/>", Some("minutes=5")),
        ("<iscache hour=\"2\"/><iscache status=\"off\"/>", Some("off")),
        ("<iscache hour=\"2\" if=\"${false}\"/>", None),
        ("", None),
    ] {
        let page = rendered(tags, Shop::default()).await;
        let header = page.headers.get("x-sandbox-page-cache").and_then(|it| it.to_str().ok());
        assert_eq!(header, expected, "{tags}");
    }
}

#[tokio::test]
async fn a_compact_page_has_no_superfluous_blanks() {
    let text = "<iscontent type=\"text/html\" charset=\"UTF-8\" compact=\"true\"/>\n\n  <p  >a   b</p>\n\n\n\t<pre>\n  c  d\n</pre>  <b/>";
    check(&[], text, "\n<p >a b</p>\n<pre>\n  c  d\n</pre> <b/>").await;
    let plain = text.replace("true", "false");
    check(&[], &plain, "\n\n  <p  >a   b</p>\n\n\n\t<pre>\n  c  d\n</pre>  <b/>").await;
}
