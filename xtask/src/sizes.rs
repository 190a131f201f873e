use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Outcome, npm, process};

/// Compresses files as a server would and prints their sizes, one line per file.
const MEASURE: &str = "\
    const { readFileSync } = require('node:fs'); \
    const { gzipSync, brotliCompressSync } = require('node:zlib'); \
    for (const path of process.argv.slice(1)) { \
        const bytes = readFileSync(path); \
        console.log(bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length); \
    }";

/// Something a page loads, and how much it may weigh.
pub(crate) struct Shipped {
    pub(crate) what: &'static str,
    pub(crate) files: Vec<PathBuf>,
    /// Compressed with gzip; kB are thousands of bytes.
    pub(crate) budget_kb: Option<u64>,
}

#[derive(Clone, Copy, Default)]
struct Size {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// Prints the table of sizes, with a word beside whatever is over its budget.
pub(crate) fn report(shipped: &[Shipped]) -> Outcome {
    println!(
        "\n{:<34}{:>12}{:>12}{:>12}{:>12}",
        "size in kB", "raw", "gzip", "brotli", "budget"
    );
    for Shipped {
        what,
        files,
        budget_kb,
    } in shipped
    {
        let size = measure(files)?;
        let budget = budget_kb.map_or_else(|| "-".to_owned(), |budget| budget.to_string());
        let over = if budget_kb.is_some_and(|budget| size.gzip > budget * 1000) {
            "  over"
        } else {
            ""
        };
        println!(
            "{what:<34}{:>12}{:>12}{:>12}{budget:>12}{over}",
            kb(size.raw),
            kb(size.gzip),
            kb(size.brotli)
        );
    }
    println!();
    Ok(())
}

fn measure(files: &[PathBuf]) -> Outcome<Size> {
    let printed = process::read(
        Command::new(npm::node()?)
            .arg("-e")
            .arg(MEASURE)
            .arg("--")
            .args(files),
    )?;
    let mut sum = Size::default();
    for (line, file) in printed.lines().zip(files) {
        let size = parse(line, file)?;
        sum.raw += size.raw;
        sum.gzip += size.gzip;
        sum.brotli += size.brotli;
    }
    Ok(sum)
}

fn parse(line: &str, file: &Path) -> Outcome<Size> {
    let numbers: Vec<u64> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
    let [raw, gzip, brotli] = numbers[..] else {
        return Err(format!(
            "the sizes of {} are not three numbers: {line}",
            file.display()
        ));
    };
    Ok(Size { raw, gzip, brotli })
}

fn kb(bytes: u64) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::kb;

    #[test]
    fn sizes_are_thousands_of_bytes() {
        assert_eq!(kb(141_000), "141.0");
        assert_eq!(kb(12_345), "12.3");
    }
}
