//! Storefront scripts that can be halted.
//!
//! An [`Engine`] runs each [`Job`] on an OS thread with a JavaScript runtime of its own. Scripts
//! that start while a debugger is attached are instrumented; the [`Control`] of the engine sets
//! breakpoints, steps, inspects and stops them. This room knows no HTTP.
//!
//! # Platform modules
//!
//! What `dw/…` and `server` are is written in JavaScript below `assets/platform`. Such a module is
//! wrapped as `function (exports, require, module, host) { … }`, is never instrumented and is
//! invisible to the debugger. What it requires at its head and uses inside of functions alone is loaded
//! at its first use. `prelude.js` runs first in each thread. `host` offers:
//!
//! - `host.call(name, argument)`: [`Host::call`], JSON both ways; an error is thrown.
//! - `host.define(Class, { type, getters: [names], size: object => n, at: (object, i) => entry })`:
//!   how the debugger shows instances; for maps `at` answers `{ key, value }`. With `own: true` what scripts have set
//!   in them comes first. `alters: [names]` are properties of instances or of the class that change something when they
//!   are read, which it names without reading them.
//! - `host.requirePath('/cartridge/…/Cart.js')`: the exports of a storefront script.
//! - `host.template('/app/cartridge/templates/default/home.isml')`: the function of `pdict` and `page` that a template
//!   is, or `null`.
//! - `host.find('cartridge/controllers/Cart')`: the first script path that fits, or `null`.
//! - `host.absent(function)`: the function, which looks like `undefined` to all but `===`.
//! - `host.cartridges`: their names in order.
//! - `host.declared`: what the vendor declares. `classes()` are all names, such as `order/OrderMgr`, `parent(class)` is
//!   the name of the class that one extends, `member(class, name)` is `[kind]` or `['constant', JSON]`, or `undefined`.
//! - `host.global(name, value)`: a storefront global that isn't listed as a variable. An arrow
//!   function without parameters, or `{ get: function }`, is called at each access.

mod called;
mod callee;
mod cartridges;
mod chain;
mod control;
mod dates;
mod debugger;
mod declared;
mod deferred;
mod defined;
mod dialect;
mod emulated;
mod ends;
mod engine;
mod error;
mod evaluation;
mod exposed;
mod flags;
mod host;
mod instrument;
mod isml;
mod job;
mod json;
mod library;
mod lines;
mod loader;
mod making;
mod markup;
mod members;
mod memory;
mod model;
mod natives;
mod outline;
mod own_time;
mod parts;
mod paths;
mod phase;
mod platform;
mod pulse;
mod raw;
mod registry;
mod resolve;
mod rhino;
mod scripts;
mod setting;
mod silence;
mod standby;
mod syntax;
mod thread;
mod tokens;
mod uses;
mod watch;

pub use called::{Called, Callee};
pub use cartridges::{Cartridges, Files, Stamp, beside};
pub use control::{Control, Gone};
pub use declared::{Declared, Member as DeclaredMember, MemberKind};
pub use defined::Defined;
pub use emulated::Emulated;
pub use engine::{Engine, Script};
pub use error::{ScriptError, ScriptErrorKind};
pub use evaluation::{EvalPatience, Evaluated, engine_error};
pub use host::{Call, Host, HostError, Interrupt};
pub use instrument::instrumented;
pub use isml::{Included, Inclusion, defined_tags, tag_attributes};
pub use job::{Entry, Job, Limits};
pub use lines::{Condition, Unparsed, check_condition, halting_lines};
pub use loader::document_fault;
pub use members::{InspectError, Member, MemberPage, Page, Scope};
pub use model::{Breakpoint, Frame, Halt, Owner, Step, ThreadId, ThreadInfo, ThreadState};
pub use outline::{Extent, Outline, Required, Route, outline};
pub use paths::{ReadPath, read_paths};
pub use platform::{Platform, declared};
pub use raw::give_back_if_grown;
pub use resolve::{finds, instead, script_named};
pub use uses::{Offered, REFERENCES, Use, Used, offered, uses};
