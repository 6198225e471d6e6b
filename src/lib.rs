//! whyreplace
pub mod json;
pub mod problem;
#[cfg(target_family = "wasm")]
mod wasm;
