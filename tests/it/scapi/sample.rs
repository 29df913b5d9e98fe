//! The sample's own API.

use super::stand::{Apis, check_problem};
use crate::{data::stand::Answer, testkit::patience::unhurried};
use haltscope::sandbox::BUILTIN_CLIENT;
use serde_json::json;

#[tokio::test]
async fn friends_of_the_sample_shop_collect_points() {
    let apis = Apis::of(unhurried(), tempfile::tempdir().expect("a folder")).await;
    let token = apis.guest().await;
    let ask =
        |path: &str, token: &str| Answer::of(apis.ask("GET", "custom/loyalty/v1", path, token));
    let guest = ask("/balance?siteId=Storefront", &token).await;
    assert_eq!(guest.status, 403);
    assert_eq!(guest.json()["title"], "Not a Member");
    let tier = ask("/tiers/oak?siteId=Storefront&c_points=120", &token).await;
    assert!(!tier.header("expires").is_empty());
    assert_eq!(tier.ok(200), json!({"least": 500, "missing": 380}));
    let unknown = ask("/tiers/moss?siteId=Storefront", &token).await;
    check_problem(&unknown, 400, "bad-request", "'tier' is not one of seed, fern, oak", "");
    let admin = apis.admin((BUILTIN_CLIENT, BUILTIN_CLIENT), None).await;
    let nobody = ask("/members/00000007?siteId=Storefront", &admin).await;
    assert_eq!((nobody.status, &nobody.json()["c_customerNo"]), (404, &json!("00000007")));
}
