//! Content on the sample's pages: the site's library before what the shop came with.

use crate::data::stand::{LIBRARY, Stand};
use serde_json::json;

async fn page(stand: &Stand, action: &str) -> (u16, String) {
    let url = format!("{}/on/demandware.store/Sites-Storefront-Site/{action}", stand.origin());
    let answer = stand.http.get(url).send().await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("a page"))
}

async fn shows(stand: &Stand, action: &str, words: &[&str]) {
    let (status, page) = page(stand, action).await;
    assert_eq!(status, 200, "{action}: {page}");
    for word in words {
        assert!(page.contains(word), "{action} has no {word}: {page}");
    }
}

#[tokio::test]
async fn banner_footer_and_pages_come_from_the_library() {
    let stand = Stand::start().await;
    let footer = "made to last since 1974";
    shows(
        &stand,
        "default/Home-Show",
        &["open on Saturdays.</strong>", footer, "Page-Show?cid=terms"],
    )
    .await;
    shows(&stand, "de/Home-Show", &["Samstags ist", "Gut zu wissen", "Über uns"]).await;
    shows(&stand, "default/Page-Show?cid=about-us", &["About Fern &amp; Flint", "<p>We are nine"])
        .await;
    shows(&stand, "default/Page-List?fdid=help", &["About us", "Shipping", "Terms"]).await;
    shows(&stand, "default/Page-List?fdid=storefront", &["fdid=banners", "fdid=help"]).await;
    for missing in ["Page-Show?cid=nothing", "Page-Show", "Page-List?fdid=nothing"] {
        let (status, _) = page(&stand, &format!("default/{missing}")).await;
        assert_eq!(status, 404, "{missing}");
    }
}

#[tokio::test]
async fn what_editors_put_into_the_sites_library_takes_the_place_of_the_samples() {
    let stand = Stand::start().await;
    let banner = format!("{LIBRARY}/content/home-banner");
    let body = json!({"default": {"source": "<p>Closed for repairs</p>"}});
    stand.put(&banner, json!({"c_body": body})).await.ok(201);
    shows(&stand, "default/Home-Show", &["open on Saturdays"]).await;
    stand.patch(&banner, json!({"online": {"default": true}})).await.ok(200);
    shows(&stand, "default/Home-Show", &["<p>Closed for repairs</p>"]).await;
    stand.send("DELETE", &banner).await.ok(204);
    shows(&stand, "default/Home-Show", &["open on Saturdays"]).await;
}

#[tokio::test]
async fn a_slot_shows_an_asset_of_the_sites_library() {
    let stand = Stand::start().await;
    let note = format!("{LIBRARY}/content/home-note");
    let body = json!({"default": {"source": "<p>Soup at noon</p>"}, "de": {"source": "<p>Mittags Suppe</p>"}});
    let (_, before) = page(&stand, "default/Home-Show").await;
    assert!(!before.contains("Soup at noon"));
    stand.put(&note, json!({"c_body": body, "online": {"default": true}})).await.ok(201);
    shows(&stand, "default/Home-Show", &["<div class=\"text\"><p>Soup at noon</p></div>"]).await;
    shows(&stand, "de/Home-Show", &["<p>Mittags Suppe</p>"]).await;
    stand.patch(&note, json!({"online": {"default": false}})).await.ok(200);
    let (_, after) = page(&stand, "default/Home-Show").await;
    assert!(!after.contains("Soup at noon"));
}

#[tokio::test]
async fn an_asset_may_link_to_the_shop_and_include_a_part_of_it() {
    let stand = Stand::start().await;
    let note = format!("{LIBRARY}/content/home-note");
    let source =
        "<a href=\"$url('Search-Show','cgid','desk')$\">desks</a> [$include('Cart-MiniCart')$]";
    let body = json!({"default": {"source": source}});
    stand.put(&note, json!({"c_body": body, "online": {"default": true}})).await.ok(201);
    let link = "/Sites-Storefront-Site/default/Search-Show?cgid=desk\">desks</a> []";
    shows(&stand, "default/Home-Show", &[link]).await;
}
