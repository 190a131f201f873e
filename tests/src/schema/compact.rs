use super::{Definition, Member, Tables};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A field with the versions that have it.
struct Row {
    member: Member,
    since: u32,
    until: u32,
}

/// Types get their places in the order in which they are met, the root first.
#[derive(Default)]
struct Places {
    by_name: BTreeMap<String, usize>,
    order: Vec<String>,
}

impl Places {
    fn of(&mut self, name: &str) -> usize {
        if let Some(&place) = self.by_name.get(name) {
            return place;
        }
        self.order.push(name.to_owned());
        self.by_name.insert(name.to_owned(), self.order.len() - 1);
        self.order.len() - 1
    }
}

/// The Rust source of the core's table of types and fields, over all versions of `tables`.
pub fn render(tables: &Tables) -> String {
    let mut places = Places::default();
    places.of("core.PodTemplateSpec");
    let (mut types, mut fields, mut field_count) = (String::new(), String::new(), 0);
    let mut done = 0;
    while done < places.order.len() {
        let name = places.order[done].clone();
        done += 1;
        let mut rows = Vec::new();
        let definition = newest(tables, &name);
        let kind = match definition {
            Some(definition) if definition.kind == "struct" => {
                rows = merge(tables, &name);
                format!("Struct({field_count}, {})", rows.len())
            }
            Some(definition) => named_kind(definition, &mut places),
            None => plain_kind(&name, &mut places),
        };
        for row in rows {
            writeln!(fields, "    {},", field(&row, &mut places)).expect("a string takes everything");
            field_count += 1;
        }
        writeln!(types, "    {},", type_row(&name, &kind)).expect("a string takes everything");
    }
    format!(
        "// Made by `cargo xtask schema` from the tables in tests/schema.\n\n\
         use super::Kind::*;\nuse super::Package::*;\nuse super::{{Field, Kind, Package, Type}};\n\n\
         const fn t(printed: &'static str, package: Package, kind: Kind) -> Type {{\n    Type {{\n        printed,\n        package,\n        kind,\n    }}\n}}\n\n\
         const fn f(go: &'static str, json: &'static str, of: u16, flags: u8, since: u8, until: u8) -> Field {{\n    Field {{\n        go,\n        json,\n        of,\n        flags,\n        since,\n        until,\n    }}\n}}\n\n\
         #[rustfmt::skip]\npub(super) static TYPES: [Type; {}] = [\n{types}];\n\n\
         #[rustfmt::skip]\npub(super) static FIELDS: [Field; {field_count}] = [\n{fields}];\n",
        places.order.len()
    )
}

fn newest<'t>(tables: &'t Tables, name: &str) -> Option<&'t Definition> {
    tables.values().rev().find_map(|table| table.get(name))
}

/// The fields of a struct over all versions. A field that stays keeps its row; a new one comes after the one that it
/// follows in its version.
fn merge(tables: &Tables, name: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (&minor, table) in tables {
        let mut next = 0;
        for member in table
            .get(name)
            .into_iter()
            .flat_map(|definition| &definition.fields)
        {
            let kept = rows[next..]
                .iter()
                .position(|row| row.member == *member && row.until + 1 == minor);
            match kept {
                Some(skipped) => {
                    next += skipped;
                    rows[next].until = minor;
                }
                None => {
                    let row = Row {
                        member: member.clone(),
                        since: minor,
                        until: minor,
                    };
                    rows.insert(next, row);
                }
            }
            next += 1;
        }
    }
    rows
}

fn named_kind(definition: &Definition, places: &mut Places) -> String {
    match definition.kind.as_str() {
        "slice" => format!("Slice({})", places.of(&definition.element)),
        "map" => {
            let key = places.of(&definition.key);
            format!("Map({key}, {})", places.of(&definition.element))
        }
        scalar => scalar_kind(scalar).expect("a known kind").to_owned(),
    }
}

fn plain_kind(name: &str, places: &mut Places) -> String {
    if let Some(target) = name.strip_prefix('*') {
        format!("Pointer({})", places.of(target))
    } else if let Some(element) = name.strip_prefix("[]") {
        format!("Slice({})", places.of(element))
    } else if let Some((key, element)) = name.strip_prefix("map[").and_then(|rest| rest.split_once(']')) {
        let key = places.of(key);
        format!("Map({key}, {})", places.of(element))
    } else {
        scalar_kind(name).unwrap_or("Opaque").to_owned()
    }
}

fn scalar_kind(name: &str) -> Option<&'static str> {
    Some(match name {
        "bool" => "Bool",
        "int32" => "Int32",
        "int64" => "Int64",
        "int" => "Int",
        "uint" => "Uint",
        "uint8" => "Uint8",
        "uint64" => "Uint64",
        "string" => "String",
        _ => return None,
    })
}

fn type_row(name: &str, kind: &str) -> String {
    let package = if name.contains(['*', '[']) || !name.contains('.') {
        "Plain"
    } else if name.starts_with("core.") {
        "Core"
    } else if name.starts_with("meta.") {
        "Meta"
    } else {
        "Named"
    };
    let printed = name.replace("core.", "v1.").replace("meta.", "v1.");
    format!("t({printed:?}, {package}, {kind})")
}

fn field(row: &Row, places: &mut Places) -> String {
    let flags = row
        .member
        .flags
        .iter()
        .enumerate()
        .map(|(bit, &set)| u8::from(set) << bit);
    format!(
        "f({:?}, {:?}, {}, {}, {}, {})",
        row.member.go,
        row.member.json,
        places.of(&row.member.of),
        flags.sum::<u8>(),
        row.since,
        row.until
    )
}
