use super::gather::read_file;
use web_sys::File;

/// The text of a file that was chosen; what is no text in it is replaced.
pub async fn read_text(file: &File) -> String {
    let read = read_file(file, file.name(), false).await;
    String::from_utf8_lossy(&read.bytes).into_owned()
}
