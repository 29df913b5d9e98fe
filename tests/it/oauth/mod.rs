//! The token endpoints (section 5; "beyond the specification", 4), grant by grant and rule by rule.

mod assertions;
mod clients;
mod posted;
mod users;
