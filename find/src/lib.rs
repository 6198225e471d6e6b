//! The lower stages of whyreplace: the vocabulary of its report, reading, property paths, property values, and
//! where two documents differ.
//!
//! They touch every byte, and are a crate of their own so that the compiler makes them fast and everything above
//! them, which thinks about a few places only, small. Their items are documented for that crate alone.

pub mod contract;
pub mod hash;
pub mod json;
pub mod path;
pub mod patterns;
pub mod places;
pub mod problem;
pub mod value;

/// Smaller and faster than the default allocator. It is here because it is compiled where it is named, and all depends on its
/// speed.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
