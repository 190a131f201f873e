use crate::state::{Input, Inputs};
use js_sys::{Array, Promise, Reflect, Uint8Array};
use kubeloupe_formats::dump::PassedOver;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

/// Files that are looked into in a folder, as the command line has it.
const EXTENSIONS: [&str; 10] = [
    ".json", ".yaml", ".yml", ".dot", ".json.gz", ".yaml.gz", ".yml.gz", ".dot.gz", ".tar.gz", ".tgz",
];
/// Folders in folders are followed so far.
const DEEPEST: usize = 32;
/// More files of a folder than these are not looked at.
const MOST_FILES: usize = 20_000;

/// What was read, and the files that it is from: they can be read again, and hold nothing.
pub struct Gathered {
    pub(super) inputs: Inputs,
    pub(super) files: Vec<(String, File)>,
}

impl Gathered {
    /// A text that was pasted; there is no file to read it from again.
    pub(super) fn text(name: &str, text: String) -> Self {
        Gathered {
            inputs: Inputs::one(name, text.into_bytes()),
            files: Vec::new(),
        }
    }

    /// What was read.
    pub fn into_inputs(self) -> Inputs {
        self.inputs
    }
}

/// What is dropped on the page. It has to be looked through at once: the browser takes it away after the event.
pub(super) struct Dropped {
    entries: Vec<FileSystemEntry>,
    files: Vec<File>,
}

impl Dropped {
    /// The files and folders of a drop.
    pub(super) fn of(transfer: &DataTransfer) -> Self {
        let items = transfer.items();
        let mut dropped = Dropped {
            entries: Vec::new(),
            files: Vec::new(),
        };
        for number in 0..items.length() {
            let Some(item) = items.get(number) else { continue };
            // A browser that knows no entries, or has none for this item, has the file.
            match item.webkit_get_as_entry() {
                Ok(Some(entry)) => dropped.entries.push(entry),
                _ => dropped.files.extend(item.get_as_file().ok().flatten()),
            }
        }
        dropped
    }

    /// Reads all of it.
    pub(super) async fn read(self) -> Gathered {
        let mut inputs = Inputs::default();
        let mut files = Vec::new();
        let several = self.entries.len() + self.files.len() > 1;
        for file in self.files {
            inputs.files.push(read_file(&file, file.name(), several).await);
            files.push((file.name(), file));
        }
        // An explicit stack: folders may be deep.
        let mut waiting: Vec<(FileSystemEntry, String, usize)> = self
            .entries
            .into_iter()
            .rev()
            .map(|entry| {
                let name = entry.name();
                (entry, name, 0)
            })
            .collect();
        while let Some((entry, name, depth)) = waiting.pop() {
            if entry.is_directory() {
                if depth >= DEEPEST {
                    inputs.passed_over.push((name, PassedOver::Special));
                    continue;
                }
                let mut children = children(entry.unchecked_ref()).await;
                children.sort_by_key(FileSystemEntry::name);
                waiting.extend(children.into_iter().rev().map(|child| {
                    let path = format!("{name}/{}", child.name());
                    (child, path, depth + 1)
                }));
            } else if depth > 0 && (!is_wanted(&name) || inputs.files.len() >= MOST_FILES) {
                inputs.passed_over.push((name, PassedOver::Name));
            } else {
                match file_of(entry.unchecked_ref()).await {
                    Some(file) => {
                        let found = several || depth > 0;
                        inputs.files.push(read_file(&file, name.clone(), found).await);
                        files.push((name, file));
                    }
                    None => inputs.passed_over.push((name, PassedOver::Unreadable)),
                }
            }
        }
        Gathered { inputs, files }
    }
}

/// Reads the files of a list; those of a chosen folder carry their way in it.
pub(super) async fn read_list(list: &FileList) -> Gathered {
    let mut inputs = Inputs::default();
    let mut files = Vec::new();
    let several = list.length() > 1;
    for number in 0..list.length() {
        let Some(file) = list.get(number) else { continue };
        let path = Reflect::get(&file, &"webkitRelativePath".into())
            .ok()
            .and_then(|path| path.as_string())
            .filter(|path| !path.is_empty());
        match path {
            Some(path) if !is_wanted(&path) || inputs.files.len() >= MOST_FILES => {
                inputs.passed_over.push((path, PassedOver::Name));
            }
            Some(path) => {
                inputs.files.push(read_file(&file, path.clone(), true).await);
                files.push((path, file));
            }
            None => {
                inputs.files.push(read_file(&file, file.name(), several).await);
                files.push((file.name(), file));
            }
        }
    }
    Gathered { inputs, files }
}

/// A file that cannot be read counts as empty, and opening says so.
pub(super) async fn read_file(file: &File, name: String, found: bool) -> Input {
    let buffer = JsFuture::from(file.array_buffer()).await;
    let bytes = buffer
        .map(|buffer| Uint8Array::new(&buffer).to_vec())
        .unwrap_or_default();
    Input {
        name,
        bytes: bytes.into(),
        found,
    }
}

fn is_wanted(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    // What some archivers of macOS put beside every file.
    !name.starts_with("._") && EXTENSIONS.iter().any(|ending| name.ends_with(ending))
}

/// What is in a folder: it is told in parts, until a part is empty.
async fn children(folder: &FileSystemDirectoryEntry) -> Vec<FileSystemEntry> {
    let reader = folder.create_reader();
    let mut children = Vec::new();
    loop {
        let told = Promise::new(&mut |resolve, reject| {
            if let Err(error) = reader.read_entries_with_callback_and_callback(&resolve, &reject) {
                // Nobody listens to what a rejection returns.
                let _ = reject.call1(&JsValue::NULL, &error);
            }
        });
        let part: Array = match JsFuture::from(told).await {
            Ok(part) => part.unchecked_into(),
            Err(_) => return children,
        };
        if part.length() == 0 || children.len() > MOST_FILES {
            return children;
        }
        children.extend(part.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

async fn file_of(entry: &FileSystemFileEntry) -> Option<File> {
    let told = Promise::new(&mut |resolve, reject| entry.file_with_callback_and_callback(&resolve, &reject));
    JsFuture::from(told).await.ok().map(JsCast::unchecked_into)
}
