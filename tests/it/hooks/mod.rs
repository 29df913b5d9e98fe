//! Customization hooks: scripts around the writes of assets and folders (section 6).

mod breaker;
mod chains;
mod debugger;
mod documents;
mod endings;
mod failures;
mod grants;
mod log;
mod points;
mod prompt;
mod sample;
mod stand;
