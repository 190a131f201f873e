use kubeloupe_core::apiserver::Cluster;
use kubeloupe_formats::dump::{DumpReader, Note, Options, PassedOver};
use wasm_bindgen::prelude::wasm_bindgen;

/// Inputs on their way into the module: files, with the names that messages call them by.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<File>,
    passed_over: Vec<(String, PassedOver)>,
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

    /// Adds an input: text, perhaps compressed with gzip, or a tar archive. One that was `found` in a folder is left out
    /// when it holds no Kubernetes objects; any other is refused then.
    pub fn add(&mut self, name: String, bytes: Vec<u8>, found: bool) {
        self.files.push(File { name, bytes, found });
    }

    /// Notes a file of a folder that is not looked into: for its `name`, because it is a `link`, because it is `special`
    /// or `unreadable`. Another word counts as `name`.
    #[wasm_bindgen(js_name = passOver)]
    pub fn pass_over(&mut self, name: String, why: &str) {
        let known = PassedOver::ALL.into_iter().find(|known| known.word() == why);
        self.passed_over.push((name, known.unwrap_or(PassedOver::Name)));
    }
}

impl Sources {
    pub(crate) fn files(&self) -> &[File] {
        &self.files
    }

    /// Notes about files of folders that are not looked into: of each reason the first, and how many.
    pub(crate) fn passed_over(&self) -> Vec<Note> {
        let mut notes: Vec<(PassedOver, String, u64)> = Vec::new();
        for (name, why) in &self.passed_over {
            match notes.iter_mut().find(|(known, ..)| known == why) {
                Some((.., count)) => *count += 1,
                None => notes.push((*why, name.clone(), 1)),
            }
        }
        let note = |(why, first, count)| Note::FilesPassedOver { why, first, count };
        notes.into_iter().map(note).collect()
    }

    /// A reader that takes all of them.
    pub(crate) fn into_reader(self, cluster: Cluster) -> DumpReader<'static> {
        let mut reader = DumpReader::new(cluster, Options::default());
        for File { name, bytes, found } in self.files {
            if found {
                reader.add_found(name, bytes);
            } else {
                reader.add(name, bytes);
            }
        }
        for (name, why) in self.passed_over {
            reader.pass_over(name, why);
        }
        reader
    }

    /// A reader that holds all of them.
    pub(crate) fn reader(&self, cluster: Cluster) -> DumpReader<'_> {
        let mut reader = DumpReader::new(cluster, Options::default());
        for File { name, bytes, found } in &self.files {
            if *found {
                reader.add_found(name, bytes);
            } else {
                reader.add(name, bytes);
            }
        }
        for (name, why) in &self.passed_over {
            reader.pass_over(name, *why);
        }
        reader
    }
}
