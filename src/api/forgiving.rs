//! Reads a TOML file past what is wrong in it: each mistake is told, and the rest is read without it.

use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::{
    Spanned,
    de::{DeTable, DeValue, Deserializer, Error},
};

/// A file past what is wrong in it.
#[derive(Debug, Default)]
pub struct Read<T> {
    /// What could be read.
    pub file: T,
    /// What is wrong with the rest.
    pub errors: Vec<Error>,
    /// Where the tables are that something was taken out of: what they lack is no mistake of its own.
    pub robbed: Vec<Range<usize>>,
}

/// What can be read of the file, and what is wrong with the rest: of a text that is no TOML the first mistake.
pub fn read<T: DeserializeOwned + Default>(text: &str) -> Read<T> {
    let mut table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => return Read { errors: vec![error], ..Read::default() },
    };
    let (mut errors, mut robbed) = (Vec::new(), Vec::new());
    loop {
        let error = match T::deserialize(Deserializer::from(table.clone())) {
            Ok(file) => return Read { file, errors, robbed },
            Err(error) => error,
        };
        let at = error.span();
        let is_lack = error.message().starts_with("missing field");
        if !(is_lack && at.as_ref().is_some_and(|at| robbed.contains(at))) {
            errors.push(error);
        }
        let whole = table.span();
        match at.and_then(|at| take_out(table.get_mut(), &whole, &at)) {
            Some(holder) => robbed.push(holder),
            None => return Read { errors, ..Read::default() },
        }
    }
}

/// Takes out the key or the value at a place; gives where the table is that had it. What is inside goes
/// first: a list of tables stands where its first one does.
fn take_out(
    table: &mut DeTable<'_>,
    own: &Range<usize>,
    at: &Range<usize>,
) -> Option<Range<usize>> {
    let inside = table.iter_mut().find_map(|(_, value)| take_out_of_value(value, own, at));
    if inside.is_some() {
        return inside;
    }
    let mut entries = table.iter();
    let found = entries.find(|(key, value)| key.span() == *at || value.span() == *at);
    let key = found.map(|(key, _)| key.clone())?;
    table.remove(&key);
    Some(own.clone())
}

fn take_out_of_value(
    value: &mut Spanned<DeValue<'_>>,
    holder: &Range<usize>,
    at: &Range<usize>,
) -> Option<Range<usize>> {
    let own = value.span();
    match value.get_mut() {
        DeValue::Table(table) => take_out(table, &own, at),
        DeValue::Array(array) => {
            let inside = array.iter_mut().find_map(|it| take_out_of_value(it, holder, at));
            if inside.is_some() {
                return inside;
            }
            let before = array.len();
            *array = array.iter().filter(|entry| entry.span() != *at).cloned().collect();
            (array.len() < before).then(|| holder.clone())
        }
        _ => None,
    }
}
