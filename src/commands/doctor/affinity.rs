//! The cookie `dwsid`: with several application servers it leads to the one that holds the
//! breakpoints.

use super::finding::Finding;
use super::login::Login;

const CHECK: &str = "affinity";
/// So much of a cookie is shown.
const SHOWN: usize = 6;

/// Judges the cookie as it stood after each answer.
pub(super) fn judged(cookies: &[Option<String>], login: &Login) -> Finding {
    let mut values: Vec<&str> = cookies.iter().flatten().map(String::as_str).collect();
    values.dedup();
    match values.as_slice() {
        [] if !login.is_taken() => Finding::not_checked(CHECK, "the login isn't taken"),
        [] => Finding::warning(CHECK, "no answer sets the cookie dwsid")
            .then("Nothing to do for an instance with one application server. With several it is up to chance which requests stop at a breakpoint."),
        [one] => Finding::ok(
            CHECK,
            format!(
                "the cookie dwsid={} comes and stays; with several application servers only \
                 requests that carry it stop at breakpoints",
                beginning(one)
            ),
        ),
        several => {
            let shown: Vec<String> = several.iter().map(|value| beginning(value)).collect();
            Finding::warning(
                CHECK,
                format!("the cookie dwsid changes between answers: {}", shown.join(", ")),
            )
            .then("Answers come from several application servers or sessions, so breakpoints and halted threads may be out of sight: ask who runs the instance for session affinity.")
        }
    }
    .with("changes", values.len().saturating_sub(1))
}

fn beginning(value: &str) -> String {
    let shown: String = value.chars().take(SHOWN).collect();
    format!("{shown}…")
}
