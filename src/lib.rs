//! whyreplace
pub mod json;
pub mod path;
pub mod problem;
#[cfg(target_family = "wasm")]
mod wasm;
