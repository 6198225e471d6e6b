//! whyreplace
pub mod contract;
pub mod diff;
pub mod json;
pub mod path;
pub mod problem;
pub mod value;
#[cfg(target_family = "wasm")]
mod wasm;
