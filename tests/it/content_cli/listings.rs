//! Listings: pages, everything, tables.

use super::stand::Stand;
use haltscope::client::content::Resource;
use serde_json::{Map, Value};

async fn with_sub_folders(count: usize) -> Stand {
    let stand = Stand::start().await;
    let library = stand.library();
    for number in 0..count {
        let folder = Resource::Folder(format!("f{number:03}"));
        library.put(&folder, &Map::new()).await.expect("created");
    }
    stand
}

fn ids(listing: &Value) -> Vec<String> {
    let hits = listing.as_array().expect("an array").iter();
    hits.map(|hit| hit["id"].as_str().expect("an ID").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_asked_for_or_everything() {
    let stand = with_sub_folders(30).await;
    let list = ["folder", "subfolders", "root", "--json"];
    let ask = async |more: &[&str]| ids(&stand.content(&[&list, more].concat()).await.json());
    let all: Vec<_> = (0..30).map(|number| format!("f{number:03}")).collect();
    assert_eq!(ask(&[]).await, all[..25]);
    assert_eq!(ask(&["--start", "3", "--count", "4"]).await, all[3..7]);
    assert_eq!(ask(&["--all"]).await, all);
    assert_eq!(ask(&["--all", "--count", "7"]).await, all);
    assert_eq!(ask(&["--all", "--count", "1", "--start", "28"]).await, all[28..]);
    assert_eq!(ask(&["--start", "99"]).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_get_tables() {
    let stand = with_sub_folders(2).await;
    stand.content(&["asset", "put", "a", "--field", "template=x"]).await.ok();
    stand.content(&["assignment", "put", "a", "f001"]).await.ok();
    let folders = stand.content(&["asset", "folders", "a"]).await;
    assert_eq!(folders.stdout, "ID    PARENT\nf001  root\n");
    assert_eq!(folders.stderr, "1 of 1\n");
    let assets = stand.content(&["folder", "assets", "f001"]).await;
    assert_eq!((assets.stdout.as_str(), assets.code), ("ID\na\n", Some(0)));
    let sub_folders = stand.content(&["folder", "subfolders", "root", "--count", "1"]).await;
    assert_eq!(sub_folders.stdout, "ID    PARENT\nf000  root\n");
    assert_eq!(sub_folders.stderr, "1 of 2\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_out_of_bounds_are_wrong_usage() {
    let stand = Stand::start().await;
    for count in ["0", "201", "x", "-1"] {
        let count = format!("--count={count}");
        stand.content(&["folder", "assets", "root", &count]).await.fails(2, &["--count"]);
    }
    stand.content(&["folder", "assets", "root", "--start=-1"]).await.fails(2, &["--start"]);
}
