//! How much of what public scripts use of the platform the sandbox emulates, by how often they use it.

use haltscope::script::{Emulated, MemberKind, declared};

/// Each kind of cartridge with the percentage below which its coverage must not fall; it only rises.
const KINDS: [(&str, f64); 4] = [
    ("the reference architecture", 99.0),
    ("its plugins", 97.5),
    ("payment and search cartridges", 99.0),
    ("all public scripts", 98.3),
];

/// Uses, and those of them that work.
#[derive(Clone, Copy, Default)]
struct Count {
    all: u32,
    emulated: u32,
}

fn is_emulated(emulated: &Emulated, class: &str, member: &str) -> bool {
    let is_constant = declared()
        .member(class, member)
        .is_some_and(|it| matches!(it.kind, MemberKind::Constant(Some(_))));
    is_constant || emulated.has_member(class, member)
}

#[tokio::test]
async fn what_public_scripts_use_is_emulated() {
    let emulated = Emulated::ask().await.expect("the platform's modules load");
    let mut counts = [Count::default(); KINDS.len()];
    for line in include_str!("usage.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [class, member, uses @ ..] = columns.as_slice() else { panic!("{line}") };
        if declared().member(class, member).is_none() {
            continue;
        }
        let works = is_emulated(&emulated, class, member);
        for (count, uses) in counts.iter_mut().zip(uses) {
            let uses: u32 = uses.parse().expect("a number");
            count.all += uses;
            count.emulated += if works { uses } else { 0 };
        }
    }
    let mut lacking = Vec::new();
    for ((kind, least), Count { all, emulated }) in KINDS.iter().zip(counts) {
        let share = 100.0 * f64::from(emulated) / f64::from(all);
        if share < *least {
            lacking.push(format!(
                "{kind}: {emulated} of {all} uses, {share:.2} % instead of {least} %"
            ));
        }
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}
