use std::{
    fs,
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    thread,
    time::Duration,
};

use crate::Outcome;

/// What the hosted app may do: run its own code, and reach nobody else.
pub(crate) const POLICY: &str =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' blob:";

/// The longest head of a request that is read; more is not a browser asking for a file.
const MAX_HEAD_BYTES: u64 = 64 * 1024;

/// Serves the files of a folder to this machine only.
pub(crate) struct Server {
    listener: TcpListener,
    folder: PathBuf,
}

impl Server {
    /// Takes a port of the loopback interface; port 0 takes any free one.
    pub(crate) fn bind(port: u16, folder: &Path) -> Outcome<Self> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
                ErrorKind::AddrInUse => format!("port {port} is taken; choose another with `--port N`"),
                _ => format!("cannot listen on port {port}: {error}"),
            })?;
        Ok(Self {
            listener,
            folder: folder.to_path_buf(),
        })
    }

    pub(crate) fn url(&self) -> Outcome<String> {
        let address = self
            .listener
            .local_addr()
            .map_err(|error| format!("cannot tell the address of the server: {error}"))?;
        Ok(format!("http://{address}"))
    }

    /// Answers requests until the program ends.
    pub(crate) fn run(self) {
        for stream in self.listener.incoming().flatten() {
            let folder = self.folder.clone();
            thread::spawn(move || {
                // A browser that goes away in the middle of an answer is no fault of the server.
                let _ = serve_connection(&stream, &folder);
            });
        }
    }
}

fn serve_connection(stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    loop {
        let mut first = String::new();
        let mut head = reader.by_ref().take(MAX_HEAD_BYTES);
        if head.read_line(&mut first)? == 0 {
            return Ok(());
        }
        let mut line = String::new();
        while head.read_line(&mut line)? > 2 {
            line.clear();
        }
        respond(stream, folder, &first)?;
    }
}

fn respond(mut stream: &TcpStream, folder: &Path, request: &str) -> std::io::Result<()> {
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (status, kind, body) = match (method, file(folder, target)) {
        ("GET" | "HEAD", Some(path)) => match fs::read(&path) {
            Ok(body) => ("200 OK", mime(&path), body),
            Err(_) => (
                "404 Not Found",
                "text/plain; charset=utf-8",
                b"There is no such file.\n".to_vec(),
            ),
        },
        ("GET" | "HEAD", None) => (
            "404 Not Found",
            "text/plain; charset=utf-8",
            b"There is no such file.\n".to_vec(),
        ),
        _ => (
            "405 Method Not Allowed",
            "text/plain; charset=utf-8",
            b"Only files can be read here.\n".to_vec(),
        ),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-cache\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if method == "GET" || !status.starts_with("200") {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// The file a request names, never one outside of the folder.
fn file(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    path.components()
        .all(|component| matches!(component, Component::Normal(_)))
        .then(|| folder.join(path))
}

fn mime(path: &Path) -> &'static str {
    match path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default()
    {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "yaml" | "yml" => "application/yaml",
        "txt" | "ts" | "dot" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{file, mime};

    #[test]
    fn a_request_cannot_leave_the_folder() {
        let folder = Path::new("site");
        assert_eq!(file(folder, "/"), Some(folder.join("index.html")));
        assert_eq!(file(folder, "/a/b.js?x=1"), Some(folder.join("a/b.js")));
        for target in ["/../secret", "/a/../../secret", "//etc/passwd", "secret", ""] {
            assert_eq!(file(folder, target), None, "{target}");
        }
    }

    #[test]
    fn a_module_has_the_type_that_streaming_wants() {
        assert_eq!(mime(Path::new("a_bg.wasm")), "application/wasm");
        assert_eq!(mime(Path::new("a.js")), "text/javascript; charset=utf-8");
    }
}
