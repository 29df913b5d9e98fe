//! The protocol, by its Rust SDK.

use super::guard::Guard;
use super::order::Order;
use super::sessions::{Open, Outcome, Sessions};
use super::tools;
use crate::api::similar::nearest;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult,
    ErrorCode, Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError};
use rmcp::{ErrorData, ServerHandler, serve_server};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

const INSTRUCTIONS: &str = "Debugs storefront scripts of a commerce platform in a live instance. \
    Start a session, set breakpoints, make a request come by (debug_request), wait for the stop, \
    look and step; or do all of it in one call with debug_capture_at_breakpoint. A halted thread \
    holds a real request: let it go when you have seen enough, and end the session.";

/// What a client can ask for.
const METHODS: [&str; 4] = ["initialize", "ping", "tools/call", "tools/list"];

/// Why serving ended otherwise than by the client's leaving.
#[derive(Debug, thiserror::Error)]
#[error("the client did not begin as the protocol has it: {0}")]
pub struct Ended(#[from] Box<ServerInitializeError>);

/// Serves one client until it leaves or somebody says stop. Nothing of ours remains on any instance
/// then.
pub async fn serve(
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    open: Arc<Open>,
    stop: CancellationToken,
) -> Result<(), Ended> {
    let sessions = Sessions::new(open);
    let order = Order::default();
    let assistant =
        Assistant { sessions: sessions.clone(), order: order.clone(), tools: tools::all() };
    let (guard, streams) = Guard::new(input, output, order);
    let serving = async {
        match serve_server(assistant, streams).await {
            Ok(service) => {
                // How it ended is the client's affair.
                let _ = service.waiting().await;
                Ok(())
            }
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(Ended(Box::new(error))),
        }
    };
    let outcome = tokio::select! {
        outcome = serving => outcome,
        () = stop.cancelled() => Ok(()),
    };
    sessions.end_all().await;
    guard.finish().await;
    outcome
}

struct Assistant {
    sessions: Sessions,
    order: Order,
    tools: Vec<Tool>,
}

impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("haltscope", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    /// A call without what it needs is no unknown method.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        drop(self.order.begin(&context.id));
        if request.method == "tools/call" {
            let needs =
                "tools/call needs params with a tool's name, and its arguments as an object";
            return Err(ErrorData::invalid_params(needs, None));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, unknown(&request.method), None))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let begun = self.order.begin(&context.id);
        let called = async {
            begun.turn().await;
            self.sessions.call(&request.name, &arguments, &begun).await
        };
        let outcome = tokio::select! {
            outcome = called => outcome,
            () = context.ct.cancelled() => Some(Err("it was cancelled.".to_owned())),
        };
        let outcome = outcome.ok_or_else(|| {
            ErrorData::invalid_params(format!("there is no tool {}", request.name), None)
        })?;
        Ok(result(outcome).into())
    }
}

/// There is no such method; those that there are, or the one that is meant.
fn unknown(method: &str) -> String {
    let near = nearest(method, METHODS).map(|near| format!("did you mean {near}?"));
    let known = near.unwrap_or_else(|| format!("there are {}", METHODS.join(", ")));
    format!("there is no method {method}; {known}")
}

fn result(outcome: Outcome) -> CallToolResult {
    match outcome {
        Ok(told) => CallToolResult::structured(told),
        Err(cause) => CallToolResult::structured_error(json!({ "error": cause })),
    }
}
