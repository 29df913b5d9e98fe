//! Recorded halts.

use super::args::{CompareHalts, HistoryWanted};
use super::sessions::{DebugSession, Outcome};
use super::shapes;
use crate::session::HaltNumber;
use serde_json::{Value, json};
use std::num::NonZeroUsize;

/// So many are told unless somebody asks for more.
const COUNT: usize = 20;
/// So many are told at the most.
const MOST: usize = 200;

impl DebugSession {
    pub(super) fn history(&self, wanted: &HistoryWanted) -> Value {
        let count = wanted.count.map_or(COUNT, NonZeroUsize::get).min(MOST);
        self.desk.look(|session| {
            let halts = session.history().halts();
            let total = halts.len();
            let told: Vec<Value> = halts
                .rev()
                .take(count)
                .map(|halt| {
                    json!({
                        "halt": halt.number,
                        "thread_id": halt.thread,
                        "how": halt.how,
                        "location": halt.top().map(|top| shapes::location(session, top)),
                        "evaluations": halt.console.iter().map(|it| json!({
                            "expression": it.expression, "result": self.masks.evaluated(it),
                        })).collect::<Vec<_>>(),
                    })
                })
                .collect();
            json!({ "total": total, "count": told.len(), "halts": told })
        })
    }

    pub(super) async fn compare(&self, wanted: &CompareHalts) -> Outcome {
        let (older, newer) = (HaltNumber(wanted.older), HaltNumber(wanted.newer));
        let compared = self.desk.compare(older, newer).await?;
        let differences: Vec<Value> =
            compared.differences.iter().map(|it| self.difference(it)).collect();
        Ok(json!({
            "older": compared.older, "newer": compared.newer, "differences": differences,
            "unread": compared.unread,
        }))
    }
}
