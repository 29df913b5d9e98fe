//! The debugger API of the sandbox, endpoint by endpoint and fault by fault, and the rules of its
//! network, over real sockets.

mod breakpoints;
mod clients;
mod command;
mod endpoints;
mod faults;
mod frames;
mod hostile;
mod network;
mod operations;
mod requests;
mod slow;
pub mod stand;
mod threads;
mod tls;
mod unread;
mod webdav;
