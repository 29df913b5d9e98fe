//! The script engine: step orders, traps, limits, plain = instrumented.

mod inspection;
mod modules;
mod outside;
mod same;
mod steps;
mod support;
mod threads;
mod traps;
