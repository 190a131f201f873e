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
    /// What it weighed so compressed when somebody last looked: it may not grow by more than 2 % unnoticed.
    pub(crate) ceiling_kb: Option<u64>,
}

#[derive(Clone, Copy, Default)]
struct Size {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// Prints the table of sizes, with a word beside whatever is over its budget. What has grown is an error.
pub(crate) fn report(shipped: &[Shipped]) -> Outcome {
    println!(
        "\n{:<34}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "size in kB", "raw", "gzip", "brotli", "known gzip", "budget"
    );
    let mut grown = Vec::new();
    for part in shipped {
        let size = measure(&part.files)?;
        let shown = |kb: Option<u64>| kb.map_or_else(|| "-".to_owned(), |kb| kb.to_string());
        let over = part.budget_kb.is_some_and(|budget| size.gzip > budget * 1000);
        println!(
            "{:<34}{:>12}{:>12}{:>12}{:>12}{:>12}{}",
            part.what,
            kb(size.raw),
            kb(size.gzip),
            kb(size.brotli),
            shown(part.ceiling_kb),
            shown(part.budget_kb),
            if over { "  over" } else { "" }
        );
        if let Some(known) = part.ceiling_kb.filter(|known| has_grown(size.gzip, *known)) {
            grown.push(format!(
                "{} weighs {} kB and not {known} kB any more",
                part.what,
                kb(size.gzip)
            ));
        }
    }
    println!();
    if grown.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}; if that is meant, write the new figure into xtask/src/dist.rs",
        grown.join(", and ")
    ))
}

/// Whether something weighs 2 % more than it is known to.
fn has_grown(bytes: u64, known_kb: u64) -> bool {
    bytes * 100 > known_kb * 1000 * 102
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
    use super::{has_grown, kb};

    #[test]
    fn sizes_are_thousands_of_bytes() {
        assert_eq!(kb(141_000), "141.0");
        assert_eq!(kb(12_345), "12.3");
    }

    #[test]
    fn two_percent_more_are_too_much() {
        assert!(!has_grown(102_000, 100));
        assert!(has_grown(102_001, 100));
        assert!(!has_grown(90_000, 100));
    }
}
