//! What was changed by somebody else is left as it is.

use super::stand::Stand;

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_state_in_the_body_names_the_fields_that_differ() {
    let stand = Stand::start().await;
    let fields = ["--field", "name.default=one", "--field", "template=t"];
    let put = [&["asset", "put", "a", "--json"], &fields[..]].concat();
    let first = stand.content(&put).await.ok();
    let file = stand.file("read.json", &first);
    stand.content(&["asset", "patch", "a", "--field", "name.default=two"]).await.ok();

    for kind in ["patch", "put"] {
        let outcome = stand.content(&["asset", kind, "a", &file]).await;
        outcome.fails(1, &["conflict", "name.default", "Read it again"]);
        assert!(!outcome.stderr.contains("template"), "{}", outcome.stderr);
    }
    let now = stand.content(&["asset", "get", "a", "--json"]).await.json();
    assert_eq!(now["name"]["default"], "two");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_state_in_the_body_is_the_base_while_it_holds() {
    let stand = Stand::start().await;
    let put = ["folder", "put", "f", "--json", "--field", "name.default=one"];
    let file = stand.file("read.json", &stand.content(&put).await.ok());
    let patched =
        stand.content(&["folder", "patch", "f", &file, "--field", "online=true", "--json"]).await;
    assert_eq!(patched.json()["online"], true);
    stand.content(&["folder", "patch", "f", &file]).await.fails(1, &["conflict"]);
}
