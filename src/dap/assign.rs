//! Values that the user changes: an assignment runs in the halted script.

use super::attached::Attached;
use super::values::expression_for;
use super::wire::Refusal;
use crate::session::{Place, Spot, is_plain_path, line_in_expression, without_place};
use dapts::event::Invalidated;
use dapts::{
    InvalidatedAreas, InvalidatedEvent, SetExpressionArguments, SetExpressionResponse,
    SetVariableArguments, SetVariableResponse,
};

/// What a name holds after an assignment.
struct Assigned {
    value: String,
    type_name: Option<String>,
    reference: u32,
}

impl Attached {
    pub(super) async fn set_variable(
        &self,
        wanted: SetVariableArguments,
    ) -> Result<SetVariableResponse, Refusal> {
        let held = self.held(u64::from(wanted.variables_reference))?;
        let target = expression_for(&held.handle, &wanted.name)
            .ok_or_else(|| Refusal::shown(format!("{} can't be assigned to", wanted.name)))?;
        let assigned = self.assign((held.spot, held.place), &target, &wanted.value).await?;
        Ok(SetVariableResponse {
            value: assigned.value,
            ty: assigned.type_name,
            variables_reference: Some(assigned.reference),
            ..SetVariableResponse::default()
        })
    }

    pub(super) async fn set_expression(
        &self,
        wanted: SetExpressionArguments,
    ) -> Result<SetExpressionResponse, Refusal> {
        let at = self.spot(wanted.frame_id)?;
        let assigned = self.assign(at, &wanted.expression, &wanted.value).await?;
        Ok(SetExpressionResponse {
            value: assigned.value,
            ty: assigned.type_name,
            variables_reference: Some(assigned.reference),
            ..SetExpressionResponse::default()
        })
    }

    async fn assign(
        &self,
        (spot, place): (Spot, Place),
        target: &str,
        value: &str,
    ) -> Result<Assigned, Refusal> {
        if let Some((list, method)) = self.odd_list(spot, target.trim()).await {
            return Err(Refusal::shown(format!(
                "its entries aren't set like those of an array: evaluate {list}.{method}"
            )));
        }
        // What closes it has a line of its own, by which an error is known that nobody has typed.
        let code = format!("{target} = ({value}\n)");
        let target = target.trim();
        let told = match self.desk.evaluate(spot, &code).await? {
            Ok(told) => told,
            Err(error) => {
                let hint = self.quotes_are_missing(spot, target, value).await;
                let hint = if hint { "; a text is written in quotes" } else { "" };
                let is_cut =
                    line_in_expression(&error).is_some_and(|line| line > value.split('\n').count());
                let words = if is_cut && error.starts_with("SyntaxError") {
                    "SyntaxError: the value is no whole expression"
                } else {
                    without_place(&error)
                };
                return Err(Refusal::shown(format!("{words}{hint}")));
            }
        };
        self.values_changed(spot);
        let found = if is_plain_path(target) {
            self.found(spot, target).await.ok().flatten()
        } else {
            None
        };
        Ok(match found {
            Some(found) => Assigned {
                reference: self.reference(spot, place, target, &found),
                type_name: self.type_out(&found.type_name),
                value: found.value,
            },
            None => Assigned { value: told.shown().into_owned(), type_name: None, reference: 0 },
        })
    }

    /// A list on the way to a name whose entries a script names otherwise than lists of variables do, with what sets
    /// them: what stands there as `map[0]` is the value for the key 0 to it. The platform's lists give their entries by
    /// index, but don't take them.
    async fn odd_list(&self, spot: Spot, target: &str) -> Option<(String, &'static str)> {
        if !is_plain_path(target) {
            return None;
        }
        for (end, _) in target.match_indices('[') {
            let list = target[..end].trim_end_matches('.');
            let Ok(Some(found)) = self.found(spot, list).await else { continue };
            let is_last = !target[end + 1..].contains(['.', '[']);
            if let Some(method) = setter(&found.type_name, is_last) {
                return Some((list.to_owned(), method));
            }
        }
        None
    }

    /// Whether a text was to be replaced by one that isn't written as a script writes it: lists show
    /// texts bare, and clients offer what they show for changing.
    async fn quotes_are_missing(&self, spot: Spot, target: &str, value: &str) -> bool {
        !value.trim_start().starts_with(['"', '\'', '`'])
            && is_plain_path(target)
            && self.found(spot, target).await.ok().flatten().is_some_and(|found| found.is_text())
    }

    /// Code has run: what the client shows of the thread may be old, and it asks again if it can.
    pub(super) fn values_changed(&self, spot: Spot) {
        if self.client.supports_invalidated_event == Some(true) {
            self.out.event::<Invalidated>(&InvalidatedEvent {
                areas: Some(vec![InvalidatedAreas::Variables]),
                thread_id: Some(spot.thread.0),
                stack_frame_id: None,
            });
        }
    }
}

/// What sets an entry of a list of such a type, if an assignment doesn't; `is_last` where it is an entry that is to be
/// set, and not a member of one.
fn setter(type_name: &str, is_last: bool) -> Option<&'static str> {
    let (is_platform, name) = match type_name.rsplit_once('.') {
        Some((_, name)) => (true, name),
        None => (false, type_name),
    };
    match name {
        "Map" if !is_platform => Some("set(key, value)"),
        name if name.ends_with("Map") => Some("put(key, value)"),
        name if name.ends_with("Set") => Some("add(value)"),
        name if is_last && (name.ends_with("List") || name.ends_with("Collection")) => {
            Some("set(index, value)")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_array_has_methods_for_its_entries() {
        for (type_name, is_last, expected) in [
            ("Map", true, Some("set(key, value)")),
            ("dw.util.HashMap", false, Some("put(key, value)")),
            ("Set", true, Some("add(value)")),
            ("dw.util.ArrayList", true, Some("set(index, value)")),
            ("dw.util.ArrayList", false, None),
            ("Array", true, None),
            ("Object", true, None),
            ("Uint8Array", true, None),
            ("", true, None),
        ] {
            assert_eq!(setter(type_name, is_last), expected, "{type_name}");
        }
    }
}
