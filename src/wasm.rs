//! The JavaScript boundary: converts and does nothing else.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// Text on its way in: JavaScript writes UTF-8 straight into this memory.
#[wasm_bindgen]
pub struct Buffer(Vec<u8>);

#[wasm_bindgen]
impl Buffer {
    /// A buffer of `capacity` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(capacity: u32) -> Buffer {
        Buffer(vec![0; capacity as usize])
    }
}
