//! The twelve points, with their arguments, and what their scripts may do.

use super::stand::{asset, folder, start, wish};
use serde_json::{Value, json};

const LIBRARY: &str = "[Library id=SharedLibrary]";

#[tokio::test]
async fn the_points_of_an_asset_get_their_arguments() {
    let stand = start().await;
    let log = asset("log");
    stand.put(&log, json!({})).await.ok(201);
    let created = stand.put(&asset("a"), json!({"name": {"default": "A"}})).await.ok(201);
    assert_eq!(created["c_before"], format!("{LIBRARY}, document a"));
    assert_eq!(created["c_after"], format!("{LIBRARY}, [Content id=a], document a"));
    assert_eq!(stand.get(&asset("a")).await, created);
    let replaced = stand.put(&asset("a"), json!({"name": {"default": "B"}})).await.ok(200);
    assert_eq!(replaced["c_before"], format!("{LIBRARY}, document a"), "PUT always creates");
    let change = json!({"id": "b", "name": {"default": "C"}});
    let updated = stand.patch(&asset("a"), change).await.ok(200);
    let before = format!("{LIBRARY}, [Content id=a], document b B");
    assert_eq!(updated["c_before"], before);
    let after = format!("{LIBRARY}, [Content id=b], document b C {before}");
    assert_eq!(updated["c_after"], after);
    stand.send("DELETE", &asset("b")).await.ok(204);
    let log = stand.get(&log).await;
    assert_eq!(log["c_before"], format!("{LIBRARY}, [Content id=b]"));
    assert_eq!(log["c_after"], LIBRARY);
}

#[tokio::test]
async fn the_points_of_a_folder_get_their_arguments() {
    let stand = start().await;
    let log = asset("log");
    stand.put(&log, json!({})).await.ok(201);
    let created = stand.put(&folder("f"), json!({"name": {"default": "F"}})).await.ok(201);
    assert_eq!(created["c_before"], format!("{LIBRARY}, document f"));
    let after = format!("{LIBRARY}, [Folder id=f], document f in [Folder id=root]");
    assert_eq!(created["c_after"], after);
    let updated = stand.patch(&folder("f"), json!({"name": {"default": "G"}})).await.ok(200);
    assert_eq!(updated["c_before"], format!("{LIBRARY}, [Folder id=f], document undefined F"));
    assert_eq!(updated["c_after"], format!("{LIBRARY}, [Folder id=f], document undefined G"));
    stand.send("DELETE", &folder("f")).await.ok(204);
    let log = stand.get(&log).await;
    assert_eq!(log["c_before"], format!("{LIBRARY}, [Folder id=f]"));
    assert_eq!(log["c_after"], LIBRARY);
}

#[tokio::test]
async fn a_value_other_than_null_ends_the_chain() {
    let stand = start().await;
    for (text, second) in [("go on", json!(true)), ("end", Value::Null), ("something", Value::Null)]
    {
        let path = asset(text.split(' ').next().expect("a word"));
        let created = stand.put(&path, wish(text)).await.ok(201);
        assert_eq!(created["c_second"], second, "{text}");
    }
}

#[tokio::test]
async fn custom_attributes_are_written_and_taken_back_with_a_transaction() {
    let stand = start().await;
    let mut document = wish("body");
    document["c_body"] = json!({"default": {"source": "<p>hi</p>"}, "de": {"source": "hallo"}});
    stand.put(&asset("a"), document).await.ok(201);
    let read = stand.get(&asset("a")).await;
    assert_eq!(read["c_body"]["default"]["source"], "<p>hi</p>!");
    assert_eq!(read["c_body"]["de"]["source"], "hallo");
    assert_eq!(
        read["c_after"],
        format!("{LIBRARY}, [Content id=a], document a"),
        "what was set before the transaction stays"
    );
}
