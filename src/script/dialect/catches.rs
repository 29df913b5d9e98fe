//! `try { … } catch (e if e instanceof TypeError) { … } catch (e) { … }`.

use super::{Edit, Script, kept};

/// One `catch` of a chain, by its tokens.
struct Clause<'t> {
    word: usize,
    name: &'t str,
    /// `if` of a condition.
    condition: Option<usize>,
    bracket: usize,
    body_end: usize,
}

/// One `catch` remains, in which the conditions are tried one after the other.
pub(super) fn rewrite(script: &Script<'_>, edits: &mut Vec<Edit>) {
    let mut index = 0;
    while index < script.tokens.len() {
        let clauses = chain(script, index);
        if clauses.iter().any(|it| it.condition.is_some()) {
            write(script, &clauses, edits);
        }
        index = clauses.last().map_or(index, |it| it.word) + 1;
    }
}

fn chain<'t>(script: &Script<'t>, first: usize) -> Vec<Clause<'t>> {
    let mut clauses: Vec<Clause<'t>> = Vec::new();
    let mut next = first;
    while let Some(clause) = clause(script, next) {
        next = clause.body_end + 1;
        clauses.push(clause);
    }
    clauses
}

fn clause<'t>(script: &Script<'t>, word: usize) -> Option<Clause<'t>> {
    let is_clause = script.is_keyword(word, "catch") && script.sign(word + 1) == "(";
    let bracket = is_clause.then(|| script.partner(word + 1)).flatten()?;
    let body_end = script.partner(bracket + 1).filter(|_| script.sign(bracket + 1) == "{")?;
    let condition = script.is_keyword(word + 3, "if").then_some(word + 3);
    Some(Clause { word, name: script.at(word + 2), condition, bracket, body_end })
}

fn write(script: &Script<'_>, clauses: &[Clause<'_>], edits: &mut Vec<Edit>) {
    let Some((first, last)) = clauses.first().zip(clauses.last()) else { return };
    for clause in clauses {
        let name = clause.name;
        let is_first = clause.word == first.word;
        let begin = match (is_first, name == first.name) {
            (true, _) => String::new(),
            (false, true) => "else{".to_owned(),
            (false, false) => format!("else{{let {name}={};", first.name),
        };
        let start = script.range(clause.word).start;
        match (clause.condition, is_first) {
            (Some(condition), true) => edits.push(Edit::new(script.range(condition), "){if(")),
            (Some(condition), false) => {
                edits.push(kept(
                    script,
                    start..script.range(condition).end,
                    &format!("{begin}if("),
                ));
            }
            (None, true) => edits.push(Edit::insert(script.range(clause.bracket).end, "{")),
            (None, false) => {
                edits.push(kept(script, start..script.range(clause.bracket).end, &begin));
            }
        }
    }
    let unhandled = format!("else{{throw {};}}", first.name);
    let unhandled = if last.condition.is_some() { unhandled } else { String::new() };
    let end = script.range(last.body_end).end;
    edits.push(Edit::insert(end, unhandled + &"}".repeat(clauses.len())));
}
