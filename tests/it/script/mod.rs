//! The script engine: step orders, traps, limits, plain = instrumented.

mod builtins;
mod calls;
mod frames;
mod inspection;
mod modules;
mod mutants;
mod outside;
mod places;
mod same;
mod standby;
mod steps;
mod support;
mod survival;
mod threads;
mod traps;
mod unseen;
