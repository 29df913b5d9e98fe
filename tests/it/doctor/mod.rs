//! `haltscope doctor` as a process: each finding provoked, against the sandbox and against servers
//! that play a part.

mod breakpoints;
mod certificates;
mod output;
mod project;
mod replies;
mod server;
mod stand;
mod way;
