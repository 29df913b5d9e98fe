//! The three collections, and the paging convention (section 4.4).

use super::stand::{Answer, BASE, LIBRARY, Stand, ids};
use serde_json::{Value, json};
use std::sync::Mutex;

async fn stand(items: usize) -> Stand {
    let stand = Stand::start().await;
    stand.asset("x").await;
    for item in 0..items {
        let id = format!("f{item:02}");
        stand.folder(&id, "root").await;
        stand.assign("x", &id, json!({})).await;
    }
    stand
}

const SUB_FOLDERS: &str = "/libraries/SharedLibrary/folders/root/sub_folders";

fn link(stand: &Stand, path: &str, query: &str) -> Value {
    format!("{}{BASE}{path}?{query}", stand.origin()).into()
}

#[tokio::test]
async fn the_first_sample_of_the_paging_convention() {
    let stand = stand(3).await;
    let page = stand.get(&format!("{SUB_FOLDERS}?start=1&count=1")).await;
    assert_eq!([&page["start"], &page["count"], &page["total"]], [1, 1, 3]);
    assert_eq!(page["previous"], link(&stand, SUB_FOLDERS, "start=0&count=1"));
    assert_eq!(page["next"], link(&stand, SUB_FOLDERS, "start=2&count=1"));
}

#[tokio::test]
async fn the_second_sample_of_the_paging_convention() {
    let stand = stand(7).await;
    let page = stand.get(&format!("{SUB_FOLDERS}?start=3&count=3")).await;
    assert_eq!([&page["start"], &page["count"], &page["total"]], [3, 3, 7]);
    assert_eq!(page["previous"], link(&stand, SUB_FOLDERS, "start=0&count=3"));
    assert_eq!(page["next"], link(&stand, SUB_FOLDERS, "start=6&count=3"));
}

#[tokio::test]
async fn following_next_visits_each_item_once_and_previous_leads_back() {
    const ITEMS: usize = 9;
    let stand = stand(ITEMS).await;
    let all: Vec<_> = (0..ITEMS).map(|item| format!("f{item:02}")).collect();
    for count in [1, 2, 3, 4, 8, 9, 10] {
        for start in 0..=ITEMS + 1 {
            let mut page = stand.get(&format!("{SUB_FOLDERS}?start={start}&count={count}")).await;
            let mut seen: Vec<_> = ids(&page).into_iter().map(str::to_owned).collect();
            while let Some(next) = page["next"].as_str().map(str::to_owned) {
                page = follow(&stand, &next).await;
                seen.extend(ids(&page).into_iter().map(str::to_owned));
            }
            assert_eq!(seen, all[start.min(ITEMS)..], "start {start}, count {count}");
            while let Some(previous) = page["previous"].as_str().map(str::to_owned) {
                page = follow(&stand, &previous).await;
            }
            assert_eq!(page["start"], 0);
            assert_eq!(ids(&page), all[..count.min(ITEMS)]);
        }
    }
}

async fn follow(stand: &Stand, link: &str) -> Value {
    Answer::of(stand.http.get(link).bearer_auth(&stand.token)).await.ok(200)
}

#[tokio::test]
async fn a_listing_shows_every_change_at_once() {
    let stand = stand(1).await;
    let path = format!("{LIBRARY}/folders/f00/content");
    let states = Mutex::new(Vec::new());
    let listing = async |what: &str| {
        let first = stand.get(&path).await;
        assert_eq!(stand.get(&path).await, first, "{what}: it stays as it is");
        let (state, mut states) = (first["_resource_state"].clone(), states.lock().expect("ours"));
        assert!(!states.contains(&state), "{what}: its state is a new one");
        states.push(state);
        first
    };
    let before = listing("at first").await;
    stand.put(&format!("{LIBRARY}/content/x"), json!({})).await.ok(200);
    let after = listing("an asset is written again").await;
    assert_ne!(after["hits"][0]["_resource_state"], before["hits"][0]["_resource_state"]);
    stand.asset("a").await;
    stand.assign("a", "f00", json!({})).await;
    assert_eq!(ids(&listing("another is assigned").await), ["a", "x"]);
    stand.assign("x", "f00", json!({"position": 1})).await;
    assert_eq!(ids(&listing("a position changes").await), ["x", "a"]);
    stand.send("DELETE", &format!("{LIBRARY}/content/x")).await.ok(204);
    assert_eq!(ids(&listing("an asset is deleted").await), ["a"]);
    stand.send("DELETE", &format!("{LIBRARY}/folders/f00")).await.ok(204);
    stand.send("GET", &path).await.fails(404, "FolderNotFound");
}

#[tokio::test]
async fn edges_of_a_listing() {
    let stand = stand(2).await;
    let all = stand.get(SUB_FOLDERS).await;
    assert_eq!([&all["start"], &all["count"], &all["total"]], [0, 2, 2]);
    assert!(all.get("next").is_none() && all.get("previous").is_none());
    assert_eq!([&all["_type"], &all["_v"]], ["content_folder_result", "23.2"]);
    let past = stand.get(&format!("{SUB_FOLDERS}?start=5&count=2")).await;
    assert_eq!([&past["hits"], &past["count"], &past["total"]], [&json!([]), &json!(0), &json!(2)]);
    assert_eq!(past["previous"], link(&stand, SUB_FOLDERS, "start=3&count=2"));
    let far = stand.get(&format!("{SUB_FOLDERS}?start=9223372036854775807")).await;
    assert_eq!(far["hits"], json!([]));
}

#[tokio::test]
async fn twenty_five_is_the_default_and_200_the_most() {
    let stand = stand(30).await;
    let page = stand.get(SUB_FOLDERS).await;
    assert_eq!([&page["count"], &page["total"]], [25, 30]);
    assert_eq!(page["next"], link(&stand, SUB_FOLDERS, "start=25&count=25"));
    assert_eq!(stand.get(&format!("{SUB_FOLDERS}?count=200")).await["count"], 30);
}

#[tokio::test]
async fn get_folders_of_an_asset() {
    let stand = stand(2).await;
    let path = format!("{LIBRARY}/content/x/folders");
    let listing = stand.get(&path).await;
    assert_eq!(listing["_type"], "content_folder_result");
    assert_eq!(ids(&listing), ["f00", "f01"]);
    let hit = &listing["hits"][0];
    let folder = stand.get(&format!("{LIBRARY}/folders/f00")).await;
    for name in ["id", "link", "parent_link", "sub_folders_link", "_type", "_resource_state"] {
        assert_eq!(hit[name], folder[name], "{name}");
    }
}

#[tokio::test]
async fn get_assets_of_a_folder() {
    let stand = stand(1).await;
    let listing = stand.get(&format!("{LIBRARY}/folders/f00/content")).await;
    assert_eq!(listing["_type"], "content_asset_result");
    let asset = stand.get(&format!("{LIBRARY}/content/x")).await;
    for name in ["id", "link", "_type", "_resource_state"] {
        assert_eq!(listing["hits"][0][name], asset[name], "{name}");
    }
}

#[tokio::test]
async fn links_repeat_the_other_parameters_and_the_selector() {
    let stand = stand(3).await;
    let query = "select=(hits.(id),next)&count=1&x=%C3%B6&start=1";
    let page = stand.get(&format!("{SUB_FOLDERS}?{query}")).await;
    assert_eq!(page["select"], "(hits.(id),next)");
    assert_eq!(page["next"], link(&stand, SUB_FOLDERS, &query.replace("start=1", "start=2")));
    assert!(page.get("total").is_none() && page.get("previous").is_none());
    let names: Vec<_> = page["hits"][0].as_object().expect("a hit").keys().collect();
    assert_eq!(names, ["_resource_state", "_type", "id"]);
}

#[tokio::test]
async fn a_listings_state_covers_page_and_total() {
    let stand = stand(3).await;
    let state = async |query: &str| {
        let page = stand.get(&format!("{SUB_FOLDERS}?{query}")).await;
        page["_resource_state"].as_str().expect("a state").to_owned()
    };
    let first = state("count=1").await;
    assert_eq!(state("count=1").await, first);
    assert_ne!(state("count=2").await, first);
    stand.folder("zzz", "root").await;
    assert_ne!(state("count=1").await, first, "the total has changed");
}

/// "Beyond the specification", 2.1.
#[tokio::test]
async fn links_repeat_the_form_and_the_host_of_the_request() {
    let stand = stand(3).await;
    let port = stand.sandbox.https_addr().port();
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}")] {
        for base in ["/dw/data/v23_2", "/s/-/dw/data/v23_2", "/s/Storefront/dw/data/v24_5"] {
            let origin = format!("https://{host}{base}");
            let ask = |verb: &str, path: &str| {
                let verb = reqwest::Method::from_bytes(verb.as_bytes()).expect("a method");
                let request = stand.http.request(verb, format!("{origin}{path}"));
                Answer::of(request.bearer_auth(&stand.token))
            };
            let page = ask("GET", &format!("{SUB_FOLDERS}?start=1&count=1")).await.ok(200);
            let hit = &page["hits"][0];
            let assignment = ask("GET", &format!("{LIBRARY}/folder_assignments/x/f00")).await;
            let assignment = assignment.ok(200);
            let asset = ask("GET", &format!("{LIBRARY}/content/x")).await.ok(200);
            let created = ask("PUT", &format!("{LIBRARY}/content/new")).await;
            let location = Value::from(created.header("location"));
            created.ok(201);
            for (link, path) in [
                (&page["next"], format!("{SUB_FOLDERS}?start=2&count=1")),
                (&page["previous"], format!("{SUB_FOLDERS}?start=0&count=1")),
                (&hit["link"], format!("{LIBRARY}/folders/f01")),
                (&hit["parent_link"], format!("{LIBRARY}/folders/root")),
                (&hit["sub_folders_link"], format!("{LIBRARY}/folders/f01/sub_folders")),
                (&assignment["content_link"], format!("{LIBRARY}/content/x")),
                (&assignment["folder_link"], format!("{LIBRARY}/folders/f00")),
                (&asset["link"], format!("{LIBRARY}/content/x")),
                (&location, format!("{LIBRARY}/content/new")),
            ] {
                assert_eq!(*link, format!("{origin}{path}"), "{origin}");
            }
            ask("DELETE", &format!("{LIBRARY}/content/new")).await.ok(204);
        }
    }
}

#[tokio::test]
async fn folders_are_ordered_by_code_point() {
    let stand = stand(0).await;
    let ordered = ["10", "9", "A", "_", "a", "ä", "\u{FFFD}", "😀"];
    for id in ["a", "😀", "9", "A", "\u{FFFD}", "10", "ä", "_"] {
        let path = format!("{LIBRARY}/folders/{}", urlencoded(id));
        stand.put(&path, json!({})).await.ok(201);
        let path = format!("{LIBRARY}/folder_assignments/x/{}", urlencoded(id));
        // Positions order a folder's assets, not an asset's folders.
        stand.put(&path, json!({"position": id.len()})).await.ok(201);
    }
    assert_eq!(ids(&stand.get(SUB_FOLDERS).await), ordered);
    assert_eq!(ids(&stand.get(&format!("{LIBRARY}/content/x/folders")).await), ordered);
}

fn urlencoded(id: &str) -> String {
    percent_encoding::utf8_percent_encode(id, percent_encoding::NON_ALPHANUMERIC).to_string()
}
