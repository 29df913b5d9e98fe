//! What becomes of scripts: found, read, judged; and why a breakpoint may not stop anything.

use super::Session;
use super::breakpoint::{Breakpoint, BreakpointSpec, Fact};
use super::change::Change;
use super::effect::Effect;
use super::notice::NoticeKind;
use super::remedy::Remedy;
use super::source::{
    Completeness, Condition, Finding, LineCode, Source, SourceState, SourceText, SourcesFound,
    TextSearch, Unparsed,
};
use super::time::Time;
use super::verdict::{Aspect, Deployed, Gravity, Known, Verdict};
use crate::api::ids::{Line, ScriptPath};
use std::iter;
use std::sync::Arc;
use std::time::Duration;

/// After so long without a halt the reasons are looked for.
const WHY_AFTER: Duration = Duration::from_secs(30);

impl Session {
    pub(super) fn sources_found(&mut self, found: SourcesFound) {
        if let Some(reason) = &found.incomplete {
            let text = format!("not everything was searched: {reason}");
            self.cx.note(NoticeKind::Hint, text);
        }
        self.sources.are_found(found);
        for breakpoint in self.breakpoints.iter_mut() {
            breakpoint.in_checkout = self.sources.holds(&breakpoint.key().script);
            self.cx.tell(Change::Breakpoint { number: breakpoint.number });
        }
        let waiting: Vec<ScriptPath> = self.sources.loaded.keys().cloned().collect();
        for script in waiting {
            self.sources.loaded.remove(&script);
            self.load_source(&script);
        }
        self.load_for_verdicts();
    }

    /// A sandbox has told the site's cartridge path: which of several scripts runs is known.
    pub(super) fn cartridge_path_is(&mut self, path: Vec<String>) {
        self.sources.order_is_told = true;
        self.sources.order.clone_from(&path);
        self.cx.options.cartridge_path = path;
        self.load_for_verdicts();
        let numbers = self.breakpoints.iter().map(|breakpoint| breakpoint.number);
        for number in numbers.collect::<Vec<_>>() {
            self.cx.tell(Change::Breakpoint { number });
        }
    }

    fn load_for_verdicts(&mut self) {
        let halting = self.breakpoints.iter().map(|breakpoint| breakpoint.key().script.clone());
        for script in halting.collect::<Vec<_>>() {
            self.load_for_verdict(&script);
        }
    }

    /// Reads a script, later only if its file was changed; one that isn't here is said to be
    /// missing.
    pub(super) fn load_source(&mut self, script: &ScriptPath) {
        if let Some(source) = self.sources.loaded.get(script) {
            let file = source.file.clone().filter(|_| source.state != SourceState::Loading);
            let refresh = |file| Effect::RefreshSource { script: script.clone(), file };
            if let Some(effect) = file.map(refresh) {
                self.cx.effect(effect);
            }
            return self.check_source(script);
        }
        let found = self.sources.found.clone();
        let file = found.as_ref().and_then(|found| found.scripts.get(script).cloned());
        let state = match (&found, &file) {
            (Some(found), None) => SourceState::Missing {
                searched: found.cartridges.iter().map(|each| each.name.clone()).collect(),
            },
            _ => SourceState::Loading,
        };
        if let Some(file) = file.clone() {
            self.cx.effect(Effect::ReadSource { script: script.clone(), file });
        }
        let lines = Arc::from([]);
        let source = Source { script: script.clone(), file, state, lines, edited: None };
        self.sources.loaded.insert(script.clone(), source);
    }

    /// Looks for a text in every script that is here.
    pub(super) fn search_scripts(&mut self, wanted: String) {
        match self.sources.found.clone() {
            _ if wanted.is_empty() => {}
            Some(found) => self.cx.effect(Effect::SearchScripts { wanted, found }),
            None => self.cx.say(NoticeKind::Hint, "the scripts are still being looked for"),
        }
    }

    pub(super) fn scripts_searched(&mut self, search: TextSearch) {
        let (count, wanted) = (search.places.len(), &search.wanted);
        let lines = if count == 1 { "line holds" } else { "lines hold" };
        let text = match search.completeness {
            Completeness::Whole if count == 0 => format!("no script here holds \"{wanted}\""),
            Completeness::Whole => format!("{count} {lines} \"{wanted}\""),
            Completeness::Cut => format!("more than {count} lines hold \"{wanted}\""),
        };
        self.cx.say(NoticeKind::Hint, text);
        self.sources.searched = Some(search);
        self.cx.tell(Change::ScriptsSearched);
    }

    pub(super) fn source_read(&mut self, script: &ScriptPath, text: Result<SourceText, String>) {
        let deployed = self.cx.options.sources_are_deployed;
        let Some(source) = self.sources.loaded.get_mut(script) else { return };
        let before = Arc::clone(&source.lines);
        match text {
            Ok(SourceText { text, code, outline }) => {
                self.sources.code.insert(script.clone(), code);
                self.sources.outlines.insert(script.clone(), outline);
                source.lines = text.lines().map(str::to_owned).collect();
                source.state = if deployed { SourceState::Deployed } else { SourceState::Found };
            }
            Err(cause) => source.state = SourceState::Unreadable(cause),
        }
        if before.is_empty() {
            self.learn_texts(script);
        } else {
            self.edited(script, &before);
        }
        self.check_source(script);
        self.judge_in(script);
        self.cx.tell(Change::Source { script: script.clone() });
        for breakpoint in self.breakpoints.of_script(script) {
            self.cx.tell(Change::Breakpoint { number: breakpoint.number });
        }
    }

    /// A thread that stands where the local file has no code runs another version of it.
    fn check_source(&mut self, script: &ScriptPath) {
        let Some(source) = self.sources.loaded.get(script) else { return };
        if source.state != SourceState::Found {
            return;
        }
        let tops = self.threads.iter().filter_map(|thread| thread.top());
        let here: Vec<Line> =
            tops.filter(|top| &top.script == script).map(|top| top.line).collect();
        let odd =
            here.into_iter().find(|line| !source.has_code(*line) && !source.ends_block(*line));
        if let (Some(line), Some(source)) = (odd, self.sources.loaded.get_mut(script)) {
            let text = format!("the server halts on line {line}, where this file has no code");
            source.state = SourceState::Differs(text);
        }
    }

    /// Why nothing halts, after half a minute of waiting; empty before, and when nothing is armed
    /// there is one answer.
    pub fn why_no_halt(&self, now: Time) -> Vec<Finding> {
        let waits = self.connection.is_attached()
            && self.threads.halted() == 0
            && now.since(self.polls.waiting_since()) >= WHY_AFTER;
        if !waits {
            return Vec::new();
        }
        if self.breakpoints.armed() == 0 {
            let text = "no breakpoint is armed".to_owned();
            let remedy = Some(Remedy::ToggleBreakpoint);
            return vec![Finding { text, is_likely: true, remedy }];
        }
        let armed = self.breakpoints.iter().filter(|breakpoint| breakpoint.spec.enabled);
        let mut findings: Vec<Finding> = armed.flat_map(|each| self.why_not(each)).collect();
        match self.requests.may_come_by() {
            Some(request) => {
                let waits = now.since(request.since).as_secs();
                let title = request.title();
                let text = format!("{title} is not answered for {waits} s: it may still come by");
                let remedy = Some(Remedy::CancelRequest);
                findings.insert(0, Finding { text, is_likely: true, remedy });
            }
            None => findings.extend(self.why_in_general()),
        }
        findings
    }

    fn why_not(&self, breakpoint: &Breakpoint) -> Vec<Finding> {
        let (key, mut findings) = (breakpoint.key(), Vec::new());
        let place = self.sources.place(&key.script, key.line);
        let mut add = |is_likely: bool, text: String| {
            findings.push(Finding { text: format!("{place}: {text}"), is_likely, remedy: None });
        };
        if let Fact::Refused(cause) = &breakpoint.fact {
            add(true, format!("the server refused it: {cause}"));
        }
        let verdict = self.verdict(breakpoint);
        let concerns = verdict.concerns(&breakpoint.spec).into_iter();
        for concern in concerns.filter(|concern| concern.gravity >= Gravity::Warning) {
            let is_likely = concern.gravity == Gravity::Problem || concern.aspect == Aspect::File;
            add(is_likely, concern.text);
        }
        let is_judged = !matches!(verdict.line, LineCode::Unknown | LineCode::Unparsed(_));
        if !is_judged && self.sources.has_code(&key.script, key.line) == Some(false) {
            add(false, "the line has no code, the next statement halts instead".to_owned());
        }
        if let Some(condition) = &breakpoint.spec.condition {
            add(false, format!("the condition {condition} may not hold, or throw"));
        }
        findings
    }

    /// Scripts that the server may run instead of this one.
    fn earlier(&self, script: &ScriptPath) -> Vec<ScriptPath> {
        let order = &self.cx.options.cartridge_path;
        self.sources.index().map(|found| found.earlier(script, order)).unwrap_or_default()
    }

    /// Reads what a verdict about breakpoints in a script rests on.
    pub(super) fn load_for_verdict(&mut self, script: &ScriptPath) {
        if self.sources.index().is_none() {
            return;
        }
        for path in iter::once(script.clone()).chain(self.earlier(script)) {
            if self.sources.get(&path).is_none() {
                self.load_source(&path);
            }
        }
    }

    /// Whether all that a verdict about a script's breakpoints rests on was looked at.
    pub fn is_judged(&self, script: &ScriptPath) -> bool {
        let is_read = |source: &Source| source.state != SourceState::Loading;
        self.sources.index().is_some() && self.sources.get(script).is_none_or(is_read)
    }

    /// Whether a breakpoint can halt anything, as far as this machine can tell.
    pub fn verdict(&self, breakpoint: &Breakpoint) -> Verdict {
        self.judged(&breakpoint.spec, breakpoint.condition.as_ref())
    }

    /// Whether a breakpoint with these fields could halt anything.
    pub fn verdict_of(&self, spec: &BreakpointSpec) -> Verdict {
        let parse = self.cx.options.parse_condition.zip(spec.condition.as_deref());
        self.judged(spec, parse.map(|(parse, text)| parse(text)).as_ref())
    }

    fn judged(
        &self,
        spec: &BreakpointSpec,
        condition: Option<&Result<Condition, Unparsed>>,
    ) -> Verdict {
        let options = &self.cx.options;
        let deployed = if options.sources_are_deployed {
            Deployed::Same("the server runs these very files".to_owned())
        } else {
            Deployed::Unknown("the server has no way to ask".to_owned())
        };
        let script = &spec.key.script;
        let goes_on =
            |path: &ScriptPath| self.sources.get(path).is_some_and(Source::uses_super_module);
        let known = Known {
            sources: self.sources.index(),
            order: &options.cartridge_path,
            order_is_told: self.sources.order_is_told,
            earlier_go_on: self.earlier(script).iter().all(goes_on),
            code: self.sources.code(script),
            condition,
            deployed: &deployed,
        };
        Verdict::of(spec, &known)
    }

    fn why_in_general(&self) -> Vec<Finding> {
        let finding = |text: String| Finding { text, is_likely: false, remedy: None };
        let mut findings = vec![finding(
            "the page may come from the cache: a POST, or a new query parameter, gets past it"
                .to_owned(),
        )];
        if let Some(cookie) = &self.cookie {
            findings.push(finding(format!(
                "several app servers: only requests with the cookie dwsid={cookie} stop here"
            )));
        }
        findings
    }
}

impl Session {
    /// How a script stands to those of the same path in other cartridges, as far as the cartridge
    /// path and the texts say: `overrides app_base`, `extends app_base`, `extended by app_brand`.
    pub fn kinship(&self, script: &ScriptPath) -> Vec<String> {
        let order = &self.options().cartridge_path;
        let Some(found) = self.sources().index() else { return Vec::new() };
        let mut words = Vec::new();
        if let Some(earlier) = found.earlier(script, order).last() {
            let how = if self.goes_on(earlier) { "extended" } else { "overridden" };
            words.push(format!("{how} by {}", earlier.cartridge()));
        }
        let later = found.later(script, order);
        let others: Vec<_> = self.sources().same_in_other_cartridges(script).collect();
        let below = match (later.first(), others.as_slice()) {
            (Some(below), _) => Some(below.cartridge()),
            // Without a cartridge path only the text can tell, and only of one other.
            (None, [other]) if order.is_empty() && self.goes_on(script) => Some(other.cartridge()),
            _ => None,
        };
        if let Some(below) = below {
            let how = if self.goes_on(script) { "extends" } else { "overrides" };
            words.push(format!("{how} {below}"));
        }
        words
    }

    fn goes_on(&self, script: &ScriptPath) -> bool {
        self.sources.get(script).is_some_and(Source::uses_super_module)
    }
}

#[cfg(test)]
mod tests {
    use crate::api::ids::ScriptPath;
    use crate::session::rehearsal::Rehearsal;
    use crate::session::{Event, Options, Saved};

    fn path(text: &str) -> ScriptPath {
        ScriptPath::from(text)
    }

    #[test]
    fn a_script_says_what_it_overrides_and_what_extends_it() {
        let cartridge_path = ["app_brand", "app_mid", "app_base"].map(str::to_owned).to_vec();
        let options = Options { cartridge_path, ..Options::default() };
        let mut play = Rehearsal::new(options, Saved::default());
        play.source(&cart("app_base"), "exports.Show = 1;");
        play.source(&cart("app_mid"), "exports.Show = 2;");
        play.source(&cart("app_brand"), "server.extend(module.superModule);");
        check(&play);
    }

    #[test]
    fn a_sandbox_tells_which_cartridges_run_in_which_order() {
        let mut play = Rehearsal::new(Options::default(), Saved::default());
        play.source(&cart("app_base"), "exports.Show = 1;");
        play.source(&cart("app_mid"), "exports.Show = 2;");
        play.source(&cart("app_brand"), "server.extend(module.superModule);");
        let cartridges = ["app_brand", "app_mid", "app_base"].map(str::to_owned).to_vec();
        play.event(Event::Sandbox { site: None, cartridges });
        check(&play);
    }

    fn cart(cartridge: &str) -> String {
        format!("/{cartridge}/cartridge/controllers/Cart.js")
    }

    #[track_caller]
    fn check(play: &Rehearsal) {
        for (script, words) in [
            ("app_brand", vec!["extends app_mid"]),
            ("app_mid", vec!["extended by app_brand", "overrides app_base"]),
            ("app_base", vec!["overridden by app_mid"]),
        ] {
            assert_eq!(play.session.kinship(&path(&cart(script))), words, "{script}");
        }
    }
}
