//! Generates the JavaScript beside a module: `bindgen MODULE.wasm OUT_DIR OUT_NAME [restartable]`.
//!
//! The result is an ES module whose `init` wants to be told where the module is, so the same file serves pages, workers and Node.

use std::{env, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let (input, out_dir, out_name, restartable) = match args.as_slice() {
        [input, out_dir, out_name] => (input, out_dir, out_name, false),
        [input, out_dir, out_name, word] if word == "restartable" => (input, out_dir, out_name, true),
        _ => {
            eprintln!("usage: bindgen MODULE.wasm OUT_DIR OUT_NAME [restartable]");
            return ExitCode::from(2);
        }
    };
    match generate(input, out_dir, out_name, restartable) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bindgen: {message}");
            ExitCode::FAILURE
        }
    }
}

fn generate(input: &str, out_dir: &str, out_name: &str, restartable: bool) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .out_name(out_name)
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(false)
        .reset_state_function(restartable)
        .web(true)
        .map_err(|error| format!("{error:#}"))?
        .generate(out_dir)
        .map_err(|error| format!("{error:#}"))
}
