//! The one build step that wants a Rust library: JavaScript bindings for the compiled module.

use std::{env, process::ExitCode};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [command, wasm, out] = arguments.as_slice() else {
        eprintln!("usage: cargo xtask bindings MODULE.wasm OUT_FOLDER");
        return ExitCode::FAILURE;
    };
    if command != "bindings" {
        eprintln!("unknown command {command}; the only one is: bindings");
        return ExitCode::FAILURE;
    }
    match write_bindings(wasm, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn write_bindings(wasm: &str, out: &str) -> Result<(), String> {
    Bindgen::new()
        .input_path(wasm)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                // The facade always passes the module: a default URL here would be bundled a second time.
                .omit_default_module_path(true)
                .typescript(true)
                // Lets the facade start over after a trap.
                .reset_state_function(true)
                .generate(out)
        })
        .map_err(|error| format!("{error:#}"))
}
