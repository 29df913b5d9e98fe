//! What is wrong with declarations of step types, as far as their text and the scripts tell.

use super::{Faulty, StepType, Unread, Work, declared_in};
use crate::script::{Cartridges, finds, offered, script_named};

/// What is wrong with a file of step types of that name, with its lines.
pub(in crate::sandbox::storefront) fn faults(
    cartridges: &Cartridges,
    name: &str,
    bytes: &[u8],
) -> Vec<(u32, String)> {
    let text = String::from_utf8_lossy(bytes);
    let all = match declared_in(name, bytes) {
        Ok(all) => all,
        Err(Unread { line, cause }) => return vec![(line, cause)],
    };
    let whole = cartridges.whole();
    let faults = |it: Result<StepType, Faulty>| match it {
        Err(Faulty { id, cause }) => vec![(line_of(&text, &id), format!("{id}: {cause}"))],
        Ok(it) => {
            let line = line_of(&text, &it.id);
            let all = unread(&it).into_iter().chain(lacking(&whole, &it));
            all.map(|what| (line, format!("{}: {what}", it.id))).collect()
        }
    };
    all.into_iter().flat_map(faults).collect()
}

/// What a type says of its parameters and nothing reads.
fn unread(it: &StepType) -> Option<String> {
    let unread = it.unread.as_ref()?;
    Some(format!("nothing reads {unread} in its \"parameters\": \"parameter\" declares them"))
}

/// What a type names and no cartridge has.
fn lacking(cartridges: &Cartridges, it: &StepType) -> Option<String> {
    if !finds(cartridges, "", &it.module) {
        return Some(format!("there is no module '{}'", it.module));
    }
    let path = script_named(cartridges, "", &it.module)?;
    // What doesn't parse is told of the script itself.
    let exports = offered(&path, &cartridges.read(&path)?)?;
    let names: Vec<&str> = match &it.work {
        Work::Task(name) => vec![name],
        Work::Chunks(_, functions) => functions.iter().map(|it| it.name.as_str()).collect(),
    };
    let missing = names.into_iter().find(|name| exports.lacks(name))?;
    Some(format!("{path} exports no function {missing}"))
}

/// The line on which a text stands in quotes, from 1.
fn line_of(text: &str, word: &str) -> u32 {
    let at = text.find(&format!("\"{word}\"")).unwrap_or(0);
    u32::try_from(text[..at].matches('\n').count() + 1).unwrap_or(u32::MAX)
}
