//! `haltscope rpc` and `haltscope probe` as processes, against the real sandbox.

mod lines;
mod probe;
mod requests;
mod rpc;
mod vendor;
