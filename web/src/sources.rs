use kubeloupe_formats::Source;
use wasm_bindgen::prelude::wasm_bindgen;

/// Inputs on their way into the module: files, with the names that messages call them by.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<File>,
}

#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// It was found in a folder, where it may well be something else than Kubernetes objects.
    pub(crate) found: bool,
}

#[wasm_bindgen]
impl Sources {
    /// No inputs.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an input. One that was `found` in a folder is left out when it holds no Kubernetes objects; any other is
    /// refused then.
    pub fn add(&mut self, name: String, bytes: Vec<u8>, found: bool) {
        self.files.push(File { name, bytes, found });
    }
}

impl Sources {
    pub(crate) fn files(&self) -> &[File] {
        &self.files
    }
}

impl File {
    pub(crate) fn source(&self) -> Source<'_> {
        Source {
            name: &self.name,
            bytes: &self.bytes,
        }
    }
}
