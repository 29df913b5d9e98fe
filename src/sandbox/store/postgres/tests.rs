//! What is PostgreSQL's alone; what every store does is in the conformance suite.

#[path = "../../../../tests/it/testkit/cluster.rs"]
#[expect(unreachable_pub, reason = "a file of the other tests, which see it from afar")]
mod cluster;

use super::*;

/// The address of a schema that nobody else has, in the cluster that the tests share.
pub(crate) fn new_address() -> Option<Address> {
    let address = cluster::shared()?.address();
    Some(Address::read(&address).expect("an address"))
}

/// A store in it.
pub(crate) async fn connect(address: &Address) -> Postgres {
    Postgres::connect(address).await.expect("a store")
}
