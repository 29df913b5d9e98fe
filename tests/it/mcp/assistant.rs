//! A coding assistant.

use crate::testkit::patience::PATIENCE;
use haltscope::mcp::{self, Opened, Refused, Wanted};
use rmcp::model::{CallToolRequestParams, Tool};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceExt, transport::TokioChildProcess};
use serde_json::Value;
use std::sync::Arc;
use tokio::process::Command;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The SDK's client.
pub struct Assistant {
    client: RunningService<RoleClient, ()>,
    served: Option<JoinHandle<()>>,
}

impl Assistant {
    /// Of a server in this process that takes its desks from there.
    pub async fn served_by(
        open: impl Fn(&Wanted) -> Result<Opened, Refused> + Send + Sync + 'static,
    ) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let served = tokio::spawn(async move {
            let (input, output) = tokio::io::split(theirs);
            let stop = CancellationToken::new();
            mcp::serve(input, output, Arc::new(open), stop).await.expect("served");
        });
        let client = timeout(PATIENCE, ().serve(ours)).await.expect("in time").expect("it begins");
        Self { client, served: Some(served) }
    }

    /// Of the program.
    pub async fn of(command: Command) -> Self {
        let transport = TokioChildProcess::new(command).expect("the program starts");
        let begun = timeout(PATIENCE, ().serve(transport)).await;
        Self { client: begun.expect("in time").expect("it begins"), served: None }
    }

    pub async fn tools(&self) -> Vec<Tool> {
        self.client.list_all_tools().await.expect("a list")
    }

    /// What a tool gives: structured, and the same as text; else its error's text.
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<Value, String> {
        let arguments = arguments.as_object().cloned().expect("an object");
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = timeout(2 * PATIENCE, self.client.call_tool(params)).await.expect("in time");
        let result = result.unwrap_or_else(|error| panic!("{tool}: {error}"));
        let told = result.structured_content.expect("structured");
        let text = serde_json::to_value(&result.content).expect("JSON")[0]["text"].clone();
        assert_eq!(text.as_str(), Some(told.to_string().as_str()), "the same as text");
        if result.is_error == Some(true) {
            return Err(told["error"].as_str().expect("an error's text").to_owned());
        }
        Ok(told)
    }

    pub async fn done(&self, tool: &str, arguments: Value) -> Value {
        self.call(tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"))
    }

    /// Ends the connection; the server leaves every instance.
    pub async fn leave(self) {
        self.client.cancel().await.expect("it ends");
        if let Some(served) = self.served {
            timeout(PATIENCE, served).await.expect("in time").expect("it does not panic");
        }
    }
}
