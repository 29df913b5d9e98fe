//! Scripts that have no file here, by numbers.

use crate::api::ids::ScriptPath;

/// Scripts that are not on this machine, by the number that the client knows: from 1 on.
#[derive(Debug, Default)]
pub(super) struct Scripts(Vec<ScriptPath>);

impl Scripts {
    /// A script's number.
    pub(super) fn number(&mut self, script: &ScriptPath) -> u32 {
        let at = self.0.iter().position(|known| known == script).unwrap_or_else(|| {
            self.0.push(script.clone());
            self.0.len() - 1
        });
        u32::try_from(at + 1).unwrap_or(u32::MAX)
    }

    /// The script with a number.
    pub(super) fn get(&self, number: u32) -> Option<ScriptPath> {
        self.0.get(usize::try_from(number).ok()?.checked_sub(1)?).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_are_not_here_keep_their_numbers() {
        let mut scripts = Scripts::default();
        let (one, other) = (ScriptPath::from("/a/x.js"), ScriptPath::from("/a/y.js"));
        assert_eq!((scripts.number(&one), scripts.number(&other)), (1, 2));
        assert_eq!(scripts.number(&one), 1);
        assert_eq!((scripts.get(2), scripts.get(3), scripts.get(0)), (Some(other), None, None));
    }
}
