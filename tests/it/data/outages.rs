//! What a sandbox says on a database's bad days, what it does not do then, and that it goes on by itself. These tests say
//! so and end where the machine has no PostgreSQL.

use super::stand::{Answer, LIBRARY, Stand, accounts, database};
use crate::testkit::{
    cluster::{self, Cluster, Flush},
    process::Process,
};
use haltscope::sandbox::{SandboxOptions, store::PostgresAddress};
use serde_json::{Value, json};
use std::{process::Command, sync::Arc, time::Duration};
use tokio::task::JoinHandle;
use tokio_postgres::Client;

/// How long the database may work on a statement here, in milliseconds: long for it, short for whoever waits.
const PATIENCE: u64 = 2_000;

/// A sandbox with little patience over a schema, and a session beside it that can be in its way.
struct Day {
    stand: Arc<Stand>,
    beside: Client,
    schema: String,
    asset: String,
}

impl Day {
    /// There is one asset, with `c_n` 1.
    async fn begin(cluster: &Cluster) -> Self {
        let address = cluster.address();
        // The schema is made with all the time that it takes.
        let options = |address: &str| SandboxOptions {
            accounts: accounts(),
            data: Some(database(address)),
            ..SandboxOptions::on_free_ports()
        };
        Stand::with(options(&address)).await.sandbox.shutdown().await;
        let hasty = format!("{address}&statement_timeout={PATIENCE}");
        let stand = Arc::new(Stand::with(options(&hasty)).await);
        let asset = format!("{LIBRARY}/content/a");
        stand.put(&asset, json!({"c_n": 1})).await.ok(201);
        let schema = PostgresAddress::read(&address).expect("an address").schema().to_owned();
        Self { stand, beside: cluster.session().await, schema, asset }
    }

    async fn order(&self, sql: &str) {
        self.beside.batch_execute(&sql.replace("SCHEMA", &self.schema)).await.expect("done");
    }

    /// Holds up whoever does that with the asset.
    async fn hold_up(&self, method: &str) {
        self.order(match method {
            "GET" => "BEGIN; LOCK TABLE SCHEMA.content IN ACCESS EXCLUSIVE MODE",
            _ => "BEGIN; SELECT FROM SCHEMA.content WHERE id = 'a' FOR UPDATE",
        })
        .await;
    }

    /// Asks, and gives the question back once the database has it and waits for the lock.
    async fn stuck(&self, method: &'static str) -> JoinHandle<Answer> {
        let (stand, asset) = (self.stand.clone(), self.asset.clone());
        let asked = tokio::spawn(async move {
            let request = stand.ask(method, &asset);
            Answer::of(if method == "GET" { request } else { request.json(&json!({"c_n": 2})) })
                .await
        });
        self.comes(|waiting| waiting > 0).await;
        asked
    }

    /// Waits until as many statements as that wait for a lock.
    async fn comes(&self, wanted: impl Fn(i64) -> bool) {
        let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
        while !wanted(self.beside.query_one(waiting, &[]).await.expect("asked").get(0)) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn health(&self) -> Value {
        let url = format!("{}/-/sandbox/health", self.stand.plain_origin());
        let answer = self.stand.http.get(url).send().await.expect("an answer");
        assert_eq!(answer.status(), 200, "it still serves debuggers");
        answer.json().await.expect("a document")
    }

    /// The bad day is over: the asset is as it was, and can be written.
    async fn ends(&self) {
        assert_eq!(self.stand.get(&self.asset).await["c_n"], 1);
        assert_eq!(self.health().await["ready"], true);
        self.stand.put(&self.asset, json!({"c_n": 3})).await.ok(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_database_is_given_up_in_time() {
    let Some(cluster) = cluster::shared() else { return };
    let day = Day::begin(cluster).await;
    day.hold_up("GET").await;
    let read = day.stand.send("GET", &day.asset).await;
    read.fails(503, "ServiceUnavailable");
    assert!(read.text.contains("statement timeout"), "{}", read.text);
    assert_eq!(day.health().await["ready"], false);
    day.order("ROLLBACK").await;
    day.hold_up("PUT").await;
    let written = day.stand.put(&day.asset, json!({"c_n": 2})).await;
    written.fails(500, "InternalServerError");
    assert!(written.text.contains("Nothing was written"), "{}", written.text);
    assert_eq!(day.stand.get(&day.asset).await["c_n"], 1, "who reads isn't held up");
    day.order("ROLLBACK").await;
    day.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_falls_silent_is_given_up_in_time() {
    let Some(mut cluster) = Cluster::start(Flush::Never) else { return };
    let day = Day::begin(&cluster).await;
    cluster.order("freeze");
    let read = day.stand.send("GET", &day.asset).await;
    read.fails(503, "ServiceUnavailable");
    assert!(read.text.contains("has said nothing"), "{}", read.text);
    let health = day.health().await;
    assert_eq!(
        (&health["ready"], &health["store_problem"]),
        (&json!(false), &json!("no answer within 2 s"))
    );
    cluster.order("thaw");
    assert_eq!(day.stand.get(&day.asset).await["c_n"], 1);
    day.hold_up("PUT").await;
    let write = day.stuck("PUT").await;
    cluster.order("freeze");
    let write = write.await.expect("no panic");
    write.fails(503, "ServiceUnavailable");
    assert!(write.text.contains("isn't known"), "{}", write.text);
    cluster.order("thaw");
    // The statement waits for the lock still, or was ended for that: it is not done.
    day.comes(|waiting| waiting == 0).await;
    day.order("ROLLBACK").await;
    day.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_dies_in_the_middle_has_done_nothing() {
    let Some(mut cluster) = Cluster::start(Flush::Never) else { return };
    for (method, said) in [("GET", "The database can't be used"), ("PUT", "isn't known")] {
        let day = Day::begin(&cluster).await;
        day.hold_up(method).await;
        let stuck = day.stuck(method).await;
        cluster.order("kill");
        let answer = stuck.await.expect("no panic");
        answer.fails(503, "ServiceUnavailable");
        assert!(answer.text.contains(said), "{}", answer.text);
        cluster.order("start");
        day.ends().await;
    }
}

/// The database says that its disk is full, and nothing is half there.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_told_and_nothing_is_half_written() {
    let Some(cluster) = cluster::shared() else { return };
    let day = Day::begin(cluster).await;
    day.order(
        "CREATE FUNCTION SCHEMA.is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION 'could not extend file \"base/5/16392\": No space left on device'
                USING ERRCODE = 'disk_full';
        END $$;
        CREATE TRIGGER is_full AFTER INSERT OR UPDATE ON SCHEMA.content EXECUTE FUNCTION SCHEMA.is_full()",
    )
    .await;
    let other = format!("{LIBRARY}/content/b");
    for asset in [&day.asset, &other] {
        let written = day.stand.put(asset, json!({"c_n": 2})).await;
        written.fails(500, "InternalServerError");
        let said = "Nothing was written: could not extend file";
        assert!(written.text.contains(said), "{}", written.text);
    }
    day.stand.send("GET", &other).await.fails(404, "ContentNotFound");
    assert_eq!(day.stand.get(&day.asset).await["c_n"], 1, "reading goes on");
    day.order("DROP TRIGGER is_full ON SCHEMA.content").await;
    day.ends().await;
}

/// Sessions that are there go on; once they are gone, the reason is the database's own, without the password.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_is_told_and_waited_for() {
    let Some(cluster) = Cluster::start(Flush::Never) else { return };
    let beside = cluster.session().await;
    let order = async |sql: &str| beside.batch_execute(sql).await.expect("done");
    order("CREATE ROLE team LOGIN PASSWORD 'first'; GRANT CREATE ON DATABASE postgres TO team")
        .await;
    let rules = cluster.folder().join("data/pg_hba.conf");
    order(&format!(
        "COPY (VALUES ('local all haltscope trust'), ('local all team scram-sha-256')) TO '{}'",
        rules.display()
    ))
    .await;
    order("SELECT pg_reload_conf()").await;
    let address = cluster.address().replace("haltscope@", "team:$TEAM@");
    let arguments = ["--json", "--data", address.as_str()];
    let mut process = Process::on_free_ports_with(&arguments, &[("TEAM", "first")]);
    let ready = process.ready();
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let health = format!("{}/-/sandbox/health", ready["http"].as_str().expect("an address"));
    let health = async || -> Value {
        let answer = http.get(&health).send().await.expect("an answer");
        answer.json().await.expect("a document")
    };
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'team'";
    order("ALTER ROLE team PASSWORD 'second'").await;
    assert_eq!(health().await["ready"], true);
    order(end).await;
    let told = health().await;
    assert_eq!(told["ready"], false, "{told}");
    let asked = Command::new(env!("CARGO_BIN_EXE_haltscope"))
        .args(["sandbox", "health", "--server", ready["http"].as_str().expect("an address")])
        .output()
        .expect("it runs");
    let (shown, why) = (text(&asked.stdout), text(&asked.stderr));
    assert_eq!(asked.status.code(), Some(1), "{shown}{why}");
    assert!(shown.starts_with("ready") && shown.contains("no\n"), "{shown}");
    assert!(why.contains("password authentication failed") && why.contains("by itself"), "{why}");
    let said = "the database can't be used: password authentication failed for user \"team\"";
    assert_eq!(told["store_problem"], said);
    order("ALTER ROLE team PASSWORD 'first'").await;
    assert_eq!(health().await["ready"], true);
    let log = process.log();
    assert!(!log.contains("first") && !log.contains("second"), "{log}");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
