//! A PostgreSQL of the tests' own: a cluster in a temporary folder that listens on a socket there, from the binaries of
//! this machine.

use std::{
    env,
    fs::{self, Permissions},
    io::{BufRead, BufReader},
    os::unix::{
        fs::{PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Runs the server until nobody holds its input any more, also if the tests are killed; then removes the folder.
const GUARDIAN: &str = r#"
trap '' INT TERM HUP
options="-k $FOLDER -c listen_addresses=$LISTEN -c max_connections=200 -c fsync=$FSYNC"
processes() {
    parent=$(head -1 "$FOLDER/data/postmaster.pid")
    echo "$parent" $(grep -l "^PPid:[[:space:]]*$parent$" /proc/[0-9]*/status 2>/dev/null | cut -d/ -f3)
}
if "$BIN/initdb" -D "$FOLDER/data" -U haltscope -A trust -E UTF8 --locale=C --no-sync >"$FOLDER/initdb.log" 2>&1 &&
    "$BIN/pg_ctl" -D "$FOLDER/data" -l "$FOLDER/log" -w -t 300 -o "$options" start >>"$FOLDER/initdb.log" 2>&1; then
    echo ready
    while read -r order; do
        case "$order" in
        kill)
            # Its children would go on for a while.
            kill -KILL $(processes)
            # Whether it is gone depends on who reaps it.
            rm -f "$FOLDER/data/postmaster.pid" "$FOLDER"/.s.PGSQL.*
            ;;
        freeze) kill -STOP $(processes) ;;
        thaw) kill -CONT $(processes) ;;
        stop) "$BIN/pg_ctl" -D "$FOLDER/data" -w -m fast stop >/dev/null 2>&1 ;;
        start) "$BIN/pg_ctl" -D "$FOLDER/data" -l "$FOLDER/log" -w -t 300 -o "$options" start >/dev/null 2>&1 ;;
        esac
        echo done
    done
else
    tail -5 "$FOLDER/initdb.log" "$FOLDER/log" 2>/dev/null | tr '\n' ' '
    echo
fi
kill -CONT $(processes) 2>/dev/null
"$BIN/pg_ctl" -D "$FOLDER/data" -m immediate stop >/dev/null 2>&1
rm -rf "$FOLDER"
"#;

/// A running cluster; it ends when this is dropped or the process ends.
pub struct Cluster {
    folder: PathBuf,
    guardian: Child,
    answers: BufReader<std::process::ChildStdout>,
}

/// Whether what was written has to survive a crash of the machine; tests that crash only the server don't need it.
#[derive(Clone, Copy)]
pub enum Flush {
    /// As in earnest.
    #[allow(dead_code, reason = "not every crate of tests crashes one")]
    Always,
    /// Faster.
    Never,
}

impl Cluster {
    /// A new one; nothing, with a word on stderr, where there are no binaries.
    pub fn start(flush: Flush) -> Option<Self> {
        Self::listening(flush, "")
    }

    /// One that listens at an IP address, too, on PostgreSQL's own port.
    pub fn listening(flush: Flush, address: &str) -> Option<Self> {
        let Some(binaries) = binaries() else {
            skipped("there is no PostgreSQL server on this machine (initdb, pg_ctl)");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("pg-").tempdir().expect("a folder").keep();
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).expect("private");
        let mut command = Command::new("sh");
        command.args(["-c", GUARDIAN]).env("BIN", &binaries).env("FOLDER", &folder);
        command.env("LISTEN", address);
        command.env("FSYNC", if matches!(flush, Flush::Always) { "on" } else { "off" });
        if let Some((user, group)) = other_user() {
            chown(&folder, Some(user), Some(group)).expect("given away");
            command.uid(user).gid(group);
        }
        command.current_dir("/").process_group(0);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut guardian = piped.spawn().expect("a shell");
        let answers = BufReader::new(guardian.stdout.take().expect("piped"));
        let mut cluster = Self { folder, guardian, answers };
        let said = cluster.answer();
        assert_eq!(said, "ready", "the cluster doesn't start");
        Some(cluster)
    }

    /// The address of a schema that nobody else has.
    pub fn address(&self) -> String {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        format!("postgres://haltscope@/postgres?host={}&schema=s{number}", self.folder.display())
    }

    /// The folder of its socket.
    #[allow(dead_code, reason = "not every crate of tests needs it")]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A session beside those of the program.
    #[allow(dead_code, reason = "not every crate of tests needs one")]
    pub async fn session(&self) -> tokio_postgres::Client {
        let mut config = tokio_postgres::Config::new();
        config.host_path(&self.folder).user("haltscope").dbname("postgres");
        let (client, connection) = config.connect(tokio_postgres::NoTls).await.expect("a session");
        tokio::spawn(connection);
        client
    }

    /// Puts files into the folder of its socket that only the server can read.
    #[allow(dead_code, reason = "not every crate of tests has some")]
    pub fn give(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("private");
        if let Some((user, group)) = other_user() {
            chown(&path, Some(user), Some(group)).expect("given away");
        }
        path
    }

    /// Ends the server: `kill` at once and without a word, `stop` in order; `start` starts it again. `freeze` keeps
    /// it from doing anything until `thaw`.
    #[allow(dead_code, reason = "not every crate of tests does")]
    pub fn order(&mut self, order: &str) {
        use std::io::Write;
        let mut input = self.guardian.stdin.as_ref().expect("piped");
        writeln!(input, "{order}").expect("the guardian lives");
        assert_eq!(self.answer(), "done");
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the guardian's word");
        line.trim().to_owned()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.guardian.stdin.take());
        let _ended = self.guardian.wait();
    }
}

/// The one that tests share, each with a schema of its own.
pub fn shared() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
    SHARED.get_or_init(|| Cluster::start(Flush::Never)).as_ref()
}

/// Says why a test does nothing.
#[allow(clippy::print_stderr, reason = "whoever runs the tests is to know")]
pub fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}

/// The folder of the server's programs: on the path, or where Debian puts them.
pub fn binaries() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut debian: Vec<_> = debian.map(|version| version.path().join("bin")).collect();
    debian.sort();
    let path = env::var_os("PATH").unwrap_or_default();
    let has_all =
        |folder: &PathBuf| ["initdb", "pg_ctl"].iter().all(|it| folder.join(it).is_file());
    debian.into_iter().rev().chain(env::split_paths(&path)).find(has_all)
}

/// The server refuses to be root's: then it is another user's.
fn other_user() -> Option<(u32, u32)> {
    let is_root = rustix::process::geteuid().is_root();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let user = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let fields: Vec<_> = line.split(':').collect();
        Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?))
    };
    is_root.then(|| user("postgres").or_else(|| user("nobody")))?
}
