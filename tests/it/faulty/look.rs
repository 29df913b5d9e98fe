//! What the screen says: its first line taken apart, and values in the variables' rows.

/// The words that the first line may begin with.
const WORDS: [&str; 8] =
    ["CONNECTING", "WAITING", "HALTED", "RUNNING", "STEPPING", "OFFLINE", "DISABLED", "HISTORY"];

/// One look at the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The state's word; empty before the first frame and after the last one.
    pub word: &'static str,
    /// The thread that the first line names.
    pub thread: Option<u64>,
    /// The line of the script that it names.
    pub line: Option<u32>,
    /// How many threads it says are halted.
    pub halted: usize,
    /// How many breakpoints it says are armed.
    pub armed: Option<usize>,
    /// Countdowns in seconds, each with its thread; without one it is the selected thread's.
    pub countdowns: Vec<(Option<u64>, u64)>,
    /// The whole screen.
    pub text: String,
}

impl Look {
    pub fn at(text: String) -> Self {
        let bar: Vec<&str> = text.lines().next().unwrap_or_default().split_whitespace().collect();
        let Some(word) = WORDS.into_iter().find(|word| bar.first() == Some(word)) else {
            return Self { text, ..Self::default() };
        };
        let before = |what: &str| {
            let at = bar.iter().position(|piece| piece.trim_end_matches(',') == what)?;
            bar[at - 1].parse().ok()
        };
        Self {
            word,
            thread: bar.get(1).and_then(|piece| thread(piece)),
            line: bar.iter().find_map(|piece| line(piece)),
            halted: before("halted").unwrap_or(0),
            armed: before("armed"),
            countdowns: countdowns(&bar),
            text,
        }
    }

    /// The first line.
    pub fn bar(&self) -> &str {
        self.text.lines().next().unwrap_or_default().trim()
    }

    /// Whether a text is anywhere on the screen.
    pub fn says(&self, text: &str) -> bool {
        self.text.contains(text)
    }

    /// Whether nothing goes on before the user does something.
    pub fn waits_for_the_user(&self) -> bool {
        match self.word {
            "DISABLED" => true,
            "CONNECTING" => self.says("in use"),
            "OFFLINE" => self.says("tries again") || self.says("opens the form"),
            _ => false,
        }
    }

    /// The value in the variables' row of that name: name, type, value.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.text.lines().find_map(|row| {
            let pieces: Vec<&str> = row.split_whitespace().collect();
            let at = pieces.windows(3).position(|three| three[0] == name && is_type(three[1]))?;
            Some(pieces[at + 2])
        })
    }
}

fn is_type(piece: &str) -> bool {
    piece.eq_ignore_ascii_case("number")
}

/// `T7`
fn thread(piece: &str) -> Option<u64> {
    piece.strip_prefix('T')?.parse().ok()
}

/// `Play.js:11`, whatever stands before it.
fn line(piece: &str) -> Option<u32> {
    let (_, number) = piece.split_once(".js:")?;
    number.parse().ok()
}

/// `keep-alive 41s`, `! 12s`, `T9 12s`, `T9 ! 12s`.
fn countdowns(bar: &[&str]) -> Vec<(Option<u64>, u64)> {
    let mut found = Vec::new();
    for (at, piece) in bar.iter().enumerate() {
        let Some(seconds) = piece.strip_suffix('s').and_then(|number| number.parse().ok()) else {
            continue;
        };
        let before = |steps: usize| at.checked_sub(steps).map_or("", |at| bar[at]);
        match (before(2), before(1)) {
            (_, "keep-alive" | "KA" | "↻") => found.push((None, seconds)),
            (former, "!") => found.push((thread(former), seconds)),
            (_, former) if thread(former).is_some() => found.push((thread(former), seconds)),
            _ => {}
        }
    }
    found
}

#[test]
fn the_first_line_is_read() {
    let look = |bar: &str| Look::at(format!("{bar}\nrest"));
    let halted = look(
        " HALTED  T7 Cart.js:142 addProduct()   2 halted, 1 running   held 04:12   keep-alive 41s (auto 20s)   T9 ! 12s   zzzz",
    );
    assert_eq!((halted.word, halted.thread, halted.line), ("HALTED", Some(7), Some(142)));
    assert_eq!((halted.halted, &halted.countdowns[..]), (2, &[(None, 41), (Some(9), 12)][..]));
    assert_eq!(
        look(" HALTED  T7 C.js:1 a()   1 halted   held 0:1   ! 9s idle").countdowns,
        [(None, 9)]
    );
    let waiting = look(" WAITING  4 armed, 1 off    T3 22s");
    assert_eq!((waiting.armed, &waiting.countdowns[..]), (Some(4), &[(Some(3), 22)][..]));
    assert_eq!(look(" STEPPING  T7 over 0.2s").countdowns, []);
    assert_eq!(look(" OFFLINE  it did not answer, try 3 in 4s").countdowns, []);
    assert!(look(" OFFLINE  refused, Enter tries again").waits_for_the_user());
    assert_eq!(
        look("haltscope: gone"),
        Look { text: "haltscope: gone\nrest".into(), ..Look::default() }
    );
}

#[test]
fn values_are_read_from_their_rows() {
    let look =
        Look::at("x\n│d     tally   number   12   (was 3)│\n  tally = 5 number\n".to_owned());
    assert_eq!((look.value("tally"), look.value("round")), (Some("12"), None));
}
